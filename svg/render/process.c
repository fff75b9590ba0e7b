/* Runs a program on three descriptors of ours, in one poll() loop. */
#include "render/process.h"

#include "render/protocol.h"

#include <glib-unix.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define CHUNK_BYTES     65536
#define KEEP_OF_STDERR  4096
#define MESSAGE_BYTES   300
#define EXIT_CHECK_USEC 500
#define CANCEL_CHECK_MS 50
#define COPY_MS         5000 /* what a copy may take until it is made, on a machine with much to do */

struct _SvgRun {
    GPid pid;
    int in, out, err; /* our ends; -1 once closed */
    int control;      /* of a copy; -1: the process is our own */
    const char *input;
    gsize input_left;
    gint64 deadline; /* monotonic, µs */
    const gint *cancelled;
    GByteArray *output;
    gsize max_output;
    GString *errors;
};

static void close_fd(int *fd)
{
    if (*fd >= 0) {
        close(*fd);
    }
    *fd = -1;
}

static gboolean would_block(void)
{
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

/* A socket and not a pipe: send() can be told not to raise SIGPIPE, which belongs to the program we
 * are linked into. */
static gboolean open_input(int *ours, int *theirs, GError **error)
{
    int fds[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0) {
        g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(errno), "%s",
                    g_strerror(errno));
        return FALSE;
    }
    *ours = fds[0];
    *theirs = fds[1];
    return g_unix_set_fd_nonblocking(*ours, TRUE, error);
}

static gboolean open_output(int *ours, int *theirs, GError **error)
{
    int fds[2];
    if (!g_unix_open_pipe(fds, FD_CLOEXEC, error)) {
        return FALSE;
    }
    *ours = fds[0];
    *theirs = fds[1];
    return g_unix_set_fd_nonblocking(*ours, TRUE, error);
}

/* The other ends of in, out and err. */
typedef struct {
    int fds[RENDER_CONTROL_FD];
} Ends;

static gboolean open_ends(SvgRun *run, Ends *theirs, GError **error)
{
    *theirs = (Ends){{-1, -1, -1}};
    return open_input(&run->in, &theirs->fds[0], error) &&
           open_output(&run->out, &theirs->fds[1], error) &&
           open_output(&run->err, &theirs->fds[2], error);
}

static void close_ends(Ends *ends)
{
    for (gsize i = 0; i < G_N_ELEMENTS(ends->fds); i++) {
        close_fd(&ends->fds[i]);
    }
}

static gboolean start(const SvgProcess *process, SvgRun *run, GError **error)
{
    Ends theirs;
    /* Descriptors stay open across the exec so that GLib may use posix_spawn, whose cost doesn't
     * grow with our memory; the helper closes what isn't its own. */
    gboolean ok =
        open_ends(run, &theirs, error) &&
        g_spawn_async_with_pipes_and_fds(NULL, process->argv, process->environment,
                                         G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_LEAVE_DESCRIPTORS_OPEN,
                                         NULL, NULL, theirs.fds[0], theirs.fds[1], theirs.fds[2],
                                         NULL, NULL, 0, &run->pid, NULL, NULL, NULL, error);
    close_ends(&theirs);
    return ok;
}

/* --- copies ----------------------------------------------------------------------------------- */

static gboolean send_request(int socket, const char *const *argv, const Ends *ends, int control)
{
    g_autoptr(GString) arguments = g_string_new(NULL);
    for (; *argv; argv++) {
        g_string_append_len(arguments, *argv, (gssize)strlen(*argv) + 1);
    }
    int fds[RENDER_N_REQUEST_FDS];
    memcpy(fds, ends->fds, sizeof ends->fds);
    fds[RENDER_CONTROL_FD] = control;
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof fds)];
    } rights = {.header = {.cmsg_len = CMSG_LEN(sizeof fds),
                           .cmsg_level = SOL_SOCKET,
                           .cmsg_type = SCM_RIGHTS}};
    memcpy(CMSG_DATA(&rights.header), fds, sizeof fds);
    struct iovec bytes = {arguments->str, arguments->len};
    const struct msghdr message = {.msg_iov = &bytes,
                                   .msg_iovlen = 1,
                                   .msg_control = &rights,
                                   .msg_controllen = sizeof rights};
    return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT) == (gssize)arguments->len;
}

