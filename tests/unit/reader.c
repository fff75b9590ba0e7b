/* The reply reader: rules of core/stream/README.md, and that splitting never matters. */
#include "../fuzz/reader_log.h"
#include "base/quote.h"
#include "common/clock.h"

#include <string.h>

static char *log_whole(const char *text)
{
    return reader_log(text, strlen(text), strlen(text) + 1);
}

/* Reads `text` whole, byte by byte and in two parts of every size, and wants `expected` each time.
 */
static void expect(const char *text, const char *expected)
{
    g_autofree char *whole = log_whole(text);
    g_assert_cmpstr(whole, ==, expected);
    for (gsize step = 1; step <= strlen(text); step++) {
        g_autofree char *log = reader_log(text, strlen(text), step);
        g_assert_cmpstr(log, ==, expected);
    }
}

typedef struct {
    const char *text, *expected;
} Case;

static void run_cases(const Case *cases, gsize n)
{
    for (gsize i = 0; i < n; i++) {
        expect(cases[i].text, cases[i].expected);
    }
}

#define A "{\"_type\":\"a\"}"
#define B "{\"_type\":\"b\"}"

static void test_envelope(void)
{
    static const Case cases[] = {
        {"{\"actions\":[" A "," B "]}", "0 " A "\n1 " B "\nend"},
        {"\xEF\xBB\xBF \n{\"actions\":[" A "]}", "0 " A "\nend"},
        {"Sure!\n```json\n{\"actions\":[" A "]}\n```\nDone {x}.", "0 " A "\nend"},
        {"<think>{\"actions\":[" B "]}</think>{\"actions\":[" A "]}", "0 " A "\nend"},
        {"<<think>[<</thin</think>[" A "]", "0 " A "\nend"},
        {"[" A "," B "]", "0 " A "\n1 " B "\nend"},
        {A, "0 " A "\nend"},
        {"{\"x\":1,\"_type\":\"a\"}", "0 {\"x\":1,\"_type\":\"a\"}\nend"},
        {"{\"note\":{\"_type\":\"b\"},\"n\":[1],\"actions\":[" A "],\"actions\":[" B "]}",
         "0 " A "\nend"},
        {"{\"_type\":\"reply\",\"actions\":[" A "]}", "0 " A "\nend"},
        {"{\"result\":{\"actions\":[" A "]}}", "0 " A "\nend"},
        {"{\"actions\":" A "}", "0 " A "\nend"},
        {"{\"actions\":[" A "]} {\"actions\":[" B "]}", "0 " A "\nend"},
    };
    run_cases(cases, G_N_ELEMENTS(cases));
}

static void test_false_starts(void)
{
    static const Case cases[] = {
        {"The set {a, b} and [1], then {\"actions\":[" A "]}", "0 " A "\nend"},
        {"Write \"{\" or \"[\": {\"actions\":[" A "]}", "0 " A "\nend"},
        {"{} [] [1,2] {\"a\":1} [[" A "]]", "0 " A "\nend"},
        {"[null,\"x\"," A ",7]",
         "0 ! an action is an object such as {\"_type\":\"message\",\"text\":\"…\"}\n"
         "1 ! an action is an object such as {\"_type\":\"message\",\"text\":\"…\"}\n"
         "2 " A "\n"
         "3 ! an action is an object such as {\"_type\":\"message\",\"text\":\"…\"}\nend"},
    };
    run_cases(cases, G_N_ELEMENTS(cases));
}

