/* Runs that are kept to be resumed, and what becomes of what is odd or damaged in them. */
#include "store/db.h"

#include <fairy/agent.h>
#include <fairy/limits.h>
#include <fairy/session.h>
#include <svg/edit.h>

#include <glib/gstdio.h>

#include <string.h>
#include <unistd.h>

static char *folder;

static const char drawing[] = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 400 300'>"
                              "<rect id='a' x='20' y='20' width='100' height='40'/>"
                              "<rect id='b' x='200' y='30' width='100' height='40'/></svg>";

static char *path_of(const char *name)
{
    return g_build_filename(folder, name, NULL);
}

static void keep(const char *asked, const char *writes, const char *words, const char *why)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(FairyCheckpoint) run = fairy_checkpoint_new();
    run->asked = path_of(asked);
    run->reads = path_of(asked);
    run->writes = path_of(writes);
    run->session = g_strdup("default");
    run->words = g_strdup(words);
    run->why = g_strdup(why);
    run->life = cJSON_Parse("{\"mode\":\"soloing\"}");
    g_assert_true(fairy_checkpoint_save(run, &error));
    g_assert_no_error(error);
}

static FairyCheckpoint *find(const char *name)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = path_of(name);
    FairyCheckpoint *run = fairy_checkpoint_find(path, NULL, "default", &error);
    g_assert_true(run || g_error_matches(error, FAIRY_ERROR, FAIRY_ERROR_JOURNAL));
    return run;
}

static void assert_words(const char *name, const char *words)
{
    g_autoptr(FairyCheckpoint) run = find(name);
    g_assert_cmpstr(run ? run->words : NULL, ==, words);
}

/* --- finding ---------------------------------------------------------------------------------- */

static void test_finding(void)
{
    assert_words("a.svg", NULL);
    g_assert_false(g_file_test(fairy_db_path(), G_FILE_TEST_EXISTS));
    keep("a.svg", "a.fairy.svg", "one", NULL);
    assert_words("a.svg", "one");
    assert_words("a.fairy.svg", "one");
    assert_words("b.svg", NULL);
    keep("a.svg", "a.fairy.svg", "two", NULL);
    assert_words("a.svg", "two");
    keep("a.fairy.svg", "a.fairy.svg", "three", NULL);
    assert_words("a.fairy.svg", "three");
    assert_words("a.svg", "two");
}

/* Who keeps it is at work until it says why it ended. */
static void test_alive(void)
{
    keep("alive.svg", "alive.svg", "x", NULL);
    g_autoptr(FairyCheckpoint) run = find("alive.svg");
    g_assert_cmpint(run->alive, ==, getpid());
    keep("alive.svg", "alive.svg", "x", "interrupted");
    g_autoptr(FairyCheckpoint) ended = find("alive.svg");
    g_assert_cmpint(ended->alive, ==, 0);
    g_assert_cmpstr(ended->why, ==, "interrupted");
}

static void test_no_file(void)
{
    g_autoptr(FairyCheckpoint) run = fairy_checkpoint_new();
    run->asked = g_strdup("/nowhere/at/all.svg");
    run->reads = g_strdup("/nowhere/at/all.svg");
    run->writes = g_strdup("/nowhere/at/all.svg");
    run->session = g_strdup("default");
    g_assert_true(fairy_checkpoint_save(run, NULL));
}

static void test_limits(void)
{
    for (guint i = 0; i < FAIRY_MAX_CHECKPOINTS + 5; i++) {
        g_autofree char *name = g_strdup_printf("many%u.svg", i);
        keep("many.svg", name, "x", "failed");
    }
    assert_words("many0.svg", NULL);
    assert_words("many5.svg", "x");
    for (guint i = 0; i < 60; i++) { /* of different drawings */
        g_autofree char *name = g_strdup_printf("other%u.svg", i);
        keep(name, name, "x", "failed");
    }
    assert_words("other0.svg", "x");
    assert_words("many5.svg", "x");
    g_autoptr(FairyCheckpoint) run = find("many9.svg");
    g_autofree char *long_text = g_strnfill(FAIRY_MAX_CHECKPOINT_BYTES, 'x');
    run->chat = cJSON_CreateString(long_text);
    g_assert_true(fairy_checkpoint_save(run, NULL));
    g_autoptr(FairyCheckpoint) again = find("many9.svg");
    g_assert_cmpstr(again->words, ==, "x");
    g_assert_null(again->chat);
    g_assert_null(again->life);
}

