/* Style sheets and style="" text: what selectors match, what is skipped, what a set leaves alone.
 */
#include "style/css.h"

#include "document/splice.h"

#include <svg/document.h>
#include <svg/edit.h>

#include <string.h>

static SvgDocument *parse(const char *text)
{
    g_autoptr(GError) error = NULL;
    SvgDocument *doc = svg_document_parse(text, strlen(text), "test.svg", &error);
    g_assert_no_error(error);
    return doc;
}

/* The ids of the elements on which `sheet` declares fill="hit", in document order. */
static char *hits(const char *drawing, const char *sheet)
{
    g_autofree char *safe = g_markup_escape_text(sheet, -1);
    g_autofree char *text =
        g_strdup_printf("<svg xmlns='http://www.w3.org/2000/svg' "
                        "xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape' id='root'>"
                        "%s<style>%s</style></svg>",
                        drawing, safe);
    g_autoptr(SvgDocument) doc = parse(text);
    GString *out = g_string_new(NULL);
    SvgNode *root = svg_document_root(doc);
    for (SvgNode *at = root; at; at = svg_node_walk(root, at, FALSE)) {
        const char *id = at->name ? svg_node_attr(at, "id") : NULL;
        if (id && g_strcmp0(svg_style_declared(doc, at, SVG_PROPERTY_FILL), "#010203") == 0) {
            g_string_append_printf(out, "%s%s", out->len ? " " : "", id);
        }
    }
    return g_string_free(out, FALSE);
}

#define HIT "{fill:#010203}"

static const char drawing[] = "<g id='g1' class='layer one'>"
                              "  <rect id='a' class='box' rx='3' data-x='alpha beta' lang='en-GB'/>"
                              "  text <!-- comment -->"
                              "  <circle id='b' class='box round'/>"
                              "  <g id='g2'>"
                              "    <rect id='c' class='round  box big'/>"
                              "    <path id='d' inkscape:label='Wall 1'/>"
                              "  </g>"
                              "</g>"
                              "<text id='e'><tspan id='f'>x</tspan></text>"
                              "<rect id='1a' class='Box'/>"
                              "<rect id='g.h'/>";

