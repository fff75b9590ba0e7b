/* Groups, layers, styles, clearing and pages: what must look the same, stay bound, be left alone.
 */
#include <svg/edit.h>
#include <svg/error.h>
#include <svg/journal.h>
#include <svg/survey.h>

#include <string.h>
#include <time.h>

#define NAMESPACES                                                  \
    "xmlns='http://www.w3.org/2000/svg' "                           \
    "xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape' " \
    "xmlns:sodipodi='http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd'"
#define HEAD "<svg " NAMESPACES " viewBox='0 0 1000 1000'>"

static SvgDocument *parse(const char *body)
{
    g_autofree char *text = g_strconcat(HEAD, body, "</svg>", NULL);
    g_autoptr(GError) error = NULL;
    SvgDocument *doc = svg_document_parse(text, strlen(text), "t.svg", &error);
    g_assert_no_error(error);
    return doc;
}

static char *print(SvgDocument *doc)
{
    g_autoptr(GBytes) bytes = svg_document_print_utf8(doc);
    return g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
}

static void assert_body(SvgDocument *doc, const char *body)
{
    g_autofree char *text = print(doc), *wanted = g_strconcat(HEAD, body, "</svg>", NULL);
    g_assert_cmpstr(text, ==, wanted);
}

static void commit(SvgEdit *edit)
{
    g_autoptr(GError) error = NULL;
    svg_change_free(svg_edit_commit(edit, &error));
    g_assert_no_error(error);
}

static SvgBox box_of(SvgDocument *doc, const char *id)
{
    SvgBox box = SVG_BOX_EMPTY;
    g_autoptr(GError) error = NULL;
    svg_document_bounds(doc, id, &box, &error);
    g_assert_no_error(error);
    return box;
}

static void assert_same_box(SvgBox a, SvgBox b)
{
    g_assert_cmpfloat_with_epsilon(a.x, b.x, 1e-6);
    g_assert_cmpfloat_with_epsilon(a.y, b.y, 1e-6);
    g_assert_cmpfloat_with_epsilon(a.w, b.w, 1e-6);
    g_assert_cmpfloat_with_epsilon(a.h, b.h, 1e-6);
}

/* The refusal, or NULL when it was taken apart. */
static char *ungroup(SvgDocument *doc, const char *id)
{
    SvgEdit *edit = svg_edit_begin(doc, "test");
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) ids = svg_edit_ungroup(edit, id, &error);
    if (ids) {
        commit(edit);
        return NULL;
    }
    svg_edit_abort(edit);
    return g_strdup(error->message);
}

static const char *group(SvgDocument *doc, const char *a, const char *b)
{
    SvgEdit *edit = svg_edit_begin(doc, "test");
    g_autoptr(GError) error = NULL;
    const char *id = svg_edit_group(edit, (const char *const[]){a, b, NULL}, "new", NULL, &error);
    g_assert_no_error(error);
    commit(edit);
    return id;
}

/* --- groups ----------------------------------------------------------------------------------- */

