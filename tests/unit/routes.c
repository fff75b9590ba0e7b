/* Arrows around things, and what they run through. */
#include "geometry/text.h"

#include <svg/edit.h>

#include <math.h>
#include <string.h>

#define SEEN "fill='white' stroke='black'"

static SvgDocument *parse(const char *body)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *text =
        g_strdup_printf("<svg xmlns='http://www.w3.org/2000/svg' viewBox='-50 -50 800 400' "
                        "font-size='14'>%s</svg>",
                        body);
    SvgDocument *doc = svg_document_parse(text, strlen(text), "test.svg", &error);
    g_assert_no_error(error);
    return doc;
}

static char *print(SvgDocument *doc)
{
    g_autoptr(GBytes) bytes = svg_document_print_utf8(doc);
    return g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
}

static void finish(SvgEdit *edit, gboolean done, const GError *failed)
{
    g_autoptr(GError) error = NULL;
    g_assert_no_error(failed);
    g_assert_true(done);
    SvgChange *change = svg_edit_commit(edit, &error);
    g_assert_no_error(error);
    svg_change_free(change);
}

/* The corners of the path, which is absolute; how many. */
static guint corners_of(SvgDocument *doc, const char *id, SvgPoint *out, guint most)
{
    g_autofree char *text = print(doc), *start = g_strdup_printf(" id=\"%s\"", id);
    const char *end = strstr(text, start), *d = end;
    guint n = 0;
    while (d > text && strncmp(d, " d=\"M ", 6) != 0) {
        d--;
    }
    for (d += 6; n < most && *d && *d != '"'; n++) {
        char *next;
        out[n].x = g_ascii_strtod(d, &next);
        out[n].y = g_ascii_strtod(next + 1, &next);
        d = *next == ' ' ? next + 1 : next;
    }
    return n;
}

static gboolean meets(SvgPoint a, SvgPoint b, SvgBox box)
{
    SvgBox line = {MIN(a.x, b.x), MIN(a.y, b.y), fabs(a.x - b.x), fabs(a.y - b.y)};
    return svg_box_touches(line, box);
}

static void expect_crossings(SvgEdit *edit, const char *id, const char *wanted)
{
    g_autoptr(GArray) crossings = svg_edit_crossings(edit, id);
    g_autoptr(GString) found = g_string_new(NULL);
    for (guint i = 0; i < crossings->len; i++) {
        const SvgCrossing *crossing = &g_array_index(crossings, SvgCrossing, i);
        g_string_append_printf(found, "%s%s%s", i ? " " : "", crossing->id,
                               crossing->words ? "'s words" : "");
    }
    g_assert_cmpstr(found->str, ==, wanted);
}

static void assert_crossings(SvgDocument *doc, const char *id, const char *wanted)
{
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    expect_crossings(edit, id, wanted);
}

/* `crosses` is what it runs through, as is told while it is drawn. */
static void connect_square(SvgDocument *doc, const char *id, const char *from, const char *to,
                           guint square, const char *crosses)
{
    SvgSpec spec = {.given = SVG_SPEC_FROM | SVG_SPEC_TO | square,
                    .kind = SVG_KIND_ARROW,
                    .id = id,
                    .from_id = from,
                    .to_id = to};
    g_autoptr(GError) error = NULL;
    SvgEdit *edit = svg_edit_begin(doc, "test");
    gboolean done = svg_edit_create(edit, &spec, &error) != NULL;
    expect_crossings(edit, id, crosses);
    finish(edit, done, error);
}

/* Around boxes and words, in level and upright stretches; not around what holds an end. */
static void test_connect_around(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<rect id='frame' x='-20' y='-20' width='700' height='300' " SEEN "/>"
              "<rect id='a' width='100' height='40' " SEEN "/>"
              "<rect id='c' x='200' y='-10' width='100' height='60' " SEEN "/>"
              "<text id='t' x='340' y='25' font-size='14'>in the way</text>"
              "<rect id='b' x='500' width='100' height='40' " SEEN "/>");
    static const SvgBox boxes[] = {{200, -10, 100, 60}, {340, 12, 60, 15}};
    SvgPoint corners[16];
    connect_square(doc, "e", "a", "b", SVG_SPEC_SQUARE, "");
    guint n = corners_of(doc, "e", corners, G_N_ELEMENTS(corners));
    g_assert_cmpuint(n, >=, 4);
    for (guint i = 1; i < n; i++) {
        g_assert_true(corners[i].x == corners[i - 1].x || corners[i].y == corners[i - 1].y);
        for (guint k = 0; k < G_N_ELEMENTS(boxes); k++) {
            g_assert_false(meets(corners[i - 1], corners[i], boxes[k]));
        }
    }
    g_autofree char *out = print(doc);
    g_assert_null(strstr(out, "inkscape:connector-type")); /* it would route it through them */
    assert_crossings(doc, "e", "");
    connect_square(doc, "f", "a", "b", 0, "c frame's words");
}