static void test_elements(void)
{
    static const Case cases[] = {
        {"{\"actions\":[{},{\"_type\":5},{\"_type\":\"a\",\"_type\":{}}," A "]}",
         "0 ! it has no \"_type\" that names the action\n"
         "1 ! it has no \"_type\" that names the action\n"
         "2 ! it has no \"_type\" that names the action\n"
         "3 " A "\nend"},
        {"{\"actions\":[{\"_type\":\"a\",\"x\":1e999}," A "]}",
         "0 ! one of its numbers is too large, or longer than 64 digits\n1 " A "\nend"},
        {"{\"actions\":[[" A "],1e999,true," A "]}",
         "0 ! an action is an object such as {\"_type\":\"message\",\"text\":\"…\"}\n"
         "1 ! one of its numbers is too large, or longer than 64 digits\n"
         "2 ! an action is an object such as {\"_type\":\"message\",\"text\":\"…\"}\n"
         "3 " A "\nend"},
        {"{\"actions\":[{\"_type\":\"a\",\"x\":1,\"y\":2,\"x\":3}]}",
         "0 {\"_type\":\"a\",\"x\":3,\"y\":2}\nend"},
        {"{\"actions\":[{\"_type\":\"b\",\"_type\":\"a\"}]}", "0 " A "\nend"},
    };
    run_cases(cases, G_N_ELEMENTS(cases));
}

#define T(text) "{\"actions\":[{\"_type\":\"t\",\"s\":\"" text "\"}]}"
#define S(text) "0 {\"_type\":\"t\",\"s\":\"" text "\"}\nend"

static void test_text(void)
{
    static const Case cases[] = {
        {T("C:\\\\"), S("C:\\\\")},
        {T("\\\"\\/\\b\\f\\n\\r\\t"), S("\\\"/\\b\\f\\n\\r\\t")},
        {T("\\u00e9\\u20AC"), S("é€")},
        {T("\\ud83e\\uddda"), S("🧚")},
        {T("\\ud83e!"), S("\xEF\xBF\xBD!")},
        {T("\\ud83e\\n"), S("\xEF\xBF\xBD\\n")},
        {T("\\ud83e\\ud83e\\uddda"), S("\xEF\xBF\xBD🧚")},
        {T("\\ud83e"), S("\xEF\xBF\xBD")},
        {T("\\uddda"), S("\xEF\xBF\xBD")},
        {T("\\u0000"), S("\xEF\xBF\xBD")},
        {T("\\x\\é"), S("xé")},
        {T("a\nb\tc\rd"), S("a\\nb\\tc\\rd")},
        {T("\xFF|\xC0\x80|\xE2\x82|\xED\xA0\x80|\xF4\x90\x80\x80|\x80"),
         S("\xEF\xBF\xBD|\xEF\xBF\xBD\xEF\xBF\xBD|\xEF\xBF\xBD|\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD|"
           "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD|\xEF\xBF\xBD")},
        {T("\xF0\x9F\xA7"), S("\xEF\xBF\xBD")},
        {T("\xF0\x9F\xA7\x9A\xCC\x81"), S("🧚\xCC\x81")},
        {T("\xE2\x82\\u0041"), S("\xEF\xBF\xBD"
                                 "A")},
    };
    run_cases(cases, G_N_ELEMENTS(cases));
}

/* Any byte at any place of a text, which is read many bytes at a time. */
static void test_text_bytes(void)
{
    for (guint byte = 1; byte < 256; byte++) {
        for (guint place = 0; place < 19; place++) {
            g_autofree char *text = g_strdup(T("abcdefghijklmnopqrs"));
            strstr(text, "abc")[place] = (char)byte;
            g_autofree char *each = reader_log(text, strlen(text), 1);
            for (gsize step = 7; step < 64; step += 8) {
                g_autofree char *log = reader_log(text, strlen(text), step);
                g_assert_cmpstr(log, ==, each);
            }
            if (byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\') {
                g_autofree char *want = g_strdup(S("abcdefghijklmnopqrs"));
                strstr(want, "abc")[place] = (char)byte;
                g_assert_cmpstr(each, ==, want);
            }
        }
    }
}

