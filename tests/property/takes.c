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
#include "values/values.h"

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

/* A colour's digits as letters, which no rounding can touch. */
static const char *tell_color(GString *out, const char *at)
{
    gsize n = strspn(at, "0123456789abcdefABCDEF");
    for (gsize i = 0; i < n; i++) {
        g_string_append_c(out, (char)('g' + g_ascii_xdigit_value(at[i])));
    }
    return at + n;
}

static void tell_numbers(GString *out, const char *text)
{
    for (const char *at = text; *at;) {
        char *end = (char *)at;
        double number = strchr("+-.0123456789", *at) ? g_ascii_strtod(at, &end) : 0;
        if (*at == '#') {
            at = tell_color(out, at + 1);
        } else if (end > at) {
            g_string_append_printf(out, "%.9g ", fabs(number) < 1e-6 ? 0 : number);
            at = end;
        } else {
            g_string_append_len(out, at, !strchr(" ,\t\n\r", *at));
            at++;
        }
    }
}

/* A word's digits as what no rounding can touch, either. */
static void tell_word(GString *out, const char *word)
{
    for (; *word; word++) {
        g_string_append_c(out, g_ascii_isdigit(*word) ? (char)(*word - '0' + '\x0e') : *word);
    }
}

/* White space between words is as much as one space, and none at commas. */
static void tell_words(GString *out, const char *text)
{
    g_auto(GStrv) words = g_strsplit_set(text, " \t\n\r", -1);
    const char *last = ",";
    for (guint i = 0; words[i]; i++) {
        if (*words[i]) {
            gboolean apart = !g_str_has_suffix(last, ",") && *words[i] != ',';
            g_string_append(out, apart ? " " : "");
            tell_word(out, words[i]);
            last = words[i];
        }
    }
}

/* Whether an attribute, or a declaration, is no number and no colour, whatever it looks like. */
static gboolean is_words(const char *name)
{
    static const char *const names[] = {"aria-label", "class", "font-family", "href",
                                        "label",      "role",  "title",       NULL};
    return g_strv_contains(names, name) || g_str_has_prefix(name, "data-");
}

static void tell_value(GString *out, const char *name, const char *value)
{
    (is_words(name) ? tell_words : tell_numbers)(out, value);
}

static void tell_declaration(GString *out, const char *text)
{
    g_auto(GStrv) halves = g_strsplit(text, ":", 2);
    if (halves[0] && halves[1]) {
        g_strstrip(halves[0]);
        g_string_append_printf(out, "%s:", halves[0]);
        tell_value(out, halves[0], halves[1]);
    }
}

/* Numbers as numbers, colours in one form, declarations in one order, white space and commas left
 * out; words as they are. */
static char *respelt(const char *name, const char *value)
{
    GString *out = g_string_new(NULL);
    gboolean style = g_str_equal(name, "style");
    g_autofree char *spelt = test_spell_colors(name, value);
    g_auto(GStrv) parts = g_strsplit(spelt, style ? ";" : "\n", -1);
    sort(parts);
    for (guint i = 0; parts[i]; i++) {
        if (style) {
            tell_declaration(out, parts[i]);
        } else {
            tell_value(out, name, parts[i]);
        }
    }
    return g_string_free(out, FALSE);
}

/* What a transform does, however it is spelt. */
static char *in_six_numbers(const char *value)
{
    SvgMatrix m;
    g_assert_true(svg_transform_parse(value, &m));
    return g_strdup_printf("%.9f %.9f %.9f %.9f %.9f %.9f", m.a, m.b, m.c, m.d, m.e, m.f);
}

static void tell_attributes(GString *out, xmlNode *node)
{
    g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
    for (xmlAttr *attr = node->properties; attr; attr = attr->next) {
        const char *name = (const char *)attr->name;
        xmlChar *value = xmlNodeListGetString(node->doc, attr->children, 1);
        gboolean path = g_str_equal(name, "d"); /* svg_documents_agree() */
        const char *text = value && !path ? (const char *)value : "";
        g_autofree char *plain = g_str_equal(name, "transform") ? in_six_numbers(text) : NULL;
        g_autofree char *said = respelt(name, plain ? plain : text);
        if (!g_str_equal(name, "id")) {
            g_ptr_array_add(lines, g_strdup_printf(" %s=\"%s\"", name, said));
        }
        xmlFree(value);
    }
    g_ptr_array_sort(lines, compare);
    for (guint i = 0; i < lines->len; i++) {
        g_string_append(out, lines->pdata[i]);
    }
}

