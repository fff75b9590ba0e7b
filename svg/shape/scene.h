/* Everything that is drawn, with its kind and how it belongs together: what svg_document_shapes()
 * is made from. Private to svg/. */
#pragma once

#include "geometry/bounds.h"
#include "shape/grid.h"

#include <svg/shape.h>

#define SVG_NO_ENTRY      G_MAXUINT
#define SVG_MOSTLY_INSIDE 0.6 /* of its area, at least: a text that labels an outline */
#define SVG_GAP_PX        4   /* that a thin line leaves to a box */
#define SVG_TIGHT_PX      2 /* what is smaller must be met so well, also by a line without a head */
#define SVG_MAX_HEADS     2 /* elements after a line that may be its heads */

/* A label of ours is named after its shape, so that it is known even where geometry doesn't tell:
 * the shape's id and this. */
#define SVG_LABEL_SUFFIX "-label"

/* One drawn element. Entries are named by their index, in document order. What is looked at in each
 * of them stands first. */
typedef struct {
    SvgNode *node;
    SvgBox box;
    SvgKind kind;
    guint8 tag;        /* SvgTag of the node */
    guint8 visible;    /* nor is it in anything that is transparent as a whole */
    guint8 closed;     /* an outline that can hold a label, or an arrow can end at */
    guint8 head_start; /* has a marker at its first point */
    guint8 head_end;
    guint8 marked;      /* one of these is a marker */
    guint8 traced;      /* what its outline is, and where it ends, is told already */
    guint8 listed;      /* is a shape of its own */
    guint8 turned;      /* a line whose ends were swapped after its heads were found */
    guint8 at_start;    /* a head: of the end that was the start then */
    guint8 in_unit;     /* stands for a group with its words, if there are any */
    guint8 may_be_unit; /* a group that may stand for one thing, by its size */
    guint8 merged;      /* a group that stands for the one shape in it, which is listed instead */
    guint8 locked;
    guint8 upright;     /* its axes are those of the document: neither turned nor skewed */
    guint8 joined;      /* `box` is that of all that belongs to it */
    guint8 lane;        /* joined: of two open halves (shape/lane.h) */
    guint8 dashed;      /* its outline, or it as a line */
    guint8 room;        /* nothing is painted of it, and words stand in it */
    guint8 clear;       /* it, or what it is in, is transparent as a whole */
    guint labels;       /* of a text: what it labels */
    guint head_of;      /* of a separate arrow tip: its arrow */
    guint part_of;      /* of decoration: the shape it belongs to */
    guint parent;       /* SVG_NO_ENTRY at the top */
    guint last_link;    /* of several lines that are one: the last of them; else itself */
    guint beyond;       /* the index behind the last entry in it: containers; else behind itself */
    guint n_children;   /* that are listed */
    guint n_parts;      /* of an outline: its decoration */
    guint label;        /* of an outline, a line, or a text of several: its first text */
    guint next_label;   /* of a text that labels: the next one of the same shape */
    guint from, to;     /* arrows: what they touch */
    guint holds;        /* closed outlines in its box, up to some number; once they are counted */
    guint matrix;       /* its own, among those of the scene */
    float stroke_width; /* user units */
    guint8 pointed_at;  /* an arrow that is bound ends there */
    guint8 asked;       /* svg_scene_bind_to() was called */
    double opacity;     /* its own, as a whole */
    SvgPaint fill, stroke;       /* NONE when transparent, too */
    SvgPoint start, end;         /* lines and arrows; the head is at `end` */
    SvgPoint start_out, end_out; /* the way on from there: unit vectors, or 0,0 */
    double rotation;             /* of its axes: as SvgShape.rotation */
    double bend;                 /* of a line that is one curve: as SvgShape.bend */
} SvgEntry;

typedef struct _SvgScene SvgScene;
struct _SvgScene {
    SvgDocument *doc;
    GArray *entries;   /* SvgEntry */
    GArray *matrices;  /* SvgMatrix: user space of entries → document space, each once in a row */
    GArray *unread;    /* entries whose kinds take time, until they are read; then NULL */
    GHashTable *index; /* SvgNode * → index + 1; made on first use */
    SvgBox page;       /* svg_scene_page(); empty until asked for */
    SvgBox box;        /* of all; in a part of the drawing, something that is surely in it */
    SvgGrid *outlines; /* svg_scene_outlines(); NULL until asked for */
    GHashTable *tracks;  /* index + 1 → those of svg_scene_track(), while they aren't many */
    guint track_points;  /* in them */
    GArray *quick_track; /* private to track.c; NULL until used */
    gboolean counted;    /* what entries hold */
    struct _SvgBinder *binder; /* lines that aren't bound yet; NULL before any is, and after all */
    gboolean bound;            /* all are */
    guint about;               /* the only entry that matters, in a part; else SVG_NO_ENTRY */
    SvgNode *group;            /* in a part, the one group that is there whole; NULL if none */
    gboolean doubtful;         /* the part doesn't tell what belongs to `about` */
    gboolean has_words;        /* in a part: there are some beside `about`, if that is a line */
    gboolean apart;            /* something in the part is left out: it is settled */
};

