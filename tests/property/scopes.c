/* Scopes hold: whatever verbs are tried in one, no shape that isn't in it changes in geometry,
 * paint, words or order, but for lines, which go where their ends go; and what is refused leaves
 * the bytes as they were. What is in scope is told here by the lists of shapes before and after,
 * and by the bytes of elements, not by what the edit says of it.
 *
 * TEST_SEED repeats a run; SCOPES_FILES and SCOPES_EDITS set how many files of a folder, and how
 * many edits are tried in each. */
#include "common/random_edits.h"
#include "document/node.h"

#include <svg/error.h>

#include <math.h>
#include <string.h>

#define OWNED_ONE_IN 12
#define SLACK        0.01
#define MOST_SHAPES  1500 /* all of them are listed after every edit */

static guint accepted, refused, late;

/* --- whose ------------------------------------------------------------------------------------ */

static guint32 salt;

static SvgOwner owner_of(const char *id, gpointer data)
{
    (void)data;
    guint n = (g_str_hash(id) ^ salt) % (2 * OWNED_ONE_IN);
    return n == 0 ? SVG_OWNER_SELF : n == 1 ? SVG_OWNER_OTHER : SVG_OWNER_NOBODY;
}

static SvgOwner owner_around(SvgDocument *doc, const SvgNode *node)
{
    SvgOwner owner = SVG_OWNER_NOBODY;
    for (; node->parent && owner == SVG_OWNER_NOBODY; node = node->parent) {
        owner = owner_of(svg_node_id(doc, (SvgNode *)node), NULL);
    }
    return owner;
}

static gboolean holds_others(SvgDocument *doc, SvgNode *group)
{
    for (SvgNode *node = svg_node_walk(group, group, FALSE); node;
         node = svg_node_walk(group, node, FALSE)) {
        gboolean drawn = (svg_tag_flags(svg_node_tag(node)) & SVG_TAG_IS_RENDERED) != 0;
        if (drawn && owner_of(svg_node_id(doc, node), NULL) == SVG_OWNER_OTHER) {
            return TRUE;
        }
    }
    return FALSE;
}

/* --- what mustn't change ---------------------------------------------------------------------- */

typedef struct {
    char *id, *bytes, *fill, *stroke; /* the last two: NULL for words */
    SvgBox box;
    gboolean container, words;
} Fixed;

static void fixed_free(gpointer data)
{
    Fixed *fixed = data;
    g_free(fixed->id);
    g_free(fixed->bytes);
    g_free(fixed->fill);
    g_free(fixed->stroke);
    g_free(fixed);
}

/* The start tag without an id, which an arrow's binding may add. */
static void append_tag(GString *out, const SvgNode *node)
{
    g_autofree char *tag = g_strndup(node->open.at, node->open.len);
    char *id = strstr(tag, " id=");
    if (id && strlen(id) > 5) {
        const char *end = strchr(id + 5, id[4]);
        g_string_append_len(out, tag, id - tag);
        g_string_append(out, end ? end + 1 : "");
    } else {
        g_string_append(out, tag);
    }
}

static char *bytes_of(SvgNode *top, gboolean all)
{
    GString *out = g_string_new(NULL);
    for (SvgNode *node = top; node; node = all ? svg_node_walk(top, node, FALSE) : NULL) {
        if (node->name) {
            append_tag(out, node);
        } else {
            g_string_append(out, node->text);
        }
    }
    return g_string_free(out, FALSE);
}

static gboolean is_in(const SvgScope *scope, SvgBox box)
{
    double slack = SLACK * MIN(scope->area.w, scope->area.h);
    return svg_box_contains(svg_box_grown(scope->area, slack, slack), box);
}

/* A line follows what it is at, and may be in scope by an end, where it is told of several lines by
 * one of them; words go with a frame or a path, and where their name says it. */
static gboolean may_follow(const SvgScope *scope, const SvgShape *shape, SvgNode *node, SvgBox box)
{
    SvgBox start = {shape->start.x, shape->start.y, 0, 0}, end = {shape->end.x, shape->end.y, 0, 0};
    g_autofree char *bytes = bytes_of(node, TRUE);
    gboolean line = shape->kind == SVG_KIND_LINE || shape->kind == SVG_KIND_ARROW;
    gboolean chain = line && (box.w < shape->box.w || box.h < shape->box.h);
    return (line && (shape->from_id || shape->to_id || is_in(scope, start) || is_in(scope, end))) ||
           (chain && svg_box_touches(box, scope->area)) || g_str_has_suffix(shape->id, "-label") ||
           strstr(bytes, "connection-") || strstr(bytes, "textPath") ||
           strstr(bytes, "shape-inside");
}

