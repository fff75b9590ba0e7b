/* Reading, printing and splicing: which bytes change, and which don't. */
#include "document/hash.h"
#include "document/ids.h"
#include "document/node.h"
#include "document/splice.h"

#include <svg/edit.h>
#include <svg/error.h>
#include <svg/journal.h>
#include <svg/limits.h>

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <sys/stat.h>

#include <string.h>
#include <unistd.h>

#define SVG_NS "xmlns=\"http://www.w3.org/2000/svg\""

static SvgDocument *parse(const char *text)
{
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

/* Does one thing to the element "a" of `before`; the file must then be `after`, and undo must give
 * `before` back. */
typedef void (*Change)(SvgDocument *doc, SvgNode *node);

static void assert_change(const char *before, Change change, const char *after)
{
    g_autoptr(SvgDocument) doc = parse(before);
    SvgEdit *edit = svg_edit_begin(doc, "test");
    change(doc, svg_document_find(doc, "a"));
    svg_change_free(svg_edit_commit(edit, NULL));
    g_autofree char *got = print(doc);
    g_assert_cmpstr(got, ==, after);
    g_assert_true(svg_document_undo(doc) == !g_str_equal(before, after));
    g_autofree char *back = print(doc);
    g_assert_cmpstr(back, ==, before);
}

/* --- what doesn't parse ----------------------------------------------------------------------- */

static void assert_refused(const char *text, gsize len, SvgError code, const char *message)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgDocument) doc = svg_document_parse(text, len, "t.svg", &error);
    g_assert_error(error, SVG_ERROR, (gint)code);
    g_assert_null(doc);
    g_assert_true(g_str_has_prefix(error->message, message));
    g_assert_null(strchr(error->message, '\n'));
}

