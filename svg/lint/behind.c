/* What is painted behind words: only where all of it is known. */
#include "lint/behind.h"

#include "lint/shade.h"

#include <math.h>
#include <string.h>

#define WHITE   0xffffffU
#define WIDE_PX 4 /* a narrower stroke is no background */

SvgLintColor svg_lint_color(guint32 rgb)
{
    return (SvgLintColor){rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255};
}

SvgLintColor svg_lint_mix(SvgLintColor below, SvgLintColor above, double alpha)
{
    return (SvgLintColor){below.r + (above.r - below.r) * alpha,
                          below.g + (above.g - below.g) * alpha,
                          below.b + (above.b - below.b) * alpha};
}

/* The page is white, unless its root says otherwise in a way that isn't read here. */
static gboolean is_page_white(SvgDocument *doc)
{
    const char *style = svg_node_attr(svg_document_root(doc), "style");

    return !style || !strstr(style, "background");
}

void svg_behind_init(SvgBehind *behind, SvgLinter *linter)
{
    *behind = (SvgBehind){linter, NULL, is_page_white(linter->doc), WHITE};
}

void svg_behind_clear(SvgBehind *behind)
{
    g_clear_pointer(&behind->wide, svg_grid_free);
}

static double half_stroke(const SvgLinter *linter, guint thing)
{
    const SvgEntry *entry = svg_scene_entry(linter->scene, thing);
    SvgMatrix m = svg_scene_matrix(linter->scene, entry);
    SvgStyle style;

    svg_style_of(linter->doc, entry->node, &style);
    return style.stroke_width / 2 * svg_matrix_scale(m);
}

static SvgBox box_of_wide(gconstpointer data, guint thing)
{
    const SvgLinter *linter = data;
    const SvgEntry *entry = svg_scene_entry(linter->scene, thing);
    gboolean stroked = entry->visible && entry->stroke.kind != SVG_PAINT_NONE &&
                       entry->kind != SVG_KIND_TEXT && entry->kind != SVG_KIND_GROUP;
    double half = stroked ? half_stroke(linter, thing) : 0;

    return half * 2 < WIDE_PX * linter->px ? SVG_BOX_EMPTY : svg_box_grown(entry->box, half, half);
}

gboolean svg_behind_is_stroke(SvgBehind *behind, guint text, SvgPoint p)
{
    guint found[SVG_LINT_NEAR], n;

    behind->wide = behind->wide ? behind->wide : svg_linter_grid(behind->linter, box_of_wide);
    n = svg_grid_at(behind->wide, p, found, SVG_LINT_NEAR);
    for (guint i = 0; i < n; i++) {
        g_autoptr(GArray) track = svg_linter_track(behind->linter, found[i]);

        if (found[i] < text &&
            svg_track_distance(track, p) <= half_stroke(behind->linter, found[i])) {
            return TRUE;
        }
    }
    return n == SVG_LINT_NEAR;
}

typedef enum { CLEAR_OF, COVERS, UNKNOWN } Cover;

static gboolean read_fill(const SvgBehind *behind, guint thing, const SvgPaint *fill, SvgPoint p,
                          guint32 *rgb, double *alpha)
{
    *rgb = fill->rgb;
    *alpha = fill->alpha;
    return fill->kind == SVG_PAINT_COLOR ||
           (fill->kind == SVG_PAINT_SERVER &&
            svg_shade_at(behind->linter, thing, fill->server, p, rgb, alpha));
}

/* Whether the thing paints at `p`; with which colour, and how thickly. */
static Cover cover_at(const SvgBehind *behind, guint thing, SvgPoint p, SvgLintColor *color,
                      double *alpha)
{
    const SvgEntry *entry = svg_scene_entry(behind->linter->scene, thing);
    SvgTag tag = entry->tag;
    g_autoptr(GArray) track = NULL;
    guint32 rgb;
    SvgStyle style;

    if (!(svg_tag_flags(tag) & SVG_TAG_IS_SHAPE)) {
        return UNKNOWN;
    }
    track = svg_linter_track(behind->linter, thing);
    if (!svg_track_encloses(track, p)) {
        return CLEAR_OF;
    }
    svg_style_of(behind->linter->doc, entry->node, &style);
    if (!svg_linter_is_plain(behind->linter, thing) ||
        !read_fill(behind, thing, &style.fill, p, &rgb, alpha)) {
        return UNKNOWN;
    }
    *color = svg_lint_color(rgb);
    *alpha *= style.fill_opacity * behind->linter->facts[thing].opacity;
    return COVERS;
}

static int compare_down(gconstpointer a, gconstpointer b, gpointer data)
{
    guint p = *(const guint *)a, q = *(const guint *)b;

    (void)data;
    return (p < q) - (p > q);
}

gboolean svg_behind_at(SvgBehind *all, guint text, SvgPoint p, SvgLintColor *behind)
{
    guint found[2 * SVG_LINT_NEAR];
    guint n = svg_grid_at(svg_linter_painted(all->linter), p, found, G_N_ELEMENTS(found));
    SvgLintColor layers[2 * SVG_LINT_NEAR];
    double alphas[2 * SVG_LINT_NEAR];
    guint n_layers = 0;

    g_qsort_with_data(found, (gint)n, sizeof *found, compare_down, NULL);
    *behind = svg_lint_color(all->page);
    for (guint i = 0; i < n && (n_layers == 0 || alphas[n_layers - 1] < SVG_LINT_SOLID); i++) {
        Cover cover = found[i] < text
                          ? cover_at(all, found[i], p, &layers[n_layers], &alphas[n_layers])
                          : CLEAR_OF;

        if (cover == UNKNOWN) {
            return FALSE;
        }
        n_layers += cover == COVERS;
    }
    if (n == G_N_ELEMENTS(found) ||
        (!all->page_known && (n_layers == 0 || alphas[n_layers - 1] < SVG_LINT_SOLID))) {
        return FALSE;
    }
    while (n_layers-- > 0) {
        *behind = svg_lint_mix(*behind, layers[n_layers], alphas[n_layers]);
    }
    return TRUE;
}
