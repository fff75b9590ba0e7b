/* Checks and coercions of arguments, on a table of its own and on the real ones. */
#include <fairy/action.h>
#include <fairy/limits.h>

#include <string.h>

static const char *const words[] = {"top", "center", "bottom-left", NULL};
static const char *const id_aliases[] = {"id", NULL};

static const FairyField inner[] = {
    {.name = "_type", .type = FAIRY_ENUM, .choices = words, .doc = "the kind"},
    {.name = "depth", .type = FAIRY_NUMBER, .flags = FAIRY_FIELD_OPTIONAL, .doc = "how deep"},
    {.name = NULL},
};

#define OPTIONAL .flags = FAIRY_FIELD_OPTIONAL

static const FairyField fields[] = {
    {.name = "shapeId", .type = FAIRY_ID, OPTIONAL, .doc = "an id", .aliases = id_aliases},
    {.name = "list", .type = FAIRY_IDS, OPTIONAL, .doc = "ids"},
    {.name = "num", .type = FAIRY_NUMBER, OPTIONAL, .doc = "a number"},
    {.name = "size",
     .type = FAIRY_LENGTH,
     .flags = FAIRY_FIELD_OPTIONAL | FAIRY_FIELD_POSITIVE,
     .doc = "a size"},
    {.name = "factor",
     .type = FAIRY_NUMBER,
     .flags = FAIRY_FIELD_OPTIONAL | FAIRY_FIELD_NOT_ZERO,
     .doc = "a factor"},
    {.name = "flag", .type = FAIRY_BOOLEAN, OPTIONAL, .doc = "a flag"},
    {.name = "word", .type = FAIRY_ENUM, OPTIONAL, .choices = words, .doc = "a word"},
    {.name = "text", .type = FAIRY_STRING, OPTIONAL, .doc = "a text"},
    {.name = "color", .type = FAIRY_COLOR, OPTIONAL, .doc = "a colour"},
    {.name = "nullable",
     .type = FAIRY_ID,
     .flags = FAIRY_FIELD_OPTIONAL | FAIRY_FIELD_NULLABLE,
     .doc = "an id or null"},
    {.name = "deep", .type = FAIRY_OBJECT, OPTIONAL, .doc = "an object", .fields = inner},
    {.name = NULL},
};

static const FairyAction sample = {.name = "sample", .fields = fields};

/* What the checker makes of `text`: the arguments after, and the notes, or the error. */
static char *check_with(const FairyAction *action, const char *text)
{
    cJSON *args = cJSON_Parse(text);
    g_assert_nonnull(args);
    g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GError) error = NULL;
    gboolean ok = fairy_action_check(action, args, notes, &error);
    g_assert_true(ok == (error == NULL));
    char *after = cJSON_PrintUnformatted(args);
    cJSON_Delete(args);
    GString *out = g_string_new(ok ? after : error->message);
    cJSON_free(after);
    if (error) {
        g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION);
        g_assert_null(strchr(error->message, '\n'));
    }
    for (guint i = 0; ok && i < notes->len; i++) {
        g_string_append_printf(out, " | %s", (const char *)notes->pdata[i]);
    }
    return g_string_free(out, FALSE);
}

typedef struct {
    const char *args, *expected;
} Case;

static void run_with(const FairyAction *action, const Case *cases, gsize n)
{
    for (gsize i = 0; i < n; i++) {
        g_autofree char *got = check_with(action, cases[i].args);
        g_assert_cmpstr(got, ==, cases[i].expected);
    }
}

static void run(const Case *cases, gsize n)
{
    run_with(&sample, cases, n);
}

static void test_numbers(void)
{
    static const Case cases[] = {
        {"{\"num\":1.5}", "{\"num\":1.5}"},
        {"{\"num\":\"12px\"}", "{\"num\":12} | \"num\": read \"12px\" as 12"},
        {"{\"num\":\" -1.5 \"}", "{\"num\":-1.5} | \"num\": read \" -1.5 \" as -1.5"},
        {"{\"num\":\".5\"}", "{\"num\":0.5} | \"num\": read \".5\" as 0.5"},
        {"{\"num\":\"45 deg\"}", "{\"num\":45} | \"num\": read \"45 deg\" as 45"},
        {"{\"num\":\"\"}", "sample: \"num\" must be a number, got \"\""},
        {"{\"num\":\"left\"}", "sample: \"num\" must be a number, got \"left\""},
        {"{\"num\":\"0x10\"}", "sample: \"num\" must be a number, got \"0x10\""},
        {"{\"num\":\"inf\"}", "sample: \"num\" must be a number, got \"inf\""},
        {"{\"num\":\"nan\"}", "sample: \"num\" must be a number, got \"nan\""},
        {"{\"num\":\"1e999\"}", "sample: \"num\" must be a number, got \"1e999\""},
        {"{\"num\":\"1,5\"}", "sample: \"num\" must be a number, got \"1,5\""},
        {"{\"num\":\"1 2\"}", "sample: \"num\" must be a number, got \"1 2\""},
        {"{\"num\":true}", "sample: \"num\" must be a number, got true"},
        {"{\"num\":[1]}", "sample: \"num\" must be a number, got a list"},
        {"{\"size\":1}", "{\"size\":1}"},
        {"{\"size\":0}", "sample: \"size\" must be a number above 0, got 0"},
        {"{\"size\":\"-5\"}", "sample: \"size\" must be a number above 0, got -5"},
        {"{\"factor\":-1}", "{\"factor\":-1}"},
        {"{\"factor\":0}", "sample: \"factor\" must be a number other than 0, got 0"},
    };
    run(cases, G_N_ELEMENTS(cases));
}

