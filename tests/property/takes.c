/* A drawing is open in an editor while fairies work on it: what they do is pushed into the editor,
 * and what the person does there is taken into theirs, in turn, with random edits on both sides at
 * every moment. In the end, as libxml2 reads them:
 *
 *   - both drawings have the same elements, and they say the same, however it is spelt; in another
 *     order only where both sides have restacked the same ones (counted);
 *   - what only the person changed in a round, or changed at the same time as a fairy, is as the
 *     person left it;
 *   - nothing that is locked in the editor was changed by what was pushed.
 *
 * The editor saves everything otherwise than it was given. TEST_SEED repeats a run, TAKES_FILES
 * sets the files per folder, TAKES_ROUNDS the rounds per file. */
#include "common/otherwise.h"
#include "common/random_edits.h"

#include <svg/merge.h>

#include <libxml/parser.h>

#include <math.h>
#include <string.h>

static guint files_per_folder = 2, rounds = 6, n_rounds, n_lost, n_taken, n_files, n_restacked;

static SvgDocument *parse(GBytes *bytes)
{
    g_autoptr(GError) error = NULL;
    SvgDocument *doc = svg_document_parse(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes),
                                          "drawing", &error);
    g_assert_no_error(error);
    return doc;
}

static void edit(SvgDocument *doc, GRand *rand, guint n)
{
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);
    for (guint i = 0; shapes->len && i < n; i++) {
        g_autoptr(SvgEdit) verb = svg_edit_begin(doc, "test");
        if (test_random_verb(rand, verb, shapes, NULL)) {
            svg_change_free(svg_edit_commit(g_steal_pointer(&verb), NULL));
        }
    }
}

/* --- as another parser sees it ---------------------------------------------------------------- */

