/* The words on a shape. */
#include "edit/beside.h"
#include "edit/build.h"
#include "edit/caption.h"
#include "edit/effects.h"
#include "edit/embedded.h"
#include "edit/follow.h"
#include "edit/html.h"
#include "edit/lines.h"
#include "edit/paint.h"
#include "edit/style_defaults.h"
#include "edit/text_fit.h"
#include "shape/content.h"
#include "shape/scene.h"

#include <math.h>
#include <string.h>

#define MAX_LINES 1000
#define MIN_SHARE 0.5 /* of the font's size: a label isn't made smaller than this, */
#define CENTERED \
    0.08 /* of a shape's width, of letters' height: how far off the middle still is in it */
#define UNDER      0.25 /* of their height: the same of words over a shape or under it */
#define EDGE       0.2  /* of letters' height: how far words stay from their shape's border */
#define HALO       0.3  /* of the font's size: around words that lie on lines */
#define LEGIBLE_PX 7.0  /* nor than this, unless it is by itself */

/* Where the middle of words is that stand in the middle of the shape, wherever their lines are
 * anchored; NAN for those that don't. */
static double middle_of(SvgEdit *edit, SvgNode *shape, SvgNode *words)
{
    SvgBox box = svg_node_box(edit->doc, shape), own = svg_node_box(edit->doc, words);
    double middle = svg_box_center(own).x, level = svg_box_center(own).y;
    gboolean over_or_under = level >= box.y + box.h || level <= box.y;
    double most = MAX(CENTERED * box.w, over_or_under ? UNDER * own.h : 0);
    gboolean in_it = own.w > 0 && fabs(middle - svg_text_fit_middle(edit, shape)) <= most;
    return in_it ? middle : NAN;
}

/* By how much words that stick out of a shape at one side move along that axis, so that they don't;
 * they stay off its border by `edge` where there is room. */
static double back_into(double shape, double size, double words, double length, double edge)
{
    double before = shape - words, behind = words + length - shape - size;
    double slack = MAX(size - length, 0) / 2, pad = MIN(slack, edge);
    return before > 0 && slack > 0 ? before + pad : behind > 0 && slack > 0 ? -behind - pad : 0;
}

/* A line in the middle that becomes several: they have their middle in common. */
static void center_lines(SvgEdit *edit, SvgNode *words)
{
    SvgStyle style;
    svg_style_of(edit->doc, words, &style);
    if (style.text_anchor != SVG_TEXT_MIDDLE) {
        svg_set_property(edit->doc, words, SVG_PROPERTY_TEXT_ANCHOR, "middle");
    }
}

/* Sets the lines, and keeps that middle; those that were in their shape stay in it. */
static gboolean set_lines(SvgEdit *edit, SvgNode *shape, SvgNode *words, char **lines,
                          double middle, GError **error)
{
    SvgBox frame = svg_node_box(edit->doc, shape), old = svg_node_box(edit->doc, words);
    gboolean on = !svg_words_beside(edit, shape);
    gboolean across = on && old.x >= frame.x && old.x + old.w <= frame.x + frame.w;
    gboolean down = on && old.y >= frame.y && old.y + old.h <= frame.y + frame.h;
    g_autofree char *was = svg_content_read(words);
    svg_set_text(edit, words, lines, TRUE);
    if (!isnan(middle) && lines[0] && lines[1] && was && !strchr(was, '\n')) {
        center_lines(edit, words);
    }
    SvgBox box = svg_node_box(edit->doc, words);
    double off = isnan(middle) ? 0 : middle - svg_box_center(box).x;
    off = fabs(off) <= CENTERED * box.h ? 0 : off;
    box.x += off;
    off += across ? back_into(frame.x, frame.w, box.x, box.w, EDGE * box.h) : 0;
    double below = down ? back_into(frame.y, frame.h, box.y, box.h, EDGE * old.h) : 0;
    return (off == 0 && below == 0) || svg_node_move_by(edit, words, off, below, error);
}

gboolean svg_check_text(const char *text, GError **error)
{
    gsize len = strlen(text), lines = 1;
    for (const char *at = text; (at = strchr(at, '\n')); at++) {
        lines++;
    }
    if (len <= SVG_MAX_TEXT_BYTES && lines <= MAX_LINES) {
        return TRUE;
    }
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                "the text has %" G_GSIZE_FORMAT " bytes in %" G_GSIZE_FORMAT
                " lines; the limits are %u and %u",
                len, lines, SVG_MAX_TEXT_BYTES, MAX_LINES);
    return FALSE;
}

