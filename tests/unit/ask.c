/* One-shot runs: the loop, its ends, and the model behind it. */
#include <fairy/ask.h>
#include <svg/error.h>

#include <gio/gio.h>

#include <string.h>

static const char drawing[] =
    "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='300' viewBox='0 0 400 300'>\n"
    "<rect id='a' x='20' y='20' width='100' height='40' fill='none' stroke='black'/>\n"
    "<rect id='b' x='200' y='30' width='100' height='40' fill='none' stroke='black'/>\n"
    "</svg>\n";

static SvgDocument *load(void)
{
    g_autoptr(GError) error = NULL;
    SvgDocument *doc = svg_document_parse(drawing, strlen(drawing), "test.svg", &error);
    g_assert_no_error(error);
    return doc;
}

static SvgBox box_of(SvgDocument *doc, const char *id)
{
    SvgBox box = SVG_BOX_EMPTY;
    g_assert_true(svg_document_bounds(doc, id, &box, NULL));
    return box;
}

static void count_outcome(const FairyEvent *event, gpointer data)
{
    guint *n = data;
    if (event->kind == FAIRY_EVENT_ACTION) {
        g_assert_cmpuint(event->outcome->index, ==, *n);
        ++*n;
    }
}

static void test_done(void)
{
    g_autoptr(SvgDocument) doc = load();
    g_autoptr(GError) error = NULL;
    guint n = 0;
    FairyAgentOptions options = {.view = SVG_BOX_EMPTY, .on_event = count_outcome, .data = &n};
    g_autoptr(FairyExecutor) executor =
        fairy_ask(doc, "align #a and #b to the top", &options, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(fairy_executor_n_outcomes(executor), ==, 2);
    g_assert_cmpuint(n, ==, 2);
    g_assert_cmpfloat(box_of(doc, "b").y, ==, 20);
    fairy_executor_undo(executor);
    g_assert_cmpfloat(box_of(doc, "b").y, ==, 30);
    g_assert_false(svg_document_is_changed(doc));
}

static void test_defaults(void)
{
    g_autoptr(SvgDocument) doc = load();
    g_autoptr(GError) error = NULL;
    g_autoptr(FairyExecutor) executor = fairy_ask(doc, "delete #a", NULL, &error);
    g_assert_no_error(error);
    g_assert_nonnull(executor);
    g_assert_false(svg_document_has_id(doc, "a"));
}

/* The user's numbers are the drawing's, wherever the conversation began. */
static void test_origin(void)
{
    g_autoptr(SvgDocument) doc = load();
    g_autoptr(GError) error = NULL;
    FairyAgentOptions options = {.view = SVG_BOX_EMPTY, .origin = {37, -12}};
    g_autoptr(FairyExecutor) executor = fairy_ask(doc, "move #a to 50, 60", &options, &error);
    g_assert_no_error(error);
    g_assert_nonnull(executor);
    g_assert_cmpfloat(box_of(doc, "a").x, ==, 50);
    g_assert_cmpfloat(box_of(doc, "a").y, ==, 60);
}

static void test_selection(void)
{
    static const char *const picked[] = {"b", NULL};
    g_autoptr(SvgDocument) doc = load();
    g_autoptr(GError) error = NULL;
    FairyAgentOptions options = {.view = SVG_BOX_EMPTY, .selection = picked};
    g_autoptr(FairyExecutor) executor = fairy_ask(doc, "move this 10 down", &options, &error);
    g_assert_no_error(error);
    g_assert_nonnull(executor);
    g_assert_cmpfloat(box_of(doc, "b").y, ==, 40);
    g_assert_cmpfloat(box_of(doc, "a").y, ==, 20);
}

static void assert_fails(const char *prompt, const FairyAgentOptions *options, GQuark domain,
                         int code, const char *says)
{
    g_autoptr(SvgDocument) doc = load();
    g_autoptr(GError) error = NULL;
    g_assert_null(fairy_ask(doc, prompt, options, &error));
    g_assert_error(error, domain, code);
    g_assert_nonnull(strstr(error->message, says));
    g_assert_null(strchr(error->message, '\n'));
    g_assert_false(svg_document_is_changed(doc));
}

static void test_errors(void)
{
    static const char *const missing[] = {"c", NULL};
    FairyAgentOptions unknown = {.view = SVG_BOX_EMPTY, .model = "clippy"};
    FairyAgentOptions no_such = {.view = SVG_BOX_EMPTY, .selection = missing};
    assert_fails("help", &unknown, FAIRY_ERROR, FAIRY_ERROR_USAGE, "offline");
    assert_fails("help", &no_such, FAIRY_ERROR, FAIRY_ERROR_USAGE, "selection");
    assert_fails(" \n", NULL, FAIRY_ERROR, FAIRY_ERROR_USAGE, "empty");
}

static void test_interrupted(void)
{
    volatile int flag = 1;
    FairyAgentOptions options = {.view = SVG_BOX_EMPTY, .interrupted = &flag};
    assert_fails("delete #a", &options, FAIRY_ERROR, FAIRY_ERROR_CANCELLED, "interrupted");
}

static volatile int stop;

static void stop_now(const FairyEvent *event, gpointer data)
{
    (void)data;
    stop = stop || event->kind == FAIRY_EVENT_ACTION;
}

/* What was finished before the interrupt stays; nothing comes after it. */
static void test_interrupted_midway(void)
{
    g_autoptr(SvgDocument) doc = load();
    g_autoptr(GError) error = NULL;
    FairyAgentOptions options = {.view = SVG_BOX_EMPTY, .interrupted = &stop, .on_event = stop_now};
    stop = 0;
    g_assert_null(
        fairy_ask(doc, "move #a to 50, 60; move #b to 100, 200; move #a to 0, 0; move #b to 1, 1",
                  &options, &error));
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_CANCELLED);
    g_assert_cmpfloat(box_of(doc, "a").x, ==, 50);
    g_assert_cmpfloat(box_of(doc, "b").x, ==, 200);
}

