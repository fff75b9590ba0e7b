/* Runs the specifications of actions: each case whole, in pieces of one byte, and undone.
 * test-spec [GTEST OPTION]… FILE… */
#include "common/site.h"
#include "common/spec.h"

#include <fairy/executor.h>

#include <string.h>

typedef struct {
    SvgDocument *doc;
    FairyExecutor *executor;
    cJSON *json; /* of the project; NULL where there is none */
    FairyProjectContext project;
    GString *told;
} Run;

static char *where(const Spec *spec, const SpecCase *c)
{
    return g_strdup_printf("%s:%u: %s", spec->path, c->line, c->title);
}

/* --- differences ------------------------------------------------------------------------------ */

static void add_lines(GString *out, char mark, char **lines, guint from, guint to)
{
    for (guint i = from; i < to; i++) {
        g_string_append_printf(out, "  %c %s\n", mark, lines[i]);
    }
}

/* NULL if there is none. */
static char *difference(const char *wanted, const char *got)
{
    if (g_str_equal(wanted, got)) {
        return NULL;
    }
    g_auto(GStrv) a = g_strsplit(wanted, "\n", -1), b = g_strsplit(got, "\n", -1);
    guint n = g_strv_length(a), m = g_strv_length(b), head = 0, tail = 0;
    while (head < MIN(n, m) && g_str_equal(a[head], b[head])) {
        head++;
    }
    while (tail < MIN(n, m) - head && g_str_equal(a[n - 1 - tail], b[m - 1 - tail])) {
        tail++;
    }
    GString *out = g_string_new("  (- wanted, + got)\n");
    add_lines(out, ' ', a, head > 2 ? head - 2 : 0, head);
    add_lines(out, '-', a, head, n - tail);
    add_lines(out, '+', b, head, m - tail);
    add_lines(out, ' ', a, n - tail, MIN(n, n - tail + 2));
    return g_string_free(out, FALSE);
}

static void compare(const char *place, const char *what, const char *wanted, const char *got)
{
    g_autofree char *diff = difference(wanted, got);
    if (diff) {
        g_test_message("%s: %s\n%s", place, what, diff);
        g_test_fail();
    }
}

/* --- one run ---------------------------------------------------------------------------------- */

static void show_task(GString *out, const FairyTask *task)
{
    g_string_append_printf(out, "task %s %s %s %g,%g,%g,%g", task->id,
                           fairy_task_state_names[task->state], task->fairy, task->box.x,
                           task->box.y, task->box.w, task->box.h);
}

/* "project p open", "task arrows todo fairy-2 0,0,400,300", "wait fairy-1: MESSAGE" */
static void on_told(const FairyProjectEvent *told, gpointer data)
{
    Run *r = data;
    if (told->kind == FAIRY_PROJECT_EVENT_TASK) {
        show_task(r->told, fairy_projects_task(r->project.projects, told->task));
    } else if (told->kind == FAIRY_PROJECT_EVENT_PROJECT) {
        g_string_append_printf(r->told, "project %s %s", told->project,
                               fairy_project_state_names[told->project_state]);
    } else {
        g_string_append_printf(r->told, "wait %s", told->fairy);
    }
    g_string_append_printf(r->told, "%s%s\n", told->message ? ": " : "",
                           told->message ? told->message : "");
}

static void begin_project(Run *r, const char *text)
{
    g_autoptr(GError) error = NULL;
    r->told = g_string_new(NULL);
    r->json = cJSON_Parse(text);
    r->project.projects = fairy_projects_from_json(r->json, on_told, r, &error);
    g_assert_no_error(error);
    r->project.fairy = cJSON_GetStringValue(cJSON_GetObjectItem(r->json, "fairy"));
    g_assert_nonnull(r->project.fairy);
}

static void end(Run *r)
{
    fairy_executor_free(r->executor);
    svg_document_free(r->doc);
    if (r->json) {
        fairy_projects_free(r->project.projects);
        cJSON_Delete(r->json);
        g_string_free(r->told, TRUE);
    }
}

static void run(Run *r, const SpecCase *c, gsize step)
{
    g_autoptr(GError) error = NULL;
    *r = (Run){.doc = svg_document_parse(c->document, strlen(c->document), "document", &error)};
    g_assert_no_error(error);
    g_autoptr(TestSite) site = c->web ? test_site_new() : NULL;
    FairyWeb web = {.base = site ? test_site_base(site) : NULL};
    if (site) {
        test_site_answer_json(site, "/", c->web);
    }
    if (c->project && !g_str_equal(c->project, "\n")) {
        begin_project(r, c->project);
    }
    r->executor =
        fairy_executor_new(r->doc, fairy_actions(),
                           &(FairyExecutorOptions){.web = site ? &web : NULL,
                                                   .project = r->json ? &r->project : NULL});
    gsize len = strlen(c->call);
    for (gsize i = 0; i < len; i += step) {
        fairy_executor_feed(r->executor, c->call + i, MIN(step, len - i), &error);
        g_assert_no_error(error);
    }
    fairy_executor_end(r->executor, &error);
    g_assert_no_error(error);
    g_assert_true(fairy_executor_wait(r->executor, NULL));
}

static char *print(SvgDocument *doc)
{
    g_autoptr(GBytes) bytes = svg_document_print_utf8(doc);
    return g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
}

