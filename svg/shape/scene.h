/* Everything that is drawn, with its kind and how it belongs together: what svg_document_shapes()
 * is made from. Private to svg/. */
#pragma once

#include "geometry/bounds.h"

#include <svg/shape.h>

#define SVG_NO_ENTRY G_MAXUINT

/* One drawn element. Entries are named by their index, in document order. */
typedef struct {
    SvgNode *node;
    SvgBox box;
    SvgMatrix matrix;
    SvgPaint fill, stroke; /* NONE when transparent, too */
    SvgKind kind;
    gboolean visible;
    gboolean closed;     /* an outline that can hold a label, or an arrow can end at */
    gboolean head_start; /* has a marker at its first point */
    gboolean head_end;
    guint head_of; /* of a separate arrow tip: its arrow */
    guint holds;   /* closed outlines and images in its box, up to some number */
    guint parent;  /* SVG_NO_ENTRY at the top */
    guint depth;
    guint n_children;    /* that are listed */
    guint label;         /* of a closed outline: its first text */
    guint next_label;    /* of a text that labels: the next one of the same outline */
    guint labels;        /* of a text: the outline it labels */
    SvgPoint start, end; /* lines and arrows; the head is at `end` */
    guint from, to;      /* arrows: what they touch */
    gboolean listed;     /* is a shape of its own */
    gboolean locked;
} SvgEntry;

typedef struct {
    SvgDocument *doc;
    GArray *entries;   /* SvgEntry */
    GHashTable *index; /* SvgNode * → index + 1 */
    SvgBox box;        /* of all */
} SvgScene;

SvgScene *svg_scene_new(SvgDocument *doc);
void svg_scene_free(SvgScene *scene);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SvgScene, svg_scene_free)
SvgEntry *svg_scene_entry(const SvgScene *scene, guint index);
/* SVG_NO_ENTRY when the node isn't drawn. Accepts NULL. */
guint svg_scene_find(const SvgScene *scene, const SvgNode *node);

/* The steps of svg_scene_new(), in their order. */
void svg_entry_read_kind(SvgDocument *doc, SvgEntry *entry);
void svg_scene_find_labels(SvgScene *scene);
void svg_scene_find_heads(SvgScene *scene);
void svg_scene_bind_arrows(SvgScene *scene);

/* The words that label `entry`, joined, or those of a text. NULL if none. The caller's. */
char *svg_scene_text(const SvgScene *scene, const SvgEntry *entry);

/* What goes where a shape goes: SvgNode * of the shape → GPtrArray of SvgNode *, the texts that
 * label an outline, the tips that are drawn beside a line. None of them is in
 * svg_document_shapes(). The caller's. */
GHashTable *svg_companions_all(SvgDocument *doc);
