/* What programs draw differently: the table in unlike.def, and where it matters. */
#include "lint/linter.h"
#include "shape/content.h"
#include "style/style.h"
#include "values/values.h"

#include <math.h>
#include <string.h>

#define AS_LARGE 0.2 /* a scale that differs less from 1 isn't seen of a stroke */

typedef enum { ELEMENT, ATTRIBUTE, PROPERTY, SHEET } Where;

/* Where something is written. */
typedef struct {
    const SvgLinter *linter;
    guint thing; /* of whose drawing it is; SVG_NO_ENTRY: of a style sheet */
    SvgNode *node;
    const char *value; /* of an attribute or a property; of a sheet, from there on; else NULL */
    gboolean in_style; /* and not as an attribute */
    const char *name;
} Site;

typedef gboolean (*HoldsFunc)(const Site *site);

/* --- where it matters ------------------------------------------------------------------------- */

static gboolean is_always(const Site *site)
{
    (void)site;
    return TRUE;
}

/* A <switch> that has something else for who doesn't know it; nothing in it; nobody sees it. */
static gboolean has_no_fallback(const Site *site)
{
    const SvgNode *parent = site->node->parent;
    g_autofree char *words = svg_content_read(site->node);

    return (!parent || svg_node_tag(parent) != SVG_TAG_SWITCH) &&
           (svg_node_first_element(site->node) || words);
}

static gboolean is_plain_href(const Site *site)
{
    SvgTag tag = svg_node_tag(site->node);

    return (tag == SVG_TAG_USE || tag == SVG_TAG_IMAGE || tag == SVG_TAG_TEXT_PATH) &&
           !svg_node_attr(site->node, "xlink:href");
}

static gboolean is_zero(const char *text)
{
    return text[strspn(text, "0 .,pxt%")] == '\0';
}

static gboolean has_transform(const Site *site)
{
    const char *transform = svg_node_value(site->node, SVG_ATTR_TRANSFORM);

    return transform &&
           (strstr(transform, "rotate") || strstr(transform, "scale") ||
            strstr(transform, "skew") || strstr(transform, "matrix")) &&
           !is_zero(site->value);
}

static gboolean is_dashed(const Site *site)
{
    SvgStyle style;

    svg_style_of(site->linter->doc, site->node, &style);
    return style.dashes && style.stroke.kind != SVG_PAINT_NONE;
}

