/* House styles: what a file may say, what becomes of each value, and what stays as it is. */
#include "house/house.h"

#include <string.h>

#define STYLE                                                                          \
    "[style]\ncolors=#ffffff;#1b1b1b;#0055aa;#c62828\nfonts=DejaVu Sans;DejaVu Mono\n" \
    "stroke-widths=1;2;4\ntext-sizes=10;14\ncontrast=4.5\n"                            \
    "[fonts]\nCourier New=DejaVu Mono\n"

static SvgHouse *house_of(const char *text)
{
    g_autoptr(GError) error = NULL;
    SvgHouse *house = svg_house_parse(text, strlen(text), "x.ini", &error);
    g_assert_no_error(error);
    return house;
}

static SvgDocument *document_of(const char *body)
{
    g_autofree char *text = g_strconcat(
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' "
        "xmlns:sodipodi='http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd' "
        "width='200' height='100' viewBox='0 0 200 100'>",
        body, "</svg>", NULL);
    SvgDocument *doc = svg_document_parse(text, strlen(text), "x.svg", NULL);
    g_assert_nonnull(doc);
    return doc;
}

/* What is in the root afterwards; the caller's. Nothing is left to do then. */
static char *mended(const char *style, const char *body)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgHouse) house = house_of(style);
    g_autoptr(SvgDocument) doc = document_of(body);
    SvgEdit *edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_house(edit, house, &error));
    svg_change_free(svg_edit_commit(edit, &error));
    g_assert_no_error(error);
    g_autoptr(GPtrArray) left = svg_document_house_lints(doc, house);
    g_assert_cmpuint(left->len, ==, 0);
    g_autoptr(GBytes) bytes = svg_document_print(doc, NULL);
    gsize len;
    const char *text = g_bytes_get_data(bytes, &len);
    const char *end = g_strrstr_len(text, (gssize)len, "</svg>"),
               *from = strstr(text, "0 0 200 100'");
    from += strlen("0 0 200 100'");
    return g_strndup(from, (gsize)(end - from));
}

static void check(const char *style, const char *body, const char *wanted)
{
    g_autofree char *now = mended(style, body);
    g_assert_cmpstr(now, ==, wanted);
}

static void test_colors(void)
{
    check(STYLE, "<rect fill='#0050a0' width='9' height='9'/>",
          "><rect fill='#0055aa' width='9' height='9'/>");
    check(STYLE,
          "<rect style='fill:red; stroke : rgba(0,80,160,.5)!important' width='9' height='9'/>",
          "><rect style='fill:#c62828; stroke : rgba(0,85,170,0.5)!important' width='9' "
          "height='9'/>");
    check(STYLE, "<g fill='none' stroke='NAVY'><path d='M0 0h9'/></g>",
          "><g fill='none' stroke='#0055aa'><path d='M0 0h9'/></g>");
    check(STYLE, "<rect fill='url(#no) red' width='9' height='9'/>",
          "><rect fill='url(#no) #c62828' width='9' height='9'/>");
    check(
        STYLE,
        "<linearGradient id='g'><stop stop-color='#e00'/><stop style='stop-color:#fefefe'/><stop/>"
        "</linearGradient>",
        "><linearGradient id='g'><stop stop-color='#c62828'/><stop style='stop-color:#ffffff'/>"
        "<stop stop-color=\"#1b1b1b\"/></linearGradient>");
}

static void test_sheets(void)
{
    check(STYLE,
          "<style>/* .a{fill:red} */ .a { fill : red } @media print { .b{stroke:#00f} }</style>",
          "><style>/* .a{fill:red} */ .a { fill : #c62828 } @media print { .b{stroke:#0055aa} }"
          "</style>");
    check(STYLE, "<style> <![CDATA[ .a>.b{fill:red} ]]> </style>",
          "><style> <![CDATA[ .a>.b{fill:#c62828} ]]> </style>");
}

/* Said once by the root, also for what clones show. */
static void test_default(void)
{
    check(STYLE, "<defs><path id='p' d='M0 0h9v9z'/></defs><use xlink:href='#p'/>",
          " fill=\"#1b1b1b\"><defs><path id='p' d='M0 0h9v9z'/></defs><use xlink:href='#p'/>");
    check(STYLE, "<line x2='9'/>", "><line x2='9'/>");
}

static void test_lengths(void)
{
    check(STYLE, "<g transform='scale(2)'><path d='M0 0h9' fill='none' stroke='#0055aa'/></g>",
          "><g transform='scale(2)'><path d='M0 0h9' fill='none' stroke='#0055aa'/></g>");
    check(STYLE, "<path d='M0 0h9' fill='none' stroke='#0055aa' stroke-width='1.3'/>",
          "><path d='M0 0h9' fill='none' stroke='#0055aa' stroke-width='1'/>");
    check(STYLE,
          "<text y='20' fill='#1b1b1b' font-family='Courier New, mono' font-size='13'>a</text>",
          "><text y='20' fill='#1b1b1b' font-family='DejaVu Mono' font-size='14px'>a</text>");
}

