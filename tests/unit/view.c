/* What a model is shown: details, far clusters, numbers in model space. */
#include "base/json.h"
#include "view/clusters.h"

#include <fairy/tokens.h>
#include <fairy/view.h>
#include <svg/error.h>

#include <cjson/cJSON.h>

#include <math.h>
#include <string.h>

static const char drawing[] =
    "<svg xmlns='http://www.w3.org/2000/svg' xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape' "
    "xmlns:sodipodi='http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd' viewBox='0 0 400 300' width='400' height='300'>\n"
    "<defs><marker id='head' orient='auto' refX='8' refY='4' markerWidth='8' markerHeight='8'><path d='M0 0 8 4 0 8z'/></marker></defs>\n"
    "<g id='layer' inkscape:groupmode='layer' inkscape:label='Flow'>\n"
    "<rect id='login' x='20.3' y='20.7' width='120' height='60' fill='#ffffff' stroke='#e03131'/><text x='80' y='54' text-anchor='middle' font-size='12'>Log in</text>\n"
    "<rect id='db' x='200' y='20' width='120' height='60' fill='none' stroke='black' sodipodi:insensitive='true'/>\n"
    "<path id='e1' d='M 140.3,50 200,50' fill='none' stroke='black' marker-end='url(#head)' inkscape:connector-type='polyline' "
    "inkscape:connection-start='#login' inkscape:connection-end='#db'/>\n"
    "</g>\n"
    "<rect id='far1' x='1000' y='40' width='10' height='10'/><rect id='far2' x='1060' y='40' width='10' height='10'/>\n"
    "<rect id='above' x='195' y='-500' width='10' height='10'/>\n"
    "</svg>\n";

static SvgDocument *load(const char *text)
{
    g_autoptr(GError) error = NULL;
    SvgDocument *doc = svg_document_parse(text, strlen(text), "flow.svg", &error);
    g_assert_no_error(error);
    return doc;
}

static cJSON *see(SvgDocument *doc, const FairyViewOptions *options, SvgPoint origin)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(FairyCoords) coords = fairy_coords_new(origin, 1);
    g_autofree char *text = fairy_view(doc, coords, options, &error);
    g_assert_no_error(error);
    cJSON *json = cJSON_Parse(text);
    g_assert_nonnull(json);
    return json;
}

