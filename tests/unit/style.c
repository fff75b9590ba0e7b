/* Computed style: declared values, inheritance, units, var(), shorthands, and what it costs. */
#include "style/style.h"

#include "document/kept.h"
#include "document/splice.h"

#include <svg/document.h>
#include <svg/edit.h>

#include <math.h>
#include <string.h>

static SvgDocument *parse(const char *text)
{
    g_autoptr(GError) error = NULL;
    SvgDocument *doc = svg_document_parse(text, strlen(text), "test.svg", &error);
    g_assert_no_error(error);
    return doc;
}

static const SvgNode *find(SvgDocument *doc, const char *id)
{
    const SvgNode *node = svg_document_find(doc, id);
    g_assert_nonnull(node);
    return node;
}

/* The style of the element with id "x". Strings in it are gone with the document. */
static SvgStyle style_of_x(const char *text)
{
    g_autoptr(SvgDocument) doc = parse(text);
    SvgStyle style;
    svg_style_of(doc, find(doc, "x"), &style);
    return style;
}

/* The same for <rect id="x"> with these attributes, in an <svg> with those. */
static SvgStyle style_in(const char *parent, const char *own)
{
    g_autofree char *text =
        g_strdup_printf("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 300 400' %s>"
                        "<rect id='x' %s/></svg>",
                        parent, own);
    g_test_message("%s | %s", parent, own);
    return style_of_x(text);
}

static void assert_number(double got, double wanted)
{
    g_assert_cmpfloat_with_epsilon(got, wanted, 1e-9);
}

static void test_initial(void)
{
    SvgStyle style = style_in("", "");
    g_assert_true(style.displayed && style.visible);
    assert_number(style.opacity, 1);
    g_assert_cmpint(style.fill.kind, ==, SVG_PAINT_COLOR);
    g_assert_cmphex(style.fill.rgb, ==, 0);
    assert_number(style.fill.alpha, 1);
    g_assert_cmpint(style.stroke.kind, ==, SVG_PAINT_NONE);
    assert_number(style.fill_opacity, 1);
    assert_number(style.stroke_opacity, 1);
    assert_number(style.stroke_width, 1);
    assert_number(style.font_size, 12);
    g_assert_cmpint(style.font_weight, ==, 400);
    g_assert_false(style.font_italic || style.preserve_space || style.vertical);
    g_assert_cmpint(style.text_anchor, ==, SVG_TEXT_START);
    g_assert_null(style.font_family);
    g_assert_null(style.clip_path);
    assert_number(style.line_height, -1);
}

/* --- the cascade ------------------------------------------------------------------------------ */

static void test_origins(void)
{
    static const struct {
        const char *sheet, *attrs;
        guint32 fill;
    } rows[] = {
        {"", "fill='#000001'", 1},
        {"*{fill:#000002}", "fill='#000001'", 2},
        {"#x{fill:#000002}", "style='fill:#000003'", 3},
        {"*{fill:#000002!important}", "style='fill:#000003'", 2},
        {"*{fill:#000002!important}", "style='fill:#000003!important'", 3},
        {"", "fill='#000001' style='fill:#000003'", 3},
        {"", "fill='#000001' style='fill:inherit'", 9},
        {"", "style='fill:#000001;fill:unset'", 9},
        {"", "style='fill:#000001;fill:initial'", 0},
        {"", "style='fill:#000001;fill:nonsense'", 1},
        {"", "fill='#000001' style='fill:nonsense'", 1},
        {"", "style='FILL:#000003 ! Important;fill:red'", 3},
        {"", "FILL='#000001'", 9},
        {"", "fill='#000001 !important'", 9},
        {"", "style='fill: /* a */ #000001 /* b */'", 1},
        {"", "fill=' #000001 '", 1},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *text = g_strdup_printf(
            "<svg><style>%s</style><g style='fill:#000009!important'><g><path id='x' %s/></g></g>"
            "</svg>",
            rows[i].sheet, rows[i].attrs);
        g_test_message("%s | %s", rows[i].sheet, rows[i].attrs);
        SvgStyle style = style_of_x(text);
        g_assert_cmphex(style.fill.rgb, ==, rows[i].fill);
    }
}

