/* Runs a fuzz target once over every file named, and every file of the folders named. */
#include "fuzz.h"

#include <glib.h>
#include <string.h>

/* Copied to its exact size, so that reading behind it is seen. */
static gboolean run_file(const char *path)
{
    g_autofree char *text = NULL;
    g_autoptr(GError) error = NULL;
    gsize size;
    if (!g_file_get_contents(path, &text, &size, &error)) {
        g_printerr("%s\n", error->message);
        return FALSE;
    }
    g_autofree uint8_t *data = g_malloc(MAX(size, 1));
    memcpy(data, text, size);
    g_print("%s\n", path);
    LLVMFuzzerTestOneInput(data, size);
    return TRUE;
}

/* How many files ran; -1 when one couldn't be read. */
static int run_folder(const char *path)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GDir) dir = g_dir_open(path, 0, &error);
    if (!dir) {
        g_printerr("%s\n", error->message);
        return -1;
    }
    int n = 0;
    for (const char *name = g_dir_read_name(dir); name; name = g_dir_read_name(dir)) {
        g_autofree char *file = g_build_filename(path, name, NULL);
        if (!g_file_test(file, G_FILE_TEST_IS_REGULAR)) {
            continue;
        }
        if (!run_file(file)) {
            return -1;
        }
        n++;
    }
    return n;
}

int main(int argc, char **argv)
{
    int total = 0;
    for (int i = 1; i < argc; i++) {
        gboolean folder = g_file_test(argv[i], G_FILE_TEST_IS_DIR);
        int n = folder ? run_folder(argv[i]) : run_file(argv[i]) ? 1 : -1;
        if (n < 0) {
            return 1;
        }
        total += n;
    }
    g_print("%d files\n", total);
    return total > 0 ? 0 : 1;
}
