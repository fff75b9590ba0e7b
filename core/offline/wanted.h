/* What one item of a phrase asks for ("the two red boxes on the left"): read by item.c,
 * found by choose.c. Private to core/offline. */
#pragma once

#include "offline/offline.h"

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
    int dashed;       /* 1 dashed or dotted, −1 not; 0 = not said */
    GPtrArray *named; /* shapes by label, in the order of the drawing; NULL = not said */
    char *name;       /* as the user wrote it */
    char *color;
    SvgShape *from, *to; /* of arrows */
    gboolean either_end;
} FairyWanted;

void fairy_wanted_clear(FairyWanted *w);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(FairyWanted, fairy_wanted_clear)

/* --- names (name.c) ------------------------------------------------------------------- */

typedef enum { FAIRY_MATCH_NONE, FAIRY_MATCH_PART, FAIRY_MATCH_WORD, FAIRY_MATCH_EXACT } FairyMatch;

/* Those that fit best become `named`. FALSE when none fits at least as well as `least`. */
gboolean fairy_name_take(FairyPlan *plan, FairyWanted *w, const char *name, FairyMatch least);
/* "with BSD in their names": all that have it, however well it fits. */
gboolean fairy_name_read_having(FairyPlan *plan, FairyCursor *c, FairyWanted *w, gboolean *failed);
/* Says that nothing is called so; always FALSE. */
gboolean fairy_name_fail(FairyPlan *plan, const char *name);
/* How many unquoted words from here may belong to a name. */
guint fairy_name_words(const FairyCursor *c);
/* A quoted name, an id, or a bare name; fails when nothing fits. */
gboolean fairy_name_read(FairyPlan *plan, FairyCursor *c, FairyWanted *w);

/* --- items ------------------------------------------------------------------------------------ */

/* FALSE with a problem when words are there but can't be understood, without when there are none.
 */
gboolean fairy_wanted_read(FairyPlan *plan, FairyCursor *c, guint flags, FairyWanted *w);
/* The shapes that fit, as many as were asked for. NULL with a problem when there is none, or when
 * several fit and one was meant. The caller's. */
GPtrArray *fairy_wanted_find(FairyPlan *plan, const FairyWanted *w);
/* Leaves out what isn't to be changed; all of it stays where it is `named` and none is. */
void fairy_shapes_keep_changeable(FairyPlan *plan, GPtrArray *shapes, gboolean named);
/* Drops what is inside another shape of the list. */
void fairy_shapes_keep_outermost(const FairyPlan *plan, GPtrArray *shapes);
/* Puts what is in a group in its place where people mean that. */
void fairy_shapes_open_wrappers(const FairyPlan *plan, GPtrArray *shapes);
/* "the word Login": the words, not the box. */
void fairy_shapes_use_labels(const FairyPlan *plan, const FairyWanted *w, GPtrArray *shapes);
/* Puts the children of a group in `shapes` in its place where `inner` is one, so that it can be
 * taken out. */
void fairy_shapes_open_around(const FairyPlan *plan, GPtrArray *shapes, const SvgShape *inner);