static void test_inheritance(void)
{
    const char *parent = "style='opacity:.5;clip-path:url(#c);mask:url(#m);filter:url(#f);"
                         "transform:scale(2);vector-effect:non-scaling-stroke;inline-size:9px;"
                         "stroke:lime;stroke-width:7;text-anchor:end;font-weight:bold;"
                         "visibility:hidden;writing-mode:tb;white-space:pre;letter-spacing:3px'";
    SvgStyle style = style_in(parent, "");
    assert_number(style.opacity, 1);
    g_assert_null(style.clip_path);
    g_assert_null(style.mask);
    g_assert_null(style.filter);
    g_assert_null(style.transform);
    g_assert_null(style.inline_size);
    g_assert_false(style.non_scaling_stroke);
    g_assert_cmphex(style.stroke.rgb, ==, 0x00ff00);
    assert_number(style.stroke_width, 7);
    assert_number(style.letter_spacing, 3);
    g_assert_cmpint(style.text_anchor, ==, SVG_TEXT_END);
    g_assert_cmpint(style.font_weight, ==, 700);
    g_assert_false(style.visible);
    g_assert_true(style.vertical && style.preserve_space);
    style = style_in(parent, "style='opacity:inherit;visibility:visible;stroke:initial'");
    assert_number(style.opacity, 0.5);
    g_assert_true(style.visible);
    g_assert_cmpint(style.stroke.kind, ==, SVG_PAINT_NONE);
}

static void test_display(void)
{
    g_assert_false(style_in("", "display='none'").displayed);
    g_assert_true(style_in("", "display='block'").displayed);
    g_assert_false(style_in("display='none'", "display='inline'").displayed);
    g_assert_false(style_in("style='display:none'", "style='display:initial'").displayed);
    g_assert_true(style_in("", "style='display:none;display:inline'").displayed);
    g_assert_true(style_in("display='none' style='display:inline'", "").displayed);
    g_assert_true(style_in("", "display=''").displayed);
}

