/* Changing a document. Every change happens inside an edit, which is one transaction:
 *
 *     g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "fairy");
 *     if (!svg_edit_move(edit, "box", to, SVG_ANCHOR_CENTER, error)) return FALSE;   // rolls back
 *     SvgChange *change = svg_edit_commit(g_steal_pointer(&edit), error);
 *
 * After a verb failed the edit can only be aborted. Committing proves first that no locked element
 * changed in bytes, rendering or order (see lock/README.md), and rolls back if one did. One edit
 * may be open per document at a time.
 *
 * Coordinates and sizes are in document space. Verbs that take several ids leave locked shapes
 * where they are, and say so in svg_edit_note(); they fail with SVG_ERROR_LOCKED when all are
 * locked; what lies beyond an edit's scope is treated alike, with SVG_ERROR_SCOPE. Unknown ids fail
 * with SVG_ERROR_NOT_FOUND. Values that aren't finite, or leave ±SVG_MAX_COORDINATE, fail with
 * SVG_ERROR_INVALID; so does what would put something beyond the drawing's reach. */
#pragma once

#include <svg/journal.h>
#include <svg/shape.h>
#include <svg/survey.h>
#include <svg/words.h>

typedef struct _SvgEdit SvgEdit;

/* `author` is kept in the change record: "user", or a fairy's name. The document must outlive it.
 */
SvgEdit *svg_edit_begin(SvgDocument *doc, const char *author);
/* Ends the edit. NULL with SVG_ERROR_LOCKED when something locked would look different (by a rule
 * of a style sheet that looks at neighbours, or another choice of a <switch>: no verb can tell
 * before), or the guard found a locked element changed; with SVG_ERROR_INVALID when something would
 * be beyond the reach, or what a verb said would be true isn't, as the drawing is read then; with
 * SVG_ERROR_SCOPE when the edit leaves its scope; all is rolled back then. An edit that changed
 * nothing gives a record with no shapes, and can't be undone. The record's note says what is true
 * and wasn't asked for: what lies beyond the page now, which lines came off their shapes. The
 * caller's. */
SvgChange *svg_edit_commit(SvgEdit *edit, GError **error);
/* Ends the edit and puts back the exact state before it. Takes NULL. */
void svg_edit_abort(SvgEdit *edit);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SvgEdit, svg_edit_abort)

/* Messages and notes tell places counted from `zero`, and lengths in units of `unit` document
 * units; without it they are those of document space. */
void svg_edit_set_units(SvgEdit *edit, SvgPoint zero, double unit);

SvgDocument *svg_edit_document(SvgEdit *edit);
/* No edit puts anything further from the origin, in x or y: a thousand times the longer side of the
 * page, SVG_LEAST_REACH at least, SVG_MAX_COORDINATE at most. Nor does it draw a line with more
 * than SVG_MAX_DASHES dashes. Other programs hang on such drawings. What is further out already, or
 * has more of them, may be changed as long as that isn't made worse. */
double svg_document_reach(SvgDocument *doc);
/* What goes with a shape (its words, its heads, the lines at it) is found when it is asked about
 * first and stays so, whatever is moved onto what. This reads all of it anew, as
 * svg_document_shapes() tells it now: for the moment when the shapes are listed to whoever edits by
 * that list. Not during an edit. */
void svg_edit_reread(SvgDocument *doc);
/* What a verb did other than it was asked, as a clause ("kept locked: bg"); NULL if nothing.
 * Borrowed until the next verb. */
const char *svg_edit_note(SvgEdit *edit);
/* Whether the note of a verb of this edit says of that id that it was kept as it was. */
gboolean svg_edit_has_kept(const SvgEdit *edit, const char *id);

/* --- scope ------------------------------------------------------------------------------------ */

/* Whose a shape is, wherever it lies. */
typedef enum { SVG_OWNER_NOBODY, SVG_OWNER_SELF, SVG_OWNER_OTHER } SvgOwner;

