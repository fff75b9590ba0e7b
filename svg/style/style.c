/* Computed style: what is declared on an element, made into values, on top of what it inherits. */
#include "style/style.h"

#include "style/apply.h"
#include "style/cascade.h"
#include "style/share.h"
#include "values/css_scan.h"
#include "values/properties.h"

#include <string.h>

char *svg_paint_name(const SvgPaint *paint)
{
    switch (paint->kind) {
    case SVG_PAINT_COLOR:
        return g_strdup_printf("#%06x", paint->rgb & 0xffffff);
    case SVG_PAINT_SERVER:
        return g_strdup_printf("url(#%s)", paint->server ? paint->server : "");
    default:
        return g_strdup("none");
    }
}

void svg_style_initial(SvgStyle *style)
{
    *style = (SvgStyle){
        .serial = SVG_STYLE_INITIAL_SERIAL,
        .displayed = TRUE,
        .visible = TRUE,
        .opacity = 1,
        .fill = {SVG_PAINT_COLOR, 0x000000, 1, NULL},
        .stroke = {SVG_PAINT_NONE, 0, 1, NULL},
        .fill_opacity = 1,
        .stroke_opacity = 1,
        .stroke_width = 1,
        .stroke_miterlimit = 4,
        .font_size = 12,
        .line_height = -1,
        .font_weight = 400,
    };
}

/* --- one declaration -------------------------------------------------------------------------- */

#define SMALL_VALUE        128
#define USUAL_DECLARATIONS 24

/* The value as a string: in `small` if it fits, else *big, which is the caller's. */
static const char *text_of(const SvgDeclared *declared, char small[SMALL_VALUE], char **big)
{
    SvgSlice value = declared->value;
    if (declared->is_string) {
        return value.at;
    }
    gboolean bare = value.len == 0 ||
                    (!svg_css_is_space(value.at[0]) && !svg_css_is_space(value.at[value.len - 1]));
    if (!bare || value.len >= SMALL_VALUE || memchr(value.at, '/', value.len)) {
        return *big = svg_css_clean(value.at, value.len);
    }
    memcpy(small, value.at, value.len);
    small[value.len] = '\0';
    return small;
}

/* Only the longhands that others are measured in, or only the others. FALSE when not valid. */
static gboolean apply_value(const SvgStyleContext *context, int property, const char *text,
                            gboolean basis)
{
    SvgLonghand parts[SVG_MAX_LONGHANDS];
    guint n = svg_shorthand_expand(property, (SvgSlice){text, strlen(text)}, parts);
    gboolean valid = n > 0;
    for (guint i = 0; i < n; i++) {
        if (svg_property_is_basis((int)parts[i].property) == basis) {
            g_autofree char *part = g_strndup(parts[i].value.at, parts[i].value.len);
            valid = svg_style_apply(context, parts[i].property, part) && valid;
        }
    }
    return valid;
}

/* A value that var() makes invalid doesn't let a weaker declaration through: it counts as unset
 * (CSS Custom Properties 1 §3.1). */
static void apply_with_vars(const SvgStyleContext *context, int property, const char *text,
                            gboolean basis)
{
    g_autofree char *resolved = svg_var_resolve(context->sheets, context->node, text);
    *context->own = context->sheets->newer = TRUE;
    if (!resolved || !apply_value(context, property, resolved, basis)) {
        apply_value(context, property, "unset", basis);
    }
}

static gboolean concerns(int property, gboolean basis)
{
    return svg_property_is_shorthand(property) || svg_property_is_basis(property) == basis;
}

static void apply_declared(const SvgStyleContext *context, const SvgDeclared *declared,
                           gboolean basis)
{
    char small[SMALL_VALUE];
    g_autofree char *big = NULL;
    if (!concerns(declared->property, basis)) {
        return;
    }
    const char *text = text_of(declared, small, &big);
    if (svg_var_is_used(text)) {
        apply_with_vars(context, declared->property, text, basis);
    } else if (svg_property_is_shorthand(declared->property)) {
        apply_value(context, declared->property, text, basis);
    } else {
        svg_style_apply(context, (SvgProperty)declared->property, text);
    }
}

/* --- one element ------------------------------------------------------------------------------ */

static void apply_xml_space(const SvgStyleContext *context)
{
    const char *space = svg_node_attr(context->node, "xml:space");
    if (space) {
        context->style->preserve_space = g_str_equal(space, "preserve");
    }
}

/* Values are applied weakest first, and one that isn't valid changes nothing: so the strongest
 * valid one is left. */
static void apply_all(const SvgStyleContext *context, const GArray *declared, gboolean basis)
{
    for (guint i = 0; i < declared->len; i++) {
        apply_declared(context, &g_array_index(declared, SvgDeclared, i), basis);
    }
}

static void compute(const SvgStyleContext *context, const GArray *rules)
{
    g_autoptr(GArray) declared =
        g_array_sized_new(FALSE, FALSE, sizeof(SvgDeclared), USUAL_DECLARATIONS);
    SvgStyle *style = context->style;
    svg_cascade_collect(context->sheets, context->node, rules, declared);
    svg_style_inherit(context);
    apply_xml_space(context);
    apply_all(context, declared, TRUE);
    apply_all(context, declared, FALSE);
    if (style->line_height_factor > 0) {
        style->line_height = style->line_height_factor * style->font_size;
    }
}

