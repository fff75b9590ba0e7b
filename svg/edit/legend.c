/* What colours, lines and shapes mean, told in the drawing. */
#include "edit/build.h"
#include "edit/effects.h"
#include "edit/property.h"
#include "edit/room.h"
#include "edit/style_defaults.h"
#include "edit/text_fit.h"
#include "geometry/text.h"

#include <svg/edit_legend.h>

#include <math.h>

/* In em of the drawing's words. */
#define PADDING 0.8
#define ROW     1.7 /* of a row of one line */
#define WIDE    2.2 /* samples */
#define HIGH    1.0
#define BETWEEN 0.7 /* a sample and its words */
#define APART   0.8 /* from what else is there */

enum { STEPS = 16 }; /* places across and down that are tried */

typedef struct {
    SvgEdit *edit;
    const SvgLegend *legend;
    SvgStyle font;
    double em;
    double w, h;
    char *id;       /* of the group */
    GPtrArray *ids; /* char *: what is drawn */
} Legend;

static void legend_clear(Legend *it)
{
    g_free(it->id);
    g_clear_pointer(&it->ids, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Legend, legend_clear)

/* --- how large -------------------------------------------------------------------------------- */

static double row_height(const Legend *it, const char *text)
{
    guint lines = 1;
    for (const char *at = text; *at; at++) {
        lines += *at == '\n';
    }
    return (ROW + (lines - 1) * SVG_LINE_HEIGHT) * it->em;
}

static double words_width(const Legend *it, const char *text, gboolean bold)
{
    SvgStyle font = it->font;
    font.font_weight = bold ? 700 : font.font_weight;
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    return svg_lines_width(lines, &font);
}

static gboolean measure(Legend *it, GError **error)
{
    const SvgLegend *legend = it->legend;
    double em = it->em, rows = 0, widest = 0;
    for (guint i = 0; i < legend->n; i++) {
        const char *text = legend->entries[i].text;
        if (!text || !*text) {
            g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                        "entry %u of the legend needs words in \"text\"", i + 1);
            return FALSE;
        }
        widest = MAX(widest, (WIDE + BETWEEN) * em + words_width(it, text, FALSE));
        rows += row_height(it, text);
    }
    if (legend->title && *legend->title) {
        widest = MAX(widest, words_width(it, legend->title, TRUE));
        rows += row_height(it, legend->title);
    }
    it->w = widest + 2 * PADDING * em;
    it->h = rows + (2 * PADDING - (ROW - SVG_LINE_HEIGHT)) * em;
    return TRUE;
}

/* --- where ------------------------------------------------------------------------------------ */

static SvgBox box_at(const Legend *it, SvgBox within, double across, double down)
{
    return (SvgBox){within.x + across * (within.w - it->w), within.y + down * (within.h - it->h),
                    it->w, it->h};
}

static SvgBox at_anchor(const Legend *it, SvgBox within, SvgAnchor anchor)
{
    guint column = anchor % 3, row = anchor / 3; /* the anchors run row by row */
    return box_at(it, within, column / 2.0, row / 2.0);
}

/* The nearest to `wish`. */
static gboolean find_near(const Legend *it, const SvgRoom *room, SvgBox within, SvgBox wish,
                          SvgBox *place)
{
    double least = INFINITY;
    for (guint i = 0; i <= STEPS; i++) {
        for (guint k = 0; k <= STEPS; k++) {
            SvgBox box = box_at(it, within, (double)i / STEPS, (double)k / STEPS);
            double far = hypot(box.x - wish.x, box.y - wish.y);
            if (far < least && svg_room_is_free(room, box)) {
                least = far;
                *place = box;
            }
        }
    }
    return least < INFINITY;
}

static gboolean find_place(const Legend *it, SvgBox *place)
{
    static const SvgAnchor corners[] = {SVG_ANCHOR_BOTTOM_RIGHT, SVG_ANCHOR_TOP_RIGHT,
                                        SVG_ANCHOR_BOTTOM_LEFT, SVG_ANCHOR_TOP_LEFT};
    const SvgLegend *legend = it->legend;
    g_auto(SvgRoom) room = {0};
    svg_room_init(&room, it->edit, SVG_BOX_EMPTY, APART / 2 * it->em);
    double inwards = APART * it->em;
    SvgBox within = svg_box_grown(room.within, -inwards, -inwards);
    if (within.w < it->w || within.h < it->h) {
        return FALSE;
    }
    for (guint i = 0; !legend->anchor_given && i < G_N_ELEMENTS(corners); i++) {
        *place = at_anchor(it, within, corners[i]);
        if (svg_room_is_free(&room, *place)) {
            return TRUE;
        }
    }
    SvgBox wish =
        at_anchor(it, within, legend->anchor_given ? legend->anchor : SVG_ANCHOR_BOTTOM_RIGHT);
    *place = wish;
    if (svg_room_is_free(&room, wish)) {
        return TRUE;
    }
    gboolean found = find_near(it, &room, within, wish, place);
    if (found && legend->anchor_given) {
        svg_edit_remark(it->edit, "something lies where it was to go; it is as near as there is "
                                  "room");
    }
    return found;
}

