/* Edits of what isn't locked, by which something locked would look different: through a rule that
 * looks at neighbours, a choice of a <switch>, an animation, an id. Each is refused in a sentence
 * and changes nothing; its harmless sister is done, and librsvg draws the same of what is locked.
 */
#include "common/in_place.h"
#include "common/replies.h"

#include <string.h>

#define SIDE 100 /* px of a picture */
#define LOCK " sodipodi:insensitive='true'"

#define A        "<rect id='a' x='10' y='10' width='200' height='100'/>"
#define B        "<rect id='b' x='10' y='150' width='200' height='100' style='fill:blue'/>"
#define C        "<circle id='c' cx='600' cy='100' r='50'/>"
#define B_       "<rect id='b' x='10' y='150' width='200' height='100'/>"
#define K        "<use id='k' xlink:href='#b' x='300'" LOCK "/>"
#define RED      "{fill:red}"
#define IN_GROUP "<g id='g'><rect id='k' width='200' height='100'" LOCK "/></g>"
#define BY_RULE(selector)                                                                          \
    "refused: \"k\" is locked, and would look different by the style sheet's rule for \"" selector \
    "\""
#define BY_CHOICE \
    "refused: \"k\" is locked and one of the choices of a <switch>, which would choose another"
#define TOGETHER                                                                        \
    "refused: \"a\" is one of the choices of \"s\" (<switch>), which go together, and " \
    "another is locked"
#define DRAWN_WITH(id)        "refused: something locked is drawn with \"" id "\", so it can't change"
#define ACTION(name, id, ...) "{\"_type\":\"" name "\",\"shapeId\":\"" id "\"" __VA_ARGS__ "}"
#define MANY(name, id, ...)   "{\"_type\":\"" name "\",\"shapeIds\":[\"" id "\"]" __VA_ARGS__ "}"
#define CREATE(kind, where)                              \
    "{\"_type\":\"create\",\"shape\":{\"_type\":\"" kind \
    "\",\"shapeId\":\"n\",\"x\":500,\"y\":400,\"w\":90,\"h\":60}," where "}"
#define FILLED(attrs) "<rect id='k' x='300' y='150' width='200' height='100' " attrs LOCK "/>"

typedef struct {
    const char *name, *css, *body, *action, *outcome;
} Case;

