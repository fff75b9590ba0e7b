/* One line of a shape's words, or a piece of it; a line more or less. What becomes of each row is
 * said outright, so nothing is compared: a line that is like another can't be taken for it. */
#include "edit/set_line.h"

#include "edit/build.h"
#include "edit/embedded.h"
#include "edit/follow.h"
#include "edit/line_words.h"
#include "edit/spans.h"
#include "edit/text_fit.h"
#include "shape/content.h"
#include "shape/words.h"

#include <string.h>

#define MOST_TOLD 12  /* spans */
#define ROOMY     1.6 /* lines: a compartment without any needn't grow for one */

/* --- what it all says then -------------------------------------------------------------------- */

/* The lines of the whole when those of the row are these. */
static char **whole_with(const SvgLineSetting *setting, char **of_row)
{
    GPtrArray *out = g_ptr_array_new();
    for (guint i = 0; i < setting->lines.rows->len; i++) {
        char *same[] = {svg_lines_row(&setting->lines, i)->words, NULL};
        svg_lines_append(out, i == setting->row ? of_row : same);
    }
    g_ptr_array_add(out, NULL);
    return (char **)g_ptr_array_free(out, FALSE);
}

/* What the row becomes: it, and new ones. */
static char **lines_of_row(const SvgLineSetting *setting)
{
    GPtrArray *out = g_ptr_array_new();
    SvgLineOp op = setting->place->op;
    char *same[] = {svg_line_setting_row(setting)->words, NULL};
    if (op == SVG_LINE_AFTER) {
        svg_lines_append(out, same);
    }
    if (op != SVG_LINE_DELETE) {
        svg_lines_append(out, setting->to);
    }
    if (op == SVG_LINE_BEFORE) {
        svg_lines_append(out, same);
    }
    g_ptr_array_add(out, NULL);
    return (char **)g_ptr_array_free(out, FALSE);
}

/* --- texts of a line each --------------------------------------------------------------------- */

static gboolean write_rows(SvgLineSetting *setting, GError **error)
{
    SvgLines *lines = &setting->lines;
    for (guint i = 0; i < lines->rows->len; i++) {
        svg_lines_row(lines, i)->to = svg_lines_row(lines, i)->words;
    }
    SvgRow *row = svg_line_setting_row(setting);
    SvgLineOp op = setting->place->op;
    gboolean replaced = op == SVG_LINE_REPLACE;
    row->to = replaced ? setting->to[0] : op == SVG_LINE_DELETE ? NULL : row->words;
    for (guint i = replaced; op != SVG_LINE_DELETE && setting->to[i]; i++) {
        g_ptr_array_add(op == SVG_LINE_BEFORE ? row->ahead : row->after, setting->to[i]);
    }
    return svg_lines_write(lines, error);
}

static gboolean set_whole(SvgLineSetting *setting, GError **error)
{
    g_auto(GStrv) of_row = lines_of_row(setting);
    g_auto(GStrv) whole = whole_with(setting, of_row);
    gboolean good = svg_line_setting_is_block(setting)
                        ? svg_line_setting_write_block(setting, of_row, error)
                        : write_rows(setting, error);
    return good && svg_lines_finish(&setting->lines, whole, error);
}

/* --- a piece of a line ------------------------------------------------------------------------ */

static gboolean fail_span(const SvgLineSetting *setting, const GPtrArray *spans, GError **error)
{
    g_autoptr(GString) list = g_string_new(NULL);
    for (guint i = 0; i < MIN(spans->len, MOST_TOLD); i++) {
        g_string_append_printf(list, "%s%u \"%.80s\"", i ? ", " : "", i + 1,
                               (const char *)spans->pdata[i]);
    }
    g_set_error(error, SVG_ERROR, SVG_ERROR_NOT_FOUND,
                "there is no span %u in the line \"%.80s\" of \"%s\"; its spans are: %s",
                setting->place->span, svg_line_setting_row(setting)->words,
                svg_node_id(setting->edit->doc, setting->owner.shape), list->str);
    return FALSE;
}

/* The text of the row that has it, and its number there. */
static SvgNode *find_span(const SvgLineSetting *setting, guint *line, guint *span)
{
    const SvgRow *row = svg_line_setting_row(setting);
    *span = setting->place->span - 1;
    for (guint i = row->first; i < row->first + row->n; i++) {
        *line = i == row->first ? row->line : 0;
        g_autoptr(GPtrArray) runs = svg_line_runs(setting->lines.texts->pdata[i], *line);
        if (*span < runs->len) {
            return setting->lines.texts->pdata[i];
        }
        *span -= runs->len;
    }
    return NULL;
}

