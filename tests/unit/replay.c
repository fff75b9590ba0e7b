/* The model "replay:FILE": recorded answers come again as they came, faults and all. */
#include "common/drawing.h"
#include "common/recordings.h"
#include "wire/dialect.h"

#include <fairy/executor.h>

#include <string.h>

/* --- a model, run to its end ------------------------------------------------------------------ */

typedef struct {
    GMainLoop *loop;
    FairyModel *model;
    GString *text;
    guint pieces, thinking;
    guint stop_after; /* pieces; 0 = never */
    gboolean frees;   /* the model, when it is done */
    gboolean done;
    FairyApiError api_error; /* its message is the run's */
    FairyUsage usage;
    GString *waits;
} Run;

static void on_text(const char *text, gsize len, gpointer data)
{
    Run *run = data;
    g_assert_false(run->done);
    g_assert_true(g_utf8_validate(text, (gssize)len, NULL));
    g_string_append_len(run->text, text, (gssize)len);
    if (++run->pieces == run->stop_after) {
        const FairyUsage *usage = fairy_model_cancel(run->model);
        g_assert_nonnull(usage);
        run->usage = *usage;
        g_main_loop_quit(run->loop);
    }
}

static void on_thinking(gpointer data)
{
    ((Run *)data)->thinking++;
}

static void on_waiting(const FairyApiError *api_error, gint64 wait_ms, gpointer data)
{
    Run *run = data;
    g_assert_cmpint(wait_ms, ==, 0); /* nobody waits once more */
    g_string_append_printf(run->waits, "%s ",
                           api_error ? fairy_api_error_name(api_error->kind) : "over");
}

static void on_done(const FairyApiError *api_error, const FairyUsage *usage, gpointer data)
{
    Run *run = data;
    g_assert_false(run->done);
    run->done = TRUE;
    run->api_error = *api_error;
    run->api_error.message = g_strdup(api_error->message);
    run->usage = *usage;
    if (run->frees) {
        g_clear_pointer(&run->model, fairy_model_free);
    }
    g_main_loop_quit(run->loop);
}

static void run_model(Run *run, const FairyRequest *request)
{
    static const FairyModelFuncs funcs = {
        .text = on_text, .thinking = on_thinking, .waiting = on_waiting, .done = on_done};
    run->text = g_string_new(NULL);
    run->waits = g_string_new(NULL);
    run->loop = g_main_loop_new(NULL, FALSE);
    fairy_model_start(run->model, request, &funcs, run);
    g_main_loop_run(run->loop);
    /* Nothing comes after the end. */
    while (g_main_context_iteration(NULL, FALSE)) {
    }
}

static void run_clear(Run *run)
{
    g_string_free(run->text, TRUE);
    g_string_free(run->waits, TRUE);
    g_main_loop_unref(run->loop);
    g_free(run->api_error.message);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Run, run_clear)

static FairyModel *open_model(const char *name, const FairyModelContext *context)
{
    g_autoptr(GError) error = NULL;
    FairyModel *model = fairy_model_new(name, context, &error);
    g_assert_no_error(error);
    return model;
}

static FairyModel *replay(const char *how, const char *path, const FairyModelContext *context)
{
    g_autofree char *name = g_strconcat(how, path, NULL);
    return open_model(name, context);
}

/* --- what is asked ---------------------------------------------------------------------------- */

static const char body[] = "<rect id='a' x='20' y='20' width='30' height='20'/>"
                           "<rect id='b' x='90' y='50' width='30' height='20'/>";

static FairyRequest words_request(SvgDocument *doc)
{
    return (FairyRequest){.words = "align #a and #b to the top — now",
                          .doc = doc,
                          .step = 1,
                          .view = {0, 0, 200, 100}};
}

static FairyPrompt *new_prompt(const char *words)
{
    FairyPrompt *prompt = fairy_prompt_new();
    fairy_prompt_add_system(prompt, "rules", g_strdup("Draw."));
    fairy_message_add_text(fairy_prompt_add_message(prompt, FAIRY_ROLE_USER), "words",
                           g_strdup(words));
    return prompt;
}

