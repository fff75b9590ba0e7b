/* What is most common in a drawing: fonts, strokes, colours, sizes. */
#include "edit/style_defaults.h"

#include "geometry/parts.h"
#include "geometry/text.h"
#include "shape/content.h"
#include "shape/scene.h"

#include <svg/survey.h>

#include <math.h>
#include <string.h>

#define MOST_LOOKED  4000 /* elements whose style is read */
#define MOST_USES    64   /* different looks that are told apart */
#define MOST_SIZES   2000 /* outlines kept for their size */
#define NEIGHBOURS   5    /* outlines that a size is taken from */
#define LARGEST      0.25 /* of the page: a shape, not a background or a frame */
#define FONT_PX      16.0
#define STROKE_PX    2.0
#define LEAST_UNITS  200 /* px along the longer side of a page, at least and at most */
#define MOST_UNITS   4000
#define INK          0x1d1d1d
#define LIGHT_ENOUGH 0xe0 /* of each channel: can't be read on paper */
/* Letters about as often as in words of diagrams: short, many with a capital. */
#define SAMPLE "Order received, check the stock; Send invoice to customer"

/* One way that things look, and how many do. */
typedef struct {
    const char *family; /* of a text */
    const char *head;   /* of an arrow: the id of the marker at its end */
    double size;        /* of the font; the radius of corners; else the width of the stroke */
    int weight;         /* of the font */
    gboolean italic;
    SvgPaint fill, stroke;
    guint n;
} Use;

typedef struct {
    SvgDocument *doc;
    GArray *texts, *lines, *arrows, *outlines, *corners; /* Use; arrows are lines, too */
} Survey;

/* --- the scale -------------------------------------------------------------------------------- */

double svg_unit(SvgDocument *doc)
{
    double px = svg_document_px_per_unit(doc), unit = px > 0 ? 1 / px : 1;
    double side = svg_box_side(svg_document_page(doc));
    if (!(side > 0) || !isfinite(side)) {
        return unit;
    }
    return CLAMP(unit, side / MOST_UNITS, side / LEAST_UNITS);
}

/* --- counting --------------------------------------------------------------------------------- */

static gboolean same_use(const Use *a, const Use *b)
{
    return fabs(a->size - b->size) <= 1e-6 * fabs(a->size) && a->weight == b->weight &&
           a->italic == b->italic && svg_paint_is_same(&a->fill, &b->fill) &&
           svg_paint_is_same(&a->stroke, &b->stroke) && g_strcmp0(a->family, b->family) == 0 &&
           g_strcmp0(a->head, b->head) == 0;
}

static void count(GArray *uses, Use use)
{
    for (guint i = 0; i < uses->len; i++) {
        Use *known = &g_array_index(uses, Use, i);
        if (same_use(known, &use)) {
            known->n++;
            return;
        }
    }
    if (uses->len < MOST_USES) {
        use.n = 1;
        g_array_append_val(uses, use);
    }
}

/* The first of the most common ones; NULL if there is none. */
static const Use *most_common(const GArray *uses)
{
    const Use *best = NULL;
    for (guint i = 0; i < uses->len; i++) {
        const Use *use = &g_array_index(uses, Use, i);
        best = !best || use->n > best->n ? use : best;
    }
    return best;
}

/* --- looking ---------------------------------------------------------------------------------- */

/* By how much lengths grow on the way to document space. */
static double scale_of(SvgDocument *doc, const SvgNode *node)
{
    SvgMatrix m = svg_node_matrix(doc, node);
    return svg_matrix_scale(m);
}

static gboolean is_shown(const SvgStyle *style)
{
    return style->displayed && style->visible && style->opacity > 0;
}

/* As its first letters are drawn: what the text itself says may be of none. */
static void look_at_text(Survey *survey, SvgNode *node, const SvgStyle *style)
{
    SvgNode *letters = svg_content_first(node);
    SvgStyle own;
    if (letters != node) {
        svg_style_of(survey->doc, letters, &own);
        style = &own;
    }
    double size = style->font_size * scale_of(survey->doc, node);
    if (size > 0 && node->first && style->fill.kind == SVG_PAINT_COLOR) {
        count(survey->texts,
              (Use){.family = style->font_family, .size = size, .fill = style->fill});
    }
}

static gboolean is_line(const SvgNode *node, const SvgStyle *style)
{
    SvgTag tag = svg_node_tag(node);
    const char *d = tag == SVG_TAG_PATH ? svg_node_attr(node, "d") : NULL;
    gboolean open = tag == SVG_TAG_POLYLINE || (d && !strpbrk(d, "zZ"));
    return tag == SVG_TAG_LINE || (open && style->fill.kind == SVG_PAINT_NONE);
}

