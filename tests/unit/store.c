/* The journal on disk: patches, claims, what is settled after a crash, limits. */
#include "base/claim.h"
#include "store/drawing.h"
#include "store/patch.h"
#include "store/search.h"

#include <fairy/limits.h>
#include <svg/error.h>

#include <glib/gstdio.h>
#include <sys/wait.h>

#include <string.h>
#include <unistd.h>
#include <utime.h>

static const char drawing[] = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 800 600\">\n"
                              "  <rect id=\"a\" x=\"10\" y=\"20\" width=\"100\" height=\"50\"/>\n"
                              "  <rect id=\"b\" x=\"100\" y=\"300\" width=\"50\" height=\"40\"/>\n"
                              "  <rect id=\"c\" x=\"300\" y=\"200\" width=\"20\" height=\"10\"/>\n"
                              "</svg>\n";

/* --- patches ---------------------------------------------------------------------------------- */

typedef struct {
    GString *before, *after;
    GBytes *patch;
} Change;

static void pack(const SvgReplacement *at, gpointer packer)
{
    fairy_packer_add(packer, at);
}

/* A patch for each commit, and one of all together. */
static GPtrArray *patches_of(SvgDocument *doc)
{
    GPtrArray *patches = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
    g_autoptr(SvgTrace) trace = svg_trace_new(doc, 0, svg_document_undo_depth(doc), 4096);
    g_assert_nonnull(trace);
    FairyPacker packer = {0};
    while (svg_trace_next(trace, pack, &packer)) {
        g_ptr_array_add(patches, fairy_packer_take(&packer));
    }
    svg_trace_all(trace, pack, &packer);
    g_ptr_array_add(patches, fairy_packer_take(&packer));
    return patches;
}

/* What two replies' worth of edits do to the drawing, as one patch. */
static Change change_of(const char *reply)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgDocument) doc = svg_document_parse(drawing, strlen(drawing), "test.svg", &error);
    g_autoptr(FairyExecutor) executor =
        fairy_executor_new(doc, fairy_actions(), &(FairyExecutorOptions){0});
    fairy_executor_feed(executor, reply, strlen(reply), &error);
    g_assert_no_error(error);
    g_autoptr(GPtrArray) patches = patches_of(doc);
    g_autoptr(GBytes) after = svg_document_print_utf8(doc);
    return (Change){
        .before = g_string_new(drawing),
        .after = g_string_new_len(g_bytes_get_data(after, NULL), (gssize)g_bytes_get_size(after)),
        .patch = g_bytes_ref(patches->pdata[patches->len - 1]),
    };
}

static void change_clear(Change *change)
{
    g_string_free(change->before, TRUE);
    g_string_free(change->after, TRUE);
    g_bytes_unref(change->patch);
}

static const char moves[] =
    "[{\"_type\":\"move\",\"shapeId\":\"a\",\"x\":40,\"y\":33,\"anchor\":\"top-left\"},"
    "{\"_type\":\"delete\",\"shapeId\":\"c\"}]";

static void test_patch_exact(void)
{
    Change change = change_of(moves);
    g_autoptr(GString) text = g_string_new(change.after->str);
    g_assert_cmpint(fairy_patch_apply(change.patch, TRUE, TRUE, text, NULL), ==,
                    FAIRY_PATCH_APPLIED);
    g_assert_cmpstr(text->str, ==, drawing);
    g_assert_cmpint(fairy_patch_apply(change.patch, FALSE, TRUE, text, NULL), ==,
                    FAIRY_PATCH_APPLIED);
    g_assert_cmpstr(text->str, ==, change.after->str);
    /* It is another text already. */
    g_autofree char *excerpt = NULL;
    g_assert_cmpint(fairy_patch_apply(change.patch, FALSE, TRUE, text, &excerpt), ==,
                    FAIRY_PATCH_MISSING);
    g_assert_cmpstr(text->str, ==, change.after->str);
    g_assert_nonnull(excerpt);
    change_clear(&change);
}

