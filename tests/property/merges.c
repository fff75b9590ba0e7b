/* Two programs edit copies of a real drawing at random; what one did is merged into what the other
 * saved.
 *
 *   - what is merged parses, keeps every locked element, and undoing it gives back what was saved;
 *   - attribute by attribute, as libxml2 reads them: what we left alone is as the other program has
 * it, and what it left alone is as we have it;
 *   - what either made, and what both left, is there, unless it is told;
 *   - merged with what was there before, each gives the other, byte for byte.
 *
 * The other program saves through libxml2 half of the time: ids on all elements, attributes in
 * another order. Also any three drawings that have nothing to do with each other are merged:
 * nothing crashes.
 *
 * TEST_SEED repeats a run, MERGES_FILES sets the files per folder, MERGES_RUNS the runs per file;
 * with MERGES_OUT=folder the drawings of the last one are written there. */
#include "common/otherwise.h"
#include "common/random_edits.h"
#include "values/values.h"

#include <svg/merge.h>

#include <libxml/parser.h>

#include <math.h>
#include <string.h>

static guint files_per_folder = 2, runs_per_file = 2, n_compared, n_ours, n_merged, n_lost;

static GBytes *print(SvgDocument *doc)
{
    return svg_document_print_utf8(doc);
}

static SvgDocument *parse(GBytes *bytes)
{
    g_autoptr(GError) error = NULL;
    SvgDocument *doc = svg_document_parse(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes),
                                          "drawing", &error);
    g_assert_no_error(error);
    return doc;
}

/* --- as another parser sees it ---------------------------------------------------------------- */

typedef struct {
    xmlDoc *doc;
    GHashTable *elements; /* id → xmlNode; NULL for one that is there twice */
    guint n_nameless;     /* elements without an id */
} Tree;

static xmlNode *next_node(xmlNode *top, xmlNode *at)
{
    if (at->children && at->type == XML_ELEMENT_NODE) {
        return at->children;
    }
    while (at != top && !at->next) {
        at = at->parent;
    }
    return at == top ? NULL : at->next;
}

static void read_tree(Tree *tree, GBytes *bytes)
{
    tree->doc = xmlReadMemory(g_bytes_get_data(bytes, NULL), (int)g_bytes_get_size(bytes), NULL,
                              NULL, XML_PARSE_NONET | XML_PARSE_HUGE | XML_PARSE_NOERROR);
    g_assert_nonnull(tree->doc);
    tree->elements = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    xmlNode *top = xmlDocGetRootElement(tree->doc);
    for (xmlNode *node = top; node; node = next_node(top, node)) {
        xmlChar *id = node->type == XML_ELEMENT_NODE ? xmlGetNoNsProp(node, BAD_CAST "id") : NULL;
        if (id) {
            gboolean twice = g_hash_table_contains(tree->elements, id);
            g_hash_table_insert(tree->elements, g_strdup((char *)id), twice ? NULL : node);
            xmlFree(id);
        }
        tree->n_nameless += node->type == XML_ELEMENT_NODE && !id;
    }
}

static void tree_clear(Tree *tree)
{
    xmlFreeDoc(tree->doc);
    g_hash_table_unref(tree->elements);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Tree, tree_clear)

static xmlNode *element(const Tree *tree, const char *id)
{
    return g_hash_table_lookup(tree->elements, id);
}

/* name (with its namespace) → value */
static GHashTable *attributes(xmlNode *node)
{
    GHashTable *table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, xmlFree);
    for (xmlAttr *attr = node->properties; attr; attr = attr->next) {
        const char *space = attr->ns ? (const char *)attr->ns->href : "";
        g_hash_table_insert(table, g_strconcat(space, "#", (char *)attr->name, NULL),
                            xmlNodeListGetString(node->doc, attr->children, 1));
    }
    g_hash_table_remove(table, "#id");
    return table;
}

static gboolean is_same_at(GHashTable *a, GHashTable *b, const char *name)
{
    return g_strcmp0(g_hash_table_lookup(a, name), g_hash_table_lookup(b, name)) == 0;
}

