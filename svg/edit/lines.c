/* Labels of several texts, changed line by line. */
#include "edit/lines.h"

#include "document/copy.h"
#include "edit/build.h"
#include "edit/effects.h"
#include "edit/enlarge.h"
#include "edit/follow.h"
#include "edit/line_rows.h"
#include "edit/property.h"
#include "edit/text_fit.h"
#include "geometry/text.h"
#include "shape/content.h"
#include "shape/scene.h"

#include <math.h>
#include <string.h>

#define STEP     1.25 /* of the font's size, from line to line: where the texts don't tell, */
#define LEAST    0.9  /* and between which shares of it they may */
#define MOST     1.7
#define PAD      0.25 /* of a line's height: from words to what is around them, at least */
#define CENTERED 0.25 /* of the room above and below: by how much the two differ at most */

typedef struct {
    SvgEdit *edit;
    SvgNode *shape;
    GPtrArray *texts; /* SvgNode *; NULL for those that are gone */
    GArray *rows;     /* SvgRow */
    SvgEnlarge *enlarge;
    GHashTable *sides; /* of each text, which side of it is in line with others: SvgAlong */
    SvgFit fit;
    gboolean grown;
} Lines;

static SvgRow *row_at(const Lines *lines, guint i)
{
    return svg_row_at(lines->rows, i);
}

static SvgBox box_of(const Lines *lines, SvgNode *node)
{
    return svg_node_box(lines->edit->doc, node);
}

gboolean svg_has_lines(SvgEdit *edit, SvgNode *shape, const GPtrArray *texts, const char *text)
{
    if (texts->len != 1 || !strchr(text, '\n')) {
        return texts->len > 1;
    }
    g_autoptr(SvgEnlarge) enlarge = svg_enlarge_new(edit, shape);
    return svg_enlarge_is_divided(enlarge);
}

/* --- what there is ---------------------------------------------------------------------------- */

/* Of each text, beside those of its compartment. */
static void read_sides(Lines *lines)
{
    for (guint i = 0; i < lines->texts->len; i++) {
        SvgNode *text = lines->texts->pdata[i];
        double y = svg_box_center(box_of(lines, text)).y;
        SvgBox room = svg_enlarge_compartment(lines->enlarge, y);
        g_autoptr(GPtrArray) beside = g_ptr_array_new();
        for (guint k = 0; k < lines->texts->len; k++) {
            double middle = svg_box_center(box_of(lines, lines->texts->pdata[k])).y;
            if (room.h <= 0 || (middle > room.y && middle < room.y + room.h)) {
                g_ptr_array_add(beside, lines->texts->pdata[k]);
            }
        }
        g_hash_table_insert(lines->sides, text,
                            GUINT_TO_POINTER(svg_lines_side(lines->edit, beside)));
    }
}

static SvgAlong side_of(const Lines *lines, SvgNode *text)
{
    return (SvgAlong)GPOINTER_TO_UINT(g_hash_table_lookup(lines->sides, text));
}

static double at_side(SvgBox box, SvgAlong side)
{
    return box.x + box.w * (guint)side / 2;
}

/* Its side that is in line with the others stays where it is. */
static gboolean set_text(Lines *lines, SvgNode *text, char **to, GError **error)
{
    if (!svg_locks_allow_change(lines->edit->doc, text, error)) {
        return FALSE;
    }
    SvgBox old = box_of(lines, text);
    g_autofree char *words = g_strjoinv("\n", to);
    svg_set_text(lines->edit, text, to, FALSE);
    svg_expect_words(lines->edit, text, words);
    svg_edit_changed(lines->edit, text);
    SvgAlong side = side_of(lines, text);
    double off = at_side(old, side) - at_side(box_of(lines, text), side);
    return off == 0 || svg_node_move_by(lines->edit, text, off, 0, error);
}

static char *without_id(const SvgAttr *attr, G_GNUC_UNUSED gpointer data)
{
    return g_str_equal(attr->name->str, "id") ? NULL : g_strdup(attr->value);
}

