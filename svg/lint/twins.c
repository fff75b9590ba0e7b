/* Things that lie there twice, one over the other. */
#include "lint/linter.h"
#include "shape/content.h"
#include "shape/track.h"

#include <math.h>

#define SAME_PX   0.05 /* apart: in one place */
#define KINDS     8    /* of things that are told apart in one place */
#define MOST_AWAY 1e15 /* steps: what lies farther away is there */
#define ON_PX     1.5  /* apart: an arrow on another one */
#define PLACES    8    /* of an arrow's way that are looked at */

/* A thing by its place, in steps that small differences don't matter in. */
typedef struct {
    gint64 place[4];
    guint thing;
} Placed;

static int compare_places(const Placed *p, const Placed *q)
{
    for (guint i = 0; i < G_N_ELEMENTS(p->place); i++) {
        if (p->place[i] != q->place[i]) {
            return p->place[i] < q->place[i] ? -1 : 1;
        }
    }
    return 0;
}

static int compare_placed(gconstpointer a, gconstpointer b, gpointer data)
{
    const Placed *p = a, *q = b;
    int order = compare_places(p, q);

    (void)data;
    return order ? order : (p->thing > q->thing) - (p->thing < q->thing);
}

/* Texts, arrows and outlines: patches are left out later, when it is known what lies on them. */
static gboolean is_looked_at(const SvgLinter *linter, guint thing)
{
    const SvgEntry *entry = svg_scene_entry(linter->scene, thing);
    gboolean outline =
        (svg_kind_flags(entry->kind) & SVG_KIND_CLOSED) && entry->kind != SVG_KIND_DRAW;

    return (linter->facts[thing].text || outline || entry->kind == SVG_KIND_ARROW) &&
           entry->head_of == SVG_NO_ENTRY && svg_linter_looks_at(linter, thing);
}

static gboolean is_of_diagram(const SvgLinter *linter, guint thing)
{
    return linter->facts[thing].text || svg_linter_is_node(linter, thing) ||
           svg_scene_entry(linter->scene, thing)->kind == SVG_KIND_ARROW;
}

static Placed place_of(const SvgLinter *linter, guint thing)
{
    SvgBox box = svg_scene_entry(linter->scene, thing)->box;
    const double numbers[] = {box.x, box.y, box.w, box.h};
    Placed placed = {.thing = thing};

    for (guint k = 0; k < G_N_ELEMENTS(numbers); k++) {
        double steps = round(numbers[k] / (SAME_PX * linter->px));

        placed.place[k] = (gint64)CLAMP(steps, -MOST_AWAY, MOST_AWAY);
    }
    return placed;
}

static GArray *place_all(const SvgLinter *linter, gboolean texts)
{
    GArray *all = g_array_new(FALSE, FALSE, sizeof(Placed));

    for (guint i = 0; i < linter->near->len; i++) {
        guint thing = svg_linter_near(linter, i);

        if (linter->facts[thing].text == texts && is_looked_at(linter, thing)) {
            Placed placed = place_of(linter, thing);

            g_array_append_val(all, placed);
        }
    }
    g_qsort_with_data(all->data, (gint)all->len, sizeof(Placed), compare_placed, NULL);
    return all;
}

/* --- what is the same ------------------------------------------------------------------------- */

static gboolean same_paint(const SvgPaint *a, const SvgPaint *b)
{
    return a->kind == b->kind && a->rgb == b->rgb && a->alpha == b->alpha &&
           g_strcmp0(a->server, b->server) == 0;
}

/* Half transparent things add up, and filters draw shadows: they may be meant. */
static gboolean is_plain(const SvgLinter *linter, guint thing, const SvgStyle *style)
{
    return style->fill_opacity >= 1 && style->stroke_opacity >= 1 &&
           linter->facts[thing].opacity >= 1 && svg_linter_is_plain(linter, thing);
}

static gboolean same_style(const SvgLinter *linter, guint a, guint b)
{
    SvgStyle p, q;

    svg_style_of(linter->doc, svg_scene_entry(linter->scene, a)->node, &p);
    svg_style_of(linter->doc, svg_scene_entry(linter->scene, b)->node, &q);
    return is_plain(linter, a, &p) && is_plain(linter, b, &q) && same_paint(&p.fill, &q.fill) &&
           same_paint(&p.stroke, &q.stroke) && p.stroke_width == q.stroke_width &&
           g_strcmp0(p.dashes, q.dashes) == 0 && p.font_size == q.font_size &&
           p.font_weight == q.font_weight;
}

