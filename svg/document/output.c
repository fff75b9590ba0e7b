/* Replaces files in one step. */
#include "document/output.h"

#include <svg/error.h>

#include <glib/gstdio.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Elsewhere than on Linux, where a file is replaced by plain rename(), whatever is there. */
#ifndef RENAME_EXCHANGE
#define RENAME_EXCHANGE  1
#define RENAME_NOREPLACE 2
#define renameat2(...)   (errno = ENOSYS, -1)
#endif

/* Of a write: as much as the system keeps in a piece of memory that it has at hand. For more it
 * looks for a large one, which takes up to ten times as long. */
#define PIECE ((gsize)256 * 1024)

/* Of the drawing's name in the temporary file's: there are limits to both. */
#define NAME_BYTES 200

static gboolean fail(GError **error, const char *name, int code)
{
    g_set_error(error, SVG_ERROR, SVG_ERROR_IO, "%s: can't be written: %s", name, g_strerror(code));
    return FALSE;
}

void svg_output_put(FILE *file, const char *bytes, gsize len)
{
    for (gsize n; len > 0 && !ferror(file); bytes += n, len -= n) {
        n = MIN(len, PIECE);
        fwrite(bytes, 1, n, file);
    }
}

static gboolean write_stdout(SvgOutputFunc func, gpointer data, GError **error)
{
    errno = 0;
    func(stdout, data);
    return (fflush(stdout) == 0 && !ferror(stdout)) || fail(error, "standard output", errno);
}

/* 0, or the number of what went wrong. */
static int fill(FILE *file, SvgOutputFunc func, gpointer data, gboolean sync)
{
    errno = 0;
    func(file, data);
    gboolean good = fflush(file) == 0 && !ferror(file) && (!sync || fsync(fileno(file)) == 0);
    return good ? 0 : errno ? errno : EIO;
}

static gboolean write_special(const char *path, SvgOutputFunc func, gpointer data, GError **error)
{
    FILE *file = g_fopen(path, "wb");
    int code = file ? fill(file, func, data, FALSE) : errno;
    if (file && fclose(file) != 0 && code == 0) {
        code = errno;
    }
    return code == 0 || fail(error, path, code);
}

/* --- the temporary file ----------------------------------------------------------------------- */

typedef struct {
    char *path;
    int fd; /* -1 = none; its lock says that somebody is at work on it */
} Temporary;

/* One for each drawing, so that whoever comes next finds it; its end is no word of a person's. */
static char *temporary_name(const char *target)
{
    g_autofree char *folder = g_path_get_dirname(target), *name = g_path_get_basename(target);
    g_autofree char *own = g_strdup_printf(".%.*s.fairy-%08x", NAME_BYTES, name, g_str_hash(name));
    return g_build_filename(folder, own, NULL);
}

/* One that nobody is at work on is of a process that was killed. */
static void remove_left(const char *path)
{
    struct stat st;
    int fd = g_open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0);
    if (fd < 0) {
        return;
    }
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && flock(fd, LOCK_EX | LOCK_NB) == 0) {
        g_unlink(path);
    }
    close(fd);
}

/* Whether it is locked, or can't be, and is still there: somebody else may have taken it for one
 * that was left, before it was locked. */
static gboolean is_kept(int fd)
{
    struct stat st;
    gboolean taken = flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    return !taken && fstat(fd, &st) == 0 && st.st_nlink > 0;
}

static int open_own(const char *path, int mode)
{
    remove_left(path);
    int fd = g_open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (fd >= 0 && !is_kept(fd)) {
        close(fd);
        fd = -1;
        errno = EEXIST;
    }
    return fd;
}

/* Where somebody else is at work on one of that name, any other name does. */
static int temporary_open(Temporary *temporary, const char *target, int mode)
{
    temporary->path = temporary_name(target);
    temporary->fd = open_own(temporary->path, mode);
    if (temporary->fd < 0 && errno == EEXIST) {
        g_free(temporary->path);
        temporary->path = g_strconcat(target, ".XXXXXX", NULL);
        temporary->fd = g_mkstemp_full(temporary->path, O_WRONLY | O_CLOEXEC, mode);
    }
    return temporary->fd < 0 ? errno : 0;
}

/* --- its way to its place --------------------------------------------------------------------- */

/* Whether another program has it open for writing. A lease for reading is given only where that
 * isn't so; it is given back at once. Who opens the file in between would have us sent a signal:
 * one that is ignored. */
static gboolean is_being_written(const char *path)
{
    gboolean is = FALSE;
#ifdef F_SETLEASE
    int fd = g_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
    if (fd >= 0) {
        is = fcntl(fd, F_SETSIG, SIGURG) == 0 && fcntl(fd, F_SETLEASE, F_RDLCK) != 0 &&
             errno == EAGAIN;
        close(fd);
    }
#endif
    return is;
}

static int move(const char *from, const char *to, guint flags)
{
    if (flags == 0) {
        return g_rename(from, to) == 0 ? 0 : errno;
    }
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, flags) == 0 ? 0 : errno;
}

/* Exchanges them, and looks at what came out: when that isn't what `was` there, something else put
 * it there in the last moment, and it goes back; as does what is put there meanwhile. In the end
 * nobody needs what is at `own`. ESTALE: the file at `target` isn't ours. */
