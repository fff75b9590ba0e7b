/* Writes what is sent to a model: who it is and what it can do, what was said before, what the
 * drawing is like now, and what is wanted; in this order, so that what stays the same from request
 * to request stands first. Which parts there are is told by the fairy's mode. */
#pragma once

#include <fairy/character.h>
#include <fairy/mode.h>
#include <fairy/model.h>
#include <fairy/project.h>
#include <fairy/todos.h>
#include <fairy/view.h>

/* Another fairy at the same drawing. */
typedef struct {
    const char *id;
    const char *name; /* may be NULL */
    FairyModeId mode;
    SvgBox box;     /* document space, where it is at work; without area: not known */
    const char *at; /* what it is at, in words; may be NULL */
} FairyPeer;

typedef enum { FAIRY_CONTEXT_SHAPES, FAIRY_CONTEXT_AREA, FAIRY_CONTEXT_POINT } FairyContextKind;

/* What a request is about, because the person pointed at it. */
typedef struct {
    FairyContextKind kind;
    const char *const *shapes; /* ids, one or more */
    SvgBox area;               /* document space, as is: */
    SvgPoint point;
} FairyContextItem;

/* What there is to tell. All is borrowed, and all but `doc`, `coords` and `needs` may be left out:
 * of what isn't there nothing is told. Ids of shapes that are gone are skipped. */
typedef struct {
    FairyModeId mode; /* an active one; NONE = one-shotting */
    SvgDocument *doc;
    FairyCoords *coords; /* of the conversation: remembers what was shown */
    const FairyCapabilities *capabilities;

    SvgBox view;                  /* document space, what is looked at; without area: the page */
    SvgBox user_view;             /* what the person looks at; without area: not known */
    const char *const *selection; /* ids, by the person */
    const FairyContextItem *context;
    guint n_context;
    const char *const *closer; /* ids: told in full, as the fairy asked to look closer */

    const char *author; /* the fairy's, in the journal; NULL: of changes nothing is told */
    guint seen;         /* version of `doc` that it saw last: what others did since is told */

    const char *fairy;               /* its id */
    const FairyCharacter *character; /* who it is */
    const FairyPeer *others;
    guint n_others;
    const FairyProjects *projects; /* with those of `fairy`, and its tasks */
    const FairyTodos *todos;
    GDateTime *time;
    const char *mark; /* fairy_fence_mark() of this request */

    const GPtrArray *history; /* FairyMessage, texts */
    const cJSON *data;        /* a list: what look-ups answered */
    const char *words;        /* this request's; NULL = `history` ends with them */

    const struct _FairyPicture *picture; /* of the view (<fairy/picture.h>); NULL = none */
    guint max_tokens; /* for shapes and clusters, by fairy_tokens(); 0 = FAIRY_VIEW_TOKENS */
} FairyComposeOptions;

/* The caller's. Draws no picture, and waits for nothing. NULL with FAIRY_ERROR_USAGE for a mode in
 * which a fairy doesn't ask its model. */
FairyPrompt *fairy_compose(const FairyComposeOptions *options, GError **error);

/* The whole of it as text for people: each piece under its name, with about how many tokens it has;
 * a picture as its size. The caller's. */
char *fairy_prompt_show(const FairyPrompt *prompt);
