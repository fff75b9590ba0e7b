/* Pictures by copies of a helper that stays: as those of a helper of their own, however they end.
 */
#include "render/client.h"

#include <svg/error.h>
#include <svg/limits.h>
#include <svg/render.h>

#include <glib/gstdio.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define HAS_MEMORY_LIMIT FALSE
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_MEMORY_LIMIT FALSE
#endif
#endif
#ifndef HAS_MEMORY_LIMIT
#define HAS_MEMORY_LIMIT TRUE
#endif

#define PATIENCE_S 20
#define NS         "xmlns='http://www.w3.org/2000/svg'"
#define TURBULENT(octaves)                                                               \
    "<svg " NS "><filter id='f'><feTurbulence baseFrequency='0.05' numOctaves='" octaves \
    "'/></filter><rect width='9' height='9' filter='url(#f)'/></svg>"
#define ENDLESS TURBULENT("100000000")
#define SLOW    TURBULENT("60000")

static const char *const drawings[] = {
    "<svg " NS "><rect x='2' y='10' width='90' height='10' fill='red' opacity='.4'/></svg>",
    "<svg " NS " font-size='30'><text y='40'>Words</text><text y='80' font-family='serif' "
    "font-weight='bold'>Ελληνικά</text></svg>",
    "<svg " NS "><filter id='f'><feGaussianBlur stdDeviation='4'/></filter><g filter='url(#f)'>"
    "<circle cx='50' cy='50' r='30'/></g></svg>",
};

/* --- processes -------------------------------------------------------------------------------- */

/* The fields of /proc/PID/stat behind the name: state, parent, … NULL when it is gone. */
static GStrv status_of(pid_t pid)
{
    g_autofree char *path = g_strdup_printf("/proc/%d/stat", pid);
    g_autofree char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, NULL)) {
        return NULL;
    }
    return g_strsplit(strrchr(text, ')') + 2, " ", 3);
}

static gboolean is_running(pid_t pid)
{
    g_auto(GStrv) status = status_of(pid);
    return status && *status[0] != 'Z';
}

static pid_t child_of(pid_t parent, guint *n)
{
    pid_t found = 0;
    const char *name;
    g_autoptr(GDir) all = g_dir_open("/proc", 0, NULL);
    *n = 0;
    while ((name = g_dir_read_name(all))) {
        g_auto(GStrv) status = status_of(atoi(name));
        if (status && *status[0] != 'Z' && atoi(status[1]) == parent) {
            found = atoi(name);
            ++*n;
        }
    }
    return found;
}

/* Waits until there is one, or none (0). */
static pid_t await_child(pid_t parent, guint wanted)
{
    for (int i = 0; i < PATIENCE_S * 200; i++) {
        guint n;
        pid_t child = child_of(parent, &n);
        if (n == wanted) {
            return child;
        }
        g_usleep(5000);
    }
    g_error("%u children of %d didn't come to be", wanted, parent);
}

/* --- pictures --------------------------------------------------------------------------------- */

static SvgRenderOptions small(void)
{
    return (SvgRenderOptions){.view = {0, 0, 100, 100}, .background = 0xffffff};
}

static SvgRender *start(const char *svg, const SvgRenderOptions *options)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) bytes = g_bytes_new_static(svg, strlen(svg));
    SvgRender *render = svg_render_start_bytes(bytes, options, 1, &error);
    g_assert_no_error(error);
    return render;
}

static GBytes *draw(const char *svg, const SvgRenderOptions *options)
{
    g_autoptr(GError) error = NULL;
    GBytes *picture = svg_render_finish(start(svg, options), &error);
    g_assert_no_error(error);
    return picture;
}

static void assert_ends(SvgRender *render, const char *because)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(svg_render_finish(render, &error));
    g_assert_error(error, SVG_ERROR, SVG_ERROR_RENDER);
    if (!strstr(error->message, because)) {
        g_error("\"%s\" doesn't say \"%s\"", error->message, because);
    }
}

static GBytes *draw_first(void)
{
    const SvgRenderOptions options = small();
    return draw(drawings[0], &options);
}

/* The one that stays; has it started. */
static pid_t warm(void)
{
    svg_render_keep_warm(TRUE);
    g_bytes_unref(draw_first());
    return await_child(getpid(), 1);
}

static void cool(void)
{
    svg_render_keep_warm(FALSE);
    await_child(getpid(), 0);
}

/* --- tests ------------------------------------------------------------------------------------ */