static void test_patch_search(void)
{
    Change change = change_of(moves);
    static const char comment[] = "<!-- ü, by somebody else -->\n";
    g_autoptr(GString) text = g_string_new(change.after->str);
    g_string_prepend(text, comment);
    g_autofree char *was = g_strdup(text->str), *excerpt = NULL;
    g_assert_cmpint(fairy_patch_apply(change.patch, TRUE, TRUE, text, NULL), ==,
                    FAIRY_PATCH_MISSING);
    g_assert_cmpint(fairy_patch_apply(change.patch, TRUE, FALSE, text, NULL), ==,
                    FAIRY_PATCH_APPLIED);
    g_assert_true(g_str_has_prefix(text->str, comment));
    g_assert_cmpstr(text->str + strlen(comment), ==, drawing);
    g_string_assign(text, was);
    g_string_append(text, change.after->str);
    g_assert_cmpint(fairy_patch_apply(change.patch, TRUE, FALSE, text, &excerpt), ==,
                    FAIRY_PATCH_AMBIGUOUS);
    g_assert_true(g_str_has_prefix(excerpt, "x=\"40\" y=\"33\""));
    change_clear(&change);
}

/* A patch that was cut or overwritten is told, or doesn't fit; it is never followed out of bounds.
 */
static void test_patch_damaged(void)
{
    Change change = change_of(moves);
    gsize len;
    const guint8 *data = g_bytes_get_data(change.patch, &len);
    for (gsize i = 0; i < len; i++) {
        g_autoptr(GBytes) cut = g_bytes_new(data, i);
        g_autofree guint8 *copy = g_memdup2(data, len);
        copy[i] ^= 0xff;
        g_autoptr(GBytes) wrong = g_bytes_new(copy, len);
        for (guint mode = 0; mode < 4; mode++) {
            GBytes *const bad[] = {cut, wrong};
            for (guint k = 0; k < G_N_ELEMENTS(bad); k++) {
                g_autoptr(GString) text = g_string_new(change.after->str);
                if (fairy_patch_apply(bad[k], mode & 1, mode & 2, text, NULL) !=
                    FAIRY_PATCH_APPLIED) {
                    g_assert_cmpstr(text->str, ==, change.after->str);
                }
            }
        }
    }
    g_autoptr(GBytes) half = g_bytes_new(data, len - 1);
    g_autoptr(GString) text = g_string_new(change.after->str);
    g_assert_cmpint(fairy_patch_apply(half, TRUE, TRUE, text, NULL), ==, FAIRY_PATCH_DAMAGED);
    g_assert_cmpstr(text->str, ==, change.after->str);
    change_clear(&change);
}

static void check_hit(FairyHit hit, const char *text, const char *needle)
{
    const char *first = *needle ? strstr(text, needle) : NULL;
    const char *second = first ? strstr(first + 1, needle) : NULL;
    g_assert_cmpuint(hit.count, ==, (first != NULL) + (second != NULL));
    if (first) {
        g_assert_cmpuint(hit.offset, ==, (gsize)(first - text));
    }
}

static void test_search(void)
{
    for (guint round = 0; round < 2000; round++) {
        char text[40];
        gsize len = (gsize)g_test_rand_int_range(0, 40);
        g_autoptr(GPtrArray) needles =
            g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
        g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
        for (gsize i = 0; i < len; i++) {
            text[i] = "ab\xff"[g_test_rand_int_range(0, 3)];
        }
        text[len] = '\0';
        for (gint n = g_test_rand_int_range(0, 5); n > 0; n--) {
            char *word = g_strnfill((gsize)g_test_rand_int_range(1, 6), 'a');
            for (char *at = word; *at; at++) {
                *at = "ab\xff"[g_test_rand_int_range(0, 3)];
            }
            g_ptr_array_add(words, word);
            g_ptr_array_add(needles, g_bytes_new(word, strlen(word)));
        }
        g_autofree FairyHit *hits = fairy_search(text, len, needles);
        for (guint i = 0; i < needles->len; i++) {
            check_hit(hits[i], text, words->pdata[i]);
        }
    }
}

