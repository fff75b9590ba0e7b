/* A three-way merge, case by case: what became of what we did, and the bytes. */
#include "common/drawing.h"
#include "document/document_priv.h"

#include <svg/merge.h>

#include <string.h>

#define HEAD                                                                                  \
    "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" " \
    "xmlns:sodipodi=\"http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd\" "                  \
    "xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" viewBox=\"0 0 200 100\">\n"
#define TAIL "\n</svg>\n"

/* `|` separates elements, each on a line. `told` lists what isn't simply kept: fate, id, what. */
typedef struct {
    const char *name, *base, *ours, *theirs, *want, *told;
} Case;

#define A "  <rect id=\"a\" x=\"1\" y=\"1\" width=\"9\" height=\"9\" fill=\"red\"/>"
#define B \
    "  <rect id=\"b\" x=\"20\" y=\"1\" width=\"9\" height=\"9\" style=\"fill:red;stroke:blue\"/>"
#define AB A "\n" B

static const Case cases[] = {
    {"theirs is the base", AB, A, AB, A, ""},
    {"ours is the base", AB, AB, B "\n" A, B "\n" A, ""},
    {"different elements", AB,
     "  <rect id=\"a\" x=\"5\" y=\"1\" width=\"9\" height=\"9\" fill=\"red\"/>\n" B,
     A
     "\n  <rect id=\"b\" x=\"30\" y=\"1\" width=\"9\" height=\"9\" style=\"fill:red;stroke:blue\"/>",
     "  <rect id=\"a\" x=\"5\" y=\"1\" width=\"9\" height=\"9\" fill=\"red\"/>\n"
     "  <rect id=\"b\" x=\"30\" y=\"1\" width=\"9\" height=\"9\" style=\"fill:red;stroke:blue\"/>",
     ""},
    {"different attributes", A,
     "  <rect id=\"a\" x=\"1\" y=\"1\" width=\"9\" height=\"9\" fill=\"green\"/>",
     "  <rect y=\"4\" id=\"a\" x=\"1\" width=\"9\" height=\"9\" fill=\"red\"/>",
     "  <rect y=\"4\" id=\"a\" x=\"1\" width=\"9\" height=\"9\" fill=\"green\"/>", ""},
    {"the same attribute", A,
     "  <rect id=\"a\" x=\"1\" y=\"1\" width=\"9\" height=\"9\" fill=\"green\"/>",
     "  <rect id=\"a\" x=\"1\" y=\"1\" width=\"9\" height=\"9\" fill=\"blue\"/>",
     "  <rect id=\"a\" x=\"1\" y=\"1\" width=\"9\" height=\"9\" fill=\"blue\"/>", "theirs a fill"},
    {"the same to the same", A,
     "  <rect id=\"a\" x=\"1\" y=\"1\" width=\"9\" height=\"9\" fill=\"blue\"/>",
     "  <rect id=\"a\" x=\"1\" y=\"1\" width=\"9\" height=\"9\" fill=\"#00f\"/>",
     "  <rect id=\"a\" x=\"1\" y=\"1\" width=\"9\" height=\"9\" fill=\"blue\"/>", ""},
    {"attribute and declaration of it", A,
     "  <rect id=\"a\" x=\"1\" y=\"1\" width=\"9\" height=\"9\" fill=\"green\"/>",
     "  <rect id=\"a\" x=\"1\" y=\"1\" width=\"9\" height=\"9\" fill=\"red\" style=\"fill:blue\"/>",
     "  <rect id=\"a\" x=\"1\" y=\"1\" width=\"9\" height=\"9\" fill=\"red\" style=\"fill:blue\"/>",
     "theirs a fill"},
    {"declarations one by one", B,
     "  <rect id=\"b\" x=\"20\" y=\"1\" width=\"9\" height=\"9\" style=\"fill:green;stroke:green\"/>",
     "  <rect id=\"b\" x=\"20\" y=\"1\" width=\"9\" height=\"9\" style=\"stroke:black; fill:#ff0000\"/>",
     "  <rect id=\"b\" x=\"20\" y=\"1\" width=\"9\" height=\"9\" style=\"stroke:black; fill:green\"/>",
     "theirs b stroke"},
    {"geometry is one thing", A,
     "  <rect id=\"a\" x=\"7\" y=\"1\" width=\"9\" height=\"9\" fill=\"red\"/>",
     "  <rect id=\"a\" x=\"1\" y=\"1\" width=\"50\" height=\"9\" fill=\"red\"/>",
     "  <rect id=\"a\" x=\"1\" y=\"1\" width=\"50\" height=\"9\" fill=\"red\"/>",
     "theirs a geometry"},
    {"a number that begins with the other", "  <circle id=\"c\" cx=\"20\" r=\"5\"/>",
     "  <circle id=\"c\" cx=\"40\" r=\"5\"/>", "  <circle id=\"c\" cx=\"200\" r=\"5\"/>",
     "  <circle id=\"c\" cx=\"200\" r=\"5\"/>", "theirs c geometry"},
    {"geometry that is only spelt otherwise", "  <path id=\"p\" d=\"M 1,1 L 9,9 L 9,20\"/>",
     "  <path id=\"p\" d=\"M 2,1 L 9,9\"/>",
     "  <path d=\"m 1.000001,1 8,8 V 20\" id=\"p\" stroke=\"red\"/>",
     "  <path d=\"M 2,1 L 9,9\" id=\"p\" stroke=\"red\"/>", ""},
    {"a rectangle that became a path", A, "  <path id=\"a\" d=\"M 1,1 H 9 V 9 Z\" fill=\"red\"/>",
     A "\n" B, "  <path id=\"a\" d=\"M 1,1 H 9 V 9 Z\" fill=\"red\"/>\n" B, ""},
    {"one that they moved", A, "  <path id=\"a\" d=\"M 1,1 H 9 V 9 Z\" fill=\"red\"/>",
     "  <rect id=\"a\" x=\"5\" y=\"1\" width=\"9\" height=\"9\" fill=\"red\"/>",
     "  <rect id=\"a\" x=\"5\" y=\"1\" width=\"9\" height=\"9\" fill=\"red\"/>", "theirs a"},
    {"a group that has the id of a rectangle, with what stood beside that", AB,
     "  <g id=\"a\"><rect id=\"b\" x=\"20\" y=\"50\" width=\"9\" height=\"9\" "
     "style=\"fill:red;stroke:blue\"/></g>",
     AB "\n  <circle id=\"c\" r=\"5\"/>",
     "  <g id=\"a\">\n    <rect id=\"b\" x=\"20\" y=\"50\" width=\"9\" height=\"9\" "
     "style=\"fill:red;stroke:blue\"/>\n  </g>\n  <circle id=\"c\" r=\"5\"/>",
     ""},
    {"characters beside shapes, which nobody sees", "  stray\n" A, "  stray\n" AB, "  other\n" A,
     "  other\n" AB, ""},
    {"words", "  <text id=\"t\" x=\"1\" y=\"9\">one</text>",
     "  <text id=\"t\" x=\"1\" y=\"9\">two</text>", "  <text id=\"t\" x=\"5\" y=\"9\">one</text>",
     "  <text id=\"t\" x=\"5\" y=\"9\">two</text>", ""},
    {"words of both", "  <text id=\"t\" x=\"1\" y=\"9\">one</text>",
     "  <text id=\"t\" x=\"1\" y=\"9\">two</text>", "  <text id=\"t\" x=\"1\" y=\"9\">three</text>",
     "  <text id=\"t\" x=\"1\" y=\"9\">three</text>", "theirs t text"},
    {"lines of words", "  <text id=\"t\" x=\"1\" y=\"9\">one</text>\n" A,
     "  <text id=\"t\" x=\"1\" y=\"9\">a &lt; <tspan x=\"1\" dy=\"5\">b</tspan> c</text>\n" A,
     "  <text id=\"t\" fill=\"red\" x=\"1\" y=\"9\">one</text>\n" A,
     "  <text id=\"t\" fill=\"red\" x=\"1\" y=\"9\">a &lt; <tspan x=\"1\" dy=\"5\">b</tspan> c</text>\n" A,
     ""},
    {"a text moved by lines",
     "  <text id=\"t\" x=\"1\" y=\"9\"><tspan x=\"1\" y=\"9\">one</tspan></text>",
     "  <text id=\"t\" x=\"4\" y=\"9\"><tspan x=\"4\" y=\"9\">one</tspan></text>",
     "  <text id=\"t\" x=\"1\" y=\"9\" transform=\"translate(9)\"><tspan x=\"1\" y=\"9\">one</tspan></text>",
     "  <text id=\"t\" x=\"1\" y=\"9\" transform=\"translate(9)\"><tspan x=\"1\" y=\"9\">one</tspan></text>",
     "theirs t geometry"},
    {"a text with another id now, by its line",
     "  <text id=\"t\" x=\"1\" y=\"9\"><tspan id=\"l\">one</tspan></text>",
     "  <text id=\"t\" x=\"1\" y=\"9\" fill=\"red\"><tspan id=\"l\">one</tspan></text>",
     "  <text id=\"s\" x=\"7\" y=\"9\"><tspan id=\"l\">one</tspan></text>",
     "  <text id=\"s\" x=\"7\" y=\"9\" fill=\"red\"><tspan id=\"l\">one</tspan></text>", ""},
    {"they deleted what we changed", AB,
     "  <rect id=\"a\" x=\"5\" y=\"1\" width=\"9\" height=\"9\" fill=\"red\"/>\n" B, B, B,
     "gone a"},
    {"we deleted what they changed", AB, B,
     "  <rect id=\"a\" x=\"5\" y=\"1\" width=\"9\" height=\"9\" fill=\"red\"/>\n" B,
     "  <rect id=\"a\" x=\"5\" y=\"1\" width=\"9\" height=\"9\" fill=\"red\"/>\n" B, "stays a"},
    {"we deleted what they only saved", AB, B,
     "  <rect\n     id=\"a\"\n     height=\"9.0000001\" width=\"9\" y=\"1\" x=\"1\" inkscape:label=\"A\" "
     "fill=\"#ff0000\"/>\n" B,
     B, ""},
    {"we deleted what they now refer to", AB, B, AB "\n  <use id=\"u\" xlink:href=\"#a\"/>",
     AB "\n  <use id=\"u\" xlink:href=\"#a\"/>", "stays a"},
    {"both deleted", AB, B, B "\n  <g id=\"g\"/>", B "\n  <g id=\"g\"/>", ""},
    {"new ones", AB, A "\n  <circle id=\"c\" r=\"5\"/>\n" B, AB "\n  <circle id=\"d\" r=\"6\"/>",
     A "\n  <circle id=\"c\" r=\"5\"/>\n" B "\n  <circle id=\"d\" r=\"6\"/>", ""},
    {"new ones of one name, with references", A,
     A "\n  <circle id=\"c\" r=\"5\"/>\n  <use id=\"u\" xlink:href=\"#c\" style=\"fill:url(#c)\"/>",
     A "\n  <g id=\"c\"/>",
     A
     "\n  <circle id=\"c-1\" r=\"5\"/>\n  <use id=\"u\" xlink:href=\"#c-1\" style=\"fill:url(#c-1)\"/>\n"
     "  <g id=\"c\"/>",
     "renamed c"},
    {"what both made alike", A,
     A "\n  <marker id=\"m\"><path d=\"M 0,0 L 1,1\"/></marker>\n  <path id=\"q\" "
       "marker-end=\"url(#m)\"/>",
     A "\n  <marker id=\"m\"><path d=\"M 0,0 L 1,1\"/></marker>",
     A "\n  <marker id=\"m\"><path d=\"M 0,0 L 1,1\"/></marker>\n  <path id=\"q\" "
       "marker-end=\"url(#m)\"/>",
     ""},
    {"a parent that is gone", "  <g id=\"g\">\n  " A "\n  </g>\n" B,
     "  <g id=\"g\">\n  " A "\n    <circle id=\"c\" r=\"5\"/>\n  </g>\n" B, B,
     B "\n  <circle id=\"c\" r=\"5\"/>", "rehomed c"},
    {"a reference to what is gone", AB, AB "\n  <use id=\"u\" xlink:href=\"#a\"/>", B,
     B "\n  <use id=\"u\" xlink:href=\"#a\"/>", "dangling u"},
    {"locked meanwhile", AB,
     "  <rect id=\"a\" x=\"5\" y=\"1\" width=\"9\" height=\"9\" fill=\"red\"/>\n"
     "  <rect id=\"b\" x=\"40\" y=\"1\" width=\"9\" height=\"9\" style=\"fill:red;stroke:blue\"/>",
     "  <rect sodipodi:insensitive=\"true\" id=\"a\" x=\"1\" y=\"1\" width=\"9\" height=\"9\" fill=\"red\"/>\n" B,
     "  <rect sodipodi:insensitive=\"true\" id=\"a\" x=\"1\" y=\"1\" width=\"9\" height=\"9\" fill=\"red\"/>\n"
     "  <rect id=\"b\" x=\"40\" y=\"1\" width=\"9\" height=\"9\" style=\"fill:red;stroke:blue\"/>",
     "locked a geometry"},
    {"a locked group gets nothing", "  <g id=\"g\">\n  " A "\n  </g>",
     "  <g id=\"g\">\n  " A "\n    <circle id=\"c\" r=\"5\"/>\n  </g>",
     "  <g id=\"g\" sodipodi:insensitive=\"1\">\n  " A "\n  </g>",
     "  <g id=\"g\" sodipodi:insensitive=\"1\">\n  " A "\n  </g>", "locked c"},
    {"grouped", AB, "  <g id=\"g\">\n  " A "\n  " B "\n  </g>",
     A
     "\n  <rect id=\"b\" x=\"20\" y=\"1\" width=\"9\" height=\"9\" style=\"fill:lime;stroke:blue\"/>",
     "  <g id=\"g\">\n  " A "\n    <rect id=\"b\" x=\"20\" y=\"1\" width=\"9\" height=\"9\" "
     "style=\"fill:lime;stroke:blue\"/>\n  </g>",
     ""},
    {"taken apart", "  <g id=\"g\">\n  " A "\n  </g>\n" B, AB,
     "  <g id=\"g\">\n    <rect id=\"a\" x=\"1\" y=\"1\" width=\"9\" height=\"9\" fill=\"lime\"/>\n  </g>\n" B,
     "  <rect id=\"a\" x=\"1\" y=\"1\" width=\"9\" height=\"9\" fill=\"lime\"/>\n" B, ""},
    {"order", AB, B "\n" A, A "\n" B "\n  <g id=\"g\"/>", B "\n" A "\n  <g id=\"g\"/>", ""},
    {"ids that a program gave",
     "  <rect x=\"1\" y=\"1\" width=\"9\" height=\"9\"/>\n  <rect x=\"20\" y=\"1\" width=\"9\" height=\"9\"/>",
     "  <rect x=\"1\" y=\"1\" width=\"9\" height=\"9\"/>\n  <rect x=\"40\" y=\"1\" width=\"9\" height=\"9\" "
     "id=\"rect-2\"/>\n  <use id=\"u\" xlink:href=\"#rect-2\"/>",
     "  <rect x=\"1\" y=\"1\" height=\"9\" width=\"9\" id=\"rect123\"/>\n"
     "  <rect x=\"20\" y=\"1\" height=\"9\" width=\"9\" id=\"rect456\"/>\n  <g id=\"g\"/>",
     "  <rect x=\"1\" y=\"1\" height=\"9\" width=\"9\" id=\"rect123\"/>\n"
     "  <rect x=\"40\" y=\"1\" height=\"9\" width=\"9\" id=\"rect456\"/>\n"
     "  <use id=\"u\" xlink:href=\"#rect456\"/>\n  <g id=\"g\"/>",
     ""},
    {"HTML",
     "  <foreignObject id=\"f\"><div xmlns=\"http://www.w3.org/1999/xhtml\">a<br/>b</div></foreignObject>",
     "  <foreignObject id=\"f\"><div xmlns=\"http://www.w3.org/1999/xhtml\">c<br/>d<i>e</i></div></foreignObject>",
     "  <foreignObject width=\"9\" id=\"f\"><div xmlns=\"http://www.w3.org/1999/xhtml\">a<br/>b</div></foreignObject>",
     "  <foreignObject width=\"9\" id=\"f\"><div xmlns=\"http://www.w3.org/1999/xhtml\">c<br "
     "xmlns=\"http://www.w3.org/1999/xhtml\"/>d<i xmlns=\"http://www.w3.org/1999/xhtml\">e</i></div></foreignObject>",
     ""},
};

