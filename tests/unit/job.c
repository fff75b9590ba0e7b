/* Jobs: their ends as data, several at once in one main context, drawings of editors. */
#include "base/claim.h"
#include "store/db.h"

#include <fairy/job.h>
#include <fairy/journal.h>
#include <fairy/limits.h>
#include <fairy/session.h>

#include <glib/gstdio.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static const char drawing[] =
    "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='300' viewBox='0 0 400 300'>\n"
    "<rect id='a' x='20' y='20' width='100' height='40' fill='none' stroke='black'/>\n"
    "<rect id='b' x='200' y='30' width='100' height='40' fill='none' stroke='black'/>\n"
    "</svg>\n";

/* A drawing of that name in the tests' folder; the caller's. */
static char *put(const char *folder, const char *name)
{
    char *path = g_build_filename(folder, name, NULL);
    g_assert_true(g_file_set_contents(path, drawing, -1, NULL));
    return path;
}

static char *text_of(const char *path)
{
    char *text = NULL;
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    return text;
}

static FairyJobOptions options_for(const char *path, const char *words)
{
    return (FairyJobOptions){.command = "ask",
                             .path = path,
                             .to = FAIRY_JOB_IN_PLACE,
                             .words = words,
                             .model = "offline",
                             .max_requests = -1,
                             .max_tokens = -1,
                             .max_cost = -1,
                             .view = SVG_BOX_EMPTY};
}

static const FairyJobEnding *done(FairyJob **job, const FairyJobOptions *options)
{
    g_autoptr(GError) error = NULL;
    *job = fairy_job_new(options, &error);
    g_assert_no_error(error);
    return fairy_job_wait(*job);
}

static void test_written(gconstpointer folder)
{
    g_autofree char *path = put(folder, "written.svg");
    FairyJobOptions options = options_for(path, "move #a to 50, 60");
    g_autoptr(FairyJob) job = NULL;
    const FairyJobEnding *ending = done(&job, &options);
    g_assert_cmpint(ending->end, ==, FAIRY_JOB_DONE);
    g_assert_null(ending->error);
    g_assert_true(ending->written && ending->changed);
    g_assert_cmpstr(ending->path, ==, path);
    g_assert_null(ending->resume);
    g_autofree char *text = text_of(path);
    g_assert_nonnull(strstr(text, "x='50'"));
    g_autoptr(FairyJournalLog) log = fairy_journal_log_read(path, NULL);
    g_assert_cmpuint(log->entries->len, ==, 1);
}

static void test_nothing_done(gconstpointer folder)
{
    g_autofree char *path = put(folder, "still.svg");
    g_autofree char *beside = fairy_job_beside(path);
    FairyJobOptions options = options_for(path, "flumble");
    options.to = FAIRY_JOB_BESIDE;
    g_autoptr(FairyJob) job = NULL;
    const FairyJobEnding *ending = done(&job, &options);
    g_assert_cmpint(ending->end, ==, FAIRY_JOB_REFUSED);
    g_assert_false(ending->written || ending->changed);
    g_assert_null(ending->path);
    g_assert_cmpstr(fairy_job_writes(job), ==, beside);
    g_assert_cmpint(g_access(beside, F_OK), !=, 0);
}

static void test_bad_input(gconstpointer folder)
{
    g_autofree char *path = g_build_filename(folder, "nowhere.svg", NULL);
    FairyJobOptions options = options_for(path, "move #a to 50, 60");
    g_autoptr(FairyJob) job = NULL;
    const FairyJobEnding *ending = done(&job, &options);
    g_assert_cmpint(ending->end, ==, FAIRY_JOB_BAD_INPUT);
    g_assert_nonnull(ending->error);
    g_assert_false(ending->written);
}

static void test_refused_options(gconstpointer folder)
{
    g_autofree char *path = put(folder, "plain.svg");
    g_autoptr(GError) error = NULL;
    FairyJobOptions options = options_for(path, "neat");
    options.session = "";
    g_assert_null(fairy_job_new(&options, &error));
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE);
    g_clear_error(&error);
    options.session = NULL;
    options.resume = TRUE;
    g_assert_null(fairy_job_new(&options, &error));
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_JOURNAL);
}

static void test_interrupted(gconstpointer folder)
{
    g_autofree char *path = put(folder, "interrupted.svg");
    volatile int interrupted = 1;
    FairyJobOptions options = options_for(path, "move #a to 50, 60");
    options.interrupted = &interrupted;
    g_autoptr(FairyJob) job = NULL;
    const FairyJobEnding *ending = done(&job, &options);
    g_assert_cmpint(ending->end, ==, FAIRY_JOB_INTERRUPTED);
    g_autofree char *text = text_of(path);
    g_assert_cmpstr(text, ==, ending->written ? text : drawing);
}

