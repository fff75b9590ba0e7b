/* One colour in place of another, wherever it is. */
#include "edit/color_sites.h"
#include "edit/paint.h"
#include "shape/scene.h"
#include "values/color.h"

#include <stdlib.h>

#define MOST_NAMED 8 /* colours and shapes that a message names */

/* --- where to look ---------------------------------------------------------------------------- */

typedef struct {
    SvgEdit *edit;
    SvgRecolor *recolor;
    GArray *sites;      /* SvgColorSite */
    GPtrArray *shapes;  /* SvgNode: of each site the shape that it is known as */
    GHashTable *looked; /* SvgNode: elements that were looked at */
} Looking;

static gboolean is_drawn_elsewhere(const SvgNode *node)
{
    SvgTag tag = svg_node_tag(node);
    return svg_node_is(node, SVG_TAG_IS_DEFINITION | SVG_TAG_IS_REMARK) ||
           tag == SVG_TAG_METADATA || tag == SVG_TAG_FLOW_REGION;
}

static SvgNode *drawn_around(SvgNode *node)
{
    while (node->parent && !svg_node_is(node, SVG_TAG_IS_RENDERED)) {
        node = node->parent;
    }
    return node;
}

static void look_at(Looking *looking, SvgNode *node)
{
    if (!node->name || !g_hash_table_add(looking->looked, node)) {
        return;
    }
    svg_color_sites_add(looking->recolor, node, looking->sites);
    while (looking->shapes->len < looking->sites->len) {
        SvgScene *scene = svg_scene_of(looking->edit->doc);
        g_ptr_array_add(looking->shapes, svg_scene_known_as(scene, drawn_around(node)));
    }
}

static void look_in(Looking *looking, SvgNode *top)
{
    gboolean skip = FALSE;
    for (SvgNode *at = top; at; at = svg_node_walk(top, at, skip)) {
        skip = is_drawn_elsewhere(at);
        if (!skip) {
            look_at(looking, at);
        }
    }
}

static void look_at_shape(Looking *looking, SvgNode *shape)
{
    g_autoptr(GPtrArray) labels = svg_node_labels(looking->edit, shape);
    look_in(looking, shape);
    for (guint i = 0; i < labels->len; i++) {
        look_in(looking, labels->pdata[i]);
    }
}

static gboolean look(Looking *looking, const char *const *ids, GError **error)
{
    if (!ids) {
        look_in(looking, looking->edit->doc->root);
        return TRUE;
    }
    for (; *ids; ids++) {
        SvgNode *shape = svg_edit_find(looking->edit, *ids, error);
        if (!shape) {
            return FALSE;
        }
        look_at_shape(looking, shape);
    }
    return TRUE;
}

/* --- which colours ---------------------------------------------------------------------------- */

typedef struct {
    guint32 rgb;
    guint count;
} Use;

static void count_one(guint32 rgb, gpointer data)
{
    gpointer key = GUINT_TO_POINTER(rgb + 1);
    guint n = GPOINTER_TO_UINT(g_hash_table_lookup(data, key));
    g_hash_table_insert(data, key, GUINT_TO_POINTER(n + 1));
}

static int by_count(gconstpointer a, gconstpointer b)
{
    const Use *p = a, *q = b;
    return p->count != q->count ? (p->count < q->count) - (p->count > q->count)
                                : (p->rgb > q->rgb) - (p->rgb < q->rgb);
}

/* Use, the most frequent first; the caller's. */
static GArray *uses_of(const Looking *looking)
{
    g_autoptr(GHashTable) counts = g_hash_table_new(NULL, NULL);
    GArray *uses = g_array_new(FALSE, FALSE, sizeof(Use));
    GHashTableIter iter;
    gpointer key, n;
    for (guint i = 0; i < looking->sites->len; i++) {
        svg_color_site_each(looking->recolor, &g_array_index(looking->sites, SvgColorSite, i),
                            count_one, counts);
    }
    g_hash_table_iter_init(&iter, counts);
    while (g_hash_table_iter_next(&iter, &key, &n)) {
        Use use = {GPOINTER_TO_UINT(key) - 1, GPOINTER_TO_UINT(n)};
        g_array_append_val(uses, use);
    }
    g_array_sort(uses, by_count);
    return uses;
}

/* What a name stands for exactly: the palette's and what CSS has for it. */
typedef struct {
    const char *name; /* NULL: it isn't one of the palette */
    guint32 rgb[2];
    guint n;
} From;

static const char *palette_name(const char *name)
{
    const char *const *names = svg_palette_names();
    while (*names && g_ascii_strcasecmp(*names, name) != 0) {
        names++;
    }
    return *names;
}

