/* How the lines of a shape's words look, where words stand that are drawn beside it, and what it is
 * drawn on. */
#include <svg/shape.h>

#include <string.h>

typedef struct {
    const char *name, *body;
    const char *wanted; /* of shape "c": "within 12 plain #000000; 10 bold …", a line each; where
                           all lines are alike, the first alone */
} LettersCase;

static const LettersCase cases[] = {
    {"one-look",
     "<rect id='c' width='200' height='100' fill='#eee'/>"
     "<text x='100' y='40' font-size='12' text-anchor='middle'>One<tspan x='100' y='60'>Two</tspan></text>",
     "within 12 plain #000000"},
    {"lines-of-one-text",
     "<rect id='c' width='200' height='100' fill='#eee'/><text x='100' y='40' font-size='12' "
     "text-anchor='middle'><tspan font-weight='bold'>Head</tspan><tspan x='100' y='60' "
     "fill='#f00'>red</tspan><tspan x='100' y='80' font-size='8'>small</tspan></text>",
     "within 12 bold #000000; 12 plain #ff0000; 8 plain #000000"},
    {"several-texts",
     "<g transform='scale(2)'><rect id='c' width='100' height='60' fill='#eee'/>"
     "<text x='50' y='20' font-size='10' text-anchor='middle'>Order</text>"
     "<text x='50' y='40' font-size='8' text-anchor='middle'>id: int</text></g>",
     "within 20 plain #000000; 16 plain #000000"},
    {"goes-on-beside", /* the second text is no line of its own */
     "<rect id='c' width='200' height='100' fill='#eee'/><text x='20' y='40' font-size='12'>id</text>"
     "<text x='120' y='40' font-size='12' fill='#f00'>int</text>"
     "<text x='20' y='70' font-size='9'>name</text>",
     "within 12 plain #000000; 9 plain #000000"},
    {"a-blank-line",
     "<rect id='c' width='200' height='100' fill='#eee'/><text x='100' y='30' font-size='12' "
     "text-anchor='middle' xmlns:sodipodi='http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd'>"
     "<tspan sodipodi:role='line' x='100' y='30'>One</tspan><tspan sodipodi:role='line' x='100' "
     "y='45'></tspan><tspan sodipodi:role='line' x='100' y='60' font-weight='700'>Two</tspan></text>",
     "within 12 plain #000000; 12 bold #000000; 12 bold #000000"},
    {"title-above",
     "<g><g><rect id='c' x='50' y='100' width='300' height='200' fill='none' stroke='#000'/></g>"
     "<text x='200' y='90' font-size='20' text-anchor='middle'>Store</text></g>",
     "above 20 plain #000000"},
    {"name-beside",
     "<g><g><rect id='c' x='50' y='100' width='80' height='60'/></g>"
     "<text x='138' y='130' font-size='14'>Store</text></g>",
     "right 14 plain #000000"},
};

static void add_letters(GString *out, double size, gboolean bold, const char *ink)
{
    g_string_append_printf(out, " %g %s %s", size, bold ? "bold" : "plain", ink);
}

static void test_letters(gconstpointer data)
{
    static const char *const sides[] = {"within", "above", "below", "left", "right"};
    const LettersCase *test = data;
    g_autofree char *text =
        g_strdup_printf("<svg xmlns='http://www.w3.org/2000/svg' width='400' height='400' "
                        "font-family='DejaVu Sans'>%s</svg>",
                        test->body);
    g_autoptr(SvgDocument) doc = svg_document_parse(text, strlen(text), NULL, NULL);
    g_autoptr(SvgShape) shape = svg_document_shape(doc, "c", NULL);
    g_assert_nonnull(shape);
    g_autoptr(GString) found = g_string_new(sides[shape->side]);
    if (!shape->letters) {
        add_letters(found, shape->font_size, shape->bold, shape->ink);
    }
    for (guint i = 0; shape->letters && i < shape->letters->len; i++) {
        const SvgLineLetters *line = &g_array_index(shape->letters, SvgLineLetters, i);
        g_string_append(found, i > 0 ? ";" : "");
        add_letters(found, line->font_size, line->bold, line->ink);
    }
    g_assert_cmpstr(found->str, ==, test->wanted);
}

/* LibreOffice draws a fill, and then its outline. */
static void test_ground(void)
{
    static const char *const text =
        "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='400'>"
        "<path id='f' d='M10 10H110V60H10z' fill='#fff'/>"
        "<path id='a' d='M10 10H110V60H10z' fill='none' stroke='#000'/>"
        "<rect id='own' x='10' y='10' width='100' height='50' fill='#f00'/>"
        "<rect id='g' x='200' y='10' width='50' height='50' fill='#0f0'/>"
        "<rect id='less' x='205' y='15' width='40' height='40' fill='none' stroke='#000'/></svg>";
    static const char *const wanted[][2] = {
        {"a", "#ffffff"}, {"own", NULL}, {"g", NULL}, {"less", NULL}};
    g_autoptr(SvgDocument) doc = svg_document_parse(text, strlen(text), NULL, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(wanted); i++) {
        g_autoptr(SvgShape) shape = svg_document_shape(doc, wanted[i][0], NULL);
        g_assert_cmpstr(shape->ground, ==, wanted[i][1]);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *path = g_strdup_printf("/letters/%s", cases[i].name);
        g_test_add_data_func(path, &cases[i], test_letters);
    }
    g_test_add_func("/letters/ground", test_ground);
    return g_test_run();
}
