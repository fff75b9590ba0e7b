/* Labels of several texts, changed line by line. */
#include "document/copy.h"
#include "edit/build.h"
#include "edit/effects.h"
#include "edit/enlarge.h"
#include "edit/follow.h"
#include "edit/html.h"
#include "edit/line_rows.h"
#include "edit/line_words.h"
#include "edit/lines_priv.h"
#include "edit/property.h"
#include "edit/text_fit.h"
#include "geometry/text.h"
#include "shape/content.h"
#include "shape/scene.h"
#include "shape/words.h"

#include <math.h>
#include <string.h>

#define STEP     1.25 /* of the font's size, from line to line: where the texts don't tell, */
#define LEAST    0.9  /* and between which shares of it they may */
#define MOST     1.7
#define PAD      0.25 /* of a line's height: from words to what is around them, at least */
#define MIDDLE   0.03 /* of a shape's width: how far off its middle words still are in it */
#define CENTERED 0.25 /* of the room above and below: by how much the two differ at most */

gboolean svg_has_lines(SvgEdit *edit, SvgNode *shape, const GPtrArray *texts, const char *text)
{
    if (texts->len != 1 || !strchr(text, '\n')) {
        return texts->len > 1;
    }
    g_autoptr(SvgEnlarge) enlarge = svg_enlarge_new(edit, shape);
    return svg_enlarge_is_divided(enlarge);
}

/* --- what there is ---------------------------------------------------------------------------- */

/* HTML doesn't say by itself where it is anchored. */
static gboolean is_in_middle(const SvgLines *lines, SvgNode *text)
{
    SvgBox shape = svg_lines_box(lines, lines->shape), box = svg_lines_box(lines, text);
    return svg_node_is(text, SVG_TAG_IS_HTML) && text != lines->shape &&
           fabs(svg_box_center(box).x - svg_box_center(shape).x) <= MIDDLE * shape.w;
}

/* Of each text, beside those of its compartment. */
static void read_sides(SvgLines *lines)
{
    for (guint i = 0; i < lines->texts->len; i++) {
        SvgNode *text = lines->texts->pdata[i];
        double y = svg_box_center(svg_lines_box(lines, text)).y;
        SvgBox room = svg_enlarge_compartment(lines->enlarge, y);
        g_autoptr(GPtrArray) beside = g_ptr_array_new();
        for (guint k = 0; k < lines->texts->len; k++) {
            double middle = svg_box_center(svg_lines_box(lines, lines->texts->pdata[k])).y;
            if (room.h <= 0 || (middle > room.y && middle < room.y + room.h)) {
                g_ptr_array_add(beside, lines->texts->pdata[k]);
            }
        }
        SvgAlong side = is_in_middle(lines, text) && beside->len == 1
                            ? SVG_ALONG_CENTER
                            : svg_lines_side(lines->edit, beside);
        g_hash_table_insert(lines->sides, text, GUINT_TO_POINTER(side));
    }
}

static SvgAlong side_of(const SvgLines *lines, SvgNode *text)
{
    return (SvgAlong)GPOINTER_TO_UINT(g_hash_table_lookup(lines->sides, text));
}

static double at_side(SvgBox box, SvgAlong side)
{
    return box.x + box.w * (guint)side / 2;
}

gboolean svg_lines_may_write(const SvgLines *lines, SvgNode *text, GError **error)
{
    SvgDocument *doc = lines->edit->doc;
    SvgNode *other = svg_words_beside_html(text);
    return svg_locks_allow_change(doc, text, error) &&
           (!other || svg_locks_allow_change(doc, other, error));
}

/* The text that stands in for HTML says the same, from its first line on or about its middle. */
static void settle_other(SvgLines *lines, SvgNode *html)
{
    SvgNode *other = svg_words_beside_html(html);
    g_autofree char *now = other ? svg_content_read(html) : NULL;
    if (now) {
        g_auto(GStrv) all = g_strsplit(now, "\n", -1);
        svg_set_text(lines->edit, other, all, svg_html_is_in_middle(html));
        svg_edit_changed(lines->edit, other);
    }
}