static void look_at_line(Survey *survey, const SvgStyle *style, Use use)
{
    if (use.stroke.kind == SVG_PAINT_NONE) {
        return;
    }
    count(survey->lines, use);
    use.head = style->marker[2];
    if (use.head) {
        count(survey->arrows, use);
    }
}

/* A pill has no corners. */
static void look_at_corners(Survey *survey, SvgNode *node)
{
    SvgLengthContext viewport = svg_element_viewport(survey->doc, node);
    SvgRoundedBox rect;
    if (svg_node_tag(node) == SVG_TAG_RECT && svg_rect_read(node, &viewport, &rect) &&
        2 * rect.rx < MIN(rect.box.w, rect.box.h)) {
        count(survey->corners, (Use){.size = rect.rx * scale_of(survey->doc, node)});
    }
}

/* Of each element that isn't transparent or filled by something else than a colour. */
static void look_at_shape(Survey *survey, SvgNode *node, const SvgStyle *style)
{
    double width = style->stroke_width * scale_of(survey->doc, node);
    gboolean stroked = style->stroke.kind == SVG_PAINT_COLOR && style->stroke.alpha > 0 &&
                       style->stroke_opacity > 0 && width > 0;
    Use use = {.size = stroked ? width : 0, .stroke = style->stroke};
    use.stroke.kind = stroked ? SVG_PAINT_COLOR : SVG_PAINT_NONE;
    if (is_line(node, style)) {
        look_at_line(survey, style, use);
        return;
    }
    gboolean plain = style->fill.kind != SVG_PAINT_SERVER && style->fill_opacity == 1 &&
                     (style->fill.kind == SVG_PAINT_NONE || style->fill.alpha == 1);
    if (plain && (stroked || style->fill.kind == SVG_PAINT_COLOR)) {
        use.fill = style->fill;
        count(survey->outlines, use);
        look_at_corners(survey, node);
    }
}

static gboolean look_at(Survey *survey, SvgNode *node)
{
    guint flags = svg_tag_flags(svg_node_tag(node));
    if (!(flags & SVG_TAG_IS_RENDERED) && node != survey->doc->root) {
        return FALSE;
    }
    SvgStyle style;
    svg_style_of(survey->doc, node, &style);
    if (!style.displayed) {
        return FALSE;
    }
    if (is_shown(&style) && svg_node_tag(node) == SVG_TAG_TEXT) {
        look_at_text(survey, node, &style);
    } else if (is_shown(&style) && (flags & SVG_TAG_IS_SHAPE)) {
        look_at_shape(survey, node, &style);
    }
    return (flags & SVG_TAG_IS_CONTAINER) != 0;
}

static void look_over(Survey *survey)
{
    SvgNode *root = survey->doc->root;
    gboolean skip = FALSE;
    guint looked = 0;
    for (SvgNode *at = root; at && looked < MOST_LOOKED; at = svg_node_walk(root, at, skip)) {
        skip = at->name && !look_at(survey, at);
        looked += at->name != NULL;
    }
}

/* --- what new things look like ---------------------------------------------------------------- */

static gboolean is_readable(guint32 rgb)
{
    return (rgb >> 16 & 255) < LIGHT_ENOUGH || (rgb >> 8 & 255) < LIGHT_ENOUGH ||
           (rgb & 255) < LIGHT_ENOUGH;
}

static SvgPaint plain(SvgPaint paint)
{
    paint.server = NULL;
    return paint;
}

static void take_outline(SvgStyleDefaults *looks, const Use *use)
{
    if (use) {
        double width = use->size > 0 ? use->size : looks->outline.width;
        looks->outline = (SvgOutlineLook){TRUE, width, plain(use->fill), plain(use->stroke)};
    }
}

static void take(SvgStyleDefaults *looks, const Use *text, const Use *line, const Use *outline)
{
    double width = STROKE_PX * looks->unit;
    looks->family = g_strdup(text && text->family ? text->family : "sans-serif");
    looks->font_size = text ? text->size : FONT_PX * looks->unit;
    looks->ink = text && is_readable(text->fill.rgb) ? text->fill.rgb : INK;
    looks->outline.width = line ? line->size : width;
    take_outline(looks, outline);
}

static SvgLineLook line_look(const Use *use)
{
    return (SvgLineLook){TRUE, use->size, use->stroke.rgb, g_strdup(use->head)};
}

static void take_lines(SvgStyleDefaults *looks, const Use *line, const Use *arrow)
{
    looks->line = line ? line_look(line) : (SvgLineLook){.width = looks->outline.width};
    looks->arrow = arrow ? line_look(arrow) : looks->line;
}

