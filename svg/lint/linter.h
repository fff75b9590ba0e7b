/* What the checks share: who is looked at, what lies where, and the list of findings. Private to
 * svg/lint. Things are named by their index in the scene. */
#pragma once

#include "shape/track.h"

#include <svg/lint.h>

#define SVG_LINT_NEAR 16 /* things looked at in one place, at most */
#define SVG_LINT_OTHER_FONT \
    0.15 /* of a text's width: what another font than the author's may add */

/* What is known of an entry beside the scene. */
typedef struct {
    double opacity;  /* its own and of all it is in */
    guint holder;    /* of a node with a label: the smallest node that it lies in, or SVG_NO_ENTRY;
                        known after svg_linter_need_holders(), as `holds` is */
    guint look;      /* of a text: its place among the looks */
    guint8 text;     /* words that are read: a <text> or <flowRoot> that is drawn */
    guint8 labelled; /* an outline with a label: a node, see svg_linter_is_node() */
    guint8 holds;    /* an outline in which other nodes lie */
    guint8 closed;   /* an outline that may be a node */
    guint8 arrow;
    guint8 near; /* touches the view, or is near it; or lies nowhere */
    guint8 row;  /* of a node: whether it may stand in a row, as far as was asked (align.c) */
} SvgLintFacts;

/* What was found out about a text. */
typedef struct {
    SvgBox ink;           /* see svg_linter_ink() */
    const char *families; /* its font-family; NULL = the default */
    guint8 inked;         /* `ink` is known */
    guint8 styled;        /* `families` is known, */
    guint8 mixed;         /* and is that of some of its words */
} SvgLintLook;

typedef struct {
    SvgLint *lint;
    guint first; /* the thing that comes first in the document */
} SvgFinding;

typedef struct {
    SvgDocument *doc;
    SvgScene *scene; /* the document's; lines are bound where it matters */
    guint n;         /* entries */
    SvgLintFacts *facts;
    SvgLintLook *looks; /* of texts */
    GArray *near;       /* guint: things that are near the view, in order */
    SvgBox view, page;  /* `view`: infinite when all counts */
    SvgBox around;    /* whatever may have to do with texts, shapes and arrows near the view … */
    GArray *about;    /* guint: … is here, in order */
    double px;        /* user units in a px */
    gboolean partial; /* there are things that aren't near the view */
    guint n_nodes, n_texts; /* of nodes, those with a label, where there are two of them */
    gboolean held;          /* what outlines hold is known */
    SvgGrid *texts;         /* NULL until asked for: svg_linter_texts() */
    SvgGrid *painted;       /* likewise: svg_linter_painted() */
    GHashTable
        *fonts; /* of `font-family` values: SvgFontFound + 1, as far as they were asked for */
    GHashTable *unseen; /* see svg_linter_mark(); NULL where it isn't wanted */
    GArray *styled;     /* private to linter.c */
    GArray *found;      /* SvgFinding */
} SvgLinter;

void svg_linter_init(SvgLinter *linter, SvgDocument *doc, const SvgBox *view);
/* The findings so far, in order; the caller's. */
GPtrArray *svg_linter_finish(SvgLinter *linter);
void svg_linter_clear(SvgLinter *linter);

/* A check: reports what it finds. */
typedef void (*SvgLintCheck)(SvgLinter *linter);
void svg_lint_text_overflow(SvgLinter *linter);
void svg_lint_overlapping_text(SvgLinter *linter);
void svg_lint_overlapping_lines(SvgLinter *linter); /* of one text */
void svg_lint_text_off_page(SvgLinter *linter);
void svg_lint_arrows(SvgLinter *linter);       /* unconnected and short ones */
void svg_lint_arrow_ways(SvgLinter *linter);   /* through shapes, and into them */
void svg_lint_covered_text(SvgLinter *linter); /* by lines, outlines and shapes, in part */
void svg_lint_stray_label(SvgLinter *linter);
void svg_lint_off_page(SvgLinter *linter);
void svg_lint_drawn_differently(SvgLinter *linter);
void svg_lint_overlapping_shapes(SvgLinter *linter);
void svg_lint_near_miss(SvgLinter *linter);
void svg_lint_invisible(SvgLinter *linter);
void svg_lint_low_contrast(SvgLinter *linter);
void svg_lint_duplicate(SvgLinter *linter);
void svg_lint_missing_font(SvgLinter *linter);
void svg_lint_unseen_words(SvgLinter *linter); /* reports nothing, but marks */

/* --- reporting -------------------------------------------------------------------------------- */

/* A finding about `n` things; nothing when none of them touches the view. Labels, tips of arrows
 * and decoration are named by their shapes, unless that would leave one name for several. */
