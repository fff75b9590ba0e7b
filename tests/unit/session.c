/* Sessions on disk: what is kept, what is read back, several at once, limits, older files. */
#include "store/db.h"

#include <fairy/limits.h>
#include <fairy/session.h>

#include <glib/gstdio.h>
#include <sys/wait.h>

#include <signal.h>
#include <string.h>
#include <unistd.h>

static char *folder;

static char *path_of(const char *name)
{
    return g_build_filename(folder, name, NULL);
}

static FairySession *open_with(const char *path, const char *name, gboolean remember)
{
    g_autoptr(GError) error = NULL;
    FairySession *session = fairy_session_open(path, name, remember, &error);
    g_assert_no_error(error);
    return session;
}

static FairySession *open_session(const char *path)
{
    return open_with(path, FAIRY_SESSION_DEFAULT, TRUE);
}

static FairySession *read_session(const char *path, const char *name)
{
    g_autoptr(GError) error = NULL;
    FairySession *session = fairy_session_read(path, name, &error);
    g_assert_no_error(error);
    return session;
}

static void save(FairySession *session, const char *path)
{
    static const FairyRunCost spent = {1, {.input = 100, .output = 10}, {.usd = 0.01}};
    g_autoptr(GError) error = NULL;
    fairy_session_save(session, path, &spent, NULL, &error);
    g_assert_no_error(error);
}

static void say(FairySession *session, const char *words, guint n_actions)
{
    char type[] = "move";
    cJSON *action = cJSON_Parse("{\"_type\":\"move\",\"shapeId\":\"a\",\"x\":1.5}");
    fairy_memory_add_prompt(session->memory, FAIRY_SOURCE_USER, NULL, words, NULL, words);
    while (n_actions--) {
        fairy_memory_add_action(session->memory, &(FairyOutcome){.type = type, .action = action});
    }
    cJSON_Delete(action);
}

/* Two actions; NULL is the same as NULL only. */
static gboolean is_same(const cJSON *a, const cJSON *b)
{
    return (!a && !b) || cJSON_Compare(a, b, TRUE);
}

static void run(const char *path, const char *words, guint n_actions)
{
    g_autoptr(FairySession) session = open_session(path);
    say(session, words, n_actions);
    save(session, path);
}

static guint n_items(const FairySession *session)
{
    return fairy_memory_items(session->memory)->len;
}

static const FairyMemoryItem *item(const FairySession *session, guint i)
{
    return fairy_memory_items(session->memory)->pdata[i];
}

/* "one two": the person's words. */
static char *words_of(const FairySession *session)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < n_items(session); i++) {
        const char *words = item(session, i)->words;
        g_string_append_printf(out, "%s%s", words && out->len ? " " : "", words ? words : "");
    }
    return g_string_free(out, FALSE);
}

/* --- keeping and reading ---------------------------------------------------------------------- */

static void test_nothing(void)
{
    g_autofree char *path = path_of("nothing.svg");
    g_autoptr(GError) error = NULL;
    g_autoptr(FairySession) session = open_session(path);
    g_assert_cmpuint(n_items(session), ==, 0);
    g_assert_cmpint(session->begun, ==, 0);
    g_assert_null(fairy_session_read(path, "default", &error));
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_JOURNAL);
    g_clear_error(&error);
    g_assert_false(fairy_session_delete(path, "default", &error));
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_JOURNAL);
    g_assert_false(g_file_test(fairy_db_path(), G_FILE_TEST_EXISTS));
    /* What is no file has none. */
    g_autoptr(FairySession) none = open_session(NULL);
    g_assert_null(none->document);
    g_assert_true(fairy_session_save_cost(none, &(FairyRunCost){.requests = 1}, NULL));
    g_assert_false(g_file_test(fairy_db_path(), G_FILE_TEST_EXISTS));
}

static void test_names(void)
{
    static const char *const bad[] = {
        "", "a\nb", "\xff", "0123456789012345678901234567890123456789012345678901234567890"};
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(fairy_session_open("a.svg", bad[i], TRUE, &error));
        g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE);
    }
    g_assert_true(fairy_session_check_name("Überblick 2", NULL));
}

