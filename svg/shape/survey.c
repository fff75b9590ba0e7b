/* Looks over a drawing for its layers, colours and fonts: one walk down the tree, styles by
 * inheritance. */
#include "document/document_priv.h"
#include "geometry/text.h"
#include "shape/survey_priv.h"
#include "style/style.h"
#include "values/values.h"

#include <math.h>
#include <string.h>

/* --- pages ------------------------------------------------------------------------------------ */

static void page_free(gpointer data)
{
    SvgPage *page = data;
    g_free(page->id);
    g_free(page->name);
    g_free(page);
}

static gboolean is_named(const SvgNode *node, const char *name)
{
    return node->name && g_str_equal(node->name->str, name);
}

static char *label_of(const SvgNode *node)
{
    const char *label = svg_node_attr(node, "inkscape:label");
    return label && *label ? g_strdup(label) : NULL;
}

static void add_page(SvgDocument *doc, SvgNode *node, GPtrArray *pages)
{
    static const char *const names[] = {"x", "y", "width", "height"};
    double n[G_N_ELEMENTS(names)];
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        const char *text = svg_node_attr_len(node, names[i], strlen(names[i]));
        if (!text || !svg_number_parse(text, &n[i])) {
            return;
        }
    }
    if (n[2] > 0 && n[3] > 0) {
        SvgPage page = {g_strdup(svg_node_id(doc, node)), label_of(node), {n[0], n[1], n[2], n[3]}};
        g_ptr_array_add(pages, g_memdup2(&page, sizeof page));
    }
}

static SvgNode *find_namedview(SvgDocument *doc)
{
    SvgNode *node = svg_node_first_element(svg_document_root(doc));
    while (node && !is_named(node, "sodipodi:namedview")) {
        node = svg_node_next_element(node);
    }
    return node;
}

GPtrArray *svg_document_pages(SvgDocument *doc)
{
    GPtrArray *pages = g_ptr_array_new_with_free_func(page_free);
    SvgNode *view = find_namedview(doc);
    for (SvgNode *node = view ? svg_node_first_element(view) : NULL; node;
         node = svg_node_next_element(node)) {
        if (is_named(node, "inkscape:page")) {
            add_page(doc, node, pages);
        }
    }
    if (pages->len == 0) {
        SvgPage only = {NULL, NULL, svg_document_page(doc)};
        g_ptr_array_add(pages, g_memdup2(&only, sizeof only));
    }
    return pages;
}

char *svg_pages_names(const GPtrArray *pages)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < pages->len; i++) {
        const SvgPage *page = pages->pdata[i];
        const char *name = page->name ? page->name : page->id;
        g_autofree char *shown = name ? svg_name_shown(name) : NULL;
        if (shown) {
            g_string_append_printf(out, "%s\"%s\"", out->len ? ", " : "", shown);
        }
    }
    return g_string_free(out, FALSE);
}

const SvgPage *svg_pages_find(const GPtrArray *pages, const char *name)
{
    const SvgPage *by_id = NULL;
    for (guint i = 0; i < pages->len; i++) {
        const SvgPage *page = pages->pdata[i];
        if (g_strcmp0(page->name, name) == 0) {
            return page;
        }
        by_id = g_strcmp0(page->id, name) == 0 ? page : by_id;
    }
    return by_id;
}

/* --- guides ----------------------------------------------------------------------------------- */

static void guide_free(gpointer data)
{
    SvgGuide *guide = data;
    g_free(guide->name);
    g_free(guide);
}

/* "x,y" */
static gboolean read_pair(const char *text, SvgPoint *out)
{
    return text && svg_number_read(&text, &out->x) && (svg_skip_comma(&text), TRUE) &&
           svg_number_read(&text, &out->y);
}

/* It is told by what is at a right angle to it, with y upwards; older files have a word. */
static double angle_of(const char *orientation)
{
    SvgPoint across;
    if (g_strcmp0(orientation, "vertical") == 0) {
        return 90;
    }
    if (!read_pair(orientation, &across) || (across.x == 0 && across.y == 0)) {
        return 0;
    }
    double angle = fmod(atan2(-across.x, -across.y) * (180 / G_PI) + 360, 180);
    return angle > 180 - 1e-6 ? 0 : angle;
}

