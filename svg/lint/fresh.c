/* Lints that weren't there before. */
#include "shape/scene.h"

#include <svg/journal.h>
#include <svg/lint.h>
#include <svg/shape.h>

#include <stdlib.h>
#include <string.h>

static int by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

char *svg_lint_key(const SvgLint *lint)
{
    g_auto(GStrv) sorted = g_strdupv(lint->ids);
    qsort(sorted, g_strv_length(sorted), sizeof *sorted, by_name);
    g_autofree char *ids = g_strjoinv(" ", sorted);
    return g_strconcat(svg_lint_name(lint->type), " ", ids, NULL);
}

static GHashTable *keys_in(SvgDocument *doc, const SvgBox *view)
{
    GHashTable *keys = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GPtrArray) lints = svg_document_lints(doc, view, NULL);
    for (guint i = 0; i < lints->len; i++) {
        g_hash_table_add(keys, svg_lint_key(lints->pdata[i]));
    }
    return keys;
}

GHashTable *svg_document_lint_keys(SvgDocument *doc)
{
    return keys_in(doc, NULL);
}

typedef struct {
    SvgBox view;
    GHashTable *keys;
} Before;

static void read_before(SvgDocument *doc, gpointer data)
{
    Before *before = data;
    before->keys = keys_in(doc, &before->view);
}

/* With the shapes that they are words or parts of. */
static void add_all(SvgDocument *doc, GHashTable *set, char *const *ids)
{
    SvgScene *scene = svg_scene_of(doc);
    for (; *ids; ids++) {
        guint index = svg_scene_find(scene, svg_document_find(doc, *ids));
        guint owner =
            index == SVG_NO_ENTRY ? index : svg_entry_owner(svg_scene_entry(scene, index));
        g_hash_table_add(set, g_strdup(*ids));
        if (owner != SVG_NO_ENTRY) {
            g_hash_table_add(set, g_strdup(svg_node_id(doc, svg_scene_entry(scene, owner)->node)));
        }
    }
}

static GHashTable *written_since(SvgDocument *doc, guint depth)
{
    GHashTable *written = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = depth; i < svg_document_undo_depth(doc); i++) {
        g_autoptr(SvgChange) change = svg_document_change(doc, i);
        add_all(doc, written, change->added);
        add_all(doc, written, change->changed);
    }
    return written;
}

gboolean svg_lint_is_about(const SvgLint *lint, GHashTable *ids)
{
    guint i = 0;
    while (lint->ids[i] && !g_hash_table_contains(ids, lint->ids[i])) {
        i++;
    }
    return lint->ids[i] != NULL;
}

static SvgBox box_of(SvgDocument *doc, GHashTable *ids)
{
    SvgBox all = SVG_BOX_EMPTY, box;
    GHashTableIter iter;
    gpointer id;
    g_hash_table_iter_init(&iter, ids);
    while (g_hash_table_iter_next(&iter, &id, NULL)) {
        if (svg_document_bounds(doc, id, &box, NULL)) {
            all = svg_box_union(all, box);
        }
    }
    return all;
}

GPtrArray *svg_document_new_lints(SvgDocument *doc, guint depth)
{
    GPtrArray *found = g_ptr_array_new_with_free_func((GDestroyNotify)svg_lint_free);
    g_autoptr(GHashTable) written = written_since(doc, depth);
    Before before = {.view = box_of(doc, written)};
    if (svg_box_is_empty(before.view) || !svg_document_visit(doc, depth, read_before, &before)) {
        return found;
    }
    g_autoptr(GHashTable) keys = before.keys;
    g_autoptr(GPtrArray) lints = svg_document_lints(doc, &before.view, NULL);
    for (guint i = 0; i < lints->len; i++) {
        g_autofree char *key = svg_lint_key(lints->pdata[i]);
        if (svg_lint_is_about(lints->pdata[i], written) && !g_hash_table_contains(keys, key)) {
            g_ptr_array_add(found, g_steal_pointer(&lints->pdata[i]));
        }
    }
    return found;
}