static const cJSON *get(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

static const cJSON *shape(const cJSON *json, const char *id)
{
    const cJSON *at = NULL;
    cJSON_ArrayForEach(at, get(json, "shapes"))
    {
        if (g_strcmp0(cJSON_GetStringValue(get(at, "shapeId")), id) == 0) {
            return at;
        }
    }
    return NULL;
}

static void assert_box(const cJSON *object, double x, double y, double w, double h)
{
    g_assert_cmpfloat(cJSON_GetNumberValue(get(object, "x")), ==, x);
    g_assert_cmpfloat(cJSON_GetNumberValue(get(object, "y")), ==, y);
    g_assert_cmpfloat(cJSON_GetNumberValue(get(object, "w")), ==, w);
    g_assert_cmpfloat(cJSON_GetNumberValue(get(object, "h")), ==, h);
}

static void assert_string(const cJSON *object, const char *name, const char *wanted)
{
    g_assert_cmpstr(cJSON_GetStringValue(get(object, name)), ==, wanted);
}

static void test_blurry(void)
{
    static const char *const selected[] = {"db", NULL};
    g_autoptr(SvgDocument) doc = load(drawing);
    FairyViewOptions options = {.view = SVG_BOX_EMPTY, .selection = selected};
    cJSON *json = see(doc, &options, (SvgPoint){0, 0});
    assert_string(json, "file", "flow.svg");
    assert_box(get(json, "page"), 0, 0, 400, 300);
    assert_box(get(json, "view"), 0, 0, 400, 300);
    const cJSON *login = shape(json, "login");
    assert_string(login, "type", "rectangle");
    assert_string(login, "text", "Log in");
    assert_box(login, 20, 21, 120, 60);
    g_assert_null(get(login, "locked"));
    g_assert_null(get(login, "color"));
    g_assert_true(cJSON_IsTrue(get(shape(json, "db"), "locked")));
    assert_string(shape(json, "e1"), "type", "arrow");
    assert_string(shape(json, "e1"), "fromId", "login");
    assert_string(shape(json, "e1"), "toId", "db");
    g_assert_null(get(shape(json, "e1"), "x1"));
    assert_string(shape(json, "layer"), "name", "Flow");
    g_assert_cmpfloat(cJSON_GetNumberValue(get(shape(json, "layer"), "children")), ==, 3);
    g_assert_null(shape(json, "far1"));
    g_assert_cmpint(cJSON_GetArraySize(get(json, "selected")), ==, 1);
    g_assert_cmpstr(cJSON_GetArrayItem(get(json, "selected"), 0)->valuestring, ==, "db");
    g_assert_cmpfloat(cJSON_GetNumberValue(get(get(json, "omitted"), "shapes")), ==, 0);
    cJSON_Delete(json);
}

/* far1 and far2 are 50 apart: one cluster, in the east; the lone box is in the north and nearer. */
static void test_far(void)
{
    g_autoptr(SvgDocument) doc = load(drawing);
    FairyViewOptions options = {.view = SVG_BOX_EMPTY};
    cJSON *json = see(doc, &options, (SvgPoint){0, 0});
    const cJSON *clusters = get(json, "clusters");
    g_assert_cmpint(cJSON_GetArraySize(clusters), ==, 2);
    const cJSON *north = cJSON_GetArrayItem(clusters, 0), *east = cJSON_GetArrayItem(clusters, 1);
    assert_string(north, "direction", "north");
    g_assert_cmpfloat(cJSON_GetNumberValue(get(north, "numberOfShapes")), ==, 1);
    g_assert_cmpfloat(cJSON_GetNumberValue(get(north, "distance")), ==, 645);
    assert_string(east, "direction", "east");
    g_assert_cmpfloat(cJSON_GetNumberValue(get(east, "numberOfShapes")), ==, 2);
    assert_box(get(east, "bounds"), 1000, 40, 70, 10);
    cJSON_Delete(json);
}

static void test_simple(void)
{
    g_autoptr(SvgDocument) doc = load(drawing);
    FairyViewOptions options = {.view = SVG_BOX_EMPTY, .detail = FAIRY_DETAIL_SIMPLE};
    cJSON *json = see(doc, &options, (SvgPoint){100, 10});
    const cJSON *login = shape(json, "login"), *arrow = shape(json, "e1");
    assert_string(login, "color", "red");
    assert_string(login, "fill", "background");
    assert_string(login, "stroke", "#e03131");
    assert_box(login, -80, 11, 120, 60);
    g_assert_cmpfloat(cJSON_GetNumberValue(get(arrow, "x1")), ==, 40);
    g_assert_cmpfloat(cJSON_GetNumberValue(get(arrow, "y1")), ==, 40);
    g_assert_cmpfloat(cJSON_GetNumberValue(get(arrow, "x2")), ==, 100);
    assert_box(get(json, "page"), -100, -10, 400, 300);
    g_assert_cmpfloat(cJSON_GetNumberValue(get(get(json, "origin"), "x")), ==, 100);
    cJSON_Delete(json);
}

/* What was shown and comes back unchanged is the exact original. */
static void test_remembers(void)
{
    g_autoptr(SvgDocument) doc = load(drawing);
    g_autoptr(FairyCoords) coords = fairy_coords_new((SvgPoint){0, 0}, 1);
    FairyViewOptions options = {.view = SVG_BOX_EMPTY};
    g_autofree char *shown = fairy_view(doc, coords, &options, NULL);
    g_assert_nonnull(shown);
    g_assert_cmpfloat(fairy_coords_read(coords, "login", "x", 20), ==, 20.3);
    g_assert_cmpfloat(fairy_coords_read(coords, "login", "y", 21), ==, 20.7);
    g_assert_cmpfloat(fairy_coords_read(coords, "login", "x", 22), ==, 22);
}

static void test_view_rectangle(void)
{
    g_autoptr(SvgDocument) doc = load(drawing);
    FairyViewOptions options = {.view = {990, 30, 30, 30}};
    cJSON *json = see(doc, &options, (SvgPoint){0, 0});
    g_assert_nonnull(shape(json, "far1"));
    g_assert_null(shape(json, "login"));
    assert_box(get(json, "view"), 990, 30, 30, 30);
    double far = 0;
    const cJSON *cluster = NULL;
    cJSON_ArrayForEach(cluster, get(json, "clusters"))
    {
        far += cJSON_GetNumberValue(get(cluster, "numberOfShapes"));
    }
    g_assert_cmpfloat(far, ==,
                      5); /* login, db, e1, far2, above; the layer counts by what is in it */
    cJSON_Delete(json);
}

/* A part of the drawing is told as it is told with the whole. */
static void test_part_of_view(void)
{
    g_autoptr(SvgDocument) doc = load(drawing);
    FairyViewOptions all = {.view = {-2000, -2000, 6000, 6000}, .detail = FAIRY_DETAIL_SIMPLE};
    cJSON *whole = see(doc, &all, (SvgPoint){0, 0});
    int n = cJSON_GetArraySize(get(whole, "shapes"));
    g_assert_cmpint(n, ==, 7);
    for (int round = 0; round < 100; round++) {
        FairyViewOptions part = {
            .view = {g_test_rand_double_range(-300, 1200), g_test_rand_double_range(-600, 300),
                     g_test_rand_double_range(1, 400), g_test_rand_double_range(1, 400)},
            .detail = FAIRY_DETAIL_SIMPLE};
        cJSON *json = see(doc, &part, (SvgPoint){0, 0});
        const cJSON *at = NULL;
        double counted = 0;
        cJSON_ArrayForEach(at, get(json, "shapes"))
        {
            const char *id = cJSON_GetStringValue(get(at, "shapeId"));
            g_assert_true(cJSON_Compare(at, shape(whole, id), TRUE));
            counted += strcmp(id, "layer") != 0;
        }
        cJSON_ArrayForEach(at, get(json, "clusters"))
        {
            counted += cJSON_GetNumberValue(get(at, "numberOfShapes"));
        }
        g_assert_cmpfloat(counted, ==, n - 1);
        cJSON_Delete(json);
    }
    cJSON_Delete(whole);
}

/* Text is escaped as RFC 8259 asks, numbers come back as they were. */
static void test_json_values(void)
{
    static const double numbers[] = {0,         -0.5,    1e15,          123456789012345.0,
                                     0.1 + 0.2, 1e-7,    -2.5,          0.0625,
                                     1e300,     -1e-300, 999999.999999, 1e21,
                                     100,       1.0 / 3, 2147483648.0,  0.000123};
    for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++) {
        g_autoptr(GString) out = g_string_new(NULL);
        fairy_json_number(out, numbers[i]);
        cJSON *number = cJSON_CreateNumber(numbers[i]);
        char *expected = cJSON_PrintUnformatted(number);
        g_assert_cmpstr(out->str, ==, expected);
        cJSON_free(expected);
        cJSON_Delete(number);
    }
    g_autoptr(GString) text = g_string_new(NULL);
    fairy_json_string(text, "a\"b\\c\n\t\x01\x1f\u00e9/");
    g_assert_cmpstr(text->str, ==, "\"a\\\"b\\\\c\\n\\t\\u0001\\u001f\u00e9/\"");
    g_string_truncate(text, 0);
    fairy_json_number(text, NAN);
    g_assert_cmpstr(text->str, ==, "null");
}

