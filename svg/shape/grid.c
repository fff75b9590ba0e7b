/* A hashed grid with one layer of squares for every second power of two: fewer would put too much
 * into each of them, more would be too many places to look at. */
#include "shape/grid.h"

#include "document/arena.h"

#include <math.h>

#define LOWEST   (-24) /* exponents of the smallest and the largest square: even ones */
#define HIGHEST  38
#define MAX_SEEN 512 /* boxes looked at in one square; more are stacked in one place */
#define FEW      16  /* items that are sorted one by one */

#define MOST_SQUARES 4e18 /* in a row; what lies beyond is in the last one */
#define BLOCK_BITS   3    /* squares in the row of a block: a power of two */
#define BLOCK_MASK   ((1 << BLOCK_BITS) - 1)

typedef struct {
    SvgBox box; /* grown */
    guint32 index;
    gint32 layer; /* the exponent of its squares' size */
} Item;

typedef struct {
    gint64 column, row;
} Square;

typedef struct {
    guint32 item, bucket;
} Place;

struct _SvgGrid {
    guint mask;                       /* buckets - 1 */
    guint32 *start;                   /* by bucket, into items; one more at the end */
    Item *items;                      /* smallest first */
    int layers[HIGHEST - LOWEST + 1]; /* that are used, the finest first: exponents */
    guint n_layers;
    double per_unit; /* how many of the finest squares are as long as a unit */
};

/* The exponent of the smallest squares that are no smaller than the box. */
static int layer_of(SvgBox box)
{
    int exponent;

    frexp(MAX(box.w, box.h), &exponent);
    return CLAMP((exponent + 1) & ~1, LOWEST, HIGHEST);
}

static inline gint64 steps_to(double place, double per_unit)
{
    double at = MIN(MAX(place * per_unit, -MOST_SQUARES), MOST_SQUARES);
    gint64 steps = (gint64)at;

    return (double)steps > at ? steps - 1 : steps;
}

/* Of the finest layer. */
static inline Square square_at(const SvgGrid *grid, double x, double y)
{
    return (Square){steps_to(x, grid->per_unit), steps_to(y, grid->per_unit)};
}

/* Larger squares are made of whole smaller ones. */
static inline Square square_around(const SvgGrid *grid, Square finest, int layer)
{
    int shift = layer - grid->layers[0];

    return (Square){finest.column >> shift, finest.row >> shift};
}

/* Neighbours have neighbouring buckets, for questions come in the order of the drawing; blocks of
 * them lie anywhere. */
static inline guint bucket_of(const SvgGrid *grid, int layer, Square at)
{
    guint64 block_x = (guint64)(at.column >> BLOCK_BITS), block_y = (guint64)(at.row >> BLOCK_BITS);
    guint64 hash;
    guint inside = (guint)((at.row & BLOCK_MASK) << BLOCK_BITS | (at.column & BLOCK_MASK));

    hash = (block_x ^ (guint64)(layer - LOWEST) << 56) * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
    hash = (hash ^ (hash >> 29) ^ block_y) * G_GUINT64_CONSTANT(0xbf58476d1ce4e5b9);
    return ((guint)(hash >> 32) << (2 * BLOCK_BITS) & grid->mask) | inside;
}

static guint add_once(guint *out, guint n, guint bucket)
{
    for (guint i = 0; i < n; i++) {
        if (out[i] == bucket) {
            return n;
        }
    }
    out[n] = bucket;
    return n + 1;
}

/* The buckets of the up to four squares a box lies in. */
static guint buckets_of(const SvgGrid *grid, const Item *item, guint *out)
{
    SvgBox box = item->box;
    Square first = square_around(grid, square_at(grid, box.x, box.y), item->layer);
    Square last = square_around(grid, square_at(grid, box.x + box.w, box.y + box.h), item->layer);
    guint n = 0;

    n = add_once(out, n, bucket_of(grid, item->layer, first));
    if (first.column != last.column || first.row != last.row) {
        n = add_once(out, n, bucket_of(grid, item->layer, (Square){first.column, last.row}));
        n = add_once(out, n, bucket_of(grid, item->layer, (Square){last.column, first.row}));
        n = add_once(out, n, bucket_of(grid, item->layer, last));
    }
    return n;
}

static int compare_areas(gconstpointer a, gconstpointer b, gpointer data)
{
    const Item *p = a, *q = b;
    double x = p->box.w * p->box.h, y = q->box.w * q->box.h;

    (void)data;
    return (x > y) - (x < y);
}

static gboolean fits(SvgBox box)
{
    return !svg_box_is_empty(box) && MAX(box.w, box.h) < ldexp(1, HIGHEST);
}

static inline const Item *item_at(const GArray *items, guint i)
{
    return &g_array_index(items, Item, i);
}

/* The boxes (Item) that aren't left out, of the indices in `some` (NULL: the first n). Sets *layers
 * to those they are in, a bit each. */
