/* How far from the page an edit may put things, and with how many dashes it may draw a line. */
#include "edit/touched.h"
#include "geometry/parts.h"
#include "shape/scene.h"

#include <math.h>

#define SLACK 1.000001 /* rounding alone makes nothing worse */
#define STEPS 8        /* lines that a curve is measured by */

/* Kept, as a page that goes with what is drawn would grow with it. */
static const SvgKeeper keeper = {.free = g_free};

double svg_document_reach(SvgDocument *doc)
{
    double *kept = svg_kept(doc, &keeper);
    if (!kept) {
        SvgBox page = svg_document_page(doc);
        double reach =
            MAX(fabs(page.x), fabs(page.y)) + SVG_QUICK_BOUNDS_PAGES * svg_box_side(page);
        kept = svg_keep(doc, &keeper, g_new(double, 1));
        *kept = CLAMP(reach, SVG_LEAST_REACH, SVG_MAX_COORDINATE);
    }
    return *kept;
}

/* --- boxes ------------------------------------------------------------------------------------ */

static double beyond(SvgBox box, double reach)
{
    double far = MAX(MAX(-box.x, box.x + box.w), MAX(-box.y, box.y + box.h));
    if (svg_box_is_empty(box)) {
        return 0;
    }
    return isfinite(box.x + box.y + box.w + box.h) ? MAX(far - reach, 0) : INFINITY;
}

gboolean svg_reach_check(SvgDocument *doc, SvgNode *node, SvgBox before, SvgBox after,
                         GError **error)
{
    double reach = svg_document_reach(doc);
    if (beyond(after, reach) <= beyond(before, reach) * SLACK) {
        return TRUE;
    }
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                "\"%s\" would reach from %g, %g to %g, %g; in a drawing of this size it must stay "
                "between -%g and %g",
                svg_node_id(doc, node), after.x, after.y, after.x + after.w, after.y + after.h,
                reach, reach);
    return FALSE;
}

/* --- dashes ----------------------------------------------------------------------------------- */

static void add_length(const SvgSegment *segment, SvgUserPoint from, gpointer data)
{
    double *length = data;
    guint steps = svg_segment_is_curve(segment) ? STEPS : 1;
    for (guint i = 1; i <= steps && segment->kind != SVG_SEG_MOVE; i++) {
        SvgUserPoint a = svg_segment_at(segment, from, (i - 1) / (double)steps);
        SvgUserPoint b = svg_segment_at(segment, from, i / (double)steps);
        *length += hypot(b.x - a.x, b.y - a.y);
    }
}

/* Dashes and gaps for one unit of length; 0 when the list isn't one. */
static double density_of(const char *dashes, const SvgLengthContext *lengths)
{
    g_auto(GStrv) parts = g_strsplit_set(dashes, ", \t\r\n", -1);
    double sum = 0, value;
    guint n = 0;
    for (char **part = parts; *part; part++) {
        if (**part && !svg_length_parse(*part, lengths, SVG_AXIS_OTHER, &value)) {
            return 0;
        }
        sum += **part ? value : 0;
        n += **part != '\0';
    }
    return sum > 0 ? n / sum : 0;
}

/* How far something reaches, and the most dashes of a line in it. */
typedef struct {
    SvgDocument *doc;
    SvgBox box;
    double dashes;
} Extent;

/* What isn't a line goes once around its box. */
static double count_dashes(SvgDocument *doc, const SvgNode *node, SvgBox box, const SvgStyle *style,
                           SvgMatrix m)
{
    SvgLengthContext lengths = svg_element_viewport(doc, node);
    double scale = svg_matrix_scale(m), length = 0;
    if (!svg_node_each_segment(node, &lengths, add_length, &length)) {
        length = scale > 0 ? 2 * (box.w + box.h) / scale : 0;
    }
    double drawn = style->non_scaling_stroke ? length * scale : length;
    return drawn * density_of(style->dashes, &lengths) / 2;
}

static void count_in(SvgNode *node, const SvgBounds *bounds, const SvgStyle *style,
                     SvgMatrix matrix, const SvgTrail *trail, gpointer data)
{
    (void)trail;
    Extent *extent = data;
    gboolean leaf = !svg_node_is(node, SVG_TAG_IS_CONTAINER);
    if (leaf && style->dashes && style->stroke.kind != SVG_PAINT_NONE &&
        !svg_box_is_empty(bounds->geometric)) {
        double n = count_dashes(extent->doc, node, bounds->geometric, style, matrix);
        extent->dashes = MAX(extent->dashes, n);
    }
}

/* What is cut away counts, too. */
static Extent extent_of(SvgDocument *doc, SvgNode *node)
{
    Extent extent = {.doc = doc};
    SvgBounds bounds = svg_node_each_bounds(doc, node, count_in, &extent);
    extent.box = svg_box_union(bounds.geometric, bounds.visual);
    return extent;
}

static gboolean check_dashes(SvgDocument *doc, SvgNode *node, double before, double after,
                             GError **error)
{
    if (after <= MAX(before * SLACK, SVG_MAX_DASHES)) {
        return TRUE;
    }
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                "\"%s\" would be drawn with %.0f dashes; it must be %d at most: make it shorter, "
                "or its line thicker or solid",
                svg_node_id(doc, node), after, SVG_MAX_DASHES);
    return FALSE;
}

/* --- the guard -------------------------------------------------------------------------------- */

/* What is too far out, or has too many dashes. */
typedef struct {
    SvgNode *node;
    Extent before, after;
} Stray;

static void find_changed(SvgDocument *doc, const SvgLog *log, SvgTouched *out)
{
    SvgLogEntry entry;
    svg_touched_init(out, doc);
    for (gsize *at = NULL; svg_log_next(log, &at, &entry);) {
        if (svg_log_is_shown(&entry)) {
            svg_touched_add(out, entry.node);
        }
    }
    svg_touched_add_clones(out);
}

static GArray *find_strays(SvgDocument *doc, const SvgLog *log)
{
    GArray *strays = g_array_new(FALSE, FALSE, sizeof(Stray));
    g_auto(SvgTouched) changed = {0};
    find_changed(doc, log, &changed);
    for (guint i = 0; i < changed.nodes->len; i++) {
        Stray stray = {.node = changed.nodes->pdata[i]};
        stray.after = extent_of(doc, stray.node);
        if (beyond(stray.after.box, svg_document_reach(doc)) > 0 ||
            stray.after.dashes > SVG_MAX_DASHES) {
            g_array_append_val(strays, stray);
        }
    }
    return strays;
}

/* What wasn't there is made of what was: a group of such. */
static Extent extent_before(SvgDocument *doc, SvgNode *node)
{
    return extent_of(doc, svg_node_contains(doc->root, node) ? node : doc->root);
}

gboolean svg_reach_guard(SvgDocument *doc, SvgLog *log, GError **error)
{
    g_autoptr(GArray) strays = find_strays(doc, log);
    gboolean good = TRUE;
    if (!strays->len) {
        return TRUE;
    }
    svg_log_swap(doc, log, FALSE);
    for (guint i = 0; i < strays->len; i++) {
        Stray *stray = &g_array_index(strays, Stray, i);
        stray->before = extent_before(doc, stray->node);
    }
    svg_log_swap(doc, log, TRUE);
    for (guint i = 0; good && i < strays->len; i++) {
        const Stray *stray = &g_array_index(strays, Stray, i);
        good = svg_reach_check(doc, stray->node, stray->before.box, stray->after.box, error) &&
               check_dashes(doc, stray->node, stray->before.dashes, stray->after.dashes, error);
    }
    return good;
}
