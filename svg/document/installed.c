/* Looks for the helper programs and modules that are installed with us. */
#include <svg/installed.h>

GPtrArray *svg_installed_folders(void)
{
    static const char *const relative[] = {".", "../svg", "../libexec/fairies", "../share/fairies"};
    GPtrArray *folders = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *program = g_file_read_link("/proc/self/exe", NULL);
    g_autofree char *own = program ? g_path_get_dirname(program) : NULL;
    for (gsize i = 0; own && i < G_N_ELEMENTS(relative); i++) {
        g_ptr_array_add(folders, g_canonicalize_filename(relative[i], own));
    }
    g_ptr_array_add(folders, g_strdup(FAIRIES_LIBEXEC));
    return folders;
}

char *svg_installed_file(const char *name)
{
    g_autoptr(GPtrArray) folders = svg_installed_folders();
    for (guint i = 0; i < folders->len; i++) {
        g_autofree char *path = g_build_filename(folders->pdata[i], name, NULL);
        if (g_file_test(path, G_FILE_TEST_IS_REGULAR)) {
            return g_steal_pointer(&path);
        }
    }
    return NULL;
}
