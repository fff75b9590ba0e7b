/* Giving an answer, step by step. */
#include "common/server_priv.h"

#include <sys/socket.h>

#include <string.h>

typedef enum { CHUNKED, LENGTH, UNTIL_CLOSE } Framing;

typedef struct {
    TestVisit *visit;
    char *status;
    GString *headers;
    Framing framing;
    guint64 length, pieces;  /* pieces 0: all at once */
    guint64 sent, cut_after; /* of the body */
    gboolean begun, raw;
    gboolean over; /* the connection, too */
} Giving;

/* --- bytes ------------------------------------------------------------------------------------ */

static void leave(Giving *giving)
{
    giving->visit->left = TRUE;
    giving->over = TRUE;
}

static void put(Giving *giving, const char *bytes, gsize len)
{
    gsize step = giving->pieces ? giving->pieces : len;
    for (gsize i = 0; i < len && !giving->over;) {
        gssize n = g_socket_send(giving->visit->socket, bytes + i, MIN(step, len - i),
                                 giving->visit->server->stop, NULL);
        if (n <= 0) {
            leave(giving);
        } else {
            i += (gsize)n;
            g_thread_yield();
        }
    }
}

static void put_head(Giving *giving)
{
    if (giving->begun) {
        return;
    }
    giving->begun = TRUE;
    g_autoptr(GString) head =
        g_string_new(giving->framing == UNTIL_CLOSE ? "HTTP/1.0 " : "HTTP/1.1 ");
    g_string_append_printf(head, "%s\r\n%s", giving->status ? giving->status : "200 OK",
                           giving->headers->len ? giving->headers->str
                                                : "content-type: text/event-stream\r\n");
    if (giving->framing == LENGTH) {
        g_string_append_printf(head, "content-length: %" G_GUINT64_FORMAT "\r\n", giving->length);
    } else if (giving->framing == CHUNKED) {
        g_string_append(head, "transfer-encoding: chunked\r\n");
    }
    g_string_append(head, "\r\n");
    put(giving, head->str, head->len);
}

static void put_body(Giving *giving, const char *bytes, gsize len)
{
    gsize n = MIN(len, giving->cut_after - giving->sent);
    gboolean chunk = giving->framing == CHUNKED && len > 0;
    put_head(giving);
    giving->sent += n;
    gboolean cut = giving->sent == giving->cut_after;
    g_autoptr(GString) all = g_string_sized_new(n + 16);
    if (chunk) {
        g_string_printf(all, "%" G_GSIZE_MODIFIER "x\r\n", len);
    }
    g_string_append_len(all, bytes, (gssize)n);
    g_string_append(all, chunk && !cut ? "\r\n" : "");
    put(giving, all->str, all->len);
    giving->over = giving->over || cut;
}

/* --- steps ------------------------------------------------------------------------------------ */

static void do_status(Giving *giving, const char *text)
{
    g_free(giving->status);
    giving->status = g_strdup(text);
}

static void do_header(Giving *giving, const char *text)
{
    g_string_append_printf(giving->headers, "%s\r\n", text);
}

static void do_length(Giving *giving, const char *text)
{
    giving->framing = LENGTH;
    giving->length = g_ascii_strtoull(text, NULL, 10);
}

static void do_until_close(Giving *giving, const char *text)
{
    (void)text;
    giving->framing = UNTIL_CLOSE;
}

static void do_pieces(Giving *giving, const char *text)
{
    giving->pieces = g_ascii_strtoull(text, NULL, 10);
}

static void do_cut_after(Giving *giving, const char *text)
{
    giving->cut_after = g_ascii_strtoull(text, NULL, 10);
}

/* Whatever the client says meanwhile is kept for the next request. */
static void wait_for_client(Giving *giving, gint64 us)
{
    TestVisit *visit = giving->visit;
    gint64 due = g_get_monotonic_time() + us, left = us;
    while (!giving->over && (us < 0 || left > 0)) {
        char bytes[4096];
        if (!g_socket_condition_timed_wait(visit->socket, G_IO_IN, us < 0 ? -1 : left,
                                           visit->server->stop, NULL)) {
            giving->over = g_cancellable_is_cancelled(visit->server->stop);
        } else {
            gssize n =
                g_socket_receive(visit->socket, bytes, sizeof bytes, visit->server->stop, NULL);
            if (n <= 0) {
                leave(giving);
            } else {
                g_string_append_len(visit->in, bytes, n);
            }
        }
        left = due - g_get_monotonic_time();
    }
}

static void do_wait(Giving *giving, const char *text)
{
    wait_for_client(giving, (gint64)g_ascii_strtoull(text, NULL, 10) * 1000);
}

static void do_hang(Giving *giving, const char *text)
{
    (void)text;
    put_head(giving);
    wait_for_client(giving, -1);
}

static void do_silence(Giving *giving, const char *text)
{
    (void)text;
    wait_for_client(giving, -1);
}

static void do_data(Giving *giving, const char *text)
{
    g_autofree char *event = g_strdup_printf("data: %s\n\n", text);
    put_body(giving, event, strlen(event));
}

static void do_event(Giving *giving, const char *text)
{
    g_auto(GStrv) words = g_strsplit(text, " ", 2);
    g_autofree char *event = g_strdup_printf("event: %s\ndata: %s\n\n", words[0] ? words[0] : "",
                                             words[0] && words[1] ? words[1] : "");
    put_body(giving, event, strlen(event));
}

