/* A line more or less in a text of several: the others keep their elements, and so their looks. */
#include "document/copy.h"
#include "edit/build.h"
#include "edit/line_words.h"
#include "shape/content.h"

#include <string.h>

static gboolean fail(SvgEdit *edit, SvgNode *text, GError **error)
{
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                "the lines of \"%s\" aren't elements of their own, so none can be put in or taken "
                "out; label writes all the words anew",
                svg_node_id(edit->doc, text));
    return FALSE;
}

/* The child of the text that it is in. */
static const SvgNode *top_of(const SvgNode *text, const SvgNode *node)
{
    while (node->parent != text) {
        node = node->parent;
    }
    return node;
}

/* Which of the elements has that line, and no other; -1: none. */
static int find_element(SvgNode *text, const GPtrArray *nodes, guint line)
{
    g_autoptr(GArray) runs = svg_content_runs(text);
    const SvgNode *found = NULL;
    for (guint i = 0; i < runs->len; i++) {
        const SvgWordRun *run = &g_array_index(runs, SvgWordRun, i);
        const SvgNode *top = top_of(text, run->text);
        if (run->line == line ? found && found != top : found == top) {
            return -1;
        }
        found = run->line == line ? top : found;
    }
    guint at;
    return found && g_ptr_array_find((GPtrArray *)nodes, found, &at) ? (int)at : -1;
}

static gboolean has_y(const SvgNode *node, double *y)
{
    const char *text = svg_node_attr(node, "y");
    return text && svg_number_parse(text, y);
}

/* From a line to the next, where both say where they are. */
static double step_at(const GPtrArray *nodes, guint i, double usual)
{
    double a, b;
    gboolean known =
        i + 1 < nodes->len && has_y(nodes->pdata[i], &a) && has_y(nodes->pdata[i + 1], &b) && b > a;
    return known ? b - a : usual;
}

static void shift_from(SvgEdit *edit, const GPtrArray *nodes, guint first, double by)
{
    for (guint i = first; i < nodes->len; i++) {
        svg_text_shift_y(edit, nodes->pdata[i], by);
    }
}

/* One that is told from where the line before it is. */
static gboolean is_relative(const SvgNode *node)
{
    return svg_node_attr(node, "dy") && !svg_node_attr(node, "y");
}

/* How far below the line before it a line is that only says so: as the next, or one of those there.
 */
static const char *usual_dy(const GPtrArray *nodes)
{
    const char *dy = NULL;
    for (guint i = 1; i < nodes->len && !dy; i++) {
        dy = svg_node_attr(nodes->pdata[i], "dy");
    }
    return dy ? dy : "1.25em";
}

gboolean svg_text_insert_line(SvgEdit *edit, SvgNode *text, guint line, gboolean before,
                              const char *words, GError **error)
{
    SvgDocument *doc = edit->doc;
    g_autoptr(GPtrArray) nodes = svg_text_line_nodes(edit, text);
    int found = find_element(text, nodes, line);
    if (found < 0) {
        return fail(edit, text, error);
    }
    guint at = (guint)found;
    SvgNode *like = nodes->pdata[at],
            *copy = svg_copy_element(doc, like, svg_copy_without_id, NULL);
    gboolean relative = is_relative(like) || (nodes->len > 1 && is_relative(nodes->pdata[1]));
    double step = step_at(nodes, at, svg_text_step(edit, text));
    svg_splice_insert(doc, text, copy, before ? like : svg_node_next_element(like));
    svg_copy_content(doc, copy, like, svg_copy_without_id, NULL);
    svg_text_set_line(edit, text, copy, words);
    if (relative) {
        svg_splice_attr(doc, before ? like : copy, "y", NULL);
        svg_splice_attr(doc, before ? like : copy, "dy", usual_dy(nodes));
    } else {
        svg_text_shift_y(edit, copy, before ? 0 : step);
        shift_from(edit, nodes, before ? at : at + 1, step);
    }
    return TRUE;
}

/* Where the first line was, the next is. */
static void take_place(SvgEdit *edit, SvgNode *first, SvgNode *next)
{
    static const char *const places[] = {"x", "y", "dx", "dy"};
    for (gsize i = 0; i < G_N_ELEMENTS(places); i++) {
        svg_splice_attr(edit->doc, next, places[i], svg_node_attr(first, places[i]));
    }
}

gboolean svg_text_remove_line(SvgEdit *edit, SvgNode *text, guint line, GError **error)
{
    g_autoptr(GPtrArray) nodes = svg_text_line_nodes(edit, text);
    int found = find_element(text, nodes, line);
    if (found < 0) {
        return fail(edit, text, error);
    }
    guint at = (guint)found;
    SvgNode *gone = nodes->pdata[at];
    double step = step_at(nodes, at, svg_text_step(edit, text));
    if (at == 0 && nodes->len > 1 && is_relative(nodes->pdata[1])) {
        take_place(edit, gone, nodes->pdata[1]);
    } else {
        shift_from(edit, nodes, at + 1, -step);
    }
    svg_splice_remove(edit->doc, gone);
    return TRUE;
}