/* --- files ------------------------------------------------------------------------------------ */

/* An empty journal, and the drawing in a folder of its own. */
static char *begin(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = g_dir_make_tmp("fairies-store-XXXXXX", &error);
    g_assert_no_error(error);
    char *path = g_build_filename(folder, "flow.svg", NULL);
    g_file_set_contents(path, drawing, -1, &error);
    g_assert_no_error(error);
    return path;
}

static void end(char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);
    g_unlink(path);
    g_assert_cmpint(g_rmdir(folder), ==, 0);
    g_free(path);
}

static void test_claims(void)
{
    g_autoptr(GError) error = NULL;
    char *path = begin();
    g_autofree char *missing = g_strconcat(path, ".new", NULL);
    const char *const paths[] = {path, missing};
    for (guint i = 0; i < G_N_ELEMENTS(paths); i++) {
        FairyClaim *claim = fairy_claim_new(paths[i], &error);
        g_assert_no_error(error);
        g_assert_null(fairy_claim_within(paths[i], 0, &error));
        g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_BUSY);
        g_clear_error(&error);
        g_assert_true(fairy_claim_check(claim, &error));
        g_assert_true(g_file_set_contents(paths[i], "other", -1, &error));
        g_assert_false(fairy_claim_check(claim, &error));
        g_assert_error(error, SVG_ERROR, SVG_ERROR_CHANGED);
        g_clear_error(&error);
        /* What it replaced is another file, that nobody has claimed. */
        g_autoptr(FairyClaim) other = fairy_claim_within(paths[i], 0, &error);
        g_assert_no_error(error);
        g_assert_nonnull(other);
        fairy_claim_free(claim);
    }
    g_autoptr(FairyClaim) device = fairy_claim_new("/dev/null", &error);
    g_autoptr(FairyClaim) again = fairy_claim_new("/dev/null", &error);
    g_assert_no_error(error);
    g_assert_true(device && again);
    g_unlink(missing);
    end(path);
}

/* The longest that the loop was held up until it is done: µs. */
static gint64 wait_for(const gboolean *done)
{
    gint64 stall = 0;
    while (!*done) {
        gint64 before = g_get_monotonic_time();
        while (g_main_context_iteration(NULL, FALSE)) {
        }
        stall = MAX(stall, g_get_monotonic_time() - before);
        g_usleep(1000);
    }
    return stall;
}

/* Two new files in one folder have nothing to do with each other; and nothing is left of either. */
static void test_new_files(void)
{
    g_autoptr(GError) error = NULL;
    char *path = begin();
    g_autofree char *first = g_strconcat(path, ".1", NULL), *second = g_strconcat(path, ".2", NULL);
    g_autofree char *folder = g_build_filename(g_get_user_state_dir(), "fairies", "claims", NULL);
    g_autofree char *left = g_build_filename(folder, "left-by-a-killed-one", NULL);
    g_assert_cmpint(g_mkdir_with_parents(folder, 0700), ==, 0);
    g_assert_true(g_file_set_contents(left, "", 0, NULL));
    const struct utimbuf old = {1000000000, 1000000000};
    g_assert_cmpint(utime(left, &old), ==, 0);
    FairyClaim *a = fairy_claim_within(first, 0, &error);
    g_assert_no_error(error);
    FairyClaim *b = fairy_claim_within(second, 0, &error);
    g_assert_no_error(error);
    g_assert_null(fairy_claim_within(first, 0, NULL));
    g_assert_null(fairy_claim_within(second, 0, NULL));
    g_assert_false(g_file_test(first, G_FILE_TEST_EXISTS));
    fairy_claim_free(a);
    a = fairy_claim_within(first, 0, &error);
    g_assert_no_error(error);
    fairy_claim_free(a);
    fairy_claim_free(b);
    g_assert_false(g_file_test(folder, G_FILE_TEST_EXISTS));
    end(path);
}