static void test_unknown_selection(void)
{
    static const char *const selected[] = {"logn", NULL};
    g_autoptr(SvgDocument) doc = load(drawing);
    g_autoptr(FairyCoords) coords = fairy_coords_new((SvgPoint){0, 0}, 1);
    g_autoptr(GError) error = NULL;
    FairyViewOptions options = {.view = SVG_BOX_EMPTY, .selection = selected};
    g_assert_null(fairy_view(doc, coords, &options, &error));
    g_assert_error(error, SVG_ERROR, SVG_ERROR_NOT_FOUND);
}

static void test_empty_drawing(void)
{
    g_autoptr(SvgDocument) doc =
        load("<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'/>");
    FairyViewOptions options = {.view = SVG_BOX_EMPTY};
    cJSON *json = see(doc, &options, (SvgPoint){0, 0});
    g_assert_cmpint(cJSON_GetArraySize(get(json, "shapes")), ==, 0);
    g_assert_cmpint(cJSON_GetArraySize(get(json, "clusters")), ==, 0);
    cJSON_Delete(json);
}

/* --- budgets ---------------------------------------------------------------------------------- */

#define HEAD                                   \
    "<svg xmlns='http://www.w3.org/2000/svg' " \
    "xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape' viewBox='0 0 2000 2000'>"

/* Numbers of gpt-tokenizer 4.0.0, o200k_base. */
static void test_tokens(void)
{
    static const struct {
        const char *text;
        double tokens;
    } rows[] = {
        {"{\"shapeId\":\"login\",\"type\":\"rectangle\",\"x\":20,\"y\":20,\"w\":120,\"h\":60,"
         "\"text\":\"Log in\"},{\"shapeId\":\"e1\",\"type\":\"arrow\",\"x\":140,\"y\":50,\"w\":60,"
         "\"h\":0,\"fromId\":\"login\",\"toId\":\"db\"}",
         67},
        {"[{\"bounds\":{\"x\":900,\"y\":0,\"w\":200,\"h\":80},\"numberOfShapes\":47,\"direction\":"
         "\"east\",\"distance\":812},{\"bounds\":{\"x\":-20,\"y\":-1400,\"w\":10,\"h\":80},"
         "\"numberOfShapes\":3,\"direction\":\"north\",\"distance\":1500}]",
         70},
        {"\"color\":\"light-blue\",\"fill\":\"solid\",\"fillColor\":\"#a5d8ff\",\"stroke\":"
         "\"#1971c2\"",
         28},
        {"A line sweeps over it from left to right; a tree over the rows tells which of the boxes "
         "it stands in lie in the rows of the next one.",
         33},
        {"Пользователь открывает страницу, вводит пароль и видит список заказов.", 17},
        {"用户打开登录页面，输入密码，然后查看订单列表。", 12},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        double guess = (double)fairy_tokens(rows[i].text, strlen(rows[i].text));
        g_assert_cmpfloat(fabs(guess - rows[i].tokens), <=, 0.2 * rows[i].tokens + 1);
    }
    g_assert_cmpuint(fairy_tokens("", 0), ==, 0);
}

/* Two layers, in each a row of groups, in each a grid of labelled boxes; and boxes in no group. */
static char *make_grid(guint groups, guint boxes)
{
    GString *out = g_string_new(HEAD);
    for (guint l = 0; l < 2; l++) {
        g_string_append_printf(
            out, "<g id='l%u' inkscape:groupmode='layer' inkscape:label='Part %u'>", l, l + 1);
        for (guint g = 0; g < groups; g++) {
            g_string_append_printf(out, "<g id='g%u-%u'>", l, g);
            for (guint b = 0; b < boxes; b++) {
                g_string_append_printf(
                    out,
                    "<g><rect id='r%u-%u-%u' x='%u' y='%u' width='50' height='40' fill='none' "
                    "stroke='black'/><text x='%u' y='%u' font-size='6'>box %u %u</text></g>",
                    l, g, b, g * 200 + b % 3 * 60, l * 900 + b / 3 * 50, g * 200 + b % 3 * 60 + 5,
                    l * 900 + b / 3 * 50 + 20, g, b);
            }
            g_string_append(out, "</g>");
        }
        g_string_append(out, "</g>");
    }
    for (guint i = 0; i < 30; i++) {
        g_string_append_printf(out, "<circle id='c%u' cx='%u' cy='1900' r='20'/>", i, 40 + i * 60);
    }
    g_string_append(out, "</svg>");
    return g_string_free(out, FALSE);
}

/* Every shape is listed or counted once. */
static double count_all(const cJSON *json, double *listed)
{
    double counted = 0;
    const cJSON *at = NULL;
    *listed = 0;
    cJSON_ArrayForEach(at, get(json, "shapes"))
    {
        const cJSON *omitted = get(at, "omitted");
        *listed += strcmp(get(at, "type")->valuestring, "group") != 0;
        counted += omitted ? omitted->valuedouble : 0;
    }
    cJSON_ArrayForEach(at, get(json, "clusters"))
    {
        counted += cJSON_GetNumberValue(get(at, "numberOfShapes"));
    }
    return *listed + counted;
}

static void test_budget(void)
{
    g_autofree char *text = make_grid(10, 30);
    g_autoptr(SvgDocument) doc = load(text);
    static const guint budgets[] = {200, 400, 1000, 3000, 8000, 20000, 100000};
    double before = -1;
    for (gsize i = 0; i < G_N_ELEMENTS(budgets); i++) {
        g_autoptr(FairyCoords) coords = fairy_coords_new((SvgPoint){0, 0}, 1);
        FairyViewOptions options = {.view = SVG_BOX_EMPTY, .max_tokens = budgets[i]};
        g_autofree char *shown = fairy_view(doc, coords, &options, NULL);
        cJSON *json = cJSON_Parse(shown);
        double listed;
        g_assert_cmpfloat(count_all(json, &listed), ==, 630);
        g_assert_cmpfloat(cJSON_GetNumberValue(get(get(json, "omitted"), "shapes")), ==,
                          630 - listed);
        g_assert_cmpuint(fairy_tokens(shown, strlen(shown)), <=, budgets[i]);
        g_assert_cmpfloat(listed, >=, before);
        before = listed;
        if (budgets[i] >= 1000) {
            assert_string(shape(json, "l0"), "name", "Part 1");
            assert_string(shape(json, "l1"), "name", "Part 2");
        }
        cJSON_Delete(json);
    }
    g_assert_cmpfloat(before, ==, 630); /* all of it fits into the last one */
}