/* What the row says then: of the texts in it the one says something else. */
static char *row_with(const SvgLineSetting *setting, const SvgNode *text, const char *words)
{
    const SvgRow *row = svg_line_setting_row(setting);
    g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func(g_free);
    for (guint i = row->first; i < row->first + row->n; i++) {
        SvgNode *at = setting->lines.texts->pdata[i];
        g_ptr_array_add(all, at == text ? g_strdup(words) : svg_content_read(at));
    }
    g_ptr_array_add(all, NULL);
    return g_strjoinv(" ", (char **)all->pdata);
}

static gboolean set_span(SvgLineSetting *setting, GError **error)
{
    guint line, span;
    SvgLines *lines = &setting->lines;
    g_autoptr(GPtrArray) spans = svg_row_spans(lines->texts, svg_line_setting_row(setting));
    SvgNode *text = find_span(setting, &line, &span);
    if (!text) {
        return fail_span(setting, spans, error);
    }
    if (!svg_line_is_plain(setting->edit, text, line, error) ||
        !svg_lines_may_write(lines, text, error)) {
        return FALSE;
    }
    g_autoptr(GPtrArray) runs = svg_line_runs(text, line);
    g_autofree char *said = svg_spans_with(text, runs, span, setting->text);
    g_autofree char *row =
        svg_line_setting_row(setting)->n > 1 ? row_with(setting, text, said) : g_strdup(said);
    g_auto(GStrv) whole = whole_with(setting, (char *[]){row, NULL});
    g_autofree char *was = svg_content_read(text), *words = svg_words_collapse(setting->text);
    SvgBox box = svg_lines_box(lines, text);
    svg_line_set_span(setting->edit, text, line, span, words);
    svg_embedded_check(setting->edit, text);
    return svg_lines_reworded(lines, text, box, was, error) &&
           svg_lines_finish(lines, whole, error);
}

/* --- a compartment without lines -------------------------------------------------------------- */

/* The row whose look a new one there has: the nearest above, else below. */
static guint nearest_row(const SvgLineSetting *setting, guint compartment, gboolean *above)
{
    guint best = 0;
    *above = svg_line_setting_compartment(setting, 0) < compartment;
    for (guint i = 0; i < setting->lines.rows->len; i++) {
        best = svg_line_setting_compartment(setting, i) < compartment ? i : best;
    }
    return best;
}

static gboolean is_empty_compartment(const SvgLineSetting *setting)
{
    guint n = svg_enlarge_compartments(setting->lines.enlarge);
    return svg_line_is_new(setting->place) && !setting->owner.only &&
           svg_line_setting_count(setting) == 0 && setting->place->compartment <= n;
}

/* The first line of it; it becomes as much higher as that needs. */
static gboolean start_compartment(SvgLineSetting *setting, GError **error)
{
    SvgLines *lines = &setting->lines;
    gboolean above;
    setting->row = nearest_row(setting, setting->place->compartment, &above);
    const SvgRow *row = svg_line_setting_row(setting);
    SvgNode *like = lines->texts->pdata[row->first];
    SvgBox room = svg_enlarge_nth_compartment(lines->enlarge, setting->place->compartment);
    double step = svg_lines_step(lines, row->first), middle = room.y + room.h / 2;
    guint at = above ? row->first + row->n : row->first;
    gboolean grows = room.h < ROOMY * step;
    if (svg_line_holds_several(like) || row->n > 1 || setting->to[1]) {
        return svg_line_setting_fail(
            setting,
            "a compartment without lines can be given one line that looks like one of "
            "the others, where these are texts of their own",
            error);
    }
    char *of_row[] = {above ? row->words : setting->to[0], above ? setting->to[0] : row->words,
                      NULL};
    g_auto(GStrv) whole = whole_with(setting, of_row);
    lines->grown = grows;
    double by = middle + (grows ? step / 2 : 0) - svg_box_center(svg_lines_box(lines, like)).y;
    return (!grows || svg_enlarge_down(lines->enlarge, middle, step, error)) &&
           svg_lines_write_copy(lines, like, by, setting->to[0], at, error) &&
           svg_lines_finish(lines, whole, error);
}

/* --- the verb --------------------------------------------------------------------------------- */

static gboolean is_blank(const char *text)
{
    return !text[strspn(text, " \t\r\n")];
}

