/* Recordings: what is written is what is read, byte for byte, and what isn't written. */
#include "common/recordings.h"
#include "wire/redact.h"

#include <fairy/limits.h>

#include <glib/gstdio.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <locale.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* --- the form --------------------------------------------------------------------------------- */

/* The example of core/model/README.md: for people who read recordings with something else. */
static void test_form(void)
{
    g_autofree char *path = test_recording_path();
    test_recording_now = 5000000;
    FairyRecording *recording = test_record(path, NULL);
    static const char *const headers[] = {"content-type: application/json", "x-api-key: secret",
                                          NULL};
    static const char *const answer[] = {"Content-Type: text/event-stream", "Set-Cookie: a=b",
                                         NULL};
    FairyRecordingRequest request = {.model = "anthropic/claude-sonnet-5-5",
                                     .profile = test_recording_profile(),
                                     .method = "POST",
                                     .url = "https://api.anthropic.com/v1/messages",
                                     .headers = headers,
                                     .body = "{\"model\": \"claude-sonnet-5-5\"}"};
    test_recording_now += 12345;
    g_assert_cmpuint(fairy_recording_request(recording, &request), ==, 1);
    test_recording_now += 500000;
    fairy_recording_head(recording, 1, 200, answer);
    fairy_recording_bytes(recording, 1, "event: ping\n", 12);
    fairy_recording_bytes(recording, 1, "\xf0\x9f", 2);
    FairyApiError api_error = {.kind = FAIRY_API_ERROR_TRUNCATED,
                               .status = 200,
                               .wait_ms = -1,
                               .message = (char *)"the connection was lost"};
    fairy_recording_end(recording, 1, &api_error);
    fairy_recording_total(recording, &(FairyUsage){.input = 900, .output = 12},
                          (FairyCost){.unknown = TRUE});
    test_recording_close(recording);
    g_autofree char *digest = fairy_body_digest(request.body);
    g_autofree char *expected = g_strdup_printf(
        "{\"type\":\"recording\",\"version\":2,\"program\":\"fairies " FAIRIES_VERSION "\","
        "\"time\":\"2026-11-22T15:00:00.123456Z\",\"seed\":\"18446744073709551615\"}\n"
        "{\"type\":\"request\",\"n\":1,\"at\":12,\"model\":\"anthropic/claude-sonnet-5-5\","
        "\"wire\":\"anthropic\",\"profile\":{\"maxOutput\":32000,\"images\":true,"
        "\"imageEdge\":2576,\"imageTokens\":4784,\"prefill\":false,\"cache\":true,"
        "\"thinking\":\"between_tools\",\"budget\":false,\"json\":\"object\",\"dropped\":[\"effort\"]},"
        "\"method\":\"POST\",\"url\":\"https://api.anthropic.com/v1/messages\","
        "\"headers\":[\"content-type: application/json\"],\"digest\":\"%s\","
        "\"body\":{\"model\":\"claude-sonnet-5-5\"}}\n"
        "{\"type\":\"answer\",\"n\":1,\"at\":512,\"status\":200,"
        "\"headers\":[\"Content-Type: text/event-stream\"]}\n"
        "{\"type\":\"bytes\",\"n\":1,\"at\":512,\"text\":\"event: ping\\n\"}\n"
        "{\"type\":\"bytes\",\"n\":1,\"at\":512,\"base64\":\"8J8=\"}\n"
        "{\"type\":\"end\",\"n\":1,\"at\":512,\"fault\":\"cut\",\"status\":200,\"waitMs\":-1,"
        "\"message\":\"the connection was lost\"}\n"
        "{\"type\":\"run\",\"at\":512,\"requests\":1,\"usage\":{\"input\":900,\"cacheRead\":0,"
        "\"cacheWrite\":0,\"output\":12,\"thinking\":0,\"estimated\":false},\"usd\":0,"
        "\"priceUnknown\":true}\n",
        digest);
    g_autofree char *text = test_contents(path);
    g_assert_cmpstr(text, ==, expected);
}