/* A group that isn't opened says what is in it. */
static void test_budget_labels(void)
{
    g_autofree char *text = make_grid(10, 30);
    g_autoptr(SvgDocument) doc = load(text);
    FairyViewOptions options = {.view = SVG_BOX_EMPTY, .max_tokens = 2000};
    cJSON *json = see(doc, &options, (SvgPoint){0, 0});
    const cJSON *at = NULL;
    guint labelled = 0;
    cJSON_ArrayForEach(at, get(json, "shapes"))
    {
        const cJSON *labels = get(at, "labels");
        g_assert_true(!labels || get(at, "omitted"));
        g_assert_cmpint(cJSON_GetArraySize(labels), <=, 3);
        labelled += labels != NULL;
        if (labels && g_str_has_prefix(get(at, "shapeId")->valuestring, "g")) {
            const char *number = strchr(get(at, "shapeId")->valuestring, '-') + 1;
            g_autofree char *start = g_strdup_printf("box %s ", number);
            g_assert_true(g_str_has_prefix(labels->child->valuestring, start));
        }
    }
    g_assert_cmpuint(labelled, >, 2);
    cJSON_Delete(json);
}

/* What is selected comes before all else, wherever it is. */
static void test_budget_selected(void)
{
    static const char *const selected[] = {"r1-9-29", "c0", NULL};
    g_autofree char *text = make_grid(10, 30);
    g_autoptr(SvgDocument) doc = load(text);
    FairyViewOptions options = {.view = {0, 0, 500, 500}, .selection = selected, .max_tokens = 600};
    cJSON *json = see(doc, &options, (SvgPoint){0, 0});
    double listed;
    assert_string(shape(json, "r1-9-29"), "stroke", "#000000");
    assert_string(shape(json, "r1-9-29"), "text", "box 9 29");
    assert_string(shape(json, "c0"), "fillColor", "#000000");
    g_assert_cmpfloat(count_all(json, &listed), ==, 630);
    cJSON_Delete(json);
}

/* Shapes that lie on each other, and the group around them: each counts once. */
static void test_selected_elsewhere(void)
{
    static const char *const selected[] = {"g", "one", "two", NULL};
    static const char line[] = "x1='500' y1='500' x2='599' y2='509' stroke='red'";
    g_autofree char *text = g_strdup_printf(
        HEAD "<line id='one' %s/><line id='two' %s/><line id='three' %s/>"
             "<g id='g' inkscape:groupmode='layer'><rect x='700' width='99' height='9'/></g></svg>",
        line, line, line);
    g_autoptr(SvgDocument) doc = load(text);
    FairyViewOptions options = {.view = {0, 0, 100, 100}, .selection = selected};
    cJSON *json = see(doc, &options, (SvgPoint){0, 0});
    double listed;
    g_assert_nonnull(shape(json, "g"));
    g_assert_cmpfloat(count_all(json, &listed), ==, 4);
    g_assert_cmpfloat(listed, ==, 2);
    cJSON_Delete(json);
}

/* More ids than there is room for. */
static void test_budget_of_ids(void)
{
    g_autofree char *text = make_grid(10, 30);
    g_autoptr(SvgDocument) doc = load(text);
    GStrvBuilder *ids = g_strv_builder_new();
    for (guint i = 0; i < 600; i++) {
        g_autofree char *id = g_strdup_printf("r%u-%u-%u", i / 300, i / 30 % 10, i % 30);
        g_strv_builder_add(ids, id);
    }
    g_auto(GStrv) all = g_strv_builder_end(ids);
    g_strv_builder_unref(ids);
    g_autoptr(FairyCoords) coords = fairy_coords_new((SvgPoint){0, 0}, 1);
    FairyViewOptions options = {
        .view = SVG_BOX_EMPTY, .selection = (const char *const *)all, .max_tokens = 1000};
    g_autofree char *shown = fairy_view(doc, coords, &options, NULL);
    cJSON *json = cJSON_Parse(shown);
    g_assert_cmpuint(fairy_tokens(shown, strlen(shown)), <=, 1000);
    g_assert_cmpfloat(cJSON_GetArraySize(get(json, "selected")) +
                          cJSON_GetNumberValue(get(get(json, "omitted"), "selected")),
                      ==, 600);
    cJSON_Delete(json);
}

static void test_long_text(void)
{
    g_autoptr(GString) text = g_string_new(HEAD "<text id='t' x='9' y='99'>");
    for (guint i = 0; i < 3000; i++) {
        g_string_append(text, "страница ");
    }
    g_string_append(text, "</text></svg>");
    g_autoptr(SvgDocument) doc = load(text->str);
    FairyViewOptions options = {.view = {0, 0, 100, 100}};
    cJSON *json = see(doc, &options, (SvgPoint){0, 0});
    g_assert_cmpuint(strlen(get(shape(json, "t"), "text")->valuestring), >, 40000);
    cJSON_Delete(json);
    options.max_tokens = 500;
    json = see(doc, &options, (SvgPoint){0, 0});
    const char *cut = get(shape(json, "t"), "text")->valuestring;
    g_assert_true(g_str_has_prefix(cut, "страница страница"));
    g_assert_true(g_str_has_suffix(strstr(cut, "…(+"), ")"));
    g_assert_true(g_utf8_validate(cut, -1, NULL));
    g_assert_cmpuint(strlen(cut), <, 300);
    cJSON_Delete(json);
}

/* --- what is left to a group ------------------------------------------------------------------ */

