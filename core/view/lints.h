/* What may look wrong, as a model sees it. Private to core/. */
#pragma once

#include "view/form.h"

/* [{"type":"friendless-arrow","shapeIds":["e7"]}], or as `form` has it, of what touches `view`;
 * with what svg_document_lints() puts into `unseen`. The caller's. */
char *fairy_lints_print(SvgDocument *doc, SvgBox view, const FairyViewForm *form,
                        GHashTable *unseen);