static gboolean is_word(const char *value, const char *const *words)
{
    for (; *words; words++) {
        if (g_ascii_strcasecmp(value, *words) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean is_set(const Site *site)
{
    static const char *const unset[] = {"none", "normal", "auto", "initial", "inherit", "", NULL};

    return !is_word(site->value, unset);
}

/* An attribute that says the same counts for who ignores the property. */
static gboolean is_css_only(const Site *site)
{
    return site->in_style && is_set(site) && !svg_node_value(site->node, SVG_ATTR_TRANSFORM);
}

static gboolean is_scaled_stroke(const Site *site)
{
    const SvgEntry *entry = svg_scene_entry(site->linter->scene, site->thing);
    SvgMatrix m = svg_scene_matrix(site->linter->scene, entry);
    double scale = svg_matrix_scale(m) / site->linter->px;

    return strcmp(site->value, "non-scaling-stroke") == 0 && entry->stroke.kind != SVG_PAINT_NONE &&
           fabs(scale - 1) > AS_LARGE;
}

static gboolean is_baseline(const Site *site)
{
    static const char *const usual[] = {"auto",        "alphabetic", "baseline", "inherit",
                                        "no-change",   "use-script", "initial",  "text-bottom",
                                        "ideographic", "",           NULL};

    return svg_node_is(site->node, SVG_TAG_IS_TEXT) && !is_word(site->value, usual);
}

static gboolean has_places(const SvgNode *text)
{
    for (const SvgNode *child = svg_node_first_element(text); child;
         child = svg_node_next_element(child)) {
        if (svg_node_value(child, SVG_ATTR_X) || svg_node_value(child, SVG_ATTR_Y)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Inkscape writes the lines that it broke, too. */
static gboolean is_unbroken(const Site *site)
{
    return svg_node_tag(site->node) == SVG_TAG_TEXT && is_set(site) && !is_zero(site->value) &&
           !has_places(site->node);
}

static gboolean is_function(const Site *site)
{
    return strchr(site->value, '(') && !strstr(site->value, "url(");
}

/* Of a property of CSS that isn't known, the attribute counts. */
static gboolean has_other(const Site *site)
{
    return site->in_style && svg_node_attr_len(site->node, site->name, strlen(site->name));
}

static gboolean is_newer_color(const Site *site)
{
    static const char *const names[] = {"hwb(",   "lab(",       "lch(",        "oklab(", "oklch(",
                                        "color(", "color-mix(", "light-dark(", "var(",   NULL};

    for (guint i = 0; names[i]; i++) {
        if (g_str_has_prefix(site->value, names[i])) {
            return !has_other(site);
        }
    }
    return FALSE;
}

/* What isn't known as a stroke is none. */
static gboolean is_alpha_color(const Site *site)
{
    const char *value = site->value;
    gsize n = strlen(value);
    gboolean hex = value[0] == '#' && (n == 5 || n == 9);
    gboolean function =
        g_str_has_prefix(value, "rgba(") || g_str_has_prefix(value, "hsla(") ||
        (g_str_has_prefix(value, "rgb(") && !strchr(value, ',') && strchr(value, ')'));
    gboolean clear = strcmp(value, "transparent") == 0 && strcmp(site->name, "fill") == 0;

    return (hex || function || clear) && !has_other(site);
}

static gboolean is_percent(const Site *site)
{
    return svg_length_is_percent(site->value) && strncmp(site->value, "100", 3) != 0;
}

static gboolean is_of_root(const Site *site)
{
    return g_str_has_suffix(site->value, "rem") || g_str_has_suffix(site->value, "vw") ||
           g_str_has_suffix(site->value, "vh");
}

/* What is for paper or for dark screens isn't seen on most. */
static gboolean is_shown(const Site *site)
{
    const char *block = strchr(site->value, '{');
    g_autofree char *query =
        block ? g_strndup(site->value, (gsize)(block - site->value)) : g_strdup("print");

    return !strstr(query, "print") && !strstr(query, "dark") && !strstr(query, "hover") &&
           !strstr(query, "reduced") && !strstr(query, "contrast") && !strstr(query, "max-");
}

/* --- the table -------------------------------------------------------------------------------- */

static const struct {
    Where where;
    const char *name;
    HoldsFunc holds;
    const char *says;
} features[] = {
#define SVG_UNLIKE(where, name, holds, says) {where, name, holds, says},
#include "lint/unlike.def"
#undef SVG_UNLIKE
};
G_STATIC_ASSERT(G_N_ELEMENTS(features) < 64);

typedef struct {
    SvgLinter *linter;
    GArray *things[G_N_ELEMENTS(features)];     /* guint; NULL: none */
    gboolean in_sheets[G_N_ELEMENTS(features)]; /* of a property: a sheet says something of it */
    gboolean odd;                               /* there are such values in a sheet */
    guint64 everywhere;                         /* bits of these */
    GHashTable *named;                          /* SvgName * → guint64: features_named() */
} Unlike;

/* -1 for one that isn't read from style sheets. */
static int property_number(guint feature)
{
    const char *name = features[feature].name;

    return svg_property_from_name(name, strlen(name));
}

static void note(Unlike *unlike, guint feature, guint thing)
{
    GArray **things = &unlike->things[feature];

    *things = *things ? *things : g_array_new(FALSE, FALSE, sizeof(guint));
    if ((*things)->len == 0 || g_array_index(*things, guint, (*things)->len - 1) != thing) {
        g_array_append_val(*things, thing);
    }
}

/* As the author wrote it, or by a rule of a style sheet; the caller's. */
static char *property_of(const Unlike *unlike, guint feature, Site *site, const char *style)
{
    const char *name = features[feature].name;
    char *inline_one = style && strstr(style, name) ? svg_declarations_get(style, name) : NULL;
    int property = property_number(feature);
    const char *said;

    site->in_style = TRUE;
    if (inline_one) {
        return inline_one;
    }
    if (unlike->in_sheets[feature]) {
        said = svg_style_declared(unlike->linter->doc, site->node, (SvgProperty)property);
        if (said && said != svg_node_attr_len(site->node, name, strlen(name))) {
            return g_strdup(said);
        }
    }
    site->in_style = FALSE;
    return NULL;
}

static void check_property(Unlike *unlike, guint feature, Site site, const char *style)
{
    g_autofree char *value = property_of(unlike, feature, &site, style);

    site.value = value ? value : svg_node_attr_len(site.node, site.name, strlen(site.name));
    if (site.value && features[feature].holds(&site)) {
        note(unlike, feature, site.thing);
    }
}

/* Of the features that an attribute has the name of, or a style="" may have: one bit each. */
static guint64 features_named(Unlike *unlike, const SvgName *name)
{
    guint64 *known = g_hash_table_lookup(unlike->named, name);

    if (!known) {
        known = g_new0(guint64, 1);
        for (guint i = 0; i < G_N_ELEMENTS(features); i++) {
            gboolean same = strcmp(features[i].name, name->str) == 0;

            *known |= same && features[i].where != SHEET ? (guint64)1 << i : 0;
        }
        g_hash_table_insert(unlike->named, (gpointer)name, known);
    }
    return *known;
}

/* Those that may be written at the element: so few that they can be looked at. */
static guint64 features_of(Unlike *unlike, const SvgNode *node, const char *style)
{
    guint64 found = unlike->everywhere | features_named(unlike, node->name);

    for (guint i = 0; i < node->n_attrs; i++) {
        found |= features_named(unlike, node->attrs[i].name);
    }
    for (guint i = 0; style && i < G_N_ELEMENTS(features); i++) {
        gboolean said = features[i].where == PROPERTY && strstr(style, features[i].name) != NULL;

        found |= said ? (guint64)1 << i : 0;
    }
    return found;
}

static void check_feature(Unlike *unlike, guint feature, guint thing, SvgNode *node,
                          const char *style)
{
    const char *name = features[feature].name;
    Site site = {unlike->linter, thing, node, NULL, FALSE, name};

    if (features[feature].where == PROPERTY) {
        check_property(unlike, feature, site, style);
        return;
    }
    site.value = svg_node_attr_len(node, name, strlen(name));
    if ((features[feature].where == ELEMENT ? strcmp(node->name->str, name) == 0
                                            : site.value != NULL) &&
        features[feature].holds(&site)) {
        note(unlike, feature, thing);
    }
}

static void check_node(Unlike *unlike, guint thing, SvgNode *node)
{
    const char *style = svg_node_value(node, SVG_ATTR_STYLE);
    guint64 found = features_of(unlike, node, style);

    for (guint i = 0; found >> i != 0; i++) {
        if (found >> i & 1) {
            check_feature(unlike, i, thing, node, style);
        }
    }
}

/* --- style sheets ----------------------------------------------------------------------------- */

/* Behind comments. */
static const char *find_in_sheet(const char *sheet, const char *name)
{
    const char *at = strstr(sheet, name);

    for (; at; at = strstr(at + 1, name)) {
        const char *comment = NULL, *end;

        for (const char *from = sheet; (from = strstr(from, "/*")) && from < at; from += 2) {
            comment = from;
        }
        end = comment ? strstr(comment, "*/") : NULL;
        if (!comment || (end && end < at)) {
            return at;
        }
    }
    return NULL;
}

/* The caller's. */
static char *sheet_of(const SvgNode *node)
{
    GString *sheet = g_string_new(NULL);

    for (const SvgNode *child = node->first; child; child = child->next) {
        if (!child->name && child->text) {
            g_string_append(sheet, child->text);
        }
    }
    return g_string_free(sheet, FALSE);
}

/* A value that one of the functions about colours and numbers may be for. */
static gboolean has_odd_value(const char *sheet)
{
    static const char *const odd[] = {
        "rgba(",      "hsla(",       "rgb(", "transparent", "hwb(", "lab(", "lch(", "color(",
        "color-mix(", "light-dark(", "var(", "%",           "rem",  "vw",   "vh",   NULL};

    for (guint i = 0; odd[i]; i++) {
        if (strstr(sheet, odd[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

static void check_sheet(Unlike *unlike, SvgNode *node)
{
    g_autofree char *sheet = sheet_of(node);

    unlike->odd = unlike->odd || has_odd_value(sheet);
    for (guint i = 0; i < G_N_ELEMENTS(features); i++) {
        Site site = {unlike->linter, SVG_NO_ENTRY, node, NULL, FALSE, features[i].name};

        site.value = features[i].where == SHEET ? find_in_sheet(sheet, features[i].name) : NULL;
        if (site.value && features[i].holds(&site)) {
            svg_linter_report_node(unlike->linter, SVG_LINT_DRAWN_DIFFERENTLY, node,
                                   "The style sheet has %s: %s.", features[i].name,
                                   features[i].says);
        }
    }
}

static void check_sheets(Unlike *unlike)
{
    SvgNode *root = svg_document_root(unlike->linter->doc);

    for (SvgNode *at = root; at; at = svg_node_walk(root, at, FALSE)) {
        if (at->name && svg_node_tag(at) == SVG_TAG_STYLE) {
            check_sheet(unlike, at);
        }
    }
}

/* --- all -------------------------------------------------------------------------------------- */

static void report_feature(Unlike *unlike, guint feature)
{
    const GArray *things = unlike->things[feature];
    const guint *first = &g_array_index(things, guint, 0);
    g_autofree char *words = svg_linter_words(unlike->linter, *first);
    g_autofree char *others =
        things->len > 1 ? g_strdup_printf(" and %u more use", things->len - 1) : g_strdup(" uses");

    svg_linter_report(unlike->linter, SVG_LINT_DRAWN_DIFFERENTLY, first, things->len,
                      "%s%s %s: %s.", words, others, features[feature].name,
                      features[feature].says);
}

static void check_thing(Unlike *unlike, guint thing)
{
    SvgNode *top = svg_scene_entry(unlike->linter->scene, thing)->node;
    gboolean text = unlike->linter->facts[thing].text;

    check_node(unlike, thing, top);
    for (SvgNode *at = text ? svg_node_walk(top, top, FALSE) : NULL; at;
         at = svg_node_walk(top, at, FALSE)) {
        if (at->name) {
            check_node(unlike, thing, at);
        }
    }
}

static gboolean is_about_value(HoldsFunc holds)
{
    return holds == is_newer_color || holds == is_alpha_color || holds == is_percent ||
           holds == is_of_root;
}

/* What style sheets say has to be looked up at each element, where it may matter. */
static void find_in_sheets(Unlike *unlike)
{
    for (guint i = 0; i < G_N_ELEMENTS(features); i++) {
        int property = features[i].where == PROPERTY ? property_number(i) : -1;

        unlike->in_sheets[i] = property >= 0 &&
                               (unlike->odd || !is_about_value(features[i].holds)) &&
                               svg_style_in_sheets(unlike->linter->doc, (SvgProperty)property);
        unlike->everywhere |= unlike->in_sheets[i] ? (guint64)1 << i : 0;
    }
}

void svg_lint_drawn_differently(SvgLinter *linter)
{
    g_autoptr(GHashTable) named = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    Unlike unlike = {.linter = linter, .named = named};

    check_sheets(&unlike);
    find_in_sheets(&unlike);
    for (guint i = 0; i < linter->near->len; i++) {
        guint thing = svg_linter_near(linter, i);

        if (svg_scene_entry(linter->scene, thing)->visible) {
            check_thing(&unlike, thing);
        }
    }
    for (guint i = 0; i < G_N_ELEMENTS(features); i++) {
        if (unlike.things[i]) {
            report_feature(&unlike, i);
            g_array_unref(unlike.things[i]);
        }
    }
}
