/* Runs the command that prints a key. It blocks: a key is needed before anything can be asked, and
 * the person may be typing a password for it. */
#include "settings/key_command.h"

#include "base/foreign.h"

#include <fairy/limits.h>
#include <fairy/settings.h>

#include <glib-unix.h>
#include <sys/wait.h>

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define LOOK_MS  50  /* how often the child, the clock and `interrupted` are looked at */
#define SOON_MS  2   /* the same when it is about to end */
#define LEAVE_MS 500 /* for it to end by itself once it is told to */

typedef struct {
    char *program; /* as it may be shown */
    guint timeout_ms;
    volatile const int *interrupted;
    GPid pid; /* 0: it has ended */
    int status;
    int out;
    gint64 deadline;                    /* µs, monotonic */
    gsize total;                        /* bytes that it printed */
    gsize len;                          /* of them in `text` */
    char text[FAIRY_MAX_KEY_BYTES + 2]; /* a key, and what shows that it is longer */
} Child;

/* --- its end ---------------------------------------------------------------------------------- */

static void look(Child *child)
{
    if (child->pid > 0 && waitpid(child->pid, &child->status, WNOHANG) == child->pid) {
        g_spawn_close_pid(child->pid);
        child->pid = 0;
    }
}

static void end(Child *child)
{
    gint64 due = g_get_monotonic_time() + LEAVE_MS * 1000ll;
    for (look(child); child->pid > 0; look(child)) {
        gboolean late = g_get_monotonic_time() >= due;
        kill(child->pid, late ? SIGKILL : SIGTERM);
        g_usleep(SOON_MS * 1000ul);
    }
}

G_GNUC_PRINTF(3, 4)
static gboolean fail(const Child *child, GError **error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *what = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_MODEL,
                "\"%s\" %s, so there is no key; run it by hand to see why", child->program, what);
    return FALSE;
}

/* --- what it prints --------------------------------------------------------------------------- */

static gboolean check(const Child *child, GError **error)
{
    if (child->interrupted && g_atomic_int_get(child->interrupted)) {
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_CANCELLED, "interrupted");
        return FALSE;
    }
    if (child->total > FAIRY_MAX_COMMAND_BYTES) {
        return fail(child, error, "printed more than %u bytes", FAIRY_MAX_COMMAND_BYTES);
    }
    return g_get_monotonic_time() < child->deadline ||
           fail(child, error, "took longer than %g s", child->timeout_ms / 1000.0);
}

/* More of it; what is behind a key is dropped. FALSE when there is nothing now, or never again. */
static gboolean take(Child *child)
{
    char rest[512];
    gsize room = sizeof child->text - child->len;
    gssize n =
        read(child->out, room > 0 ? child->text + child->len : rest, room > 0 ? room : sizeof rest);
    explicit_bzero(rest, sizeof rest);
    if (n > 0) {
        child->total += (gsize)n;
        child->len += room > 0 ? (gsize)n : 0;
    } else if (n == 0) {
        close(child->out);
        child->out = -1;
    }
    return n > 0;
}

/* Until it has ended: whoever it leaves behind may keep the pipe open. */
static gboolean hear(Child *child, GError **error)
{
    gboolean good = TRUE;
    while (good && child->pid > 0) {
        struct pollfd fd = {.fd = child->out, .events = POLLIN};
        poll(&fd, 1, child->out < 0 ? SOON_MS : LOOK_MS);
        look(child);
        while (child->out >= 0 && take(child) && child->total <= FAIRY_MAX_COMMAND_BYTES) {
        }
        good = check(child, error);
    }
    return good;
}

static gboolean judge(const Child *child, GError **error)
{
    if (WIFSIGNALED(child->status)) {
        return fail(child, error, "was ended by signal %d", WTERMSIG(child->status));
    }
    return WEXITSTATUS(child->status) == 0 ||
           fail(child, error, "ended with code %d", WEXITSTATUS(child->status));
}

static char *first_line(const Child *child)
{
    const char *end = memchr(child->text, '\n', child->len);
    gsize len = end ? (gsize)(end - child->text) : child->len;
    len -= len > 0 && child->text[len - 1] == '\r';
    return g_strndup(child->text, len);
}

/* --- running it ------------------------------------------------------------------------------- */

static gboolean start(Child *child, char **argv, GError **error)
{
    g_autofree char *name = g_path_get_basename(argv[0]);
    child->program = fairy_foreign_line(name); /* which may be a key, in the wrong place */
    child->deadline = g_get_monotonic_time() + child->timeout_ms * 1000ll;
    if (!g_spawn_async_with_pipes(NULL, argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD,
                                  NULL, NULL, &child->pid, NULL, &child->out, NULL, NULL)) {
        return fail(child, error, "can't be run");
    }
    g_unix_set_fd_nonblocking(child->out, TRUE, NULL);
    return TRUE;
}

char *fairy_key_command(const char *command, guint timeout_ms, volatile const int *interrupted,
                        GError **error)
{
    Child child = {.timeout_ms = timeout_ms, .interrupted = interrupted, .out = -1};
    g_auto(GStrv) argv = NULL;
    char *line = NULL;
    if (!g_shell_parse_argv(command, NULL, &argv, error)) {
        return NULL;
    }
    if (start(&child, argv, error)) {
        line = hear(&child, error) && judge(&child, error) ? first_line(&child) : NULL;
        end(&child);
    }
    if (child.out >= 0) {
        close(child.out);
    }
    explicit_bzero(child.text, sizeof child.text);
    g_free(child.program);
    return line;
}
