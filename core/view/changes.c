/* What was changed since a version, as a model reads it: the journal says which shapes, and former
 * states how they were. */
#include "base/json.h"
#include "view/ids.h"
#include "view/shape_json.h"

#include <fairy/scene_data.h>
#include <svg/journal.h>

#include <cjson/cJSON.h>

#include <string.h>

#define MAX_TEXT 240 /* bytes of one text */

/* One shape; NULL where it isn't there. */
typedef struct {
    char *id;
    cJSON *before, *after;
} Entry;

typedef struct {
    FairyCoords *coords;
    GPtrArray *entries; /* Entry, in the order in which they were first changed */
    GHashTable *known;  /* id → Entry */
    GPtrArray *ids;     /* of what is looked at */
    gboolean after;     /* which side is looked at */
} Changes;

static void entry_free(gpointer data)
{
    Entry *entry = data;
    g_free(entry->id);
    cJSON_Delete(entry->before);
    cJSON_Delete(entry->after);
    g_free(entry);
}

/* --- states ----------------------------------------------------------------------------------- */

static cJSON *read_shape(SvgDocument *doc, FairyCoords *coords, const char *id)
{
    g_autoptr(SvgShape) shape = svg_document_shape(doc, id, NULL);
    if (!shape || svg_box_is_empty(shape->box)) {
        return NULL;
    }
    g_autoptr(GString) text = g_string_new(NULL);
    fairy_shape_json(text, doc, coords, shape, FAIRY_DETAIL_SIMPLE, MAX_TEXT);
    g_string_append_c(text, '}');
    return cJSON_ParseWithLength(text->str, text->len);
}

/* The first state before is kept, and the last one after. */
static void look(SvgDocument *doc, gpointer data)
{
    Changes *changes = data;
    for (guint i = 0; i < changes->ids->len; i++) {
        const char *id = changes->ids->pdata[i];
        Entry *entry = g_hash_table_lookup(changes->known, id);
        if (entry && changes->after) {
            cJSON_Delete(entry->after);
            entry->after = read_shape(doc, changes->coords, id);
        } else if (!entry) {
            entry = g_new0(Entry, 1);
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

/* --- telling ---------------------------------------------------------------------------------- */

/* Moves the members of `other` that are alike out of both. */
static void drop_common(cJSON *one, cJSON *other)
{
    for (cJSON *at = one->child, *next; at; at = next) {
        cJSON *same = cJSON_GetObjectItemCaseSensitive(other, at->string);
        next = at->next;
        if (!same) {
            cJSON_AddNullToObject(other, at->string);
        } else if (cJSON_Compare(at, same, TRUE)) {
            cJSON_Delete(cJSON_DetachItemViaPointer(other, same));
            cJSON_Delete(cJSON_DetachItemViaPointer(one, at));
        }
    }
}

static void add_missing(cJSON *to, const cJSON *from)
{
    for (const cJSON *at = from->child; at; at = at->next) {
        if (!cJSON_GetObjectItemCaseSensitive(to, at->string)) {
            cJSON_AddNullToObject(to, at->string);
        }
    }
}

static cJSON *head_of(const Entry *entry)
{
    cJSON *head = cJSON_CreateObject();
    const cJSON *shape = entry->after ? entry->after : entry->before;
    g_autofree char *id = fairy_id_shown(entry->id);
    cJSON_AddStringToObject(head, "shapeId", id);
    cJSON_AddItemToObject(head, "type",
                          cJSON_Duplicate(cJSON_GetObjectItemCaseSensitive(shape, "type"), TRUE));
    return head;
}

/* NULL when nothing that is told differs. */
static cJSON *update_of(Entry *entry)
{
    cJSON *head = head_of(entry);
    drop_common(entry->before, entry->after);
    add_missing(entry->before, entry->after);
    if (!entry->before->child) {
        cJSON_Delete(head);
        return NULL;
    }
    cJSON_AddItemToObject(head, "before", g_steal_pointer(&entry->before));
    cJSON_AddItemToObject(head, "after", g_steal_pointer(&entry->after));
    return head;
}

static void tell(Entry *entry, cJSON *added, cJSON *removed, cJSON *updated)
{
    if (entry->before && entry->after) {
        cJSON *update = update_of(entry);
        if (update) {
            cJSON_AddItemToArray(updated, update);
        }
    } else if (entry->before || entry->after) {
        cJSON_AddItemToArray(entry->after ? added : removed, head_of(entry));
    }
}

/* Takes the lists. */
static char *print(cJSON *added, cJSON *removed, cJSON *updated, gboolean lost)
{
    cJSON *all = cJSON_CreateObject();
    const struct {
        const char *name;
        cJSON *list;
    } lists[] = {{"added", added}, {"removed", removed}, {"updated", updated}};
    for (guint i = 0; i < G_N_ELEMENTS(lists); i++) {
        if (lists[i].list->child) {
            cJSON_AddItemToObject(all, lists[i].name, lists[i].list);
        } else {
            cJSON_Delete(lists[i].list);
        }
    }
    if (lost) {
        cJSON_AddTrueToObject(all, "incomplete");
    }
    char *printed = all->child ? cJSON_PrintUnformatted(all) : NULL, *text = g_strdup(printed);
    cJSON_free(printed);
    cJSON_Delete(all);
    return text;
}

char *fairy_changes_json(SvgDocument *doc, FairyCoords *coords, guint version, const char *author)
{
    g_autoptr(GPtrArray) entries = g_ptr_array_new_with_free_func(entry_free);
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    Changes changes = {.coords = coords, .entries = entries, .known = known};
    gboolean lost;
    guint base = svg_document_depth_at(doc, version, &lost);
    compare_all(doc, &changes, base, author);
    cJSON *added = cJSON_CreateArray(), *removed = cJSON_CreateArray(),
          *updated = cJSON_CreateArray();
    for (guint i = 0; i < entries->len; i++) {
        tell(entries->pdata[i], added, removed, updated);
    }
    return print(added, removed, updated, lost);
}