static gboolean is_text(const SvgNode *node)
{
    return svg_node_tag(node) == SVG_TAG_TEXT;
}

/* The text that carries the words: the shape itself, its label, or the only text in a group. */
static SvgNode *find_words(SvgEdit *edit, SvgNode *shape)
{
    if (is_text(shape)) {
        return shape;
    }
    g_autoptr(GPtrArray) labels = svg_node_labels(edit, shape);
    for (guint i = 0; i < labels->len; i++) {
        if (is_text(labels->pdata[i])) {
            return labels->pdata[i];
        }
    }
    SvgNode *only = NULL;
    for (SvgNode *node = shape; node; node = svg_node_walk(shape, node, FALSE)) {
        if (is_text(node) && only) {
            return NULL;
        }
        only = is_text(node) ? node : only;
    }
    return only;
}

static gboolean can_hold_label(SvgEdit *edit, SvgNode *shape)
{
    SvgKind kind = svg_node_kind(edit, shape);
    return svg_kind_flags(kind) & SVG_KIND_CLOSED || kind == SVG_KIND_LINE ||
           kind == SVG_KIND_ARROW || kind == SVG_KIND_IMAGE;
}

static gboolean remove_words(SvgEdit *edit, SvgNode *shape, SvgNode *words, GError **error)
{
    if (!words) {
        return TRUE;
    }
    if (words == shape) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "a text can't be empty; delete \"%s\" instead", svg_node_id(edit->doc, shape));
        return FALSE;
    }
    g_autofree char *id = g_strdup(svg_node_id(edit->doc, words));
    svg_edit_changed(edit, shape);
    return svg_edit_delete(edit, id, error);
}

static gboolean replace_words(SvgEdit *edit, SvgNode *shape, SvgNode *words, const SvgSpec *spec,
                              GError **error)
{
    if (!svg_locks_allow_change(edit->doc, words, error)) {
        return FALSE;
    }
    if (words == shape) {
        g_auto(GStrv) lines = g_strsplit(spec->text, "\n", -1);
        svg_set_text(edit, words, lines, FALSE);
    } else if (!svg_change_label(edit, shape, words, spec, error)) {
        return FALSE;
    }
    svg_expect_words(edit, words, spec->text);
    svg_edit_changed(edit, shape);
    return TRUE;
}

