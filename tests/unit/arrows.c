/* Arrows of every make: their shapes move, they end elsewhere, turn round, get another colour. */
#include <svg/edit.h>
#include <svg/error.h>
#include <svg/shape.h>

#include <math.h>
#include <string.h>

#define HEAD "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1000 1000'>"
#define TWO                                                             \
    "<rect id='a' x='100' y='100' width='80' height='40' fill='#eee'/>" \
    "<rect id='b' x='300' y='100' width='80' height='40' fill='#eee'/>"
#define THREE TWO "<rect id='c' x='300' y='300' width='80' height='40' fill='#eee'/>"
#define MARKER                                                                   \
    "<defs><marker id='m' orient='auto' viewBox='0 0 10 10' refX='10' refY='5'>" \
    "<path id='tip' d='M0 0L10 5L0 10z' fill='#000000'/></marker></defs>"

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

static void assert_contains(SvgDocument *doc, const char *part)
{
    g_autoptr(GBytes) bytes = svg_document_print_utf8(doc);
    g_autofree char *text = g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
    if (!strstr(text, part)) {
        g_test_message("%s", text);
    }
    g_assert_nonnull(strstr(text, part));
}

static void offset(SvgDocument *doc, const char *const *ids, double dx, double dy)
{
    g_autoptr(GError) error = NULL;
    SvgEdit *edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_offset(edit, ids, dx, dy, &error));
    g_assert_no_error(error);
    commit(edit);
}

static void offset_one(SvgDocument *doc, const char *id, double dx, double dy)
{
    offset(doc, (const char *const[]){id, NULL}, dx, dy);
}

static void reend(SvgDocument *doc, const char *id, const char *from, const char *to)
{
    g_autoptr(GError) error = NULL;
    SvgEdit *edit = svg_edit_begin(doc, "test");
    SvgSpec spec = {
        .given = (from ? SVG_SPEC_FROM : 0) | (to ? SVG_SPEC_TO : 0), .from_id = from, .to_id = to};
    svg_edit_update(edit, id, &spec, &error);
    g_assert_no_error(error);
    commit(edit);
}

static void assert_joins(SvgDocument *doc, const char *id, const char *from, const char *to)
{
    g_autoptr(SvgShape) shape = svg_document_shape(doc, id, NULL);
    g_assert_nonnull(shape);
    g_assert_cmpstr(shape->from_id, ==, from);
    g_assert_cmpstr(shape->to_id, ==, to);
}

static SvgBox box_of(SvgDocument *doc, const char *id)
{
    SvgBox box;
    g_assert_true(svg_document_bounds(doc, id, &box, NULL));
    return box;
}

static void assert_near(SvgDocument *doc, const char *id, double x, double y)
{
    SvgPoint middle = svg_box_center(box_of(doc, id));
    g_test_message("%s: %g %g", id, middle.x, middle.y);
    g_assert_cmpfloat(hypot(middle.x - x, middle.y - y), <, 8);
}

/* --- shapes move ------------------------------------------------------------------------------ */

#define FLOWING "M180,120L200,115C220,110,230,110,240,110C250,110,260,110,280,115L300,120"

/* Straight stretches that run into curves: all of it is stretched as one. */
static void test_no_kinks(void)
{
    g_autoptr(SvgDocument) doc =
        parse(TWO "<path id='e' d='" FLOWING "' fill='none' stroke='red'/>");
    offset_one(doc, "b", 100, 0);
    assert_contains(doc, "d='M 180,120 L 216.667,115 C 253.333,110 271.667,110 290,110 "
                         "C 308.333,110 326.667,110 363.333,115 L 400,120'");
}

/* Whatever the order in which they are moved. */
static void test_sets_are_rigid(void)
{
    static const char *const sets[][3] = {{"a", "b", NULL}, {"b", "a", NULL}};
    for (gsize i = 0; i < G_N_ELEMENTS(sets); i++) {
        g_autoptr(SvgDocument) doc =
            parse(TWO "<path id='e' d='" FLOWING "' fill='none' stroke='red'/>");
        offset(doc, sets[i], 40, 30);
        assert_contains(doc, "d='M220,150L240,145C260,140,270,140,280,140C290,140,300,140,320,145"
                             "L340,150'");
    }
}

