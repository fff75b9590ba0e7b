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

/* 0, or the number of what went wrong. */
static int fill(FILE *file, SvgOutputFunc func, gpointer data)
{
    errno = 0;
    func(file, data);
    gboolean good = fflush(file) == 0 && !ferror(file);
    return good ? 0 : errno ? errno : EIO;
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

/* --- on the disk ------------------------------------------------------------------------------ */

/* The disk takes its time, in which the caller has other things to do. */
static gpointer sync_file(gpointer file)
{
    return GINT_TO_POINTER(fsync(fileno(file)) == 0 ? 0 : errno);
}

/* Where a file lies is on the disk when its folder is. It is in its place already, so nothing is
 * said when that fails: some file systems can't. */
static gpointer sync_folder(gpointer target)
{
    g_autofree char *folder = g_path_get_dirname(target);
    int fd = g_open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
    if (fd < 0 || fsync(fd) != 0) {
        g_debug("%s: %s", folder, g_strerror(errno));
    }
    if (fd >= 0) {
        close(fd);
    }
    return NULL;
}

/* --- all of it -------------------------------------------------------------------------------- */

struct _SvgSaving {
    char *name;   /* for messages */
    char *target; /* what is replaced, or written to; NULL = standard output */
    gboolean anything;
    SvgFileState was; /* unless `anything` may be there */
    Temporary temporary;
    FILE *file;       /* of it; NULL: there is none, and the output is written at the commit */
    GThread *syncing; /* it or, once it is in its place, its folder */
    gboolean in_place;
    SvgOutputFunc func;
    gpointer data;
    GDestroyNotify free_data;
};

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

/* `old` is NULL when there is no file yet. Without `func` it is only made. 0, or the number of what
 * went wrong. */
static int write_temporary(SvgSaving *saving, const struct stat *old)
{
    Temporary *temporary = &saving->temporary;
    int code = temporary_open(temporary, saving->target, old ? 0600 : 0666);
    if (code != 0) {
        return code;
    }
    if (!saving->func) {
        return 0;
    }
    if (old) {
        keep_owner(temporary->fd, old);
    }
    saving->file = fdopen(temporary->fd, "wb");
    code = saving->file ? fill(saving->file, saving->func, saving->data) : errno;
    if (code == 0) {
        saving->syncing = g_thread_new("fsync", sync_file, saving->file);
    }
    return code;
}

static int wait_for_disk(SvgSaving *saving)
{
    GThread *syncing = g_steal_pointer(&saving->syncing);
    return syncing ? GPOINTER_TO_INT(g_thread_join(syncing)) : 0;
}

static gboolean begin(SvgSaving *saving, GError **error)
{
    g_autofree char *target = realpath(saving->name, NULL);
    struct stat st;
    gboolean exists = target && stat(target, &st) == 0;
    saving->target = g_strdup(exists ? target : saving->name);
    if (!saving->anything && !svg_file_check(saving->name, &saving->was, error)) {
        return FALSE;
    }
    gboolean folder = exists && S_ISDIR(st.st_mode);
    if (exists && !S_ISREG(st.st_mode) && !folder) {
        return TRUE; /* a device or a pipe can't be replaced */
    }
    if (folder || (exists && access(target, W_OK) != 0)) {
        return fail(error, saving->name, folder ? EISDIR : errno);
    }
    int code = write_temporary(saving, exists ? &st : NULL);
    return code == 0 || fail(error, saving->name, code);
}

SvgSaving *svg_output_begin(const char *path, const SvgFileState *was, SvgOutputFunc func,
                            gpointer data, GDestroyNotify free_data, GError **error)
{
    SvgSaving *saving = g_new0(SvgSaving, 1);
    gboolean standard = g_str_equal(path, "-");
    saving->name = g_strdup(standard ? "standard output" : path);
    saving->anything = !was;
    saving->was = was ? *was : (SvgFileState){0};
    saving->temporary.fd = -1;
    saving->func = func;
    saving->data = data;
    saving->free_data = free_data;
    if (!standard && !begin(saving, error)) {
        g_clear_pointer(&saving, svg_saving_free);
    }
    return saving;
}

gboolean svg_file_check_writable(const char *path, GError **error)
{
    SvgSaving *saving = svg_output_begin(path, NULL, NULL, NULL, NULL, error);
    gboolean can = saving != NULL;
    svg_saving_free(saving);
    return can;
}

/* 0, or the number of what went wrong. */
static int write_through(const SvgSaving *saving)
{
    if (!saving->target) {
        return fill(stdout, saving->func, saving->data);
    }
    FILE *file = g_fopen(saving->target, "wb");
    int code = file ? fill(file, saving->func, saving->data) : errno;
    if (file && fclose(file) != 0 && code == 0) {
        code = errno;
    }
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

char *svg_saving_digest(const SvgSaving *saving)
{
    g_autofree char *text = NULL;
    gsize len;
    if (!saving->file || !g_file_get_contents(saving->temporary.path, &text, &len, NULL)) {
        return NULL;
    }
    return g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)text, len);
}

gboolean svg_saving_commit(SvgSaving *saving, GError **error)
{
    if (!saving->file) {
        int code = write_through(saving);
        return code == 0 || fail(error, saving->name, code);
    }
    int code = wait_for_disk(saving);
    if (code == 0) {
        code = put(saving->temporary.path, saving->target, saving->anything ? NULL : &saving->was);
    }
    saving->in_place = code == 0;
    if (saving->in_place) {
        saving->syncing = g_thread_new("fsync", sync_folder, saving->target);
    }
    return saving->in_place || fail_to_replace(error, saving->name, code);
}

/* The lock goes with the descriptor, so it is closed last; fsync() has told what closing could
 * tell. */
void svg_saving_free(SvgSaving *saving)
{
    if (!saving) {
        return;
    }
    wait_for_disk(saving);
    if (saving->temporary.fd >= 0 && !saving->in_place) {
        g_unlink(saving->temporary.path);
    }
    if (saving->file) {
        fclose(saving->file);
    } else if (saving->temporary.fd >= 0) {
        close(saving->temporary.fd);
    }
    if (saving->free_data) {
        saving->free_data(saving->data);
    }
    g_free(saving->temporary.path);
    g_free(saving->target);
    g_free(saving->name);
    g_free(saving);
}

gboolean svg_output(const char *path, const SvgFileState *was, SvgOutputFunc func, gpointer data,
                    GError **error)
{
    SvgSaving *saving = svg_output_begin(path, was, func, data, NULL, error);
    gboolean good = saving && svg_saving_commit(saving, error);
    svg_saving_free(saving);
    return good;
}
