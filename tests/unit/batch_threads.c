/* A thread that tells another of what it wrote still looks at that one's main context when its loop
 * may have ended by what it was told. GLib isn't built with sanitizers: these functions come before
 * the library's, and look where those do. */
#include "common/scene.h"

#include <fairy/batch.h>

#include <glib/gstdio.h>

#include <dlfcn.h>
#include <string.h>

enum { N = 4, LONG_US = 50000 };

static GPrivate attached;

__attribute__((visibility("default"))) guint g_source_attach(GSource *source, GMainContext *context)
{
    static guint (*real)(GSource *, GMainContext *);
    if (g_once_init_enter(&real)) {
        g_once_init_leave(&real, (guint(*)(GSource *, GMainContext *))dlsym(RTLD_NEXT, __func__));
    }
    /* Not within a call from a loop: one of the threads that write. */
    g_private_set(&attached, g_main_depth() == 0 ? context : NULL);
    return real(source, context);
}

__attribute__((visibility("default"))) void g_source_unref(GSource *source)
{
    static void (*real)(GSource *);
    if (g_once_init_enter(&real)) {
        g_once_init_leave(&real, (void (*)(GSource *))dlsym(RTLD_NEXT, __func__));
    }
    const volatile char *context = g_private_get(&attached);
    if (context) {
        g_usleep(LONG_US);
        g_assert_cmpint(*context, ==, *context);
        g_private_set(&attached, NULL);
    }
    real(source);
}

static void test_context(void)
{
    g_autofree char *folder = g_dir_make_tmp("fairies-batch-XXXXXX", NULL);
    g_setenv("XDG_CONFIG_HOME", folder, TRUE); /* nobody's settings */
    g_autofree char *in = g_build_filename(folder, "in", NULL);
    g_autofree char *out = g_build_filename(folder, "out", NULL);
    g_assert_cmpint(g_mkdir(in, 0700), ==, 0);
    for (guint i = 0; i < N; i++) {
        g_autofree char *path = g_strdup_printf("%s/%u.svg", in, i);
        g_autofree char *text = g_strdup_printf("<svg xmlns='http://www.w3.org/2000/svg'>"
                                                "<rect id='a' width='%u' height='9'/></svg>",
                                                10 + i);
        g_assert_true(g_file_set_contents(path, text, -1, NULL));
    }
    static const char reply[] =
        "{\"actions\":[{\"_type\":\"move\",\"shapeId\":\"a\",\"x\":1,\"y\":5}]}";
    g_autoptr(GBytes) bytes = g_bytes_new_static(reply, strlen(reply));
    const char *const inputs[] = {in, NULL};
    const FairyBatchOptions options = {.inputs = inputs,
                                       .out = out,
                                       .reply = bytes,
                                       .reply_name = "reply",
                                       .max_cost = -1,
                                       .jobs = 1,
                                       .threads = 1};
    g_autoptr(GError) error = NULL;
    g_autoptr(FairyBatch) batch = fairy_batch_new(&options, &error);
    g_assert_no_error(error);
    const FairyBatchEnding *ending = fairy_batch_wait(batch);
    g_assert_cmpuint(ending->totals->states[FAIRY_BATCH_DONE], ==, N);
    g_autofree char *remove = g_strdup_printf("rm -rf '%s'", folder);
    g_spawn_command_line_sync(remove, NULL, NULL, NULL, NULL);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/batch/context", test_context);
    return g_test_run();
}
