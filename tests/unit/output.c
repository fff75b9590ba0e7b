/* Files are replaced whole, on the disk, and in no other's place: what another program saves in any
 * moment stays. The calls of the system are seen, and that moment is the one right before one. */
#include "document/output.h"

#include <svg/error.h>

#include <glib/gstdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* --- what the system is asked for ------------------------------------------------------------- */

typedef void (*Moment)(void);

static struct {
    GString *calls;    /* a word for each */
    Moment moments[4]; /* before the first exchange, the second, … */
    Moment after;      /* the first */
    guint n_moves;
    gboolean unknown; /* the file system doesn't know how to exchange */
} host;

static char *room, *path;

int fsync(int fd)
{
    struct stat st;
    g_assert_cmpint(fstat(fd, &st), ==, 0);
    g_string_append(host.calls, S_ISDIR(st.st_mode) ? "folder " : "file ");
    return (int)syscall(SYS_fsync, fd);
}

int renameat2(int from_dir, const char *from, int to_dir, const char *to, unsigned flags)
{
    guint n = host.n_moves++;
    g_string_append(host.calls, flags == RENAME_EXCHANGE ? "exchange " : "appear ");
    if (host.unknown) {
        errno = EINVAL;
        return -1;
    }
    if (n < G_N_ELEMENTS(host.moments) && host.moments[n]) {
        host.moments[n]();
    }
    int code = (int)syscall(SYS_renameat2, from_dir, from, to_dir, to, flags);
    if (n == 0 && host.after) {
        host.after();
    }
    return code;
}

/* --- a folder with a drawing in it ------------------------------------------------------------ */

static void begin(const char *text)
{
    host.calls = g_string_new(NULL);
    room = g_dir_make_tmp("fairies-output-XXXXXX", NULL);
    path = g_build_filename(room, "a.svg", NULL);
    if (text) {
        g_assert_true(g_file_set_contents(path, text, -1, NULL));
    }
}

static char *text_of(const char *file)
{
    char *text = NULL;
    g_file_get_contents(file, &text, NULL, NULL);
    return text;
}

/* The only file that is left has that text. */
static void end(const char *text)
{
    g_autofree char *got = text_of(path);
    g_assert_cmpstr(got, ==, text);
    g_unlink(path);
    g_assert_cmpint(g_rmdir(room), ==, 0);
    g_string_free(host.calls, TRUE);
    g_free(room);
    g_free(path);
    memset(&host, 0, sizeof host);
}

static void put_text(FILE *file, gpointer text)
{
    svg_output_put(file, text, strlen(text));
}

static gboolean output(const char *text, const SvgFileState *was, GError **error)
{
    return svg_output(path, was, put_text, (gpointer)text, error);
}

static void refuses(const char *text, const SvgFileState *was, const char *why)
{
    g_autoptr(GError) error = NULL;
    g_assert_false(output(text, was, &error));
    g_assert_error(error, SVG_ERROR, SVG_ERROR_CHANGED);
    g_assert_nonnull(strstr(error->message, why));
}

/* --- another program -------------------------------------------------------------------------- */