/* Somebody else is at the drawing, and the person doesn't want to wait for that. */
static gboolean give_signal(gpointer ends)
{
    g_assert_cmpint(write(((int *)ends)[1], "", 1), ==, 1);
    return G_SOURCE_REMOVE;
}

static void test_interrupted_claim(gconstpointer folder)
{
    g_autofree char *path = put(folder, "claimed.svg");
    g_autoptr(FairyClaim) other = fairy_claim_new(path, NULL);
    g_assert_nonnull(other);
    int ends[2];
    g_assert_cmpint(pipe(ends), ==, 0);
    FairyJobOptions options = options_for(path, "move #a to 50, 60");
    options.interrupt_fd = ends[0];
    g_timeout_add(100, give_signal, ends);
    g_autoptr(FairyJob) job = NULL;
    gint64 begun = g_get_monotonic_time();
    const FairyJobEnding *ending = done(&job, &options);
    g_assert_cmpint(ending->end, ==, FAIRY_JOB_INTERRUPTED);
    g_assert_false(ending->written);
    g_assert_cmpint(g_get_monotonic_time() - begun, <, FAIRY_MAX_WAIT_MS * 500);
    close(ends[0]);
    close(ends[1]);
}

/* --- the journal ------------------------------------------------------------------------------ */

static gboolean give_back(gpointer db)
{
    fairy_db_rollback(db);
    return G_SOURCE_REMOVE;
}

static gboolean tick(gpointer n)
{
    ++*(guint *)n;
    return G_SOURCE_CONTINUE;
}

/* Another process writes to it when the job ends: the loop goes round meanwhile. */
static void test_busy_journal(gconstpointer folder)
{
    g_autofree char *path = put(folder, "busy.svg");
    FairyJobOptions options = options_for(path, "move #a to 50, 60");
    g_autoptr(FairyDb) other = NULL;
    g_assert_true(fairy_db_open(TRUE, &other, NULL) && fairy_db_begin(other, FALSE, NULL));
    guint n_ticks = 0, ticks = g_timeout_add(10, tick, &n_ticks);
    g_timeout_add(500, give_back, other);
    g_autoptr(FairyJob) job = NULL;
    const FairyJobEnding *ending = done(&job, &options);
    g_source_remove(ticks);
    g_assert_cmpint(ending->end, ==, FAIRY_JOB_DONE);
    g_assert_cmpuint(n_ticks, >, 10);
    g_autoptr(FairyJournalLog) log = fairy_journal_log_read(path, NULL);
    g_assert_cmpuint(log->entries->len, ==, 1);
    g_autoptr(FairySession) session = fairy_session_read(path, FAIRY_SESSION_DEFAULT, NULL);
    g_assert_nonnull(session);
}

/* The drawing is in its place, and what was said isn't kept yet. */
static void come_too_early(gboolean writing, gpointer output)
{
    if (!writing) {
        g_autoptr(GError) error = NULL;
        g_assert_true(g_file_test(output, G_FILE_TEST_EXISTS));
        g_assert_null(fairy_session_read(output, FAIRY_SESSION_DEFAULT, NULL));
        g_assert_null(fairy_claim_within(output, 0, &error));
        g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_BUSY);
    }
}

/* Whoever comes next goes on from what was said, so it has to wait for that: the file that took the
 * place of the one that was claimed is another file, and is claimed as well. */
static void test_claimed_to_the_end(gconstpointer folder)
{
    static const FairyJobOutput outputs[] = {FAIRY_JOB_IN_PLACE, FAIRY_JOB_BESIDE};
    for (gsize i = 0; i < G_N_ELEMENTS(outputs); i++) {
        g_autofree char *path = put(folder, i == 0 ? "held.svg" : "held-beside.svg");
        g_autofree char *output = i == 0 ? g_strdup(path) : fairy_job_beside(path);
        FairyJobOptions options = options_for(path, "move #a to 50, 60");
        options.to = outputs[i];
        options.funcs.hold = come_too_early;
        options.data = output;
        g_autoptr(FairyJob) job = NULL;
        const FairyJobEnding *ending = done(&job, &options);
        g_assert_cmpint(ending->end, ==, FAIRY_JOB_DONE);
        g_autoptr(FairySession) session = fairy_session_read(output, FAIRY_SESSION_DEFAULT, NULL);
        g_assert_nonnull(session);
        g_autoptr(FairyClaim) claim = fairy_claim_within(output, 0, NULL);
        g_assert_nonnull(claim);
    }
}

