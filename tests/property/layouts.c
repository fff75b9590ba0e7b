/* Drawings that are arranged anew, as a whole or in part: what is locked is as it was, nothing is
 * gone, and undo gives the bytes back. In made ones, whose boxes have captions below or beside
 * them, all of these are arranged, no caption lies on another box or caption, and each stays at its
 * box.
 *
 * TEST_SEED repeats a run; LAYOUT_FILES sets how many files a folder, LAYOUT_MADE how many drawings
 * are made. */
#include "common/locked.h"
#include "common/random_edits.h"

#include <svg/error.h>
#include <svg/layout.h>

#include <math.h>

#define LEAST_SHARE   0.4 /* of the made ones: how many are arranged, whatever is locked */
#define MOST_SHAPES   400
#define ONE_LOCKED_IN 8

static guint arranged, refused;

static guint count_elements(GBytes *bytes)
{
    gsize len;
    const char *text = g_bytes_get_data(bytes, &len);
    guint n = 0;
    for (gsize i = 0; i < len; i++) {
        n += text[i] == '<';
    }
    return n;
}

static SvgLayout random_layout(GRand *rand)
{
    return (SvgLayout){
        .arrangement = (SvgArrangement)g_rand_int_range(rand, 0, SVG_N_ARRANGEMENTS),
        .way = (SvgWay)g_rand_int_range(rand, 0, SVG_N_WAYS),
        .way_given = g_rand_boolean(rand),
        .gap = g_rand_boolean(rand) ? NAN : g_rand_double_range(rand, 0, 60),
        .route_given = g_rand_int_range(rand, 0, 3) == 0,
        .orthogonal = g_rand_boolean(rand),
    };
}

/* All, or a few. */
static char **random_choice(GRand *rand, const GPtrArray *shapes)
{
    if (!shapes->len || g_rand_int_range(rand, 0, 3)) {
        return NULL;
    }
    g_autoptr(GStrvBuilder) ids = g_strv_builder_new();
    for (guint i = 0, n = (guint)g_rand_int_range(rand, 1, 8); i < n; i++) {
        const SvgShape *shape = shapes->pdata[g_rand_int_range(rand, 0, (gint)shapes->len)];
        g_strv_builder_add(ids, shape->id);
    }
    return g_strv_builder_end(ids);
}

static gboolean arrange(GRand *rand, SvgDocument *doc, GPtrArray *shapes)
{
    g_autoptr(GError) error = NULL;
    SvgLayout layout = random_layout(rand);
    g_auto(GStrv) ids = random_choice(rand, shapes);
    SvgEdit *edit = svg_edit_begin(doc, "test");
    gboolean ok = svg_edit_layout(edit, (const char *const *)ids, &layout, &error);
    g_test_message("arrangement %d of %s", layout.arrangement, ids ? ids[0] : "all");
    if (!ok) {
        svg_edit_abort(edit);
        g_assert_error(error, SVG_ERROR, error->code);
        if (error->code == SVG_ERROR_LAYOUT) {
            g_error("arrangement %d: %s", layout.arrangement, error->message);
        }
        return FALSE;
    }
    g_autoptr(SvgChange) change = svg_edit_commit(edit, &error);
    return change != NULL;
}

static SvgDocument *parse(GBytes *bytes, const char *file)
{
    return svg_document_parse(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes), file, NULL);
}

/* A few are locked in one file of two. */
static SvgDocument *lock_some(SvgDocument *plain, const char *file, GRand *rand)
{
    g_autoptr(GBytes) bytes = !plain                 ? NULL
                              : g_rand_boolean(rand) ? test_locked_some(plain, rand, ONE_LOCKED_IN)
                                                     : svg_document_print(plain, NULL);
    return bytes ? parse(bytes, file) : NULL;
}

static gboolean try_document(SvgDocument *doc, GPtrArray *shapes, GRand *rand)
{
    g_autoptr(GPtrArray) locked = test_locked_find(doc, 0);
    g_autoptr(GBytes) before = svg_document_print(doc, NULL);
    gboolean ok = arrange(rand, doc, shapes);
    g_autoptr(GBytes) now = svg_document_print(doc, NULL);
    test_locked_assert_held(doc, locked, 0);
    g_assert_cmpuint(count_elements(now), >=, count_elements(before));
    if (ok) {
        svg_document_undo(doc);
    }
    g_autoptr(GBytes) after = svg_document_print(doc, NULL);
    g_assert_cmpmem(g_bytes_get_data(after, NULL), g_bytes_get_size(after),
                    g_bytes_get_data(before, NULL), g_bytes_get_size(before));
    return ok;
}

static void try_file(const char *file, guint32 seed, GRand *rand)
{
    (void)seed;
    g_autoptr(SvgDocument) plain = svg_document_load(file, NULL);
    g_autoptr(SvgDocument) doc = lock_some(plain, file, rand);
    g_autoptr(GPtrArray) shapes = doc ? svg_document_shapes(doc) : NULL;
    if (shapes && shapes->len <= MOST_SHAPES) {
        *(try_document(doc, shapes, rand) ? &arranged : &refused) += 1;
    }
}

static void test_folder(gconstpointer folder)
{
    test_random_files(folder, test_setting("LAYOUT_FILES", 6), try_file);
}

/* --- made ones -------------------------------------------------------------------------------- */

#define SIDE  50.0  /* of a box */
#define PITCH 220.0 /* from box to box */
#define MOST  12    /* boxes */

