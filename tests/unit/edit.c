/* The verbs, on small drawings. Numbers are those of the action reference where it gives them. */
#include <svg/edit.h>
#include <svg/error.h>

#include <math.h>
#include <string.h>

#define HEAD "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1000 1000\">"

static SvgDocument *parse(const char *body)
{
    g_autofree char *text = g_strconcat(HEAD, body, "</svg>", NULL);
    g_autoptr(GError) error = NULL;
    SvgDocument *doc = svg_document_parse(text, strlen(text), "t.svg", &error);
    g_assert_no_error(error);
    return doc;
}

static void commit(SvgEdit *edit)
{
    g_autoptr(GError) error = NULL;
    svg_change_free(svg_edit_commit(edit, &error));
    g_assert_no_error(error);
}

static void assert_box(SvgDocument *doc, const char *id, double x, double y, double w, double h)
{
    SvgBox box;
    g_autoptr(GError) error = NULL;
    g_assert_true(svg_document_bounds(doc, id, &box, &error));
    g_assert_cmpfloat_with_epsilon(box.x, x, 1e-3);
    g_assert_cmpfloat_with_epsilon(box.y, y, 1e-3);
    g_assert_cmpfloat_with_epsilon(box.w, w, 1e-3);
    g_assert_cmpfloat_with_epsilon(box.h, h, 1e-3);
}

static char *print(SvgDocument *doc)
{
    g_autoptr(GBytes) bytes = svg_document_print_utf8(doc);
    return g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
}

static void assert_contains(SvgDocument *doc, const char *part)
{
    g_autofree char *text = print(doc);
    if (!strstr(text, part)) {
        g_test_message("%s", text);
    }
    g_assert_nonnull(strstr(text, part));
}

/* --- lines at a shape ------------------------------------------------------------------------- */

#define TWO                                                 \
    "<rect id='a' x='100' y='100' width='80' height='40'/>" \
    "<rect id='b' x='300' y='100' width='80' height='40'/>"

static void offset(SvgDocument *doc, const char *const *ids, double dx, double dy)
{
    g_autoptr(GError) error = NULL;
    SvgEdit *edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_offset(edit, ids, dx, dy, &error));
    g_assert_no_error(error);
    commit(edit);
}

/* What is left of a line when the shape at its end is moved by 20, 60. */
static void test_lines_follow(void)
{
    static const char *const cases[][2] = {
        {"<line id='e' x1='180' y1='120' x2='300' y2='120' stroke='red'/>", "x2='320' y2='180'"},
        {"<polyline id='e' points='180,120 240,130 300,120' fill='none' stroke='red'/>",
         "points='180,120 246.060807,159.1914503 320,180'"},
        {"<path id='e' d='M180 120H300' stroke='red' fill='none'/>", "d='M 180,120 320,180'"},
        {"<path id='e' d='M180 120h60v10h60' stroke='red' fill='none'/>", "d='M180 120h60v70h80'"},
        {"<path id='e' d='M180,120 C200,120 280,120 300,120' stroke='red' fill='none'/>",
         "d='M180,120 C200,120 300,180 320,180'"},
        {"<path id='e' d='m 300 120 c -20 0 -100 0 -120 0' stroke='red' fill='none'/>",
         "d='m 320 180 c -20 0 -120 -60 -140 -60'"},
        {"<g sodipodi:insensitive='1' xmlns:sodipodi='http://sodipodi.sourceforge.net/DTD/"
         "sodipodi-0.dtd'><path id='e' d='M180 120L300 120' stroke='red' fill='none'/></g>",
         "d='M180 120L300 120'"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *body = g_strconcat(TWO, cases[i][0], NULL);
        g_autoptr(SvgDocument) doc = parse(body);
        offset(doc, (const char *const[]){"b", NULL}, 20, 60);
        assert_contains(doc, cases[i][1]);
    }
}

/* The tip stays at the shape, and the head turns with its line. */
static void test_heads_follow(void)
{
    g_autoptr(SvgDocument) doc =
        parse(TWO "<g><path id='e' d='M180 120L290 120' stroke='red' fill='none'/>"
                  "<polygon id='h' points='290,116 300,120 290,124'/></g>");
    offset(doc, (const char *const[]){"b", NULL}, 0, 120);
    SvgBox box;
    g_assert_true(svg_document_bounds(doc, "h", &box, NULL));
    g_assert_cmpfloat_with_epsilon(box.x + box.w, 300, 0.5);
    g_assert_cmpfloat_with_epsilon(box.y + box.h, 240, 0.5);
    g_assert_cmpfloat(box.h, >, 9);
}

/* What was deleted since isn't moved along. */
static void test_deleted_heads_stay_away(void)
{
    g_autoptr(SvgDocument) doc =
        parse(TWO "<g><path id='e' d='M180 120L290 120' stroke='red' fill='none'/>"
                  "<polygon id='h' points='290,116 300,120 290,124'/></g>");
    offset(doc, (const char *const[]){"b", NULL}, 0, 10);
    SvgEdit *edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_delete(edit, "h", NULL));
    commit(edit);
    offset(doc, (const char *const[]){"b", NULL}, 0, 110);
    /* 45 degrees, and as far from the tip as before. */
    assert_contains(
        doc, "<g><path id='e' d='M180 120L292.9289322 232.9289322' stroke='red' fill='none'/></g>");
}

/* A head may be large where the page is: its line ends far from the shape. */
static void test_large_heads_follow(void)
{
    const char *text = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8000 8000'>"
                       "<rect id='b' x='3000' y='1000' width='800' height='400'/>"
                       "<g><path id='e' d='M1000 1200L2860 1200' stroke='red' fill='none'/>"
                       "<polygon id='h' points='2860,1150 3000,1200 2860,1250'/></g></svg>";
    g_autoptr(SvgDocument) doc = svg_document_parse(text, strlen(text), "t.svg", NULL);
    offset(doc, (const char *const[]){"b", NULL}, 100, 0);
    assert_contains(doc, "d='M1000 1200L2960 1200'");
}

/* With both its shapes, or by itself before them, a line only moves. */
static void test_lines_moved_along(void)
{
    static const char *const ids[][4] = {{"a", "b", NULL}, {"a", "e", "b", NULL}};
    for (gsize i = 0; i < G_N_ELEMENTS(ids); i++) {
        g_autoptr(SvgDocument) doc =
            parse(TWO "<path id='e' d='M180,120 L300,120' stroke='red' fill='none'/>");
        offset(doc, ids[i], 5, 7);
        assert_contains(doc, "d='M185,127 L305,127'");
    }
}

