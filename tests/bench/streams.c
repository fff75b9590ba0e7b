/* What many answers at a time cost: `streams SERVER N [half]` has N streams of one model's answer
 * come from SERVER (test-server, in a process of its own), each through HTTP, events, the wire and
 * the reader of replies. "half": every second one is ended when half of its actions are there. All
 * others must be whole. Prints the milliseconds of CPU a stream took, and the KB it held. */
#include "net/http.h"
#include "wire/dialect.h"

#include <fairy/reader.h>

#include <glib/gstdio.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { N_ACTIONS = 60, PIECE = 20, PAUSE_MS = 20 };

typedef struct {
    FairyHttpStream *stream;
    FairyAnswer *answer;
    FairyReader *reader;
    GChecksum *sum; /* of the text */
    guint n_actions, n_invalid;
    guint enough; /* actions after which it is ended */
    guint *left;  /* streams that still run */
} Stream;

static void fail(const char *what)
{
    fprintf(stderr, "streams: %s\n", what);
    exit(1);
}

/* --- the server ------------------------------------------------------------------------------- */

static char *reply_text(void)
{
    GString *text = g_string_new("{\"actions\":[");
    for (int i = 0; i < N_ACTIONS; i++) {
        g_string_append_printf(text,
                               "%s{\"_type\":\"move\",\"shapeId\":\"box-%d\",\"x\":%d,\"y\":%d}",
                               i ? "," : "", i, i * 10, i * 7);
    }
    g_string_append(text, "]}");
    return g_string_free(text, FALSE);
}

static void add_event(GString *script, const char *type, const char *more)
{
    g_string_append_printf(script, "event %s {\"type\":\"%s\"%s}\n", type, type, more);
}

/* As the Messages API says it, a piece at a time. */
static char *script_text(const char *text)
{
    GString *script = g_string_new("answer POST /\n");
    add_event(script, "message_start",
              ",\"message\":{\"usage\":{\"input_tokens\":9,\"output_tokens\":1}}");
    add_event(script, "content_block_start",
              ",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}");
    for (gsize i = 0; i < strlen(text); i += PIECE) {
        g_autofree char *piece = g_strndup(text + i, PIECE), *quoted = g_strescape(piece, NULL);
        g_autofree char *delta = g_strdup_printf(
            ",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"%s\"}", quoted);
        g_string_append_printf(script, "wait %d\n", PAUSE_MS);
        add_event(script, "content_block_delta", delta);
    }
    add_event(script, "content_block_stop", ",\"index\":0");
    add_event(script, "message_delta",
              ",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":500}");
    add_event(script, "message_stop", "");
    return g_string_free(script, FALSE);
}

/* Its port. */
static guint start_server(const char *program, const char *text, GPid *pid)
{
    g_autofree char *path = NULL, *script = script_text(text);
    int file = g_file_open_tmp("streams-XXXXXX", &path, NULL), out = -1;
    const char *const argv[] = {program, path, NULL};
    char line[20] = "";
    if (file < 0 || !g_file_set_contents(path, script, -1, NULL) ||
        !g_spawn_async_with_pipes(NULL, (char **)argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL,
                                  pid, NULL, &out, NULL, NULL)) {
        fail("the server doesn't start");
    }
    FILE *lines = fdopen(out, "r");
    if (!fgets(line, sizeof line, lines)) {
        fail("the server doesn't start");
    }
    fclose(lines);
    close(file);
    g_unlink(path);
    return (guint)strtoul(line, NULL, 10);
}

/* --- a stream --------------------------------------------------------------------------------- */

static void on_action(guint index, cJSON *action, gpointer data)
{
    Stream *stream = data;
    stream->n_actions += index == stream->n_actions;
    cJSON_Delete(action);
    if (stream->n_actions == stream->enough && stream->stream) {
        g_clear_pointer(&stream->stream, fairy_http_stream_free);
        --*stream->left;
    }
}

static void on_invalid(guint index, const char *why, gpointer data)
{
    (void)index;
    (void)why;
    ((Stream *)data)->n_invalid++;
}

static void on_text(const char *text, gsize len, gpointer data)
{
    Stream *stream = data;
    g_checksum_update(stream->sum, (const guchar *)text, (gssize)len);
    fairy_reader_feed(stream->reader, text, len, NULL);
    fairy_reader_partial(stream->reader, NULL);
}

static void on_head(int status, const char *const *headers, gpointer data)
{
    fairy_answer_head(((Stream *)data)->answer, status, headers);
}

