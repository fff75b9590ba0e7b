/* Tables, and replies that they fill in. */
#include "batch/table.h"

#include "base/csv.h"

#include <fairy/error.h>
#include <svg/error.h>

#include <cjson/cJSON.h>

#include <string.h>

static GBytes *bytes_of(const char *text)
{
    return g_bytes_new(text, strlen(text));
}

static char *joined(const GPtrArray *rows)
{
    GString *all = g_string_new(NULL);
    for (guint i = 0; i < rows->len; i++) {
        const FairyCsvRow *row = rows->pdata[i];
        g_autofree char *fields = g_strjoinv("|", row->fields);
        g_string_append_printf(all, "%u:%s;", row->line, fields);
    }
    return g_string_free(all, FALSE);
}

static void test_csv(void)
{
    static const struct {
        const char *text, *rows;
    } rows[] = {
        {"a,b\n1,2\n", "1:a|b;2:1|2;"},
        {"a,b\r\n1,2", "1:a|b;2:1|2;"},
        {"\xef\xbb\xbf"
         "a\nb\n",
         "1:a;2:b;"},
        {"a,b\n\n,\n", "1:a|b;3:|;"},
        {"\"a \"\"b\"\"\",\"c,d\"\n\"one\ntwo\",x\nlast,y\n",
         "1:a \"b\"|c,d;2:one\ntwo|x;4:last|y;"},
        {"a\n\"\"\n", "1:a;2:;"},
        {"a\r\"b\r\nc\"\r", "1:a;2:b\r\nc;"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(GPtrArray) read =
            fairy_csv_parse(rows[i].text, strlen(rows[i].text), "t.csv", &error);
        g_assert_no_error(error);
        g_autofree char *all = joined(read);
        g_assert_cmpstr(all, ==, rows[i].rows);
    }
}

static void test_bad_csv(void)
{
    static const struct {
        const char *text, *why;
    } rows[] = {
        {"", "t.csv:1: there is no row"},
        {"\n\n", "t.csv:1: there is no row"},
        {"a,b\n1\n", "t.csv:2: the row has 1 fields, and the first line has 2"},
        {"a\n\"b\n", "t.csv:2: a quote isn't closed"},
        {"a\n\"b\"c\n", "t.csv:2: something follows a closing quote"},
        {"a\nb\"c\n", "t.csv:2: a quote stands in a field"},
        {"a\n\xff\n", "t.csv:1: it isn't UTF-8"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(fairy_csv_parse(rows[i].text, strlen(rows[i].text), "t.csv", &error));
        g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE);
        g_test_message("%s", error->message);
        g_assert_true(g_str_has_prefix(error->message, rows[i].why));
    }
}

static FairyTable *make(const char *table, const char *template, GError **error)
{
    g_autoptr(GBytes) rows = bytes_of(table), reply = bytes_of(template);
    return fairy_table_new(rows, "t.csv", reply, "r.json", error);
}

static void test_fill(void)
{
    static const char table[] = "file,title,x\n/d/a.svg,\"He said \"\"hi\"\"\n\\ \t${x}\",5\n"
                                "/d/../d/b.svg,,\n";
    g_autoptr(GError) error = NULL;
    g_autoptr(FairyTable) rows = make(
        table, "[{\"t\":\"<${title}|${x}>\\\\\",\"k\":\"\\\"$${no}\",\"n\":\"${x}\"}]", &error);
    g_assert_no_error(error);
    g_autoptr(GBytes) reply = fairy_table_fill(rows, "/d/a.svg", &error);
    g_assert_no_error(error);
    gsize len;
    const char *text = g_bytes_get_data(reply, &len);
    cJSON *json = cJSON_ParseWithLength(text, len);
    const cJSON *one = cJSON_GetArrayItem(json, 0);
    g_assert_cmpstr(cJSON_GetObjectItem(one, "t")->valuestring, ==,
                    "<He said \"hi\"\n\\ \t${x}|5>\\");
    g_assert_cmpstr(cJSON_GetObjectItem(one, "k")->valuestring, ==, "\"${no}");
    g_assert_cmpstr(cJSON_GetObjectItem(one, "n")->valuestring, ==, "5");
    cJSON_Delete(json);
    g_autoptr(GBytes) other = fairy_table_fill(rows, "/d/b.svg", NULL);
    text = g_bytes_get_data(other, &len);
    g_assert_cmpmem(text, 13, "[{\"t\":\"<|>\\\\\"", 13);
    g_assert_null(fairy_table_fill(rows, "/d/c.svg", &error));
    g_assert_error(error, SVG_ERROR, SVG_ERROR_NOT_FOUND);
}

static void test_bad(void)
{
    static const struct {
        const char *table, *template, *why;
    } rows[] = {
        {"name\na\n", "[]", "t.csv:1: there is no column \"file\""},
        {"file,a,a\nx,1,2\n", "[]", "t.csv:1: two columns are called \"a\""},
        {"file\na.svg\n./a.svg\n", "[]", "t.csv:3: ./a.svg has a row already, in line 2"},
        {"file,x\n,1\n", "[]", "t.csv:2: the row names no file"},
        {"file,x\na,1\n", "[\"${y}\"]", "r.json: ${y} is no column of t.csv, which has file, x"},
        {"file,x\na,1\n", "[\n${x}]", "r.json:2: ${x} has to stand in a string"},
        {"file,x\na,1\n", "[\"${x\"]", "r.json:1: \"${\" isn't closed"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(make(rows[i].table, rows[i].template, &error));
        g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE);
        g_test_message("%s", error->message);
        g_assert_true(g_str_has_prefix(error->message, rows[i].why));
    }
}

static void note(const char *file, guint line, gpointer data)
{
    g_string_append_printf(data, "%u:%s;", line, file);
}

static void test_others(void)
{
    g_autoptr(FairyTable) rows = make("file\n/d/a.svg\n/d/b.svg\n/d/c.svg\n", "[]", NULL);
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GString) told = g_string_new(NULL);
    g_hash_table_add(known, (gpointer) "/d/b.svg");
    fairy_table_each_other(rows, known, note, told);
    g_assert_cmpstr(told->str, ==, "2:/d/a.svg;4:/d/c.svg;");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/table/csv", test_csv);
    g_test_add_func("/table/bad-csv", test_bad_csv);
    g_test_add_func("/table/fill", test_fill);
    g_test_add_func("/table/bad", test_bad);
    g_test_add_func("/table/others", test_others);
    return g_test_run();
}
