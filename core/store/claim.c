/* Locks files with flock(). A file that is replaced is another file: whoever waited for the old one
 * looks again. */
#include "store/claim.h"

#include <fairy/limits.h>

#include <glib/gstdio.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#define POLL_US 5000

struct _FairyClaim {
    char *path;
    int fd;           /* -1: it couldn't be locked */
    gboolean is_file; /* else there was none */
    struct stat st;   /* of it, when it was claimed */
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

static gboolean same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static gboolean unchanged(const struct stat *a, const struct stat *b)
{
    return same_file(a, b) && a->st_size == b->st_size && a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
           a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
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
    struct stat now;
    claim->is_file = stat(claim->path, &claim->st) == 0;
    if (claim->is_file && !S_ISREG(claim->st.st_mode)) {
        return CLAIMED;
    }
    claim->fd = g_open(claim->is_file ? claim->path : folder, O_RDONLY | O_CLOEXEC, 0);
    if (claim->fd < 0) {
        return CLAIMED;
    }
    if (flock(claim->fd, LOCK_EX | LOCK_NB) != 0) {
        return errno == EWOULDBLOCK ? TAKEN : CLAIMED;
    }
    struct stat locked;
    gboolean is_file = stat(claim->path, &now) == 0;
    if (is_file != claim->is_file ||
        (is_file && (fstat(claim->fd, &locked) != 0 || !same_file(&now, &locked)))) {
        return CHANGED;
    }
    claim->st = now;
    return CLAIMED;
}

FairyClaim *fairy_claim_within(const char *path, guint wait_ms, GError **error)
{
    g_autoptr(FairyClaim) claim = g_new0(FairyClaim, 1);
    gint64 end = g_get_monotonic_time() + (gint64)wait_ms * 1000;
    claim->path = g_strdup(path);
    claim->fd = -1;
    for (Attempt got; (got = attempt(claim)) != CLAIMED;) {
        unlock(claim);
        if (g_get_monotonic_time() >= end) {
            g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_BUSY,
                        "%s: another fairy is at work on it; try again when it has finished", path);
            return NULL;
        }
        if (got == TAKEN) {
            g_usleep(POLL_US);
        }
    }
    return g_steal_pointer(&claim);
}

FairyClaim *fairy_claim_new(const char *path, GError **error)
{
    return fairy_claim_within(path, FAIRY_MAX_WAIT_MS, error);
}

gboolean fairy_claim_check(const FairyClaim *claim, GError **error)
{
    struct stat now;
    gboolean is_file = stat(claim->path, &now) == 0;
    if (is_file == claim->is_file &&
        (!is_file || !S_ISREG(now.st_mode) || unchanged(&now, &claim->st))) {
        return TRUE;
    }
    g_set_error(
        error, FAIRY_ERROR, FAIRY_ERROR_BUSY,
        "%s: something else changed it in the meantime; nothing was written, run this again",
        claim->path);
    return FALSE;
}

void fairy_claim_free(FairyClaim *claim)
{
    if (claim) {
        unlock(claim);
        g_free(claim->path);
        g_free(claim);
    }
}
