/* Puts together what attributes, sheets and inline style declare on an element, in their order. */
#include "style/cascade.h"

#include "document/document_priv.h"
#include "style/declarations.h"
#include "values/css_scan.h"
#include "values/properties.h"
#include "values/values.h"

#include <string.h>

enum { LEVEL_NORMAL, LEVEL_IMPORTANT_SHEET, LEVEL_IMPORTANT_INLINE };

static gboolean is_css(const SvgNode *style)
{
    const char *type = svg_node_attr(style, "type");
    g_autofree char *clean = type ? svg_css_clean(type, strcspn(type, ";")) : g_strdup("");
    return !*clean || g_ascii_strcasecmp(clean, "text/css") == 0;
}

static gboolean is_for_screen(const SvgNode *style)
{
    const char *media = svg_node_attr(style, "media");
    return !media || svg_media_applies(media, media + strlen(media));
}

/* Takes `sheets`. */
static SvgSheets *read_sheets(SvgDocument *doc, SvgSheets *sheets)
{
    g_autoptr(GPtrArray) styles = svg_document_styles(doc);
    for (guint i = 0; i < styles->len; i++) {
        const SvgNode *style = styles->pdata[i];
        if (is_css(style) && (sheets->lenient || is_for_screen(style))) {
            g_autofree char *css = svg_node_text(styles->pdata[i]);
            svg_sheets_add(sheets, css, strlen(css));
        }
    }
    svg_sheets_index(sheets);
    return sheets;
}

static void free_sheets(gpointer sheets)
{
    svg_sheets_free(sheets);
}

static void forget_tree(gpointer sheets, SvgNode *touched)
{
    (void)touched;
    svg_sheets_forget_tree(sheets);
}

static const SvgKeeper keeper = {
    .free = free_sheets, .forget = SVG_FORGET_RESTYLED, .lends = TRUE, .touched = forget_tree};

SvgSheets *svg_sheets_of(SvgDocument *doc)
{
    SvgSheets *sheets = svg_kept(doc, &keeper);
    return sheets ? sheets : svg_keep(doc, &keeper, read_sheets(doc, svg_sheets_new()));
}

SvgSheets *svg_sheets_read_lenient(SvgDocument *doc)
{
    return read_sheets(doc, svg_sheets_new_lenient());
}

SvgSheets *svg_sheets_read_html(SvgDocument *doc)
{
    SvgSheets *sheets = svg_sheets_new();
    sheets->html = TRUE;
    return read_sheets(doc, sheets);
}