static GArray *read_items(const guint *some, guint n, SvgGridBoxFunc box_of, gconstpointer data,
                          double margin, guint64 *layers)
{
    GArray *items = svg_memory_array_new(sizeof(Item), n);

    *layers = 0;
    for (guint i = 0; i < n; i++) {
        guint index = some ? some[i] : i;
        SvgBox box = box_of(data, index);

        if (fits(box)) {
            Item item = {svg_box_grown(box, margin, margin), index, 0};

            item.layer = layer_of(item.box);
            *layers |= G_GUINT64_CONSTANT(1) << (item.layer - LOWEST);
            g_array_append_val(items, item);
        }
    }
    return items;
}

static void choose_layers(SvgGrid *grid, guint64 layers)
{
    for (int layer = LOWEST; layer <= HIGHEST; layer++) {
        if (layers >> (layer - LOWEST) & 1) {
            grid->layers[grid->n_layers++] = layer;
        }
    }
    grid->per_unit = ldexp(1, -grid->layers[0]); /* exact */
}

/* Which buckets items lie in; counts what goes into each of them. */
static Place *place(const SvgGrid *grid, const GArray *items, guint *n_places)
{
    Place *places = svg_memory_new((4 * (gsize)items->len + 1) * sizeof *places);
    guint buckets[4];

    *n_places = 0;
    for (guint i = 0; i < items->len; i++) {
        guint n = buckets_of(grid, item_at(items, i), buckets);

        for (guint k = 0; k < n; k++) {
            places[(*n_places)++] = (Place){i, buckets[k]};
            grid->start[buckets[k]]++;
        }
    }
    return places;
}

/* From the end of each bucket backwards. */
static void fill(SvgGrid *grid, const GArray *items)
{
    guint n;
    g_autofree Place *places = place(grid, items, &n);

    for (guint b = 0; b <= grid->mask; b++) {
        grid->start[b + 1] += grid->start[b];
    }
    grid->items = svg_memory_new(((gsize)n + 1) * sizeof(Item)); /* never NULL */
    for (guint i = n; i-- > 0;) {
        grid->items[--grid->start[places[i].bucket]] = *item_at(items, places[i].item);
    }
}

static void sort_few(Item *items, guint n)
{
    for (guint i = 1; i < n; i++) {
        Item item = items[i];
        guint at = i;

        for (; at > 0 && compare_areas(&items[at - 1], &item, NULL) > 0; at--) {
            items[at] = items[at - 1];
        }
        items[at] = item;
    }
}

static void sort(SvgGrid *grid)
{
    for (guint b = 0; b <= grid->mask; b++) {
        Item *items = grid->items + grid->start[b];
        guint n = grid->start[b + 1] - grid->start[b];

        if (n > FEW) {
            g_qsort_with_data(items, (gint)n, sizeof *items, compare_areas, NULL);
        } else {
            sort_few(items, n);
        }
    }
}

static SvgGrid *grid_new(const guint *some, guint n, SvgGridBoxFunc box_of, gconstpointer data,
                         double margin)
{
    SvgGrid *grid = g_new0(SvgGrid, 1);
    guint64 layers;
    g_autoptr(GArray) items = read_items(some, n, box_of, data, margin, &layers);
    guint buckets = 1 << (2 * BLOCK_BITS);

    choose_layers(grid, layers);
    while (buckets < items->len) {
        buckets *= 2;
    }
    grid->mask = buckets - 1;
    grid->start = g_new0(guint32, buckets + 1);
    fill(grid, items);
    sort(grid);
    return grid;
}

SvgGrid *svg_grid_new(guint n, SvgGridBoxFunc box_of, gconstpointer data, double margin)
{
    return grid_new(NULL, n, box_of, data, margin);
}

SvgGrid *svg_grid_new_of(const GArray *some, SvgGridBoxFunc box_of, gconstpointer data,
                         double margin)
{
    return grid_new((const guint *)(gconstpointer)some->data, some->len, box_of, data, margin);
}

void svg_grid_free(SvgGrid *grid)
{
    g_free(grid->start);
    g_free(grid->items);
    g_free(grid);
}

/* As svg_box_holds(), but within the loop, and without a guess which side it is on. */
static inline gboolean holds(const SvgBox *box, SvgPoint p)
{
    return (p.x >= box->x) & (p.x <= box->x + box->w) & (p.y >= box->y) & (p.y <= box->y + box->h);
}

guint svg_grid_at(const SvgGrid *grid, SvgPoint p, guint *out, guint max)
{
    return svg_grid_find(grid, p, NULL, NULL, out, max);
}

guint svg_grid_find(const SvgGrid *grid, SvgPoint p, SvgGridKeepFunc keep, gconstpointer data,
                    guint *out, guint max)
{
    Square finest = square_at(grid, p.x, p.y);
    guint n = 0;

    for (guint i = 0; i < grid->n_layers; i++) {
        int layer = grid->layers[i];
        guint bucket = bucket_of(grid, layer, square_around(grid, finest, layer));
        const Item *item = grid->items + grid->start[bucket];
        const Item *end =
            grid->items + MIN(grid->start[bucket + 1], grid->start[bucket] + MAX_SEEN);

        for (; item < end && n < max; item++) {
            if (item->layer == layer && holds(&item->box, p) &&
                (!keep || keep(data, item->index))) {
                out[n++] = item->index;
            }
        }
    }
    return n;
}