static void change(const char *sql)
{
    g_autoptr(FairyDb) db = NULL;
    g_assert_true(fairy_db_open(TRUE, &db, NULL));
    g_assert_true(fairy_db_run(db, NULL, sql, ""));
}

/* What is older than half a year goes, and the oldest of what has no room together. */
static void test_old(void)
{
    keep("old.svg", "old.svg", "x", "failed");
    keep("older.svg", "older.svg", "x", "failed");
    change("UPDATE unfinished SET time = time - 181 * 86400000000 WHERE asked LIKE '%older.svg'");
    change("UPDATE unfinished SET time = time - 179 * 86400000000 WHERE asked LIKE '%/old.svg'");
    keep("new.svg", "new.svg", "x", "failed");
    assert_words("older.svg", NULL);
    assert_words("old.svg", "x");
    change("UPDATE unfinished SET size = 200 * 1048576 WHERE asked LIKE '%/new.svg'");
    change("UPDATE unfinished SET size = 57 * 1048576 WHERE asked LIKE '%/old.svg'");
    keep("newest.svg", "newest.svg", "x", "failed");
    assert_words("old.svg", NULL);
    assert_words("new.svg", "x");
    assert_words("newest.svg", "x");
}

/* Two that write different files are both kept, and have to be told apart. */
static void test_outputs(void)
{
    g_autofree char *path = path_of("both.svg"), *one = path_of("one.svg");
    g_autoptr(GError) error = NULL;
    keep("both.svg", "one.svg", "the first", "failed");
    keep("both.svg", "two.svg", "the second", NULL);
    g_assert_null(fairy_checkpoint_find(path, NULL, "default", &error));
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE);
    g_assert_nonnull(strstr(error->message, "two.svg (at work"));
    g_autoptr(FairyCheckpoint) run = fairy_checkpoint_find(path, one, "default", NULL);
    g_assert_cmpstr(run->words, ==, "the first");
    assert_words("two.svg", "the second");
    g_autoptr(GPtrArray) runs = fairy_checkpoints_list(path, NULL, NULL);
    g_assert_cmpuint(runs->len, ==, 2);
    g_assert_cmpstr(((FairyCheckpoint *)runs->pdata[0])->words, ==, "the second");
}

/* However often it is kept, what every run has to read stays short. */
static void test_log(void)
{
    for (guint i = 0; i < 600; i++) {
        keep("log.svg", "log.svg", "x", NULL);
    }
    g_autofree char *log = g_strconcat(fairy_db_path(), "-wal", NULL);
    GStatBuf st;
    g_assert_true(g_stat(log, &st) != 0 || st.st_size < 1 << 20);
}

/* The end of a run of the session takes it out, together with what it kept; what is left is kept.
 */
static void test_ended(void)
{
    g_autofree char *path = path_of("ended.svg");
    g_autoptr(FairySession) session = fairy_session_open(path, "default", TRUE, NULL);
    keep("ended.svg", "ended.svg", "x", NULL);
    g_autoptr(FairyCheckpoint) left = find("ended.svg");
    g_free(left->why);
    left->why = g_strdup("budget");
    g_assert_true(fairy_session_save(session, path, &(FairyRunCost){0}, left, NULL));
    g_autoptr(FairyCheckpoint) kept = find("ended.svg");
    g_assert_cmpstr(kept->why, ==, "budget");
    g_assert_true(fairy_session_save(session, path, &(FairyRunCost){0}, NULL, NULL));
    assert_words("ended.svg", NULL);
}

/* --- what was done ---------------------------------------------------------------------------- */

