/* Building new shapes. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

#define ARROWHEAD_ID "arrowhead-"

/* Where a new shape goes, and in what space its attributes are written. */
typedef struct {
    SvgNode *parent, *next; /* before `next`; NULL = at the end */
    SvgMatrix to_written;   /* document space → the space of the attributes */
    char *transform;        /* the transform attribute that makes it so; NULL if none. Owned */
    SvgNode *like;          /* what is inherited shall be as it is in that; NULL: as it comes */
} SvgPlacement;

/* A layer was made: which is current is to be found anew. */
void svg_placement_forget_layer(SvgDocument *doc);
/* On top of the current layer: Inkscape's, else the last free layer, else the root. FALSE with
 * SVG_ERROR_LOCKED when every place is locked or hidden. */
gboolean svg_placement_current(SvgEdit *edit, SvgPlacement *out, GError **error);
/* Where parent_id, above_id and below_id say; without them the current layer. FALSE with
 * SVG_ERROR_LOCKED or SVG_ERROR_INVALID when nothing may go there. */
gboolean svg_placement_asked(SvgEdit *edit, const SvgSpec *spec, SvgPlacement *out, GError **error);
/* Right above `node`, in its parent. */
gboolean svg_placement_above(SvgEdit *edit, SvgNode *node, SvgPlacement *out, GError **error);
/* The same of a line with these shapes (NULL) at its ends. Where nothing is said and both are
 * given, right above the higher of the two: in the lowest group, or layer, that holds both and in
 * which it looks as in the current layer; that layer where there is none. The root is no group. */
gboolean svg_placement_of_line(SvgEdit *edit, const SvgSpec *spec, SvgNode *const shapes[2],
                               SvgPlacement *out, GError **error);
/* It is shown, and what is new may go into it. */
gboolean svg_placement_is_open(SvgEdit *edit, SvgNode *node);
/* Of a placement whose parent is known. */
gboolean svg_placement_set_space(SvgEdit *edit, SvgPlacement *out, GError **error);
/* What is right above `part`, which is the shape or holds it, but for what belongs to the shape. */
SvgNode *svg_placement_over(SvgEdit *edit, SvgNode *shape, const SvgNode *part);
void svg_placement_clear(SvgPlacement *spot);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SvgPlacement, svg_placement_clear)
/* Puts `node` there, with an id made from `wish`. */
void svg_placement_insert(SvgEdit *edit, SvgPlacement *spot, SvgNode *node, const char *wish);

/* Of a new shape: what its kind hasn't is left out, and that is told. */
void svg_spec_leave_out(SvgEdit *edit, SvgSpec *spec);
/* Sets the geometry of a geo kind filling `box`: attributes of rect and ellipse, d of a path. */
void svg_build_outline(SvgEdit *edit, SvgNode *node, SvgKind kind, SvgBox box,
                       SvgMatrix to_written);
/* Gives a path that svg_build_outline() built another box, in which its folds, rims and points are
 * as large as in a new one. FALSE for all else, and for kinds that are stretched. */
gboolean svg_outline_refit(SvgEdit *edit, SvgNode *node, SvgBox to);
/* Rounds the corners of a <rect> that has its size: by `radius` in its user space, or as far as
 * that fits; FALSE when it didn't. 0: sharp ones. An rx or ry that is larger than half a side would
 * make ellipses of them (SVG 2 §10.2). */
gboolean svg_build_corners(SvgEdit *edit, SvgNode *rect, double radius);
/* How a <rect> is rounded, in document units; a radius of 0 for all else, also where its corners
 * aren't parts of circles. */
typedef struct {
    double radius;
    gboolean full; /* as far as the shorter side allows: a pill */
} SvgCorner;

SvgCorner svg_corner_of(SvgEdit *edit, const SvgNode *node);
/* Of a <rect> that has another size since: rounds it as it was, as far as that fits. */
void svg_corner_keep(SvgEdit *edit, SvgNode *node, SvgCorner corner);
/* The element a geo kind is drawn with. */
const char *svg_outline_tag(SvgKind kind);
/* It has lines inside its outline: a box with a cross, a cylinder's rim. */
gboolean svg_outline_has_inner_lines(SvgKind kind);

/* Font of new text: the most common one of the drawing, else 16 px sans-serif. The strings are the
 * document's. */
void svg_default_font(SvgEdit *edit, SvgStyle *out);
/* The same with the size and weight that `spec` gives. */
void svg_spec_font(SvgEdit *edit, const SvgSpec *spec, SvgStyle *out);
/* That of words on a shape: as words on shapes mostly have it; where there are none, as above. */
void svg_words_font(SvgEdit *edit, const SvgSpec *spec, SvgStyle *out);
/* Gives another font these. Takes NULL. */
void svg_spec_letters(const SvgSpec *spec, SvgStyle *font);
/* A <text> in Inkscape's form, its lines at `at` and below, which is the anchor point of the block.
 * `style` gives the font; `fill` is a CSS colour. Unattached. */