void svg_linter_report(SvgLinter *linter, SvgLintType type, const guint *things, guint n,
                       const char *format, ...) G_GNUC_PRINTF(5, 6);
/* A finding about an element that draws nothing, as a style sheet. */
void svg_linter_report_node(SvgLinter *linter, SvgLintType type, SvgNode *node, const char *format,
                            ...) G_GNUC_PRINTF(4, 5);
/* Of a text's shape: nobody sees its words, and why, which is static. The first reason counts. Only
 * where that is wanted. */
void svg_linter_mark(SvgLinter *linter, guint text, const char *why);
/* A length as it is told: to a tenth of a px or so. The caller's. */
char *svg_linter_number(const SvgLinter *linter, double value);
/* The words of a text or shape in quotes, cut when they are many; its id when it has none. The
 * caller's. */
char *svg_linter_words(const SvgLinter *linter, guint thing);

/* --- asking ----------------------------------------------------------------------------------- */

static inline SvgLintLook *svg_linter_look(const SvgLinter *linter, guint text)
{
    return &linter->looks[linter->facts[text].look];
}
/* One of the things near the view: `i` is below near->len. */
static inline guint svg_linter_near(const SvgLinter *linter, guint i)
{
    return g_array_index(linter->near, guint, i);
}
/* It may be warned about: seen, not locked, not transparent. */
gboolean svg_linter_counts(const SvgLinter *linter, guint thing);
/* The same, and it is near the view: what is looked at, but where it takes the whole drawing to
 * tell. */
gboolean svg_linter_looks_at(const SvgLinter *linter, guint thing);
/* It is one of those, about one of `every` things, that tell what a large drawing is like. They are
 * the same for all views. What is drawn in rows follows each other, so it can't go by its order. */
static inline gboolean svg_linter_in_sample(guint thing, guint every)
{
    return (thing * 0x9e3779b1u >> 16) % every == 0;
}
/* What it is a label, tip or decoration of, else itself. */
guint svg_linter_shape(const SvgLinter *linter, guint thing);
/* The texts in `about` that may be warned about. The linter's. */
const SvgGrid *svg_linter_texts(SvgLinter *linter);
/* Whatever in `about` paints an area, other than words. The linter's. */
const SvgGrid *svg_linter_painted(SvgLinter *linter);
/* A node of a diagram: an outline with a label, or that an arrow touches. */
gboolean svg_linter_is_node(const SvgLinter *linter, guint thing);
/* An arrow, a line, or an open path that is stroked. */
gboolean svg_linter_is_line(const SvgLinter *linter, guint thing);
/* To be called before `holder` and `holds` are looked at. */
void svg_linter_need_holders(SvgLinter *linter);
/* The outlines at a place that are neither tips of arrows nor decoration; those of them that are
 * nodes: as svg_grid_at(). */
guint svg_linter_outlines_at(const SvgLinter *linter, SvgPoint p, guint *out, guint max);
guint svg_linter_nodes_at(const SvgLinter *linter, SvgPoint p, guint *out, guint max);
/* Of things in `about` where `box_of`, which is handed the linter, says. The caller's. */
SvgGrid *svg_linter_grid(const SvgLinter *linter, SvgGridBoxFunc box_of);
/* Where its letters are: the visual box. */
SvgBox svg_linter_ink(SvgLinter *linter, guint text);
/* The boxes (SvgBox) of the letters of its parts, where it has <tspan>s that hold all of them; else
 * one. FALSE when it isn't upright, or has more than SVG_LINT_NEAR parts. */
gboolean svg_linter_parts(SvgLinter *linter, guint text, GArray *parts);
/* Whether its lines run along an axis. */
gboolean svg_linter_is_upright(const SvgLinter *linter, guint thing);

/* Calls `func` with the style of each element in it that has words of its own, up to
 * SVG_LINT_NEAR. */
typedef void (*SvgLintStyleFunc)(const SvgStyle *style, gpointer data);
void svg_linter_each_style(const SvgLinter *linter, guint text, SvgLintStyleFunc func,
                           gpointer data);
/* How a text is shown is what its author saw: the font named first is there. */
gboolean svg_linter_knows_font(SvgLinter *linter, guint text);
/* Neither it nor what it is in has a clip path, mask or filter. */
gboolean svg_linter_is_plain(const SvgLinter *linter, guint thing);
/* It has a mask that can be read (shape/masked.h), and nothing else of the kind. */
gboolean svg_linter_is_masked(const SvgLinter *linter, guint thing);
/* The outline, see track.h. g_array_unref(). */
GArray *svg_linter_track(const SvgLinter *linter, guint thing);
/* A plain upright rectangle: its box is all there is to know. */
gboolean svg_linter_is_box(const SvgLinter *linter, guint shape);
