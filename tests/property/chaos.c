/* Random actions on real files, a third of them hostile:
 *
 *   - every action ends in an outcome, and a refused one in a sentence;
 *   - no locked element changes a byte or, drawn alone, a pixel;
 *   - what is written can be read again, and has no script, event handler or reference to something
 *     outside that wasn't there before;
 *   - undoing everything gives back the input, byte for byte.
 *
 * TEST_SEED repeats a run; CHAOS_FILES and CHAOS_ACTIONS set how many files and actions a file;
 * CHAOS_OUT names a folder for what was written. */
#include "common/locked.h"
#include "common/random_edits.h"
#include "common/random_replies.h"
#include "document/node.h"

#include <fairy/executor.h>

#include <glib/gstdio.h>

#include <string.h>

#define LARGEST       (400 * 1024) /* bytes: larger files take long and show nothing more */
#define PER_REPLY     50
#define ONE_LOCKED_IN 12

/* --- what could run or load something --------------------------------------------------------- */

static gboolean runs(const SvgNode *node)
{
    static const char *const elements[] = {"script",        "handler", "listener", "iframe",
                                           "object",        "embed",   "animate",  "set",
                                           "foreignObject", NULL};
    return g_strv_contains(elements, node->name->str);
}

static gboolean has_word(const char *value, const char *word)
{
    g_autofree char *lower = g_ascii_strdown(value, -1);
    return strstr(lower, word) != NULL;
}

/* url(…) of anything but an element of this file. */
static gboolean has_outside_url(const char *value)
{
    for (const char *at = value; (at = strstr(at, "url(")); at++) {
        const char *to = at + 4 + strspn(at + 4, " \t\r\n\"'");
        if (*to != '#' && !g_str_has_prefix(to, "data:image/")) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean is_href(const char *name)
{
    return g_str_equal(name, "href") || g_str_has_suffix(name, ":href") || g_str_equal(name, "src");
}

/* Words of a document may say anything, and a name is words. */
static gboolean loads_or_runs(const SvgAttr *attr)
{
    const char *name = attr->name->str, *value = attr->value;
    if (g_str_equal(name, "inkscape:label")) {
        return FALSE;
    }
    gboolean code = has_word(value, "javascript:") || has_word(value, "@import") ||
                    has_word(value, "expression(");
    if (g_str_has_prefix(name, "on")) {
        return TRUE;
    }
    if (is_href(name)) {
        return code || !(*value == '#' || g_str_has_prefix(value, "data:image/"));
    }
    return (code && (g_str_equal(name, "style") || g_str_equal(name, "fill"))) ||
           has_outside_url(value);
}

/* A set of all such things, as text. */
static GHashTable *dangers_of(SvgDocument *doc)
{
    GHashTable *out = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    SvgNode *root = svg_document_root(doc);
    for (SvgNode *node = root; node; node = svg_node_walk(root, node, FALSE)) {
        if (node->name && runs(node)) {
            g_hash_table_add(out, g_strdup(node->name->str));
        }
        for (guint i = 0; node->name && i < node->n_attrs; i++) {
            if (loads_or_runs(&node->attrs[i])) {
                g_hash_table_add(
                    out, g_strconcat(node->attrs[i].name->str, "=", node->attrs[i].value, NULL));
            }
        }
    }
    return out;
}

static void assert_no_new_dangers(SvgDocument *doc, GHashTable *before)
{
    g_autoptr(GHashTable) now = dangers_of(doc);
    GHashTableIter each;
    gpointer what;
    g_hash_table_iter_init(&each, now);
    while (g_hash_table_iter_next(&each, &what, NULL)) {
        if (!g_hash_table_contains(before, what)) {
            g_error("written, and not there before: %.200s", (const char *)what);
        }
    }
}

/* --- a run ------------------------------------------------------------------------------------ */

typedef struct {
    guint n, applied;
} Tally;

static void note(const FairyOutcome *outcome, gpointer data)
{
    Tally *tally = data;
    tally->n++;
    tally->applied += outcome->change != NULL;
    if (outcome->status != FAIRY_OK) {
        g_assert_cmpuint(strlen(outcome->detail), >, 10);
        g_assert_null(strchr(outcome->detail, '\n'));
        g_assert_true(g_utf8_validate(outcome->detail, -1, NULL));
    }
}

static GPtrArray *ids_of(SvgDocument *doc)
{
    GPtrArray *ids = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);
    for (guint i = 0; i < shapes->len; i++) {
        g_ptr_array_add(ids, g_strdup(((SvgShape *)shapes->pdata[i])->id));
    }
    g_ptr_array_add(ids, g_strdup("no-such-id"));
    return ids;
}

static Tally run_reply(SvgDocument *doc, GRand *rand, guint n)
{
    Tally tally = {0, 0};
    g_autoptr(GPtrArray) ids = ids_of(doc);
    TestReplies replies = {.rand = rand, .ids = ids, .hostile = 3};
    g_autofree char *reply = test_random_reply(&replies, n, NULL);
    FairyExecutorOptions options = {.on_outcome = note, .data = &tally};
    g_autoptr(FairyExecutor) executor = fairy_executor_new(doc, fairy_actions(), &options);
    gsize len = strlen(reply);
    for (gsize at = 0, piece; at < len; at += piece) {
        piece = MIN(len - at, (gsize)g_rand_int_range(rand, 1, 300));
        g_assert_true(fairy_executor_feed(executor, reply + at, piece, NULL));
    }
    g_assert_true(fairy_executor_end(executor, NULL));
    g_assert_cmpuint(tally.n, ==, n);
    g_autoptr(GPtrArray) left = ids_of(doc);
    if (left->len < ids->len / 2) {
        fairy_executor_undo(executor); /* or there would soon be nothing left to act on */
    }
    return tally;
}

static void keep(SvgDocument *doc, const char *file)
{
    static guint kept;
    const char *folder = g_getenv("CHAOS_OUT");
    g_autofree char *name = g_path_get_basename(file);
    g_autofree char *path = folder ? g_strdup_printf("%s/%03u-%s", folder, kept++, name) : NULL;
    g_autoptr(GError) error = NULL;
    if (path) {
        svg_document_save_as(doc, path, &error);
        g_assert_no_error(error);
    }
}

static void assert_reads_again(SvgDocument *doc, GHashTable *dangers)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) bytes = svg_document_print(doc, &error);
    g_assert_no_error(error);
    g_autoptr(SvgDocument) again = svg_document_parse(
        g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes), svg_document_name(doc), &error);
    g_assert_no_error(error);
    assert_no_new_dangers(again, dangers);
}

