/* Writes what is sent to a model: who it is and what it can do, what was said before, what the
 * drawing is like now, and what the person wants; in this order, so that what stays the same from
 * request to request stands first. */
#pragma once

#include <fairy/model.h>
#include <fairy/todos.h>
#include <fairy/view.h>

typedef struct {
    SvgDocument *doc;
    FairyCoords *coords;          /* of the conversation: remembers what was shown */
    SvgBox view;                  /* document space; empty = the page */
    const char *const *selection; /* ids; may be NULL */
    const FairyTodos *todos;      /* may be NULL */
    const GPtrArray *history;     /* FairySpeech, texts; may be NULL */
    const char *words;            /* this request's; NULL = `history` ends with them */
    const FairyModelNeeds *needs;
    char *
        *no_picture; /* why there is none although the model takes one; the caller's. May be NULL */
    guint max_tokens; /* for the drawing, by fairy_tokens(); 0 = FAIRY_VIEW_TOKENS */
} FairyComposeOptions;

/* The caller's. NULL with SVG_ERROR_NOT_FOUND for an unknown selected id. A picture that can't be
 * made is left out. */
FairyPrompt *fairy_compose(const FairyComposeOptions *options, GError **error);

/* The whole of it as text for people: each piece under its name, with about how many tokens it has;
 * a picture as its size. The caller's. */
char *fairy_prompt_show(const FairyPrompt *prompt);
