/* Union-find over boxes that lie close together. A grid of several scales finds the neighbours, so
 * that a drawing with very many shapes takes about linear time. */
#include "view/clusters.h"

#include <math.h>
#include <string.h>

#define MAX_LEVEL 62
#define MAX_PLACE 1e12 /* beyond that, a box is nowhere in particular */

typedef struct {
    guint level;
    gint64 x, y;
} Cell;

typedef struct {
    const GArray *boxes;
    double distance;
    guint *parents;
    guint *next;       /* of the boxes in the same cell; G_MAXUINT ends the list */
    GHashTable *cells; /* Cell → 1 + index of the first box */
    guint64 levels;    /* bit set of those in use */
} Joiner;

static guint cell_hash(gconstpointer key)
{
    const Cell *cell = key;
    guint64 h = (guint64)cell->x * 0x9E3779B97F4A7C15u ^
                ((guint64)cell->y * 0xC2B2AE3D27D4EB4Fu + cell->level);
    return (guint)(h ^ (h >> 32));
}

static gboolean cell_equal(gconstpointer a, gconstpointer b)
{
    const Cell *p = a, *q = b;
    return p->level == q->level && p->x == q->x && p->y == q->y;
}

static guint find(guint *parents, guint i)
{
    while (parents[i] != i) {
        parents[i] = parents[parents[i]];
        i = parents[i];
    }
    return i;
}

static void join(Joiner *joiner, guint a, guint b)
{
    a = find(joiner->parents, a);
    b = find(joiner->parents, b);
    joiner->parents[MAX(a, b)] = MIN(a, b);
}

static double sane(double value)
{
    return isfinite(value) ? CLAMP(value, -MAX_PLACE, MAX_PLACE) : 0;
}

static SvgBox box_at(const Joiner *joiner, guint i)
{
    SvgBox box = g_array_index(joiner->boxes, SvgBox, i);
    return (SvgBox){sane(box.x), sane(box.y), sane(box.w), sane(box.h)};
}

static double cell_size(const Joiner *joiner, guint level)
{
    return ldexp(joiner->distance, (int)level);
}

/* A box is kept in the cell of its corner, at the level whose cells are as large as it. */
static guint level_of(const Joiner *joiner, SvgBox box)
{
    guint level = 0;
    while (level < MAX_LEVEL && cell_size(joiner, level) < MAX(box.w, box.h)) {
        level++;
    }
    return level;
}

static gint64 cell_index(double at, double size)
{
    double index = floor(at / size);
    return (gint64)CLAMP(index, -1e15, 1e15);
}

static gboolean near(const Joiner *joiner, SvgBox a, SvgBox b)
{
    double d = joiner->distance;
    return svg_box_touches((SvgBox){a.x - d, a.y - d, a.w + 2 * d, a.h + 2 * d}, b);
}

static void join_cell(Joiner *joiner, guint i, const Cell *cell)
{
    guint first = GPOINTER_TO_UINT(g_hash_table_lookup(joiner->cells, cell));
    for (guint k = first ? first - 1 : G_MAXUINT; k != G_MAXUINT; k = joiner->next[k]) {
        if (find(joiner->parents, k) != find(joiner->parents, i) &&
            near(joiner, box_at(joiner, i), box_at(joiner, k))) {
            join(joiner, i, k);
            if (cell->level == 0) {
                return; /* the corners of all the others in it are as close to k */
            }
        }
    }
}

/* Joins box `i` with those in reach that were added before, which are as large or larger. */
static void join_near(Joiner *joiner, guint i)
{
    SvgBox box = box_at(joiner, i);
    for (guint level = level_of(joiner, box); level <= MAX_LEVEL; level++) {
        if (!(joiner->levels & (G_GUINT64_CONSTANT(1) << level))) {
            continue;
        }
        double size = cell_size(joiner, level), d = joiner->distance;
        gint64 x1 = cell_index(box.x - d - size, size), x2 = cell_index(box.x + box.w + d, size);
        gint64 y1 = cell_index(box.y - d - size, size), y2 = cell_index(box.y + box.h + d, size);
        for (gint64 y = y1; y <= y2; y++) {
            for (gint64 x = x1; x <= x2; x++) {
                Cell cell = {level, x, y};
                join_cell(joiner, i, &cell);
            }
        }
    }
}