static const char small[] = HEAD
    "<defs><marker id='m' orient='auto'><path d='M0 0 8 4 0 8z'/></marker></defs>"
    "<g id='engine'><rect id='hull' x='100' y='100' width='400' height='300' fill='#ddd'/>"
    "<circle id='bolt1' cx='120' cy='120' r='3'/><circle id='bolt2' cx='480' cy='120' r='3'/>"
    "<g id='screws'><circle id='s1' cx='120' cy='380' r='2'/><circle id='s2' cx='126' cy='380' "
    "r='2'/></g>"
    "<rect id='plate' x='200' y='200' width='12' height='9' fill='none' stroke='black'/>"
    "<text id='plate-text' x='201' y='206' font-size='5'>A1</text></g>"
    "<circle id='alone' cx='1500' cy='1500' r='2'/></svg>";

/* A lint of very many shapes is told by some of them. */
static void test_long_lint(void)
{
    GString *body =
        g_string_new("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"400\" height=\"900\">"
                     "<path id=\"e\" d=\"M0 0H9\" marker-end=\"url(#m)\" stroke=\"black\"/>");
    for (guint i = 0; i < 25; i++) {
        g_string_append_printf(
            body, "<text id=\"t%u\" x=\"20\" y=\"%u\" font-family=\"No Such\">word</text>", i,
            30 + 30 * i);
    }
    g_string_append(body, "</svg>");
    g_autoptr(SvgDocument) doc = load(body->str);
    cJSON *json = see(doc, &(FairyViewOptions){.view = SVG_BOX_EMPTY}, (SvgPoint){0, 0});
    const cJSON *lint, *found = NULL;
    cJSON_ArrayForEach(lint, get(json, "lints"))
    {
        found = g_strcmp0(get(lint, "type")->valuestring, "missing-font") == 0 ? lint : found;
    }
    g_assert_nonnull(found);
    g_assert_cmpint(cJSON_GetArraySize(get(found, "shapeIds")), ==, 20);
    g_assert_cmpfloat(cJSON_GetNumberValue(get(found, "more")), ==, 5);
    cJSON_Delete(json);
    g_string_free(body, TRUE);
}

/* --- lines ------------------------------------------------------------------------------------ */

static const char *const flow =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"400\" height=\"300\">"
    "<g id=\"box group\"><rect id=\"login\" x=\"20\" y=\"20\" width=\"120\" height=\"60\" fill=\"none\" "
    "stroke=\"red\"/><text x=\"40\" y=\"54\">Log \"in\"</text>"
    "<rect id=\"db->\" x=\"240\" y=\"20\" width=\"120\" height=\"60\" fill=\"white\"/></g>"
    "<path id=\"e1\" d=\"M140 50H240\" stroke=\"black\" marker-end=\"url(#m)\"/>"
    "<defs><marker id=\"m\"><path d=\"M0 0L5 2L0 4z\"/></marker></defs>"
    "<rect id=\"far\" x=\"900\" y=\"40\" width=\"10\" height=\"10\"/></svg>";

static void assert_lines(const FairyViewOptions *options, const char *expected)
{
    g_autoptr(SvgDocument) doc = load(flow);
    g_autoptr(FairyCoords) coords = fairy_coords_new((SvgPoint){0, 0}, 1);
    g_autofree char *text = fairy_view(doc, coords, options, NULL);
    g_assert_cmpstr(text, ==, expected);
}

/* Ids that could be mistaken are quoted; what is empty isn't told; what is selected is JSON. */
static void test_lines(void)
{
    static const char *const chosen[] = {"login", NULL};
    assert_lines(&(FairyViewOptions){.view = SVG_BOX_EMPTY, .lines = TRUE},
                 "file: \"flow.svg\"\npage: 0,0,400,300\n"
                 "usual looks: shapes fill=none stroke=none strokeWidth=1 textColor=black "
                 "fontSize=12; lines stroke=black strokeWidth=1\n"
                 "shapes (id type=rectangle x,y,w,h \"text\" (children); id from->to; "
                 "id line x1,y1>x2,y2):\n"
                 "\"box group\" group 20,20,340,60 (2)\n"
                 " login 20,20,120,60 \"Log \\\"in\\\"\" stroke=red\n"
                 " \"db->\" 240,20,120,60 fill=white\n"
                 "e1 login->\"db->\"\n"
                 "clusters (shapes direction distance x,y,w,h):\n1 east 713 900,40,10,10\n");
    assert_lines(
        &(FairyViewOptions){
            .view = {0, 0, 200, 100}, .lines = TRUE, .selection = chosen, .max_tokens = 300},
        "file: \"flow.svg\"\npage: 0,0,400,300\nview: 0,0,200,100\n"
        "usual looks: shapes fill=none stroke=red strokeWidth=1 textColor=black fontSize=12; "
        "lines stroke=black strokeWidth=1\n"
        "shapes (id type=rectangle x,y,w,h \"text\" (children); id from->to; "
        "id line x1,y1>x2,y2):\n"
        "\"box group\" group 20,20,340,60 (2)\n"
        " {\"shapeId\":\"login\",\"type\":\"rectangle\",\"x\":20,\"y\":20,\"w\":120,\"h\":60,"
        "\"text\":\"Log \\\"in\\\"\",\"color\":\"red\",\"fill\":\"none\",\"stroke\":\"#ff0000\","
        "\"strokeWidth\":1,\"fontSize\":12,\"fontFamily\":\"sans-serif\",\"textColor\":"
        "\"#000000\"}\n"
        "e1 login->\"db->\"\n"
        "clusters (shapes direction distance x,y,w,h):\n2 east 475 240,20,670,60\n"
        "selected:\nlogin\n");
}

#define JOIN(id, d, heads) "<path id='" id "' d='" d "' fill='none' stroke='black' " heads "/>"
#define DOT                                                                                         \
    "<marker id='dot' viewBox='0 0 10 10' refX='5' refY='5'><circle cx='5' cy='5' r='4'/></marker>" \
    "<marker id='tip'><path d='M0 0L5 2L0 4z'/></marker>"
