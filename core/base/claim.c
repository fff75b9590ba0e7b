/* Locks files with flock(). A file that is replaced is another file: whoever waited for the old one
 * looks again. What isn't there yet is claimed by a file in our own folder, named by a digest of
 * the path: locking the folder that it will be in would keep others from all that is in there. */
#include "base/claim.h"

#include <fairy/limits.h>

#include <glib/gstdio.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define POLL_US       5000
#define POLL_MS       20       /* of many, in a loop */
#define CLOCK_STEP_NS 10000000 /* where it is longest */
#define SHORT_NS      500000
#define MOST_LOOKS    (2 * CLOCK_STEP_NS / SHORT_NS)
#define LEFT_S        86400 /* the age of a lock file that a process was killed with */

struct _FairyClaim {
    char *path;
    int fd;           /* -1: it isn't locked, or can't be */
    gboolean held;    /* it is locked */
    char *lock_file;  /* that is locked in its place; NULL: it is itself */
    guint n_looks;    /* while the clock stood still */
    SvgFileState was; /* when it was claimed */
};

char *fairy_canonical_path(const char *path)
{
    struct stat st;
    g_autofree char *whole = realpath(path, NULL);
    if (whole) {
        return stat(whole, &st) == 0 && S_ISREG(st.st_mode) ? g_strdup(whole) : NULL;
    }
    g_autofree char *folder = g_path_get_dirname(path), *name = g_path_get_basename(path);
    g_autofree char *real = realpath(folder, NULL);
    return real ? g_build_filename(real, name, NULL) : NULL;
}

static gboolean is_of(const SvgFileState *state, int fd)
{
    struct stat st;
    return fstat(fd, &st) == 0 && state->device == (guint64)st.st_dev &&
           state->inode == (guint64)st.st_ino;
}

/* The clock of files goes in steps: what was written in this one could be written again in it, and
 * nothing would show. */
static gboolean is_of_this_moment(const SvgFileState *state)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME_COARSE, &now);
    gint64 since = (gint64)now.tv_sec * 1000000000 + now.tv_nsec - state->mtime;
    return state->exists && since <= 0 && since > -CLOCK_STEP_NS;
}

/* --- what isn't there yet --------------------------------------------------------------------- */

static char *lock_folder(void)
{
    return g_build_filename(g_get_user_state_dir(), "fairies", "claims", NULL);
}

/* One that nobody has locked, though it is old, is of a process that was killed. */
static void remove_left(const char *folder, const char *name)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    struct stat st;
    int fd = g_open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0);
    if (fd < 0) {
        return;
    }
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_mtime < time(NULL) - LEFT_S &&
        flock(fd, LOCK_EX | LOCK_NB) == 0) {
        g_unlink(path);
    }
    close(fd);
}

static void remove_all_left(const char *folder)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        remove_left(folder, name);
    }
}

/* Nothing is left where nothing else is. */
static void remove_lock_file(const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);
    g_unlink(path);
    if (g_rmdir(folder) == 0) {
        g_autofree char *parent = g_path_get_dirname(folder);
        g_rmdir(parent);
    }
}

/* -1 when it can't be made. Another may take the folder away that it found empty. */
static int open_in(const char *folder, const char *path)
{
    int fd = -1;
    for (guint i = 0; i < 3 && fd < 0 && g_mkdir_with_parents(folder, 0700) == 0; i++) {
        fd = g_open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (fd < 0 && errno != ENOENT) {
            break;
        }
    }
    return fd;
}

static int open_lock_file(FairyClaim *claim)
{
    g_autofree char *canonical = fairy_canonical_path(claim->path), *folder = lock_folder();
    if (!canonical) {
        return -1;
    }
    g_autofree char *name = g_compute_checksum_for_string(G_CHECKSUM_SHA256, canonical, -1);
    remove_all_left(folder);
    claim->lock_file = g_build_filename(folder, name, NULL);
    return open_in(folder, claim->lock_file);
}

/* --- trying ----------------------------------------------------------------------------------- */

/* A lock file goes while it is locked: who waits for it sees that it is gone. */
static void unlock(FairyClaim *claim)
{
    if (claim->held && claim->lock_file) {
        remove_lock_file(claim->lock_file);
    }
    if (claim->fd >= 0) {
        close(claim->fd);
    }
    claim->fd = -1;
    claim->held = FALSE;
    g_clear_pointer(&claim->lock_file, g_free);
}

typedef enum {
    CLAIMED,
    TAKEN,
    CHANGED,   /* it is another file by now */
    UNSETTLED, /* it is locked, and could still change in this moment without that it shows */
} Attempt;

/* Locks the file that is there now, or what stands for it when there is none. What can't be locked
 * is claimed all the same. */
static Attempt lock(FairyClaim *claim)
{
    claim->was = svg_file_state(claim->path);
    if (claim->was.exists && !claim->was.regular) {
        return CLAIMED;
    }
    claim->fd =
        claim->was.exists ? g_open(claim->path, O_RDONLY | O_CLOEXEC, 0) : open_lock_file(claim);
    if (claim->fd < 0) {
        return CLAIMED;
    }
    claim->held = flock(claim->fd, LOCK_EX | LOCK_NB) == 0;
    return !claim->held && errno == EWOULDBLOCK ? TAKEN : CLAIMED;
}