static gboolean put(const Legend *it, SvgBox *place, GError **error)
{
    const SvgLegend *legend = it->legend;
    SvgEdit *edit = it->edit;
    if (legend->at_given) {
        *place = (SvgBox){legend->at.x, legend->at.y, it->w, it->h};
        g_auto(SvgRoom) room = {0};
        svg_room_init(&room, edit, SVG_BOX_EMPTY, 0);
        if (!svg_room_is_free(&room, *place)) {
            svg_edit_remark(edit, "it lies on something there, or reaches beyond the page; without "
                                  "x and y it goes where there is room");
        }
        return svg_edit_check_place(edit, "x", place->x, error) &&
               svg_edit_check_place(edit, "y", place->y, error);
    }
    if (find_place(it, place)) {
        return TRUE;
    }
    double unit = edit->unit > 0 ? edit->unit : 1;
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                "a legend of %.0f by %.0f has no free place on the page; resize-page makes room, "
                "and x and y put it somewhere all the same",
                it->w / unit, it->h / unit);
    return FALSE;
}

/* --- a sample --------------------------------------------------------------------------------- */

static char *part_id(const Legend *it, const char *part, guint row)
{
    g_autofree char *wish = row ? g_strdup_printf("%s-%s-%u", it->id, part, row)
                                : g_strdup_printf("%s-%s", it->id, part);
    return svg_document_unique_id(it->edit->doc, wish);
}

static const char *draw(Legend *it, SvgSpec *spec, const char *part, guint row, GError **error)
{
    g_autofree char *id = part_id(it, part, row);
    spec->id = id;
    const char *made = svg_edit_create(it->edit, spec, error);
    spec->id = NULL;
    if (made) {
        g_ptr_array_add(it->ids, g_strdup(made));
    }
    return made;
}

static gboolean is_line_kind(SvgKind kind)
{
    return kind == SVG_KIND_LINE || kind == SVG_KIND_ARROW;
}

static SvgKind kind_of(const SvgLegendEntry *entry, const SvgShape *like)
{
    static const SvgKind kinds[] = {[SVG_SWATCH_BOX] = SVG_KIND_RECTANGLE,
                                    [SVG_SWATCH_LINE] = SVG_KIND_LINE,
                                    [SVG_SWATCH_ARROW] = SVG_KIND_ARROW};
    if (entry->swatch_given) {
        return kinds[entry->swatch];
    }
    gboolean same = like && (is_line_kind(like->kind) || svg_kind_flags(like->kind) & SVG_KIND_GEO);
    return same ? like->kind : SVG_KIND_RECTANGLE;
}

static const char *draw_outline(Legend *it, SvgKind kind, SvgBox box, guint row, GError **error)
{
    SvgPoint middle = svg_box_center(box);
    SvgSpec spec = {.kind = kind, .x = box.x, .y = box.y, .w = box.w, .h = box.h};
    spec.given = SVG_SPEC_X | SVG_SPEC_Y | SVG_SPEC_W | SVG_SPEC_H;
    if (is_line_kind(kind)) {
        spec.given = SVG_SPEC_ENDS;
        spec.x1 = box.x;
        spec.x2 = box.x + box.w;
        spec.y1 = spec.y2 = middle.y;
    }
    return draw(it, &spec, "sample", row, error);
}

/* A paint that set-style takes; NULL for others. */
static const char *plain(const char *paint)
{
    return paint && (*paint == '#' || g_str_equal(paint, "none")) ? paint : NULL;
}

/* What the shape looks like. */
static void take_looks(const SvgShape *like, const SvgLook *look, SvgKind kind, SvgStyling *out)
{
    gboolean line = is_line_kind(kind);
    out->stroke = plain(like->stroke);
    out->fill = line ? NULL : plain(like->fill);
    out->stroke_width = like->stroke_width;
    out->given |= like->stroke_width > 0 ? SVG_STYLING_STROKE_WIDTH : 0;
    out->dash = look->dash;
    out->opacity = look->opacity;
    out->given |= SVG_STYLING_DASH | (look->opacity < 1 ? SVG_STYLING_OPACITY : 0);
    for (guint i = 0; line && is_line_kind(like->kind) && i < 2; i++) {
        out->heads[i] = look->heads[i];
        out->given |= look->heads[i] == SVG_HEAD_OTHER ? 0
                      : i                              ? SVG_STYLING_END
                                                       : SVG_STYLING_START;
    }
}