static void test_handing_down(void)
{
    static const char *const cases[][2] = {
        /* A clip path is in the child's space if that has no transform of its own. */
        {"<g id='g' clip-path='url(#c)'><rect id='a' width='9' height='9'/></g>",
         "<rect id='a' width='9' height='9' style=\"clip-path:url(#c)\"/>"},
        {"<g id='g' clip-path='url(#c)' transform='translate(5,0)'>"
         "<rect id='a' width='9' height='9'/></g>",
         "<rect id='a' width='9' height='9' style=\"clip-path:url(#c)\" "
         "transform=\"translate(5)\"/>"},
        {"<g id='g' opacity='.5' filter='url(#f)'><rect id='a' width='9' height='9'/></g>",
         "<rect id='a' width='9' height='9' style=\"filter:url(#f);opacity:0.5\"/>"},
        /* What the group says holds for who says nothing; sizes that are shares are told in px. */
        {"<g id='g' font-size='2em'><text id='a'>x</text></g>",
         "<text id='a' style=\"font-size:24px\">x</text>"},
        {"<g id='g' font-size='20px'><text id='a' font-size='50%'>x</text></g>",
         "<text id='a' font-size='10px'>x</text>"},
        {"<g id='g' fill-rule='evenodd' xml:space='preserve'><text id='a'>x</text></g>",
         "<text id='a' style=\"fill-rule:evenodd\" xml:space=\"preserve\">x</text>"},
        {"<g id='g' font-size='9'><rect id='a' width='9' height='9'/></g>",
         "<rect id='a' width='9' height='9'/>"},
        {"<g id='g' stroke='red'><rect id='a' width='9' height='9' stroke='inherit'/></g>",
         "<rect id='a' width='9' height='9' stroke='red'/>"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(SvgDocument) doc = parse(cases[i][0]);
        g_autofree char *refusal = ungroup(doc, "g");
        g_assert_cmpstr(refusal, ==, NULL);
        assert_body(doc, cases[i][1]);
        g_assert_true(svg_document_undo(doc));
        assert_body(doc, cases[i][0]);
    }
}

static void test_refusals(void)
{
    static const char *const cases[] = {
        /* The child's transform would move the clip path; filters come first. */
        "<g id='g' clip-path='url(#c)'><rect id='a' width='9' height='9' transform='scale(2)'/></g>",
        "<g id='g' filter='url(#f)'><rect id='a' width='9' height='9' opacity='.5'/></g>",
        "<g id='g' mask='url(#m)'><rect id='a' width='9' height='9' mask='url(#n)'/></g>",
        "<g id='g' style='mix-blend-mode:multiply'><rect id='a' width='9' height='9'/></g>",
        "<g id='g'><animate attributeName='x'/><rect id='a' width='9' height='9'/></g>",
        "<g id='g'><discard begin='1s'/><rect id='a' width='9' height='9'/></g>",
        "<g id='g' systemLanguage='en'><rect id='a' width='9' height='9'/></g>",
        "<g id='g' style='display:none'><rect id='a' width='9' height='9'/></g>",
        "<switch><g id='g'><rect id='a' width='9' height='9'/></g></switch>",
        "<defs><g id='g'><rect id='a' width='9' height='9'/></g></defs>",
        "<g id='g'/>",
        /* The clone would take what the group says. */
        "<g id='g' fill='red'><rect id='a' width='9' height='9'/></g><use id='u' href='#a' x='50'/>",
        "<style>#g > rect { fill: red }</style><g id='g'><rect id='a' width='9' height='9'/></g>",
        "<style>rect + rect { fill: red }</style><g id='g'><rect id='a' width='9'/></g><rect id='b'/>",
        /* A text on a path that moves. */
        "<g id='g' transform='scale(2)'><path id='a'/></g><text><textPath href='#a'/></text>",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(SvgDocument) doc = parse(cases[i]);
        g_autofree char *refusal = ungroup(doc, "g");
        if (!refusal) {
            g_autofree char *text = print(doc);
            g_error("taken apart: %s", text);
        }
        g_assert_null(strchr(refusal, '\n'));
        assert_body(doc, cases[i]);
    }
}

/* A clone shows its original's own transform, but not that of the group around it. */
static void test_clones_stay(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<g id='g' transform='translate(10,20) scale(2)'>"
              "<rect id='a' x='1' y='2' width='9' height='9'/><use id='in' href='#a' x='20'/></g>"
              "<use id='out' href='#a' x='100' transform='rotate(5)'/>");
    SvgBox a = box_of(doc, "a"), in = box_of(doc, "in"), out = box_of(doc, "out");
    g_autofree char *refusal = ungroup(doc, "g");
    g_assert_null(refusal);
    assert_same_box(box_of(doc, "a"), a);
    assert_same_box(box_of(doc, "in"), in);
    assert_same_box(box_of(doc, "out"), out);
}

/* The refusal, or NULL when they were put in a group. */
static char *refuse_group(SvgDocument *doc, const char *a, const char *b)
{
    SvgEdit *edit = svg_edit_begin(doc, "test");
    g_autoptr(GError) error = NULL;
    svg_edit_group(edit, (const char *const[]){a, b, NULL}, NULL, NULL, &error);
    svg_edit_abort(edit);
    return error ? g_strdup(error->message) : NULL;
}

