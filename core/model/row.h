/* One row of the registry of models, and how a kind of model is built. Private to core/. */
#pragma once

#include <fairy/model.h>

typedef struct {
    FairyModelInfo info;
    /* The model's own state; freed with `close`. */
    gpointer (*open)(const char *name, GError **error);
    void (*start)(gpointer state, const FairyRequest *request, FairyTextFunc on_text,
                  FairyDoneFunc on_done, gpointer data);
    void (*cancel)(gpointer state);
    void (*close)(gpointer state);
} FairyModelRow;

extern const FairyModelRow fairy_model_offline;