static void test_booleans(void)
{
    static const char *const yes[] = {"\"yes\"", "\"True\"", "\"on\"", "\"1\"", "1"};
    static const char *const no[] = {"\"no\"", "\"FALSE\"", "\"off\"", "\" 0 \"", "0"};
    static const char *const bad[] = {"\"\"", "\"maybe\"", "2", "-1", "[]"};
    for (guint i = 0; i < G_N_ELEMENTS(yes); i++) {
        g_autofree char *a = g_strdup_printf("{\"flag\":%s}", yes[i]);
        g_autofree char *b = g_strdup_printf("{\"flag\":%s}", no[i]);
        g_autofree char *c = g_strdup_printf("{\"flag\":%s}", bad[i]);
        g_autofree char *got_a = check_with(&sample, a), *got_b = check_with(&sample, b);
        g_autofree char *got_c = check_with(&sample, c);
        g_assert_true(g_str_has_prefix(got_a, "{\"flag\":true} | \"flag\": read "));
        g_assert_true(g_str_has_prefix(got_b, "{\"flag\":false} | \"flag\": read "));
        g_assert_true(g_str_has_prefix(got_c, "sample: \"flag\" must be true or false, got "));
    }
    static const Case cases[] = {
        {"{\"flag\":true}", "{\"flag\":true}"},
        {"{\"flag\":false}", "{\"flag\":false}"},
        {"{\"flag\":null}", "{}"},
    };
    run(cases, G_N_ELEMENTS(cases));
}

static void test_words(void)
{
    static const Case cases[] = {
        {"{\"word\":\"top\"}", "{\"word\":\"top\"}"},
        {"{\"word\":\"Top\"}", "{\"word\":\"top\"} | \"word\": read \"Top\" as \"top\""},
        {"{\"word\":\"bottom_left \"}",
         "{\"word\":\"bottom-left\"} | \"word\": read \"bottom_left \" as \"bottom-left\""},
        {"{\"word\":\"bottomLeft\"}",
         "{\"word\":\"bottom-left\"} | \"word\": read \"bottomLeft\" as \"bottom-left\""},
        {"{\"word\":\"centre\"}",
         "{\"word\":\"center\"} | \"word\": read \"centre\" as \"center\""},
        {"{\"word\":\"left\"}", "sample: \"word\" must be one of \"top\", \"center\" or "
                                "\"bottom-left\", got \"left\""},
        {"{\"word\":3}",
         "sample: \"word\" must be one of \"top\", \"center\" or \"bottom-left\", got 3"},
        {"{\"text\":\"a\\nb\"}", "{\"text\":\"a\\nb\"}"},
        {"{\"text\":5}", "{\"text\":\"5\"} | \"text\": read 5 as \"5\""},
        {"{\"text\":{}}", "sample: \"text\" must be a text, got an object"},
        {"{\"text\":{\"a\":1},\"num\":1}", "sample: \"text\" must be a text, got an object"},
    };
    run(cases, G_N_ELEMENTS(cases));
}

static void test_colors(void)
{
    static const Case cases[] = {
        {"{\"color\":\"light-blue\"}", "{\"color\":\"light-blue\"}"},
        {"{\"color\":\"#ff8800\"}", "{\"color\":\"#ff8800\"}"},
        {"{\"color\":\"light_blue\"}",
         "{\"color\":\"light-blue\"} | \"color\": read \"light_blue\" as \"light-blue\""},
        {"{\"color\":\"no such\",\"num\":1}",
         "{\"num\":1} | \"color\": left out, as \"no such\" is no colour"},
        {"{\"color\":7}", "sample: \"color\" must be the name of a colour or a CSS colour, got 7"},
    };
    run(cases, G_N_ELEMENTS(cases));
}