static const Case cases[] = {
    /* What stands before. */
    {"adjacent", "rect + rect" RED, A B_ K, TEST_DELETE("a"), BY_RULE("rect + rect")},
    {"sibling", "rect ~ rect" RED, A C B_ K, TEST_DELETE("a"), BY_RULE("rect ~ rect")},
    {"adjacent/words-between", "rect + rect" RED, A B_ K, ACTION("label", "a", ",\"text\":\"Hi\""),
     BY_RULE("rect + rect")},
    {"adjacent/reordered", "rect + rect" RED, A B_ K, MANY("bring-to-front", "a"),
     BY_RULE("rect + rect")},
    {"adjacent/new-between", "rect + rect" RED, A B_ K, CREATE("ellipse", "\"aboveId\":\"a\""),
     BY_RULE("rect + rect")},
    {"adjacent/cleared", "rect + rect" RED, A B_ K,
     "{\"_type\":\"clear\",\"x\":0,\"y\":0,\"w\":300,\"h\":140}", BY_RULE("rect + rect")},
    {"adjacent/locked-itself", "circle + rect" RED, C FILLED(""), TEST_DELETE("c"),
     BY_RULE("circle + rect")},
    {"adjacent/to-the-group", "circle + g > rect" RED, C IN_GROUP, TEST_DELETE("c"),
     BY_RULE("circle + g > rect")},
    {"adjacent/inherited", "circle + g" RED, C IN_GROUP, TEST_DELETE("c"), BY_RULE("circle + g")},
    {"adjacent/harmless-move", "rect + rect" RED, A B_ K,
     MANY("offset", "a", ",\"offsetX\":5,\"offsetY\":5"), "ok"},
    {"adjacent/harmless-delete", "rect + rect" RED, A B_ C K, TEST_DELETE("c"), "ok"},
    {"adjacent/said-itself", "rect + rect{fill:red;stroke:lime}",
     A "<rect id='b' x='10' y='150' width='200' height='100' style='fill:blue;stroke:url(#f)'/>" K,
     TEST_DELETE("a"), "ok"},
    {"adjacent/said-in-part", "rect + rect{fill:red;stroke:lime}", A B K, TEST_DELETE("a"),
     BY_RULE("rect + rect")},
    {"adjacent/said-in-vain", "rect + rect{fill:red!important}", A B K, TEST_DELETE("a"),
     BY_RULE("rect + rect")},
    {"adjacent/said-badly", "rect + rect" RED,
     A "<rect id='b' x='10' y='150' width='200' height='100' style='fill:blau'/>" K,
     TEST_DELETE("a"), BY_RULE("rect + rect")},
    {"adjacent/said-for-some", "rect + rect" RED,
     A "<rect id='b' x='10' y='150' width='200' height='100' style='fill:var(--x,blue)'/>" K,
     TEST_DELETE("a"), BY_RULE("rect + rect")},
    {"adjacent/said-and-more", "rect + rect{fill:red;mix-blend-mode:multiply}", A B K,
     TEST_DELETE("a"), BY_RULE("rect + rect")},
    {"adjacent/another-before", "rect + rect" RED, A "<rect id='a2' width='20' height='20'/>" B_ K,
     TEST_DELETE("a2"), "ok"},
    {"sibling/another-before", "rect ~ rect" RED, A C B_ K, TEST_DELETE("c"), "ok"},

    /* Places. */
    {"nth-child", "rect:nth-child(3)" RED, A B_ K, TEST_DELETE("a"), BY_RULE("rect:nth-child(3)")},
    {"first-child", "rect:first-child" RED, "<g>" A B_ "</g>" K, TEST_DELETE("a"),
     BY_RULE("rect:first-child")},
    {"last-child", ":last-child" RED, A FILLED(""), CREATE("rectangle", "\"aboveId\":\"a\""), "ok"},
    {"last-child/after", "rect:last-child" RED, A FILLED(""),
     CREATE("rectangle", "\"aboveId\":\"k\""), BY_RULE("rect:last-child")},
    {"nth-last-child", "rect:nth-last-child(2)" RED, FILLED("") A, TEST_DELETE("a"),
     BY_RULE("rect:nth-last-child(2)")},
    {"only-child", "g > rect:only-child" RED, "<g id='g'>" FILLED("") C "</g>", TEST_DELETE("c"),
     BY_RULE("g > rect:only-child")},
    {"nth-of-type", "rect:nth-of-type(2)" RED, A C B_ K, TEST_DELETE("a"),
     BY_RULE("rect:nth-of-type(2)")},
    {"last-of-type", "rect:last-of-type" RED, FILLED("") C,
     CREATE("rectangle", "\"aboveId\":\"c\""), BY_RULE("rect:last-of-type")},
    {"only-of-type", "rect:only-of-type" RED, "<g>" A FILLED("") "</g>", TEST_DELETE("a"),
     BY_RULE("rect:only-of-type")},
    {"first-of-type/harmless", "rect:first-of-type" RED, C FILLED(""), TEST_DELETE("c"), "ok"},
    {"first-child/described", "rect:first-child" RED, IN_GROUP,
     ACTION("describe", "g", ",\"title\":\"Hi\""), BY_RULE("rect:first-child")},
    {"list-of-places", "rect:first-child, rect + rect" RED, "<g>" A B_ "</g>" K, TEST_DELETE("a"),
     "ok"},

    /* librsvg takes a selector for one of SVG's own elements: a page, of Inkscape's, isn't one. */
    {"first-child/in-svg", ":first-child ~ rect" RED, A B_ K,
     "{\"_type\":\"create-page\",\"name\":\"New\"}", BY_RULE(":first-child ~ rect")},

    /* What is in something. */
    {"empty", "g:empty + rect" RED, "<g id='e'>" A "</g>" B_ K, TEST_DELETE("a"),
     BY_RULE("g:empty + rect")},
    {"empty/described", "circle:empty + rect" RED, C B_ K,
     ACTION("describe", "c", ",\"title\":\"Hi\""), BY_RULE("circle:empty + rect")},
    {"has", "svg:has(> circle) rect" RED, C B_ K, TEST_DELETE("c"),
     BY_RULE("svg:has(> circle) rect")},
    {"has/behind", "rect:has(+ circle)" RED, B_ C K, TEST_DELETE("c"),
     BY_RULE("rect:has(+ circle)")},
    {"has/harmless", "svg:has(> circle) rect" RED, C A B_ K, TEST_DELETE("a"), "ok"},

    /* What something is in. */
    {"child-of-no-group", ":not(g) > g > linearGradient > stop{stop-color:red}",
     "<g id='o'><linearGradient id='f'><stop/></linearGradient>" A
     "</g>" C FILLED("fill='url(#f)'"),
     "{\"_type\":\"group\",\"shapeIds\":[\"o\",\"c\"],\"groupId\":\"n\"}",
     BY_RULE(":not(g) > g > linearGradient > stop")},
    {"descendant", "g g stop{stop-color:red}",
     "<g id='o'><linearGradient id='f'><stop/></linearGradient>" A
     "</g>" C FILLED("fill='url(#f)'"),
     "{\"_type\":\"group\",\"shapeIds\":[\"o\",\"c\"],\"groupId\":\"n\"}", BY_RULE("g g stop")},
    {"descendant/harmless", "g stop{stop-color:red}",
     "<g id='o'><linearGradient id='f'><stop/></linearGradient>" A
     "</g>" C FILLED("fill='url(#f)'"),
     "{\"_type\":\"group\",\"shapeIds\":[\"o\",\"c\"],\"groupId\":\"n\"}", "ok"},
    {"id-that-is-written", "g[id] rect" RED,
     "<g><rect id='k' width='200' height='100'" LOCK "/></g>",
     ACTION("describe", "g-1", ",\"desc\":\"Hi\""), BY_RULE("g[id] rect")},
    {"id-of-a-rule", "#g-1" RED, "<g><rect id='k' width='200' height='100'" LOCK "/></g>",
     ACTION("describe", "g-1", ",\"desc\":\"Hi\""), BY_RULE("#g-1")},

    /* Attributes. */
    {"style-attribute", "[style*=stroke] + rect" RED, A B_ K,
     MANY("set-style", "a", ",\"stroke\":\"red\""), BY_RULE("[style*=stroke] + rect")},
    {"style-attribute/not", ":not([style]) + rect" RED, A B_ K,
     MANY("set-style", "a", ",\"stroke\":\"red\""), BY_RULE(":not([style]) + rect")},
    {"x", "[x='10'] + rect" RED, A B_ K, MANY("offset", "a", ",\"offsetX\":5,\"offsetY\":5"),
     BY_RULE("[x='10'] + rect")},
    {"transform", "[transform] ~ rect" RED, A B_ K,
     MANY("rotate", "a", ",\"degrees\":30,\"originX\":0,\"originY\":0"),
     BY_RULE("[transform] ~ rect")},
    {"id", "#rect-1 + rect" RED, "<rect x='10' y='10' width='200' height='100'/>" B_ K,
     MANY("offset", "rect-1", ",\"offsetX\":5,\"offsetY\":5"), BY_RULE("#rect-1 + rect")},
    {"style-attribute/elsewhere", "[style*=stroke] + rect" RED, A B_ C K,
     MANY("set-style", "c", ",\"stroke\":\"red\""), "ok"},
    {"x/elsewhere", "[x='10'] + rect" RED, A B_ K C,
     MANY("offset", "c", ",\"offsetX\":5,\"offsetY\":5"), "ok"},

    /* Ways to say it, some of which librsvg doesn't know and browsers do. */
    {"is", ":is(circle, a) + :is(rect)" RED, C B_ K, TEST_DELETE("c"),
     BY_RULE(":is(circle, a) + :is(rect)")},
    {"not-in-not", "rect:not(:not(circle + *))" RED, C B_ K, TEST_DELETE("c"),
     BY_RULE("rect:not(:not(circle + *))")},
    {"nth-of", ":nth-child(2 of rect)" RED, A C B_ K, TEST_DELETE("a"),
     BY_RULE(":nth-child(2 of rect)")},
    {"unknown-word", "circle:frob + rect" RED, C B_ K, TEST_DELETE("c"),
     BY_RULE("circle:frob + rect")},
    {"media", "@media print{circle + rect" RED "}", C B_ K, TEST_DELETE("c"),
     BY_RULE("circle + rect")},
    {"supports", "@supports (fill:red){@layer x{circle + rect" RED "}}", C B_ K, TEST_DELETE("c"),
     BY_RULE("circle + rect")},
    {"nested", "svg{circle{&amp; + rect" RED "}}", C B_ K, TEST_DELETE("c"),
     BY_RULE(":is(:is(svg) circle) + rect")},
    {"namespace", "svg|circle + *|rect" RED, C B_ K, TEST_DELETE("c"),
     BY_RULE("svg|circle + *|rect")},
    {"long", "circle[cx]:not(g):not(a):not(text):not(path):not(line):not(image) + rect" RED, C B_ K,
     TEST_DELETE("c"),
     "refused: \"k\" is locked, and would look different by a rule of the style sheet"},
    {"property-we-do-not-read", "circle + rect{mix-blend-mode:multiply}", C B_ K, TEST_DELETE("c"),
     BY_RULE("circle + rect")},
    {"variable", "circle + g{--c:red}", C IN_GROUP, TEST_DELETE("c"), BY_RULE("circle + g")},
    {"plain", ".x" RED, A B_ K, TEST_DELETE("a"), "ok"},
    {"hover", "circle:hover + rect" RED, C B_ K, TEST_DELETE("c"), "ok"},

    /* What it is drawn with. */
    {"gradient", "defs > :last-child > stop{stop-color:red}",
     "<defs><linearGradient id='f'><stop/></linearGradient></defs>" A FILLED("fill='url(#f)'"),
     ACTION("update", "a", ",\"fill\":\"pattern\""), BY_RULE("defs > :last-child > stop")},
    {"clone-of-clone", "circle + rect" RED,
     C B_ "<use id='u' xlink:href='#b' x='20'/><use id='k' xlink:href='#u' x='300'" LOCK "/>",
     TEST_DELETE("c"), BY_RULE("circle + rect")},
    {"mask", "circle + mask > rect{fill:white}",
     C "<mask id='m'><rect width='800' height='600' fill='#444'/></mask>" FILLED("mask='url(#m)'"),
     TEST_DELETE("c"), BY_RULE("circle + mask > rect")},
    {"clip-path", "circle + clipPath > rect{display:none}",
     C "<clipPath id='m'><rect width='400' height='600'/></clipPath>" FILLED("clip-path='url(#m)'"),
     TEST_DELETE("c"), BY_RULE("circle + clipPath > rect")},
    {"marker", "circle + marker path" RED,
     C
     "<marker id='m' markerWidth='9' markerHeight='9'><path d='M0 0H9V9z'/></marker><path id='k' d='M300 150H500' stroke='black' marker-start='url(#m)'" LOCK
     "/>",
     TEST_DELETE("c"), BY_RULE("circle + marker path")},
    {"pattern", "circle + pattern rect" RED,
     C
     "<pattern id='m' width='9' height='9' patternUnits='userSpaceOnUse'><rect width='5' height='5'/></pattern>" FILLED(
         "fill='url(#m)'"),
     TEST_DELETE("c"), BY_RULE("circle + pattern rect")},
    {"filter", "circle + filter > feFlood{flood-color:red}",
     C "<filter id='m'><feFlood/></filter>" FILLED("filter='url(#m)'"), TEST_DELETE("c"),
     BY_RULE("circle + filter > feFlood")},
    {"symbol", "circle + symbol rect" RED,
     C "<symbol id='b'><rect x='10' y='150' width='200' height='100'/></symbol>" K,
     TEST_DELETE("c"), BY_RULE("circle + symbol rect")},
    {"sheet-refers", "circle + marker path" RED " .l{marker-start:url(#m)}",
     C
     "<marker id='m' markerWidth='9' markerHeight='9'><path d='M0 0H9V9z'/></marker><path id='k' class='l' d='M300 150H500' stroke='black'" LOCK
     "/>",
     TEST_DELETE("c"), BY_RULE("circle + marker path")},

    {"swapped", "rect:nth-child(2)" RED,
     "<g>" A B_ "<rect id='b2' x='10' y='300' width='200' height='100'/></g><g id='k'" LOCK
     "><use xlink:href='#b' x='300'/><use xlink:href='#b2' x='300'/></g>",
     TEST_DELETE("a"), BY_RULE("rect:nth-child(2)")},
    {"from-one-around-to-another", "* + g:nth-last-child(2)" RED,
     "<g id='o'>" B "<g id='i'>" FILLED("") "</g>" C "</g>",
     MANY("to-layer", "b", ",\"layer\":\"Notes\""), BY_RULE("* + g:nth-last-child(2)")},

    /* Choices. */
    {"switch/deleted", "", "<switch id='s'>" A FILLED("") "</switch>", TEST_DELETE("a"), TOGETHER},
    {"switch/in-a-group", "", "<switch id='s'>" A IN_GROUP "</switch>", TEST_DELETE("a"), TOGETHER},
    {"switch/locked-behind", "", "<switch id='s'>" A C FILLED("") "</switch>", TEST_DELETE("a"),
     TOGETHER},
    {"switch/new-before", "", "<switch id='s'>" FILLED("") "</switch>" A,
     CREATE("rectangle", "\"belowId\":\"k\""), BY_CHOICE},
    {"switch/sent-before", "", "<switch id='s'>" FILLED("") A "</switch>",
     MANY("send-to-back", "a"), BY_CHOICE},
    {"switch/for-others", "",
     "<switch id='s'><rect id='a' systemLanguage='de' width='90' height='90'/>" FILLED(
         "") "</switch>",
     TEST_DELETE("a"), BY_CHOICE},
    {"switch/new-behind", "", "<switch id='s'>" FILLED("") "</switch>" A,
     CREATE("rectangle", "\"aboveId\":\"k\""), "ok"},
    {"switch/moved", "", "<switch id='s'>" A FILLED("") "</switch>",
     MANY("offset", "a", ",\"offsetX\":5,\"offsetY\":5"), "ok"},
    {"switch/behind-a-choice", "", "<switch id='s'>" A C FILLED("") "</switch>", TEST_DELETE("c"),
     "ok"},
    {"switch/described", "", "<switch id='s'>" FILLED("") "</switch>",
     ACTION("describe", "s", ",\"title\":\"Hi\""), "ok"},

    /* Animations. */
    {"animate", "",
     FILLED("") "<g id='h'>" A "<animate xlink:href='#k' attributeName='x' to='9' dur='1s'/></g>",
     TEST_DELETE("h"), DRAWN_WITH("animate-1")},
    {"set", "", FILLED("") "<g id='h'>" A "<set href='#k' attributeName='fill' to='red'/></g>",
     TEST_DELETE("h"), DRAWN_WITH("set-1")},
    {"animate-group", "",
     IN_GROUP
     "<g id='h'>" A
     "<animateTransform href='#g' attributeName='transform' type='rotate' to='9' dur='1s'/></g>",
     TEST_DELETE("h"), DRAWN_WITH("animateTransform-1")},
    {"animate-original", "",
     "<g>" B_ "</g>" K "<g id='h'>" A "<animate href='#b' attributeName='x' to='9' dur='1s'/></g>",
     TEST_DELETE("h"), DRAWN_WITH("animate-1")},
    {"animate-stop", "",
     "<linearGradient id='f'><stop id='s'/></linearGradient>" FILLED(
         "fill='url(#f)'") "<g id='h'>" A
                           "<animate href='#s' attributeName='stop-color' to='red' dur='1s'/></g>",
     TEST_DELETE("h"), DRAWN_WITH("animate-1")},
    {"animate-along", "",
     FILLED("") "<path id='p' d='M0 0H99'/><g id='h'>" A
                "<animateMotion href='#k' dur='1s'><mpath xlink:href='#p'/></animateMotion></g>",
     TEST_DELETE("p"), DRAWN_WITH("p")},
    {"animate-afterwards", "",
     FILLED(
         "") "<g id='h'>" A
             "<set id='first' href='#a' attributeName='fill' to='red' dur='3s'/></g><set href='#k' attributeName='fill' to='red' begin='click; first.end+1s'/>",
     TEST_DELETE("h"), DRAWN_WITH("first")},
    {"animate-another", "",
     FILLED("") "<g id='h'>" A "<animate href='#c' attributeName='x' to='9' dur='1s'/></g>" C,
     TEST_DELETE("h"), "ok"},

    /* Ids. */
    {"id-twice", "",
     "<g>" B_ "<rect id='b' x='10' y='150' width='200' height='100' fill='red'/></g>" K,
     MANY("send-to-back", "rect-2"), DRAWN_WITH("rect-2")},
    {"id-twice/in-groups", "",
     B_ "<g id='o'>" A "<rect id='b' x='10' y='150' width='200' height='100' fill='red'/></g>" K,
     MANY("send-to-back", "o"), "refused: it would have changed \"k\", which is locked"},
    {"id-nobody-has", "",
     "<rect x='10' y='10' width='99' height='99'/><use id='k' href='#rect-1' x='300'" LOCK "/>",
     MANY("offset", "rect-1", ",\"offsetX\":5,\"offsetY\":5"),
     "refused: \"rect-1\" can't have that id: something locked refers to it, and nothing had it so far"},
};