/* What the maker of a copy tells next of it. FALSE when that one is gone. */
static gboolean receive_number(const SvgRun *run, int *number)
{
    return recv(run->control, number, sizeof *number, MSG_DONTWAIT) == sizeof *number;
}

static gboolean is_made(const SvgRun *run)
{
    int pid;
    struct pollfd control = {.fd = run->control, .events = POLLIN};
    while (poll(&control, 1, COPY_MS) < 0) {
        if (errno != EINTR) {
            return FALSE;
        }
    }
    return control.revents && receive_number(run, &pid);
}

static gboolean ask_for_copy(const SvgProcess *process, SvgRun *run, int socket)
{
    int control[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, control) != 0) {
        return FALSE;
    }
    run->control = control[0];
    Ends theirs;
    gboolean ok =
        open_ends(run, &theirs, NULL) && send_request(socket, process->argv, &theirs, control[1]);
    close_ends(&theirs);
    close(control[1]);
    return ok && is_made(run);
}

/* --- what is said to and fro ------------------------------------------------------------------ */

static void write_input(SvgRun *run)
{
    while (run->input_left > 0) {
        ssize_t n = send(run->in, run->input, run->input_left, MSG_NOSIGNAL);
        if (n < 0 && would_block()) {
            return;
        }
        /* A program that stopped reading may still have something to say. */
        if (n <= 0) {
            break;
        }
        run->input += n;
        run->input_left -= (gsize)n;
    }
    close_fd(&run->in);
}

/* FALSE when it is too much. */
static gboolean read_output(SvgRun *run)
{
    guint8 chunk[CHUNK_BYTES];
    ssize_t n = read(run->out, chunk, sizeof chunk);
    if (n > 0) {
        if ((gsize)n > run->max_output - run->output->len) {
            return FALSE;
        }
        g_byte_array_append(run->output, chunk, (guint)n);
    } else if (n == 0 || !would_block()) {
        close_fd(&run->out);
    }
    return TRUE;
}

static void read_errors(SvgRun *run)
{
    char chunk[KEEP_OF_STDERR];
    ssize_t n = read(run->err, chunk, sizeof chunk);
    if (n > 0) {
        g_string_append_len(run->errors, chunk, n);
        if (run->errors->len > KEEP_OF_STDERR) {
            g_string_erase(run->errors, 0, (gssize)(run->errors->len - KEEP_OF_STDERR));
        }
    } else if (n == 0 || !would_block()) {
        close_fd(&run->err);
    }
}

static int ms_left(const SvgRun *run)
{
    gboolean cancelled = run->cancelled && g_atomic_int_get(run->cancelled);
    gint64 left = cancelled ? 0 : run->deadline - g_get_monotonic_time();
    return left <= 0 ? 0 : (int)MIN((left + 999) / 1000, G_MAXINT);
}

static SvgProcessEnd exchange(SvgRun *run)
{
    while (run->out >= 0 || run->err >= 0) {
        struct pollfd fds[] = {
            {.fd = run->in, .events = POLLOUT},
            {.fd = run->out, .events = POLLIN},
            {.fd = run->err, .events = POLLIN},
        };
        int left = ms_left(run);
        if (left == 0) {
            return SVG_PROCESS_TIMED_OUT;
        }
        if (poll(fds, G_N_ELEMENTS(fds), MIN(left, CANCEL_CHECK_MS)) <= 0) {
            continue;
        }
        if (fds[0].revents) {
            write_input(run);
        }
        if (fds[1].revents && !read_output(run)) {
            return SVG_PROCESS_FLOODED;
        }
        if (fds[2].revents) {
            read_errors(run);
        }
    }
    return SVG_PROCESS_EXITED;
}

