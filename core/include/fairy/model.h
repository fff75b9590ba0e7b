/* Models: each answers a request with a stream of text. A model never blocks: it is started, and
 * calls back from the thread-default main context. */
#pragma once

#include <fairy/api_error.h>
#include <fairy/capabilities.h>
#include <fairy/error.h>
#include <fairy/network.h>
#include <fairy/project.h>
#include <fairy/prompt.h>
#include <fairy/settings.h>
#include <fairy/usage.h>
#include <svg/shape.h>

/* A request. All that it points to is borrowed until the response is over. */
typedef struct {
    const char *words;            /* the person's words */
    SvgDocument *doc;             /* the drawing as it is now */
    const char *const *selection; /* ids, NULL-terminated; may be NULL */
    SvgPoint origin;              /* of model space, in document space */
    double step;                  /* of model space: document units per unit */
    SvgBox view;                  /* what the fairy looks at, in document space */
    /* The same as a conversation; NULL for a model whose capabilities say that it reads none. */
    const FairyPrompt *prompt;
    GDateTime *time;  /* the time that stands in `prompt`; NULL = none */
    const char *mark; /* of the fences in `prompt`; NULL = none */
    guint number;     /* of the fairy's requests in its run, from 1; 0 = untold */
    guint64 n_input;  /* tokens of `prompt`, as estimated; 0 = nobody did */
    guint max_output; /* limit of output tokens; 0 = as many as the model may write */
    /* FairyActionResult: results of this reply's actions so far, in order, for a model that reports
     * them in its closing message. It grows while the reply arrives. NULL = nobody tells. */
    const GPtrArray *results;
    /* Projects, and the id of the fairy that asks, for a model that reads no prompt: it finds there
     * whether it leads one, and which task it is at. NULL = it is by itself. */
    const FairyProjects *projects;
    const char *fairy;
    const char *const *names; /* of the fairies at the drawing: id, name, id, name …,
                                 NULL-terminated; NULL = unknown */
} FairyRequest;

typedef struct _FairyModel FairyModel;

/* Callbacks, from the main context only, never from within fairy_model_start(). */
typedef struct {
    /* More text of the reply: valid UTF-8, split anywhere. */
    void (*text)(const char *text, gsize len, gpointer data);
    /* The model is at work, but no text of the reply arrives. May be NULL. */
    void (*thinking)(gpointer data);
    /* The model waits before it sends the request, because the server said so, to it or to others
     * with the same key: why (borrowed), and about how many ms. When that is over it is called
     * again, with NULL and 0. This is no failure, however long it takes; fairy_model_cancel() ends
     * it. May be NULL. */
    void (*waiting)(const FairyApiError *api_error, gint64 wait_ms, gpointer data);
    /* The request isn't sent yet, as others are before it, or the rate doesn't allow it; or it is
     * by now. May be NULL. */
    void (*lined)(gboolean in_line, gpointer data);
    /* The usage so far, each time it has grown by some tokens; estimated where the provider doesn't
     * say. If it returns FALSE no more text comes, and the response ends at once, with `done`. May
     * be NULL. */
    gboolean (*spent)(const FairyUsage *so_far, gpointer data);
    /* The end of the response, called exactly once. The kind is FAIRY_API_ERROR_NONE if it is
     * complete. Both arguments are borrowed for the call; `usage` is never NULL. The callee may
     * start or free the model. */
    void (*done)(const FairyApiError *api_error, const FairyUsage *usage, gpointer data);
} FairyModelFuncs;

typedef struct {
    const char *name;    /* "offline" */
    const char *summary; /* a clause */
} FairyModelInfo;

/* Returns the kind of model at this index, from 0; static. NULL after the last. */
const FairyModelInfo *fairy_model_info(guint index);

typedef struct _FairyRecording FairyRecording;
typedef struct _FairyCourse FairyCourse;

/* What models are made with. All of it is borrowed, and each may be NULL. */
typedef struct {
    const FairySettings *settings;
    FairyNetwork *network;           /* servers are asked through it; NULL = the network that all
                                        in this main context share */
    FairyRecording *recording;       /* requests and responses are recorded in it */
    FairyCourse *course;             /* of the run that it takes part in (fairy/course.h) */
    const char *fairy;               /* id of the fairy that asks */
    volatile const int *interrupted; /* non-zero ends the wait for a key-command */
    /* Called with a line for the person, when something is wrong but the run goes on. */
    void (*warn)(const char *message, gpointer data);
    gpointer data;
} FairyModelContext;

/* Makes the model of that name: "offline", "PROVIDER/NAME" or "replay:FILE". `context` may be NULL;
 * what it points to must outlive the model. Free with fairy_model_free(). Returns NULL with
 * FAIRY_ERROR_USAGE if there is none of that name (the message lists the kinds), or with
 * FAIRY_ERROR_MODEL if something is missing, e.g. the key. */
FairyModel *fairy_model_new(const char *name, const FairyModelContext *context, GError **error);
/* Ends a response that is under way, without a callback, and frees the model. Accepts NULL. */
void fairy_model_free(FairyModel *model);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyModel, fairy_model_free)
/* Returns the name that the model was made with. Borrowed from the model. */
const char *fairy_model_name(const FairyModel *model);
/* Returns the model's capabilities. Borrowed from the model; those of a replay change with each
 * request. */
const FairyCapabilities *fairy_model_capabilities(const FairyModel *model);
/* Sends the request, and calls back in the thread-default main context. A model answers one request
 * at a time. `funcs` is copied; `request` is borrowed until `done` is called. */
void fairy_model_start(FairyModel *model, const FairyRequest *request, const FairyModelFuncs *funcs,
                       gpointer data);
/* Ends the response; no callback comes after this. Returns its usage so far, borrowed from the
 * model, or NULL if nothing was under way. */
const FairyUsage *fairy_model_cancel(FairyModel *model);