/* --- move ------------------------------------------------------------------------------------- */

static void test_move_anchors(void)
{
    static const struct {
        SvgAnchor anchor;
        double x, y;
    } rows[] = {{SVG_ANCHOR_TOP_LEFT, 0, 0},
                {SVG_ANCHOR_CENTER, -50, -25},
                {SVG_ANCHOR_BOTTOM_RIGHT, -100, -50}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(SvgDocument) doc = parse("<rect id='a' x='10' y='20' width='100' height='50'/>");
        g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
        g_assert_true(svg_edit_move(edit, "a", (SvgPoint){0, 0}, rows[i].anchor, NULL));
        commit(g_steal_pointer(&edit));
        assert_box(doc, "a", rows[i].x, rows[i].y, 100, 50);
    }
}

static void move_one(SvgDocument *doc, const char *id, double x, double y)
{
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_move(edit, id, (SvgPoint){x, y}, SVG_ANCHOR_TOP_LEFT, NULL));
    commit(g_steal_pointer(&edit));
}

/* A shape that comes to lie under another's label doesn't get it, however much was moved before. */
static void test_labels_stay_with_theirs(void)
{
    for (guint before = 0; before < 30; before += 6) {
        g_autoptr(GString) body = g_string_new("<rect id='b' width='100' height='50'/>"
                                               "<text id='t' x='20' y='30'>b</text>"
                                               "<rect id='a' x='500' width='60' height='40'/>");
        for (guint i = 0; i < before; i++) {
            g_string_append_printf(body, "<rect id='r%u' x='%u' y='300' width='9' height='9'/>", i,
                                   20 * i);
        }
        g_autoptr(SvgDocument) doc = parse(body->str);
        for (guint i = 0; i < before; i++) {
            g_autofree char *id = g_strdup_printf("r%u", i);
            move_one(doc, id, 20 * i, 400);
        }
        move_one(doc, "a", 10, 10);
        move_one(doc, "b", 200, 0);
        assert_contains(doc, "id='t' x='220'");
        move_one(doc, "a", 0, 600);
        assert_contains(doc, "id='t' x='220'");
    }
}

/* Every element type, in a turned and scaled group: the box goes where it was sent, however it is
 * written. `holds` is what must be in the file then. */
static void test_move_elements(void)
{
    static const struct {
        const char *body, *holds;
    } rows[] = {
        {"<rect id='a' x='1' y='2' width='3' height='4'/>", "<rect id='a' x='8' y='5' "},
        {"<rect id='a' width='3' height='4'/>", "x=\"7\" y=\"3\"/>"},
        {"<rect id='a' x='1in' width='3' height='4'/>", "x='103' "},
        {"<circle id='a' cx='5' cy='5' r='2'/>", "cx='12' cy='8'"},
        {"<ellipse id='a' rx='3' ry='2'/>", "cx=\"7\" cy=\"3\""},
        {"<line id='a' x1='1' y1='2' x2='3' y2='4'/>", "x1='8' y1='5' x2='10' y2='7'"},
        {"<path id='a' d='m 1,2 l 3,4 z M 5 6 h 2'/>", "d='m 8,5 l 3,4 z M 12 9 h 2'"},
        {"<polyline id='a' points='1,2 3,4'/>", "points='1,2 3,4' transform=\"translate(7,3)\""},
        {"<g id='a'><rect width='3' height='4'/></g>", "<g id='a' transform=\"translate(7,3)\">"},
        {"<rect id='b' width='3' height='4'/><use id='a' href='#b'/>",
         "href='#b' transform=\"translate(7,3)\""},
        {"<rect id='a' width='3' height='4' transform='translate(1,1)'/>",
         "transform='translate(8,4)'"},
        {"<rect id='a' width='3' height='4' transform='rotate(90)'/>",
         "transform='rotate(90,2,5)'"},
        {"<clipPath id='c'><rect width='9' height='9'/></clipPath><rect id='a' width='3' height='4' "
         "clip-path='url(#c)'/>",
         "transform=\"translate(7,3)\""},
        {"<linearGradient id='c' gradientUnits='userSpaceOnUse'/><rect id='a' width='3' height='4' "
         "style='fill:url(#c)'/>",
         "transform=\"translate(7,3)\""},
        {"<linearGradient id='c'/><rect id='a' width='3' height='4' style='fill:url(#c)'/>",
         "x=\"7\" y=\"3\""},
        {"<rect id='a' width='3' height='4' style='transform:translate(1px,1px)'/>",
         "style='transform:matrix(1,0,0,1,8,4)'"},
        {"<image id='a' x='1' y='1' width='3' height='4'/>", "x='8' y='4'"},
        {"<text id='a' x='1 2' y='5'>ab<tspan x='9' y='20'>c</tspan></text>",
         "x='8 9' y='8'>ab<tspan x='16' y='23'>"},
        /* An arc is redrawn from its parameters by Inkscape, and from d by everything else. */
        {"<path id='a' sodipodi:type='arc' sodipodi:cx='5' sodipodi:cy='6' sodipodi:rx='2' "
         "sodipodi:ry='2' d='M 7,6 A 2,2 0 1 1 3,6 Z'/>",
         "sodipodi:cx='12' sodipodi:cy='9' sodipodi:rx='2' sodipodi:ry='2' d='M 14,9 A 2,2 0 1 1 "
         "10,9 Z'"},
        {"<path id='a' sodipodi:type='star' d='M 1,2 3,4 5,0 Z'/>",
         "d='M 1,2 3,4 5,0 Z' transform=\"translate(7,3)\""},
        {"<path id='a' inkscape:path-effect='#e' inkscape:original-d='M 1,2 3,4' d='M 1,2 3,4'/>",
         "d='M 1,2 3,4' transform=\"translate(7,3)\""},
        {"<svg id='a' x='1' width='9' height='9'><rect width='3' height='4'/></svg>",
         "<svg id='a' x='8' width='9' height='9' y=\"3\">"},
        {"<svg id='a' width='9' height='9' transform='scale(2)'><rect width='3' height='4'/></svg>",
         "<g transform=\"translate(7,3)\"><svg id='a' width='9' height='9' transform='scale(2)'>"},
        {"<mask id='m'/><rect id='a' width='3' height='4' mask='url(#m)'/>",
         "mask='url(#m)' transform=\"translate(7,3)\""},
        {"<pattern id='p'/><rect id='a' width='3' height='4' stroke='url(#p)'/>",
         "stroke='url(#p)' transform=\"translate(7,3)\""},
        {"<linearGradient id='c' gradientUnits='userSpaceOnUse'/><g fill='url(#c)'><circle id='a' "
         "r='3'/></g>",
         "r='3' transform=\"translate(7,3)\""},
        {"<linearGradient id='c' gradientUnits='userSpaceOnUse'/><text id='a' x='1' y='2'>a<tspan "
         "fill='url(#c)'>b</tspan></text>",
         "<text id='a' x='1' y='2' transform=\"translate(7,3)\">"},
        {"<rect id='a' style='x:4px' width='3' height='4'/>",
         "width='3' height='4' transform=\"translate(7,3)\""},
        {"<style>#a { transform: translate(1px,1px) !important }</style><rect id='a' width='3' "
         "height='4'/>",
         "transform=\"translate(8,4)\" style=\"transform:matrix(1,0,0,1,8,4) !important\""},
        {"<text id='a' x='1' y='9'><tspan sodipodi:role='line' x='1' y='9'>a</tspan><tspan "
         "sodipodi:role='line' x='1' y='19'>b</tspan></text>",
         "<text id='a' x='8' y='12'><tspan sodipodi:role='line' x='8' y='12'>a</tspan><tspan "
         "sodipodi:role='line' x='8' y='22'>"},
        {"<text id='a' x='1' y='9' font-size='8'><tspan sodipodi:role='line'>a</tspan><tspan "
         "sodipodi:role='line'>b</tspan></text>",
         "<tspan sodipodi:role='line' x=\"8\" y=\"12\">a</tspan><tspan sodipodi:role='line' x=\"8\" "
         "y=\"22\">"},
        {"<text id='a' x='1' y='9' style='inline-size:50px'>a</text>",
         "style='inline-size:50px' transform=\"translate(7,3)\""},
        {"<path id='p' d='M 1,9 H 50'/><text id='a'><textPath href='#p'>a</textPath></text>",
         "<text id='a' transform=\"translate(7,3)\">"},
        {"<switch id='a'><rect width='3' height='4'/></switch>",
         "<switch id='a' transform=\"translate(7,3)\">"},
    };
    const char *ids[] = {"a", NULL};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        SvgBox before, after;
        g_autoptr(SvgDocument) doc = parse(rows[i].body);
        g_assert_true(svg_document_bounds(doc, "a", &before, NULL));
        g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
        g_assert_true(svg_edit_offset(edit, ids, 7, 3, NULL));
        commit(g_steal_pointer(&edit));
        assert_contains(doc, rows[i].holds);
        g_assert_true(svg_document_bounds(doc, "a", &after, NULL));
        assert_box(doc, "a", before.x + 7, before.y + 3, before.w, before.h);
        g_autofree char *body =
            g_strdup_printf("<g transform='rotate(30) scale(2,-3)'>%s</g>", rows[i].body);
        g_autoptr(SvgDocument) turned = parse(body);
        g_assert_true(svg_document_bounds(turned, "a", &before, NULL));
        edit = svg_edit_begin(turned, "test");
        g_assert_true(svg_edit_offset(edit, ids, 7, 3, NULL));
        commit(g_steal_pointer(&edit));
        assert_box(turned, "a", before.x + 7, before.y + 3, before.w, before.h);
    }
}