static gboolean read_from(SvgEdit *edit, const char *text, From *out, GError **error)
{
    double alpha = 0;
    *out = (From){.name = palette_name(text)};
    g_autofree char *css = out->name ? svg_palette_css(out->name, FALSE) : NULL;
    if (svg_color_parse(text, &out->rgb[0], &alpha) && alpha > 0) {
        out->n++;
    }
    if (css && svg_color_parse(css, &out->rgb[out->n], &alpha)) {
        out->n++;
    }
    if (out->n == 0) {
        g_free(svg_paint_css(edit, text, FALSE, error)); /* in its words */
    }
    return out->n > 0;
}

static gboolean is_exactly(const From *from, guint32 rgb)
{
    return from->rgb[0] == rgb || (from->n > 1 && from->rgb[1] == rgb);
}

static gboolean is_called(const From *from, guint32 rgb)
{
    char css[8];
    g_snprintf(css, sizeof css, "#%06x", rgb & 0xffffff);
    return g_strcmp0(svg_palette_nearest(css), from->name) == 0;
}

/* How many of them `from` is. */
static guint mean(SvgRecolor *recolor, const From *from, const GArray *uses, gboolean exactly,
                  SvgRecolored *out)
{
    guint n = 0;
    for (guint i = 0; i < uses->len; i++) {
        guint32 rgb = g_array_index(uses, Use, i).rgb;
        if (exactly ? is_exactly(from, rgb) : is_called(from, rgb)) {
            svg_recolor_from(recolor, rgb);
            if (n < G_N_ELEMENTS(out->meant)) {
                out->meant[out->n_meant++] = rgb;
            }
            n++;
        }
    }
    return n;
}

static void refuse_absent(const char *from, const GArray *uses, gboolean some, GError **error)
{
    g_autoptr(GString) there = g_string_new(NULL);
    for (guint i = 0; i < MIN(uses->len, MOST_NAMED); i++) {
        const Use *use = &g_array_index(uses, Use, i);
        g_string_append_printf(there, "%s#%06x (%u)", i ? ", " : "", use->rgb, use->count);
    }
    if (uses->len > MOST_NAMED) {
        g_string_append_printf(there, " and %u more", uses->len - MOST_NAMED);
    }
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "nothing %s is \"%.40s\"; %s%s",
                some ? "of these shapes" : "in the drawing", from,
                uses->len ? "the colours there: " : "there are no colours there", there->str);
}

static gboolean find_from(const Looking *looking, const char *text, gboolean some,
                          SvgRecolored *out, GError **error)
{
    From from;
    if (!read_from(looking->edit, text, &from, error)) {
        return FALSE;
    }
    g_autoptr(GArray) uses = uses_of(looking);
    gboolean found = mean(looking->recolor, &from, uses, TRUE, out) > 0 ||
                     (from.name && mean(looking->recolor, &from, uses, FALSE, out) > 0);
    if (!found) {
        refuse_absent(text, uses, some, error);
    }
    return found;
}

static gboolean find_to(const Looking *looking, const char *text, const SvgRecolored *meant,
                        GError **error)
{
    guint32 rgb;
    double alpha;
    g_autofree char *css = svg_paint_css(looking->edit, text, FALSE, error);
    if (!css || !svg_color_parse(css, &rgb, &alpha)) {
        return FALSE;
    }
    if (meant->n_meant == 1 && meant->meant[0] == rgb) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "\"%.40s\" is %s here, which is what they have already", text, css);
        return FALSE;
    }
    svg_recolor_to(looking->recolor, rgb);
    return TRUE;
}

/* --- all of them ------------------------------------------------------------------------------ */

/* Shapes by what becomes of them, each once in a list. */
enum { DONE, LOCKED, BEYOND, N_LISTS };
typedef struct {
    GPtrArray *lists[N_LISTS]; /* SvgNode */
    GHashTable *known;         /* SvgNode → bits of the lists that it is in */
} Sorted;

static void sorted_init(Sorted *sorted)
{
    for (guint i = 0; i < N_LISTS; i++) {
        sorted->lists[i] = g_ptr_array_new();
    }
    sorted->known = g_hash_table_new(NULL, NULL);
}

static void sorted_clear(Sorted *sorted)
{
    for (guint i = 0; i < N_LISTS; i++) {
        g_ptr_array_unref(sorted->lists[i]);
    }
    g_hash_table_unref(sorted->known);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Sorted, sorted_clear)

static void put(Sorted *sorted, guint list, SvgNode *shape)
{
    guint bits = GPOINTER_TO_UINT(g_hash_table_lookup(sorted->known, shape));
    if (!(bits & 1u << list)) {
        g_hash_table_insert(sorted->known, shape, GUINT_TO_POINTER(bits | 1u << list));
        g_ptr_array_add(sorted->lists[list], shape);
    }
}