/* Where a shape at its end goes elsewhere, it goes around things there; with a free way it is again
 * one that Inkscape routes. */
static void test_connect_around_again(void)
{
    g_autoptr(SvgDocument) doc = parse("<rect id='a' width='100' height='40' " SEEN "/>"
                                       "<rect id='c' x='200' y='-10' width='100' height='60' " SEEN
                                       "/><rect id='b' x='500' width='100' height='40' " SEEN "/>");
    g_autoptr(GError) error = NULL;

    connect_square(doc, "e", "a", "b", SVG_SPEC_SQUARE, "");
    for (guint i = 0; i < 3; i++) {
        SvgPoint to = {i < 2 ? 500 : 20, i ? 300 : 20};
        SvgEdit *edit = svg_edit_begin(doc, "test");
        gboolean done = svg_edit_move(edit, "b", to, SVG_ANCHOR_TOP_LEFT, &error);
        finish(edit, done, error);
        g_autofree char *out = print(doc);
        assert_crossings(doc, "e", "");
        g_assert_cmpint(strstr(out, "data-route") != NULL, ==, i < 2);
        g_assert_cmpint(strstr(out, "connector-type=\"orthogonal\"") != NULL, ==, i == 2);
    }
}

/* A box between boxes on all sides: it is drawn all the same. */
static void test_connect_no_way(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<rect id='a' width='100' height='40' " SEEN "/>"
              "<rect id='b' x='300' width='100' height='40' " SEEN "/>"
              "<rect id='l' x='280' y='-20' width='18' height='80' " SEEN "/>"
              "<rect id='r' x='402' y='-20' width='18' height='80' " SEEN "/>"
              "<rect id='o' x='280' y='-24' width='140' height='20' " SEEN "/>"
              "<rect id='u' x='280' y='44' width='140' height='20' " SEEN "/>");
    connect_square(doc, "e", "a", "b", SVG_SPEC_SQUARE, "l");
}

static void update(SvgDocument *doc, const SvgSpec *spec)
{
    g_autoptr(GError) error = NULL;
    SvgEdit *edit = svg_edit_begin(doc, "test");
    gboolean done = svg_edit_update(edit, "e", spec, &error);
    finish(edit, done, error);
}

/* One with right angles has other ends, keeps the angles, and is a straight line again. */
static void test_update(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<rect id='a' width='100' height='40' " SEEN
              "/><rect id='b' x='300' y='100' width='100' height='40' " SEEN
              "/><rect id='c' x='300' y='200' width='100' height='40' " SEEN "/>");
    SvgPoint corners[16];
    connect_square(doc, "e", "a", "b", SVG_SPEC_SQUARE, "");
    update(doc, &(SvgSpec){.given = SVG_SPEC_TO, .to_id = "c"});
    guint n = corners_of(doc, "e", corners, G_N_ELEMENTS(corners));
    g_assert_cmpuint(n, >=, 3);
    g_assert_true(corners[1].x == corners[0].x || corners[1].y == corners[0].y);
    assert_crossings(doc, "e", "");
    update(doc, &(SvgSpec){.given = SVG_SPEC_STRAIGHT});
    g_autofree char *out = print(doc);
    g_assert_nonnull(strstr(out, "inkscape:connector-type=\"polyline\""));
    g_assert_null(strstr(out, "data-route"));
    g_autoptr(SvgShape) arrow = svg_document_shape(doc, "e", NULL);
    g_assert_cmpstr(arrow->to_id, ==, "c");
    g_assert_cmpfloat(arrow->end.x, <, 350);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/routes/around", test_connect_around);
    g_test_add_func("/routes/around-again", test_connect_around_again);
    g_test_add_func("/routes/no-way", test_connect_no_way);
    g_test_add_func("/routes/update", test_update);
    int failed = g_test_run();
    svg_text_cleanup();
    return failed;
}
