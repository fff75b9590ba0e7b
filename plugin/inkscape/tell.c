/* Requests to the worker without a main loop. */
#include "tell.h"

#include <fairy/runtime.h>

#include <sys/socket.h>

#include <errno.h>
#include <glib.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

enum { SEND_MS = 500, MAX_ANSWER_BYTES = 4096 };

static gboolean wait_for(int fd, short events, int ms)
{
    struct pollfd one = {.fd = fd, .events = events};
    return poll(&one, 1, ms) > 0;
}

static gboolean send_all(int fd, const char *text, gsize len)
{
    while (len > 0) {
        gssize n = send(fd, text, len, MSG_NOSIGNAL);
        if (n > 0) {
            text += n;
            len -= (gsize)n;
        } else if (n == 0 || (errno != EAGAIN && errno != EINTR) ||
                   !wait_for(fd, POLLOUT, SEND_MS)) {
            return FALSE;
        }
    }
    return TRUE;
}

int tell_worker(const char *folder, const char *request)
{
    g_autofree char *path = g_build_filename(folder, "worker.sock", NULL);
    g_autofree char *line = g_strconcat(request, "\n", NULL);
    int fd = fairy_runtime_connect(path);
    if (fd >= 0 && !send_all(fd, line, strlen(line))) {
        close(fd);
        return -1;
    }
    return fd;
}

/* It is short, and comes in one piece. */
char *tell_answer(int fd, int ms)
{
    char answer[MAX_ANSWER_BYTES] = "";
    if (fd < 0) {
        return NULL;
    }
    gssize n = wait_for(fd, POLLIN, ms) ? recv(fd, answer, sizeof answer - 1, 0) : 0;
    gboolean left = n < 0 || (n == 0 && wait_for(fd, POLLIN, 0));
    close(fd);
    return left ? NULL : g_strndup(answer, (gsize)n);
}