/* Its outputs are closed, so it is about to end: but only about to. */
static SvgProcessEnd await_own(SvgRun *run, int *status)
{
    for (;;) {
        pid_t pid = waitpid(run->pid, status, WNOHANG);
        if (pid == run->pid || (pid < 0 && errno != EINTR)) {
            return SVG_PROCESS_EXITED;
        }
        if (ms_left(run) == 0) {
            return SVG_PROCESS_TIMED_OUT;
        }
        g_usleep(EXIT_CHECK_USEC);
    }
}

static SvgProcessEnd await_copy(SvgRun *run, int *status)
{
    struct pollfd control = {.fd = run->control, .events = POLLIN};
    for (int left; (left = ms_left(run)) > 0;) {
        if (poll(&control, 1, MIN(left, CANCEL_CHECK_MS)) > 0) {
            return receive_number(run, status) ? SVG_PROCESS_EXITED : SVG_PROCESS_LOST;
        }
    }
    return SVG_PROCESS_TIMED_OUT;
}

void svg_process_kill(GPid pid)
{
    pid_t reaped;
    kill(pid, SIGKILL);
    do {
        reaped = waitpid(pid, NULL, 0);
    } while (reaped < 0 && errno == EINTR);
}

/* Its maker kills a copy of which nobody wants to hear any more. */
static void kill_run(SvgRun *run)
{
    if (run->control >= 0) {
        close_fd(&run->control);
    } else {
        svg_process_kill(run->pid);
    }
}

static char *last_line(const GString *errors)
{
    g_autofree char *text = g_utf8_make_valid(errors->str, (gssize)errors->len);
    g_strchomp(text);
    const char *start = strrchr(text, '\n');
    char *line = g_strdup(start ? start + 1 : text);
    for (char *c = line; *c; c++) {
        if (g_ascii_iscntrl(*c)) {
            *c = ' ';
        }
    }
    if (strlen(line) > MESSAGE_BYTES) {
        *g_utf8_find_prev_char(line, line + MESSAGE_BYTES) = '\0';
    }
    return g_strstrip(line);
}

static SvgRun *run_new(const SvgProcess *process)
{
    SvgRun *run = g_new0(SvgRun, 1);
    run->in = run->out = run->err = run->control = -1;
    run->deadline = g_get_monotonic_time() + (gint64)process->timeout_ms * 1000;
    run->cancelled = process->cancelled;
    run->max_output = process->max_output;
    run->output = g_byte_array_new();
    run->errors = g_string_new(NULL);
    return run;
}

static void run_free(SvgRun *run)
{
    close_fd(&run->in);
    close_fd(&run->out);
    close_fd(&run->err);
    close_fd(&run->control);
    g_clear_pointer(&run->output, g_byte_array_unref);
    g_string_free(run->errors, TRUE);
    g_free(run);
}

SvgRun *svg_run_start(const SvgProcess *process, GError **error)
{
    SvgRun *run = run_new(process);
    if (!start(process, run, error)) {
        g_clear_pointer(&run, run_free);
    }
    return run;
}

SvgRun *svg_run_start_copy(const SvgProcess *process, int socket)
{
    SvgRun *run = run_new(process);
    if (!ask_for_copy(process, run, socket)) {
        g_clear_pointer(&run, run_free);
    }
    return run;
}

void svg_run_finish(SvgRun *run, GBytes *input, SvgProcessResult *result)
{
    int status = 0;
    *result = (SvgProcessResult){0};
    run->input = g_bytes_get_data(input, &run->input_left);
    result->end = exchange(run);
    if (result->end == SVG_PROCESS_EXITED) {
        result->end = run->control >= 0 ? await_copy(run, &status) : await_own(run, &status);
    }
    if (result->end != SVG_PROCESS_EXITED) {
        kill_run(run);
    } else if (WIFSIGNALED(status)) {
        result->end = SVG_PROCESS_SIGNALED;
    }
    result->code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    result->output = g_byte_array_free_to_bytes(g_steal_pointer(&run->output));
    result->message = last_line(run->errors);
    run_free(run);
}

void svg_run_cancel(SvgRun *run)
{
    kill_run(run);
    run_free(run);
}

void svg_process_result_clear(SvgProcessResult *result)
{
    g_clear_pointer(&result->output, g_bytes_unref);
    g_clear_pointer(&result->message, g_free);
}