/* What a session with a server leaves behind. `fault` may be NULL: cancelled. */
static void record_answer_of(FairyRecording *recording, const FairyProfile *profile,
                             const FairyPrompt *prompt, int status, const char *answer, gsize piece,
                             const FairyApiError *api_error)
{
    static const char *const headers[] = {"content-type: text/event-stream", "retry-after: 7",
                                          NULL};
    g_autoptr(FairyDialectRequest) dialect = fairy_dialect_request(profile, prompt, 0);
    FairyRecordingRequest request = {.model = "anthropic/claude-sonnet-5-5",
                                     .profile = profile,
                                     .method = "POST",
                                     .url = dialect->url,
                                     .headers = (const char *const *)dialect->headers,
                                     .body = dialect->body};
    guint number = fairy_recording_request(recording, &request);
    if (status) {
        fairy_recording_head(recording, number, status, headers);
    }
    for (gsize at = 0, len = strlen(answer); at < len; at += piece) {
        test_recording_now += 40000;
        fairy_recording_bytes(recording, number, answer + at, MIN(piece, len - at));
    }
    fairy_recording_end(recording, number, api_error);
}

static void record_answer(FairyRecording *recording, const FairyPrompt *prompt, int status,
                          const char *answer, gsize piece, const FairyApiError *api_error)
{
    record_answer_of(recording, test_recording_profile(), prompt, status, answer, piece, api_error);
}

#define START                                                                           \
    "event: message_start\n"                                                            \
    "data: {\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"type\":\"message\"," \
    "\"role\":\"assistant\",\"content\":[],\"model\":\"c\",\"stop_reason\":null,"       \
    "\"usage\":{\"input_tokens\":472,\"output_tokens\":2}}}\n\n"                        \
    "event: content_block_start\n"                                                      \
    "data: {\"type\":\"content_block_start\",\"index\":0,"                              \
    "\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n"
#define DELTA(text)                                        \
    "event: content_block_delta\n"                         \
    "data: {\"type\":\"content_block_delta\",\"index\":0," \
    "\"delta\":{\"type\":\"text_delta\",\"text\":\"" text "\"}}\n\n"
#define STOP                                                                      \
    "event: content_block_stop\n"                                                 \
    "data: {\"type\":\"content_block_stop\",\"index\":0}\n\n"                     \
    "event: message_delta\n"                                                      \
    "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"}," \
    "\"usage\":{\"output_tokens\":89}}\n\n"                                       \
    "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n"

static const FairyApiError none = {.wait_ms = -1};
static const char whole[] = START DELTA("{\\\"actions\\\":[") DELTA("\xc3\xa9]}") STOP;

/* --- tests ------------------------------------------------------------------------------------ */

/* The drawing is the same in the end, byte for byte. */
static void test_offline(void)
{
    g_autofree char *path = test_recording_path();
    char *texts[2];
    GBytes *drawings[2];
    guint pieces[2];
    for (guint i = 0; i < 2; i++) {
        g_autoptr(SvgDocument) doc = test_parse_body(body);
        FairyRecording *recording = i == 0 ? test_record(path, NULL) : NULL;
        FairyModelContext context = {.recording = recording};
        g_autoptr(FairyModel) model =
            i == 0 ? open_model("offline", &context) : replay("replay+strict:", path, NULL);
        g_assert_false(fairy_model_capabilities(model)->prompt);
        g_auto(Run) run = {.model = model};
        FairyRequest request = words_request(doc);
        run_model(&run, &request);
        g_assert_cmpint(run.api_error.kind, ==, FAIRY_API_ERROR_NONE);
        g_autoptr(FairyExecutor) executor =
            fairy_executor_new(doc, fairy_actions(), &(FairyExecutorOptions){.step = 1});
        g_assert_true(fairy_executor_feed(executor, run.text->str, run.text->len, NULL));
        g_assert_true(fairy_executor_end(executor, NULL));
        texts[i] = g_strdup(run.text->str);
        pieces[i] = run.pieces;
        drawings[i] = svg_document_print(doc, NULL);
        test_recording_close(recording);
    }
    g_assert_nonnull(strstr(texts[0], "align"));
    g_assert_cmpstr(texts[0], ==, texts[1]);
    g_assert_cmpuint(pieces[0], ==, pieces[1]);
    g_assert_true(g_bytes_equal(drawings[0], drawings[1]));
    for (guint i = 0; i < 2; i++) {
        g_bytes_unref(drawings[i]);
        g_free(texts[i]);
    }
}

