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
    GPtrArray *by; /* who changed it: names that GLib keeps */
} Entry;

typedef struct {
    FairyCoords *coords;
    GPtrArray *entries; /* Entry, in the order in which they were first changed */
    GHashTable *known;  /* id → Entry */
    GPtrArray *ids;     /* of what is looked at */
    gboolean after;     /* which side is looked at */
    const char *author; /* whose changes are looked at; NULL = anybody's */
    gboolean others;    /* all but that one's */
} Changes;

static void entry_free(gpointer data)
{
    Entry *entry = data;
    g_free(entry->id);
    cJSON_Delete(entry->before);
    cJSON_Delete(entry->after);
    g_ptr_array_unref(entry->by);
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
    fairy_shape_json(text, coords, shape, FAIRY_DETAIL_SIMPLE, MAX_TEXT);
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
            entry->by = g_ptr_array_new();
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

static void sign(Changes *changes, char *const *ids, const char *who)
{
    for (; *ids; ids++) {
        GPtrArray *by = ((Entry *)g_hash_table_lookup(changes->known, *ids))->by;
        if (!g_ptr_array_find(by, who, NULL)) {
            g_ptr_array_add(by, (gpointer)who);
        }
    }
}

/* Who takes back or does again what another did isn't known. */
static void sign_all(SvgDocument *doc, Changes *changes, guint from, guint to)
{
    for (guint i = MIN(from, to); i < MAX(from, to); i++) {
        g_autoptr(SvgChange) change = svg_document_change(doc, i);
        const char *who = g_intern_string(from < to ? change->author : FAIRY_CHANGED_BY_UNDO);
        sign(changes, change->added, who);
        sign(changes, change->changed, who);
        sign(changes, change->removed, who);
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
    sign_all(doc, changes, from, to);
}

static gboolean counts(SvgDocument *doc, const Changes *changes, guint index)
{
    g_autoptr(SvgChange) change = svg_document_change(doc, index);
    gboolean same = g_strcmp0(change->author, changes->author) == 0;
    return !changes->author || same != changes->others;
}

/* Commits that follow each other are looked at together. */
static void compare_all(SvgDocument *doc, Changes *changes, guint base)
{
    guint now = svg_document_undo_depth(doc);
    if (base > now) {
        compare(doc, changes, base, now);
    }
    for (guint from = base; from < now;) {
        guint to = from;
        while (to < now && counts(doc, changes, to)) {
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

static void add_by(cJSON *head, const GPtrArray *by)
{
    cJSON *list = cJSON_AddArrayToObject(head, "by");
    for (guint i = 0; i < by->len; i++) {
        cJSON_AddItemToArray(list, cJSON_CreateString(by->pdata[i]));
    }
}

static cJSON *head_of(const Changes *changes, const Entry *entry)
{
    cJSON *head = cJSON_CreateObject();
    const cJSON *shape = entry->after ? entry->after : entry->before;
    g_autofree char *id = fairy_id_shown(entry->id);
    if (changes->others) {
        add_by(head, entry->by);
    }
    cJSON_AddStringToObject(head, "shapeId", id);
    cJSON_AddItemToObject(head, "type",
                          cJSON_Duplicate(cJSON_GetObjectItemCaseSensitive(shape, "type"), TRUE));
    return head;
}

/* NULL when nothing that is told differs. */
static cJSON *update_of(const Changes *changes, Entry *entry)
{
    cJSON *head = head_of(changes, entry);
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

static void tell(const Changes *changes, Entry *entry, cJSON *added, cJSON *removed, cJSON *updated)
{
    if (entry->before && entry->after) {
        cJSON *update = update_of(changes, entry);
        if (update) {
            cJSON_AddItemToArray(updated, update);
        }
    } else if (entry->before || entry->after) {
        cJSON_AddItemToArray(entry->after ? added : removed, head_of(changes, entry));
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

static char *changes_json(SvgDocument *doc, guint version, Changes changes)
{
    g_autoptr(GPtrArray) entries = g_ptr_array_new_with_free_func(entry_free);
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    changes.entries = entries, changes.known = known;
    gboolean lost;
    compare_all(doc, &changes, svg_document_depth_at(doc, version, &lost));
    cJSON *added = cJSON_CreateArray(), *removed = cJSON_CreateArray(),
          *updated = cJSON_CreateArray();
    for (guint i = 0; i < entries->len; i++) {
        tell(&changes, entries->pdata[i], added, removed, updated);
    }
    return print(added, removed, updated, lost);
}

char *fairy_changes_json(SvgDocument *doc, FairyCoords *coords, guint version, const char *author)
{
    return changes_json(doc, version, (Changes){.coords = coords, .author = author});
}

char *fairy_changes_of_others_json(SvgDocument *doc, FairyCoords *coords, guint version,
                                   const char *author)
{
    return changes_json(doc, version,
                        (Changes){.coords = coords, .author = author, .others = TRUE});
}
