/* Locks hold where looks depend on neighbours: random drawings with rules that look at them,
 * clones, masks, markers, choices and animations. After many random edits that were accepted,
 * librsvg draws the same of every locked element, in its place and without the rest, and all that
 * animates one is there. What the guard itself refuses, it refuses for a reason that only shows
 * when it is done.
 *
 * TEST_SEED repeats a run; LOCKED_DRAWINGS and LOCKED_EDITS set how many drawings and accepted
 * edits a drawing; LOCKED_OUT names a folder for the drawings, before and after. */
#include "common/in_place.h"
#include "common/locked.h"
#include "common/random_edits.h"
#include "document/node.h"

#include <svg/error.h>

#include <string.h>

#define SIDE 120 /* px of a picture of a page of 800 × 800 */
#define HEAD                                                                                  \
    "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" " \
    "xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" "                         \
    "xmlns:sodipodi=\"http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd\" "                  \
    "viewBox=\"0 0 800 800\" width=\"800\" height=\"800\">\n"
#define LOCK " sodipodi:insensitive=\"true\""

/* --- drawings --------------------------------------------------------------------------------- */

typedef struct {
    GRand *rand;
    GString *out;
    guint ids;    /* given out: e1, e2, … */
    guint locked; /* elements in which nothing is locked again */
} Maker;

static guint below(Maker *maker, guint n)
{
    return (guint)g_rand_int_range(maker->rand, 0, (gint)n);
}

#define PICK(maker, list) (list)[below(maker, G_N_ELEMENTS(list))]

static void add_compound(Maker *maker)
{
    static const char *const compounds[] = {"rect",
                                            "circle",
                                            "path",
                                            "g",
                                            "*",
                                            ".a",
                                            ".b",
                                            "use",
                                            "text",
                                            "stop",
                                            "[style]",
                                            "[class]",
                                            "[style*=red]",
                                            "[transform]",
                                            "[fill]",
                                            "#e3",
                                            ":not(g)",
                                            ":not(.a)",
                                            "defs",
                                            "switch",
                                            "rect.a",
                                            "[x]",
                                            ":not([style])",
                                            "svg",
                                            ":first-child",
                                            ":last-child",
                                            ":only-child",
                                            ":nth-child(2)",
                                            ":empty",
                                            ":nth-child(odd)",
                                            ":nth-last-child(2)",
                                            "rect:first-of-type",
                                            "rect:nth-of-type(2n)",
                                            "circle:last-of-type",
                                            ":nth-child(3n+1)",
                                            "path:only-of-type",
                                            ":has(> .a)",
                                            ":not(g > rect)",
                                            ":is(rect + *, .b)",
                                            "rect:has(+ circle)"};
    g_string_append(maker->out, PICK(maker, compounds));
}

static void add_rule(Maker *maker)
{
    static const char *const combinators[] = {" ", " > ", " + ", " ~ ", " + ", " > "};
    static const char *const declarations[] = {
        "fill:red",       "fill:lime",        "stroke:blue;stroke-width:9",
        "opacity:0.4",    "display:none",     "visibility:hidden",
        "stop-color:red", "fill-opacity:0.3", "stroke-dasharray:9",
        "mask:none",      "clip-path:none",   "marker-end:none"};
    guint compounds = 1 + below(maker, 3);
    for (guint i = 0; i < compounds; i++) {
        g_string_append(maker->out, i ? PICK(maker, combinators) : "");
        add_compound(maker);
    }
    g_string_append_printf(maker->out, "{%s}\n", PICK(maker, declarations));
}

/* `>` needs no escaping in a text. */
static void add_sheet(Maker *maker)
{
    g_string_append(maker->out, "<style>\n");
    for (guint n = 1 + below(maker, 5); n > 0; n--) {
        add_rule(maker);
    }
    g_string_append(maker->out, "</style>\n");
}

/* Something that was there already, or comes later. */
static guint any_id(Maker *maker)
{
    return 1 + below(maker, maker->ids + 10);
}

static void add_effect(Maker *maker)
{
    static const char *const effects[] = {" fill=\"url(#fade)\"",
                                          " fill=\"url(#dots)\"",
                                          " mask=\"url(#half)\"",
                                          " clip-path=\"url(#cut)\"",
                                          " stroke=\"black\" marker-end=\"url(#tip)\"",
                                          " style=\"fill:#aabbcc\"",
                                          " style=\"stroke:red;stroke-width:5\"",
                                          " filter=\"url(#soft)\"",
                                          " fill=\"teal\"",
                                          "",
                                          "",
                                          ""};
    g_string_append(maker->out, PICK(maker, effects));
}

/* Id, class and lock; the lock sometimes. */
static void add_attributes(Maker *maker)
{
    static const char *const classes[] = {
        " class=\"a\"", " class=\"b\"", " class=\"a b\"", "", "", ""};
    gboolean locks = !maker->locked && !below(maker, 4);
    g_string_append_printf(maker->out, " id=\"e%u\"%s%s", ++maker->ids, PICK(maker, classes),
                           locks ? LOCK : "");
    add_effect(maker);
}