/* --- many ------------------------------------------------------------------------------------- */

static SvgDocument *row(guint n, const double at[][2], gboolean vertical)
{
    GString *body = g_string_new(NULL);
    for (guint i = 0; i < n; i++) {
        g_string_append_printf(body, "<rect id='s%u' %s='%g' %s='%g' %s='5'/>", i,
                               vertical ? "y" : "x", at[i][0], vertical ? "height" : "width",
                               at[i][1], vertical ? "width" : "height");
    }
    SvgDocument *doc = parse(body->str);
    g_string_free(body, TRUE);
    return doc;
}

static const char *const four[] = {"s0", "s1", "s2", "s3", NULL};
static const char *const three[] = {"s0", "s1", "s2", NULL};

static void test_align(void)
{
    static const double at[][2] = {{0, 50}, {60, 30}, {300, 100}};
    static const struct {
        SvgAlignment alignment;
        gboolean vertical;
        double to[3];
    } rows[] = {
        {SVG_ALIGN_LEFT, FALSE, {0, 0, 0}},
        {SVG_ALIGN_RIGHT, FALSE, {350, 370, 300}},
        {SVG_ALIGN_CENTER_HORIZONTAL, FALSE, {175, 185, 150}},
        {SVG_ALIGN_TOP, TRUE, {0, 0, 0}},
        {SVG_ALIGN_BOTTOM, TRUE, {350, 370, 300}},
        {SVG_ALIGN_CENTER_VERTICAL, TRUE, {175, 185, 150}},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(SvgDocument) doc = row(3, at, rows[i].vertical);
        g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
        g_assert_true(svg_edit_align(edit, three, rows[i].alignment, NULL));
        commit(g_steal_pointer(&edit));
        for (guint k = 0; k < 3; k++) {
            double to = rows[i].to[k], size = at[k][1];
            rows[i].vertical ? assert_box(doc, three[k], 0, to, 5, size)
                             : assert_box(doc, three[k], to, 0, size, 5);
        }
    }
}

static void test_distribute(void)
{
    static const double at[][2] = {{0, 50}, {60, 30}, {300, 100}, {120, 20}};
    static const double to[] = {0, 116.667, 300, 213.333};
    g_autoptr(SvgDocument) doc = row(4, at, FALSE);
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_distribute(edit, four, SVG_DIRECTION_HORIZONTAL, NULL));
    commit(g_steal_pointer(&edit));
    for (guint k = 0; k < 4; k++) {
        assert_box(doc, four[k], to[k], 0, at[k][1], 5);
    }
}

static void test_stack(void)
{
    static const double at[][2] = {{200, 50}, {0, 40}, {90, 10}};
    static const struct {
        double gap, to[3];
    } rows[] = {{20, {200, 270, 330}},
                {0, {200, 250, 290}},
                {-10, {200, 240, 270}},
                {1.5, {200, 251.5, 293}}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(SvgDocument) doc = row(3, at, FALSE);
        g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
        g_assert_true(svg_edit_stack(edit, three, SVG_DIRECTION_HORIZONTAL, rows[i].gap, NULL));
        commit(g_steal_pointer(&edit));
        for (guint k = 0; k < 3; k++) {
            assert_box(doc, three[k], rows[i].to[k], 0, at[k][1], 5);
        }
    }
}

