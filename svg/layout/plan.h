/* What a diagram consists of when it is arranged. Private to svg/layout. */
#pragma once

#include "edit/edit_priv.h"
#include "layout/layout.h"

#include <svg/layout.h>

typedef enum {
    SVG_ROLE_NONE,      /* it has no part in it */
    SVG_ROLE_NODE,      /* it gets a place */
    SVG_ROLE_FRAME,     /* nodes lie in it, and it goes around them */
    SVG_ROLE_RIDER,     /* it goes where `in` goes */
    SVG_ROLE_BYSTANDER, /* it only makes room */
    SVG_ROLE_BACKDROP,  /* it lies behind all, and grows as all does */
} SvgRole;

typedef struct {
    const SvgShape *shape;
    SvgNode *node;
    SvgBox box, to; /* with what belongs to it: where it was, and is to be */
    SvgBox body;    /* nodes: without that, where it was */
    int in;         /* index of the frame, or of what it rides on; -1 */
    SvgRole role;
    gboolean chosen;  /* by the caller */
    gboolean ended;   /* an edge ends at it */
    gboolean pinned;  /* it stays */
    gboolean carried; /* it is in a group that is moved as one */
    double sides[4];  /* frames: how far left, top, right, bottom are from what is in it */
    double title;     /* frames: how wide their words are, */
    double room;      /* and how much height they take from the top, */
    gboolean below;   /* or from the bottom */
    double beyond[4]; /* frames: how far words reach beyond their left, top, right, bottom */
    int index;        /* in the graph: of its node or cluster; -1 */
} SvgItem;

typedef struct {
    const SvgShape *shape;
    guint ends[2];           /* the items that it joins: from, to */
    guint from, to;          /* what these are compartments of, or they themselves */
    gboolean turned;         /* in the graph it goes the other way */
    int edge;                /* its index there; -1 */
    GArray *way;             /* where it goes best, as SvgLayoutGraph.ways has it; NULL: straight */
    GArray *corners;         /* the same with right angles (SvgPoint); NULL: unknown */
    struct _SvgJoint *joint; /* while lines are laid; NULL: it has none */
    SvgBox words;            /* empty: none */
} SvgTie;

typedef struct {
    SvgEdit *edit;
    GPtrArray *shapes; /* SvgShape */
    GArray *items;     /* SvgItem, in the order of painting */
    GArray *ties;      /* SvgTie: the edges */
    SvgBox bounds;     /* of all nodes and frames, as they were */
    double size;       /* the median height of nodes */
    guint n_nodes;
    SvgWay way;   /* in layers: where lines go */
    gboolean all; /* nobody has chosen */
} SvgPlan;

/* plan.c: reads it; FALSE with SVG_ERROR_INVALID when nothing is to be arranged, and with what
 * svg_edit_find() says of an unknown id. */
gboolean svg_plan_init(SvgPlan *plan, SvgEdit *edit, const char *const *ids, GError **error);
void svg_plan_clear(SvgPlan *plan);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SvgPlan, svg_plan_clear)

/* items.c */
SvgItem *svg_plan_item(const SvgPlan *plan, guint i);
SvgTie *svg_plan_tie(const SvgPlan *plan, guint i);
/* With heads or without. */
gboolean svg_plan_is_line(const SvgShape *shape);
/* A line, or drawn as one: only its outline, without words. */
gboolean svg_plan_is_open(const SvgShape *shape);
/* The box of all words on the shape; empty without any. */
SvgBox svg_plan_words(SvgDocument *doc, const char *id);
/* Whether the box lies in the frame, but for a hair, and isn't as large. */
gboolean svg_plan_lies_in(SvgBox box, SvgBox frame);
gboolean svg_item_is_closed(const SvgItem *item);
/* Whether it is in the frame, or in what is in it. */
gboolean svg_plan_is_within(const SvgPlan *plan, guint item, guint frame);
/* A text, or a box of which nothing but its words is seen. */
gboolean svg_item_is_words(const SvgItem *item);
/* Nodes and frames. */
gboolean svg_item_is_block(const SvgItem *item);

