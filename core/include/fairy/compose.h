/* Composes the prompt of a request: the fairy's role and actions, the history, the present state of
 * the drawing, and the words to answer, in this order, so that what stays the same from request to
 * request stands first. The row of the fairy's mode names the parts. */
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
    SvgBox box;     /* where it works, in document space; without area = unknown */
    const char *at; /* title of its task; may be NULL */
} FairyPeer;

typedef enum { FAIRY_CONTEXT_SHAPES, FAIRY_CONTEXT_AREA, FAIRY_CONTEXT_POINT } FairyContextKind;

/* Something that the person pointed at, and that the request is about. */
typedef struct {
    FairyContextKind kind;
    const char *const *shapes; /* SHAPES: one or more ids, NULL-terminated */
    SvgBox area;               /* AREA: in document space */
    SvgPoint point;            /* POINT: in document space */
} FairyContextItem;

/* What a prompt is made of. All of it is borrowed, and all but `doc`, `coords` and `capabilities`
 * may be NULL, 0 or empty: the prompt then leaves it out. Ids of shapes that are gone are skipped.
 */
typedef struct {
    FairyModeId mode;                  /* an active mode; NONE = one-shotting */
    const FairyAction *const *actions; /* that it may use; NULL = those of the mode */
    SvgDocument *doc;
    FairyCoords *coords; /* of the conversation; remembers what is shown */
    const FairyCapabilities *capabilities;

    SvgBox view;         /* what the fairy looks at, in document space; without area = the page */
    const SvgBox *areas; /* what the pictures show, one each, where they don't show the view */
    guint n_areas;
    SvgBox user_view;             /* what the person looks at; without area = unknown */
    const char *const *selection; /* ids of what the person selected */
    const FairyContextItem *context;
    guint n_context;
    const char *const *closer; /* ids to show in full, as the fairy asked to look closer */

    const char *author; /* the fairy as an author of commits; NULL = changes aren't shown */
    guint seen;         /* version of `doc` that it saw last: changes by others since are shown */

    const char *fairy;               /* its id */
    const FairyCharacter *character; /* the fairy's character */
    const char *standing;            /* what the person always wants of it */
    const FairyPeer *others;
    guint n_others;
    const FairyProjects *projects; /* those that `fairy` is in, and its tasks, are shown */
    const FairyTodos *todos;
    GDateTime *time;
    const char *mark; /* fairy_fence_mark() of this request */

    const GPtrArray *history; /* FairyMessage, texts only */
    const cJSON *data;        /* a list: the data that actions returned */
    const char *words;        /* to answer; NULL = `history` ends with them */

    const struct _FairyPicture *picture; /* of the view, or of each of `areas`
                                            (<fairy/picture.h>); NULL = none */
    guint max_tokens;                    /* of the view, by fairy_tokens(); 0 = FAIRY_VIEW_TOKENS */
} FairyComposeOptions;

/* Composes the prompt. It draws no picture, and waits for nothing. Free with fairy_prompt_free().
 * Returns NULL with FAIRY_ERROR_USAGE if the mode isn't active. */
FairyPrompt *fairy_prompt_compose(const FairyComposeOptions *options, GError **error);

/* Returns what a fairy at a task in that area is shown: the area and half of its size around it, as
 * far as that is on pages of the drawing. Document space. */
SvgBox fairy_prompt_task_view(SvgDocument *doc, SvgBox area);

/* Returns what others did since an earlier run, of fairy_changes_json(), in the lines in which a
 * prompt tells what they did since its last request; at most `max_tokens`, and how many others
 * there are. Free with g_free(). NULL if nothing was changed. */
char *fairy_prompt_changes(const char *changes, gsize max_tokens);

/* Returns the whole prompt as text for people: each content part under its name, with an estimate
 * of its tokens; of a picture its size. Free with g_free(). */
char *fairy_prompt_show(const FairyPrompt *prompt);
