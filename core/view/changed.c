/* Writes what is another than it was, as a model reads it: what is told of a shape before and
 * after, without what is the same in both. */
#include "view/changed.h"

#include "view/ids.h"
#include "view/shape_json.h"

#define MAX_TEXT 240 /* bytes of one text */

void fairy_changed_free(gpointer data)
{
    FairyChanged *entry = data;
    g_free(entry->id);
    cJSON_Delete(entry->before);
    cJSON_Delete(entry->after);
    g_clear_pointer(&entry->by, g_ptr_array_unref);
    g_free(entry);
}

cJSON *fairy_changed_shape(SvgDocument *doc, FairyCoords *coords, const SvgShape *shape)
{
    g_autoptr(GString) text = g_string_new(NULL);
    fairy_shape_json(text, doc, coords, shape, FAIRY_DETAIL_SIMPLE, MAX_TEXT);
    g_string_append_c(text, '}');
    return cJSON_ParseWithLength(text->str, text->len);
}

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

static cJSON *head_of(const FairyChanged *entry)
{
    cJSON *head = cJSON_CreateObject();
    const cJSON *shape = entry->after ? entry->after : entry->before;
    g_autofree char *id = fairy_id_shown(entry->id);
    if (entry->by) {
        add_by(head, entry->by);
    }
    cJSON_AddStringToObject(head, "shapeId", id);
    cJSON_AddItemToObject(head, "type",
                          cJSON_Duplicate(cJSON_GetObjectItemCaseSensitive(shape, "type"), TRUE));
    return head;
}

/* NULL when nothing that is told differs. */
static cJSON *update_of(FairyChanged *entry)
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

static void tell(FairyChanged *entry, cJSON *added, cJSON *removed, cJSON *updated)
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

char *fairy_changed_json(const GPtrArray *entries, gboolean lost)
{
    cJSON *added = cJSON_CreateArray(), *removed = cJSON_CreateArray(),
          *updated = cJSON_CreateArray();
    for (guint i = 0; i < entries->len; i++) {
        tell(entries->pdata[i], added, removed, updated);
    }
    return print(added, removed, updated, lost);
}