static void move(SvgDocument *doc, FairyJournalWriter *record, const char *id, double x)
{
    char type[] = "move", *ids[] = {NULL};
    SvgEdit *edit = svg_edit_begin(doc, "fairy");
    g_assert_true(svg_edit_move(edit, id, (SvgPoint){x, 50}, SVG_ANCHOR_CENTER, NULL));
    svg_change_free(svg_edit_commit(edit, NULL));
    fairy_journal_writer_add(record,
                             &(FairyOutcome){.type = type, .shape_ids = ids, .wrote = TRUE});
}

static char *print(SvgDocument *doc)
{
    g_autoptr(GBytes) bytes = svg_document_print(doc, NULL);
    return g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
}

static SvgDocument *parse(void)
{
    return svg_document_parse(drawing, strlen(drawing), "test.svg", NULL);
}

static void test_redo(void)
{
    g_autoptr(SvgDocument) doc = parse();
    g_autoptr(FairyJournalWriter) record =
        fairy_journal_writer_new(&(FairyJournalWriterInfo){.command = "ask"});
    fairy_journal_writer_begin(record, doc);
    move(doc, record, "a", 100);
    move(doc, record, "b", 50);
    cJSON *done = fairy_journal_writer_json(record);
    g_autoptr(SvgDocument) fresh = parse();
    g_autoptr(SvgDocument) again = fairy_journal_writer_replay(fresh, done, NULL);
    g_autofree char *is = print(again), *should = print(doc);
    g_assert_cmpstr(is, ==, should);
    /* And once more, from there. */
    g_autoptr(FairyJournalWriter) next =
        fairy_journal_writer_new(&(FairyJournalWriterInfo){.command = "ask"});
    fairy_journal_writer_begin(next, again);
    fairy_journal_writer_prepend(next, done);
    move(again, next, "a", 300);
    cJSON *more = fairy_journal_writer_json(next);
    g_assert_cmpint(cJSON_GetArraySize(cJSON_GetObjectItem(more, "entries")), ==, 3);
    g_autoptr(SvgDocument) last = fairy_journal_writer_replay(fresh, more, NULL);
    g_autofree char *end = print(last), *expected = print(again);
    g_assert_cmpstr(end, ==, expected);
    cJSON_Delete(more);
    cJSON_Delete(done);
}

/* Whatever is wrong with it, it is refused and nothing is half done. */
static void test_damaged(void)
{
    g_autoptr(SvgDocument) doc = parse();
    g_autoptr(SvgDocument) fresh = parse();
    g_autoptr(FairyJournalWriter) record =
        fairy_journal_writer_new(&(FairyJournalWriterInfo){.command = "ask"});
    fairy_journal_writer_begin(record, doc);
    move(doc, record, "a", 100);
    cJSON *done = fairy_journal_writer_json(record);
    g_autofree char *text = cJSON_PrintUnformatted(done), *before = print(fresh);
    cJSON_Delete(done);
    for (gsize i = 0; text[i]; i++) {
        g_autoptr(GError) error = NULL;
        g_autofree char *other = g_strdup(text);
        other[i] = other[i] == '0' ? '1' : '0';
        cJSON *json = cJSON_Parse(other);
        g_autoptr(SvgDocument) redone = fairy_journal_writer_replay(fresh, json, &error);
        g_assert_true(!redone == !!error);
        g_autofree char *is = print(fresh);
        g_assert_cmpstr(is, ==, before);
        cJSON_Delete(json);
    }
}

/* --- the fairy -------------------------------------------------------------------------------- */

static FairyAgent *agent_of(SvgDocument *doc, const char *kept)
{
    cJSON *json = cJSON_Parse(kept);
    g_assert_nonnull(json);
    FairyAgentOptions options = {.view = SVG_BOX_EMPTY, .kept = json};
    FairyAgent *agent = fairy_agent_new(doc, &options, NULL);
    g_assert_nonnull(agent);
    cJSON_Delete(json);
    return agent;
}

