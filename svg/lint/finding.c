/* The list of findings, and how they are told. */
#include "lint/linter.h"

#include <math.h>
#include <stdarg.h>

#define MAX_OWNERS 4  /* a line of a block that labels a part of a shape */
#define MANY_WORDS 24 /* characters */

void svg_lint_free(SvgLint *lint)
{
    if (lint) {
        g_strfreev(lint->ids);
        g_free(lint->message);
        g_free(lint);
    }
}

static int compare_findings(gconstpointer a, gconstpointer b, gpointer data)
{
    const SvgFinding *p = a, *q = b;

    (void)data;
    if (p->lint->type != q->lint->type) {
        return p->lint->type < q->lint->type ? -1 : 1;
    }
    return (p->first > q->first) - (p->first < q->first);
}

GPtrArray *svg_linter_finish(SvgLinter *linter)
{
    GPtrArray *lints = g_ptr_array_new_with_free_func((GDestroyNotify)svg_lint_free);

    g_qsort_with_data(linter->found->data, (gint)linter->found->len, sizeof(SvgFinding),
                      compare_findings, NULL);
    for (guint i = 0; i < linter->found->len; i++) {
        g_ptr_array_add(lints, g_array_index(linter->found, SvgFinding, i).lint);
    }
    g_array_set_size(linter->found, 0);
    return lints;
}

guint svg_linter_shape(const SvgLinter *linter, guint thing)
{
    guint owner = thing;

    for (guint i = 0; owner != SVG_NO_ENTRY && i < MAX_OWNERS; i++) {
        const SvgEntry *entry = svg_scene_entry(linter->scene, thing = owner);

        owner = entry->labels != SVG_NO_ENTRY    ? entry->labels
                : entry->head_of != SVG_NO_ENTRY ? entry->head_of
                                                 : entry->part_of;
    }
    return thing;
}

static char **ids_of(const SvgLinter *linter, const guint *things, guint n)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    char **ids = g_new0(char *, n + 1);

    for (guint i = 0; i < n; i++) {
        g_hash_table_add(seen, GUINT_TO_POINTER(svg_linter_shape(linter, things[i])));
    }
    for (guint i = 0; i < n; i++) {
        gboolean clear = g_hash_table_size(seen) == n;
        guint named = clear ? svg_linter_shape(linter, things[i]) : things[i];

        ids[i] = g_strdup(svg_node_id(linter->doc, svg_scene_entry(linter->scene, named)->node));
    }
    return ids;
}

void svg_linter_report(SvgLinter *linter, SvgLintType type, const guint *things, guint n,
                       const char *format, ...)
{
    SvgFinding finding = {NULL, G_MAXUINT};
    gboolean in_view = FALSE;
    va_list args;

    for (guint i = 0; i < n; i++) {
        const SvgEntry *entry = svg_scene_entry(linter->scene, things[i]);

        in_view |= svg_box_is_empty(entry->box) || svg_box_touches(entry->box, linter->view);
        finding.first = MIN(finding.first, svg_linter_shape(linter, things[i]));
    }
    if (!in_view) {
        return;
    }
    finding.lint = g_new0(SvgLint, 1);
    finding.lint->type = type;
    finding.lint->ids = ids_of(linter, things, n);
    va_start(args, format);
    finding.lint->message = g_strdup_vprintf(format, args);
    va_end(args);
    g_array_append_val(linter->found, finding);
}

void svg_linter_report_node(SvgLinter *linter, SvgLintType type, SvgNode *node, const char *format,
                            ...)
{
    SvgFinding finding = {g_new0(SvgLint, 1), 0};
    va_list args;

    finding.lint->type = type;
    finding.lint->ids = g_new0(char *, 2);
    finding.lint->ids[0] = g_strdup(svg_node_id(linter->doc, node));
    va_start(args, format);
    finding.lint->message = g_strdup_vprintf(format, args);
    va_end(args);
    g_array_append_val(linter->found, finding);
}

char *svg_linter_number(const SvgLinter *linter, double value)
{
    char text[SVG_NUMBER_SIZE];
    double step = pow(10, floor(log10(linter->px)) - 1);

    return g_strdup(svg_number_print(round(value / step) * step, text));
}

char *svg_linter_words(const SvgLinter *linter, guint thing)
{
    const SvgEntry *entry = svg_scene_entry(linter->scene, thing);
    g_autofree char *text = svg_scene_text(linter->scene, entry);
    g_autofree char *cut = NULL;

    if (!text) {
        return g_strdup_printf("\"%s\"", svg_node_id(linter->doc, entry->node));
    }
    g_strdelimit(text, "\n\t\r", ' ');
    if (g_utf8_strlen(text, -1) <= MANY_WORDS) {
        return g_strdup_printf("\"%s\"", text);
    }
    cut = g_utf8_substring(text, 0, MANY_WORDS - 1);
    return g_strdup_printf("\"%s…\"", g_strchomp(cut));
}
