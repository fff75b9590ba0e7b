/* Reading recordings that were cut off, damaged, or touched by others: what is wrong is said by
 * line. */
#include "common/recordings.h"

#include <fairy/limits.h>

#include <string.h>
#include <unistd.h>

static char *whole_recording(void)
{
    g_autofree char *path = test_recording_path();
    FairyRecording *recording = test_record(path, NULL);
    FairyApiError none = {.wait_ms = -1};
    FairyRecordingRequest request = {
        .model = "anthropic/claude-sonnet-5-5", .profile = test_recording_profile(), .body = "{}"};
    for (guint number = 1; number <= 2; number++) {
        fairy_recording_request(recording, &request);
        fairy_recording_head(recording, number, 200, NULL);
        fairy_recording_bytes(recording, number, "data: \xc3\xa9\n", 9);
        fairy_recording_bytes(recording, number, "\xc3", 1);
        fairy_recording_end(recording, number, &none);
    }
    fairy_recording_total(recording, &(FairyUsage){0}, (FairyCost){0});
    test_recording_close(recording);
    return test_contents(path);
}

static FairyRecordingReader *read_text(const char *text, gsize len, GError **error)
{
    g_autofree char *path = test_recording_path();
    g_assert_true(g_file_set_contents(path, text, (gssize)len, NULL));
    return fairy_recording_reader_open(path, error);
}

/* After every line: what is before it can be replayed. In a line: the line is named. */
static void test_truncated(void)
{
    g_autofree char *text = whole_recording();
    guint lines = 0;
    for (gsize len = 0; len <= strlen(text); len++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(FairyRecordingReader) recorded = read_text(text, len, &error);
        if (len > 0 && text[len - 1] == '\n') {
            lines++;
            g_assert_no_error(error);
            g_assert_cmpuint(fairy_recording_reader_requests(recorded), ==,
                             MIN(2, (lines + 3) / 5));
            for (guint number = 1; number <= fairy_recording_reader_requests(recorded); number++) {
                g_auto(FairyRecordingEvent) last = {0};
                for (guint i = 0; i < 4; i++) {
                    fairy_recording_event_clear(&last);
                    g_assert_true(fairy_recording_reader_next(recorded, number, &last, NULL));
                }
                gboolean ended = lines >= 1 + number * 5;
                g_assert_cmpint(last.kind, ==, ended ? FAIRY_RECORDED_END : FAIRY_RECORDED_CUT);
                g_assert_cmpuint(last.line, ==, ended ? 1 + number * 5 : lines);
            }
        } else {
            g_autofree char *place = g_strdup_printf(".jsonl:%u: ", lines + 1);
            g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_RECORDING);
            g_assert_nonnull(strstr(error->message, place));
        }
    }
    g_assert_cmpuint(lines, ==, 12);
}

#define HEAD "{\"type\":\"recording\",\"version\":1,\"seed\":\"0\"}\n"
#define REQUEST \
    "{\"type\":\"request\",\"n\":1,\"model\":\"offline\",\"wire\":\"text\",\"digest\":\"\"}\n"

#define FAIRIES(list) \
    "{\"type\":\"recording\",\"version\":2,\"seed\":\"0\",\"fairies\":[" list "]}\n"
#define MOMENT(what, members) "{\"type\":\"moment\",\"what\":\"" what "\",\"\":0," members "}\n"