/* --- a reply ---------------------------------------------------------------------------------- */

static void test_reply(gconstpointer folder)
{
    static const char reply[] =
        "[{\"_type\":\"delete\",\"shapeId\":\"a\"},{\"_type\":\"delete\",\"shapeId\":\"none\"}]";
    g_autofree char *path = put(folder, "reply.svg");
    int ends[2];
    g_assert_cmpint(pipe(ends), ==, 0);
    g_assert_cmpint(write(ends[1], reply, strlen(reply)), ==, strlen(reply));
    close(ends[1]);
    FairyJobOptions options = options_for(path, NULL);
    options.has_reply = TRUE;
    options.reply = ends[0];
    options.reply_name = "reply";
    g_autoptr(FairyJob) job = NULL;
    const FairyJobEnding *ending = done(&job, &options);
    close(ends[0]);
    g_assert_cmpint(ending->end, ==, FAIRY_JOB_REFUSED);
    g_assert_true(ending->written);
    g_assert_null(fairy_job_model(job));
    g_autofree char *text = text_of(path);
    g_assert_null(strstr(text, "id='a'"));
}

/* --- an editor -------------------------------------------------------------------------------- */

static gboolean take(SvgDocument *doc, gpointer data, GError **error)
{
    GBytes **taken = data;
    *taken = svg_document_print(doc, error);
    return *taken != NULL;
}

static void test_editor(gconstpointer folder)
{
    g_autofree char *path = put(folder, "open.svg");
    g_autoptr(GBytes) bytes = g_bytes_new_static(drawing, strlen(drawing));
    g_autoptr(GBytes) taken = NULL;
    FairyJobOptions options = options_for(path, "move #a to 50, 60");
    options.bytes = bytes;
    options.to = FAIRY_JOB_HANDED;
    options.funcs.deliver = take;
    options.data = &taken;
    g_autoptr(FairyJob) job = NULL;
    const FairyJobEnding *ending = done(&job, &options);
    g_assert_cmpint(ending->end, ==, FAIRY_JOB_DONE);
    g_assert_true(ending->written);
    g_assert_null(ending->path);
    g_autofree char *before = text_of(path);
    g_assert_cmpstr(before, ==, drawing);
    g_autoptr(GError) error = NULL;
    const FairyJournalStep undo = {.kind = FAIRY_STEP_COUNT, .n = 1};
    g_assert_null(fairy_journal_step(path, undo, &error)); /* it was never saved */
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_JOURNAL);
    gsize len;
    const char *text = g_bytes_get_data(taken, &len);
    g_assert_true(g_file_set_contents(path, text, (gssize)len, NULL));
    g_autoptr(GPtrArray) undone = fairy_journal_step(path, undo, NULL);
    g_assert_nonnull(undone);
    g_autofree char *after = text_of(path);
    g_assert_cmpstr(after, ==, drawing);
}

/* --- a person at work in it --------------------------------------------------------------------
 */

static char *with(const char *text, const char *old, const char *new_)
{
    GString *out = g_string_new(text);
    g_assert_cmpuint(g_string_replace(out, old, new_, 0), ==, 1);
    return g_string_free(out, FALSE);
}

typedef struct {
    FairyJob *job;
    GBytes *given, *base;
} Shared;

/* The person has moved b, and locked it, before the fairy does anything. */
static void person_works(gpointer data)
{
    Shared *shared = data;
    g_autofree char *moved =
        with(drawing, "<rect id='b' x='200'", "<rect sodipodi:insensitive='true' id='b' x='240'");
    g_autofree char *text = with(moved, "<svg ",
                                 "<svg xmlns:sodipodi="
                                 "'http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd' ");
    g_autoptr(GBytes) was = g_bytes_new_static(drawing, strlen(drawing));
    g_autoptr(GBytes) now = g_bytes_new(text, strlen(text));
    g_autoptr(GBytes) none = g_bytes_new_static("no drawing", 10);
    g_autoptr(GError) error = NULL;
    g_assert_nonnull(fairy_job_document(shared->job));
    g_assert_null(fairy_job_take(shared->job, was, none, NULL, &error));
    g_assert_nonnull(error);
    shared->base = fairy_job_take(shared->job, was, now, NULL, NULL);
    g_assert_nonnull(shared->base);
}

static gboolean take_shared(SvgDocument *doc, gpointer data, GError **error)
{
    return take(doc, &((Shared *)data)->given, error);
}