/* Places are counted from the page's lower left corner. */
static void add_guide(SvgDocument *doc, const SvgNode *node, GPtrArray *guides)
{
    SvgBox page = svg_document_page(doc);
    SvgPoint at;
    if (read_pair(svg_node_attr(node, "position"), &at)) {
        SvgGuide guide = {label_of(node),
                          {page.x + at.x, page.y + page.h - at.y},
                          angle_of(svg_node_attr(node, "orientation"))};
        g_ptr_array_add(guides, g_memdup2(&guide, sizeof guide));
    }
}

GPtrArray *svg_document_guides(SvgDocument *doc)
{
    GPtrArray *guides = g_ptr_array_new_with_free_func(guide_free);
    SvgNode *view = find_namedview(doc);
    for (SvgNode *node = view ? svg_node_first_element(view) : NULL; node;
         node = svg_node_next_element(node)) {
        if (is_named(node, "sodipodi:guide")) {
            add_guide(doc, node, guides);
        }
    }
    return guides;
}

/* --- the walk --------------------------------------------------------------------------------- */

/* An element that is open. */
typedef struct {
    const SvgNode *node;
    SvgStyle style;
    const char *layer; /* that it is, or is in; NULL */
    gboolean text;     /* an element with words, or in one */
    gboolean html;     /* HTML, or what it is in */
} Level;

typedef struct {
    SvgDocument *doc;
    GArray *levels;     /* Level */
    GHashTable *colors; /* "#rrggbb" as a number + 1 → SvgUse in `survey` */
    GHashTable *fonts;  /* font-family as written, and a family in small letters → SvgUse */
    const char *current;
    SvgSurvey *survey;
} Walk;

static void use_free(gpointer data)
{
    SvgUse *use = data;
    g_free(use->value);
    g_free(use);
}

static void layer_free(gpointer data)
{
    SvgLayer *layer = data;
    g_free(layer->id);
    g_free(layer->name);
    g_free(layer->parent);
    g_free(layer);
}

void svg_survey_free(SvgSurvey *survey)
{
    if (survey) {
        g_ptr_array_unref(survey->layers);
        g_ptr_array_unref(survey->colors);
        g_ptr_array_unref(survey->fonts);
        g_free(survey);
    }
}

static SvgUse *add_use(GPtrArray *uses, char *value)
{
    SvgUse *use = g_new0(SvgUse, 1);
    use->value = value;
    g_ptr_array_add(uses, use);
    return use;
}

static void count_paint(Walk *walk, const SvgPaint *paint, double opacity)
{
    if (paint->kind != SVG_PAINT_COLOR || paint->alpha <= 0 || opacity <= 0) {
        return;
    }
    gpointer key = GUINT_TO_POINTER(paint->rgb + 1);
    SvgUse *use = g_hash_table_lookup(walk->colors, key);
    if (!use) {
        use = add_use(walk->survey->colors, g_strdup_printf("#%06x", paint->rgb & 0xffffff));
        g_hash_table_insert(walk->colors, key, use);
    }
    use->count++;
}

static void count_paints(Walk *walk, const SvgStyle *style)
{
    count_paint(walk, &style->fill, style->fill_opacity);
    count_paint(walk, &style->stroke, style->stroke_width > 0 ? style->stroke_opacity : 0);
}

char *svg_family_first(const char *families)
{
    g_autofree char *text = g_strdup(families);
    char *name = g_strstrip(text);
    const char *end = *name == '"' ? "\"" : *name == '\'' ? "'" : ",";
    name += *end != ',';
    name[strcspn(name, end)] = '\0';
    return g_strdup(g_strstrip(name));
}

gboolean svg_font_is_installed(const char *family)
{
    return svg_text_find_font(family) == SVG_FONT_FIRST || svg_text_is_generic(family);
}

static SvgUse *find_font(Walk *walk, const char *families)
{
    g_autofree char *name = svg_family_first(families), *folded = g_utf8_casefold(name, -1);
    SvgUse *use = g_hash_table_lookup(walk->fonts, folded);
    if (!use) {
        use = add_use(walk->survey->fonts, g_steal_pointer(&name));
        g_hash_table_insert(walk->fonts, g_steal_pointer(&folded), use);
    }
    g_hash_table_insert(walk->fonts, g_strdup(families), use);
    return use;
}

static void count_font(Walk *walk, const SvgStyle *style)
{
    const char *families = style->font_family ? style->font_family : "sans-serif";
    SvgUse *use = g_hash_table_lookup(walk->fonts, families);
    use = use ? use : find_font(walk, families);
    use->count++;
}