/* The index and a list of all shapes will be asked for: reads the drawing for both at once, unless
 * one of them is there already. TRUE when it did. With an `area`, the index is for a picture of
 * that, and to be dropped when the picture has what it needs: see svg_index_make_for(). */
gboolean svg_scene_look(SvgDocument *doc, const SvgBox *area);
/* Everything, kept until something changes. The document's. */
SvgScene *svg_scene_of(SvgDocument *doc);
/* The same for who asks about `view`: of lines and arrows that don't touch it, it may not be known
 * yet what they connect (see svg_scene_bind_in()). */
SvgScene *svg_scene_in(SvgDocument *doc, SvgBox view);
/* The same if something asked for it since the last change; else NULL. */
SvgScene *svg_scene_known(SvgDocument *doc);
/* How often svg_scene_count_part() was called since the last change. */
guint svg_scene_count_part(SvgDocument *doc);
void svg_scene_free(SvgScene *scene);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SvgScene, svg_scene_free)
/* A px in document units; 1 for a drawing without size. */
double svg_px(SvgDocument *doc);
static inline SvgEntry *svg_scene_entry(const SvgScene *scene, guint index)
{
    return &g_array_index(scene->entries, SvgEntry, index);
}
/* Of its user space. */
static inline SvgMatrix svg_scene_matrix(const SvgScene *scene, const SvgEntry *entry)
{
    return g_array_index(scene->matrices, SvgMatrix, entry->matrix);
}
/* The document's page, which doesn't change with what is drawn if it has a size. */
SvgBox svg_scene_page(SvgScene *scene);
/* What it labels, is a head of or decorates; SVG_NO_ENTRY for what is a shape of its own. */
guint svg_entry_owner(const SvgEntry *entry);
/* The innermost group around the entry in which other things are drawn, too: programs wrap what
 * they draw in groups of its own. SVG_NO_ENTRY at the top. */
guint svg_scene_unwrapped_parent(const SvgScene *scene, guint index);
/* It is seen, and decoration of an outline: nothing of a line, which has stretches. */
gboolean svg_entry_decorates(const SvgScene *scene, const SvgEntry *entry);
/* SVG_NO_ENTRY when the node isn't drawn. Accepts NULL. */
guint svg_scene_find(SvgScene *scene, const SvgNode *node);
/* The listed shape that a drawn element is known as: itself, what it belongs to, or what holds it.
 * The element where there is none. */
SvgNode *svg_scene_known_as(SvgScene *scene, SvgNode *node);

/* The steps of svg_scene_new(), in their order. */

/* What is wanted of the document, or of `top` in it (NULL: the root); `asked` is handed to
 * `wanted`, which may be NULL only for the root. */
SvgScene *svg_scene_collect(SvgDocument *doc, SvgNode *top, SvgWantedFunc wanted, gpointer asked);
/* One element by itself; `box` is its geometric one. */
SvgEntry svg_entry_read(SvgDocument *doc, SvgNode *node, SvgBox box);
/* A connector of Inkscape's, which says itself what it ends at. */
gboolean svg_node_is_connector(const SvgNode *node);
/* What the lengths of the element are relative to. */
SvgLengthContext svg_element_viewport(SvgDocument *doc, const SvgNode *node);
/* `matrix` is the element's own. */
void svg_entry_read_kind(SvgDocument *doc, SvgEntry *entry, SvgMatrix matrix);
/* The same while the document is walked, unless it takes the time to read an outline or words.
 * `trail` as walks tell it. FALSE when it does. */
gboolean svg_entry_read_quick(SvgDocument *doc, SvgEntry *entry, SvgMatrix matrix,
                              const SvgTrail *trail);
/* What belongs together, of a scene that was collected: all the following, in their order. */
void svg_scene_recognise(SvgScene *scene);
/* The same, but only those lines and arrows are bound that captions may depend on. */
void svg_scene_recognise_some(SvgScene *scene);
/* Outlines with their words and decoration, and lines with their heads and words, that are groups.
 */