static void test_profile(void)
{
    g_autofree char *path = test_recording_path();
    FairyRecording *recording = test_record(path, NULL);
    FairyRecordingRequest request = {
        .model = "anthropic/claude-sonnet-5-5", .profile = test_recording_profile(), .body = "{}"};
    fairy_recording_request(recording, &request);
    test_recording_close(recording);
    g_autoptr(FairyRecordingReader) recorded = fairy_recording_reader_open(path, NULL);
    g_assert_nonnull(recorded);
    g_assert_cmpuint(fairy_recording_reader_seed(recorded), ==, G_MAXUINT64);
    const FairyProfile *read = fairy_recording_reader_request(recorded, 1)->profile;
    g_assert_true(read->provider == test_recording_profile()->provider);
    g_assert_cmpstr(read->model, ==, "claude-sonnet-5-5");
    g_assert_cmpuint(read->max_output, ==, 32000);
    g_assert_cmpuint(read->image_edge, ==, 2576);
    g_assert_true(read->images && read->cache && !read->prefill);
    g_assert_cmpstr(read->thinking, ==, "between_tools");
    g_assert_null(read->effort);
    g_assert_cmpint(read->json, ==, FAIRY_JSON_OBJECT);
    g_assert_cmpuint(read->dropped, ==, FAIRY_DROP_EFFORT);
}

/* --- there and back --------------------------------------------------------------------------- */

#define REQUESTS 5

static void random_bytes(char *bytes, gsize len)
{
    gboolean text = g_test_rand_bit();
    for (gsize i = 0; i < len; i++) {
        bytes[i] = (char)(text ? g_test_rand_int_range(1, 128) : g_test_rand_int_range(0, 256));
    }
}

/* Does one thing to a request at random; TRUE when that was its end. */
static gboolean go_on(FairyRecording *recording, guint number, GString *log)
{
    static const char *const headers[] = {"content-type: a", "request-id: \"\\\xc3\xa9", NULL};
    FairyRecordingEvent event = {.at = test_recording_now / 1000};
    if (log->len == 0) {
        event.kind = FAIRY_RECORDED_HEAD;
        event.status = g_test_rand_int_range(0, 1000);
        event.headers = (char **)headers;
        fairy_recording_head(recording, number, event.status, headers);
    } else if (g_test_rand_int_range(0, 10) > 0) {
        char bytes[100];
        gsize len = (gsize)g_test_rand_int_range(1, sizeof bytes + 1);
        random_bytes(bytes, len);
        fairy_recording_bytes(recording, number, bytes, len);
        event.kind = FAIRY_RECORDED_BYTES;
        event.bytes = g_bytes_new(bytes, len);
    } else if (g_test_rand_bit()) {
        event.kind = FAIRY_RECORDED_CANCELLED;
        event.api_error.wait_ms = -1;
        fairy_recording_end(recording, number, NULL);
    } else {
        event.kind = FAIRY_RECORDED_END;
        event.api_error.kind = (FairyApiErrorKind)g_test_rand_int_range(0, FAIRY_API_ERROR_COUNT);
        event.api_error.wait_ms = -1;
        if (event.api_error.kind != FAIRY_API_ERROR_NONE) {
            event.api_error.status = g_test_rand_int_range(0, 1000);
            event.api_error.wait_ms = g_test_rand_int_range(-1, 100000);
            event.api_error.again = g_test_rand_int_range(-1, 2);
            event.api_error.message = (char *)"a \"line\"";
        }
        fairy_recording_end(recording, number, &event.api_error);
    }
    test_recorded_note(log, &event);
    g_clear_pointer(&event.bytes, g_bytes_unref);
    return event.kind >= FAIRY_RECORDED_END;
}

