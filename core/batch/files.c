/* The drawings that are meant, without a batch. */
#include <fairy/batch.h>
#include <fairy/walk.h>

char **fairy_batch_find(const char *const *inputs, void (*warn)(const char *line, gpointer data),
                        gpointer data, GError **error)
{
    g_autoptr(GPtrArray) all = fairy_walk(inputs, NULL, FALSE, error);
    GPtrArray *paths = all ? g_ptr_array_new() : NULL;
    for (guint i = 0; all && i < all->len; i++) {
        const FairyWalked *one = all->pdata[i];
        if (one->fault) {
            g_autofree char *line = g_strdup_printf("%s: %s", one->path, one->fault);
            warn(line, data);
        } else {
            g_ptr_array_add(paths, g_strdup(one->path));
        }
    }
    if (paths) {
        g_ptr_array_add(paths, NULL);
    }
    return paths ? (char **)g_ptr_array_free(paths, FALSE) : NULL;
}