static void save_by_rename(const char *text)
{
    g_autofree char *other = g_build_filename(room, "other", NULL);
    int fd = g_open(other, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    g_assert_cmpint(write(fd, text, strlen(text)), ==, (gssize)strlen(text));
    close(fd);
    g_assert_cmpint(g_rename(other, path), ==, 0);
}

static void save_one(void)
{
    save_by_rename("theirs 1");
}

static void save_two(void)
{
    save_by_rename("theirs 2");
}

static void save_three(void)
{
    save_by_rename("theirs 3");
}

/* As many bytes, and at a time that could be the same. */
static void save_in_place(void)
{
    int fd = g_open(path, O_WRONLY, 0);
    g_assert_cmpint(write(fd, "OLD", 3), ==, 3);
    close(fd);
}

static int held = -1;

static void open_it(void)
{
    held = g_open(path, O_WRONLY, 0);
    g_assert_cmpint(held, >=, 0);
}

static void remove_it(void)
{
    g_unlink(path);
}

static void die(void)
{
    raise(SIGKILL);
}

/* --- tests ------------------------------------------------------------------------------------ */

/* What is there before, in which moments something else saves, and what is there in the end. */
static void test_last_moment(void)
{
    static const struct {
        Moment moments[4];
        const char *end;
        const char *calls;
    } rows[] = {
        {{NULL}, "ours", "file exchange folder "},
        {{save_one}, "theirs 1", "file exchange exchange "},
        {{save_one, save_two}, "theirs 2", "file exchange exchange exchange "},
        {{save_one, save_two, save_three}, "theirs 3", "file exchange exchange exchange exchange "},
        {{save_in_place}, "OLD", "file exchange exchange "},
        {{remove_it}, NULL, "file exchange "},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        begin("old");
        SvgFileState was = svg_file_state(path);
        g_usleep(20000); /* the clock of files goes on */
        memcpy(host.moments, rows[i].moments, sizeof host.moments);
        if (i == 0) {
            g_assert_true(output("ours", &was, NULL));
        } else {
            refuses("ours", &was, "something else changed it in the meantime");
        }
        g_assert_cmpstr(host.calls->str, ==, rows[i].calls);
        end(rows[i].end);
    }
}

static void test_before(void)
{
    static const Moment moments[] = {save_one, save_in_place, remove_it};
    for (gsize i = 0; i < G_N_ELEMENTS(moments); i++) {
        begin("old");
        SvgFileState was = svg_file_state(path);
        g_usleep(20000);
        moments[i]();
        g_autofree char *theirs = text_of(path);
        refuses("ours", &was, "something else changed it in the meantime");
        g_assert_cmpstr(host.calls->str, ==, "");
        end(theirs);
    }
}

/* It has the file open when it is replaced, and writes later. */
static void test_open_elsewhere(void)
{
    begin("old");
    SvgFileState was = svg_file_state(path);
    open_it();
    refuses("ours", &was, "another program has it open for writing");
    close(held);
    g_assert_true(output("ours", &was, NULL));

    was = svg_file_state(path);
    host.moments[host.n_moves] = open_it;
    refuses("more", &was, "something else changed it in the meantime");
    g_assert_cmpint(write(held, "OURS", 4), ==, 4);
    close(held);
    end("OURS");
}

/* Where nothing was, nothing may be. */
static void test_new_file(void)
{
    SvgFileState none = {0};
    begin(NULL);
    g_assert_true(output("ours", &none, NULL));
    g_assert_cmpstr(host.calls->str, ==, "file appear folder ");
    end("ours");

    begin(NULL);
    host.moments[0] = save_one;
    refuses("ours", &none, "something else changed it in the meantime");
    end("theirs 1");

    begin(NULL);
    g_autofree char *link = g_build_filename(room, "link.svg", NULL);
    g_assert_cmpint(symlink("nowhere", link), ==, 0);
    g_assert_true(svg_output(link, &none, put_text, (gpointer) "ours", NULL));
    g_assert_cmpint(g_rename(link, path), ==, 0);
    end("ours");
}

/* Whatever is there is replaced where nobody asks what it was; it is on the disk, too. */
static void test_unasked(void)
{
    begin("old");
    g_assert_true(output("ours", NULL, NULL));
    g_assert_cmpstr(host.calls->str, ==, "file folder ");
    end("ours");
}

static void test_unknown_exchange(void)
{
    SvgFileState none = {0};
    begin("old");
    SvgFileState was = svg_file_state(path);
    host.unknown = TRUE;
    g_assert_true(output("ours", &was, NULL));
    g_assert_cmpstr(host.calls->str, ==, "file exchange folder ");
    refuses("more", &was, "something else changed it in the meantime");
    g_unlink(path);
    g_assert_true(output("new", &none, NULL));
    end("new");
}

/* --- what is left behind ---------------------------------------------------------------------- */

static void write_and_die(FILE *file, gpointer text)
{
    put_text(file, text);
    fflush(file);
    die();
}

/* Names of all that lies there beside the drawing. */
static GPtrArray *beside(void)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    GDir *dir = g_dir_open(room, 0, NULL);
    for (const char *name; (name = g_dir_read_name(dir));) {
        if (!g_str_equal(name, "a.svg")) {
            g_ptr_array_add(names, g_strdup(name));
        }
    }
    g_dir_close(dir);
    return names;
}

/* Where it lies. */
static char *killed(SvgOutputFunc func, Moment after)
{
    pid_t child = fork();
    if (child == 0) {
        SvgFileState was = svg_file_state(path);
        host.after = after;
        svg_output(path, &was, func, (gpointer) "part", NULL);
        _exit(0);
    }
    int status = 0;
    g_assert_cmpint(waitpid(child, &status, 0), ==, child);
    g_assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    g_autoptr(GPtrArray) left = beside();
    g_assert_cmpuint(left->len, ==, 1);
    return g_build_filename(room, left->pdata[0], NULL);
}