static void test_refused(void)
{
    static const struct {
        const char *text;
        SvgError code;
        const char *message;
    } rows[] = {
        {"", SVG_ERROR_PARSE, "t.svg:1: the file is empty"},
        {"hello", SVG_ERROR_PARSE, "t.svg:1: "},
        {"<svg>\n<g>\n</svg>", SVG_ERROR_PARSE, "t.svg:3: "},
        {"<svg>\n<g x='1'", SVG_ERROR_PARSE, "t.svg:2: "},
        {"<svg>\n<g ", SVG_ERROR_PARSE, "t.svg:2: the file ends inside a tag: it is cut off"},
        {"<svg a='1' a='2'/>", SVG_ERROR_PARSE, "t.svg:1: Attribute a redefined"},
        {"<html/>", SVG_ERROR_NOT_SVG, "t.svg:1: the root element is <html>, not <svg>"},
        {"<x:svg xmlns:x='http://example.org/'/>", SVG_ERROR_NOT_SVG,
         "t.svg:1: the root element is <x:svg>"},
        {"<svg>&nope;</svg>", SVG_ERROR_PARSE, "t.svg:1: Entity 'nope' not defined"},
        {"<!DOCTYPE svg [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>\n<svg>&e;</svg>",
         SVG_ERROR_PARSE, "t.svg:2: "},
        {"<?xml version='1.0' encoding='nonsense'?><svg/>", SVG_ERROR_PARSE,
         "t.svg:1: can't be read as nonsense"},
        {"<svg>\n\xff</svg>", SVG_ERROR_PARSE, "t.svg:2: not valid UTF-8"},
        {"<?xml-like version='1.0' encoding='ISO-8859-1'?><svg>\xe9</svg>", SVG_ERROR_PARSE,
         "t.svg:1: not valid UTF-8"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        assert_refused(rows[i].text, strlen(rows[i].text), rows[i].code, rows[i].message);
    }
    assert_refused("<svg>\n\0</svg>", 13, SVG_ERROR_PARSE, "t.svg:2: a NUL byte");
    assert_refused("<svg/>\0", 7, SVG_ERROR_PARSE, "t.svg:1: a NUL byte");
}

/* A byte that is wrong is found wherever it stands, and no character is taken for one: GLib says
 * where. */
static void test_utf8(void)
{
    GString *good = g_string_new("<svg><!-- plain text, as most is\n");
    for (guint i = 0; i < 12; i++) {
        g_string_append(good,
                        i % 3 ? "caf\u00e9 \u2192 \U0001f9da\n" : "a longer line of letters\n");
    }
    g_string_append(good, "--></svg>");
    static const char wrong[] = {'\xff', '\0', '\xc3', '\xa9', '\xed'};
    for (gsize i = strlen("<svg>") * G_N_ELEMENTS(wrong); i < good->len * G_N_ELEMENTS(wrong);
         i++) {
        const char *bad;
        char was = good->str[i / G_N_ELEMENTS(wrong)];
        good->str[i / G_N_ELEMENTS(wrong)] = wrong[i % G_N_ELEMENTS(wrong)];
        if (!g_utf8_validate_len(good->str, good->len, &bad)) {
            guint line = 1;
            for (const char *at = good->str; at < bad; at++) {
                line += *at == '\n';
            }
            g_autofree char *message =
                g_strdup_printf("t.svg:%u: %s", line, *bad ? "not valid UTF-8" : "a NUL byte");
            assert_refused(good->str, good->len, SVG_ERROR_PARSE, message);
        }
        good->str[i / G_N_ELEMENTS(wrong)] = was;
    }
    svg_document_free(svg_document_parse(good->str, good->len, "t.svg", NULL));
    g_string_free(good, TRUE);
}

static void test_limits(void)
{
    GString *deep = g_string_new(NULL);
    for (guint i = 0; i < 100000; i++) {
        g_string_append(deep, "<g>");
    }
    g_autofree char *text = g_strconcat("<svg>", deep->str, NULL);
    assert_refused(text, strlen(text), SVG_ERROR_TOO_LARGE, "t.svg:1: elements nested more than");
    g_string_assign(deep, "<!DOCTYPE svg [<!ENTITY a0 'ha ha ha ha'>");
    for (guint i = 1; i < 12; i++) {
        g_string_append_printf(deep, "<!ENTITY a%u '&a%u;&a%u;&a%u;&a%u;&a%u;&a%u;&a%u;&a%u;'>", i,
                               i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1);
    }
    g_string_append(deep, "]><svg><text>&a11;</text></svg>");
    g_autoptr(GError) error = NULL;
    g_assert_null(svg_document_parse(deep->str, deep->len, "t.svg", &error));
    g_assert_nonnull(error);
    g_string_free(deep, TRUE);
}

static void test_same(void)
{
    static const char *const files[] = {
        "<svg/>",
        "<svg " SVG_NS "></svg>\n\n",
        "\xEF\xBB\xBF<?xml version='1.0'?>\r\n<!-- c -->\r\n<svg\r\n\twidth = '1'  height=\"2\"\t/>\r\n<?pi?>",
        "<!DOCTYPE svg [<!ENTITY c \"fill:#fff\"><!-- > ] -->]><svg><g style='&c;' title='a>b'/></svg>",
        "<svg><style><![CDATA[ a > b { } ]]></style><g><!-- < & --></g ><a></a><b/></svg  >",
        "<s:svg xmlns:s='http://www.w3.org/2000/svg'><s:rect/></s:svg>",
        "<svg>&#x41;&lt;<text>a<tspan>b</tspan>c</text></svg>",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autoptr(SvgDocument) doc = parse(files[i]);
        g_autofree char *got = print(doc);
        g_assert_cmpstr(got, ==, files[i]);
        g_assert_false(svg_document_is_changed(doc));
    }
}

static void test_encodings(void)
{
    static const struct {
        const char *encoding, *text;
        gboolean bom;
    } rows[] = {
        {"ISO-8859-1",
         "<?xml version='1.0' encoding='ISO-8859-1'?><svg><text id='a'>caf\xc3\xa9</text></svg>",
         FALSE},
        {"windows-1252",
         "<?xml version='1.0' encoding='windows-1252'?><svg><text id='a'>\xe2\x82\xac</text></svg>",
         FALSE},
        {"UTF-16LE", "\xEF\xBB\xBF<svg><text id='a'>\xe2\x98\x83</text></svg>", TRUE},
        {"UTF-16BE",
         "\xEF\xBB\xBF<?xml version='1.0' encoding='UTF-16'?><svg><text id='a'>x</text></svg>",
         TRUE},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        gsize len;
        g_autoptr(GError) error = NULL;
        g_autofree char *bytes =
            g_convert(rows[i].text, -1, rows[i].encoding, "UTF-8", NULL, &len, NULL);
        g_autoptr(SvgDocument) doc = svg_document_parse(bytes, len, "t.svg", &error);
        g_assert_no_error(error);
        g_autoptr(GBytes) out = svg_document_print(doc, &error);
        g_assert_cmpmem(g_bytes_get_data(out, NULL), g_bytes_get_size(out), bytes, len);
        /* What the encoding lacks is written as a reference. */
        g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
        g_assert_true(svg_edit_label(edit, "a", "\xF0\x9F\xA7\x9A", &error));
        svg_change_free(svg_edit_commit(g_steal_pointer(&edit), &error));
        g_autoptr(GBytes) changed = svg_document_print(doc, &error);
        g_assert_no_error(error);
        g_autoptr(SvgDocument) again = svg_document_parse(
            g_bytes_get_data(changed, NULL), g_bytes_get_size(changed), "t.svg", &error);
        g_assert_no_error(error);
        g_autoptr(SvgShape) shape = svg_document_shape(again, "a", &error);
        g_assert_cmpstr(shape->text, ==, "\xF0\x9F\xA7\x9A");
    }
}

static void test_gzip(void)
{
    static const char *const parts[] = {"<svg><rect id='a' width='1' height='1'/>", "</svg>\n"};
    g_autoptr(GByteArray) packed = g_byte_array_new();
    for (gsize i = 0; i < G_N_ELEMENTS(parts); i++) {
        guint8 out[200];
        gsize taken, got;
        g_autoptr(GZlibCompressor) zip = g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1);
        GConverterResult state =
            g_converter_convert(G_CONVERTER(zip), parts[i], strlen(parts[i]), out, sizeof out,
                                G_CONVERTER_INPUT_AT_END, &taken, &got, NULL);
        g_assert_cmpint(state, ==, G_CONVERTER_FINISHED);
        g_byte_array_append(packed, out, (guint)got);
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgDocument) doc =
        svg_document_parse((char *)packed->data, packed->len, "t.svgz", &error);
    g_assert_no_error(error);
    g_autofree char *text = print(doc);
    g_assert_cmpstr(text, ==, "<svg><rect id='a' width='1' height='1'/></svg>\n");
    g_autoptr(GBytes) out = svg_document_print(doc, &error);
    g_assert_cmpmem(g_bytes_get_data(out, NULL), g_bytes_get_size(out), packed->data, packed->len);
    assert_refused((char *)packed->data, packed->len - 9, SVG_ERROR_IO,
                   "t.svg: can't be unpacked: ");
}

