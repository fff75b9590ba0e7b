/* What the verbs share. Private to svg/edit. */
#pragma once

#include "document/document_priv.h"
#include "document/splice.h"
#include "geometry/bounds.h"
#include "lock/locks.h"

#include <svg/edit.h>
#include <svg/error.h>
#include <svg/limits.h>

typedef struct _SvgScoping SvgScoping;

struct _SvgEdit {
    SvgDocument *doc;
    GString *note;
    GHashTable *kept;                        /* ids that it says were kept locked */
    GPtrArray *added, *changed, *removed;    /* ids, in order; the document's strings */
    GHashTable *known_added, *known_changed; /* the same as sets */
    SvgScoping *scoping;                     /* NULL: everything may be changed */
    GHashTable *beside;              /* private to beside.c; NULL until a line with words changes */
    GHashTable *gaps;                /* private to mask_gap.c; NULL until there may be one */
    struct _SvgEffects *effects;     /* private to effects.c; NULL until something is expected */
    struct _SvgCaptionLook *caption; /* svg_caption_look(); NULL until asked for */
    const SvgNode *rewording;        /* whose words are about to be others; NULL: nobody's */
    SvgPoint zero;                   /* svg_edit_set_units() */
    double unit;
    gboolean free; /* it is what the person did elsewhere: neither how far nor what is checked */
};

/* --- given.c, edit.c, report.c: finding, checking, reporting -----------------------------------
 */

/* Whether a verb may change it: svg_locks_allow_change() and svg_scope_allows(). */
gboolean svg_edit_allows(SvgEdit *edit, SvgNode *node, GError **error);
/* The rendered element with that id; NULL with SVG_ERROR_NOT_FOUND, or SVG_ERROR_INVALID when it is
 * no shape (a gradient, a style sheet). */
SvgNode *svg_edit_find(SvgEdit *edit, const char *id, GError **error);
/* The definition that it is in; NULL for what is drawn where it stands. */
SvgNode *svg_definition_of(SvgNode *node);
/* svg_edit_find(), and it may be changed: nothing locked depends on it, and it is in scope. */
SvgNode *svg_edit_find_free(SvgEdit *edit, const char *id, GError **error);
/* Those of `ids` that may be changed (SvgNode *); the others are named in the note. What follows
 * another one of the list (it is in it, or labels it) is left out. NULL when none is left, or an id
 * isn't known. No doubles. The caller's. */
GPtrArray *svg_edit_find_all(SvgEdit *edit, const char *const *ids, GError **error);
/* Puts SvgNode * into document order: order.c. */
void svg_nodes_sort(SvgDocument *doc, GPtrArray *nodes);
/* A set of them; the caller's. */
GHashTable *svg_nodes_set(const GPtrArray *nodes);
/* svg_edit_find_all() without what goes where others of the list go by itself. NULL when nothing is
 * left. */
GPtrArray *svg_edit_find_movable(SvgEdit *edit, const char *const *ids, GError **error);
/* A box in which something is drawn; FALSE with SVG_ERROR_INVALID otherwise. */
gboolean svg_edit_box_of(SvgEdit *edit, SvgNode *node, SvgBox *box, GError **error);
/* As svg_edit_find_all(), with their labels and decoration, in document order; what of these may
 * not be changed is left out and named in the note, too. */
GPtrArray *svg_edit_find_whole(SvgEdit *edit, const char *const *ids, GError **error);
/* FALSE with SVG_ERROR_INVALID unless finite and within SVG_MAX_COORDINATE: for what says by how
 * much. */
gboolean svg_edit_check_number(const char *what, double value, GError **error);
/* The same within the drawing's reach: for what says where, or how large. */
gboolean svg_edit_check_place(SvgEdit *edit, const char *what, double value, GError **error);
/* FALSE with SVG_ERROR_INVALID unless it is a name that people can read on one line: not blank, not
 * longer than 200 bytes. `what` begins the message: "a layer's name". */