gboolean svg_style_in_sheets(SvgDocument *doc, SvgProperty property)
{
    const GArray *all = svg_sheets_of(doc)->declarations;
    for (guint i = 0; i < all->len; i++) {
        if (g_array_index(all, SvgCssDeclaration, i).property == (int)property) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Inkscape writes "display:inline" where nothing is hidden. */
static gboolean declarations_may_hide(const char *style)
{
    const char *name = svg_property_name(SVG_PROPERTY_DISPLAY);
    gsize len = strlen(name);
    for (const char *at = style; (at = strpbrk(at, "dD"));) {
        if (g_ascii_strncasecmp(at, name, len) != 0) {
            at++;
            continue;
        }
        at += len;
        svg_skip_space(&at);
        if (*at++ != ':') {
            return TRUE;
        }
        svg_skip_space(&at);
        if (!g_str_has_prefix(at, "inline")) {
            return TRUE;
        }
    }
    return strchr(style, '\\') != NULL;
}

gboolean svg_style_may_hide(const SvgNode *node)
{
    for (guint i = 0; i < node->n_attrs; i++) {
        const SvgAttr *attr = &node->attrs[i];
        if (attr->name->property == (gint16)SVG_PROPERTY_DISPLAY ||
            (attr->name->attr == SVG_ATTR_STYLE && declarations_may_hide(attr->value))) {
            return TRUE;
        }
    }
    return FALSE;
}

/* --- collecting ------------------------------------------------------------------------------- */

/* Returns the style attribute, as it comes by. */
static const char *add_attributes(const SvgNode *node, GArray *out)
{
    const char *style = NULL;
    for (guint i = 0; i < node->n_attrs; i++) {
        const SvgAttr *attr = &node->attrs[i];
        if (attr->name->property >= 0) {
            if (svg_property_is_attribute((SvgProperty)attr->name->property)) {
                SvgSlice value = {attr->value, strlen(attr->value)};
                SvgDeclared declared = {attr->name->property, value, FALSE, LEVEL_NORMAL};
                g_array_append_val(out, declared);
            }
        } else if (attr->name->attr == SVG_ATTR_STYLE) {
            style = attr->value;
        }
    }
    return style;
}

static const SvgCssDeclaration *declaration_of(const SvgSheets *sheets, const SvgCssRule *rule,
                                               guint i)
{
    return &g_array_index(sheets->declarations, SvgCssDeclaration, rule->declarations + i);
}

static void add_rule(const SvgSheets *sheets, guint number, GArray *out)
{
    const SvgCssRule *rule = &g_array_index(sheets->rules, SvgCssRule, number);
    for (guint i = 0; i < rule->n_declarations; i++) {
        const SvgCssDeclaration *found = declaration_of(sheets, rule, i);
        if (found->property >= 0) {
            guint level = found->important ? LEVEL_IMPORTANT_SHEET : LEVEL_NORMAL;
            SvgSlice value = {found->value, strlen(found->value)};
            SvgDeclared declared = {found->property, value, TRUE, level};
            g_array_append_val(out, declared);
        }
    }
}

static void add_inline(const char *style, GArray *out)
{
    const char *end = style + strlen(style);
    SvgDeclaration found;
    while (svg_declaration_next(&style, end, &found)) {
        int property = svg_declaration_property(&found);
        if (property >= 0) {
            guint level = found.important ? LEVEL_IMPORTANT_INLINE : LEVEL_NORMAL;
            SvgDeclared declared = {property, found.value, FALSE, level};
            g_array_append_val(out, declared);
        }
    }
}

static int compare_levels(gconstpointer one, gconstpointer other)
{
    const SvgDeclared *a = one, *b = other;
    return (int)a->level - (int)b->level;
}

static gboolean has_levels(const GArray *declared)
{
    for (guint i = 0; i < declared->len; i++) {
        if (g_array_index(declared, SvgDeclared, i).level != LEVEL_NORMAL) {
            return TRUE;
        }
    }
    return FALSE;
}

void svg_cascade_collect(SvgSheets *sheets, const SvgNode *node, const GArray *rules, GArray *out)
{
    const char *style = add_attributes(node, out);
    for (guint i = 0; i < rules->len; i++) {
        add_rule(sheets, g_array_index(rules, guint, i), out);
    }
    if (style) {
        add_inline(style, out);
    }
    if (has_levels(out)) {
        g_array_sort(out, compare_levels); /* GLib's sort is stable */
    }
}

/* --- by name ---------------------------------------------------------------------------------- */

static void each_of_rule(const SvgSheets *sheets, guint number, guint level, SvgDeclaredFunc func,
                         gpointer data)
{
    const SvgCssRule *rule = &g_array_index(sheets->rules, SvgCssRule, number);
    for (guint i = 0; i < rule->n_declarations; i++) {
        const SvgCssDeclaration *found = declaration_of(sheets, rule, i);
        guint its = found->important ? LEVEL_IMPORTANT_SHEET : LEVEL_NORMAL;
        const char *name =
            found->name ? found->name : svg_property_name((SvgProperty)found->property);
        if (its == level) {
            func((SvgSlice){name, strlen(name)}, found->value, data);
        }
    }
}

static void each_inline(const char *style, guint level, SvgDeclaredFunc func, gpointer data)
{
    const char *end = style + strlen(style);
    SvgDeclaration found;
    while (svg_declaration_next(&style, end, &found)) {
        guint its = found.important ? LEVEL_IMPORTANT_INLINE : LEVEL_NORMAL;
        if (its == level) {
            g_autofree char *value = svg_css_clean(found.value.at, found.value.len);
            func(found.name, value, data);
        }
    }
}

void svg_cascade_each(SvgSheets *sheets, const SvgNode *node, SvgDeclaredFunc func, gpointer data)
{
    const char *style = svg_node_attr(node, "style");
    GArray *rules = svg_sheets_matching(sheets, node);
    for (guint level = LEVEL_NORMAL; level <= LEVEL_IMPORTANT_INLINE; level++) {
        for (guint i = 0; i < rules->len; i++) {
            each_of_rule(sheets, g_array_index(rules, guint, i), level, func, data);
        }
        if (style) {
            each_inline(style, level, func, data);
        }
    }
    svg_sheets_matched(sheets, rules);
}

/* --- custom properties ------------------------------------------------------------------------ */

typedef struct {
    SvgSlice name, value;
    guint level;
} Custom;

static void offer(Custom *best, SvgSlice value, guint level)
{
    if (level >= best->level) {
        best->value = value;
        best->level = level;
    }
}

static gboolean has_name(SvgSlice name, const char *at, gsize len)
{
    return name.len == len && memcmp(name.at, at, len) == 0;
}

static void offer_rule(const SvgSheets *sheets, guint number, Custom *best)
{
    const SvgCssRule *rule = &g_array_index(sheets->rules, SvgCssRule, number);
    for (guint i = 0; i < rule->n_declarations; i++) {
        const SvgCssDeclaration *found = declaration_of(sheets, rule, i);
        if (found->name && has_name(best->name, found->name, strlen(found->name))) {
            SvgSlice value = {found->value, strlen(found->value)};
            offer(best, value, found->important ? LEVEL_IMPORTANT_SHEET : LEVEL_NORMAL);
        }
    }
}

static void offer_inline(const char *style, Custom *best)
{
    const char *end = style + strlen(style);
    SvgDeclaration found;
    while (svg_declaration_next(&style, end, &found)) {
        if (has_name(best->name, found.name.at, found.name.len)) {
            offer(best, found.value, found.important ? LEVEL_IMPORTANT_INLINE : LEVEL_NORMAL);
        }
    }
}

SvgSlice svg_cascade_custom(SvgSheets *sheets, const SvgNode *node, SvgSlice name)
{
    Custom best = {name, {NULL, 0}, LEVEL_NORMAL};
    if (sheets->custom) {
        g_autoptr(GArray) rules = g_array_new(FALSE, FALSE, sizeof(guint));
        svg_sheets_match(sheets, node, TRUE, rules);
        for (guint i = 0; i < rules->len; i++) {
            offer_rule(sheets, g_array_index(rules, guint, i), &best);
        }
    }
    const char *style = svg_node_attr(node, "style");
    if (style && strstr(style, "--")) {
        offer_inline(style, &best);
    }
    return best.value;
}
