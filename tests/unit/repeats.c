/* Actions that come again are known, and others aren't taken for them. */
#include "action/repeats.h"

static gboolean has(FairyRepeats *repeats, const char *action)
{
    cJSON *json = cJSON_Parse(action);
    gboolean known = fairy_repeats_has(repeats, json);
    cJSON_Delete(json);
    return known;
}

static void test_order(void)
{
    FairyRepeats repeats;
    fairy_repeats_init(&repeats);
    g_assert_false(has(&repeats, "{\"_type\":\"a\"}"));
    g_assert_false(has(&repeats, "{\"_type\":\"b\"}"));
    fairy_repeats_begin(&repeats, TRUE);
    g_assert_true(has(&repeats, "{ \"_type\": \"a\" }"));
    g_assert_true(has(&repeats, "{\"_type\":\"b\"}"));
    g_assert_false(has(&repeats, "{\"_type\":\"a\"}")); /* it was done once */
    fairy_repeats_begin(&repeats, TRUE);
    g_assert_false(has(&repeats, "{\"_type\":\"b\"}")); /* another order */
    g_assert_false(has(&repeats, "{\"_type\":\"b\"}"));
    fairy_repeats_begin(&repeats, FALSE);
    g_assert_false(has(&repeats, "{\"_type\":\"a\"}"));
    fairy_repeats_clear(&repeats);
}

static void test_others(void)
{
    static const char *const actions[] = {
        "{}",
        "{\"x\":1,\"y\":2}",
        "{\"x\":2,\"y\":1}",
        "{\"y\":2,\"x\":1}",
        "{\"x\":1,\"y\":\"2\"}",
        "{\"x\":1,\"y\":null}",
        "{\"x\":1,\"y\":true}",
        "{\"x\":1,\"y\":false}",
        "{\"x\":1,\"y\":[2]}",
        "{\"x\":1,\"y\":{\"a\":2}}",
        "{\"x\":1}",
        "{\"x\":[1,2],\"y\":[]}",
        "{\"x\":[1],\"y\":[2]}",
        "{\"x\":\"\",\"y\":\"ab\"}",
        "{\"x\":\"a\",\"y\":\"b\"}",
        "{\"x\":\"ab\",\"y\":\"\"}",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(actions); i++) {
        for (gsize k = 0; k < G_N_ELEMENTS(actions); k++) {
            FairyRepeats repeats;
            fairy_repeats_init(&repeats);
            g_assert_false(has(&repeats, actions[i]));
            fairy_repeats_begin(&repeats, TRUE);
            g_assert_cmpint(has(&repeats, actions[k]), ==, i == k);
            fairy_repeats_clear(&repeats);
        }
    }
}

/* Small numbers differ in few bits: no two of very many have the same print. */
static void test_numbers(void)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    FairyRepeats repeats;
    fairy_repeats_init(&repeats);
    for (guint i = 0; i < 100000; i++) {
        cJSON *json = cJSON_CreateObject();
        cJSON_AddNumberToObject(json, "x", i % 400);
        cJSON_AddNumberToObject(json, "y", (guint)(i / 400));
        g_assert_false(fairy_repeats_has(&repeats, json));
        cJSON_Delete(json);
        gint64 *print = g_new(gint64, 1);
        *print = (gint64)g_array_index(repeats.prints, guint64, i);
        g_assert_true(g_hash_table_add(seen, print));
    }
    fairy_repeats_clear(&repeats);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/repeats/order", test_order);
    g_test_add_func("/repeats/others", test_others);
    g_test_add_func("/repeats/numbers", test_numbers);
    return g_test_run();
}
