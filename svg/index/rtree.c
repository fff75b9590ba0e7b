/* The R-tree: all levels in arrays, each box of a level around FANOUT of the level below. */
#include "index/rtree.h"

#include <math.h>
#include <stdlib.h>

#define FANOUT     16
#define MAX_LEVELS 9 /* FANOUT ^ 8 is beyond 32 bits */

/* Edges and not sizes: the edge of a box around others is exactly one of theirs. */
typedef struct {
    double left, top, right, bottom;
} Extent;

struct _SvgRtree {
    guint n_levels;
    guint counts[MAX_LEVELS]; /* of extents; level 0 is the items */
    Extent *extents[MAX_LEVELS];
    guint32 *values; /* of the items */
};

static Extent extent_of(SvgBox box)
{
    return (Extent){box.x, box.y, box.x + box.w, box.y + box.h};
}

static Extent joined(Extent a, Extent b)
{
    return (Extent){MIN(a.left, b.left), MIN(a.top, b.top), MAX(a.right, b.right),
                    MAX(a.bottom, b.bottom)};
}

static gboolean touch(Extent a, Extent b)
{
    return a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom;
}

static int compare(double a, double b)
{
    return (a > b) - (a < b);
}

static int by_x(gconstpointer a, gconstpointer b)
{
    return compare(svg_box_center(((const SvgRtreeItem *)a)->box).x,
                   svg_box_center(((const SvgRtreeItem *)b)->box).x);
}

static int by_y(gconstpointer a, gconstpointer b)
{
    return compare(svg_box_center(((const SvgRtreeItem *)a)->box).y,
                   svg_box_center(((const SvgRtreeItem *)b)->box).y);
}

/* Vertical strips, each sorted from top to bottom: neighbours in the array are neighbours. */
static void sort(SvgRtreeItem *items, guint n)
{
    guint groups = (n + FANOUT - 1) / FANOUT;
    guint strip = (guint)ceil(sqrt(groups)) * FANOUT;
    if (n > 1) { /* of none, `items` may be NULL, which qsort() must not be given */
        qsort(items, n, sizeof *items, by_x);
    }
    for (guint at = 0; at < n; at += strip) {
        qsort(items + at, MIN(strip, n - at), sizeof *items, by_y);
    }
}

static void add_level(SvgRtree *tree)
{
    guint below = tree->n_levels - 1, n = tree->counts[below];
    guint count = (n + FANOUT - 1) / FANOUT;
    const Extent *lower = tree->extents[below];
    Extent *extents = g_new(Extent, count);
    for (guint i = 0; i < count; i++) {
        extents[i] = lower[(gsize)i * FANOUT];
        for (guint k = i * FANOUT + 1; k < MIN((i + 1) * FANOUT, n); k++) {
            extents[i] = joined(extents[i], lower[k]);
        }
    }
    tree->extents[tree->n_levels] = extents;
    tree->counts[tree->n_levels++] = count;
}

SvgRtree *svg_rtree_new(SvgRtreeItem *items, guint n)
{
    SvgRtree *tree = g_new0(SvgRtree, 1);
    sort(items, n);
    tree->extents[0] = g_new(Extent, n);
    tree->values = g_new(guint32, n);
    for (guint i = 0; i < n; i++) {
        tree->extents[0][i] = extent_of(items[i].box);
        tree->values[i] = items[i].value;
    }
    tree->counts[0] = n;
    tree->n_levels = 1;
    while (tree->counts[tree->n_levels - 1] > 1) {
        add_level(tree);
    }
    return tree;
}

void svg_rtree_free(SvgRtree *tree)
{
    if (!tree) {
        return;
    }
    for (guint i = 0; i < tree->n_levels; i++) {
        g_free(tree->extents[i]);
    }
    g_free(tree->values);
    g_free(tree);
}

/* Depth: MAX_LEVELS. */
static void visit(const SvgRtree *tree, guint level, guint i, Extent area, GArray *out)
{
    if (!touch(tree->extents[level][i], area)) {
        return;
    }
    if (level == 0) {
        g_array_append_val(out, tree->values[i]);
        return;
    }
    for (guint k = i * FANOUT; k < MIN((i + 1) * FANOUT, tree->counts[level - 1]); k++) {
        visit(tree, level - 1, k, area, out);
    }
}

void svg_rtree_touching(const SvgRtree *tree, SvgBox area, GArray *out)
{
    if (tree->counts[0] && !svg_box_is_empty(area)) {
        visit(tree, tree->n_levels - 1, 0, extent_of(area), out);
    }
}
