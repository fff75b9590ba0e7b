/* Random replies on real drawings, a part of their actions hostile:
 *
 *   - fed whole, byte by byte, or cut into random pieces, a reply gives the same bytes and
 * outcomes;
 *   - cut off anywhere, exactly the actions whose closing brace arrived are applied;
 *   - every action gets one outcome, and a refused one a sentence;
 *   - undoing the turn gives back the input, byte for byte.
 *
 * TEST_SEED repeats a run, REPLIES_FILES sets the files per folder. */
#include "common/random_edits.h"
#include "common/random_replies.h"

#include <fairy/executor.h>

#include <string.h>

#define ACTIONS 25

/* --- running it ------------------------------------------------------------------------------- */

typedef struct {
    GBytes *bytes;     /* of the document after the reply */
    GString *outcomes; /* a line of JSON for each */
    guint n;
} Result;

static void result_clear(Result *result)
{
    g_bytes_unref(result->bytes);
    g_string_free(result->outcomes, TRUE);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Result, result_clear)

static void note(const FairyOutcome *outcome, gpointer data)
{
    Result *result = data;
    cJSON *json = fairy_outcome_json(outcome);
    char *text = cJSON_PrintUnformatted(json);
    g_string_append_printf(result->outcomes, "%s\n", text);
    result->n++;
    if (outcome->status == FAIRY_REFUSED) {
        g_assert_cmpuint(strlen(outcome->detail), >, 10);
        g_assert_null(strchr(outcome->detail, '\n'));
    }
    cJSON_free(text);
    cJSON_Delete(json);
}

/* Feeds `len` bytes in pieces of at most `most`, and checks that the turn can be undone. */
static Result run(const char *file, const char *reply, gsize len, GRand *rand, guint most)
{
    Result result = {.outcomes = g_string_new(NULL)};
    g_autoptr(SvgDocument) doc = svg_document_load(file, NULL);
    g_autoptr(GBytes) before = svg_document_print_utf8(doc);
    FairyExecutorOptions options = {.on_outcome = note, .data = &result};
    g_autoptr(FairyExecutor) executor = fairy_executor_new(doc, fairy_actions(), &options);
    for (gsize at = 0; at < len;) {
        gsize piece = most > 1 ? (gsize)g_rand_int_range(rand, 1, (gint)most + 1) : 1;
        piece = MIN(piece, len - at);
        g_assert_true(fairy_executor_feed(executor, reply + at, piece, NULL));
        at += piece;
    }
    gboolean whole = fairy_executor_end(executor, NULL);
    g_assert_true(whole == (len == strlen(reply)));
    result.bytes = svg_document_print_utf8(doc);
    fairy_executor_undo(executor);
    g_autoptr(GBytes) after = svg_document_print_utf8(doc);
    g_assert_true(g_bytes_equal(before, after));
    return result;
}

static void assert_same(const Result *a, const Result *b)
{
    g_assert_cmpstr(a->outcomes->str, ==, b->outcomes->str);
    g_assert_true(g_bytes_equal(a->bytes, b->bytes));
}

static void check_cut(const char *file, const char *reply, const gsize ends[ACTIONS], GRand *rand)
{
    guint last = (guint)g_rand_int_range(rand, 0, ACTIONS - 1);
    gsize cut = (gsize)g_rand_int_range(rand, (gint)ends[last], (gint)ends[last + 1]);
    g_auto(Result) exact = run(file, reply, ends[last], rand, 4096),
                   later = run(file, reply, cut, rand, 4096);
    g_assert_cmpuint(exact.n, ==, last + 1);
    assert_same(&exact, &later);
}

static void check_file(const char *file, GRand *rand)
{
    g_autoptr(SvgDocument) doc = svg_document_load(file, NULL);
    if (!doc) {
        return;
    }
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc), ids = g_ptr_array_new();
    for (guint i = 0; i < shapes->len; i++) {
        g_ptr_array_add(ids, ((SvgShape *)shapes->pdata[i])->id);
    }
    g_ptr_array_add(ids, (gpointer) "no-such-id");
    gsize ends[ACTIONS];
    TestReplies replies = {.rand = rand, .ids = ids};
    g_autofree char *reply = test_random_reply(&replies, ACTIONS, ends);
    g_auto(Result) whole = run(file, reply, strlen(reply), rand, (guint)strlen(reply) + 1);
    g_auto(Result) bytes = run(file, reply, strlen(reply), rand, 1);
    g_auto(Result) pieces = run(file, reply, strlen(reply), rand, 40);
    g_assert_cmpuint(whole.n, ==, ACTIONS);
    assert_same(&whole, &bytes);
    assert_same(&whole, &pieces);
    for (guint i = 0; i < 3; i++) {
        check_cut(file, reply, ends, rand);
    }
}

static void try_file(const char *file, guint32 seed, GRand *rand)
{
    (void)seed;
    check_file(file, rand);
}

static void test_folder(gconstpointer folder)
{
    test_random_files(folder, test_setting("REPLIES_FILES", 2), try_file);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_data_func("/replies/fixtures", "fixtures", test_folder);
    g_test_add_data_func("/replies/inkscape-tutorials", "/usr/share/inkscape/tutorials",
                         test_folder);
    g_test_add_data_func("/replies/openclipart",
                         "/usr/share/openclipart/svg/computer/icons/flat-theme", test_folder);
    g_test_add_data_func("/replies/breeze", "/usr/share/icons/breeze/actions/22", test_folder);
    int result = g_test_run();
    svg_cleanup();
    return result;
}