/* What an edit may change, where several work on one drawing. In scope is
 *
 *   - what is the author's own (SVG_OWNER_SELF), and nothing that is another's;
 *   - of what is nobody's, a shape whose geometric box lies wholly in the area, give or take a
 *     hundredth of the area's shorter side, and in which nothing is another's;
 *   - a line or arrow of which an end lies in the area, is bound to a shape in scope or is at one;
 *   - the words on a shape in scope, and on no other.
 *
 * What isn't may be referred to, have an arrow bound to it, and follow what is in scope: labels and
 * decoration, the ends of arrows and lines, with their labels. It may be what others line up with.
 * New shapes and those in scope must afterwards lie in the area, or reach no further beyond it than
 * before; each end of a line or arrow must lie in it, be at a shape, or be where it was. Their
 * labels needn't. They may be put into a group or layer that isn't in scope. Of what the whole
 * drawing shares, definitions may be added, and nothing is changed. */
typedef struct {
    SvgBox area; /* not empty */
    /* Asked with ids of shapes, and of groups around them: the nearest that is somebody's tells.
     * NULL: all is nobody's. It mustn't ask the document anything, which may be in another state
     * for the time. */
    SvgOwner (*owner)(const char *id, gpointer data);
    /* A clause for a refusal: whose the shape is, or whose the place, with `id` NULL ("it is in the
     * area of task \"t2\", which \"willow\" does"). NULL when there is nothing to say, or no such
     * function; released with g_free(). */
    char *(*whose)(const char *id, SvgBox box, gpointer data);
    gpointer data;
} SvgScope;

/* From here on the edit changes only what is in scope: verbs refuse the rest with SVG_ERROR_SCOPE,
 * or leave it where it is and say so, and so does the commit for whatever else would be changed.
 * Before the first verb. `scope` is borrowed until the edit ends. */
void svg_edit_set_scope(SvgEdit *edit, const SvgScope *scope);

/* --- what verbs are told ---------------------------------------------------------------------- */

typedef enum {
    SVG_ANCHOR_TOP_LEFT,
    SVG_ANCHOR_TOP_CENTER,
    SVG_ANCHOR_TOP_RIGHT,
    SVG_ANCHOR_CENTER_LEFT,
    SVG_ANCHOR_CENTER,
    SVG_ANCHOR_CENTER_RIGHT,
    SVG_ANCHOR_BOTTOM_LEFT,
    SVG_ANCHOR_BOTTOM_CENTER,
    SVG_ANCHOR_BOTTOM_RIGHT,
} SvgAnchor;
typedef enum { SVG_SIDE_TOP, SVG_SIDE_BOTTOM, SVG_SIDE_LEFT, SVG_SIDE_RIGHT } SvgSide;
typedef enum { SVG_DIRECTION_HORIZONTAL, SVG_DIRECTION_VERTICAL } SvgDirection;
typedef enum {
    SVG_ALIGN_TOP,
    SVG_ALIGN_BOTTOM,
    SVG_ALIGN_LEFT,
    SVG_ALIGN_RIGHT,
    SVG_ALIGN_CENTER_HORIZONTAL, /* moves in x: the centres share one vertical line */
    SVG_ALIGN_CENTER_VERTICAL,   /* moves in y */
} SvgAlignment;
typedef enum {
    SVG_FILL_NONE,
    SVG_FILL_TINT,       /* a pale tint of the colour */
    SVG_FILL_BACKGROUND, /* the page's colour */
    SVG_FILL_SOLID,
    SVG_FILL_PATTERN, /* hatched: a <pattern> that all shapes of that colour share */
} SvgFill;
/* What happens when words are too many for a shape. */
typedef enum {
    SVG_FIT_SHRINK, /* smaller letters, down to half the size */
    SVG_FIT_GROW,   /* a larger shape, to the right and down */
    SVG_FIT_NONE,   /* they are broken to its width, and stick out */
} SvgFit;