static SvgDocument *whole(const char *body)
{
    g_autofree char *text = g_strconcat(HEAD, body, TAIL, NULL);
    return test_parse(text);
}

/* What isn't simply kept, a line each. */
static char *told(const SvgMerge *merge)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < merge->items->len; i++) {
        const SvgMergeItem *item = merge->items->pdata[i];
        if (item->fate != SVG_MERGE_KEPT) {
            g_string_append_printf(out, "%s%s %s%s%s", out->len ? "\n" : "",
                                   svg_merge_fate_name(item->fate), item->id, item->what ? " " : "",
                                   item->what ? item->what : "");
        }
    }
    return g_string_free(out, FALSE);
}

static void check_undo(SvgMerge *merge, SvgDocument *theirs)
{
    g_autoptr(GBytes) want = svg_document_print_utf8(theirs);
    while (svg_document_undo(merge->doc)) {
    }
    g_autoptr(GBytes) undone = svg_document_print_utf8(merge->doc);
    g_assert_true(!merge->change || g_bytes_equal(want, undone));
}

static void test_case(gconstpointer data)
{
    const Case *at = data;
    g_autoptr(SvgDocument) base = whole(at->base), ours = whole(at->ours);
    g_autoptr(SvgDocument) theirs = whole(at->theirs);
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgMerge) merge = svg_merge(base, ours, theirs, "fairy", &error);
    g_assert_no_error(error);
    g_autoptr(GBytes) bytes = svg_document_print_utf8(merge->doc);
    g_autofree char *is = g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
    g_autofree char *want = g_strconcat(HEAD, at->want, TAIL, NULL);
    g_autofree char *lines = told(merge);
    g_assert_cmpstr(is, ==, want);
    g_assert_cmpstr(lines, ==, at->told);
    check_undo(merge, theirs);
}

