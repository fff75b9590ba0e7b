/* What foreign text may bring to a terminal, asked of every character that Unicode has. */
#include <fairy/escape.h>

#include <string.h>

enum { LAST = 0x10ffff };

static gboolean is_surrogate(gunichar c)
{
    return c >= 0xd800 && c <= 0xdfff;
}

static gboolean is_among(gunichar c, const gunichar (*ranges)[2], gsize n)
{
    for (gsize i = 0; i < n; i++) {
        if (c >= ranges[i][0] && c <= ranges[i][1]) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Of the format characters: joiners, and signs that are seen. */
static gboolean is_seen(gunichar c)
{
    static const gunichar ranges[][2] = {
        {0x600, 0x605}, {0x6dd, 0x6dd},   {0x70f, 0x70f},     {0x890, 0x891},
        {0x8e2, 0x8e2}, {0x200c, 0x200d}, {0x110bd, 0x110cd}, {0x13430, 0x1345f},
    };
    return is_among(c, ranges, G_N_ELEMENTS(ranges));
}

/* Letters and marks that are nothing where they stand. */
static gboolean is_filler(gunichar c)
{
    static const gunichar ranges[][2] = {
        {0x34f, 0x34f},   {0x115f, 0x1160}, {0x17b4, 0x17b5},   {0x2028, 0x2029},
        {0x3164, 0x3164}, {0xffa0, 0xffa0}, {0xe0100, 0xe01ef},
    };
    return is_among(c, ranges, G_N_ELEMENTS(ranges));
}

/* As GLib's tables have it, which know nothing of ours. */
static gboolean must_hide(gunichar c)
{
    switch (g_unichar_type(c)) {
    case G_UNICODE_CONTROL:
        return c != '\n' && c != '\t';
    case G_UNICODE_FORMAT:
        return !is_seen(c);
    default:
        return is_filler(c);
    }
}

static void test_every_character(void)
{
    guint n_hidden = 0;
    for (gunichar c = 1; c <= LAST; c++) {
        char text[8] = {0};
        if (is_surrogate(c) || !g_unichar_isdefined(c)) {
            continue;
        }
        g_unichar_to_utf8(c, text);
        g_autofree char *shown = fairy_escape(text, -1);
        gboolean hides = strcmp(shown, text) != 0;
        if (hides != must_hide(c)) {
            g_error("U+%04X is shown as %s", c, shown);
        }
        g_assert_true(!hides || g_str_is_ascii(shown));
        n_hidden += hides;
    }
    g_assert_cmpuint(n_hidden, >, 400);
}

/* JSON is read as it was before. */
static void test_json(void)
{
    g_autoptr(GString) all = g_string_new(NULL);
    for (gunichar c = 1; c <= LAST; c++) {
        if (!is_surrogate(c)) {
            g_string_append_unichar(all, c);
        }
    }
    cJSON *json = cJSON_CreateString(all->str);
    g_autofree char *printed = fairy_json_print(json);
    g_autofree char *again = fairy_escape(printed, -1);
    cJSON *read = cJSON_Parse(printed);
    g_assert_cmpstr(again, ==, printed);
    g_assert_null(strchr(printed, '\n'));
    g_assert_true(cJSON_IsString(read));
    g_assert_true(strcmp(read->valuestring, all->str) == 0);
    cJSON_Delete(read);
    cJSON_Delete(json);
}

static void test_forms(void)
{
    static const struct {
        const char *text, *shown, *line;
    } rows[] = {
        {"", "", ""},
        {"a\n\tb\r\n", "a\n\tb\\u000d\n", "a  b  "},
        {"\033]52;c;aGk=\a", "\\u001b]52;c;aGk=\\u0007", NULL},
        {"\302\233m \233m \302", "\\u009bm \\x9bm \\xc2", NULL},
        {"\342\200\256 \342\200", "\\u202e \\xe2\\x80", NULL},
        {"\363\240\201\201", "\\udb40\\udc41", NULL},
        {"\355\240\200 \300\200", "\\xed\\xa0\\x80 \\xc0\\x80", NULL},
        {"C:\\new \303\274\304\200", "C:\\new \303\274\304\200", NULL},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *shown = fairy_escape(rows[i].text, -1);
        g_autofree char *line = fairy_escape_line(rows[i].text);
        g_assert_cmpstr(shown, ==, rows[i].shown);
        g_assert_cmpstr(line, ==, rows[i].line ? rows[i].line : rows[i].shown);
        g_assert_true(g_utf8_validate(shown, -1, NULL));
    }
    g_autofree char *nul = fairy_escape("a\0b", 3);
    g_assert_cmpstr(nul, ==, "a\\u0000b");
}

/* What isn't UTF-8 is no JSON either. */
static void test_bytes_in_json(void)
{
    cJSON *json = cJSON_CreateString("a\233b");
    g_autofree char *printed = fairy_json_print(json);
    g_assert_cmpstr(printed, ==, "\"a\357\277\275b\"");
    cJSON_Delete(json);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/escape/every-character", test_every_character);
    g_test_add_func("/escape/json", test_json);
    g_test_add_func("/escape/forms", test_forms);
    g_test_add_func("/escape/bytes-in-json", test_bytes_in_json);
    return g_test_run();
}