static gboolean is_same_table(GHashTable *a, GHashTable *b)
{
    GHashTableIter iter;
    gpointer name;
    gboolean same = g_hash_table_size(a) == g_hash_table_size(b);
    g_hash_table_iter_init(&iter, a);
    while (same && g_hash_table_iter_next(&iter, &name, NULL)) {
        same = is_same_at(a, b, name);
    }
    return same;
}

/* What is less than a millionth of its largest number is nothing. */
static char *canonical_transform(SvgMatrix m)
{
    const double all[] = {m.a, m.b, m.c, m.d, m.e, m.f};
    double most = 1;
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < G_N_ELEMENTS(all); i++) {
        most = MAX(most, fabs(all[i]));
    }
    for (guint i = 0; i < G_N_ELEMENTS(all); i++) {
        g_string_append_printf(out, " %.5g", fabs(all[i]) < 1e-6 * most ? 0.0 : all[i]);
    }
    return g_string_free(out, FALSE);
}

/* Where it goes, whether that is said by "H 200" or by "L 200,324". */
static char *canonical_path(const char *d)
{
    static const guint n_points[] = {[SVG_SEG_QUAD] = 2, [SVG_SEG_CUBIC] = 3, [SVG_SEG_CLOSE] = 1};
    g_autoptr(GArray) segments = svg_path_parse(d, NULL);
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < segments->len; i++) {
        const SvgSegment *segment = &g_array_index(segments, SvgSegment, i);
        g_string_append_printf(out, " %d", segment->kind);
        for (guint k = 0; k < MAX(n_points[segment->kind], 1); k++) {
            g_string_append_printf(out, " %.5g %.5g", segment->p[k].x, segment->p[k].y);
        }
        if (segment->kind == SVG_SEG_ARC) {
            g_string_append_printf(out, " %.5g %.5g %.5g %.5g", segment->arc_center.x,
                                   segment->arc_center.y, segment->arc_from, segment->arc_sweep);
        }
    }
    return g_string_free(out, FALSE);
}

/* What a value says, however it is written: an edit that is taken back in the same transaction may
 * leave "1" for "1.000", "L" for "H", a matrix for translate(5), and what a millionth is; and a
 * colour that another spells otherwise isn't written. The caller's. */
static char *canonical(const char *text, const char *name)
{
    SvgMatrix matrix;
    if (g_str_equal(name, "#transform") && svg_transform_parse(text, &matrix)) {
        return canonical_transform(matrix);
    }
    if (g_str_equal(name, "#d")) {
        return canonical_path(text);
    }
    g_autofree char *spelt = test_spell_colors(strrchr(name, '#') + 1, text);
    GString *out = g_string_new(NULL);
    text = spelt;
    while (*text) {
        char *behind;
        double number = g_ascii_strtod(text, &behind);
        if (behind > text) {
            g_string_append_printf(out, " %.5g", number);
            text = behind;
            continue;
        }
        if (!g_ascii_isspace(*text) && *text != ',') {
            g_string_append_c(out, *text);
        }
        text++;
    }
    return g_string_free(out, FALSE);
}

static gboolean means_the_same(GHashTable *a, GHashTable *b)
{
    GHashTableIter iter;
    gpointer name, value;
    gboolean same = g_hash_table_size(a) == g_hash_table_size(b);
    g_hash_table_iter_init(&iter, a);
    while (same && g_hash_table_iter_next(&iter, &name, &value)) {
        const char *other = g_hash_table_lookup(b, name);
        g_autofree char *x = canonical(value, name), *y = other ? canonical(other, name) : NULL;
        same = g_strcmp0(x, y) == 0;
    }
    return same;
}

/* --- another program -------------------------------------------------------------------------- */

static GBytes *edited(GBytes *bytes, GRand *rand, guint n)
{
    g_autoptr(SvgDocument) doc = parse(bytes);
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);
    for (guint i = 0; i < n; i++) {
        g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
        if (test_random_verb(rand, edit, shapes, NULL)) {
            svg_change_free(svg_edit_commit(g_steal_pointer(&edit), NULL));
        }
    }
    return print(doc);
}

