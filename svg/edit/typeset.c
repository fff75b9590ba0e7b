/* Fonts of texts that are there. */
#include "edit/build.h"
#include "edit/effects.h"
#include "edit/enlarge.h"
#include "edit/lines.h"
#include "edit/property.h"
#include "edit/restyle.h"
#include "edit/text_fit.h"
#include "shape/content.h"
#include "shape/scene.h"

#include <math.h>
#include <string.h>

#define CENTERED 0.08 /* of a shape's width: how far off the middle words still are in it */
#define IN_LINE  0.1  /* of a line's height: by how much lines that begin together differ */
#define REGULAR  400  /* weights of fonts */
#define BOLD     700
#define FONTS    (SVG_STYLING_FONT_SIZE | SVG_STYLING_BOLD | SVG_STYLING_ITALIC | SVG_STYLING_ALIGN)

/* --- one property ----------------------------------------------------------------------------- */

/* On the text, and on the parts of it that say otherwise. */
static void set_all(SvgEdit *edit, SvgNode *text, SvgProperty property, const char *value)
{
    for (SvgNode *at = text; at; at = svg_node_walk(text, at, FALSE)) {
        gboolean part = at->name && svg_node_is(at, SVG_TAG_IS_TEXT) &&
                        svg_style_declared(edit->doc, at, property);
        if (at == text || part) {
            svg_force_property(edit->doc, at, property, value);
        }
    }
}

/* Inkscape notes the font's full name beside its properties, and would believe that. */
static void forget_specification(SvgEdit *edit, SvgNode *text)
{
    for (SvgNode *at = text; at; at = svg_node_walk(text, at, FALSE)) {
        const char *style = at->name ? svg_node_attr(at, "style") : NULL;
        if (style && strstr(style, "-inkscape-font-specification")) {
            g_autofree char *left =
                svg_declarations_set(style, "-inkscape-font-specification", NULL);
            svg_splice_attr(edit->doc, at, "style", *left ? left : NULL);
        }
    }
}

static void set_face(SvgEdit *edit, SvgNode *text, const SvgStyling *styling)
{
    const guint faces = SVG_STYLING_BOLD | SVG_STYLING_ITALIC;
    if (styling->font_family) {
        g_autofree char *css = svg_family_css(styling->font_family);
        set_all(edit, text, SVG_PROPERTY_FONT_FAMILY, css);
    }
    if (styling->given & SVG_STYLING_BOLD) {
        set_all(edit, text, SVG_PROPERTY_FONT_WEIGHT, styling->bold ? "bold" : "normal");
    }
    if (styling->given & SVG_STYLING_ITALIC) {
        set_all(edit, text, SVG_PROPERTY_FONT_STYLE, styling->italic ? "italic" : "normal");
    }
    if (styling->font_family || (styling->given & faces)) {
        forget_specification(edit, text);
    }
}

/* --- sizes ------------------------------------------------------------------------------------ */

/* How far a part stands below or above what is before it; what is told in letters is scaled with
 * them. */
static void space_part(SvgEdit *edit, SvgNode *part, double ratio)
{
    static const SvgLengthContext none = {0};
    const char *down = svg_node_attr(part, "dy");
    gboolean fixed = down && !svg_node_attr(part, "y") && !strstr(down, "em");
    double dy;
    if (fixed && svg_length_parse(down, &none, SVG_AXIS_Y, &dy)) {
        svg_splice_number(edit->doc, part, "dy", dy * ratio);
    }
}

static gboolean has_words_itself(const SvgNode *node)
{
    return !node->name && node->text[strspn(node->text, " \t\r\n")];
}

/* The first line stays where it is. */
static void space_parts(SvgEdit *edit, SvgNode *text, double ratio)
{
    gboolean below = FALSE;
    for (SvgNode *at = svg_node_walk(text, text, FALSE); at; at = svg_node_walk(text, at, FALSE)) {
        if (below && at->name && svg_node_tag(at) == SVG_TAG_TSPAN) {
            space_part(edit, at, ratio);
        }
        below |= has_words_itself(at);
    }
}

/* The lines keep their distances in letters. */
static void space_lines(SvgEdit *edit, SvgNode *text, double ratio)
{
    double first = 0;
    gboolean any = FALSE;
    space_parts(edit, text, ratio);
    for (SvgNode *line = svg_node_first_element(text); line; line = svg_node_next_element(line)) {
        const char *at = svg_node_attr(line, "y");
        double y;
        if (svg_node_tag(line) != SVG_TAG_TSPAN || !at || !svg_number_parse(at, &y)) {
            continue;
        }
        if (any && y != first) {
            svg_splice_number(edit->doc, line, "y", first + (y - first) * ratio);
        }
        first = any ? first : y;
        any = TRUE;
    }
}

