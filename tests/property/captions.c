/* Words that are put on an arrow are read back as its own, and no other shape's words or ends
 * change: in drawings made at random, and in other people's (CAPTIONS_FOLDERS, with ':' between).
 */
#include "common/random_edits.h"

#include <svg/edit.h>
#include <svg/error.h>
#include <svg/shape.h>

#include <string.h>

#define ROUNDS  12 /* unless TEST_RUNS says */
#define COLUMNS 4
#define ROWS    3
#define WORDS   "sends mail"

/* --- random diagrams -------------------------------------------------------------------------- */

typedef struct {
    double x, y, w, h;
} Box;

static void add_box(GString *out, const Box *box, guint i)
{
    g_string_append_printf(out,
                           "<rect id='b%u' x='%g' y='%g' width='%g' height='%g' fill='#eef' "
                           "stroke='#336'/><text x='%g' y='%g' text-anchor='middle' "
                           "font-family='DejaVu Sans' font-size='14'>Box %u</text>\n",
                           i, box->x, box->y, box->w, box->h, box->x + box->w / 2,
                           box->y + box->h / 2 + 5, i);
}

/* The share of the way from the middle of `from` towards that of `to` at which its border is. */
static double leave(const Box *from, double dx, double dy)
{
    double x = dx != 0 ? from->w / 2 / ABS(dx) : 2, y = dy != 0 ? from->h / 2 / ABS(dy) : 2;
    return MIN(x, y);
}

static void add_arrow(GString *out, const Box *a, const Box *b, guint i, gboolean words)
{
    double x1 = a->x + a->w / 2, y1 = a->y + a->h / 2;
    double dx = b->x + b->w / 2 - x1, dy = b->y + b->h / 2 - y1;
    double s = leave(a, dx, dy), e = 1 - leave(b, dx, dy);
    g_string_append_printf(out,
                           "<path id='a%u' d='M %.2f,%.2f L %.2f,%.2f' fill='none' "
                           "stroke='black' marker-end='url(#m)'/>\n",
                           i, x1 + s * dx, y1 + s * dy, x1 + e * dx, y1 + e * dy);
    if (words) {
        g_string_append_printf(out,
                               "<text x='%.2f' y='%.2f' font-family='DejaVu Sans' "
                               "font-size='11' fill='#555'>has %u</text>\n",
                               x1 + dx / 2 + 4, y1 + dy / 2 - 4, i);
    }
}

static SvgDocument *random_diagram(void)
{
    g_autoptr(GString) out = g_string_new(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1000 700'>\n"
        "<marker id='m' orient='auto' refX='9' refY='5' viewBox='0 0 10 10' markerWidth='6' "
        "markerHeight='6'><path d='M0 0 10 5 0 10z'/></marker>\n");
    Box boxes[COLUMNS * ROWS];
    for (guint i = 0; i < COLUMNS * ROWS; i++) {
        boxes[i] = (Box){30 + i % COLUMNS * 250 + g_test_rand_int_range(0, 60),
                         30 + i / COLUMNS * 240 + g_test_rand_int_range(0, 60),
                         g_test_rand_int_range(80, 140), g_test_rand_int_range(40, 80)};
        add_box(out, &boxes[i], i);
    }
    gint32 n = g_test_rand_int_range(4, 14);
    for (gint32 i = 0; i < n; i++) {
        guint from = (guint)g_test_rand_int_range(0, COLUMNS * ROWS);
        guint to = (from + (guint)g_test_rand_int_range(1, 2 * COLUMNS)) % (COLUMNS * ROWS);
        add_arrow(out, &boxes[from], &boxes[to], (guint)i, g_test_rand_int_range(0, 4) == 0);
    }
    g_string_append(out, "</svg>");
    return svg_document_parse(out->str, out->len, "random.svg", NULL);
}

/* --- what is read before and after ------------------------------------------------------------ */

typedef struct {
    guint arrows, right, noted, refused, wrong, changed;
} Count;

static GHashTable *by_id(GPtrArray *shapes)
{
    GHashTable *out = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < shapes->len; i++) {
        const SvgShape *shape = shapes->pdata[i];
        g_hash_table_insert(out, shape->id, (gpointer)shape);
    }
    return out;
}

static gboolean is_same(const SvgShape *a, const SvgShape *b)
{
    return b && g_strcmp0(a->text, b->text) == 0 && g_strcmp0(a->from_id, b->from_id) == 0 &&
           g_strcmp0(a->to_id, b->to_id) == 0 && a->kind == b->kind;
}