/* Of HTML the upper edge stays, too. */
static gboolean settle_place(SvgLines *lines, SvgNode *text, SvgBox old, GError **error)
{
    SvgAlong side = side_of(lines, text);
    SvgBox now = svg_lines_box(lines, text);
    double hair = svg_px(lines->edit->doc) / 2, off = at_side(old, side) - at_side(now, side);
    if (!svg_node_is(text, SVG_TAG_IS_HTML)) {
        return off == 0 || svg_node_move_by(lines->edit, text, off, 0, error);
    }
    double down = old.y - now.y;
    if (svg_html_is_loose(text)) {
        return TRUE;
    }
    off = fabs(off) < hair ? 0 : off;
    down = fabs(down) < hair ? 0 : down;
    return (off == 0 && down == 0) || svg_node_move_by(lines->edit, text, off, down, error);
}

gboolean svg_lines_reworded(SvgLines *lines, SvgNode *text, SvgBox old, const char *was,
                            GError **error)
{
    gboolean html = svg_node_is(text, SVG_TAG_IS_HTML);
    if (html && !svg_html_reworded(lines->edit, text, was, error)) {
        return FALSE;
    }
    if (html) {
        settle_other(lines, text);
    }
    svg_edit_changed(lines->edit, text);
    return settle_place(lines, text, old, error);
}

gboolean svg_lines_set_text(SvgLines *lines, SvgNode *text, char **to, GError **error)
{
    if (!svg_lines_may_write(lines, text, error)) {
        return FALSE;
    }
    SvgBox old = svg_lines_box(lines, text);
    g_autofree char *words = g_strjoinv("\n", to), *was = svg_content_read(text);
    if (svg_node_is(text, SVG_TAG_IS_HTML)) {
        svg_line_set_words(lines->edit, text, 0, words);
    } else {
        svg_set_text(lines->edit, text, to, FALSE);
    }
    svg_expect_words(lines->edit, text, words);
    return svg_lines_reworded(lines, text, old, was, error);
}

SvgNode *svg_lines_copy(SvgLines *lines, SvgNode *node, SvgNode *after, double by, GError **error)
{
    SvgDocument *doc = lines->edit->doc;
    SvgNode *copy = svg_copy_element(doc, node, svg_copy_without_id, NULL);
    svg_splice_insert(doc, node->parent, copy,
                      after->parent == node->parent ? after->next : node->next);
    svg_copy_content(doc, copy, node, svg_copy_without_id, NULL);
    g_autofree char *id = svg_document_unique_id(doc, svg_node_id(doc, node));
    svg_splice_attr(doc, copy, "id", id);
    svg_edit_added(lines->edit, copy);
    svg_follow_tie(lines->edit, lines->shape, copy);
    svg_enlarge_add(lines->enlarge, copy);
    return svg_node_move_by(lines->edit, copy, 0, by, error) ? copy : NULL;
}

/* --- room ------------------------------------------------------------------------------------- */

double svg_lines_step(const SvgLines *lines, guint i)
{
    SvgNode *text = lines->texts->pdata[i];
    SvgStyle style;
    if (svg_node_is(text, SVG_TAG_IS_HTML)) {
        g_autofree char *words = svg_content_read(text);
        return svg_html_is_loose(text) ? svg_html_step(lines->edit, text)
                                       : svg_lines_box(lines, text).h / svg_count_lines(words);
    }
    svg_style_of(lines->edit->doc, svg_content_first(text), &style);
    double size = style.font_size * svg_node_scale_factor(lines->edit->doc, text);
    double y = svg_lines_box(lines, text).y;
    for (guint k = i > 0 ? i - 1 : 0; k <= i + 1 && k < lines->texts->len; k++) {
        SvgNode *other = lines->texts->pdata[k];
        double step = other && k != i ? fabs(svg_lines_box(lines, other).y - y) : 0;
        if (step >= LEAST * size && step <= MOST * size) {
            return step;
        }
    }
    return STEP * size;
}