static Fixed *fixed_new(SvgDocument *doc, const SvgScope *scope, const SvgShape *shape)
{
    SvgNode *node = svg_document_find(doc, shape->id);
    SvgOwner owner = owner_around(doc, node);
    gboolean container = (svg_tag_flags(svg_node_tag(node)) & SVG_TAG_IS_CONTAINER) != 0;
    gboolean others = owner == SVG_OWNER_OTHER || (container && holds_others(doc, node));
    SvgBox box;
    gboolean drawn = svg_document_bounds(doc, shape->id, &box, NULL);
    if (!drawn || may_follow(scope, shape, node, box) ||
        (!others && (owner == SVG_OWNER_SELF || is_in(scope, box)))) {
        return NULL;
    }
    Fixed *fixed = g_new0(Fixed, 1);
    *fixed = (Fixed){.id = g_strdup(shape->id),
                     .bytes = bytes_of(node, !container),
                     .fill = g_strdup(shape->fill),
                     .stroke = g_strdup(shape->stroke),
                     .box = box,
                     .container = container};
    return fixed;
}

static gboolean is_named_after(const char *label, const char *id)
{
    g_autofree char *name = g_strconcat(id, "-label", NULL);
    return g_str_equal(label, name);
}

/* The words on it that aren't somebody's by themselves, or by their name another shape's. */
static void add_words(SvgDocument *doc, const char *id, GPtrArray *all)
{
    g_auto(GStrv) labels = svg_document_labels(doc, id);
    for (char **label = labels; *label; label++) {
        SvgNode *node = svg_document_find(doc, *label);
        gboolean others = g_str_has_suffix(*label, "-label") && !is_named_after(*label, id);
        if (!others && owner_around(doc, node) == SVG_OWNER_NOBODY) {
            Fixed *words = g_new0(Fixed, 1);
            *words = (Fixed){.id = g_strdup(*label), .bytes = bytes_of(node, TRUE), .words = TRUE};
            g_ptr_array_add(all, words);
        }
    }
}

static GPtrArray *fixed_in(SvgDocument *doc, const SvgScope *scope, GPtrArray *shapes)
{
    GPtrArray *all = g_ptr_array_new_with_free_func(fixed_free);
    for (guint i = 0; i < shapes->len; i++) {
        Fixed *fixed = fixed_new(doc, scope, shapes->pdata[i]);
        if (fixed) {
            g_ptr_array_add(all, fixed);
            add_words(doc, fixed->id, all);
        }
    }
    return all;
}

/* In the document's order. */
static GPtrArray *order_of(SvgDocument *doc, const GPtrArray *all)
{
    GPtrArray *ids = g_ptr_array_new();
    g_autoptr(GHashTable) known = g_hash_table_new(NULL, NULL);
    SvgNode *root = svg_document_root(doc);
    for (guint i = 0; i < all->len; i++) {
        const Fixed *fixed = all->pdata[i];
        g_hash_table_insert(known, svg_document_find(doc, fixed->id), fixed->id);
    }
    for (SvgNode *node = root; node; node = svg_node_walk(root, node, FALSE)) {
        const char *id = g_hash_table_lookup(known, node);
        if (id) {
            g_ptr_array_add(ids, (gpointer)id);
        }
    }
    return ids;
}

/* --- whether it did --------------------------------------------------------------------------- */

static gboolean is_same_box(SvgBox a, SvgBox b)
{
    double slack = 1e-6 * (1 + fabs(a.x) + fabs(a.y) + a.w + a.h);
    return fabs(a.x - b.x) <= slack && fabs(a.y - b.y) <= slack && fabs(a.w - b.w) <= slack &&
           fabs(a.h - b.h) <= slack;
}

static void assert_fixed(SvgDocument *doc, const Fixed *fixed)
{
    SvgNode *node = svg_document_find(doc, fixed->id);
    g_assert_nonnull(node);
    g_autofree char *bytes = bytes_of(node, !fixed->container);
    g_assert_cmpstr(bytes, ==, fixed->bytes);
    /* What something belongs to may be told otherwise, and then it has no paint of its own. */
    if (fixed->container || fixed->words) {
        return;
    }
    g_autoptr(SvgShape) shape = svg_document_shape(doc, fixed->id, NULL);
    g_assert_true(!shape->fill || g_strcmp0(shape->fill, fixed->fill) == 0);
    g_assert_true(!shape->stroke || g_strcmp0(shape->stroke, fixed->stroke) == 0);
    SvgBox box;
    g_assert_true(svg_document_bounds(doc, fixed->id, &box, NULL));
    g_assert_true(is_same_box(box, fixed->box));
}