static void test_place(void)
{
    static const struct {
        SvgSide side;
        SvgAlong along;
        double side_offset, align_offset, x, y;
    } rows[] = {
        {SVG_SIDE_TOP, SVG_ALONG_START, 10, 5, 105, 80},
        {SVG_SIDE_TOP, SVG_ALONG_END, 10, 5, 125, 80},
        {SVG_SIDE_BOTTOM, SVG_ALONG_CENTER, 10, 0, 115, 150},
        {SVG_SIDE_LEFT, SVG_ALONG_CENTER, 10, 0, 70, 115},
        {SVG_SIDE_RIGHT, SVG_ALONG_END, 10, 5, 160, 125},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(SvgDocument) doc = parse(
            "<rect id='r' x='100' y='100' width='50' height='40'/><rect id='a' width='20' height='10'/>");
        g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
        g_assert_true(svg_edit_place(edit, "a", "r", rows[i].side, rows[i].along,
                                     rows[i].side_offset, rows[i].align_offset, NULL));
        commit(g_steal_pointer(&edit));
        assert_box(doc, "a", rows[i].x, rows[i].y, 20, 10);
    }
}

static void test_resize_rotate(void)
{
    const char *ids[] = {"a", NULL};
    g_autoptr(SvgDocument) doc = parse("<rect id='a' x='10' y='10' width='20' height='10'/>");
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_resize(edit, ids, 2, 3, (SvgPoint){0, 0}, NULL));
    commit(g_steal_pointer(&edit));
    assert_box(doc, "a", 20, 30, 40, 30);
    assert_contains(doc, "<rect id='a' x='20' y='30' width='40' height='30'/>");
    edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_rotate(edit, ids, 90, (SvgPoint){0, 0}, NULL));
    commit(g_steal_pointer(&edit));
    assert_box(doc, "a", -60, 20, 30, 40);
    edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_resize(edit, ids, -1, 1, (SvgPoint){0, 0}, NULL));
    commit(g_steal_pointer(&edit));
    assert_box(doc, "a", 30, 20, 30, 40);
    edit = svg_edit_begin(doc, "test");
    g_assert_false(svg_edit_resize(edit, ids, 0, 1, (SvgPoint){0, 0}, NULL));
}

/* As Inkscape writes it where that is exact; a stroke grows by the root of the area's factor. */
static void test_resize_elements(void)
{
    static const struct {
        const char *body, *holds; /* by (2, 8) */
    } rows[] = {
        {"<rect id='a' x='1' y='2' width='3' height='4' rx='1'/>",
         "x='2' y='16' width='6' height='32' rx='2' ry=\"8\"/>"},
        {"<rect id='a' x='1' y='2' width='3' height='4' stroke='red'/>",
         "x='2' y='16' width='6' height='32' stroke='red' style=\"stroke-width:4\"/>"},
        {"<rect id='a' width='3' height='4' style='stroke:red;stroke-width:2px;stroke-dasharray:4, "
         "2px;stroke-dashoffset:1'/>",
         "style='stroke:red;stroke-width:8;stroke-dasharray:16,8;stroke-dashoffset:4'/>"},
        {"<rect id='a' width='3' height='4' stroke='red' vector-effect='non-scaling-stroke'/>",
         "height='32' stroke='red' vector-effect='non-scaling-stroke'/>"},
        {"<rect id='a' width='3' height='4' transform='rotate(90)'/>",
         "width='3' height='4' transform='matrix("},
        {"<image id='a' width='3' height='4' preserveAspectRatio='none'/>",
         "width='6' height='32'"},
        {"<image id='a' width='3' height='4'/>", "height='4' transform=\"scale(2,8)\""},
        {"<circle id='a' cx='5' cy='5' r='2'/>", "r='2' transform=\"scale(2,8)\""},
        {"<ellipse id='a' cx='5' cy='5' rx='3' ry='2'/>", "cx='10' cy='40' rx='6' ry='16'"},
        {"<line id='a' x1='1' y1='2' x2='3' y2='4'/>", "x1='2' y1='16' x2='6' y2='32'"},
        {"<path id='a' d='m 1,2 l 3,4 a 1 2 0 0 1 1 1 z'/>",
         "d='m 2,16 l 6,32 a 2 16 0 0 1 2 8 z'"},
        {"<path id='a' sodipodi:type='arc' sodipodi:cx='5' sodipodi:cy='6' sodipodi:rx='2' "
         "sodipodi:ry='2' d='M 7,6 A 2,2 0 1 1 3,6 Z'/>",
         "sodipodi:cx='10' sodipodi:cy='48' sodipodi:rx='4' sodipodi:ry='16' d='M 14,48 A 4,16 0 1 "
         "1 6,48 Z'"},
        {"<polygon id='a' points='1,2 3,4 5,0'/>", "points='2,16 6,32 10,0'"},
        {"<text id='a' x='1' y='9'>a</text>", "x='1' y='9' transform=\"scale(2,8)\""},
        {"<g id='a'><rect width='3' height='4'/></g>", "<g id='a' transform=\"scale(2,8)\">"},
        {"<svg id='a' width='9' height='9'><rect width='3' height='4'/></svg>",
         "<g transform=\"scale(2,8)\"><svg id='a' width='9' height='9'>"},
    };
    const char *ids[] = {"a", NULL};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        SvgBox before;
        g_autoptr(SvgDocument) doc = parse(rows[i].body);
        g_assert_true(svg_document_bounds(doc, "a", &before, NULL));
        g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
        g_assert_true(svg_edit_resize(edit, ids, 2, 8, (SvgPoint){0, 0}, NULL));
        commit(g_steal_pointer(&edit));
        assert_contains(doc, rows[i].holds);
        assert_box(doc, "a", before.x * 2, before.y * 8, before.w * 2, before.h * 8);
    }
}

/* A circle stays one while both factors are the same, also in a turned group. */
static void test_resize_even(void)
{
    const char *ids[] = {"a", NULL};
    g_autoptr(SvgDocument) doc = parse(
        "<g transform='rotate(30)'><circle id='a' cx='10' r='5' stroke='red' stroke-width='2'/></g>");
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_resize(edit, ids, 3, 3, (SvgPoint){0, 0}, NULL));
    commit(g_steal_pointer(&edit));
    assert_contains(doc, "<circle id='a' cx='30' r='15' stroke='red' stroke-width='6'/>");
}

/* Another width or height is no scaling: the stroke stays. */
static void test_fit_keeps_stroke(void)
{
    SvgSpec spec = {.given = SVG_SPEC_W, .w = 60};
    g_autoptr(SvgDocument) doc =
        parse("<path id='a' d='M 10,10 h 20 v 20 z' stroke='red' stroke-width='2'/>");
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_update(edit, "a", &spec, NULL));
    commit(g_steal_pointer(&edit));
    assert_contains(doc, "d='M 10,10 h 60 v 20 z' stroke='red' stroke-width='2'/>");
}