/* Which members of an SvgSpec are given. */
enum {
    SVG_SPEC_X = 1 << 0,
    SVG_SPEC_Y = 1 << 1,
    SVG_SPEC_W = 1 << 2,
    SVG_SPEC_H = 1 << 3,
    SVG_SPEC_ENDS = 1 << 4, /* x1, y1, x2, y2 */
    SVG_SPEC_BEND = 1 << 5,
    SVG_SPEC_FILL = 1 << 6,
    SVG_SPEC_ANCHOR = 1 << 7,
    SVG_SPEC_FONT_SIZE = 1 << 8,
    SVG_SPEC_MAX_WIDTH = 1 << 9,
    SVG_SPEC_FROM = 1 << 10, /* from_id, NULL unbinds */
    SVG_SPEC_TO = 1 << 11,
    SVG_SPEC_KIND = 1 << 12,
    SVG_SPEC_X1 = 1 << 13, /* single ends, for patches */
    SVG_SPEC_Y1 = 1 << 14,
    SVG_SPEC_X2 = 1 << 15,
    SVG_SPEC_Y2 = 1 << 16,
    SVG_SPEC_FIT = 1 << 17,
    SVG_SPEC_SQUARE = 1 << 18, /* arrows bound at both ends: with right angles, around shapes and
                                  words that are in the way, if a way is found */
    SVG_SPEC_ALONG = 1 << 19,
    SVG_SPEC_SIDE = 1 << 20,
    SVG_SPEC_BOLD = 1 << 21,
    SVG_SPEC_STRAIGHT = 1 << 22, /* no right angles any more */
    SVG_SPEC_CORNER = 1 << 23,
    SVG_SPEC_START_HEAD = 1 << 24, /* `heads[0]`, of a new arrow or line */
    SVG_SPEC_END_HEAD = 1 << 25,   /* `heads[1]`; else an arrow has the drawing's usual one */
    SVG_SPEC_FROM_SIDE = 1 << 26,  /* `sides[0]`; not with a bend */
    SVG_SPEC_TO_SIDE = 1 << 27,    /* `sides[1]` */
};

/* What a shape is to be. Only the members named in `given` count, and the strings that aren't NULL.
 * Borrowed for the call. */
typedef struct {
    guint given;
    const char *id;
    SvgKind kind;
    double x, y, w, h;     /* text: (x, y) is the anchor point */
    double x1, y1, x2, y2; /* line and arrow */
    double bend;       /* arrow: how far the middle is off the chord; > 0 is left of the direction
                          of travel, as seen on screen */
    const char *color; /* palette name or CSS colour */
    SvgFill fill;
    const char *text; /* "" removes a label */
    SvgAnchor anchor; /* text; also its alignment */
    double font_size; /* of a text's or a label's words */
    gboolean bold;
    double max_width;     /* INFINITY: lines break at "\n" only */
    double corner_radius; /* of a rectangle, which becomes a <rect>; 0: sharp corners */
    SvgFit fit;           /* of the label; SVG_FIT_SHRINK unless given */
    double along; /* of a line's or arrow's label: where along it the words are, 0 at its start, 1
                     at its end; where there is room near the middle, unless given */
    SvgSide side; /* and on which side of it, as seen on screen */
    SvgHead heads[2];
    /* Of an arrow, the sides of the shapes at which it starts and ends: in the middle of that side
     * of the shape's box, on its outline. Kept with the arrow for as long as the end is there. */
    SvgSide sides[2];
    /* Of a line or arrow, whatever drew it; one whose two are exchanged turns round. */
    const char *from_id, *to_id;
    const char *parent_id;           /* for new shapes: the group or layer it goes into, */
    const char *above_id, *below_id; /* or the shape right above or below which; one of them */
} SvgSpec;

/* Makes a shape: where parent_id, above_id or below_id say, else on top of the others in the
 * current layer; SVG_ERROR_LOCKED when that is locked, SVG_ERROR_INVALID when it is hidden. An
 * arrow between two shapes goes right above them, into the lowest group or layer that holds both,
 * unless that is locked, hidden or another's, has a clone, or does something to all in it (an
 * opacity, a filter, a clip path): then into the next that holds it. What its kind hasn't, as the
 * ends of a box, is left out, and told. Needs kind; geo kinds and notes need x, y; lines and arrows
 * need both ends, or a binding for each missing one. What isn't given is taken from what is most
 * common in the drawing: fonts, strokes, colours, and the sizes of the nearest shapes, so that the
 * words have room. `spec->id` must be free (see svg_document_unique_id); NULL makes one. Returns
 * the id, the document's; NULL on error.
 */