static SvgNode *copy_below(Lines *lines, SvgNode *node, double by, GError **error)
{
    SvgDocument *doc = lines->edit->doc;
    SvgNode *copy = svg_copy_element(doc, node, without_id, NULL);
    svg_splice_insert(doc, node->parent, copy, node->next);
    svg_copy_content(doc, copy, node, without_id, NULL);
    g_autofree char *id = svg_document_unique_id(doc, svg_node_id(doc, node));
    svg_splice_attr(doc, copy, "id", id);
    svg_edit_added(lines->edit, copy);
    svg_follow_tie(lines->edit, lines->shape, copy);
    svg_enlarge_add(lines->enlarge, copy);
    return svg_node_move_by(lines->edit, copy, 0, by, error) ? copy : NULL;
}

/* --- room ------------------------------------------------------------------------------------- */

/* From one line to the next, where the text beside it tells; document space. */
static double step_of(const Lines *lines, guint i)
{
    SvgNode *text = lines->texts->pdata[i];
    SvgStyle style;
    svg_style_of(lines->edit->doc, svg_content_first(text), &style);
    double size = style.font_size * svg_node_scale_factor(lines->edit->doc, text);
    double y = box_of(lines, text).y;
    for (guint k = i > 0 ? i - 1 : 0; k <= i + 1 && k < lines->texts->len; k++) {
        SvgNode *other = lines->texts->pdata[k];
        double step = other && k != i ? fabs(box_of(lines, other).y - y) : 0;
        if (step >= LEAST * size && step <= MOST * size) {
            return step;
        }
    }
    return STEP * size;
}

/* The lines of the same compartment: the box around them. */
static SvgBox block_in(const Lines *lines, SvgBox room)
{
    SvgBox block = SVG_BOX_EMPTY;
    for (guint i = 0; i < lines->texts->len; i++) {
        SvgBox box = lines->texts->pdata[i] ? box_of(lines, lines->texts->pdata[i]) : SVG_BOX_EMPTY;
        double middle = svg_box_center(box).y;
        if (box.h > 0 && middle > room.y && middle < room.y + room.h) {
            block = svg_box_union(block, box);
        }
    }
    return block;
}

/* Makes the place for a line below `y`, or closes it where `by` is below 0: in the compartment as
 * far as it is free, else the shape grows. */
static gboolean open_line(Lines *lines, double y, double by, GError **error)
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

/* Lines behind text `i`, in copies of it. */
static gboolean write_after(Lines *lines, guint i, const GPtrArray *words, GError **error)
{
    SvgNode *text = lines->texts->pdata[i];
    double step = words->len ? step_of(lines, i) : 0;
    for (guint k = 0; k < words->len; k++) {
        SvgBox box = box_of(lines, text);
        SvgNode *bullet = svg_enlarge_bullet(lines->enlarge, box);
        if (!open_line(lines, svg_box_center(box).y + step / 4, step, error)) {
            return FALSE;
        }
        SvgNode *copy = copy_below(lines, text, step, error);
        char *to[] = {words->pdata[k], NULL};
        if (copy) {
            g_hash_table_insert(lines->sides, copy, GUINT_TO_POINTER(side_of(lines, text)));
        }
        if (!copy || (bullet && !copy_below(lines, bullet, step, error)) ||
            !set_text(lines, copy, to, error)) {
            return FALSE;
        }
        g_ptr_array_insert(lines->texts, (gint)++i, copy);
        text = copy;
    }
    return TRUE;
}

static gboolean erase(Lines *lines, SvgNode *node, GError **error)
{
    g_autofree char *id = g_strdup(svg_node_id(lines->edit->doc, node));
    svg_enlarge_drop(lines->enlarge, node);
    return svg_edit_delete(lines->edit, id, error);
}

static gboolean remove_text(Lines *lines, guint i, GError **error)
{
    SvgNode *text = lines->texts->pdata[i];
    SvgBox box = box_of(lines, text);
    SvgNode *bullet = svg_enlarge_bullet(lines->enlarge, box);
    double step = step_of(lines, i);
    lines->texts->pdata[i] = NULL;
    return erase(lines, text, error) && (!bullet || erase(lines, bullet, error)) &&
           open_line(lines, svg_box_center(box).y + step / 4, -step, error);
}

/* The words of texts side by side: those that are the same at their ends stay, the others' are
 * said by the first of them. */
