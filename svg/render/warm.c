/* One helper at a time is kept warm. Whoever asks it holds it, so that its socket stays open. */
#include "render/warm.h"

#include "render/protocol.h"

#include <svg/render.h>

#include <sys/socket.h>

#include <signal.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    char *path;
    GStrv environment;
    int socket; /* our end; -1: it couldn't be started */
    GPid pid;
    gboolean served; /* under the lock, as `given_up` */
    gboolean given_up;
} Warm;

static GMutex lock;
static gboolean wanted; /* under it */
static Warm *current;   /* under it; NULL = none yet */

static void warm_clear(gpointer data)
{
    Warm *warm = data;
    if (warm->socket >= 0) {
        close(warm->socket);
        svg_process_kill(warm->pid);
    }
    g_free(warm->path);
    g_strfreev(warm->environment);
}

static void warm_unref(Warm *warm)
{
    g_atomic_rc_box_release_full(warm, warm_clear);
}

static void spawn(Warm *warm)
{
    int fds[2];
    const char *const argv[] = {warm->path, "--" RENDER_OPTION_WARM, NULL};
    const GSpawnFlags flags = G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_LEAVE_DESCRIPTORS_OPEN |
                              G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds) != 0) {
        return;
    }
    gboolean ok = g_spawn_async_with_pipes_and_fds(
        NULL, argv, (const char *const *)warm->environment, flags, NULL, NULL, fds[1], -1, -1, NULL,
        NULL, 0, &warm->pid, NULL, NULL, NULL, NULL);
    close(fds[1]);
    if (ok) {
        warm->socket = fds[0];
    } else {
        close(fds[0]);
    }
}

static Warm *warm_new(const SvgProcess *process)
{
    Warm *warm = g_atomic_rc_box_new0(Warm);
    warm->path = g_strdup(process->argv[0]);
    warm->environment = g_strdupv((GStrv)process->environment);
    warm->socket = -1;
    spawn(warm);
    warm->given_up = warm->socket < 0;
    return warm;
}

static gboolean is_for(const Warm *warm, const SvgProcess *process)
{
    return strcmp(warm->path, process->argv[0]) == 0 &&
           g_strv_equal((const char *const *)warm->environment, process->environment);
}

/* The one to ask, or NULL. One that ended after it had served is replaced, one that never did isn't
 * tried again. */
static Warm *hold(const SvgProcess *process)
{
    Warm *warm = NULL;
    g_mutex_lock(&lock);
    if (wanted && current &&
        (!is_for(current, process) || (current->given_up && current->served))) {
        g_clear_pointer(&current, warm_unref);
    }
    if (wanted && !current) {
        current = warm_new(process);
    }
    if (wanted && !current->given_up) {
        warm = g_atomic_rc_box_acquire(current);
    }
    g_mutex_unlock(&lock);
    return warm;
}

static void note(Warm *warm, gboolean answered)
{
    g_mutex_lock(&lock);
    warm->served |= answered;
    if (!answered && !warm->given_up) {
        warm->given_up = TRUE;
        kill(warm->pid, SIGKILL);
    }
    g_mutex_unlock(&lock);
}

SvgRun *svg_warm_start(const SvgProcess *process, GError **error)
{
    Warm *warm = hold(process);
    SvgRun *run = warm ? svg_run_start_copy(process, warm->socket) : NULL;
    if (warm) {
        note(warm, run != NULL);
        warm_unref(warm);
    }
    return run ? run : svg_run_start(process, error);
}

void svg_render_keep_warm(gboolean warm)
{
    g_mutex_lock(&lock);
    wanted = warm;
    Warm *old = g_steal_pointer(&current);
    g_mutex_unlock(&lock);
    g_clear_pointer(&old, warm_unref);
}
