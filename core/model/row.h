/* A row of the registry of models: how a kind of model is built. Private to core/model. */
#pragma once

#include <fairy/model.h>

typedef struct {
    FairyModelInfo info;
    /* Returns whether a model of this name is of this kind. */
    gboolean (*takes)(const char *name);
    /* Makes the model's own state, which `close` frees. Returns NULL with an error. */
    gpointer (*open)(const char *name, const FairyModelContext *context, GError **error);
    /* Returns the capabilities; NULL as a function = it reads no prompt and costs nothing. */
    const FairyCapabilities *(*capabilities)(gpointer state);
    void (*start)(gpointer state, const FairyRequest *request, const FairyModelFuncs *funcs,
                  gpointer data);
    const FairyUsage *(*cancel)(gpointer state);
    void (*close)(gpointer state);
} FairyModelRow;

extern const FairyModelRow fairy_model_offline;
extern const FairyModelRow fairy_model_http;
extern const FairyModelRow fairy_model_replay;

/* Makes a model of that row, whatever its name: fairy_model_new() looks the row up first. */
FairyModel *fairy_model_of(const FairyModelRow *row, const char *name,
                           const FairyModelContext *context, GError **error);
