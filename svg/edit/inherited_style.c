/* Inherited properties, so that an element that is put elsewhere can say them itself. */
#include "edit/inherited_style.h"

#include "edit/paint.h"

#include <string.h>

/* What shows a property. */
typedef enum { SHOWN, SHOWN_BY_TEXT } Shown;

/* How a value is told that is measured by what its element inherits. */
typedef enum { AS_WRITTEN, AS_NUMBER, AS_PX } Told;

/* Those that our styles don't read are looked up in attributes and style="" alone. */
static const struct {
    const char *name, *initial;
    Shown shown;
    Told told;    /* where the value is relative */
    gsize offset; /* of the number, in SvgStyle */
} traits[] = {
    {"clip-rule", "nonzero", SHOWN, AS_WRITTEN, 0},
    {"color", "black", SHOWN, AS_WRITTEN, 0},
    {"color-interpolation", "sRGB", SHOWN, AS_WRITTEN, 0},
    {"color-interpolation-filters", "linearRGB", SHOWN, AS_WRITTEN, 0},
    {"cursor", "auto", SHOWN, AS_WRITTEN, 0},
    {"direction", "ltr", SHOWN_BY_TEXT, AS_WRITTEN, 0},
    {"dominant-baseline", "auto", SHOWN_BY_TEXT, AS_WRITTEN, 0},
    {"fill", "black", SHOWN, AS_WRITTEN, 0},
    {"fill-opacity", "1", SHOWN, AS_WRITTEN, 0},
    {"fill-rule", "nonzero", SHOWN, AS_WRITTEN, 0},
    {"font-family", "sans-serif", SHOWN_BY_TEXT, AS_WRITTEN, 0},
    {"font-feature-settings", "normal", SHOWN_BY_TEXT, AS_WRITTEN, 0},
    {"font-kerning", "auto", SHOWN_BY_TEXT, AS_WRITTEN, 0},
    {"font-size", "medium", SHOWN_BY_TEXT, AS_PX, G_STRUCT_OFFSET(SvgStyle, font_size)},
    {"font-stretch", "normal", SHOWN_BY_TEXT, AS_WRITTEN, 0},
    {"font-style", "normal", SHOWN_BY_TEXT, AS_WRITTEN, 0},
    {"font-variant", "normal", SHOWN_BY_TEXT, AS_WRITTEN, 0},
    {"font-weight", "normal", SHOWN_BY_TEXT, AS_WRITTEN, 0},
    {"image-rendering", "auto", SHOWN, AS_WRITTEN, 0},
    {"letter-spacing", "normal", SHOWN_BY_TEXT, AS_PX, G_STRUCT_OFFSET(SvgStyle, letter_spacing)},
    {"line-height", "normal", SHOWN_BY_TEXT, AS_PX, G_STRUCT_OFFSET(SvgStyle, line_height)},
    {"marker-end", "none", SHOWN, AS_WRITTEN, 0},
    {"marker-mid", "none", SHOWN, AS_WRITTEN, 0},
    {"marker-start", "none", SHOWN, AS_WRITTEN, 0},
    {"paint-order", "normal", SHOWN, AS_WRITTEN, 0},
    {"pointer-events", "auto", SHOWN, AS_WRITTEN, 0},
    {"shape-rendering", "auto", SHOWN, AS_WRITTEN, 0},
    {"stroke", "none", SHOWN, AS_WRITTEN, 0},
    {"stroke-dasharray", "none", SHOWN, AS_WRITTEN, 0},
    {"stroke-dashoffset", "0", SHOWN, AS_WRITTEN, 0},
    {"stroke-linecap", "butt", SHOWN, AS_WRITTEN, 0},
    {"stroke-linejoin", "miter", SHOWN, AS_WRITTEN, 0},
    {"stroke-miterlimit", "4", SHOWN, AS_WRITTEN, 0},
    {"stroke-opacity", "1", SHOWN, AS_WRITTEN, 0},
    {"stroke-width", "1", SHOWN, AS_NUMBER, G_STRUCT_OFFSET(SvgStyle, stroke_width)},
    {"text-align", "start", SHOWN_BY_TEXT, AS_WRITTEN, 0},
    {"text-anchor", "start", SHOWN_BY_TEXT, AS_WRITTEN, 0},
    {"text-decoration", "none", SHOWN_BY_TEXT, AS_WRITTEN, 0},
    {"text-indent", "0", SHOWN_BY_TEXT, AS_WRITTEN, 0},
    {"text-rendering", "auto", SHOWN_BY_TEXT, AS_WRITTEN, 0},
    {"text-transform", "none", SHOWN_BY_TEXT, AS_WRITTEN, 0},
    {"visibility", "visible", SHOWN, AS_WRITTEN, 0},
    {"white-space", "normal", SHOWN_BY_TEXT, AS_WRITTEN, 0},
    {"word-spacing", "normal", SHOWN_BY_TEXT, AS_PX, G_STRUCT_OFFSET(SvgStyle, word_spacing)},
    {"writing-mode", "lr-tb", SHOWN_BY_TEXT, AS_WRITTEN, 0},
};