static void add_animation(Maker *maker)
{
    static const char *const animations[] = {
        "<animate%s attributeName=\"opacity\" to=\"0.5\" dur=\"1s\"/>",
        "<set%s attributeName=\"fill\" to=\"red\" begin=\"1s\"/>",
        "<animateTransform%s attributeName=\"transform\" type=\"rotate\" to=\"9\" dur=\"1s\"/>"};
    g_autofree char *target =
        below(maker, 3) ? g_strdup_printf(" href=\"#e%u\"", any_id(maker)) : g_strdup("");
    g_autofree char *format = g_strdup(PICK(maker, animations));
    char *hole = strstr(format, "%s");
    *hole = '\0';
    g_string_append_printf(maker->out, "%s%s%s", format, target, hole + 2);
}

static void add_leaf(Maker *maker)
{
    static const char *const tags[] = {"rect", "rect", "circle", "path", "use", "text"};
    const char *tag = PICK(maker, tags);
    guint x = below(maker, 700), y = below(maker, 700), w = 30 + below(maker, 200);
    g_string_append_printf(maker->out, "<%s", tag);
    add_attributes(maker);
    if (g_str_equal(tag, "rect")) {
        g_string_append_printf(maker->out, " x=\"%u\" y=\"%u\" width=\"%u\" height=\"80\"", x, y,
                               w);
    } else if (g_str_equal(tag, "circle")) {
        g_string_append_printf(maker->out, " cx=\"%u\" cy=\"%u\" r=\"%u\"", x, y, w / 2);
    } else if (g_str_equal(tag, "path")) {
        g_string_append_printf(maker->out, " d=\"M %u,%u h %u l -20,60 z\"", x, y, w);
    } else if (g_str_equal(tag, "use")) {
        g_string_append_printf(maker->out, " xlink:href=\"#e%u\" x=\"%u\"", any_id(maker), w);
    } else {
        g_string_append_printf(maker->out, " x=\"%u\" y=\"%u\" font-size=\"40\"", x, y);
    }
    g_string_append(maker->out, ">");
    if (g_str_equal(tag, "text")) {
        g_string_append(maker->out, "Word");
    } else if (!below(maker, 8)) {
        add_animation(maker);
    }
    g_string_append_printf(maker->out, "</%s>\n", tag);
}

/* Depth: at most `depth`. */
static void add_group(Maker *maker, guint depth)
{
    gboolean chooses = !below(maker, 5);
    guint before = maker->out->len;
    g_string_append(maker->out, chooses ? "<switch" : "<g");
    add_attributes(maker);
    gboolean locked = strstr(maker->out->str + before, LOCK) != NULL;
    maker->locked += locked;
    g_string_append(maker->out, ">\n");
    for (guint n = below(maker, 5); n > 0; n--) {
        if (depth && !below(maker, 3)) {
            add_group(maker, depth - 1);
        } else {
            add_leaf(maker);
        }
    }
    maker->locked -= locked;
    g_string_append(maker->out, chooses ? "</switch>\n" : "</g>\n");
}

static const char definitions[] =
    "<defs>\n"
    "<linearGradient id=\"ends\"><stop stop-color=\"navy\"/><stop offset=\"1\"/></linearGradient>\n"
    "<linearGradient id=\"fade\" xlink:href=\"#ends\"/>\n"
    "<pattern id=\"dots\" width=\"20\" height=\"20\" patternUnits=\"userSpaceOnUse\">"
    "<circle cx=\"9\" cy=\"9\" r=\"7\"/><rect width=\"5\" height=\"5\" fill=\"red\"/></pattern>\n"
    "<mask id=\"half\"><rect width=\"800\" height=\"400\" fill=\"white\"/>"
    "<rect y=\"300\" width=\"800\" height=\"400\" fill=\"gray\"/></mask>\n"
    "<clipPath id=\"cut\"><rect width=\"500\" height=\"800\"/>"
    "<circle cx=\"600\" cy=\"300\" r=\"99\"/></clipPath>\n"
    "<marker id=\"tip\" markerWidth=\"6\" markerHeight=\"6\" refX=\"3\" refY=\"3\">"
    "<rect width=\"6\" height=\"6\"/><path d=\"M0 0 6 3 0 6z\" fill=\"red\"/></marker>\n"
    "<filter id=\"soft\"><feGaussianBlur stdDeviation=\"3\"/></filter>\n"
    "</defs>\n";

/* The definitions come anywhere: then what is beside them may come to be beside others. */
static char *make_drawing(GRand *rand)
{
    Maker maker = {.rand = rand, .out = g_string_new(HEAD)};
    guint groups = 5 + below(&maker, 5), place = below(&maker, groups);
    add_sheet(&maker);
    for (guint i = 0; i < groups; i++) {
        g_string_append(maker.out, i == place ? definitions : "");
        add_leaf(&maker);
        add_group(&maker, 2);
    }
    g_string_append(maker.out, "</svg>\n");
    return g_string_free(maker.out, FALSE);
}