static void round_trip(void)
{
    g_autofree char *path = test_recording_path();
    test_recording_now = 0;
    FairyRecording *recording = test_record(path, NULL);
    GString *logs[REQUESTS];
    gboolean over[REQUESTS] = {FALSE};
    for (guint i = 0; i < REQUESTS; i++) {
        logs[i] = g_string_new(NULL);
        g_assert_cmpuint(test_recording_ask(recording, "{}"), ==, i + 1);
    }
    for (guint left = REQUESTS; left > 0;) {
        guint i = (guint)g_test_rand_int_range(0, REQUESTS);
        test_recording_now += g_test_rand_int_range(0, 5000);
        if (!over[i] && go_on(recording, i + 1, logs[i])) {
            over[i] = TRUE;
            left--;
        }
    }
    test_recording_close(recording);
    g_autoptr(GError) error = NULL;
    g_autoptr(FairyRecordingReader) recorded = fairy_recording_reader_open(path, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(fairy_recording_reader_requests(recorded), ==, REQUESTS);
    for (guint i = 0; i < REQUESTS; i++) {
        g_autofree char *read = test_recorded_log(recorded, i + 1);
        g_assert_cmpstr(read, ==, logs[i]->str);
        g_string_free(logs[i], TRUE);
    }
    g_remove(path);
}

static void test_round_trip(void)
{
    for (guint i = 0; i < 200; i++) {
        round_trip();
    }
}

/* Requests that come in the middle of others' answers. */
static void test_interleaved(void)
{
    g_autofree char *path = test_recording_path();
    FairyRecording *recording = test_record(path, NULL);
    FairyApiError none = {.wait_ms = -1};
    guint a = test_recording_ask(recording, "{\"a\":1}");
    fairy_recording_bytes(recording, a, "a1", 2);
    guint b = test_recording_ask(recording, "{\"b\":1}");
    fairy_recording_bytes(recording, b, "b1", 2);
    fairy_recording_bytes(recording, a, "a2", 2);
    fairy_recording_end(recording, b, &none);
    guint c = test_recording_ask(recording, "{\"c\":1}");
    fairy_recording_bytes(recording, a, "a3", 2);
    fairy_recording_end(recording, c, &none);
    fairy_recording_end(recording, a, &none);
    test_recording_close(recording);
    g_autoptr(FairyRecordingReader) recorded = fairy_recording_reader_open(path, NULL);
    g_assert_nonnull(recorded);
    static const guint lengths[] = {4, 2, 1};
    for (guint number = 1; number <= 3; number++) {
        g_autofree char *log = test_recorded_log(recorded, number);
        g_auto(GStrv) lines = g_strsplit(log, "\n", -1);
        g_assert_cmpuint(g_strv_length(lines) - 1, ==, lengths[number - 1]);
    }
}

/* --- what isn't in it ------------------------------------------------------------------------- */

#define KEY "sk-ant-0123456789abcdef"

static void test_no_headers(void)
{
    g_autofree char *path = test_recording_path();
    FairyRecording *recording = test_record(path, NULL);
    static const char *const headers[] = {"authorization: Bearer " KEY,
                                          "x-api-key: " KEY,
                                          "api-key: " KEY,
                                          "x-goog-api-key: " KEY,
                                          "Cookie: session=" KEY,
                                          "proxy-authorization: Basic " KEY,
                                          "accept: text/event-stream",
                                          NULL};
    FairyRecordingRequest request = {.model = "anthropic/claude-sonnet-5-5",
                                     .profile = test_recording_profile(),
                                     .url = "https://user:" KEY "@host/v1?key=" KEY "&alt=sse",
                                     .headers = headers,
                                     .body = "{}"};
    guint number = fairy_recording_request(recording, &request);
    fairy_recording_head(recording, number, 200, headers);
    test_recording_close(recording);
    g_autofree char *text = test_contents(path);
    g_assert_null(strstr(text, "sk-ant"));
    g_assert_nonnull(strstr(text, "https://host/v1?alt=sse"));
    g_assert_nonnull(strstr(text, "accept: text/event-stream"));
}

/* A server that echoes the key, cut in two at every place, and in every other place as well. */
static void test_hidden(void)
{
    static const char said[] = "{\"error\":\"wrong key " KEY "\"}";
    for (gsize cut = 0; cut <= strlen(said); cut++) {
        g_autofree char *path = test_recording_path();
        FairyRecording *recording = test_record(path, NULL);
        fairy_recording_hide(recording, KEY);
        static const char *const headers[] = {"request-id: " KEY, NULL};
        guint number = test_recording_ask(recording, "{\"key\":\"" KEY "\"}");
        fairy_recording_head(recording, number, 401, headers);
        fairy_recording_bytes(recording, number, said, cut);
        fairy_recording_bytes(recording, number, said + cut, strlen(said) - cut);
        fairy_recording_bytes(recording, number, "\xff" KEY, strlen(KEY) + 1);
        FairyApiError api_error = {.kind = FAIRY_API_ERROR_KEY, .message = (char *)"wrong: " KEY};
        fairy_recording_end(recording, number, &api_error);
        test_recording_close(recording);
        g_autofree char *text = test_contents(path);
        g_assert_null(strstr(text, KEY));
        g_autoptr(FairyRecordingReader) recorded = fairy_recording_reader_open(path, NULL);
        g_assert_nonnull(recorded);
        GString *all = g_string_new(NULL);
        for (gboolean over = FALSE; !over;) {
            g_auto(FairyRecordingEvent) event = {0};
            g_assert_true(fairy_recording_reader_next(recorded, 1, &event, NULL));
            over = event.kind >= FAIRY_RECORDED_END;
            if (event.bytes) {
                gsize len;
                const char *bytes = g_bytes_get_data(event.bytes, &len);
                g_string_append_len(all, bytes, (gssize)len);
            }
        }
        g_assert_cmpstr(all->str, ==,
                        "{\"error\":\"wrong key ***********************\"}\xff"
                        "***********************");
        g_string_free(all, TRUE);
        g_remove(path);
    }
}

/* What only looks like the beginning of a key is all there, in its order. */
static void test_nearly_hidden(void)
{
    g_autofree char *path = test_recording_path();
    FairyRecording *recording = test_record(path, NULL);
    fairy_recording_hide(recording, KEY);
    guint number = test_recording_ask(recording, "{}");
    fairy_recording_bytes(recording, number, "sk-ant-01", 9);
    fairy_recording_bytes(recording, number, "99 sk-", 6);
    fairy_recording_end(recording, number, NULL);
    test_recording_close(recording);
    g_autofree char *text = test_contents(path);
    g_assert_nonnull(strstr(text, "\"text\":\"sk-ant-0199 \"}\n"));
    g_assert_nonnull(strstr(text, "\"text\":\"sk-\"}\n"));
}

#define PNG "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ"

static char *recorded_body(const FairyRecordingOptions *options)
{
    g_autofree char *path = test_recording_path();
    FairyRecording *recording = test_record(path, options);
    test_recording_ask(recording, "{\"data\":\"" PNG "\",\"text\":\"draw\"}");
    test_recording_close(recording);
    return test_contents(path);
}

static void test_pictures(void)
{
    g_autofree char *plain = recorded_body(&test_recording_options);
    g_assert_nonnull(strstr(plain, "\"data\":\"picture, 33 bytes, sha256 "));
    g_assert_nonnull(strstr(plain, "\"text\":\"draw\""));
    FairyRecordingOptions options = test_recording_options;
    options.pictures = TRUE;
    g_autofree char *whole = recorded_body(&options);
    g_assert_nonnull(strstr(whole, "\"data\":\"" PNG "\""));
    options = test_recording_options;
    options.no_bodies = TRUE;
    g_autofree char *none = recorded_body(&options);
    g_assert_null(strstr(none, "draw"));
    /* The request is still the same one. */
    g_autofree char *digest = fairy_body_digest("{\"data\":\"\",\"text\":\"draw\"}");
    g_assert_nonnull(strstr(plain, digest));
    g_assert_nonnull(strstr(whole, digest));
    g_assert_nonnull(strstr(none, digest));
}

/* --- files ------------------------------------------------------------------------------------ */

static void test_mode(void)
{
    g_autofree char *path = test_recording_path();
    GStatBuf is;
    test_recording_close(test_record(path, NULL));
    g_assert_cmpint(g_stat(path, &is), ==, 0);
    g_assert_cmpint(is.st_mode & 0777, ==, 0600);
    /* As mktemp makes it, or somebody who is careless. */
    g_autofree char *empty = test_recording_path();
    g_assert_true(g_file_set_contents(empty, "", 0, NULL));
    g_assert_cmpint(g_chmod(empty, 0644), ==, 0);
    test_recording_close(test_record(empty, NULL));
    g_assert_cmpint(g_stat(empty, &is), ==, 0);
    g_assert_cmpint(is.st_mode & 0777, ==, 0600);
}

static void check_cannot(const char *path, const char *why)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(fairy_recording_new(path, NULL, &error));
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_RECORDING);
    g_test_message("%s", error->message);
    g_assert_nonnull(strstr(error->message, path));
    g_assert_nonnull(strstr(error->message, why));
}