static void add_line(GString *out, guint from, guint to)
{
    double ax = PITCH * (from % 4) + SIDE / 2, ay = PITCH * (guint)(from / 4) + SIDE / 2;
    double bx = PITCH * (to % 4) + SIDE / 2, by = PITCH * (guint)(to / 4) + SIDE / 2;
    double dx = bx - ax, dy = by - ay, part = SIDE / 2 / MAX(fabs(dx), fabs(dy));
    g_string_append_printf(out, "<path id='e%u' d='M%g,%g L%g,%g' stroke='black' fill='none'/>\n",
                           to, ax + dx * part, ay + dy * part, bx - dx * part, by - dy * part);
}

/* A tree of boxes, as icons with their names are. */
static SvgDocument *make(GRand *rand, guint n)
{
    static const char *const names[] = {"Gateway", "Server for all that is asked", "Store", "Queue",
                                        "Load balancer (public)"};
    g_autoptr(GString) out = g_string_new("<svg xmlns='http://www.w3.org/2000/svg' "
                                          "viewBox='-100 -50 1000 800' font-size='12'>\n");
    for (guint i = 0; i < n; i++) {
        double x = PITCH * (i % 4), y = PITCH * (guint)(i / 4);
        gboolean beside = i % 4 == 3 && g_rand_boolean(rand); /* no line runs there */
        g_string_append_printf(out,
                               "<rect id='n%u' x='%g' y='%g' width='50' height='50' fill='#cde' "
                               "stroke='black'/>\n<text id='c%u' x='%g' y='%g'%s>%s %u</text>\n",
                               i, x, y, i, beside ? x + SIDE + 5 : x + SIDE / 2,
                               beside ? y + SIDE / 2 + 4 : y + SIDE + 15,
                               beside ? "" : " text-anchor='middle'",
                               names[g_rand_int_range(rand, 0, G_N_ELEMENTS(names))], i);
    }
    for (guint i = 1; i < n; i++) {
        add_line(out, (guint)g_rand_int_range(rand, 0, (gint)i), i);
    }
    g_string_append(out, "</svg>\n");
    return svg_document_parse(out->str, out->len, "made", NULL);
}

static SvgBox box_of(SvgDocument *doc, char what, guint i)
{
    SvgBox box = SVG_BOX_EMPTY;
    g_autofree char *id = g_strdup_printf("%c%u", what, i);
    g_assert_true(svg_document_bounds(doc, id, &box, NULL));
    return box;
}

static gboolean lie_on_each_other(SvgBox a, SvgBox b)
{
    SvgBox common = svg_box_intersection(a, b);
    return common.w > 0.5 && common.h > 0.5;
}

static void check_captions(SvgDocument *doc, guint n, SvgDocument *before)
{
    for (guint i = 0; i < n; i++) {
        SvgBox words = box_of(doc, 'c', i), was = box_of(before, 'c', i);
        SvgBox node = box_of(doc, 'n', i), old = box_of(before, 'n', i);
        g_assert_cmpfloat_with_epsilon(words.x - node.x, was.x - old.x, 0.5);
        g_assert_cmpfloat_with_epsilon(words.y - node.y, was.y - old.y, 0.5);
        for (guint k = 0; k < n; k++) {
            if (k != i) {
                g_assert_false(lie_on_each_other(words, box_of(doc, 'n', k)));
                g_assert_false(lie_on_each_other(words, box_of(doc, 'c', k)));
                g_assert_false(lie_on_each_other(node, box_of(doc, 'n', k)));
            }
        }
    }
}

static void try_made(GRand *rand)
{
    guint n = (guint)g_rand_int_range(rand, 3, MOST + 1);
    g_autoptr(SvgDocument) doc = make(rand, n);
    g_autoptr(GBytes) bytes = svg_document_print(doc, NULL);
    g_autoptr(SvgDocument) before = parse(bytes, "made");
    g_autoptr(GError) error = NULL;
    SvgLayout layout = random_layout(rand);
    layout.gap = isnan(layout.gap) ? NAN : MAX(layout.gap, 10);
    SvgEdit *edit = svg_edit_begin(doc, "test");
    gboolean ok = svg_edit_layout(edit, NULL, &layout, &error);
    g_assert_no_error(error);
    g_assert_true(ok);
    svg_change_free(svg_edit_commit(edit, &error));
    g_test_message("arrangement %d of %u", layout.arrangement, n);
    g_assert_no_error(error);
    check_captions(doc, n, before);
}

static void test_made(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(test_seed());
    for (guint i = 0, n = test_setting("LAYOUT_MADE", 40); i < n; i++) {
        try_made(rand);
    }
}

/* Refusing is easy: nothing is locked, gone, or left behind then. With a few shapes locked, and a
 * few chosen, most can still be arranged. */
static void test_share(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(test_seed());
    guint n = test_setting("LAYOUT_MADE", 40), ok = 0;
    for (guint i = 0; i < n; i++) {
        g_autoptr(SvgDocument) plain = make(rand, (guint)g_rand_int_range(rand, 3, MOST + 1));
        g_autoptr(SvgDocument) doc = lock_some(plain, "made", rand);
        g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);
        ok += try_document(doc, shapes, rand);
    }
    g_test_message("%u of %u are arranged", ok, n);
    g_assert_cmpfloat(ok, >=, LEAST_SHARE * n);
}

int main(int argc, char **argv)
{
    static const char *const folders[] = {
        "fixtures",
        "/usr/share/openclipart/svg/computer/icons/flat-theme",
        "/usr/share/inkscape/tutorials",
        "/usr/share/doc/linux-doc/html/_images",
    };
    g_test_init(&argc, &argv, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(folders); i++) {
        g_autofree char *path = g_strconcat("/layouts/", folders[i], NULL);
        g_test_add_data_func(path, folders[i], test_folder);
    }
    g_test_add_func("/layouts/share", test_share);
    g_test_add_func("/layouts/made", test_made);
    int result = g_test_run();
    g_print("# %u arranged, %u refused\n", arranged, refused);
    svg_cleanup();
    return result;
}
