/* Colours of elements: their own, those that words inherit, and those of gradients, patterns,
 * markers and symbols. */
#include "edit/color_sites.h"

#include "document/ids.h"
#include "edit/html.h"
#include "style/style.h"
#include "values/color.h"

#include <string.h>

static void free_set(gpointer data)
{
    g_hash_table_unref(data);
}

SvgRecolor *svg_recolor_new(SvgEdit *edit)
{
    SvgRecolor *recolor = g_new0(SvgRecolor, 1);
    recolor->edit = edit;
    recolor->from = g_hash_table_new(NULL, NULL);
    recolor->shared = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_set);
    recolor->copies = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    return recolor;
}

void svg_recolor_free(SvgRecolor *recolor)
{
    g_hash_table_unref(recolor->from);
    g_hash_table_unref(recolor->shared);
    g_hash_table_unref(recolor->copies);
    g_free(recolor);
}

static void clear_site(gpointer data)
{
    g_free(((SvgColorSite *)data)->shared);
}

GArray *svg_color_sites_new(void)
{
    GArray *sites = g_array_new(FALSE, FALSE, sizeof(SvgColorSite));
    g_array_set_clear_func(sites, clear_site);
    return sites;
}

/* --- who says it ------------------------------------------------------------------------------ */

/* What the nearest one says, from the element up to `top`; NULL when none of them does. */
static const char *said_in(SvgDocument *doc, const SvgNode *node, const SvgNode *top,
                           SvgProperty property)
{
    const char *said = svg_style_declared(doc, node, property);
    for (; !said && node != top; said = svg_style_declared(doc, node, property)) {
        node = node->parent;
    }
    return said;
}

static gboolean is_current(const char *said)
{
    return said && g_ascii_strcasecmp(said, "currentColor") == 0;
}

/* Of what a clone shows: it is the same in every clone. */
static gboolean is_said_in(SvgDocument *doc, const SvgNode *node, const SvgNode *top,
                           SvgProperty property)
{
    const char *said = said_in(doc, node, top, property);
    return said && (!is_current(said) || said_in(doc, node, top, SVG_PROPERTY_COLOR));
}

static gboolean leaves_to_clone(SvgDocument *doc, const SvgNode *node, const SvgNode *top,
                                SvgProperty property)
{
    return property == SVG_PROPERTY_COLOR
               ? (is_current(said_in(doc, node, top, SVG_PROPERTY_FILL)) ||
                  is_current(said_in(doc, node, top, SVG_PROPERTY_STROKE))) &&
                     !said_in(doc, node, top, property)
               : !said_in(doc, node, top, property);
}

