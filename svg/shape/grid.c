/* A hashed grid with one layer of squares per power of two. */
#include "shape/grid.h"

#include <math.h>
#include <string.h>

#define LOWEST   (-24) /* exponents of the smallest and the largest square */
#define HIGHEST  39
#define MAX_SEEN 512 /* boxes looked at in one square; more are stacked in one place */

struct _SvgGrid {
    SvgBox *boxes; /* grown */
    gint16 *layer; /* of each box: the exponent of its squares' size */
    guint n;
    guint mask;     /* buckets - 1 */
    guint32 *start; /* by bucket, into items; one more at the end */
    guint32 *items; /* smallest first */
    guint64 layers; /* bit i: squares of 2^(LOWEST + i) are used */
};

/* The exponent of the smallest square that is no smaller than the box. */
static int layer_of(SvgBox box)
{
    int exponent;

    frexp(MAX(box.w, box.h), &exponent);
    return CLAMP(exponent, LOWEST, HIGHEST);
}

static guint bucket_of(const SvgGrid *grid, int layer, double column, double row)
{
    guint64 bits[2], hash;

    memcpy(&bits[0], &column, sizeof column);
    memcpy(&bits[1], &row, sizeof row);
    hash = (bits[0] ^ (guint64)(layer - LOWEST)) * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
    hash = (hash ^ (hash >> 29) ^ bits[1]) * G_GUINT64_CONSTANT(0xbf58476d1ce4e5b9);
    return (guint)(hash >> 32) & grid->mask;
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
static guint buckets_of(const SvgGrid *grid, guint index, guint *out)
{
    SvgBox box = grid->boxes[index];
    int layer = grid->layer[index];
    double size = ldexp(1, layer);
    double columns[2] = {floor(box.x / size), floor((box.x + box.w) / size)};
    double rows[2] = {floor(box.y / size), floor((box.y + box.h) / size)};
    guint n = 0;

    for (guint i = 0; i < (columns[0] == columns[1] ? 1 : 2); i++) {
        for (guint j = 0; j < (rows[0] == rows[1] ? 1 : 2); j++) {
            n = add_once(out, n, bucket_of(grid, layer, columns[i] + 0.0, rows[j] + 0.0));
        }
    }
    return n;
}

static int compare_areas(gconstpointer a, gconstpointer b, gpointer data)
{
    const SvgBox *boxes = data;
    const SvgBox *p = &boxes[*(const guint32 *)a], *q = &boxes[*(const guint32 *)b];
    double x = p->w * p->h, y = q->w * q->h;

    return (x > y) - (x < y);
}

/* Counts what goes into each bucket, then puts it there, from the end of the bucket backwards. */
static void fill(SvgGrid *grid)
{
    guint buckets[4];

    for (guint i = 0; i < grid->n; i++) {
        guint n = svg_box_is_empty(grid->boxes[i]) ? 0 : buckets_of(grid, i, buckets);

        for (guint k = 0; k < n; k++) {
            grid->start[buckets[k]]++;
        }
    }
    for (guint b = 0; b <= grid->mask; b++) {
        grid->start[b + 1] += grid->start[b];
    }
    grid->items = g_new(guint32, grid->start[grid->mask + 1]);
    for (guint i = grid->n; i-- > 0;) {
        guint n = svg_box_is_empty(grid->boxes[i]) ? 0 : buckets_of(grid, i, buckets);

        for (guint k = 0; k < n; k++) {
            grid->items[--grid->start[buckets[k]]] = i;
        }
        if (n) {
            grid->layers |= G_GUINT64_CONSTANT(1) << (grid->layer[i] - LOWEST);
        }
    }
}

static void sort(SvgGrid *grid)
{
    for (guint b = 0; b <= grid->mask; b++) {
        guint n = grid->start[b + 1] - grid->start[b];

        if (n > 1) {
            g_qsort_with_data(grid->items + grid->start[b], (gint)n, sizeof *grid->items,
                              compare_areas, grid->boxes);
        }
    }
}

static gboolean fits(SvgBox box)
{
    return !svg_box_is_empty(box) && MAX(box.w, box.h) < ldexp(1, HIGHEST);
}

SvgGrid *svg_grid_new(const SvgBox *boxes, guint n, double margin)
{
    SvgGrid *grid = g_new0(SvgGrid, 1);
    guint buckets = 16;

    while (buckets < n) {
        buckets *= 2;
    }
    grid->boxes = g_new(SvgBox, n);
    grid->layer = g_new0(gint16, n);
    grid->n = n;
    grid->mask = buckets - 1;
    grid->start = g_new0(guint32, buckets + 1);
    for (guint i = 0; i < n; i++) {
        SvgBox b = boxes[i];

        grid->boxes[i] =
            fits(b) ? (SvgBox){b.x - margin, b.y - margin, b.w + 2 * margin, b.h + 2 * margin}
                    : SVG_BOX_EMPTY;
        grid->layer[i] = (gint16)layer_of(grid->boxes[i]);
    }
    fill(grid);
    sort(grid);
    return grid;
}

void svg_grid_free(SvgGrid *grid)
{
    g_free(grid->boxes);
    g_free(grid->layer);
    g_free(grid->start);
    g_free(grid->items);
    g_free(grid);
}

static gboolean holds(SvgBox box, SvgPoint p)
{
    return p.x >= box.x && p.x <= box.x + box.w && p.y >= box.y && p.y <= box.y + box.h;
}

guint svg_grid_at(const SvgGrid *grid, SvgPoint p, guint *out, guint max)
{
    guint n = 0;

    for (int layer = LOWEST; layer <= HIGHEST; layer++) {
        double size = ldexp(1, layer);
        guint bucket, end;

        if (!(grid->layers >> (layer - LOWEST) & 1)) {
            continue;
        }
        bucket = bucket_of(grid, layer, floor(p.x / size) + 0.0, floor(p.y / size) + 0.0);
        end = MIN(grid->start[bucket + 1], grid->start[bucket] + MAX_SEEN);
        for (guint i = grid->start[bucket]; i < end && n < max; i++) {
            guint32 item = grid->items[i];

            if (grid->layer[item] == layer && holds(grid->boxes[item], p)) {
                out[n++] = item;
            }
        }
    }
    return n;
}