/* What lies in the way for a moment, as while a list is laid out, leaves no trace. */
static void test_over_each_other_and_apart(void)
{
    g_autoptr(SvgDocument) doc =
        parse(TWO MARKER "<path id='e' d='M180,120 L300,120' fill='none' stroke='red' "
                         "marker-end='url(#m)'/>");
    offset_one(doc, "a", 200, 0);
    offset_one(doc, "b", 100, 0);
    offset_one(doc, "b", 0, 100);
    offset_one(doc, "a", -200, 0);
    offset_one(doc, "b", -100, -100);
    assert_contains(doc, "d='M180,120 L300,120'");
}

/* A line at something in a group goes with the group. */
static void test_groups_take_ends_along(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<g id='g'><ellipse id='a' cx='140' cy='120' rx='40' ry='20' fill='#eee'/>"
              "<text x='110' y='170'>Users</text></g>"
              "<rect id='b' x='300' y='100' width='80' height='40' fill='#eee'/>" MARKER
              "<path id='e' d='M180,120 L300,120' fill='none' stroke='red' "
              "marker-end='url(#m)'/>");
    offset_one(doc, "g", -40, 0);
    assert_contains(doc, "d='M140,120 L300,120'");
}

/* Right angles and the radius of their corners stay. */
static void test_rounded_corners_stay(void)
{
    g_autoptr(SvgDocument) doc =
        parse(THREE MARKER "<path id='e' d='M140,140 V310 Q140,320 150,320 H300' fill='none' "
                           "stroke='red' marker-end='url(#m)'/>");
    offset_one(doc, "c", 50, 40);
    assert_contains(doc, "d='M140,140 V350 Q140,360 150,360 H350'");
}

/* The shapes face each other with other sides: so does the line. */
static void test_other_sides(void)
{
    g_autoptr(SvgDocument) doc =
        parse(TWO MARKER "<path id='e' d='M180,120 C220,120 260,120 300,120' fill='none' "
                         "stroke='red' marker-end='url(#m)'/>");
    offset_one(doc, "b", -200, 200);
    SvgBox box = box_of(doc, "e");
    g_assert_cmpfloat_with_epsilon(box.y, 140, 1);
    g_assert_cmpfloat_with_epsilon(box.h, 160, 1);
    g_assert_cmpfloat_with_epsilon(box.x, 140, 1);
    assert_joins(doc, "e", "a", "b");
}

/* --- ends ------------------------------------------------------------------------------------- */

#define TIP "<polygon id='h' points='290,116 300,120 290,124' fill='black' stroke='black'/>"

static const struct {
    const char *line;
    gboolean head; /* with a shape of its own */
} makes[] = {
    {"<path id='e' d='M180,120 L300,120' fill='none' stroke='black' marker-end='url(#m)'/>", FALSE},
    {"<line id='e' x1='180' y1='120' x2='300' y2='120' stroke='black' marker-end='url(#m)'/>",
     FALSE},
    {"<polyline id='e' points='180,120 240,110 300,120' fill='none' stroke='black' "
     "marker-end='url(#m)'/>",
     FALSE},
    {"<path id='e' d='M180,120 C220,110 260,110 300,120' fill='none' stroke='black' "
     "marker-end='url(#m)'/>",
     FALSE},
    {"<path id='e' d='M180,120 H240 V110 H300' fill='none' stroke='black' marker-end='url(#m)'/>",
     FALSE},
    {"<path id='e' d='M180,120 L290,120' fill='none' stroke='black'/>" TIP, TRUE},
    {"<g><path id='e' d='M180,120 C220,110 250,120 290,120' fill='none' stroke='black'/>" TIP
     "</g>",
     TRUE},
    {"<line id='e' x1='180' y1='120' x2='290' y2='120' stroke='black'/>" TIP, TRUE},
};

static SvgDocument *drawn(gsize i)
{
    g_autofree char *body = g_strconcat(THREE MARKER, makes[i].line, NULL);
    SvgDocument *doc = parse(body);
    assert_joins(doc, "e", "a", "b");
    return doc;
}

