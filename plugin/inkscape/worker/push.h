/* How what fairies finish gets into a document that is open in Inkscape, while it is worked on: one
 * Push for each turn of a drawing. It decides when (pace.h), has Inkscape run the courier, which
 * merges into what is there then (../courier.h), and makes one undo step of all in the end, if
 * nobody did anything else meanwhile.
 *
 * Everything happens in the default main context. A callback may call push_changed(),
 * push_now() and push_end(), and none else; `over` may free the Push. */
#pragma once

#include "editor.h"

#include <svg/geometry.h>

typedef struct _Push Push;

typedef struct {
    Editor *editor;
    guint window;     /* the number of the window, from editor_find(); 0 = the only one */
    const char *path; /* of the document's file; NULL = it was never saved */
    const char *name; /* for sentences: "order.svg" */
    const char
        *folder; /* of ours alone, for the files that the courier reads (fairy_runtime_folder()) */
    GBytes *start; /* the document as the job began with it: what the menu entry was given */

    /* Our drawing now; the Push's. */
    GBytes *(*snapshot)(gpointer data);
    /* After a push: Inkscape has `now`, of `pushed`, an earlier snapshot. What it, and the person,
     * made of that is to be taken into our drawing before this returns, and wins. `lost`: sentences
     * of what gave way to the person (NULL-terminated, never NULL). All borrowed. Returns what the
     * next push begins from, which becomes the Push's: as fairy_job_take(); NULL = `now`. */
    GBytes *(*taken)(GBytes *pushed, GBytes *now, const char *const *lost, gpointer data);
    /* What is selected (ids, NULL-terminated), and what the person looks at: document space, an
     * upper bound, empty = unknown. Borrowed. */
    void (*seen)(const char *const *selected, const SvgBox *view, gpointer data);
    /* Finished actions are held back; `why` is a clause for the person ("you are typing a text").
     * NULL with 0: not any more. Called when one of the two changes. */
    void (*held)(const char *why, guint waiting, gpointer data);
    /* So many actions are in Inkscape's document now; it stood still for so long. */
    void (*pushed)(guint actions, guint ms, gpointer data);
    /* So many keys and clicks for Inkscape came while it stood still, and may be lost. May be NULL.
     */
    void (*missed)(guint n, gpointer data);
    /* Called once, last of all: after push_end(), when all is in the document; or with an error
     * when the document was closed, or Inkscape is gone. */
    void (*over)(const GError *error, gpointer data);
    gpointer data;
} PushOptions;

/* Begins. Options are copied; `editor` and `start` are held. */
Push *push_new(const PushOptions *options);
/* Nothing is called any more. Takes NULL. */
void push_free(Push *push);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Push, push_free)

/* An action that changed our drawing is finished. Call it for each, after it is in the drawing. */
void push_changed(Push *push);
/* The person wants to see what is held back: it is pushed, even if that ends what can be done again
 * or takes long, but not while a button is down, a key has just come or another document is in
 * front. Nothing happens where nothing waits. */
void push_now(Push *push);
/* Nothing more will come: what waits is pushed, then all is made one undo step. */
void push_end(Push *push);

/* `bytes` is the document as it is; `selected` and `view` as PushOptions.seen has them, `selected`
 * NULL where they couldn't be read: that would destroy something that the person has in hand. NULL
 * for all with an error. All borrowed. */
typedef void (*PushLookFunc)(GBytes *bytes, const char *const *selected, const SvgBox *view,
                             const GError *error, gpointer data);
/* Reads the document, once for an ask that doesn't come from the menu, which brings all of it. Of
 * `where` `editor`, `window`, `path`, `name` and `folder` count, and
 * `start`, which is how it was when it was read last. */
void push_look(const PushOptions *where, PushLookFunc func, gpointer data);
