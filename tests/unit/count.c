/* The language of expressions. */
#include "common/drawing.h"

#include <fairy/limits.h>
#include <fairy/select.h>

#include <string.h>

static const char drawing[] =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" "
    "xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" "
    "xmlns:sodipodi=\"http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd\" "
    "viewBox=\"0 0 400 300\">"
    "<g id=\"layer\" inkscape:groupmode=\"layer\">"
    "<rect id=\"login\" x=\"20\" y=\"20\" width=\"100\" height=\"40\" fill=\"none\" "
    "stroke=\"#e03131\"/>"
    "<text id=\"t\" x=\"40\" y=\"44\" font-size=\"12\">Log in</text>"
    "<rect id=\"db\" x=\"220.4\" y=\"20\" width=\"100\" height=\"40\" fill=\"#1971c2\" "
    "sodipodi:insensitive=\"true\"/></g>"
    "<g id=\"group\"><circle id=\"dot\" cx=\"40\" cy=\"240\" r=\"10\" fill=\"#e03131\"/>"
    "<circle id=\"spot\" cx=\"90\" cy=\"240\" r=\"20\" fill=\"#a5d8ff\"/></g>"
    "<text id=\"one\" x=\"200\" y=\"200\" font-size=\"12\">Rock and roll</text>"
    "</svg>";

static char *find_at(const char *expression, const FairyCoords *coords, GError **error)
{
    g_autoptr(SvgDocument) doc = test_parse(drawing);
    g_autoptr(GPtrArray) found = fairy_expression_find(doc, coords, NULL, expression, error);
    if (!found) {
        return NULL;
    }
    GString *ids = g_string_new(NULL);
    for (guint i = 0; i < found->len; i++) {
        g_string_append_printf(ids, "%s%s", i ? " " : "", ((SvgShape *)found->pdata[i])->id);
    }
    return g_string_free(ids, FALSE);
}

static char *find(const char *expression, GError **error)
{
    g_autoptr(FairyCoords) coords = fairy_coords_new((SvgPoint){0, 0}, 1);
    return find_at(expression, coords, error);
}

static void test_found(void)
{
    static const struct {
        const char *expression, *ids;
    } cases[] = {
        {"", "login db dot spot one"},
        {"shapes", "login db dot spot one"},
        {"all of the shapes", "login db dot spot one"},
        {"everything", "login db dot spot one"},
        {"type = rectangle", "login db"},
        {"type=rectangle", "login db"},
        {"TYPE == Rectangle", "login db"},
        {"kind is rectangle", "login db"},
        {"type != rectangle", "dot spot one"},
        {"type is not rectangle", "dot spot one"},
        {"type = circle", "dot spot"},
        {"type = ellipse", "dot spot"},
        {"type = group", "group"},
        {"groups", "group"},
        {"layers", "layer"},
        {"groups or circles", "group dot spot"},
        {"boxes", "login db"},
        {"red", "login dot"},
        {"red boxes", "login"},
        {"the red circles", "dot"},
        {"color = red", "login dot"},
        {"color = #e03131", "login dot"},
        {"color = light-blue", "spot"},
        {"color = light blue", "spot"},
        {"blue", "db"},
        {"fill = none", "login"},
        {"fill=\"none\"", "login"},
        {"type = \"Rectangle\" and color = 'red'", "login"},
        {"color = \"light blue\"", "spot"},
        {"color = \"#e03131\"", "login dot"},
        {"stroke = red", "login"},
        {"text = log in", "login"},
        {"text = \"LOG IN\"", "login"},
        {"text contains log", "login"},
        {"label starts with rock", "one"},
        {"text ends with roll", "one"},
        {"text contains \"rock and\"", "one"},
        {"\"roll\"", "one"},
        {"not \"roll\" and labelled", "login"},
        {"labelled boxes", "login"},
        {"unlabelled boxes", "db"},
        {"locked", "db"},
        {"unlocked boxes", "login"},
        {"id = dot", "dot"},
        {"id = #dot", "dot"},
        {"id starts with d", "db dot"},
        {"parent = group", "dot spot"},
        {"w > 40", "login db one"},
        {"w >= 100 and h = 40", "login db"},
        {"width <= 20", "dot"},
        {"w below 40 and h above 1", "dot"},
        {"area < 500", "dot"},
        {"x = 220", "db"},
        {"x < -3", ""},
        {"in 0,0,130,100", "login"},
        {"in 0, 0, 130, 100", "login"},
        {"within 0 0 130 100", "login"},
        {"touching 0,0,230,100", "login db"},
        {"boxes in 0,0,130,100", "login"},
        {"not boxes", "dot spot one"},
        {"!boxes", "dot spot one"},
        {"!boxes & !text", "dot spot"},
        {"all", "login db dot spot one"},
        {"all - boxes", "dot spot one"},
        {"all - (boxes | text)", "dot spot"},
        {"all except boxes", "dot spot one"},
        {"all but not boxes - #one", "dot spot"},
        {"all minus #dot", "login db spot one"},
        {"red - boxes | one", "dot one"},
        {"dot, one", "dot one"},
        {"login", "login"},
        {"#login | group", "login group"},
        {"in group", "dot spot"},
        {"in group & red", "dot"},
        {"!in group", "login db one"},
        {"in \"group\"", "dot spot"},
        {"all - \"db\"", "login dot spot one"},
        {"text ~ rock", "one"},
        {"text~\"Rock\"", "one"},
        {"kind=circle&color=red", "dot"},
        {"w > 40 & w < 105", "login db one"},
        {"not not boxes", "login db"},
        {"not (boxes or circles)", "one"},
        {"boxes or circles and red", "login db dot"},
        {"(boxes or circles) and red", "login dot"},
        {"(boxes || circles) && red", "login dot"},
        {"red\nand boxes.", "login"},
        {"((((boxes))))", "login db"},
        {"stars", ""},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_autofree char *ids = find(cases[i].expression, &error);
        if (g_strcmp0(ids, cases[i].ids) != 0) {
            g_test_message("%s: %s", cases[i].expression, error ? error->message : ids);
            g_test_fail();
        }
    }
}