/* --- what renderers read differently ---------------------------------------------------------- */

static void rotate(SvgDocument *doc, const char *const *ids, double degrees)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_rotate(edit, ids, degrees, (SvgPoint){0, 0}, &error));
    g_assert_no_error(error);
    commit(g_steal_pointer(&edit));
}

static void test_nested_svg(void)
{
    const char *ids[] = {"a", NULL};
    g_autoptr(SvgDocument) doc =
        parse("<svg id='a' width='9' height='9'><path d='M 0,0 9,9'/></svg>");
    rotate(doc, ids, 30);
    rotate(doc, ids, 60);
    assert_contains(doc, "<g transform=\"rotate(90)\"><svg id='a' width='9' height='9'>");
    assert_box(doc, "a", -9, 0, 9, 9);
}

/* Inkscape's rotation centre: from the middle of the box, y upwards. It turns and grows along. */
static void test_transform_center(void)
{
    const char *ids[] = {"a", NULL};
    g_autoptr(SvgDocument) doc =
        parse("<rect id='a' width='9' height='9' inkscape:transform-center-x='4' "
              "inkscape:transform-center-y='1'/>");
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_offset(edit, ids, 5, 5, NULL));
    commit(g_steal_pointer(&edit));
    assert_contains(doc, "inkscape:transform-center-x='4' inkscape:transform-center-y='1'");
    rotate(doc, ids, 90);
    assert_contains(doc, "inkscape:transform-center-x='1' inkscape:transform-center-y='-4'");
    edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_resize(edit, ids, 3, 2, (SvgPoint){0, 0}, NULL));
    commit(g_steal_pointer(&edit));
    assert_contains(doc, "inkscape:transform-center-x='3' inkscape:transform-center-y='-8'");
}

/* Some renderers don't know an origin: afterwards there is none. */
static void test_transform_origin(void)
{
    const char *ids[] = {"a", NULL};
    g_autoptr(SvgDocument) doc = parse("<rect id='a' width='9' height='9' "
                                       "style='transform-origin:center;transform-box:fill-box'/>");
    rotate(doc, ids, 90);
    assert_contains(doc,
                    "style='transform-origin:0 0;transform-box:view-box' transform=\"rotate(90)\"");
    assert_box(doc, "a", -9, 0, 9, 9);
}

/* --- what is drawn with it -------------------------------------------------------------------- */

#define CLONED                                                                          \
    "<rect id='a' x='10' y='10' width='20' height='10'/><use id='u' href='#a' y='40'/>" \
    "<use id='v' href='#u' transform='translate(50,0)'/>"

static void test_clones_stay(void)
{
    const char *one[] = {"a", NULL}, *both[] = {"a", "u", NULL};
    g_autoptr(SvgDocument) doc = parse(CLONED);
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_offset(edit, one, 7, 3, NULL));
    g_assert_null(svg_edit_note(edit));
    commit(g_steal_pointer(&edit));
    assert_contains(doc, "<use id='u' href='#a' y='40' transform=\"translate(-7,-3)\"/>");
    assert_box(doc, "a", 17, 13, 20, 10);
    assert_box(doc, "u", 10, 50, 20, 10);
    assert_box(doc, "v", 60, 50, 20, 10);
    edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_offset(edit, both, -7, -3, NULL));
    commit(g_steal_pointer(&edit));
    assert_box(doc, "a", 10, 10, 20, 10);
    assert_box(doc, "u", 3, 47, 20, 10);
    assert_box(doc, "v", 60, 50, 20, 10);
}

/* Moving both leaves the clone's bytes alone: it moves by itself. */
static void test_clone_and_original(void)
{
    const char *orders[][3] = {{"a", "u", NULL}, {"u", "a", NULL}};
    for (gsize i = 0; i < G_N_ELEMENTS(orders); i++) {
        g_autoptr(SvgDocument) doc = parse(CLONED);
        g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
        g_assert_true(svg_edit_offset(edit, orders[i], 7, 3, NULL));
        commit(g_steal_pointer(&edit));
        assert_contains(doc, "<use id='u' href='#a' y='40'/>");
        assert_box(doc, "u", 17, 53, 20, 10);
        rotate(doc, orders[i], 90);
        assert_box(doc, "a", -23, 17, 10, 20);
        assert_box(doc, "u", -63, 17, 10, 20);
    }
}

/* Turned or scaled, the original takes its clones along, and the note says so. */
static void test_clones_follow(void)
{
    const char *ids[] = {"a", NULL};
    g_autoptr(SvgDocument) doc = parse(CLONED);
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_resize(edit, ids, 2, 2, (SvgPoint){10, 10}, NULL));
    g_assert_cmpstr(svg_edit_note(edit), ==, "its clone u goes along");
    commit(g_steal_pointer(&edit));
    assert_box(doc, "a", 10, 10, 40, 20);
    assert_box(doc, "u", 10, 50, 40, 20);
}

/* Its clip path would be left behind. */
static void test_clipped_clone_follows(void)
{
    const char *ids[] = {"a", NULL};
    g_autoptr(SvgDocument) doc =
        parse("<clipPath id='c'><rect width='99' height='99'/></clipPath><rect id='a' "
              "width='9' height='9'/><use id='u' href='#a' clip-path='url(#c)'/>");
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_offset(edit, ids, 5, 5, NULL));
    g_assert_cmpstr(svg_edit_note(edit), ==, "its clone u goes along");
    commit(g_steal_pointer(&edit));
    assert_contains(doc, "<use id='u' href='#a' clip-path='url(#c)'/>");
}

/* Inkscape lets the text flow in the frame's new place; for others its lines are moved. */
static void test_frame(void)
{
    const char *frame[] = {"a", NULL}, *both[] = {"t", "a", NULL};
    g_autoptr(SvgDocument) doc =
        parse("<rect id='a' width='90' height='40'/><text id='t' style='shape-inside:url(#a)'>"
              "<tspan x='0' y='12'>word</tspan></text>");
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_offset(edit, frame, 5, 6, NULL));
    commit(g_steal_pointer(&edit));
    assert_contains(doc, "<text id='t' style='shape-inside:url(#a)'><tspan x='5' y='18'>");
    edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_offset(edit, both, 5, 6, NULL));
    commit(g_steal_pointer(&edit));
    assert_contains(doc, "<text id='t' style='shape-inside:url(#a)'><tspan x='10' y='24'>");
    edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_resize(edit, frame, 2, 1, (SvgPoint){0, 0}, NULL));
    g_assert_nonnull(strstr(svg_edit_note(edit), "the text t flows anew"));
    commit(g_steal_pointer(&edit));
}