static void set_size(SvgEdit *edit, SvgNode *text, double size)
{
    SvgStyle style;
    svg_style_of(edit->doc, text, &style);
    size /= svg_node_scale_factor(edit->doc, text);
    if (size == style.font_size) {
        return;
    }
    char css[SVG_NUMBER_SIZE + 2];
    svg_number_print(size, css);
    g_strlcat(css, "px", sizeof css);
    set_all(edit, text, SVG_PROPERTY_FONT_SIZE, css);
    if (style.font_size > 0) {
        space_lines(edit, text, size / style.font_size);
    }
}

/* --- alignment -------------------------------------------------------------------------------- */

/* Inkscape reads one of them for lines, and the other for text that is wrapped. */
static void set_align(SvgEdit *edit, SvgNode *text, SvgAlong align)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    static const char *const aligns[] = {"start", "center", "end"};
    set_all(edit, text, SVG_PROPERTY_TEXT_ANCHOR, anchors[align]);
    set_all(edit, text, SVG_PROPERTY_TEXT_ALIGN, aligns[align]);
}

/* By how far words move to stand at that side of the room in their shape; where there isn't enough,
 * in its middle. */
static double to_side(SvgEdit *edit, SvgNode *shape, SvgBox words, SvgAlong align)
{
    g_auto(SvgTextFit) room = {0};
    svg_text_fit_read(edit, shape, &room);
    double width = room.used * svg_text_fit_width(&room, words.h);
    double slack = MAX((width > 0 ? width : room.used * room.box.w) - words.w, 0) / 2;
    double side = align == SVG_ALONG_START ? -1 : align == SVG_ALONG_END ? 1 : 0;
    return room.center.x + side * slack - svg_box_center(words).x;
}

/* --- a text ----------------------------------------------------------------------------------- */

/* Lines that were broken at a width are broken at it again. */
static void break_anew(SvgEdit *edit, SvgNode *text)
{
    double width = svg_text_wrapped_at(text);
    g_autofree char *words = isfinite(width) ? svg_content_read(text) : NULL;
    if (words) {
        svg_text_wrap_lines(edit, text, words, width);
    }
}

static void expect_font(SvgEdit *edit, SvgNode *text, const SvgStyling *styling)
{
    guint given = styling->given;
    if (given & SVG_STYLING_FONT_SIZE) {
        svg_expect_number(edit, text, SVG_PROPERTY_FONT_SIZE,
                          styling->font_size / svg_node_scale_factor(edit->doc, text));
    }
    if (given & SVG_STYLING_BOLD) {
        svg_expect_number(edit, text, SVG_PROPERTY_FONT_WEIGHT, styling->bold ? BOLD : REGULAR);
    }
    if (given & SVG_STYLING_ITALIC) {
        svg_expect_number(edit, text, SVG_PROPERTY_FONT_STYLE, styling->italic);
    }
    if (styling->font_family) {
        g_autofree char *css = svg_family_css(styling->font_family);
        svg_expect_family(edit, text, css);
    }
}

/* What was made to fit letters of the former font. */
static void forget_lengths(SvgEdit *edit, SvgNode *text)
{
    for (SvgNode *at = text; at; at = svg_node_walk(text, at, FALSE)) {
        if (at->name && svg_node_attr(at, "textLength")) {
            svg_splice_attr(edit->doc, at, "textLength", NULL);
            svg_splice_attr(edit->doc, at, "lengthAdjust", NULL);
        }
    }
}

/* All but where it stands. */
static void set_font(SvgEdit *edit, SvgNode *text, const SvgStyling *styling)
{
    set_face(edit, text, styling);
    if (styling->given & SVG_STYLING_FONT_SIZE) {
        set_size(edit, text, styling->font_size);
    }
    if (styling->font_family || styling->given & (FONTS & ~(guint)SVG_STYLING_ALIGN)) {
        forget_lengths(edit, text);
        break_anew(edit, text);
    }
    expect_font(edit, text, styling);
}

/* By itself: its first baseline stays, and its lines stay where they begin or end. */
static gboolean restyle_alone(SvgEdit *edit, SvgNode *text, const SvgStyling *styling,
                              GError **error)
{
    set_font(edit, text, styling);
    SvgBox sized = svg_node_box(edit->doc, text);
    if (!(styling->given & SVG_STYLING_ALIGN)) {
        return TRUE;
    }
    set_align(edit, text, styling->align);
    SvgBox after = svg_node_box(edit->doc, text);
    return svg_box_is_empty(sized) || svg_box_is_empty(after) ||
           svg_node_move_by(edit, text, sized.x - after.x, 0, error);
}

/* --- lines ------------------------------------------------------------------------------------ */