/* --- what must hold --------------------------------------------------------------------------- */

typedef struct {
    Tree base, ours, theirs, merged;
    GHashTable *told; /* ids of what isn't simply kept */
    const char *file;
} Four;

/* No other judge knows what goes together in these: words, and what says the same in two ways. */
static gboolean is_plain(xmlNode *node)
{
    static const char *const words[] = {"text", "tspan", "textPath", "flowRoot", "style", NULL};
    gboolean plain = TRUE;
    for (; plain && node && node->type == XML_ELEMENT_NODE; node = node->parent) {
        plain = !g_strv_contains(words, (const char *)node->name);
    }
    return plain;
}

static void check_attributes(const Four *four, const char *id, xmlNode *nodes[4])
{
    g_autoptr(GHashTable) base = attributes(nodes[0]), ours = attributes(nodes[1]);
    g_autoptr(GHashTable) theirs = attributes(nodes[2]), merged = attributes(nodes[3]);
    gboolean we = !is_same_table(base, ours), they = !is_same_table(base, theirs);
    gboolean told = g_hash_table_contains(four->told, id);
    n_compared++;
    n_ours += we;
    if (!we && !is_same_table(theirs, merged)) {
        g_error("%s: %s: what we left alone isn't as it was", four->file, id);
    }
    if (we && !they && !told && is_plain(nodes[0]) && !means_the_same(ours, merged)) {
        g_error("%s: %s: what we did to it isn't there", four->file, id);
    }
}

static void check_presence(const Four *four, const char *id)
{
    xmlNode *base = element(&four->base, id), *ours = element(&four->ours, id);
    xmlNode *theirs = element(&four->theirs, id), *merged = element(&four->merged, id);
    gboolean told = g_hash_table_contains(four->told, id);
    gboolean known = base || !four->base.n_nameless; /* else it may have been there without an id */
    if (known && theirs && !merged && (!base || ours) && is_plain(theirs)) {
        g_error("%s: %s: what they have is gone", four->file, id);
    }
    if (known && ours && !base && !theirs && !merged && !told && is_plain(ours)) {
        g_error("%s: %s: what we made isn't there", four->file, id);
    }
}

static void check_ids(const Four *four, GHashTable *ids)
{
    GHashTableIter iter;
    gpointer id;
    g_hash_table_iter_init(&iter, ids);
    while (g_hash_table_iter_next(&iter, &id, NULL)) {
        xmlNode *nodes[] = {element(&four->base, id), element(&four->ours, id),
                            element(&four->theirs, id), element(&four->merged, id)};
        if (nodes[0] && nodes[1] && nodes[2] && nodes[3]) {
            check_attributes(four, id, nodes);
        }
        check_presence(four, id);
    }
}

static GHashTable *told_of(const SvgMerge *merge)
{
    GHashTable *told = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < merge->items->len; i++) {
        const SvgMergeItem *item = merge->items->pdata[i];
        g_autofree char *line = svg_merge_item_text(item);
        g_assert_null(strchr(line, '\n'));
        n_lost += svg_merge_is_lost(item->fate);
        if (item->fate != SVG_MERGE_KEPT) {
            g_hash_table_add(told, g_strdup(item->id));
        }
    }
    return told;
}

static void check_undo(SvgMerge *merge, GBytes *theirs)
{
    if (merge->change) {
        while (svg_document_undo(merge->doc)) {
        }
        g_autoptr(GBytes) undone = print(merge->doc);
        g_assert_true(g_bytes_equal(undone, theirs));
    }
}

static void leave(const char *name, GBytes *bytes)
{
    const char *folder = g_getenv("MERGES_OUT");
    if (folder) {
        g_autofree char *path = g_strdup_printf("%s/%s.svg", folder, name);
        svg_file_write(path, bytes, NULL);
    }
}