static void test_all_of_it(void)
{
    g_autofree char *path = path_of("all.svg");
    g_autoptr(FairySession) session = open_session(path);
    say(session, "hello", 2);
    session->origin = (SvgPoint){-12.25, 1e6};
    session->step = 0.01;
    session->mode = FAIRY_MODE_ONE_SHOTTING_PAUSING;
    session->view = (SvgBox){1, 2, 3, 4};
    session->model = g_strdup("anthropic/x");
    session->digest = g_strdup("digest");
    session->contexts = cJSON_Parse("[{\"type\":\"point\",\"x\":1}]");
    FairyTodoStatus status = FAIRY_TODO_IN_PROGRESS;
    g_assert_true(fairy_todos_set(session->todos, "1", &status, "label all", NULL));
    save(session, path);
    save(session, path); /* nothing is new: the run counts, no item is there twice */
    g_autoptr(FairySession) again = open_session(path);
    g_assert_cmpstr(again->document, ==, session->document);
    g_assert_cmpfloat(again->origin.x, ==, -12.25);
    g_assert_cmpfloat(again->origin.y, ==, 1e6);
    g_assert_cmpfloat(again->step, ==, 0.01);
    g_assert_cmpint(again->mode, ==, FAIRY_MODE_ONE_SHOTTING_PAUSING);
    g_assert_cmpfloat(again->view.h, ==, 4);
    g_assert_cmpstr(again->model, ==, "anthropic/x");
    g_assert_cmpstr(again->digest, ==, "digest");
    g_assert_true(cJSON_Compare(again->contexts, session->contexts, TRUE));
    g_assert_cmpint(fairy_todos_find(again->todos, "1")->status, ==, FAIRY_TODO_IN_PROGRESS);
    g_assert_cmpuint(again->n_requests, ==, 2);
    g_assert_cmpuint(again->usage.input, ==, 200);
    g_assert_cmpfloat_with_epsilon(again->cost.usd, 0.02, 1e-9);
    g_assert_cmpuint(again->n_runs, ==, 2);
    g_assert_cmpuint(again->n_items, ==, 3);
    g_assert_cmpuint(n_items(again), ==, 3);
    for (guint i = 0; i < 3; i++) {
        g_assert_cmpint(item(again, i)->time, ==, item(session, i)->time);
        g_assert_true(is_same(item(again, i)->action, item(session, i)->action));
    }
}

static void test_goes_on(void)
{
    g_autofree char *path = path_of("on.svg");
    run(path, "one", 1);
    run(path, "two", 0);
    g_autoptr(FairySession) session = open_session(path);
    say(session, "three", 1);
    g_assert_cmpuint(fairy_memory_messages(session->memory)->len, ==, 2);
    g_assert_cmpstr(fairy_memory_request_text(session->memory), ==, "two\n\nthree");
    save(session, path);
    g_autofree char *said = words_of(session);
    g_assert_cmpstr(said, ==, "one two three");
}

static void test_several(void)
{
    g_autofree char *path = path_of("several.svg"), *other = path_of("other.svg");
    g_autoptr(GError) error = NULL;
    run(path, "one", 0);
    g_autoptr(FairySession) review = open_with(path, "review", TRUE);
    g_assert_cmpuint(n_items(review), ==, 0);
    say(review, "two", 0);
    save(review, path);
    run(other, "three", 0);
    g_autoptr(GPtrArray) both = fairy_sessions_list(path, NULL);
    g_assert_cmpuint(both->len, ==, 2);
    g_assert_cmpstr(((FairySession *)both->pdata[0])->name, ==, "review");
    g_assert_null(((FairySession *)both->pdata[0])->memory);
    g_assert_true(fairy_session_delete(path, "default", &error));
    g_autoptr(GPtrArray) left = fairy_sessions_list(path, NULL);
    g_assert_cmpuint(left->len, ==, 1);
    g_autoptr(GPtrArray) all = fairy_sessions_list(NULL, NULL);
    g_assert_cmpuint(all->len, >, 1);
    g_autoptr(FairySession) kept = read_session(path, "review");
    g_assert_cmpuint(n_items(kept), ==, 1);
}

