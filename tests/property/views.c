/* What is told of a view is the same whether only that was asked about, or all of the drawing
 * before: of what lies elsewhere, only what matters to the view is read. Nor does it change when
 * something is drawn that has nothing to do with it.
 *
 * --seed repeats a run. */
#include <svg/document.h>
#include <svg/lint.h>
#include <svg/shape.h>

#include <math.h>
#include <string.h>

#define ROUNDS 200
#define VIEWS  3
#define SIDE   1600
#define PITCH  160
#define WORDS  "<text x='%.1f' y='%.1f'>%s</text>"

static gboolean talks; /* there are words without a shape of their own */

static double off(double most)
{
    return g_test_rand_double_range(-most, most);
}

static gboolean once_in(int n)
{
    return g_test_rand_int_range(0, n) == 0;
}

static double place(void)
{
    return PITCH * g_test_rand_int_range(0, SIDE / PITCH) + PITCH / 2.0;
}

/* --- drawings --------------------------------------------------------------------------------- */

static void add_node(GString *out, double x, double y)
{
    static const char *const looks[] = {"", "rx='6'", "rx='40' ry='25'",
                                        "transform='rotate(2 800 800)'"};
    g_string_append_printf(out,
                           "<rect x='%.1f' y='%.1f' width='80' height='%d' fill='#eef' "
                           "stroke='black' %s/>",
                           x - 40, y - 25, once_in(2) ? 50 : 46,
                           looks[g_test_rand_int_range(0, (gint32)G_N_ELEMENTS(looks))]);
    if (!once_in(4)) {
        g_string_append_printf(out, WORDS, x - 25 + off(4), y + 4,
                               talks && once_in(9) ? "Too long a name" : "name");
    }
}

/* From one node to another, mostly; some don't reach it, or have words beside them. */
static void add_line(GString *out, double x, double y)
{
    double step = PITCH * (once_in(4) ? 3 : 1), more = once_in(5) ? off(40) : 0;
    gboolean down = once_in(2);
    double x1 = down ? x + off(20) : x + 40, y1 = down ? y + 25 : y + off(15);
    double x2 = down ? x1 : x + step - 40 + more, y2 = down ? y + step - 25 + more : y1;
    g_string_append_printf(out, "<path d='M%.1f,%.1f %.1f,%.1f' fill='none' stroke='black'%s/>", x1,
                           y1, x2, y2, once_in(3) ? "" : " marker-end='url(#head)'");
    if (talks && once_in(4)) {
        g_string_append_printf(out, WORDS, (x1 + x2) / 2 + 3, (y1 + y2) / 2 - 4, "yes");
    } else if (talks && once_in(5)) {
        g_string_append_printf(
            out, "<rect x='%.1f' y='%.1f' width='30' height='16' fill='white'/>" WORDS,
            (x1 + x2) / 2 - 15, (y1 + y2) / 2 - 8, (x1 + x2) / 2 - 10, (y1 + y2) / 2 + 4, "no");
    }
}

static void add_other(GString *out, double x, double y)
{
    switch (g_test_rand_int_range(talks ? -2 : 0, 4)) {
    case 0:
        g_string_append_printf(out,
                               "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' fill='none' "
                               "stroke='gray'/>",
                               x - 60, y - 60, PITCH * g_test_rand_double_range(0.8, 6),
                               PITCH * g_test_rand_double_range(0.8, 3));
        break;
    case 1:
        g_string_append_printf(out,
                               "<path d='M%.1f,%.1f c20,-30 40,30 60,%.1f' fill='none' "
                               "stroke='red'/>",
                               x + 40, y, off(60));
        break;
    case -1:
        g_string_append_printf(out, WORDS, x + off(80), y + off(80), "free words");
        break;
    case -2:
        g_string_append_printf(out,
                               "<rect x='%.1f' y='%.1f' width='24' height='24' fill='#99f'/>" WORDS,
                               x + 60, y + 30, x + 58, y + 66, "icon");
        break;
    default:
        g_string_append_printf(out,
                               "<path d='M%.1f,%.1f l60,4 -10,30 z' fill='#fee' stroke='black'/>",
                               x + off(60), y + off(60));
    }
}

static char *random_drawing(void)
{
    GString *out = g_string_new(NULL);
    g_string_append_printf(
        out,
        "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' viewBox='0 0 %d %d' "
        "font-family='sans-serif' font-size='12'><defs><marker id='head'><path d='M0,0 6,3 0,6z'/>"
        "</marker></defs>%s",
        SIDE, SIDE, SIDE, SIDE,
        once_in(3) ? "<rect width='1600' height='1600' fill='#fafafa'/>" : "");
    talks = once_in(3);
    int lines = g_test_rand_int_range(0, 60),
        others = once_in(2) ? g_test_rand_int_range(0, 12) : 0;
    double jitter = once_in(2) ? 0 : once_in(2) ? 2 : 8;
    for (int i = g_test_rand_int_range(1, 60); i > 0; i--) {
        add_node(out, place() + off(1) * jitter, place() + off(1) * jitter);
    }
    for (; lines > 0; lines--) {
        add_line(out, place(), place());
    }
    for (; others > 0; others--) {
        add_other(out, place(), place());
    }
    g_string_append(out, "</svg>");
    return g_string_free(out, FALSE);
}