typedef struct {
    FairyClaim *claim;
    GError *error;
    gboolean done;
} Claimed;

static void on_claim(FairyClaim *claim, const GError *error, gpointer data)
{
    Claimed *claimed = data;
    g_assert_false(claimed->done);
    *claimed = (Claimed){claim, error ? g_error_copy(error) : NULL, TRUE};
}

static gboolean let_go(gpointer claim)
{
    fairy_claim_free(claim);
    return G_SOURCE_REMOVE;
}

/* Who waits for a claim keeps nobody else from their work, and needn't wait until the end. */
static void test_waited_for(void)
{
    char *path = begin();
    g_autofree char *missing = g_strconcat(path, ".new", NULL);
    const char *const paths[] = {path, missing};
    for (guint i = 0; i < G_N_ELEMENTS(paths); i++) {
        FairyClaim *held = fairy_claim_new(paths[i], NULL);
        Claimed claimed = {0}, never = {0};
        fairy_claim_start(paths[i], on_claim, &claimed);
        FairyClaiming *dropped = fairy_claim_start(paths[i], on_claim, &never);
        g_timeout_add(60, let_go, held);
        gint64 begun = g_get_monotonic_time(), stall = wait_for(&claimed.done);
        g_assert_no_error(claimed.error);
        g_assert_cmpint(g_get_monotonic_time() - begun, >=, 55 * 1000);
        g_assert_cmpint(stall, <, 50 * 1000);
        fairy_claiming_free(dropped);
        g_assert_false(never.done);
        fairy_claim_free(claimed.claim);
    }
    end(path);
}

/* --- crashes ---------------------------------------------------------------------------------- */

typedef enum { WRITE, DIE_BEFORE, DIE_AFTER, FAIL } End;

typedef struct {
    SvgDocument *doc;
    const char *path;
    End end;
} Saving;

static gboolean save(gpointer data, GError **error)
{
    const Saving *saving = data;
    if (saving->end == DIE_BEFORE) {
        _exit(0);
    }
    if (saving->end == FAIL) {
        g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_NOSPC, "no room");
        return FALSE;
    }
    gboolean good = svg_document_save(saving->doc, saving->path, error);
    if (saving->end == DIE_AFTER) {
        _exit(0);
    }
    return good;
}

static void record(const FairyOutcome *outcome, gpointer data)
{
    fairy_journal_writer_add(data, outcome);
}

/* `fairy apply PATH`. */
static gboolean apply(const char *path, const char *reply, End how, GError **unkept)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(FairyClaim) claim = fairy_claim_new(path, &error);
    g_autoptr(SvgDocument) doc = svg_document_load(path, &error);
    g_assert_no_error(error);
    g_assert_nonnull(claim);
    g_autoptr(FairyJournalWriter) kept =
        fairy_journal_writer_new(&(FairyJournalWriterInfo){.command = "test"});
    fairy_journal_writer_begin(kept, doc);
    g_autoptr(FairyExecutor) executor = fairy_executor_new(
        doc, fairy_actions(), &(FairyExecutorOptions){.on_outcome = record, .data = kept});
    fairy_executor_feed(executor, reply, strlen(reply), &error);
    g_assert_no_error(error);
    Saving saving = {doc, path, how};
    return fairy_journal_writer_save(kept, path, TRUE, save, &saving, unkept, NULL);
}

static void in_child(const char *path, const char *reply, End how)
{
    pid_t child = fork();
    if (child == 0) {
        g_autoptr(GError) unkept = NULL;
        apply(path, reply, how, &unkept);
        _exit(1);
    }
    int status = 0;
    g_assert_cmpint(waitpid(child, &status, 0), ==, child);
    g_assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static char *log_of(const char *path)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(FairyJournalLog) log = fairy_journal_log_read(path, &error);
    g_assert_no_error(error);
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < log->entries->len; i++) {
        const FairyJournalEntry *entry = log->entries->pdata[i];
        g_string_append_printf(out, "%u:%s ", entry->id,
                               fairy_journal_entry_state_name(entry->state));
    }
    return g_string_free(out, FALSE);
}