/* A link is the file it stands for. */
static void test_canonical(void)
{
    g_autofree char *path = path_of("real.svg"), *link = path_of("link.svg");
    g_assert_true(g_file_set_contents(path, "<svg/>", -1, NULL));
    g_assert_cmpint(symlink(path, link), ==, 0);
    run(link, "one", 0);
    g_autoptr(FairySession) session = open_session(path);
    g_assert_cmpuint(n_items(session), ==, 1);
}

/* --- where the drawing goes ------------------------------------------------------------------- */

static void test_written_elsewhere(void)
{
    g_autofree char *from = path_of("from.svg"), *to = path_of("to.svg");
    run(from, "one", 1);
    run(to, "old", 3);
    g_autoptr(FairySession) session = open_session(from);
    say(session, "two", 1);
    save(session, to);
    g_assert_true(g_str_has_suffix(session->document, "/to.svg"));
    g_autoptr(FairySession) source = open_session(from), target = open_session(to);
    g_autofree char *at_source = words_of(source), *at_target = words_of(target);
    g_assert_cmpstr(at_source, ==, "one");
    g_assert_cmpstr(at_target, ==, "one two");
    /* What was said there before is kept for people. */
    g_autoptr(FairySession) whole = read_session(to, "default");
    g_autofree char *all = words_of(whole);
    g_assert_cmpstr(all, ==, "old one two");
    run(to, "three", 0);
    g_autoptr(FairySession) later = open_session(to);
    g_autofree char *at_last = words_of(later);
    g_assert_cmpstr(at_last, ==, "one two three");
}

/* Who doesn't remember adds all the same, and changes nothing else. */
static void test_without_memory(void)
{
    g_autofree char *path = path_of("offline.svg");
    g_autoptr(FairySession) first = open_session(path);
    first->origin = (SvgPoint){5, 6};
    g_assert_true(fairy_todos_set(first->todos, "1", NULL, "label", NULL));
    say(first, "one", 1);
    save(first, path);
    g_autoptr(FairySession) session = open_with(path, FAIRY_SESSION_DEFAULT, FALSE);
    g_assert_cmpuint(n_items(session), ==, 0);
    say(session, "two", 1);
    save(session, path);
    g_autoptr(FairySession) after = open_session(path);
    g_autofree char *said = words_of(after);
    g_assert_cmpstr(said, ==, "one two");
    g_assert_cmpfloat(after->origin.y, ==, 6);
    g_assert_cmpuint(fairy_todos_left(after->todos), ==, 1);
}

/* Money is gone also when nothing came of it. */
static void test_spent(void)
{
    g_autofree char *path = path_of("spent.svg");
    const FairyRunCost spent = {3, {.input = 5}, {.usd = 0.5}};
    g_autoptr(FairySession) session = open_session(path);
    say(session, "lost", 1);
    g_assert_true(fairy_session_save_cost(session, &(FairyRunCost){0}, NULL));
    g_autoptr(GPtrArray) none = fairy_sessions_list(path, NULL);
    g_assert_cmpuint(none->len, ==, 0);
    g_assert_true(fairy_session_save_cost(session, &spent, NULL));
    run(path, "kept", 0);
    g_autoptr(FairySession) after = open_session(path);
    g_assert_cmpuint(n_items(after), ==, 1);
    g_assert_cmpuint(after->n_requests, ==, 4);
    g_assert_cmpfloat_with_epsilon(after->cost.usd, 0.51, 1e-9);
    g_assert_cmpuint(after->n_runs, ==, 1);
}

/* --- at the same time ------------------------------------------------------------------------- */

static void test_two_at_once(void)
{
    g_autofree char *path = path_of("two.svg");
    run(path, "before", 1);
    g_autoptr(FairySession) a = open_session(path), b = open_session(path);
    say(a, "a", 3);
    say(b, "b", 3);
    save(a, path);
    save(b, path);
    say(a, "a2", 0);
    save(a, path);
    g_autoptr(FairySession) all = read_session(path, "default");
    g_autofree char *said = words_of(all);
    g_assert_cmpstr(said, ==, "before a b a2");
    g_assert_cmpuint(n_items(all), ==, 2 + 4 + 4 + 1);
    g_assert_cmpuint(all->n_requests, ==, 4);
    g_assert_cmpuint(all->n_runs, ==, 4);
}

