/* JSON schemas: what each dialect may hold, and that it can say what the field tables do. Whether
 * they are schemas at all is asked of another program, in tests/cli/schemas.sh. */
#include <fairy/action.h>

#include <string.h>

#define MAX_OPTIONAL 24 /* of one schema, where they are limited */
#define MAX_UNIONS   16

static const char *const keywords[][16] = {
    [FAIRY_SCHEMA_PLAIN] = {"$schema", "type", "description", "properties", "required",
                            "additionalProperties", "items", "anyOf", "enum", "const", "not",
                            "exclusiveMinimum", "minItems", "maxItems", NULL},
    [FAIRY_SCHEMA_ANTHROPIC] = {"type", "description", "properties", "required",
                                "additionalProperties", "items", "anyOf", "enum", "const",
                                "minItems", NULL},
    [FAIRY_SCHEMA_OPENAI] = {"type", "description", "properties", "required",
                             "additionalProperties", "items", "anyOf", "enum", NULL},
    [FAIRY_SCHEMA_GEMINI] = {"type", "description", "properties", "required",
                             "additionalProperties", "items", "anyOf", "enum", "minItems",
                             "maxItems", "propertyOrdering", NULL},
};

/* --- walking ---------------------------------------------------------------------------------- */

typedef void (*Visit)(const cJSON *schema, gpointer data);

static void walk(const cJSON *schema, Visit visit, gpointer data)
{
    const cJSON *item;
    visit(schema, data);
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(schema, "properties"))
    {
        walk(item, visit, data);
    }
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(schema, "anyOf"))
    {
        walk(item, visit, data);
    }
    item = cJSON_GetObjectItemCaseSensitive(schema, "items");
    if (item) {
        walk(item, visit, data);
    }
}