/* Texts of which each is a line of one block, and what they are on. */
typedef struct {
    SvgEdit *edit;
    const SvgStyling *styling;
    SvgNode *holder;         /* NULL: none that they could stand at a side of */
    const SvgEnlarge *room;  /* of it; NULL when there is one text */
    const GPtrArray *others; /* all texts there */
    gboolean label;          /* the middle stays, else the first line */
    GPtrArray *texts;
} Block;

static double at_side(SvgBox box, SvgAlong side)
{
    return box.x + box.w * (guint)side / 2;
}

/* It begins where other lines begin, or beside a bullet. */
static gboolean begins_in_line(const Block *block, SvgBox box)
{
    guint n = 0;
    for (guint i = 0; i < block->others->len; i++) {
        double x = svg_node_box(block->edit->doc, block->others->pdata[i]).x;
        n += fabs(x - box.x) <= IN_LINE * box.h;
    }
    return n > 1 || (block->room && svg_enlarge_bullet(block->room, box));
}

static SvgAlong side_of(const Block *block)
{
    SvgEdit *edit = block->edit;
    SvgBox box = svg_node_box(edit->doc, block->texts->pdata[0]);
    if (block->texts->len == 1 && !block->holder) {
        return SVG_ALONG_CENTER;
    }
    if (block->texts->len == 1 && !begins_in_line(block, box)) {
        SvgBox frame = svg_node_box(edit->doc, block->holder);
        double off = svg_box_center(box).x - svg_box_center(frame).x;
        if (fabs(off) <= CENTERED * frame.w) {
            return SVG_ALONG_CENTER;
        }
    }
    return svg_lines_side(edit, block->texts);
}

static double size_of(SvgEdit *edit, SvgNode *text)
{
    SvgStyle style;
    svg_style_of(edit->doc, svg_content_first(text), &style);
    return style.font_size;
}

/* They don't come to lie on an icon. */
static gboolean may_align(const Block *block, SvgNode *text, SvgBox box)
{
    if (!block->holder || !block->room) {
        return TRUE;
    }
    SvgBox there = box;
    there.x += to_side(block->edit, block->holder, box, block->styling->align);
    SvgNode *icon = svg_enlarge_part_at(block->room, there);
    if (!icon || svg_enlarge_part_at(block->room, box)) {
        return TRUE;
    }
    g_autofree char *words = svg_content_read(text);
    svg_edit_remark(block->edit, "the words \"%s\" stay beside %s, on which they would lie",
                    words ? words : "", svg_node_id(block->edit->doc, icon));
    return FALSE;
}

static gboolean restyle_line(const Block *block, SvgNode *text, SvgAlong side, double center,
                             GError **error)
{
    SvgEdit *edit = block->edit;
    SvgBox before = svg_node_box(edit->doc, text);
    double size = size_of(edit, text), off = svg_box_center(before).y - center;
    gboolean aligned = block->styling->given & SVG_STYLING_ALIGN && may_align(block, text, before);
    set_font(edit, text, block->styling);
    if (aligned) {
        set_align(edit, text, block->styling->align);
    }
    SvgBox after = svg_node_box(edit->doc, text);
    svg_edit_changed(edit, text);
    if (svg_box_is_empty(before) || svg_box_is_empty(after)) {
        return TRUE;
    }
    double ratio = size > 0 ? size_of(edit, text) / size : 1;
    double dx = aligned && block->holder
                    ? to_side(edit, block->holder, after, block->styling->align)
                    : at_side(before, side) - at_side(after, side);
    double dy = center + off * ratio - svg_box_center(after).y;
    return svg_node_move_by(edit, text, dx, dy, error);
}

static SvgBox box_around(SvgEdit *edit, const GPtrArray *texts)
{
    SvgBox all = SVG_BOX_EMPTY;
    for (guint i = 0; i < texts->len; i++) {
        all = svg_box_union(all, svg_node_box(edit->doc, texts->pdata[i]));
    }
    return all;
}

