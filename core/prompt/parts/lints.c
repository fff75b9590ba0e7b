/* What may look wrong in view, and what the kinds of it mean. */
#include "prompt/part.h"

#include <svg/lint.h>

#include <string.h>

#define LINTS "possible faults"
#define FIXES "what they mean"

/* Without fonts that aren't installed here: that is no fault of the drawing, and another font would
 * be one. The caller's. */
static char *worth_telling(const char *lints)
{
    g_auto(GStrv) lines = g_strsplit(lints, "\n", -1);
    GString *out = g_string_new(NULL);
    for (guint i = 0; lines[i]; i++) {
        if (*lines[i] && !g_str_has_prefix(lines[i], svg_lint_name(SVG_LINT_MISSING_FONT))) {
            g_string_append_printf(out, "\n%s", lines[i]);
        }
    }
    return g_string_free(out, FALSE);
}

/* Whether a line begins with the name. */
static gboolean has(const char *lints, const char *name)
{
    g_autofree char *begin = g_strdup_printf("\n%s ", name);
    return strstr(lints, begin) != NULL;
}

static void write_part(const FairyWriting *writing, GString *out)
{
    g_autofree char *lints = worth_telling(writing->scene->lints);
    FairyPartLines lines = {.out = out, .heading = FIXES};
    fairy_part_value(out, LINTS, lints);
    for (guint i = 0; i < SVG_LINT_COUNT; i++) {
        SvgLintType type = (SvgLintType)i;
        if (has(lints, svg_lint_name(type))) {
            fairy_part_line(&lines, g_strdup_printf("%s: %s %s", svg_lint_name(type),
                                                    svg_lint_says(type), svg_lint_fix(type)));
        }
    }
    fairy_part_lines_end(&lines);
}

const FairyPart fairy_part_lints = {
    .name = "lints",
    .place = FAIRY_PART_STATE,
    .data = TRUE,
    .headings = {LINTS, FIXES},
    .write = write_part,
};
