/* Declarations of boxes, which SVG knows nothing of. Private to svg/html. */
#pragma once

#include "html/style.h"

/* Applies one declaration, of whatever property; what isn't known or valid changes nothing. */
void svg_html_declare(SvgHtmlStyle *style, SvgHtmlRoom room, SvgSlice name, const char *value);