static void test_declared(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<svg><style>rect{fill:blue;stroke:url(#g) red}.k{opacity:var(--o)}</style>"
              "<rect id='x' class='k' fill='red' stroke-width='3' transform='scale(2)' font='9px a'"
              " style='fill:bogus; marker:url(#m);font:italic 9px/2 Sans;display:inline'>"
              "<rect id='y'/></rect></svg>");
    static const struct {
        SvgProperty property;
        const char *value;
    } rows[] = {
        {SVG_PROPERTY_FILL, "blue"},
        {SVG_PROPERTY_STROKE, "url(#g) red"},
        {SVG_PROPERTY_STROKE_WIDTH, "3"},
        {SVG_PROPERTY_OPACITY, "var(--o)"},
        {SVG_PROPERTY_MARKER, "url(#m)"},
        {SVG_PROPERTY_MARKER_END, "url(#m)"},
        {SVG_PROPERTY_FONT, "italic 9px/2 Sans"},
        {SVG_PROPERTY_FONT_SIZE, "9px"},
        {SVG_PROPERTY_FONT_FAMILY, "Sans"},
        {SVG_PROPERTY_FONT_WEIGHT, "normal"},
        {SVG_PROPERTY_DISPLAY, "inline"},
        {SVG_PROPERTY_TRANSFORM, NULL},
        {SVG_PROPERTY_COLOR, NULL},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        const char *value = svg_style_declared(doc, find(doc, "x"), rows[i].property);
        g_assert_cmpstr(value, ==, rows[i].value);
    }
    g_assert_null(svg_style_declared(doc, find(doc, "y"), SVG_PROPERTY_STROKE_WIDTH));
}

static void assert_fill(SvgDocument *doc, guint32 rgb)
{
    SvgStyle style;
    svg_style_of(doc, find(doc, "x"), &style);
    g_assert_cmphex(style.fill.rgb, ==, rgb);
}

/* Whoever asks between two writes of one edit is told what the sheets say now. */
static void test_sheets_change_within_an_edit(void)
{
    g_autoptr(SvgDocument) doc = parse(
        "<svg><g id='g'><style id='s'>rect{fill:#00f}</style></g><rect id='x' fill='#f00'/></svg>");
    static const char *const tops[] = {"s", "g"};
    for (guint i = 0; i < G_N_ELEMENTS(tops); i++) {
        assert_fill(doc, 0x0000ff);
        SvgEdit *edit = svg_edit_begin(doc, "test");
        svg_splice_remove(doc, svg_document_find(doc, tops[i]));
        assert_fill(doc, 0xff0000);
        svg_edit_abort(edit);
        assert_fill(doc, 0x0000ff);
    }
    SvgEdit *edit = svg_edit_begin(doc, "test");
    svg_splice_attr(doc, svg_document_find(doc, "s"), "media", "print");
    assert_fill(doc, 0xff0000);
    svg_edit_abort(edit);
    assert_fill(doc, 0x0000ff);
}

/* --- values ----------------------------------------------------------------------------------- */

static void test_paint(void)
{
    static const struct {
        const char *text;
        SvgPaintKind kind;
        guint32 rgb;
        double alpha;
        const char *server;
    } rows[] = {
        {"none", SVG_PAINT_NONE, 0, 1, NULL},
        {"#abc", SVG_PAINT_COLOR, 0xaabbcc, 1, NULL},
        {"rgba(1,2,3,.25)", SVG_PAINT_COLOR, 0x010203, 0.25, NULL},
        {"currentColor", SVG_PAINT_COLOR, 0x0000ff, 1, NULL},
        {"CURRENTCOLOR", SVG_PAINT_COLOR, 0x0000ff, 1, NULL},
        {"#cd853f icc-color(acmecmyk, 0.11, 0.48, 0.83, 0.00)", SVG_PAINT_COLOR, 0xcd853f, 1, NULL},
        {"url(#g)", SVG_PAINT_SERVER, 0, 1, "g"},
        {"url( '#g' )", SVG_PAINT_SERVER, 0, 1, "g"},
        {"url(&quot;#g&quot;) none", SVG_PAINT_SERVER, 0, 1, "g"},
        {"url(#g) #f008", SVG_PAINT_SERVER, 0xff0000, 136 / 255.0, "g"},
        {"url(#g)red", SVG_PAINT_SERVER, 0xff0000, 1, "g"},
        {"url(#g) currentColor", SVG_PAINT_SERVER, 0x0000ff, 1, "g"},
        {"url(other.svg#g) red", SVG_PAINT_COLOR, 0xff0000, 1, NULL},
        {"url(other.svg#g)", SVG_PAINT_NONE, 0, 1, NULL},
        {"url(#g) nonsense", SVG_PAINT_COLOR, 0x123456, 1, NULL},
        {"red blue", SVG_PAINT_COLOR, 0x123456, 1, NULL},
        {"", SVG_PAINT_COLOR, 0x123456, 1, NULL},
        {"context-fill", SVG_PAINT_COLOR, 0x123456, 1, NULL},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *text = g_strdup_printf(
            "<svg fill='#123456'><rect id='x' color='blue' fill=\"%s\"/></svg>", rows[i].text);
        g_autoptr(SvgDocument) doc = parse(text);
        SvgStyle style;
        svg_style_of(doc, find(doc, "x"), &style);
        g_test_message("%s", rows[i].text);
        g_assert_cmpint(style.fill.kind, ==, rows[i].kind);
        g_assert_cmphex(style.fill.rgb, ==, rows[i].rgb);
        assert_number(style.fill.alpha, rows[i].alpha);
        g_assert_cmpstr(style.fill.server, ==, rows[i].server);
    }
    /* The order in the text doesn't matter: color counts before what refers to it. */
    g_assert_cmphex(style_in("", "style='fill:currentColor;color:#010203'").fill.rgb, ==, 0x010203);
    g_assert_cmphex(
        style_in("color='#010203'", "color='currentColor' fill='currentColor'").fill.rgb, ==,
        0x010203);
}

static void test_opacity(void)
{
    assert_number(style_in("", "opacity='.25'").opacity, 0.25);
    assert_number(style_in("", "opacity='25%'").opacity, 0.25);
    assert_number(style_in("", "opacity='7'").opacity, 1);
    assert_number(style_in("", "opacity='-1'").opacity, 0);
    assert_number(style_in("", "opacity='1e-1'").opacity, 0.1);
    assert_number(style_in("", "opacity='x'").opacity, 1);
    assert_number(style_in("", "opacity='1x'").opacity, 1);
    assert_number(style_in("fill-opacity='.5'", "").fill_opacity, 0.5);
    assert_number(style_in("stroke-opacity='.5'", "stroke-opacity='.2'").stroke_opacity, 0.2);
}

static void test_lengths(void)
{
    const double diagonal = 500 / sqrt(2); /* of 300 × 400: SVG 1.1 §7.10 */
    assert_number(style_in("", "stroke-width='3'").stroke_width, 3);
    assert_number(style_in("", "stroke-width='3pt'").stroke_width, 4);
    assert_number(style_in("", "stroke-width='1in'").stroke_width, 96);
    assert_number(style_in("font-size='20'", "stroke-width='2em'").stroke_width, 40);
    assert_number(style_in("font-size='20'", "style='stroke-width:2em;font-size:5px'").stroke_width,
                  10);
    assert_number(
        style_in("font-size='20'", "style='font-size:5px;stroke-width:2rem'").stroke_width, 40);
    assert_number(style_in("", "stroke-width='10%'").stroke_width, diagonal / 10);
    assert_number(style_in("", "stroke-width='10vw'").stroke_width, 30);
    assert_number(style_in("", "stroke-width='0'").stroke_width, 0);
    assert_number(style_in("stroke-width='5'", "stroke-width='-1'").stroke_width, 5);
    assert_number(style_in("stroke-width='5'", "stroke-width='1e999'").stroke_width, 5);
    assert_number(style_in("stroke-width='5'", "stroke-width='thin'").stroke_width, 5);
    assert_number(style_of_x("<svg width='1in' height='96'><path id='x' stroke-width='50%'/></svg>")
                      .stroke_width,
                  48);
    assert_number(style_of_x("<svg width='100%' height='9'><path id='x' stroke-width='1vh'/></svg>")
                      .stroke_width,
                  1.5);
}

static void test_font_size(void)
{
    static const struct {
        const char *text;
        double size;
    } rows[] = {
        {"30", 30},
        {"30px", 30},
        {"3em", 60},
        {"150%", 30},
        {"2ex", 20},
        {"medium", 12},
        {"large", 14.4},
        {"xx-small", 12 / 1.728},
        {"xxx-large", 12 * 2.0736},
        {"larger", 24},
        {"smaller", 20 / 1.2},
        {"12pt", 16},
        {"1rem", 20},
        {"0", 0},
        {"-1", 20},
        {"big", 20},
        {"inherit", 20},
        {"initial", 12},
        {"10vw", 30},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *own = g_strdup_printf("font-size='%s'", rows[i].text);
        assert_number(style_in("font-size='20'", own).font_size, rows[i].size);
    }
    assert_number(style_in("style='font-size:2rem'", "").font_size, 24);
    assert_number(style_in("style='font-size:2em'", "style='font-size:2em'").font_size, 48);
}

static void test_font(void)
{
    g_assert_cmpint(style_in("", "font-weight='bold'").font_weight, ==, 700);
    g_assert_cmpint(style_in("", "font-weight='550'").font_weight, ==, 550);
    g_assert_cmpint(style_in("", "font-weight='1'").font_weight, ==, 100);
    g_assert_cmpint(style_in("", "font-weight='1000'").font_weight, ==, 900);
    g_assert_cmpint(style_in("font-weight='600'", "font-weight='0'").font_weight, ==, 600);
    g_assert_cmpint(style_in("", "font-weight='bolder'").font_weight, ==, 700);
    g_assert_cmpint(style_in("font-weight='700'", "font-weight='bolder'").font_weight, ==, 900);
    g_assert_cmpint(style_in("font-weight='100'", "font-weight='bolder'").font_weight, ==, 400);
    g_assert_cmpint(style_in("font-weight='900'", "font-weight='lighter'").font_weight, ==, 700);
    g_assert_cmpint(style_in("font-weight='700'", "font-weight='lighter'").font_weight, ==, 400);
    g_assert_cmpint(style_in("", "font-weight='lighter'").font_weight, ==, 100);
    g_assert_true(style_in("", "font-style='italic'").font_italic);
    g_assert_true(style_in("", "font-style='oblique 10deg'").font_italic);
    g_assert_false(style_in("", "font-style='italic 10deg'").font_italic);
    g_assert_false(style_in("font-style='italic'", "font-style='normal'").font_italic);
    g_assert_cmpstr(style_in("", "font-stretch='Condensed'").font_stretch, ==, "condensed");
    g_assert_cmpstr(style_in("", "font-stretch='76%'").font_stretch, ==, "condensed");
    g_assert_cmpstr(style_in("font-stretch='condensed'", "font-stretch='wider'").font_stretch, ==,
                    "semi-condensed");
    g_assert_null(style_in("font-stretch='expanded'", "font-stretch='normal'").font_stretch);
    g_assert_null(style_in("", "font-stretch='fat'").font_stretch);
}

static void test_font_shorthand(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<svg font-size='20' font-weight='bold'>"
              "<text id='a' style='font: italic 600 condensed 150%/1.5 \"A, B\", serif'/>"
              "<text id='b' style='font:12px Sans; font-size: 2em'/>"
              "<text id='c' style='font: bold'/><text id='d' font='9px Sans'/>"
              "<text id='e' style='font-size:7px;font:inherit'/>"
              "<text id='f' style='font:12px / 24px Sans'/></svg>");
    SvgStyle style;
    svg_style_of(doc, find(doc, "a"), &style);
    g_assert_true(style.font_italic);
    g_assert_cmpint(style.font_weight, ==, 600);
    g_assert_cmpstr(style.font_stretch, ==, "condensed");
    assert_number(style.font_size, 30);
    assert_number(style.line_height, 45);
    g_assert_cmpstr(style.font_family, ==, "\"A, B\", serif");
    svg_style_of(doc, find(doc, "b"), &style);
    assert_number(style.font_size, 40);
    g_assert_cmpint(style.font_weight, ==, 400);
    g_assert_cmpstr(style.font_family, ==, "Sans");
    svg_style_of(doc, find(doc, "c"), &style);
    assert_number(style.font_size, 20);
    svg_style_of(doc, find(doc, "d"), &style);
    assert_number(style.font_size, 20);
    svg_style_of(doc, find(doc, "e"), &style);
    assert_number(style.font_size, 20);
    g_assert_cmpint(style.font_weight, ==, 700);
    svg_style_of(doc, find(doc, "f"), &style);
    assert_number(style.line_height, 24);
}

