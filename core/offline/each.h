/* Commands that are done once in each part of the drawing ("in each column"), and the parts.
 * Private to core/offline. */
#pragma once

#include "offline/offline.h"

typedef struct {
    char *title;         /* "column 2", "\"Zone A\"" */
    SvgBox area;         /* where it is; columns and rows reach from one end of the drawing to the
                            other */
    GHashTable *members; /* set of SvgShape *, the plan's */
} FairyPart;
void fairy_part_free(gpointer data);

/* What a clause with such a phrase asks for. */
typedef struct {
    GArray *rest;     /* FairyToken: the clause without the phrase; their strings are the plan's */
    GPtrArray *parts; /* FairyPart, in order */
    gsize start, end; /* bytes of the phrase, in what the clause was read from */
    const char *many; /* what they are called: "columns"; static */
    gboolean tiles;   /* they are columns or rows, */
    SvgDirection along; /* one after the other in this direction */
} FairyEach;

/* Reads the phrase, wherever it stands in the clause; NULL when there is none. With a problem set
 * there are no such parts. Free with fairy_each_free(). */
FairyEach *fairy_each_read(FairyPlan *plan, const FairyCursor *clause);
void fairy_each_free(FairyEach *each);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyEach, fairy_each_free)
/* How many tokens the phrase is long that comes next, with a comma behind it; 0 = there is none. */
guint fairy_each_length(const FairyPlan *plan, const FairyCursor *c);
/* Adds the words of these phrases to a set of strings. */
void fairy_each_add_words(GHashTable *words);
/* The frames with other shapes in them whose name has a word that begins so (folded), as parts. The
 * caller's. */
GPtrArray *fairy_parts_named(const FairyPlan *plan, const char *name);
/* Makes the areas of parts, which follow one another on the axis, as large as fits, without a gap.
 * FALSE when some overlapped: then the border is in the middle of that. */
gboolean fairy_parts_tile(const FairyPlan *plan, GPtrArray *parts, SvgDirection axis);
/* All that is drawn and the page, with room at the borders. */
SvgBox fairy_plan_room(const FairyPlan *plan);
/* Takes out those that are frames around other boxes of the drawing, unless all of them are. */
void fairy_shapes_drop_frames(const FairyPlan *plan, GPtrArray *shapes);