/* What doesn't stand for itself, between plain texts of many lengths, in pieces of many sizes. */
static void test_text_runs(void)
{
    static const Case units[] = {
        {"\\n", "\\n"},           {"\\\"\\\\", "\\\"\\\\"},
        {"\\u00e9", "é"},         {"é–🧚", "é–🧚"},
        {"\xFF", "\xEF\xBF\xBD"}, {"\xE2\x82", "\xEF\xBF\xBD"},
        {"\t\\t", "\\t\\t"},
    };
    static const char *const plain = "abcdefghijklmnopqrstuvwxyz";
    static const gsize steps[] = {1, 3, 5, 8, 13, 16, 20, 24, 100};
    for (guint i = 0; i < G_N_ELEMENTS(units) * 20 * 20; i++) {
        const Case *unit = &units[i / 400];
        int before = (int)(i / 20 % 20), after = (int)(i % 20);
        g_autofree char *text =
            g_strdup_printf(T("%.*s%s%.*s"), before, plain, unit->text, after, plain);
        g_autofree char *want =
            g_strdup_printf(S("%.*s%s%.*s"), before, plain, unit->expected, after, plain);
        g_autofree char *log = reader_log(text, strlen(text), steps[i % G_N_ELEMENTS(steps)]);
        g_assert_cmpstr(log, ==, want);
    }
}

#define N(text) "{\"actions\":[{\"_type\":\"t\",\"n\":[" text "]}]}"
#define V(text) "0 {\"_type\":\"t\",\"n\":[" text "]}\nend"

static void test_tolerances(void)
{
    static const Case cases[] = {
        {N("1,2,"), V("1,2")},
        {N("{\"a\":1,},{}"), V("{\"a\":1},{}")},
        {"{\"actions\":[" A B "]}", "0 " A "\n1 " B "\nend"},
        {N("-0,0.5,-1.5e2,1E+2 , 12 "), V("0,0.5,-150,100,12")},
        {N("true,false,null"), V("true,false,null")},
        {N("123456789012345678"), V("1.2345678901234568e+17")},
    };
    run_cases(cases, G_N_ELEMENTS(cases));
}

static void test_errors(void)
{
    static const Case cases[] = {
        {N("01"), "byte 31: expected a number to go on or end, got '1'"},
        {N("1."), "byte 32: expected a number to go on or end, got ']'"},
        {N("-"), "byte 31: expected a number to go on or end, got ']'"},
        {N("+1"), "byte 30: expected a value or \"]\" in the list, got '+'"},
        {N(","), "byte 30: expected a value or \"]\" in the list, got ','"},
        {N("NaN"), "byte 30: expected a value or \"]\" in the list, got 'N'"},
        {N("nul"), "byte 33: expected true, false or null, got ']'"},
        {N("'a'"), "byte 30: expected a value or \"]\" in the list, got '''"},
        {N("1/*c*/"), "byte 31: expected a number to go on or end, got '/'"},
        {N("{\"a\" 1}"), "byte 35: expected \":\" after the name, got '1'"},
        {N("{\"a\":1 \"b\":2}"), "byte 37: expected \",\" or \"}\" after the value, got '\"'"},
        {N("{a:1}"), "byte 31: expected a name in double quotes or \"}\", got 'a'"},
        {T("\\u12G4"), "byte 34: expected 4 hexadecimal digits after \"\\u\", got 'G'"},
        {T("\x01"), "byte 30: expected a character (control characters are written \\u00XX), got "
                    "byte 0x01"},
        {"{\"actions\":[" A ",}",
         "0 " A "\nbyte 26: expected a value or \"]\" in the list, got '}'"},
        {"", "the reply holds no actions: {\"actions\":[…]} was expected"},
        {"I can't do that.", "the reply holds no actions: {\"actions\":[…]} was expected"},
        {"{\"a\":1}", "the reply holds no actions (byte 6: the object that ends here has neither "
                      "\"actions\" nor \"_type\")"},
        {"{\"actions\":[]}", "end"},
        {"<think>" A, "the reply holds no actions: its <think> is never closed"},
    };
    run_cases(cases, G_N_ELEMENTS(cases));
}