const char *svg_edit_create(SvgEdit *edit, const SvgSpec *spec, GError **error);

/* How a stroke passes a point of it. */
typedef enum { SVG_PEN_AS_SAID, SVG_PEN_CORNER, SVG_PEN_SMOOTH } SvgPenTurn;

/* A stroke of a pen, in document space. */
typedef struct {
    const SvgPoint *points;
    guint n; /* 2 to SVG_MAX_PEN_POINTS */
    gboolean closed;
    gboolean smooth;     /* a curve through all points; else straight from one to the next */
    const guint8 *turns; /* SvgPenTurn of each point; NULL: all as `smooth` says */
} SvgPen;

/* Draws it. Of `spec` what is said of a new shape's id, place, colour and fill. Returns as
 * svg_edit_create(). */
const char *svg_edit_pen(SvgEdit *edit, const SvgSpec *spec, const SvgPen *pen, GError **error);
/* The arrow that goes from one shape to the other, or a line without heads between them; the
 * caller's, NULL if there is none. */
char *svg_edit_connection(SvgEdit *edit, const char *from, const char *to);

/* What a line or arrow runs through. */
typedef struct {
    const char *id; /* of the shape; the document's */
    gboolean words; /* only the words are met that it is, has on it or beside it */
} SvgCrossing;

/* The shapes that the line runs through, and neither starts nor ends at or in, each once, in the
 * document's order; other lines aren't among them. SvgCrossing; the caller's. */
GArray *svg_edit_crossings(SvgEdit *edit, const char *id);
/* Changes only what is given; everything else keeps its exact value. */
gboolean svg_edit_update(SvgEdit *edit, const char *id, const SvgSpec *spec, GError **error);
/* With its label; of a <switch>, all choices go, as they stand for one thing, and only one of them
 * may be shown here. Arrows that were bound to it stay, unbound. Refused when something that stays
 * refers to it (a clone, a clip path). */
gboolean svg_edit_delete(SvgEdit *edit, const char *id, GError **error);
/* Puts `text` on a shape: replaces the label that is there, keeping its style, or adds one. "\n"
 * starts a line; "" removes the label. Where lines are texts of their own, or stand in
 * compartments, those stay that are the same; a line more makes the shape grow, and what is below
 * it in there goes down; icons, dividers and letters keep their size. Spans keep their looks where
 * their words stay. A textLength and places of letters go with the words they fitted. An embedded
 * font that lacks letters is left for the next of the list, and that is told. */
gboolean svg_edit_label(SvgEdit *edit, const char *id, const char *text, GError **error);

/* What svg_edit_duplicate() makes at once, at most. */
#define SVG_MAX_COPIES 1000
/* Copies shapes with their words and all that belongs to them, `count` times, each copy by dx, dy
 * from the one before, above what it is a copy of. Both NAN: beside it, on the first side with free
 * room of right, below, left and above. A part of a shape that is named is copied alone. Copies
 * have ids of their own, `id` (NULL: one like the original's) the first of the first shape; what
 * they refer to among what is copied is the copy, everything else is the same; nothing of them is
 * locked. A connector isn't bound any more to what isn't copied. Returns the ids of the copies,
 * NULL-terminated, those of the first round first: the caller's (g_strfreev()). NULL with
 * SVG_ERROR_INVALID for too many. */
char **svg_edit_duplicate(SvgEdit *edit, const char *const *ids, double dx, double dy, guint count,
                          const char *id, GError **error);

/* Puts a shape into an arrow or line from A to C: that ends at the shape from then on, and a copy
 * of it, without words, goes from there to C. `place`: a shape that doesn't lie between A and C is
 * moved to the middle of the arrow, or as near to that as there is room; else, and where there is
 * none, it stays, which is told in the note. SVG_ERROR_INVALID when it isn't an arrow, one of its
 * ends is at no shape, or the shape is one of those or can't be an end. The id of the copy, the
 * caller's (g_free()); NULL on error. */
