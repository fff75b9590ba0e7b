/* The built-in reader of plain commands: words → tokens → clauses → actions. Private to core/.
 * It plans on its own copy of the shapes, so that a later sentence sees what an earlier one did. */
#pragma once

#include "language/language.h"

#include <svg/compare.h>
#include <svg/edit.h>
#include <svg/shape.h>

#include <cjson/cJSON.h>

#include <glib.h>

/* What may come of a place, or a size, that was said exactly. */
enum { FAIRY_MEANT_THERE = 1 << SVG_WORSE_LIES_ON | 1 << SVG_WORSE_STICKS_OUT };

/* --- the plan (plan.c) ---------------------------------------------------------------- */

/* What is said of a clause, if its actions are done. */
typedef struct {
    char *text;
    char *clause;     /* as it was written */
    guint first, end; /* of the actions; both 0: it is true whatever comes of them */
} FairyStatement;

typedef struct {
    SvgDocument *doc; /* for free ids; may be NULL */
    SvgBox page;
    SvgPoint origin;
    double step;
    const char *const *selection; /* may be NULL */

    GPtrArray *shapes;    /* SvgShape, as they will be after the actions so far */
    GPtrArray *gone;      /* SvgShape, deleted ones */
    GHashTable *ids;      /* every id → SvgShape; borrowed */
    GHashTable *names;    /* folded label, name or id; a set */
    SvgShape *background; /* an unlabelled frame around everything; NULL if there is none */
    gboolean selected;    /* whether `last` is still the user's selection */
    GPtrArray *last;      /* SvgShape: what "it" and "them" mean */
    GPtrArray *made;      /* SvgShape: what the previous clause made */

    SvgBox area;        /* only what lies in it is changed; empty: all of the drawing */
    GHashTable *within; /* set of SvgShape *: the same; NULL: all */
    gboolean elsewhere; /* what is meant is there, but isn't to be changed */

    char *prompt;
    GArray *tokens; /* of it */
    guint pos;      /* how many of them are read */

    cJSON *actions;
    guint n_heard;         /* of what came of them */
    guint n_written;       /* of them, in the reply */
    GString *said;         /* sentences about what the current clause does */
    GArray *claims;        /* FairyStatement: what those before did */
    GPtrArray *done;       /* char *: the clauses that were understood, as they were written */
    GPtrArray *refused;    /* char *: sentences about what wasn't done */
    char *problem;         /* why the current clause can't be done; NULL */
    const FairyNoun *noun; /* the latest kind that was named: what "ones" are */
    gboolean lost;         /* a clause wasn't understood */
    gboolean left_out;     /* one was, but would have done damage */
    gboolean unforeseen;   /* what was planned changes more than the plan's shapes say */
    gboolean listed;       /* the latest selection named its shapes one by one, */
    gboolean whole;        /* or was of everything */
    guint way, n_ways;     /* of the ways to do the clause: which is to be taken, from 0; how many
                              there are, as far as its command said */
    guint meant;           /* bits (1 << SvgWorseKind): what it may make worse, as that was said */
} FairyPlan;

/* Whether that is why nothing was done: there is nothing in the drawing that was meant. */
gboolean fairy_offline_means_nothing(const char *why);

/* Takes `shapes`. */
FairyPlan *fairy_plan_new(GPtrArray *shapes, SvgDocument *doc, SvgBox page, SvgPoint origin,
                          double step, const char *const *selection);
void fairy_plan_free(FairyPlan *plan);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyPlan, fairy_plan_free)
/* Takes `shapes` in place of its own. What "it" means, and what was planned, stays. */
void fairy_plan_renew(FairyPlan *plan, GPtrArray *shapes);

/* What to read from now on (commands.c). */
void fairy_plan_begin(FairyPlan *plan, const char *prompt);
/* Reads the next clause. FALSE when there is none left. */
gboolean fairy_plan_next(FairyPlan *plan);
/* Reads the whole prompt. */
void fairy_plan_read(FairyPlan *plan, const char *prompt);

/* The reply (reply.c) is written bit by bit, so that its closing message can tell what
 * came of the actions. `results` are FairyActionResult; NULL = all was done as planned. */

/* The text of the reply up to the actions that are planned; "" when it is written. The caller's. */
char *fairy_plan_write(FairyPlan *plan);
/* Whether any of the results that are new since the last call isn't as it was planned: then the
 * drawing isn't what the plan's shapes say. */