static void test_cannot(void)
{
    /* The drawing itself, by a slip. */
    g_autofree char *drawing = test_recording_path();
    g_assert_true(g_file_set_contents(drawing, "<svg/>", -1, NULL));
    check_cannot(drawing, "there is something in it");
    g_autofree char *same = test_contents(drawing);
    g_assert_cmpstr(same, ==, "<svg/>");
    g_autofree char *in = g_path_get_dirname(drawing);
    g_autofree char *nowhere = g_build_filename(in, "no", "where", NULL);
    check_cannot(nowhere, "No such file");
    check_cannot(in, "directory");
    check_cannot("/dev/full", "No space left");
}

static guint told;

static void on_failed(const char *message, gpointer data)
{
    (void)data;
    g_assert_nonnull(strstr(message, "File too large"));
    told++;
}

/* A full disk in the middle of a line. */
static void test_full(void)
{
    g_autofree char *path = test_recording_path();
    FairyRecordingOptions options = test_recording_options;
    options.failed = on_failed;
    FairyRecording *recording = test_record(path, &options);
    struct rlimit before, small;
    g_assert_cmpint(getrlimit(RLIMIT_FSIZE, &before), ==, 0);
    small = before;
    small.rlim_cur = 1000;
    void (*old)(int) = signal(SIGXFSZ, SIG_IGN);
    g_assert_cmpint(setrlimit(RLIMIT_FSIZE, &small), ==, 0);
    guint number = test_recording_ask(recording, "{}");
    for (guint i = 0; i < 100; i++) {
        fairy_recording_bytes(recording, number, "some bytes", 10);
    }
    fairy_recording_end(recording, number, NULL);
    g_assert_cmpint(setrlimit(RLIMIT_FSIZE, &before), ==, 0);
    signal(SIGXFSZ, old);
    g_assert_cmpuint(told, ==, 1);
    g_autoptr(GError) error = NULL;
    g_assert_false(fairy_recording_close(recording, &error));
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_RECORDING);
    /* What is there are whole lines. */
    g_clear_error(&error);
    g_autoptr(FairyRecordingReader) recorded = fairy_recording_reader_open(path, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(fairy_recording_reader_requests(recorded), ==, 1);
    g_autofree char *log = test_recorded_log(recorded, 1);
    g_assert_nonnull(strstr(log, "c29tZSBieXRlcw=="));
}