/* --- what must hold --------------------------------------------------------------------------- */

/* Ids of the topmost locked elements. */
static GPtrArray *find_locked(SvgDocument *doc)
{
    GPtrArray *out = g_ptr_array_new_with_free_func(g_free);
    SvgNode *root = svg_document_root(doc), *node = root;
    while (node) {
        gboolean found = node->name && svg_node_has_lock(node);
        if (found) {
            g_ptr_array_add(out, g_strdup(svg_node_id(doc, node)));
        }
        node = svg_node_walk(root, node, found);
    }
    return out;
}

/* What something locked is in, or is in it, counts as locked. */
static gboolean concerns_locked(SvgDocument *doc, const SvgNode *animation)
{
    const char *href = svg_node_href(animation);
    SvgNode *target = href ? svg_document_ref(doc, href) : animation->parent;
    for (SvgNode *node = target; node; node = svg_node_walk(target, node, FALSE)) {
        if (node->name && svg_node_is_locked(node)) {
            return TRUE;
        }
    }
    return FALSE;
}

static guint count_animations(SvgDocument *doc)
{
    guint n = 0;
    SvgNode *root = svg_document_root(doc);
    for (SvgNode *node = root; node; node = svg_node_walk(root, node, FALSE)) {
        gboolean animation = node->name && (g_str_has_prefix(node->name->str, "animate") ||
                                            g_str_equal(node->name->str, "set"));
        n += animation && concerns_locked(doc, node);
    }
    return n;
}

typedef struct {
    guint drawings, locked, drawn, animations, edits, refused;
} Counts;

static void edit_many(SvgDocument *doc, guint wanted, GRand *rand, Counts *counts)
{
    g_autoptr(GPtrArray) shapes = NULL;
    for (guint tries = 0, accepted = 0; accepted < wanted && tries < wanted * 10; tries++) {
        if (tries % 16 == 0) {
            g_clear_pointer(&shapes, g_ptr_array_unref);
            shapes = svg_document_shapes(doc);
        }
        g_autoptr(GError) error = NULL;
        g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
        if (test_random_verb(rand, edit, shapes, &error)) {
            g_autoptr(SvgChange) change = svg_edit_commit(g_steal_pointer(&edit), &error);
            if (error && error->code == SVG_ERROR_LOCKED) {
                g_assert_true(test_locked_is_late(error));
                counts->refused++;
            }
            accepted += change && !svg_change_is_empty(change);
            counts->edits += change && !svg_change_is_empty(change);
        }
    }
}

static void compare(const GPtrArray *ids, const GArray *before, const GArray *after, Counts *counts)
{
    for (guint i = 0; i < ids->len; i++) {
        guint64 was = g_array_index(before, guint64, i), is = g_array_index(after, guint64, i);
        counts->drawn += was != 0;
        if (was != is) {
            g_error("the locked \"%s\" looks different", (const char *)ids->pdata[i]);
        }
    }
}

static void keep(SvgDocument *doc, guint number, const char *when)
{
    const char *folder = g_getenv("LOCKED_OUT");
    if (folder) {
        g_autofree char *path = g_strdup_printf("%s/%u.%s.svg", folder, number, when);
        g_autoptr(GError) error = NULL;
        svg_document_save(doc, path, &error);
        g_assert_no_error(error);
    }
}

static void try_drawing(GRand *rand, Counts *counts)
{
    g_autofree char *text = make_drawing(rand);
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgDocument) doc = svg_document_parse(text, strlen(text), "drawing", &error);
    g_assert_no_error(error);
    g_autoptr(GPtrArray) ids = find_locked(doc);
    g_autoptr(GArray) before = test_draw_in_place(doc, ids, SIDE);
    guint animations = count_animations(doc);
    keep(doc, counts->drawings, "before");
    edit_many(doc, test_setting("LOCKED_EDITS", 40), rand, counts);
    keep(doc, counts->drawings++, "after");
    g_autoptr(GPtrArray) now = find_locked(doc);
    g_autoptr(GArray) after = test_draw_in_place(doc, ids, SIDE);
    g_assert_cmpuint(now->len, ==, ids->len);
    compare(ids, before, after, counts);
    g_assert_cmpuint(count_animations(doc), >=, animations);
    g_bytes_unref(svg_document_print(doc, &error));
    g_assert_no_error(error);
    counts->locked += ids->len;
    counts->animations += animations;
}

static void test_drawings(void)
{
    guint32 seed = test_seed();
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    Counts counts = {0};
    for (guint n = test_setting("LOCKED_DRAWINGS", 20); n > 0; n--) {
        try_drawing(rand, &counts);
    }
    g_print(
        "# %u drawings, %u locked, %u of them drawn, %u animations of them; %u edits, %u refused "
        "at the commit\n",
        counts.drawings, counts.locked, counts.drawn, counts.animations, counts.edits,
        counts.refused);
    g_assert_cmpuint(counts.drawn, >, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/locks/rules", test_drawings);
    int result = g_test_run();
    svg_cleanup();
    return result;
}
