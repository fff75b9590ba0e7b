/* Models: something that answers a request with a stream of text. A model never blocks: it is
 * started, and calls back from the GLib main context. */
#pragma once

#include <fairy/api_error.h>
#include <fairy/capabilities.h>
#include <fairy/error.h>
#include <fairy/network.h>
#include <fairy/prompt.h>
#include <fairy/settings.h>
#include <fairy/usage.h>
#include <svg/shape.h>

/* What is asked. Borrowed until the answer is done. */
typedef struct {
    const char *words;            /* the user's */
    SvgDocument *doc;             /* as it is now */
    const char *const *selection; /* ids, NULL-terminated; may be NULL */
    SvgPoint origin;              /* of model space */
    double step;
    SvgBox view; /* document space */
    /* All of that as a conversation; NULL for a model that doesn't read it. */
    const FairyPrompt *prompt;
    GDateTime *time;  /* that `prompt` tells; NULL = none */
    const char *mark; /* of the fences in `prompt`; NULL = none */
    guint max_output; /* tokens of the answer; 0 = as many as the model may write */
    /* FairyActionResult: of the actions of this answer that are over by now, in order, for a model
     * that says what came of them. NULL = nobody tells. */
    const GPtrArray *results;
} FairyRequest;

typedef struct _FairyModel FairyModel;

/* Called from the main context, never from inside a call of ours. */
typedef struct {
    /* More of the answer: valid UTF-8, in any pieces. */
    void (*text)(const char *text, gsize len, gpointer data);
    /* It is at work, though nothing of the answer comes; may be NULL. */
    void (*thinking)(gpointer data);
    /* It waits before it asks, because the server said so, to it or to others with the same key:
     * why, borrowed, and about how long. Then again when that is over: NULL and 0. That is no
     * failure, and takes as long as it takes; fairy_model_cancel() ends it. May be NULL. */
    void (*waiting)(const FairyApiError *api_error, gint64 wait_ms, gpointer data);
    /* What it has cost so far, each time that is some tokens more: estimated, where the provider
     * doesn't say. FALSE: no more is wanted; no text comes any more, and the answer ends, as one
     * that is cut off or however it says. May be NULL. */
    gboolean (*spent)(const FairyUsage *so_far, gpointer data);
    /* Once, last. FAIRY_API_ERROR_NONE when the answer is whole. Both are borrowed; `usage` is
     * never NULL. May start or free the model. */
    void (*done)(const FairyApiError *api_error, const FairyUsage *usage, gpointer data);
} FairyModelFuncs;

typedef struct {
    const char *name;    /* "offline" */
    const char *summary; /* a clause */
} FairyModelInfo;

/* The kinds of models there are, by index from 0; NULL after the last. Static. */
const FairyModelInfo *fairy_model_info(guint index);

typedef struct _FairyRecording FairyRecording;

/* What models are made with; all borrowed, and may be NULL. */
typedef struct {
    const FairySettings *settings;
    FairyNetwork *network;           /* that servers are asked through; NULL = the one that all
                                        in this main context share */
    FairyRecording *recording;       /* of what is asked and answered */
    volatile const int *interrupted; /* non-zero: a key isn't waited for any more */
    /* A line for the user about something that isn't as it should be, and goes on. */
    void (*warn)(const char *message, gpointer data);
    gpointer data;
} FairyModelContext;

/* "offline", "provider/name" or "replay:FILE". NULL with FAIRY_ERROR_USAGE that lists what there
 * is, or FAIRY_ERROR_MODEL with what is missing, e.g. a key. `context` may be NULL. */
FairyModel *fairy_model_new(const char *name, const FairyModelContext *context, GError **error);
void fairy_model_free(FairyModel *model);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyModel, fairy_model_free)
const char *fairy_model_name(const FairyModel *model);
/* The model's. */
const FairyCapabilities *fairy_model_capabilities(const FairyModel *model);
/* Starts the answer, in the thread-default main context. One at a time. `funcs` is copied. */
void fairy_model_start(FairyModel *model, const FairyRequest *request, const FairyModelFuncs *funcs,
                       gpointer data);
/* Ends it; no callback comes after this. What it has cost so far, when something ran; the model's,
 * else NULL. */
const FairyUsage *fairy_model_cancel(FairyModel *model);