/* The lines of the same compartment: the box around them. */
static SvgBox block_in(const SvgLines *lines, SvgBox room)
{
    SvgBox block = SVG_BOX_EMPTY;
    for (guint i = 0; i < lines->texts->len; i++) {
        SvgBox box =
            lines->texts->pdata[i] ? svg_lines_box(lines, lines->texts->pdata[i]) : SVG_BOX_EMPTY;
        SvgPoint middle = svg_box_center(box);
        gboolean beside = middle.x <= room.x || middle.x >= room.x + room.w;
        if (box.h > 0 && !beside && middle.y > room.y && middle.y < room.y + room.h) {
            block = svg_box_union(block, box);
        }
    }
    return block;
}

gboolean svg_lines_open(SvgLines *lines, double y, double by, GError **error)
{
    SvgBox room = svg_enlarge_compartment(lines->enlarge, y);
    double end = room.h > 0 ? room.y + room.h : INFINITY;
    SvgBox block = block_in(lines, room);
    double above = block.y - room.y, below = end - block.y - block.h;
    gboolean bullet = svg_enlarge_bullet(lines->enlarge, block) != NULL;
    gboolean centered =
        room.h > 0 && !bullet && fabs(above - below) <= CENTERED * fabs(above + below);
    double pad = PAD * fabs(by), free_below = below - MIN(pad, MAX(above, 0));
    if (centered && above + below - 2 * pad >= by) {
        return svg_enlarge_shift(lines->enlarge, y, end, by, error) &&
               svg_enlarge_shift(lines->enlarge, room.y, end, -by / 2, error);
    }
    if (by < 0 || free_below >= by || lines->fit == SVG_FIT_NONE || !(room.h > 0)) {
        return svg_enlarge_shift(lines->enlarge, y, end, by, error);
    }
    lines->grown = TRUE;
    return svg_enlarge_down(lines->enlarge, y, by, error);
}

/* --- the rows --------------------------------------------------------------------------------- */

gboolean svg_lines_write_copy(SvgLines *lines, SvgNode *text, double by, char *words, guint at,
                              GError **error)
{
    char *to[] = {words, NULL};
    SvgNode *above = at > 0 ? lines->texts->pdata[at - 1] : NULL;
    SvgNode *copy = svg_lines_copy(lines, text, above ? above : text, by, error);
    if (!copy) {
        return FALSE;
    }
    g_hash_table_insert(lines->sides, copy, g_hash_table_lookup(lines->sides, text));
    g_ptr_array_insert(lines->texts, (gint)at, copy);
    for (guint i = 0; i < lines->rows->len; i++) {
        SvgRow *row = svg_lines_row(lines, i);
        row->first += row->first >= at;
    }
    return svg_lines_set_text(lines, copy, to, error);
}