static gboolean same_words(const SvgLinter *linter, guint a, guint b)
{
    g_autofree char *first = svg_content_read(svg_scene_entry(linter->scene, a)->node);
    g_autofree char *second = svg_content_read(svg_scene_entry(linter->scene, b)->node);

    return first && g_strcmp0(first, second) == 0;
}

static gboolean same_track(const SvgLinter *linter, guint a, guint b)
{
    g_autoptr(GArray) first = svg_linter_track(linter, a);
    g_autoptr(GArray) second = svg_linter_track(linter, b);

    for (guint i = 0; first->len == second->len && i < first->len; i++) {
        SvgPoint p = g_array_index(first, SvgTrackPoint, i).at;
        SvgPoint q = g_array_index(second, SvgTrackPoint, i).at;

        if (hypot(p.x - q.x, p.y - q.y) > SAME_PX * linter->px) {
            return FALSE;
        }
    }
    return first->len == second->len;
}

static gboolean are_same(const SvgLinter *linter, guint a, guint b)
{
    return svg_scene_entry(linter->scene, a)->kind == svg_scene_entry(linter->scene, b)->kind &&
           same_style(linter, a, b) &&
           (linter->facts[a].text ? same_words(linter, a, b) : same_track(linter, a, b));
}

/* --- one place -------------------------------------------------------------------------------- */

/* Takes the first thing out of `left` (guint), and all that are the same, into `same`. */
static void take_same(const SvgLinter *linter, GArray *left, GArray *same)
{
    guint first = g_array_index(left, guint, 0), kept = 0;

    g_array_set_size(same, 0);
    for (guint i = 0; i < left->len; i++) {
        guint thing = g_array_index(left, guint, i);

        if (i == 0 || are_same(linter, first, thing)) {
            g_array_append_val(same, thing);
        } else {
            g_array_index(left, guint, kept++) = thing;
        }
    }
    g_array_set_size(left, kept);
}

/* Shapes that are patches of a picture aren't reported; `reported` gets those that were, + 1. */
static void report_same(SvgLinter *linter, const GArray *same, GHashTable *reported)
{
    const guint *things = &g_array_index(same, guint, 0);
    guint named = things[0];
    gboolean of_diagram = FALSE;
    g_autofree char *words = NULL;

    for (guint i = 0; i < same->len; i++) {
        gboolean labelled = svg_scene_entry(linter->scene, things[i])->label != SVG_NO_ENTRY;

        of_diagram |= is_of_diagram(linter, things[i]);
        named = labelled ? things[i] : named;
    }
    if (same->len < 2 || !of_diagram) {
        return;
    }
    for (guint i = 0; i < same->len; i++) {
        g_hash_table_add(reported, GUINT_TO_POINTER(things[i] + 1));
    }
    words = svg_linter_words(linter, named);
    svg_linter_report(linter, SVG_LINT_DUPLICATE, things, same->len,
                      "%s lies there %u times, one over the other.", words, same->len);
}

/* How many of the `n` are in the place of the first. */
static guint count_here(const Placed *placed, guint n)
{
    guint here = 1;

    while (here < n && compare_places(&placed[0], &placed[here]) == 0) {
        here++;
    }
    return here;
}

static void check_place(SvgLinter *linter, const Placed *placed, guint n, GHashTable *reported)
{
    g_autoptr(GArray) left = g_array_new(FALSE, FALSE, sizeof(guint));
    g_autoptr(GArray) same = g_array_new(FALSE, FALSE, sizeof(guint));

    for (guint i = 0; i < n; i++) {
        guint shape = svg_linter_shape(linter, placed[i].thing);

        /* The words of shapes that are there twice are there twice, too: it was said. */
        if (!g_hash_table_contains(reported, GUINT_TO_POINTER(shape + 1))) {
            g_array_append_val(left, placed[i].thing);
        }
    }
    for (guint k = 0; k < KINDS && left->len > 1; k++) {
        take_same(linter, left, same);
        report_same(linter, same, reported);
    }
}