/* The sites that may be changed. All are asked before one is: else the drawing would be read again
 * for each. */
static GArray *choose(const Looking *looking, Sorted *sorted)
{
    SvgEdit *edit = looking->edit;
    GArray *chosen = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < looking->sites->len; i++) {
        const SvgColorSite *site = &g_array_index(looking->sites, SvgColorSite, i);
        SvgNode *shape = looking->shapes->pdata[i];
        if (!svg_recolor_concerns(looking->recolor, site)) {
            continue;
        }
        if (!svg_locks_allow_change(edit->doc, site->node, NULL) ||
            !svg_locks_allow_looks(edit->doc, site->node, NULL)) {
            put(sorted, LOCKED, shape);
        } else if (!svg_scope_allows(edit, shape, NULL)) {
            put(sorted, BEYOND, shape);
        } else {
            g_array_append_val(chosen, i);
        }
    }
    return chosen;
}

static void recolor(const Looking *looking, Sorted *sorted)
{
    g_autoptr(GArray) chosen = choose(looking, sorted);
    for (guint i = 0; i < chosen->len; i++) {
        guint at = g_array_index(chosen, guint, i);
        gboolean set =
            svg_recolor_set(looking->recolor, &g_array_index(looking->sites, SvgColorSite, at));
        put(sorted, set ? DONE : LOCKED, looking->shapes->pdata[at]);
    }
}

static GPtrArray *ids_of(const Looking *looking, const GPtrArray *shapes)
{
    GPtrArray *ids = g_ptr_array_new();
    for (guint i = 0; i < shapes->len; i++) {
        g_ptr_array_add(ids, (gpointer)svg_node_id(looking->edit->doc, shapes->pdata[i]));
    }
    return ids;
}

/* A group around something locked gets no id, which would be an attribute more. */
static void report(SvgEdit *edit, const GPtrArray *shapes)
{
    for (guint i = 0; i < shapes->len; i++) {
        if (svg_locks_allow_change(edit->doc, shapes->pdata[i], NULL)) {
            svg_edit_changed(edit, shapes->pdata[i]);
        } else {
            svg_edit_touched(edit, shapes->pdata[i]);
        }
    }
}

static gboolean tell(const Looking *looking, const Sorted *sorted, const char *from, GError **error)
{
    SvgEdit *edit = looking->edit;
    report(edit, sorted->lists[DONE]);
    g_autoptr(GPtrArray) locked = ids_of(looking, sorted->lists[LOCKED]);
    g_autoptr(GPtrArray) beyond = ids_of(looking, sorted->lists[BEYOND]);
    if (sorted->lists[DONE]->len) {
        svg_edit_tell_kept(edit, "kept locked", locked, MOST_NAMED);
        svg_edit_tell_kept(edit, "kept, as they lie beyond your area", beyond, MOST_NAMED);
    } else {
        g_set_error(error, SVG_ERROR, locked->len ? SVG_ERROR_LOCKED : SVG_ERROR_SCOPE,
                    "all that is \"%.40s\" is %s, and keeps it: %u %s", from,
                    locked->len ? "locked, or something locked is drawn with it"
                                : "beyond your area",
                    locked->len + beyond->len, locked->len + beyond->len == 1 ? "shape" : "shapes");
    }
    return sorted->lists[DONE]->len > 0;
}

static gboolean recolor_all(Looking *looking, const char *const *ids, const char *from,
                            const char *to, SvgRecolored *out, GError **error)
{
    if (!look(looking, ids, error) || !find_from(looking, from, ids != NULL, out, error) ||
        !find_to(looking, to, out, error)) {
        return FALSE;
    }
    g_auto(Sorted) sorted;
    sorted_init(&sorted);
    recolor(looking, &sorted);
    out->shapes = sorted.lists[DONE]->len;
    out->locked = sorted.lists[LOCKED]->len;
    out->beyond = sorted.lists[BEYOND]->len;
    return tell(looking, &sorted, from, error);
}

gboolean svg_edit_recolor(SvgEdit *edit, const char *const *ids, const char *from, const char *to,
                          SvgRecolored *out, GError **error)
{
    g_autoptr(SvgRecolor) recolor = svg_recolor_new(edit);
    g_autoptr(GArray) sites = svg_color_sites_new();
    g_autoptr(GPtrArray) shapes = g_ptr_array_new();
    g_autoptr(GHashTable) looked = g_hash_table_new(NULL, NULL);
    Looking looking = {edit, recolor, sites, shapes, looked};
    *out = (SvgRecolored){0};
    return recolor_all(&looking, ids, from, to, out, error);
}