void svg_scene_find_units(SvgScene *scene);
/* Pale copies right before an outline, a bit beside it. */
void svg_scene_find_shadows(SvgScene *scene);
/* What was drawn right after an outline, on it, and isn't grouped with it. */
void svg_scene_find_decoration(SvgScene *scene);
/* Whether a line on an outline is decoration of it: it is an icon, or runs from border to border.
 * `px` in document units. */
gboolean svg_line_decorates(const SvgEntry *line, SvgBox outline, double px);
void svg_scene_find_labels(SvgScene *scene);
/* Groups of lines that were written one by one: the first has the others. */
void svg_scene_find_blocks(SvgScene *scene);
/* Small figures with words above or below. */
void svg_scene_find_figures(SvgScene *scene);
/* The box around a figure and its words; that of the entry, where it is none. */
SvgBox svg_figure_whole(const SvgScene *scene, const SvgEntry *entry);
/* How far the point is from the border of that box: programs lay lines to it. */
double svg_figure_distance(const SvgScene *scene, const SvgEntry *entry, SvgPoint from);
/* Lines that go on from each other: the first one has the ends of all, the others are part of it.
 */
void svg_scene_find_chains(SvgScene *scene);
void svg_scene_find_heads(SvgScene *scene);
/* Two lines that go from one place to either side, as one way: both arrows, or alone in a group. */
void svg_scene_find_halves(SvgScene *scene);
/* All, but those that are bound already. Lines may be bound in any order; when captions are found,
 * those in svg_scene_caption_area() must be. */
void svg_scene_bind_arrows(SvgScene *scene);
/* Those that touch the area, or may end at what lies in it. */
void svg_scene_bind_in(SvgScene *scene, SvgBox area);
/* Those for which `is_meant` holds; NULL: all. */
void svg_scene_bind_some(SvgScene *scene, SvgGridKeepFunc is_meant, gconstpointer data);
/* The arrows that may end at entry `index`. */
void svg_scene_bind_to(SvgScene *scene, guint index);
void svg_binder_free(struct _SvgBinder *binder);
/* Where lines are whose caption words in the box `where` may be that are so high at most: by
 * themselves or with a plain area behind them, of at most 1.8 times their height, which lines are
 * no farther from than it is high. */
SvgBox svg_caption_reach(SvgBox where, double height);
/* Words in the box `text` are the caption of a line that is nearer to them than this, and than all
 * others: */
double svg_caption_gap(SvgBox text);
/* where a line that is `distance` away, and of another colour than they are, counts as farther. */
double svg_caption_distance(double distance, SvgBox text, const SvgPaint *ink,
                            const SvgPaint *stroke);
/* Where lines matter to captions; empty when there are none to be found. */
SvgBox svg_scene_caption_area(const SvgScene *scene);
/* Words beside arrows that were bound. */
void svg_scene_find_captions(SvgScene *scene);

/* Of one shape, which isn't a container, what belongs to it, read off the part of the drawing that
 * is near it (see attachments.h; nothing is told of arrows' ends). NULL when that doesn't tell.
 * *ends as in svg_attachments_of(). */
SvgScene *svg_scene_about(SvgDocument *doc, SvgNode *shape, GHashTable *settled, gboolean *ends);
/* The closed outlines that weren't decoration or heads when it was made, which is while labels are
 * looked for, or when it is asked for after a box changed. The scene's. */
const SvgGrid *svg_scene_outlines(SvgScene *scene);
/* Tells whether the elements that follow entry `index` are heads of it. */
void svg_scene_find_heads_of(SvgScene *scene, guint index);
/* Makes entry `head` a head of line `index` if it lies at one of its ends. */
gboolean svg_scene_take_head(SvgScene *scene, guint index, guint head);
/* How far apart, in px, ends of lines may be that meet. */
#define SVG_MEET_PX 0.5
/* Straight lines of one colour that meet: a chain may go from one to the other. */
gboolean svg_entries_may_link(SvgDocument *doc, const SvgEntry *a, const SvgEntry *b);
/* A line without markers, which heads may be drawn beside. */
gboolean svg_entry_may_have_head(const SvgEntry *line);
/* Whether the looks of `tip` allow it to be a head beside the line, wherever it is. `alone` tells
 * that the line isn't one of several that are one. */
