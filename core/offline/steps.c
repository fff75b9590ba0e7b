/* What a plan does, so that two can be compared: its actions one by one, and whom they change. */
#include "offline/share.h"

#include <string.h>

static const cJSON *member(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

/* Whether what is done to several shapes is the same as done to one after the other. */
static gboolean is_one_by_one(const cJSON *action)
{
    static const char *const types[] = {"offset", "resize", "rotate", "set-style", NULL};
    const char *type = cJSON_GetStringValue(member(action, "_type"));
    return type && g_strv_contains(types, type);
}

static char *print(const cJSON *action)
{
    char *text = cJSON_PrintUnformatted(action);
    char *copy = g_strdup(text);
    cJSON_free(text);
    return copy;
}

/* Each is about one shape. */
static void add_steps_of(GPtrArray *steps, const cJSON *action)
{
    cJSON *bare = cJSON_Duplicate(action, TRUE);
    cJSON *ids = cJSON_DetachItemFromObjectCaseSensitive(bare, "shapeIds"), *id;
    g_autofree char *text = print(bare);
    cJSON_ArrayForEach(id, ids)
    {
        g_ptr_array_add(steps, g_strdup_printf("%s %s", id->valuestring, text));
    }
    cJSON_Delete(ids);
    cJSON_Delete(bare);
}

void fairy_plan_add_steps(const FairyPlan *plan, GPtrArray *steps)
{
    const cJSON *action;
    cJSON_ArrayForEach(action, plan->actions)
    {
        if (is_one_by_one(action)) {
            add_steps_of(steps, action);
        } else {
            g_ptr_array_add(steps, print(action));
        }
    }
}

static int compare_steps(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

gboolean fairy_steps_are_same(GPtrArray *a, GPtrArray *b)
{
    gboolean same = a->len == b->len;
    g_ptr_array_sort(a, compare_steps);
    g_ptr_array_sort(b, compare_steps);
    for (guint i = 0; same && i < a->len; i++) {
        same = g_str_equal(a->pdata[i], b->pdata[i]);
    }
    return same;
}

static void add_id(GHashTable *ids, const cJSON *id)
{
    if (cJSON_IsString(id)) {
        g_hash_table_add(ids, g_strdup(id->valuestring));
    }
}

void fairy_action_add_ids(const cJSON *action, GHashTable *ids)
{
    const cJSON *id;
    add_id(ids, member(action, "shapeId"));
    add_id(ids, member(member(action, "update"), "shapeId"));
    add_id(ids, member(member(action, "shape"), "shapeId"));
    cJSON_ArrayForEach(id, member(action, "shapeIds"))
    {
        add_id(ids, id);
    }
}

GHashTable *fairy_plan_changed_ids(const FairyPlan *plan)
{
    GHashTable *ids = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    const cJSON *action;
    cJSON_ArrayForEach(action, plan->actions)
    {
        fairy_action_add_ids(action, ids);
    }
    return ids;
}