gboolean svg_edit_check_name(const char *what, const char *name, GError **error);
/* Whether a place along a line that is given is one; else FALSE with SVG_ERROR_INVALID. */
gboolean svg_check_along(const SvgSpec *spec, GError **error);
/* FALSE with SVG_ERROR_INVALID when a number of the spec is out of range, or a text too long. */
gboolean svg_check_spec(SvgEdit *edit, const SvgSpec *spec, GError **error);
/* Adds a clause to the note. */
void svg_edit_remark(SvgEdit *edit, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* "HOW: a, b and 2 more", about `ids`: `most` of them are named, and each once in an edit. */
void svg_edit_tell_kept(SvgEdit *edit, const char *how, const GPtrArray *ids, guint most);
/* Takes those out of the list (SvgNode *) that may not be changed, and names them in the note,
 * once.
 */
void svg_edit_keep_locked(SvgEdit *edit, GPtrArray *nodes);
/* The shape was changed: it goes into the record, and an id into the file if it has none. */
void svg_edit_changed(SvgEdit *edit, SvgNode *node);
/* The same for one whose own bytes stayed: it gets no id. */
void svg_edit_touched(SvgEdit *edit, SvgNode *node);
void svg_edit_added(SvgEdit *edit, SvgNode *node);
void svg_edit_removed(SvgEdit *edit, SvgNode *node);

/* Where the anchor lies on the box. */
SvgPoint svg_anchor_point(SvgBox box, SvgAnchor anchor);

/* --- reach.c: how far ------------------------------------------------------------------------- */

/* FALSE with SVG_ERROR_INVALID when `node`, whose box was `before`, would reach further beyond the
 * drawing's reach with the box `after`. */
gboolean svg_reach_check(SvgDocument *doc, SvgNode *node, SvgBox before, SvgBox after,
                         GError **error);
/* The same for everything a transaction changed, its clones among them, and for dashes. It is over,
 * and as it was when this returns. */
gboolean svg_reach_guard(SvgDocument *doc, SvgLog *log, GError **error);

/* --- scope.c, scope_guard.c: what --------------------------------------------------------------
 */

/* Whether the shape is in the scope of the edit, if it has one. FALSE with SVG_ERROR_SCOPE. */
gboolean svg_scope_allows(SvgEdit *edit, SvgNode *node, GError **error);
/* Whether the edit has none: for what is about the whole drawing. `what` begins the message: "a
 * page is part of the whole drawing". */
gboolean svg_scope_allows_all(SvgEdit *edit, const char *what, GError **error);
/* Whether all that the transaction changed is in scope, or follows what is. It is over, and as it
 * was when this returns. */
gboolean svg_scope_guard(SvgEdit *edit, SvgLog *log, GError **error);
void svg_scoping_free(SvgScoping *scoping);

/* --- transform.c: one element ----------------------------------------------------------------- */

/* Moves the element by a distance in document space. Geometry attributes where they say it exactly,
 * a composed transform elsewhere (reference/inkscape.md §5.3). FALSE with SVG_ERROR_INVALID when
 * its parents' transform can't be inverted. */
gboolean svg_node_move_by(SvgEdit *edit, SvgNode *node, double dx, double dy, GError **error);
/* Applies a matrix in document space, by the transform; clones aside. */
gboolean svg_node_apply(SvgEdit *edit, SvgNode *node, SvgMatrix m, GError **error);
/* The same, with attributes where they can; `pen`: strokes they scale grow, too. */
gboolean svg_node_scale(SvgEdit *edit, SvgNode *node, SvgMatrix m, gboolean pen, GError **error);
/* Makes its geometric box `to`, with attributes where they can, and then without touching strokes
 * and how a <rect>'s corners are rounded. */
gboolean svg_node_fit(SvgEdit *edit, SvgNode *node, SvgBox to, GError **error);

/* --- clone.c: what is drawn with an element --------------------------------------------------- */

/* After `m`, in document space, was applied to the element: its clones stay where they are when it
 * moved, and go along when it was turned or scaled, as in Inkscape; one that is itself in `along`
 * (a set of SvgNode, what the verb changes; NULL: only this) isn't changed twice. Text that flows
 * in it moves with it. What goes along is in the note. */
gboolean svg_clones_follow(SvgEdit *edit, SvgNode *node, SvgMatrix m, GHashTable *along,
                           GError **error);
/* The shape that a text flows in, or the path it lies on: it goes where that goes. NULL for other
 * texts, and for what is no text. */
SvgNode *svg_text_leader(SvgEdit *edit, SvgNode *text);

/* --- labels: follow.c, carry.c, connect.c ------------------------------------------------------
 */

/* The text elements that label the shape (SvgNode *) and have to be moved with it; may be empty.
 * The caller's. */
GPtrArray *svg_node_labels(SvgEdit *edit, SvgNode *node);
/* Whether the words of `at`, which is `shape` or in it, are among those of `shape`, wherever they
 * stand: not those of what is locked. */
gboolean svg_brings_words(SvgEdit *edit, const SvgNode *shape, SvgNode *at);
/* Whether words that are read as the shape's are so as they were found to go with it: what it came
 * to lie on, or what came to lie on it, is another's. */
gboolean svg_words_are_of(SvgEdit *edit, SvgNode *shape, const SvgNode *words);
/* Those of them that may be changed; the locked ones are named in the note, and stay. */
GPtrArray *svg_node_free_labels(SvgEdit *edit, SvgNode *node);
/* Puts the ends of connectors that are bound to the shape, and of lines that are at it, back on it.
 */
gboolean svg_connectors_follow(SvgEdit *edit, SvgNode *node, GError **error);
/* After the shape's box changed from `before`: brings its labels to its middle again, those beside
 * a line to where they were noted (beside.h), and its decoration and heads to where they were in
 * it.
 */
gboolean svg_carry_labels(SvgEdit *edit, SvgNode *node, SvgBox before, GError **error);
/* The labels only. */
gboolean svg_carry_words(SvgEdit *edit, SvgNode *node, SvgBox before, GError **error);
/* svg_node_move_by() for the shape and what belongs to it: its label, and the ends of connectors
 * that are bound to it. */
gboolean svg_shape_move_by(SvgEdit *edit, SvgNode *node, double dx, double dy, GError **error);