static void do_body(Giving *giving, const char *text)
{
    g_autofree char *bytes = g_strcompress(text);
    put_body(giving, bytes, strlen(bytes));
}

static void do_repeat(Giving *giving, const char *text)
{
    char *end;
    guint64 n = g_ascii_strtoull(text, &end, 10);
    for (guint64 i = 0; i < n && !giving->over; i++) {
        do_body(giving, *end ? end + 1 : end);
    }
}

static void do_file(Giving *giving, const char *text)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *bytes = NULL;
    gsize len = 0;
    g_file_get_contents(text, &bytes, &len, &error);
    g_assert_no_error(error);
    put_body(giving, bytes, len);
}

static void do_raw(Giving *giving, const char *text)
{
    g_autofree char *bytes = g_strcompress(text);
    giving->raw = TRUE;
    put(giving, bytes, strlen(bytes));
}

static void do_cut(Giving *giving, const char *text)
{
    (void)text;
    giving->over = TRUE;
}

static void do_reset(Giving *giving, const char *text)
{
    (void)text;
    const struct linger now = {.l_onoff = 1, .l_linger = 0};
    setsockopt(g_socket_get_fd(giving->visit->socket), SOL_SOCKET, SO_LINGER, &now, sizeof now);
    giving->over = TRUE;
}

/* --- as a proxy ------------------------------------------------------------------------------- */

/* FALSE when one of them is done. */
static gboolean pass(GSocket *from, GSocket *to)
{
    char bytes[16384];
    gssize n = g_socket_receive(from, bytes, sizeof bytes, NULL, NULL);
    for (gssize i = 0; i < n;) {
        gssize sent = g_socket_send(to, bytes + i, (gsize)(n - i), NULL, NULL);
        if (sent <= 0) {
            return FALSE;
        }
        i += sent;
    }
    return n > 0;
}

static void do_tunnel(Giving *giving, const char *text)
{
    TestVisit *visit = giving->visit;
    g_autoptr(GSocketAddress) there =
        g_inet_socket_address_new_from_string("127.0.0.1", (guint)g_ascii_strtoull(text, NULL, 10));
    g_autoptr(GSocket) far =
        g_socket_new(G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL);
    gboolean on = g_socket_connect(far, there, NULL, NULL);
    do_raw(giving, on ? "HTTP/1.1 200 Connection established\\r\\nvia: test\\r\\n\\r\\n"
                      : "HTTP/1.1 502 Bad Gateway\\r\\ncontent-length: 0\\r\\n\\r\\n");
    while (on && !g_cancellable_is_cancelled(visit->server->stop)) {
        GPollFD fds[] = {{g_socket_get_fd(visit->socket), G_IO_IN, 0},
                         {g_socket_get_fd(far), G_IO_IN, 0}};
        g_poll(fds, 2, 50);
        on = (!fds[0].revents || pass(visit->socket, far)) &&
             (!fds[1].revents || pass(far, visit->socket));
    }
    giving->over = TRUE;
}

/* --- an answer -------------------------------------------------------------------------------- */

static const struct {
    const char *word;
    void (*step)(Giving *giving, const char *text);
} steps[] = {
    {"status", do_status}, {"header", do_header},       {"length", do_length},
    {"pieces", do_pieces}, {"cut-after", do_cut_after}, {"wait", do_wait},
    {"data", do_data},     {"event", do_event},         {"body", do_body},
    {"file", do_file},     {"repeat", do_repeat},       {"raw", do_raw},
    {"cut", do_cut},       {"reset", do_reset},         {"hang", do_hang},
    {"tunnel", do_tunnel}, {"silence", do_silence},     {"until-close", do_until_close},
};

static gssize find_step(const char *line, gsize word)
{
    for (guint i = 0; i < G_N_ELEMENTS(steps); i++) {
        if (strlen(steps[i].word) == word && strncmp(line, steps[i].word, word) == 0) {
            return i;
        }
    }
    return -1;
}

gboolean test_step_is_known(const char *line, gsize word)
{
    return find_step(line, word) >= 0;
}

static void take_step(Giving *giving, const char *line)
{
    const char *space = strchr(line, ' ');
    gssize i = find_step(line, space ? (gsize)(space - line) : strlen(line));
    steps[i].step(giving, space ? space + 1 : "");
}

static void end(Giving *giving)
{
    if (giving->over || (giving->raw && !giving->begun)) {
        giving->over = TRUE;
        return;
    }
    put_head(giving);
    if (giving->framing == CHUNKED) {
        put(giving, "0\r\n\r\n", 5);
    } else if (giving->framing == UNTIL_CLOSE || giving->sent != giving->length) {
        giving->over = TRUE;
    }
}

gboolean test_answer_give(TestVisit *visit, const TestAnswer *answer)
{
    Giving giving = {.visit = visit, .headers = g_string_new(NULL), .cut_after = G_MAXUINT64};
    if (!answer) {
        do_status(&giving, "404 Not Found");
    }
    for (guint i = 0; answer && i < answer->steps->len && !giving.over; i++) {
        take_step(&giving, answer->steps->pdata[i]);
    }
    end(&giving);
    g_free(giving.status);
    g_string_free(giving.headers, TRUE);
    return !giving.over;
}