static SvgStyleDefaults *look_for(SvgDocument *doc)
{
    g_autoptr(GArray) texts = g_array_new(FALSE, FALSE, sizeof(Use));
    g_autoptr(GArray) lines = g_array_new(FALSE, FALSE, sizeof(Use));
    g_autoptr(GArray) arrows = g_array_new(FALSE, FALSE, sizeof(Use));
    g_autoptr(GArray) outlines = g_array_new(FALSE, FALSE, sizeof(Use));
    g_autoptr(GArray) corners = g_array_new(FALSE, FALSE, sizeof(Use));
    Survey survey = {doc, texts, lines, arrows, outlines, corners};
    const Use *corner;
    SvgStyleDefaults *looks = g_new0(SvgStyleDefaults, 1);
    looks->unit = svg_unit(doc);
    look_over(&survey);
    take(looks, most_common(texts), most_common(lines), most_common(outlines));
    take_lines(looks, most_common(lines), most_common(arrows));
    corner = most_common(corners);
    looks->corner = corner ? corner->size : 0;
    looks->version = doc->version;
    return looks;
}

static void looks_free(SvgStyleDefaults *looks)
{
    if (looks) {
        g_free(looks->family);
        g_free(looks->words.family);
        g_free(looks->arrow.head);
        g_clear_pointer(&looks->sizes, g_array_unref);
        g_free(looks);
    }
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(SvgStyleDefaults, looks_free)

static void free_kept(gpointer looks)
{
    looks_free(looks);
}

static const SvgKeeper keeper = {.free = free_kept};

static SvgStyleDefaults *looks_of(SvgDocument *doc)
{
    SvgStyleDefaults *looks = svg_kept(doc, &keeper);
    return looks ? looks : svg_keep(doc, &keeper, look_for(doc));
}

SvgStyleDefaults *svg_style_defaults_of(SvgEdit *edit)
{
    return looks_of(edit->doc);
}

static gboolean is_box(const SvgEntry *entry)
{
    return entry->listed && entry->label != SVG_NO_ENTRY && entry->opacity == 1 &&
           (svg_kind_flags(entry->kind) & SVG_KIND_GEO) && entry->fill.kind != SVG_PAINT_SERVER &&
           entry->stroke.kind != SVG_PAINT_SERVER;
}

static Use use_of_words(SvgDocument *doc, const SvgEntry *words)
{
    SvgStyle style;
    svg_style_of(doc, svg_content_first(words->node), &style);
    return (Use){.family = style.font_family,
                 .size = style.font_size * scale_of(doc, words->node),
                 .weight = style.font_weight,
                 .italic = style.font_italic,
                 .fill = style.fill};
}

static Use use_of_box(SvgDocument *doc, const SvgEntry *box)
{
    gboolean stroked = box->stroke.kind == SVG_PAINT_COLOR;
    double width = stroked ? box->stroke_width * scale_of(doc, box->node) : 0;
    return (Use){.size = width, .fill = box->fill, .stroke = box->stroke};
}

static void take_words(SvgStyleDefaults *looks, const Use *use)
{
    if (use && use->size > 0) {
        looks->words =
            (SvgLetterLook){.known = TRUE,
                            .family = g_strdup(use->family),
                            .size = use->size,
                            .weight = use->weight,
                            .italic = use->italic,
                            .ink = use->fill.kind == SVG_PAINT_COLOR ? use->fill.rgb : looks->ink};
    }
}

/* Of arrows whose heads are shapes of their own, which no style tells from other lines. */
static void take_arrows(SvgStyleDefaults *looks, const Use *use)
{
    if (use && !looks->arrow.head && use->stroke.kind == SVG_PAINT_COLOR) {
        looks->arrow = (SvgLineLook){TRUE, use->size, use->stroke.rgb, NULL};
    }
}

/* How shapes with words look: nobody who asks for another box means a head of an arrow. */
static void look_at_boxes(SvgDocument *doc, SvgStyleDefaults *looks)
{
    g_autoptr(GArray) boxes = g_array_new(FALSE, FALSE, sizeof(Use));
    g_autoptr(GArray) words = g_array_new(FALSE, FALSE, sizeof(Use));
    g_autoptr(GArray) arrows = g_array_new(FALSE, FALSE, sizeof(Use));
    SvgScene *scene = svg_scene_of(doc);
    for (guint i = 0; i < MIN(scene->entries->len, MOST_LOOKED); i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);
        if (is_box(entry)) {
            const SvgEntry *label = svg_scene_entry(scene, entry->label);
            count(boxes, use_of_box(doc, entry));
            if (svg_node_tag(label->node) == SVG_TAG_TEXT) {
                count(words, use_of_words(doc, label));
            }
        }
        if (entry->listed && entry->kind == SVG_KIND_ARROW) {
            count(arrows, use_of_box(doc, entry));
        }
    }
    take_outline(looks, most_common(boxes));
    take_words(looks, most_common(words));
    take_arrows(looks, most_common(arrows));
    looks->has_boxes = TRUE;
}