/* Lines behind text `i`, in copies of it. */
static gboolean write_after(SvgLines *lines, guint i, const GPtrArray *words, GError **error)
{
    double step = words->len ? svg_lines_step(lines, i) : 0;
    for (guint k = 0; k < words->len; k++) {
        SvgNode *text = lines->texts->pdata[i];
        SvgBox box = svg_lines_box(lines, text);
        SvgNode *bullet = svg_enlarge_bullet(lines->enlarge, box);
        if (!svg_lines_open(lines, svg_box_center(box).y + step / 4, step, error) ||
            (bullet && !svg_lines_copy(lines, bullet, bullet, step, error)) ||
            !svg_lines_write_copy(lines, text, step, words->pdata[k], ++i, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

gboolean svg_lines_erase(SvgLines *lines, SvgNode *node, GError **error)
{
    g_autofree char *id = g_strdup(svg_node_id(lines->edit->doc, node));
    svg_enlarge_drop(lines->enlarge, node);
    return svg_edit_delete(lines->edit, id, error);
}

static gboolean remove_text(SvgLines *lines, guint i, GError **error)
{
    SvgNode *text = lines->texts->pdata[i];
    SvgBox box = svg_lines_box(lines, text);
    SvgNode *bullet = svg_enlarge_bullet(lines->enlarge, box);
    double step = svg_lines_step(lines, i);
    lines->texts->pdata[i] = NULL;
    return svg_lines_erase(lines, text, error) &&
           (!bullet || svg_lines_erase(lines, bullet, error)) &&
           svg_lines_open(lines, svg_box_center(box).y + step / 4, -step, error);
}

/* A text that has several lines itself. */
static gboolean write_block(SvgLines *lines, guint row, guint n, GError **error)
{
    g_autoptr(GPtrArray) to = g_ptr_array_new();
    guint text = svg_lines_row(lines, row)->first;
    gboolean same = TRUE;
    for (guint i = row; i < row + n; i++) {
        const SvgRow *at = svg_lines_row(lines, i);
        same &= g_strcmp0(at->to, at->words) == 0 && !at->after->len;
        if (at->to) {
            g_ptr_array_add(to, (gpointer)at->to);
        }
        for (guint k = 0; k < at->after->len; k++) {
            g_ptr_array_add(to, at->after->pdata[k]);
        }
    }
    g_ptr_array_add(to, NULL);
    if (same || to->len == 1) {
        return same || remove_text(lines, text, error);
    }
    double by = ((double)to->len - 1 - n) * svg_lines_step(lines, text);
    SvgBox box = svg_lines_box(lines, lines->texts->pdata[text]);
    return (by == 0 || svg_lines_open(lines, box.y + box.h, by, error)) &&
           svg_lines_set_text(lines, lines->texts->pdata[text], (char **)to->pdata, error);
}

/* It goes down for new ones: its copy says what it said, and keeps all looks of that. */
static gboolean is_pushed(const SvgRow *row)
{
    guint n = row->after->len;
    return n > 0 && g_strcmp0(row->after->pdata[n - 1], row->words) == 0;
}

static gboolean write_row(SvgLines *lines, guint i, GError **error)
{
    const SvgRow *row = svg_lines_row(lines, i);
    char *to[] = {(char *)row->to, NULL};
    gboolean table = svg_lines_in_table(lines, i);
    if (!row->to && row->after->len == 0) {
        return table || row->n > 1 ? svg_lines_remove_row(lines, i, error)
                                   : remove_text(lines, row->first, error);
    }
    if (is_pushed(row) && !table && row->n == 1) {
        return write_after(lines, row->first, row->after, error) &&
               svg_lines_set_text(lines, lines->texts->pdata[row->first], to, error);
    }
    if (row->to && g_strcmp0(row->to, row->words) != 0 &&
        !(row->n > 1 ? svg_lines_set_row(lines, i, error)
                     : svg_lines_set_text(lines, lines->texts->pdata[row->first], to, error))) {
        return FALSE;
    }
    return table ? svg_lines_add_rows(lines, i, error)
                 : write_after(lines, row->first, row->after, error);
}

/* From the last to the first, so that those in front are found as they were. */
static gboolean write_rows(SvgLines *lines, GError **error)
{
    guint end = lines->rows->len;
    while (end > 0) {
        guint start = end - 1;
        while (svg_lines_row(lines, start)->line > 0) {
            start--;
        }
        if (!(end - start > 1 ? write_block(lines, start, end - start, error)
                              : write_row(lines, start, error))) {
            return FALSE;
        }
        end = start;
    }
    return TRUE;
}

/* --- all of it -------------------------------------------------------------------------------- */

/* Where the shape is divided between two rows, new lines between them go to that which they are
 * like; else a heading stays by itself. */
static void part_rows(SvgLines *lines, guint i)
{
    SvgRow *row = svg_lines_row(lines, i), *next = svg_lines_row(lines, i + 1);
    double y = svg_box_center(svg_lines_box(lines, lines->texts->pdata[row->first])).y;
    SvgBox room = svg_enlarge_compartment(lines->enlarge, y);
    SvgBox below = svg_lines_box(lines, lines->texts->pdata[next->first]);
    gboolean heading = !svg_lines_in_table(lines, i) && svg_lines_in_table(lines, i + 1);
    if (!heading && (room.h <= 0 || svg_box_center(below).y < room.y + room.h)) {
        return;
    }
    while (row->after->len) {
        const char *last = row->after->pdata[row->after->len - 1];
        guint up = svg_rows_shared_signs(last, row->words),
              down = svg_rows_shared_signs(last, next->words);
        if (!heading && (down < up || (down == up && i > 0))) {
            return;
        }
        g_ptr_array_insert(next->ahead, 0,
                           g_ptr_array_steal_index(row->after, row->after->len - 1));
    }
}

/* Lines in the middle of a shape that nothing divides are broken to its width, as words that are
 * one text. Blank ones are left out: a text of its own says something. */
static char **lines_to(SvgLines *lines, const char *text)
{
    SvgBox frame = svg_lines_box(lines, lines->shape);
    SvgBox room = svg_enlarge_compartment(lines->enlarge, svg_box_center(frame).y);
    SvgNode *first = lines->texts->pdata[0];
    SvgStyle font;
    svg_style_of(lines->edit->doc, svg_content_first(first), &font);
    font.serial = 0;
    font.font_size *= svg_node_scale_factor(lines->edit->doc, first);
    gboolean broken = side_of(lines, first) == SVG_ALONG_CENTER && room.h > 0 &&
                      room.h >= frame.h && lines->fit == SVG_FIT_SHRINK;
    char **out = broken ? svg_text_wrap(text, &font, frame.w - 2 * PAD * font.font_size)
                        : g_strsplit(text, "\n", -1);
    guint n = 0;
    for (guint i = 0; out[i]; i++) {
        if (out[i][strspn(out[i], " \t\r")]) {
            out[n++] = out[i];
        } else {
            g_free(out[i]);
        }
    }
    out[n] = NULL;
    return out;
}

gboolean svg_lines_write(SvgLines *lines, GError **error)
{
    for (guint i = 0; i < lines->rows->len; i++) {
        svg_row_settle(svg_lines_row(lines, i), svg_lines_in_table(lines, i));
    }
    return write_rows(lines, error);
}

void svg_lines_begin(SvgLines *lines, SvgEdit *edit, SvgNode *shape, const GPtrArray *texts,
                     SvgFit fit)
{
    *lines = (SvgLines){.edit = edit,
                        .shape = shape,
                        .texts = g_ptr_array_copy((GPtrArray *)texts, NULL, NULL),
                        .rows = svg_rows_read(edit, texts),
                        .enlarge = svg_enlarge_new(edit, shape),
                        .sides = g_hash_table_new(NULL, NULL),
                        .fit = fit};
    for (guint i = 0; i < texts->len; i++) {
        svg_enlarge_add(lines->enlarge, texts->pdata[i]);
    }
    read_sides(lines);
    svg_lines_look_around(lines);
    lines->tables = svg_lines_find_tables(lines);
}

void svg_lines_clear(SvgLines *lines)
{
    g_ptr_array_unref(lines->texts);
    g_array_unref(lines->rows);
    svg_enlarge_free(lines->enlarge);
    g_hash_table_unref(lines->sides);
    g_ptr_array_unref(lines->around);
    g_free(lines->tables);
}

gboolean svg_change_lines(SvgEdit *edit, SvgNode *shape, const GPtrArray *texts,
                          const SvgSpec *spec, GError **error)
{
    g_auto(SvgLines) lines;
    svg_lines_begin(&lines, edit, shape, texts,
                    spec->given & SVG_SPEC_FIT ? spec->fit : SVG_FIT_SHRINK);
    g_auto(GStrv) to = lines_to(&lines, spec->text);
    svg_rows_pair(lines.rows, to);
    for (guint i = 0; i + 1 < lines.rows->len; i++) {
        part_rows(&lines, i);
    }
    return svg_lines_write(&lines, error) && svg_lines_finish(&lines, to, error);
}