static void test_damaged(void)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "1: this isn't a recording of fairies"},
        {"<svg/>\n", "1: this isn't a recording of fairies"},
        {"{}\n", "1: this isn't a recording of fairies"},
        {"[]\n", "1: this isn't a recording of fairies"},
        {"{\"type\":\"recording\",\"version\":3}\n",
         "1: a recording of version 3; this program reads versions 1 to 2"},
        {"{\"type\":\"recording\",\"version\":0}\n",
         "1: a recording of version 0; this program reads versions 1 to 2"},
        {"{\"type\":\"recording\",\"version\":1,\"seed\":5}\n",
         "1: \"seed\" must be a number, in quotes"},
        {HEAD HEAD, "2: a second recording begins here"},
        {HEAD "\n", "2: this line isn't a JSON object"},
        {HEAD "nonsense\n", "2: this line isn't a JSON object"},
        {HEAD "{} {}\n", "2: this line isn't a JSON object"},
        {HEAD "\xff\n", "2: this line isn't text in UTF-8"},
        {HEAD "{\"type\":\"song\"}\n", "2: \"type\" is none that is known"},
        {HEAD "{\"type\":\"end\",\"n\":1}\n", "2: \"n\" must be the number of a request"},
        {HEAD REQUEST "{\"type\":\"end\",\"n\":0}\n", "3: \"n\" must be the number of a request"},
        {HEAD REQUEST "{\"type\":\"end\",\"n\":1.5}\n", "3: \"n\" must be the number of a request"},
        {HEAD REQUEST REQUEST, "3: \"n\" must be 2, as the next request"},
        {HEAD "{\"type\":\"request\",\"n\":1}\n",
         "2: a request needs \"model\", \"wire\" (one that is known) and \"digest\""},
        {HEAD "{\"type\":\"request\",\"n\":1,\"model\":\"x\",\"wire\":\"smoke\",\"digest\":\"\"}\n",
         "2: a request needs \"model\", \"wire\" (one that is known) and \"digest\""},
        {HEAD "{\"type\":\"request\",\"n\":1,\"model\":\"nobody/x\",\"wire\":\"openai\","
              "\"digest\":\"\",\"profile\":{}}\n",
         "2: \"model\", \"wire\" and \"profile\" name no model that is known"},
        {HEAD "{\"type\":\"request\",\"n\":1,\"model\":\"openai/x\",\"wire\":\"gemini\","
              "\"digest\":\"\",\"profile\":{}}\n",
         "2: \"model\", \"wire\" and \"profile\" name no model that is known"},
        {HEAD "{\"type\":\"request\",\"n\":1,\"model\":\"openai/x\",\"wire\":\"openai\","
              "\"digest\":\"\",\"profile\":{\"json\":\"maybe\"}}\n",
         "2: \"model\", \"wire\" and \"profile\" name no model that is known"},
        {HEAD "{\"type\":\"request\",\"n\":1,\"model\":\"openai/x\",\"wire\":\"openai\","
              "\"digest\":\"\",\"profile\":{}}\n{\"type\":\"bytes\",\"n\":1,\"text\":\"\"}\n",
         "3: of a request comes its answer first, then bytes, and its end last"},
        {HEAD REQUEST "{\"type\":\"end\",\"n\":1}\n{\"type\":\"end\",\"n\":1}\n",
         "4: of a request comes its answer first, then bytes, and its end last"},
        {HEAD REQUEST "{\"type\":\"bytes\",\"n\":1}\n",
         "3: this line needs \"text\" or \"base64\""},
        {HEAD REQUEST "{\"type\":\"bytes\",\"n\":1,\"base64\":\"abc\"}\n",
         "3: this line needs \"text\" or \"base64\""},
        {HEAD REQUEST "{\"type\":\"bytes\",\"n\":1,\"base64\":\"a=bc\"}\n",
         "3: this line needs \"text\" or \"base64\""},
        {HEAD REQUEST "{\"type\":\"bytes\",\"n\":1,\"base64\":\"a b=\"}\n",
         "3: this line needs \"text\" or \"base64\""},
        {HEAD REQUEST "{\"type\":\"answer\",\"n\":1,\"status\":-1}\n",
         "3: this line needs \"status\", an HTTP status"},
        {HEAD REQUEST "{\"type\":\"end\",\"n\":1,\"fault\":\"boredom\"}\n",
         "3: this line needs a \"fault\" that is known, or none"},
        {FAIRIES("") "",
         "1: \"fairies\" must be a list of 1 to 64, each with an \"id\" of its own"},
        {FAIRIES("{\"id\":\"a\"},{\"id\":\"a\"}") "",
         "1: \"fairies\" must be a list of 1 to 64, each with an \"id\" of its own"},
        {FAIRIES("{\"id\":\"a\"}") REQUEST, "2: \"fairy\" must be one of those in the first line"},
        {FAIRIES("{\"id\":\"a\"}") MOMENT("stopped", "\"fairy\":\"b\""),
         "2: \"fairy\" must be one of those in the first line"},
        {HEAD MOMENT("sung", "\"time\":1"), "2: this line needs \"what\", a moment that is known"},
        {HEAD MOMENT("read", "\"time\":1"), "2: this line needs \"fairy\", the id of one"},
        {HEAD MOMENT("due", "\"time\":-1"),
         "2: this line needs \"time\", in microseconds since 1970"},
        {HEAD MOMENT("told", "\"fairy\":\"a\""), "2: this line needs \"words\""},
        {HEAD MOMENT("limit",
                     "\"fairy\":\"a\",\"words\":\"\",\"why\":\"rain\",\"run\":1,\"look\":1"),
         "2: this line needs \"why\" (\"interrupted\" or \"time\"), \"run\" and \"look\""},
        {HEAD MOMENT("wait", "\"fairy\":\"a\",\"fault\":\"boredom\""),
         "2: this line needs a \"fault\" that is known"},
        {HEAD "{\"type\":\"run\"}\n{\"type\":\"run\"}\n",
         "3: nothing comes after the end of the run"},
        {HEAD REQUEST "{\"type\":\"end\",\"n\":1}",
         "3: the line is cut off; without it, what comes before can be replayed"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_test_message("%s", cases[i].message);
        g_assert_null(read_text(cases[i].text, strlen(cases[i].text), &error));
        g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_RECORDING);
        const char *place = strstr(error->message, ".jsonl:");
        g_assert_nonnull(place);
        g_assert_cmpstr(place + strlen(".jsonl:"), ==, cases[i].message);
    }
    static const char nul[] = HEAD "{\"type\":\"run\"}\0\n";
    g_autoptr(GError) error = NULL;
    g_assert_null(read_text(nul, sizeof nul - 1, &error));
    g_assert_nonnull(strstr(error->message, ":2: this line isn't text in UTF-8"));
}