gboolean svg_entry_may_be_head(SvgDocument *doc, const SvgEntry *tip, const SvgEntry *line,
                               gboolean alone);
/* Whether a head is near enough to what it lies at. */
gboolean svg_entry_is_head_at(const SvgEntry *tip, SvgBox at);
/* It has a fill or a stroke that isn't transparent, or is a picture. */
gboolean svg_entry_is_painted(const SvgEntry *entry);
/* An outline without paint and words is nothing that one could see an arrow end at. */
gboolean svg_entry_is_seen(const SvgEntry *entry);
/* It is of a kind that lines can end at. */
gboolean svg_entry_is_target(const SvgEntry *entry);
/* Of a drawing: a pixel, and how near to something an end is that touches it; user units. */
typedef struct {
    double px, near;
} SvgTouch;

SvgTouch svg_touch_of(SvgDocument *doc);
/* How far from something an end, or the tip of a head, may be that is bound to it. */
double svg_touch_reach(SvgTouch touch);
/* In how many steps it is looked for what lies ahead of an end, and how far ahead a step takes. */
enum { SVG_TOUCH_STEPS = 4 };
double svg_touch_ahead(SvgTouch touch, guint step);
/* A line that ends there goes on towards the box, rather than past it or away; `out` is its way, a
 * unit vector, or 0, 0. */
gboolean svg_line_is_aimed(SvgBox box, SvgPoint end, SvgPoint out);
/* A thing that lines are drawn to, rather than a part of a picture. */
gboolean svg_entry_is_node(const SvgEntry *entry);
/* How far from an outline in `box` an end may be as it is at the border of the box: graphviz draws
 * lines to rounded boxes up to where the sharp border would be. 0 elsewhere. */
double svg_touch_rounded(SvgTouch touch, SvgBox box, SvgPoint end);
/* How far its border reaches beyond its outline. */
double svg_entry_border(const SvgEntry *shape);
/* How far a line without a head may end from the outline of the shape, with words, that it joins:
 * programs leave a gap, which is wider where the line comes aslant, or it or the border is thick.
 */
double svg_line_gap(SvgTouch touch, const SvgEntry *line, SvgPoint end, const SvgEntry *shape);
/* Whether the end of a line (`last`), or its start, can meet what lies in box `at`, also `ahead` of
 * it, as arrows and words do. */
gboolean svg_line_may_meet(SvgTouch touch, const SvgEntry *line, gboolean last, gboolean ahead,
                           SvgBox at);
/* Whether line or arrow `line` can end at `shape`, or at a part of it, in box `at`, as far as its
 * own ends tell. `arrow`: it has a head. */
gboolean svg_entry_may_end_at(SvgTouch touch, const SvgEntry *line, gboolean arrow,
                              const SvgEntry *shape, SvgBox at);
/* It is seen as a line: open, stroked, not filled. */
gboolean svg_entry_is_stroke(const SvgEntry *entry);
/* How far `p` is to the left of the way from `start` to `end`, as seen on screen. */
double svg_left_of(SvgPoint start, SvgPoint end, SvgPoint p);
/* Swaps the ends. */
void svg_entry_turn(SvgEntry *line);
/* What is at the start and at the end of a line or arrow (look.c). */
void svg_scene_read_line_heads(const SvgScene *scene, guint line, SvgHead heads[2]);
/* The way that it takes; straight of what isn't one element. */
SvgRoute svg_scene_route(const SvgScene *scene, guint line);
/* With all its heads known, line `index` is an arrow if it has any. */
void svg_scene_point(SvgScene *scene, guint index);
/* A line of text in box `below` reads on from the one in `above`. */
gboolean svg_text_continues(SvgBox above, SvgBox below);
/* The middle of `a` lies in the line that `b` is: one goes on in the other beside it. */
gboolean svg_text_beside(SvgBox a, SvgBox b);
/* The one shape with words in a group; NULL when there are none, or several. */
SvgNode *svg_group_only_labelled(SvgDocument *doc, const SvgNode *group);
/* The words that label `entry`, joined, or those of a text. NULL if none. The caller's. */
char *svg_scene_text(const SvgScene *scene, const SvgEntry *entry);
/* Whether text `line` of several goes on in the line that `last`, the one before it, ends. */
gboolean svg_scene_goes_on(const SvgScene *scene, const SvgEntry *last, const SvgEntry *line);
/* Of a shape whose `text`, `kind` and `box` are known: how its words look, and where they stand. */
void svg_scene_read_letters(const SvgScene *scene, const SvgEntry *entry, SvgShape *shape);