static void test_entities(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<!DOCTYPE svg [<!ENTITY box \"<rect id='b' width='5' height='6'/>\">"
              "<!ENTITY st \"fill:red\">]><svg><g style='&st;' id='a'>&box;</g></svg>");
    SvgBox box;
    g_assert_true(svg_document_bounds(doc, "b", &box, NULL));
    g_assert_cmpfloat(box.w, ==, 5);
    g_assert_cmpstr(svg_node_attr(svg_document_find(doc, "a"), "style"), ==, "fill:red");
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    g_assert_false(svg_edit_move(edit, "b", (SvgPoint){1, 1}, SVG_ANCHOR_TOP_LEFT, &error));
    g_assert_error(error, SVG_ERROR, SVG_ERROR_LOCKED);
}

/* --- attributes ------------------------------------------------------------------------------- */

static void set_x(SvgDocument *doc, SvgNode *node)
{
    svg_splice_attr(doc, node, "x", "7");
}

static void remove_x(SvgDocument *doc, SvgNode *node)
{
    svg_splice_attr(doc, node, "x", NULL);
}

static void set_quotes(SvgDocument *doc, SvgNode *node)
{
    svg_splice_attr(doc, node, "x", "<a & 'b' \"c\">");
}

static void set_label(SvgDocument *doc, SvgNode *node)
{
    svg_splice_attr(doc, node, "inkscape:label", "L");
}