/* CSS 2.1 §10.8: a number is inherited as a number, all else as a length. */
static void test_line_height(void)
{
    assert_number(style_in("", "style='line-height:1.5'").line_height, 18);
    assert_number(style_in("style='line-height:1.5'", "font-size='100'").line_height, 150);
    assert_number(style_in("style='line-height:150%'", "font-size='100'").line_height, 18);
    assert_number(style_in("style='line-height:2em'", "font-size='100'").line_height, 24);
    assert_number(style_in("style='line-height:30px'", "font-size='100'").line_height, 30);
    assert_number(style_in("style='line-height:2'", "style='line-height:normal'").line_height, -1);
    assert_number(style_in("style='line-height:2'", "style='line-height:-1'").line_height, 24);
    assert_number(style_in("style='line-height:2'", "style='line-height:30px'").line_height, 30);
    SvgStyle style = style_in("style='line-height:2'", "style='font-size:10px;line-height:unset'");
    assert_number(style.line_height, 20);
}

static void test_spacing(void)
{
    assert_number(style_in("", "letter-spacing='2px'").letter_spacing, 2);
    assert_number(style_in("", "letter-spacing='-.5em'").letter_spacing, -6);
    assert_number(style_in("", "style='font-size:20px;word-spacing:50%'").word_spacing, 10);
    assert_number(style_in("word-spacing='3'", "word-spacing='normal'").word_spacing, 0);
    g_assert_true(style_in("xml:space='preserve'", "").preserve_space);
    g_assert_false(style_in("xml:space='preserve'", "xml:space='default'").preserve_space);
    g_assert_false(style_in("xml:space='preserve'", "style='white-space:normal'").preserve_space);
    g_assert_true(style_in("style='white-space:pre-wrap'", "").preserve_space);
    g_assert_true(style_in("style='writing-mode:vertical-rl'", "").vertical);
    g_assert_false(style_in("writing-mode='tb'", "writing-mode='lr'").vertical);
    g_assert_true(style_in("", "vector-effect='non-scaling-stroke'").non_scaling_stroke);
    g_assert_cmpint(style_in("", "text-anchor='middle'").text_anchor, ==, SVG_TEXT_MIDDLE);
    g_assert_false(style_in("", "visibility='collapse'").visible);
}