#define TIP "marker-end='url(#tip)'"

static char *list_of(const char *lines)
{
    g_autofree char *text =
        g_strconcat("<svg xmlns='http://www.w3.org/2000/svg' width='600' height='400'>" DOT
                    "<rect id='a' x='20' y='20' width='80' height='60'/>"
                    "<rect id='b' x='300' y='20' width='80' height='60'/>"
                    "<rect id='c' x='300' y='220' width='80' height='60'/>",
                    lines, "</svg>", NULL);
    g_autoptr(SvgDocument) doc = load(text);
    g_autoptr(FairyCoords) coords = fairy_coords_new((SvgPoint){0, 0}, 1);
    return fairy_view(doc, coords, &(FairyViewOptions){.view = SVG_BOX_EMPTY, .lines = TRUE}, NULL);
}

/* Of arrows whose heads or ways aren't the usual ones. */
static void test_heads_and_routes(void)
{
    g_autofree char *few =
        list_of(JOIN("e1", "M100 40H300", TIP) JOIN("e2", "M100 50H300", TIP)
                    JOIN("e3", "M60 80V250H300", "marker-end='url(#dot)'")
                        JOIN("e4", "M340 80V220", "marker-start='url(#dot)' " TIP)
                            JOIN("e5", "M100 70Q250 60 300 230", ""));
    g_assert_nonnull(strstr(few, "\ne1 a->b\ne2 a->b\ne3 a->c endHead=dot route=orthogonal\n"));
    g_assert_nonnull(strstr(few, "\ne4 b<->c\ne5 a--c route=curved\n"));
    g_assert_nonnull(strstr(few, "; lines stroke=black strokeWidth=1 startHead=dot\n"));
    g_autofree char *many =
        list_of(JOIN("e1", "M100 40H300", TIP) JOIN("e2", "M100 50H300", TIP)
                    JOIN("e3", "M60 80V250H300", TIP) JOIN("e4", "M40 80V260H300", TIP)
                        JOIN("e5", "M100 70Q250 60 300 230", TIP) JOIN("e6", "M30 80V270H300", TIP)
                            JOIN("e7", "M100 30H300", TIP));
    g_assert_nonnull(strstr(many, "; lines stroke=black strokeWidth=1 route=mixed\n"));
    g_assert_nonnull(strstr(many, "\ne3 a->c\n"));
}

/* Small things are told by their group, but for words, and for what has no group. */
static void test_small(void)
{
    g_autoptr(SvgDocument) doc = load(small);
    FairyViewOptions options = {.view = SVG_BOX_EMPTY};
    cJSON *json = see(doc, &options, (SvgPoint){0, 0});
    g_assert_nonnull(shape(json, "hull"));
    g_assert_nonnull(shape(json, "plate"));
    g_assert_nonnull(shape(json, "alone"));
    g_assert_null(shape(json, "bolt1"));
    g_assert_null(shape(json, "screws"));
    g_assert_cmpfloat(cJSON_GetNumberValue(get(shape(json, "engine"), "omitted")), ==, 4);
    g_assert_cmpfloat(cJSON_GetNumberValue(get(get(json, "omitted"), "shapes")), ==, 4);
    cJSON_Delete(json);
    options.detail = FAIRY_DETAIL_SIMPLE;
    json = see(doc, &options, (SvgPoint){0, 0});
    g_assert_nonnull(shape(json, "s1"));
    g_assert_cmpfloat(cJSON_GetNumberValue(get(get(json, "omitted"), "shapes")), ==, 0);
    cJSON_Delete(json);
}

/* They are there for who looks closer, or selected the group or one of them. */
static void test_looked_at(void)
{
    static const char *const group[] = {"engine", NULL}, *const one[] = {"bolt2", NULL};
    g_autoptr(SvgDocument) doc = load(small);
    FairyViewOptions closer = {.view = {100, 360, 60, 60}},
                     whole = {.view = SVG_BOX_EMPTY, .selection = group},
                     part = {.view = SVG_BOX_EMPTY, .selection = one};
    cJSON *json = see(doc, &closer, (SvgPoint){0, 0});
    g_assert_nonnull(shape(json, "s1"));
    g_assert_nonnull(shape(json, "screws"));
    cJSON_Delete(json);
    json = see(doc, &whole, (SvgPoint){0, 0});
    g_assert_nonnull(shape(json, "s2"));
    g_assert_null(get(shape(json, "engine"), "omitted"));
    cJSON_Delete(json);
    json = see(doc, &part, (SvgPoint){0, 0});
    g_assert_nonnull(shape(json, "bolt2"));
    g_assert_null(shape(json, "bolt1"));
    g_assert_cmpfloat(cJSON_GetNumberValue(get(shape(json, "engine"), "omitted")), ==, 3);
    cJSON_Delete(json);
}

/* A group around one thing says nothing but its name. */
static void test_wrapper(void)
{
    static const char *const selected[] = {"outer", NULL};
    g_autoptr(SvgDocument) doc = load(
        HEAD "<g id='outer'><g id='inner' inkscape:label='Pump'><path id='path7' d='M0 0h300v9z'/>"
             "</g></g><g id='l' inkscape:groupmode='layer' inkscape:label='L'>"
             "<rect id='r' inkscape:label='r' width='99' height='99'/></g></svg>");
    FairyViewOptions options = {.view = SVG_BOX_EMPTY};
    cJSON *json = see(doc, &options, (SvgPoint){0, 0});
    g_assert_null(shape(json, "outer"));
    g_assert_null(shape(json, "inner"));
    assert_string(shape(json, "path7"), "name", "Pump");
    g_assert_nonnull(shape(json, "l"));
    g_assert_null(get(shape(json, "r"), "name")); /* the same as its id */
    cJSON_Delete(json);
    options.selection = selected;
    json = see(doc, &options, (SvgPoint){0, 0});
    g_assert_nonnull(shape(json, "outer"));
    cJSON_Delete(json);
}