/* However the bytes were cut when they came. */
static void test_stream(void)
{
    g_autoptr(FairyPrompt) prompt = new_prompt("align");
    for (gsize piece = 1; piece < 60; piece += piece < 5 ? 1 : 13) {
        g_autofree char *path = test_recording_path();
        FairyRecording *recording = test_record(path, NULL);
        record_answer(recording, prompt, 200, whole, piece, &none);
        test_recording_close(recording);
        g_autoptr(FairyModel) model = replay("replay+strict:", path, NULL);
        const FairyCapabilities *capabilities = fairy_model_capabilities(model);
        g_assert_true(capabilities->prompt && capabilities->images);
        g_assert_cmpuint(capabilities->image_edge, ==, 2576);
        g_assert_cmpstr(capabilities->provider, ==, "anthropic");
        g_auto(Run) run = {.model = model};
        run_model(&run, &(FairyRequest){.prompt = prompt});
        g_assert_cmpint(run.api_error.kind, ==, FAIRY_API_ERROR_NONE);
        g_assert_cmpstr(run.text->str, ==, "{\"actions\":[\xc3\xa9]}");
        g_assert_cmpuint(run.usage.input, ==, 472);
        g_assert_cmpuint(run.usage.output, ==, 89);
    }
}

/* What went wrong goes wrong again, and what came after it comes after it. */
static void test_faults(void)
{
    g_autofree char *path = test_recording_path();
    g_autoptr(FairyPrompt) prompt = new_prompt("align");
    FairyRecording *recording = test_record(path, NULL);
    FairyApiError unreached = {.kind = FAIRY_API_ERROR_UNREACHABLE,
                               .wait_ms = -1,
                               .message = (char *)"no connection to api.anthropic.com"};
    record_answer(recording, prompt, 0, "", 1, &unreached);
    record_answer(recording, prompt, 429,
                  "{\"type\":\"error\",\"error\":{\"type\":\"rate_limit_error\","
                  "\"message\":\"too fast\"}}",
                  1000, &none);
    record_answer(recording, prompt, 200, START DELTA("{"), 50, &none);
    record_answer(recording, prompt, 200, whole, 50, &none);
    record_answer(recording, prompt, 200, START, 50, NULL);
    test_recording_close(recording);
    g_autoptr(FairyModel) model = replay("replay:", path, NULL);
    static const struct {
        FairyApiErrorKind kind;
        gboolean passes;
        gint64 wait_ms;
        const char *text, *message;
    } expected[] = {
        {FAIRY_API_ERROR_UNREACHABLE, TRUE, -1, "", "no connection to api.anthropic.com"},
        /* What was to wait waited, and asked the same. */
        {FAIRY_API_ERROR_TRUNCATED, TRUE, -1, "{",
         ""}, /* a clean end of the transport proves nothing */
        {FAIRY_API_ERROR_NONE, FALSE, -1, "{\"actions\":[\xc3\xa9]}", NULL},
        {FAIRY_API_ERROR_REQUEST, FALSE, -1, "", ": here the recorded run was stopped"},
        {FAIRY_API_ERROR_REQUEST, FALSE, -1, "",
         " has the answers to 5 requests, and this is another one"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(expected); i++) {
        g_auto(Run) run = {.model = model};
        run_model(&run, &(FairyRequest){.prompt = prompt});
        g_test_message("%u: %s", i + 1, run.api_error.message);
        g_assert_cmpint(run.api_error.kind, ==, expected[i].kind);
        g_assert_cmpstr(run.text->str, ==, expected[i].text);
        g_assert_cmpstr(run.waits->str, ==, i == 1 ? "rate over " : "");
        if (expected[i].message) {
            g_assert_nonnull(strstr(run.api_error.message, expected[i].message));
        }
        if (run.api_error.kind != FAIRY_API_ERROR_NONE) {
            g_assert_cmpint(run.api_error.wait_ms, ==, expected[i].wait_ms);
            g_assert_cmpint(fairy_api_error_may_pass(&run.api_error), ==, expected[i].passes);
        }
    }
}

/* What a server refused was left out, and the request sent again, before anybody was told. */
static void test_healed(void)
{
    g_autofree char *path = test_recording_path();
    g_autoptr(FairyPrompt) prompt = new_prompt("align");
    static const char refusal[] =
        "{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":"
        "\"thinking: this model does not support thinking\"}}";
    FairyRecording *recording = test_record(path, NULL);
    FairyProfile profile = *test_recording_profile();
    record_answer_of(recording, &profile, prompt, 400, refusal, 1000, &none);
    profile.dropped |= FAIRY_DROP_THINKING;
    record_answer_of(recording, &profile, prompt, 200, whole, 50, &none);
    record_answer_of(recording, &profile, prompt, 400, refusal, 1000, &none);
    record_answer_of(recording, &profile, prompt, 200, whole, 50, &none);
    test_recording_close(recording);
    g_autoptr(FairyModel) model = replay("replay+strict:", path, NULL);
    static const char *const texts[] = {"{\"actions\":[\xc3\xa9]}", "", "{\"actions\":[\xc3\xa9]}"};
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_auto(Run) run = {.model = model};
        run_model(&run, &(FairyRequest){.prompt = prompt});
        g_test_message("%u: %s", i, run.api_error.message);
        g_assert_cmpstr(run.text->str, ==, texts[i]);
        g_assert_cmpint(run.api_error.kind == FAIRY_API_ERROR_NONE, ==, *texts[i] != '\0');
    }
}