static void test_same_bytes(void)
{
    SvgRenderOptions options[] = {small(), small(), small()};
    options[1].format = SVG_PICTURE_JPEG;
    options[2].transparent = TRUE;
    options[2].max_side = 700;
    options[2].fill = TRUE;
    for (gsize i = 0; i < G_N_ELEMENTS(drawings) * G_N_ELEMENTS(options); i++) {
        const SvgRenderOptions *one = &options[i % G_N_ELEMENTS(options)];
        const char *svg = drawings[i / G_N_ELEMENTS(options)];
        g_autoptr(GBytes) expected = draw(svg, one);
        pid_t pid = warm();
        for (int times = 0; times < 2; times++) {
            g_autoptr(GBytes) found = draw(svg, one);
            g_assert_true(g_bytes_equal(found, expected));
        }
        g_assert_cmpint(await_child(getpid(), 1), ==, pid);
        cool();
    }
}

static void test_ends(void)
{
    static const struct {
        int signal;
        const char *because;
    } cases[] = {
        {SIGABRT, "librsvg crashed on this drawing (signal 6)"},
        {SIGXCPU, "the picture took longer than 20 s"},
        {SIGTERM, "the picture helper was stopped from outside (signal 15)"},
        {SIGINT, "the picture helper was stopped from outside (signal 2)"},
    };
    const SvgRenderOptions options = small();
    pid_t pid = warm();
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        SvgRender *render = start(ENDLESS, &options);
        pid_t copy = await_child(pid, 1);
        g_usleep(200000); /* so that it draws, and has its signals as they were */
        kill(copy, cases[i].signal);
        assert_ends(render, cases[i].because);
    }
    assert_ends(start("<svg><g></svg>", &options), "librsvg: ");
    kill(pid, SIGINT);
    g_bytes_unref(draw_first());
    g_assert_cmpint(await_child(getpid(), 1), ==, pid);
    cool();
}

static void test_time(void)
{
    SvgRenderOptions options = small();
    options.timeout_ms = 700;
    pid_t pid = warm();
    assert_ends(start(ENDLESS, &options), "the picture took longer than 0.7 s");
    await_child(pid, 0);
    cool();
}

static void test_memory(void)
{
    if (!HAS_MEMORY_LIMIT) {
        g_test_skip("no address space limit under the address sanitizer");
        return;
    }
    g_autoptr(GString) svg = g_string_new("<svg " NS ">");
    for (int i = 0; i < 12; i++) {
        g_string_append_printf(svg, "<g opacity='0.9'><rect x='%d' width='9' height='9'/>", i);
    }
    for (int i = 0; i < 12; i++) {
        g_string_append(svg, "</g>");
    }
    g_string_append(svg, "</svg>");
    SvgRenderOptions options = small();
    options.max_side = SVG_MAX_PIXELS;
    options.fill = TRUE;
    pid_t pid = warm();
    assert_ends(start(svg->str, &options), "the picture needed more than 2 GiB of memory");
    g_assert_cmpint(await_child(getpid(), 1), ==, pid);
    cool();
}

static void test_cancel(void)
{
    const SvgRenderOptions options = small();
    pid_t pid = warm();
    SvgRender *render = start(ENDLESS, &options);
    await_child(pid, 1);
    svg_render_cancel(render);
    await_child(pid, 0);
    g_bytes_unref(draw_first());
    g_assert_cmpint(await_child(getpid(), 1), ==, pid);
    cool();
}

static char *read_of(pid_t pid, const char *name)
{
    char *text = NULL;
    g_autofree char *path = g_strdup_printf("/proc/%d/%s", pid, name);
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    return text;
}

static void assert_limit(const char *limits, const char *name, guint64 value)
{
    const char *line = strstr(limits, name);
    g_assert_nonnull(line);
    g_assert_cmpuint(g_ascii_strtoull(line + strlen(name), NULL, 10), ==, value);
}

/* As a helper has that is started for its picture. */
static void test_limits(void)
{
    const SvgRenderOptions options = small();
    g_setenv("FAIRIES_TEST_KEY", "secret", TRUE);
    pid_t pid = warm();
    SvgRender *render = start(ENDLESS, &options);
    pid_t copy = await_child(pid, 1);
    g_usleep(200000);
    g_autofree char *limits = read_of(copy, "limits"), *environment = read_of(copy, "environ");
    assert_limit(limits, "Max cpu time", 88);
    assert_limit(limits, "Max core file size", 0);
    if (HAS_MEMORY_LIMIT) {
        assert_limit(limits, "Max address space", (guint64)2 << 30);
    }
    g_autofree char *path = g_strdup_printf("/proc/%d/fd", copy);
    g_autoptr(GDir) open = g_dir_open(path, 0, NULL);
    for (const char *name; (name = g_dir_read_name(open));) {
        g_assert_cmpint(atoi(name), <=, STDERR_FILENO);
    }
    g_assert_null(strstr(environment, "FAIRIES_TEST_KEY"));
    g_unsetenv("FAIRIES_TEST_KEY");
    svg_render_cancel(render);
    cool();
}