static int compare(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void sort(char **lines)
{
    qsort(lines, g_strv_length(lines), sizeof *lines, compare);
}

/* Numbers as numbers, declarations in one order, white space and commas left out. */
static char *respelt(const char *name, const char *value)
{
    GString *out = g_string_new(NULL);
    gboolean style = g_str_equal(name, "style");
    g_auto(GStrv) parts = g_strsplit(value, style ? ";" : "\n", -1);
    sort(parts);
    for (guint i = 0; parts[i]; i++) {
        for (char *at = parts[i]; *at;) {
            char *end = at;
            double number = strchr("+-.0123456789", *at) ? g_ascii_strtod(at, &end) : 0;
            if (end > at) {
                g_string_append_printf(out, "%.6g ", fabs(number) < 1e-6 ? 0 : number);
                at = end;
            } else {
                g_string_append_len(out, at, !strchr(" ,\t\n\r", *at));
                at++;
            }
        }
    }
    /* "translate(5, 0)" is "translate(5)". */
    g_autoptr(GRegex) upright = g_regex_new("(translate\\([^ )]+ )0 \\)", 0, 0, NULL);
    g_autofree char *text = g_string_free(out, FALSE);
    return g_regex_replace(upright, text, -1, 0, "\\1)", 0, NULL);
}

static void tell_attributes(GString *out, xmlNode *node)
{
    g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
    for (xmlAttr *attr = node->properties; attr; attr = attr->next) {
        xmlChar *value = xmlNodeListGetString(node->doc, attr->children, 1);
        gboolean given = value && g_str_has_prefix((char *)value, "given");
        gboolean path = g_str_equal((const char *)attr->name, "d"); /* svg_documents_agree() */
        g_autofree char *said =
            respelt((const char *)attr->name, value && !path ? (const char *)value : "");
        g_ptr_array_add(lines, given
                                   ? g_strdup("")
                                   : g_strdup_printf(" %s=\"%s\"", (const char *)attr->name, said));
        xmlFree(value);
    }
    g_ptr_array_sort(lines, compare);
    for (guint i = 0; i < lines->len; i++) {
        g_string_append(out, lines->pdata[i]);
    }
}

/* Ids that the editor gave don't count. A line for each element, in document order; white space
 * that shows nothing left out. */
static void tell_node(GString *out, xmlNode *node)
{
    g_string_append_printf(out, "%s", (const char *)node->name);
    tell_attributes(out, node);
    for (xmlNode *child = node->children; child; child = child->next) {
        xmlChar *text = child->type == XML_TEXT_NODE ? xmlNodeGetContent(child) : NULL;
        g_autofree char *said = g_strstrip(g_strdup(text ? (char *)text : ""));
        g_string_append(out, said);
        xmlFree(text);
    }
    g_string_append_c(out, '\n');
    for (xmlNode *child = xmlFirstElementChild(node); child; child = xmlNextElementSibling(child)) {
        tell_node(out, child);
    }
}

static char *tell(GBytes *bytes)
{
    xmlDoc *doc = xmlReadMemory(g_bytes_get_data(bytes, NULL), (int)g_bytes_get_size(bytes), NULL,
                                NULL, XML_PARSE_NONET | XML_PARSE_HUGE | XML_PARSE_NOERROR);
    g_assert_nonnull(doc);
    GString *out = g_string_new(NULL);
    tell_node(out, xmlDocGetRootElement(doc));
    xmlFreeDoc(doc);
    return g_string_free(out, FALSE);
}

/* Numbers may differ by what an editor rounds. */
static gboolean is_same_line(const char *a, const char *b)
{
    while (*a && *b) {
        char *after_a = NULL, *after_b = NULL;
        double left = g_ascii_strtod(a, &after_a), right = g_ascii_strtod(b, &after_b);
        gboolean numbers = after_a > a && after_b > b;
        if (numbers ? fabs(left - right) > 1e-5 * MAX(1, fabs(left)) : *a != *b) {
            return FALSE;
        }
        a = numbers ? after_a : a + 1;
        b = numbers ? after_b : b + 1;
    }
    return *a == *b;
}

static gboolean is_same_list(char **lines, char **others)
{
    guint i = 0;
    while (lines[i] && others[i] && is_same_line(lines[i], others[i])) {
        i++;
    }
    return !lines[i] && !others[i];
}

static void assert_same(const char *file, GBytes *live, GBytes *doc)
{
    g_autofree char *left = tell(live), *right = tell(doc);
    g_auto(GStrv) lines = g_strsplit(left, "\n", -1), others = g_strsplit(right, "\n", -1);
    g_autoptr(SvgDocument) one = parse(live), two = parse(doc);
    gboolean restacked = !is_same_list(lines, others);
    n_restacked += restacked;
    g_assert_true(restacked || svg_documents_agree(one, two));
    sort(lines);
    sort(others);
    for (guint i = 0; lines[i] && others[i]; i++) {
        if (!is_same_line(lines[i], others[i])) {
            g_error("%s: in the editor: %.300s\nin ours: %.300s", file, lines[i], others[i]);
        }
    }
    g_assert_cmpuint(g_strv_length(lines), ==, g_strv_length(others));
}

/* --- a round ---------------------------------------------------------------------------------- */

typedef struct {
    const char *file;
    GRand *rand;
    SvgDocument *doc; /* the fairies' */
    GBytes *live;     /* the editor's */
    GBytes *base;     /* ours as it was pushed last, with what was taken */
} Scene;

static void edit_live(Scene *scene, guint n)
{
    g_autoptr(SvgDocument) live = parse(scene->live);
    edit(live, scene->rand, n);
    g_autoptr(GBytes) text = svg_document_print_utf8(live);
    g_bytes_unref(scene->live);
    scene->live = test_save_otherwise(text);
}

static void push(Scene *scene, GBytes *ours)
{
    g_autoptr(SvgDocument) base = parse(scene->base), our = parse(ours), live = parse(scene->live);
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgMerge) merge = svg_merge(base, our, live, "fairy", &error);
    g_assert_no_error(error);
    n_lost += merge->n_lost;
    svg_document_keeps_locks(live, merge->doc, &error);
    g_assert_no_error(error);
    g_autoptr(GBytes) text = svg_document_print_utf8(merge->doc);
    g_bytes_unref(scene->live);
    scene->live = test_save_otherwise(text);
}