/* Many processes, each with its own runs, some killed at any moment: each run is there whole, its
 * items together, or not at all. */
static void test_many_processes(void)
{
    enum { PROCESSES = 6, RUNS = 8, ITEMS = 4 };
    g_autofree char *path = path_of("many.svg");
    pid_t children[PROCESSES];
    for (int i = 0; i < PROCESSES; i++) {
        children[i] = fork();
        if (children[i] == 0) {
            for (int k = 0; k < RUNS; k++) {
                g_autofree char *words = g_strdup_printf("%d-%d", i, k);
                run(path, words, ITEMS - 1);
            }
            _exit(0);
        }
    }
    g_usleep(20000);
    kill(children[0], SIGKILL);
    guint whole = 0;
    for (int i = 0; i < PROCESSES; i++) {
        int status = 0;
        g_assert_cmpint(waitpid(children[i], &status, 0), ==, children[i]);
        g_assert_true(i == 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 0));
    }
    g_autoptr(FairySession) all = read_session(path, "default");
    g_assert_cmpuint(n_items(all) / ITEMS, ==, all->n_runs);
    g_assert_cmpuint(n_items(all) % ITEMS, ==, 0);
    g_assert_cmpuint(all->n_runs / RUNS, >=, PROCESSES - 1);
    for (guint i = 0; i < n_items(all); i++) {
        gboolean first = i % ITEMS == 0;
        g_assert_cmpint(item(all, i)->kind, ==, first ? FAIRY_MEMORY_PROMPT : FAIRY_MEMORY_ACTION);
        whole += first;
    }
    g_assert_cmpuint(whole, ==, all->n_runs);
}

/* --- long ones -------------------------------------------------------------------------------- */

/* A run reads what a model is shown, not all that there is. */
static void test_reads_the_end(void)
{
    g_autofree char *path = path_of("long.svg");
    g_autoptr(FairyMemory) one = fairy_memory_new(NULL, NULL);
    fairy_memory_set_budget(one, 2000);
    for (guint i = 0; i < 40; i++) {
        g_autofree char *words = g_strdup_printf("request %u", i);
        g_autoptr(FairySession) session = open_session(path);
        g_assert_cmpuint(n_items(session), <, 400);
        fairy_memory_set_budget(session->memory, 2000);
        say(session, words, 10);
        fairy_memory_add_prompt(one, FAIRY_SOURCE_USER, NULL, words, NULL, words);
        for (guint k = 0; k < 10; k++) {
            fairy_memory_add_action(
                one, &(FairyOutcome){.type = (char[]){"move"},
                                     .action = item(session, n_items(session) - 1)->action});
        }
        /* It is told what it would be told if it had never ended. */
        g_assert_cmpstr(fairy_memory_request_text(session->memory), ==,
                        fairy_memory_request_text(one));
        const GPtrArray *a = fairy_memory_messages(session->memory),
                        *b = fairy_memory_messages(one);
        g_assert_cmpuint(a->len, ==, b->len);
        for (guint k = 0; k < a->len; k++) {
            const FairyMessage *x = a->pdata[k], *y = b->pdata[k];
            g_assert_cmpstr(((FairyContentPart *)x->content->pdata[0])->text, ==,
                            ((FairyContentPart *)y->content->pdata[0])->text);
        }
        save(session, path);
    }
    g_autoptr(FairySession) end = open_session(path), all = read_session(path, "default");
    g_assert_cmpuint(n_items(all), >, 440);
    g_assert_cmpuint(n_items(end), <, n_items(all) / 2);
    g_assert_cmpuint(all->n_dropped, ==, 0);
}

