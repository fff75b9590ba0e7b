/* Computed styles before and after elements were put elsewhere: rules of a style sheet may look at
 * what an element is in, or stands beside. */
#include "edit/appearance.h"

#include "index/ink.h"

#include <math.h>
#include <string.h>

#define SLACK 1e-6 /* of a number: what printing it may do */

typedef struct {
    SvgNode *node;
    const SvgStyle *style;
} Look;

struct _SvgAppearance {
    GArray *list;       /* Look; only what draws something itself */
    GHashTable *styles; /* serial → SvgStyle: there are few of them */
};

void svg_appearance_free(SvgAppearance *appearance)
{
    if (appearance) {
        g_array_unref(appearance->list);
        g_hash_table_unref(appearance->styles);
        g_free(appearance);
    }
}

/* --- comparing -------------------------------------------------------------------------------- */

#define AT(member) G_STRUCT_OFFSET(SvgStyle, member)

/* What shows of a shape, and behind that, what shows of a text only. */
static const gsize doubles[] = {AT(opacity), AT(fill_opacity), AT(stroke_opacity), AT(stroke_width),
                                AT(stroke_miterlimit)};
static const gsize text_doubles[] = {AT(font_size), AT(letter_spacing), AT(word_spacing),
                                     AT(line_height), AT(baseline_shift)};
static const gsize strings[] = {AT(dashes),    AT(dash_offset), AT(marker[0]), AT(marker[1]),
                                AT(marker[2]), AT(clip_path),   AT(mask),      AT(filter)};
static const gsize text_strings[] = {AT(font_family), AT(font_stretch), AT(inline_size),
                                     AT(shape_inside)};
static const gsize ints[] = {AT(displayed),       AT(visible),          AT(stroke_linecap),
                             AT(stroke_linejoin), AT(overflow_visible), AT(non_scaling_stroke)};
static const gsize text_ints[] = {
    AT(font_weight),       AT(font_italic),        AT(text_anchor),    AT(text_align), AT(rtl),
    AT(dominant_baseline), AT(alignment_baseline), AT(preserve_space), AT(vertical)};

static gboolean same_doubles(const SvgStyle *a, const SvgStyle *b, const gsize *at, gsize n)
{
    for (gsize i = 0; i < n; i++) {
        double x = G_STRUCT_MEMBER(double, a, at[i]), y = G_STRUCT_MEMBER(double, b, at[i]);
        if (fabs(x - y) > SLACK * (fabs(x) + fabs(y))) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean same_strings(const SvgStyle *a, const SvgStyle *b, const gsize *at, gsize n)
{
    for (gsize i = 0; i < n; i++) {
        if (g_strcmp0(G_STRUCT_MEMBER(char *, a, at[i]), G_STRUCT_MEMBER(char *, b, at[i])) != 0) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean same_ints(const SvgStyle *a, const SvgStyle *b, const gsize *at, gsize n)
{
    for (gsize i = 0; i < n; i++) {
        if (G_STRUCT_MEMBER(int, a, at[i]) != G_STRUCT_MEMBER(int, b, at[i])) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean same_paint(const SvgPaint *a, const SvgPaint *b)
{
    return a->kind == b->kind && a->rgb == b->rgb && a->alpha == b->alpha &&
           g_strcmp0(a->server, b->server) == 0;
}

static gboolean same_look(const SvgStyle *a, const SvgStyle *b, gboolean text)
{
    if (a->serial && a->serial == b->serial) {
        return TRUE;
    }
    if (!same_paint(&a->fill, &b->fill) || !same_paint(&a->stroke, &b->stroke) ||
        !same_doubles(a, b, doubles, G_N_ELEMENTS(doubles)) ||
        !same_strings(a, b, strings, G_N_ELEMENTS(strings)) ||
        !same_ints(a, b, ints, G_N_ELEMENTS(ints))) {
        return FALSE;
    }
    return !text || (same_doubles(a, b, text_doubles, G_N_ELEMENTS(text_doubles)) &&
                     same_strings(a, b, text_strings, G_N_ELEMENTS(text_strings)) &&
                     same_ints(a, b, text_ints, G_N_ELEMENTS(text_ints)));
}

SvgNode *svg_appearance_find_changed(SvgDocument *doc, SvgAppearance *appearance)
{
    for (guint i = 0; i < appearance->list->len; i++) {
        const Look *look = &g_array_index(appearance->list, Look, i);
        SvgStyle now;
        svg_style_of(doc, look->node, &now);
        gboolean text = svg_node_is(look->node, SVG_TAG_IS_TEXT);
        if (!same_look(look->style, &now, text)) {
            return look->node;
        }
    }
    return NULL;
}

/* --- taking them down ------------------------------------------------------------------------- */

static void add_look(SvgDocument *doc, SvgNode *node, SvgAppearance *appearance)
{
    SvgStyle style;
    svg_style_of(doc, node, &style);
    const SvgStyle *kept = g_hash_table_lookup(appearance->styles, &style.serial);
    if (!kept) {
        SvgStyle *copy = g_memdup2(&style, sizeof style);
        g_hash_table_insert(appearance->styles, &copy->serial, copy);
        kept = copy;
    }
    Look look = {node, kept};
    g_array_append_val(appearance->list, look);
}

static void add_all(SvgDocument *doc, SvgNode *top, SvgAppearance *appearance)
{
    for (SvgNode *node = top; node; node = svg_node_walk(top, node, FALSE)) {
        guint flags = svg_tag_flags(svg_node_tag(node));
        gboolean drawn = (flags & (SVG_TAG_IS_RENDERED | SVG_TAG_IS_TEXT)) != 0;
        if (drawn && !(flags & SVG_TAG_IS_CONTAINER)) {
            add_look(doc, node, appearance);
        }
    }
}

/* Whether there are sheets, and one that looks at neighbours. */
static gboolean find_sheets(SvgDocument *doc, gboolean *siblings)
{
    gboolean any = FALSE;
    *siblings = FALSE;
    if (!svg_document_has_name(doc, "style")) {
        return FALSE;
    }
    for (SvgNode *node = doc->root; node; node = svg_node_walk(doc->root, node, FALSE)) {
        if (svg_node_tag(node) == SVG_TAG_STYLE) {
            g_autofree char *css = svg_node_text(node);
            *siblings = *siblings || svg_sheet_facts(css).siblings;
            any = TRUE;
        }
    }
    return any;
}

gboolean svg_sheets_look_at_neighbours(SvgDocument *doc)
{
    gboolean siblings;
    find_sheets(doc, &siblings);
    return siblings;
}

SvgAppearance *svg_appearance_new(SvgDocument *doc, GPtrArray *nodes)
{
    SvgAppearance *appearance = g_new0(SvgAppearance, 1);
    gboolean siblings;
    appearance->list = g_array_new(FALSE, FALSE, sizeof(Look));
    appearance->styles = g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, g_free);
    if (!find_sheets(doc, &siblings)) {
        return appearance;
    }
    if (siblings) {
        add_all(doc, doc->root, appearance);
    }
    for (guint i = 0; !siblings && i < nodes->len; i++) {
        add_all(doc, nodes->pdata[i], appearance);
    }
    return appearance;
}