static void test_end_elsewhere(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(makes); i++) {
        g_test_message("%s", makes[i].line);
        g_autoptr(SvgDocument) doc = drawn(i);
        reend(doc, "e", NULL, "c");
        assert_joins(doc, "e", "a", "c");
        if (makes[i].head) {
            SvgBox head = box_of(doc, "h");
            g_assert_cmpfloat(svg_box_distance(box_of(doc, "c"), svg_box_center(head)), <, 12);
        }
    }
}

static void test_turn_round(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(makes); i++) {
        g_test_message("%s", makes[i].line);
        g_autoptr(SvgDocument) doc = drawn(i);
        reend(doc, "e", "b", "a");
        assert_joins(doc, "e", "b", "a");
        if (makes[i].head) {
            assert_near(doc, "h", 186, 120);
        }
        reend(doc, "e", "a", "b");
        assert_joins(doc, "e", "a", "b");
    }
}

/* A straight way would cross what lies between. */
static void test_around_what_is_in_the_way(void)
{
    g_autoptr(SvgDocument) doc =
        parse(TWO MARKER "<rect id='far' x='500' y='100' width='80' height='40' fill='#eee'/>"
                         "<path id='e' d='M180,120 L300,120' fill='none' stroke='black' "
                         "marker-end='url(#m)'/>");
    reend(doc, "e", NULL, "far");
    assert_joins(doc, "e", "a", "far");
    SvgBox way = box_of(doc, "e"), between = box_of(doc, "b");
    g_assert_true(way.y < between.y || way.y + way.h > between.y + between.h);
}

/* Heads that are shapes of their own make room for others, and the line goes on to their tip. */
static void test_other_heads(void)
{
    for (gsize i = 5; i < G_N_ELEMENTS(makes); i++) {
        g_autoptr(SvgDocument) doc = drawn(i);
        SvgEdit *edit = svg_edit_begin(doc, "test");
        const SvgStyling styling = {.given = SVG_STYLING_START | SVG_STYLING_END,
                                    .heads = {SVG_HEAD_ARROW, SVG_HEAD_NONE}};
        const char *const ids[] = {"e", NULL};
        g_assert_true(svg_edit_set_style(edit, ids, &styling, NULL));
        commit(edit);
        assert_joins(doc, "e", "b", "a");
        g_assert_null(svg_document_shape(doc, "h", NULL));
        SvgBox box = box_of(doc, "e");
        g_assert_cmpfloat_with_epsilon(box.x + box.w, 300, 0.1);
    }
}

/* It would be read as one to another shape that lies there. */
static void test_ends_are_checked(void)
{
    g_autoptr(SvgDocument) doc = drawn(3);
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    SvgSpec spec = {.given = SVG_SPEC_TO, .to_id = "a"};
    g_assert_false(svg_edit_update(edit, "e", &spec, &error));
    g_assert_error(error, SVG_ERROR, SVG_ERROR_INVALID);
}

/* --- gaps for words --------------------------------------------------------------------------- */

#define MASKED                                                                                 \
    TWO MARKER "<path id='e' d='M180,120 C220,120 260,120 300,120' fill='none' "               \
               "stroke='black' marker-end='url(#m)' mask='url(#k)'/>"                          \
               "<text id='t' x='240' y='125' text-anchor='middle' font-size='14'>sql</text>"   \
               "<mask id='k' maskUnits='userSpaceOnUse' x='0' y='0' width='400' height='200'>" \
               "<rect id='all' x='0' y='0' width='400' height='200' fill='white'/>"            \
               "<rect id='gap' x='228' y='112' width='24' height='17' fill='black'/></mask>"

static void test_gaps_follow(void)
{
    g_autoptr(SvgDocument) doc = parse(MASKED);
    offset_one(doc, "b", 200, 0);
    assert_contains(doc, "<rect id='gap' x='328' y='112' width='24' height='17'");
    assert_contains(doc, "<rect id='all' x='0' y='0' width='508' height='200'");
    assert_contains(doc, "maskUnits='userSpaceOnUse' x='0' y='0' width='508' height='200'");
}

