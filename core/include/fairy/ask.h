/* One prompt: a model is asked, its answer applied while it arrives, and asked again where that is
 * needed: what went wrong may pass, the answer was cut off, or it asked for another look. */
#pragma once

#include <fairy/budget.h>
#include <fairy/model.h>
#include <fairy/turn.h>

typedef enum {
    FAIRY_PROGRESS_REQUEST,  /* a request is sent */
    FAIRY_PROGRESS_THINKING, /* the model is at work */
    FAIRY_PROGRESS_ANSWERED, /* an answer is over, whole or not */
    FAIRY_PROGRESS_WAIT,     /* something went wrong, and it is tried again */
} FairyProgressKind;

/* "request", "thinking", "answered", "wait" */
const char *fairy_progress_name(FairyProgressKind kind);

typedef struct {
    FairyProgressKind kind;
    guint request;           /* its number, from 1 */
    const FairyUsage *usage; /* ANSWERED: of this request */
    FairyCost cost;          /* ANSWERED: likewise */
    const FairyFault *fault; /* ANSWERED, WAIT: what was wrong; NULL = nothing */
    gint64 wait_ms;          /* WAIT */
} FairyProgress;

typedef struct {
    const char *model;            /* NULL = "offline" */
    FairyModelContext context;    /* what it is made with */
    FairyBudget *budget;          /* borrowed; NULL = no limits */
    const char *const *selection; /* ids; may be NULL */
    SvgBox view;                  /* empty = the page */
    SvgPoint origin;
    guint timeout_ms;     /* 0 = none */
    int retries;          /* failures in a row that are borne; 0 = FAIRY_MAX_RETRIES, below: none */
    guint first_retry_ms; /* 0 = FAIRY_FIRST_RETRY_MS */
    FairyOutcomeFunc on_outcome;                                       /* may be NULL */
    void (*on_progress)(const FairyProgress *progress, gpointer data); /* may be NULL */
    gpointer data;
    volatile int *interrupted; /* polled; non-zero ends the run. May be NULL */
    FairyTodos *todos;         /* as in FairyTurnOptions */
    const FairyWeb *web;       /* as in FairyTurnOptions */
} FairyAskOptions;

/* Runs a main loop of its own until the last answer is over, and what it asked for from outside is
 * there; `options` may be NULL. Returns the finished turn: its outcomes tell what happened. NULL on
 * error (FAIRY_ERROR_{MODEL,REPLY,USAGE,BUDGET}: USAGE for an empty prompt, an unknown model or
 * selected id, BUDGET for the timeout and the budget; FAIRY_ERROR_CANCELLED when interrupted): what
 * was finished stays in `doc`. The caller's. */
FairyTurn *fairy_ask(SvgDocument *doc, const char *prompt, const FairyAskOptions *options,
                     GError **error);