char *svg_edit_insert_between(SvgEdit *edit, const char *arrow, const char *shape, gboolean place,
                              GError **error);

/* Which of the two ends of a line or arrow: that it starts with, that it ends with. */
typedef enum { SVG_ENDS_BOTH, SVG_ENDS_START, SVG_ENDS_END } SvgLineEnds;
/* Lines and arrows that are at the shape `from`, or at something in the group that it is, are at
 * the shape `to` instead, on its outline: with the `ends` that are meant, as they were laid, their
 * words on them. `ids`: only these; NULL: all. Left as they are, and told in the note: what is
 * locked or beyond the scope, those that would go from a shape to itself, and several lines that
 * are one. The ids of those that end elsewhere now, NULL-terminated: the caller's (g_strfreev()).
 * NULL with SVG_ERROR_INVALID when there is none, or `to` is a line; with SVG_ERROR_LOCKED or
 * SVG_ERROR_SCOPE when all of them are. */
char **svg_edit_reconnect(SvgEdit *edit, const char *from, const char *to, const char *const *ids,
                          SvgLineEnds ends, GError **error);

/* Words in a box beside a shape, or beside a point, with a line from the box to that. `spec` has
 * id, text, color and fill, the box's width and height, and the side that it goes to, where these
 * are given. The box looks as the drawing's rectangles do, with rounded corners, and goes where
 * there is room, as near as that is; the line is as thin as the drawing's and ends in a dot. It is
 * bound to both, so that it follows when one of them is moved, and can be bound elsewhere: an
 * outline with a tail could do neither. `target`: NULL for a point; a line is pointed at in its
 * middle. The id of the box, the document's; *pointer is that of the line. NULL with
 * SVG_ERROR_INVALID when there is no room on the page, or no text. */
const char *svg_edit_callout(SvgEdit *edit, const SvgSpec *spec, const char *target, SvgPoint at,
                             const char **pointer, GError **error);

/* Brings the anchor of the shape's box to `to`. */
gboolean svg_edit_move(SvgEdit *edit, const char *id, SvgPoint to, SvgAnchor anchor,
                       GError **error);
gboolean svg_edit_offset(SvgEdit *edit, const char *const *ids, double dx, double dy,
                         GError **error);
/* Each shape's points are scaled about `origin`; factors may be negative (a flip), not 0. */
gboolean svg_edit_resize(SvgEdit *edit, const char *const *ids, double sx, double sy,
                         SvgPoint origin, GError **error);
/* Clockwise on screen about `origin`. */
gboolean svg_edit_rotate(SvgEdit *edit, const char *const *ids, double degrees, SvgPoint origin,
                         GError **error);
/* Beside `reference`: `side_offset` away from its side; `align_offset` from its start, its middle,
 * or, at the end, inwards from its end. */
gboolean svg_edit_place(SvgEdit *edit, const char *id, const char *reference, SvgSide side,
                        SvgAlong along, double side_offset, double align_offset, GError **error);
/* To their common box. Needs 2 shapes. A locked one among them is what the others line up with. */
gboolean svg_edit_align(SvgEdit *edit, const char *const *ids, SvgAlignment alignment,
                        GError **error);
/* Equal gaps between the outermost two, which stay. Needs 3 shapes. */
gboolean svg_edit_distribute(SvgEdit *edit, const char *const *ids, SvgDirection direction,
                             GError **error);
/* One after the other in the order given, `gap` apart; the first stays. Any finite gap: 0 touches,
 * a negative one overlaps. Needs 2 shapes. */
gboolean svg_edit_stack(SvgEdit *edit, const char *const *ids, SvgDirection direction, double gap,
                        GError **error);
/* Rows and columns: how many of which, 0 where the other one says it; with both 0 as many of one as
 * of the other. */
typedef struct {
    guint columns, rows;
    double gap_x, gap_y; /* between columns, and rows; NAN: half the median height, all of it where
                            lines go from one of the shapes to another */
    gboolean reading;    /* as they are read now, rows from the top, each from the left; else in the
                            order given */
    gboolean equal;      /* all columns as wide as the widest, all rows as high as the highest */
    SvgAnchor anchor;    /* which point of a shape comes to the same point of its cell */
} SvgCells;