void svg_style_compute(SvgDocument *doc, const SvgNode *node, const SvgStyle *parent,
                       SvgStyle *style)
{
    if (!node->name) {
        *style = *parent;
        return;
    }
    svg_style_compute_by(svg_sheets_of(doc), doc, node, parent, style);
}

void svg_style_compute_by(SvgSheets *sheets, SvgDocument *doc, const SvgNode *node,
                          const SvgStyle *parent, SvgStyle *style)
{
    gboolean own = FALSE;
    SvgStyleContext context = {doc, sheets, node, parent, style, &own};
    SvgShareKey key;
    GArray *rules = svg_sheets_matching(sheets, node);
    svg_share_key(node, parent, rules, &key);
    if (!svg_share_find(sheets->shares, &key, style)) {
        compute(&context, rules);
        svg_share_add(sheets->shares, &key, !own, style);
    }
    svg_sheets_matched(sheets, rules);
}

void svg_style_of(SvgDocument *doc, const SvgNode *node, SvgStyle *style)
{
    g_autoptr(GPtrArray) chain = g_ptr_array_new();
    SvgStyle parent;
    for (const SvgNode *at = node; at; at = at->parent) {
        g_ptr_array_add(chain, (gpointer)at);
    }
    svg_style_initial(style);
    for (guint i = chain->len; i > 0; i--) {
        parent = *style;
        svg_style_compute(doc, g_ptr_array_index(chain, i - 1), &parent, style);
    }
}

/* --- declared values -------------------------------------------------------------------------- */

static gboolean is_valid(const SvgStyleContext *context, SvgProperty property, const char *text)
{
    SvgLonghand parts[SVG_MAX_LONGHANDS];
    if (svg_var_is_used(text)) {
        return TRUE;
    }
    return svg_property_is_shorthand((int)property)
               ? svg_shorthand_expand((int)property, (SvgSlice){text, strlen(text)}, parts) > 0
               : svg_style_apply(context, property, text);
}

/* The part of a shorthand's value that is for `property`; NULL when it isn't valid. The caller's.
 */
static char *part_of(const SvgStyleContext *context, int shorthand, const char *text,
                     SvgProperty property)
{
    SvgLonghand parts[SVG_MAX_LONGHANDS];
    g_autofree char *resolved =
        svg_var_is_used(text) ? svg_var_resolve(context->sheets, context->node, text) : NULL;
    text = resolved ? resolved : text;
    guint n = svg_shorthand_expand(shorthand, (SvgSlice){text, strlen(text)}, parts);
    for (guint i = 0; i < n; i++) {
        if (parts[i].property == property) {
            return g_strndup(parts[i].value.at, parts[i].value.len);
        }
    }
    return NULL;
}

static const char *declared_text(const SvgStyleContext *context, const SvgDeclared *declared,
                                 SvgProperty property)
{
    char small[SMALL_VALUE];
    g_autofree char *big = NULL, *part = NULL;
    gboolean same = declared->property == (int)property;
    if (!same && svg_property_shorthand((int)property) != declared->property) {
        return NULL;
    }
    const char *text = text_of(declared, small, &big);
    if (!same) {
        part = part_of(context, declared->property, text, property);
        text = part;
    }
    gboolean valid = text && is_valid(context, property, text);
    return valid ? svg_sheets_keep(context->sheets, text, strlen(text)) : NULL;
}

const char *svg_style_declared(SvgDocument *doc, const SvgNode *node, SvgProperty property)
{
    SvgStyle parent, style;
    if (!node->name) {
        return NULL;
    }
    svg_style_initial(&parent);
    style = parent;
    gboolean own;
    SvgStyleContext context = {doc, svg_sheets_of(doc), node, &parent, &style, &own};
    g_autoptr(GArray) declared = g_array_new(FALSE, FALSE, sizeof(SvgDeclared));
    GArray *rules = svg_sheets_matching(context.sheets, node);
    svg_cascade_collect(context.sheets, node, rules, declared);
    svg_sheets_matched(context.sheets, rules);
    const char *text = NULL;
    for (guint i = declared->len; i > 0 && !text; i--) {
        text = declared_text(&context, &g_array_index(declared, SvgDeclared, i - 1), property);
    }
    return text;
}

/* --- rules that make no difference ------------------------------------------------------------ */

/* Functions are read by some programs and not by others. */
static gboolean is_plain(const char *value)
{
    const char *bracket = strchr(value, '(');
    return !bracket || (g_str_has_prefix(value, "url(#") && !strchr(bracket + 1, '('));
}

static gboolean outweighs(SvgDocument *doc, const SvgNode *node, const char *style,
                          const SvgCssDeclaration *declaration)
{
    int property = declaration->property;
    if (declaration->important || svg_property_is_shorthand(property)) {
        return FALSE;
    }
    g_autofree char *own = svg_declarations_get(style, svg_property_name((SvgProperty)property));
    const char *winner =
        own && is_plain(own) ? svg_style_declared(doc, node, (SvgProperty)property) : NULL;
    return winner && g_str_equal(winner, own);
}

gboolean svg_style_outweighs(SvgDocument *doc, const SvgNode *node, const SvgSheets *sheets,
                             const SvgCssRule *rule)
{
    const char *style = svg_node_attr(node, "style");
    gboolean all = style && rule->whole;
    for (guint i = 0; all && i < rule->n_declarations; i++) {
        const SvgCssDeclaration *declaration =
            &g_array_index(sheets->declarations, SvgCssDeclaration, rule->declarations + i);
        all = outweighs(doc, node, style, declaration);
    }
    return all;
}