static void test_attributes(void)
{
    static const struct {
        const char *before;
        Change change;
        const char *after;
    } rows[] = {
        {"<svg><r id='a' x = '1'\n  y=\"2\" /></svg>", set_x,
         "<svg><r id='a' x = '7'\n  y=\"2\" /></svg>"},
        {"<svg><r\n   id='a'\n   y='2'/></svg>", set_x,
         "<svg><r\n   id='a'\n   y='2'\n   x=\"7\"/></svg>"},
        {"<svg><r id='a' ></r></svg>", set_x, "<svg><r id='a' x=\"7\" ></r></svg>"},
        {"<svg><r x='1'\n id='a'/></svg>", remove_x, "<svg><r\n id='a'/></svg>"},
        {"<svg><r id='a' x='0'/></svg>", set_quotes,
         "<svg><r id='a' x='&lt;a &amp; &apos;b&apos; \"c\">'/></svg>"},
        {"<svg><r id='a' x=\"0\"/></svg>", set_quotes,
         "<svg><r id='a' x=\"&lt;a &amp; 'b' &quot;c&quot;>\"/></svg>"},
        {"<svg xmlns:i='http://www.inkscape.org/namespaces/inkscape'><r id='a' i:label='x'/></svg>",
         set_label,
         "<svg xmlns:i='http://www.inkscape.org/namespaces/inkscape'><r id='a' i:label='L'/></svg>"},
        {"<svg><r id='a'/></svg>", set_label,
         "<svg xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\"><r id='a' inkscape:label=\"L\"/></svg>"},
        {"<svg xmlns:3='http://www.inkscape.org/namespaces/inkscape'><r id='a'/></svg>", set_label,
         "<svg xmlns:3='http://www.inkscape.org/namespaces/inkscape' "
         "xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\"><r id='a' inkscape:label=\"L\"/></svg>"},
        {"<svg xmlns:i='http://www.inkscape.org/namespaces/inkscape'><r id='a' xmlns:i='urn:x'/></svg>",
         set_label,
         "<svg xmlns:i='http://www.inkscape.org/namespaces/inkscape' "
         "xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\"><r id='a' xmlns:i='urn:x' "
         "inkscape:label=\"L\"/></svg>"},
        {"<svg xmlns:inkscape='urn:x'><r id='a'/></svg>", set_label,
         "<svg xmlns:inkscape='urn:x' xmlns:inkscape1=\"http://www.inkscape.org/namespaces/inkscape\"><r id='a' "
         "inkscape1:label=\"L\"/></svg>"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        assert_change(rows[i].before, rows[i].change, rows[i].after);
    }
}

/* --- elements --------------------------------------------------------------------------------- */

static void append_rect(SvgDocument *doc, SvgNode *node)
{
    svg_splice_insert(doc, node, svg_splice_new(doc, "rect"), NULL);
}

static void prepend_rect(SvgDocument *doc, SvgNode *node)
{
    svg_splice_insert(doc, node, svg_splice_new(doc, "rect"), svg_node_first_element(node));
}

static void remove_it(SvgDocument *doc, SvgNode *node)
{
    svg_splice_remove(doc, node);
}

static void to_end(SvgDocument *doc, SvgNode *node)
{
    svg_splice_move(doc, node, node->parent, NULL);
}

static void set_words(SvgDocument *doc, SvgNode *node)
{
    svg_splice_text(doc, node, "a < b & c > d");
}

static void test_elements(void)
{
    static const struct {
        const char *before;
        Change change;
        const char *after;
    } rows[] = {
        {"<svg>\n  <g id='a'>\n    <p/>\n  </g>\n</svg>", append_rect,
         "<svg>\n  <g id='a'>\n    <p/>\n    <rect/>\n  </g>\n</svg>"},
        {"<svg>\n  <g id='a'>\n    <p/>\n  </g>\n</svg>", prepend_rect,
         "<svg>\n  <g id='a'>\n    <rect/>\n    <p/>\n  </g>\n</svg>"},
        {"<svg>\r\n\t<g id='a'/>\r\n</svg>", append_rect,
         "<svg>\r\n\t<g id='a'>\r\n\t\t<rect/>\r\n\t</g>\r\n</svg>"},
        {"<svg><g id='a'></g></svg>", append_rect, "<svg><g id='a'><rect/></g></svg>"},
        {"<svg id='a'/>", append_rect, "<svg id='a'>\n  <rect/>\n</svg>"},
        {"<svg><g id='a'><p/><!-- last --></g></svg>", append_rect,
         "<svg><g id='a'><p/><!-- last --><rect/></g></svg>"},
        {"<s:svg xmlns:s='http://www.w3.org/2000/svg'><s:g id='a'/></s:svg>", append_rect,
         "<s:svg xmlns:s='http://www.w3.org/2000/svg'><s:g id='a'><s:rect/></s:g></s:svg>"},
        {"<svg>\n  <p/>\n  <!-- about a -->\n  <r id='a'/>\n  <q/>\n</svg>", remove_it,
         "<svg>\n  <p/>\n  <!-- about a -->\n  <q/>\n</svg>"},
        {"<svg><text>one <tspan id='a'>two</tspan> three</text></svg>", remove_it,
         "<svg><text>one  three</text></svg>"},
        {"<svg>\n <r id='a'/>\n <p/>\n <q/>\n</svg>", to_end,
         "<svg>\n <p/>\n <q/>\n <r id='a'/>\n</svg>"},
        {"<svg>\n <p/>\n <r id='a'/>\n</svg>", to_end, "<svg>\n <p/>\n <r id='a'/>\n</svg>"},
        {"<svg><text id='a'>x<tspan>y</tspan></text></svg>", set_words,
         "<svg><text id='a'>a &lt; b &amp; c &gt; d</text></svg>"},
        {"<svg><text id='a'/></svg>", set_words,
         "<svg><text id='a'>a &lt; b &amp; c &gt; d</text></svg>"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        assert_change(rows[i].before, rows[i].change, rows[i].after);
    }
}

/* --- ids -------------------------------------------------------------------------------------- */

static void test_unique_ids(void)
{
    static const struct {
        const char *file, *wish, *got;
    } rows[] = {
        {"<svg/>", "box", "box"},
        {"<svg><g id='box'/></svg>", "box", "box-1"},
        {"<svg><g id='box'/><g id='box-1'/></svg>", "box", "box-2"},
        {"<svg><g id='box-9'/></svg>", "box-9", "box-10"},
        {"<svg><g id='x2y'/></svg>", "x2y", "x2y-1"},
        {"<svg><g id='a007'/></svg>", "a007", "a008"},
        {"<svg/>", "two words & more", "two-words-more"},
        {"<svg/>", "7up", "shape-7up"},
        {"<svg/>", "", "shape"},
        {"<svg/>", "größe", "größe"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(SvgDocument) doc = parse(rows[i].file);
        g_autofree char *id = svg_document_unique_id(doc, rows[i].wish);
        g_assert_cmpstr(id, ==, rows[i].got);
    }
}

/* What came without an id keeps the one it is known by, also when that was first asked for within
 * an edit that is undone. */
static void test_ids_of_what_came(void)
{
    g_autoptr(SvgDocument) doc = parse("<svg><g id='g'/></svg>");
    svg_document_find(doc, "none"); /* from here on ids are derived */
    SvgEdit *edit = svg_edit_begin(doc, "test");
    SvgNode *rect = svg_splice_new(doc, "rect");
    svg_splice_insert(doc, svg_document_find(doc, "g"), rect, NULL);
    svg_change_free(svg_edit_commit(edit, NULL));
    edit = svg_edit_begin(doc, "test");
    g_autofree char *id = g_strdup(svg_node_id(doc, rect));
    svg_edit_abort(edit);
    g_assert_cmpstr(svg_node_id(doc, rect), ==, id);
    g_assert_true(svg_document_find(doc, id) == rect);
}

/* Of equal ids the first in the file counts; the others' elements have derived ones. An id may be
 * written with a reference. */
static void test_equal_ids(void)
{
    static const char text[] =
        "<svg " SVG_NS " id='s'><g id='a' class='1'><g id='a' class='2'/></g>"
        "<rect id='' class='3'/><rect id='b' class='4'/>"
        "<rect id='&#97;' class='5'/><rect class='6'/></svg>";
    static const struct {
        const char *id, *class;
    } rows[] = {{"a", "1"}, {"g-2", "2"},    {"rect-1", "3"},
                {"b", "4"}, {"rect-3", "5"}, {"rect-4", "6"}};
    g_autoptr(SvgDocument) doc = parse(text);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        SvgNode *node = svg_document_find(doc, rows[i].id);
        g_assert_nonnull(node);
        g_assert_cmpstr(svg_node_attr(node, "class"), ==, rows[i].class);
        g_assert_cmpstr(svg_node_id(doc, node), ==, rows[i].id);
    }
}

static void test_derived_ids(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<svg><rect width='1' height='1'/><rect id='rect-2' width='1' height='1'/>"
              "<rect id='x' width='2' height='1'/><rect id='x' width='3' height='1'/>"
              "<rect width='4' height='1'/></svg>");
    static const struct {
        const char *id;
        double width;
    } rows[] = {{"rect-1", 1}, {"rect-2", 1}, {"x", 2}, {"rect-4", 3}, {"rect-5", 4}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        SvgBox box;
        g_assert_true(svg_document_bounds(doc, rows[i].id, &box, NULL));
        g_assert_cmpfloat(box.w, ==, rows[i].width);
    }
    /* Only a change to the element writes its id. */
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_move(edit, "rect-1", (SvgPoint){3, 0}, SVG_ANCHOR_TOP_LEFT, NULL));
    svg_change_free(svg_edit_commit(g_steal_pointer(&edit), NULL));
    g_autofree char *text = print(doc);
    g_assert_true(g_str_has_prefix(
        text, "<svg><rect width='1' height='1' x=\"3\" id=\"rect-1\"/><rect id='rect-2'"));
    g_assert_true(g_str_has_suffix(text, "<rect width='4' height='1'/></svg>"));
}

