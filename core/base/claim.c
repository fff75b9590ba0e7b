/* Locks files with flock(). A file that is replaced is another file: whoever waited for the old one
 * looks again. */
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
#define CLOCK_STEP_NS 10000000 /* where it is longest */
#define SHORT_NS      500000

struct _FairyClaim {
    char *path;
    int fd;           /* -1: it couldn't be locked */
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

/* What is there, once the clock has gone on. */
static SvgFileState settled_state(const char *path)
{
    SvgFileState state = svg_file_state(path);
    for (guint i = 0; i < 2 * CLOCK_STEP_NS / SHORT_NS && is_of_this_moment(&state); i++) {
        g_usleep(SHORT_NS / 1000);
        state = svg_file_state(path);
    }
    return state;
}

static void unlock(FairyClaim *claim)
{
    if (claim->fd >= 0) {
        close(claim->fd);
        claim->fd = -1;
    }
}

typedef enum { CLAIMED, TAKEN, CHANGED } Attempt;

/* One try at the file that is there now, or at the folder when there is none. */
static Attempt attempt(FairyClaim *claim)
{
    g_autofree char *folder = g_path_get_dirname(claim->path);
    claim->was = svg_file_state(claim->path);
    if (claim->was.exists && !claim->was.regular) {
        return CLAIMED;
    }
    claim->fd = g_open(claim->was.exists ? claim->path : folder, O_RDONLY | O_CLOEXEC, 0);
    if (claim->fd < 0) {
        return CLAIMED;
    }
    if (flock(claim->fd, LOCK_EX | LOCK_NB) != 0) {
        return errno == EWOULDBLOCK ? TAKEN : CLAIMED;
    }
    SvgFileState now = settled_state(claim->path);
    if (now.exists != claim->was.exists || (now.exists && !is_of(&now, claim->fd))) {
        return CHANGED;
    }
    claim->was = now;
    return CLAIMED;
}

FairyClaim *fairy_claim_within(const char *path, guint wait_ms, GError **error)
{
    FairyClaim *claim = g_new0(FairyClaim, 1);
    gint64 end = g_get_monotonic_time() + (gint64)wait_ms * 1000;
    claim->path = g_strdup(path);
    claim->fd = -1;
    for (Attempt got; (got = attempt(claim)) != CLAIMED;) {
        unlock(claim);
        if (g_get_monotonic_time() >= end) {
            g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_BUSY,
                        "%s: another fairy is at work on it; try again when it has finished", path);
            fairy_claim_free(claim);
            return NULL;
        }
        if (got == TAKEN) {
            g_usleep(POLL_US);
        }
    }
    return claim;
}

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
