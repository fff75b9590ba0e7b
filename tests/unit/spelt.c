/* Two spellings of a value, and two values: which of them a merge takes for the same. */
#include "common/drawing.h"
#include "document/document_priv.h"

#include <svg/merge.h>

#include <string.h>

#define RECT(attributes)                                                                  \
    "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' " \
    "xmlns:sodipodi='http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd' "                \
    "xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape' viewBox='0 0 9 9'>"     \
    "<rect id='a' " attributes "/></svg>"

typedef struct {
    const char *a, *b; /* attributes */
} Pair;

static const Pair same[] = {
    {"x='1' y='2.50'", "y='2.5' x='1.0'"},
    {"x='12.3456789'", "x='12.345679'"},
    {"x='-0.0000001'", "x='0'"},
    {"x=' 1e1px '", "x='10px'"},
    {"d='M 1,1 L 9,9'", "d='m1 1 8 8'"},
    {"inkscape:original-d='M 1,1 L 9,9'", "inkscape:original-d='m1 1 8 8'"},
    {"points='1,2 3,4'", "points='1 2 3.0 4.00'"},
    {"points='1-2'", "points='1,-2'"},
    {"transform='translate(5,0)'", "transform='matrix(1,0,0,1,5,0)'"},
    {"gradientTransform='scale(2)'", "gradientTransform='scale(2, 2)'"},
    {"transform-origin='1.0 2'", "transform-origin='1 2'"},
    {"viewBox='0 0 10 10'", "viewBox='0,0,10.0,10'"},
    {"preserveAspectRatio='xMidYMid meet'", "preserveAspectRatio=' xMidYMid  meet'"},
    {"sodipodi:cx='1.50'", "sodipodi:cx='1.5'"},
    {"sodipodi:arg1='0.78539816'", "sodipodi:arg1='0.785398163397'"},
    {"inkscape:transform-center-x='1.50'", "inkscape:transform-center-x='1.5'"},
    {"pagecolor='white'", "pagecolor='#ffffff'"},
    {"kernelMatrix='1 0 0'", "kernelMatrix='1.0, 0, 0'"},
    {"stdDeviation='2.0'", "stdDeviation='2'"},
    {"fill='red'", "fill='#f00'"},
    {"fill='rgb(255, 0, 0)'", "fill='#FF0000'"},
    {"fill='url(#n1) red'", "fill=\"url('#n1')  #f00\""},
    {"fill='light-dark(#fff, #000)'", "fill='light-dark(white,black)'"},
    {"fill='color-mix(in srgb, red 50%, blue)'", "fill='color-mix(in srgb,#f00 50.0%,#00f)'"},
    {"stroke-dasharray='1,2'", "stroke-dasharray='1 2.0'"},
    {"stroke-width='1.50px'", "stroke-width='1.5px'"},
    {"style='fill:red;stroke-width:2'", "style=' stroke-width: 2.0; fill: #ff0000; '"},
    {"style='fill:red!important'", "style='fill:#f00 !important'"},
    {"style='stroke-dasharray:1,2'", "style='stroke-dasharray:1, 2.0'"},
    {"style='transform:rotate(90deg)'", "style='transform:rotate(90.0deg)'"},
    {"style='filter:blur(2.0px) url(#f)'", "style='filter:blur(2px)  url(#f)'"},
    {"style='marker-end:url(#m1)'", "style='marker-end:url(\"#m1\")'"},
    {"style='font:bold 12.0px Open  Sans,serif'", "style='font:bold 12px Open Sans, serif'"},
    {"style='font-family:Open  Sans ,serif'", "style='font-family:Open Sans, serif'"},
    {"style='font-family:\"Open  Sans\"'", "style=\"font-family:'Open Sans'\""},
    {"font-family='Open  Sans,serif'", "font-family='Open Sans, serif'"},
    {"style='-inkscape-font-specification:\"Open Sans, Bold\"'",
     "style=\" -inkscape-font-specification: 'Open Sans, Bold'\""},
    {"style='--gap:a,b'", "style='--gap: a, b'"},
    {"class='a b'", "class=' a  b'"},
    {"class='a b'", "class='b a'"},
    {"aria-label='a\nb'", "aria-label='a b'"},
    {"xlink:href='data:image/png;base64,iVBO Rw0K'", "xlink:href='data:image/png;base64,iVBORw0K'"},
};