/* Attributes that are inherited though they are no properties. */
static const char *const attributes[][2] = {{"xml:space", "default"}, {"xml:lang", ""}};

struct _SvgInheritedStyle {
    SvgNode *node;
    char *values[G_N_ELEMENTS(traits)]; /* NULL: the initial one */
    char *attributes[G_N_ELEMENTS(attributes)];
    double font_size;
};

void svg_inherited_style_free(SvgInheritedStyle *home)
{
    for (gsize i = 0; home && i < G_N_ELEMENTS(traits); i++) {
        g_free(home->values[i]);
    }
    for (gsize i = 0; home && i < G_N_ELEMENTS(attributes); i++) {
        g_free(home->attributes[i]);
    }
    g_free(home);
}

SvgNode *svg_inherited_style_node(const SvgInheritedStyle *home)
{
    return home->node;
}

/* --- values ----------------------------------------------------------------------------------- */

static int property_of(gsize trait)
{
    return svg_property_from_name(traits[trait].name, strlen(traits[trait].name));
}

/* What the element itself says, unless that is what it inherits. The caller's; NULL for nothing. */
static char *said_by(SvgDocument *doc, const SvgNode *node, gsize trait)
{
    int property = property_of(trait);
    const char *style = svg_node_attr(node, "style");
    g_autofree char *own = NULL;
    if (property >= 0) {
        own = g_strdup(svg_style_declared(doc, node, (SvgProperty)property));
    } else {
        own = style ? svg_declarations_get(style, traits[trait].name) : NULL;
        own =
            own ? own
                : g_strdup(svg_node_attr_len(node, traits[trait].name, strlen(traits[trait].name)));
    }
    gboolean inherits =
        own && (g_ascii_strcasecmp(own, "inherit") == 0 || g_ascii_strcasecmp(own, "unset") == 0);
    return inherits ? NULL : g_steal_pointer(&own);
}