/* What other tools do to a file of lines. */
static void test_tolerated(void)
{
    static const char text[] = "{\"seed\": \"7\", \"version\": 1, \"type\": \"recording\"}\r\n"
                               " {\"new\":true,\"type\":\"request\",\"n\":1,\"model\":\"offline\","
                               "\"wire\":\"text\",\"digest\":\"x\"} \r\n"
                               "{\"type\":\"bytes\",\"n\":1,\"text\":\"\\u00e9\"}\r\n";
    g_autoptr(GError) error = NULL;
    g_autoptr(FairyRecordingReader) recorded = read_text(text, strlen(text), &error);
    g_assert_no_error(error);
    g_assert_cmpuint(fairy_recording_reader_seed(recorded), ==, 7);
    g_auto(FairyRecordingEvent) event = {0};
    g_assert_true(fairy_recording_reader_next(recorded, 1, &event, &error));
    g_assert_cmpuint(g_bytes_get_size(event.bytes), ==, 2);
}

static void test_changed(void)
{
    g_autofree char *text = whole_recording();
    g_autofree char *path = test_recording_path();
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    g_autoptr(GError) error = NULL;
    g_autoptr(FairyRecordingReader) recorded = fairy_recording_reader_open(path, &error);
    g_assert_no_error(error);
    g_assert_cmpint(truncate(path, 100), ==, 0);
    g_auto(FairyRecordingEvent) event = {0};
    g_assert_false(fairy_recording_reader_next(recorded, 1, &event, &error));
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_RECORDING);
    g_assert_nonnull(strstr(error->message, ":3: the file was changed"));
}

static void test_long_line(void)
{
    g_autoptr(GString) text = g_string_new(HEAD);
    g_autofree char *blanks = g_strnfill(FAIRY_MAX_RECORDING_LINE, ' ');
    g_string_append(text, blanks);
    g_autoptr(GError) error = NULL;
    g_assert_null(read_text(text->str, text->len, &error));
    g_assert_nonnull(strstr(error->message, ":2: the line is cut off"));
    g_clear_error(&error);
    g_string_append_c(text, ' ');
    g_assert_null(read_text(text->str, text->len, &error));
    g_assert_nonnull(strstr(error->message, ":2: the line is too long; it has at most 67108864"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    test_recordings_begin();
    g_test_add_func("/recorded/truncated", test_truncated);
    g_test_add_func("/recorded/damaged", test_damaged);
    g_test_add_func("/recorded/tolerated", test_tolerated);
    g_test_add_func("/recorded/changed", test_changed);
    g_test_add_func("/recorded/long-line", test_long_line);
    return g_test_run();
}
