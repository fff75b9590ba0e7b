/* Reading the script, accepting, and what was asked. What an answer does is in answer.c. */
#include "common/server_priv.h"

#include <cjson/cJSON.h>

#include <stdio.h>
#include <string.h>

#define MAX_REQUEST (64u << 20)

static void answer_free(gpointer data)
{
    TestAnswer *answer = data;
    g_free(answer->method);
    g_free(answer->path);
    g_free(answer->asked);
    g_ptr_array_unref(answer->steps);
    g_free(answer);
}

static void request_free(gpointer data)
{
    TestRequest *request = data;
    g_free(request->method);
    g_free(request->path);
    g_strfreev(request->headers);
    g_clear_pointer(&request->body, g_bytes_unref);
    g_free(request);
}

/* --- the script ------------------------------------------------------------------------------- */

static TestAnswer *answer_new(const char *what)
{
    g_auto(GStrv) words = g_strsplit(what, " ", 2);
    gboolean has_method = words[0] && words[1];
    TestAnswer *answer = g_new0(TestAnswer, 1);
    answer->method = has_method ? g_strdup(words[0]) : NULL;
    answer->path = g_strdup(has_method ? words[1] : what);
    answer->steps = g_ptr_array_new_with_free_func(g_free);
    return answer;
}

static gboolean is_word(const char *line, gsize len, const char *word)
{
    return len == strlen(word) && g_str_has_prefix(line, word);
}

static gboolean read_line(TestServer *server, char *line, GError **error)
{
    g_strchug(line);
    if (!*line || *line == '#') {
        return TRUE;
    }
    char *space = strchr(line, ' ');
    gsize word = space ? (gsize)(space - line) : strlen(line);
    if (is_word(line, word, "answer")) {
        g_ptr_array_add(server->answers, answer_new(space ? space + 1 : "/"));
        return TRUE;
    }
    if (is_word(line, word, "asked") && space && server->answers->len > 0) {
        TestAnswer *last = server->answers->pdata[server->answers->len - 1];
        last->asked = g_strdup(space + 1);
        return TRUE;
    }
    if (server->answers->len == 0 || !test_step_is_known(line, word)) {
        g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "can't be done: %s", line);
        return FALSE;
    }
    TestAnswer *answer = server->answers->pdata[server->answers->len - 1];
    g_ptr_array_add(answer->steps, g_strdup(line));
    return TRUE;
}

