/* What was changed since a version, as a model reads it: the journal says which shapes, and former
 * states how they were. */
#include "view/changed.h"

#include <fairy/scene_data.h>
#include <svg/journal.h>

#include <string.h>

typedef struct {
    FairyCoords *coords;
    GPtrArray *entries; /* FairyChanged, in the order in which they were first changed */
    GHashTable *known;  /* id → FairyChanged */
    GPtrArray *ids;     /* of what is looked at */
    gboolean after;     /* which side is looked at */
} Changes;

/* --- states ----------------------------------------------------------------------------------- */

static cJSON *read_shape(SvgDocument *doc, FairyCoords *coords, const char *id)
{
    g_autoptr(SvgShape) shape = svg_document_shape(doc, id, NULL);
    return shape && !svg_box_is_empty(shape->box) ? fairy_changed_shape(doc, coords, shape) : NULL;
}

/* The first state before is kept, and the last one after. */
static void look(SvgDocument *doc, gpointer data)
{
    Changes *changes = data;
    for (guint i = 0; i < changes->ids->len; i++) {
        const char *id = changes->ids->pdata[i];
        FairyChanged *entry = g_hash_table_lookup(changes->known, id);
        if (entry && changes->after) {
            cJSON_Delete(entry->after);
            entry->after = read_shape(doc, changes->coords, id);
        } else if (!entry) {
            entry = g_new0(FairyChanged, 1);
            entry->id = g_strdup(id);
            entry->before = read_shape(doc, changes->coords, id);
            g_ptr_array_add(changes->entries, entry);
            g_hash_table_insert(changes->known, entry->id, entry);
        }
    }
}

static void add_ids(GPtrArray *ids, GHashTable *seen, char *const *list)
{
    for (; *list; list++) {
        if (!g_hash_table_contains(seen, *list)) {
            char *id = g_strdup(*list);
            g_hash_table_add(seen, id);
            g_ptr_array_add(ids, id);
        }
    }
}

/* What the commits between two undo depths changed, told from `from` to `to`. */
static void compare(SvgDocument *doc, Changes *changes, guint from, guint to)
{
    g_autoptr(GPtrArray) ids = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = MIN(from, to); i < MAX(from, to); i++) {
        g_autoptr(SvgChange) change = svg_document_change(doc, i);
        add_ids(ids, seen, change->added);
        add_ids(ids, seen, change->changed);
        add_ids(ids, seen, change->removed);
    }
    changes->ids = ids;
    changes->after = FALSE;
    svg_document_visit(doc, from, look, changes);
    changes->after = TRUE;
    svg_document_visit(doc, to, look, changes);
}

static gboolean is_by(SvgDocument *doc, guint index, const char *author)
{
    g_autoptr(SvgChange) change = svg_document_change(doc, index);
    return !author || g_strcmp0(change->author, author) == 0;
}

/* Commits of one author that follow each other are looked at together. */
static void compare_all(SvgDocument *doc, Changes *changes, guint base, const char *author)
{
    guint now = svg_document_undo_depth(doc);
    if (base > now) {
        compare(doc, changes, base, now);
    }
    for (guint from = base; from < now;) {
        guint to = from;
        while (to < now && is_by(doc, to, author)) {
            to++;
        }
        if (to > from) {
            compare(doc, changes, from, to);
        }
        from = MAX(to, from + 1);
    }
}

char *fairy_changes_json(SvgDocument *doc, FairyCoords *coords, guint version, const char *author)
{
    g_autoptr(GPtrArray) entries = g_ptr_array_new_with_free_func(fairy_changed_free);
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    Changes changes = {.coords = coords, .entries = entries, .known = known};
    gboolean lost;
    guint base = svg_document_depth_at(doc, version, &lost);
    compare_all(doc, &changes, base, author);
    return fairy_changed_json(entries, lost);
}
