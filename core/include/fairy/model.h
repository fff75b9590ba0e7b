/* Models: something that answers a request with a stream of text. A model never blocks: it is
 * started, and calls back from the GLib main context. */
#pragma once

#include <fairy/error.h>
#include <svg/shape.h>

/* What is asked. Borrowed until the answer is done. */
typedef struct {
    const char *prompt;           /* the user's words */
    SvgDocument *doc;             /* as it is now */
    const char *const *selection; /* ids, NULL-terminated; may be NULL */
    SvgPoint origin;              /* of model space */
    double step;
    SvgBox view; /* document space */
} FairyRequest;

typedef struct _FairyModel FairyModel;

/* More text of the answer. */
typedef void (*FairyTextFunc)(const char *text, gsize len, gpointer data);
/* Called once, last. `error` is NULL when the answer is whole; the caller's to copy. */
typedef void (*FairyDoneFunc)(const GError *error, gpointer data);

typedef struct {
    const char *name;    /* "offline" */
    const char *summary; /* a clause */
} FairyModelInfo;

/* The models there are, by index from 0; NULL after the last. Static. */
const FairyModelInfo *fairy_model_info(guint index);

/* "offline", later "provider/name" and "replay:FILE". NULL with FAIRY_ERROR_USAGE that lists what
 * there is. */
FairyModel *fairy_model_new(const char *name, GError **error);
void fairy_model_free(FairyModel *model);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyModel, fairy_model_free)
const char *fairy_model_name(const FairyModel *model);
/* Starts the answer; callbacks come from the thread-default main context, never from inside this
 * call. One at a time. */
void fairy_model_start(FairyModel *model, const FairyRequest *request, FairyTextFunc on_text,
                       FairyDoneFunc on_done, gpointer data);
/* Ends it; no callback comes after this. Harmless when nothing runs. */
void fairy_model_cancel(FairyModel *model);