/* The oldest goes, but nothing that a run just said. */
static void test_limit(void)
{
    g_autofree char *path = path_of("limit.svg"), *blob = g_strnfill(900000, 'x');
    g_autoptr(FairySession) session = open_session(path);
    for (guint i = 0; i < 20; i++) {
        say(session, blob, 0);
    }
    save(session, path);
    g_assert_cmpuint(session->n_items, ==, 20);
    run(path, "one more", 0);
    g_autoptr(FairySession) all = read_session(path, "default");
    g_assert_cmpuint(n_items(all), ==, FAIRY_MAX_SESSION_BYTES / 900000 + 1);
    g_assert_cmpuint(n_items(all) + all->n_dropped, ==, 21);
    g_assert_cmpstr(item(all, n_items(all) - 1)->text, ==, "one more");
    g_assert_true(fairy_session_delete(path, "default", NULL));
}

/* --- what isn't as it should be --------------------------------------------------------------- */

static void change_file(const char *sql)
{
    g_autoptr(FairyDb) db = NULL;
    g_assert_true(fairy_db_open(TRUE, &db, NULL));
    g_autoptr(GError) error = NULL;
    fairy_db_run(db, &error, sql, "");
    g_assert_no_error(error);
}

static void test_damaged(void)
{
    g_autofree char *path = path_of("damaged.svg");
    g_autoptr(GError) error = NULL;
    run(path, "one", 1);
    change_file("UPDATE items SET item = '{\"kind\":' WHERE number = 2 AND session ="
                " (SELECT id FROM sessions ORDER BY id DESC LIMIT 1)");
    g_assert_null(fairy_session_open(path, "default", TRUE, &error));
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_JOURNAL);
    g_clear_error(&error);
    change_file("DELETE FROM items WHERE session = (SELECT max(id) FROM sessions)");
    change_file("UPDATE sessions SET state = '[' WHERE id = (SELECT max(id) FROM sessions)");
    g_assert_null(fairy_session_open(path, "default", TRUE, &error));
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_JOURNAL);
    g_clear_error(&error);
    change_file("UPDATE sessions SET state = '{\"origin\":5,\"step\":-1,\"mode\":\"no such\","
                "\"todos\":[1,{\"id\":\"x\"}],\"view\":{\"w\":-1},\"usage\":[],\"usd\":-4}'"
                " WHERE id = (SELECT max(id) FROM sessions)");
    g_autoptr(FairySession) odd = open_session(path);
    g_assert_cmpint(odd->mode, ==, FAIRY_MODE_IDLING);
    g_assert_cmpfloat(odd->step, ==, 0);
    g_assert_true(svg_box_is_empty(odd->view));
    g_assert_cmpuint(fairy_todos_items(odd->todos)->len, ==, 0);
    g_assert_cmpfloat(odd->cost.usd, ==, 0);
    change_file("DELETE FROM sessions WHERE id = (SELECT max(id) FROM sessions)");
}

/* A journal of before there were sessions gets them, and keeps what it has. */
static void test_migrates(void)
{
    g_autofree char *path = path_of("older.svg");
    change_file("INSERT INTO documents (path, digest) VALUES ('/older.svg', 'd')");
    change_file("DROP TABLE sessions");
    change_file("DROP TABLE items");
    change_file("ALTER TABLE turns DROP COLUMN ended");
    change_file("DROP TABLE unfinished");
    change_file("ALTER TABLE entries DROP COLUMN name");
    change_file("ALTER TABLE entries DROP COLUMN task");
    change_file("PRAGMA user_version = 2");
    g_autoptr(GPtrArray) none = fairy_sessions_list(NULL, NULL);
    g_assert_cmpuint(none->len, ==, 0);
    run(path, "one", 0);
    g_autoptr(FairySession) session = open_session(path);
    g_assert_cmpuint(n_items(session), ==, 1);
    g_autoptr(FairyDb) db = NULL;
    g_assert_true(fairy_db_open(FALSE, &db, NULL));
    g_assert_cmpint(
        fairy_db_number(db, 0, "SELECT count(*) FROM documents WHERE digest = ?", "s", "d"), ==, 1);
}

/* --- for people ------------------------------------------------------------------------------- */