static gboolean restyle_block(const Block *block, GError **error)
{
    SvgBox first = svg_node_box(block->edit->doc, block->texts->pdata[0]);
    SvgAlong side = side_of(block);
    double center = svg_box_center(block->label ? box_around(block->edit, block->texts) : first).y;
    for (guint i = 0; i < block->texts->len; i++) {
        if (!restyle_line(block, block->texts->pdata[i], side, center, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* `below` is the next line of the block that `above` is in. */
static gboolean goes_on(const Block *block, SvgNode *above, SvgNode *below)
{
    SvgEdit *edit = block->edit;
    SvgBox a = svg_node_box(edit->doc, above), b = svg_node_box(edit->doc, below);
    double y = svg_box_center(a).y, middle = svg_box_center(b).y;
    SvgBox part = block->room ? svg_enlarge_compartment(block->room, y) : SVG_BOX_EMPTY;
    return svg_text_continues(a, b) && size_of(edit, above) == size_of(edit, below) &&
           (part.h <= 0 || (middle > part.y && middle < part.y + part.h));
}

/* In a group, whose each text is: what stands in the rows of a table is no block. */
static GArray *owners_of(SvgEdit *edit, const GPtrArray *texts)
{
    SvgScene *scene = svg_scene_of(edit->doc);
    GArray *owners = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < texts->len; i++) {
        guint index = svg_scene_find(scene, texts->pdata[i]);
        guint owner =
            index == SVG_NO_ENTRY ? index : svg_entry_owner(svg_scene_entry(scene, index));
        g_array_append_val(owners, owner);
    }
    return owners;
}

/* Whether this text and the next one have one shape. */
static gboolean are_of_one(const GArray *owners, guint i)
{
    guint owner = g_array_index(owners, guint, i);
    return owner != SVG_NO_ENTRY && owner == g_array_index(owners, guint, i + 1);
}

/* Words that have become too wide for a line of their shape are broken to it, and lines that ended
 * where there was no room before are no lines of their own. */
static gboolean fit_label(SvgEdit *edit, SvgNode *holder, SvgNode *text, SvgBox was, GError **error)
{
    SvgBox frame = svg_node_box(edit->doc, holder), before = svg_node_box(edit->doc, text);
    g_autofree char *words =
        was.w <= frame.w && before.w > frame.w && !svg_node_is(holder, SVG_TAG_IS_CONTAINER)
            ? svg_content_read(text)
            : NULL;
    g_auto(SvgTextFit) room = {0};
    SvgStyle font;
    if (!words) {
        return TRUE;
    }
    svg_text_fit_read(edit, holder, &room);
    svg_style_of(edit->doc, svg_content_first(text), &font);
    font.serial = 0;
    font.font_size *= svg_node_scale_factor(edit->doc, text);
    double before_room = room.used * svg_text_fit_width(&room, was.h) * before.w / was.w;
    g_autofree char *joined = svg_text_joined(words, &font, before_room);
    room.used = 1;
    SvgFitted fitted = svg_text_fit_fit(&room, joined, &font, 1);
    svg_set_text(edit, text, fitted.lines, TRUE);
    g_strfreev(fitted.lines);
    double off = svg_box_center(before).x - svg_box_center(svg_node_box(edit->doc, text)).x;
    return svg_node_move_by(edit, text, off, 0, error);
}

static gboolean restyle_each(SvgEdit *edit, const GPtrArray *texts, const SvgStyling *styling,
                             GError **error)
{
    for (guint i = 0; i < texts->len; i++) {
        if (!restyle_alone(edit, texts->pdata[i], styling, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Block by block. */
static gboolean restyle_blocks(Block *block, SvgNode *shape, const GPtrArray *texts, GError **error)
{
    gboolean group = svg_node_is(shape, SVG_TAG_IS_CONTAINER), several = texts->len > 1;
    g_autoptr(SvgEnlarge) room = several && !group ? svg_enlarge_new(block->edit, shape) : NULL;
    g_autoptr(GArray) owners = several && group ? owners_of(block->edit, texts) : NULL;
    block->room = room;
    for (guint i = 0; i < texts->len; i++) {
        gboolean last = i + 1 == texts->len || (owners && !are_of_one(owners, i)) ||
                        !goes_on(block, texts->pdata[i], texts->pdata[i + 1]);
        g_ptr_array_add(block->texts, texts->pdata[i]);
        if (last && !restyle_block(block, error)) {
            return FALSE;
        }
        g_ptr_array_set_size(block->texts, last ? 0 : (gint)block->texts->len);
    }
    return TRUE;
}

gboolean svg_texts_restyle(SvgEdit *edit, SvgNode *shape, const GPtrArray *texts,
                           const SvgStyling *styling, SvgWordsOf words, GError **error)
{
    if (words == SVG_WORDS_ALONE) {
        return restyle_each(edit, texts, styling, error);
    }
    g_autoptr(GPtrArray) lines = g_ptr_array_new();
    SvgNode *holder = words == SVG_WORDS_INSIDE ? shape : NULL;
    SvgBox before = box_around(edit, texts);
    Block block = {edit, styling, holder, NULL, texts, words != SVG_WORDS_BLOCK, lines};
    if (!restyle_blocks(&block, shape, texts, error) ||
        (holder && texts->len == 1 && !fit_label(edit, holder, texts->pdata[0], before, error))) {
        return FALSE;
    }
    if (holder) {
        SvgBox frame = svg_node_box(edit->doc, holder);
        svg_text_fit_tell(edit, holder, frame, before, box_around(edit, texts));
    }
    return TRUE;
}