static void add_layer(Walk *walk, SvgNode *node, Level *level)
{
    const char *id = svg_node_id(walk->doc, node);
    SvgLayer layer = {
        .id = g_strdup(id),
        .name = label_of(node),
        .parent = g_strdup(level->layer),
        .locked = svg_node_is_locked(node),
        .hidden = !level->style.displayed || !level->style.visible,
        .current = g_strcmp0(id, walk->current) == 0,
    };
    g_ptr_array_add(walk->survey->layers, g_memdup2(&layer, sizeof layer));
    level->layer = id;
}

/* The open element that the node is in; NULL for the root. */
static const Level *level_of(Walk *walk, const SvgNode *node)
{
    GArray *levels = walk->levels;
    while (levels->len > 0 && g_array_index(levels, Level, levels->len - 1).node != node->parent) {
        g_array_set_size(levels, levels->len - 1);
    }
    return levels->len > 0 ? &g_array_index(levels, Level, levels->len - 1) : NULL;
}

static gboolean is_seen(const Level *level)
{
    return level->style.displayed && level->style.visible;
}

/* Whether what is in it is looked at. */
static gboolean enter(Walk *walk, SvgNode *node)
{
    guint flags = svg_tag_flags(svg_node_tag(node));
    const Level *parent = level_of(walk, node);
    Level level = {.node = node,
                   .layer = parent ? parent->layer : NULL,
                   .text = (flags & SVG_TAG_IS_WORDS) || (parent && parent->text),
                   .html = (flags & SVG_TAG_IS_HTML) || (parent && parent->html)};
    SvgStyle initial;
    if (!parent) {
        svg_style_initial(&initial);
    }
    svg_style_compute(walk->doc, node, parent ? &parent->style : &initial, &level.style);
    if (g_strcmp0(svg_node_attr(node, "inkscape:groupmode"), "layer") == 0) {
        add_layer(walk, node, &level);
    }
    if ((flags & SVG_TAG_IS_SHAPE) && is_seen(&level)) {
        count_paints(walk, &level.style);
    }
    g_array_append_val(walk->levels, level);
    return (flags & (SVG_TAG_IS_CONTAINER | SVG_TAG_IS_WORDS)) != 0 || level.html;
}

static void read_text(Walk *walk, const SvgNode *text)
{
    const Level *level = level_of(walk, text);
    if (level && level->text && is_seen(level) && text->text &&
        text->text[strspn(text->text, " \t\r\n")] != '\0') {
        const SvgPaint ink = {SVG_PAINT_COLOR, level->style.color, 1, NULL};
        if (level->html) {
            count_paint(walk, &ink, 1);
        } else {
            count_paints(walk, &level->style);
        }
        count_font(walk, &level->style);
    }
}

static int by_count(gconstpointer a, gconstpointer b)
{
    const SvgUse *p = *(SvgUse *const *)a, *q = *(SvgUse *const *)b;
    return p->count != q->count ? (p->count < q->count) - (p->count > q->count)
                                : strcmp(p->value, q->value);
}

SvgSurvey *svg_survey_some(SvgDocument *doc, guint most, guint *looked)
{
    SvgSurvey *survey = g_new(SvgSurvey, 1);
    *survey = (SvgSurvey){g_ptr_array_new_with_free_func(layer_free),
                          g_ptr_array_new_with_free_func(use_free),
                          g_ptr_array_new_with_free_func(use_free)};
    g_autoptr(GArray) levels = g_array_new(FALSE, FALSE, sizeof(Level));
    g_autoptr(GHashTable) colors = g_hash_table_new(NULL, NULL);
    g_autoptr(GHashTable) fonts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    const SvgNode *view = find_namedview(doc);
    const char *current = view ? svg_node_attr(view, "inkscape:current-layer") : NULL;
    Walk walk = {doc, levels, colors, fonts, current, survey};
    SvgNode *root = svg_document_root(doc);
    gboolean skip = FALSE;
    *looked = 0;
    for (SvgNode *at = root; at && *looked < most; at = svg_node_walk(root, at, skip)) {
        skip = at->name && !enter(&walk, at);
        *looked += at->name != NULL;
        if (!at->name) {
            read_text(&walk, at);
        }
    }
    g_ptr_array_sort(survey->colors, by_count);
    g_ptr_array_sort(survey->fonts, by_count);
    return survey;
}

SvgSurvey *svg_document_survey(SvgDocument *doc)
{
    guint looked;
    return svg_survey_some(doc, G_MAXUINT, &looked);
}
