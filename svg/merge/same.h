/* Whether two programs wrote the same. Private to svg/merge. */
#pragma once

#include "document/node.h"

/* Whether both values of that attribute say the same. What may be spelt otherwise is by the kind of
 * value that it has (edit/allowed_attributes.def, merge/spelt.def): a number by rounding, a colour,
 * a transform, path data, white space between tokens, declarations in another order. All others are
 * words, which are the same letter by letter. NULL = there is none. */
gboolean svg_same_value(const char *name, const char *a, const char *b);
/* The same of a declaration's values, in which white space between tokens never counts. */
gboolean svg_same_declared(const char *name, const char *a, const char *b);

/* The declarations of a style attribute (NULL = there is none): name → value, both the table's, in
 * lower case the one, with "!important" the other. g_hash_table_unref(). */
GHashTable *svg_style_table(const char *style);
/* The names of both, in lower case, each once, in the order in which they stand (char *). The
 * caller's. */
GPtrArray *svg_style_names(const char *style, const char *other);
/* Whether an attribute says where an element is, or how it is shaped. */
gboolean svg_is_geometry(const char *name);
/* Whether it is compared and merged at all: no id, no lock, no declaration of a prefix, and nothing
 * that says how a window shows the drawing. */
gboolean svg_is_merged(const char *name);
/* The character data directly in an element, with a mark where each element stands. The caller's.
 */
char *svg_own_text(const SvgNode *node);
