/* What a model is shown: details, far clusters, numbers in model space. */
#include "view/clusters.h"
#include "view/json.h"

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
    int status = g_test_run();
    svg_cleanup();
    return status;
}
