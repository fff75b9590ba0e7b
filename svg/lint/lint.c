/* The table of lints, and the order in which they are looked for. */
#include "lint/linter.h"

static const struct {
    const char *name, *says, *fix;
} texts[] = {
#define SVG_LINT(id, name, says, fix) [SVG_LINT_##id] = {name, says, fix},
#include <svg/lints.def>
#undef SVG_LINT
};
G_STATIC_ASSERT(G_N_ELEMENTS(texts) == SVG_LINT_COUNT);

/* Names in files and scripts that are older than the type's. */
static const struct {
    const char *name;
    SvgLintType type;
} old_names[] = {
    {"friendless-arrow", SVG_LINT_UNCONNECTED_ARROW},
};

static const SvgLintCheck checks[] = {
    svg_lint_unseen_words,      svg_lint_text_overflow,      svg_lint_overlapping_text,
    svg_lint_overlapping_lines, svg_lint_text_off_page,      svg_lint_off_page,
    svg_lint_covered_text,      svg_lint_stray_label,        svg_lint_arrows,
    svg_lint_arrow_ways,        svg_lint_overlapping_shapes, svg_lint_near_miss,
    svg_lint_invisible,         svg_lint_low_contrast,       svg_lint_duplicate,
    svg_lint_missing_font,      svg_lint_drawn_differently,
};

const char *svg_lint_name(SvgLintType type)
{
    return texts[type].name;
}

gboolean svg_lint_from_name(const char *name, SvgLintType *out)
{
    for (guint i = 0; i < SVG_LINT_COUNT; i++) {
        if (g_str_equal(name, texts[i].name)) {
            *out = (SvgLintType)i;
            return TRUE;
        }
    }
    for (guint i = 0; i < G_N_ELEMENTS(old_names); i++) {
        if (g_str_equal(name, old_names[i].name)) {
            *out = old_names[i].type;
            return TRUE;
        }
    }
    return FALSE;
}

const char *svg_lint_says(SvgLintType type)
{
    return texts[type].says;
}

const char *svg_lint_fix(SvgLintType type)
{
    return texts[type].fix;
}

GPtrArray *svg_document_lints(SvgDocument *doc, const SvgBox *view, GHashTable *unseen)
{
    SvgLinter linter;
    GPtrArray *found;

    svg_linter_init(&linter, doc, view);
    linter.unseen = unseen;
    for (guint i = 0; i < G_N_ELEMENTS(checks); i++) {
        checks[i](&linter);
    }
    found = svg_linter_finish(&linter);
    svg_linter_clear(&linter);
    return found;
}
