/* Values where they are written: attributes, style attributes, style sheets. */
#include "document/run.h"
#include "house/mend.h"

#include <string.h>

static void told(SvgLintType type, SvgSlice name, SvgSlice value, const char *now, gpointer data)
{
    SvgMending *mending = data;
    svg_mending_tell(mending, mending->node, type, "The %.*s is %.*s; what stands for it is %s.",
                     (int)name.len, name.at, (int)value.len, value.at, now);
}

static SvgSlice slice_of(const char *text)
{
    return (SvgSlice){text, strlen(text)};
}

/* --- attributes ------------------------------------------------------------------------------- */

static gboolean is_declared_by(const SvgAttr *attr)
{
    const SvgName *name = attr->name;
    return name->is_style || g_str_has_suffix(name->str, "-color") ||
           g_str_equal(name->str, "fill");
}

/* In SVG, `fill` of an animation is something else, and parses as no colour. */
static void mend_attribute(SvgMending *mending, SvgNode *node, const SvgAttr *attr)
{
    SvgLintType type;
    SvgSlice name = slice_of(attr->name->str), value = slice_of(attr->value);
    g_autofree char *now = svg_house_value(mending->house, name, value, &type);
    if (now) {
        told(type, name, value, now, mending);
        svg_splice_attr(mending->doc, node, attr->name->str, now);
    }
}

/* Inkscape notes the font's full name beside its family, and would believe that. */
static char *without_specification(const char *style)
{
    return svg_declarations_set(style, "-inkscape-font-specification", NULL);
}

static void mend_style(SvgMending *mending, SvgNode *node)
{
    const char *style = svg_node_attr(node, "style");
    guint before = mending->found->len;
    g_autofree char *now =
        style ? svg_house_declarations(mending->house, slice_of(style), told, mending) : NULL;
    gboolean font = FALSE;
    for (guint i = before; i < mending->found->len; i++) {
        font |= ((SvgLint *)mending->found->pdata[i])->type == SVG_LINT_HOUSE_FONT;
    }
    if (now) {
        g_autofree char *whole = font ? without_specification(now) : g_strdup(now);
        svg_splice_attr(mending->doc, node, "style", whole);
    }
}

static void mend_element(SvgMending *mending, SvgNode *node)
{
    guint n = node->n_attrs;
    g_autofree SvgAttr *attrs = g_memdup2(node->attrs, n * sizeof *attrs);
    mending->node = node;
    for (guint i = 0; i < n; i++) {
        if (is_declared_by(&attrs[i]) && !g_str_equal(attrs[i].name->str, "style")) {
            mend_attribute(mending, node, &attrs[i]);
        }
    }
    mend_style(mending, node);
}

/* --- style sheets ----------------------------------------------------------------------------- */

/* What is locked is painted by them, too. CDATA stays: only what is between its marks is replaced.
 */
static void mend_sheet(SvgMending *mending, SvgNode *node)
{
    SvgNode *text = node->first;
    mending->node = node;
    g_autofree char *now = text && !text->next && !text->name && svg_run_is_data(text)
                               ? svg_house_sheet(mending->house, text->text, told, mending)
                               : NULL;
    if (now) {
        svg_run_replace(mending->doc, text, now);
    }
}

void svg_mend_declared(SvgMending *mending)
{
    for (SvgNode *node = NULL; (node = svg_mending_next(mending, node));) {
        if (svg_node_tag(node) == SVG_TAG_STYLE && !mending->locks) {
            mend_sheet(mending, node);
        } else if (node->n_attrs > 0 && svg_mending_may(mending, node)) {
            mend_element(mending, node);
        }
    }
}
