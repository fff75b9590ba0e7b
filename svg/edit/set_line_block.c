/* A line of a text or of HTML that has several, or becomes one of several in it. */
#include "edit/build.h"
#include "edit/effects.h"
#include "edit/embedded.h"
#include "edit/html.h"
#include "edit/line_words.h"
#include "edit/property.h"
#include "edit/set_line.h"
#include "shape/content.h"
#include "shape/words.h"

#define FILLED 0.9 /* of a shape's height: what words take at most */

void svg_lines_append(GPtrArray *out, char **lines)
{
    for (guint i = 0; lines[i]; i++) {
        g_ptr_array_add(out, g_strdup(lines[i]));
    }
}

static SvgNode *text_of(const SvgLineSetting *setting)
{
    return setting->lines.texts->pdata[svg_line_setting_row(setting)->first];
}

static guint lines_in(SvgNode *text)
{
    g_autofree char *words = svg_content_read(text);
    return svg_count_lines(words);
}

gboolean svg_line_holds_several(SvgNode *text)
{
    return lines_in(text) > 1 || svg_words_beside_html(text);
}

/* Lines are put into it, rather than texts beside it. */
gboolean svg_line_setting_is_block(const SvgLineSetting *setting)
{
    SvgNode *text = text_of(setting);
    return svg_line_holds_several(text) ||
           (setting->lines.texts->len == 1 && !svg_node_is(text, SVG_TAG_IS_HTML));
}

/* From a line of it to the next, in document space. */
static double step_in(const SvgLineSetting *setting, SvgNode *text)
{
    gboolean own = !svg_node_is(text, SVG_TAG_IS_HTML) && lines_in(text) > 1;
    return own ? svg_text_step(setting->edit, text) *
                     svg_node_scale_factor(setting->edit->doc, text)
               : svg_lines_step(&setting->lines, svg_line_setting_row(setting)->first);
}

/* Room for all lines of HTML whose own box doesn't tell where they are. What stands in for it goes
 * where it goes. */
static gboolean open_loose(SvgLines *lines, SvgNode *html, double height, GError **error)
{
    SvgBox shape = svg_lines_box(lines, lines->shape);
    double by = height - FILLED * shape.h;
    if (by <= 0 || !svg_enlarge_has_room(lines->enlarge)) {
        return TRUE;
    }
    gboolean middle = svg_html_is_in_middle(html);
    svg_enlarge_drop(lines->enlarge, html);
    svg_enlarge_drop(lines->enlarge, svg_words_beside_html(html));
    lines->grown = TRUE;
    return svg_enlarge_down(lines->enlarge, shape.y + shape.h, by, error) &&
           (!middle || svg_node_move_by(lines->edit, html, 0, by / 2, error));
}

/* Room for more lines, or less. */
static gboolean open_room(SvgLineSetting *setting, SvgNode *text, double more, GError **error)
{
    SvgLines *lines = &setting->lines;
    double step = step_in(setting, text);
    SvgBox box = svg_lines_box(lines, text);
    if (svg_node_is(text, SVG_TAG_IS_HTML) && svg_html_is_loose(text)) {
        return more <= 0 ||
               open_loose(lines, text, (svg_html_count_rows(text) + more) * step, error);
    }
    return more == 0 || svg_lines_open(lines, box.y + box.h, more * step, error);
}

static gboolean insert(const SvgLineSetting *setting, SvgNode *text, guint line, gboolean before,
                       const char *words, GError **error)
{
    return svg_node_is(text, SVG_TAG_IS_HTML)
               ? svg_html_insert_line(setting->edit, text, line, before, words, error)
               : svg_text_insert_line(setting->edit, text, line, before, words, error);
}

/* A text of one line that is no element of its own becomes one of several. */
static gboolean insert_in_plain(SvgLineSetting *setting, SvgNode *text, char **of_row)
{
    g_autoptr(GPtrArray) nodes = svg_text_line_nodes(setting->edit, text);
    gboolean plain = !svg_node_is(text, SVG_TAG_IS_HTML) && !nodes->len;
    if (plain) {
        svg_set_text(setting->edit, text, of_row, FALSE);
    }
    return plain;
}

static gboolean write_lines(SvgLineSetting *setting, SvgNode *text, char **of_row, GError **error)
{
    const SvgLinePlace *place = setting->place;
    guint line = svg_line_setting_row(setting)->line, n = g_strv_length(setting->to);
    gboolean before = place->op == SVG_LINE_BEFORE, good = TRUE;
    if (place->op == SVG_LINE_DELETE) {
        return svg_node_is(text, SVG_TAG_IS_HTML)
                   ? svg_html_remove_line(setting->edit, text, line, error)
                   : svg_text_remove_line(setting->edit, text, line, error);
    }
    if (g_strv_length(of_row) > 1 && insert_in_plain(setting, text, of_row)) {
        return TRUE;
    }
    if (place->op == SVG_LINE_REPLACE) {
        good = svg_line_is_plain(setting->edit, text, line, error);
        if (good) {
            svg_line_set_words(setting->edit, text, line, setting->to[0]);
        }
    }
    for (guint i = place->op == SVG_LINE_REPLACE; good && i < n; i++) {
        guint at = before ? line + i : line + i - (place->op == SVG_LINE_REPLACE);
        good = insert(setting, text, at, before, setting->to[i], error);
    }
    return good;
}

/* All that the text says then: its lines, with those. */
static char *words_with(const SvgLineSetting *setting, char **of_row)
{
    const SvgRow *row = svg_line_setting_row(setting);
    g_autoptr(GPtrArray) out = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < setting->lines.rows->len; i++) {
        const SvgRow *other = svg_lines_row(&setting->lines, i);
        char *same[] = {other->words, NULL};
        if (other->first == row->first) {
            svg_lines_append(out, i == setting->row ? of_row : same);
        }
    }
    g_ptr_array_add(out, NULL);
    return g_strjoinv("\n", (char **)out->pdata);
}

gboolean svg_line_setting_write_block(SvgLineSetting *setting, char **of_row, GError **error)
{
    SvgNode *text = text_of(setting);
    SvgLines *lines = &setting->lines;
    g_autofree char *was = svg_content_read(text), *now = words_with(setting, of_row);
    if (!svg_lines_may_write(lines, text, error) ||
        !open_room(setting, text, (double)g_strv_length(of_row) - 1, error)) {
        return FALSE;
    }
    SvgBox box = svg_lines_box(lines, text);
    if (!write_lines(setting, text, of_row, error)) {
        return FALSE;
    }
    svg_embedded_check(setting->edit, text);
    svg_expect_words(setting->edit, text, now);
    return svg_lines_reworded(lines, text, box, was, error);
}