/* Cut anywhere, the whole actions before the cut are there, and no other. */
static void test_cut_off(void)
{
    const char *text = "{\"actions\":[{\"_type\":\"a\",\"x\":12},{\"_type\":\"b\",\"t\":\"hi\"}]}";
    const gsize first = strlen("{\"actions\":[{\"_type\":\"a\",\"x\":12}");
    const gsize second = strlen(text) - 2;
    for (gsize cut = 0; cut < strlen(text); cut++) {
        g_autofree char *log = reader_log(text, cut, 3);
        g_assert_true((strstr(log, "0 {\"_type\":\"a\",\"x\":12}\n") != NULL) == (cut >= first));
        g_assert_true((strstr(log, "1 {\"_type\":\"b\",\"t\":\"hi\"}\n") != NULL) ==
                      (cut >= second));
        g_assert_false(g_str_has_suffix(log, "end"));
    }
    g_autofree char *inside = reader_log(text, second - 2, 100);
    g_assert_true(
        g_str_has_suffix(inside, "the reply was cut off inside action 1 (\"b\"), counting from 0"));
    g_autofree char *between = reader_log(text, first, 100);
    g_assert_true(g_str_has_suffix(between, "the reply was cut off after 1 whole action"));
}

/* --- partial actions -------------------------------------------------------------------------- */

static void drop(guint index, cJSON *action, gpointer data)
{
    (void)index;
    (void)data;
    cJSON_Delete(action);
}

static const FairyReaderFuncs silent = {.action = drop};

static char *partial_of(const char *text)
{
    g_autoptr(FairyReader) reader = fairy_reader_new(&silent, NULL);
    g_assert_true(fairy_reader_feed(reader, text, strlen(text), NULL));
    guint index = 99;
    const cJSON *partial = fairy_reader_partial(reader, &index);
    return partial ? cJSON_PrintUnformatted(partial) : NULL;
}

/* reference/model-apis.md §6.2, "Partial value of a node". */
static void test_partial(void)
{
    static const Case cases[] = {
        {"", NULL},
        {",", ""},
        {",\"ke", ""},
        {",\"k\"", ""},
        {",\"k\":", ""},
        {",\"k\":{", ",\"k\":{}"},
        {",\"k\":[", ",\"k\":[]"},
        {",\"k\":[1", ",\"k\":[]"},
        {",\"k\":[1,", ",\"k\":[1]"},
        {",\"k\":[\"", ",\"k\":[\"\"]"},
        {",\"k\":\"ab", ",\"k\":\"ab\""},
        {",\"k\":\"ab\\", ",\"k\":\"ab\""},
        {",\"k\":\"ab\\u00e", ",\"k\":\"ab\""},
        {",\"k\":\"ab\\ud83e", ",\"k\":\"ab\""},
        {",\"k\":\"ab\\ud83e\\udd", ",\"k\":\"ab\""},
        {",\"k\":\"ab\xF0\x9F\xA7", ",\"k\":\"ab\""},
        {",\"k\":12", ""},
        {",\"k\":12 ", ",\"k\":12"},
        {",\"k\":tru", ""},
        {",\"k\":true", ",\"k\":true"},
        {",\"k\":null", ",\"k\":null"},
    };
    for (guint i = 1; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *text = g_strconcat("{\"actions\":[{\"_type\":\"a\"", cases[i].text, NULL);
        g_autofree char *want = g_strconcat("{\"_type\":\"a\"", cases[i].expected, "}", NULL);
        char *got = partial_of(text);
        g_assert_cmpstr(got, ==, want);
        cJSON_free(got);
    }
    g_assert_null(partial_of("{\"actions\":[{\"_type\":\"a"));
    g_assert_null(partial_of("{\"actions\":[{\"x\":1,"));
    g_assert_null(partial_of("{\"actions\":[" A));
}

/* Whether `later` is `earlier` with longer strings and more members. */
static gboolean has_grown(const cJSON *earlier, const cJSON *later)
{
    if ((earlier->type & 0xFF) != (later->type & 0xFF)) {
        return FALSE;
    }
    if (cJSON_IsString(earlier)) {
        return g_str_has_prefix(later->valuestring, earlier->valuestring);
    }
    if (cJSON_IsNumber(earlier)) {
        return earlier->valuedouble == later->valuedouble;
    }
    const cJSON *b = later->child;
    for (const cJSON *a = earlier->child; a; a = a->next, b = b->next) {
        if (!b || g_strcmp0(a->string, b->string) || !has_grown(a, b)) {
            return FALSE;
        }
    }
    return TRUE;
}