/* What an element says in one line, white space that shows nothing left out. */
typedef struct {
    char *id; /* "" = none */
    char *line;
} Said;

static void free_said(gpointer data)
{
    Said *said = data;
    g_free(said->id);
    g_free(said->line);
    g_free(said);
}

static void tell_node(GPtrArray *list, xmlNode *node)
{
    GString *out = g_string_new((const char *)node->name);
    tell_attributes(out, node);
    for (xmlNode *child = node->children; child; child = child->next) {
        xmlChar *text = child->type == XML_TEXT_NODE ? xmlNodeGetContent(child) : NULL;
        g_autofree char *said = g_strstrip(g_strdup(text ? (char *)text : ""));
        g_string_append(out, said);
        xmlFree(text);
    }
    xmlChar *id = xmlGetNoNsProp(node, BAD_CAST "id");
    Said said = {g_strdup(id ? (char *)id : ""), g_string_free(out, FALSE)};
    g_ptr_array_add(list, g_memdup2(&said, sizeof said));
    xmlFree(id);
    for (xmlNode *child = xmlFirstElementChild(node); child; child = xmlNextElementSibling(child)) {
        tell_node(list, child);
    }
}

/* Said of all elements, in document order. */
static GPtrArray *tell(GBytes *bytes)
{
    xmlDoc *doc = xmlReadMemory(g_bytes_get_data(bytes, NULL), (int)g_bytes_get_size(bytes), NULL,
                                NULL, XML_PARSE_NONET | XML_PARSE_HUGE | XML_PARSE_NOERROR);
    g_assert_nonnull(doc);
    GPtrArray *list = g_ptr_array_new_with_free_func(free_said);
    tell_node(list, xmlDocGetRootElement(doc));
    xmlFreeDoc(doc);
    return list;
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

static gboolean is_same_list(const GPtrArray *live, const GPtrArray *ours)
{
    gboolean same = live->len == ours->len;
    for (guint i = 0; same && i < live->len; i++) {
        const Said *one = live->pdata[i], *other = ours->pdata[i];
        same = is_same_line(one->line, other->line);
    }
    return same;
}

static void assert_same_said(const char *file, const Said *live, const Said *ours)
{
    if (!is_same_line(live->line, ours->line)) {
        g_error("%s: in the editor: %s %.300s\nin ours: %s %.300s", file, live->id, live->line,
                ours->id, ours->line);
    }
}

static GHashTable *by_id(const GPtrArray *list)
{
    GHashTable *ids = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < list->len; i++) {
        Said *said = list->pdata[i];
        if (*said->id) {
            g_hash_table_insert(ids, said->id, said);
        }
    }
    return ids;
}

static int compare_said(gconstpointer a, gconstpointer b)
{
    return strcmp((*(Said *const *)a)->line, (*(Said *const *)b)->line);
}

/* Those whose id the other doesn't have, in an order of their own. */
static GPtrArray *others_than(const GPtrArray *list, GHashTable *ids)
{
    GPtrArray *rest = g_ptr_array_new();
    for (guint i = 0; i < list->len; i++) {
        Said *said = list->pdata[i];
        if (!g_hash_table_contains(ids, said->id)) {
            g_ptr_array_add(rest, said);
        }
    }
    g_ptr_array_sort(rest, compare_said);
    return rest;
}

/* The editor gave that id, or one of both has a number because its id was taken there. */
static void assert_renamed(const char *id, GHashTable *our_ids)
{
    g_autofree char *numbered = g_strdup_printf("%s-1", id);
    if (!g_regex_match_simple("^given|-\\d+$", id, 0, 0) &&
        !g_hash_table_contains(our_ids, numbered)) {
        g_error("%s isn't in ours", id);
    }
}

