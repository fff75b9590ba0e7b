/* One-shot: one prompt, one reply, applied while it arrives. */
#pragma once

#include <fairy/model.h>
#include <fairy/turn.h>

typedef struct {
    const char *model;            /* NULL = "offline" */
    const char *const *selection; /* ids; may be NULL */
    SvgBox view;                  /* empty = the page */
    SvgPoint origin;
    guint timeout_ms;            /* 0 = none */
    FairyOutcomeFunc on_outcome; /* may be NULL */
    gpointer data;
    volatile int *interrupted; /* polled; non-zero ends the run. May be NULL */
    FairyTodos *todos;         /* as in FairyTurnOptions */
    const FairyWeb *web;       /* as in FairyTurnOptions */
} FairyAskOptions;

/* Runs a main loop of its own until the reply is over, and what it asked for from outside is there;
 * `options` may be NULL. Returns the finished turn: its outcomes tell what happened. NULL on error
 * (FAIRY_ERROR_{MODEL,REPLY,USAGE,BUDGET}: USAGE for an empty prompt, an unknown model or selected
 * id, BUDGET for the timeout; FAIRY_ERROR_CANCELLED when interrupted): what was finished stays in
 * `doc`. The caller's. */
FairyTurn *fairy_ask(SvgDocument *doc, const char *prompt, const FairyAskOptions *options,
                     GError **error);