static void test_sentences(void)
{
    g_autoptr(SvgDocument) base = whole(AB);
    g_autoptr(SvgDocument) ours =
        whole("  <rect id=\"a\" x=\"7\" y=\"1\" width=\"9\" height=\"9\" fill=\"red\"/>");
    g_autoptr(SvgDocument) theirs = whole("  <rect id=\"b\" x=\"20\" y=\"1\" width=\"9\" "
                                          "height=\"9\" style=\"fill:red;stroke:red\"/>");
    g_autoptr(SvgMerge) merge = svg_merge(base, ours, theirs, "fairy", NULL);
    g_assert_cmpuint(merge->items->len, ==, 2);
    g_autofree char *gone = svg_merge_item_text(merge->items->pdata[0]);
    g_autofree char *stays = svg_merge_item_text(merge->items->pdata[1]);
    g_assert_cmpstr(gone, ==, "a: it has been deleted by another program");
    g_assert_cmpstr(stays, ==, "b: it isn't deleted, as another program has changed or used it");
    g_assert_cmpuint(merge->n_lost, ==, 2);
    g_assert_cmpuint(merge->n_kept, ==, 0);
}

/* Even what something new of ours refers to. */
static void test_deleted_by_the_person(void)
{
    g_autoptr(SvgDocument) was = whole(AB), is = whole(B);
    g_autoptr(SvgDocument) doc = whole(AB "\n  <use id=\"u\" xlink:href=\"#a\"/>");
    g_autoptr(SvgMerge) merge = svg_merge_into(doc, was, is, "person", TRUE);
    g_assert_cmpuint(merge->n_kept, ==, 1);
    g_assert_null(svg_document_find(doc, "a"));
    g_assert_nonnull(svg_document_find(doc, "u"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *name = g_strconcat("/merge/", cases[i].name, NULL);
        g_test_add_data_func(name, &cases[i], test_case);
    }
    g_test_add_func("/merge/sentences", test_sentences);
    g_test_add_func("/merge/deleted-by-the-person", test_deleted_by_the_person);
    int result = g_test_run();
    svg_cleanup();
    return result;
}