static void take(Scene *scene, GBytes *ours)
{
    g_autoptr(SvgDocument) was = parse(ours), is = parse(scene->live), base = parse(ours);
    g_autoptr(SvgMerge) merge = svg_merge_into(scene->doc, was, is, "person", TRUE);
    svg_merge_free(svg_merge_into(base, was, is, "person", TRUE));
    n_taken += merge->n_kept;
    g_bytes_unref(scene->base);
    scene->base = svg_document_print_utf8(base);
}

static void play(Scene *scene, gboolean quiet)
{
    guint n = quiet ? 0 : 3;
    edit(scene->doc, scene->rand, n ? (guint)g_rand_int_range(scene->rand, 0, 4) : 0);
    edit_live(scene, n ? (guint)g_rand_int_range(scene->rand, 0, 3) : 0);
    g_autoptr(GBytes) ours = svg_document_print_utf8(scene->doc);
    push(scene, ours);
    edit(scene->doc, scene->rand, n ? (guint)g_rand_int_range(scene->rand, 0, 2) : 0);
    edit_live(scene, n ? (guint)g_rand_int_range(scene->rand, 0, 2) : 0);
    take(scene, ours);
    n_rounds++;
}

static void try_file(const char *file, guint32 seed, GRand *rand)
{
    (void)rand;
    g_autoptr(SvgDocument) read = svg_document_load(file, NULL);
    g_autoptr(GBytes) text = read ? svg_document_print_utf8(read) : NULL;
    if (!text || g_bytes_get_size(text) > 100000) {
        return;
    }
    g_autoptr(GRand) own = g_rand_new_with_seed(seed ^ g_str_hash(file));
    g_autoptr(GBytes) start = test_save_otherwise(text);
    g_autoptr(SvgDocument) doc = parse(start);
    Scene scene = {file, own, doc, g_bytes_ref(start), g_bytes_ref(start)};
    for (guint i = 0; i < rounds; i++) {
        play(&scene, FALSE);
    }
    play(&scene, TRUE);
    play(&scene, TRUE);
    g_autoptr(GBytes) ours = svg_document_print_utf8(doc);
    n_files++;
    assert_same(file, scene.live, ours);
    g_bytes_unref(scene.live);
    g_bytes_unref(scene.base);
}

static void test_failed(void)
{
    static const char important[] =
        "/usr/share/openclipart/svg/computer/icons/flat-theme/file_important.svg";
    static const char server[] = "/usr/share/openclipart/svg/computer/icons/flat-theme/server.svg";
    static const char squiggle[] =
        "/usr/share/icons/breeze/actions/22/format-text-underline-squiggle.svg";
    static const char tag[] = "/usr/share/icons/breeze/actions/22/tag-edit.svg";
    static const TestFailed failed[] = {{important, 55911097},
                                        {important, 3057071745},
                                        {server, 984761872},
                                        {squiggle, 4230828028},
                                        {tag, 3179622961}};
    test_failed_once(failed, G_N_ELEMENTS(failed), try_file);
}

static void test_folder(gconstpointer folder)
{
    test_random_files(folder, files_per_folder, try_file);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    files_per_folder = test_setting("TAKES_FILES", files_per_folder);
    rounds = test_setting("TAKES_ROUNDS", rounds);
    g_test_add_func("/takes/failed-once", test_failed);
    g_test_add_data_func("/takes/fixtures", "fixtures", test_folder);
    g_test_add_data_func("/takes/inkscape-tutorials", "/usr/share/inkscape/tutorials", test_folder);
    g_test_add_data_func("/takes/openclipart",
                         "/usr/share/openclipart/svg/computer/icons/flat-theme", test_folder);
    g_test_add_data_func("/takes/breeze", "/usr/share/icons/breeze/actions/22", test_folder);
    int result = g_test_run();
    g_print(
        "# %u drawings, %u of them in another order; %u rounds, %u things taken, %u lost to the person\n",
        n_files, n_restacked, n_rounds, n_taken, n_lost);
    xmlCleanupParser();
    svg_cleanup();
    return result;
}