/* Of two lines that were moved, one isn't displayed any more at the commit. */
static void test_gaps_of_hidden(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgDocument) doc = parse(
        MASKED "<path id='f' d='M180,145 C220,145 260,145 300,145' fill='none' "
               "stroke='black' marker-end='url(#m)' mask='url(#l)'/>"
               "<text x='240' y='150' text-anchor='middle' font-size='14'>xml</text>"
               "<mask id='l' maskUnits='userSpaceOnUse' x='0' y='0' width='400' height='200'>"
               "<rect x='0' y='0' width='400' height='200' fill='white'/>"
               "<rect id='other' x='226' y='137' width='28' height='17' fill='black'/></mask>");
    const char *const ids[] = {"b", NULL};
    SvgEdit *edit = svg_edit_begin(doc, "test");
    svg_edit_offset(edit, ids, 200, 0, &error);
    g_assert_no_error(error);
    svg_edit_set_attributes(edit, "f", "display='none'", &error);
    g_assert_no_error(error);
    commit(edit);
    assert_contains(doc, "<rect id='gap' x='328' y='112' width='24' height='17'");
    assert_contains(doc, "<rect id='other' x='226' y='137' width='28' height='17'");
}

static void relabel(SvgDocument *doc, const char *id, SvgSpec spec)
{
    g_autoptr(GError) error = NULL;
    SvgEdit *edit = svg_edit_begin(doc, "test");
    spec.text = "select all";
    svg_edit_update(edit, id, &spec, &error);
    g_assert_no_error(error);
    commit(edit);
}

static void copy_below(SvgDocument *doc, const char *id, const char *as)
{
    g_autoptr(GError) error = NULL;
    SvgEdit *edit = svg_edit_begin(doc, "test");
    const char *const ids[] = {id, NULL};
    g_strfreev(svg_edit_duplicate(edit, ids, 0, 60, 1, as, &error));
    g_assert_no_error(error);
    commit(edit);
}

#define GAP "<rect id='gap' x='228' y='112' width='24' height='17' fill='black'/></mask>"

/* A copy is drawn with the same mask, until one of the two has other words. */
static void test_gaps_of_copies(void)
{
    static const char *const changed[] = {"e", "f"};
    for (guint i = 0; i < G_N_ELEMENTS(changed); i++) {
        g_autoptr(SvgDocument) doc = parse(MASKED);
        g_autofree char *own = g_strdup_printf("url(#k-%s)", changed[i]);
        copy_below(doc, "e", "f");
        relabel(doc, changed[i], (SvgSpec){0});
        assert_contains(doc, GAP);
        assert_contains(doc, own);
        assert_contains(doc, "url(#k)");
        assert_contains(doc, "y=\"112\" width=\"66.8");
    }
}

/* Nobody else has words in it: it goes along, also when the line has come to be elsewhere first. */
static void test_gaps_of_one_line(void)
{
    g_autoptr(SvgDocument) doc =
        parse(MASKED "<path id='f' d='M140,140 L300,310' fill='none' stroke='black' "
                     "marker-end='url(#m)' mask='url(#k)'/>");
    relabel(doc, "e", (SvgSpec){.given = SVG_SPEC_Y1 | SVG_SPEC_Y2, .y1 = 240, .y2 = 240});
    assert_contains(doc, "<rect id='gap' x='206.5864258' y='232' width='66.82714844'");
    assert_contains(doc, "d='M140,140 L300,310' fill='none' stroke='black' "
                         "marker-end='url(#m)' mask='url(#k)'");
}

/* --- looks ------------------------------------------------------------------------------------ */

static void recolor(SvgDocument *doc, const char *id)
{
    g_autoptr(GError) error = NULL;
    SvgEdit *edit = svg_edit_begin(doc, "test");
    SvgSpec spec = {.color = "#c01060"};
    svg_edit_update(edit, id, &spec, &error);
    g_assert_no_error(error);
    commit(edit);
}

/* Its marker is another line's as well. */
static void test_markers_are_copied(void)
{
    g_autoptr(SvgDocument) doc =
        parse(THREE MARKER "<path id='e' d='M180,120 L300,120' fill='none' stroke='black' "
                           "marker-end='url(#m)'/>"
                           "<path id='f' d='M140,140 L300,310' fill='none' stroke='black' "
                           "marker-end='url(#m)'/>");
    recolor(doc, "e");
    assert_contains(doc, "<path id='tip' d='M0 0L10 5L0 10z' fill='#000000'/>");
    assert_contains(doc, "id=\"m-c01060\"");
    assert_contains(doc, "fill=\"#c01060\"");
    assert_contains(doc, "id='e' d='M180,120 L300,120' fill='none' stroke='#c01060' "
                         "marker-end='url(#m-c01060)'");
    assert_contains(doc, "stroke='black' marker-end='url(#m)'");
}