/* What joins shapes, is in them, and what the person has selected. */
static void test_joined(void)
{
    static const char flow[] =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 400 300\">"
        "<rect id=\"frame\" x=\"0\" y=\"0\" width=\"150\" height=\"290\" fill=\"none\" "
        "stroke=\"black\"/>"
        "<g id=\"g-5\"><rect id=\"A\" x=\"20\" y=\"20\" width=\"60\" height=\"40\"/>"
        "<g id=\"inner\"><rect id=\"b\" x=\"20\" y=\"120\" width=\"60\" height=\"40\"/>"
        "<rect id=\"beside-b\" x=\"70\" y=\"140\" width=\"60\" height=\"40\"/></g></g>"
        "<rect id=\"c\" x=\"20\" y=\"220\" width=\"60\" height=\"40\"/>"
        "<defs><marker id=\"m\" orient=\"auto\" viewBox=\"0 0 9 9\" refX=\"9\" refY=\"4\">"
        "<path d=\"M0 0L9 4L0 9z\"/></marker></defs>"
        "<path id=\"a-b\" d=\"M50 60V120\" stroke=\"black\" marker-end=\"url(#m)\"/>"
        "<path id=\"b-c\" d=\"M50 160V220\" stroke=\"black\" marker-end=\"url(#m)\"/>"
        "</svg>";
    static const struct {
        const char *expression, *ids;
    } cases[] = {
        {"kind=arrow & touches(b)", "a-b b-c"},
        {"kind = arrow & !touches(A)", "b-c"},
        {"arrows - touches(A)", "b-c"},
        {"touches(b) - arrows", "beside-b"}, /* the frame around all isn't beside it */
        {"touches(a-b)", "A b"},
        {"touching b & boxes", "beside-b"},
        {"in g-5", "A b beside-b"},
        {"in inner", "b beside-b"},
        {"in frame & boxes", "A b beside-b c"},
        {"these", "A c"},
        {"boxes - these - frame", "b beside-b"},
        {"selected | a-b", "A c a-b"},
    };
    static const char *const these[] = {"c", "A", NULL};
    g_autoptr(SvgDocument) doc = test_parse(flow);
    g_autoptr(FairyCoords) coords = fairy_coords_new((SvgPoint){0, 0}, 1);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(GString) ids = g_string_new(NULL);
        g_autoptr(GPtrArray) found =
            fairy_expression_find(doc, coords, these, cases[i].expression, &error);
        g_assert_no_error(error);
        for (guint k = 0; k < found->len; k++) {
            g_string_append_printf(ids, "%s%s", k ? " " : "", ((SvgShape *)found->pdata[k])->id);
        }
        if (!g_str_equal(ids->str, cases[i].ids)) {
            g_test_message("%s: %s", cases[i].expression, ids->str);
            g_test_fail();
        }
    }
}

