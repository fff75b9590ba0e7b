/* What one item of a phrase asks for ("the two red boxes on the left"): read by offline_item.c,
 * found by offline_choose.c. Private to offline_*.c. */
#pragma once

#include "model/offline.h"

/* A place or size one can sort by: the first of the sorted list is the `leftmost`. */
typedef enum {
    PICK_NONE,
    PICK_X,
    PICK_Y,
    PICK_AREA,
    PICK_WIDTH,
    PICK_HEIGHT,
    PICK_ORDER,
    PICK_MIDDLE
} FairyPickBy;

typedef struct {
    const char *phrase;
    FairyPickBy by;
    gboolean most;   /* the largest value first */
    gboolean strict; /* always means the extreme one, never a half of the page */
} FairyPick;

/* What one item of a phrase asks for. */
typedef struct {
    gboolean all; /* "all", "every", "both" */
    gboolean plural;
    gboolean pronoun;  /* "them": what was meant last */
    gboolean selected; /* "these", "the selection" */
    gboolean others;   /* "the other boxes" */
    gboolean everything;
    gboolean read; /* anything at all was read */
    const FairyNoun *noun;
    const FairyPick *pick;
    double count; /* "two"; 0 = not said */
    int ordinal;  /* 1…, −1 the last; 0 = not said */
    int labelled; /* 1 with a text, −1 without; 0 = not said */
    int locked;
    int dashed;   /* 1 dashed or dotted, −1 not; 0 = not said */
    GPtrArray *named; /* shapes by label, in the order of the drawing; NULL = not said */
    char *name;       /* as the user wrote it */
    char *color;
    SvgShape *from, *to; /* of arrows */
    gboolean either_end;
} FairyWanted;

void fairy_wanted_clear(FairyWanted *w);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(FairyWanted, fairy_wanted_clear)

/* FALSE with a problem when words are there but can't be understood, without when there are none.
 */
gboolean fairy_wanted_read(FairyPlan *plan, FairyCursor *c, guint flags, FairyWanted *w);
/* The shapes that fit, as many as were asked for. NULL with a problem when there is none, or when
 * several fit and one was meant. The caller's. */
GPtrArray *fairy_wanted_find(FairyPlan *plan, const FairyWanted *w);
/* Puts the children of a group in `shapes` in its place where `inner` is one, so that it can be
 * taken out. */
void fairy_shapes_open_around(const FairyPlan *plan, GPtrArray *shapes, const SvgShape *inner);