static void assert_log(const char *path, const char *wanted)
{
    g_autofree char *log = log_of(path);
    g_assert_cmpstr(log, ==, wanted);
}

static void assert_step(const char *path, FairyJournalStep step)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) entries = fairy_journal_step(path, step, &error);
    g_assert_no_error(error);
    g_assert_nonnull(entries);
}

static void assert_text(const char *path, const char *wanted)
{
    g_autofree char *text = NULL;
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    g_assert_cmpstr(text, ==, wanted);
}

#define MOVE(id, x) \
    "[{\"_type\":\"move\",\"shapeId\":\"" id "\",\"x\":" x ",\"y\":5,\"anchor\":\"top-left\"}]"

/* --- another process is at the journal -------------------------------------------------------- */

typedef struct {
    FairyJournalWriter *record;
    Saving saving;
    guint n_saved, n_tries;
    gboolean done;
    GError *error;
} Attempted;

static gboolean count_save(gpointer data, GError **error)
{
    Attempted *attempted = data;
    attempted->n_saved++;
    return save(&attempted->saving, error);
}

static gboolean try_to_save(gpointer data, GError **error)
{
    Attempted *attempted = data;
    g_autoptr(GError) unkept = NULL;
    attempted->n_tries++;
    gboolean good = fairy_journal_writer_save(attempted->record, attempted->saving.path, TRUE,
                                              count_save, attempted, &unkept, error);
    g_assert_no_error(unkept);
    return good;
}

static void on_attempted(const GError *error, gpointer data)
{
    Attempted *attempted = data;
    attempted->done = TRUE;
    attempted->error = error ? g_error_copy(error) : NULL;
}

static gboolean give_back(gpointer db)
{
    fairy_db_rollback(db);
    return G_SOURCE_REMOVE;
}

/* Who writes the journal's file while another does waits by the main context, and writes the
 * drawing once. */
static void test_busy(void)
{
    char *path = begin();
    g_autoptr(GError) unkept = NULL;
    g_assert_true(apply(path, MOVE("a", "30"), WRITE, &unkept));
    g_autoptr(SvgDocument) doc = svg_document_load(path, NULL);
    g_autoptr(FairyJournalWriter) kept =
        fairy_journal_writer_new(&(FairyJournalWriterInfo){.command = "test"});
    fairy_journal_writer_begin(kept, doc);
    g_autoptr(FairyExecutor) executor = fairy_executor_new(
        doc, fairy_actions(), &(FairyExecutorOptions){.on_outcome = record, .data = kept});
    fairy_executor_feed(executor, MOVE("a", "60"), strlen(MOVE("a", "60")), NULL);
    g_autoptr(FairyDb) other = NULL;
    g_assert_true(fairy_db_open(TRUE, &other, NULL) && fairy_db_begin(other, FALSE, NULL));
    Attempted attempted = {.record = kept, .saving = {doc, path, WRITE}};
    fairy_journal_attempt_start(try_to_save, on_attempted, &attempted, G_PRIORITY_DEFAULT);
    g_timeout_add(300, give_back, other);
    gint64 stall = wait_for(&attempted.done);
    g_assert_no_error(attempted.error);
    g_assert_cmpuint(attempted.n_tries, >, 3);
    g_assert_cmpuint(attempted.n_saved, ==, 1);
    g_assert_cmpint(stall, <, 200 * 1000); /* and not the 300 ms that it waited */
    assert_log(path, "2:done 1:done ");
    end(path);
}

/* Something else puts a comment at the end. */
static void touch_up(const char *path)
{
    g_autofree char *text = NULL;
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    g_autofree char *more = g_strconcat(text, "<!-- mine -->\n", NULL);
    g_assert_true(g_file_set_contents(path, more, -1, NULL));
}

static const FairyJournalStep undo_one = {.kind = FAIRY_STEP_COUNT, .n = 1};