/* Something in it has from its clone what that says. */
static gboolean any_leaves_to_clone(SvgDocument *doc, SvgNode *top, SvgProperty property)
{
    for (SvgNode *at = top; at; at = svg_node_walk(top, at, FALSE)) {
        gboolean draws = svg_node_is(at, SVG_TAG_IS_SHAPE) || svg_has_own_words(at);
        if (draws && leaves_to_clone(doc, at, top, property)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Some words in it have the element's own. */
static gboolean has_words_with(SvgDocument *doc, const SvgNode *text, SvgProperty property)
{
    gboolean any = svg_has_own_words(text);
    for (const SvgNode *at = svg_node_first_element(text); at && !any;
         at = svg_node_next_element(at)) {
        any = svg_node_is(at, SVG_TAG_IS_TEXT) && !svg_style_declared(doc, at, property) &&
              has_words_with(doc, at, property);
    }
    return any;
}

/* --- finding them ----------------------------------------------------------------------------- */

/* Of an element, what is looked at; `top` is what a clone shows of a definition, else NULL. */
typedef struct {
    SvgRecolor *recolor;
    SvgNode *node;
    const SvgNode *top;
    GArray *sites;
} Look;

static void add(const Look *look, SvgColorSite site)
{
    site.node = look->node;
    g_array_append_val(look->sites, site);
}

static void add_shared(const Look *look, int property, const char *id)
{
    add(look,
        (SvgColorSite){.kind = SVG_COLOR_SHARED, .property = property, .shared = g_strdup(id)});
}

static void add_paint(const Look *look, SvgProperty property, const SvgPaint *paint, double opacity)
{
    SvgDocument *doc = look->recolor->edit->doc;
    if (look->top && !is_said_in(doc, look->node, look->top, property)) {
        return;
    }
    if (paint->kind == SVG_PAINT_SERVER && paint->server) {
        add_shared(look, (int)property, paint->server);
    } else if (paint->kind == SVG_PAINT_COLOR && paint->alpha > 0 && opacity > 0) {
        add(look, (SvgColorSite){.kind = SVG_COLOR_PAINT,
                                 .property = (int)property,
                                 .rgb = paint->rgb,
                                 .alpha = paint->alpha});
    }
}

/* A line's inside isn't seen. */
static void add_shape(const Look *look, const SvgStyle *style)
{
    static const SvgProperty ends[] = {SVG_PROPERTY_MARKER_START, SVG_PROPERTY_MARKER_MID,
                                       SVG_PROPERTY_MARKER_END};
    if (svg_node_tag(look->node) != SVG_TAG_LINE) {
        add_paint(look, SVG_PROPERTY_FILL, &style->fill, style->fill_opacity);
    }
    add_paint(look, SVG_PROPERTY_STROKE, &style->stroke, style->stroke_opacity);
    for (guint i = 0; i < G_N_ELEMENTS(ends); i++) {
        if (svg_node_is(look->node, SVG_TAG_HAS_VERTICES) && style->marker[i]) {
            add_shared(look, (int)ends[i], style->marker[i]);
        }
    }
}

/* Words in it may have colours of their own. */
static void add_text(const Look *look, const SvgStyle *style)
{
    SvgDocument *doc = look->recolor->edit->doc;
    const struct {
        SvgProperty property;
        const SvgPaint *paint;
        double opacity;
    } rows[] = {{SVG_PROPERTY_FILL, &style->fill, style->fill_opacity},
                {SVG_PROPERTY_STROKE, &style->stroke, style->stroke_opacity}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        gboolean own = svg_node_is(look->node, SVG_TAG_IS_TEXT_BLOCK) ||
                       svg_style_declared(doc, look->node, rows[i].property);
        if (own && has_words_with(doc, look->node, rows[i].property)) {
            add_paint(look, rows[i].property, rows[i].paint, rows[i].opacity);
        }
    }
}

/* A clone of what is drawn has the colours of that. */
static void add_clone(const Look *look, const SvgStyle *style)
{
    SvgDocument *doc = look->recolor->edit->doc;
    SvgNode *shown = svg_document_ref(doc, svg_node_href(look->node));
    const SvgPaint color = {SVG_PAINT_COLOR, style->color, 1, NULL};
    if (!shown) {
        return;
    }
    if (svg_definition_of(shown) && svg_node_owns_id(shown)) {
        add_shared(look, SVG_COLOR_BY_HREF, shown->id);
    }
    if (any_leaves_to_clone(doc, shown, SVG_PROPERTY_FILL)) {
        add_paint(look, SVG_PROPERTY_FILL, &style->fill, style->fill_opacity);
    }
    if (any_leaves_to_clone(doc, shown, SVG_PROPERTY_STROKE)) {
        add_paint(look, SVG_PROPERTY_STROKE, &style->stroke, style->stroke_opacity);
    }
    if (any_leaves_to_clone(doc, shown, SVG_PROPERTY_COLOR)) {
        add_paint(look, SVG_PROPERTY_COLOR, &color, 1);
    }
}

char *svg_stop_color(const SvgNode *stop)
{
    const char *style = svg_node_attr(stop, "style"),
               *attribute = svg_node_attr(stop, "stop-color");
    char *said = style ? svg_declarations_get(style, "stop-color") : NULL;
    if (said) {
        said[strcspn(said, "!")] = '\0';
        return g_strstrip(said);
    }
    return g_strdup(attribute);
}

/* Black is what a stop is of which nobody says otherwise; a class may have a rule that does. */
static void add_stop(const Look *look, const SvgStyle *style)
{
    g_autofree char *said = svg_stop_color(look->node);
    SvgColorSite site = {.kind = SVG_COLOR_STOP, .alpha = 1};
    gboolean black = !said && !svg_node_attr(look->node, "class");
    if (is_current(said)) {
        site.rgb = style->color;
    } else if (!black && !(said && svg_color_parse(said, &site.rgb, &site.alpha))) {
        return;
    }
    if (site.alpha > 0) {
        add(look, site);
    }
}

static void add_html(const Look *look, const SvgStyle *style)
{
    add(look, (SvgColorSite){.kind = SVG_COLOR_HTML, .rgb = style->color, .alpha = 1});
}

static gboolean is_in_html(const SvgNode *node)
{
    while (node && svg_node_tag(node) != SVG_TAG_FOREIGN_OBJECT) {
        node = node->parent;
    }
    return node != NULL;
}

static void look_at(const Look *look)
{
    SvgDocument *doc = look->recolor->edit->doc;
    SvgStyle style;
    SvgTag tag = svg_node_tag(look->node);
    svg_style_of(doc, look->node, &style);
    if (tag == SVG_TAG_LINEAR_GRADIENT || tag == SVG_TAG_RADIAL_GRADIENT ||
        tag == SVG_TAG_PATTERN) {
        const SvgNode *base = svg_document_ref(doc, svg_node_href(look->node));
        if (base && svg_node_owns_id(base)) {
            add_shared(look, SVG_COLOR_BY_HREF, base->id);
        }
    } else if (tag == SVG_TAG_STOP) {
        add_stop(look, &style);
    } else if (tag == SVG_TAG_USE) {
        add_clone(look, &style);
    } else if (svg_node_is(look->node, SVG_TAG_IS_SHAPE)) {
        add_shape(look, &style);
    } else if (svg_node_is(look->node, SVG_TAG_IS_TEXT)) {
        add_text(look, &style);
    } else if (is_in_html(look->node) && svg_has_own_words(look->node)) {
        add_html(look, &style);
    }
}

void svg_color_sites_add(SvgRecolor *recolor, SvgNode *node, GArray *sites)
{
    const Look look = {recolor, node, NULL, sites};
    look_at(&look);
}

/* --- what is shared --------------------------------------------------------------------------- */

/* What a clone shows inherits from the clone; anything else from where it stands. */
static const SvgNode *top_of(const SvgNode *definition)
{
    return svg_node_is(definition, SVG_TAG_IS_DEFINITION) &&
                   svg_node_tag(definition) != SVG_TAG_SYMBOL
               ? NULL
               : definition;
}

GArray *svg_color_sites_in(SvgRecolor *recolor, SvgNode *definition)
{
    GArray *sites = svg_color_sites_new();
    gboolean skip = FALSE;
    for (SvgNode *at = definition; at; at = svg_node_walk(definition, at, skip)) {
        const Look look = {recolor, at, top_of(definition), sites};
        skip = at != definition && svg_node_is(at, SVG_TAG_IS_DEFINITION);
        if (at->name && !skip) {
            look_at(&look);
        }
    }
    return sites;
}

static void collect(guint32 rgb, gpointer data)
{
    g_hash_table_add(data, GUINT_TO_POINTER(rgb + 1));
}

/* Once for each definition, and none for one that refers to itself. */
static GHashTable *colors_in(SvgRecolor *recolor, const char *id)
{
    GHashTable *colors = g_hash_table_lookup(recolor->shared, id);
    SvgNode *definition = svg_document_owner(recolor->edit->doc, id);
    if (colors) {
        return colors;
    }
    colors = g_hash_table_new(NULL, NULL);
    g_hash_table_insert(recolor->shared, g_strdup(id), colors);
    g_autoptr(GArray) sites =
        definition ? svg_color_sites_in(recolor, definition) : svg_color_sites_new();
    for (guint i = 0; i < sites->len; i++) {
        svg_color_site_each(recolor, &g_array_index(sites, SvgColorSite, i), collect, colors);
    }
    return colors;
}

void svg_color_site_each(SvgRecolor *recolor, const SvgColorSite *site, SvgColorFunc func,
                         gpointer data)
{
    GHashTableIter iter;
    gpointer key;
    if (!site->shared) {
        func(site->rgb, data);
        return;
    }
    g_hash_table_iter_init(&iter, colors_in(recolor, site->shared));
    while (g_hash_table_iter_next(&iter, &key, NULL)) {
        func(GPOINTER_TO_UINT(key) - 1, data);
    }
}