/* A clone of a group shows what is in it: nothing leaves it or goes into it, its clone neither. */
static void test_cloned_groups(void)
{
    g_autoptr(SvgDocument) doc = parse(
        "<path id='under' d='M0,0h9'/><use id='early' href='#last'/>"
        "<g id='all'><g id='arm'><path id='a' d='M0,0h9'/><path id='b' d='M9,0h9'/></g>"
        "<use id='turned' href='#arm' transform='rotate(60)'/><path id='c' d='M0,9h9'/></g>"
        "<use id='far' href='#all' x='50'/><path id='over' d='M0,0h9'/><g id='last'><path id='d' d='M0,0h9'/></g>");
    static const struct {
        const char *a, *b, *refusal;
    } cases[] = {
        {"turned", "far",
         "\"turned\" can't leave \"all\": that group's clone \"far\" would lose it"},
        {"b", "turned", "\"b\" can't leave \"arm\": that group's clone \"turned\" would lose it"},
        {"under", "c", "\"under\" can't go into \"all\": that group's clone \"far\" would show it"},
        {"under", "a",
         "\"under\" can't go into \"arm\": that group's clone \"turned\" would show it"},
        {"early", "d",
         "\"early\" can't go into \"last\": that group's clone \"early\" would show it"},
        {"a", "b", NULL},
        {"turned", "c", NULL},
        {"far", "over", NULL},
        {"under", "all", NULL},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *refusal = refuse_group(doc, cases[i].a, cases[i].b);
        g_assert_cmpstr(refusal, ==, cases[i].refusal);
    }
}

static void test_from_everywhere(void)
{
    g_autoptr(SvgDocument) doc = parse("<g transform='rotate(30)'><g transform='scale(2,3)'>"
                                       "<rect id='a' x='10' y='10' width='9' height='9'/></g></g>"
                                       "<g transform='translate(50,0) skewX(10)'>"
                                       "<rect id='b' x='10' y='10' width='9' height='9'/></g>");
    SvgBox a = box_of(doc, "a"), b = box_of(doc, "b");
    group(doc, "a", "b");
    assert_same_box(box_of(doc, "a"), a);
    assert_same_box(box_of(doc, "b"), b);
    g_autoptr(SvgShape) shape = svg_document_shape(doc, "new", NULL);
    g_assert_cmpint(shape->kind, ==, SVG_KIND_GROUP);
}

/* What is bound stays bound, also when only one is left of what it was bound to. */
static void test_connectors(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<g id='g' transform='translate(5,5)'><rect id='a' width='40' height='40'/></g>"
              "<rect id='b' x='200' width='40' height='40'/><path id='e' d='M 45,25 L 200,20' "
              "fill='none' stroke='red' inkscape:connection-start='#g' "
              "inkscape:connection-end='#b'/>");
    g_autofree char *refusal = ungroup(doc, "g");
    g_assert_null(refusal);
    group(doc, "b", "e");
    g_autoptr(SvgShape) arrow = svg_document_shape(doc, "e", NULL);
    g_assert_cmpstr(arrow->from_id, ==, "a");
    g_assert_cmpstr(arrow->to_id, ==, "b");
    SvgEdit *edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_move(edit, "a", (SvgPoint){5, 300}, SVG_ANCHOR_TOP_LEFT, NULL));
    commit(edit);
    g_autoptr(SvgShape) moved = svg_document_shape(doc, "e", NULL);
    g_assert_cmpfloat(moved->start.y, >, 200);
}

/* --- layers ----------------------------------------------------------------------------------- */

/* A layer that was made takes what is created afterwards, until that is undone. */
static void test_new_layer(void)
{
    g_autoptr(SvgDocument) doc = parse("<rect id='a' width='9' height='9'/>");
    SvgEdit *edit = svg_edit_begin(doc, "test");
    const char *const ids[] = {"a", NULL};
    g_assert_cmpstr(svg_edit_to_layer(edit, ids, "Top", NULL), ==, "layer1");
    commit(edit);
    SvgSpec spec = {.given = SVG_SPEC_X | SVG_SPEC_Y, .kind = SVG_KIND_RECTANGLE, .id = "new"};
    edit = svg_edit_begin(doc, "test");
    g_assert_nonnull(svg_edit_create(edit, &spec, NULL));
    commit(edit);
    g_autoptr(SvgShape) in_layer = svg_document_shape(doc, "new", NULL);
    g_assert_cmpstr(in_layer->parent, ==, "layer1");
    while (svg_document_undo(doc)) {
    }
    edit = svg_edit_begin(doc, "test");
    g_assert_nonnull(svg_edit_create(edit, &spec, NULL));
    commit(edit);
    g_autoptr(SvgShape) in_root = svg_document_shape(doc, "new", NULL);
    g_assert_cmpstr(in_root->parent, ==, NULL);
}

/* --- styles ----------------------------------------------------------------------------------- */

static void restyle(SvgDocument *doc, const char *id, const SvgStyling *styling)
{
    SvgEdit *edit = svg_edit_begin(doc, "test");
    g_autoptr(GError) error = NULL;
    svg_edit_set_style(edit, (const char *const[]){id, NULL}, styling, &error);
    g_assert_no_error(error);
    commit(edit);
}