static void test_killed(void)
{
    char *path = begin();
    g_autoptr(GError) unkept = NULL;
    in_child(path, MOVE("a", "50"), DIE_BEFORE);
    assert_log(path, "");
    in_child(path, MOVE("a", "60"), DIE_AFTER);
    assert_log(path, "1:done ");
    g_assert_true(apply(path, MOVE("b", "70"), WRITE, &unkept));
    g_assert_no_error(unkept);
    in_child(path, moves, DIE_BEFORE);
    g_assert_true(apply(path, MOVE("b", "80"), WRITE, &unkept));
    assert_log(path, "3:done 2:done 1:done ");
    in_child(path, moves, DIE_AFTER);
    assert_step(path, undo_one);
    assert_log(path, "5:undone 4:done 3:done 2:done 1:done ");
    assert_step(path, (FairyJournalStep){.kind = FAIRY_STEP_TO, .n = 0});
    assert_text(path, drawing);
    end(path);
}

/* The drawing isn't as we wrote it, nor as it was, when the next one comes. */
static void test_killed_and_changed(void)
{
    char *path = begin();
    in_child(path, MOVE("a", "50"), DIE_BEFORE);
    touch_up(path);
    assert_log(path, "");
    in_child(path, MOVE("a", "60"), DIE_AFTER);
    touch_up(path);
    assert_log(path, "1:done ");
    assert_step(path, undo_one);
    g_autofree char *wanted = g_strconcat(drawing, "<!-- mine -->\n<!-- mine -->\n", NULL);
    assert_text(path, wanted);
    end(path);
}

/* An undo that was announced; the drawing is as `text` when the next one comes. */
static void leave_undo(const char *path, const char *text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(FairyDb) db = NULL;
    g_autoptr(FairyDrawing) row = NULL;
    g_autoptr(SvgDocument) now = svg_document_load(path, &error);
    g_autoptr(SvgDocument) then = svg_document_parse(drawing, strlen(drawing), "then", &error);
    g_autofree char *canonical = fairy_canonical_path(path);
    g_auto(FairyPending) pending = {.kind = FAIRY_PENDING_UNDO, .first = 1, .last = 1};
    pending.before = svg_document_digest(now);
    pending.after = svg_document_digest(then);
    g_assert_true(fairy_db_open(FALSE, &db, &error));
    g_assert_true(fairy_drawing_find(db, canonical, FALSE, &row, &error));
    g_assert_true(fairy_pending_add(row, &pending, &error));
    g_assert_true(g_file_set_contents(path, text, -1, &error));
}

static void test_killed_undo(void)
{
    char *path = begin();
    g_autofree char *moved = NULL;
    g_autoptr(GError) unkept = NULL;
    apply(path, MOVE("a", "50"), WRITE, &unkept);
    g_assert_true(g_file_get_contents(path, &moved, NULL, NULL));
    leave_undo(path, moved);
    assert_log(path, "1:done ");
    leave_undo(path, drawing);
    assert_log(path, "1:undone ");
    assert_step(path, (FairyJournalStep){.redo = TRUE, .n = 1});
    assert_text(path, moved);
    leave_undo(path, drawing);
    apply(path, MOVE("a", "60"), WRITE, &unkept);
    assert_log(path, "2:done 1:gone ");
    assert_step(path, undo_one);
    assert_text(path, drawing);
    g_assert_no_error(unkept);
    end(path);
}

static void test_not_written(void)
{
    char *path = begin();
    g_autoptr(GError) unkept = NULL;
    g_assert_false(apply(path, MOVE("a", "50"), FAIL, &unkept));
    g_assert_no_error(unkept);
    assert_log(path, "");
    g_assert_true(apply(path, MOVE("a", "50"), WRITE, &unkept));
    assert_log(path, "1:done ");
    end(path);
}

/* --- limits ----------------------------------------------------------------------------------- */