static gboolean spread_words(Lines *lines, const SvgRow *row, GError **error)
{
    guint first = row->first, last = row->first + row->n;
    g_autofree char *left = g_strdup(row->to);
    char *at = left;
    for (; first + 1 < last; first++) {
        g_autofree char *words = svg_content_read(lines->texts->pdata[first]);
        if (!words || !g_str_has_prefix(at, words) || at[strlen(words)] != ' ') {
            break;
        }
        at += strlen(words) + 1;
    }
    for (; first + 1 < last; last--) {
        g_autofree char *words = svg_content_read(lines->texts->pdata[last - 1]);
        gsize n = strlen(at), own = words ? strlen(words) : 0;
        if (!own || !g_str_has_suffix(at, words) || n <= own || at[n - own - 1] != ' ') {
            break;
        }
        at[n - own - 1] = '\0';
    }
    char *to[] = {at, NULL};
    for (guint i = last; i-- > first + 1;) {
        SvgNode *text = lines->texts->pdata[i];
        lines->texts->pdata[i] = NULL;
        if (!erase(lines, text, error)) {
            return FALSE;
        }
    }
    return set_text(lines, lines->texts->pdata[first], to, error);
}

/* A text that has several lines itself. */
static gboolean write_block(Lines *lines, guint row, guint n, GError **error)
{
    g_autoptr(GPtrArray) to = g_ptr_array_new();
    guint text = row_at(lines, row)->first;
    gboolean same = TRUE;
    for (guint i = row; i < row + n; i++) {
        const SvgRow *at = row_at(lines, i);
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
    double by = ((double)to->len - 1 - n) * step_of(lines, text);
    SvgBox box = box_of(lines, lines->texts->pdata[text]);
    return (by == 0 || open_line(lines, box.y + box.h, by, error)) &&
           set_text(lines, lines->texts->pdata[text], (char **)to->pdata, error);
}

static gboolean write_row(Lines *lines, const SvgRow *row, GError **error)
{
    guint last = row->first + row->n - 1;
    char *to[] = {(char *)row->to, NULL};
    if (!row->to && row->after->len == 0) {
        for (guint i = last + 1; i-- > row->first + 1;) {
            SvgNode *text = lines->texts->pdata[i];
            lines->texts->pdata[i] = NULL;
            if (!erase(lines, text, error)) {
                return FALSE;
            }
        }
        return remove_text(lines, row->first, error);
    }
    if (row->to && g_strcmp0(row->to, row->words) != 0 &&
        !(row->n > 1 ? spread_words(lines, row, error)
                     : set_text(lines, lines->texts->pdata[row->first], to, error))) {
        return FALSE;
    }
    return write_after(lines, row->first, row->after, error);
}

/* From the last to the first, so that those in front are found as they were. */
static gboolean write_rows(Lines *lines, GError **error)
{
    guint end = lines->rows->len;
    while (end > 0) {
        guint start = end - 1;
        while (row_at(lines, start)->line > 0) {
            start--;
        }
        if (!(end - start > 1 ? write_block(lines, start, end - start, error)
                              : write_row(lines, row_at(lines, start), error))) {
            return FALSE;
        }
        end = start;
    }
    return TRUE;
}

/* --- all of it -------------------------------------------------------------------------------- */

/* Where the shape is divided between two rows, new lines between them go to that which they are
 * like; else a heading stays by itself. */
static void part_rows(Lines *lines, guint i)
{
    SvgRow *row = row_at(lines, i), *next = row_at(lines, i + 1);
    double y = svg_box_center(box_of(lines, lines->texts->pdata[row->first])).y;
    SvgBox room = svg_enlarge_compartment(lines->enlarge, y);
    SvgBox below = box_of(lines, lines->texts->pdata[next->first]);
    if (room.h <= 0 || svg_box_center(below).y < room.y + room.h) {
        return;
    }
    while (row->after->len) {
        const char *last = row->after->pdata[row->after->len - 1];
        guint up = svg_rows_shared_signs(last, row->words),
              down = svg_rows_shared_signs(last, next->words);
        if (down < up || (down == up && i > 0)) {
            return;
        }
        g_ptr_array_insert(next->ahead, 0,
                           g_ptr_array_steal_index(row->after, row->after->len - 1));
    }
}

static void settle_rows(Lines *lines)
{
    for (guint i = 0; i + 1 < lines->rows->len; i++) {
        part_rows(lines, i);
    }
    for (guint i = 0; i < lines->rows->len; i++) {
        svg_row_settle(row_at(lines, i));
    }
}

/* How far words reach beyond what the shape leaves them. */
static double beyond(const Lines *lines)
{
    SvgBox frame = box_of(lines, lines->shape);
    double most = 0;
    for (guint i = 0; i < lines->texts->len; i++) {
        if (lines->texts->pdata[i]) {
            SvgBox box = box_of(lines, lines->texts->pdata[i]);
            double pad = PAD * box.h, right = box.x + box.w + pad - frame.x - frame.w,
                   left = frame.x + pad - box.x;
            most = MAX(most, right + MAX(left, 0));
        }
    }
    return most;
}

/* What the shape doesn't meet, and may when it is larger (SvgNode *). */
static GPtrArray *read_around(const Lines *lines)
{
    SvgScene *scene = svg_scene_of(lines->edit->doc);
    SvgBox frame = box_of(lines, lines->shape);
    GPtrArray *out = g_ptr_array_new();
    for (guint i = 0; i < scene->entries->len; i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);
        gboolean seen = entry->listed && entry->visible && entry->box.w > 0 &&
                        (entry->closed || entry->kind == SVG_KIND_TEXT);
        if (seen && !svg_box_touches(entry->box, frame)) {
            g_ptr_array_add(out, entry->node);
        }
    }
    return out;
}

