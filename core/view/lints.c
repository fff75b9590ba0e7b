/* What may look wrong in the view, in short. */
#include "view/lints.h"

char *fairy_lints_print(const GPtrArray *lints, const FairyViewForm *form)
{
    FairyList list = fairy_list_new(form);
    for (guint i = 0; i < lints->len; i++) {
        form->lint(fairy_list_next(&list), lints->pdata[i]);
    }
    return fairy_list_end(&list);
}