/* After every line: what was recorded until then, and then one clear sentence. */
static void test_truncated(void)
{
    g_autofree char *path = test_recording_path();
    g_autoptr(FairyPrompt) prompt = new_prompt("align");
    FairyRecording *recording = test_record(path, NULL);
    record_answer(recording, prompt, 200, whole, 100, &none);
    test_recording_close(recording);
    g_autofree char *text = test_contents(path);
    guint lines = 0;
    for (const char *end = strchr(text, '\n'); end[1]; end = strchr(end + 1, '\n')) {
        g_autofree char *cut = test_recording_path();
        g_assert_true(g_file_set_contents(cut, text, end + 1 - text, NULL));
        g_autoptr(FairyModel) model = replay("replay:", cut, NULL);
        g_auto(Run) run = {.model = model};
        run_model(&run, &(FairyRequest){.prompt = prompt});
        if (g_str_has_prefix(end + 1, "{\"type\":\"end\"")) {
            /* All that the model said is there. */
            g_assert_cmpint(run.api_error.kind, ==, FAIRY_API_ERROR_NONE);
            break;
        }
        g_autofree char *place = g_strdup_printf(
            "%s:%u: the recording ends here, in the answer to request 1", cut, ++lines);
        g_autofree char *nothing =
            g_strdup_printf("%s has the answers to 0 requests, and this is another one", cut);
        g_assert_cmpint(run.api_error.kind, ==, FAIRY_API_ERROR_REQUEST);
        g_assert_cmpstr(run.api_error.message, ==, lines == 1 ? nothing : place);
    }
    g_assert_cmpuint(lines, >, 8);
}

/* --- other requests --------------------------------------------------------------------------- */

static guint warnings;

static void on_warn(const char *message, gpointer data)
{
    g_assert_cmpstr(data, ==, "data");
    g_assert_nonnull(strstr(message, ".jsonl:2: request 1 isn't the one that was recorded"));
    warnings++;
}

static void test_another(void)
{
    g_autofree char *path = test_recording_path();
    g_autoptr(FairyPrompt) prompt = new_prompt("align");
    g_autoptr(FairyPrompt) other = new_prompt("delete");
    FairyRecording *recording = test_record(path, NULL);
    record_answer(recording, prompt, 200, whole, 100, &none);
    record_answer(recording, prompt, 200, whole, 100, &none);
    test_recording_close(recording);
    FairyModelContext context = {.warn = on_warn, .data = (gpointer) "data"};
    g_autoptr(FairyModel) model = replay("replay:", path, &context);
    for (guint i = 0; i < 2; i++) {
        g_auto(Run) run = {.model = model};
        run_model(&run, &(FairyRequest){.prompt = other});
        g_assert_cmpint(run.api_error.kind, ==, FAIRY_API_ERROR_NONE);
        g_assert_cmpstr(run.text->str, ==, "{\"actions\":[\xc3\xa9]}");
    }
    g_assert_cmpuint(warnings, ==, 1);
    g_autoptr(FairyModel) strict = replay("replay+strict:", path, &context);
    g_auto(Run) run = {.model = strict};
    run_model(&run, &(FairyRequest){.prompt = other});
    g_assert_cmpint(run.api_error.kind, ==, FAIRY_API_ERROR_REQUEST);
    g_assert_false(fairy_api_error_may_pass(&run.api_error));
    g_assert_nonnull(strstr(run.api_error.message, ".jsonl:2: request 1 isn't the one"));
    g_assert_cmpuint(run.text->len, ==, 0);
    g_assert_cmpuint(warnings, ==, 1);
    /* A model that was asked in another way altogether. */
    g_autoptr(FairyModel) wordless = replay("replay+strict:", path, &context);
    g_auto(Run) none_asked = {.model = wordless};
    g_autoptr(SvgDocument) doc = test_parse_body(body);
    FairyRequest words = words_request(doc);
    run_model(&none_asked, &words);
    g_assert_cmpint(none_asked.api_error.kind, ==, FAIRY_API_ERROR_REQUEST);
}

