/* Which files a batch is about: folders, patterns, lists, and what isn't a file. */
#include <fairy/walk.h>

#include <glib/gstdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <string.h>
#include <unistd.h>

#define NOBODY 65534

static char *folder;

static char *in(const char *name)
{
    return g_build_filename(folder, name, NULL);
}

static void make(const char *name)
{
    g_autofree char *path = in(name), *parent = g_path_get_dirname(path);
    g_assert_cmpint(g_mkdir_with_parents(parent, 0700), ==, 0);
    FILE *file = g_fopen(path, "w"); /* GLib's names beside it would be too long */
    g_assert_nonnull(file);
    fputs("<svg/>", file);
    fclose(file);
}

static GPtrArray *walk(const char *const *inputs, const char *except, gboolean once)
{
    g_autoptr(GError) error = NULL;
    GPtrArray *found = fairy_walk(inputs, except, once, &error);
    g_assert_no_error(error);
    return found;
}

static GPtrArray *walk_one(const char *name)
{
    g_autofree char *path = in(name);
    return walk((const char *const[]){path, NULL}, NULL, FALSE);
}

/* The places of those that are files, each followed by a blank; and of the others with "!". */
static char *places(const GPtrArray *found)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < found->len; i++) {
        const FairyWalked *walked = found->pdata[i];
        g_string_append_printf(text, "%s%s ", walked->fault ? "!" : "", walked->place);
    }
    return g_string_free(text, FALSE);
}

static void expect(GPtrArray *found, const char *wanted)
{
    g_autofree char *text = places(found);
    g_assert_cmpstr(text, ==, wanted);
    g_ptr_array_unref(found);
}

static void test_tree(void)
{
    make("tree/b.svg");
    make("tree/a/c.SVGZ");
    make("tree/a/deep/er/d.svg");
    make("tree/a/notes.txt");
    make("tree/svg");
    make("tree/e.svg/f.svg"); /* a folder can be called so */
    expect(walk_one("tree"), "a/c.SVGZ a/deep/er/d.svg b.svg e.svg/f.svg ");
    g_autofree char *tree = in("tree"), *below = in("tree/a");
    expect(walk((const char *const[]){tree, NULL}, below, FALSE), "b.svg e.svg/f.svg ");
    /* A path is found once, however often it is named. */
    g_autofree char *file = in("tree/b.svg"), *other = in("tree/a/../b.svg");
    expect(walk((const char *const[]){file, tree, other, NULL}, below, FALSE),
           "b.svg e.svg/f.svg ");
}

static void test_named(void)
{
    g_assert_cmpint(g_chdir(folder), ==, 0);
    make("named/x.txt");
    expect(walk((const char *const[]){"named/x.txt", NULL}, NULL, FALSE), "named/x.txt ");
    expect(walk((const char *const[]){"./named//x.txt", NULL}, NULL, FALSE), "named/x.txt ");
    expect(walk((const char *const[]){"named/../named/x.txt", NULL}, NULL, FALSE), "x.txt ");
    g_autofree char *whole = in("named/x.txt");
    expect(walk((const char *const[]){whole, NULL}, NULL, FALSE), "x.txt ");
}

static void test_patterns(void)
{
    g_assert_cmpint(g_chdir(folder), ==, 0);
    make("glob/a1.svg");
    make("glob/a2.svg");
    make("glob/a3.txt");
    make("glob/what[is]this?.svg");
    g_assert_cmpint(g_mkdir_with_parents("glob/a4.svg", 0700), ==, 0);
    expect(walk((const char *const[]){"glob/a[0-9]*", NULL}, NULL, FALSE),
           "glob/a1.svg glob/a2.svg ");
    expect(walk((const char *const[]){"glob/z*", NULL}, NULL, FALSE), "!. ");
    /* What is there by that name is meant itself. */
    expect(walk((const char *const[]){"glob/what[is]this?.svg", NULL}, NULL, FALSE),
           "glob/what[is]this?.svg ");
}

