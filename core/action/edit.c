/* The edit of an action. */
#include "action/executor_priv.h"

SvgEdit *fairy_edit_new(SvgDocument *doc, const char *author, const FairyProjectContext *at)
{
    const SvgScope *scope = at && at->scope ? at->scope(at->data) : NULL;
    SvgEdit *edit = svg_edit_begin(doc, author);
    if (scope) {
        svg_edit_set_scope(edit, scope);
    }
    return edit;
}