static const cJSON *member(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

static gboolean lists(const cJSON *list, const char *name)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, list)
    {
        if (g_strcmp0(cJSON_GetStringValue(item), name) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean is_union(const cJSON *schema)
{
    return member(schema, "anyOf") || cJSON_IsArray(member(schema, "type"));
}

/* --- what every schema is --------------------------------------------------------------------- */

static void check_object(const cJSON *schema, FairySchemaProfile dialect)
{
    const cJSON *properties = member(schema, "properties"), *required = member(schema, "required");
    g_assert_true(cJSON_IsFalse(member(schema, "additionalProperties")));
    g_assert_true(cJSON_IsArray(required));
    const cJSON *item;
    cJSON_ArrayForEach(item, required)
    {
        g_assert_nonnull(member(properties, item->valuestring));
    }
    cJSON_ArrayForEach(item, properties)
    {
        g_assert_true(dialect != FAIRY_SCHEMA_OPENAI || lists(required, item->string));
        gboolean alone = cJSON_GetArraySize(properties) == 1; /* and has no order */
        g_assert_true(dialect != FAIRY_SCHEMA_GEMINI || alone ||
                      lists(member(schema, "propertyOrdering"), item->string));
    }
    /* the kind of an action comes first */
    const cJSON *type = member(properties, "_type");
    if (member(type, "const") || cJSON_GetArraySize(member(type, "enum")) == 1) {
        g_assert_cmpstr(properties->child->string, ==, "_type");
        g_assert_cmpstr(required->child->valuestring, ==, "_type");
    }
}

static void check_node(const cJSON *schema, gpointer data)
{
    FairySchemaProfile dialect = *(const FairySchemaProfile *)data;
    const cJSON *item;
    cJSON_ArrayForEach(item, schema)
    {
        g_assert_true(g_strv_contains(keywords[dialect], item->string));
    }
    const cJSON *least = member(schema, "minItems");
    g_assert_true(!least || dialect != FAIRY_SCHEMA_ANTHROPIC || least->valueint <= 1);
    const char *type = cJSON_GetStringValue(member(schema, "type"));
    g_assert_true(is_union(schema) || type);
    if (g_strcmp0(type, "object") == 0) {
        check_object(schema, dialect);
    }
    /* a field that may be null can be null */
    if (lists(member(schema, "type"), "null") && member(schema, "enum")) {
        const cJSON *choices = member(schema, "enum");
        g_assert_true(cJSON_IsNull(cJSON_GetArrayItem(choices, cJSON_GetArraySize(choices) - 1)));
    }
}

static void test_dialects(void)
{
    const FairyAction *const *actions = fairy_actions();
    for (FairySchemaProfile dialect = 0; dialect < FAIRY_SCHEMA_COUNT; dialect++) {
        cJSON *reply = fairy_reply_schema(actions, dialect);
        g_assert_cmpstr(cJSON_GetStringValue(member(reply, "type")), ==, "object");
        walk(reply, check_node, &dialect);
        cJSON_Delete(reply);
        for (guint i = 0; actions[i]; i++) {
            cJSON *schema = fairy_action_schema(actions[i], dialect);
            walk(schema, check_node, &dialect);
            cJSON_Delete(schema);
        }
    }
}

static void test_names(void)
{
    FairySchemaProfile dialect;
    for (FairySchemaProfile i = 0; i < FAIRY_SCHEMA_COUNT; i++) {
        g_assert_true(fairy_schema_profile_find(fairy_schema_profile_name(i), &dialect));
        g_assert_cmpint(dialect, ==, i);
    }
    g_assert_true(fairy_schema_profile_find("OpenAI", &dialect));
    g_assert_false(fairy_schema_profile_find("latin", &dialect));
    g_assert_false(fairy_schema_profile_find("", &dialect));
    g_assert_null(fairy_schema_profile_name(FAIRY_SCHEMA_COUNT));
}

/* --- limits ----------------------------------------------------------------------------------- */

typedef struct {
    int optional, unions;
} Count;

static void count_node(const cJSON *schema, gpointer data)
{
    Count *count = data;
    count->unions += is_union(schema);
    count->optional += cJSON_GetArraySize(member(schema, "properties")) -
                       cJSON_GetArraySize(member(schema, "required"));
}

static void test_counted(void)
{
    Count count = {0};
    cJSON *reply = fairy_reply_schema(fairy_actions_offered(), FAIRY_SCHEMA_ANTHROPIC);
    walk(reply, count_node, &count);
    g_test_message("%d optional fields, %d unions", count.optional, count.unions);
    g_assert_cmpint(count.optional, <=, MAX_OPTIONAL);
    g_assert_cmpint(count.unions, <=, MAX_UNIONS);
    cJSON_Delete(reply);
}

/* A new shape is nothing that can be said in several actions. */
static void test_create_is_whole(void)
{
    cJSON *reply = fairy_reply_schema(fairy_actions_offered(), FAIRY_SCHEMA_ANTHROPIC);
    const cJSON *item, *list = member(member(member(reply, "properties"), "actions"), "items");
    guint found = 0;
    cJSON_ArrayForEach(item, member(list, "anyOf"))
    {
        const cJSON *properties = member(item, "properties");
        const char *type = cJSON_GetStringValue(member(member(properties, "_type"), "const"));
        if (g_strcmp0(type, "create") == 0) {
            const cJSON *shape = member(properties, "shape");
            g_assert_nonnull(member(member(shape, "properties"), "text"));
            g_assert_nonnull(member(member(shape, "properties"), "fromId"));
            found++;
        }
    }
    g_assert_cmpuint(found, ==, 1);
    cJSON_Delete(reply);
}

/* Where fields belong together, they can be said together. */
static void test_together(void)
{
    cJSON *reply = fairy_reply_schema(fairy_actions_offered(), FAIRY_SCHEMA_ANTHROPIC);
    const cJSON *item, *list = member(member(member(reply, "properties"), "actions"), "items");
    gboolean found = FALSE;
    cJSON_ArrayForEach(item, member(list, "anyOf"))
    {
        const cJSON *properties = member(item, "properties");
        const char *type = cJSON_GetStringValue(member(member(properties, "_type"), "const"));
        found |= g_strcmp0(type, "place") == 0 && member(properties, "align") &&
                 member(properties, "sideOffset") && member(properties, "alignOffset");
    }
    g_assert_true(found);
    cJSON_Delete(reply);
}

/* --- what can be said ------------------------------------------------------------------------- */

typedef struct {
    const char *name;
    gboolean found, can_be_null;
} Wanted;

static void find_node(const cJSON *schema, gpointer data)
{
    Wanted *wanted = data;
    const cJSON *property = member(member(schema, "properties"), wanted->name);
    wanted->found |= property != NULL;
    wanted->can_be_null |= property && lists(member(property, "type"), "null");
}

static void check_said(const FairyField *fields, const cJSON *schema, FairySchemaProfile dialect)
{
    for (; fields->name; fields++) {
        Wanted wanted = {.name = fields->name};
        walk(schema, find_node, &wanted);
        gboolean spared = dialect == FAIRY_SCHEMA_ANTHROPIC && fields->flags & FAIRY_FIELD_RARE;
        g_assert_true(wanted.found || spared);
        g_assert_true(dialect != FAIRY_SCHEMA_PLAIN ||
                      wanted.can_be_null == !!(fields->flags & FAIRY_FIELD_NULLABLE));
        if (fields->fields) {
            check_said(fields->fields, schema, dialect);
        }
    }
}

static void test_fields_said(void)
{
    const FairyAction *const *actions = fairy_actions();
    for (FairySchemaProfile dialect = 0; dialect < FAIRY_SCHEMA_COUNT; dialect++) {
        for (guint i = 0; actions[i]; i++) {
            cJSON *schema = fairy_action_schema(actions[i], dialect);
            check_said(actions[i]->fields, schema, dialect);
            cJSON_Delete(schema);
        }
    }
}

/* Where null says "as it is", it can't say "none" as well: that is an object of its own. */
static void test_none_is_said(void)
{
    cJSON *schema = fairy_action_schema(fairy_action_find("update"), FAIRY_SCHEMA_OPENAI);
    const cJSON *item, *update = member(member(schema, "properties"), "update");
    guint nones = 0;
    cJSON_ArrayForEach(item, member(update, "anyOf"))
    {
        const cJSON *properties = member(item, "properties");
        if (member(properties, "fromId")) {
            g_assert_cmpint(cJSON_GetArraySize(properties), ==, 2);
            g_assert_true(lists(member(member(properties, "fromId"), "type"), "null"));
            nones++;
        } else {
            g_assert_true(!member(properties, "w") ||
                          lists(member(member(properties, "w"), "type"), "null"));
        }
    }
    g_assert_cmpuint(nones, ==, 1);
    cJSON_Delete(schema);
}

static cJSON *instance(const cJSON *schema, gboolean nulls);

static cJSON *object_instance(const cJSON *schema, gboolean nulls)
{
    cJSON *object = cJSON_CreateObject();
    const cJSON *item;
    cJSON_ArrayForEach(item, member(schema, "properties"))
    {
        cJSON_AddItemToObject(object, item->string, instance(item, nulls));
    }
    return object;
}

/* Something the schema allows: all fields, and null where it can be. */
static cJSON *instance(const cJSON *schema, gboolean nulls)
{
    const cJSON *type = member(schema, "type"), *choices = member(schema, "enum");
    const cJSON *any = member(schema, "anyOf");
    if (any) {
        return instance(any->child, nulls);
    }
    if (cJSON_IsArray(type)) {
        if (nulls) {
            return cJSON_CreateNull();
        }
        type = type->child;
    }
    if (member(schema, "const") || choices) {
        return cJSON_Duplicate(choices ? choices->child : member(schema, "const"), TRUE);
    }
    if (g_str_equal(type->valuestring, "object")) {
        return object_instance(schema, nulls);
    }
    if (g_str_equal(type->valuestring, "array")) {
        /* a dialect may not be able to say that a line has two points */
        const cJSON *item = member(schema, "items");
        int n = g_str_equal(member(item, "type")->valuestring, "object") ? 2 : 1;
        cJSON *list = cJSON_CreateArray();
        for (int i = 0; i < n; i++) {
            cJSON_AddItemToArray(list, instance(item, nulls));
        }
        return list;
    }
    return g_str_equal(type->valuestring, "number")    ? cJSON_CreateNumber(1)
           : g_str_equal(type->valuestring, "boolean") ? cJSON_CreateTrue()
                                                       : cJSON_CreateString("red");
}

static void check_taken(const FairyAction *action, const cJSON *schema, gboolean nulls)
{
    cJSON *args = instance(schema, nulls);
    g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GError) error = NULL;
    fairy_action_check(action, args, notes, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(notes->len, ==, 0);
    cJSON_Delete(args);
}

static void test_checker_takes(void)
{
    const FairyAction *const *actions = fairy_actions();
    for (FairySchemaProfile dialect = 0; dialect < FAIRY_SCHEMA_COUNT; dialect++) {
        for (guint i = 0; actions[i]; i++) {
            cJSON *schema = fairy_action_schema(actions[i], dialect);
            const cJSON *any = member(schema, "anyOf");
            for (const cJSON *item = any ? any->child : schema; item; item = item->next) {
                check_taken(actions[i], item, FALSE);
                check_taken(actions[i], item, TRUE);
            }
            cJSON_Delete(schema);
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/schema/dialects", test_dialects);
    g_test_add_func("/schema/names", test_names);
    g_test_add_func("/schema/counted", test_counted);
    g_test_add_func("/schema/create", test_create_is_whole);
    g_test_add_func("/schema/together", test_together);
    g_test_add_func("/schema/fields", test_fields_said);
    g_test_add_func("/schema/none", test_none_is_said);
    g_test_add_func("/schema/checker", test_checker_takes);
    return g_test_run();
}
