/* Lines over a socket. One chunk is read at a time, so that other sources of the context have their
 * turn; what is sent waits in a queue of limited size. */
#include <fairy/limits.h>
#include <fairy/lines.h>

#include <glib-unix.h>
#include <sys/socket.h>

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

enum { CHUNK = 4096 };

struct _FairyLines {
    int fd;
    FairyLinesFuncs funcs;
    gpointer data;
    GSource *reads;  /* NULL = it is ended */
    GSource *writes; /* NULL = nothing waits */
    GString *came;   /* the beginning of a line */
    GString *waits;  /* to be sent */
    gsize begun;     /* bytes of `waits` that belong to a line that was sent in part */
};

static void drop(GSource **source)
{
    if (*source) {
        g_source_destroy(*source);
        g_clear_pointer(source, g_source_unref);
    }
}

void fairy_lines_free(FairyLines *lines)
{
    if (lines) {
        drop(&lines->reads);
        drop(&lines->writes);
        close(lines->fd);
        g_string_free(lines->came, TRUE);
        g_string_free(lines->waits, TRUE);
        g_free(lines);
    }
}

gboolean fairy_lines_is_left(const FairyLines *lines)
{
    struct pollfd end = {.fd = lines->fd};
    return poll(&end, 1, 0) > 0 && (end.revents & (POLLHUP | POLLERR)) != 0;
}

static GSource *watch(FairyLines *lines, GIOCondition condition, GUnixFDSourceFunc func)
{
    GSource *source = g_unix_fd_source_new(lines->fd, condition);
    g_source_set_callback(source, G_SOURCE_FUNC(func), lines, NULL);
    g_source_attach(source, g_main_context_get_thread_default());
    return source;
}

/* --- what comes ------------------------------------------------------------------------------- */

/* One line from the beginning of `came`, without its end, if there is a whole one; the caller's. */
static char *take_line(FairyLines *lines, gsize *len)
{
    const char *end = memchr(lines->came->str, '\n', lines->came->len);
    if (!end) {
        return NULL;
    }
    *len = (gsize)(end - lines->came->str);
    char *line = g_strndup(lines->came->str, *len);
    g_string_erase(lines->came, 0, (gssize)*len + 1);
    return line;
}

static const char *fault_of(const FairyLines *lines, const char *line, gsize len)
{
    if (len > lines->funcs.most) {
        return "a line is too long";
    }
    return line && !g_utf8_validate(line, (gssize)len, NULL) ? "a line isn't UTF-8" : NULL;
}

/* FALSE when the connection may be gone. */
static gboolean tell_lines(FairyLines *lines)
{
    gsize len = 0;
    for (char *taken; (taken = take_line(lines, &len));) {
        g_autofree char *line = taken;
        const char *fault = fault_of(lines, line, len);
        if (fault) {
            lines->funcs.broken(lines, fault, lines->data);
            return FALSE;
        }
        if (!lines->funcs.line(lines, line, lines->data)) {
            return FALSE;
        }
    }
    const char *fault = fault_of(lines, NULL, lines->came->len);
    if (fault) {
        lines->funcs.broken(lines, fault, lines->data);
    }
    return !fault;
}

static gboolean on_readable(gint fd, G_GNUC_UNUSED GIOCondition condition, gpointer data)
{
    FairyLines *lines = data;
    char chunk[CHUNK];
    gssize n = read(fd, chunk, sizeof chunk);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) {
        return G_SOURCE_CONTINUE;
    }
    if (n <= 0) {
        lines->funcs.broken(lines, NULL, lines->data);
        return G_SOURCE_CONTINUE; /* whoever freed it has destroyed this source */
    }
    g_string_append_len(lines->came, chunk, n);
    tell_lines(lines);
    return G_SOURCE_CONTINUE;
}

/* --- what goes -------------------------------------------------------------------------------- */

/* The length of the line of `waits` that byte `at` belongs to, from there on. */
static gsize rest_of_line(const FairyLines *lines, gsize at)
{
    const char *end = memchr(lines->waits->str + at, '\n', lines->waits->len - at);
    return end ? (gsize)(end - lines->waits->str) - at + 1 : 0;
}

static void took(FairyLines *lines, gsize n)
{
    gboolean whole = lines->waits->str[n - 1] == '\n';
    g_string_erase(lines->waits, 0, (gssize)n);
    lines->begun = whole ? 0 : rest_of_line(lines, 0);
}

/* FALSE when nothing more can be sent. */
static gboolean send_some(FairyLines *lines)
{
    while (lines->waits->len > 0) {
        gssize n = send(lines->fd, lines->waits->str, lines->waits->len, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            return n < 0 && errno == EAGAIN;
        }
        took(lines, (gsize)n);
    }
    return TRUE;
}

static gboolean on_writable(G_GNUC_UNUSED gint fd, G_GNUC_UNUSED GIOCondition condition,
                            gpointer data)
{
    FairyLines *lines = data;
    if (!send_some(lines)) {
        g_string_truncate(lines->waits, 0);
    }
    if (lines->waits->len > 0) {
        return G_SOURCE_CONTINUE;
    }
    g_clear_pointer(&lines->writes, g_source_unref);
    if (!lines->reads) {
        lines->funcs.ended(lines, lines->data);
    }
    return G_SOURCE_REMOVE;
}

static void write_on(FairyLines *lines)
{
    if (!lines->writes) {
        lines->writes = watch(lines, G_IO_OUT, on_writable);
    }
}

gboolean fairy_lines_put(FairyLines *lines, const char *line)
{
    gsize len = strlen(line) + 1;
    if (lines->waits->len + len > FAIRY_MAX_QUEUE_BYTES) {
        return FALSE;
    }
    g_string_append(lines->waits, line);
    g_string_append_c(lines->waits, '\n');
    if (!lines->writes) {
        send_some(lines); /* that the other end has left is read */
    }
    if (lines->waits->len > 0) {
        write_on(lines);
    }
    return TRUE;
}

void fairy_lines_forget(FairyLines *lines)
{
    g_string_truncate(lines->waits, lines->begun);
}

void fairy_lines_end(FairyLines *lines)
{
    drop(&lines->reads);
    write_on(lines);
}

void fairy_lines_flush(FairyLines *lines, guint ms)
{
    gint64 end = g_get_monotonic_time() + ms * 1000ll;
    while (send_some(lines) && lines->waits->len > 0) {
        gint64 left = end - g_get_monotonic_time();
        struct pollfd one = {.fd = lines->fd, .events = POLLOUT};
        if (left <= 0 || poll(&one, 1, (int)(left / 1000) + 1) <= 0) {
            return;
        }
    }
}

FairyLines *fairy_lines_new(int fd, const FairyLinesFuncs *funcs, gpointer data)
{
    FairyLines *lines = g_new0(FairyLines, 1);
    *lines = (FairyLines){.fd = fd,
                          .funcs = *funcs,
                          .data = data,
                          .came = g_string_new(NULL),
                          .waits = g_string_new(NULL)};
    lines->reads = watch(lines, G_IO_IN, on_readable);
    return lines;
}