static void test_references(void)
{
    g_autoptr(SvgDocument) doc = parse(
        "<svg style='marker:url(#all)'>"
        "<path id='a' style='clip-path:url(#c);mask:url(\"#m\") luminance;marker-mid:none;"
        "filter:blur(2px) url(#f);shape-inside:url(#s);inline-size:100px;transform:scale(2)'/>"
        "<path id='b' marker='none' marker-end='url(x.svg#y)' clip-path='circle(9px)' mask='none'/>"
        "<path id='c' style='marker-end:url(#e);marker:none;inline-size:auto;transform:none'/>"
        "<path id='d' style='clip-path:url(#a\\.b\\20 c)'/></svg>");
    SvgStyle style;
    svg_style_of(doc, find(doc, "a"), &style);
    g_assert_cmpstr(style.clip_path, ==, "c");
    g_assert_cmpstr(style.mask, ==, "m");
    g_assert_cmpstr(style.filter, ==, "f");
    g_assert_cmpstr(style.shape_inside, ==, "s");
    g_assert_cmpstr(style.inline_size, ==, "100px");
    g_assert_cmpstr(style.transform, ==, "scale(2)");
    g_assert_true(style.has_markers[0] && !style.has_markers[1] && style.has_markers[2]);
    g_assert_cmpstr(style.marker[0], ==, "all");
    g_assert_null(style.marker[1]);
    svg_style_of(doc, find(doc, "b"), &style);
    g_assert_true(style.has_markers[0] && style.has_markers[2]);
    g_assert_null(style.marker[2]);
    g_assert_null(style.clip_path);
    g_assert_null(style.mask);
    svg_style_of(doc, find(doc, "c"), &style);
    g_assert_false(style.has_markers[0] || style.has_markers[1] || style.has_markers[2]);
    g_assert_null(style.inline_size);
    g_assert_null(style.transform);
    svg_style_of(doc, find(doc, "d"), &style);
    g_assert_cmpstr(style.clip_path, ==, "a.b c");
}

