/* Heads and gradients that are given are read back as the same. */
#include <svg/edit.h>
#include <svg/error.h>
#include <svg/shape.h>
#include <svg/survey.h>

#include <string.h>

static SvgDocument *parse(const char *body)
{
    g_autofree char *text = g_strconcat(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 400 400'>", body, "</svg>", NULL);
    g_autoptr(GError) error = NULL;
    SvgDocument *doc = svg_document_parse(text, strlen(text), "t.svg", &error);
    g_assert_no_error(error);
    return doc;
}

static void restyle(SvgDocument *doc, const char *id, const SvgStyling *styling)
{
    g_autoptr(GError) error = NULL;
    SvgEdit *edit = svg_edit_begin(doc, "test");
    const char *ids[] = {id, NULL};
    gboolean done = svg_edit_set_style(edit, ids, styling, &error);
    g_assert_no_error(error);
    g_assert_true(done);
    svg_change_free(svg_edit_commit(edit, &error));
    g_assert_no_error(error);
}

static void look_at(SvgDocument *doc, const char *id, SvgLook *out)
{
    g_autoptr(SvgShape) shape = svg_document_shape(doc, id, NULL);
    g_assert_nonnull(shape);
    svg_document_look(doc, shape, out);
}

/* At both ends, on lines in any direction, drawn upside down, too. */
static void test_heads(void)
{
    static const char *const lines[] = {
        "<path id='l' d='M 100,100 H 300' fill='none' stroke='red' stroke-width='2'/>",
        "<path id='l' d='M 300,300 L 100,90' fill='none' stroke='red'/>",
        ("<path id='l' transform='scale(1,-1) translate(0,-400)' fill='none' stroke='#123456' "
         "d='M 50,20 C 50,200 200,200 300,300'/>"),
    };
    for (gsize k = 0; k < G_N_ELEMENTS(lines); k++) {
        for (guint i = SVG_HEAD_ARROW; i < SVG_HEAD_OTHER; i++) {
            g_autoptr(SvgDocument) doc = parse(lines[k]);
            restyle(doc, "l",
                    &(SvgStyling){.given = SVG_STYLING_START | SVG_STYLING_END,
                                  .heads = {(SvgHead)i, (SvgHead)i}});
            g_auto(SvgLook) look = {0};
            look_at(doc, "l", &look);
            g_assert_cmpint(look.heads[0], ==, i);
            g_assert_cmpint(look.heads[1], ==, i);
        }
    }
}

static void test_gradients(void)
{
    for (guint angle = 0; angle < 360; angle += 15) {
        g_autoptr(SvgDocument) doc = parse("<rect id='r' width='80' height='20'/>");
        const SvgGradient gradient = {"#ff0000", "#0000ff80", angle, FALSE};
        restyle(doc, "r", &(SvgStyling){.gradient = &gradient});
        g_auto(SvgLook) look = {0};
        look_at(doc, "r", &look);
        g_assert_cmpuint(look.gradient.stops, ==, 2);
        g_assert_cmpstr(look.gradient.from, ==, "#ff0000");
        g_assert_cmpstr(look.gradient.to, ==, "#0000ff80");
        g_assert_cmpfloat_with_epsilon(look.gradient.angle, angle, 0.1);
        g_assert_false(look.gradient.radial);
    }
}

/* Of any program: its colours may be those of another one, its units the page's. */
static void test_other_gradients(void)
{
    g_autoptr(SvgDocument) doc = parse(
        "<defs><linearGradient id='c'><stop stop-color='red'/><stop offset='.5' "
        "stop-color='lime'/><stop offset='1' style='stop-color:blue;stop-opacity:0.5'/>"
        "</linearGradient><linearGradient id='g' href='#c' gradientUnits='userSpaceOnUse' x1='10' "
        "y1='10' x2='10' y2='90'/></defs><rect id='r' x='10' y='10' width='80' height='80' "
        "fill='url(#g)'/><rect id='s' width='9' height='9' fill='red'/>");
    g_auto(SvgLook) look = {0}, plain = {0};
    look_at(doc, "r", &look);
    look_at(doc, "s", &plain);
    g_assert_cmpuint(look.gradient.stops, ==, 3);
    g_assert_cmpstr(look.gradient.from, ==, "#ff0000");
    g_assert_cmpstr(look.gradient.to, ==, "#0000ff80");
    g_assert_cmpfloat(look.gradient.angle, ==, 90);
    g_assert_cmpuint(plain.gradient.stops, ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/heads/read-back", test_heads);
    g_test_add_func("/gradients/read-back", test_gradients);
    g_test_add_func("/gradients/others", test_other_gradients);
    int result = g_test_run();
    svg_cleanup();
    return result;
}