static void test_lists(void)
{
    g_assert_cmpint(g_chdir(folder), ==, 0);
    make("list/a.svg");
    make("list/b.svg");
    make("list/in/c.svg");
    static const char lines[] = "list/a.svg\r\n\nlist/in\nlist/b.svg",
                      ended[] = "list/a.svg\0list/in";
    g_assert_true(g_file_set_contents("lines", lines, -1, NULL));
    g_assert_true(g_file_set_contents("ended", ended, sizeof ended, NULL));
    expect(walk((const char *const[]){"@lines", NULL}, NULL, FALSE),
           "list/a.svg list/b.svg c.svg ");
    expect(walk((const char *const[]){"@ended", NULL}, NULL, FALSE), "list/a.svg c.svg ");
    g_autoptr(GError) error = NULL;
    g_assert_null(fairy_walk((const char *const[]){"@nowhere", NULL}, NULL, FALSE, &error));
    g_assert_nonnull(strstr(error->message, "nowhere"));
}

static void test_odd(void)
{
    g_assert_cmpint(g_chdir(folder), ==, 0);
    make("odd/good.svg");
    g_assert_cmpint(mkfifo("odd/pipe.svg", 0600), ==, 0);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "odd/socket.svg"};
    g_assert_cmpint(bind(fd, (struct sockaddr *)&address, sizeof address), ==, 0);
    close(fd);
    g_assert_cmpint(symlink("nowhere", "odd/dangling.svg"), ==, 0);
    g_assert_cmpint(symlink("good.svg", "odd/link.svg"), ==, 0);
    g_assert_cmpint(symlink("..", "odd/up"), ==, 0);
    g_assert_cmpint(symlink("..", "odd/up.svg"), ==, 0);
    g_assert_cmpint(symlink("/dev/null", "odd/null.svg"), ==, 0);
    make("odd/\xff\xfe.svg");
    char longest[251];
    memset(longest, 'n', sizeof longest);
    memcpy(longest + 246, ".svg", 5);
    g_autofree char *long_path = g_build_filename("odd", longest, NULL);
    make(long_path);
    g_autofree char *wanted = g_strdup_printf(
        "!dangling.svg good.svg link.svg %s !null.svg !pipe.svg !socket.svg \xff\xfe.svg ",
        longest);
    expect(walk((const char *const[]){"odd", NULL}, NULL, FALSE), wanted);
    /* Where a file must not be changed twice it is found once. */
    g_autoptr(GPtrArray) once = walk((const char *const[]){"odd", NULL}, NULL, TRUE);
    g_assert_cmpuint(once->len, ==, 7);
    expect(walk((const char *const[]){"odd/missing.svg", NULL}, NULL, FALSE), "!odd/missing.svg ");
}

static void test_unreadable(void)
{
    gboolean root = getuid() == 0; /* who may read everything: it is nobody who looks */
    g_assert_cmpint(g_chdir(folder), ==, 0);
    g_assert_cmpint(g_chmod(folder, 0755), ==, 0);
    make("closed/a.svg");
    make("closed/in/b.svg");
    g_assert_cmpint(g_chmod("closed", 0755), ==, 0);
    g_assert_cmpint(g_chmod("closed/a.svg", 0), ==, 0);
    g_assert_cmpint(g_chmod("closed/in", 0), ==, 0);
    g_assert_cmpint(root ? setresuid(NOBODY, NOBODY, 0) : 0, ==, 0);
    GPtrArray *found = walk((const char *const[]){"closed", NULL}, NULL, FALSE);
    g_assert_cmpint(root ? setresuid(0, 0, 0) : 0, ==, 0);
    expect(found, "!a.svg !in ");
    g_assert_cmpint(g_chmod("closed/in", 0700), ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    folder = g_dir_make_tmp("fairies-walk-XXXXXX", NULL);
    g_test_add_func("/walk/tree", test_tree);
    g_test_add_func("/walk/named", test_named);
    g_test_add_func("/walk/patterns", test_patterns);
    g_test_add_func("/walk/lists", test_lists);
    g_test_add_func("/walk/odd", test_odd);
    g_test_add_func("/walk/unreadable", test_unreadable);
    int code = g_test_run();
    g_autofree char *remove = g_strdup_printf("rm -rf '%s'", folder);
    g_spawn_command_line_sync(remove, NULL, NULL, NULL, NULL);
    g_free(folder);
    return code;
}