/* A hollow head keeps its inside, and words their line's colour; what is behind them stays. */
static void test_colors_reach_heads_and_words(void)
{
    g_autoptr(SvgDocument) doc =
        parse(TWO "<path id='e' d='M180,120 L290,120' fill='none' stroke='#000000'/>"
                  "<polygon id='h' points='290,114 300,120 290,126' fill='#ffffff' "
                  "stroke='#000000'/>"
                  "<rect id='p' x='226' y='112' width='30' height='16' fill='#ffffff'/>"
                  "<text id='t' x='240' y='125' text-anchor='middle' font-size='14'>sql</text>");
    recolor(doc, "e");
    assert_contains(doc, "points='290,114 300,120 290,126' fill='#ffffff' stroke='#c01060'");
    assert_contains(doc, "<rect id='p' x='226' y='112' width='30' height='16' fill='#ffffff'/>");
    assert_contains(doc, "style=\"fill:#c01060\">sql");
}

/* A rule that says what the attribute says is the stronger one. */
static void test_rules_are_beaten(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<svg class='d'><style>.d .s{stroke:#0D32B2;}</style>" TWO
              "<path id='e' class='s' d='M180,120 L300,120' fill='none' stroke='#0D32B2'/></svg>");
    recolor(doc, "e");
    assert_contains(doc, "stroke:#c01060");
}

static void test_lines_are_not_filled(void)
{
    g_autoptr(GError) error = NULL;
    for (gsize i = 0; i < 4; i++) {
        g_autoptr(SvgDocument) doc = drawn(i);
        g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
        const SvgStyling styling = {.fill = "#ff0000"};
        SvgSpec spec = {.given = SVG_SPEC_FILL, .fill = SVG_FILL_SOLID};
        const char *const ids[] = {"e", NULL};
        g_assert_false(svg_edit_set_style(edit, ids, &styling, &error));
        g_assert_nonnull(strstr(error->message, "open line"));
        g_clear_error(&error);
        g_assert_false(svg_edit_update(edit, "e", &spec, &error));
        g_assert_nonnull(strstr(error->message, "open line"));
        g_clear_error(&error);
    }
}

/* What has no stroke gets one that is dashed; that it is solid says nothing. */
static void test_no_stroke_to_dash(void)
{
    g_autoptr(SvgDocument) doc = parse(TWO);
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    const SvgStyling solid = {.given = SVG_STYLING_DASH, .dash = SVG_DASH_SOLID};
    const SvgStyling dashed = {.given = SVG_STYLING_DASH, .dash = SVG_DASH_DASHED};
    const char *const ids[] = {"a", NULL};
    g_assert_false(svg_edit_set_style(edit, ids, &solid, &error));
    g_assert_nonnull(strstr(error->message, "a has no stroke"));
    g_assert_true(svg_edit_set_style(edit, ids, &dashed, NULL));
    g_assert_nonnull(strstr(svg_edit_note(edit), "a had no stroke; it has one in #"));
}

/* "Of the whole shape" is that of its words, too. */
static void test_opacity_reaches_words(void)
{
    g_autoptr(SvgDocument) doc =
        parse(TWO "<text id='t' x='140' y='125' text-anchor='middle' font-size='14'>Web</text>");
    SvgEdit *edit = svg_edit_begin(doc, "test");
    const SvgStyling styling = {.given = SVG_STYLING_OPACITY, .opacity = 0.5};
    const char *const ids[] = {"a", NULL};
    g_assert_true(svg_edit_set_style(edit, ids, &styling, NULL));
    commit(edit);
    assert_contains(doc, "font-size='14' style=\"opacity:0.5\">Web");
}