static int exchange(const char *own, const char *target, const SvgFileState *was)
{
    SvgFileState expected = *was, put = svg_file_state(own);
    for (gboolean ours = TRUE;; ours = FALSE) {
        int code = move(own, target, RENAME_EXCHANGE);
        if (code != 0 && !ours) {
            move(own, target, 0);
        }
        if (code != 0) {
            return ours && code != ENOENT ? code : ESTALE;
        }
        SvgFileState came = svg_file_state(own);
        if (svg_file_state_equal(&came, &expected) && !(ours && is_being_written(own))) {
            g_unlink(own);
            return ours ? 0 : ESTALE;
        }
        expected = put;
        put = came;
    }
}

/* Where nothing `was`, nothing may be. A link to nothing is replaced. */
static int appear(const char *own, const char *target)
{
    gboolean link = g_file_test(target, G_FILE_TEST_IS_SYMLINK);
    int code = move(own, target, link ? 0 : RENAME_NOREPLACE);
    return code == EEXIST ? ESTALE : code;
}

/* Some file systems, and sandboxes, only let us replace whatever is there. */
static gboolean is_unknown(int code)
{
    return code == EINVAL || code == ENOSYS || code == EOPNOTSUPP || code == EPERM;
}

/* In the place of what `was` there: NULL = of whatever is. */
static int put(const char *own, const char *target, const SvgFileState *was)
{
    if (!was || (was->exists && !was->regular)) {
        return move(own, target, 0);
    }
    SvgFileState now = svg_file_state(target);
    if (!svg_file_state_equal(&now, was)) {
        return ESTALE;
    }
    if (is_being_written(target)) {
        return ETXTBSY;
    }
    int code = was->exists ? exchange(own, target, was) : appear(own, target);
    return is_unknown(code) ? move(own, target, 0) : code;
}

/* Where a file lies is on the disk when its folder is. It is in its place already, so nothing is
 * said when that fails: some file systems can't. */
static void sync_folder(const char *target)
{
    g_autofree char *folder = g_path_get_dirname(target);
    int fd = g_open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
    if (fd < 0 || fsync(fd) != 0) {
        g_debug("%s: %s", folder, g_strerror(errno));
    }
    if (fd >= 0) {
        close(fd);
    }
}

/* --- all of it -------------------------------------------------------------------------------- */

/* A new file has what the umask leaves. The owner first: a change of it takes bits of the mode. */
static void keep_owner(int fd, const struct stat *old)
{
    if (fchown(fd, old->st_uid, old->st_gid) != 0 && fchown(fd, (uid_t)-1, old->st_gid) != 0) {
        g_debug("the owner can't be kept: %s", g_strerror(errno));
    }
    if (fchmod(fd, old->st_mode & 07777) != 0) {
        g_debug("the mode can't be kept: %s", g_strerror(errno));
    }
}

/* Takes the descriptor. The lock goes with it, so it is closed last; fsync() has told what closing
 * could tell. */
static int write_and_put(const Temporary *temporary, const char *target, const SvgFileState *was,
                         SvgOutputFunc func, gpointer data)
{
    FILE *file = fdopen(temporary->fd, "wb");
    int code = file ? fill(file, func, data, TRUE) : errno;
    if (code == 0) {
        code = put(temporary->path, target, was);
    }
    if (code == 0) {
        sync_folder(target);
    } else {
        g_unlink(temporary->path);
    }
    if (file) {
        fclose(file);
    } else {
        close(temporary->fd);
    }
    return code;
}

/* `old` is NULL when there is no file yet. 0, or the number of what went wrong. */
static int replace(const char *target, const struct stat *old, const SvgFileState *was,
                   SvgOutputFunc func, gpointer data)
{
    Temporary temporary = {.fd = -1};
    int code = temporary_open(&temporary, target, old ? 0600 : 0666);
    if (code == 0 && old) {
        keep_owner(temporary.fd, old);
    }
    if (code == 0) {
        code = write_and_put(&temporary, target, was, func, data);
    }
    g_free(temporary.path);
    return code;
}

static gboolean fail_to_replace(GError **error, const char *path, int code)
{
    if (code != ESTALE && code != ETXTBSY) {
        return fail(error, path, code);
    }
    g_set_error(error, SVG_ERROR, SVG_ERROR_CHANGED, "%s: %s; nothing was written, run this again",
                path,
                code == ESTALE ? "something else changed it in the meantime"
                               : "another program has it open for writing");
    return FALSE;
}

gboolean svg_output(const char *path, const SvgFileState *was, SvgOutputFunc func, gpointer data,
                    GError **error)
{
    if (g_str_equal(path, "-")) {
        return write_stdout(func, data, error);
    }
    g_autofree char *target = realpath(path, NULL);
    struct stat st;
    gboolean exists = target && stat(target, &st) == 0;
    if (was && !svg_file_check(path, was, error)) {
        return FALSE;
    }
    if (exists && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode)) {
        return write_special(target, func, data, error);
    }
    if (exists && access(target, W_OK) != 0) {
        return fail(error, path, errno);
    }
    int code = replace(exists ? target : path, exists ? &st : NULL, was, func, data);
    return code == 0 || fail_to_replace(error, path, code);
}