/* --- values ----------------------------------------------------------------------------------- */

/* XML 1.0 §3.3.3 and §2.11: references are replaced, white space in attributes becomes spaces, line
 * ends become newlines. */
static void test_values(void)
{
    static const struct {
        const char *element, *value, *text;
    } rows[] = {
        {"<text id='x' d='plain'>word</text>", "plain", "word"},
        {"<text id='x' d=\"it's\">a > b</text>", "it's", "a > b"},
        {"<text id='x' d=''></text>", "", ""},
        {"<text id='x' d='a&amp;b&#65;'>&lt;&#x42;</text>", "a&bA", "<B"},
        {"<text id='x' d='a\n\tb'>a\n\tb</text>", "a  b", "a\n\tb"},
        {"<text id='x' d='a\r\nb'>a\r\nb\rc</text>", "a b", "a\nb\nc"},
        {"<text id='x' d='\xc3\xa9t\xc3\xa9'>\xe2\x82\xac 5</text>", "\xc3\xa9t\xc3\xa9",
         "\xe2\x82\xac 5"},
        {"<text id='x' d='1'>one<!-- and -->two<?p q?> three</text>", "1", "onetwo three"},
        {"<text id='x' d='1'><![CDATA[<a>]]>b<![CDATA[]]]]><![CDATA[]]></text>", "1", "<a>b]]"},
        {"<text id='x' d='1'>  <tspan> in </tspan>  </text>", "1", "   in   "},
        {"<g id='x' d='1'>  <title>t</title>\n</g>", "1", "t"},
        {"<text id='x' d = '1' >a]]b</text >", "1", "a]]b"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *file =
            g_strdup_printf("<svg " SVG_NS "><rect/>%s<rect/></svg>", rows[i].element);
        g_test_message("%s", file);
        g_autoptr(SvgDocument) doc = parse(file);
        SvgNode *node = svg_document_find(doc, "x");
        g_assert_nonnull(node);
        g_assert_cmpstr(svg_node_attr(node, "d"), ==, rows[i].value);
        g_autofree char *text = svg_node_text(node), *printed = print(doc);
        g_assert_cmpstr(text, ==, rows[i].text);
        g_assert_cmpstr(printed, ==, file);
    }
}

/* The same name under several prefixes, and other names with the same local part. */
static void test_names(void)
{
    g_autoptr(SvgDocument) doc = parse(
        "<s:svg xmlns:s='http://www.w3.org/2000/svg' xmlns:l='http://www.w3.org/1999/xlink' "
        "xmlns:m='http://www.w3.org/1999/xlink' xmlns:o='urn:other'>"
        "<s:use id='a' l:href='#1' o:href='#2' href='#3' style='x'/><s:use id='b' m:href='#4'/>"
        "<s:style id='c'/><style id='d' o:style='y'/><o:use id='e'/></s:svg>");
    const SvgNode *a = svg_document_find(doc, "a");
    g_assert_cmpstr(svg_node_attr(a, "xlink:href"), ==, "#1");
    g_assert_cmpstr(svg_node_attr(a, "o:href"), ==, "#2");
    g_assert_cmpstr(svg_node_attr(a, "href"), ==, "#3");
    g_assert_cmpstr(svg_node_attr(a, "style"), ==, "x");
    g_assert_null(svg_node_attr(a, "styl"));
    g_assert_cmpstr(svg_node_attr(svg_document_find(doc, "b"), "xlink:href"), ==, "#4");
    g_assert_cmpint(svg_node_tag(svg_document_find(doc, "c")), ==, SVG_TAG_STYLE);
    g_assert_cmpstr(svg_node_attr(svg_document_find(doc, "d"), "o:style"), ==, "y");
    g_assert_cmpint(svg_node_tag(svg_document_find(doc, "e")), ==, SVG_TAG_UNKNOWN);
}

/* --- files ------------------------------------------------------------------------------------ */

static char *make_room(void)
{
    g_autoptr(GError) error = NULL;
    char *room = g_dir_make_tmp("fairies-document-XXXXXX", &error);
    g_assert_no_error(error);
    return room;
}

static void assert_file(const char *path, const char *text, guint mode)
{
    g_autofree char *got = NULL;
    GStatBuf st;
    g_assert_true(g_file_get_contents(path, &got, NULL, NULL));
    g_assert_cmpstr(got, ==, text);
    g_assert_cmpint(g_stat(path, &st), ==, 0);
    g_assert_cmphex(st.st_mode & 07777, ==, mode);
}

static void clear_room(const char *room, const char *const *names)
{
    for (; *names; names++) {
        g_autofree char *path = g_build_filename(room, *names, NULL);
        g_assert_cmpint(g_unlink(path), ==, 0);
    }
    /* Only empty folders go: nothing else was left behind. */
    g_assert_cmpint(g_rmdir(room), ==, 0);
}

static void test_saving(void)
{
    static const char text[] = "<svg " SVG_NS "><rect id='a'/></svg>\n";
    g_autofree char *room = make_room(), *path = g_build_filename(room, "a.svg", NULL);
    g_autofree char *link = g_build_filename(room, "link.svg", NULL);
    g_autoptr(SvgDocument) doc = parse(text);
    mode_t mask = umask(027);
    g_assert_true(svg_document_save(doc, path, NULL));
    umask(mask);
    assert_file(path, text, 0640);
    g_assert_cmpint(g_chmod(path, 0604), ==, 0);
    g_assert_cmpint(symlink("a.svg", link), ==, 0);
    svg_splice_attr(doc, svg_document_find(doc, "a"), "x", "5");
    g_assert_true(svg_document_save(doc, link, NULL));
    assert_file(path, "<svg " SVG_NS "><rect id='a' x=\"5\"/></svg>\n", 0604);
    g_assert_true(g_file_test(link, G_FILE_TEST_IS_SYMLINK));
    clear_room(room, (const char *const[]){"a.svg", "link.svg", NULL});
}

/* More than is written at once, in several runs. */
static void test_saving_much(void)
{
    g_autoptr(GString) text = g_string_new("<svg " SVG_NS ">\n");
    for (guint i = 0; i < 20000; i++) {
        g_string_append_printf(text, "<rect id='r%u' x='%u' width='9' height='7'/>\n", i, i * 7);
    }
    g_string_append(text, "</svg>\n");
    g_autofree char *room = make_room(), *path = g_build_filename(room, "a.svg", NULL);
    g_autoptr(SvgDocument) doc = parse(text->str);
    mode_t mask = umask(027);
    g_assert_true(svg_document_save(doc, path, NULL));
    umask(mask);
    assert_file(path, text->str, 0640);
    svg_splice_attr(doc, svg_document_find(doc, "r100"), "x", "5");
    svg_splice_attr(doc, svg_document_find(doc, "r19900"), "x", "6");
    g_string_replace(text, "id='r100' x='700'", "id='r100' x='5'", 1);
    g_string_replace(text, "id='r19900' x='139300'", "id='r19900' x='6'", 1);
    g_assert_true(svg_document_save(doc, path, NULL));
    assert_file(path, text->str, 0640);
    clear_room(room, (const char *const[]){"a.svg", NULL});
}

/* Where nothing can be written, nothing is left. */
static void test_saving_fails(void)
{
    g_autofree char *room = make_room(), *inside = g_build_filename(room, "none", "a.svg", NULL);
    g_autoptr(SvgDocument) doc = parse("<svg " SVG_NS "/>");
    const char *const paths[] = {inside, room, "/dev/full"};
    for (gsize i = 0; i < G_N_ELEMENTS(paths); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_false(svg_document_save(doc, paths[i], &error));
        g_assert_error(error, SVG_ERROR, SVG_ERROR_IO);
        g_assert_true(g_str_has_prefix(error->message, paths[i]));
    }
    clear_room(room, (const char *const[]){NULL});
}

static void test_packing_by_name(void)
{
    static const struct {
        const char *name;
        gboolean packed;
    } rows[] = {{"a.svgz", TRUE}, {"a.SVG", FALSE}, {"a.svg.gz", TRUE}, {"a.xml", FALSE}};
    g_autofree char *room = make_room();
    g_autoptr(SvgDocument) doc = parse("<svg " SVG_NS "/>");
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *path = g_build_filename(room, rows[i].name, NULL), *bytes = NULL;
        g_assert_true(svg_document_save_as(doc, path, NULL));
        g_assert_true(g_file_get_contents(path, &bytes, NULL, NULL));
        g_assert_true((bytes[0] == 0x1f) == rows[i].packed);
        g_autoptr(SvgDocument) again = svg_document_load(path, NULL);
        g_autofree char *printed = print(again);
        g_assert_cmpstr(printed, ==, "<svg " SVG_NS "/>");
    }
    clear_room(room, (const char *const[]){"a.svgz", "a.SVG", "a.svg.gz", "a.xml", NULL});
}