SvgNode *svg_build_text(SvgEdit *edit, char **lines, SvgPoint at, SvgAnchor anchor,
                        const SvgStyle *style, const char *fill, SvgMatrix to_written);
/* Of `holder` in a text, or it, and all around it there, what was made to fit the words: lengths,
 * and the places of letters but the first. */
void svg_text_free_letters(SvgDocument *doc, const SvgNode *text, SvgNode *holder);
/* The elements that the lines of a text are in (SvgNode *), each right in it; characters in front
 * of the first get one. Empty for a text of one line without any. The caller's. */
GPtrArray *svg_text_line_nodes(SvgEdit *edit, SvgNode *text);
/* From line to line, in the text's own units. */
double svg_text_step(SvgEdit *edit, SvgNode *text);
/* The words of one of them; a line that says so already stays as it is. */
void svg_text_set_line(SvgEdit *edit, SvgNode *text, SvgNode *line, const char *words);
/* Moves an element that has a y by that much down; others stay. */
void svg_text_shift_y(SvgEdit *edit, SvgNode *node, double by);
/* Replaces the lines of a <text>, keeping its style and where its first line, or for `centered` its
 * middle, stands; what was made to fit the former words goes with them. */
void svg_set_text(SvgEdit *edit, SvgNode *text, char **lines, gboolean centered);
/* A new label on `shape`, or beside it, as `spec` has it: its text, and how and where that goes.
 * What that took is in the note. */
gboolean svg_add_label(SvgEdit *edit, SvgNode *shape, const SvgSpec *spec, GError **error);
/* The shape, or what is drawn after it of those that belong to it: its words go above that, as
 * between a line and its head they would part the two. */
SvgNode *svg_last_part(SvgEdit *edit, SvgNode *shape);
/* Other words in the label `words` of `shape`, in its style. */
gboolean svg_change_label(SvgEdit *edit, SvgNode *shape, SvgNode *words, const SvgSpec *spec,
                          GError **error);
/* svg_edit_label(), as `spec` has it: its text, and how and where that goes. */
gboolean svg_label(SvgEdit *edit, const char *id, const SvgSpec *spec, GError **error);

#define SVG_LINE_HEIGHT 1.25 /* em; Inkscape's, where none is set */

/* Writes d of a stroke, which has 2 or more points. */
void svg_build_stroke(SvgEdit *edit, SvgNode *node, const SvgPen *pen, SvgMatrix to_written);
/* Breaks the lines of a text at a width in its own space, and remembers that they were; INFINITY
 * joins what was broken so, and leaves other lines as they are. */
void svg_text_wrap_lines(SvgEdit *edit, SvgNode *text, const char *words, double width);
/* That width; INFINITY for other texts. */
double svg_text_wrapped_at(const SvgNode *text);
/* The words with those lines joined that were broken at `width`: the first word of the next one had
 * no room there. The caller's. */
char *svg_text_joined(const char *words, const SvgStyle *style, double width);
/* Of a new text, which is broken already. */
void svg_text_was_wrapped(SvgEdit *edit, SvgNode *text, double width);
/* Writes d of a line or arrow from its ends in document space; bend as SvgSpec.bend. */
void svg_build_line(SvgEdit *edit, SvgNode *node, SvgPoint start, SvgPoint end, double bend,
                    SvgMatrix to_written);
/* The kind of the element by itself, whatever stands around it. */
SvgKind svg_node_kind(SvgEdit *edit, SvgNode *node);
/* A line or an arrow: it is labelled beside its middle, not inside. */
gboolean svg_node_is_line(SvgEdit *edit, SvgNode *node);
/* A line, arrow or curve that is open and not filled. */
gboolean svg_node_is_open(SvgEdit *edit, SvgNode *node);
/* An arrow of the drawing, also one whose head is a shape of its own: all of it is read for that.
 */
gboolean svg_node_is_arrow(SvgEdit *edit, const SvgNode *node);
/* A line or such an arrow whose outline isn't closed: it isn't filled. All of the drawing is read
 * only for what is open. */
gboolean svg_node_is_open_line(SvgEdit *edit, SvgNode *node);
/* Where the middle of its label of w by h goes: beside its own middle, or that of the longest of
 * its straight stretches, `gap` off. */
SvgPoint svg_line_label_point(SvgEdit *edit, SvgNode *node, double w, double h, double gap);
/* Where a line from the middle of `from` towards `to` leaves the outline of the shape. */
SvgPoint svg_leave_point(SvgEdit *edit, SvgNode *from, SvgPoint to);
/* The same from any point inside; FALSE, leaving *at, when it meets no outline before `to`. */
gboolean svg_leave_from(SvgEdit *edit, SvgNode *shape, SvgPoint from, SvgPoint to, SvgPoint *at);
/* Start, end and bend of a straight line or a single arc; FALSE for anything else. Document space.
 */
gboolean svg_read_line(SvgEdit *edit, SvgNode *node, SvgPoint *start, SvgPoint *end, double *bend);