/* What has the same id in both says the same, and so does the rest, in any order. */
static void assert_same(const char *file, GBytes *live, GBytes *doc)
{
    g_autoptr(GPtrArray) left = tell(live), right = tell(doc);
    g_autoptr(SvgDocument) one = parse(live), two = parse(doc);
    gboolean restacked = !is_same_list(left, right);
    n_restacked += restacked;
    g_assert_true(restacked || svg_documents_agree(one, two));
    g_autoptr(GHashTable) live_ids = by_id(left), our_ids = by_id(right);
    for (guint i = 0; i < left->len; i++) {
        const Said *said = left->pdata[i], *ours = g_hash_table_lookup(our_ids, said->id);
        if (ours) {
            assert_same_said(file, said, ours);
        } else {
            assert_renamed(said->id, our_ids);
        }
    }
    g_autoptr(GPtrArray) live_rest = others_than(left, our_ids);
    g_autoptr(GPtrArray) our_rest = others_than(right, live_ids);
    g_assert_cmpuint(live_rest->len, ==, our_rest->len);
    for (guint i = 0; i < live_rest->len; i++) {
        assert_same_said(file, live_rest->pdata[i], our_rest->pdata[i]);
    }
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
    static const char violet[] =
        "/usr/share/openclipart/svg/computer/icons/flat-theme/folder_violet.svg";
    static const char squiggle[] =
        "/usr/share/icons/breeze/actions/22/format-text-underline-squiggle.svg";
    static const char tag[] = "/usr/share/icons/breeze/actions/22/tag-edit.svg";
    static const TestFailed failed[] = {{important, 55911097},  {important, 3057071745},
                                        {server, 984761872},    {violet, 2385365231},
                                        {squiggle, 4230828028}, {tag, 3179622961}};
    test_failed_once(failed, G_N_ELEMENTS(failed), try_file);
}

/* What the merge leaves alone, as only its spelling is another one, is the same here, too; and what
 * it doesn't, isn't. */
static void test_spelt(void)
{
    static const struct {
        const char *left, *right;
        gboolean same;
    } pairs[] = {
        {"fill='red'", "fill='#ff0000'", TRUE},
        {"fill='#f00'", "fill='#FF0000'", TRUE},
        {"stroke='rgb(0, 128, 0)'", "stroke='green'", TRUE},
        {"fill='#aabbccff'", "fill='#abc'", TRUE},
        {"style='stop-color: Tomato; fill:#abc8'", "style='fill:#aabbcc88;stop-color:#ff6347'",
         TRUE},
        {"fill='red'", "fill='#fe0000'", FALSE},
        {"fill='#ff000080'", "fill='red'", FALSE},
        {"fill='none'", "fill='black'", FALSE},
        {"fill='url(#a)'", "fill='url(#b)'", FALSE},
        {"style='fill:red'", "style='stroke:red'", FALSE},
        {"fill='light-dark(#fff, #000)'", "fill='#fff'", FALSE},
        {"aria-label='Log in'", "aria-label='Login'", FALSE},
        {"aria-label='v1.10'", "aria-label='v1.1'", FALSE},
        {"aria-label='red'", "aria-label='#f00'", FALSE},
        {"class='a b'", "class=' a  b '", TRUE},
        {"class='a b'", "class='ab'", FALSE},
        {"class='n1234567'", "class='n1234568'", FALSE},
        {"href='#n1234567'", "href='#n1234568'", FALSE},
        {"style='font-family:Open  Sans,serif'", "style='font-family: Open Sans, serif'", TRUE},
        {"style='font-family:Open Sans'", "style='font-family:OpenSans'", FALSE},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(pairs); i++) {
        static const char svg[] = "<svg xmlns='http://www.w3.org/2000/svg'><path id='p' %s/></svg>";
        g_autofree char *left = g_strdup_printf(svg, pairs[i].left);
        g_autofree char *right = g_strdup_printf(svg, pairs[i].right);
        g_autoptr(GBytes) one = g_bytes_new(left, strlen(left));
        g_autoptr(GBytes) other = g_bytes_new(right, strlen(right));
        g_autoptr(SvgDocument) a = parse(one), b = parse(other);
        g_autoptr(GPtrArray) said = tell(one), others = tell(other);
        g_assert_cmpint(svg_documents_agree(a, b), ==, pairs[i].same);
        g_assert_cmpint(is_same_list(said, others), ==, pairs[i].same);
    }
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
    g_test_add_func("/takes/spelt", test_spelt);
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