/* In rows and columns, row by row: a column is as wide as the widest in it, a row as high as the
 * highest. The top left corner of all of them stays. What lies in one of them goes with it, and
 * lines at shapes follow these. Locked shapes stay where they are, and have no cell. Which shape
 * came to lie on another, or reaches beyond its frame, is in the note. Needs 2 shapes. */
gboolean svg_edit_cells(SvgEdit *edit, const char *const *ids, const SvgCells *cells,
                        GError **error);
/* Above or below all siblings in the same parent, keeping their order among themselves. Where a
 * group draws nothing but what is asked for, a shape and its words, it is the group that goes. */
gboolean svg_edit_bring_to_front(SvgEdit *edit, const char *const *ids, GError **error);
gboolean svg_edit_send_to_back(SvgEdit *edit, const char *const *ids, GError **error);

/* --- groups and layers ------------------------------------------------------------------------ */

/* Puts shapes, with their labels and decoration, into a new group, which is where the topmost of
 * them was; their order stays. Needs 2 shapes. They may come from several groups and look as they
 * did: transforms and styles of their old parents are worked into them, and when that can't be (a
 * clip path; a group with a clone, which would show other things) it fails with SVG_ERROR_INVALID.
 * `id` (a wish) and `label` (Inkscape's name) may be NULL. The id of the group, the document's;
 * NULL on error. */
const char *svg_edit_group(SvgEdit *edit, const char *const *ids, const char *id, const char *label,
                           GError **error);
/* Takes a group apart; what was in it looks as it did and stays where it is in the order of
 * painting. SVG_ERROR_INVALID when that can't be: a clip path, mask, filter or opacity of more than
 * one shape, a clone of the group. Connectors bound to it are unbound, or bound to the only shape
 * in it. The ids of what was in it, the document's, in order; the caller's (g_ptr_array_unref).
 * NULL on error. */
GPtrArray *svg_edit_ungroup(SvgEdit *edit, const char *id, GError **error);
/* Puts shapes, with their labels and decoration, on top of what is in a layer of Inkscape's, named
 * by id or by name; one that isn't there is made, on top of all. They look as they did, as for
 * svg_edit_group(). SVG_ERROR_LOCKED or SVG_ERROR_INVALID when the layer is locked or hidden. The
 * id of the layer, the document's; NULL on error. */
const char *svg_edit_to_layer(SvgEdit *edit, const char *const *ids, const char *layer,
                              GError **error);

/* The <title> and <desc> of a shape, or with `id` NULL of the whole drawing, for those who can't
 * see it: the first of each is replaced, or one is made in front of everything in it. NULL leaves
 * one as it is, "" removes it. Neither is drawn. The whole drawing is in no scope. */
gboolean svg_edit_describe(SvgEdit *edit, const char *id, const char *title, const char *desc,
                           GError **error);

/* How a shape, or the whole drawing, is taken by who reads it to people. Nothing of it is drawn.
 * Members that are NULL, FALSE or SVG_AUDIBLE_AS_IS change nothing. */
typedef enum { SVG_AUDIBLE_AS_IS, SVG_AUDIBLE_YES, SVG_AUDIBLE_NO } SvgAudible;
typedef struct {
    const char *role;     /* of WAI-ARIA, as "img"; "" removes it */
    const char *language; /* of BCP 47, as "pt-BR"; "" removes it */
    gboolean labelled;    /* aria-labelledby names its <title> and <desc>, by ids that both get */
    SvgAudible audible;   /* NO: aria-hidden */
} SvgAccess;

/* Sets that, with `id` NULL of the whole drawing, which is in no scope. FALSE with
 * SVG_ERROR_INVALID when the role or language isn't one, or there is no title to be labelled by. */
gboolean svg_edit_set_access(SvgEdit *edit, const char *id, const SvgAccess *access,
                             GError **error);

/* Gives a page (of svg_document_pages()) another place and size, in document space. What is drawn
 * keeps its place, size and scale: the root's width, height and viewBox follow, also Inkscape's own
 * page, and a background, which is an upright rectangle as large as the page that lies under
 * everything else. It is in no scope. SVG_ERROR_INVALID when nothing would be left of it, it is so
 * already, or it would run into another page of Inkscape's. */