static void test_monotonic(void)
{
    const char *text =
        "{\"actions\":[{\"_type\":\"pen\",\"s\":\"a\\u00e9\\ud83e\\uddda\xC3\xA9\","
        "\"o\":{\"a\":[1,22,{\"b\":true}],\"c\":-1.5e3},\"n\":null,\"l\":[\"x\",\"yz\"]},"
        "{\"_type\":\"b\",\"t\":\"end\"}]}";
    g_autoptr(FairyReader) reader = fairy_reader_new(&silent, NULL);
    cJSON *last = NULL;
    guint last_index = 0, grown = 0;
    for (gsize i = 0; i < strlen(text); i++) {
        g_assert_true(fairy_reader_feed(reader, text + i, 1, NULL));
        guint index;
        const cJSON *now = fairy_reader_partial(reader, &index);
        if (last && now && index == last_index) {
            g_assert_true(has_grown(last, now));
            grown++;
        }
        cJSON_Delete(last);
        last = now ? cJSON_Duplicate(now, TRUE) : NULL;
        last_index = index;
    }
    g_assert_cmpuint(grown, >, 100);
    g_assert_null(last);
}

/* --- limits ----------------------------------------------------------------------------------- */

static void test_depth(void)
{
    for (guint extra = 0; extra < 2; extra++) {
        GString *text = g_string_new("{\"actions\":[{\"_type\":\"a\",\"n\":");
        guint depth = FAIRY_MAX_REPLY_DEPTH - 3 + extra;
        for (guint i = 0; i < depth; i++) {
            g_string_append_c(text, '[');
        }
        for (guint i = 0; i < depth; i++) {
            g_string_append_c(text, ']');
        }
        g_string_append(text, "}]}");
        g_autofree char *log = log_whole(text->str);
        g_assert_true(g_str_has_suffix(log, extra ? "nested more than 64 deep" : "end"));
        g_string_free(text, TRUE);
    }
}

static void test_long_string(void)
{
    for (guint extra = 0; extra < 2; extra++) {
        g_autofree char *long_text = g_strnfill(FAIRY_MAX_STRING_BYTES + extra, 'x');
        g_autofree char *text =
            g_strconcat("{\"actions\":[{\"_type\":\"a\",\"t\":\"", long_text, "\"}]}", NULL);
        g_autofree char *whole = log_whole(text);
        g_autofree char *split = reader_log(text, strlen(text), 1021);
        g_assert_cmpstr(whole, ==, split);
        g_assert_true(
            g_str_has_suffix(whole, extra ? "a string is longer than 1048576 bytes" : "end"));
    }
}

static void test_members(void)
{
    for (guint extra = 0; extra < 2; extra++) {
        GString *text = g_string_new("{\"actions\":[{\"_type\":\"a\"");
        for (guint i = 1; i < FAIRY_MAX_PROPERTIES + extra; i++) {
            g_string_append_printf(text, ",\"k%u\":%u", i, i);
        }
        g_string_append(text, ",\"k20\":\"again\"}]}");
        g_autofree char *log = log_whole(text->str);
        if (extra) {
            g_assert_true(g_str_has_suffix(log, "an object has more than 4096 members"));
        } else {
            g_assert_nonnull(strstr(log, "\"k19\":19,\"k20\":\"again\",\"k21\":21"));
        }
        g_string_free(text, TRUE);
    }
}

static void count(guint index, cJSON *action, gpointer data)
{
    g_assert_cmpuint(index, ==, *(guint *)data);
    ++*(guint *)data;
    cJSON_Delete(action);
}