static void test_ids(void)
{
    static const Case cases[] = {
        {"{\"shapeId\":\"a\"}", "{\"shapeId\":\"a\"}"},
        {"{\"shapeId\":\" #a \"}", "{\"shapeId\":\"a\"}"},
        {"{\"shapeId\":\"shape:a\"}", "{\"shapeId\":\"a\"}"},
        {"{\"shapeId\":\"#shape:a\"}", "{\"shapeId\":\"a\"}"},
        {"{\"shapeId\":7}", "{\"shapeId\":\"7\"}"},
        {"{\"shapeId\":[\"a\"]}", "{\"shapeId\":\"a\"} | \"shapeId\": read a list as \"a\""},
        {"{\"shapeId\":[\"a\",\"b\"]}",
         "sample: \"shapeId\" must be the id of one shape, got a list"},
        {"{\"shapeId\":\" # \"}", "sample: \"shapeId\" must be the id of one shape, got \" # \""},
        {"{\"list\":[\"a\",\"#b\",3]}", "{\"list\":[\"a\",\"b\",\"3\"]}"},
        {"{\"list\":\"a\"}", "{\"list\":[\"a\"]} | \"list\": read one id as a list of one"},
        {"{\"list\":[\"a\",\"b\",\"shape:a\"]}",
         "{\"list\":[\"a\",\"b\"]} | \"list\": left out 1 that were listed twice"},
        {"{\"list\":[\"a\",\"b\",\"a\",\"a\",\"b\",\"a\"]}",
         "{\"list\":[\"a\",\"b\"]} | \"list\": left out 4 that were listed twice"},
        {"{\"list\":[]}", "sample: \"list\" must be a list of one or more ids, got a list"},
        {"{\"list\":[\"a\",{}]}", "sample: \"list\" must be a list of ids, got an object"},
        {"{\"nullable\":null}", "{\"nullable\":null}"},
        {"{\"nullable\":\"a\"}", "{\"nullable\":\"a\"}"},
    };
    run(cases, G_N_ELEMENTS(cases));
}

static void test_too_many_ids(void)
{
    GString *text = g_string_new("{\"list\":[\"a\"");
    for (guint i = 0; i < FAIRY_MAX_IDS; i++) {
        g_string_append_printf(text, ",\"b%u\"", i);
    }
    g_string_append(text, "]}");
    g_autofree char *got = check_with(&sample, text->str);
    g_assert_cmpstr(got, ==, "sample: \"list\" must be a list of at most 10000 ids, got a list");
    g_string_free(text, TRUE);
}

static void test_names(void)
{
    static const Case cases[] = {
        {"{\"id\":\"a\"}", "{\"shapeId\":\"a\"}"},
        {"{\"shape_id\":\"a\"}", "{\"shapeId\":\"a\"}"},
        {"{\"SHAPEID\":\"a\"}", "{\"shapeId\":\"a\"}"},
        {"{\"id\":\"a\",\"shapeId\":\"b\"}", "{\"shapeId\":\"b\"}"},
        {"{\"_type\":\"sample\",\"intent\":5,\"whatever\":{}}",
         "{\"_type\":\"sample\",\"intent\":5,\"whatever\":{}}"},
        {"{\"fcator\":1}", "{\"fcator\":1} | ignored \"fcator\": did you mean \"factor\"?"},
        {"{\"fcator\":1,\"factor\":2}", "{\"fcator\":1,\"factor\":2}"},
    };
    run(cases, G_N_ELEMENTS(cases));
}

static void test_objects(void)
{
    static const Case cases[] = {
        {"{\"deep\":{\"_type\":\"top\"}}", "{\"deep\":{\"_type\":\"top\"}}"},
        {"{\"deep\":{}}", "sample needs \"deep._type\": the kind"},
        {"{\"deep\":\"top\"}", "sample: \"deep\" must be an object, got \"top\""},
        {"{\"deep\":{\"type\":\"TOP\"}}",
         "{\"deep\":{\"_type\":\"top\"}} | \"deep._type\": read \"TOP\" as \"top\""},
        {"{\"type\":\"top\",\"depth\":1}", "{\"deep\":{\"_type\":\"top\",\"depth\":1}}"},
        {"{\"deep\":{\"_type\":\"top\",\"depth\":2},\"depth\":1}",
         "{\"deep\":{\"_type\":\"top\",\"depth\":2}}"},
        {"{\"deep\":null}", "{}"},
    };
    run(cases, G_N_ELEMENTS(cases));
}