/* What was said of it goes before. */
static void take_given(const SvgStyling *given, SvgKind kind, SvgStyling *out)
{
    gboolean line = is_line_kind(kind);
    const char *stroke = given->stroke ? given->stroke : line ? given->color : NULL;
    const char *fill = given->fill ? given->fill : line ? NULL : given->color;
    out->stroke = stroke ? stroke : out->stroke;
    out->fill = fill ? fill : out->fill;
    out->dash = given->given & SVG_STYLING_DASH ? given->dash : out->dash;
    out->stroke_width =
        given->given & SVG_STYLING_STROKE_WIDTH ? given->stroke_width : out->stroke_width;
    out->given |= given->given & (SVG_STYLING_DASH | SVG_STYLING_STROKE_WIDTH);
}

static void copy_property(SvgDocument *doc, SvgNode *to, SvgProperty property, const char *id)
{
    g_autofree char *value = id ? g_strdup_printf("url(#%s)", id) : NULL;
    if (value) {
        svg_set_property(doc, to, property, value);
    }
}

/* What set-style has no words for: gradients, other heads, dashes as long as these, colours that
 * are transparent. */
static void copy_rest(SvgEdit *edit, SvgNode *from, SvgNode *to, const SvgLook *look,
                      const SvgLegendEntry *entry)
{
    SvgDocument *doc = edit->doc;
    SvgStyle style;
    svg_style_of(doc, from, &style);
    gboolean line = is_line_kind(svg_node_kind(edit, to));
    double factor = svg_node_scale_factor(doc, from) / svg_node_scale_factor(doc, to);
    if (!line && !entry->styling.fill && !entry->styling.color) {
        copy_property(doc, to, SVG_PROPERTY_FILL, style.fill.server);
    }
    if (!entry->styling.stroke) {
        copy_property(doc, to, SVG_PROPERTY_STROKE, style.stroke.server);
    }
    for (guint i = 0; line && !svg_style_is_turned(&style) && i < 2; i++) {
        copy_property(doc, to, i ? SVG_PROPERTY_MARKER_END : SVG_PROPERTY_MARKER_START,
                      style.marker[i ? 2 : 0]);
    }
    if (style.dashes && !(entry->styling.given & SVG_STYLING_DASH) && fabs(factor - 1) < 1e-6) {
        svg_set_property(doc, to, SVG_PROPERTY_STROKE_DASHARRAY, style.dashes);
    }
    char number[SVG_NUMBER_SIZE];
    if (look->fill_alpha < 1 && !line) {
        svg_number_print(look->fill_alpha, number);
        svg_set_property(doc, to, SVG_PROPERTY_FILL_OPACITY, number);
    }
    if (look->stroke_alpha < 1) {
        svg_number_print(look->stroke_alpha, number);
        svg_set_property(doc, to, SVG_PROPERTY_STROKE_OPACITY, number);
    }
}

static gboolean has_looks(const SvgShape *shape)
{
    return (shape->fill || shape->stroke) && shape->kind != SVG_KIND_GROUP &&
           shape->kind != SVG_KIND_TEXT;
}

/* A part of a shape has looks of its own; by its words, or by the group that is one with it, a
 * shape is meant itself. */
static SvgShape *find_like(const Legend *it, const char *id, GError **error)
{
    SvgDocument *doc = it->edit->doc;
    g_autoptr(SvgShape) like =
        svg_edit_find(it->edit, id, error) ? svg_document_shape(doc, id, error) : NULL;
    g_autofree char *owner = like && !has_looks(like) ? svg_document_part_of(doc, id) : NULL;
    if (owner) {
        svg_shape_free(like);
        like = svg_document_shape(doc, owner, error);
    }
    if (like && !has_looks(like)) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "\"%s\" is a %s, which has no fill and outline to be shown; \"like\" names a "
                    "box, a line or an arrow",
                    id, svg_kind_name(like->kind));
        return NULL;
    }
    return g_steal_pointer(&like);
}

