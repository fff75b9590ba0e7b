/* Event streams: the rules of the HTML standard (9.2.6), what we take beyond them, and that it
 * makes no difference where the bytes are cut. */
#include "../fuzz/sse_log.h"

#include <fairy/limits.h>

#include <string.h>
#include <time.h>

#define BOM "\xEF\xBB\xBF"

typedef struct {
    const char *bytes;
    gsize len;
    const char *said;
} Case;

#define CASE(bytes, said)              \
    {                                  \
        bytes, sizeof(bytes) - 1, said \
    }

static void run_cases(const Case *cases, gsize n)
{
    for (gsize i = 0; i < n; i++) {
        for (gsize step = cases[i].len; step > 0; step--) {
            g_autofree char *said = sse_log(cases[i].bytes, cases[i].len, step);
            g_assert_cmpstr(said, ==, cases[i].said);
        }
    }
}

static void test_lines(void)
{
    static const Case cases[] = {
        CASE(BOM "data: a\n\n", "(message,a)"),
        CASE(BOM BOM "data: a\n\ndata: b\n\n", "(message,b)"),
        CASE("data: a\n\n" BOM "data: b\n\ndata: c\n\n", "(message,a)(message,c)"),
        CASE("data:1\r\rdata:2\r\n\r\ndata:3\n\n", "(message,1)(message,2)(message,3)"),
        CASE("data: x\rdata: y\r\ndata: z\n\r\n", "(message,x\ny\nz)"),
        CASE("data: a\r\r\n\ndata: b\n\n", "(message,a)(message,b)"),
        CASE("\n\r\n\r\r", ""),
    };
    run_cases(cases, G_N_ELEMENTS(cases));
}

static void test_fields(void)
{
    static const Case cases[] = {
        CASE("data: l1\ndata:\ndata: l3\n\n", "(message,l1\n\nl3)"),
        CASE(": hi\n:\ndata: a\n: mid\ndata: b\n\n", "(message,a\nb)"),
        CASE("data\n\ndata:\n\ndata\ndata\n\n", "(message,)(message,)(message,\n)"),
        CASE("data:  two\n\ndata:\ttab\n\n", "(message, two)(message,\ttab)"),
        CASE("data:a:b: c\n\n", "(message,a:b: c)"),
        CASE("event: foo\n\ndata: x\n\n", "(message,x)"),
        CASE("event: foo\ndata: y\n\ndata: z\n\n", "(foo,y)(message,z)"),
        CASE("event: foo\nevent: bar\ndata: y\n\n", "(bar,y)"),
        CASE("event: foo\nevent\ndata: y\n\n", "(message,y)"),
        CASE("id: 9\ndata: a\n\nid: 1\0002\ndata: b\n\n", "(message,a)(message,b)"),
        CASE("id: 7\ndata: a\n\nid\ndata: c\n\n", "(message,a)(message,c)"),
        CASE("foo: bar\nDATA: up\n data: lead\ndata: ok\n\n", "(message,ok)"),
        CASE("retry: 3000\nretry: 3x\nretry:\ndata: a\n\n", "(message,a)"),
        CASE("retry: 3000\n\n", ""),
    };
    run_cases(cases, G_N_ELEMENTS(cases));
}

static void test_text(void)
{
    static const Case cases[] = {
        CASE("data: \xF0\x9F\xA7\x9A\xC3\xA9\n\n", "(message,🧚é)"),
        CASE("data: a\xFF\xF0\x9F"
             "b\n\n",
             "(message,a��b)"),
        CASE("data: \xE0\x80\xED\xA0\x80\xF4\x90\xC0\xAF\xE2\x82\n\n", "(message,����������)"),
        CASE("data: \xF0\x9F\ndata: \xA7\x9A\n\n", "(message,�\n��)"),
        CASE("event: \xFF\ndata: a\n\n", "(�,a)"),
    };
    run_cases(cases, G_N_ELEMENTS(cases));
    g_autofree char *said = sse_log("data: a\0\xFF\n\n", 11, 1);
    g_assert_cmpstr(said, ==, "(message,a");
    g_assert_cmpmem(said + 10, 6, "\0\xEF\xBF\xBD)", 6);
}