static const Pair others[] = {
    {"aria-label='Log in'", "aria-label='Login'"},
    {"aria-label='v1.10'", "aria-label='v1.1'"},
    {"aria-label='1.10'", "aria-label='1.1'"},
    {"aria-label='red'", "aria-label='#f00'"},
    {"aria-label='a, b'", "aria-label='a b'"},
    {"aria-label='Log in'", "aria-label='Log  in'"},
    {"inkscape:label='Step 1.0'", "inkscape:label='Step 1'"},
    {"inkscape:label='red'", "inkscape:label='#ff0000'"},
    {"data-note='10'", "data-note='10.0'"},
    {"title='a b'", "title='ab'"},
    {"href='#n1234567'", "href='#n1234568'"},
    {"href='v1.10'", "href='v1.1'"},
    {"xlink:href='#a 1'", "xlink:href='#a1'"},
    {"xlink:href='data:image/png;base64,iVBORw0K'", "xlink:href='data:image/png;base64,iVBORw0L'"},
    {"xlink:href='data:text/plain,Log in'", "xlink:href='data:text/plain,Login'"},
    {"inkscape:version='1.10'", "inkscape:version='1.1'"},
    {"inkscape:connection-start='#n1234567'", "inkscape:connection-start='#n1234568'"},
    {"class='a b'", "class='ab'"},
    {"class='a b'", "class='a'"},
    {"class='n1234567'", "class='n1234568'"},
    {"class='red'", "class='tomato'"},
    {"font-family='Open Sans'", "font-family='OpenSans'"},
    {"style='font-family:Open Sans'", "style='font-family:OpenSans'"},
    {"style='font-family:\"Open Sans\"'", "style='font-family:\"OpenSans\"'"},
    {"style='font-family:Font 1.10'", "style='font-family:Font 1.1'"},
    {"style='font-family:\"A, B\"'", "style='font-family:\"A\", \"B\"'"},
    {"style='font:12px Open Sans'", "style='font:12px OpenSans'"},
    {"style='--gap:1.10'", "style='--gap:1.1'"},
    {"style='--gap:red'", "style='--gap:#f00'"},
    {"style='fill:url(#n1234567)'", "style='fill:url(#n1234568)'"},
    {"style='marker-end:url(#m1.10)'", "style='marker-end:url(#m1.1)'"},
    {"style='fill:light-dark(#fff, #000)'", "style='fill:#fff'"},
    {"fill='light-dark(#fff, #000)'", "fill='#fff'"},
    {"fill='light-dark(#fff, #000)'", "fill='light-dark(#fff, #111)'"},
    {"fill='var(--a, red)'", "fill='red'"},
    {"fill='red'", "fill='#fe0000'"},
    {"fill='none'", "fill='black'"},
    {"text-anchor='start'", "text-anchor='end'"},
    {"x='1'", "x='1.1'"},
    {"x='1 2'", "x='12'"},
    {"x='1px'", "x='1pt'"},
    {"x='10%'", "x='10'"},
    {"points='1 2'", "points='12'"},
    {"d='M1 1L9 9'", "d='M1 1L9 8'"},
    {"transform='scale(2)'", "transform='scale(2,1)'"},
    {"style='stroke-width:calc(1px - 2px)'", "style='stroke-width:calc(1px -2px)'"},
    {"style='fill:red'", "style='stroke:red'"},
};

static SvgDocument *with(const char *attributes)
{
    g_autofree char *text = g_strdup_printf(RECT("%s"), attributes);
    return test_parse(text);
}

/* In either order. */
static void check(const Pair *pairs, gsize n, gboolean want)
{
    for (gsize i = 0; i < n; i++) {
        g_autoptr(SvgDocument) a = with(pairs[i].a), b = with(pairs[i].b);
        if (svg_documents_agree(a, b) != want || svg_documents_agree(b, a) != want) {
            g_test_message("%s and %s", pairs[i].a, pairs[i].b);
            g_test_fail();
        }
    }
}

static void test_same(void)
{
    check(same, G_N_ELEMENTS(same), TRUE);
}

static void test_others(void)
{
    check(others, G_N_ELEMENTS(others), FALSE);
}

/* What a person changes so is taken over. */
static void test_taken(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(others); i++) {
        g_autoptr(SvgDocument) was = with(others[i].a), is = with(others[i].b);
        g_autoptr(SvgDocument) doc = with(others[i].a);
        g_autofree char *name = g_strndup(others[i].b, strcspn(others[i].b, "="));
        svg_merge_free(svg_merge_into(doc, was, is, "person", TRUE));
        g_assert_cmpstr(svg_node_attr(svg_document_find(doc, "a"), name), ==,
                        svg_node_attr(svg_document_find(is, "a"), name));
    }
}

/* Brackets in brackets, none of them closed. */
static void test_deep(void)
{
    GString *text = g_string_new("fill='");
    for (guint i = 0; i < 100000; i++) {
        g_string_append(text, "a(");
    }
    g_autofree char *one = g_strconcat(text->str, "1'", NULL);
    g_autofree char *two = g_strconcat(text->str, "2'", NULL);
    g_autoptr(SvgDocument) a = with(one), b = with(two);
    g_assert_false(svg_documents_agree(a, b));
    g_string_free(text, TRUE);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/spelt/same", test_same);
    g_test_add_func("/spelt/others", test_others);
    g_test_add_func("/spelt/taken", test_taken);
    g_test_add_func("/spelt/deep", test_deep);
    int result = g_test_run();
    svg_cleanup();
    return result;
}