/* The words are the same, the drawing isn't. */
static void test_another_drawing(void)
{
    g_autofree char *path = test_recording_path();
    FairyRecording *recording = test_record(path, NULL);
    g_autoptr(SvgDocument) doc = test_parse_body(body);
    FairyRequest request = words_request(doc);
    {
        g_autoptr(FairyModel) model =
            open_model("offline", &(FairyModelContext){.recording = recording});
        g_auto(Run) run = {.model = model};
        run_model(&run, &request);
    }
    test_recording_close(recording);
    g_autoptr(SvgDocument) other = test_parse_body("<rect id='a' width='9' height='9'/>");
    request.doc = other;
    g_autoptr(FairyModel) model = replay("replay+strict:", path, NULL);
    g_auto(Run) run = {.model = model};
    run_model(&run, &request);
    g_assert_cmpint(run.api_error.kind, ==, FAIRY_API_ERROR_REQUEST);
}

/* --- stops ------------------------------------------------------------------------------------ */

static void test_cancel(void)
{
    g_autofree char *path = test_recording_path();
    g_autoptr(FairyPrompt) prompt = new_prompt("align");
    FairyRecording *recording = test_record(path, NULL);
    record_answer(recording, prompt, 200, whole, 7, &none);
    record_answer(recording, prompt, 200, whole, 7, &none);
    test_recording_close(recording);
    g_autoptr(FairyModel) model = replay("replay:", path, NULL);
    g_assert_null(fairy_model_cancel(model));
    {
        g_auto(Run) run = {.model = model, .stop_after = 1};
        run_model(&run, &(FairyRequest){.prompt = prompt});
        g_assert_false(run.done);
        g_assert_cmpuint(run.pieces, ==, 1);
        g_assert_cmpuint(run.usage.input, ==, 472);
    }
    g_assert_null(fairy_model_cancel(model));
    {
        g_auto(Run) run = {.model = model};
        run_model(&run, &(FairyRequest){.prompt = prompt});
        g_assert_cmpint(run.api_error.kind, ==, FAIRY_API_ERROR_NONE);
        g_assert_cmpstr(run.text->str, ==, "{\"actions\":[\xc3\xa9]}");
    }
    /* Before anything was told. */
    static const FairyModelFuncs funcs = {.text = on_text, .done = on_done};
    fairy_model_start(model, &(FairyRequest){.prompt = prompt}, &funcs, NULL);
    g_assert_nonnull(fairy_model_cancel(model));
    while (g_main_context_iteration(NULL, FALSE)) {
    }
}

static void test_freed_when_done(void)
{
    g_autofree char *path = test_recording_path();
    g_autoptr(FairyPrompt) prompt = new_prompt("align");
    FairyRecording *recording = test_record(path, NULL);
    record_answer(recording, prompt, 200, whole, 7, &none);
    record_answer(recording, prompt, 200, START, 7, NULL);
    test_recording_close(recording);
    for (guint skipped = 0; skipped < 3; skipped++) {
        g_auto(Run) run = {.model = replay("replay:", path, NULL), .frees = TRUE};
        for (guint i = 0; i < skipped; i++) {
            g_auto(Run) before = {.model = run.model};
            run_model(&before, &(FairyRequest){.prompt = prompt});
        }
        run_model(&run, &(FairyRequest){.prompt = prompt});
        g_assert_true(run.done);
    }
}