/* What the standard drops at the end, and what it never takes. */
static void test_rest(void)
{
    static const Case cases[] = {
        CASE("data: a\n\ndata: lost", "(message,a)lost"),
        CASE("data: a\n\ndata: lost\n", "(message,a)lost"),
        CASE("data: a\n\ndata: [DONE]", "(message,a)[DONE]"),
        CASE("data: a\n\n[DONE]\n", "(message,a)[DONE]"),
        CASE("data: a\n\nevent: foo\n", "(message,a)"),
        CASE("error: {\"code\":500}\n\ndata: a\n\n", "(error,{\"code\":500})(message,a)"),
        CASE("error: {\"code\":500}", "{\"code\":500}"),
        CASE("data: a\n\n{\"error\":{\"code\":503}}\n\ndata: b\n\n",
             "(message,a)(message,b){\"error\":{\"code\":503}}"),
        CASE("data: a\r\n\r\n{\r\n  \"error\": {\r\n    \"code\": 503\r\n  }\r\n}\r\n",
             "(message,a){\n  \"error\": {\n    \"code\": 503\n  }\n}"),
        CASE("[{\n\"error\":1\n}\n]", "[{\n\"error\":1\n}\n]"),
        CASE("{\"a\":\n1}\ndata: half", "{\"a\":\n1}\nhalf"),
        CASE("Bad gateway\n", ""),
        CASE("{\"a\":\"\xFF\"}", "{\"a\":\"�\"}"),
        CASE("", ""),
    };
    run_cases(cases, G_N_ELEMENTS(cases));
}

/* --- limits ----------------------------------------------------------------------------------- */

static void count_event(const char *type, const char *data, gsize len, gpointer user_data)
{
    (void)type;
    (void)data;
    *(gsize *)user_data += len;
}

/* Fed `line` again and again until it fails or `n` bytes went in. */
static gboolean feed_many(const char *line, gsize n, gsize *delivered)
{
    g_autoptr(FairySse) sse = fairy_sse_new(count_event, delivered);
    g_autoptr(GError) error = NULL;
    gsize len = strlen(line);
    for (gsize i = 0; !error && i < n; i += len) {
        fairy_sse_feed(sse, line, len, &error);
    }
    if (error) {
        g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_MODEL);
        g_assert_nonnull(strstr(error->message, "16777216"));
        g_clear_error(&error);
        g_assert_false(fairy_sse_feed(sse, "\n\ndata: a\n\n", 11, &error));
        g_assert_nonnull(error);
        return FALSE;
    }
    return fairy_sse_feed(sse, "\n\n", 2, NULL);
}

static void test_limits(void)
{
    static const char *const endless[] = {"data: 0123456789012345678901234567890123456789\n", "x",
                                          ": comment", "{\n"};
    for (guint i = 0; i < G_N_ELEMENTS(endless); i++) {
        gsize delivered = 0;
        g_assert_false(feed_many(endless[i], 2 * FAIRY_MAX_EVENT_BYTES, &delivered));
        g_assert_cmpuint(delivered, ==, 0);
        g_assert_true(feed_many(endless[i], FAIRY_MAX_EVENT_BYTES / 2, &delivered));
    }
    gsize delivered = 0;
    g_assert_true(feed_many("data: 0123456789\n\n", 3 * FAIRY_MAX_EVENT_BYTES, &delivered));
    g_assert_cmpuint(delivered, >, FAIRY_MAX_EVENT_BYTES);
}

/* One event of `n` bytes in pieces of `step`: ns of CPU per byte. */
static double cost(gsize n, gsize step)
{
    gsize delivered = 0;
    g_autoptr(FairySse) sse = fairy_sse_new(count_event, &delivered);
    g_autofree char *bytes = g_strnfill(n, 'x');
    memcpy(bytes, "data: ", 6);
    clock_t start = clock();
    for (gsize i = 0; i < n; i += step) {
        g_assert_true(fairy_sse_feed(sse, bytes + i, MIN(step, n - i), NULL));
    }
    g_assert_true(fairy_sse_feed(sse, "\n\n", 2, NULL));
    g_assert_cmpuint(delivered, ==, n - 6);
    return (double)(clock() - start) * 1e9 / CLOCKS_PER_SEC / (double)n;
}

/* Were it quadratic, eight megabytes would cost a hundred times as much per byte. */
static void test_linear(void)
{
    cost(1 << 16, 8);
    double small = cost(1 << 16, 8), large = cost(1 << 23, 8);
    g_test_message("%.1f and %.1f ns per byte", small, large);
    g_assert_cmpfloat(large, <, 10 * small + 20);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sse/lines", test_lines);
    g_test_add_func("/sse/fields", test_fields);
    g_test_add_func("/sse/text", test_text);
    g_test_add_func("/sse/rest", test_rest);
    g_test_add_func("/sse/limits", test_limits);
    g_test_add_func("/sse/linear", test_linear);
    return g_test_run();
}
