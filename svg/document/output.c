/* Replaces files in one step. */
#include "document/output.h"

#include <svg/error.h>

#include <glib/gstdio.h>
#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* Of a write: as much as the system keeps in a piece of memory that it has at hand. For more it
 * looks for a large one, which takes up to ten times as long. */
#define PIECE ((gsize)256 * 1024)

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

/* Closes it. 0, or the number of what went wrong. */
static int fill(FILE *file, SvgOutputFunc func, gpointer data, gboolean sync)
{
    errno = 0;
    func(file, data);
    gboolean good = fflush(file) == 0 && !ferror(file) && (!sync || fsync(fileno(file)) == 0);
    int code = good ? 0 : errno ? errno : EIO;
    return fclose(file) == 0 || code ? code : errno;
}

static gboolean write_special(const char *path, SvgOutputFunc func, gpointer data, GError **error)
{
    FILE *file = g_fopen(path, "wb");
    int code = file ? fill(file, func, data, FALSE) : errno;
    return code == 0 || fail(error, path, code);
}

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

/* `old` is NULL when there is no file yet. 0, or the number of what went wrong. */
static int replace(const char *target, const struct stat *old, SvgOutputFunc func, gpointer data)
{
    g_autofree char *temporary = g_strconcat(target, ".XXXXXX", NULL);
    int fd = g_mkstemp_full(temporary, O_WRONLY | O_CLOEXEC, old ? 0600 : 0666);
    if (fd < 0) {
        return errno;
    }
    if (old) {
        keep_owner(fd, old);
    }
    FILE *file = fdopen(fd, "wb");
    int code = file ? fill(file, func, data, old && old->st_size > 0) : errno;
    if (!file) {
        close(fd);
    }
    if (code == 0 && g_rename(temporary, target) != 0) {
        code = errno;
    }
    if (code != 0) {
        g_unlink(temporary);
    }
    return code;
}

gboolean svg_output(const char *path, SvgOutputFunc func, gpointer data, GError **error)
{
    if (g_str_equal(path, "-")) {
        return write_stdout(func, data, error);
    }
    g_autofree char *target = realpath(path, NULL);
    struct stat st;
    gboolean exists = target && stat(target, &st) == 0;
    if (exists && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode)) {
        return write_special(target, func, data, error);
    }
    if (exists && access(target, W_OK) != 0) {
        return fail(error, path, errno);
    }
    int code = replace(exists ? target : path, exists ? &st : NULL, func, data);
    return code == 0 || fail(error, path, code);
}
