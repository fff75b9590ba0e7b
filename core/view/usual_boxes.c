/* How boxes with words are mostly made. */
#include "base/json.h"

#include <fairy/limits.h>
#include <fairy/scene_data.h>
#include <svg/journal.h>
#include <svg/shape.h>

#define EXAMPLES   3  /* ids that are told of a kind */
#define MOST_KINDS 64 /* kinds and sizes that are counted */

typedef struct {
    SvgKind kind;
    double w, h; /* model space, rounded */
    guint count;
    char *ids[EXAMPLES];
} Usual;

static void usual_free(gpointer data)
{
    Usual *usual = data;
    for (guint i = 0; i < EXAMPLES; i++) {
        g_free(usual->ids[i]);
    }
    g_free(usual);
}

static Usual *find_usual(GPtrArray *all, SvgKind kind, FairyBox box)
{
    for (guint i = 0; i < all->len; i++) {
        Usual *usual = all->pdata[i];
        if (usual->kind == kind && usual->w == box.w && usual->h == box.h) {
            return usual;
        }
    }
    Usual *usual = g_new0(Usual, 1);
    *usual = (Usual){.kind = kind, .w = box.w, .h = box.h};
    g_ptr_array_add(all, usual);
    return usual;
}

static void count_box(GPtrArray *all, const FairyCoords *coords, const SvgShape *shape)
{
    Usual *usual = find_usual(all, shape->kind, fairy_coords_round_box(coords, shape->box));
    if (usual->count < EXAMPLES) {
        usual->ids[usual->count] = g_strdup(shape->id);
    }
    usual->count++;
}

static gint by_count(gconstpointer a, gconstpointer b)
{
    guint first = (*(const Usual *const *)a)->count, second = (*(const Usual *const *)b)->count;
    return first < second ? 1 : first > second ? -1 : 0;
}

static char *usual_json(const Usual *usual)
{
    GString *out = g_string_new("{");
    fairy_json_add_string(out, "type", svg_kind_name(usual->kind));
    fairy_json_add_number(out, "w", usual->w);
    fairy_json_add_number(out, "h", usual->h);
    fairy_json_add_number(out, "count", usual->count);
    fairy_json_name(out, "shapeIds");
    for (guint i = 0; i < MIN(usual->count, EXAMPLES); i++) {
        g_string_append_c(out, i ? ',' : '[');
        fairy_json_text(out, usual->ids[i], FAIRY_SHOWN_NAME_BYTES);
    }
    return g_string_free(g_string_append(out, "]}"), FALSE);
}

/* The ids of what was made since the drawing was read. */
static GHashTable *made_ids(SvgDocument *doc)
{
    GHashTable *made = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < svg_document_undo_depth(doc); i++) {
        g_autoptr(SvgChange) change = svg_document_change(doc, i);
        for (char **id = change ? change->added : NULL; id && *id; id++) {
            g_hash_table_add(made, g_strdup(*id));
        }
    }
    return made;
}

/* Without those in `except` (may be NULL). */
static GPtrArray *count_boxes(const GPtrArray *shapes, const FairyCoords *coords,
                              GHashTable *except)
{
    GPtrArray *all = g_ptr_array_new_with_free_func(usual_free);
    for (guint i = 0; i < shapes->len && all->len < MOST_KINDS; i++) {
        const SvgShape *shape = shapes->pdata[i];
        gboolean counts = !except || !g_hash_table_contains(except, shape->id);
        if (counts && shape->text && (svg_kind_flags(shape->kind) & SVG_KIND_CLOSED)) {
            count_box(all, coords, shape);
        }
    }
    g_ptr_array_sort(all, by_count);
    return all;
}

static gboolean has_usual(const GPtrArray *all)
{
    return all->len > 0 && ((const Usual *)all->pdata[0])->count > 1;
}

/* Where there was nothing to look like, what was made since tells how the rest is to look. */
GPtrArray *fairy_usual_boxes_json(SvgDocument *doc, const FairyCoords *coords, guint most)
{
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);
    g_autoptr(GHashTable) made = made_ids(doc);
    g_autoptr(GPtrArray) all = count_boxes(shapes, coords, made);
    GPtrArray *list = g_ptr_array_new_with_free_func(g_free);
    if (!has_usual(all)) {
        g_ptr_array_unref(all);
        all = count_boxes(shapes, coords, NULL);
    }
    for (guint i = 0; i < MIN(all->len, most); i++) {
        const Usual *usual = all->pdata[i];
        if (usual->count > 1) {
            g_ptr_array_add(list, usual_json(usual));
        }
    }
    return list;
}