static void test_killed(void)
{
    static const struct {
        SvgOutputFunc func;
        Moment after;
        const char *left, *there;
    } rows[] = {
        {write_and_die, NULL, "part", "old"},
        {put_text, die, "old", "part"}, /* in its place, and what was there not yet gone */
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        begin("old");
        g_autofree char *left = killed(rows[i].func, rows[i].after), *text = text_of(left);
        g_autofree char *there = text_of(path);
        g_assert_cmpstr(text, ==, rows[i].left);
        g_assert_cmpstr(there, ==, rows[i].there);
        g_assert_true(output("ours", NULL, NULL));
        end("ours");
    }
}

/* One that is in use, things that only have such a name, and files of a person's. */
static void test_not_ours(void)
{
    static const char *const names[] = {"a.svg.aB3xY9", "a.svg.backup", ".a.svg.fairy-00000000",
                                        ".a.svg.fairy-", "b.svg"};
    begin("old");
    g_autofree char *own = killed(write_and_die, NULL);
    int live = g_open(own, O_RDONLY, 0);
    g_assert_cmpint(flock(live, LOCK_EX | LOCK_NB), ==, 0);
    g_assert_true(output("ours", NULL, NULL));
    g_assert_true(g_file_test(own, G_FILE_TEST_EXISTS));
    close(live);
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *file = g_build_filename(room, names[i], NULL);
        g_assert_true(g_file_set_contents(file, "a person's", -1, NULL));
    }
    g_assert_true(output("more", NULL, NULL));
    g_assert_false(g_file_test(own, G_FILE_TEST_EXISTS));
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *file = g_build_filename(room, names[i], NULL), *text = text_of(file);
        g_assert_cmpstr(text, ==, "a person's");
        g_unlink(file);
    }
    g_assert_cmpint(symlink("a.svg", own), ==, 0);
    g_assert_true(output("last", NULL, NULL));
    g_assert_true(g_file_test(own, G_FILE_TEST_IS_SYMLINK));
    g_unlink(own);
    g_assert_cmpint(mkfifo(own, 0600), ==, 0);
    g_assert_true(output("last", NULL, NULL));
    g_unlink(own);
    end("last");
}

/* A name that is as long as one may be. */
static void test_long_name(void)
{
    begin("old");
    g_autofree char *name = g_strnfill(255, 'n'), *file = g_build_filename(room, name, NULL);
    SvgFileState none = {0};
    g_assert_true(svg_output(file, &none, put_text, (gpointer) "ours", NULL));
    g_unlink(file);
    end("old");
}

/* --- in two steps ----------------------------------------------------------------------------- */

static SvgSaving *begin_saving(const SvgFileState *was, GError **error)
{
    return svg_output_begin(path, was, put_text, (gpointer) "ours", NULL, error);
}

static void test_steps(void)
{
    begin("before");
    SvgFileState was = svg_file_state(path);
    g_autoptr(SvgSaving) saving = begin_saving(&was, NULL);
    g_autofree char *meanwhile = text_of(path);
    g_assert_cmpstr(meanwhile, ==, "before");
    g_assert_true(svg_saving_commit(saving, NULL));
    end("ours");
}

static void test_given_up(void)
{
    begin("before");
    svg_saving_free(begin_saving(NULL, NULL));
    end("before");
}

static void test_between_steps(void)
{
    begin("before");
    g_autoptr(GError) error = NULL;
    SvgFileState was = svg_file_state(path);
    SvgSaving *saving = begin_saving(&was, NULL);
    save_one();
    g_assert_false(svg_saving_commit(saving, &error));
    g_assert_error(error, SVG_ERROR, SVG_ERROR_CHANGED);
    svg_saving_free(saving);
    end("theirs 1");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/output/last-moment", test_last_moment);
    g_test_add_func("/output/before", test_before);
    g_test_add_func("/output/open-elsewhere", test_open_elsewhere);
    g_test_add_func("/output/new-file", test_new_file);
    g_test_add_func("/output/unasked", test_unasked);
    g_test_add_func("/output/unknown-exchange", test_unknown_exchange);
    g_test_add_func("/output/killed", test_killed);
    g_test_add_func("/output/not-ours", test_not_ours);
    g_test_add_func("/output/long-name", test_long_name);
    g_test_add_func("/output/steps", test_steps);
    g_test_add_func("/output/given-up", test_given_up);
    g_test_add_func("/output/between-steps", test_between_steps);
    return g_test_run();
}