static void test_many_actions(void)
{
    static const FairyReaderFuncs funcs = {.action = count};
    guint n = 0;
    g_autoptr(FairyReader) reader = fairy_reader_new(&funcs, &n);
    g_autoptr(GError) error = NULL;
    g_assert_true(fairy_reader_feed(reader, "[", 1, &error));
    for (guint i = 0; i < FAIRY_MAX_ACTIONS; i++) {
        g_assert_true(fairy_reader_feed(reader, A ",", strlen(A ","), &error));
    }
    g_assert_cmpuint(n, ==, FAIRY_MAX_ACTIONS);
    g_assert_false(fairy_reader_feed(reader, A, strlen(A), &error));
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_REPLY);
    g_assert_true(g_str_has_suffix(error->message, "the reply has more than 200000 actions"));
    g_clear_error(&error);
    g_assert_false(fairy_reader_feed(reader, "]", 1, &error));
    g_clear_error(&error);
    g_assert_false(fairy_reader_end(reader, &error));
}

static void test_many_values(void)
{
    GString *text = g_string_new("{\"actions\":[{\"_type\":\"a\",\"n\":[");
    for (guint i = 0; i < FAIRY_MAX_VALUES; i++) {
        g_string_append(text, "1,");
    }
    g_string_append(text, "1]}]}");
    g_autofree char *log = log_whole(text->str);
    g_assert_true(g_str_has_suffix(log, "an action holds more than 1048576 values"));
    g_string_free(text, TRUE);
}

static void test_long_reply(void)
{
    g_autoptr(FairyReader) reader = fairy_reader_new(&silent, NULL);
    g_autoptr(GError) error = NULL;
    g_autofree char *prose = g_strnfill(1 << 20, ' ');
    for (gsize i = 0; i < FAIRY_MAX_REPLY_BYTES; i += 1 << 20) {
        g_assert_true(fairy_reader_feed(reader, prose, 1 << 20, &error));
    }
    g_assert_false(fairy_reader_feed(reader, " ", 1, &error));
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_REPLY);
}

/* Guesses are bounded: a reply made of false starts ends, with an error, and in no time. */
static void test_false_starts_bounded(void)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < 200000; i++) {
        g_string_append(text, "{[\"");
    }
    gint64 before = test_cpu_time();
    g_autofree char *log = log_whole(text->str);
    g_assert_false(g_str_has_suffix(log, "end"));
    g_assert_cmpint(test_cpu_time() - before, <, G_USEC_PER_SEC * 5);
    g_string_free(text, TRUE);
}

/* --- properties ------------------------------------------------------------------------------- */

static void append_value(GString *out, GRand *rand, guint depth)
{
    static const char *const scalars[] = {
        "0",         "-1.25",   "3e2",     "true",           "false",
        "null",      "\"\"",    "\"a b\"", "\"\\u00e9\\n\"", "\"\\ud83e\\uddda\"",
        "\"é\\\\\"", "1000000", "0.1",
    };
    guint kind = depth ? (guint)g_rand_int_range(rand, 0, 4) : 0;
    if (kind < 2) {
        g_string_append(out, scalars[g_rand_int_range(rand, 0, G_N_ELEMENTS(scalars))]);
        return;
    }
    guint n = (guint)g_rand_int_range(rand, 0, depth > 1 ? 5 : 20);
    g_string_append_c(out, kind == 2 ? '[' : '{');
    for (guint i = 0; i < n; i++) {
        g_string_append(out, i ? " ,\n" : "");
        if (kind == 3) {
            g_string_append_printf(out, "\"k%u\" : ", i);
        }
        append_value(out, rand, depth - 1);
    }
    g_string_append_c(out, kind == 2 ? ']' : '}');
}

static GString *random_reply(GRand *rand)
{
    GString *out = g_string_new("{\"actions\":[");
    guint n = (guint)g_rand_int_range(rand, 1, 5);
    for (guint i = 0; i < n; i++) {
        g_string_append(out, i ? ",{\"_type\":\"a\",\"v\":" : "{\"_type\":\"a\",\"v\":");
        append_value(out, rand, 3);
        g_string_append_c(out, '}');
    }
    g_string_append(out, "]}");
    return out;
}

static GRand *seeded(void)
{
    guint32 seed = (guint32)g_test_rand_int();
    g_test_message("seed %u", seed);
    return g_rand_new_with_seed(seed);
}