static void test_contrast(void)
{
    check(STYLE,
          "<rect fill='#0055aa' width='200' height='100'/><text x='9' y='50' fill='#004499' "
          "font-family='DejaVu Sans' font-size='14'>dark</text>",
          "><rect fill='#0055aa' width='200' height='100'/><text x='9' y='50' fill='#ffffff' "
          "font-family='DejaVu Sans' font-size='14'>dark</text>");
}

/* What is locked is painted as it was, though rules and gradients are for both. */
static void test_locked(void)
{
    check("[style]\ncolors=#ffffff;#0055aa\n",
          "<style>.a{fill:#f00}</style><linearGradient id='g'><stop stop-color='#e00'/>"
          "</linearGradient><g stroke='#000'><rect class='a' width='9' height='9' "
          "sodipodi:insensitive='true'/><rect class='a' x='20' width='9' height='9'/></g>"
          "<circle r='5' fill='url(#g)' sodipodi:insensitive='1'/>",
          "><style>.a{fill:#f00}</style><linearGradient id='g'><stop stop-color='#e00'/>"
          "</linearGradient><g stroke='#000'><rect class='a' width='9' height='9' "
          "sodipodi:insensitive='true'/><rect class='a' x='20' width='9' height='9' "
          "style=\"fill:#0055aa;stroke:#0055aa\"/></g>"
          "<circle r='5' fill='url(#g)' sodipodi:insensitive='1'/>");
}

static void test_apart(void)
{
    static const char body[] =
        "<mask id='m'><rect fill='#eee' width='9' height='9'/></mask><clipPath id='c'><path "
        "fill='red' d='M0 0h9v9'/></clipPath><metadata><x fill='red'/></metadata>"
        "<sodipodi:namedview pagecolor='red' color='red'/>";
    g_autofree char *same = g_strconcat(">", body, NULL);
    check(STYLE, body, same);
}

static void test_lints(void)
{
    g_autoptr(SvgHouse) house = house_of(STYLE);
    g_autoptr(SvgDocument) doc = document_of("<rect id='r' fill='red' width='9' height='9'/>");
    g_autoptr(GPtrArray) found = svg_document_house_lints(doc, house);
    g_assert_cmpuint(found->len, ==, 1);
    const SvgLint *lint = found->pdata[0];
    g_assert_cmpstr(svg_lint_name(lint->type), ==, "house-color");
    g_assert_cmpstr(lint->ids[0], ==, "r");
    g_assert_cmpstr(lint->message, ==, "The fill is red; what stands for it is #c62828.");
    g_assert_false(svg_document_is_changed(doc));
}

static void test_errors(void)
{
    static const char *const files[][2] = {
        {"[style]\ncolors=reddish\n", "x.ini: \"reddish\" is no colour; write it as #rrggbb"},
        {"[style]\ncolours=red\n", "x.ini: there is no \"colours\"; there are colors, fonts, "
                                   "stroke-widths, text-sizes, contrast"},
        {"[styles]\n", "x.ini: there is no [styles]; there are [style] and [fonts]"},
        {"[fonts]\n", "x.ini: it says nothing in [style]"},
        {"[style]\nstroke-widths=1;thin\n",
         "x.ini: \"thin\" is none of stroke-widths; write a number of px"},
        {"[style]\ncontrast=22\n", "x.ini: the contrast is \"22\"; it is a number from 1 to 21"},
        {"[style]\nfonts=A\n[fonts]\nB=C\n",
         "x.ini: \"C\", which stands for \"B\", is none of the fonts"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(svg_house_parse(files[i][0], strlen(files[i][0]), "x.ini", &error));
        g_assert_cmpstr(error->message, ==, files[i][1]);
    }
}

/* Values of Ottosson's page on OKLab. */
static void test_oklab(void)
{
    double lab[3];
    svg_oklab(0xffffff, lab);
    g_assert_cmpfloat_with_epsilon(lab[0], 1, 1e-3);
    svg_oklab(0xff0000, lab);
    g_assert_cmpfloat_with_epsilon(lab[0], 0.628, 1e-3);
    g_assert_cmpfloat_with_epsilon(lab[1], 0.225, 1e-3);
    g_assert_cmpfloat_with_epsilon(lab[2], 0.126, 1e-3);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/house/colors", test_colors);
    g_test_add_func("/house/sheets", test_sheets);
    g_test_add_func("/house/default", test_default);
    g_test_add_func("/house/lengths", test_lengths);
    g_test_add_func("/house/contrast", test_contrast);
    g_test_add_func("/house/locked", test_locked);
    g_test_add_func("/house/apart", test_apart);
    g_test_add_func("/house/lints", test_lints);
    g_test_add_func("/house/errors", test_errors);
    g_test_add_func("/house/oklab", test_oklab);
    int code = g_test_run();
    svg_cleanup();
    return code;
}
