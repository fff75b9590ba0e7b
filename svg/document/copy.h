/* Copies of elements of another document. They are writes as those of splice.h. Private to svg/. */
#pragma once

#include "document/node.h"

/* What the copy's attribute is to be; NULL leaves it out. The caller's (g_free). */
typedef char *(*SvgCopyFunc)(const SvgAttr *attr, gpointer data);

/* All but its id. */
char *svg_copy_without_id(const SvgAttr *attr, gpointer data);

/* An unattached copy of the element without what is in it. NULL where its name's prefix means
 * nothing. */
SvgNode *svg_copy_element(SvgDocument *doc, SvgNode *from, SvgCopyFunc value, gpointer data);
/* All content of `node`, an element that is in the tree, becomes that of `from`: character data and
 * elements, no comments. */
void svg_copy_content(SvgDocument *doc, SvgNode *node, SvgNode *from, SvgCopyFunc value,
                      gpointer data);
/* A prefix that we don't know means at `node` what it means at `from`, where a name with it is to
 * be written; it is declared there where it doesn't. FALSE where it means nothing. */
gboolean svg_copy_bind(SvgDocument *doc, SvgNode *node, const SvgNode *from, const char *name);