static void add(Joiner *joiner, guint i)
{
    SvgBox box = box_at(joiner, i);
    guint level = level_of(joiner, box);
    double size = cell_size(joiner, level);
    Cell cell = {level, cell_index(box.x, size), cell_index(box.y, size)};
    guint first = GPOINTER_TO_UINT(g_hash_table_lookup(joiner->cells, &cell));
    joiner->next[i] = first ? first - 1 : G_MAXUINT;
    Cell *key = g_new(Cell, 1);
    *key = cell;
    g_hash_table_replace(joiner->cells, key, GUINT_TO_POINTER(i + 1));
    joiner->levels |= G_GUINT64_CONSTANT(1) << level;
}

static int by_size(gconstpointer a, gconstpointer b, gpointer data)
{
    const Joiner *joiner = data;
    guint p = level_of(joiner, box_at(joiner, *(const guint *)a));
    guint q = level_of(joiner, box_at(joiner, *(const guint *)b));
    return (p < q) - (p > q);
}

static void join_all(Joiner *joiner)
{
    g_autofree guint *order = g_new(guint, joiner->boxes->len);
    for (guint i = 0; i < joiner->boxes->len; i++) {
        order[i] = joiner->parents[i] = i;
    }
    g_qsort_with_data(order, (int)joiner->boxes->len, sizeof *order, by_size, joiner);
    for (guint i = 0; i < joiner->boxes->len; i++) {
        join_near(joiner, order[i]);
        add(joiner, order[i]);
    }
}

static double distance_to(const FairyCluster *cluster, SvgPoint eye)
{
    SvgPoint p = svg_box_center(cluster->bounds);
    return hypot(p.x - eye.x, p.y - eye.y);
}

static int by_distance(gconstpointer a, gconstpointer b, gpointer data)
{
    const FairyCluster *p = a, *q = b;
    double keys[][2] = {
        {distance_to(p, *(SvgPoint *)data), distance_to(q, *(SvgPoint *)data)},
        {p->bounds.y, q->bounds.y},
        {p->bounds.x, q->bounds.x},
        {p->bounds.w, q->bounds.w},
        {p->bounds.h, q->bounds.h},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(keys); i++) {
        if (keys[i][0] != keys[i][1]) {
            return keys[i][0] < keys[i][1] ? -1 : 1;
        }
    }
    return 0;
}

GArray *fairy_clusters(const GArray *boxes, double distance, SvgPoint eye)
{
    GArray *clusters = g_array_new(FALSE, TRUE, sizeof(FairyCluster));
    g_autofree guint *parents = g_new(guint, MAX(boxes->len, 1)),
                     *next = g_new(guint, MAX(boxes->len, 1));
    g_autoptr(GHashTable) cells = g_hash_table_new_full(cell_hash, cell_equal, g_free, NULL);
    Joiner joiner = {boxes, distance, parents, next, cells, 0};
    join_all(&joiner);
    guint *places = g_new0(guint, MAX(boxes->len, 1)); /* of a root: 1 + its cluster */
    for (guint i = 0; i < boxes->len; i++) {
        guint root = find(parents, i);
        if (!places[root]) {
            FairyCluster cluster = {SVG_BOX_EMPTY, 0};
            g_array_append_val(clusters, cluster);
            places[root] = clusters->len;
        }
        FairyCluster *cluster = &g_array_index(clusters, FairyCluster, places[root] - 1);
        cluster->bounds = svg_box_union(cluster->bounds, box_at(&joiner, i));
        cluster->count++;
    }
    g_free(places);
    g_array_sort_with_data(clusters, by_distance, &eye);
    return clusters;
}