static gboolean read_script(TestServer *server, const char *script, GError **error)
{
    g_auto(GStrv) lines = g_strsplit(script, "\n", -1);
    for (char **line = lines; *line; line++) {
        if (!read_line(server, *line, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

gboolean test_request_has(const TestRequest *request, const char *text)
{
    const char *body = g_bytes_get_data(request->body, NULL); /* NULL: it is empty */
    return body && g_strstr_len(body, (gssize)g_bytes_get_size(request->body), text) != NULL;
}

static gboolean fits(const TestAnswer *answer, const TestRequest *request)
{
    return (!answer->method || g_str_equal(answer->method, request->method)) &&
           g_str_has_prefix(request->path, answer->path) &&
           (!answer->asked || test_request_has(request, answer->asked));
}

static TestAnswer *choose(TestServer *server, const TestRequest *request)
{
    TestAnswer *last = NULL;
    for (guint i = 0; i < server->answers->len; i++) {
        TestAnswer *answer = server->answers->pdata[i];
        if (fits(answer, request)) {
            last = answer;
            if (!answer->given) {
                break;
            }
        }
    }
    if (last) {
        last->given = TRUE;
    }
    return last;
}

/* --- requests --------------------------------------------------------------------------------- */

static gboolean read_more(TestVisit *visit)
{
    char bytes[16384];
    gssize n = g_socket_receive(visit->socket, bytes, sizeof bytes, visit->server->stop, NULL);
    if (n > 0) {
        g_string_append_len(visit->in, bytes, n);
    }
    return n > 0 && visit->in->len < MAX_REQUEST;
}

const char *test_request_header(const TestRequest *request, const char *name)
{
    gsize len = strlen(name);
    for (char **header = request->headers; *header; header++) {
        if (g_ascii_strncasecmp(*header, name, len) == 0 && (*header)[len] == ':') {
            return *header + len + 1 + strspn(*header + len + 1, " ");
        }
    }
    return NULL;
}

/* The next request of the connection, without its body; NULL when there is none. */
static TestRequest *read_head(TestVisit *visit)
{
    char *end;
    while (!(end = strstr(visit->in->str, "\r\n\r\n"))) {
        if (!read_more(visit)) {
            return NULL;
        }
    }
    g_autofree char *head = g_strndup(visit->in->str, (gsize)(end - visit->in->str));
    g_string_erase(visit->in, 0, end + 4 - visit->in->str);
    g_auto(GStrv) lines = g_strsplit(head, "\r\n", -1);
    g_auto(GStrv) words = g_strsplit(lines[0], " ", 3);
    TestRequest *request = g_new0(TestRequest, 1);
    request->method = g_strdup(words[0]);
    request->path = g_strdup(words[0] && words[1] ? words[1] : "");
    request->headers = g_strdupv(lines + 1);
    request->connection = visit->number;
    request->time = g_get_monotonic_time();
    return request;
}

/* One whose client left in the middle of it is none. */
static TestRequest *read_request(TestVisit *visit)
{
    TestRequest *request = read_head(visit);
    if (!request) {
        return NULL;
    }
    const char *said = test_request_header(request, "content-length");
    gsize len = said ? g_ascii_strtoull(said, NULL, 10) : 0;
    while (visit->in->len < len && read_more(visit)) {
    }
    if (visit->in->len < len) {
        request_free(request);
        return NULL;
    }
    request->body = g_bytes_new(visit->in->str, len);
    g_string_erase(visit->in, 0, (gssize)len);
    return request;
}

static void log_request(const char *path, const TestRequest *request)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "method", request->method);
    cJSON_AddStringToObject(json, "path", request->path);
    cJSON *headers = cJSON_AddArrayToObject(json, "headers");
    for (char **header = request->headers; *header; header++) {
        cJSON_AddItemToArray(headers, cJSON_CreateString(*header));
    }
    gsize len;
    const char *bytes = g_bytes_get_data(request->body, &len);
    g_autofree char *body = g_strndup(bytes, len);
    cJSON_AddStringToObject(json, "body", body);
    char *line = cJSON_PrintUnformatted(json);
    FILE *file = fopen(path, "ae");
    g_assert_nonnull(file);
    fprintf(file, "%s\n", line);
    fclose(file);
    cJSON_free(line);
    cJSON_Delete(json);
}

/* FALSE when the connection is over. */
static gboolean serve_one(TestVisit *visit)
{
    TestServer *server = visit->server;
    TestRequest *request = read_request(visit);
    if (!request) {
        return FALSE;
    }
    g_mutex_lock(&server->lock);
    g_ptr_array_add(server->requests, request);
    TestAnswer *answer = choose(server, request);
    if (server->log) {
        log_request(server->log, request);
    }
    g_mutex_unlock(&server->lock);
    gboolean on = test_answer_give(visit, answer);
    if (visit->left && !g_cancellable_is_cancelled(server->stop)) {
        g_atomic_int_inc(&server->n_left);
    }
    return on;
}

static gpointer serve(gpointer data)
{
    TestVisit *visit = data;
    while (serve_one(visit)) {
    }
    g_socket_close(visit->socket, NULL);
    g_object_unref(visit->socket);
    g_string_free(visit->in, TRUE);
    g_free(visit);
    return NULL;
}

/* --- the server ------------------------------------------------------------------------------- */

static void join_thread(gpointer thread)
{
    g_thread_join(thread);
}

static gpointer listen_on(gpointer data)
{
    TestServer *server = data;
    g_autoptr(GPtrArray) threads = g_ptr_array_new_with_free_func(join_thread);
    GSocket *socket;
    while ((socket = g_socket_accept(server->socket, server->stop, NULL))) {
        TestVisit *visit = g_new0(TestVisit, 1);
        *visit = (TestVisit){
            .server = server, .socket = socket, .in = g_string_new(NULL), .number = threads->len};
        g_socket_set_option(socket, IPPROTO_TCP, TCP_NODELAY, 1, NULL);
        g_ptr_array_add(threads, g_thread_new("visit", serve, visit));
    }
    return NULL;
}

static gboolean open_socket(TestServer *server, guint port, GError **error)
{
    g_autoptr(GInetAddress) here = g_inet_address_new_loopback(G_SOCKET_FAMILY_IPV4);
    g_autoptr(GSocketAddress) wanted = g_inet_socket_address_new(here, (guint16)port), bound = NULL;
    server->socket =
        g_socket_new(G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, error);
    if (!server->socket || !g_socket_bind(server->socket, wanted, TRUE, error)) {
        return FALSE;
    }
    g_socket_set_listen_backlog(server->socket, 512);
    if (!g_socket_listen(server->socket, error) ||
        !(bound = g_socket_get_local_address(server->socket, error))) {
        return FALSE;
    }
    server->port = g_inet_socket_address_get_port(G_INET_SOCKET_ADDRESS(bound));
    server->base = g_strdup_printf("http://127.0.0.1:%u", server->port);
    return TRUE;
}

TestServer *test_server_new(const char *script, guint port, GError **error)
{
    TestServer *server = g_new0(TestServer, 1);
    g_mutex_init(&server->lock);
    server->stop = g_cancellable_new();
    server->answers = g_ptr_array_new_with_free_func(answer_free);
    server->requests = g_ptr_array_new_with_free_func(request_free);
    if (!read_script(server, script, error) || !open_socket(server, port, error)) {
        test_server_free(server);
        return NULL;
    }
    server->thread = g_thread_new("server", listen_on, server);
    return server;
}

void test_server_free(TestServer *server)
{
    g_cancellable_cancel(server->stop);
    g_clear_pointer(&server->thread, g_thread_join);
    g_clear_object(&server->socket);
    g_object_unref(server->stop);
    g_ptr_array_unref(server->answers);
    g_ptr_array_unref(server->requests);
    g_mutex_clear(&server->lock);
    g_free(server->base);
    g_free(server->log);
    g_free(server);
}

guint test_server_port(const TestServer *server)
{
    return server->port;
}

const char *test_server_base(const TestServer *server)
{
    return server->base;
}

guint test_server_requests(TestServer *server)
{
    g_mutex_lock(&server->lock);
    guint n = server->requests->len;
    g_mutex_unlock(&server->lock);
    return n;
}

const TestRequest *test_server_request(TestServer *server, guint n)
{
    g_assert_cmpuint(n, <, test_server_requests(server));
    g_mutex_lock(&server->lock);
    const TestRequest *request = server->requests->pdata[n];
    g_mutex_unlock(&server->lock);
    return request;
}

guint test_server_left(TestServer *server, guint wanted, guint ms)
{
    gint64 due = g_get_monotonic_time() + ms * 1000ll;
    while ((guint)g_atomic_int_get(&server->n_left) < wanted && g_get_monotonic_time() < due) {
        g_usleep(1000);
    }
    return (guint)g_atomic_int_get(&server->n_left);
}

void test_server_log_to(TestServer *server, const char *path)
{
    g_mutex_lock(&server->lock);
    g_free(server->log);
    server->log = g_strdup(path);
    g_mutex_unlock(&server->lock);
}