/* --- var() ------------------------------------------------------------------------------------ */

static void test_vars(void)
{
    static const struct {
        const char *sheet, *own;
        guint32 fill;
    } rows[] = {
        {"", "--c:#010203;fill:var(--c)", 0x010203},
        {":root{--c:#010203}", "fill:var(--c)", 0x010203},
        {":root{--c:#010203}", "fill:var( --c )", 0x010203},
        {":root{--c:#010203} rect{--c:#040506}", "fill:var(--c)", 0x040506},
        {"rect{--c:#040506!important}", "--c:#010203;fill:var(--c)", 0x040506},
        {"", "fill:var(--c,#010203)", 0x010203},
        {"", "fill:var(--c,var(--d,#010203))", 0x010203},
        {":root{--c:#ff0000}", "fill:var(--c,#010203)", 0xff0000},
        {":root{--r:1,2}", "fill:rgb(var(--r), 3)", 0x010203},
        {":root{--c:var(--d);--d:#010203}", "fill:var(--c)", 0x010203},
        /* A custom property is computed where it is declared. */
        {":root{--c:var(--d);--d:#010203}", "--d:red;fill:var(--c)", 0x010203},
        {":root{--C:red}", "fill:var(--c,#010203)", 0x010203},
        {":root{--c:red}", "--c:initial;fill:var(--c,#010203)", 0x010203},
        {":root{--c:#010203}", "--c:inherit;fill:var(--c)", 0x010203},
        /* Nothing to put in, or nothing that fits: unset, so inherited, and not the weaker value.
         */
        {"rect{fill:red}", "fill:var(--c)", 0x090909},
        {"", "fill:red;fill:var(--c)", 0x090909},
        {":root{--c:12px}", "fill:red;fill:var(--c)", 0x090909},
        {":root{--c:}", "fill:var(--c,red)", 0x090909},
        {":root{--a:var(--b);--b:var(--a)}", "fill:var(--a)", 0x090909},
        {"", "--a:var(--a);fill:var(--a)", 0x090909},
        {"", "fill:var(", 0x090909},
        {"", "fill:var()", 0x090909},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *text = g_strdup_printf("<svg><style>%s</style><g fill='#090909'>"
                                                "<rect id='x' style='%s'/></g></svg>",
                                                rows[i].sheet, rows[i].own);
        g_test_message("%s | %s", rows[i].sheet, rows[i].own);
        SvgStyle style = style_of_x(text);
        g_assert_cmphex(style.fill.rgb, ==, rows[i].fill);
    }
    SvgStyle style = style_in("style='--f:italic 20px;--m:url(#a)'",
                              "style='font:var(--f) Sans;marker:var(--m)'");
    assert_number(style.font_size, 20);
    g_assert_true(style.font_italic && style.has_markers[1]);
    style = style_in("style='font-size:30px'", "style='font:var(--none) Sans'");
    assert_number(style.font_size, 30);
    assert_number(style_in("", "stroke-width='var(--w, 4)'").stroke_width, 4);
}

/* Each level doubles: 2^30 copies if they were all made. */
static void test_vars_explosion(void)
{
    g_autoptr(GString) sheet = g_string_new(":root{--v0:#010203");
    for (guint i = 1; i <= 30; i++) {
        g_string_append_printf(sheet, ";--v%u:var(--v%u) var(--v%u)", i, i - 1, i - 1);
    }
    g_autofree char *text = g_strdup_printf(
        "<svg><style>%s}</style><rect id='x' style='fill:var(--v30)'/></svg>", sheet->str);
    g_test_timer_start();
    SvgStyle style = style_of_x(text);
    g_assert_cmphex(style.fill.rgb, ==, 0);
    g_assert_cmpfloat(g_test_timer_elapsed(), <, 1);
}

/* --- the document ----------------------------------------------------------------------------- */

