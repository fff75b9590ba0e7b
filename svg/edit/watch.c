/* Looks of what nobody named, where the style sheets tell elements by what stands beside them. */
#include "edit/watch.h"

#include "style/asks.h"

#define MOST_LOOKED 1000 /* elements */
#define MOST_TOLD   3    /* one by one */

/* What of a style is seen, and doesn't point into a sheet that may be gone in the other state. */
typedef struct {
    gboolean shown;
    SvgPaintKind fill_kind, stroke_kind;
    guint32 fill, stroke;
    double fill_alpha, stroke_alpha, opacity, stroke_width, font_size;
    int font_weight;
    gboolean font_italic;
} Look;

typedef struct {
    SvgNode *node;
    Look look;
} Watched;

static Look look_of(SvgDocument *doc, SvgNode *node)
{
    SvgStyle style;
    svg_style_of(doc, node, &style);
    return (Look){
        .shown = style.displayed && style.visible,
        .fill_kind = style.fill.kind,
        .stroke_kind = style.stroke.kind,
        .fill = style.fill.rgb,
        .stroke = style.stroke.rgb,
        .fill_alpha = style.fill.alpha * style.fill_opacity,
        .stroke_alpha = style.stroke.alpha * style.stroke_opacity,
        .opacity = style.opacity,
        .stroke_width = style.stroke_width,
        .font_size = style.font_size,
        .font_weight = style.font_weight,
        .font_italic = style.font_italic,
    };
}

static gboolean is_same(const Look *a, const Look *b)
{
    return a->shown == b->shown && a->fill_kind == b->fill_kind &&
           a->stroke_kind == b->stroke_kind && a->fill == b->fill && a->stroke == b->stroke &&
           a->fill_alpha == b->fill_alpha && a->stroke_alpha == b->stroke_alpha &&
           a->opacity == b->opacity && a->stroke_width == b->stroke_width &&
           a->font_size == b->font_size && a->font_weight == b->font_weight &&
           a->font_italic == b->font_italic;
}

/* --- after ------------------------------------------------------------------------------------ */

/* Rules may be for other elements than before in there. Each once, as the log has them. */
static GPtrArray *parents_of(SvgDocument *doc, const SvgLog *log)
{
    g_autoptr(GHashTable) known = g_hash_table_new(NULL, NULL);
    GPtrArray *parents = g_ptr_array_new();
    SvgLogEntry entry;
    for (gsize *at = NULL; svg_log_next(log, &at, &entry);) {
        SvgNode former = svg_log_former(&entry);
        SvgNode *either[] = {entry.node->parent, former.parent};
        for (guint i = 0; i < G_N_ELEMENTS(either); i++) {
            if (either[i] && svg_node_contains(doc->root, either[i]) &&
                g_hash_table_add(known, either[i])) {
                g_ptr_array_add(parents, either[i]);
            }
        }
    }
    return parents;
}

static gboolean is_named(const SvgEdit *edit, const char *id)
{
    return g_hash_table_contains(edit->known_changed, id) ||
           g_hash_table_contains(edit->known_added, id);
}

static void watch_in(SvgEdit *edit, SvgNode *parent, GHashTable *known, GArray *watched)
{
    for (SvgNode *at = svg_node_walk(parent, NULL, FALSE); at && watched->len < MOST_LOOKED;) {
        gboolean drawn = svg_node_is(at, SVG_TAG_IS_RENDERED);
        gboolean named = drawn && is_named(edit, svg_node_id(edit->doc, at));
        if (drawn && !named && g_hash_table_add(known, at)) {
            Watched row = {at, look_of(edit->doc, at)};
            g_array_append_val(watched, row);
        }
        at = svg_node_walk(parent, at, named);
    }
}

static gboolean asks_beside(SvgDocument *doc)
{
    SvgCssAsks asks = svg_css_asks(svg_sheets_of(doc));
    gboolean beside = asks.beside;
    svg_css_asks_clear(&asks);
    return beside;
}

GArray *svg_watch_find(SvgEdit *edit, const SvgLog *log)
{
    if (!asks_beside(edit->doc)) {
        return NULL;
    }
    g_autoptr(GPtrArray) parents = parents_of(edit->doc, log);
    g_autoptr(GHashTable) known = g_hash_table_new(NULL, NULL);
    GArray *watched = g_array_new(FALSE, FALSE, sizeof(Watched));
    for (guint i = 0; i < parents->len; i++) {
        watch_in(edit, parents->pdata[i], known, watched);
    }
    return watched;
}

/* --- before ----------------------------------------------------------------------------------- */

/* It looks so with a group that was found. */
static gboolean is_in_found(const GArray *watched, guint n, const SvgNode *node)
{
    for (guint i = 0; i < n; i++) {
        if (svg_node_contains(g_array_index(watched, Watched, i).node, node)) {
            return TRUE;
        }
    }
    return FALSE;
}

void svg_watch_read_before(SvgEdit *edit, GArray *watched)
{
    guint n = 0;
    for (guint i = 0; watched && i < watched->len; i++) {
        Watched row = g_array_index(watched, Watched, i);
        gboolean there = svg_node_contains(edit->doc->root, row.node);
        Look was = there ? look_of(edit->doc, row.node) : row.look;
        if (!is_same(&was, &row.look) && !is_in_found(watched, n, row.node)) {
            g_array_index(watched, Watched, n++) = row;
        }
    }
    if (watched) {
        g_array_set_size(watched, n);
    }
}

void svg_watch_tell(SvgEdit *edit, const GArray *watched)
{
    guint n = watched ? watched->len : 0;
    for (guint i = 0; i < MIN(n, MOST_TOLD); i++) {
        svg_edit_remark(edit,
                        "%s looks different now, as the style sheet goes by what stands beside it",
                        svg_node_id(edit->doc, g_array_index(watched, Watched, i).node));
    }
    if (n > MOST_TOLD) {
        svg_edit_remark(edit, "so do %u more", n - MOST_TOLD);
    }
}