static void test_sheets_are_overridden(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<style>rect { fill: red !important; stroke: blue }</style>"
              "<rect id='a' width='9' height='9'/><rect id='b' width='9' height='9'/>");
    restyle(doc, "a", &(SvgStyling){.fill = "lime", .stroke = "black"});
    assert_body(doc, "<style>rect { fill: red !important; stroke: blue }</style>"
                     "<rect id='a' width='9' height='9' "
                     "style=\"fill:#00ff00 !important;stroke:#1d1d1d\"/>"
                     "<rect id='b' width='9' height='9'/>");
}

/* Lengths are those of the drawing, whatever the group does. */
static void test_lengths(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<g transform='scale(4)'><rect id='a' width='9' height='9' stroke='red'/></g>");
    restyle(doc, "a", &(SvgStyling){.given = SVG_STYLING_STROKE_WIDTH, .stroke_width = 2});
    assert_body(doc, "<g transform='scale(4)'><rect id='a' width='9' height='9' stroke='red' "
                     "style=\"stroke-width:0.5\"/></g>");
}

/* A label keeps its height when its letters grow, the side that its lines begin at, and these their
 * distance in letters; aligned it goes to that part of its shape, at its height. */
static void test_label_keeps_side(void)
{
    g_autoptr(SvgDocument) doc = parse(
        "<rect id='a' width='200' height='100' fill='none' stroke='red'/>"
        "<text id='t' x='60' y='40' font-size='10'><tspan sodipodi:role='line' x='60' y='40'>one"
        "</tspan><tspan sodipodi:role='line' x='60' y='52'>two</tspan></text>");
    SvgPoint before = svg_box_center(box_of(doc, "t"));
    double height = box_of(doc, "t").h, left = box_of(doc, "t").x;
    restyle(doc, "a", &(SvgStyling){.given = SVG_STYLING_FONT_SIZE, .font_size = 20});
    SvgPoint after = svg_box_center(box_of(doc, "t"));
    g_assert_cmpfloat_with_epsilon(box_of(doc, "t").x, left, 0.01);
    g_assert_cmpfloat_with_epsilon(before.y, after.y, 0.01);
    g_assert_cmpfloat_with_epsilon(box_of(doc, "t").h, 2 * height, 0.1);
    restyle(doc, "a", &(SvgStyling){.given = SVG_STYLING_ALIGN, .align = SVG_ALONG_CENTER});
    after = svg_box_center(box_of(doc, "t"));
    g_assert_cmpfloat_with_epsilon(after.x, 100, 0.01);
    g_assert_cmpfloat_with_epsilon(after.y, before.y, 0.01);
}

/* Our heads have the colour of their line, each in its own form. */
static void test_heads_are_recoloured(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<path id='a' d='M 0,0 100,0' fill='none' stroke='#0000ff'/>");
    restyle(doc, "a",
            &(SvgStyling){.given = SVG_STYLING_START | SVG_STYLING_END,
                          .heads = {SVG_HEAD_ARROW, SVG_HEAD_DIAMOND}});
    SvgEdit *edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_update(edit, "a", &(SvgSpec){.color = "#00ff00"}, NULL));
    commit(edit);
    g_autofree char *text = print(doc);
    g_assert_nonnull(strstr(text, "marker-start:url(#arrowhead-start-00ff00)"));
    g_assert_nonnull(strstr(text, "marker-end:url(#diamondhead-00ff00)"));
}

/* --- clear ------------------------------------------------------------------------------------ */

/* What a clone shows stays, by itself or in a group, and so does what that is drawn with. */
static void test_needed_stays(void)
{
    const char *body = "<rect id='a' x='5' width='9' height='9'/>"
                       "<g id='g'><use id='m' href='#a' y='5'/><circle id='p' r='3'/></g>";
    g_autofree char *with = g_strconcat(body, "<use id='u' href='#g' x='500'/>", NULL);
    g_autoptr(SvgDocument) doc = parse(with);
    g_autoptr(GError) error = NULL;
    SvgCleared told;
    SvgEdit *edit = svg_edit_begin(doc, "test");
    g_assert_false(svg_edit_clear(edit, &(SvgBox){-50, -50, 200, 200}, &told, &error));
    g_assert_cmpuint(told.needed, ==, 3);
    g_assert_null(strchr(error->message, '\n'));
    svg_edit_abort(edit);
    edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_clear(edit, NULL, &told, NULL));
    g_assert_cmpuint(told.removed, ==, 4);
    commit(edit);
    assert_body(doc, "");
    g_assert_true(svg_document_undo(doc));
    assert_body(doc, with);
}