/* What cJSON reads at once, we read in pieces. */
static void test_oracle(void)
{
    GRand *rand = seeded();
    for (guint i = 0; i < 200; i++) {
        GString *text = random_reply(rand);
        cJSON *reply = cJSON_Parse(text->str);
        g_assert_nonnull(reply);
        GString *want = g_string_new(NULL);
        guint index = 0;
        const cJSON *action;
        cJSON_ArrayForEach(action, cJSON_GetObjectItem(reply, "actions"))
        {
            log_action(index++, cJSON_Duplicate(action, TRUE), want);
        }
        g_string_append(want, "end");
        gsize step = (gsize)g_rand_int_range(rand, 1, 40);
        g_autofree char *got = reader_log(text->str, text->len, step);
        g_assert_cmpstr(got, ==, want->str);
        cJSON_Delete(reply);
        g_string_free(want, TRUE);
        g_string_free(text, TRUE);
    }
    g_rand_free(rand);
}

static void keep(guint index, cJSON *action, gpointer data)
{
    g_assert_cmpuint(index, ==, 0);
    *(cJSON **)data = action;
}

/* Long texts, names too, belong to their action: they stay as they are when others are read, and
 * when the reader is gone. */
static void test_long_texts_last(void)
{
    static const FairyReaderFuncs funcs = {.action = keep};
    g_autofree char *name = g_strnfill(5000, 'n'), *text = g_strnfill(70000, 't');
    g_autofree char *reply =
        g_strdup_printf("[{\"_type\":\"a\",\"%s\":\"%s\",\"s\":\"short\",\"l\":[\"%s\",\"%s\"]}]",
                        name, text, text, name);
    cJSON *action = NULL;
    FairyReader *reader = fairy_reader_new(&funcs, &action);
    for (gsize i = 0, len = strlen(reply); i < len; i += 7) {
        g_assert_true(fairy_reader_feed(reader, reply + i, MIN(7, len - i), NULL));
        fairy_reader_partial(reader, NULL);
    }
    fairy_reader_free(reader);
    g_assert_cmpstr(cJSON_GetObjectItem(action, name)->valuestring, ==, text);
    g_assert_cmpstr(cJSON_GetObjectItem(action, "s")->valuestring, ==, "short");
    const cJSON *list = cJSON_GetObjectItem(action, "l");
    g_assert_cmpstr(list->child->valuestring, ==, text);
    g_assert_cmpstr(list->child->next->valuestring, ==, name);
    cJSON_Delete(action);
}

/* Every number is what strtod() makes of its digits, to the last bit. */
static void test_numbers(void)
{
    static const FairyReaderFuncs funcs = {.action = keep};
    GRand *rand = seeded();
    for (guint i = 0; i < 20000; i++) {
        guint64 digits =
            ((guint64)g_rand_int(rand) << 32 | g_rand_int(rand)) >> g_rand_int(rand) % 64;
        guint decimals = g_rand_int(rand) % 19;
        g_autofree char *number = decimals
                                      ? g_strdup_printf("-%" G_GUINT64_FORMAT ".%0*u", digits >> 32,
                                                        (int)decimals, (guint)digits)
                                      : g_strdup_printf("%" G_GUINT64_FORMAT, digits);
        g_autofree char *text = g_strdup_printf("[{\"_type\":\"a\",\"n\":%s}]", number);
        cJSON *action = NULL;
        g_autoptr(FairyReader) reader = fairy_reader_new(&funcs, &action);
        g_assert_true(fairy_reader_feed(reader, text, strlen(text), NULL));
        double want = g_ascii_strtod(number, NULL);
        g_assert_true(cJSON_GetObjectItem(action, "n")->valuedouble == want);
        cJSON_Delete(action);
    }
    g_rand_free(rand);
}

