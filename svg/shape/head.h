/* What the head of a line is called. Private to svg/. */
#pragma once

#include "document/node.h"
#include "style/style.h"

#include <svg/shape.h>

/* What a form is as a head, by its kind and its box; a hollow one has an outline, and another
 * colour or none inside. */
SvgHead svg_head_of_form(SvgKind kind, SvgBox box, gboolean hollow);
/* What is drawn with these has an outline, and another colour or none inside. */
gboolean svg_head_is_hollow(const SvgPaint *fill, const SvgPaint *stroke);
/* What a <marker> shows on the line that it is at; `forward`: that comes from its left, as at the
 * end of a line. */
SvgHead svg_head_of_marker(SvgDocument *doc, SvgNode *marker, gboolean forward);