/* However it is cut, a text has one sum; with one byte changed, another. */
static void test_hash(void)
{
    char text[] = "Fingerprints of locked elements are taken over runs that are cut anywhere.";
    const gsize len = strlen(text);
    const guint64 whole = svg_hash(text, len, 7);
    for (gsize a = 0; a <= len; a++) {
        for (gsize b = a; b <= len; b++) {
            SvgHasher hasher = {.sums = {7}};
            svg_hasher_add(&hasher, text, a);
            svg_hasher_add(&hasher, text + a, b - a);
            svg_hasher_add(&hasher, text + b, len - b);
            g_assert_true(svg_hasher_end(&hasher) == whole);
        }
        g_assert_true(a == len || svg_hash(text, a, 7) != whole);
        text[a < len ? a : 0] ^= 1;
        g_assert_true(svg_hash(text, len, 7) != whole);
        text[a < len ? a : 0] ^= 1;
    }
    g_assert_true(svg_hash("\0", 1, 7) != svg_hash("\0\0", 2, 7));
}

/* --- digests ---------------------------------------------------------------------------------- */

static void assert_digest(SvgDocument *doc)
{
    g_autofree char *text = print(doc), *got = svg_document_digest(doc);
    g_autoptr(SvgDocument) again = parse(text);
    g_autofree char *wanted = svg_document_digest(again);
    g_assert_cmpstr(got, ==, wanted);
}