static void mutate(GString *text, GRand *rand)
{
    static const char bytes[] = "{}[]\",:\\u0e-.<tfn \xC3\xF0\x80\n\x01";
    guint n = (guint)g_rand_int_range(rand, 1, 6);
    while (n-- && text->len) {
        gsize at = (gsize)g_rand_int_range(rand, 0, (gint32)text->len);
        char byte = bytes[g_rand_int_range(rand, 0, sizeof bytes)];
        switch (g_rand_int_range(rand, 0, 3)) {
        case 0:
            text->str[at] = byte;
            break;
        case 1:
            g_string_erase(text, (gssize)at, 1);
            break;
        default:
            g_string_insert_c(text, (gssize)at, byte);
        }
    }
}

static void test_mutations(void)
{
    GRand *rand = seeded();
    for (guint i = 0; i < 500; i++) {
        GString *text = random_reply(rand);
        mutate(text, rand);
        g_autofree char *whole = reader_log(text->str, text->len, text->len + 1);
        g_autofree char *bytes = reader_log(text->str, text->len, 1);
        g_autofree char *some = reader_log(text->str, text->len, 7);
        g_assert_cmpstr(whole, ==, bytes);
        g_assert_cmpstr(whole, ==, some);
        g_string_free(text, TRUE);
    }
    g_rand_free(rand);
}

/* One string of 800 KB in pieces of 8 bytes, looked at after each: linear, or this takes minutes.
 */
static void test_long_string_is_linear(void)
{
    g_autofree char *piece = g_strnfill(8, 'x');
    g_autoptr(FairyReader) reader = fairy_reader_new(&silent, NULL);
    const char *start = "{\"actions\":[{\"_type\":\"message\",\"text\":\"";
    g_assert_true(fairy_reader_feed(reader, start, strlen(start), NULL));
    gint64 before = test_cpu_time();
    for (guint i = 0; i < 100000; i++) {
        g_assert_true(fairy_reader_feed(reader, piece, 8, NULL));
        g_assert_nonnull(fairy_reader_partial(reader, NULL));
    }
    g_assert_cmpint(test_cpu_time() - before, <, G_USEC_PER_SEC * 5);
    const cJSON *text =
        cJSON_GetObjectItemCaseSensitive(fairy_reader_partial(reader, NULL), "text");
    g_assert_cmpuint(strlen(text->valuestring), ==, 800000);
}

static void test_quote(void)
{
    g_autofree char *line = fairy_quote("a\nb\tc");
    g_assert_cmpstr(line, ==, "\"a b c\"");
    g_autofree char *many = g_strnfill(100, 'x');
    g_autofree char *cut = fairy_quote(many);
    g_assert_cmpuint(g_utf8_strlen(cut, -1), ==, 43);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/reader/envelope", test_envelope);
    g_test_add_func("/reader/false-starts", test_false_starts);
    g_test_add_func("/reader/elements", test_elements);
    g_test_add_func("/reader/text", test_text);
    g_test_add_func("/reader/text/bytes", test_text_bytes);
    g_test_add_func("/reader/text/runs", test_text_runs);
    g_test_add_func("/reader/text/long", test_long_texts_last);
    g_test_add_func("/reader/tolerances", test_tolerances);
    g_test_add_func("/reader/errors", test_errors);
    g_test_add_func("/reader/cut-off", test_cut_off);
    g_test_add_func("/reader/partial", test_partial);
    g_test_add_func("/reader/monotonic", test_monotonic);
    g_test_add_func("/reader/limits/depth", test_depth);
    g_test_add_func("/reader/limits/string", test_long_string);
    g_test_add_func("/reader/limits/members", test_members);
    g_test_add_func("/reader/limits/actions", test_many_actions);
    g_test_add_func("/reader/limits/values", test_many_values);
    g_test_add_func("/reader/limits/reply", test_long_reply);
    g_test_add_func("/reader/limits/false-starts", test_false_starts_bounded);
    g_test_add_func("/reader/oracle", test_oracle);
    g_test_add_func("/reader/numbers", test_numbers);
    g_test_add_func("/reader/mutations", test_mutations);
    g_test_add_func("/reader/linear", test_long_string_is_linear);
    g_test_add_func("/reader/quote", test_quote);
    return g_test_run();
}
