/* The JSON schema that providers are sent: one object that has the fields of all actions, as each
 * of them counts by the token. Which action takes which field is in the manual, which stands in the
 * prompt; fairy_action_check() answers for what doesn't belong. */
#include "action/schema.h"

#include <string.h>

/* A field as all tables together have it. */
typedef struct {
    const char *name;
    GPtrArray *types;   /* const char *, of JSON Schema */
    GPtrArray *choices; /* const char *; NULL when another table takes any text */
    gboolean is_object, is_points, is_objects;
} Merged;

static void merged_free(Merged *merged)
{
    g_ptr_array_unref(merged->types);
    g_clear_pointer(&merged->choices, g_ptr_array_unref);
    g_free(merged);
}

static void add_once(GPtrArray *texts, const char *text)
{
    if (!g_ptr_array_find_with_equal_func(texts, text, g_str_equal, NULL)) {
        g_ptr_array_add(texts, (char *)text);
    }
}

static gboolean has_name(gconstpointer merged, gconstpointer name)
{
    return g_str_equal(((const Merged *)merged)->name, name);
}

/* A table's new fields come right behind the one before them in it, so that the order of every
 * table is kept where tables don't contradict each other. */
static Merged *find_or_add(GPtrArray *all, const char *name, guint *at)
{
    guint found;
    if (g_ptr_array_find_with_equal_func(all, name, has_name, &found)) {
        *at = MAX(*at, found + 1);
        return all->pdata[found];
    }
    Merged *merged = g_new0(Merged, 1);
    merged->name = name;
    merged->types = g_ptr_array_new();
    merged->choices = g_ptr_array_new();
    g_ptr_array_insert(all, (gint)(*at)++, merged);
    return merged;
}

static void merge_choices(Merged *merged, const FairyField *field)
{
    if (!field->choices) {
        g_clear_pointer(&merged->choices, g_ptr_array_unref);
    }
    for (guint i = 0; merged->choices && field->choices[i]; i++) {
        add_once(merged->choices, field->choices[i]);
    }
}

static void merge_table(GPtrArray *all, const FairyField *fields)
{
    guint at = 0;
    for (; fields->name; fields++) {
        Merged *merged = find_or_add(all, fields->name, &at);
        add_once(merged->types, fairy_schema_type(fields));
        if (fields->type == FAIRY_IDS) { /* or an expression */
            add_once(merged->types, "string");
        }
        if (fields->flags & FAIRY_FIELD_NULLABLE) {
            add_once(merged->types, "null");
        }
        merged->is_object |= fields->type == FAIRY_OBJECT;
        merged->is_points |= fields->type == FAIRY_POINTS;
        merged->is_objects |= fields->type == FAIRY_OBJECTS;
        merge_choices(merged, fields);
    }
}

static GPtrArray *new_tables(void)
{
    return g_ptr_array_new_with_free_func((GDestroyNotify)merged_free);
}

/* --- printing --------------------------------------------------------------------------------- */

static cJSON *list_of(const GPtrArray *texts)
{
    cJSON *list = cJSON_CreateArray();
    for (guint i = 0; i < texts->len; i++) {
        cJSON_AddItemToArray(list, cJSON_CreateString(texts->pdata[i]));
    }
    return list;
}

static void add_reference(cJSON *json, const char *name)
{
    g_autofree char *path = g_strconcat("#/$defs/", name, NULL);
    cJSON_AddStringToObject(json, "$ref", path);
}

static cJSON *item_of(const Merged *merged)
{
    if (merged->is_objects) {
        cJSON *json = cJSON_CreateObject();
        add_reference(json, "shape");
        return json;
    }
    return cJSON_Parse(
        merged->is_points
            ? "{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"number\"},"
              "\"y\":{\"type\":\"number\"},\"corner\":{\"type\":\"boolean\"}},\"required\":[\"x\",\"y\"],"
              "\"additionalProperties\":false}"
            : "{\"type\":\"string\"}");
}

static cJSON *field_schema(const Merged *merged)
{
    cJSON *json = cJSON_CreateObject();
    if (merged->is_object) {
        add_reference(json, "shape");
        return json;
    }
    if (merged->types->len == 1) {
        cJSON_AddStringToObject(json, "type", merged->types->pdata[0]);
    } else {
        cJSON_AddItemToObject(json, "type", list_of(merged->types));
    }
    if (merged->choices && merged->choices->len > 0) {
        cJSON_AddItemToObject(json, "enum", list_of(merged->choices));
    }
    if (g_ptr_array_find_with_equal_func(merged->types, "array", g_str_equal, NULL)) {
        cJSON_AddItemToObject(json, "items", item_of(merged));
    }
    return json;
}

static cJSON *object(const GPtrArray *fields, cJSON *properties)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "type", "object");
    for (guint i = 0; i < fields->len; i++) {
        const Merged *merged = fields->pdata[i];
        cJSON_AddItemToObject(properties, merged->name, field_schema(merged));
    }
    cJSON_AddItemToObject(json, "properties", properties);
    cJSON_AddFalseToObject(json, "additionalProperties");
    return json;
}

static cJSON *type_of(const FairyAction *const *actions)
{
    cJSON *json = cJSON_CreateObject(), *names = cJSON_AddArrayToObject(json, "enum");
    for (guint i = 0; actions[i]; i++) {
        cJSON_AddItemToArray(names, cJSON_CreateString(actions[i]->name));
    }
    cJSON_AddStringToObject(json, "type", "string");
    return json;
}

static cJSON *any_action(const FairyAction *const *actions, const GPtrArray *fields)
{
    cJSON *properties = cJSON_CreateObject();
    cJSON_AddItemToObject(properties, "_type", type_of(actions));
    cJSON_AddStringToObject(cJSON_AddObjectToObject(properties, "intent"), "type", "string");
    cJSON *json = object(fields, properties);
    cJSON_AddItemToObject(json, "required",
                          fairy_schema_strings((const char *const[]){"_type", NULL}));
    return json;
}

cJSON *fairy_reply_schema_compact(const FairyAction *const *actions)
{
    g_autoptr(GPtrArray) outer = new_tables(), inner = new_tables();
    for (guint i = 0; actions[i]; i++) {
        merge_table(outer, actions[i]->fields);
        for (const FairyField *field = actions[i]->fields; field->name; field++) {
            if (field->fields) {
                merge_table(inner, field->fields);
            }
        }
    }
    cJSON *json = fairy_schema_envelope(any_action(actions, outer));
    if (inner->len > 0) {
        cJSON *shape = object(inner, cJSON_CreateObject());
        cJSON_AddItemToObject(cJSON_AddObjectToObject(json, "$defs"), "shape", shape);
    }
    return json;
}
