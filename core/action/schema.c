/* JSON schemas from the field tables, for providers that check what a model writes. */
#include "action/action_list.h"
#include "action/field.h"

#include <fairy/limits.h>

static cJSON *object_schema(const FairyField *fields, const FairyAction *action);

static cJSON *strings(const char *const *texts)
{
    cJSON *list = cJSON_CreateArray();
    for (guint i = 0; texts[i]; i++) {
        cJSON_AddItemToArray(list, cJSON_CreateString(texts[i]));
    }
    return list;
}

static const char *json_type(FairyFieldType type)
{
    static const char *const types[] = {
        [FAIRY_STRING] = "string", [FAIRY_NUMBER] = "number",   [FAIRY_COORDINATE] = "number",
        [FAIRY_LENGTH] = "number", [FAIRY_BOOLEAN] = "boolean", [FAIRY_ENUM] = "string",
        [FAIRY_COLOR] = "string",  [FAIRY_ID] = "string",       [FAIRY_IDS] = "array",
        [FAIRY_NEW_ID] = "string", [FAIRY_OBJECT] = "object",
    };
    return types[type];
}

static void add_type(cJSON *schema, const FairyField *field)
{
    const char *type = json_type(field->type);
    if (field->flags & FAIRY_FIELD_NULLABLE) {
        cJSON_AddItemToObject(schema, "type", strings((const char *const[]){type, "null", NULL}));
    } else {
        cJSON_AddStringToObject(schema, "type", type);
    }
}

static void add_limits(cJSON *schema, const FairyField *field)
{
    if (field->flags & FAIRY_FIELD_POSITIVE) {
        cJSON_AddNumberToObject(schema, "exclusiveMinimum", 0);
    }
    if (field->flags & FAIRY_FIELD_NOT_ZERO) {
        cJSON_AddNumberToObject(cJSON_AddObjectToObject(schema, "not"), "const", 0);
    }
    if (field->choices) {
        cJSON_AddItemToObject(schema, "enum", strings(field->choices));
    }
    if (field->type == FAIRY_IDS) {
        cJSON_AddStringToObject(cJSON_AddObjectToObject(schema, "items"), "type", "string");
        cJSON_AddNumberToObject(schema, "minItems", 1);
        cJSON_AddNumberToObject(schema, "maxItems", FAIRY_MAX_IDS);
    }
}

static cJSON *field_schema(const FairyField *field)
{
    cJSON *schema =
        field->type == FAIRY_OBJECT ? object_schema(field->fields, NULL) : cJSON_CreateObject();
    if (field->type != FAIRY_OBJECT) {
        add_type(schema, field);
    }
    g_autofree char *doc = fairy_field_doc(field);
    cJSON_AddStringToObject(schema, "description", doc);
    add_limits(schema, field);
    return schema;
}

/* What every action has besides its fields. */
static void add_envelope(cJSON *properties, cJSON *required, const FairyAction *action)
{
    cJSON *type = cJSON_AddObjectToObject(properties, "_type");
    cJSON_AddStringToObject(type, "type", "string");
    cJSON_AddStringToObject(type, "const", action->name);
    cJSON_AddItemToArray(required, cJSON_CreateString("_type"));
    cJSON *intent = cJSON_AddObjectToObject(properties, "intent");
    cJSON_AddStringToObject(intent, "type", "string");
    cJSON_AddStringToObject(intent, "description", "why, in a few words; without effect");
}

/* Recurses over our tables only, which nest once. `action`: its envelope is added; may be NULL. */
static cJSON *object_schema(const FairyField *fields, const FairyAction *action)
{
    cJSON *schema = cJSON_CreateObject();
    cJSON_AddStringToObject(schema, "type", "object");
    if (action) {
        cJSON_AddStringToObject(schema, "description", action->summary);
    }
    cJSON *properties = cJSON_AddObjectToObject(schema, "properties");
    cJSON *required = cJSON_CreateArray();
    if (action) {
        add_envelope(properties, required, action);
    }
    for (guint i = 0; fields[i].name; i++) {
        cJSON_AddItemToObject(properties, fields[i].name, field_schema(&fields[i]));
        if (!(fields[i].flags & FAIRY_FIELD_OPTIONAL)) {
            cJSON_AddItemToArray(required, cJSON_CreateString(fields[i].name));
        }
    }
    cJSON_AddItemToObject(schema, "required", required);
    cJSON_AddFalseToObject(schema, "additionalProperties");
    return schema;
}

static cJSON *reply_schema(void)
{
    cJSON *schema = cJSON_CreateObject();
    cJSON_AddStringToObject(schema, "$schema", "https://json-schema.org/draft/2020-12/schema");
    cJSON_AddStringToObject(schema, "type", "object");
    cJSON *properties = cJSON_AddObjectToObject(schema, "properties");
    cJSON *list = cJSON_AddObjectToObject(properties, "actions");
    cJSON_AddStringToObject(list, "type", "array");
    cJSON *any = cJSON_AddArrayToObject(cJSON_AddObjectToObject(list, "items"), "anyOf");
    const FairyAction *const *actions = fairy_actions();
    for (guint i = 0; actions[i]; i++) {
        cJSON_AddItemToArray(any, object_schema(actions[i]->fields, actions[i]));
    }
    cJSON_AddItemToObject(schema, "required", strings((const char *const[]){"actions", NULL}));
    cJSON_AddFalseToObject(schema, "additionalProperties");
    return schema;
}

cJSON *fairy_action_schema(const FairyAction *action)
{
    return action ? object_schema(action->fields, action) : reply_schema();
}