/* peers.c: more of what is a node; and plan->size. */
void svg_plan_find_peers(SvgPlan *plan);
/* Of all nodes: their area, or height. */
double svg_plan_median(const SvgPlan *plan, gboolean area);

/* stacks.c: what is drawn as several shapes is one node, and the others ride on it; edges are told
 * which. */
void svg_plan_find_stacks(SvgPlan *plan);
/* Whether both boxes are one, but for a hair. */
gboolean svg_plan_is_twin(SvgBox a, SvgBox b);
/* room.c: of what it is itself, where that is to be: lines go there, and rows are of these; */
SvgPoint svg_item_middle(const SvgItem *item);
/* that; */
SvgBox svg_item_body(const SvgItem *item);
/* what it takes where it is to be, with what belongs to it; */
SvgBox svg_item_room(const SvgItem *item);
/* the node that a text is a caption of, beside what is in the frame or, for -1, outside of
 * all; -1 for none. */
int svg_plan_find_captioned(const SvgPlan *plan, const SvgItem *item, int frame);
/* A node's box becomes that of all that goes along when it is moved; */
void svg_plan_measure_node(const SvgPlan *plan, SvgItem *item);
/* and of what rides right beside it. */
void svg_plan_make_room(SvgPlan *plan);
/* check.c: FALSE with SVG_ERROR_INVALID or SVG_ERROR_LOCKED where there is nothing to arrange, or
 * much isn't joined to anything. */
gboolean svg_plan_check(const SvgPlan *plan, GError **error);
/* place.c: says where everything is to be (SvgItem.to). */
gboolean svg_plan_place(SvgPlan *plan, const SvgLayout *layout, GError **error);
/* tidy.c: the same for nodes, as SVG_ARRANGE_TIDY has them. */
void svg_plan_tidy(SvgPlan *plan);
/* fit.c: how frames lie around what is in them. */
void svg_plan_measure_frames(SvgPlan *plan);
/* Frames that were much larger than what is in them are drawn in. */
void svg_plan_close_frames(SvgPlan *plan);
/* Puts frames around what is in them, then nothing on another: what may move goes right or down,
 * with all that is in it. */
void svg_plan_fit(SvgPlan *plan, double gap);
/* FALSE with SVG_ERROR_INVALID when a frame that stays has too little room. */
gboolean svg_plan_check_frames(const SvgPlan *plan, GError **error);

/* pairs.c: words that the line runs into stay in it, as those that a mask has a gap for. */
gboolean svg_tie_words_are_beside(const SvgTie *tie);
/* How many lines that join the same two were more to the right than it, and how many do in
 * all; */
guint svg_plan_count_beside(const SvgPlan *plan, const SvgTie *tie, guint *n);
/* how wide, across their way, the words are that stand in them; */
double svg_plan_words_between(const SvgPlan *plan, const SvgTie *tie);
/* a straight way for it beside theirs, that far from each other, where both shapes face each other
 * so far (SvgTie.corners; the caller's); else NULL; */
GArray *svg_plan_way_beside(const SvgPlan *plan, const SvgTie *tie, double apart);
/* and each gets the way on its side. */
void svg_plan_sort_beside(SvgPlan *plan);
/* square.c: where lines with right angles go that Graphviz has from layer to layer. */
void svg_plan_square(SvgPlan *plan);

/* companions.c: says where all that only goes along is to be. */
void svg_plan_place_companions(SvgPlan *plan);
/* It rides on a frame, and is resized as that is. */
gboolean svg_plan_is_twin_of_frame(const SvgPlan *plan, const SvgItem *item);
SvgPoint svg_item_moved_by(const SvgItem *item);
/* Of all nodes and frames, where they are to be. */
SvgBox svg_plan_bounds_now(const SvgPlan *plan);
