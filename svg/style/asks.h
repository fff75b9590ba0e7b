/* What selectors look at: for whoever must know whether a change of the drawing may let other rules
 * match. Private to svg/. */
#pragma once

#include "style/css.h"

typedef struct {
    gboolean around;   /* at what an element is in */
    gboolean beside;   /* at what it stands beside, or at what is in it */
    GHashTable *names; /* const char *: the attributes */
} SvgCssAsks;

/* svg_css_asks_clear() it. The names are the sheets'. */
SvgCssAsks svg_css_asks(const SvgSheets *sheets);
void svg_css_asks_clear(SvgCssAsks *asks);
