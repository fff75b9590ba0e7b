/* JSON schemas from the field tables, with all that the tables know: every action is an object of
 * its own. What providers are sent is in schema_compact.c. */
#include "action/schema.h"

#include "action/field.h"

#include <fairy/limits.h>

cJSON *fairy_schema_strings(const char *const *texts)
{
    cJSON *list = cJSON_CreateArray();
    for (guint i = 0; texts[i]; i++) {
        cJSON_AddItemToArray(list, cJSON_CreateString(texts[i]));
    }
    return list;
}

/* How a field's type is said; of a list also how many items it has, and the fields of an item where
 * that is an object. */
typedef struct {
    const char *json;
    guint least, most;
    const FairyField *item;
} Type;

static const FairyField point_fields[] = {
    {.name = "x", .type = FAIRY_COORDINATE, .doc = "x"},
    {.name = "y", .type = FAIRY_COORDINATE, .doc = "y"},
    {.name = "corner",
     .type = FAIRY_BOOLEAN,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "whether the line has a corner there, or passes smoothly"},
    {.name = NULL},
};

static const Type types[] = {
    [FAIRY_STRING] = {.json = "string"},
    [FAIRY_NUMBER] = {.json = "number"},
    [FAIRY_COORDINATE] = {.json = "number"},
    [FAIRY_LENGTH] = {.json = "number"},
    [FAIRY_BOOLEAN] = {.json = "boolean"},
    [FAIRY_ENUM] = {.json = "string"},
    [FAIRY_COLOR] = {.json = "string"},
    [FAIRY_ID] = {.json = "string"},
    [FAIRY_IDS] = {"array", 1, FAIRY_MAX_IDS, NULL},
    [FAIRY_NEW_ID] = {.json = "string"},
    [FAIRY_KEY] = {.json = "string"},
    [FAIRY_KEYS] = {"array", 1, FAIRY_MAX_IDS, NULL},
    [FAIRY_OBJECT] = {.json = "object"},
    [FAIRY_POINTS] = {"array", 2, FAIRY_MAX_POINTS, point_fields},
    [FAIRY_OBJECTS] = {"array", 1, FAIRY_MAX_OBJECTS, NULL},
};

const char *fairy_schema_type(const FairyField *field)
{
    return types[field->type].json;
}

static cJSON *object(const FairyField *fields, const FairyAction *action);

/* --- fields ----------------------------------------------------------------------------------- */

static void add_type(cJSON *json, const FairyField *field)
{
    gboolean null = (field->flags & FAIRY_FIELD_NULLABLE) != 0;
    const char *type = fairy_schema_type(field);
    if (field->type == FAIRY_IDS) { /* or an expression */
        cJSON_AddItemToObject(json, "type",
                              fairy_schema_strings((const char *const[]){type, "string", NULL}));
    } else if (null) {
        cJSON_AddItemToObject(json, "type",
                              fairy_schema_strings((const char *const[]){type, "null", NULL}));
    } else {
        cJSON_AddStringToObject(json, "type", type);
    }
    if (field->choices) {
        cJSON *choices = fairy_schema_strings(field->choices);
        if (null) {
            cJSON_AddItemToArray(choices, cJSON_CreateNull());
        }
        cJSON_AddItemToObject(json, "enum", choices);
    }
}

static void add_bounds(cJSON *json, const FairyField *field)
{
    if (field->flags & FAIRY_FIELD_POSITIVE) {
        cJSON_AddNumberToObject(json, "exclusiveMinimum", 0);
    }
    if (field->flags & FAIRY_FIELD_NOT_ZERO) {
        cJSON_AddNumberToObject(cJSON_AddObjectToObject(json, "not"), "const", 0);
    }
}

static void add_items(cJSON *json, const FairyField *field)
{
    const Type *type = &types[field->type];
    const FairyField *fields = field->fields ? field->fields : type->item;
    cJSON *item = fields ? object(fields, NULL) : cJSON_CreateObject();
    if (!fields) {
        cJSON_AddStringToObject(item, "type", "string");
    }
    cJSON_AddItemToObject(json, "items", item);
    cJSON_AddNumberToObject(json, "minItems", type->least);
    cJSON_AddNumberToObject(json, "maxItems", type->most);
}

/* Recurses over our tables only, which nest once. */
static cJSON *field_schema(const FairyField *field)
{
    gboolean one = field->type == FAIRY_OBJECT;
    cJSON *json = one ? object(field->fields, NULL) : cJSON_CreateObject();
    if (!one) {
        add_type(json, field);
    }
    g_autofree char *doc = fairy_field_doc(field);
    cJSON_AddStringToObject(json, "description", doc);
    add_bounds(json, field);
    if (types[field->type].most > 0) {
        add_items(json, field);
    }
    return json;
}

/* --- objects ---------------------------------------------------------------------------------- */

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

static cJSON *object(const FairyField *fields, const FairyAction *action)
{
    cJSON *json = cJSON_CreateObject(), *required = cJSON_CreateArray();
    cJSON_AddStringToObject(json, "type", "object");
    if (action) {
        cJSON_AddStringToObject(json, "description", action->summary);
    }
    cJSON *properties = cJSON_AddObjectToObject(json, "properties");
    if (action) {
        add_envelope(properties, required, action);
    }
    for (; fields->name; fields++) {
        cJSON_AddItemToObject(properties, fields->name, field_schema(fields));
        if (!(fields->flags & FAIRY_FIELD_OPTIONAL)) {
            cJSON_AddItemToArray(required, cJSON_CreateString(fields->name));
        }
    }
    cJSON_AddItemToObject(json, "required", required);
    cJSON_AddFalseToObject(json, "additionalProperties");
    return json;
}

/* --- all together ----------------------------------------------------------------------------- */

static cJSON *any_action(const FairyAction *const *actions)
{
    cJSON *json = cJSON_CreateObject(), *any = cJSON_AddArrayToObject(json, "anyOf");
    for (guint i = 0; actions[i]; i++) {
        cJSON_AddItemToArray(any, object(actions[i]->fields, actions[i]));
    }
    return json;
}

cJSON *fairy_action_schema(const FairyAction *action)
{
    return object(action->fields, action);
}

cJSON *fairy_schema_envelope(cJSON *action)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "type", "object");
    cJSON *list = cJSON_AddObjectToObject(cJSON_AddObjectToObject(json, "properties"), "actions");
    cJSON_AddStringToObject(list, "type", "array");
    cJSON_AddItemToObject(list, "items", action);
    cJSON_AddItemToObject(json, "required",
                          fairy_schema_strings((const char *const[]){"actions", NULL}));
    cJSON_AddFalseToObject(json, "additionalProperties");
    return json;
}

cJSON *fairy_reply_schema(const FairyAction *const *actions)
{
    cJSON *json = fairy_schema_envelope(any_action(actions));
    cJSON_AddStringToObject(json, "$schema", "https://json-schema.org/draft/2020-12/schema");
    return json;
}