/* Measured by the font, or a viewport, of whoever says it, or by what that inherits. */
static gboolean is_relative(const char *value)
{
    const char *unit =
        value + strcspn(value, "%abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    static const char *const words[] = {"larger", "smaller", "bolder", "lighter", NULL};
    return g_strv_contains(words, unit) ||
           (unit > value && (*unit == '%' || g_ascii_strncasecmp(unit, "e", 1) == 0));
}

static char *told(gsize trait, const char *value, const SvgStyle *style)
{
    if (traits[trait].told == AS_WRITTEN || !is_relative(value)) {
        return g_strdup(value);
    }
    char number[SVG_NUMBER_SIZE];
    svg_number_print(G_STRUCT_MEMBER(double, style, traits[trait].offset), number);
    return g_strconcat(number, traits[trait].told == AS_PX ? "px" : "", NULL);
}

static char *inherited(SvgEdit *edit, SvgNode *parent, gsize trait, const SvgStyle *style)
{
    for (const SvgNode *at = parent; at; at = at->parent) {
        g_autofree char *value = said_by(edit->doc, at, trait);
        if (value) {
            return told(trait, value, style);
        }
    }
    return NULL;
}

SvgInheritedStyle *svg_inherited_style_new(SvgEdit *edit, SvgNode *parent)
{
    SvgInheritedStyle *home = g_new0(SvgInheritedStyle, 1);
    SvgStyle style;
    svg_style_of(edit->doc, parent, &style);
    home->node = parent;
    home->font_size = style.font_size;
    for (gsize i = 0; i < G_N_ELEMENTS(traits); i++) {
        home->values[i] = inherited(edit, parent, i, &style);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(attributes); i++) {
        const char *name = attributes[i][0], *value = NULL;
        for (const SvgNode *at = parent; at && !value; at = at->parent) {
            value = svg_node_attr_len(at, name, strlen(name));
        }
        home->attributes[i] = g_strdup(value);
    }
    return home;
}

/* --- keeping them ----------------------------------------------------------------------------- */

/* A clone or an inner drawing may show words, too. */
static gboolean has_words(SvgNode *top)
{
    for (SvgNode *node = top; node; node = svg_node_walk(top, node, FALSE)) {
        if (svg_node_is(node, SVG_TAG_IS_WORDS) || svg_node_tag(node) == SVG_TAG_USE) {
            return TRUE;
        }
    }
    return FALSE;
}

static void say(SvgEdit *edit, SvgNode *node, gsize trait, const char *value)
{
    int property = property_of(trait);
    if (property >= 0) {
        svg_set_property(edit->doc, node, (SvgProperty)property, value);
        return;
    }
    const char *old = svg_node_attr(node, "style");
    g_autofree char *style = svg_declarations_set(old ? old : "", traits[trait].name, value);
    svg_splice_attr(edit->doc, node, "style", style);
}

static gboolean keep_trait(SvgEdit *edit, SvgNode *node, const SvgInheritedStyle *before,
                           const SvgInheritedStyle *now, gsize trait)
{
    const char *value = before->values[trait];
    if (g_strcmp0(value, now->values[trait]) == 0) {
        return FALSE;
    }
    g_autofree char *own = said_by(edit->doc, node, trait);
    if (own) {
        return FALSE;
    }
    say(edit, node, trait, value ? value : traits[trait].initial);
    return TRUE;
}

static gboolean keep_attributes(SvgEdit *edit, SvgNode *node, const SvgInheritedStyle *before,
                                const SvgInheritedStyle *now)
{
    gboolean changed = FALSE;
    for (gsize i = 0; i < G_N_ELEMENTS(attributes); i++) {
        const char *name = attributes[i][0], *value = before->attributes[i];
        if (g_strcmp0(value, now->attributes[i]) != 0 &&
            !svg_node_attr_len(node, name, strlen(name))) {
            svg_splice_attr(edit->doc, node, name, value ? value : attributes[i][1]);
            changed = TRUE;
        }
    }
    return changed;
}

/* "font-size: 80%" is another size elsewhere. */
static gboolean keep_font_size(SvgEdit *edit, SvgNode *node, double size)
{
    const char *said = svg_style_declared(edit->doc, node, SVG_PROPERTY_FONT_SIZE);
    if (!said || !is_relative(said)) {
        return FALSE;
    }
    char text[SVG_NUMBER_SIZE + 2];
    svg_number_print(size, text);
    g_strlcat(text, "px", sizeof text);
    svg_set_property(edit->doc, node, SVG_PROPERTY_FONT_SIZE, text);
    return TRUE;
}

/* The size the element had in `before`, by the one it has in `now`: both are shares of what is
 * inherited. */
static double size_before(SvgEdit *edit, SvgNode *node, const SvgInheritedStyle *before,
                          const SvgInheritedStyle *now)
{
    SvgStyle style;
    svg_style_of(edit->doc, node, &style);
    return now->font_size > 0 ? style.font_size / now->font_size * before->font_size
                              : before->font_size;
}

gboolean svg_inherited_style_keep(SvgEdit *edit, SvgNode *node, const SvgInheritedStyle *before,
                                  const SvgInheritedStyle *now)
{
    gboolean words = has_words(node), changed = FALSE;
    if (words && before->font_size != now->font_size) {
        double size = size_before(edit, node, before, now);
        changed = keep_font_size(edit, node, size);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(traits); i++) {
        if (words || traits[i].shown == SHOWN) {
            changed = keep_trait(edit, node, before, now, i) || changed;
        }
    }
    return (words && keep_attributes(edit, node, before, now)) || changed;
}