static void tell_covered(const Lines *lines, const GPtrArray *around)
{
    SvgBox frame = box_of(lines, lines->shape);
    for (guint i = 0; i < around->len; i++) {
        if (svg_box_touches(box_of(lines, around->pdata[i]), frame)) {
            svg_edit_remark(lines->edit, "%s reaches over %s now",
                            svg_node_id(lines->edit->doc, lines->shape),
                            svg_node_id(lines->edit->doc, around->pdata[i]));
            return;
        }
    }
}

static gboolean make_wide_enough(Lines *lines, double was, GError **error)
{
    double by = beyond(lines);
    gboolean room = svg_enlarge_compartment(lines->enlarge, 0).h >= 0 &&
                    lines->fit != SVG_FIT_NONE && lines->shape != lines->texts->pdata[0];
    if (!room || by <= MAX(was, 0) || svg_words_beside(lines->edit, lines->shape)) {
        return TRUE;
    }
    lines->grown = TRUE;
    return svg_enlarge_right(lines->enlarge, by, error);
}

/* Lines in the middle of a shape that nothing divides are broken to its width, as words that are
 * one text. Blank ones are left out: a text of its own says something. */
static char **lines_to(Lines *lines, const char *text)
{
    SvgBox frame = box_of(lines, lines->shape);
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

gboolean svg_change_lines(SvgEdit *edit, SvgNode *shape, const GPtrArray *texts,
                          const SvgSpec *spec, GError **error)
{
    g_autoptr(SvgEnlarge) enlarge = svg_enlarge_new(edit, shape);
    g_autoptr(GPtrArray) copy = g_ptr_array_copy((GPtrArray *)texts, NULL, NULL);
    g_autoptr(GArray) rows = svg_rows_read(edit, texts);
    g_autoptr(GHashTable) sides = g_hash_table_new(NULL, NULL);
    Lines lines = {.edit = edit,
                   .shape = shape,
                   .texts = copy,
                   .rows = rows,
                   .enlarge = enlarge,
                   .sides = sides,
                   .fit = spec->given & SVG_SPEC_FIT ? spec->fit : SVG_FIT_SHRINK};
    for (guint i = 0; i < texts->len; i++) {
        svg_enlarge_add(enlarge, texts->pdata[i]);
    }
    read_sides(&lines);
    g_auto(GStrv) to = lines_to(&lines, spec->text);
    g_autoptr(GPtrArray) around = read_around(&lines);
    double was = beyond(&lines);
    svg_rows_pair(rows, to);
    settle_rows(&lines);
    if (!write_rows(&lines, error) || !make_wide_enough(&lines, was, error)) {
        return FALSE;
    }
    if (lines.grown) {
        svg_edit_remark(edit, "%s was made larger to hold its words",
                        svg_node_id(edit->doc, shape));
        tell_covered(&lines, around);
    }
    svg_edit_changed(edit, shape);
    return TRUE;
}