/* --- pages ------------------------------------------------------------------------------------ */

/* In a file that writes SVG with a prefix, and Inkscape's with another. */
static void test_pages_with_prefixes(void)
{
    const char *text = "<svg:svg xmlns:svg='http://www.w3.org/2000/svg' "
                       "xmlns:i='http://www.inkscape.org/namespaces/inkscape' width='10' "
                       "height='20'/>";
    g_autoptr(SvgDocument) doc = svg_document_parse(text, strlen(text), "t.svg", NULL);
    SvgBox box;
    SvgEdit *edit = svg_edit_begin(doc, "test");
    g_assert_nonnull(svg_edit_create_page(edit, "Two", &box, NULL));
    commit(edit);
    g_autofree char *after = print(doc);
    g_autoptr(SvgDocument) again = svg_document_parse(after, strlen(after), "t.svg", NULL);
    g_autoptr(GPtrArray) pages = svg_document_pages(again);
    g_assert_cmpuint(pages->len, ==, 2);
    const SvgPage *page = svg_pages_find(pages, "Two");
    assert_same_box(page->box, (SvgBox){20, 0, 10, 20});
    g_assert_nonnull(strstr(after, "<i:page "));
}

/* --- many shapes ------------------------------------------------------------------------------ */

/* Processor time for bringing so many shapes into a layer, each out of a group of its own. */
static double seconds_for(guint n)
{
    GString *body = g_string_new(NULL);
    g_autoptr(GPtrArray) ids = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < n; i++) {
        g_string_append_printf(body,
                               "<g fill='red'><rect id='r%u' x='%u' y='%u' width='10' "
                               "height='10'/></g>",
                               i, i % 100 * 12, i / 100 * 12);
        g_ptr_array_add(ids, g_strdup_printf("r%u", i));
    }
    g_ptr_array_add(ids, NULL);
    g_autoptr(SvgDocument) doc = parse(body->str);
    g_string_free(body, TRUE);
    clock_t start = clock();
    SvgEdit *edit = svg_edit_begin(doc, "test");
    g_assert_nonnull(svg_edit_to_layer(edit, (const char *const *)ids->pdata, "Top", NULL));
    commit(edit);
    return (double)(clock() - start) / CLOCKS_PER_SEC;
}

/* Four times as many take about four times as long, not sixteen times. */
static void test_linear(void)
{
    double few = seconds_for(1500), many = seconds_for(6000);
    g_test_message("1500: %g s, 6000: %g s", few, many);
    g_assert_cmpfloat(many, <, 9 * few + 0.05);
}

/* What goes with a shape was found among shapes that were asked about before: taken back, they
 * weren't. */
static void test_undone(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<rect id='frame' x='12' y='12' width='100' height='100' fill='#fff'/>"
              "<path id='down' d='M67 70 84 98 100 70z' fill='none' stroke='#000'/>"
              "<circle id='ring' cx='40' cy='85' r='16' fill='none' stroke='#000'/>"
              "<text id='words' x='20' y='257' font-size='48'>WC</text>");
    g_autofree char *before = print(doc);
    group(doc, "down", "ring");
    g_assert_true(svg_document_undo(doc));
    g_autofree char *undone = print(doc);
    g_assert_cmpstr(undone, ==, before);
    group(doc, "frame", "down");
    g_autofree char *after = print(doc);
    g_assert_true(strstr(after, "</g>") < strstr(after, "<circle"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/group/handing-down", test_handing_down);
    g_test_add_func("/group/refusals", test_refusals);
    g_test_add_func("/group/undone", test_undone);
    g_test_add_func("/group/clones-stay", test_clones_stay);
    g_test_add_func("/group/cloned-groups", test_cloned_groups);
    g_test_add_func("/group/from-everywhere", test_from_everywhere);
    g_test_add_func("/group/connectors", test_connectors);
    g_test_add_func("/layer/new", test_new_layer);
    g_test_add_func("/layer/linear", test_linear);
    g_test_add_func("/style/sheets", test_sheets_are_overridden);
    g_test_add_func("/style/lengths", test_lengths);
    g_test_add_func("/style/label-keeps-side", test_label_keeps_side);
    g_test_add_func("/style/heads-are-recoloured", test_heads_are_recoloured);
    g_test_add_func("/clear/needed-stays", test_needed_stays);
    g_test_add_func("/pages/prefixes", test_pages_with_prefixes);
    int result = g_test_run();
    svg_cleanup();
    return result;
}
