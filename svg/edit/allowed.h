/* What markup from outside may say: elements, attributes and their values, by tables
 * (allowed_elements.def, allowed_attributes.def). What isn't in them can't run, load, or change
 * what is drawn elsewhere. Private to svg/edit. */
#pragma once

#include "document/node.h"

/* What prefixes mean in markup that declares none. */
#define SVG_MARKUP_NAMESPACES                                         \
    "xmlns=\"http://www.w3.org/2000/svg\" "                           \
    "xmlns:xlink=\"http://www.w3.org/1999/xlink\" "                   \
    "xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" " \
    "xmlns:sodipodi=\"http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd\""

/* Whether the element may be written. */
gboolean svg_allowed_element(const char *name);
/* All that may, with commas; static. */
const char *svg_allowed_elements(void);

typedef struct _SvgAllowed SvgAllowed;

/* The row of an attribute, by its canonical name; NULL for one that can't be written. Static. */
const SvgAllowed *svg_allowed_find(const char *name);
/* Whether it is a CSS property, which any element may have. */
gboolean svg_allowed_is_property(const SvgAllowed *row);
/* Whether it says where such an element is, or how large. */
gboolean svg_allowed_is_geometry(const SvgAllowed *row, const char *element);
/* Whether it means anything on such an element. */
gboolean svg_allowed_on(const SvgAllowed *row, const char *element);
/* The attributes that such elements have and not all, with commas. The caller's. */
char *svg_allowed_names(const char *element);
/* Whether the value, white space around it aside, is one that every renderer reads, and refers to
 * nothing outside of the drawing. FALSE with SVG_ERROR_INVALID, which says what would be right. A
 * style="" is read by svg_allowed_style(). */
gboolean svg_allowed_value(const SvgAllowed *row, const char *value, GError **error);
/* The declarations of a style="" that may be written, as they are; the names of the others go into
 * `left_out` (char *, allocated). NULL with SVG_ERROR_INVALID for a value that isn't one. The
 * caller's. */
char *svg_allowed_style(const char *style, GPtrArray *left_out, GError **error);
