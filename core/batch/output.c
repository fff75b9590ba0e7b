/* Writes beside the place, and renames. The name beside it is made of the output's, and short: one
 * that was left by a process that was killed is used again by whoever does the same drawing. */
#include "batch/output.h"

#include <glib/gstdio.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static char *name_beside(const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path), *name = g_path_get_basename(path);
    g_autofree char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, name, -1);
    g_autofree char *beside = g_strdup_printf(".%.16s.fairy-part", sum);
    return g_build_filename(folder, beside, NULL);
}

static int open_new(const char *path)
{
    return g_open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666);
}

static int open_in_folder(const char *path)
{
    int fd = open_new(path);
    if (fd < 0 && errno == ENOENT) {
        g_autofree char *folder = g_path_get_dirname(path);
        fd = g_mkdir_with_parents(folder, 0777) == 0 ? open_new(path) : -1;
    }
    return fd;
}

static gboolean write_all(int fd, const char *bytes, gsize len)
{
    while (len > 0) {
        gssize n = write(fd, bytes, len);
        if (n < 0 && errno != EINTR) {
            return FALSE;
        }
        bytes += MAX(n, 0);
        len -= (gsize)MAX(n, 0);
    }
    return TRUE;
}

static gboolean write_to(int fd, GBytes *bytes, gboolean lasting)
{
    gsize len;
    const char *data = g_bytes_get_data(bytes, &len);
    gboolean good = fd >= 0 && write_all(fd, data, len) && (!lasting || fdatasync(fd) == 0);
    int why = errno;
    good = (fd < 0 || close(fd) == 0) && good;
    errno = good ? errno : why ? why : errno;
    return good;
}

static int open_folder(const char *folder)
{
    return g_open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
}

/* So that the name is there, too. */
static gboolean sync_folder_of(const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);
    int fd = open_folder(folder);
    gboolean good = fd >= 0 && fsync(fd) == 0;
    int why = errno;
    if (fd >= 0) {
        close(fd);
    }
    errno = why;
    return good;
}

gboolean fairy_batch_sync(const char *folder, GError **error)
{
    int fd = open_folder(folder);
    gboolean good = fd >= 0 && syncfs(fd) == 0;
    int why = errno;
    if (fd >= 0) {
        close(fd);
    }
    if (!good) {
        g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(why),
                    "what was written to %s isn't on the disk: %s", folder, g_strerror(why));
    }
    return good;
}

gboolean fairy_batch_put(const char *path, GBytes *bytes, gboolean lasting, GError **error)
{
    g_autofree char *beside = name_beside(path);
    errno = 0;
    int fd = open_in_folder(beside);
    gboolean there = write_to(fd, bytes, lasting) && g_rename(beside, path) == 0;
    if (there && (!lasting || sync_folder_of(path))) {
        return TRUE;
    }
    int why = errno;
    if (fd >= 0) {
        g_unlink(there ? path : beside);
    }
    g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(why), "can't write %s: %s", path,
                g_strerror(why));
    return FALSE;
}

gboolean fairy_batch_copy(const char *from, const char *path, gboolean lasting, GError **error)
{
    char *text = NULL;
    gsize len = 0;
    if (!g_file_get_contents(from, &text, &len, error)) {
        return FALSE;
    }
    g_autoptr(GBytes) bytes = g_bytes_new_take(text, len);
    return fairy_batch_put(path, bytes, lasting, error);
}
