/* Replies run on a drawing. */
#include "common/replies.h"

#include <string.h>

TestRun test_run_in(const char *svg, const char *reply, gsize step)
{
    TestRun run = {0};
    g_autoptr(GError) error = NULL;
    run.doc = svg_document_parse(svg, strlen(svg), "test.svg", &error);
    g_assert_no_error(error);
    run.executor = fairy_executor_new(run.doc, fairy_actions(), &(FairyExecutorOptions){0});
    gsize len = strlen(reply);
    for (gsize i = 0; i < len && !run.error; i += step) {
        fairy_executor_feed(run.executor, reply + i, MIN(step, len - i), &run.error);
    }
    if (!run.error) {
        fairy_executor_end(run.executor, &run.error);
    }
    return run;
}

TestRun test_run(const char *svg, const char *reply)
{
    return test_run_in(svg, reply, strlen(reply));
}

void test_run_clear(TestRun *run)
{
    fairy_executor_free(run->executor);
    svg_document_free(run->doc);
    g_clear_error(&run->error);
}

const FairyOutcome *test_outcome(const TestRun *run, guint i)
{
    const GPtrArray *list = fairy_executor_outcomes(run->executor);
    g_assert_cmpuint(i, <, list->len);
    return list->pdata[i];
}

static char *say(const TestRun *run)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < fairy_executor_outcomes(run->executor)->len; i++) {
        const FairyOutcome *o = test_outcome(run, i);
        g_string_append_printf(out, "%s%s%s%s", i ? "\n" : "", fairy_status_name(o->status),
                               o->detail ? ": " : "", o->detail ? o->detail : "");
    }
    return g_string_free(out, FALSE);
}

void test_expect(const TestRun *run, const char *outcomes)
{
    g_autofree char *got = say(run);
    g_assert_cmpstr(got, ==, outcomes);
}

static char *print(SvgDocument *doc)
{
    g_autoptr(GBytes) bytes = svg_document_print_utf8(doc);
    return g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
}

void test_expect_in_file(const TestRun *run, const char *text)
{
    g_autofree char *after = print(run->doc);
    if (!strstr(after, text)) {
        g_error("%s isn't in %s", text, after);
    }
}

void test_expect_file(const TestRun *run, const char *svg)
{
    g_autofree char *after = print(run->doc);
    g_assert_cmpstr(after, ==, svg);
}

void test_expect_box(const TestRun *run, const char *id, double x, double y, double w, double h)
{
    SvgBox box;
    g_autoptr(GError) error = NULL;
    svg_document_bounds(run->doc, id, &box, &error);
    g_assert_no_error(error);
    g_assert_cmpfloat_with_epsilon(box.x, x, 1e-6);
    g_assert_cmpfloat_with_epsilon(box.y, y, 1e-6);
    g_assert_cmpfloat_with_epsilon(box.w, w, 1e-6);
    g_assert_cmpfloat_with_epsilon(box.h, h, 1e-6);
}
