/* JSON schemas from the field tables, for providers that check what a model writes. */
#include "action/field.h"
#include "action/schema_profile.h"

#include <fairy/limits.h>

#define FEW 8 /* fields that can be left out, and are said together as well as one by one */

typedef struct {
    FairySchemaProfile dialect;
    guint keywords;
    gboolean is_counted;
    const FairyForms *forms;
} Schema;

static cJSON *strings(const char *const *texts)
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
};

static cJSON *object(const Schema *schema, const FairyField *fields, const FairyAction *action,
                     FairyForm form, const FairyField *single);
static cJSON *variants(const Schema *schema, const FairyField *fields, const FairyAction *action);

/* --- fields ----------------------------------------------------------------------------------- */

static void add_type(cJSON *json, const FairyField *field, gboolean null)
{
    const char *type = types[field->type].json;
    if (null) {
        cJSON_AddItemToObject(json, "type", strings((const char *const[]){type, "null", NULL}));
    } else {
        cJSON_AddStringToObject(json, "type", type);
    }
    if (field->choices) {
        cJSON *choices = strings(field->choices);
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

static void add_items(const Schema *schema, cJSON *json, const Type *type)
{
    gboolean any = (schema->keywords & FAIRY_KEYWORD_MIN_ITEMS) != 0;
    cJSON *item =
        type->item ? object(schema, type->item, NULL, FAIRY_FORM_OPEN, NULL) : cJSON_CreateObject();
    if (!type->item) {
        cJSON_AddStringToObject(item, "type", "string");
    }
    cJSON_AddItemToObject(json, "items", item);
    if (any || schema->keywords & FAIRY_KEYWORD_NOT_EMPTY) {
        cJSON_AddNumberToObject(json, "minItems", any ? type->least : 1);
    }
    if (schema->keywords & FAIRY_KEYWORD_MAX_ITEMS) {
        cJSON_AddNumberToObject(json, "maxItems", type->most);
    }
}

/* Of a variant alone; of several their union. `list` is freed. */
static cJSON *one_of(cJSON *list)
{
    if (cJSON_GetArraySize(list) == 1) {
        cJSON *only = cJSON_DetachItemFromArray(list, 0);
        cJSON_Delete(list);
        return only;
    }
    cJSON *json = cJSON_CreateObject();
    cJSON_AddItemToObject(json, "anyOf", list);
    return json;
}

/* Recurses over our tables only, which nest once. */
static cJSON *field_schema(const Schema *schema, const FairyField *field, gboolean null)
{
    gboolean is_object = field->type == FAIRY_OBJECT;
    cJSON *json = is_object ? one_of(variants(schema, field->fields, NULL)) : cJSON_CreateObject();
    if (!is_object) {
        add_type(json, field, null);
    }
    g_autofree char *doc = fairy_field_doc(field);
    cJSON_AddStringToObject(json, "description", doc);
    if (schema->keywords & FAIRY_KEYWORD_BOUNDS) {
        add_bounds(json, field);
    }
    if (types[field->type].most > 0) {
        add_items(schema, json, &types[field->type]);
    }
    return json;
}

/* --- objects ---------------------------------------------------------------------------------- */

typedef enum { LEFT_OUT, OPTIONAL, REQUIRED, REQUIRED_OR_NULL } Part;

/* What becomes of an optional field; in FAIRY_FORM_SINGLE only `single` is there. */
static Part part_of(const FairyField *field, FairyForm form, gboolean is_patch,
                    const FairyField *single)
{
    if (!(field->flags & FAIRY_FIELD_OPTIONAL)) {
        return REQUIRED;
    }
    if (form == FAIRY_FORM_WHOLE) {
        return REQUIRED;
    }
    if (form == FAIRY_FORM_SINGLE) {
        return field == single ? REQUIRED : LEFT_OUT;
    }
    if (form == FAIRY_FORM_OPEN) {
        return OPTIONAL;
    }
    /* null can't mean both "none" and "as it is" */
    return is_patch && field->flags & FAIRY_FIELD_NULLABLE ? LEFT_OUT : REQUIRED_OR_NULL;
}

/* In a new object, null says the same as leaving a field out: where unions are counted, one way is
 * enough. */
static gboolean takes_null(const Schema *schema, const FairyField *field, Part part, FairyForm form,
                           gboolean is_patch)
{
    gboolean nullable = (field->flags & FAIRY_FIELD_NULLABLE) != 0;
    gboolean spared = schema->is_counted && field->flags & FAIRY_FIELD_OPTIONAL &&
                      (!is_patch || form == FAIRY_FORM_WHOLE);
    return part == REQUIRED_OR_NULL || (nullable && !spared);
}

/* What every action has besides its fields. An intent is never worth being required. */
static void add_envelope(const Schema *schema, cJSON *properties, cJSON *required,
                         const FairyAction *action)
{
    cJSON *type = cJSON_AddObjectToObject(properties, "_type");
    cJSON_AddStringToObject(type, "type", "string");
    if (schema->keywords & FAIRY_KEYWORD_CONST) {
        cJSON_AddStringToObject(type, "const", action->name);
    } else {
        cJSON_AddItemToObject(type, "enum", strings((const char *const[]){action->name, NULL}));
    }
    cJSON_AddItemToArray(required, cJSON_CreateString("_type"));
    if (fairy_schema_profile_info(schema->dialect)->form == FAIRY_FORM_OPEN &&
        !schema->is_counted) {
        cJSON *intent = cJSON_AddObjectToObject(properties, "intent");
        cJSON_AddStringToObject(intent, "type", "string");
        cJSON_AddStringToObject(intent, "description", "why, in a few words; without effect");
    }
}

static cJSON *names_of(const cJSON *object)
{
    cJSON *list = cJSON_CreateArray();
    const cJSON *member;
    cJSON_ArrayForEach(member, object)
    {
        cJSON_AddItemToArray(list, cJSON_CreateString(member->string));
    }
    return list;
}

static cJSON *object(const Schema *schema, const FairyField *fields, const FairyAction *action,
                     FairyForm form, const FairyField *single)
{
    gboolean is_patch = fairy_fields_are_patch(fields);
    cJSON *json = cJSON_CreateObject(), *required = cJSON_CreateArray();
    cJSON_AddStringToObject(json, "type", "object");
    if (action) {
        cJSON_AddStringToObject(json, "description", action->summary);
    }
    cJSON *properties = cJSON_AddObjectToObject(json, "properties");
    if (action) {
        add_envelope(schema, properties, required, action);
    }
    for (; fields->name; fields++) {
        gboolean spared = schema->is_counted && !is_patch && fields->flags & FAIRY_FIELD_RARE;
        Part part = spared ? LEFT_OUT : part_of(fields, form, is_patch, single);
        if (part != LEFT_OUT) {
            gboolean null = takes_null(schema, fields, part, form, is_patch);
            cJSON_AddItemToObject(properties, fields->name, field_schema(schema, fields, null));
        }
        if (part == REQUIRED || part == REQUIRED_OR_NULL) {
            cJSON_AddItemToArray(required, cJSON_CreateString(fields->name));
        }
    }
    cJSON_AddItemToObject(json, "required", required);
    cJSON_AddFalseToObject(json, "additionalProperties");
    if (schema->keywords & FAIRY_KEYWORD_ORDER) {
        cJSON_AddItemToObject(json, "propertyOrdering", names_of(properties));
    }
    return json;
}

/* The objects that say together what the fields allow. */
static cJSON *variants(const Schema *schema, const FairyField *fields, const FairyAction *action)
{
    FairyForm form = fairy_forms_get(schema->forms, fields);
    gboolean is_patch = fairy_fields_are_patch(fields);
    cJSON *list = cJSON_CreateArray();
    cJSON_AddItemToArray(list, object(schema, fields, action, form, NULL));
    for (guint i = 0; form != FAIRY_FORM_OPEN && fields[i].name; i++) {
        gboolean missing = fields[i].flags & FAIRY_FIELD_OPTIONAL &&
                           part_of(&fields[i], form, is_patch, NULL) == LEFT_OUT;
        if (missing) {
            cJSON_AddItemToArray(list,
                                 object(schema, fields, action, FAIRY_FORM_SINGLE, &fields[i]));
        }
    }
    guint n = fairy_fields_optional(fields);
    if (form == FAIRY_FORM_SINGLE && n > 1 && n <= FEW) {
        cJSON_AddItemToArray(list, object(schema, fields, action, FAIRY_FORM_WHOLE, NULL));
    }
    return list;
}

/* --- all together ----------------------------------------------------------------------------- */

static cJSON *any_action(const FairyAction *const *actions, FairySchemaProfile dialect)
{
    const FairySchemaProfileInfo *info = fairy_schema_profile_info(dialect);
    g_autoptr(FairyForms) forms = fairy_forms_new(dialect, actions);
    Schema schema = {dialect, info->keywords, info->is_counted, forms};
    cJSON *all = cJSON_CreateArray();
    for (guint i = 0; actions[i]; i++) {
        cJSON *list = variants(&schema, actions[i]->fields, actions[i]);
        while (list->child) {
            cJSON_AddItemToArray(all, cJSON_DetachItemFromArray(list, 0));
        }
        cJSON_Delete(list);
    }
    return one_of(all);
}

cJSON *fairy_action_schema(const FairyAction *action, FairySchemaProfile dialect)
{
    return any_action((const FairyAction *const[]){action, NULL}, dialect);
}

cJSON *fairy_reply_schema(const FairyAction *const *actions, FairySchemaProfile dialect)
{
    cJSON *json = cJSON_CreateObject();
    if (dialect == FAIRY_SCHEMA_PLAIN) {
        cJSON_AddStringToObject(json, "$schema", "https://json-schema.org/draft/2020-12/schema");
    }
    cJSON_AddStringToObject(json, "type", "object");
    cJSON *list = cJSON_AddObjectToObject(cJSON_AddObjectToObject(json, "properties"), "actions");
    cJSON_AddStringToObject(list, "type", "array");
    cJSON_AddItemToObject(list, "items", any_action(actions, dialect));
    cJSON_AddItemToObject(json, "required", strings((const char *const[]){"actions", NULL}));
    cJSON_AddFalseToObject(json, "additionalProperties");
    return json;
}