/* The last first, so that the others are found as they were. */
static gboolean remove_texts(SvgEdit *edit, SvgNode *shape, const GPtrArray *texts, GError **error)
{
    for (guint i = texts->len; i-- > 0;) {
        if (!remove_words(edit, shape, texts->pdata[i], error)) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean is_blank(const char *text)
{
    return !text[strspn(text, " \t\r\n")];
}

/* A text may stand in for the HTML, where that can't be drawn: it says the same. */
static gboolean label_html(SvgEdit *edit, SvgNode *shape, SvgNode *html, SvgNode *words,
                           const SvgSpec *spec, GError **error)
{
    if (is_blank(spec->text)) {
        svg_edit_changed(edit, shape);
        return html == shape ? remove_words(edit, shape, html, error)
                             : svg_html_delete(edit, html, error);
    }
    if (!svg_html_set_words(edit, shape, html, spec->text, error)) {
        return FALSE;
    }
    svg_edit_changed(edit, shape);
    return !words || words->parent != html->parent ||
           replace_words(edit, shape, words, spec, error);
}

/* Words on a shape have one place. */
static gboolean check_place(SvgEdit *edit, SvgNode *shape, const SvgSpec *spec, GError **error)
{
    if (!svg_check_along(spec, error)) {
        return FALSE;
    }
    if (spec->given & (SVG_SPEC_ALONG | SVG_SPEC_SIDE) && !svg_words_beside(edit, shape)) {
        svg_edit_remark(edit, "where its words go was left out, as %s is no line or arrow",
                        svg_node_id(edit->doc, shape));
    }
    return TRUE;
}

static gboolean add_words(SvgEdit *edit, SvgNode *shape, const SvgSpec *spec, GError **error)
{
    if (can_hold_label(edit, shape)) {
        return svg_add_label(edit, shape, spec, error);
    }
    g_set_error(
        error, SVG_ERROR, SVG_ERROR_INVALID,
        "\"%s\" is a <%s> and can't carry a label; label one of the shapes in it, or create a text beside it",
        svg_node_id(edit->doc, shape), shape->name->str);
    return FALSE;
}

gboolean svg_label(SvgEdit *edit, const char *id, const SvgSpec *spec, GError **error)
{
    SvgNode *shape = svg_edit_find_free(edit, id, error);
    if (!shape || !svg_check_text(spec->text, error) || !check_place(edit, shape, spec, error)) {
        return FALSE;
    }
    SvgNode *words = find_words(edit, shape), *html = svg_html_label(edit, shape);
    if (html) {
        return label_html(edit, shape, html, words, spec, error);
    }
    g_autoptr(GPtrArray) texts = svg_label_texts(edit, shape);
    if (is_blank(spec->text)) {
        return texts->len ? remove_texts(edit, shape, texts, error)
                          : remove_words(edit, shape, words, error);
    }
    if (svg_has_lines(edit, shape, texts, spec->text)) {
        return svg_change_lines(edit, shape, texts, spec, error);
    }
    SvgNode *inner =
        words || can_hold_label(edit, shape) ? NULL : svg_group_only_labelled(edit->doc, shape);
    if (inner) {
        return svg_label(edit, svg_node_id(edit->doc, inner), spec, error);
    }
    return words ? replace_words(edit, shape, words, spec, error)
                 : add_words(edit, shape, spec, error);
}

gboolean svg_edit_label(SvgEdit *edit, const char *id, const char *text, GError **error)
{
    SvgSpec spec = {.text = text};
    return svg_label(edit, id, &spec, error);
}

/* --- fitting ---------------------------------------------------------------------------------- */

/* To both sides, so that what ends at its middle still does, but not off the page. */
static SvgBox about_middle(SvgEdit *edit, SvgNode *shape, SvgBox to)
{
    SvgBox before = svg_node_box(edit->doc, shape), page = svg_document_page(edit->doc);
    double left = MAX((to.w - before.w) / 2, 0), top = MAX((to.h - before.h) / 2, 0);
    to.x -= MIN(left, MAX(before.x - page.x, 0));
    to.y -= MIN(top, MAX(before.y - page.y, 0));
    return to;
}

static gboolean grow(SvgEdit *edit, SvgNode *shape, SvgBox to, GError **error)
{
    SvgBox before = svg_node_box(edit->doc, shape);
    if (to.w == before.w && to.h == before.h) {
        return TRUE;
    }
    svg_edit_remark(edit, "%s was made larger to hold its words", svg_node_id(edit->doc, shape));
    return svg_node_fit(edit, shape, to, error) && svg_carry_labels(edit, shape, before, error) &&
           svg_connectors_follow(edit, shape, error);
}

/* Who wants a shape to grow may not expect that lines come first. */
static void tell_lines(SvgEdit *edit, SvgNode *shape, char **lines, const char *text)
{
    g_auto(GStrv) given = g_strsplit(text, "\n", -1);
    if (g_strv_length(lines) > g_strv_length(given)) {
        svg_edit_remark(edit,
                        "the words on %s are in %u lines, for which it has room without growing; "
                        "a larger w holds them in fewer",
                        svg_node_id(edit->doc, shape), g_strv_length(lines));
    }
}

static void tell(SvgEdit *edit, SvgNode *shape, const SvgFitted *fitted, SvgFit fit)
{
    const char *id = svg_node_id(edit->doc, shape);
    if (fitted->fits && fitted->share < 1) {
        svg_edit_remark(edit, "the words on %s were set at %.0f %% of their size to fit", id,
                        100 * fitted->share);
    } else if (!fitted->fits && fit != SVG_FIT_NONE) {
        svg_edit_remark(edit, "the words on %s are too many for it%s", id,
                        fit == SVG_FIT_GROW ? "" : "; \"fit\":\"grow\" would make it larger");
    }
}

static double least_share(SvgEdit *edit, const SvgStyle *font)
{
    return CLAMP(LEGIBLE_PX * svg_style_defaults_of(edit)->unit / font->font_size, MIN_SHARE, 1);
}

/* The lines of a label, with `room->box` what the shape is to fill. */
static SvgFitted fit_words(SvgEdit *edit, SvgNode *shape, SvgTextFit *room, const char *text,
                           const SvgStyle *font, SvgFit fit)
{
    SvgFitted out;
    SvgBox before = room->box;
    double least = fit == SVG_FIT_SHRINK ? least_share(edit, font) : 1;
    if (fit != SVG_FIT_GROW || !svg_text_fit_grow(room, text, font, &out)) {
        svg_text_fit_stretch(room, before.w / room->box.w, before.h / room->box.h);
        out = svg_text_fit_fit(room, text, font, least);
    }
    tell(edit, shape, &out, fit);
    if (fit == SVG_FIT_GROW && out.fits && room->box.w == before.w && room->box.h == before.h) {
        tell_lines(edit, shape, out.lines, text);
    }
    return out;
}

/* Words that lie on lines are told from them by a border of paper. */
static void add_halo(SvgEdit *edit, SvgNode *shape, const SvgStyle *style, SvgNode *label,
                     double font_size)
{
    SvgKind kind = svg_node_kind(edit, shape);
    gboolean hatched = style->fill.kind == SVG_PAINT_SERVER;
    if (!hatched && kind != SVG_KIND_X_BOX && kind != SVG_KIND_CHECK_BOX) {
        return;
    }
    guint32 paper = style->fill.kind == SVG_PAINT_COLOR ? style->fill.rgb : 0xffffff;
    const char *look = svg_node_attr(label, "style");
    char width[SVG_NUMBER_SIZE];
    g_autofree char *text =
        g_strdup_printf("%s;stroke:#%06x;stroke-width:%s;stroke-linejoin:round;paint-order:stroke",
                        look, paper, svg_number_print(HALO * font_size, width));
    svg_splice_attr(edit->doc, label, "style", text);
}

static SvgFit fit_of(const SvgSpec *spec)
{
    return spec->given & SVG_SPEC_FIT ? spec->fit : SVG_FIT_SHRINK;
}

/* Words in an outline. */
static gboolean add_on(SvgEdit *edit, SvgNode *shape, const SvgSpec *spec, GError **error)
{
    g_auto(SvgPlacement) spot = {0};
    g_auto(SvgTextFit) room = {0};
    SvgStyle font, style;
    svg_words_font(edit, spec, &font);
    svg_embedded_font(edit, &font, spec->text);
    svg_style_of(edit->doc, shape, &style);
    SvgPaint fill = style.fill;
    fill.alpha *= style.fill_opacity;
    svg_text_fit_read(edit, shape, &room);
    SvgFitted fitted = fit_words(edit, shape, &room, spec->text, &font, fit_of(spec));
    g_auto(GStrv) lines = fitted.lines;
    font.font_size *= fitted.share;
    if (!grow(edit, shape, room.box, error) ||
        !svg_placement_above(edit, svg_last_part(edit, shape), &spot, error)) {
        return FALSE;
    }
    const SvgLetterLook *words = &svg_style_defaults_all(edit)->words;
    g_autofree char *ink = words->known ? svg_ink_like(words->ink, &fill) : svg_ink_on(edit, &fill);
    SvgNode *label =
        svg_build_text(edit, lines, room.center, SVG_ANCHOR_CENTER, &font, ink, spot.to_written);
    g_autofree char *wish = g_strconcat(svg_node_id(edit->doc, shape), SVG_LABEL_SUFFIX, NULL);
    add_halo(edit, shape, &style, label, font.font_size);
    svg_placement_insert(edit, &spot, label, wish);
    svg_follow_tie(edit, shape, label);
    svg_edit_changed(edit, shape);
    return TRUE;
}

gboolean svg_add_label(SvgEdit *edit, SvgNode *shape, const SvgSpec *spec, GError **error)
{
    return svg_words_beside(edit, shape) ? svg_caption_add(edit, shape, spec->text, spec, error)
                                         : add_on(edit, shape, spec, error);
}

/* By how much a font grows on the way to document space; 0 for words that are turned or stretched.
 */
static double even_scale(SvgEdit *edit, SvgNode *words)
{
    SvgMatrix m = svg_node_matrix(edit->doc, words);
    return m.b == 0 && m.c == 0 && m.a > 0 && m.a == m.d ? m.a : 0;
}

static gboolean has_own_size(SvgEdit *edit, const SvgNode *part)
{
    return part->name && svg_style_declared(edit->doc, part, SVG_PROPERTY_FONT_SIZE) != NULL;
}

/* The size of all parts of the words; 0 where they differ. */
static double even_size(SvgEdit *edit, SvgNode *words)
{
    SvgStyle style;
    svg_style_of(edit->doc, words, &style);
    double size = 0, own = style.font_size;
    for (SvgNode *node = svg_node_walk(words, words, FALSE); node;
         node = svg_node_walk(words, node, FALSE)) {
        if (has_own_size(edit, node)) {
            svg_style_of(edit->doc, node, &style);
            if (size > 0 && style.font_size != size) {
                return 0;
            }
            size = style.font_size;
        }
    }
    return size > 0 ? size : own;
}

static void set_size(SvgEdit *edit, SvgNode *words, double size)
{
    char text[SVG_NUMBER_SIZE + 2];
    svg_number_print(size, text);
    g_strlcat(text, "px", sizeof text);
    for (SvgNode *node = svg_node_walk(words, words, FALSE); node;
         node = svg_node_walk(words, node, FALSE)) {
        if (has_own_size(edit, node)) {
            svg_set_property(edit->doc, node, SVG_PROPERTY_FONT_SIZE, text);
        }
    }
    svg_set_property(edit->doc, words, SVG_PROPERTY_FONT_SIZE, text);
}

/* In the places that they have, as they are. */
static gboolean change_plain(SvgEdit *edit, SvgNode *shape, SvgNode *words, const char *text,
                             GError **error)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    return set_lines(edit, shape, words, lines, middle_of(edit, shape, words), error);
}

/* They keep their distance from the line. */
static gboolean change_beside(SvgEdit *edit, SvgNode *line, SvgNode *words, const SvgSpec *spec,
                              GError **error)
{
    gboolean read = svg_caption_is_read(edit, line, words);
    svg_beside_note_line(edit, line);
    if (!change_plain(edit, line, words, spec->text, error) ||
        !svg_beside_again(edit, line, error)) {
        return FALSE;
    }
    return svg_caption_settle(edit, line, words, spec, read, error);
}

/* A title above a frame, the name beside an icon: there is no room that they have to fit in. */
static gboolean are_outside(SvgEdit *edit, SvgNode *shape, SvgNode *words)
{
    SvgPoint middle = svg_box_center(svg_node_box(edit->doc, words));
    return !svg_box_holds(svg_node_box(edit->doc, shape), middle);
}

/* Somebody may have set words close to the border before; a shape that grows has room beside them,
 * unless it had none. */
static double used_before(SvgEdit *edit, SvgNode *words, const SvgTextFit *room, SvgFit fit)
{
    SvgBox box = svg_node_box(edit->doc, words);
    double width = svg_text_fit_width(room, box.h);
    return fit == SVG_FIT_GROW && width > 0 ? CLAMP(box.w / width, room->used, 1) : 1;
}

gboolean svg_change_label(SvgEdit *edit, SvgNode *shape, SvgNode *words, const SvgSpec *spec,
                          GError **error)
{
    g_auto(SvgTextFit) room = {0};
    SvgStyle font;
    double scale = even_scale(edit, words), middle = middle_of(edit, shape, words);
    svg_style_of(edit->doc, svg_content_first(words), &font);
    font.serial = 0;
    font.font_size = even_size(edit, words) * scale;
    svg_embedded_font(edit, &font, spec->text);
    gboolean container = svg_node_is(shape, SVG_TAG_IS_CONTAINER);
    if (svg_words_beside(edit, shape)) {
        return change_beside(edit, shape, words, spec, error);
    }
    if (!(font.font_size > 0) || container || are_outside(edit, shape, words)) {
        return change_plain(edit, shape, words, spec->text, error);
    }
    svg_text_fit_read(edit, shape, &room);
    room.used = used_before(edit, words, &room, fit_of(spec));
    SvgFitted fitted = fit_words(edit, shape, &room, spec->text, &font, fit_of(spec));
    g_auto(GStrv) lines = fitted.lines;
    if (fitted.share < 1) {
        set_size(edit, words, font.font_size * fitted.share / scale);
    }
    SvgBox to = isnan(middle) ? room.box : about_middle(edit, shape, room.box);
    return set_lines(edit, shape, words, lines, middle, error) && grow(edit, shape, to, error);
}
