/* JSON schemas: the keywords of each form, and that it can say what the field tables do. Whether
 * they are schemas at all is asked of another program, in tests/cli/actions.sh. */
#include <fairy/action.h>

#include <string.h>

static const char *const plain_keywords[] = {
    "$schema",  "type",     "description", "properties", "required", "additionalProperties",
    "items",    "anyOf",    "enum",        "const",      "not",      "exclusiveMinimum",
    "minItems", "maxItems", NULL};
static const char *const compact_keywords[] = {"type",  "properties", "required",
                                               "items", "enum",       "additionalProperties",
                                               "$defs", "$ref",       NULL};

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
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(schema, "$defs"))
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

/* --- what every schema is --------------------------------------------------------------------- */

static void check_object(const cJSON *schema)
{
    const cJSON *properties = member(schema, "properties"), *required = member(schema, "required");
    g_assert_true(cJSON_IsFalse(member(schema, "additionalProperties")));
    const cJSON *item;
    cJSON_ArrayForEach(item, required)
    {
        g_assert_nonnull(member(properties, item->valuestring));
    }
    /* the kind of an action comes first */
    if (lists(required, "_type") && member(properties, "intent")) {
        g_assert_cmpstr(properties->child->string, ==, "_type");
    }
}

static void check_node(const cJSON *schema, gpointer keywords)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, schema)
    {
        g_assert_true(g_strv_contains(keywords, item->string));
    }
    g_assert_true(member(schema, "type") || member(schema, "anyOf") || member(schema, "$ref"));
    if (g_strcmp0(cJSON_GetStringValue(member(schema, "type")), "object") == 0) {
        check_object(schema);
    }
}

static void check_whole(cJSON *schema, const char *const *keywords)
{
    g_assert_cmpstr(cJSON_GetStringValue(member(schema, "type")), ==, "object");
    walk(schema, check_node, (gpointer)keywords);
    cJSON_Delete(schema);
}

static void test_forms(void)
{
    const FairyAction *const *actions = fairy_actions();
    check_whole(fairy_reply_schema(actions), plain_keywords);
    check_whole(fairy_reply_schema_compact(actions), compact_keywords);
    for (guint i = 0; actions[i]; i++) {
        const FairyAction *const one[] = {actions[i], NULL};
        check_whole(fairy_action_schema(actions[i]), plain_keywords);
        check_whole(fairy_reply_schema_compact(one), compact_keywords);
    }
}

/* Fields are asked for in the order in which the table has them. */
static void test_order(void)
{
    const FairyAction *const *actions = fairy_actions();
    for (guint i = 0; actions[i]; i++) {
        const FairyAction *const one[] = {actions[i], NULL};
        cJSON *reply = fairy_reply_schema_compact(one);
        const cJSON *items = member(member(member(reply, "properties"), "actions"), "items");
        const cJSON *next = member(items, "properties")->child->next->next; /* _type, intent */
        for (const FairyField *field = actions[i]->fields; field->name; field++) {
            g_assert_cmpstr(next->string, ==, field->name);
            next = next->next;
        }
        g_assert_null(next);
        cJSON_Delete(reply);
    }
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

static void check_said(const FairyField *fields, const cJSON *schema)
{
    for (; fields->name; fields++) {
        Wanted wanted = {.name = fields->name};
        walk(schema, find_node, &wanted);
        g_assert_true(wanted.found);
        g_assert_true(wanted.can_be_null == !!(fields->flags & FAIRY_FIELD_NULLABLE));
        if (fields->fields) {
            check_said(fields->fields, schema);
        }
    }
}

static void test_fields_said(void)
{
    const FairyAction *const *actions = fairy_actions();
    for (guint i = 0; actions[i]; i++) {
        const FairyAction *const one[] = {actions[i], NULL};
        cJSON *plain = fairy_action_schema(actions[i]), *sent = fairy_reply_schema_compact(one);
        check_said(actions[i]->fields, plain);
        check_said(actions[i]->fields, sent);
        cJSON_Delete(plain);
        cJSON_Delete(sent);
    }
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
    if (cJSON_IsArray(type)) {
        if (nulls && lists(type, "null")) {
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
        cJSON *list = cJSON_CreateArray();
        for (int i = 0; i < member(schema, "minItems")->valueint; i++) {
            cJSON_AddItemToArray(list, instance(member(schema, "items"), nulls));
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
    for (guint i = 0; actions[i]; i++) {
        cJSON *schema = fairy_action_schema(actions[i]);
        check_taken(actions[i], schema, FALSE);
        check_taken(actions[i], schema, TRUE);
        cJSON_Delete(schema);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/schema/forms", test_forms);
    g_test_add_func("/schema/order", test_order);
    g_test_add_func("/schema/fields", test_fields_said);
    g_test_add_func("/schema/checker", test_checker_takes);
    return g_test_run();
}
