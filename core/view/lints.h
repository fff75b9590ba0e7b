/* The lints of a view. Private to core/view. */
#pragma once

#include "view/form.h"

/* Returns the lints of what touches `view` (document space),
 * [{"type":"friendless-arrow","shapeIds":["e7"]}] or as `form` has it, and adds to `unseen` as
 * svg_document_lints() does. Free with g_free(). */
char *fairy_lints_print(SvgDocument *doc, SvgBox view, const FairyViewForm *form,
                        GHashTable *unseen);