static void test_real(void)
{
    static const Case moves[] = {
        {"{\"shapeId\":\"a\",\"x\":1,\"y\":2}", "{\"shapeId\":\"a\",\"x\":1,\"y\":2}"},
        {"{\"x\":1,\"y\":2}", "move needs \"shapeId\": id of the shape"},
        {"{\"shapeId\":null,\"x\":1,\"y\":2}", "move needs \"shapeId\": id of the shape"},
        {"{\"shapeId\":\"a\",\"x\":1,\"y\":2,\"anchor\":\"left\"}",
         "{\"shapeId\":\"a\",\"x\":1,\"y\":2,\"anchor\":\"center-left\"} | \"anchor\": read \"left\" "
         "as \"center-left\""},
        {"{\"shapeId\":\"a\",\"x\":1}", "move needs \"y\": where the anchor goes, y"},
    };
    run_with(fairy_action_find("move"), moves, G_N_ELEMENTS(moves));
    static const Case aligns[] = {
        {"{\"shapeIds\":[\"a\",\"b\"],\"alignment\":\"centre\",\"gap\":5}",
         "{\"shapeIds\":[\"a\",\"b\"],\"alignment\":\"center-horizontal\",\"gap\":5} | "
         "\"alignment\": read \"centre\" as \"center-horizontal\""},
    };
    run_with(fairy_action_find("align"), aligns, G_N_ELEMENTS(aligns));
    static const Case creates[] = {
        {"{\"_type\":\"create\",\"type\":\"circle\",\"x\":1,\"y\":2,\"width\":3}",
         "{\"_type\":\"create\",\"shape\":{\"_type\":\"ellipse\",\"x\":1,\"y\":2,\"w\":3}} | "
         "\"shape._type\": read \"circle\" as \"ellipse\""},
        {"{\"shape\":{\"_type\":\"rectangle\",\"w\":-1}}",
         "create: \"shape.w\" must be a number above 0, got -1"},
        {"{\"shape\":{\"_type\":\"arrow\",\"fromId\":null,\"toId\":\"#b\",\"note\":\"\"}}",
         "{\"shape\":{\"_type\":\"arrow\",\"fromId\":null,\"toId\":\"b\",\"note\":\"\"}}"},
    };
    run_with(fairy_action_find("create"), creates, G_N_ELEMENTS(creates));
    static const Case updates[] = {
        {"{\"shapeId\":\"a\",\"fill\":\"#ff0000\"}",
         "{\"update\":{\"shapeId\":\"a\"}} | \"update.fill\": left out, as \"#ff0000\" isn't one of "
         "\"none\", \"tint\", \"background\", \"solid\" or \"pattern\""},
        {"{\"shapeId\":\"a\",\"color\":\"red\"}",
         "{\"update\":{\"shapeId\":\"a\",\"color\":\"red\"}}"},
        {"{\"update\":{\"color\":\"red\"},\"shapeId\":\"a\"}",
         "{\"update\":{\"color\":\"red\",\"shapeId\":\"a\"}}"},
        {"{}", "update needs \"update\": an object with \"shapeId\" and what is to change"},
    };
    run_with(fairy_action_find("update"), updates, G_N_ELEMENTS(updates));
}

/* Whatever stands in a field, checking ends with a yes or a sentence, and leaves valid JSON. */
static void test_any_value(void)
{
    static const char *const values[] = {
        "null", "true", "0",    "-1",     "1e308",         "\"\"",           "\"x\"",
        "[]",   "{}",   "[[]]", "[null]", "{\"_type\":1}", "\"\\n\\u0001\"", "[{\"a\":[]}]"};
    const FairyAction *const *actions = fairy_actions();
    for (guint i = 0; actions[i]; i++) {
        for (const FairyField *f = actions[i]->fields; f->name; f++) {
            for (guint v = 0; v < G_N_ELEMENTS(values); v++) {
                cJSON *args = cJSON_Parse(actions[i]->example);
                cJSON_DeleteItemFromObjectCaseSensitive(args, f->name);
                cJSON_AddItemToObject(args, f->name, cJSON_Parse(values[v]));
                char *text = cJSON_PrintUnformatted(args);
                g_autofree char *got = check_with(actions[i], text);
                g_assert_true(*got && g_utf8_validate(got, -1, NULL));
                cJSON_free(text);
                cJSON_Delete(args);
            }
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/check/numbers", test_numbers);
    g_test_add_func("/check/booleans", test_booleans);
    g_test_add_func("/check/words", test_words);
    g_test_add_func("/check/colors", test_colors);
    g_test_add_func("/check/ids", test_ids);
    g_test_add_func("/check/too-many-ids", test_too_many_ids);
    g_test_add_func("/check/names", test_names);
    g_test_add_func("/check/objects", test_objects);
    g_test_add_func("/check/real", test_real);
    g_test_add_func("/check/any-value", test_any_value);
    return g_test_run();
}