static void test_taken(gconstpointer folder)
{
    g_autofree char *path = put(folder, "shared.svg");
    g_autoptr(GBytes) bytes = g_bytes_new_static(drawing, strlen(drawing));
    Shared shared = {0};
    FairyJobOptions options = options_for(path, "move #a to 50, 60; move #b to 10, 10");
    options.bytes = bytes;
    options.to = FAIRY_JOB_HANDED;
    options.funcs.begin = person_works;
    options.funcs.deliver = take_shared;
    options.data = &shared;
    g_autoptr(FairyJob) job = shared.job = fairy_job_new(&options, NULL);
    g_assert_null(fairy_job_document(job));
    const FairyJobEnding *ending = fairy_job_wait(job);
    g_assert_cmpint(ending->end, ==, FAIRY_JOB_REFUSED); /* b is locked now */
    const char *text = g_bytes_get_data(shared.given, NULL);
    g_assert_nonnull(strstr(text, "x='50'"));
    g_assert_nonnull(strstr(text, "x='240'"));
    g_assert_nonnull(strstr(text, "sodipodi:insensitive="));
    g_assert_null(strstr(g_bytes_get_data(shared.base, NULL), "x='50'"));
    g_assert_nonnull(strstr(g_bytes_get_data(shared.base, NULL), "x='240'"));
    g_autoptr(FairyJournalLog) log = fairy_journal_log_read(path, NULL);
    g_assert_cmpuint(log->entries->len, ==, 2);
    const FairyJournalEntry *first = log->entries->pdata[1];
    g_assert_cmpstr(first->author, ==, "user");
    g_bytes_unref(shared.given);
    g_bytes_unref(shared.base);
}

/* --- many ------------------------------------------------------------------------------------- */

enum { JOBS = 32 };

typedef struct {
    GMainLoop *loop;
    guint left;
} Many;

static void on_finished(FairyJob *job, const FairyJobEnding *ending, gpointer data)
{
    Many *many = data;
    g_assert_cmpint(ending->end, ==, FAIRY_JOB_DONE);
    g_assert_true(ending->written);
    fairy_job_free(job); /* it may be freed here */
    if (--many->left == 0) {
        g_main_loop_quit(many->loop);
    }
}

/* All in one main context, half of them at the same drawing: who comes later waits for the claim,
 * while the others go on. */
static void test_many(gconstpointer folder)
{
    char *paths[JOBS];
    Many many = {.loop = g_main_loop_new(NULL, FALSE), .left = JOBS};
    for (guint i = 0; i < JOBS; i++) {
        g_autofree char *name = g_strdup_printf("many-%u.svg", i % 2 == 0 ? 0 : i);
        paths[i] = put(folder, name);
        FairyJobOptions options = options_for(paths[i], "move #a right by 1");
        fairy_job_start(fairy_job_new(&options, NULL), on_finished, &many);
    }
    g_main_loop_run(many.loop);
    g_main_loop_unref(many.loop);
    g_autofree char *shared = text_of(paths[0]), *own = text_of(paths[1]);
    g_assert_nonnull(strstr(shared, "x='36'"));
    g_assert_nonnull(strstr(own, "x='21'"));
    for (guint i = 0; i < JOBS; i++) {
        g_free(paths[i]);
    }
}

static void remove_all(const char *folder)
{
    const char *const words[] = {"rm", "-rf", folder, NULL};
    g_spawn_sync(NULL, (char **)words, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL,
                 NULL);
}

int main(int argc, char **argv)
{
    g_autofree char *folder = g_dir_make_tmp("fairies-job-XXXXXX", NULL);
    g_setenv("XDG_STATE_HOME", folder, TRUE);
    g_test_init(&argc, &argv, NULL);
    g_test_add_data_func("/job/written", folder, test_written);
    g_test_add_data_func("/job/nothing_done", folder, test_nothing_done);
    g_test_add_data_func("/job/bad_input", folder, test_bad_input);
    g_test_add_data_func("/job/refused_options", folder, test_refused_options);
    g_test_add_data_func("/job/interrupted", folder, test_interrupted);
    g_test_add_data_func("/job/interrupted_claim", folder, test_interrupted_claim);
    g_test_add_data_func("/job/busy_journal", folder, test_busy_journal);
    g_test_add_data_func("/job/claimed_to_the_end", folder, test_claimed_to_the_end);
    g_test_add_data_func("/job/reply", folder, test_reply);
    g_test_add_data_func("/job/editor", folder, test_editor);
    g_test_add_data_func("/job/taken", folder, test_taken);
    g_test_add_data_func("/job/many", folder, test_many);
    int code = g_test_run();
    remove_all(folder);
    svg_cleanup();
    return code;
}