static void add(FairySession *session, const char *action, FairyOutcome *outcome)
{
    outcome->action = cJSON_Parse(action);
    fairy_memory_add_action(session->memory, outcome);
    cJSON_Delete(outcome->action);
}

static void test_export(void)
{
    g_autofree char *path = path_of("export.svg");
    g_autoptr(FairySession) session = open_session(path);
    fairy_memory_add_prompt(session->memory, FAIRY_SOURCE_USER, NULL, "x", NULL,
                            "make *all* red\n# now");
    char align[] = "align", message[] = "message", deletes[] = "delete", why[] = "\"a\" is locked";
    add(session, "{\"_type\":\"align\",\"alignment\":\"left\",\"shapeIds\":[\"a\",\"b\",\"c\"]}",
        &(FairyOutcome){.type = align});
    add(session, "{\"_type\":\"delete\",\"shapeId\":\"a\"}",
        &(FairyOutcome){.type = deletes, .status = FAIRY_REFUSED, .detail = why});
    add(session, "{\"_type\":\"message\",\"text\":\"Done, <b>all</b>.\"}",
        &(FairyOutcome){.type = message});
    session->model = g_strdup("anthropic/x");
    g_assert_true(fairy_todos_set(session->todos, "1", NULL, "label them", NULL));
    save(session, path);
    g_autoptr(FairySession) again = read_session(path, "default");
    g_autofree char *text = fairy_session_markdown(again);
    static const char *const parts[] = {
        "# export.svg: default\n\n1 run, from ",
        "; last answered by anthropic/x; 1 request, 110 tokens, about $0.01.\n\n## ",
        "**Person** (",
        "> make \\*all\\* red\n> \\# now\n\n",
        "- Aligned 3 shapes (`align`)\n",
        "(`delete`) — **refused**: \"a\" is locked\n\n",
        "**Fairy** (",
        "> Done, \\<b\\>all\\</b\\>.\n",
        "\n## To do\n\n- [ ] label them\n",
    };
    const char *at = text;
    for (gsize i = 0; i < G_N_ELEMENTS(parts); i++) {
        at = strstr(at, parts[i]);
        if (!at) {
            g_error("\"%s\" isn't in its place in:\n%s", parts[i], text);
        }
    }
    cJSON *json = fairy_session_json(again);
    g_assert_cmpint(cJSON_GetArraySize(cJSON_GetObjectItem(json, "chat")), ==, 4);
    g_assert_cmpint(cJSON_GetObjectItem(json, "runs")->valueint, ==, 1);
    g_assert_nonnull(strchr(cJSON_GetStringValue(cJSON_GetObjectItem(json, "used")), 'Z'));
    cJSON_Delete(json);
}

int main(int argc, char **argv)
{
    folder = g_dir_make_tmp("fairies-session-XXXXXX", NULL);
    g_setenv("XDG_STATE_HOME", folder, TRUE);
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/session/nothing", test_nothing);
    g_test_add_func("/session/names", test_names);
    g_test_add_func("/session/all-of-it", test_all_of_it);
    g_test_add_func("/session/goes-on", test_goes_on);
    g_test_add_func("/session/several", test_several);
    g_test_add_func("/session/canonical", test_canonical);
    g_test_add_func("/session/written-elsewhere", test_written_elsewhere);
    g_test_add_func("/session/without-memory", test_without_memory);
    g_test_add_func("/session/spent", test_spent);
    g_test_add_func("/session/two-at-once", test_two_at_once);
    g_test_add_func("/session/many-processes", test_many_processes);
    g_test_add_func("/session/reads-the-end", test_reads_the_end);
    g_test_add_func("/session/limit", test_limit);
    g_test_add_func("/session/damaged", test_damaged);
    g_test_add_func("/session/migrates", test_migrates);
    g_test_add_func("/session/export", test_export);
    int code = g_test_run();
    static const char *const files[] = {"fairies/journal.db",
                                        "fairies/journal.db-wal",
                                        "fairies/journal.db-shm",
                                        "fairies",
                                        "real.svg",
                                        "link.svg",
                                        ""};
    for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *file = path_of(files[i]);
        g_remove(file);
    }
    g_free(folder);
    return code;
}