const SvgStyleDefaults *svg_style_defaults_all(SvgEdit *edit)
{
    SvgStyleDefaults *looks = svg_style_defaults_of(edit);
    if (!looks->has_boxes) {
        look_at_boxes(edit->doc, looks);
    }
    return looks;
}

const char *svg_style_defaults_head(SvgEdit *edit)
{
    const char *id = svg_style_defaults_of(edit)->arrow.head;
    SvgNode *marker = id ? svg_document_find(edit->doc, id) : NULL;
    return marker && svg_node_tag(marker) == SVG_TAG_MARKER ? id : NULL;
}

/* --- letters ---------------------------------------------------------------------------------- */

/* Letters grow and shrink with what they are on: they are looked at anew. */
static void take_letters(SvgDocument *doc, SvgStyleDefaults *looks)
{
    g_autoptr(SvgStyleDefaults) now = look_for(doc);
    g_free(looks->family);
    looks->family = g_steal_pointer(&now->family);
    looks->font_size = now->font_size;
    looks->ink = now->ink;
}

void svg_document_letters(SvgDocument *doc, SvgLetters *out)
{
    SvgStyleDefaults *looks = looks_of(doc);
    if (looks->version != doc->version) {
        take_letters(doc, looks);
        looks->version = doc->version;
    }
    SvgTextExtents extents;
    SvgStyle style;
    svg_style_initial(&style);
    style.serial = 0;
    style.font_family = looks->family;
    style.font_size = looks->font_size;
    svg_text_measure(SAMPLE, &style, &extents);
    *out = (SvgLetters){.family = g_strdup(looks->family),
                        .size = looks->font_size,
                        .width = extents.width / (sizeof SAMPLE - 1)};
}

void svg_letters_clear(SvgLetters *letters)
{
    g_free(letters->family);
    *letters = (SvgLetters){0};
}

/* --- sizes ------------------------------------------------------------------------------------ */

static GArray *collect_sizes(SvgDocument *doc)
{
    GArray *sizes = g_array_new(FALSE, FALSE, sizeof(SvgSized));
    SvgScene *scene = svg_scene_of(doc);
    SvgBox page = svg_document_page(doc);
    for (guint i = 0; i < scene->entries->len && sizes->len < MOST_SIZES; i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);
        SvgSized sized = {entry->kind, entry->box};
        if (entry->listed && (svg_kind_flags(entry->kind) & SVG_KIND_GEO) && entry->box.w > 0 &&
            entry->box.h > 0 && svg_box_area(entry->box) <= LARGEST * svg_box_area(page)) {
            g_array_append_val(sizes, sized);
        }
    }
    return sizes;
}

/* The nearest ones, nearest first; how many. */
static guint nearest(const GArray *sizes, SvgKind kind, gboolean any, SvgPoint at,
                     const SvgSized *found[NEIGHBOURS])
{
    double far[NEIGHBOURS];
    guint n = 0;
    for (guint i = 0; i < sizes->len; i++) {
        const SvgSized *sized = &g_array_index(sizes, SvgSized, i);
        double off = svg_box_distance(sized->box, at);
        if ((!any && sized->kind != kind) || (n == NEIGHBOURS && off >= far[n - 1])) {
            continue;
        }
        guint k = n < NEIGHBOURS ? n++ : n - 1;
        for (; k > 0 && far[k - 1] > off; k--) {
            far[k] = far[k - 1];
            found[k] = found[k - 1];
        }
        far[k] = off;
        found[k] = sized;
    }
    return n;
}

static int by_value(gconstpointer a, gconstpointer b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

gboolean svg_style_defaults_size(SvgEdit *edit, SvgKind kind, SvgPoint at, double *w, double *h)
{
    SvgStyleDefaults *looks = svg_style_defaults_of(edit);
    if (!looks->sizes) {
        looks->sizes = collect_sizes(edit->doc);
    }
    const SvgSized *found[NEIGHBOURS];
    guint n = nearest(looks->sizes, kind, FALSE, at, found);
    n = n ? n : nearest(looks->sizes, kind, TRUE, at, found);
    double widths[NEIGHBOURS], heights[NEIGHBOURS];
    for (guint i = 0; i < n; i++) {
        widths[i] = found[i]->box.w;
        heights[i] = found[i]->box.h;
    }
    if (n) {
        qsort(widths, n, sizeof *widths, by_value);
        qsort(heights, n, sizeof *heights, by_value);
        *w = widths[n / 2];
        *h = heights[n / 2];
    }
    return n > 0;
}