gboolean svg_edit_resize_page(SvgEdit *edit, const SvgPage *page, SvgBox box, GError **error);

/* Takes out the sources that the drawing carries (svg_document_source(), <svg/survey.h>). It looks
 * as it did. FALSE with SVG_ERROR_INVALID when there is none. */
gboolean svg_edit_drop_source(SvgEdit *edit, GError **error);

/* --- markup ----------------------------------------------------------------------------------- */

/* Makes shapes from SVG markup: one or more elements, or a whole <svg>, whose content is meant
 * then. Of `spec` what is said of a new shape's place. `space` maps the space of the markup's
 * numbers to document space. Elements and attributes are held to a list: nothing that runs, loads,
 * styles others or changes with time is written. An attribute that isn't in the list is left out,
 * which is in the note, as is an id that had to be another; for an element that isn't, for a value
 * that renderers don't read, and for a reference to what isn't there it is SVG_ERROR_INVALID.
 * Returns the ids of the outermost shapes, NULL-terminated; free with g_strfreev(). NULL on error.
 */
char **svg_edit_insert_markup(SvgEdit *edit, const char *markup, const SvgSpec *spec,
                              SvgMatrix space, GError **error);

/* Sets geometry and presentation attributes of an element, also of one in a definition, in its own
 * space. They are written as in a start tag: "rx='6' stroke-dasharray='4 2'"; an empty value
 * removes the attribute. A property is set where it holds, whatever a style sheet says. Names and
 * values are held to the same list; what belongs to the shape goes along with its box, as with the
 * other verbs. What it took is in the note. SVG_ERROR_NOT_FOUND; SVG_ERROR_INVALID for an attribute
 * that can't be written, or means nothing on that element. */
gboolean svg_edit_set_attributes(SvgEdit *edit, const char *id, const char *attributes,
                                 GError **error);

/* --- looks ------------------------------------------------------------------------------------ */

/* Which members of an SvgStyling are given; of the strings, those that aren't NULL. */
enum {
    SVG_STYLING_STROKE_WIDTH = 1 << 0,
    SVG_STYLING_DASH = 1 << 1,
    SVG_STYLING_OPACITY = 1 << 2,
    SVG_STYLING_FONT_SIZE = 1 << 3,
    SVG_STYLING_BOLD = 1 << 4,
    SVG_STYLING_ITALIC = 1 << 5,
    SVG_STYLING_ALIGN = 1 << 6,
    SVG_STYLING_START = 1 << 7, /* `heads[0]` */
    SVG_STYLING_END = 1 << 8,   /* `heads[1]` */
    SVG_STYLING_CORNER = 1 << 9,
};

/* From one colour to another across the box of what it fills. */
typedef struct {
    const char *from, *to; /* palette name or CSS colour, which may be translucent */
    double angle;          /* of its way in a box of 1 by 1, in degrees: 0 to the right, 90 down */
    gboolean radial;       /* from the middle outwards; the angle doesn't count */
} SvgGradient;

/* Borrowed for the call. */
typedef struct {
    guint given;
    const char *color;         /* as SvgSpec's, before all that is said exactly */
    const char *stroke, *fill; /* palette name, CSS colour or "none" */
    const char *ink;           /* of the words, also those on a shape; palette name or CSS colour */
    double stroke_width;       /* document units; 0 draws nothing */
    SvgDash dash;
    double opacity;          /* of the whole shape, 0 to 1 */
    const char *font_family; /* one, or a list with commas */
    double font_size;        /* document units */
    gboolean bold, italic;
    SvgAlong align;              /* of the lines of a text to each other */
    SvgHead heads[2];            /* of lines and arrows, at the start and at the end */
    double corner_radius;        /* of rectangles, document units; 0: sharp corners */
    const SvgGradient *gradient; /* in place of `fill`; NULL: none is asked for */
} SvgStyling;