/* As Graphviz draws them: a head that is given, or turned round, is as large as they are. */
static void test_heads_like_drawn_ones(void)
{
    g_autoptr(SvgDocument) doc =
        parse(TWO "<path id='e' d='M180,120H290' fill='none' stroke='#000'/>"
                  "<polygon points='300,120 290,123.5 290,116.5' stroke='#000'/>");
    g_autoptr(GError) error = NULL;
    SvgEdit *edit = svg_edit_begin(doc, "test");
    SvgStyling styling = {.given = SVG_STYLING_START | SVG_STYLING_END,
                          .heads = {SVG_HEAD_ARROW, SVG_HEAD_NONE}};
    g_assert_true(svg_edit_set_style(edit, (const char *[]){"e", NULL}, &styling, &error));
    g_assert_no_error(error);
    commit(edit);
    assert_contains(doc, "marker-start:url(#drawnhead-start-000000)");
    assert_contains(doc, "d=\"M 0,0 10,");
    assert_contains(doc, "markerWidth=\"12\"");
    assert_joins(doc, "e", "b", "a");
}

/* Ids that are derived are those of the next reading, too, when heads were made meanwhile: for
 * lines without heads, and in another colour. */
static void test_heads_change_no_ids(void)
{
    static const char *const bodies[] = {
        "<path d='M 10,500 H 90' stroke='black' fill='none'/>"
        "<path d='M 10,600 H 90' stroke='black' fill='none'/>",
        MARKER "<path d='M 10,500 H 90' stroke='black' fill='none' marker-end='url(#m)'/>"
               "<path d='M 10,600 H 90' stroke='black' fill='none' marker-end='url(#m)'/>",
    };
    const SvgStyling styling = {
        .given = SVG_STYLING_END, .heads = {SVG_HEAD_NONE, SVG_HEAD_ARROW}, .stroke = "red"};
    for (gsize i = 0; i < G_N_ELEMENTS(bodies); i++) {
        g_autoptr(SvgDocument) doc = parse(bodies[i]);
        const char *const ids[] = {"path-1", "path-2", NULL}, *const *line = &ids[i];
        g_autoptr(SvgShape) before = svg_document_shape(doc, *line, NULL);
        SvgEdit *edit = svg_edit_begin(doc, "test");
        g_assert_true(svg_edit_set_style(edit, (const char *const[]){*line, NULL}, &styling, NULL));
        commit(edit);
        assert_contains(doc, "<marker id=");
        g_autoptr(GBytes) bytes = svg_document_print_utf8(doc);
        g_autoptr(SvgDocument) again = svg_document_parse(g_bytes_get_data(bytes, NULL),
                                                          g_bytes_get_size(bytes), "t.svg", NULL);
        g_autoptr(SvgShape) after = svg_document_shape(again, *line, NULL);
        g_assert_nonnull(after);
        g_assert_cmpfloat(before->box.y, ==, after->box.y);
    }
}

/* What a head is drawn with is no shape of the drawing. */
static void test_definitions_are_no_shapes(void)
{
    g_autoptr(SvgDocument) doc = parse(MARKER TWO);
    g_autoptr(GError) error = NULL;
    SvgEdit *edit = svg_edit_begin(doc, "test");
    g_assert_false(svg_edit_offset(edit, (const char *const[]){"tip", NULL}, 5, 5, &error));
    g_assert_cmpstr(
        error->message, ==,
        "\"tip\" is part of the definition \"m\" (<marker>), not of the drawing itself");
    svg_edit_abort(edit);
}

/* As graphviz draws them: one edge in several colours, a loop around half of its shape, a line that
 * ends at the sharp corner of a rounded box. */