static void wait_a_little(const FairyEvent *event, gpointer data)
{
    (void)data;
    g_usleep(event->kind == FAIRY_EVENT_ACTION ? 30000 : 0);
}

static void test_timeout(void)
{
    g_autoptr(SvgDocument) doc = load();
    g_autoptr(GError) error = NULL;
    FairyAgentOptions options = {
        .view = SVG_BOX_EMPTY, .timeout_ms = 20, .on_event = wait_a_little};
    g_assert_null(
        fairy_ask(doc, "move #a to 50, 60; move #b to 100, 200; move #a to 0, 0; move #b to 1, 1",
                  &options, &error));
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_BUDGET);
    g_assert_cmpfloat(box_of(doc, "b").x, !=, 1);
}

/* --- the model itself ------------------------------------------------------------------------- */

typedef struct {
    GMainLoop *loop;
    GString *text;
    guint pieces, done;
    FairyModel *cancel; /* after the first piece */
} Heard;

static void on_text(const char *text, gsize len, gpointer data)
{
    Heard *heard = data;
    g_string_append_len(heard->text, text, (gssize)len);
    heard->pieces++;
    if (heard->cancel) {
        fairy_model_cancel(heard->cancel);
    }
}

static void on_done(const FairyApiError *api_error, const FairyUsage *usage, gpointer data)
{
    Heard *heard = data;
    g_assert_cmpint(api_error->kind, ==, FAIRY_API_ERROR_NONE);
    g_assert_cmpuint(usage->output, ==, 0);
    heard->done++;
    g_main_loop_quit(heard->loop);
}

static gboolean give_up(gpointer data)
{
    g_main_loop_quit(((Heard *)data)->loop);
    return G_SOURCE_REMOVE;
}

static char *reply_of(SvgDocument *doc, const char *prompt, gboolean cancel, Heard *heard)
{
    g_autoptr(FairyModel) model = fairy_model_new("offline", NULL, NULL);
    g_autoptr(GString) text = g_string_new(NULL);
    *heard = (Heard){
        .loop = g_main_loop_new(NULL, FALSE), .text = text, .cancel = cancel ? model : NULL};
    FairyRequest request = {.words = prompt, .doc = doc, .step = 1, .view = SVG_BOX_EMPTY};
    static const FairyModelFuncs funcs = {.text = on_text, .done = on_done};
    fairy_model_start(model, &request, &funcs, heard);
    g_assert_cmpuint(heard->pieces + heard->done, ==, 0); /* never from inside the call */
    if (cancel) {
        g_timeout_add(50, give_up, heard);
    }
    g_main_loop_run(heard->loop);
    g_main_loop_unref(heard->loop);
    return g_strdup(text->str);
}

static void test_model(void)
{
    g_autoptr(SvgDocument) doc = load();
    Heard heard;
    g_autofree char *first = reply_of(doc, "align the boxes left and connect them", FALSE, &heard);
    g_assert_cmpuint(heard.done, ==, 1);
    g_assert_cmpuint(heard.pieces, >, 1);
    g_autofree char *second = reply_of(doc, "align the boxes left and connect them", FALSE, &heard);
    g_assert_cmpstr(first, ==, second);
    g_assert_true(g_str_has_prefix(first, "{\"actions\":["));
}

static void test_cancel(void)
{
    g_autoptr(SvgDocument) doc = load();
    Heard heard;
    g_autofree char *text = reply_of(doc, "help", TRUE, &heard);
    g_assert_true(g_str_has_prefix(text, "{"));
    g_assert_cmpuint(heard.pieces, ==, 1);
    g_assert_cmpuint(heard.done, ==, 0);
}

/* Names are words, or say what stands in their place in capitals. */
static void test_names(void)
{
    g_assert_cmpstr(fairy_model_info(0)->name, ==, "offline");
    guint n = 0;
    for (; fairy_model_info(n); n++) {
        const char *name = fairy_model_info(n)->name;
        g_autoptr(GError) error = NULL;
        g_autoptr(FairyModel) model = fairy_model_new(name, NULL, &error);
        if (g_ascii_isupper(name[strlen(name) - 1])) {
            g_assert_nonnull(error);
            continue;
        }
        g_assert_cmpstr(fairy_model_name(model), ==, name);
        fairy_model_cancel(model);
    }
    g_assert_null(fairy_model_info(n));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/ask/done", test_done);
    g_test_add_func("/ask/defaults", test_defaults);
    g_test_add_func("/ask/origin", test_origin);
    g_test_add_func("/ask/selection", test_selection);
    g_test_add_func("/ask/errors", test_errors);
    g_test_add_func("/ask/interrupted", test_interrupted);
    g_test_add_func("/ask/interrupted-midway", test_interrupted_midway);
    g_test_add_func("/ask/timeout", test_timeout);
    g_test_add_func("/model/stream", test_model);
    g_test_add_func("/model/cancel", test_cancel);
    g_test_add_func("/model/names", test_names);
    int status = g_test_run();
    svg_cleanup();
    return status;
}