static void test_null(void)
{
    fairy_recording_hide(NULL, "a long secret");
    g_assert_cmpuint(test_recording_ask(NULL, "{}"), ==, 0);
    fairy_recording_head(NULL, 0, 200, NULL);
    fairy_recording_bytes(NULL, 0, "a", 1);
    fairy_recording_end(NULL, 0, NULL);
    fairy_recording_total(NULL, &(FairyUsage){0}, (FairyCost){0});
    test_recording_close(NULL);
}

int main(int argc, char **argv)
{
    setlocale(LC_ALL, ""); /* as the program does: names are converted then */
    g_test_init(&argc, &argv, NULL);
    test_recordings_begin();
    g_test_add_func("/recording/form", test_form);
    g_test_add_func("/recording/profile", test_profile);
    g_test_add_func("/recording/round-trip", test_round_trip);
    g_test_add_func("/recording/interleaved", test_interleaved);
    g_test_add_func("/recording/no-headers", test_no_headers);
    g_test_add_func("/recording/hidden", test_hidden);
    g_test_add_func("/recording/nearly-hidden", test_nearly_hidden);
    g_test_add_func("/recording/pictures", test_pictures);
    g_test_add_func("/recording/mode", test_mode);
    g_test_add_func("/recording/cannot", test_cannot);
    g_test_add_func("/recording/full", test_full);
    g_test_add_func("/recording/null", test_null);
    return g_test_run();
}