static gboolean draw_sample(Legend *it, const SvgLegendEntry *entry, SvgBox box, guint row,
                            GError **error)
{
    SvgDocument *doc = it->edit->doc;
    g_autoptr(SvgShape) like = entry->like ? find_like(it, entry->like, error) : NULL;
    if (entry->like && !like) {
        return FALSE;
    }
    g_auto(SvgLook) look = {0};
    SvgStyling styling = {.given = 0};
    SvgKind kind = kind_of(entry, like);
    if (like) {
        svg_document_look(doc, like, &look);
        take_looks(like, &look, kind, &styling);
    }
    take_given(&entry->styling, kind, &styling);
    const char *id = draw_outline(it, kind, box, row, error);
    gboolean styled = styling.given || styling.fill || styling.stroke;
    if (!id || (styled &&
                !svg_edit_set_style(it->edit, (const char *const[]){id, NULL}, &styling, error))) {
        return FALSE;
    }
    if (like) {
        copy_rest(it->edit, svg_document_find(doc, like->id), svg_document_find(doc, id), &look,
                  entry);
    }
    return TRUE;
}

/* --- all of it -------------------------------------------------------------------------------- */

static gboolean draw_words(Legend *it, const char *text, double x, double y, gboolean title,
                           guint row, GError **error)
{
    SvgSpec spec = {.kind = SVG_KIND_TEXT,
                    .given = SVG_SPEC_X | SVG_SPEC_Y | SVG_SPEC_ANCHOR | SVG_SPEC_BOLD,
                    .x = x,
                    .y = y,
                    .text = text,
                    .bold = title || it->font.font_weight >= 600,
                    .anchor = SVG_ANCHOR_CENTER_LEFT};
    return draw(it, &spec, title ? "title" : "words", row, error) != NULL;
}

static gboolean draw_row(Legend *it, guint i, double x, double *y, GError **error)
{
    const SvgLegendEntry *entry = &it->legend->entries[i];
    double em = it->em, high = row_height(it, entry->text), middle = *y + high / 2;
    SvgBox sample = {x, middle - HIGH / 2 * em, WIDE * em, HIGH * em};
    *y += high;
    return draw_sample(it, entry, sample, i + 1, error) &&
           draw_words(it, entry->text, x + (WIDE + BETWEEN) * em, middle, FALSE, i + 1, error);
}

/* As the drawing's outlines; it hides what is below. */
static gboolean draw_frame(Legend *it, SvgBox box, GError **error)
{
    const SvgOutlineLook *usual = &svg_style_defaults_all(it->edit)->outline;
    SvgSpec spec = {.kind = SVG_KIND_RECTANGLE,
                    .given = SVG_SPEC_X | SVG_SPEC_Y | SVG_SPEC_W | SVG_SPEC_H | SVG_SPEC_FILL,
                    .x = box.x,
                    .y = box.y,
                    .w = box.w,
                    .h = box.h,
                    .fill = SVG_FILL_BACKGROUND};
    gboolean drawn = usual->known && usual->stroke.kind == SVG_PAINT_COLOR;
    g_autofree char *color = drawn ? g_strdup_printf("#%06x", usual->stroke.rgb) : NULL;
    spec.color = color;
    return draw(it, &spec, "frame", 0, error) != NULL;
}

static gboolean draw_all(Legend *it, SvgBox box, GError **error)
{
    const SvgLegend *legend = it->legend;
    double x = box.x + PADDING * it->em;
    double y = box.y + (PADDING - (ROW - SVG_LINE_HEIGHT) / 2) * it->em;
    if (!draw_frame(it, box, error)) {
        return FALSE;
    }
    if (legend->title && *legend->title) {
        double high = row_height(it, legend->title);
        if (!draw_words(it, legend->title, x, y + high / 2, TRUE, 0, error)) {
            return FALSE;
        }
        y += high;
    }
    for (guint i = 0; i < legend->n; i++) {
        if (!draw_row(it, i, x, &y, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

const char *svg_edit_legend(SvgEdit *edit, const SvgLegend *legend, GError **error)
{
    g_auto(Legend) it = {.edit = edit, .legend = legend};
    const SvgSpec plain = {.given = 0};
    SvgBox place;
    it.ids = g_ptr_array_new_with_free_func(g_free);
    it.id = svg_document_unique_id(edit->doc, legend->id ? legend->id : "legend");
    svg_spec_font(edit, &plain, &it.font);
    it.em = it.font.font_size;
    if (!measure(&it, error) || !put(&it, &place, error) || !draw_all(&it, place, error)) {
        return NULL;
    }
    g_ptr_array_add(it.ids, NULL);
    return svg_edit_group(edit, (const char *const *)it.ids->pdata, it.id, "Legend", error);
}
