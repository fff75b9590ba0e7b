/* Lines that came to shapes since their ends were asked about. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* At the commit: where a line that was added or changed ends now, and isn't known to, what is at
 * the shapes there is found anew when they are asked about next. */
void svg_arrived_note(SvgEdit *edit);