static char *many_elements(guint n)
{
    GString *text = g_string_new("<svg>");
    for (guint i = 0; i < n; i++) {
        g_string_append_printf(text, "<rect id='r%u' x='%u'/>\n", i, i);
    }
    g_string_append(text, "</svg>");
    return g_string_free(text, FALSE);
}

static void write_x(SvgDocument *doc, guint i, const char *value)
{
    g_autofree char *id = g_strdup_printf("r%u", i);
    SvgEdit *edit = svg_edit_begin(doc, "test");
    svg_splice_attr(doc, svg_document_find(doc, id), "x", value);
    svg_change_free(svg_edit_commit(edit, NULL));
}

/* However its text is cut into runs, a state has one digest. */
static void check_digest(guint n)
{
    g_autofree char *text = many_elements(n);
    g_autoptr(SvgDocument) doc = parse(text), same = parse(text);
    g_autofree char *read = svg_document_digest(same);
    const guint places[] = {0, n / 3, n / 2, n - 1};
    for (guint i = 0; i < G_N_ELEMENTS(places); i++) {
        write_x(doc, places[i], "a longer value");
        assert_digest(doc);
        g_autofree char *as_read = svg_document_digest_as_read(doc);
        g_assert_cmpstr(as_read, ==, read);
        g_autofree char *now = svg_document_digest(doc);
        g_assert_cmpstr(now, !=, read);
    }
    while (svg_document_undo(doc)) {
    }
    g_autofree char *back = svg_document_digest(doc);
    g_assert_cmpstr(back, ==, read);
}

