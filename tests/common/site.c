/* A site that says what it was told to. */
#include "common/site.h"

#include <gio/gio.h>

#include <string.h>

typedef struct {
    char *path, *bytes;
    guint pause_ms;
} Answer;

struct _TestSite {
    GSocketListener *listener;
    GCancellable *stop;
    GThread *thread;
    char *base;
    GPtrArray *answers;
    gint requests;
};

typedef struct {
    TestSite *site;
    GSocketConnection *connection;
} Visit;

static void free_answer(gpointer data)
{
    Answer *answer = data;
    g_free(answer->path);
    g_free(answer->bytes);
    g_free(answer);
}

/* The path of the request, when its head is there; NULL otherwise. */
static char *read_path(GIOStream *stream)
{
    char head[4096];
    gsize len = 0;
    while (len < sizeof head - 1) {
        gssize n = g_input_stream_read(g_io_stream_get_input_stream(stream), head + len,
                                       sizeof head - 1 - len, NULL, NULL);
        if (n <= 0) {
            return NULL;
        }
        len += (gsize)n;
        head[len] = '\0';
        if (strstr(head, "\r\n\r\n")) {
            g_auto(GStrv) words = g_strsplit(head, " ", 3);
            return words[0] && words[1] ? g_strdup(words[1]) : NULL;
        }
    }
    return NULL;
}

static void send_answer(const TestSite *site, const Answer *answer, GIOStream *stream)
{
    gint64 due = g_get_monotonic_time() + answer->pause_ms * 1000ll;
    while (g_get_monotonic_time() < due && !g_cancellable_is_cancelled(site->stop)) {
        g_usleep(2000);
    }
    g_output_stream_write_all(g_io_stream_get_output_stream(stream), answer->bytes,
                              strlen(answer->bytes), NULL, site->stop, NULL);
}

static gpointer serve(gpointer data)
{
    g_autofree Visit *visit = data;
    TestSite *site = visit->site;
    g_autoptr(GSocketConnection) connection = visit->connection;
    g_autofree char *path = read_path(G_IO_STREAM(connection));
    g_atomic_int_inc(&site->requests);
    for (guint i = 0; path && i < site->answers->len; i++) {
        const Answer *answer = site->answers->pdata[i];
        if (g_str_has_prefix(path, answer->path)) {
            send_answer(site, answer, G_IO_STREAM(connection));
            break;
        }
    }
    g_io_stream_close(G_IO_STREAM(connection), NULL, NULL);
    return NULL;
}

static void join_thread(gpointer thread)
{
    g_thread_join(thread);
}

static gpointer listen_on(gpointer data)
{
    TestSite *site = data;
    g_autoptr(GPtrArray) threads = g_ptr_array_new_with_free_func(join_thread);
    GSocketConnection *connection;
    while ((connection = g_socket_listener_accept(site->listener, NULL, site->stop, NULL))) {
        Visit *visit = g_new(Visit, 1);
        *visit = (Visit){site, connection};
        g_socket_set_timeout(g_socket_connection_get_socket(connection), 5);
        g_ptr_array_add(threads, g_thread_new("visit", serve, visit));
    }
    return NULL;
}

TestSite *test_site_new(void)
{
    TestSite *site = g_new0(TestSite, 1);
    site->listener = g_socket_listener_new();
    site->stop = g_cancellable_new();
    site->answers = g_ptr_array_new_with_free_func(free_answer);
    g_autoptr(GInetAddress) here = g_inet_address_new_loopback(G_SOCKET_FAMILY_IPV4);
    g_autoptr(GSocketAddress) any = g_inet_socket_address_new(here, 0), bound = NULL;
    g_autoptr(GError) error = NULL;
    g_socket_listener_add_address(site->listener, any, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP,
                                  NULL, &bound, &error);
    g_assert_no_error(error);
    site->base = g_strdup_printf("http://127.0.0.1:%u",
                                 g_inet_socket_address_get_port(G_INET_SOCKET_ADDRESS(bound)));
    site->thread = g_thread_new("site", listen_on, site);
    return site;
}

void test_site_free(TestSite *site)
{
    g_cancellable_cancel(site->stop);
    g_thread_join(site->thread);
    g_object_unref(site->listener);
    g_object_unref(site->stop);
    g_ptr_array_unref(site->answers);
    g_free(site->base);
    g_free(site);
}

const char *test_site_base(const TestSite *site)
{
    return site->base;
}

void test_site_answer(TestSite *site, const char *path, const char *bytes, guint pause_ms)
{
    Answer *answer = g_new(Answer, 1);
    *answer = (Answer){g_strdup(path), g_strdup(bytes), pause_ms};
    g_ptr_array_add(site->answers, answer);
}

void test_site_answer_json(TestSite *site, const char *path, const char *json)
{
    g_autofree char *bytes =
        g_strdup_printf("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                        "Content-Length: %" G_GSIZE_FORMAT "\r\nConnection: close\r\n\r\n%s",
                        strlen(json), json);
    test_site_answer(site, path, bytes, 0);
}

guint test_site_requests(TestSite *site)
{
    return (guint)g_atomic_int_get(&site->requests);
}
