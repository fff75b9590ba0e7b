/* Sockets by epoll, so that what a wake-up costs doesn't grow with how many of them are quiet; the
 * epoll and both clocks (curl's and the owner's) are one source. */
#include "net/multi.h"

#include <glib-unix.h>
#include <sys/epoll.h>

#include <unistd.h>

#define MAX_EVENTS 64 /* sockets served before the owner is called */

struct _FairyMulti {
    const FairyCurl *curl;
    CURLM *handle;
    GSource *source;
    int epoll;
    gint64 curl_due, own_due; /* µs, monotonic; -1 = never */
    FairyMultiFunc func;
    gpointer data;
};

typedef struct {
    GSource source;
    FairyMulti *multi;
} Source;

/* --- the loop --------------------------------------------------------------------------------- */

static void set_alarm(FairyMulti *multi)
{
    gint64 a = multi->curl_due, b = multi->own_due;
    g_source_set_ready_time(multi->source, a < 0 ? b : b < 0 ? a : MIN(a, b));
}

void fairy_multi_wake_at(FairyMulti *multi, gint64 due)
{
    multi->own_due = due;
    set_alarm(multi);
}

static void act(FairyMulti *multi, curl_socket_t fd, int events)
{
    int running;
    multi->curl->curl_multi_socket_action(multi->handle, fd, events, &running);
}

static gboolean dispatch(GSource *source, GSourceFunc func, gpointer data)
{
    (void)func;
    (void)data;
    FairyMulti *multi = ((Source *)source)->multi;
    struct epoll_event events[MAX_EVENTS];
    int n = epoll_wait(multi->epoll, events, MAX_EVENTS, 0);
    for (int i = 0; i < n; i++) {
        guint32 what = events[i].events;
        act(multi, events[i].data.fd,
            (what & EPOLLIN ? CURL_CSELECT_IN : 0) | (what & EPOLLOUT ? CURL_CSELECT_OUT : 0) |
                (what & (EPOLLERR | EPOLLHUP) ? CURL_CSELECT_ERR : 0));
    }
    gint64 now = g_get_monotonic_time();
    if (multi->curl_due >= 0 && multi->curl_due <= now) {
        multi->curl_due = -1;
        act(multi, CURL_SOCKET_TIMEOUT, 0);
    }
    if (multi->own_due >= 0 && multi->own_due <= now) {
        multi->own_due = -1;
    }
    set_alarm(multi);
    multi->func(multi->data); /* may free us */
    return G_SOURCE_CONTINUE;
}

/* --- what curl asks of us --------------------------------------------------------------------- */

static int watch_socket(CURL *easy, curl_socket_t fd, int what, void *data, void *known)
{
    (void)easy;
    (void)known;
    const FairyMulti *multi = data;
    struct epoll_event event = {.events = (what & CURL_POLL_IN ? EPOLLIN : 0) |
                                          (what & CURL_POLL_OUT ? EPOLLOUT : 0),
                                .data.fd = fd};
    if (what == CURL_POLL_REMOVE) {
        epoll_ctl(multi->epoll, EPOLL_CTL_DEL, fd, NULL); /* may be closed by now */
    } else if (epoll_ctl(multi->epoll, EPOLL_CTL_MOD, fd, &event) != 0) {
        epoll_ctl(multi->epoll, EPOLL_CTL_ADD, fd, &event);
    }
    return 0;
}

static int set_timer(CURLM *handle, long timeout_ms, void *data)
{
    (void)handle;
    FairyMulti *multi = data;
    multi->curl_due = timeout_ms < 0 ? -1 : g_get_monotonic_time() + timeout_ms * 1000;
    set_alarm(multi);
    return 0;
}

/* --- transfers -------------------------------------------------------------------------------- */

gboolean fairy_multi_add(FairyMulti *multi, CURL *easy)
{
    return multi->curl->curl_multi_add_handle(multi->handle, easy) == CURLM_OK;
}

void fairy_multi_remove(FairyMulti *multi, CURL *easy)
{
    multi->curl->curl_multi_remove_handle(multi->handle, easy);
}

CURL *fairy_multi_next_over(FairyMulti *multi, CURLcode *code)
{
    int left;
    const CURLMsg *message = multi->curl->curl_multi_info_read(multi->handle, &left);
    if (!message || message->msg != CURLMSG_DONE) {
        return NULL;
    }
    CURL *easy = message->easy_handle;
    *code = message->data.result;
    fairy_multi_remove(multi, easy); /* ends `message`, too */
    return easy;
}

FairyMulti *fairy_multi_new(const FairyCurl *curl, guint max_idle, FairyMultiFunc func,
                            gpointer data)
{
    static GSourceFuncs funcs = {.dispatch = dispatch};
    FairyMulti *multi = g_new(FairyMulti, 1);
    *multi = (FairyMulti){.curl = curl,
                          .handle = curl->curl_multi_init(),
                          .source = g_source_new(&funcs, sizeof(Source)),
                          .epoll = epoll_create1(EPOLL_CLOEXEC),
                          .curl_due = -1,
                          .own_due = -1,
                          .func = func,
                          .data = data};
    if (!multi->handle || multi->epoll < 0) {
        fairy_multi_free(multi);
        return NULL;
    }
    curl->curl_multi_setopt(multi->handle, CURLMOPT_SOCKETFUNCTION, watch_socket);
    curl->curl_multi_setopt(multi->handle, CURLMOPT_SOCKETDATA, multi);
    curl->curl_multi_setopt(multi->handle, CURLMOPT_TIMERFUNCTION, set_timer);
    curl->curl_multi_setopt(multi->handle, CURLMOPT_TIMERDATA, multi);
    curl->curl_multi_setopt(multi->handle, CURLMOPT_MAXCONNECTS, (long)max_idle);
    ((Source *)multi->source)->multi = multi;
    g_source_add_unix_fd(multi->source, multi->epoll, G_IO_IN);
    g_source_set_can_recurse(multi->source, TRUE); /* its owner may run the loop in a call */
    g_source_attach(multi->source, g_main_context_get_thread_default());
    return multi;
}

void fairy_multi_limit(FairyMulti *multi, guint connections)
{
    multi->curl->curl_multi_setopt(multi->handle, CURLMOPT_MAXCONNECTS, (long)connections);
    multi->curl->curl_multi_setopt(multi->handle, CURLMOPT_MAX_TOTAL_CONNECTIONS,
                                   (long)connections);
}

void fairy_multi_free(FairyMulti *multi)
{
    if (multi->handle) {
        multi->curl->curl_multi_cleanup(multi->handle);
    }
    g_source_destroy(multi->source);
    g_source_unref(multi->source);
    if (multi->epoll >= 0) {
        close(multi->epoll);
    }
    g_free(multi);
}