static const struct {
    const char *selector, *ids;
} selectors[] = {
    {"rect", "a c 1a g.h"},
    {"*", "root g1 a b g2 c d e f 1a g.h"},
    {"svg|rect", "a c 1a g.h"},
    {"*|circle", "b"},
    {"|circle", "b"},
    {".box", "a b c"},
    {".Box", "1a"},
    {".box.round", "b c"},
    {"rect.box.big", "c"},
    {"#b", "b"},
    {"circle#b.box", "b"},
    {"rect#b", ""},
    {"#\\31 a", "1a"},
    {"#\\000031a", "1a"},
    {"#g\\.h", "g.h"},
    {"#1a", ""},
    {"[rx]", "a"},
    {"[ rx = '3' ]", "a"},
    {"[rx=\"4\"]", ""},
    {"[data-x~=beta]", "a"},
    {"[data-x~='alpha beta']", ""},
    {"[lang|=en]", "a"},
    {"[lang|=e]", ""},
    {"[data-x^=alp]", "a"},
    {"[data-x$=eta]", "a"},
    {"[data-x*=' b']", "a"},
    {"[data-x*='']", ""},
    {"[data-x='ALPHA beta' i]", "a"},
    {"[data-x='ALPHA beta']", ""},
    {"[inkscape|label='Wall 1']", "d"},
    {"[inkscape\\:label]", "d"},
    {"g rect", "a c"},
    {"g g rect", "c"},
    {"g > rect", "a c"},
    {"svg>g>rect", "a"},
    {"svg > rect", "1a g.h"},
    {"#g1 > g > .box", "c"},
    {"svg g2 rect", ""},
    {".layer .box + path", "d"},
    {".one.layer > g > .big", "c"},
    {".layer .big .round", ""},
    {".box + #g2 rect", "c"},
    {".layer ~ #e > tspan", "f"},
    {"#g1 .one rect", ""},
    {"rect + circle", "b"},
    {"rect~g", "g2"},
    {"rect ~ g path", "d"},
    {"circle ~ rect", ""},
    {"text ~ rect + rect", "g.h"},
    {"g ~ rect", "1a g.h"},
    {":root", "root"},
    {"rect:first-child", "a c"},
    {":last-child", "root g2 d f"},
    {"g :only-child", ""},
    {"tspan:only-child", "f"},
    {"g > :nth-child(odd)", "a g2 c"},
    {"g > :nth-child(even)", "b d"},
    {"g > :nth-child( 2n + 1 )", "a g2 c"},
    {"g > :nth-child(-n+2)", "a b c d"},
    {"#g1 > :nth-child(3)", "g2"},
    {"#g1 > :nth-child(n+2)", "b g2"},
    {"#g1 > :nth-child(0n+1)", "a"},
    {"#g1 > :nth-child(-3)", ""},
    {"rect:not(.box)", "1a g.h"},
    {"rect:not(.box, #1a)", ""},
    {"rect:not(.box):not([id='1a'])", "g.h"},
    {"rect:not(.big, [class=Box])", "a g.h"},
    {"g > :nth-last-child(1)", "g2 d"},
    {"#g1 > :nth-last-child(n+2)", "a b"},
    {"rect:first-of-type", "a c 1a"},
    {"g :last-of-type", "a b g2 c d"},
    {"svg > :last-of-type", "g1 e g.h"},
    {"rect:nth-of-type(2)", "g.h"},
    {"rect:nth-last-of-type(2)", "1a"},
    {"g :only-of-type", "a b g2 c d"},
    {"rect:only-of-type", "a c"},
    {"g:empty, path:empty, tspan:empty", "d"},
    {":is(rect, circle).box", "a b c"},
    {"g > :where(.round, path)", "b c d"},
    {"circle:is(:not(a))", "b"},
    {"circle:not(:not(a))", ""},
    {"rect:not(g > rect)", "1a g.h"},
    {"rect:not(g + *, g rect, .Box)", "g.h"},
    {":is(#g2 > *, text + rect)", "c d 1a"},
    {":is(:frob, circle, ::before)", "b"},
    {"g:has(> path)", "g2"},
    {"g:has(path)", "g1 g2"},
    {"g:has(path, frob) > rect", "a c"},
    {"rect:has(+ circle)", "a"},
    {"rect:has(~ g)", "a"},
    {":has(+ g > .big)", "b"},
    {"rect:not(:has(~ rect))", "a c g.h"},
    {":nth-child(2 of rect)", "g.h"},
    {"g > :nth-child(1 of .round)", "b c"},
    {":nth-last-child(1 of :not(path))", "root g2 c f"},
    {"path:empty, tspan:empty, circle:empty", "b d"},
    {":lang(en)", "a"},
    {":lang('en-gb')", "a"},
    {":lang(de, en)", "a"},
    {":lang(en-GB-x)", ""},
    {":lang(e)", ""},
    {"rect:hover", ""},
    {"rect:hover, path", "d"},
    {"path, rect::before, rect:after, g::-webkit-x", "d"},
    {"path:not(:hover)", "d"},
    {"rect:FOCUS, path", "d"},
    {"g /* c */ > /**/ circle", "b"},
    {"circle, path", "b d"},
    {"circle,path/**/", "b d"},
    {"r\\65 ct.box", "a c"},
};

static void test_selectors(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(selectors); i++) {
        g_autofree char *sheet = g_strconcat(selectors[i].selector, HIT, NULL);
        g_autofree char *found = hits(drawing, sheet);
        if (g_strcmp0(found, selectors[i].ids) != 0) {
            g_error("%s: got \"%s\", not \"%s\"", selectors[i].selector, found, selectors[i].ids);
        }
    }
}

/* The ids of the elements that a rule is for, by lenient sheets. */
static char *lenient_hits(const char *sheet)
{
    g_autofree char *text =
        g_strdup_printf("<svg xmlns='http://www.w3.org/2000/svg' id='root'>%s</svg>", drawing);
    g_autoptr(SvgDocument) doc = parse(text);
    g_autoptr(SvgSheets) sheets = svg_sheets_new_lenient();
    svg_sheets_add(sheets, sheet, strlen(sheet));
    svg_sheets_index(sheets);
    GString *out = g_string_new(NULL);
    SvgNode *root = svg_document_root(doc);
    for (SvgNode *at = root; at; at = svg_node_walk(root, at, FALSE)) {
        g_autoptr(GArray) rules = g_array_new(FALSE, FALSE, sizeof(guint));
        if (at->name) {
            svg_sheets_match(sheets, at, FALSE, rules);
        }
        if (rules->len) {
            g_string_append_printf(out, "%s%s", out->len ? " " : "", svg_node_attr(at, "id"));
        }
    }
    return g_string_free(out, FALSE);
}