static void test_refused(void)
{
    static const struct {
        const char *expression, *part;
    } cases[] = {
        {"flumble", "can't read \"flumble\""},
        {"red flumble", "can't read \"flumble\""},
        {"and red", "can't read \"and\""},
        {"red and", "can't read the end"},
        {"red or", "can't read the end"},
        {"not", "can't read the end"},
        {"()", "can't read \")\""},
        {"(red", "a \")\" is missing"},
        {"red)", "\")\" is too much"},
        {"red &", "at character 6: can't read the end"},
        {"größe & red", "at character 1: can't read \"größe\""},
        {"touches()", "at character 9: touches(ID) takes the id of a shape, got \")\""},
        {"touches(nothing)", "touches(ID) takes the id of a shape, got \"nothing\""},
        {"touches(dot", "takes the id of a shape"},
        {"in nothing", "four numbers"},
        {"these", "nobody has selected anything here"},
        {"red - ", "can't read the end"},
        {"type", "can't read \"type\""},
        {"type =", "the end is no type"},
        {"type = 5", "\"5\" is no type"},
        {"type > rectangle", "can't be compared that way"},
        {"w = wide", "is compared with a number, got \"wide\""},
        {"w contains 5", "can't be compared that way"},
        {"text > a", "a text is compared with"},
        {"text contains", "a text was expected, got the end"},
        {"text contains and", "a text was expected, got \"and\""},
        {"color = flumble", "\"flumble\" is no colour"},
        {"color = \"red and\"", "\"red and\" is no colour"},
        {"type = \"flumble\"", "\"flumble\" is no type"},
        {"in 0,0,100", "got the end"},
        {"in the corner", "four numbers"},
        {"in 0,0,-5,5", "a size below 0"},
        {"=", "can't read \"=\""},
        {"<script>", "can't read \"<\""},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_autofree char *ids = find(cases[i].expression, &error);
        if (ids || !strstr(error->message, cases[i].part)) {
            g_test_message("%s: %s", cases[i].expression, ids ? ids : error->message);
            g_test_fail();
        } else {
            g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION);
            g_assert_true(strlen(error->message) < 300);
        }
    }
}

/* Numbers are those that the model counts in. */
static void test_spaces(void)
{
    g_autoptr(FairyCoords) coords = fairy_coords_new((SvgPoint){20, 20}, 0.5);
    static const struct {
        const char *expression, *ids;
    } cases[] = {
        {"in 0,0,200,80", "login"}, {"w = 200", "login db"}, {"area = 1600", "dot"},
        {"x = 0", "login"},         {"x = 401", "db"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *ids = find_at(cases[i].expression, coords, NULL);
        g_assert_cmpstr(ids, ==, cases[i].ids);
    }
}

static void test_limits(void)
{
    g_autoptr(GString) many = g_string_new("red"), deep = g_string_new("red");
    for (guint i = 0; i < FAIRY_MAX_CONDITIONS; i++) {
        g_string_append(many, " or red");
        g_string_prepend_c(deep, i % 2 ? '!' : '(');
    }
    g_autofree char *lengthy = g_strnfill(FAIRY_MAX_EXPRESSION_BYTES + 1, '\'');
    const struct {
        const char *expression, *said;
    } cases[] = {
        {many->str, "an expression has at most 64 conditions"},
        {deep->str, "an expression has at most 32 levels"},
        {lengthy, "an expression has at most 2000 bytes"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_autofree char *ids = find(cases[i].expression, &error);
        g_assert_null(ids);
        g_assert_nonnull(strstr(error->message, cases[i].said));
    }
}

/* Any mixture of what there is ends in an answer or a sentence. */
static void test_any(void)
{
    static const char *const parts[] = {
        "red", "boxes", "not", "and",  "or",    "(",        ")",    "=",     "<",       "!",
        "|",   ",",     "5",   "-1e3", "in",    "type",     "text", "w",     "\"",      "'",
        "#",   "é",     ".",   "\n",   "is",    "light",    "the",  "none",  "x=y",     "0,0,9,9",
        "&",   "~",     " - ", "all",  "these", "touches(", "dot",  "group", "in group"};
    g_autoptr(SvgDocument) doc = test_parse(drawing);
    g_autoptr(FairyCoords) coords = fairy_coords_new((SvgPoint){0, 0}, 1);
    for (guint i = 0; i < 3000; i++) {
        g_autoptr(GString) text = g_string_new(NULL);
        for (int n = g_test_rand_int_range(0, 12); n > 0; n--) {
            int part = g_test_rand_int_range(0, G_N_ELEMENTS(parts));
            g_string_append_printf(text, "%s%s", parts[part],
                                   g_test_rand_int_range(0, 3) ? " " : "");
        }
        g_autoptr(GError) error = NULL;
        g_autoptr(GPtrArray) found = fairy_expression_find(doc, coords, NULL, text->str, &error);
        g_assert_true((found == NULL) == (error != NULL));
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/count/found", test_found);
    g_test_add_func("/count/joined", test_joined);
    g_test_add_func("/count/refused", test_refused);
    g_test_add_func("/count/spaces", test_spaces);
    g_test_add_func("/count/limits", test_limits);
    g_test_add_func("/count/any", test_any);
    int code = g_test_run();
    svg_cleanup();
    return code;
}
