/* Tells whether a file is as it was. */
#include <svg/error.h>
#include <svg/file.h>

#include <sys/stat.h>

SvgFileState svg_file_state(const char *path)
{
    struct stat st;
    if (stat(path, &st) != 0) {
        return (SvgFileState){0};
    }
    return (SvgFileState){
        .exists = TRUE,
        .regular = S_ISREG(st.st_mode),
        .device = (guint64)st.st_dev,
        .inode = (guint64)st.st_ino,
        .size = (gint64)st.st_size,
        .mtime = (gint64)st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec,
    };
}

gboolean svg_file_state_equal(const SvgFileState *a, const SvgFileState *b)
{
    return a->exists == b->exists && a->regular == b->regular && a->device == b->device &&
           a->inode == b->inode && a->size == b->size && a->mtime == b->mtime;
}

gboolean svg_file_check(const char *path, const SvgFileState *was, GError **error)
{
    SvgFileState now = svg_file_state(path);
    gboolean special = now.exists && was->exists && !now.regular && !was->regular;
    if (special || svg_file_state_equal(&now, was)) {
        return TRUE;
    }
    g_set_error(
        error, SVG_ERROR, SVG_ERROR_CHANGED,
        "%s: something else changed it in the meantime; nothing was written, run this again", path);
    return FALSE;
}