/* While it draws, and while it doesn't: the picture comes all the same, and then another stays. */
static void test_gone(void)
{
    const SvgRenderOptions options = small();
    g_autoptr(GBytes) expected = draw(SLOW, &options);
    g_autoptr(GError) error = NULL;
    pid_t pid = warm();
    SvgRender *render = start(SLOW, &options);
    pid_t copy = await_child(pid, 1);
    kill(pid, SIGKILL);
    g_autoptr(GBytes) found = svg_render_finish(render, &error);
    g_assert_no_error(error);
    g_assert_true(g_bytes_equal(found, expected));
    g_assert_false(is_running(copy));
    pid_t other = warm();
    g_assert_cmpint(other, !=, pid);
    kill(other, SIGKILL);
    for (int i = 0; i < 3; i++) {
        g_bytes_unref(draw_first());
    }
    g_assert_cmpint(await_child(getpid(), 1), !=, other);
    cool();
}

static void test_stuck(void)
{
    pid_t pid = warm();
    kill(pid, SIGSTOP);
    g_bytes_unref(draw_first());
    g_bytes_unref(draw_first());
    g_assert_cmpint(await_child(getpid(), 1), !=, pid);
    g_assert_false(is_running(pid));
    cool();
}

/* A helper that doesn't know how to stay is started for each. */
static void test_unable(void)
{
    const char *helper = g_getenv("FAIRIES_RENDER");
    if (!helper) {
        g_test_skip("FAIRIES_RENDER isn't set");
        return;
    }
    g_autofree char *path = g_build_filename(g_get_tmp_dir(), "fairies-helper-XXXXXX", NULL);
    int fd = g_mkstemp_full(path, 0, 0700);
    g_assert_true(g_close(fd, NULL));
    g_autofree char *script =
        g_strdup_printf("#!/bin/sh\ncase $1 in --warm) exit 1;; esac\nexec '%s' \"$@\"\n", helper);
    g_assert_true(g_file_set_contents_full(path, script, -1, G_FILE_SET_CONTENTS_NONE, 0700, NULL));
    svg_render_set_helper(path);
    svg_render_keep_warm(TRUE);
    for (int i = 0; i < 3; i++) {
        g_bytes_unref(draw_first());
    }
    svg_render_set_helper(NULL);
    g_bytes_unref(draw_first()); /* another helper, which can */
    await_child(getpid(), 1);
    cool();
    g_assert_cmpint(g_unlink(path), ==, 0);
}

static gpointer draw_many(gpointer data)
{
    const SvgRenderOptions options = small();
    for (int i = 0; i < 8; i++) {
        g_autoptr(GBytes) found = draw(drawings[1], &options);
        g_assert_true(g_bytes_equal(found, data));
    }
    return NULL;
}

static void test_many(void)
{
    const SvgRenderOptions options = small();
    g_autoptr(GBytes) expected = draw(drawings[1], &options);
    pid_t pid = warm();
    GThread *threads[12];
    for (gsize i = 0; i < G_N_ELEMENTS(threads); i++) {
        threads[i] = g_thread_new("draw", draw_many, expected);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(threads); i++) {
        g_thread_join(threads[i]);
    }
    g_assert_cmpint(await_child(getpid(), 1), ==, pid);
    await_child(pid, 0);
    cool();
}

/* With a picture under way; prints who else is to end. */
static void be_killed(void)
{
    const SvgRenderOptions options = small();
    pid_t pid = warm();
    start(ENDLESS, &options);
    g_print("%d %d\n", pid, await_child(pid, 1));
    kill(getpid(), SIGKILL);
}

static void test_killed(void)
{
    const char *const argv[] = {"/proc/self/exe", "--killed", NULL};
    g_autofree char *out = NULL;
    g_autoptr(GError) error = NULL;
    g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &out, NULL, NULL, &error);
    g_assert_no_error(error);
    g_auto(GStrv) pids = g_strsplit(out, " ", 2);
    g_assert_cmpuint(g_strv_length(pids), ==, 2);
    for (int i = 0; i < 2; i++) {
        for (int n = 0; n < PATIENCE_S * 200 && is_running(atoi(pids[i])); n++) {
            g_usleep(5000);
        }
        g_assert_false(is_running(atoi(pids[i])));
    }
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--killed") == 0) {
        be_killed();
    }
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/render-warm/same-bytes", test_same_bytes);
    g_test_add_func("/render-warm/ends", test_ends);
    g_test_add_func("/render-warm/time", test_time);
    g_test_add_func("/render-warm/memory", test_memory);
    g_test_add_func("/render-warm/cancel", test_cancel);
    g_test_add_func("/render-warm/limits", test_limits);
    g_test_add_func("/render-warm/gone", test_gone);
    g_test_add_func("/render-warm/stuck", test_stuck);
    g_test_add_func("/render-warm/unable", test_unable);
    g_test_add_func("/render-warm/many", test_many);
    g_test_add_func("/render-warm/killed", test_killed);
    int status = g_test_run();
    svg_cleanup();
    return status;
}
