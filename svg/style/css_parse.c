/* Style sheet text to rules: at-rules, blocks, declarations. */
#include "style/css.h"
#include "style/declarations.h"
#include "values/css_limits.h"
#include "values/css_scan.h"

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
    if (!custom && property < 0 && !sheets->html) {
        return;
    }
    g_autofree char *value = svg_css_clean(found->value.at, found->value.len);
    SvgCssDeclaration declaration = {
        .property = property,
        .important = found->important,
        .name = property < 0 ? svg_sheets_keep(sheets, found->name.at, found->name.len) : NULL,
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
    guint from = sheets->declarations->len, n = 0;
    SvgDeclaration found;
    while (svg_declaration_next(&at, end, &found)) {
        add_declaration(sheets, &found);
        n++;
    }
    gboolean custom = has_custom(sheets, from);
    for (guint i = first_rule; i < sheets->rules->len; i++) {
        SvgCssRule *rule = &g_array_index(sheets->rules, SvgCssRule, i);
        rule->declarations = from;
        rule->n_declarations = sheets->declarations->len - from;
        rule->custom = custom;
        rule->whole = !custom && rule->n_declarations == n;
        rule->block = first_rule;
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

static gboolean may_hold(const SvgSheets *sheets, const char *name, const char *at, const char *end)
{
    return sheets->lenient ||
           (g_ascii_strcasecmp(name, "media") == 0 && svg_media_applies(at, end));
}

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
    if (depth < SVG_CSS_MAX_MEDIA && may_hold(sheets, name->str, at, prelude.stop)) {
        add_rules(sheets, prelude.stop + 1, block.stop, depth + 1);
    }
    return MIN(block.stop + 1, end);
}

static void add_style(SvgSheets *sheets, SvgSlice selectors, SvgSlice block, guint depth);

/* What a selector in a rule's block stands for: "&" is what the rule is for, and in front of all if
 * it isn't there. */
static void unfold(GString *out, SvgSlice outer, SvgSlice selector)
{
    g_autofree char *around = g_strdup_printf(":is(%.*s)", (int)outer.len, outer.at);
    g_autofree char *inner = g_strndup(selector.at, selector.len);
    g_autoptr(GString) whole = g_string_new(inner);
    if (!g_string_replace(whole, "&", around, 0)) {
        g_string_append_printf(g_string_assign(whole, around), " %s", inner);
    }
    g_string_append_printf(out, "%s%s", out->len ? "," : "", whole->str);
}

static void add_inner(SvgSheets *sheets, SvgSlice outer, SvgSlice selectors, SvgSlice block,
                      guint depth)
{
    g_autoptr(GString) text = g_string_new(NULL);
    const char *at = selectors.at, *end = at + selectors.len;
    if (*at == '@') {
        g_string_append_len(text, outer.at, (gssize)outer.len);
    }
    while (*selectors.at != '@' && at < end) {
        SvgCssRun run = svg_css_run(at, end, ",");
        unfold(text, outer, (SvgSlice){at, (gsize)(run.stop - at)});
        at = MIN(run.stop + 1, end);
    }
    if (text->len <= SVG_CSS_MAX_UNFOLDED) {
        add_style(sheets, (SvgSlice){text->str, text->len}, block, depth);
    }
}

/* The rules in a rule's block. */
static void add_nested(SvgSheets *sheets, SvgSlice outer, SvgSlice block, guint depth)
{
    const char *at = block.at, *end = at + block.len;
    while ((at = svg_css_skip_space(at, end)) < end) {
        SvgCssRun head = svg_css_run(at, end, "{;");
        const char *stop = head.stop;
        if (stop < end && *stop == '{') {
            SvgCssRun body = svg_css_run(stop + 1, end, "}");
            SvgSlice inner = {stop + 1, (gsize)(body.stop - stop - 1)};
            add_inner(sheets, outer, (SvgSlice){at, (gsize)(stop - at)}, inner, depth + 1);
            stop = body.stop;
        }
        at = MIN(stop + 1, end);
    }
}

static gboolean parse_selectors(SvgSheets *sheets, SvgSlice selectors)
{
    const char *at = selectors.at, *end = at + selectors.len;
    guint before = sheets->rules->len;
    if (!sheets->lenient) {
        return svg_selectors_parse(sheets, at, end);
    }
    while (at < end) {
        SvgCssRun run = svg_css_run(at, end, ",");
        svg_selectors_parse(sheets, at, run.stop);
        at = MIN(run.stop + 1, end);
    }
    return sheets->rules->len > before;
}

static void add_style(SvgSheets *sheets, SvgSlice selectors, SvgSlice block, guint depth)
{
    guint first = sheets->rules->len;
    if (parse_selectors(sheets, selectors)) {
        add_block(sheets, first, block.at, block.at + block.len);
    }
    if (sheets->lenient && depth < SVG_CSS_MAX_MEDIA) {
        add_nested(sheets, selectors, block, depth);
    }
}

static const char *add_rule(SvgSheets *sheets, const char *at, const char *end, guint depth)
{
    SvgCssRun prelude = svg_css_run(at, end, "{");
    if (prelude.stop == end) {
        return end;
    }
    SvgCssRun block = svg_css_run(prelude.stop + 1, end, "}");
    add_style(sheets, (SvgSlice){at, (gsize)(prelude.stop - at)},
              (SvgSlice){prelude.stop + 1, (gsize)(block.stop - prelude.stop - 1)}, depth);
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
        at = *at == '@' ? add_at_rule(sheets, at, end, depth) : add_rule(sheets, at, end, depth);
    }
}

void svg_sheets_add(SvgSheets *sheets, const char *css, gsize len)
{
    add_rules(sheets, css, css + len, 0);
}
