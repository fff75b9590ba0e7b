/* What is declared on an element: CSS 2.1 §6.4, SVG 1.1 §6.4. Private to style/. */
#pragma once

#include "style/css.h"

typedef struct {
    int property;
    SvgSlice value;     /* may hold comments */
    gboolean is_string; /* `value` is a whole string without comments, with a NUL behind it */
    guint level;        /* of the origin; higher ones win */
} SvgDeclared;

/* Appends (SvgDeclared) everything declared on the element, weakest first, shorthands as they are.
 * `rules` (guint) are those that match it. */
void svg_cascade_collect(SvgSheets *sheets, const SvgNode *node, const GArray *rules, GArray *out);
/* The value of a custom property on the element itself; `at` is NULL when it isn't declared. */
SvgSlice svg_cascade_custom(SvgSheets *sheets, const SvgNode *node, SvgSlice name);

/* One declaration, of any property; `name` in whatever case. Valid during the call. */
typedef void (*SvgDeclaredFunc)(SvgSlice name, const char *value, gpointer data);
/* Calls `func` for everything that the sheets and the style attribute declare on the element,
 * weakest first, shorthands as they are. */
void svg_cascade_each(SvgSheets *sheets, const SvgNode *node, SvgDeclaredFunc func, gpointer data);

/* --- var(): CSS Custom Properties 1 §3 -------------------------------------------------------- */

gboolean svg_var_is_used(const char *value);
/* `value` with each var() replaced by what `node` inherits, or by its fallback. NULL when one has
 * neither, or a limit of css_limits.h is reached. The caller's. */
char *svg_var_resolve(SvgSheets *sheets, const SvgNode *node, const char *value);
