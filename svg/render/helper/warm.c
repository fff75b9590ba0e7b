/* A thread isn't copied, and what it holds or was to do would be waited for for ever: so nothing
 * here may start one, as pango does at the first text and librsvg at the first filter. */
#include "warm.h"

#include "../protocol.h"
#include "bands.h"

#include <fontconfig/fontconfig.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Has librsvg, libxml2 and cairo set up what each picture needs; without text and filters. */
#define PLAIN_DRAWING                                                                              \
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><style>.a{fill:url(#b)}</style>"    \
    "<linearGradient id='b'><stop stop-color='red'/></linearGradient><g opacity='.5'><path "       \
    "class='a' d='M0 0h8v8z'/></g><rect width='4' height='4' stroke='#000' stroke-dasharray='1'/>" \
    "</svg>"

typedef struct {
    pid_t pid;
    int control; /* -1: nobody is there any more, and it was killed */
} Copy;

typedef struct {
    char arguments[RENDER_MAX_REQUEST + 1];
    gsize len;
    int fds[RENDER_N_REQUEST_FDS];
} Request;

typedef struct {
    struct sigaction interrupt, child;
    sigset_t mask, waiting;
} Signals;

/* --- before the first ------------------------------------------------------------------------- */

static void draw_something(void)
{
    const PictureOptions options = {.width = 8, .height = 8, .background = 0xffffff};
    g_autoptr(GBytes) drawing = g_bytes_new_static(PLAIN_DRAWING, strlen(PLAIN_DRAWING));
    cairo_surface_t *surface = picture_surface(&options, NULL);
    GByteArray *picture = surface ? bands_make_picture(drawing, 1, surface, &options, NULL) : NULL;
    g_clear_pointer(&picture, g_byte_array_unref);
    g_clear_pointer(&surface, cairo_surface_destroy);
}

static gboolean is_single_threaded(void)
{
    g_autoptr(GDir) threads = g_dir_open("/proc/self/task", 0, NULL);
    return threads && g_dir_read_name(threads) && !g_dir_read_name(threads);
}

static void do_nothing(G_GNUC_UNUSED int signal)
{
}

/* That a copy has ended is told only while we wait. Ctrl-C is for the whole group of processes: of
 * us, only who draws ends by it. */
static void take_signals(Signals *old)
{
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, &old->mask);
    old->waiting = old->mask;
    sigdelset(&old->waiting, SIGCHLD);
    sigaction(SIGCHLD, &(struct sigaction){.sa_handler = do_nothing}, &old->child);
    sigaction(SIGINT, &(struct sigaction){.sa_handler = SIG_IGN}, &old->interrupt);
}

static void give_signals_back(const Signals *old)
{
    sigaction(SIGINT, &old->interrupt, NULL);
    sigaction(SIGCHLD, &old->child, NULL);
    sigprocmask(SIG_SETMASK, &old->mask, NULL);
}

/* --- requests --------------------------------------------------------------------------------- */

/* FALSE when nobody asks any more, or something else than we know. */
static gboolean receive(Request *request)
{
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof request->fds)];
    } control;
    struct iovec bytes = {request->arguments, RENDER_MAX_REQUEST};
    struct msghdr message = {.msg_iov = &bytes,
                             .msg_iovlen = 1,
                             .msg_control = &control,
                             .msg_controllen = sizeof control};
    ssize_t n = recvmsg(STDIN_FILENO, &message, MSG_CMSG_CLOEXEC);
    const struct cmsghdr *rights = n > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (!rights || rights->cmsg_level != SOL_SOCKET || rights->cmsg_type != SCM_RIGHTS ||
        rights->cmsg_len != CMSG_LEN(sizeof request->fds) || message.msg_flags & MSG_TRUNC) {
        return FALSE;
    }
    memcpy(request->fds, CMSG_DATA(rights), sizeof request->fds);
    request->len = (gsize)n;
    request->arguments[n] = '\0';
    return TRUE;
}

static void split_arguments(Request *request, int *argc, char ***argv)
{
    static char *arguments[RENDER_MAX_ARGUMENTS + 1];
    char *end = request->arguments + request->len;
    *argc = 0;
    for (char *at = request->arguments; at < end && *argc < RENDER_MAX_ARGUMENTS;
         at += strlen(at) + 1) {
        arguments[(*argc)++] = at;
    }
    arguments[*argc] = NULL;
    *argv = arguments;
}

/* --- copies ----------------------------------------------------------------------------------- */

static void be_started(const Request *request, const Signals *old, pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) {
        _exit(EXIT_FAILURE);
    }
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        dup2(request->fds[fd], fd);
    }
    close_range(STDERR_FILENO + 1, ~0u, 0);
    give_signals_back(old);
}

static void tell(int control, int value)
{
    send(control, &value, sizeof value, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* TRUE in the copy. */
static gboolean make_copy(const Request *request, const Signals *old, GArray *copies)
{
    pid_t self = getpid(), pid = fork();
    if (pid == 0) {
        be_started(request, old, self);
        return TRUE;
    }
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        close(request->fds[fd]);
    }
    const Copy copy = {.pid = pid, .control = request->fds[RENDER_CONTROL_FD]};
    if (pid < 0) {
        close(copy.control);
    } else {
        tell(copy.control, pid);
        g_array_append_val(copies, copy);
    }
    return FALSE;
}

static void hang_up(Copy *copy)
{
    if (copy->control >= 0) {
        close(copy->control);
    }
    copy->control = -1;
}

/* Who has ended is told of. Until then its id is nobody else's. */
static void reap(GArray *copies)
{
    int status;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
        for (guint i = 0; i < copies->len; i++) {
            Copy *copy = &g_array_index(copies, Copy, i);
            if (copy->pid == pid) {
                tell(copy->control, status);
                hang_up(copy);
                g_array_remove_index_fast(copies, i);
                break;
            }
        }
    }
}

/* Whoever isn't waited for any more is killed. Returns whether somebody asks. */
static gboolean wait_for_something(GArray *copies, const Signals *old)
{
    g_autoptr(GArray) list = g_array_new(FALSE, TRUE, sizeof(struct pollfd));
    g_array_set_size(list, copies->len + 1);
    struct pollfd *fds = &g_array_index(list, struct pollfd, 0);
    fds[copies->len] = (struct pollfd){.fd = STDIN_FILENO, .events = POLLIN};
    for (guint i = 0; i < copies->len; i++) {
        fds[i] = (struct pollfd){.fd = g_array_index(copies, Copy, i).control, .events = POLLIN};
    }
    if (ppoll(fds, copies->len + 1, NULL, &old->waiting) < 0) {
        return FALSE;
    }
    for (guint i = 0; i < copies->len; i++) {
        if (fds[i].revents) {
            kill(g_array_index(copies, Copy, i).pid, SIGKILL);
            hang_up(&g_array_index(copies, Copy, i));
        }
    }
    return fds[copies->len].revents != 0;
}

void warm_serve(int *argc, char ***argv)
{
    static Request request;
    Signals old;
    close_range(STDERR_FILENO + 1, ~0u, 0);
    FcInit();
    draw_something();
    if (!is_single_threaded()) {
        exit(EXIT_FAILURE);
    }
    take_signals(&old);
    g_autoptr(GArray) copies = g_array_new(FALSE, FALSE, sizeof(Copy));
    for (;;) {
        gboolean asked = wait_for_something(copies, &old);
        reap(copies);
        if (asked && !receive(&request)) {
            _exit(EXIT_SUCCESS);
        }
        if (asked && make_copy(&request, &old, copies)) {
            break;
        }
    }
    split_arguments(&request, argc, argv);
}