static void prune(const char *path, gint64 max_drawing, gint64 max_all, guint keep)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(FairyDb) db = NULL;
    g_autoptr(FairyDrawing) row = NULL;
    g_autofree char *canonical = fairy_canonical_path(path);
    g_assert_true(fairy_db_open(FALSE, &db, &error));
    g_assert_true(fairy_drawing_find(db, canonical, FALSE, &row, &error));
    g_assert_true(fairy_db_begin(db, FALSE, &error));
    g_assert_true(fairy_drawing_prune(row, keep, max_drawing, max_all, &error));
    g_assert_true(fairy_db_commit(db, &error));
    g_assert_no_error(error);
}

static void test_limits(void)
{
    char *path = begin(), *other = begin();
    g_autoptr(GError) unkept = NULL;
    apply(other, MOVE("a", "11"), WRITE, &unkept);
    apply(path, moves, WRITE, &unkept);
    apply(path, MOVE("a", "60"), WRITE, &unkept);
    apply(path, MOVE("a", "70"), WRITE, &unkept);
    prune(path, 1 << 20, G_MAXINT64, 3);
    assert_log(path, "4:done 3:done 2:done 1:done ");
    prune(path, 1, G_MAXINT64, 2);
    assert_log(path, "4:done 3:done "); /* whole turns, and not the one to keep */
    assert_log(other, "1:done ");
    g_autoptr(FairyJournalLog) log = fairy_journal_log_read(path, NULL);
    g_assert_cmpuint(log->n_dropped, ==, 2);
    g_autoptr(GError) error = NULL;
    g_assert_null(fairy_journal_step(path, (FairyJournalStep){.kind = FAIRY_STEP_TO}, &error));
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_JOURNAL);
    prune(path, G_MAXINT64, 1, 3);
    assert_log(path, "4:done ");
    assert_log(other, "");
    /* Numbers go on. */
    apply(other, MOVE("a", "12"), WRITE, &unkept);
    assert_log(other, "2:done ");
    g_assert_no_error(unkept);
    end(path);
    end(other);
}

/* More than the journal keeps: the drawing is written all the same. */
static void test_too_much(void)
{
    g_autoptr(SvgDocument) doc = svg_document_parse(drawing, strlen(drawing), "test.svg", NULL);
    g_autoptr(FairyExecutor) executor =
        fairy_executor_new(doc, fairy_actions(), &(FairyExecutorOptions){0});
    fairy_executor_feed(executor, moves, strlen(moves), NULL);
    g_assert_null(svg_trace_new(doc, 0, 2, 20));
    g_autoptr(GBytes) text = svg_document_print_utf8(doc);
    g_autoptr(GPtrArray) patches = patches_of(doc);
    g_assert_cmpuint(patches->len, ==, 3);
    g_autoptr(GBytes) again = svg_document_print_utf8(doc);
    g_assert_true(g_bytes_equal(text, again));
}

int main(int argc, char **argv)
{
    g_autofree char *state = g_dir_make_tmp("fairies-state-XXXXXX", NULL);
    g_setenv("XDG_STATE_HOME", state, TRUE);
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/store/patch/exact", test_patch_exact);
    g_test_add_func("/store/patch/search", test_patch_search);
    g_test_add_func("/store/patch/damaged", test_patch_damaged);
    g_test_add_func("/store/search", test_search);
    g_test_add_func("/store/claims", test_claims);
    g_test_add_func("/store/new-files", test_new_files);
    g_test_add_func("/store/waited-for", test_waited_for);
    g_test_add_func("/store/busy", test_busy);
    g_test_add_func("/store/killed", test_killed);
    g_test_add_func("/store/killed-and-changed", test_killed_and_changed);
    g_test_add_func("/store/killed-undo", test_killed_undo);
    g_test_add_func("/store/not-written", test_not_written);
    g_test_add_func("/store/limits", test_limits);
    g_test_add_func("/store/too-much", test_too_much);
    int code = g_test_run();
    static const char *const files[] = {"journal.db", "journal.db-wal", "journal.db-shm", ""};
    for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *file = g_build_filename(state, "fairies", files[i], NULL);
        g_remove(file);
    }
    g_rmdir(state);
    svg_cleanup();
    return code;
}