static SvgDocument *load_with_locks(const char *file, GRand *rand)
{
    g_autoptr(SvgDocument) plain = svg_document_load(file, NULL);
    if (!plain || !svg_node_attr(svg_document_root(plain), "height")) {
        return NULL; /* without a page, pictures before and after aren't comparable */
    }
    g_autoptr(GBytes) bytes = test_locked_some(plain, rand, ONE_LOCKED_IN);
    return svg_document_parse(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes), file, NULL);
}

static gboolean try_file(const char *file, GRand *rand)
{
    g_autoptr(SvgDocument) doc = load_with_locks(file, rand);
    if (!doc) {
        return FALSE;
    }
    g_autoptr(GPtrArray) locked = test_locked_find(doc, 2);
    g_autoptr(GHashTable) dangers = dangers_of(doc);
    g_autoptr(GBytes) before = svg_document_print_utf8(doc);
    guint wanted = test_setting("CHAOS_ACTIONS", 100), applied = 0;
    for (guint n = 0; n < wanted; n += PER_REPLY) {
        applied += run_reply(doc, rand, MIN(PER_REPLY, wanted - n)).applied;
    }
    g_print("# %s: %u locked, %u of %u actions changed something\n", file, locked->len, applied,
            wanted);
    test_locked_assert_held(doc, locked, 2);
    assert_reads_again(doc, dangers);
    keep(doc, file);
    while (svg_document_undo(doc)) {
    }
    g_autoptr(GBytes) after = svg_document_print_utf8(doc);
    g_assert_true(g_bytes_equal(before, after));
    return TRUE;
}

/* --- the files -------------------------------------------------------------------------------- */

static void add_files(GPtrArray *files, const char *folder, guint depth)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    const char *name;
    while (dir && (name = g_dir_read_name(dir))) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        GStatBuf status;
        if (g_file_test(path, G_FILE_TEST_IS_DIR)) {
            if (depth && !g_file_test(path, G_FILE_TEST_IS_SYMLINK)) {
                add_files(files, path, depth - 1);
            }
        } else if (g_str_has_suffix(name, ".svg") && g_stat(path, &status) == 0 &&
                   status.st_size < LARGEST) {
            g_ptr_array_add(files, g_steal_pointer(&path));
        }
    }
}

static int by_path(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void test_chaos(void)
{
    static const char *const folders[] = {"/usr/share/inkscape/tutorials",
                                          "/usr/share/openclipart/svg", "/usr/share/icons/breeze",
                                          "/usr/share/doc/linux-doc"};
    guint wanted = test_setting("CHAOS_FILES", 8), done = 0;
    g_autoptr(GRand) rand = g_rand_new_with_seed(test_seed());
    for (guint i = 0; i < G_N_ELEMENTS(folders); i++) {
        g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func(g_free);
        guint share = (wanted * (i + 1)) / G_N_ELEMENTS(folders);
        add_files(files, folders[i], 6);
        g_ptr_array_sort(files, by_path);
        for (guint tries = 0; files->len && done < share && tries < wanted * 10; tries++) {
            done += try_file(files->pdata[g_rand_int_range(rand, 0, (gint)files->len)], rand);
        }
    }
    if (!done) {
        g_test_skip("the packages with drawings aren't installed");
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/chaos/real-files", test_chaos);
    int result = g_test_run();
    svg_cleanup();
    return result;
}
