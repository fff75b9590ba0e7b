/* Other words in one line of a text or of HTML: only the characters between its tags are written.
 */
#include "edit/line_words.h"

#include "document/run.h"
#include "edit/build.h"
#include "edit/spans.h"
#include "shape/content.h"

#include <string.h>

GPtrArray *svg_line_runs(SvgNode *text, guint line)
{
    g_autoptr(GArray) runs = svg_content_runs(text);
    GPtrArray *out = g_ptr_array_new();
    for (guint i = 0; i < runs->len; i++) {
        const SvgWordRun *run = &g_array_index(runs, SvgWordRun, i);
        if (run->line == line) {
            g_ptr_array_add(out, run->text);
        }
    }
    return out;
}

gboolean svg_line_is_plain(SvgEdit *edit, SvgNode *text, guint line, GError **error)
{
    g_autoptr(GPtrArray) runs = svg_line_runs(text, line);
    gboolean plain = runs->len > 0;
    for (guint i = 0; i < runs->len; i++) {
        plain &= svg_run_is_plain(runs->pdata[i]);
    }
    if (!plain) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "that line of \"%s\" has a comment, or the like, among its letters, which "
                    "would be lost; label writes all the words anew",
                    svg_node_id(edit->doc, text));
    }
    return plain;
}

static void free_letters(SvgEdit *edit, SvgNode *text, const GPtrArray *runs)
{
    for (guint i = 0; svg_node_is(text, SVG_TAG_IS_TEXT_BLOCK) && i < runs->len; i++) {
        SvgNode *run = runs->pdata[i];
        svg_text_free_letters(edit->doc, text, run->parent);
    }
}

/* The piece that says most is what the line looks like. */
static SvgNode *main_run(const GPtrArray *runs)
{
    SvgNode *most = runs->pdata[0];
    for (guint i = 1; i < runs->len; i++) {
        SvgNode *run = runs->pdata[i];
        most = strlen(run->text) > strlen(most->text) ? run : most;
    }
    return most;
}

void svg_line_set_words(SvgEdit *edit, SvgNode *text, guint line, const char *words)
{
    g_autoptr(GPtrArray) runs = svg_line_runs(text, line);
    SvgNode *first = runs->pdata[0], *last = runs->pdata[runs->len - 1], *most = main_run(runs);
    free_letters(edit, text, runs);
    if (!svg_spans_replace_from(edit, text, first, last, words)) {
        for (guint i = 0; i < runs->len; i++) {
            svg_run_replace(edit->doc, runs->pdata[i], runs->pdata[i] == most ? words : "");
        }
    }
}

void svg_line_set_span(SvgEdit *edit, SvgNode *text, guint line, guint span, const char *words)
{
    g_autoptr(GPtrArray) runs = svg_line_runs(text, line);
    free_letters(edit, text, runs);
    svg_run_replace(edit->doc, runs->pdata[span], words);
}

void svg_line_clear_run(SvgEdit *edit, SvgNode *run)
{
    svg_run_replace(edit->doc, run, "");
}