gboolean fairy_plan_strayed(FairyPlan *plan, const GPtrArray *results);
/* The rest of the reply; the caller's. */
char *fairy_plan_close(FairyPlan *plan, const GPtrArray *results);
/* The same of a fairy at a task: nothing is told to the person, and the task is called done where
 * anything was done for it. */
char *fairy_plan_close_task(FairyPlan *plan, const GPtrArray *results);
/* {"actions":[…]}, all of it; the caller's. */
char *fairy_plan_reply(FairyPlan *plan, const GPtrArray *results);

/* Whether the shape is one of those that may be changed. */
gboolean fairy_plan_has(const FairyPlan *plan, const SvgShape *shape);
/* Makes a shape known by its id and its names. */
void fairy_plan_index(FairyPlan *plan, SvgShape *shape);
/* Says why the clause can't be done; the first reason counts. Always FALSE. */
gboolean fairy_plan_fail(FairyPlan *plan, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* Commands for those who ask what can be said. */
extern const char fairy_examples[];
/* Adds a sentence to what is said of the current clause. */
void fairy_plan_say(FairyPlan *plan, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* Whether the clause is over, or goes on with ", …" or "and …". Steps over fillers; fails
 * otherwise. */
gboolean fairy_plan_ends(FairyPlan *plan, FairyCursor *c);
/* What "it" and "them" mean from now on. */
void fairy_plan_remember(FairyPlan *plan, const GPtrArray *shapes);
/* "3 boxes", "the box \"Login\"". The caller's. */
char *fairy_plan_count(const GPtrArray *shapes);
/* Whether a word of its label or name begins so (folded). */
gboolean fairy_shape_is_called(const SvgShape *shape, const char *name);
/* "\"Login\"", "#rect-3". The caller's. */
char *fairy_shape_title(const SvgShape *shape);
/* Titles of the first few, "and 7 more". The caller's. */
char *fairy_plan_titles(const GPtrArray *shapes);
/* The first `most`. */
char *fairy_plan_some_titles(const GPtrArray *shapes, guint most);
/* The words of all labels and names, in lower case: a set. */
GHashTable *fairy_plan_words(const FairyPlan *plan);
/* The arrows and lines at any of `shapes`. */
GPtrArray *fairy_plan_links(const FairyPlan *plan, const GPtrArray *shapes);

/* --- actions (actions.c) -------------------------------------------------------------- */

/* An action that isn't done on the plan's shapes: what comes next is planned when it was done. */
cJSON *fairy_plan_action(FairyPlan *plan, const char *type);
void fairy_plan_add_ids(cJSON *action, const GPtrArray *shapes);

/* Each of these is written and done on the plan's shapes. */
void fairy_plan_offset(FairyPlan *plan, const GPtrArray *shapes, double dx, double dy);
void fairy_plan_move(FairyPlan *plan, SvgShape *shape, SvgPoint corner);
void fairy_plan_place(FairyPlan *plan, SvgShape *shape, const SvgShape *reference, SvgSide side,
                      double gap);
void fairy_plan_align(FairyPlan *plan, const GPtrArray *shapes, SvgAlignment alignment);
void fairy_plan_distribute(FairyPlan *plan, const GPtrArray *shapes, SvgDirection direction);
/* In the order given. */
void fairy_plan_stack(FairyPlan *plan, const GPtrArray *shapes, SvgDirection direction, double gap);
/* In rows, in the order given: all cells as large as the largest shape, which is in the middle. */
void fairy_plan_grid(FairyPlan *plan, const GPtrArray *shapes, guint columns, double gap);
void fairy_plan_resize(FairyPlan *plan, const GPtrArray *shapes, double sx, double sy,
                       SvgPoint origin);
void fairy_plan_rotate(FairyPlan *plan, const GPtrArray *shapes, double degrees, SvgPoint origin);
void fairy_plan_front(FairyPlan *plan, const GPtrArray *shapes, gboolean front);
void fairy_plan_delete(FairyPlan *plan, SvgShape *shape);
void fairy_plan_label(FairyPlan *plan, SvgShape *shape, const char *text);
/* `color` or `fill` may be NULL: kept. */
void fairy_plan_color(FairyPlan *plan, SvgShape *shape, const char *color, const char *fill);
/* Turns an arrow round. */
void fairy_plan_reverse(FairyPlan *plan, SvgShape *arrow);
/* Another kind of outline. */
void fairy_plan_kind(FairyPlan *plan, SvgShape *shape, SvgKind kind);
/* What to make; strings are borrowed. `fill` NULL: none. */
typedef struct {
    SvgKind kind;
    SvgBox box;
    SvgPoint start, end; /* lines and arrows */
    const SvgShape *from, *to;
    const char *color, *fill, *text;
    double font_size; /* of texts; 0 leaves it open */
} FairyMake;
/* The new shape, the plan's. `stem` is what its id starts with. */
SvgShape *fairy_plan_make(FairyPlan *plan, const FairyMake *make, const char *stem);

/* Exact looks; what is NULL, NAN or 0 stays. */
typedef struct {
    const char *stroke, *fill, *dash;
    double width, opacity; /* of the stroke, in document units; of the whole shape */
    int bold, italic;      /* −1 not */
} FairyStyle;
void fairy_plan_style(FairyPlan *plan, SvgShape *shape, const FairyStyle *style);
/* The same for the words on the shape. */
void fairy_plan_style_words(FairyPlan *plan, SvgShape *shape, const FairyStyle *style);
/* `name` may be NULL. */
void fairy_plan_group(FairyPlan *plan, const GPtrArray *shapes, const char *name);
/* For a moment: the group gets that id. */
void fairy_plan_group_as(FairyPlan *plan, const GPtrArray *shapes, const char *id);
/* An id no shape has: the letters and digits of `stem`, numbered when taken. The caller's. */
char *fairy_plan_free_id(const FairyPlan *plan, const char *stem);
/* The whole drawing, as one group; factors may be negative (whole.c). */
void fairy_plan_scale_whole(FairyPlan *plan, double sx, double sy);
/* The middle between two shapes that lie side by side; of more, of all (between.c). */
SvgPoint fairy_between(const GPtrArray *references);
/* The arrow or line between two shapes, whichever way it goes, the last of *count. */
SvgShape *fairy_plan_link_between(FairyPlan *plan, const SvgShape *a, const SvgShape *b,
                                  guint *count);
/* The shape goes into the arrow. */
void fairy_plan_insert(FairyPlan *plan, const SvgShape *arrow, const SvgShape *shape);
/* Where something of that size doesn't fit between them: a second way to do the clause, which moves
 * what lies behind. */
void fairy_make_room(FairyPlan *plan, const GPtrArray *references, SvgBox size);
/* A frame is moved with what is in it: adds that (move.c). */
void fairy_plan_take_contents(const FairyPlan *plan, GPtrArray *shapes);
void fairy_plan_ungroup(FairyPlan *plan, SvgShape *group);

/* --- geometry of the plan (plan.c) ---------------------------------------------------- */

SvgBox fairy_shapes_bounds(const GPtrArray *shapes);
/* A new array in reading order: rows from the top, each from the left. */
GPtrArray *fairy_shapes_reading_order(const GPtrArray *shapes);
/* A new array by place along an axis. */
GPtrArray *fairy_shapes_sorted(const GPtrArray *shapes, SvgDirection direction);
/* Along which axis they are spread more. */
SvgDirection fairy_shapes_direction(const GPtrArray *shapes);
/* Whether `ancestor` is a group that holds the shape, at any depth. */
gboolean fairy_plan_is_inside(const FairyPlan *plan, const SvgShape *shape,
                              const SvgShape *ancestor);
/* How far from a box of that size another one goes: as the drawing's neighbours along that axis
 * are, within reason. */
double fairy_plan_gap(const FairyPlan *plan, SvgBox size, SvgDirection along);
/* The axis on which what is at that side lies. */
SvgDirection fairy_side_direction(SvgSide side);

/* --- which shapes (select.c) ---------------------------------------------------------- */

enum {
    FAIRY_SELECT_NO_WITH = 1 << 0,  /* "with …" belongs to the command */
    FAIRY_SELECT_COLOR = 1 << 1,    /* a colour without a noun belongs to the command */
    FAIRY_SELECT_ARRANGE = 1 << 2,  /* leave connectors out of "everything" */
    FAIRY_SELECT_LOCKED = 1 << 3,   /* locked ones too */
    FAIRY_SELECT_OPTIONAL = 1 << 4, /* no words at all mean what "them" means */
    FAIRY_SELECT_NO_AND = 1 << 5,   /* one item */
    FAIRY_SELECT_NO_PLACE = 1 << 6, /* "in the middle" belongs to the command */
    FAIRY_SELECT_NO_NAME = 1 << 7,  /* what follows a noun is no name of it */
    FAIRY_SELECT_SOFT = 1 << 8,     /* "labelled X" belongs to the command unless there is an X */
};
/* Reads a phrase like "the red boxes except Login". Shapes without repeats (borrowed from the
 * plan), never empty; the caller's array. NULL with a problem set, the cursor where it was. */
GPtrArray *fairy_select(FairyPlan *plan, FairyCursor *c, guint flags);
/* The same for a phrase that must mean one shape. */
SvgShape *fairy_select_one(FairyPlan *plan, FairyCursor *c, guint flags);
/* "except X" after the rest of a command: takes X out of `shapes`. FALSE with a problem when
 * nothing is left. */
gboolean fairy_select_but(FairyPlan *plan, FairyCursor *c, GPtrArray *shapes);

/* --- looks (look.c) and sizes (size.c) ------------------------------------------
 */

typedef enum {
    FAIRY_ON_WHOLE,
    FAIRY_ON_OUTLINE,
    FAIRY_ON_LETTERS,
    FAIRY_ON_FILL,
    FAIRY_ON_COUNT
} FairyLookPart;

/* What a shape is to look like; what wasn't said is NULL, NAN or 0. */
typedef struct {
    FairyLookPart on; /* what the words that don't say are about */
    char *colors[FAIRY_ON_COUNT];
    const char *fill; /* what an action's `fill` takes */
    const char *dash; /* "solid", "dashed", "dotted" */
    double opacity;
    double width, width_by; /* of outlines and lines: document units; times */
    int bold, italic;       /* −1 not */
} FairyLook;
void fairy_look_init(FairyLook *look);
void fairy_look_clear(FairyLook *look);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(FairyLook, fairy_look_clear)
/* Steps over "the outline of", "the text on" …; FAIRY_ON_WHOLE when there is none. */
FairyLookPart fairy_words_part(FairyCursor *c);
/* "red", "dashed and thicker", "filled with green", "half transparent". Adds to `look`. */
gboolean fairy_words_look(FairyCursor *c, FairyLook *look);
/* "the same colour as Login". FALSE, with a problem where there is such a phrase. */
gboolean fairy_words_same_color(FairyPlan *plan, FairyCursor *c, FairyLook *look);
/* One word of it that isn't a colour: "dashed", "thick", "bold". */
gboolean fairy_words_adjective(FairyCursor *c, FairyLook *look);
/* Ends the clause: gives the shapes the look, and says so. */
gboolean fairy_look_give(FairyPlan *plan, FairyCursor *c, GPtrArray *shapes, const FairyLook *look);
/* No colour was said, or none that is known: says so; always FALSE. */
gboolean fairy_look_fail(FairyPlan *plan);

typedef struct {
    double sx, sy;  /* factors */
    double w, h;    /* or a size; NAN keeps */
    gboolean match; /* the size of another shape, or of the largest */
    gboolean match_w, match_h;
} FairySize;
/* "bigger", "twice as wide", "120x60", "the same size as Login". */
gboolean fairy_words_size(FairyPlan *plan, FairyCursor *c, FairySize *size);
/* Ends the clause: resizes the shapes, and says so. */
gboolean fairy_size_give(FairyPlan *plan, FairyCursor *c, GPtrArray *shapes, FairySize *size);

/* --- commands --------------------------------------------------------------------------------- */

/* Does one clause; the cursor stands after the verb. `variant` is the verb table's. FALSE with a
 * problem set; nothing was planned then. Leaves the cursor where the same verb may go on ("and …").
 */
typedef gboolean (*FairyCommandFunc)(FairyPlan *plan, FairyCursor *c, int variant);

/* --- verbs (verbs.c) --- */
enum {
    FAIRY_VERB_NOUN = 1 << 0, /* also a noun or adjective: begins a clause only before its object */
};
typedef struct {
    const char *phrase;
    FairyCommandFunc run;
    int variant;
    guint flags;
} FairyVerb;
/* Steps over a verb; NULL when there is none. */
const FairyVerb *fairy_verb_find(FairyCursor *c);
/* The same for "removed", "moved" … */
const FairyVerb *fairy_verb_find_done(FairyCursor *c);
/* Phrases that mean nothing at the start and at the end of a clause. */
extern const char *const fairy_lead_fillers[], *const fairy_tail_fillers[];
/* Puts right what is misspelt by a letter, unless the drawing has such a word. */
void fairy_respell(const FairyPlan *plan, GArray *tokens);

/* move.c */
gboolean fairy_command_move(FairyPlan *plan, FairyCursor *c, int variant);
/* align.c */
gboolean fairy_command_align(FairyPlan *plan, FairyCursor *c, int variant);
gboolean fairy_command_center(FairyPlan *plan, FairyCursor *c, int variant);
/* arrange.c */
gboolean fairy_command_distribute(FairyPlan *plan, FairyCursor *c, int variant);
gboolean fairy_command_arrange(FairyPlan *plan, FairyCursor *c, int variant);
gboolean fairy_command_swap(FairyPlan *plan, FairyCursor *c, int variant);
/* delete.c, group.c, change.c, look.c, size.c */
gboolean fairy_command_delete(FairyPlan *plan, FairyCursor *c, int variant);
gboolean fairy_command_group(FairyPlan *plan, FairyCursor *c, int variant);
gboolean fairy_command_make(FairyPlan *plan, FairyCursor *c, int variant);
gboolean fairy_command_give(FairyPlan *plan, FairyCursor *c, int variant);
gboolean fairy_command_thicken(FairyPlan *plan, FairyCursor *c, int variant);
gboolean fairy_command_color(FairyPlan *plan, FairyCursor *c, int variant);
gboolean fairy_command_fill(FairyPlan *plan, FairyCursor *c, int variant);
gboolean fairy_command_resize(FairyPlan *plan, FairyCursor *c, int variant);
gboolean fairy_command_rotate(FairyPlan *plan, FairyCursor *c, int variant);
gboolean fairy_command_flip(FairyPlan *plan, FairyCursor *c, int variant);
/* label.c */
gboolean fairy_command_label(FairyPlan *plan, FairyCursor *c, int variant);
gboolean fairy_command_change(FairyPlan *plan, FairyCursor *c, int variant);
gboolean fairy_command_number(FairyPlan *plan, FairyCursor *c, int variant);
gboolean fairy_command_replace(FairyPlan *plan, FairyCursor *c, int variant);
gboolean fairy_command_write(FairyPlan *plan, FairyCursor *c, int variant);
/* "from → to" on each arrow, or numbers. */
void fairy_label_arrows(FairyPlan *plan, const GPtrArray *arrows);
/* create.c, connect.c */
gboolean fairy_command_add(FairyPlan *plan, FairyCursor *c, int variant);
gboolean fairy_command_connect(FairyPlan *plan, FairyCursor *c, int variant);
gboolean fairy_command_arrow(FairyPlan *plan, FairyCursor *c, int variant);
gboolean fairy_command_disconnect(FairyPlan *plan, FairyCursor *c, int variant);
gboolean fairy_command_reverse(FairyPlan *plan, FairyCursor *c, int variant);
/* diagram.c */
gboolean fairy_command_layout(FairyPlan *plan, FairyCursor *c, int variant);
gboolean fairy_command_tidy(FairyPlan *plan, FairyCursor *c, int variant);
gboolean fairy_command_recolor(FairyPlan *plan, FairyCursor *c, int variant);
gboolean fairy_command_reconnect(FairyPlan *plan, FairyCursor *c, int variant);
gboolean fairy_command_insert(FairyPlan *plan, FairyCursor *c, int variant);
gboolean fairy_command_callout(FairyPlan *plan, FairyCursor *c, int variant);
/* ask.c */
gboolean fairy_command_help(FairyPlan *plan, FairyCursor *c, int variant);
gboolean fairy_command_count(FairyPlan *plan, FairyCursor *c, int variant);
gboolean fairy_command_links(FairyPlan *plan, FairyCursor *c, int variant);
gboolean fairy_command_undo(FairyPlan *plan, FairyCursor *c, int variant);

/* "right of", "below", "next to" … and the gap written before it. FALSE when there is none. */
typedef struct {
    SvgSide side;
    gboolean inside, between; /* then not `side` */
    gboolean around;          /* the same */
    gboolean any;             /* on another side, where there is more room */
    double gap;               /* NAN when not given */
} FairyRelation;
gboolean fairy_words_relation(FairyCursor *c, FairyRelation *relation);
/* "with gap 20", "20 apart", "gap of 20". */
gboolean fairy_words_gap(FairyCursor *c, double *gap);
/* "to the top left corner", "at the centre of the page". Across and down: −1 at the start, 0 in the
 * middle, 1 at the end, 2 as it is. */
gboolean fairy_words_page_place(FairyCursor *c, int *h, int *v);
/* "horizontally", "in a column" …; FALSE when there is none. */
gboolean fairy_words_direction(FairyCursor *c, SvgDirection *direction);