static void test_digest(void)
{
    for (guint n = 1; n < 40; n++) {
        check_digest(n);
    }
    check_digest(2000);
}

/* --- places ----------------------------------------------------------------------------------- */

static void assert_position(SvgDocument *doc, const char *id, guint line, guint column)
{
    SvgPosition position = svg_document_position_of(doc, id);
    g_assert_cmpuint(position.line, ==, line);
    g_assert_cmpuint(position.column, ==, column);
}

static void test_positions(void)
{
    g_autoptr(SvgDocument) doc =
        parse("\xef\xbb\xbf<svg " SVG_NS ">\r\n<!-- \xc3\xa4\xe2\x82\xac\n --><g id=\"a\">"
              "\t<rect id=\"b\"/></g>\xf0\x9f\xa7\x9a<rect/></svg>");
    assert_position(doc, "a", 3, 5);
    assert_position(doc, "b", 3, 16);
    assert_position(doc, "rect-2", 3, 35);
    assert_position(doc, "nowhere", 1, 1);
    SvgPosition end = svg_document_position(doc, G_MAXSIZE);
    g_assert_cmpuint(end.line, ==, 3);
    g_assert_cmpuint(end.column, ==, 48);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/document/refused", test_refused);
    g_test_add_func("/document/utf8", test_utf8);
    g_test_add_func("/document/limits", test_limits);
    g_test_add_func("/document/same", test_same);
    g_test_add_func("/document/encodings", test_encodings);
    g_test_add_func("/document/gzip", test_gzip);
    g_test_add_func("/document/entities", test_entities);
    g_test_add_func("/document/attributes", test_attributes);
    g_test_add_func("/document/elements", test_elements);
    g_test_add_func("/document/unique-ids", test_unique_ids);
    g_test_add_func("/document/equal-ids", test_equal_ids);
    g_test_add_func("/document/derived-ids", test_derived_ids);
    g_test_add_func("/document/ids-of-what-came", test_ids_of_what_came);
    g_test_add_func("/document/values", test_values);
    g_test_add_func("/document/names", test_names);
    g_test_add_func("/document/hash", test_hash);
    g_test_add_func("/document/digest", test_digest);
    g_test_add_func("/document/saving", test_saving);
    g_test_add_func("/document/positions", test_positions);
    g_test_add_func("/document/saving/much", test_saving_much);
    g_test_add_func("/document/saving/fails", test_saving_fails);
    g_test_add_func("/document/saving/packing", test_packing_by_name);
    int result = g_test_run();
    svg_cleanup();
    return result;
}