/* One line per action. */
static char *outcomes(const FairyExecutor *executor)
{
    GString *out = g_string_new(NULL);
    const GPtrArray *list = fairy_executor_outcomes(executor);
    for (guint i = 0; i < list->len; i++) {
        const FairyOutcome *o = list->pdata[i];
        g_auto(GStrv) lines = g_strsplit(o->detail ? o->detail : "", "\n", -1);
        g_autofree char *detail = g_strjoinv("\\n", lines);
        g_string_append_printf(out, "%s%s%s%s", i ? "\n" : "", fairy_status_name(o->status),
                               *detail ? ": " : "", detail);
    }
    return g_string_free(out, FALSE);
}

static const FairyOutcome *last_outcome(const FairyExecutor *executor)
{
    const GPtrArray *list = fairy_executor_outcomes(executor);
    g_assert_cmpuint(list->len, >, 0);
    return list->pdata[list->len - 1];
}

static void compare_data(const char *place, const char *wanted, const cJSON *got)
{
    cJSON *json = cJSON_Parse(wanted);
    if (!json) {
        g_test_fail_printf("%s: the data wanted is no JSON", place);
    } else if (!cJSON_Compare(json, got, TRUE)) {
        char *a = cJSON_Print(json), *b = got ? cJSON_Print(got) : NULL;
        compare(place, "data", a, b ? b : "nothing");
        cJSON_free(a);
        cJSON_free(b);
    }
    cJSON_Delete(json);
}

static char *follow_ups(const FairyExecutor *executor)
{
    GString *out = g_string_new(NULL);
    const GPtrArray *list = fairy_executor_follow_ups(executor);
    for (guint i = 0; i < list->len; i++) {
        const FairyFollowUp *f = list->pdata[i];
        g_string_append(out, fairy_follow_up_name(f->kind));
        if (!svg_box_is_empty(f->bounds)) {
            g_string_append_printf(out, " %g,%g,%g,%g", f->bounds.x, f->bounds.y, f->bounds.w,
                                   f->bounds.h);
        }
        g_string_append_printf(out, "%s%s", f->message ? ": " : "", f->message ? f->message : "");
        g_string_append_printf(out, "%s%s\n", f->quoted ? " | " : "", f->quoted ? f->quoted : "");
    }
    g_string_append(out, list->len ? "" : "\n");
    return g_string_free(out, FALSE);
}

static void check_run(const char *place, const SpecCase *c, const Run *r)
{
    g_autofree char *wanted = g_strjoinv("\n", c->outcomes), *got = outcomes(r->executor);
    compare(place, "outcome", wanted, got);
    if (c->shapes) {
        g_autofree char *ids = g_strjoinv(" ", last_outcome(r->executor)->shape_ids);
        compare(place, "shapes", c->shapes, ids);
    }
    if (c->data) {
        compare_data(place, c->data, last_outcome(r->executor)->data);
    }
    if (c->next) {
        g_autofree char *asked = follow_ups(r->executor);
        compare(place, "next", c->next, asked);
    }
    if (c->told) {
        g_assert_nonnull(r->told);
        compare(place, "told", c->told, r->told->len ? r->told->str : "\n");
    }
    g_autofree char *after = print(r->doc);
    compare(place, "after", c->after ? c->after : c->document, after);
}

/* --- cases ------------------------------------------------------------------------------------ */

typedef struct {
    const Spec *spec;
    const SpecCase *c;
} Test;

static void test_case(gconstpointer data)
{
    const Test *test = data;
    const struct {
        const char *how;
        gsize step;
    } ways[] = {{"whole", G_MAXSIZE / 2}, {"in pieces of one byte", 1}};
    g_autofree char *place = where(test->spec, test->c);
    for (guint i = 0; i < G_N_ELEMENTS(ways); i++) {
        g_autofree char *way = g_strdup_printf("%s (%s)", place, ways[i].how);
        Run r;
        run(&r, test->c, ways[i].step);
        check_run(way, test->c, &r);
        fairy_executor_undo(r.executor);
        g_autofree char *undone = print(r.doc);
        compare(way, "undone", test->c->document, undone);
        end(&r);
    }
}

static void free_spec(gpointer spec)
{
    spec_free(spec);
}

static void add_tests(const Spec *spec, GPtrArray *tests)
{
    for (guint i = 0; i < spec->cases->len; i++) {
        const SpecCase *c = spec->cases->pdata[i];
        Test *test = g_new(Test, 1);
        *test = (Test){spec, c};
        g_ptr_array_add(tests, test);
        g_autofree char *title = g_strdelimit(g_strdup(c->title), "/", '|');
        g_autofree char *path = g_strdup_printf("/spec/%s/%s", spec->name, title);
        g_test_add_data_func(path, test, test_case);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_autoptr(GPtrArray) specs = g_ptr_array_new_with_free_func(free_spec);
    g_autoptr(GPtrArray) tests = g_ptr_array_new_with_free_func(g_free);
    for (int i = 1; i < argc; i++) {
        g_autoptr(GError) error = NULL;
        Spec *spec = spec_read(argv[i], &error);
        if (!spec) {
            g_printerr("%s\n", error->message);
            return 1;
        }
        g_ptr_array_add(specs, spec);
        add_tests(spec, tests);
    }
    int result = g_test_run();
    svg_cleanup();
    return result;
}
