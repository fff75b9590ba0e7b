/* The edit of an action. */
#include "action/executor_priv.h"

SvgEdit *fairy_edit_new(SvgDocument *doc, const char *author, const FairyCoords *coords,
                        const FairyProjectContext *at)
{
    const SvgScope *scope = at && at->scope ? at->scope(at->data) : NULL;
    SvgEdit *edit = svg_edit_begin(doc, author);
    svg_edit_set_units(edit, fairy_coords_to_document(coords, (FairyPoint){0, 0}),
                       fairy_coords_length_to_document(coords, 1));
    if (scope) {
        svg_edit_set_scope(edit, scope);
    }
    return edit;
}

void fairy_edit_drop_kept(SvgEdit *edit, GPtrArray *ids)
{
    for (guint i = ids->len; i-- > 0;) {
        if (svg_edit_has_kept(edit, ids->pdata[i])) {
            g_ptr_array_remove_index(ids, i);
        }
    }
}