static gboolean on_bytes(const char *bytes, gsize len, gpointer data)
{
    return fairy_answer_feed(((Stream *)data)->answer, bytes, len);
}

static void on_end(const FairyApiError *api_error, gpointer data)
{
    Stream *stream = data;
    FairyApiError own = {0};
    fairy_answer_end(stream->answer, &own);
    if (api_error->kind != FAIRY_API_ERROR_NONE || own.kind != FAIRY_API_ERROR_NONE) {
        fail(api_error->message ? api_error->message : own.message);
    }
    fairy_api_error_clear(&own);
    --*stream->left;
}

static void stream_start(Stream *stream, FairyHttp *http, const FairyProfile *profile, guint port,
                         guint enough, guint *left)
{
    static const FairyAnswerFuncs answer = {.text = on_text};
    static const FairyReaderFuncs reader = {.action = on_action, .invalid = on_invalid};
    static const FairyHttpFuncs funcs = {on_head, on_bytes, on_end};
    g_autofree char *url = g_strdup_printf("http://127.0.0.1:%u/v1/messages", port);
    g_autoptr(GBytes) body = g_bytes_new_static("{}", 2);
    FairyHttpRequest request = {.url = url, .body = body, .plain = TRUE};
    *stream = (Stream){.answer = fairy_answer_new(profile, &answer, stream),
                       .reader = fairy_reader_new(&reader, stream),
                       .sum = g_checksum_new(G_CHECKSUM_SHA256),
                       .enough = enough,
                       .left = left};
    ++*left;
    stream->stream = fairy_http_start(http, &request, &funcs, stream, NULL);
}

static void stream_end(Stream *stream)
{
    g_clear_pointer(&stream->stream, fairy_http_stream_free);
    g_clear_pointer(&stream->answer, fairy_answer_free);
    g_clear_pointer(&stream->reader, fairy_reader_free);
    g_clear_pointer(&stream->sum, g_checksum_free);
}

static void stream_check(const Stream *stream, const char *text)
{
    g_autofree char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
    if (!g_str_equal(sum, g_checksum_get_string(stream->sum)) || stream->n_actions != N_ACTIONS ||
        stream->n_invalid) {
        fail("an answer isn't what was sent");
    }
}

/* --- all of them ------------------------------------------------------------------------------ */

static gint64 cpu_us(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * G_USEC_PER_SEC +
           usage.ru_utime.tv_usec + usage.ru_stime.tv_usec;
}

static long resident_kb(void)
{
    long total, pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file ||
        fscanf(file, "%ld %ld", &total, &pages) != 2) { // NOLINT(cert-err34-c): the kernel's
        fail("there is no /proc/self/statm");
    }
    fclose(file);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

/* The largest size there was. */
static long run(const guint *left)
{
    long largest = 0;
    gint64 look = 0;
    while (*left > 0) {
        g_main_context_iteration(NULL, TRUE);
        if (g_get_monotonic_time() >= look) {
            look = g_get_monotonic_time() + 100000;
            largest = MAX(largest, resident_kb());
        }
    }
    return largest;
}

int main(int argc, char **argv)
{
    guint n = argc > 2 ? (guint)strtoul(argv[2], NULL, 10) : 0;
    gboolean half = argc > 3;
    if (n == 0) {
        fail("usage: streams SERVER N [half]");
    }
    GPid server;
    g_autofree char *text = reply_text();
    g_autofree Stream *streams = g_new0(Stream, n);
    guint port = start_server(argv[1], text, &server);
    g_autoptr(FairyProfile) profile = fairy_profile_new("anthropic/claude-sonnet-5-5", NULL, NULL);
    g_autoptr(FairyHttp) http = fairy_http_new(NULL);
    guint left = 0;
    stream_start(&streams[0], http, profile, port, G_MAXUINT,
                 &left); /* loads what is loaded once */
    run(&left);
    stream_end(&streams[0]);
    long before = resident_kb();
    gint64 start = cpu_us();
    for (guint i = 0; i < n; i++) {
        stream_start(&streams[i], http, profile, port, half && i % 2 ? N_ACTIONS / 2 : G_MAXUINT,
                     &left);
    }
    long largest = run(&left);
    gint64 took = cpu_us() - start;
    for (guint i = 0; i < n; i++) {
        if (!half || i % 2 == 0) {
            stream_check(&streams[i], text);
        }
        stream_end(&streams[i]);
    }
    kill(server, SIGTERM);
    waitpid(server, NULL, 0);
    printf("%.3f %.1f\n", (double)took / 1000 / n, (double)(largest - before) / n);
    return 0;
}