static void check_merge(const char *file, GBytes *base, GBytes *ours, GBytes *theirs, gboolean kin)
{
    leave("base", base);
    leave("ours", ours);
    leave("theirs", theirs);
    g_autoptr(SvgDocument) was = parse(base), our = parse(ours), their = parse(theirs);
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgMerge) merge = svg_merge(was, our, their, "fairy", &error);
    g_assert_no_error(error);
    g_autoptr(GBytes) merged = print(merge->doc);
    leave("merged", merged);
    g_autoptr(SvgDocument) again = parse(merged);
    g_autoptr(GHashTable) told = told_of(merge);
    n_merged++;
    if (merge->change && kin) {
        svg_document_keeps_locks(their, again, &error);
        g_assert_no_error(error);
    }
    if (kin) {
        Four four = {.told = told, .file = file};
        read_tree(&four.base, base);
        read_tree(&four.ours, ours);
        read_tree(&four.theirs, theirs);
        read_tree(&four.merged, merged);
        check_ids(&four, four.base.elements);
        check_ids(&four, four.ours.elements);
        check_ids(&four, four.theirs.elements);
        tree_clear(&four.base);
        tree_clear(&four.ours);
        tree_clear(&four.theirs);
        tree_clear(&four.merged);
    }
    check_undo(merge, theirs);
}

static void check_alone(GBytes *base, GBytes *ours)
{
    g_autoptr(SvgDocument) was = parse(base), our = parse(ours), their = parse(base);
    g_autoptr(SvgMerge) merge = svg_merge(was, our, their, "fairy", NULL);
    g_autoptr(GBytes) is = print(merge->doc);
    g_assert_true(g_bytes_equal(is, ours));
    g_autoptr(SvgMerge) other = svg_merge(was, their, our, "fairy", NULL);
    g_autoptr(GBytes) theirs = print(other->doc);
    g_assert_true(g_bytes_equal(theirs, ours));
}

static GBytes *last;

static void try_file(const char *file, guint32 seed, GRand *rand)
{
    (void)rand;
    g_autoptr(SvgDocument) doc = svg_document_load(file, NULL);
    g_autoptr(GBytes) text = doc ? print(doc) : NULL;
    g_autoptr(GRand) own = g_rand_new_with_seed(seed ^ g_str_hash(file));
    if (!text || g_bytes_get_size(text) > 200000) {
        return;
    }
    g_autoptr(GBytes) base = g_rand_boolean(own) ? test_save_otherwise(text) : g_bytes_ref(text);
    for (guint i = 0; i < runs_per_file; i++) {
        g_autoptr(GBytes) ours = edited(base, own, 1 + i * 4);
        g_autoptr(GBytes) edit = edited(base, own, 1 + i * 4);
        g_autoptr(GBytes) theirs =
            g_rand_boolean(own) ? test_save_otherwise(edit) : g_bytes_ref(edit);
        check_merge(file, base, ours, theirs, TRUE);
        check_alone(base, ours);
        if (last) {
            check_merge(file, base, ours, last, FALSE);
            check_merge(file, last, ours, theirs, FALSE);
            check_merge(file, base, last, theirs, FALSE);
        }
    }
    g_clear_pointer(&last, g_bytes_unref);
    last = g_steal_pointer(&base);
}

static void test_folder(gconstpointer folder)
{
    test_random_files(folder, files_per_folder, try_file);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    files_per_folder = test_setting("MERGES_FILES", files_per_folder);
    runs_per_file = test_setting("MERGES_RUNS", runs_per_file);
    g_test_add_data_func("/merges/fixtures", "fixtures", test_folder);
    g_test_add_data_func("/merges/inkscape-tutorials", "/usr/share/inkscape/tutorials",
                         test_folder);
    g_test_add_data_func("/merges/openclipart",
                         "/usr/share/openclipart/svg/computer/icons/flat-theme", test_folder);
    g_test_add_data_func("/merges/breeze", "/usr/share/icons/breeze/actions/22", test_folder);
    int result = g_test_run();
    g_print("# %u merged, %u elements compared, %u of them changed by us, %u things lost\n",
            n_merged, n_compared, n_ours, n_lost);
    g_clear_pointer(&last, g_bytes_unref);
    xmlCleanupParser();
    svg_cleanup();
    return result;
}