/* Ids of shapes other than the arrow that are read otherwise now; how many. */
static guint count_changed(const GPtrArray *before, GHashTable *after, const char *arrow)
{
    guint n = 0;
    for (guint i = 0; i < before->len; i++) {
        const SvgShape *old = before->pdata[i];
        const SvgShape *now = g_hash_table_lookup(after, old->id);
        if (strcmp(old->id, arrow) != 0 && !is_same(old, now)) {
            g_test_message("  %s is read otherwise: \"%s\" %s-%s, was \"%s\" %s-%s", old->id,
                           now ? now->text : "(gone)", now ? now->from_id : "",
                           now ? now->to_id : "", old->text, old->from_id, old->to_id);
            n++;
        }
    }
    return n;
}

static void check(SvgDocument *doc, const char *name, const GPtrArray *before,
                  const SvgShape *arrow, const char *note, Count *count)
{
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);
    g_autoptr(GHashTable) after = by_id(shapes);
    const SvgShape *now = g_hash_table_lookup(after, arrow->id);
    gboolean right = now && g_strcmp0(now->text, WORDS) == 0 &&
                     g_strcmp0(now->from_id, arrow->from_id) == 0 &&
                     g_strcmp0(now->to_id, arrow->to_id) == 0;
    count->right += right;
    count->wrong += !right;
    count->noted += note != NULL;
    count->changed += count_changed(before, after, arrow->id);
    if (!right) {
        g_test_message("%s: %s isn't read as labelled, but \"%s\"", name, arrow->id,
                       now ? now->text : "(gone)");
    }
    if (note) {
        g_test_message("%s: %s: %s", name, arrow->id, note);
    }
}

static void label_one(SvgDocument *doc, const char *name, const GPtrArray *before,
                      const SvgShape *arrow, Count *count)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    count->arrows++;
    if (!svg_edit_label(edit, arrow->id, WORDS, &error)) {
        g_test_message("%s: %s refused: %s", name, arrow->id, error->message);
        count->refused++;
        return;
    }
    g_autofree char *note = g_strdup(svg_edit_note(edit));
    SvgChange *change = svg_edit_commit(g_steal_pointer(&edit), &error);
    if (!change) {
        g_test_message("%s: %s refused: %s", name, arrow->id, error->message);
        count->refused++;
        return;
    }
    svg_change_free(change);
    check(doc, name, before, arrow, note, count);
    g_assert_true(svg_document_undo(doc));
}

/* Each by itself, all else as it was. */
static void label_all(SvgDocument *doc, const char *name, Count *count)
{
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);
    for (guint i = 0; i < shapes->len; i++) {
        const SvgShape *shape = shapes->pdata[i];
        if (shape->kind == SVG_KIND_ARROW && !shape->text && !shape->locked) {
            label_one(doc, name, shapes, shape, count);
        }
    }
}

static void tell(const char *name, const Count *count)
{
    g_test_message("%s: %u arrows, %u read back as theirs (%u with a note), %u refused, %u wrong, "
                   "%u others changed",
                   name, count->arrows, count->right, count->noted, count->refused, count->wrong,
                   count->changed);
}

static void test_random(void)
{
    Count count = {0};
    for (guint i = 0, n = test_setting("TEST_RUNS", ROUNDS); i < n; i++) {
        g_autoptr(SvgDocument) doc = random_diagram();
        g_assert_nonnull(doc);
        label_all(doc, "random", &count);
    }
    tell("random", &count);
    g_assert_cmpuint(count.wrong, ==, 0);
    g_assert_cmpuint(count.changed, ==, 0);
    g_assert_cmpuint(10 * count.refused, <=, count.arrows);
}

/* --- other people's --------------------------------------------------------------------------- */

static void label_folder(const char *folder, Count *count)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    for (const char *file; dir && (file = g_dir_read_name(dir));) {
        g_autofree char *path = g_build_filename(folder, file, NULL);
        g_autoptr(SvgDocument) doc =
            g_str_has_suffix(file, ".svg") ? svg_document_load(path, NULL) : NULL;
        Count one = {0};
        if (!doc) {
            continue;
        }
        label_all(doc, file, &one);
        tell(file, &one);
        for (guint i = 0; i < sizeof one / sizeof(guint); i++) {
            ((guint *)count)[i] += ((const guint *)&one)[i];
        }
    }
}

static void test_folders(void)
{
    const char *folders = g_getenv("CAPTIONS_FOLDERS");
    g_auto(GStrv) each = g_strsplit(folders ? folders : "", ":", -1);
    Count count = {0};
    for (guint i = 0; each[i]; i++) {
        label_folder(each[i], &count);
    }
    tell("all folders", &count);
    g_assert_cmpuint(count.wrong, ==, 0);
    g_assert_cmpuint(count.changed, ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/captions/random", test_random);
    g_test_add_func("/captions/folders", test_folders);
    int result = g_test_run();
    svg_cleanup();
    return result;
}