static void assert_all(SvgDocument *doc, const GPtrArray *all, const GPtrArray *order)
{
    for (guint i = 0; i < all->len; i++) {
        assert_fixed(doc, all->pdata[i]);
    }
    g_autoptr(GPtrArray) now = order_of(doc, all);
    g_assert_cmpuint(now->len, ==, order->len);
    for (guint i = 0; i < now->len; i++) {
        g_assert_cmpstr(now->pdata[i], ==, order->pdata[i]);
    }
}

/* --- edits ------------------------------------------------------------------------------------ */

/* TRUE when something changed. */
static gboolean edit_once(SvgDocument *doc, const SvgScope *scope, GPtrArray *shapes, GRand *rand)
{
    g_autoptr(GError) error = NULL;
    guint depth = svg_document_undo_depth(doc);
    SvgEdit *edit = svg_edit_begin(doc, "test");
    svg_edit_set_scope(edit, scope);
    gboolean did = test_random_verb(rand, edit, shapes, &error);
    if (did) {
        svg_change_free(svg_edit_commit(edit, &error));
    } else {
        svg_edit_abort(edit);
    }
    if (error && error->code == SVG_ERROR_SCOPE) {
        g_assert_null(strchr(error->message, '\n'));
        late += did;
        refused++;
    }
    return svg_document_undo_depth(doc) > depth;
}

static SvgScope scope_in(const GPtrArray *shapes, GRand *rand)
{
    SvgBox all = SVG_BOX_EMPTY;
    for (guint i = 0; i < shapes->len; i++) {
        all = svg_box_union(all, ((const SvgShape *)shapes->pdata[i])->box);
    }
    all = svg_box_is_empty(all) ? (SvgBox){0, 0, 1, 1} : all;
    double w = all.w * g_rand_double_range(rand, 0.2, 0.8) + 1e-3,
           h = all.h * g_rand_double_range(rand, 0.2, 0.8) + 1e-3;
    return (SvgScope){.area = {all.x + g_rand_double(rand) * (all.w - w),
                               all.y + g_rand_double(rand) * (all.h - h), w, h},
                      .owner = owner_of};
}

static void assert_same(SvgDocument *doc, GBytes *before)
{
    g_autoptr(GBytes) now = svg_document_print_utf8(doc);
    g_assert_true(g_bytes_equal(now, before));
}

/* Mostly each begins with the same drawing; what was found of it is forgotten in any case. */
static void try_scope(SvgDocument *doc, GRand *rand, guint edits)
{
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);
    SvgScope scope = scope_in(shapes, rand);
    g_autoptr(GPtrArray) fixed = fixed_in(doc, &scope, shapes);
    g_autoptr(GPtrArray) order = order_of(doc, fixed);
    g_autoptr(GBytes) before = svg_document_print_utf8(doc);
    for (guint i = 0; i < edits; i++) {
        if (!edit_once(doc, &scope, shapes, rand)) {
            assert_same(doc, before);
            continue;
        }
        accepted++;
        assert_all(doc, fixed, order);
        g_assert_true(svg_document_undo(doc));
        assert_same(doc, before);
    }
    /* The next scope is in what one of them made of it. */
    svg_document_redo(doc);
}

static void try_file(const char *file, guint32 seed, GRand *rand)
{
    (void)seed;
    guint edits = test_setting("SCOPES_EDITS", 60);
    g_autoptr(SvgDocument) doc = svg_document_load(file, NULL);
    g_autoptr(GPtrArray) shapes = doc ? svg_document_shapes(doc) : NULL;
    if (!shapes || !shapes->len || shapes->len > MOST_SHAPES) {
        return;
    }
    for (guint i = 0; i < 4; i++) {
        salt = g_rand_int(rand);
        try_scope(doc, rand, edits / 4);
    }
}

static void test_folder(gconstpointer folder)
{
    test_random_files(folder, test_setting("SCOPES_FILES", 2), try_file);
}

int main(int argc, char **argv)
{
    static const char *const folders[] = {
        "fixtures",
        "/usr/share/inkscape/tutorials",
        "/usr/share/openclipart/svg/computer/icons/flat-theme",
        "/usr/share/doc/linux-doc/html/_images",
    };
    g_test_init(&argc, &argv, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(folders); i++) {
        g_autofree char *path = g_build_filename("/scopes", folders[i], NULL);
        g_test_add_data_func(path, folders[i], test_folder);
    }
    int result = g_test_run();
    g_print("# %u edits were accepted, %u refused, %u of them at the commit\n", accepted, refused,
            late);
    svg_cleanup();
    return result;
}