static void check_all(SvgLinter *linter, gboolean texts, GHashTable *reported)
{
    g_autoptr(GArray) all = place_all(linter, texts);

    for (guint i = 0, n; i < all->len; i += n) {
        const Placed *first = &g_array_index(all, Placed, i);

        n = count_here(first, all->len - i);
        if (n > 1) {
            check_place(linter, first, n, reported);
        }
    }
}

/* --- arrows on arrows --------------------------------------------------------------------------
 */

/* An arrow by what it goes from and to. */
typedef struct {
    guint from, to, thing;
} Joined;

static int compare_joined(gconstpointer a, gconstpointer b, gpointer data)
{
    const Joined *p = a, *q = b;

    (void)data;
    return p->from != q->from ? (p->from > q->from) - (p->from < q->from)
           : p->to != q->to   ? (p->to > q->to) - (p->to < q->to)
                              : (p->thing > q->thing) - (p->thing < q->thing);
}

static GArray *all_joined(const SvgLinter *linter)
{
    GArray *all = g_array_new(FALSE, FALSE, sizeof(Joined));

    for (guint i = 0; i < linter->near->len; i++) {
        guint thing = svg_linter_near(linter, i);
        const SvgEntry *entry = svg_scene_entry(linter->scene, thing);
        Joined joined = {entry->from, entry->to, thing};

        if (entry->kind == SVG_KIND_ARROW && entry->from != SVG_NO_ENTRY &&
            entry->to != SVG_NO_ENTRY && entry->last_link == thing &&
            svg_linter_looks_at(linter, thing)) {
            g_array_append_val(all, joined);
        }
    }
    g_qsort_with_data(all->data, (gint)all->len, sizeof(Joined), compare_joined, NULL);
    return all;
}

/* But for its ends, which heads keep off. */
static gboolean lies_on(const SvgLinter *linter, const GArray *track, const GArray *other)
{
    double length = svg_track_length(track);

    for (guint i = 1; i < PLACES; i++) {
        SvgPoint at = svg_track_at(track, length * i / PLACES);

        if (svg_track_nearest(other, at).distance > ON_PX * linter->px) {
            return FALSE;
        }
    }
    return length > 0;
}

static gboolean are_on_each_other(const SvgLinter *linter, guint a, guint b)
{
    g_autoptr(GArray) first = svg_linter_track(linter, a);
    g_autoptr(GArray) second = svg_linter_track(linter, b);

    return svg_track_length(second) > 0 && lies_on(linter, first, second) &&
           lies_on(linter, second, first);
}

/* The one that says something stays, else the lower one. */
static void report_on_other(SvgLinter *linter, guint a, guint b)
{
    gboolean says = svg_scene_entry(linter->scene, b)->label != SVG_NO_ENTRY &&
                    svg_scene_entry(linter->scene, a)->label == SVG_NO_ENTRY;
    const guint things[] = {says ? b : a, says ? a : b};
    g_autofree char *stays = svg_linter_words(linter, things[0]);
    g_autofree char *goes = svg_linter_words(linter, things[1]);

    svg_linter_report(linter, SVG_LINT_DUPLICATE, things, 2,
                      "%s lies on %s, from and to the same shapes: delete %s, or bend it.", goes,
                      stays, goes);
}

/* Whatever they look like; what is the same was reported. */
static void check_arrows(SvgLinter *linter, GHashTable *reported)
{
    g_autoptr(GArray) all = all_joined(linter);

    for (guint i = 1; i < all->len; i++) {
        const Joined *arrow = &g_array_index(all, Joined, i);
        gboolean known = g_hash_table_contains(reported, GUINT_TO_POINTER(arrow->thing + 1));

        for (guint k = i; !known && k > 0 && i - k < KINDS; k--) {
            const Joined *other = &g_array_index(all, Joined, k - 1);

            if (other->from != arrow->from || other->to != arrow->to) {
                break;
            }
            if (are_on_each_other(linter, other->thing, arrow->thing)) {
                report_on_other(linter, other->thing, arrow->thing);
                known = TRUE;
            }
        }
    }
}

void svg_lint_duplicate(SvgLinter *linter)
{
    g_autoptr(GHashTable) reported = g_hash_table_new(NULL, NULL);

    check_all(linter, FALSE, reported);
    check_arrows(linter, reported);
    check_all(linter, TRUE, reported);
}
