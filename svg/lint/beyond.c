/* Shapes and arrows beyond the edge of the page. */
#include "lint/linter.h"

#include <math.h>

#define LEAST_PX    2    /* what sticks out less isn't seen */
#define LEAST_SHARE 0.02 /* of the shape's own size: the same */
#define MOST        0.5  /* of all: it isn't they that are in the wrong place */
#define SOME        3    /* the same */
#define BACKDROP    0.9  /* of the page, in width or height: it is there to reach beyond it */

static const SvgEntry *entry_at(const SvgLinter *linter, guint index)
{
    return svg_scene_entry(linter->scene, index);
}

static gboolean is_shape(const SvgLinter *linter, guint thing)
{
    return thing != SVG_NO_ENTRY && entry_at(linter, thing)->kind != SVG_KIND_TEXT;
}

static gboolean is_connected(const SvgLinter *linter, guint line)
{
    const SvgEntry *entry = entry_at(linter, line);
    gboolean from = is_shape(linter, entry->from), to = is_shape(linter, entry->to);

    return entry->kind == SVG_KIND_ARROW ? from || to : from && to;
}

/* Nodes, and what connects them; no backdrops, nor what a picture is painted of. */
static gboolean is_meant(const SvgLinter *linter, guint thing)
{
    const SvgEntry *entry = entry_at(linter, thing);
    gboolean line = svg_linter_is_line(linter, thing);

    return svg_linter_counts(linter, thing) && svg_linter_shape(linter, thing) == thing &&
           (line ? is_connected(linter, thing) : svg_linter_is_node(linter, thing)) &&
           (entry->fill.kind != SVG_PAINT_NONE || entry->stroke.kind != SVG_PAINT_NONE) &&
           (line ||
            (entry->box.w < BACKDROP * linter->page.w && entry->box.h < BACKDROP * linter->page.h));
}

typedef struct {
    double by;
    const char *where;
} Excess;

static Excess excess_of(const SvgLinter *linter, guint thing)
{
    SvgBox page = linter->page, box = entry_at(linter, thing)->box;
    double least = MAX(LEAST_PX * linter->px, LEAST_SHARE * MIN(box.w, box.h));
    const Excess sides[] = {
        {page.x - box.x, "on the left"},
        {box.x + box.w - page.x - page.w, "on the right"},
        {page.y - box.y, "at the top"},
        {box.y + box.h - page.y - page.h, "at the bottom"},
    };
    Excess worst = {0, NULL};

    for (guint i = 0; i < G_N_ELEMENTS(sides); i++) {
        worst = sides[i].by > MAX(worst.by, least) ? sides[i] : worst;
    }
    return worst;
}

/* Of what is off, it is told only where nothing says so of its words. */
static gboolean is_off(const SvgLinter *linter, guint thing)
{
    return !svg_box_contains(linter->page, entry_at(linter, thing)->box) &&
           excess_of(linter, thing).by > 0 && is_meant(linter, thing) &&
           svg_linter_is_plain(linter, thing);
}

static gboolean is_told(const GHashTable *told, const SvgLinter *linter, guint thing)
{
    return g_hash_table_contains((GHashTable *)told,
                                 svg_node_id(linter->doc, entry_at(linter, thing)->node));
}

/* The ids of texts, or their shapes, that are told to be off the page (borrowed); whether `most`
 * are. */
static GHashTable *find_told(const SvgLinter *linter, gboolean *most)
{
    GHashTable *told = g_hash_table_new(g_str_hash, g_str_equal);

    for (guint i = 0; i < linter->found->len; i++) {
        const SvgLint *lint = g_array_index(linter->found, SvgFinding, i).lint;

        for (guint k = 0; lint->type == SVG_LINT_TEXT_OFF_PAGE && lint->ids[k]; k++) {
            g_hash_table_add(told, lint->ids[k]);
        }
        *most = *most || (lint->type == SVG_LINT_TEXT_OFF_PAGE && lint->ids[1]);
    }
    return told;
}

/* An arrow that goes to something off the page is there because of that. */
static gboolean follows(const SvgLinter *linter, guint thing)
{
    const SvgEntry *entry = entry_at(linter, thing);
    const guint ends[] = {entry->from, entry->to};

    for (guint i = 0; svg_linter_is_line(linter, thing) && i < 2; i++) {
        if (ends[i] != SVG_NO_ENTRY && excess_of(linter, ends[i]).by > 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static void report_off(SvgLinter *linter, guint thing)
{
    Excess excess = excess_of(linter, thing);
    SvgBox box = entry_at(linter, thing)->box;
    gboolean wholly = svg_box_is_empty(svg_box_intersection(linter->page, box));
    g_autofree char *words = svg_linter_words(linter, thing);
    g_autofree char *by = svg_linter_number(linter, excess.by);

    svg_linter_report(linter, SVG_LINT_OFF_PAGE, &thing, 1, "%s %s %s units beyond the page %s.",
                      words, wholly ? "lies wholly off the page," : "reaches", by, excess.where);
}

static gboolean is_any_near_off(const SvgLinter *linter)
{
    for (guint i = 0; i < linter->near->len; i++) {
        if (is_off(linter, svg_linter_near(linter, i))) {
            return TRUE;
        }
    }
    return FALSE;
}

void svg_lint_off_page(SvgLinter *linter)
{
    g_autoptr(GArray) off = g_array_new(FALSE, FALSE, sizeof(guint));
    g_autoptr(GHashTable) told = NULL;
    gboolean most = FALSE;
    guint all = 0;

    if (linter->n_nodes < 2 || svg_box_is_empty(linter->page) || !is_any_near_off(linter)) {
        return;
    }
    told = find_told(linter, &most);
    if (most) {
        return;
    }
    svg_scene_bind_arrows(linter->scene);
    for (guint i = 0; i < linter->n; i++) {
        all += is_meant(linter, i);
        if (is_off(linter, i)) {
            g_array_append_val(off, i);
        }
    }
    if (off->len > SOME && off->len > MOST * all) {
        svg_linter_report(linter, SVG_LINT_OFF_PAGE, &g_array_index(off, guint, 0), off->len,
                          "Most of the drawing lies beyond the page: %u of its %u shapes.",
                          off->len, all);
        return;
    }
    for (guint i = 0; i < off->len; i++) {
        guint thing = g_array_index(off, guint, i);

        if (!is_told(told, linter, thing) && !follows(linter, thing)) {
            report_off(linter, thing);
        }
    }
}