static void test_taken_up(void)
{
    g_autoptr(SvgDocument) doc = parse();
    static const char kept[] =
        "{\"mode\":\"working-solo\",\"view\":{\"x\":1,\"y\":2,\"w\":30,\"h\":40},"
        "\"todos\":[{\"id\":\"1\",\"status\":\"in-progress\",\"text\":\"t\"}],"
        "\"mailbox\":[{\"text\":\"hello\",\"source\":\"other\",\"from\":\"elf\"}],"
        "\"created\":[\"a\"],\"projects\":{\"projects\":[],\"tasks\":[{\"id\":\"k\",\"state\":"
        "\"in-progress\",\"fairy\":\"fairy\",\"title\":\"T\",\"text\":\"Do.\",\"x\":0,\"y\":0,"
        "\"w\":9,\"h\":9}],\"waits\":[]},\"running\":false,\"worked\":true,\"doubted\":false}";
    g_autoptr(FairyAgent) agent = agent_of(doc, kept);
    g_assert_cmpint(fairy_agent_mode(agent), ==, FAIRY_MODE_WORKING_SOLO);
    g_assert_cmpfloat(fairy_agent_view(agent).w, ==, 30);
    g_assert_cmpuint(fairy_agent_n_inputs(agent), ==, 1);
    g_assert_cmpuint(fairy_todos_left(fairy_agent_todos(agent)), ==, 1);
    cJSON *again = fairy_agent_snapshot(agent), *before = cJSON_Parse(kept);
    g_autofree char *is = cJSON_PrintUnformatted(again);
    g_assert_true(cJSON_Compare(again, before, TRUE));
    g_assert_nonnull(strstr(is, "\"from\":\"elf\""));
    cJSON_Delete(again);
    cJSON_Delete(before);
}

/* What can't be read is as in a new fairy. */
static void test_odd(void)
{
    static const char mess[] =
        "{\"mode\":7,\"view\":{\"x\":1,\"y\":2,\"w\":-30,\"h\":1e999},\"todos\":{\"a\":1},"
        "\"mailbox\":[1,{},{\"text\":3}],\"created\":[1,null],\"projects\":\"none\"}";
    static const char *const odd[] = {
        "{}", "[]", "3", "{\"mode\":\"working-solo\"}", "{\"mode\":\"orchestrating-active\"}",
        mess};
    g_autoptr(SvgDocument) doc = parse();
    for (gsize i = 0; i < G_N_ELEMENTS(odd); i++) {
        g_autoptr(FairyAgent) agent = agent_of(doc, odd[i]);
        g_assert_cmpint(fairy_agent_mode(agent), ==, FAIRY_MODE_IDLING);
        g_assert_cmpfloat(fairy_agent_view(agent).w, ==, 400);
        g_assert_cmpuint(fairy_agent_n_inputs(agent), ==, 0);
        fairy_agent_resume(agent);
        g_assert_false(fairy_agent_is_running(agent));
    }
}

int main(int argc, char **argv)
{
    folder = g_dir_make_tmp("fairies-unfinished-XXXXXX", NULL);
    g_setenv("XDG_STATE_HOME", folder, TRUE);
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/unfinished/finding", test_finding);
    g_test_add_func("/unfinished/alive", test_alive);
    g_test_add_func("/unfinished/no-file", test_no_file);
    g_test_add_func("/unfinished/limits", test_limits);
    g_test_add_func("/unfinished/old", test_old);
    g_test_add_func("/unfinished/outputs", test_outputs);
    g_test_add_func("/unfinished/log", test_log);
    g_test_add_func("/unfinished/ended", test_ended);
    g_test_add_func("/unfinished/redo", test_redo);
    g_test_add_func("/unfinished/damaged", test_damaged);
    g_test_add_func("/unfinished/taken-up", test_taken_up);
    g_test_add_func("/unfinished/odd", test_odd);
    int code = g_test_run();
    static const char *const files[] = {"fairies/journal.db", "fairies/journal.db-wal",
                                        "fairies/journal.db-shm", "fairies", ""};
    for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *file = path_of(files[i]);
        g_remove(file);
    }
    g_free(folder);
    svg_cleanup();
    return code;
}
