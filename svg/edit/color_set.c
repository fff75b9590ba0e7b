/* Another colour where elements have it. What is shared is never changed: a copy of it is. */
#include "edit/color_sites.h"
#include "edit/defs.h"
#include "edit/effects.h"
#include "edit/html.h"
#include "edit/property.h"
#include "style/style.h"

#include <string.h>

void svg_recolor_from(SvgRecolor *recolor, guint32 rgb)
{
    g_hash_table_add(recolor->from, GUINT_TO_POINTER(rgb + 1));
}

void svg_recolor_to(SvgRecolor *recolor, guint32 to)
{
    recolor->to = to;
}

typedef struct {
    GHashTable *from;
    gboolean found;
} Search;

static void search(guint32 rgb, gpointer data)
{
    Search *search = data;
    search->found |= g_hash_table_contains(search->from, GUINT_TO_POINTER(rgb + 1));
}

gboolean svg_recolor_concerns(SvgRecolor *recolor, const SvgColorSite *site)
{
    Search found = {recolor->from, FALSE};
    svg_color_site_each(recolor, site, search, &found);
    return found.found;
}

/* Written as it was, where it is translucent: not every program reads both forms. */
static char *css_of(const SvgRecolor *recolor, const SvgColorSite *site, const char *was)
{
    char alpha[SVG_NUMBER_SIZE];
    guint32 rgb = recolor->to;
    if (site->alpha >= 1) {
        return g_strdup_printf("#%06x", rgb);
    }
    return was && *was == '#'
               ? g_strdup_printf("#%06x%02x", rgb, (guint)(site->alpha * 255 + 0.5))
               : g_strdup_printf("rgba(%u,%u,%u,%s)", rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255,
                                 svg_number_print(site->alpha, alpha));
}

static void set_paint(SvgRecolor *recolor, const SvgColorSite *site)
{
    SvgEdit *edit = recolor->edit;
    SvgProperty property = (SvgProperty)site->property;
    g_autofree char *css =
        css_of(recolor, site, svg_style_declared(edit->doc, site->node, property));
    svg_force_property(edit->doc, site->node, property, css);
    if (property != SVG_PROPERTY_COLOR) {
        svg_expect_paint(edit, site->node, property, css);
    }
}

static void set_stop(SvgRecolor *recolor, const SvgColorSite *site)
{
    SvgDocument *doc = recolor->edit->doc;
    const char *style = svg_node_attr(site->node, "style");
    g_autofree char *said = style ? svg_declarations_get(style, "stop-color") : NULL;
    g_autofree char *was = svg_stop_color(site->node), *css = css_of(recolor, site, was);
    if (said) {
        g_autofree char *now = svg_declarations_set(style, "stop-color", css);
        svg_splice_attr(doc, site->node, "style", now);
    } else {
        svg_splice_attr(doc, site->node, "stop-color", css);
    }
}

static SvgNode *copy_definition(SvgRecolor *recolor, SvgNode *from)
{
    g_autofree char *wish = g_strdup_printf("%s-%06x", from->id, recolor->to);
    return svg_defs_copy(recolor->edit, from, wish);
}

/* The id of the copy in the other colour; NULL where there can't be one. */
static const char *copy_of(SvgRecolor *recolor, const char *id)
{
    const char *known = g_hash_table_lookup(recolor->copies, id);
    SvgNode *from = svg_document_owner(recolor->edit->doc, id);
    SvgNode *copy = known || !from ? NULL : copy_definition(recolor, from);
    if (!copy) {
        return known;
    }
    char *made = g_strdup(copy->id);
    g_hash_table_insert(recolor->copies, g_strdup(id), made);
    g_autoptr(GArray) sites = svg_color_sites_in(recolor, copy);
    for (guint i = 0; i < sites->len; i++) {
        const SvgColorSite *site = &g_array_index(sites, SvgColorSite, i);
        if (svg_recolor_concerns(recolor, site)) {
            svg_recolor_set(recolor, site);
        }
    }
    return made;
}

static gboolean set_shared(SvgRecolor *recolor, const SvgColorSite *site)
{
    SvgDocument *doc = recolor->edit->doc;
    const char *id = copy_of(recolor, site->shared);
    g_autofree char *target = g_strconcat("#", id, NULL), *url = g_strdup_printf("url(#%s)", id);
    if (id && site->property == SVG_COLOR_BY_HREF) {
        const char *name = svg_node_attr(site->node, "href") ? "href" : "xlink:href";
        svg_splice_attr(doc, site->node, name, target);
    } else if (id) {
        svg_force_property(doc, site->node, (SvgProperty)site->property, url);
    }
    return id != NULL;
}

gboolean svg_recolor_set(SvgRecolor *recolor, const SvgColorSite *site)
{
    g_autofree char *css = NULL;
    switch (site->kind) {
    case SVG_COLOR_PAINT:
        set_paint(recolor, site);
        return TRUE;
    case SVG_COLOR_STOP:
        set_stop(recolor, site);
        return TRUE;
    case SVG_COLOR_HTML:
        css = css_of(recolor, site, NULL);
        svg_html_set_color(recolor->edit, site->node, css);
        return TRUE;
    default:
        return set_shared(recolor, site);
    }
}
