/* A server on this machine that answers, byte for byte, what a script says, and keeps what it was
 * asked. */
#pragma once

#include <gio/gio.h>

/* A script is lines; "#" begins a comment. The first word of a line says what to do:
 *
 *     answer [METHOD] PATH   begins the answer to a request whose path begins so. The first that
 *                            fits and wasn't given yet counts; then the last that fits, again
 *     asked TEXT             the answer fits only a request whose body has TEXT
 *     status 200 OK          the status line's end
 *     header NAME: VALUE     without any: content-type: text/event-stream
 *     length N               the body has a content-length of N; else it is chunked
 *     until-close            the body has neither, and ends with the connection (HTTP/1.0)
 *     pieces N               from here on N bytes are written at a time
 *     cut-after N            the connection is closed behind the Nth byte of the body
 *     wait MS
 *     data TEXT              "data: TEXT" and an empty line, as part of the body
 *     event TYPE TEXT        the same with an "event: TYPE" before
 *     body BYTES             with \n, \r, \t, \\, \" and octal \ooo
 *     file PATH              a file's bytes as part of the body
 *     repeat N BYTES         as body, N times
 *     raw BYTES              as they are, before or instead of a head
 *     cut                    the connection is closed: what was promised doesn't come
 *     reset                  the same with a RST
 *     hang                   nothing comes behind the head and what was sent, until the client
 *                            leaves
 *     silence                the same without a head
 *     tunnel PORT            "200 Connection established", then whatever is said to 127.0.0.1:PORT
 *
 * Behind an answer that ended as it should the connection takes the next request. */
typedef struct _TestServer TestServer;

typedef struct {
    char *method, *path, **headers; /* "name: value" */
    GBytes *body;
    guint connection; /* the first is 0 */
    gint64 time;      /* when it came: µs, monotonic */
} TestRequest;

/* In threads of its own. `port` 0: a free one. */
TestServer *test_server_new(const char *script, guint port, GError **error);
void test_server_free(TestServer *server);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TestServer, test_server_free)
guint test_server_port(const TestServer *server);
/* "http://127.0.0.1:PORT"; the server's. */
const char *test_server_base(const TestServer *server);
/* How many requests came; the nth of them, the server's. */
guint test_server_requests(TestServer *server);
const TestRequest *test_server_request(TestServer *server, guint n);
/* By name in any case; NULL if there is none. The request's. */
const char *test_request_header(const TestRequest *request, const char *name);
/* Whether its body has the text. Of who left before it was there, it is empty. */
gboolean test_request_has(const TestRequest *request, const char *text);
/* How many answers weren't finished because the client left; waits up to `ms` for `wanted`. */
guint test_server_left(TestServer *server, guint wanted, guint ms);
/* Appends each request to a file as it comes, as a line of JSON:
 * {"method","path","headers","body"}. */
void test_server_log_to(TestServer *server, const char *path);