static void test_text_on_path(void)
{
    const char *both[] = {"t", "p", NULL};
    g_autoptr(SvgDocument) doc = parse(
        "<path id='p' d='M 0,50 H 90'/><text id='t'><textPath href='#p'>word</textPath></text>");
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_offset(edit, both, 5, 6, NULL));
    commit(g_steal_pointer(&edit));
    assert_contains(doc, "<path id='p' d='M 5,56 H 95'/><text id='t'><textPath");
}

#define JOINED                                                                          \
    "<rect id='a' width='10' height='10'/><rect id='b' x='90' width='10' height='10'/>" \
    "<path id='e' d='M 10,5 L 90,5' inkscape:connector-type='polyline' "                \
    "inkscape:connection-start='#a' inkscape:connection-end='#b'/>"

/* Where it is follows from where its ends are. */
static void test_connector_is_held(void)
{
    const char *ids[] = {"e", NULL}, *all[] = {"e", "a", "b", NULL};
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgDocument) doc = parse(JOINED);
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    g_assert_false(svg_edit_offset(edit, ids, 5, 5, &error));
    g_assert_cmpstr(error->message, ==,
                    "\"e\" joins \"a\" and \"b\" and goes where they go; move those");
    g_assert_false(svg_edit_rotate(edit, ids, 5, (SvgPoint){0, 0}, NULL));
    g_assert_false(svg_edit_move(edit, "e", (SvgPoint){0, 0}, SVG_ANCHOR_CENTER, NULL));
    svg_edit_abort(g_steal_pointer(&edit));
    edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_offset(edit, all, 0, 20, NULL));
    g_assert_null(svg_edit_note(edit)); /* it is where it was asked to be */
    commit(g_steal_pointer(&edit));
    assert_box(doc, "e", 10, 25, 80, 0);
}

/* Level from the one on the left, then upright; straight where the middles face each other. */
static void test_connector_square(void)
{
    static const struct {
        double x, y;
        const char *d;
    } rows[] = {
        {100, 100, "d='M 10,5 105,5 105,100'"},
        {-100, 100, "d='M 5,10 5,105 -90,105'"},
        {100, 3, "d='M 10,5 100,5'"},
        {0, 100, "d='M 5,10 5,100'"},
        {5, 5, "d='M 10,5 H 90'"}, /* no room: as it was */
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(SvgDocument) doc = parse(
            "<rect id='a' width='10' height='10'/><rect id='b' x='90' width='10' height='10'/>"
            "<path id='e' d='M 10,5 H 90' inkscape:connector-type='orthogonal' "
            "inkscape:connection-start='#a' inkscape:connection-end='#b'/>");
        g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
        g_assert_true(
            svg_edit_move(edit, "b", (SvgPoint){rows[i].x, rows[i].y}, SVG_ANCHOR_TOP_LEFT, NULL));
        commit(g_steal_pointer(&edit));
        assert_contains(doc, rows[i].d);
    }
}

/* A free end goes where it is sent, the bound one stays on its shape. */
static void test_connector_free_end(void)
{
    const char *ids[] = {"e", NULL};
    g_autoptr(SvgDocument) doc =
        parse("<rect id='a' width='10' height='10'/><path id='e' d='M 10,5 L 90,5' "
              "inkscape:connection-start='#a'/>");
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_offset(edit, ids, 15, 0, NULL));
    commit(g_steal_pointer(&edit));
    assert_box(doc, "e", 10, 5, 95, 0);
}

/* --- labels, arrows, order -------------------------------------------------------------------- */

#define BOXES \
    "<rect id='a' x='0' y='0' width='100' height='50'/><rect id='b' x='300' y='0' width='100' height='50'/>"

static void create(SvgDocument *doc, const SvgSpec *spec)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    const char *id = svg_edit_create(edit, spec, &error);
    g_assert_no_error(error);
    g_assert_nonnull(id);
    commit(g_steal_pointer(&edit));
}

static void test_bend(void)
{
    g_autoptr(SvgDocument) doc = parse("");
    SvgSpec spec = {
        .given = SVG_SPEC_ENDS | SVG_SPEC_BEND, .kind = SVG_KIND_ARROW, .x2 = 100, .bend = 20};
    create(doc, &spec);
    assert_contains(doc, "d=\"M 0,0 A 72.5 72.5 0 0 1 100,0\"");
    assert_box(doc, "arrow", 0, -20, 100, 20);
}

static void test_connect_and_follow(void)
{
    g_autoptr(SvgDocument) doc = parse(BOXES);
    SvgSpec spec = {.given = SVG_SPEC_FROM | SVG_SPEC_TO,
                    .kind = SVG_KIND_ARROW,
                    .id = "e",
                    .from_id = "a",
                    .to_id = "b",
                    .text = "to"};
    create(doc, &spec);
    assert_box(doc, "e", 100, 25, 200, 0);
    g_autoptr(SvgShape) arrow = svg_document_shape(doc, "e", NULL);
    g_assert_cmpstr(arrow->from_id, ==, "a");
    g_assert_cmpstr(arrow->to_id, ==, "b");
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_move(edit, "b", (SvgPoint){0, 200}, SVG_ANCHOR_TOP_LEFT, NULL));
    commit(g_steal_pointer(&edit));
    assert_box(doc, "e", 50, 50, 0, 150);
    /* Without its shape the arrow stays, unbound. */
    edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_delete(edit, "b", NULL));
    g_assert_cmpstr(svg_edit_note(edit), ==, "e is no longer bound to it");
    commit(g_steal_pointer(&edit));
    g_autofree char *text = print(doc);
    g_assert_null(strstr(text, "connection-end"));
    g_assert_nonnull(strstr(text, "connection-start"));
}

static void test_label_follows(void)
{
    g_autoptr(SvgDocument) doc = parse(BOXES);
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_label(edit, "a", "Log in", NULL));
    commit(g_steal_pointer(&edit));
    g_autoptr(SvgShape) shape = svg_document_shape(doc, "a", NULL);
    g_assert_cmpstr(shape->text, ==, "Log in");
    g_assert_cmpstr(shape->label_id, ==, "a-label");
    SvgBox before, after;
    g_assert_true(svg_document_bounds(doc, "a-label", &before, NULL));
    const char *both[] = {"a", "a-label", NULL};
    edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_offset(edit, both, 40, 30, NULL));
    commit(g_steal_pointer(&edit));
    g_assert_true(svg_document_bounds(doc, "a-label", &after, NULL));
    g_assert_cmpfloat_with_epsilon(after.x - before.x, 40, 1e-6);
    g_assert_cmpfloat_with_epsilon(after.y - before.y, 30, 1e-6);
    edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_label(edit, "a", "two\nlines", NULL));
    commit(g_steal_pointer(&edit));
    g_autoptr(SvgShape) again = svg_document_shape(doc, "a", NULL);
    g_assert_cmpstr(again->text, ==, "two\nlines");
    edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_label(edit, "a", "", NULL));
    commit(g_steal_pointer(&edit));
    g_assert_false(svg_document_has_id(doc, "a-label"));
}