/* Words, and beside them the colours, so that a look can be copied. */
static void test_fills(void)
{
    static const struct {
        const char *paint, *fill, *color;
    } rows[] = {
        {"fill='none' stroke='#1971c2'", "none", NULL},
        {"fill='white' stroke='#1971c2'", "background", "#ffffff"},
        {"fill='#1971c2' stroke='#1971c2'", "solid", "#1971c2"},
        {"fill='#e03131' stroke='black'", "solid", "#e03131"},
        {"fill='url(#g)' stroke='black'", NULL, "url(#g)"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *text =
            g_strdup_printf(HEAD "<linearGradient id='g'><stop/></linearGradient>"
                                 "<rect id='r' width='300' height='200' %s/></svg>",
                            rows[i].paint);
        g_autoptr(SvgDocument) doc = load(text);
        FairyViewOptions options = {.view = SVG_BOX_EMPTY, .detail = FAIRY_DETAIL_SIMPLE};
        cJSON *json = see(doc, &options, (SvgPoint){0, 0});
        assert_string(shape(json, "r"), "fill", rows[i].fill);
        assert_string(shape(json, "r"), "fillColor", rows[i].color);
        cJSON_Delete(json);
    }
}

/* However many there are far away: the nearest, and the rest by direction. */
static void test_many_far(void)
{
    g_autoptr(GString) text = g_string_new(HEAD);
    for (guint i = 0; i < 900; i++) {
        g_string_append_printf(text, "<rect x='%u' y='%u' width='9' height='9'/>",
                               3000 + i % 30 * 200, i / 30 * 200);
    }
    g_string_append(text, "</svg>");
    g_autoptr(SvgDocument) doc = load(text->str);
    FairyViewOptions options = {.view = SVG_BOX_EMPTY};
    double listed;
    cJSON *json = see(doc, &options, (SvgPoint){0, 0});
    g_assert_cmpint(cJSON_GetArraySize(get(json, "clusters")), <=, 40);
    g_assert_cmpfloat(count_all(json, &listed), ==, 900);
    g_assert_cmpfloat(listed, ==, 0);
    cJSON_Delete(json);
}

/* --- clusters --------------------------------------------------------------------------------- */

static GArray *row(const double *xs, guint n)
{
    GArray *boxes = g_array_new(FALSE, FALSE, sizeof(SvgBox));
    for (guint i = 0; i < n; i++) {
        SvgBox box = {xs[i], 0, 10, 10};
        g_array_append_val(boxes, box);
    }
    return boxes;
}

static guint count_clusters(const double *xs, guint n, double distance)
{
    g_autoptr(GArray) boxes = row(xs, n);
    g_autoptr(GArray) clusters = fairy_clusters(boxes, distance, (SvgPoint){0, 0});
    return clusters->len;
}

/* The vectors of reference/actions.md §7, whose boxes join up to 150 apart. */
static void test_cluster_vectors(void)
{
    static const double joined[] = {0, 160}, apart[] = {0, 161};
    g_assert_cmpuint(count_clusters(joined, 2, 150), ==, 1);
    g_assert_cmpuint(count_clusters(apart, 2, 150), ==, 2);
    static const double orders[][3] = {{0, 300, 155}, {0, 155, 300}, {300, 155, 0},
                                       {155, 0, 300}, {155, 300, 0}, {300, 0, 155}};
    for (gsize i = 0; i < G_N_ELEMENTS(orders); i++) {
        g_autoptr(GArray) boxes = row(orders[i], 3);
        g_autoptr(GArray) clusters = fairy_clusters(boxes, 150, (SvgPoint){0, 0});
        g_assert_cmpuint(clusters->len, ==, 1);
        const FairyCluster *cluster = &g_array_index(clusters, FairyCluster, 0);
        g_assert_cmpuint(cluster->count, ==, 3);
        g_assert_cmpfloat(cluster->bounds.x, ==, 0);
        g_assert_cmpfloat(cluster->bounds.w, ==, 310);
    }
}

/* Ours are joined when the gap is at most 75. */
static void test_cluster_distance(void)
{
    static const double joined[] = {0, 85}, apart[] = {0, 85.5}, chain[] = {0, 170, 85};
    g_assert_cmpuint(count_clusters(joined, 2, FAIRY_CLUSTER_DISTANCE), ==, 1);
    g_assert_cmpuint(count_clusters(apart, 2, FAIRY_CLUSTER_DISTANCE), ==, 2);
    g_assert_cmpuint(count_clusters(chain, 3, FAIRY_CLUSTER_DISTANCE), ==, 1);
}

static gboolean touching(SvgBox a, SvgBox b, double d)
{
    return svg_box_touches((SvgBox){a.x - d, a.y - d, a.w + 2 * d, a.h + 2 * d}, b);
}

/* The number of clusters, by comparing each box with each until nothing changes. */
static guint count_slowly(const GArray *boxes, double d)
{
    g_autofree guint *root = g_new(guint, boxes->len);
    for (guint i = 0; i < boxes->len; i++) {
        root[i] = i;
    }
    for (gboolean changed = TRUE; changed;) {
        changed = FALSE;
        for (guint i = 0; i < boxes->len; i++) {
            for (guint k = 0; k < boxes->len; k++) {
                if (root[k] > root[i] &&
                    touching(g_array_index(boxes, SvgBox, i), g_array_index(boxes, SvgBox, k), d)) {
                    root[k] = root[i];
                    changed = TRUE;
                }
            }
        }
    }
    guint n = 0;
    for (guint i = 0; i < boxes->len; i++) {
        n += root[i] == i;
    }
    return n;
}

static void shuffle(GArray *boxes)
{
    for (guint i = boxes->len; i > 1; i--) {
        guint k = (guint)g_test_rand_int_range(0, (gint32)i);
        SvgBox swap = g_array_index(boxes, SvgBox, k);
        g_array_index(boxes, SvgBox, k) = g_array_index(boxes, SvgBox, i - 1);
        g_array_index(boxes, SvgBox, i - 1) = swap;
    }
}

static void test_clusters_at_random(void)
{
    for (int round = 0; round < 200; round++) {
        g_autoptr(GArray) boxes = g_array_new(FALSE, FALSE, sizeof(SvgBox));
        gint32 most = round % 10 ? 40 : 800; /* enough for crowds in some places */
        guint n = (guint)g_test_rand_int_range(1, most);
        for (guint i = 0; i < n; i++) {
            double size = pow(10, g_test_rand_double_range(-1, 3));
            SvgBox box = {g_test_rand_double_range(-3000, 3000),
                          g_test_rand_double_range(-3000, 3000), size * g_test_rand_double(),
                          size * g_test_rand_double()};
            g_array_append_val(boxes, box);
        }
        g_autoptr(GArray) first = fairy_clusters(boxes, 75, (SvgPoint){1, 2});
        g_assert_cmpuint(first->len, ==, count_slowly(boxes, 75));
        shuffle(boxes);
        g_autoptr(GArray) second = fairy_clusters(boxes, 75, (SvgPoint){1, 2});
        g_assert_cmpuint(first->len, ==, second->len);
        for (guint i = 0; i < first->len; i++) {
            const FairyCluster *a = &g_array_index(first, FairyCluster, i),
                               *b = &g_array_index(second, FairyCluster, i);
            g_assert_cmpmem(&a->bounds, sizeof a->bounds, &b->bounds, sizeof b->bounds);
            g_assert_cmpuint(a->count, ==, b->count);
        }
    }
}

static void test_clusters_without_sense(void)
{
    g_autoptr(GArray) boxes = g_array_new(FALSE, FALSE, sizeof(SvgBox));
    SvgBox odd[] = {{-1e300, 0, 2e300, 1},
                    {NAN, NAN, 1, 1},
                    {INFINITY, 0, 1, 1},
                    {0, 0, 1e9, 1e9},
                    {5, 5, 0, 0}};
    g_array_append_vals(boxes, odd, G_N_ELEMENTS(odd));
    g_autoptr(GArray) clusters = fairy_clusters(boxes, 75, (SvgPoint){0, 0});
    guint count = 0;
    for (guint i = 0; i < clusters->len; i++) {
        count += g_array_index(clusters, FairyCluster, i).count;
    }
    g_assert_cmpuint(count, ==, G_N_ELEMENTS(odd));
}

/* Very many that overlap, or run beside each other and don't touch. */
static void test_piled_clusters(void)
{
    static const SvgBox piles[][2] = {
        {{0, 0, 100, 100}, {0, 0, 100, 100}},
        {{0, 0, 100, 0}, {0, 149, 100, 0}},
        {{0, 0, 1e6, 1}, {0, 200, 1, 1e6}},
    };
    static const guint expected[] = {1, 2, 2};
    for (gsize k = 0; k < G_N_ELEMENTS(piles); k++) {
        g_autoptr(GArray) boxes = g_array_new(FALSE, FALSE, sizeof(SvgBox));
        for (guint i = 0; i < 100000; i++) {
            g_array_append_val(boxes, piles[k][i % 2]);
        }
        g_autoptr(GArray) clusters = fairy_clusters(boxes, 75, (SvgPoint){0, 0});
        g_assert_cmpuint(clusters->len, ==, expected[k]);
    }
}

/* Far more boxes than could be compared in pairs. */
static void test_many_clusters(void)
{
    g_autoptr(GArray) boxes = g_array_new(FALSE, FALSE, sizeof(SvgBox));
    for (guint i = 0; i < 100000; i++) {
        SvgBox box = {(i % 10) * 200.0, (double)(i / 10) * 20, 10, 10};
        g_array_append_val(boxes, box);
    }
    g_autoptr(GArray) clusters = fairy_clusters(boxes, 75, (SvgPoint){0, 0});
    g_assert_cmpuint(clusters->len, ==, 10);
    g_assert_cmpuint(g_array_index(clusters, FairyCluster, 0).count, ==, 10000);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/view/blurry", test_blurry);
    g_test_add_func("/view/far", test_far);
    g_test_add_func("/view/simple", test_simple);
    g_test_add_func("/view/remembers", test_remembers);
    g_test_add_func("/view/rectangle", test_view_rectangle);
    g_test_add_func("/view/unknown-selection", test_unknown_selection);
    g_test_add_func("/view/empty", test_empty_drawing);
    g_test_add_func("/view/clusters/vectors", test_cluster_vectors);
    g_test_add_func("/view/clusters/distance", test_cluster_distance);
    g_test_add_func("/view/clusters/random", test_clusters_at_random);
    g_test_add_func("/view/clusters/odd", test_clusters_without_sense);
    g_test_add_func("/view/clusters/many", test_many_clusters);
    g_test_add_func("/view/clusters/piled", test_piled_clusters);
    g_test_add_func("/view/part", test_part_of_view);
    g_test_add_func("/view/json", test_json_values);
    g_test_add_func("/view/tokens", test_tokens);
    g_test_add_func("/view/budget/fits", test_budget);
    g_test_add_func("/view/budget/labels", test_budget_labels);
    g_test_add_func("/view/budget/selected", test_budget_selected);
    g_test_add_func("/view/selected-elsewhere", test_selected_elsewhere);
    g_test_add_func("/view/budget/ids", test_budget_of_ids);
    g_test_add_func("/view/budget/long-text", test_long_text);
    g_test_add_func("/view/long-lint", test_long_lint);
    g_test_add_func("/view/lines", test_lines);
    g_test_add_func("/view/heads-and-routes", test_heads_and_routes);
    g_test_add_func("/view/small", test_small);
    g_test_add_func("/view/looked-at", test_looked_at);
    g_test_add_func("/view/wrapper", test_wrapper);
    g_test_add_func("/view/fills", test_fills);
    g_test_add_func("/view/many-far", test_many_far);
    int status = g_test_run();
    svg_cleanup();
    return status;
}
