/* What may look wrong in view, and what the kinds of it mean. */
#include "prompt/part.h"
#include "view/form.h"

#define LINTS "possible faults"
#define FIXES "what they mean"

/* A font that isn't installed here is no fault of the drawing, and another font would be one. How
 * its author wrote it for other programs isn't what the task is about. */
static gboolean is_worth_telling(const SvgLint *lint)
{
    return lint->type != SVG_LINT_MISSING_FONT && lint->type != SVG_LINT_DRAWN_DIFFERENTLY;
}

static void write_part(const FairyWriting *writing, GString *out)
{
    const GPtrArray *found = writing->scene->found;
    gboolean told[SVG_LINT_COUNT] = {FALSE};
    FairyList list = fairy_list_new(&fairy_form_lines);
    for (guint i = 0; i < found->len; i++) {
        const SvgLint *lint = found->pdata[i];
        if (is_worth_telling(lint)) {
            fairy_form_lines.lint(fairy_list_next(&list), lint);
            told[lint->type] = TRUE;
        }
    }
    g_autofree char *lints = fairy_list_end(&list);
    fairy_part_value(out, LINTS, lints);
    FairyPartLines lines = {.out = out, .heading = FIXES};
    for (guint i = 0; i < SVG_LINT_COUNT; i++) {
        SvgLintType type = (SvgLintType)i;
        if (told[type]) {
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
