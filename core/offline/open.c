/* What stands for what in a list of shapes: groups, what is in them, and the words on a box. */
#include "offline/wanted.h"

#include <string.h>

#define MAX_WRAPPERS 32 /* groups in groups that are opened */

/* Drops what is inside another shape of the list, and frames around it all. */
void fairy_shapes_keep_outermost(const FairyPlan *plan, GPtrArray *shapes)
{
    g_autoptr(GHashTable) set = g_hash_table_new(g_direct_hash, g_direct_equal);
    for (guint i = 0; i < shapes->len; i++) {
        g_hash_table_add(set, shapes->pdata[i]);
    }
    for (guint i = shapes->len; i-- > 0;) {
        const SvgShape *at = shapes->pdata[i];
        gboolean inside = FALSE;
        for (guint depth = 0; at && at->parent && !inside && depth < SVG_KIND_COUNT * 32; depth++) {
            at = g_hash_table_lookup(plan->ids, at->parent);
            inside = at && g_hash_table_contains(set, at);
        }
        if (inside) {
            g_ptr_array_remove_index(shapes, i);
        }
    }
}

static GPtrArray *children_of(const FairyPlan *plan, const SvgShape *group)
{
    GPtrArray *children = g_ptr_array_new();
    for (guint i = 0; group->n_children && i < plan->shapes->len; i++) {
        SvgShape *shape = plan->shapes->pdata[i];
        if (g_strcmp0(shape->parent, group->id) == 0) {
            g_ptr_array_add(children, shape);
        }
    }
    return children;
}

/* The only shape in a group that holds one, however deep; the shape itself otherwise. */
static SvgShape *unwrapped(GHashTable *only_children, SvgShape *shape)
{
    for (guint depth = 0; depth < MAX_WRAPPERS; depth++) {
        SvgShape *only = g_hash_table_lookup(only_children, shape->id);
        if (!only) {
            break;
        }
        shape = only;
    }
    return shape;
}

/* Groups by id → the one shape in it, or NULL when there are more. */
static GHashTable *only_children_of(const FairyPlan *plan)
{
    GHashTable *only = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < plan->shapes->len; i++) {
        SvgShape *shape = plan->shapes->pdata[i];
        if (shape->parent) {
            gboolean first = !g_hash_table_contains(only, shape->parent);
            g_hash_table_replace(only, shape->parent, first ? shape : NULL);
        }
    }
    return only;
}

/* A lone group around everything, and a group around one box with its label, are how some programs
 * export; people mean what is in them. */
void fairy_shapes_open_wrappers(const FairyPlan *plan, GPtrArray *shapes)
{
    for (guint depth = 0; depth < MAX_WRAPPERS && shapes->len == 1; depth++) {
        g_autoptr(GPtrArray) children = children_of(plan, shapes->pdata[0]);
        if (!children->len) {
            break;
        }
        g_ptr_array_set_size(shapes, 0);
        g_ptr_array_extend(shapes, children, NULL, NULL);
    }
    g_autoptr(GHashTable) only = only_children_of(plan);
    for (guint i = 0; i < shapes->len; i++) {
        shapes->pdata[i] = unwrapped(only, shapes->pdata[i]);
    }
}

void fairy_shapes_open_around(const FairyPlan *plan, GPtrArray *shapes, const SvgShape *inner)
{
    for (guint i = 0, depth = 0; i < shapes->len && depth < MAX_WRAPPERS; i++) {
        SvgShape *shape = shapes->pdata[i];
        if (fairy_plan_is_inside(plan, inner, shape)) {
            g_autoptr(GPtrArray) children = children_of(plan, shape);
            g_ptr_array_remove_index(shapes, i);
            g_ptr_array_extend(shapes, children, NULL, NULL);
            depth++;
            i = G_MAXUINT; /* from the start */
        }
    }
}

static gboolean has_text_kind(const GPtrArray *shapes)
{
    for (guint i = 0; i < shapes->len; i++) {
        if (((const SvgShape *)shapes->pdata[i])->kind == SVG_KIND_TEXT) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "the word Login", where Login is what a box is labelled with: the words, not the box. */
void fairy_shapes_use_labels(const FairyPlan *plan, const FairyWanted *w, GPtrArray *shapes)
{
    g_autofree char *wanted = w->name ? fairy_fold(w->name, -1) : NULL;
    for (guint i = 0, n = shapes->len; wanted && i < n && !has_text_kind(shapes); i++) {
        const SvgShape *shape = shapes->pdata[i];
        SvgShape *words = shape->label_id ? g_hash_table_lookup(plan->ids, shape->label_id) : NULL;
        if (!words && shape->label_id && plan->doc) {
            words = svg_document_shape(plan->doc, shape->label_id, NULL);
            if (words) {
                g_ptr_array_add(plan->shapes, words);
                g_hash_table_insert(plan->ids, words->id, words);
            }
        }
        g_autofree char *text = words && words->text ? fairy_fold(words->text, -1) : NULL;
        if (text && strstr(text, wanted) && words->kind == SVG_KIND_TEXT) {
            shapes->pdata[i] = words;
        }
    }
}