static void test_label_keeps_style(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<text id='a' x='5' y='20' style='fill:red'><tspan sodipodi:role='line' x='5' y='20' "
              "style='font-weight:bold'>old</tspan></text>");
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_label(edit, "a", "new <1>", NULL));
    commit(g_steal_pointer(&edit));
    assert_contains(
        doc, "<text id='a' x='5' y='20' style='fill:red'><tspan sodipodi:role='line' x='5' y='20' "
             "style='font-weight:bold'>new &lt;1&gt;</tspan></text>");
}

static void test_order(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<defs/><rect id='a' width='1' height='1'/><rect id='b' width='1' height='1'/>"
              "<rect id='c' width='1' height='1'/>");
    const char *ids[] = {"b", "a", NULL}, *back[] = {"c", NULL};
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_bring_to_front(edit, ids, NULL));
    commit(g_steal_pointer(&edit));
    assert_contains(
        doc,
        "<defs/><rect id='c' width='1' height='1'/><rect id='a' width='1' height='1'/><rect id='b'");
    edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_bring_to_front(edit, back, NULL));
    g_assert_true(svg_edit_send_to_back(edit, back, NULL));
    commit(g_steal_pointer(&edit));
    assert_contains(doc, "<defs/><rect id='c' width='1' height='1'/><rect id='a'");
}

/* --- update: only what is given --------------------------------------------------------------- */

static void assert_update(const char *body, SvgSpec spec, const char *holds)
{
    g_autoptr(SvgDocument) doc = parse(body);
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_update(edit, "a", &spec, &error));
    g_assert_no_error(error);
    commit(g_steal_pointer(&edit));
    assert_contains(doc, holds);
}

static void test_update(void)
{
    const char *rect = "<rect id='a' x='1' y='2' width='3' height='4' fill='#fff' stroke='black'/>";
    assert_update(rect, (SvgSpec){.given = SVG_SPEC_X, .x = 9},
                  "<rect id='a' x='9' y='2' width='3' height='4' ");
    assert_update(rect, (SvgSpec){.given = SVG_SPEC_W | SVG_SPEC_H, .w = 30, .h = 0.5},
                  "<rect id='a' x='1' y='2' width='30' height='0.5' ");
    assert_update(rect, (SvgSpec){.given = 0, .color = "#123456"},
                  "fill='#fff' stroke='#123456'/>");
    assert_update(rect, (SvgSpec){.given = SVG_SPEC_FILL, .fill = SVG_FILL_NONE},
                  "fill='none' stroke='black'/>");
    assert_update("<rect id='a' width='3' height='4' style='opacity:.5;fill:#f00'/>",
                  (SvgSpec){.color = "#00f"}, "style='opacity:.5;fill:#0000ff'/>");
    /* PlantUML's box: a coloured outline has the shape's colour, a black one is only drawn so. */
    assert_update("<rect id='a' width='3' height='4' fill='#fefece' style='stroke:#a80036;'/>",
                  (SvgSpec){.color = "#00f"}, "fill='#0000ff' style='stroke:#0000ff;'/>");
    assert_update("<rect id='a' width='3' height='4' fill='#fefece' style='stroke:#181818;'/>",
                  (SvgSpec){.color = "#00f"}, "fill='#0000ff' style='stroke:#181818;'/>");
    assert_update(
        rect, (SvgSpec){.given = SVG_SPEC_KIND, .kind = SVG_KIND_ELLIPSE},
        "<ellipse cx=\"2.5\" cy=\"4\" rx=\"1.5\" ry=\"2\" fill=\"#fff\" stroke=\"black\" id=\"a\"/>");
    assert_update("<line id='a' x1='0' y1='0' x2='5' y2='5' stroke='red'/>",
                  (SvgSpec){.given = SVG_SPEC_X2, .x2 = 9},
                  "<line id='a' x1='0' y1='0' x2='9' y2='5' stroke='red'/>");
}

/* --- words that aren't drawn ------------------------------------------------------------------ */

/* A <switch> draws its first child that may be drawn: for librsvg words are one. */
static void test_describe_switch(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<switch id='s'><rect id='r' width='9' height='9'/></switch>");
    SvgEdit *edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_describe(edit, "s", "Title", "Words", NULL));
    commit(edit);
    assert_contains(doc, "<switch id='s'><rect id='r' width='9' height='9'/><title>Title</title>"
                         "<desc>Words</desc></switch>");
}

/* --- refusals: a sentence, and nothing changed ------------------------------------------------ */

#define LOCKED                                                                                     \
    "<g id='g' inkscape:label='#g'><rect id='l' inkscape:label='Log in' width='9' height='9' "     \
    "sodipodi:insensitive='false'/><rect id='m' width='9' height='9'/></g>"                        \
    "<g id='layer' inkscape:groupmode='layer' inkscape:label='Paper' sodipodi:insensitive='true'>" \
    "<use id='u' href='#o'/></g><rect id='o' width='9' height='9'/><rect id='p' width='9' "        \
    "height='9'/>"

static void test_refusals(void)
{
    static const struct {
        const char *id;
        gint code;
        const char *message;
    } rows[] = {
        {"l", SVG_ERROR_LOCKED, "\"l\" (\"Log in\") is locked; only a person can unlock it"},
        {"u", SVG_ERROR_LOCKED,
         "\"u\" is in the locked layer \"Paper\"; only a person can unlock that"},
        {"g", SVG_ERROR_LOCKED,
         "\"g\" holds \"l\" (\"Log in\"), which is locked; change the parts that aren't"},
        {"o", SVG_ERROR_LOCKED, "something locked is drawn with \"o\", so it can't change"},
    };
    const char *mixed[] = {"l", "m", NULL};
    g_autoptr(SvgDocument) doc = parse(LOCKED);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL, delete_error = NULL;
        g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
        g_assert_false(
            svg_edit_move(edit, rows[i].id, (SvgPoint){1, 1}, SVG_ANCHOR_CENTER, &error));
        g_assert_error(error, SVG_ERROR, rows[i].code);
        g_assert_cmpstr(error->message, ==, rows[i].message);
        g_assert_false(svg_edit_delete(edit, rows[i].id, &delete_error));
    }
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_offset(edit, mixed, 5, 5, NULL));
    g_assert_cmpstr(svg_edit_note(edit), ==, "kept locked: l");
    commit(g_steal_pointer(&edit));
    assert_box(doc, "m", 5, 5, 9, 9);
    assert_box(doc, "l", 0, 0, 9, 9);
}

