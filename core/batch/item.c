/* A drawing of a batch. */
#include "batch/item.h"

#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

FairyBatchItem *fairy_batch_item_new(const char *path, const char *absolute, const char *place)
{
    FairyBatchItem *item = g_new0(FairyBatchItem, 1);
    item->path = g_strdup(path);
    item->absolute = g_strdup(absolute);
    item->place = g_strdup(place);
    return item;
}

void fairy_batch_item_free(gpointer data)
{
    FairyBatchItem *item = data;
    if (!item) {
        return;
    }
    g_clear_pointer(&item->twins, g_ptr_array_unref);
    g_clear_pointer(&item->findings, g_ptr_array_unref);
    g_free(item->path);
    g_free(item->absolute);
    g_free(item->place);
    g_free(item->output);
    g_free(item->reason);
    g_free(item->before);
    g_free(item->after);
    g_free(item->boxes);
    g_free(item);
}

void fairy_batch_item_set(FairyBatchItem *item, FairyBatchState state, FairyBatchSkip skip,
                          const char *reason)
{
    char *copy = g_strdup(reason);
    g_free(item->reason);
    item->reason = copy;
    item->state = state;
    item->skip = skip;
}

gboolean fairy_batch_item_has_result(const FairyBatchItem *item)
{
    return item->state == FAIRY_BATCH_DONE || item->state == FAIRY_BATCH_PARTLY ||
           item->state == FAIRY_BATCH_UNCHANGED || item->skip == FAIRY_SKIP_DUPLICATE;
}

/* What was a file a moment ago may be a pipe by now, which nobody waits for. */
static int open_file(const char *path)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd >= 0 && (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))) {
        close(fd);
        errno = EINVAL;
        return -1;
    }
    return fd;
}

static gboolean sum_up(int fd, GChecksum *sum)
{
    guchar chunk[1 << 16];
    gssize n;
    while ((n = read(fd, chunk, sizeof chunk)) != 0) {
        if (n > 0) {
            g_checksum_update(sum, chunk, n);
        } else if (errno != EINTR) {
            return FALSE;
        }
    }
    return TRUE;
}

char *fairy_batch_digest(const char *path, GError **error)
{
    int fd = open_file(path);
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    if (fd >= 0 && sum_up(fd, sum)) {
        close(fd);
        return g_strdup(g_checksum_get_string(sum));
    }
    int why = errno;
    if (fd >= 0) {
        close(fd);
    }
    g_set_error_literal(error, G_FILE_ERROR, (gint)g_file_error_from_errno(why), g_strerror(why));
    return NULL;
}