/* --- what is told ----------------------------------------------------------------------------- */

typedef struct {
    GString *out;
    SvgBox view;
} Teller;

static void tell_shape(const SvgShape *shape, gpointer data)
{
    Teller *teller = data;
    g_string_append_printf(teller->out, "%.3f %.3f\n", shape->box.x, shape->box.y);
    if (svg_box_touches(shape->box, teller->view)) {
        g_string_append_printf(teller->out, "%s %s \"%s\" %s > %s in %s %u\n", shape->id,
                               svg_kind_name(shape->kind), shape->text ? shape->text : "",
                               shape->from_id ? shape->from_id : "-",
                               shape->to_id ? shape->to_id : "-",
                               shape->parent ? shape->parent : "-", shape->n_children);
    }
}

static char *told(SvgDocument *doc, SvgBox view)
{
    g_autoptr(GPtrArray) lints = svg_document_lints(doc, &view, NULL);
    Teller teller = {g_string_new(NULL), view};
    for (guint i = 0; i < lints->len; i++) {
        const SvgLint *lint = lints->pdata[i];
        g_string_append_printf(teller.out, "%s %s\n", svg_lint_name(lint->type), lint->message);
    }
    svg_document_each_shape(doc, view, FALSE, tell_shape, &teller);
    return g_string_free(teller.out, FALSE);
}

static char *all_told(SvgDocument *doc)
{
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);
    Teller teller = {g_string_new(NULL), {0, 0, SIDE, SIDE}};
    g_ptr_array_foreach(shapes, (GFunc)(void (*)(void))tell_shape, &teller);
    return g_string_free(teller.out, FALSE);
}

static SvgBox random_view(void)
{
    double w = g_test_rand_double_range(20, SIDE / 2), h = g_test_rand_double_range(20, SIDE / 2);
    return (SvgBox){g_test_rand_double_range(0, SIDE - w), g_test_rand_double_range(0, SIDE - h), w,
                    h};
}

static void same_of_all(SvgDocument *asked, SvgDocument *whole)
{
    g_autofree char *some = all_told(asked), *all = all_told(whole);
    g_assert_cmpstr(some, ==, all);
}

static void test_random(void)
{
    guint n_lints = 0;
    for (guint i = 0; i < ROUNDS; i++) {
        g_autofree char *text = random_drawing();
        g_autoptr(SvgDocument) some = svg_document_parse(text, strlen(text), "random.svg", NULL);
        g_autoptr(SvgDocument) whole = svg_document_parse(text, strlen(text), "random.svg", NULL);
        g_assert_nonnull(some);
        g_ptr_array_unref(svg_document_shapes(whole));
        for (guint k = 0; k < VIEWS; k++) {
            SvgBox view = random_view();
            g_autofree char *a = told(some, view), *b = told(whole, view);
            if (strcmp(a, b) != 0) {
                g_test_message("%s", text);
            }
            g_assert_cmpstr(a, ==, b);
            n_lints += strchr(b, '.') && g_ascii_isalpha(b[0]);
        }
        same_of_all(some, whole);
    }
    g_test_message("%u of %u views have findings", n_lints, ROUNDS * VIEWS);
    g_assert_cmpuint(n_lints, >, ROUNDS * VIEWS / 8);
}

/* Without what lies elsewhere. */
static char *told_here(SvgDocument *doc)
{
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);
    Teller teller = {g_string_new(NULL), {0, 0, SIDE, SIDE}};
    for (guint i = 0; i < shapes->len; i++) {
        const SvgShape *shape = shapes->pdata[i];
        if (shape->box.x < 2 * SIDE) {
            tell_shape(shape, &teller);
        }
    }
    return g_string_free(teller.out, FALSE);
}

static void test_drawn_elsewhere(void)
{
    static const char elsewhere[] =
        "<rect x='8000' y='7000' width='90' height='50'/><text x='8010' y='7030'>far</text>"
        "<path d='M8090,7020 9000,7020' stroke='black' marker-end='url(#head)'/></svg>";
    for (guint i = 0; i < ROUNDS; i++) {
        g_autofree char *text = random_drawing();
        g_autofree char *more =
            g_strdup_printf("%.*s%s", (int)(strlen(text) - strlen("</svg>")), text, elsewhere);
        g_autoptr(SvgDocument) before = svg_document_parse(text, strlen(text), "random.svg", NULL);
        g_autoptr(SvgDocument) after = svg_document_parse(more, strlen(more), "random.svg", NULL);
        g_autofree char *a = told_here(before), *b = told_here(after);
        if (strcmp(a, b) != 0) {
            g_test_message("%s", text);
        }
        g_assert_cmpstr(a, ==, b);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/views/random", test_random);
    g_test_add_func("/views/drawn-elsewhere", test_drawn_elsewhere);
    int result = g_test_run();
    svg_cleanup();
    return result;
}
