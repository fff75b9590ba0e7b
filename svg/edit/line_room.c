/* Labels of several texts have changed: they say what was asked for, and have the room for it. */
#include "edit/build.h"
#include "edit/lines_priv.h"
#include "edit/text_fit.h"
#include "shape/scene.h"
#include "shape/words.h"

#define PAD 0.25 /* of a line's height: from words to what is around them, at least */

/* --- room ------------------------------------------------------------------------------------- */

/* How far words reach beyond what the shape leaves them. */
static double beyond(const SvgLines *lines)
{
    SvgBox frame = svg_lines_box(lines, lines->shape);
    double most = 0;
    for (guint i = 0; i < lines->texts->len; i++) {
        if (lines->texts->pdata[i]) {
            SvgBox box = svg_lines_box(lines, lines->texts->pdata[i]);
            double pad = PAD * box.h, right = box.x + box.w + pad - frame.x - frame.w,
                   left = frame.x + pad - box.x;
            most = MAX(most, right + MAX(left, 0));
        }
    }
    return most;
}

/* What the shape doesn't meet, and may when it is larger (SvgNode *). */
static GPtrArray *read_around(const SvgLines *lines)
{
    SvgScene *scene = svg_scene_of(lines->edit->doc);
    SvgBox frame = svg_lines_box(lines, lines->shape);
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

static void tell_covered(const SvgLines *lines)
{
    SvgBox frame = svg_lines_box(lines, lines->shape);
    for (guint i = 0; i < lines->around->len; i++) {
        SvgNode *node = lines->around->pdata[i];
        if (svg_box_touches(svg_lines_box(lines, node), frame)) {
            svg_edit_remark(lines->edit, "%s reaches over %s now",
                            svg_node_id(lines->edit->doc, lines->shape),
                            svg_node_id(lines->edit->doc, node));
            return;
        }
    }
}

/* What became wider to the right goes back by half of it, so that what ends at its middle still
 * does; but not off the page. */
static gboolean back_to_middle(SvgLines *lines, double by, GError **error)
{
    double left =
        svg_node_box(lines->edit->doc, lines->shape).x - svg_document_page(lines->edit->doc).x;
    double back = MIN(by / 2, MAX(left, 0));
    return back == 0 || svg_enlarge_is_stacked(lines->enlarge) ||
           svg_shape_move_by(lines->edit, lines->shape, -back, 0, error);
}

static gboolean make_wide_enough(SvgLines *lines, GError **error)
{
    double by = beyond(lines);
    gboolean room = svg_enlarge_compartment(lines->enlarge, 0).h >= 0 &&
                    lines->fit != SVG_FIT_NONE && lines->shape != lines->texts->pdata[0];
    if (!room || by <= MAX(lines->beyond, 0) || svg_words_beside(lines->edit, lines->shape)) {
        return TRUE;
    }
    lines->grown = TRUE;
    return svg_enlarge_right(lines->enlarge, by, lines->sides, error) &&
           back_to_middle(lines, by, error);
}

/* --- what they say ---------------------------------------------------------------------------- */

static gboolean is_said(const SvgRow *row, const char *line)
{
    g_autofree char *words = svg_words_collapse(line);
    return g_str_equal(row->words, words);
}

/* As they are listed: what was to be a line is one. */
static gboolean says(const SvgLines *lines, char **to, GError **error)
{
    g_autoptr(GPtrArray) left = g_ptr_array_new();
    for (guint i = 0; i < lines->texts->len; i++) {
        if (lines->texts->pdata[i]) {
            g_ptr_array_add(left, lines->texts->pdata[i]);
        }
    }
    g_autoptr(GArray) rows = svg_rows_read(lines->edit, left);
    guint i = 0;
    while (i < rows->len && to[i] && is_said(svg_row_at(rows, i), to[i])) {
        i++;
    }
    if (i < rows->len || to[i]) {
        g_set_error(
            error, SVG_ERROR, SVG_ERROR_INVALID,
            "the words of \"%s\" are %u texts, and can't be changed so: it would say \"%s\" "
            "where \"%s\" was wanted; change them line by line",
            svg_node_id(lines->edit->doc, lines->shape), lines->texts->len,
            i < rows->len ? svg_row_at(rows, i)->words : "", to[i] ? to[i] : "");
        return FALSE;
    }
    return TRUE;
}

/* --- both ------------------------------------------------------------------------------------- */

void svg_lines_look_around(SvgLines *lines)
{
    lines->around = read_around(lines);
    lines->beyond = beyond(lines);
}

gboolean svg_lines_finish(SvgLines *lines, char **to, GError **error)
{
    if (!says(lines, to, error) || !make_wide_enough(lines, error)) {
        return FALSE;
    }
    if (lines->grown) {
        svg_edit_remark(lines->edit, "%s was made larger to hold its words",
                        svg_node_id(lines->edit->doc, lines->shape));
        tell_covered(lines);
    }
    svg_edit_changed(lines->edit, lines->shape);
    return TRUE;
}