/* What some program may draw by: conditions hold, what isn't known is left out. */
static void test_lenient(void)
{
    static const struct {
        const char *sheet, *ids;
    } rows[] = {
        {"@media print { #b {} }", "b"},
        {"@supports (x: y) { @layer z { #b {} } @container (width > 1px) { #d {} } }", "b d"},
        {"@import 'x'; @font-face { font-family: x } #b {}", "b"},
        {"rect:frob, circle:frob(:x, y), ::frob, text", ""},
        {"rect:frob, circle:frob(:x, y), ::frob, text {}", "a b c e 1a g.h"},
        {".round:not(:frob), #d:is(:frob)", ""},
        {".round:not(:frob), #d:is(:frob) {}", "b c d"},
        {"path:not(:frob, #d) {}", ""},
        {"#g1 > g { fill: red; & > rect, .frob { x: y } path { } }", "g2 c d"},
        {"#e { & + rect {} :not(&)#b {} @media print { > tspan {} } }", "b e f 1a"},
        {"#e { tspan { &:first-child + & {} } ; #b & {} }", "e f"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *found = lenient_hits(rows[i].sheet);
        g_test_message("%s", rows[i].sheet);
        g_assert_cmpstr(found, ==, rows[i].ids);
    }
}

/* Rules in rules in rules take no more than their limits. */
static void test_unfolding(void)
{
    g_autoptr(GString) sheet = g_string_new("rect");
    for (guint i = 0; i < 200; i++) {
        g_string_append(sheet, "{ &, & g &, :is(&, &) ");
    }
    g_autofree char *found = lenient_hits(sheet->str);
    g_assert_nonnull(strstr(found, "a"));
}

/* White space is content, a comment isn't. */
static void test_empty(void)
{
    g_autofree char *found = hits("<g id='a'/><g id='b'> </g><g id='c'><!-- <x/> --></g>"
                                  "<g id='d'><!-- --> <?x?></g><g id='e'><?x -->?><!-- ?> --></g>"
                                  "<g id='f'><![CDATA[ ]]></g><g id='g'></g>",
                                  "g:empty" HIT);
    g_assert_cmpstr(found, ==, "a c e g");
}

/* Selectors 3 §13: one part that isn't valid or known makes the rule invalid, not the sheet. */
static void test_invalid_selectors(void)
{
    static const char *const invalid[] = {
        "",
        "circle:frob",
        "circle::frob",
        "circle, ::frob",
        "circle:frob(a)",
        "circle::not(a)",
        "circle:not(::before)",
        "circle:lang()",
        "circle:lang(5)",
        "circle:lang(en",
        "circle:nth-last-child()",
        "circle:nth-child(x)",
        "circle:",
        "circle..box",
        "circle.",
        "#",
        "> circle",
        "circle >",
        "circle > > a",
        "circle, ",
        ", circle",
        "circle, :frob",
        "[",
        "[rx",
        "circle[id=b",
        "circle[id=]",
        "circle[=b]",
        "circle:not(",
        "circle:not()",
        "circle:not(:frob, a)",
        "circle:has(:frob)",
        "circle:has()",
        "circle:not(> a)",
        "circle:is(:frob)",
        "circle:nth-of-type(1 of circle)",
        "circle:nth-child(2 of circle, )",
        "circle)",
        "circle]",
        "5circle",
        "circle!",
        "circle:nth-child(2n 1)",
        "@",
        "circle&rect",
    };
    for (guint i = 0; i < G_N_ELEMENTS(invalid); i++) {
        g_autofree char *sheet = g_strconcat(invalid[i], HIT "} ;@x; #d" HIT, NULL);
        g_autofree char *found = hits(drawing, sheet);
        if (strstr(found, "b") || strstr(found, "a")) {
            g_error("\"%s\" matched \"%s\"", invalid[i], found);
        }
    }
}

static void test_recovery(void)
{
    static const struct {
        const char *sheet, *ids;
    } rows[] = {
        {"a:frob" HIT "#b" HIT, "b"},
        {"@import 'x{y}z.css'; #b" HIT, "b"},
        {"@import url(a;b{c); #b" HIT, "b"},
        {"@charset \"utf-8\";#b" HIT, "b"},
        {"@font-face { font-family: x; src: url(y) } #b" HIT, "b"},
        {"@keyframes k { from { fill: red } to { fill: blue } } #b" HIT, "b"},
        {"@supports (x: y) { #a" HIT " } #b" HIT, "b"},
        {"@media screen { #a" HIT " } #b" HIT, "a b"},
        {"@media all { @media print { #a" HIT " } #c" HIT " } #b" HIT, "b c"},
        {"@media print, ALL { #a" HIT " }", "a"},
        {"@media { #a" HIT " }", "a"},
        {"@media print { #a" HIT " } #b" HIT, "b"},
        {"@media (prefers-color-scheme: dark) { #a" HIT " } #b" HIT, "b"},
        {"<!-- #a" HIT " --> #b" HIT, "a b"},
        {"/* #a" HIT " */ #b" HIT, "b"},
        {"#a" HIT "/* open #b" HIT, "a"},
        {"#a { fill: 'x}' ; fill:#010203 } #b" HIT, "a b"},
        {"#a { ; ; x ; fill #1 ; : ; fill:#010203", "a"},
        {"#a { nested { x: y } fill: red; fill:#010203 }", "a"},
        {"#a { fill:#010203; fill: linear-gradient(red) }", "a"},
        {"} #a" HIT "#b" HIT, "b"},
        {"#a" HIT "} #b" HIT " #c" HIT, "a c"},
        {"#a { FILL : /* c */ #010203 /* d */ ! IMPORTANT }", "a"},
        {"#a { fill: #010203; f\\69 ll: red; -x-fill: red }", "a"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *found = hits(drawing, rows[i].sheet);
        g_test_message("%s", rows[i].sheet);
        g_assert_cmpstr(found, ==, rows[i].ids);
    }
}

/* Links lead somewhere, and languages are inherited; xml:lang counts before lang. */
static void test_links_and_languages(void)
{
    static const struct {
        const char *sheet, *ids;
    } rows[] = {
        {":link" HIT, "a1 a2"},     {"a:any-link" HIT, "a1 a2"}, {"a:visited" HIT, ""},
        {":lang(de)" HIT, "g3 p1"}, {":lang(fr)" HIT, "p2 s1"},  {"path:lang(en)" HIT, "p3"},
    };
    static const char links[] =
        "<a id='a1' href='#x'/><a id='a2' xlink:href='#x' "
        "xmlns:xlink='http://www.w3.org/1999/xlink'/><a id='a3'/>"
        "<g id='g3' xml:lang='de'><path id='p1'/><g id='p2' xml:lang='fr' lang='en'>"
        "<rect id='s1'/></g><path id='p3' lang='EN-us'/></g>";
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *found = hits(links, rows[i].sheet);
        g_test_message("%s", rows[i].sheet);
        g_assert_cmpstr(found, ==, rows[i].ids);
    }
}

/* CSS 2.1 §6.4: importance, specificity, order. */
static void test_order(void)
{
    static const struct {
        const char *sheet, *fill;
    } rows[] = {
        {"rect{fill:#000001} rect{fill:#000002}", "#000002"},
        {".k{fill:#000001} rect{fill:#000002}", "#000001"},
        {"#r{fill:#000001} .k.l.m{fill:#000002}", "#000001"},
        {"rect.k{fill:#000001} .k{fill:#000002}", "#000001"},
        {"svg rect{fill:#000001} rect{fill:#000002}", "#000001"},
        {"[id]{fill:#000001} svg rect{fill:#000002}", "#000001"},
        {":first-child{fill:#000001} svg rect{fill:#000002}", "#000001"},
        {"rect:not(#x){fill:#000001} rect.k.l{fill:#000002}", "#000001"},
        {"rect{fill:#000001!important} #r{fill:#000002}", "#000001"},
        {"#r{fill:#000001!important} rect{fill:#000002!important}", "#000001"},
        {"*{fill:#000001}", "#000001"},
        {"rect:is(#r, .k){fill:#000001} .k.l{fill:#000002}", "#000001"},
        {"rect:where(#r){fill:#000001} .k{fill:#000002}", "#000002"},
        {"rect:first-of-type{fill:#000001} rect{fill:#000002}", "#000001"},
        {"rect:not(:hover){fill:#000001} rect{fill:#000002}", "#000001"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *text = g_strdup_printf(
            "<svg><rect id='r' class='k l m' fill='#ff0000'/><style>%s</style></svg>",
            rows[i].sheet);
        g_autoptr(SvgDocument) doc = parse(text);
        SvgNode *rect = svg_node_first_element(svg_document_root(doc));
        g_test_message("%s", rows[i].sheet);
        g_assert_cmpstr(svg_style_declared(doc, rect, SVG_PROPERTY_FILL), ==, rows[i].fill);
    }
}

/* --- elements that are alike ------------------------------------------------------------------ */

static const char *pick(const char *const *list, guint n)
{
    return list[g_test_rand_int_range(0, (gint32)n)];
}
#define PICK(list) pick(list, G_N_ELEMENTS(list))

static const char *const classes[] = {"a", "b", "a b", "b  a", "c", "", "a c"};
static const char *const ids[] = {"one", "two", "three"};

static void add_elements(GString *out, guint depth)
{
    static const char *const names[] = {"g", "rect", "a", "text", "circle"};
    guint n = (guint)g_test_rand_int_range(1, 5);
    for (guint i = 0; i < n; i++) {
        const char *name = PICK(names);
        g_string_append_printf(out, "<%s", name);
        if (g_test_rand_bit()) {
            g_string_append_printf(out, " class='%s'", PICK(classes));
        }
        if (g_test_rand_int_range(0, 4) == 0) {
            g_string_append_printf(out, " id='%s'", PICK(ids));
        }
        if (g_test_rand_int_range(0, 3) == 0) {
            g_string_append_printf(out, " data-look='%s'", PICK(classes));
        }
        if (g_test_rand_int_range(0, 3) == 0) {
            g_string_append(out, " lang='en' href='#one'");
        }
        g_string_append(out, g_test_rand_bit() ? ">" : "> ");
        if (depth > 0) {
            add_elements(out, depth - 1);
        }
        g_string_append_printf(out, "</%s>", name);
    }
}

static void add_rules(GString *out)
{
    static const char *const compounds[] = {"*",
                                            "rect",
                                            "g",
                                            ".a",
                                            ".b.a",
                                            "#one",
                                            "#two.c",
                                            "g[class]",
                                            "[class=a]",
                                            "[data-look]",
                                            "[data-look~=b]",
                                            ":root",
                                            ":not(.a)",
                                            ":is(g, #one)",
                                            ":not(g > .a)",
                                            ":is(g g, .b .c)",
                                            "text.a",
                                            "rect:hover",
                                            "[data-look='' i]"};
    static const char *const odd[] = {
        ":first-child", "rect:nth-of-type(2)", ":empty",      ":lang(en)",
        "a:link",       ":has(> .a)",          ":not(g + *)", ":nth-child(2 of .a)"};
    static const char *const combinators[] = {" ", " > ", "+", "~"};
    const char *rare = g_test_rand_bit() ? PICK(odd) : NULL;
    guint n_combinators = (guint)g_test_rand_int_range(2, G_N_ELEMENTS(combinators) + 1);
    for (guint n = (guint)g_test_rand_int_range(1, 12); n > 0; n--) {
        guint parts = (guint)g_test_rand_int_range(1, 4);
        for (guint i = 0; i < parts; i++) {
            gboolean is_rare = rare && g_test_rand_bit();
            g_string_append(out, i ? pick(combinators, n_combinators) : "");
            g_string_append(out, is_rare ? rare : PICK(compounds));
        }
        g_string_append(out, HIT);
    }
}

static guint compare_all(SvgDocument *doc)
{
    SvgSheets *sheets = svg_sheets_of(doc);
    SvgNode *root = svg_document_root(doc);
    guint n = 0;
    for (SvgNode *at = root; at; at = svg_node_walk(root, at, FALSE)) {
        if (!at->name) {
            continue;
        }
        g_autoptr(GArray) wanted = g_array_new(FALSE, FALSE, sizeof(guint));
        svg_sheets_match(sheets, at, FALSE, wanted);
        GArray *rules = svg_sheets_matching(sheets, at);
        g_assert_cmpmem(rules->data, rules->len * sizeof(guint), wanted->data,
                        wanted->len * sizeof(guint));
        svg_sheets_matched(sheets, rules);
        n += wanted->len;
    }
    return n;
}

/* An element with other attributes, in another place. */
static void change(SvgDocument *doc)
{
    SvgNode *root = svg_document_root(doc), *first = svg_node_first_element(root);
    static const char *const names[] = {"class", "data-look"};
    svg_splice_attr(doc, first, PICK(names), PICK(classes));
    svg_splice_move(doc, first, root, NULL);
}

/* What elements that are alike share is what each of them would be told, also when the tree has
 * changed. */
static void test_alike(void)
{
    guint n = 0;
    for (guint round = 0; round < 400; round++) {
        g_autoptr(GString) rules = g_string_new(NULL);
        add_rules(rules);
        g_autofree char *safe = g_markup_escape_text(rules->str, -1);
        g_autoptr(GString) text = g_string_new("<svg>");
        add_elements(text, 3);
        g_string_append_printf(text, "<style>%s</style></svg>", safe);
        g_autoptr(SvgDocument) doc = parse(text->str);
        n += compare_all(doc);
        for (guint i = 0; i < 3; i++) {
            SvgEdit *edit = svg_edit_begin(doc, "test");
            change(doc);
            svg_change_free(svg_edit_commit(edit, NULL));
            n += compare_all(doc);
        }
    }
    g_assert_cmpuint(n, >, 1000);
}

/* More kinds than are remembered. */
static void test_hardly_alike(void)
{
    g_autoptr(GString) text =
        g_string_new("<svg><style>g.k7 rect, .k4500, .k4999 *" HIT "</style>");
    for (guint i = 0; i < 5000; i++) {
        g_string_append_printf(text, "<g class='k%u'><rect/></g>", i);
    }
    g_string_append(text, "</svg>");
    g_autoptr(SvgDocument) doc = parse(text->str);
    g_assert_cmpuint(compare_all(doc), ==, 3);
    g_assert_cmpuint(compare_all(doc), ==, 3);
}

/* --- sheets ----------------------------------------------------------------------------------- */

static void test_style_elements(void)
{
    static const struct {
        const char *attrs;
        gboolean applies;
    } rows[] = {
        {"", TRUE},
        {"type=''", TRUE},
        {"type='TEXT/CSS'", TRUE},
        {"type='text/css; charset=utf-8'", TRUE},
        {"type='text/less'", FALSE},
        {"media='screen'", TRUE},
        {"media='print'", FALSE},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *text = g_strdup_printf(
            "<svg><rect/><g><defs><style %s><![CDATA[ svg > rect{fill:#010203} ]]></style></defs>"
            "</g></svg>",
            rows[i].attrs);
        g_autoptr(SvgDocument) doc = parse(text);
        SvgNode *rect = svg_node_first_element(svg_document_root(doc));
        const char *fill = svg_style_declared(doc, rect, SVG_PROPERTY_FILL);
        g_assert_cmpstr(fill, ==, rows[i].applies ? "#010203" : NULL);
    }
}

static void seconds_below(double limit)
{
    double seconds = g_test_timer_elapsed();
    g_test_message("%.3f s", seconds);
    g_assert_cmpfloat(seconds, <, limit);
}

/* `n` times `repeated` between `head` and `tail`. */
static char *repeat(const char *head, const char *repeated, guint n, const char *tail)
{
    GString *out = g_string_new(head);
    for (guint i = 0; i < n; i++) {
        g_string_append(out, repeated);
    }
    g_string_append(out, tail);
    return g_string_free(out, FALSE);
}

/* Each of these would take minutes if its cost were the square of its size. */
static void test_hostile_sizes(void)
{
    static const struct {
        const char *head, *repeated, *tail;
        guint n;
    } rows[] = {
        {"", "circle,", "circle" HIT, 5000},
        {"", "circle,", ":frob" HIT, 5000},
        {"", ".box ", HIT, 20000},
        {"", "g > ", "x" HIT, 20000},
        {"", ":not(", "", 50000},
        {"", "((((", HIT, 50000},
        {"", "url(", HIT, 50000},
        {"", "/*", HIT, 100000},
        {"", "@media{", "#b" HIT, 50000},
        {"#b{", "fill:red;", "}", 50000},
        {"#b{fill:", "\\", "}", 100000},
        {"#b", "[a", "]" HIT, 50000},
        {"", "}", HIT, 100000},
        {"", "\"", HIT, 100000},
        {"#b", ".x", HIT, 50000},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *sheet = repeat(rows[i].head, rows[i].repeated, rows[i].n, rows[i].tail);
        g_test_timer_start();
        g_free(hits(drawing, sheet));
        seconds_below(5);
    }
    g_autoptr(GString) names = g_string_new(NULL);
    for (guint i = 0; i < 99000; i++) {
        g_string_append_printf(names, "[a%u]" HIT, i);
    }
    g_test_timer_start();
    g_free(hits(drawing, names->str));
    seconds_below(5);
    g_autofree char *list = repeat("", "ellipse,", 5000, "circle" HIT);
    g_autofree char *found = hits(drawing, list);
    g_assert_cmpstr(found, ==, "b");
}

static void test_hostile_trees(void)
{
    static const char *const sheets[] = {
        "circle ~ rect" HIT,     "rect:nth-child(40000)" HIT, "circle + rect" HIT,
        "#no ~ rect ~ rect" HIT, "rect:last-child" HIT,       "rect:nth-last-of-type(3)" HIT,
    };
    static const guint n_hits[] = {0, 1, 0, 0, 1, 1};
    g_autofree char *wide = repeat("<g>", "<rect id='a'/>", 50000, "</g>");
    for (guint i = 0; i < G_N_ELEMENTS(sheets); i++) {
        g_test_timer_start();
        g_autofree char *found = hits(wide, sheets[i]);
        seconds_below(5);
        g_assert_cmpuint(strlen(found), ==, n_hits[i]);
    }
    g_autofree char *open = repeat("", "<g class='x'>", 400, "<rect id='a'/>");
    g_autofree char *deep = repeat(open, "</g>", 400, "");
    g_test_timer_start();
    g_autofree char *none =
        hits(deep, ".y .x > .x .x .x > .x .x .x .x > .x .x .x .x > .x rect" HIT);
    g_autofree char *one = hits(deep, "svg .x > .x .x .x > .x .x > .x .x .x > .x rect" HIT);
    seconds_below(5);
    g_assert_cmpstr(none, ==, "");
    g_assert_cmpstr(one, ==, "a");
}

/* --- style="" --------------------------------------------------------------------------------- */

static void test_get(void)
{
    static const struct {
        const char *style, *property, *value;
    } rows[] = {
        {"fill:red;stroke:blue", "fill", "red"},
        {"fill:red;stroke:blue", "stroke", "blue"},
        {"fill:red", "stroke", NULL},
        {"", "fill", NULL},
        {" FILL : red ; ", "fill", "red"},
        {"fill:red;fill:blue", "fill", "blue"},
        {"fill:red!important;fill:blue", "fill", "red"},
        {"fill:red ! Important", "fill", "red"},
        {"fill:red;fill:", "fill", "red"},
        {"fill-opacity:1", "fill", NULL},
        {"fill:url(data:x;fill:blue)", "fill", "url(data:x;fill:blue)"},
        {"font-family:'a;fill:blue';fill:red", "fill", "red"},
        {"font-family:\"a\\\";fill:blue\";fill:red", "fill", "red"},
        {"/*fill:blue;*/fill:red", "fill", "red"},
        {"fill:/*;*/red/* x */", "fill", "red"},
        {"x{fill:blue};fill:red", "fill", "red"},
        {"fill:rgb(1;2)", "fill", "rgb(1;2)"},
        {"--A:1;--a:2", "--a", "2"},
        {"-inkscape-font-specification:Sans", "-inkscape-font-specification", "Sans"},
        {";;fill:red", "fill", "red"},
        {"fill red;fill:blue", "fill", "blue"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *value = svg_declarations_get(rows[i].style, rows[i].property);
        g_test_message("%s", rows[i].style);
        g_assert_cmpstr(value, ==, rows[i].value);
    }
}

static void test_set(void)
{
    static const struct {
        const char *style, *property, *value, *result;
    } rows[] = {
        {"fill:red;stroke:blue", "fill", "#fff", "fill:#fff;stroke:blue"},
        {"fill:red;stroke:blue", "stroke", "none", "fill:red;stroke:none"},
        {"", "fill", "red", "fill:red"},
        {"fill:red", "stroke", "blue", "fill:red;stroke:blue"},
        {"fill:red;", "stroke", "blue", "fill:red;stroke:blue"},
        {"fill: red; opacity: 1;", "stroke", "blue", "fill: red; opacity: 1; stroke: blue"},
        {"fill: red; opacity: 1", "stroke", "blue", "fill: red; opacity: 1; stroke: blue"},
        {"fill:red ;\n ", "stroke", "blue", "fill:red ;\n stroke:blue"},
        {" FILL : red ; x:y", "fill", "blue", " FILL : blue ; x:y"},
        {"fill:red!important", "fill", "blue", "fill:blue!important"},
        {"fill:red ! important;a:b", "fill", "blue", "fill:blue ! important;a:b"},
        {"fill:red!important;a:b", "fill", "blue !important", "fill:blue !important;a:b"},
        {"fill:red ! important ", "fill", "blue !important", "fill:blue !important "},
        {"fill:red", "fill", "blue !important", "fill:blue !important"},
        {"fill:red;a:b;fill:blue", "fill", "green", "fill:red;a:b;fill:green"},
        {"fill:red!important;fill:blue", "fill", "green", "fill:green!important;fill:blue"},
        {"fill:;a:b", "fill", "green", "fill:green;a:b"},
        {"a:url(x;fill:y);b:'fill:z;';/*fill:w;*/fill:red", "fill", "blue",
         "a:url(x;fill:y);b:'fill:z;';/*fill:w;*/fill:blue"},
        {"fill:/*a*/red/*b*/;c:d", "fill", "blue", "fill:/*a*/blue/*b*/;c:d"},
        {"a:b /* open", "fill", "red", "fill:red;a:b /* open"},
        {"a:b;/* open", "fill", "red", "fill:red;a:b;/* open"},
        {"a:'open", "fill", "red", "fill:red;a:'open"},
        {"a:f(open", "fill", "red", "fill:red;a:f(open"},
        {"a:b\\", "fill", "red", "fill:red;a:b\\"},
        {"marker-end:url(#a);marker:none", "marker-end", "url(#b)",
         "marker-end:url(#a);marker:none;marker-end:url(#b)"},
        {"junk", "fill", "red", "junk;fill:red"},
        {"fill:red;a:b", "fill", NULL, "a:b"},
        {"a:b;fill:red", "fill", NULL, "a:b;"},
        {"a:b; fill:red; c:d", "fill", NULL, "a:b; c:d"},
        {"a:b; fill:red", "fill", NULL, "a:b;"},
        {"fill:red", "fill", NULL, ""},
        {"fill:red;a:b;fill:blue!important;c:d", "fill", NULL, "a:b;c:d"},
        {"a:b", "fill", NULL, "a:b"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *result =
            svg_declarations_set(rows[i].style, rows[i].property, rows[i].value);
        g_test_message("%s", rows[i].style);
        g_assert_cmpstr(result, ==, rows[i].result);
    }
}

static char *random_style(GRand *random)
{
    static const char *const pieces[] = {
        "fill", "stroke", ":",         ";",         " ",  "red",         "#000", "!important",
        "/*",   "*/",     "'",         "\"",        "(",  ")",           "{",    "}",
        "url(", "\\",     "fill:blue", ";fill:red", "\n", "marker:none",
    };
    GString *out = g_string_new(NULL);
    for (gint32 n = g_rand_int_range(random, 0, 14); n > 0; n--) {
        g_string_append(out, pieces[g_rand_int_range(random, 0, G_N_ELEMENTS(pieces))]);
    }
    return g_string_free(out, FALSE);
}

/* Whatever the text: what is set is then there, is all that changed, and can be taken out again. */
static void test_set_anything(void)
{
    guint32 seed = (guint32)g_test_rand_int();
    GRand *random = g_rand_new_with_seed(seed);
    g_test_message("seed %u", seed);
    for (guint i = 0; i < 20000; i++) {
        const char *said = i % 2 ? "#123456" : "#123456 !important";
        g_autofree char *style = random_style(random);
        g_autofree char *old_stroke = svg_declarations_get(style, "stroke");
        g_autofree char *set = svg_declarations_set(style, "fill", said);
        g_autofree char *again = svg_declarations_set(set, "fill", said);
        g_autofree char *removed = svg_declarations_set(set, "fill", NULL);
        g_autofree char *value = svg_declarations_get(set, "fill");
        g_autofree char *stroke = svg_declarations_get(set, "stroke");
        g_autofree char *gone = svg_declarations_get(removed, "fill");
        if (g_strcmp0(value, "#123456") != 0) {
            g_error("set in «%s»: «%s»", style, set);
        }
        g_assert_cmpstr(again, ==, set);
        g_assert_cmpstr(stroke, ==, old_stroke);
        g_assert_null(gone);
    }
    g_rand_free(random);
}

static void test_properties(void)
{
    for (int i = 0; i < SVG_PROPERTY_COUNT; i++) {
        const char *name = svg_property_name((SvgProperty)i);
        g_assert_cmpint(svg_property_from_name(name, strlen(name)), ==, i);
        g_assert_cmpint(svg_property_from_name(name, strlen(name) - 1), !=, i);
    }
    g_assert_cmpint(svg_property_from_name("fill-opacity", 4), ==, SVG_PROPERTY_FILL);
    g_assert_cmpint(svg_property_from_name("", 0), ==, -1);
    g_assert_cmpint(svg_property_from_name("fillx", 5), ==, -1);
    g_assert_cmpint(svg_property_from_name("Fill", 4), ==, -1);
    g_assert_cmpint(svg_property_from_name("zzz", 3), ==, -1);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/css/properties", test_properties);
    g_test_add_func("/css/selectors", test_selectors);
    g_test_add_func("/css/selectors/empty", test_empty);
    g_test_add_func("/css/lenient", test_lenient);
    g_test_add_func("/css/lenient/unfolding", test_unfolding);
    g_test_add_func("/css/selectors/invalid", test_invalid_selectors);
    g_test_add_func("/css/recovery", test_recovery);
    g_test_add_func("/css/links-and-languages", test_links_and_languages);
    g_test_add_func("/css/order", test_order);
    g_test_add_func("/css/alike", test_alike);
    g_test_add_func("/css/alike/hardly", test_hardly_alike);
    g_test_add_func("/css/style-elements", test_style_elements);
    g_test_add_func("/css/hostile/sizes", test_hostile_sizes);
    g_test_add_func("/css/hostile/trees", test_hostile_trees);
    g_test_add_func("/css/declarations/get", test_get);
    g_test_add_func("/css/declarations/set", test_set);
    g_test_add_func("/css/declarations/set-anything", test_set_anything);
    return g_test_run();
}