/* Words that are given for what is replaced, or new. */
static gboolean check_text(const SvgLineSetting *setting, GError **error)
{
    const SvgLinePlace *place = setting->place;
    gboolean blank = FALSE;
    for (guint i = 0; setting->to[i]; i++) {
        blank |= is_blank(setting->to[i]);
    }
    if (place->span && place->op != SVG_LINE_REPLACE) {
        g_set_error_literal(error, SVG_ERROR, SVG_ERROR_INVALID,
                            "a span can be replaced; new lines and lines to delete are whole ones");
        return FALSE;
    }
    if (place->op != SVG_LINE_DELETE && (blank || !setting->to[0])) {
        g_set_error_literal(error, SVG_ERROR, SVG_ERROR_INVALID,
                            "a line can't be empty; to take it away, delete it");
        return FALSE;
    }
    return svg_check_text(setting->text, error);
}

/* Beside a line there is a place for all of its words, which depends on how large they are. */
static gboolean set_beside(SvgLineSetting *setting, GError **error)
{
    g_auto(GStrv) of_row = lines_of_row(setting);
    g_auto(GStrv) whole = whole_with(setting, of_row);
    g_autofree char *text = g_strjoinv("\n", whole);
    return svg_edit_label(setting->edit, svg_node_id(setting->edit->doc, setting->owner.shape),
                          text, error);
}

/* The one whose only line is to be deleted; 0 if there is none. */
static guint emptied_compartment(const SvgLineSetting *setting)
{
    guint own = svg_line_setting_compartment(setting, setting->row), n = 0;
    for (guint i = 0; i < setting->lines.rows->len; i++) {
        n += svg_line_setting_compartment(setting, i) == own;
    }
    gboolean parted = svg_enlarge_compartments(setting->lines.enlarge) > 1;
    return setting->place->op == SVG_LINE_DELETE && parted && n == 1 ? own : 0;
}

/* The divider of a table's row, or of a record's, went with it: then there are fewer than before.
 */
static void tell_empty(const SvgLineSetting *setting, guint compartment, guint before)
{
    if (svg_enlarge_compartments(setting->lines.enlarge) == before) {
        svg_edit_remark(setting->edit,
                        "compartment %u of %s is empty now; insert-after with it puts a line there",
                        compartment, svg_node_id(setting->edit->doc, setting->owner.shape));
    }
}

/* A record has cells beside each other: what is in the others stays. */
static void keep_to_column(const SvgLineSetting *setting)
{
    const SvgLines *lines = &setting->lines;
    const SvgRow *row = svg_line_setting_row(setting);
    SvgBox box = SVG_BOX_EMPTY;
    for (guint i = row->first; i < row->first + row->n; i++) {
        box = svg_box_union(box, svg_lines_box(lines, lines->texts->pdata[i]));
    }
    svg_enlarge_keep_to_column(lines->enlarge, box);
}

static gboolean set(SvgLineSetting *setting, GError **error)
{
    const SvgLines *lines = &setting->lines;
    if (is_empty_compartment(setting)) {
        return start_compartment(setting, error);
    }
    if (!svg_line_setting_find(setting, error)) {
        return FALSE;
    }
    if (setting->place->span) {
        return set_span(setting, error);
    }
    keep_to_column(setting);
    gboolean last = setting->place->op == SVG_LINE_DELETE && lines->rows->len == 1;
    gboolean beside = lines->texts->len == 1 && svg_words_beside(setting->edit, lines->shape);
    guint empty = emptied_compartment(setting);
    guint compartments = svg_enlarge_compartments(lines->enlarge);
    if (!(last || beside ? set_beside(setting, error) : set_whole(setting, error))) {
        return FALSE;
    }
    if (empty) {
        tell_empty(setting, empty, compartments);
    }
    return TRUE;
}

gboolean svg_edit_set_line(SvgEdit *edit, const char *id, const SvgLinePlace *place,
                           const char *text, GError **error)
{
    SvgLineSetting setting = {.edit = edit, .place = place, .text = text};
    SvgNode *node = svg_edit_find_free(edit, id, error);
    setting.to = g_strsplit(text, "\n", -1);
    gboolean good = node && check_text(&setting, error);
    if (good) {
        svg_line_owner_init(&setting.owner, edit, node);
        good = setting.owner.texts->len > 0;
        if (!good) {
            g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                        "\"%s\" has no words of its own that have lines; label writes on a shape",
                        svg_node_id(edit->doc, node));
        }
    }
    if (good && svg_edit_allows(edit, setting.owner.shape, error)) {
        svg_follow_prepare(edit->doc, setting.owner.shape);
        svg_lines_begin(&setting.lines, edit, setting.owner.shape, setting.owner.texts,
                        SVG_FIT_SHRINK);
        good = set(&setting, error);
        svg_lines_clear(&setting.lines);
    } else {
        good = FALSE;
    }
    svg_line_owner_clear(&setting.owner);
    g_strfreev(setting.to);
    return good;
}
