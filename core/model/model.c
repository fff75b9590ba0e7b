/* The registry of models, and what is the same for all of them. */
#include "model/row.h"

#include <string.h>

struct _FairyModel {
    const FairyModelRow *row;
    char *name;
    gpointer state;
};

static const FairyModelRow *const rows[] = {&fairy_model_offline, &fairy_model_replay,
                                            &fairy_model_http};

const FairyModelInfo *fairy_model_info(guint index)
{
    return index < G_N_ELEMENTS(rows) ? &rows[index]->info : NULL;
}

static char *known_names(void)
{
    GString *names = g_string_new(NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_string_append_printf(names, "%s\"%s\" (%s)", i ? ", " : "", rows[i]->info.name,
                               rows[i]->info.summary);
    }
    return g_string_free(names, FALSE);
}

FairyModel *fairy_model_of(const FairyModelRow *row, const char *name,
                           const FairyModelContext *context, GError **error)
{
    static const FairyModelContext nothing = {0};
    gpointer state = row->open(name, context ? context : &nothing, error);
    if (!state) {
        return NULL;
    }
    FairyModel *model = g_new0(FairyModel, 1);
    model->row = row;
    model->name = g_strdup(name);
    model->state = state;
    return model;
}

FairyModel *fairy_model_new(const char *name, const FairyModelContext *context, GError **error)
{
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (rows[i]->takes(name)) {
            return fairy_model_of(rows[i], name, context, error);
        }
    }
    g_autofree char *valid = g_utf8_make_valid(name, -1);
    g_autofree char *names = known_names();
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE, "there is no model \"%s\"; there is %s",
                valid, names);
    return NULL;
}

void fairy_model_free(FairyModel *model)
{
    if (model) {
        model->row->close(model->state);
        g_free(model->name);
        g_free(model);
    }
}

const char *fairy_model_name(const FairyModel *model)
{
    return model->name;
}

const FairyCapabilities *fairy_model_capabilities(const FairyModel *model)
{
    static const FairyCapabilities nothing = {0};
    return model->row->capabilities ? model->row->capabilities(model->state) : &nothing;
}

void fairy_model_start(FairyModel *model, const FairyRequest *request, const FairyModelFuncs *funcs,
                       gpointer data)
{
    model->row->start(model->state, request, funcs, data);
}

const FairyUsage *fairy_model_cancel(FairyModel *model)
{
    return model->row->cancel(model->state);
}