static void test_invalidate(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<svg><style>rect{fill:#010203}</style><rect id='x'/></svg>");
    SvgStyle style;
    svg_kept_forget(doc, SVG_FORGET_RESTYLED);
    svg_kept_touched(doc, svg_document_root(doc));
    svg_style_of(doc, find(doc, "x"), &style);
    svg_kept_forget(doc, SVG_FORGET_RESTYLED);
    svg_kept_forget(doc, SVG_FORGET_RESTYLED);
    svg_style_of(doc, find(doc, "x"), &style);
    g_assert_cmphex(style.fill.rgb, ==, 0x010203);
    svg_kept_touched(doc, svg_document_root(doc));
    svg_style_of(doc, find(doc, "x"), &style);
    g_assert_cmphex(style.fill.rgb, ==, 0x010203);
}

/* Each pair declares the same under parents that look the same; what they see from there differs.
 */
static void test_alike_but_different(void)
{
    static const struct {
        const char *first, *second;
        double widths[2]; /* of the stroke of #a and #b */
    } rows[] = {
        {"<g style='--w:3'><rect id='a' style='stroke-width:var(--w)'/></g>",
         "<g style='--w:5'><rect id='b' style='stroke-width:var(--w)'/></g>",
         {3, 5}},
        {"<svg viewBox='0 0 30 30'><rect id='a' stroke-width='10%'/></svg>",
         "<svg viewBox='0 0 60 60'><rect id='b' stroke-width='10%'/></svg>",
         {3, 6}},
        {"<svg viewBox='0 0 30 30'><rect id='a' stroke-width='10vw'/></svg>",
         "<svg viewBox='0 0 60 60'><rect id='b' stroke-width='10vw'/></svg>",
         {3, 6}},
        {"<g><rect/><rect id='a' class='n'/></g>", "<g><rect id='b' class='n'/></g>", {2, 7}},
        {"<rect class='n' id='a'/>", "<circle class='n' id='b'/>", {1, 8}},
        {"<rect id='a' stroke-width='2'/>", "<rect id='b' font-size='2'/>", {2, 1}},
        {"<g font-size='2'><rect id='a' style='stroke-width:1em'/></g>",
         "<g font-size='3'><rect id='b' style='stroke-width:1em'/></g>",
         {2, 3}},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *text = g_strdup_printf(
            "<svg viewBox='0 0 9 9'><style>g .n:nth-child(2){stroke-width:2}"
            "g .n:first-child{stroke-width:7}circle{stroke-width:8}</style>%s%s</svg>",
            rows[i].first, rows[i].second);
        g_autoptr(SvgDocument) doc = parse(text);
        SvgStyle a, b;
        g_test_message("%s", text);
        svg_style_of(doc, find(doc, "a"), &a);
        svg_style_of(doc, find(doc, "b"), &b);
        assert_number(a.stroke_width, rows[i].widths[0]);
        assert_number(b.stroke_width, rows[i].widths[1]);
    }
}

static void test_changed_element(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<svg><rect id='x' fill='red'/><rect id='y' fill='red'/></svg>");
    SvgStyle style;
    svg_style_of(doc, find(doc, "x"), &style);
    svg_splice_attr(doc, svg_document_find(doc, "x"), "fill", "lime");
    svg_style_of(doc, find(doc, "x"), &style);
    g_assert_cmphex(style.fill.rgb, ==, 0x00ff00);
    svg_style_of(doc, find(doc, "y"), &style);
    g_assert_cmphex(style.fill.rgb, ==, 0xff0000);
}

/* What rules ask of ancestors is asked again when one of them gets another class, id or parent. */
static void test_changed_ancestor(void)
{
    g_autoptr(SvgDocument) doc = parse("<svg><style>.on #in > rect{fill:lime}</style>"
                                       "<g id='out'><g id='mid'><rect id='x'/></g></g>"
                                       "<g id='other' class='a on'/></svg>");
    SvgNode *out = svg_document_find(doc, "out"), *mid = svg_document_find(doc, "mid");
    const SvgNode *x = find(doc, "x");
    SvgStyle style;
    svg_style_of(doc, x, &style);
    g_assert_cmphex(style.fill.rgb, ==, 0);
    svg_splice_attr(doc, out, "class", "on");
    svg_style_of(doc, x, &style);
    g_assert_cmphex(style.fill.rgb, ==, 0);
    svg_splice_attr(doc, mid, "id", "in");
    svg_style_of(doc, x, &style);
    g_assert_cmphex(style.fill.rgb, ==, 0x00ff00);
    svg_splice_attr(doc, out, "class", "onto");
    svg_style_of(doc, x, &style);
    g_assert_cmphex(style.fill.rgb, ==, 0);
    svg_splice_move(doc, mid, svg_document_find(doc, "other"), NULL);
    svg_style_of(doc, x, &style);
    g_assert_cmphex(style.fill.rgb, ==, 0x00ff00);
}

/* A style that was changed by hand isn't the one it was made from. */
static void test_own_parent(void)
{
    g_autoptr(SvgDocument) doc = parse("<svg><rect id='x'/></svg>");
    SvgStyle parent, style;
    svg_style_initial(&parent);
    svg_style_compute(doc, find(doc, "x"), &parent, &style);
    parent.fill.rgb = 0x123456;
    parent.serial = 0;
    svg_style_compute(doc, find(doc, "x"), &parent, &style);
    g_assert_cmphex(style.fill.rgb, ==, 0x123456);
}

/* With a parent that isn't its own in the tree, as a <use> shows it. */
static void test_other_parent(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<svg><defs><rect id='x' stroke='lime'/></defs><use id='u' fill='red'/></svg>");
    SvgStyle parent, style;
    svg_style_of(doc, find(doc, "u"), &parent);
    svg_style_compute(doc, find(doc, "x"), &parent, &style);
    g_assert_cmphex(style.fill.rgb, ==, 0xff0000);
    g_assert_cmphex(style.stroke.rgb, ==, 0x00ff00);
}

static char *large_drawing(guint n)
{
    GString *out = g_string_new("<svg><style>");
    for (guint i = 0; i < 25; i++) {
        g_string_append_printf(out, ".c%u{fill:#0000%02x;stroke:red}g>.c%u{stroke-width:%u}", i, i,
                               i, i);
    }
    g_string_append(out, "</style>");
    for (guint i = 0; i < n; i++) {
        g_string_append_printf(out,
                               "%s<rect x='1' y='2' width='3' height='4' class='c%u box' "
                               "style='stroke-opacity:0.5;stroke-linejoin:round;opacity:1'/>%s",
                               i % 100 == 0 ? "<g>" : "", i % 25, i % 100 == 99 ? "</g>" : "");
    }
    g_string_append(out, "</svg>");
    return g_string_free(out, FALSE);
}

/* Linear, with room for sanitizers: the quadratic would take minutes. */
static void test_large(void)
{
    g_autofree char *text = large_drawing(100000);
    g_autoptr(SvgDocument) doc = parse(text);
    SvgNode *root = svg_document_root(doc);
    SvgStyle base, style;
    guint n = 0;
    svg_style_of(doc, root, &base);
    g_test_timer_start();
    for (SvgNode *at = root; at; at = svg_node_walk(root, at, FALSE)) {
        if (svg_node_tag(at) == SVG_TAG_RECT) {
            svg_style_compute(doc, at, &base, &style);
            n += style.fill.rgb == n % 25 && style.stroke_width == n % 25;
        }
    }
    double seconds = g_test_timer_elapsed();
    g_test_message("%u elements, %.3f s", n, seconds);
    g_assert_cmpuint(n, ==, 100000);
    g_assert_cmpfloat(seconds, <, 10);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/style/initial", test_initial);
    g_test_add_func("/style/origins", test_origins);
    g_test_add_func("/style/inheritance", test_inheritance);
    g_test_add_func("/style/display", test_display);
    g_test_add_func("/style/declared", test_declared);
    g_test_add_func("/style/paint", test_paint);
    g_test_add_func("/style/opacity", test_opacity);
    g_test_add_func("/style/lengths", test_lengths);
    g_test_add_func("/style/font-size", test_font_size);
    g_test_add_func("/style/font", test_font);
    g_test_add_func("/style/font/shorthand", test_font_shorthand);
    g_test_add_func("/style/line-height", test_line_height);
    g_test_add_func("/style/spacing", test_spacing);
    g_test_add_func("/style/references", test_references);
    g_test_add_func("/style/vars", test_vars);
    g_test_add_func("/style/vars/explosion", test_vars_explosion);
    g_test_add_func("/style/invalidate", test_invalidate);
    g_test_add_func("/style/alike-but-different", test_alike_but_different);
    g_test_add_func("/style/changed-element", test_changed_element);
    g_test_add_func("/style/changed-ancestor", test_changed_ancestor);
    g_test_add_func("/style/sheets-within-an-edit", test_sheets_change_within_an_edit);
    g_test_add_func("/style/own-parent", test_own_parent);
    g_test_add_func("/style/other-parent", test_other_parent);
    g_test_add_func("/style/large", test_large);
    return g_test_run();
}