/* Changes what is given on the shapes themselves, in groups on everything free, whatever style
 * sheets say; nothing that others share is touched. Parts that had the shape's fill or stroke get
 * the new one. Fonts are those of their words: lines keep the side they begin at and their distance
 * in letters, and those that were broken at a width are broken at it anew. What doesn't
 * apply to a shape (an arrowhead to a box) is told in the note; SVG_ERROR_INVALID when nothing
 * applies to any. */
gboolean svg_edit_set_style(SvgEdit *edit, const char *const *ids, const SvgStyling *styling,
                            GError **error);

/* Of svg_edit_recolor(). */
typedef struct {
    guint shapes;     /* how many have the other colour now, */
    guint locked;     /* and how many keep it, as something of them is locked, */
    guint beyond;     /* or isn't in the scope of the edit */
    guint32 meant[8]; /* which colours `from` stood for, 0xRRGGBB, the most frequent first */
    guint n_meant;
} SvgRecolored;

/* Gives everything the colour `to` that has the colour `from`: fills and strokes, words, stops of
 * gradients, heads, what clones show of symbols. `ids`: of these shapes, with all that is in them
 * and on them; NULL: of the whole drawing, hidden shapes included. `from` is a CSS colour, however
 * it is written in the file, and whoever says it there; or a name of the palette: then, where
 * nothing has that very colour, all colours that are called so. How transparent something is stays.
 * What is shared (gradients, markers, rules of style sheets) isn't changed: who had the colour from
 * there refers to a copy, or says it himself. What is locked or beyond the scope keeps its colour,
 * which is told in the note. SVG_ERROR_LOCKED or SVG_ERROR_SCOPE when that is all there is,
 * SVG_ERROR_INVALID with the colours that are there when nothing has it. */
gboolean svg_edit_recolor(SvgEdit *edit, const char *const *ids, const char *from, const char *to,
                          SvgRecolored *out, GError **error);

/* --- words ------------------------------------------------------------------------------------ */

#define SVG_ANY_PIECE G_MAXUINT /* the first with these words */

/* Writes `to` in place of a piece of words, which is to be `from`, give or take white space. `id`
 * may be that of a shape, whose label is meant, or of a group with texts. All other bytes stay, but
 * for what was made to fit the old words: of places letter by letter the first counts, and a
 * textLength goes. With `language` the words stay, and `to` is for those who read that: a copy of
 * the text beside it in a <switch>, or a title or description with that language. With
 * SVG_ANY_PIECE `from` may be all the words of the shape, which are several texts: that is
 * svg_edit_label(). SVG_ERROR_NOT_FOUND when there is no such piece, or it is something else. */
gboolean svg_edit_replace_words(SvgEdit *edit, const char *id, SvgWordsKind kind, guint piece,
                                const char *from, const char *to, const char *language,
                                GError **error);

/* --- clear ------------------------------------------------------------------------------------ */

/* How many shapes … */
typedef struct {
    guint removed;
    guint locked; /* in bounds, stayed: they are locked, or something locked depends on them */
    guint needed; /* in bounds, stayed: something that stays is drawn with them */
    guint partly; /* stayed, as only a part of them is in bounds */
    guint beyond; /* in bounds, stayed: they aren't in the scope of the edit */
} SvgCleared;

/* Removes every shape that is listed (svg_document_shapes()), free and wholly in `area` (NULL:
 * every one of the drawing), with its labels. Groups and layers of several shapes are gone through;
 * a group goes with the last shape in it. Definitions and layers stay; arrows that stay are
 * unbound. SVG_ERROR_INVALID, SVG_ERROR_LOCKED or SVG_ERROR_SCOPE when nothing goes. */
gboolean svg_edit_clear(SvgEdit *edit, const SvgBox *area, SvgCleared *out, GError **error);

/* --- pages ------------------------------------------------------------------------------------ */

/* Adds a page of Inkscape's of that name beside the others, as large as the last of them; a drawing
 * without pages becomes the first. *box is where it is. SVG_ERROR_INVALID when there is one of that
 * name; SVG_ERROR_SCOPE within any scope. Its id, the document's; NULL on error. */
const char *svg_edit_create_page(SvgEdit *edit, const char *name, SvgBox *box, GError **error);