static char *drawing_of(const Case *c)
{
    return g_strdup_printf(TEST_HEAD "%s%s%s%s</svg>", *c->css ? "<style>" : "", c->css,
                           *c->css ? "</style>" : "", c->body);
}

static guint64 draw(SvgDocument *doc)
{
    g_autoptr(GPtrArray) ids = g_ptr_array_new();
    g_ptr_array_add(ids, (gpointer) "k");
    g_autoptr(GArray) pictures = test_draw_in_place(doc, ids, SIDE);
    return g_array_index(pictures, guint64, 0);
}

static void test_case(gconstpointer data)
{
    const Case *c = data;
    g_autofree char *drawing = drawing_of(c);
    g_auto(TestRun) nothing = test_run(drawing, "{\"actions\":[]}");
    g_autofree char *reply = g_strdup_printf("{\"actions\":[%s]}", c->action);
    g_auto(TestRun) run = test_run(drawing, reply);
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) saved = svg_document_print(run.doc, &error);
    test_expect(&run, c->outcome);
    g_assert_no_error(error);
    g_assert_nonnull(saved);
    if (g_str_has_prefix(c->outcome, "refused")) {
        test_expect_file(&run, drawing);
    } else {
        g_assert_true(draw(nothing.doc) == draw(run.doc));
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *path = g_strconcat("/locks/looks/", cases[i].name, NULL);
        g_test_add_data_func(path, &cases[i], test_case);
    }
    int result = g_test_run();
    svg_cleanup();
    return result;
}
