/* The file of a run: what is put into it comes back, one process at a time, and a kill loses
 * nothing that was stored. */
#include "batch/progress.h"

#include <glib/gstdio.h>
#include <sys/wait.h>

#include <signal.h>
#include <string.h>
#include <unistd.h>

static char *path;

static FairyProgress *reopen(FairyProgress *progress)
{
    g_autoptr(GError) error = NULL;
    FairyProgress *again = NULL;
    fairy_progress_free(progress);
    g_assert_true(fairy_progress_open(path, TRUE, &again, &error));
    g_assert_no_error(error);
    return again;
}

static FairyBatchItem *item_of(guint i)
{
    g_autofree char *name = g_strdup_printf("d%03u\xff.svg", i);
    g_autofree char *whole = g_build_filename("/somewhere", name, NULL);
    return fairy_batch_item_new(name, whole, name);
}

static void remove_files(void)
{
    static const char *const endings[] = {"", "-wal", "-shm", NULL};
    for (const char *const *ending = endings; *ending; ending++) {
        g_autofree char *name = g_strconcat(path, *ending, NULL);
        g_unlink(name);
    }
}

static GPtrArray *some(guint n)
{
    GPtrArray *items = g_ptr_array_new_with_free_func(fairy_batch_item_free);
    for (guint i = 0; i < n; i++) {
        g_ptr_array_add(items, item_of(i));
    }
    return items;
}

static void test_back(void)
{
    g_autoptr(FairyProgress) progress = reopen(NULL);
    g_autoptr(GPtrArray) items = some(3);
    FairyBatchItem *item = items->pdata[1];
    g_assert_null(fairy_progress_get(progress, "words"));
    FairyRunFacts facts = {.words = "first"};
    g_assert_true(fairy_progress_describe(progress, &facts, NULL));
    facts.words = "align \"them\"";
    g_assert_true(fairy_progress_describe(progress, &facts, NULL));
    g_assert_true(fairy_progress_store_all(progress, items, NULL));
    fairy_batch_item_set(item, FAIRY_BATCH_SKIPPED, FAIRY_SKIP_BUDGET, "the budget");
    item->output = g_strdup("out/d001");
    item->actions = 7;
    item->refused = 2;
    item->attempts = 3;
    item->tokens = G_MAXUINT32 + 5ull;
    item->usd = 0.000000123;
    item->before = g_strdup("aa");
    item->after = g_strdup("bb");
    item->boxes = g_strdup("[[1,2,3,4,0]]");
    gint64 id = item->id;
    g_assert_cmpint(id, >, 0);
    g_assert_true(fairy_progress_store(progress, item, NULL));
    g_assert_cmpint(item->id, ==, id);
    progress = reopen(progress);
    g_autofree char *words = fairy_progress_get(progress, "words");
    g_assert_cmpstr(words, ==, "align \"them\"");
    g_autoptr(GPtrArray) read = fairy_progress_read(progress, NULL);
    g_assert_cmpuint(read->len, ==, 3);
    const FairyBatchItem *back = read->pdata[1], *plain = read->pdata[2];
    g_assert_cmpstr(back->path, ==, "d001\xff.svg");
    g_assert_cmpstr(back->absolute, ==, "/somewhere/d001\xff.svg");
    g_assert_cmpstr(back->output, ==, "out/d001");
    g_assert_cmpint(back->state, ==, FAIRY_BATCH_SKIPPED);
    g_assert_cmpint(back->skip, ==, FAIRY_SKIP_BUDGET);
    g_assert_cmpstr(back->reason, ==, "the budget");
    g_assert_cmpuint(back->actions, ==, 7);
    g_assert_cmpuint(back->refused, ==, 2);
    g_assert_cmpuint(back->attempts, ==, 3);
    g_assert_cmpuint(back->tokens, ==, G_MAXUINT32 + 5ull);
    g_assert_cmpfloat_with_epsilon(back->usd, 0.000000123, 1e-12);
    g_assert_cmpstr(back->before, ==, "aa");
    g_assert_cmpstr(back->after, ==, "bb");
    g_assert_cmpstr(back->boxes, ==, "[[1,2,3,4,0]]");
    g_assert_cmpint(plain->state, ==, FAIRY_BATCH_WAITING);
    g_assert_null(plain->output);
    g_assert_null(plain->reason);
}

/* What can't be stored as one isn't stored at all. */
static void test_together(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(FairyProgress) progress = reopen(NULL);
    g_autoptr(GPtrArray) items = some(2);
    FairyBatchItem *bad = items->pdata[1];
    g_clear_pointer(&bad->place, g_free);
    g_assert_false(fairy_progress_store_all(progress, items, &error));
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_JOURNAL);
    g_autoptr(GPtrArray) read = fairy_progress_read(progress, NULL);
    g_assert_cmpuint(read->len, ==, 0);
}

/* A process of its own, that stores one after the other, says so, and is killed. */
static guint stored_by_killed(guint n)
{
    int said[2];
    g_assert_cmpint(pipe(said), ==, 0);
    pid_t pid = fork();
    if (pid == 0) {
        FairyProgress *progress = NULL;
        if (fairy_progress_open(path, TRUE, &progress, NULL)) {
            for (guint i = 0;; i++) {
                if (!fairy_progress_store(progress, item_of(i), NULL) ||
                    write(said[1], "", 1) != 1) {
                    break;
                }
            }
        }
        _exit(1);
    }
    close(said[1]);
    guint got = 0;
    for (char byte; got < n && read(said[0], &byte, 1) == 1; got++) {
    }
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    for (char byte; read(said[0], &byte, 1) == 1; got++) {
    }
    close(said[0]);
    return got;
}

static void test_killed(void)
{
    for (guint n = 1; n < 60; n += 13) {
        remove_files();
        guint said = stored_by_killed(n);
        g_assert_cmpuint(said, >=, n);
        g_autoptr(FairyProgress) progress = reopen(NULL);
        g_autoptr(GPtrArray) read = fairy_progress_read(progress, NULL);
        g_assert_cmpuint(read->len, >=, said);
        g_assert_cmpuint(read->len, <=, said + 1);
    }
}

static void test_alone(void)
{
    FairyProgress *progress = reopen(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        GError *error = NULL;
        FairyProgress *other = NULL;
        gboolean opened = fairy_progress_open(path, TRUE, &other, &error);
        _exit(!opened && g_error_matches(error, FAIRY_ERROR, FAIRY_ERROR_BUSY) ? 0 : 1);
    }
    int status = -1;
    waitpid(pid, &status, 0);
    g_assert_cmpint(status, ==, 0);
    fairy_progress_free(progress);
}

static void test_other_file(void)
{
    g_autoptr(GError) error = NULL;
    FairyProgress *progress = NULL;
    g_assert_true(fairy_progress_open(path, FALSE, &progress, &error));
    g_assert_null(progress);
    g_assert_true(g_file_set_contents(path, "this is no database, whoever says so", -1, NULL));
    g_assert_false(fairy_progress_open(path, FALSE, &progress, &error));
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_JOURNAL);
    g_assert_nonnull(strstr(error->message, path));
}

static void each(void (*test)(void))
{
    remove_files();
    test();
    remove_files();
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_autofree char *folder = g_dir_make_tmp("fairies-progress-XXXXXX", NULL);
    path = g_build_filename(folder, "run.db", NULL);
    each(test_back);
    each(test_together);
    each(test_killed);
    each(test_alone);
    each(test_other_file);
    g_rmdir(folder);
    g_free(path);
    return 0;
}
