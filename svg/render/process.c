/* Runs a program on three descriptors of ours, in one poll() loop. */
#include "render/process.h"

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

struct _SvgRun {
    GPid pid;
    int in, out, err; /* our ends; -1 once closed */
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

static gboolean start(const SvgProcess *process, SvgRun *run, GError **error)
{
    int in = -1, out = -1, err = -1;
    /* Descriptors stay open across the exec so that GLib may use posix_spawn, whose cost doesn't
     * grow with our memory; the helper closes what isn't its own. */
    gboolean ok = open_input(&run->in, &in, error) && open_output(&run->out, &out, error) &&
                  open_output(&run->err, &err, error) &&
                  g_spawn_async_with_pipes_and_fds(
                      NULL, process->argv, process->environment,
                      G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_LEAVE_DESCRIPTORS_OPEN, NULL, NULL, in,
                      out, err, NULL, NULL, 0, &run->pid, NULL, NULL, NULL, error);
    close_fd(&in);
    close_fd(&out);
    close_fd(&err);
    return ok;
}

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
static SvgProcessEnd await(SvgRun *run, int *status)
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

static void kill_and_reap(GPid pid)
{
    pid_t reaped;
    kill(pid, SIGKILL);
    do {
        reaped = waitpid(pid, NULL, 0);
    } while (reaped < 0 && errno == EINTR);
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
    run->in = run->out = run->err = -1;
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

void svg_run_finish(SvgRun *run, GBytes *input, SvgProcessResult *result)
{
    int status = 0;
    *result = (SvgProcessResult){0};
    run->input = g_bytes_get_data(input, &run->input_left);
    result->end = exchange(run);
    if (result->end == SVG_PROCESS_EXITED) {
        result->end = await(run, &status);
    }
    if (result->end != SVG_PROCESS_EXITED) {
        kill_and_reap(run->pid);
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
    kill_and_reap(run->pid);
    run_free(run);
}

void svg_process_result_clear(SvgProcessResult *result)
{
    g_clear_pointer(&result->output, g_bytes_unref);
    g_clear_pointer(&result->message, g_free);
}