static void test_lines_of_graphviz(void)
{
    g_autoptr(SvgDocument) doc = parse(
        "<g stroke='#000' fill='none'><path id='left' d='M100 100l20-20 20 20-20 20z'/>"
        "<path id='right' d='M200 100l20-20 20 20-20 20z'/>"
        "<g><path id='l1' d='M140 106H200'/><path id='l2' d='M140 102H200'/>"
        "<path id='l3' d='M140 98H200'/><path id='l4' d='M140 94H200'/></g>"
        "<rect id='below' x='100' y='131' width='40' height='20'/>"
        "<g><path id='short' d='M120 120V130'/><path d='M117 126L120 130L123 126'/></g>"
        "<rect id='c' x='100' y='200' width='120' height='40'/>"
        "<path id='loop' d='M180 200C190 190 260 185 260 220C260 255 190 250 180 240'/>"
        "<path id='d' d='M415 200H505Q520 200 520 215V245Q520 260 505 260H415Q400 260 400 245V215Q400 200 415 200z'/>"
        "<path id='corner' d='M380 176L400 200'/><rect id='e' x='300' y='136' width='80' height='40'/></g>"
        "<text x='160' y='225' text-anchor='middle'>C</text>"
        "<text x='460' y='235' text-anchor='middle'>D</text>"
        "<text x='340' y='161' text-anchor='middle'>E</text>");
    assert_joins(doc, "l3", "left", "right");
    assert_joins(doc, "short", "left", "below");
    assert_joins(doc, "loop", "c", "c");
    assert_joins(doc, "corner", "e", "d");
}

/* As D2 draws them: the front, the two sides around it, and all edges of both. */
static void test_ends_at_front(void)
{
    g_autoptr(SvgDocument) doc = parse(
        "<g><rect x='100' y='115' width='111' height='66' fill='#eef'/>"
        "<polygon id='box' points='100,115 115,100 226,100 226,166 211,181 211,115' fill='#ccf'/>"
        "<path d='M100 115L115 100L226 100L226 166L211 181L100 181L100 115L211 115L211 181M211 115L226 100' "
        "fill='none' stroke='#00f'/></g><text x='155' y='150' text-anchor='middle'>box</text>" MARKER
        "<rect id='below' x='110' y='300' width='90' height='40' fill='#eef' stroke='#00f'/>"
        "<text x='155' y='325' text-anchor='middle'>below</text>"
        "<path id='e' d='M155 183V296' stroke='#00f' fill='none' marker-end='url(#m)'/>");
    assert_joins(doc, "e", "box", "below");
    offset_one(doc, "box", 200, 0);
    assert_joins(doc, "e", "box", "below");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/arrows/lines-of-graphviz", test_lines_of_graphviz);
    g_test_add_func("/arrows/ends-at-front", test_ends_at_front);
    g_test_add_func("/arrows/no-kinks", test_no_kinks);
    g_test_add_func("/arrows/sets-are-rigid", test_sets_are_rigid);
    g_test_add_func("/arrows/over-each-other-and-apart", test_over_each_other_and_apart);
    g_test_add_func("/arrows/groups-take-ends-along", test_groups_take_ends_along);
    g_test_add_func("/arrows/rounded-corners-stay", test_rounded_corners_stay);
    g_test_add_func("/arrows/other-sides", test_other_sides);
    g_test_add_func("/arrows/end-elsewhere", test_end_elsewhere);
    g_test_add_func("/arrows/turn-round", test_turn_round);
    g_test_add_func("/arrows/around-what-is-in-the-way", test_around_what_is_in_the_way);
    g_test_add_func("/arrows/other-heads", test_other_heads);
    g_test_add_func("/arrows/ends-are-checked", test_ends_are_checked);
    g_test_add_func("/arrows/gaps-follow", test_gaps_follow);
    g_test_add_func("/arrows/gaps-of-hidden", test_gaps_of_hidden);
    g_test_add_func("/arrows/gaps-of-copies", test_gaps_of_copies);
    g_test_add_func("/arrows/gaps-of-one-line", test_gaps_of_one_line);
    g_test_add_func("/arrows/markers-are-copied", test_markers_are_copied);
    g_test_add_func("/arrows/colors-reach-heads-and-words", test_colors_reach_heads_and_words);
    g_test_add_func("/arrows/rules-are-beaten", test_rules_are_beaten);
    g_test_add_func("/arrows/lines-are-not-filled", test_lines_are_not_filled);
    g_test_add_func("/arrows/no-stroke-to-dash", test_no_stroke_to_dash);
    g_test_add_func("/arrows/opacity-reaches-words", test_opacity_reaches_words);
    g_test_add_func("/arrows/heads-change-no-ids", test_heads_change_no_ids);
    g_test_add_func("/arrows/heads-like-drawn-ones", test_heads_like_drawn_ones);
    g_test_add_func("/arrows/definitions-are-no-shapes", test_definitions_are_no_shapes);
    return g_test_run();
}