static void test_timed(void)
{
    g_autofree char *path = test_recording_path();
    g_autoptr(FairyPrompt) prompt = new_prompt("align");
    test_recording_now = 0;
    FairyRecording *recording = test_record(path, NULL);
    record_answer(recording, prompt, 200, whole, 300, &none);
    gint64 lasted = test_recording_now;
    test_recording_close(recording);
    g_autoptr(FairyModel) model = replay("replay+timed+strict:", path, NULL);
    g_auto(Run) run = {.model = model};
    gint64 start = g_get_monotonic_time();
    run_model(&run, &(FairyRequest){.prompt = prompt});
    g_assert_cmpint(run.api_error.kind, ==, FAIRY_API_ERROR_NONE);
    g_assert_cmpint(lasted, >=, 120000);
    /* Timers of a main loop have whole milliseconds. */
    g_assert_cmpint(g_get_monotonic_time() - start, >=, lasted - 20000);
}

/* --- recorded again --------------------------------------------------------------------------- */

static void test_again(void)
{
    g_autofree char *path = test_recording_path();
    g_autofree char *again = test_recording_path();
    g_autoptr(FairyPrompt) prompt = new_prompt("align");
    test_recording_now = 0;
    FairyRecording *recording = test_record(path, NULL);
    FairyApiError cut = {
        .kind = FAIRY_API_ERROR_TRUNCATED, .wait_ms = -1, .message = (char *)"cut"};
    record_answer(recording, prompt, 200, START DELTA("{"), 50, &cut);
    record_answer(recording, prompt, 200, whole, 1, &none);
    test_recording_close(recording);
    test_recording_now = 0;
    FairyRecording *copy = test_record(again, NULL);
    {
        FairyModelContext context = {.recording = copy};
        g_autoptr(FairyModel) model = replay("replay:", path, &context);
        for (guint i = 0; i < 2; i++) {
            g_auto(Run) run = {.model = model};
            run_model(&run, &(FairyRequest){.prompt = prompt});
        }
    }
    test_recording_close(copy);
    /* But for its times. */
    g_autoptr(GRegex) times = g_regex_new("\"at\":[0-9]+", 0, 0, NULL);
    g_autofree char *first = test_contents(path);
    g_autofree char *second = test_contents(again);
    g_autofree char *a = g_regex_replace_literal(times, first, -1, 0, "", 0, NULL);
    g_autofree char *b = g_regex_replace_literal(times, second, -1, 0, "", 0, NULL);
    g_assert_cmpstr(a, ==, b);
}

static void check_refused(const char *name, FairyErrorCode code, const char *message)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(fairy_model_new(name, NULL, &error));
    g_assert_error(error, FAIRY_ERROR, (int)code);
    g_test_message("%s", error->message);
    g_assert_nonnull(strstr(error->message, message));
}

static void test_names(void)
{
    check_refused("replay:", FAIRY_ERROR_USAGE, "right would be replay:FILE");
    check_refused("replay+", FAIRY_ERROR_USAGE, "right would be replay:FILE");
    check_refused("replay+slow:a", FAIRY_ERROR_USAGE, "right would be replay:FILE");
    check_refused("replay+strict", FAIRY_ERROR_USAGE, "right would be replay:FILE");
    check_refused("replays:a", FAIRY_ERROR_USAGE, "there is no model");
    check_refused("replay:/no/such.jsonl", FAIRY_ERROR_RECORDING, "/no/such.jsonl: No such file");
    check_refused("replay:/", FAIRY_ERROR_RECORDING, "Is a directory");
    check_refused("replay:/dev/null", FAIRY_ERROR_RECORDING,
                  "/dev/null:1: this isn't a recording of fairies");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    test_recordings_begin();
    g_test_add_func("/replay/offline", test_offline);
    g_test_add_func("/replay/stream", test_stream);
    g_test_add_func("/replay/faults", test_faults);
    g_test_add_func("/replay/healed", test_healed);
    g_test_add_func("/replay/truncated", test_truncated);
    g_test_add_func("/replay/another", test_another);
    g_test_add_func("/replay/another-drawing", test_another_drawing);
    g_test_add_func("/replay/cancel", test_cancel);
    g_test_add_func("/replay/freed-when-done", test_freed_when_done);
    g_test_add_func("/replay/timed", test_timed);
    g_test_add_func("/replay/again", test_again);
    g_test_add_func("/replay/names", test_names);
    return g_test_run();
}
