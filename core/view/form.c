/* Lists, whatever the form. */
#include "view/form.h"

const FairyViewForm *fairy_form_of(const FairyViewOptions *options)
{
    return options->lines ? &fairy_form_lines : &fairy_form_json;
}

FairyList fairy_list_new(const FairyViewForm *form)
{
    return (FairyList){.form = form, .out = g_string_new(form->open)};
}

GString *fairy_list_next(FairyList *list)
{
    g_string_append(list->out, list->begun ? list->form->next : list->form->first);
    list->begun = TRUE;
    return list->out;
}

char *fairy_list_end(FairyList *list)
{
    g_string_append(list->out, list->form->close);
    return g_string_free(g_steal_pointer(&list->out), FALSE);
}