/* What it said of others holds no more, until it is back. */
static void test_delete_sheet(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<g id='g'><style>.k{transform:translate(50px,0)}</style><path d='M0 0h9v9z'/></g>"
              "<rect id='a' class='k' width='3' height='4'/>");
    assert_box(doc, "a", 50, 0, 3, 4);
    SvgEdit *edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_delete(edit, "g", NULL));
    commit(edit);
    assert_box(doc, "a", 0, 0, 3, 4);
    g_assert_true(svg_document_undo(doc));
    assert_box(doc, "a", 50, 0, 3, 4);
}

static void test_delete_referenced(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<rect id='a' width='9' height='9'/><use id='u' href='#a'/>");
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    g_assert_false(svg_edit_delete(edit, "a", &error));
    g_assert_cmpstr(error->message, ==, "\"a\" can't be deleted: \"u\" is drawn with it (href)");
    g_assert_true(svg_edit_delete(edit, "u", NULL));
    g_assert_true(svg_edit_delete(edit, "a", NULL));
}

static void test_create_places(void)
{
    SvgSpec spec = {.given = SVG_SPEC_X | SVG_SPEC_Y | SVG_SPEC_W | SVG_SPEC_H,
                    .kind = SVG_KIND_DIAMOND,
                    .id = "n",
                    .x = 10,
                    .y = 20,
                    .w = 30,
                    .h = 40};
    /* In a scaled layer the new shape still stands where it was asked for. */
    g_autoptr(SvgDocument) doc =
        parse("<g id='g' inkscape:groupmode='layer' transform='scale(2)'/>"
              "<g id='h' inkscape:groupmode='layer' style='display:none'/>"
              "<g id='k' inkscape:groupmode='layer' sodipodi:insensitive='1'/>");
    create(doc, &spec);
    assert_box(doc, "n", 10, 20, 30, 40);
    g_autoptr(SvgShape) shape = svg_document_shape(doc, "n", NULL);
    g_assert_cmpstr(shape->parent, ==, "g");
    g_assert_cmpint(shape->kind, ==, SVG_KIND_DIAMOND);
}

/* Every kind that can be made is read back as that kind, filling its box. */
static void test_create_kinds(void)
{
    for (SvgKind kind = 0; kind < SVG_KIND_COUNT; kind++) {
        if (!(svg_kind_flags(kind) & SVG_KIND_GEO)) {
            continue;
        }
        g_autoptr(SvgDocument) doc = parse("");
        SvgSpec spec = {.given = SVG_SPEC_X | SVG_SPEC_Y | SVG_SPEC_W | SVG_SPEC_H | SVG_SPEC_FILL,
                        .kind = kind,
                        .id = "n",
                        .x = 100,
                        .y = 50,
                        .w = 120,
                        .h = 90,
                        .color = "blue",
                        .fill = SVG_FILL_TINT,
                        .text = "Hi"};
        create(doc, &spec);
        assert_box(doc, "n", 100, 50, 120, 90);
        g_autoptr(SvgShape) shape = svg_document_shape(doc, "n", NULL);
        g_assert_cmpstr(svg_kind_name(shape->kind), ==, svg_kind_name(kind));
        g_assert_cmpstr(shape->text, ==, "Hi");
        g_assert_nonnull(strstr(shape->color, "blue"));
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/edit/lines-follow", test_lines_follow);
    g_test_add_func("/edit/heads-follow", test_heads_follow);
    g_test_add_func("/edit/heads-deleted", test_deleted_heads_stay_away);
    g_test_add_func("/edit/large-heads-follow", test_large_heads_follow);
    g_test_add_func("/edit/lines-moved-along", test_lines_moved_along);
    g_test_add_func("/edit/move/anchors", test_move_anchors);
    g_test_add_func("/edit/move/labels", test_labels_stay_with_theirs);
    g_test_add_func("/edit/move/elements", test_move_elements);
    g_test_add_func("/edit/align", test_align);
    g_test_add_func("/edit/distribute", test_distribute);
    g_test_add_func("/edit/stack", test_stack);
    g_test_add_func("/edit/place", test_place);
    g_test_add_func("/edit/resize-rotate", test_resize_rotate);
    g_test_add_func("/edit/resize/elements", test_resize_elements);
    g_test_add_func("/edit/resize/even", test_resize_even);
    g_test_add_func("/edit/resize/fit", test_fit_keeps_stroke);
    g_test_add_func("/edit/nested-svg", test_nested_svg);
    g_test_add_func("/edit/transform-center", test_transform_center);
    g_test_add_func("/edit/transform-origin", test_transform_origin);
    g_test_add_func("/edit/clones/stay", test_clones_stay);
    g_test_add_func("/edit/clones/with-original", test_clone_and_original);
    g_test_add_func("/edit/clones/follow", test_clones_follow);
    g_test_add_func("/edit/clones/clipped", test_clipped_clone_follows);
    g_test_add_func("/edit/frame", test_frame);
    g_test_add_func("/edit/text-on-path", test_text_on_path);
    g_test_add_func("/edit/connector/held", test_connector_is_held);
    g_test_add_func("/edit/connector/square", test_connector_square);
    g_test_add_func("/edit/connector/free-end", test_connector_free_end);
    g_test_add_func("/edit/bend", test_bend);
    g_test_add_func("/edit/connect", test_connect_and_follow);
    g_test_add_func("/edit/label/follows", test_label_follows);
    g_test_add_func("/edit/label/style", test_label_keeps_style);
    g_test_add_func("/edit/order", test_order);
    g_test_add_func("/edit/update", test_update);
    g_test_add_func("/edit/describe-switch", test_describe_switch);
    g_test_add_func("/edit/refusals", test_refusals);
    g_test_add_func("/edit/delete/referenced", test_delete_referenced);
    g_test_add_func("/edit/delete/sheet", test_delete_sheet);
    g_test_add_func("/edit/create/places", test_create_places);
    g_test_add_func("/edit/create/kinds", test_create_kinds);
    int result = g_test_run();
    svg_cleanup();
    return result;
}