static gboolean is_gone(int fd)
{
    struct stat st;
    return fstat(fd, &st) != 0 || st.st_nlink == 0;
}

/* Whether what is locked is what is there, once the clock of files has gone on. */
static Attempt look(FairyClaim *claim)
{
    SvgFileState now = svg_file_state(claim->path);
    if (is_of_this_moment(&now) && claim->n_looks++ < MOST_LOOKS) {
        return UNSETTLED;
    }
    claim->n_looks = 0;
    gboolean same = claim->lock_file ? !now.exists && !is_gone(claim->fd)
                                     : now.exists && is_of(&now, claim->fd);
    claim->was = now;
    return same ? CLAIMED : CHANGED;
}

static Attempt attempt(FairyClaim *claim)
{
    Attempt got = claim->held ? CLAIMED : lock(claim);
    if (claim->held) {
        got = look(claim);
    }
    if (got == TAKEN || got == CHANGED) {
        unlock(claim);
    }
    return got;
}

/* --- waiting ---------------------------------------------------------------------------------- */

static FairyClaim *claim_of(const char *path)
{
    FairyClaim *claim = g_new0(FairyClaim, 1);
    claim->path = g_strdup(path);
    claim->fd = -1;
    return claim;
}

static GError *busy_error(const char *path)
{
    return g_error_new(FAIRY_ERROR, FAIRY_ERROR_BUSY,
                       "%s: another fairy is at work on it; try again when it has finished", path);
}

static gboolean is_late(Attempt got, gint64 end)
{
    return got != UNSETTLED && g_get_monotonic_time() >= end;
}

FairyClaim *fairy_claim_within(const char *path, guint wait_ms, GError **error)
{
    FairyClaim *claim = claim_of(path);
    gint64 end = g_get_monotonic_time() + (gint64)wait_ms * 1000;
    for (Attempt got; (got = attempt(claim)) != CLAIMED;) {
        if (is_late(got, end)) {
            fairy_claim_free(claim);
            g_propagate_error(error, busy_error(path));
            return NULL;
        }
        if (got != CHANGED) {
            g_usleep(got == TAKEN ? POLL_US : SHORT_NS / 1000);
        }
    }
    return claim;
}

struct _FairyClaiming {
    FairyClaim *claim;
    gint64 end; /* µs, monotonic */
    GSource *source;
    FairyClaimFunc func;
    gpointer data;
};

static gboolean on_time(gpointer data);

static void try_in(FairyClaiming *claiming, guint ms)
{
    if (claiming->source) {
        g_source_destroy(claiming->source);
        g_source_unref(claiming->source);
    }
    claiming->source = g_timeout_source_new(ms);
    g_source_set_callback(claiming->source, on_time, claiming, NULL);
    g_source_attach(claiming->source, g_main_context_get_thread_default());
}

static void finish(FairyClaiming *claiming, GError *error)
{
    FairyClaim *claim = error ? NULL : g_steal_pointer(&claiming->claim);
    FairyClaimFunc func = claiming->func;
    gpointer data = claiming->data;
    fairy_claiming_free(claiming);
    func(claim, error, data);
    g_clear_error(&error);
}

static gboolean on_time(gpointer data)
{
    static const guint waits_ms[] = {[TAKEN] = POLL_MS, [CHANGED] = 0, [UNSETTLED] = 1};
    FairyClaiming *claiming = data;
    Attempt got = attempt(claiming->claim);
    if (got == CLAIMED) {
        finish(claiming, NULL);
    } else if (is_late(got, claiming->end)) {
        finish(claiming, busy_error(claiming->claim->path));
    } else {
        try_in(claiming, waits_ms[got]);
    }
    return G_SOURCE_REMOVE;
}

FairyClaiming *fairy_claim_start(const char *path, FairyClaimFunc func, gpointer data)
{
    FairyClaiming *claiming = g_new0(FairyClaiming, 1);
    claiming->claim = claim_of(path);
    claiming->end = g_get_monotonic_time() + FAIRY_MAX_WAIT_MS * 1000ll;
    claiming->func = func;
    claiming->data = data;
    try_in(claiming, 0);
    return claiming;
}

void fairy_claiming_free(FairyClaiming *claiming)
{
    if (claiming) {
        g_source_destroy(claiming->source);
        g_source_unref(claiming->source);
        fairy_claim_free(claiming->claim);
        g_free(claiming);
    }
}

/* --- a claim ---------------------------------------------------------------------------------- */

FairyClaim *fairy_claim_new(const char *path, GError **error)
{
    return fairy_claim_within(path, FAIRY_MAX_WAIT_MS, error);
}

gboolean fairy_claim_check(const FairyClaim *claim, GError **error)
{
    return svg_file_check(claim->path, &claim->was, error);
}

const SvgFileState *fairy_claim_state(const FairyClaim *claim)
{
    return &claim->was;
}

void fairy_claim_free(FairyClaim *claim)
{
    if (claim) {
        unlock(claim);
        g_free(claim->path);
        g_free(claim);
    }
}
