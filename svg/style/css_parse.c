/* Style sheet text to rules: at-rules, blocks, declarations. */
#include "style/css.h"
#include "style/css_limits.h"
#include "style/css_scan.h"
#include "style/declarations.h"

#include <string.h>

const char *svg_sheets_keep(SvgSheets *sheets, const char *text, gsize len)
{
    g_autofree char *copy = g_strndup(text, len);
    return g_string_chunk_insert_const(sheets->strings, copy);
}

static void add_declaration(SvgSheets *sheets, const SvgDeclaration *found)
{
    gboolean custom = svg_declaration_is_custom(found);
    int property = custom ? -1 : svg_declaration_property(found);
    if (!custom && property < 0) {
        return;
    }
    g_autofree char *value = svg_css_clean(found->value.at, found->value.len);
    SvgCssDeclaration declaration = {
        .property = property,
        .important = found->important,
        .name = custom ? svg_sheets_keep(sheets, found->name.at, found->name.len) : NULL,
        .value = g_string_chunk_insert_const(sheets->strings, value),
    };
    g_array_append_val(sheets->declarations, declaration);
    sheets->custom = sheets->custom || custom;
}

static gboolean has_custom(const SvgSheets *sheets, guint from)
{
    for (guint i = from; i < sheets->declarations->len; i++) {
        if (g_array_index(sheets->declarations, SvgCssDeclaration, i).name) {
            return TRUE;
        }
    }
    return FALSE;
}

static void add_block(SvgSheets *sheets, guint first_rule, const char *at, const char *end)
{
    guint from = sheets->declarations->len;
    SvgDeclaration found;
    while (svg_declaration_next(&at, end, &found)) {
        add_declaration(sheets, &found);
    }
    gboolean custom = has_custom(sheets, from);
    for (guint i = first_rule; i < sheets->rules->len; i++) {
        SvgCssRule *rule = &g_array_index(sheets->rules, SvgCssRule, i);
        rule->declarations = from;
        rule->n_declarations = sheets->declarations->len - from;
        rule->custom = custom;
    }
}

static gboolean is_screen(const char *at, const char *end)
{
    static const char *const known[] = {"", "all", "screen", "only all", "only screen"};
    g_autofree char *query = svg_css_clean(at, (gsize)(end - at));
    for (guint i = 0; i < G_N_ELEMENTS(known); i++) {
        if (g_ascii_strcasecmp(query, known[i]) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean svg_media_applies(const char *at, const char *end)
{
    SvgCssRun query = svg_css_run(at, end, ",");
    gboolean applies = is_screen(at, query.stop);
    while (!applies && query.stop < end) {
        at = query.stop + 1;
        query = svg_css_run(at, end, ",");
        /* "print," has an empty query, which is invalid, not "all". */
        applies = svg_css_skip_space(at, query.stop) < query.stop && is_screen(at, query.stop);
    }
    return applies;
}

static void add_rules(SvgSheets *sheets, const char *at, const char *end, guint depth);

/* `at` is at "@". Only @media has rules for us; others go with their block or up to their ";". */
static const char *add_at_rule(SvgSheets *sheets, const char *at, const char *end, guint depth)
{
    g_autoptr(GString) name = g_string_new(NULL);
    at++;
    svg_css_read_ident(&at, end, name);
    SvgCssRun prelude = svg_css_run(at, end, "{;");
    if (prelude.stop == end || *prelude.stop == ';') {
        return MIN(prelude.stop + 1, end);
    }
    SvgCssRun block = svg_css_run(prelude.stop + 1, end, "}");
    if (g_ascii_strcasecmp(name->str, "media") == 0 && depth < SVG_CSS_MAX_MEDIA &&
        svg_media_applies(at, prelude.stop)) {
        add_rules(sheets, prelude.stop + 1, block.stop, depth + 1);
    }
    return MIN(block.stop + 1, end);
}

static const char *add_rule(SvgSheets *sheets, const char *at, const char *end)
{
    SvgCssRun prelude = svg_css_run(at, end, "{");
    if (prelude.stop == end) {
        return end;
    }
    SvgCssRun block = svg_css_run(prelude.stop + 1, end, "}");
    guint first = sheets->rules->len;
    if (svg_selectors_parse(sheets, at, prelude.stop)) {
        add_block(sheets, first, prelude.stop + 1, block.stop);
    }
    return MIN(block.stop + 1, end);
}

/* "<!--" and "-->" may surround the rules of a sheet (CSS Syntax 3 §5.4.1). */
static const char *skip_between(const char *at, const char *end)
{
    const char *from;
    do {
        from = at;
        at = svg_css_skip_space(at, end);
        if (!svg_css_read_word(&at, end, "<!--")) {
            svg_css_read_word(&at, end, "-->");
        }
    } while (at != from);
    return at;
}

static void add_rules(SvgSheets *sheets, const char *at, const char *end, guint depth)
{
    while ((at = skip_between(at, end)) < end) {
        at = *at == '@' ? add_at_rule(sheets, at, end, depth) : add_rule(sheets, at, end);
    }
}

void svg_sheets_add(SvgSheets *sheets, const char *css, gsize len)
{
    add_rules(sheets, css, css + len, 0);
}
