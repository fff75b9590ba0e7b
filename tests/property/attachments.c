/* What goes with a shape, told by what lies near it, is what the whole drawing tells: in drawings
 * made at random, and in other people's. */
#include "shape/attachments.h"

#include "common/random_edits.h"
#include "common/same_attachments.h"
#include "shape/ends.h"
#include "shape/movers.h"
#include "shape/quick_text.h"

#include <string.h>

#define ROUNDS 16  /* unless TEST_RUNS says */
#define SIDE   600 /* of the drawings */
#define FILES  1   /* of a folder */
#define STEP   31

/* --- random drawings -------------------------------------------------------------------------- */

/* X, Y, W and H are replaced. */
static const char
    *const
        parts
            [] =
                {
                    "<rect x='X' y='Y' width='W' height='H' fill='red'/>",
                    "<rect x='X' y='Y' width='W' height='H' style='fill:none;stroke:#123'/>",
                    "<rect x='X' y='Y' width='W' height='H' display='none'/>",
                    "<rect x='X' y='Y' width='W' height='H' visibility='hidden'/>",
                    "<rect x='Xpx' y='Ymm' width='W' height='H'/>",
                    "<rect transform='translate(X Y) rotate(8)' width='W' height='H'/>",
                    "<rect style='transform:translate(Xpx,Ypx)' width='W' height='H'/>",
                    "<g transform='translate(X Y)'><ellipse rx='W' ry='H'/><text>in a group</text></g>",
                    "<g transform='matrix(1 .2 -.1 1 X Y)'><rect width='W' height='H'/><text y='9' x='5'>leaning</text></g>",
                    "<path transform='translate(X,Y)' d='M0 0h60v30h-60z'/>",
                    "<path d='MX,Y l 40 10' fill='none' stroke='black'/><polygon transform='translate(X,Y)' points='40,6 50,10 40,14'/>",
                    "<path d='MX,Y l 40 10' fill='none' stroke='black'/><rect width='3' height='3' display='none'/><polygon transform='translate(X,Y)' points='40,6 50,10 40,14'/>",
                    "<use href='#original' x='X' y='Y'/>",
                    "<svg x='X' y='Y' width='80' height='40' viewBox='0 0 160 80'><rect width='150' height='70'/><text x='10' y='40'>nested</text></svg>",
                    "<text x='X' y='Y'>words here</text>",
                    "<text x='X' y='Y' text-anchor='middle'>middle</text>",
                    "<text transform='rotate(70)' x='X' y='Y'>turned <tspan font-size='W'>words</tspan></text>",
                    "<text y='Y' x='X 60 99 120 180 240' text-anchor='end'>placed<tspan> and on</tspan></text>",
                    "<text y='Y' x='X 3 3 3 3 3 3 3 3 3 3 3 3 3' writing-mode='tb'>MMMMMMMMMMMMMM</text>",
                    "<text x='9' y='Y 30 60 99 120 180 240' writing-mode='tb'>upright</text>",
                    "<text x='X' y='Y' text-anchor='end' dx='-20'>end</text>",
                    "<text transform='translate(X Y) scale(2)'>large</text>",
                    "<text><tspan x='X' y='Y'>first</tspan><tspan x='X' dy='1.2em'>second</tspan></text>",
                    "<text x='X' y='Y' style='font-size:30px'>30</text>",
                    "<text x='X' y='Y' baseline-shift='super'>up</text>",
                    "<text x='X' y='Y'>moved<tspan dx='9 -4' dy='W'> away</tspan></text>",
                    "<text style='shape-inside:url(#original)'>set into it</text>",
                    "<rect id='fX' x='X' y='Y' width='W' height='H'/><text style='shape-inside:url(#fX)'>words set into a frame</text>",
                    "<rect id='tX' x='X' y='Y' width='W' height='H' transform='scale(1.5)' display='none'/><text y='9' transform='rotate(3)' style='shape-inside:url(#tX);text-align:center'>in a frame <tspan>that isn't there</tspan></text>",
                    "<rect id='pX' x='X' y='Y' width='W' height='H'/><text style='shape-inside:url(#pX)'><tspan x='4' y='Y'>placed</tspan><tspan x='X' y='40'>already</tspan></text>",
                    "<foreignObject x='X' y='Y' width='W' height='H'><p xmlns='http://www.w3.org/1999/xhtml'>words</p></foreignObject>",
                    "<g transform='translate(X Y)'><rect width='90' height='40'/><path d='M4 4h9v9z'/><path d='M0 20h90' stroke='red'/></g>",
                    "<g transform='translate(X Y)'><path d='M0 0h40' fill='none' stroke='black'/><polygon points='40,-4 50,0 40,4'/></g>",
                    "<g transform='translate(X Y)'><path d='M0 0h90' fill='none' stroke='black'/><circle cx='92' r='3'/><text x='20' y='-4'>beside</text></g>",
                    "<path d='MX,Y l 90 0' fill='none' stroke='black' marker-end='url(#m)'/><foreignObject transform='translate(X Y)' x='30' y='-9' width='20' height='9'>words</foreignObject>",
                    "<use href='#original' x='X' y='Y'/><text transform='translate(X Y)' x='2' y='14' font-size='5'>on it</text><path transform='translate(X,Y)' d='M2 2h4v4z'/>",
                    "<rect x='X' y='Y' width='70' height='30' fill='#ddf'/><path transform='translate(X Y)' d='M70 15C90 15 90 40 110 40' fill='none' stroke='black' marker-end='url(#m)'/><rect transform='translate(X Y)' x='112' y='30' width='W' height='20'/>",
                    "<rect x='X' y='Y' width='70' height='30' fill='#ddf'/><path transform='translate(X Y)' d='M70 15h30' stroke='black'/><path transform='translate(X Y)' d='M100 15v40' stroke='black'/><ellipse transform='translate(X Y)' cx='100' cy='75' rx='30' ry='20'/>",
                    "<polygon transform='translate(X,Y)' points='0,-9 20,0 0,9' fill='black'/><path transform='translate(X,Y)' d='M-90 0h90' fill='none' stroke='black'/><circle transform='translate(X,Y)' cx='45' r='24'/>",
                    "<g transform='translate(X Y)'><path d='M0 0h40' fill='none' stroke='black'/><polygon points='40,-4 50,0 40,4'/><text x='9'>on it</text></g><rect transform='translate(X Y)' x='51' y='-9' width='W' height='20'/>",
                    "<path d='MX,Y h W' fill='none' stroke='black'/><circle cx='X' cy='Y' r='9' fill='none' stroke='red'/>",
                    "<g transform='translate(X Y)'><rect width='90' height='60' fill='#eee'/><g><path d='M90 30h40' fill='none' stroke='black'/><polygon points='130,26 140,30 130,34'/></g></g><rect transform='translate(X Y)' x='141' y='20' width='W' height='20'/>",
                    "<g transform='translate(X Y)'><path d='M0 0c40-20 60 60 0 60z' fill='#eee'/><path d='M60 30h40' fill='none' stroke='black'/><path d='M100 26l10 4l-10 4z'/></g><circle transform='translate(X Y)' cx='125' cy='30' r='14'/>",
                    "<g transform='translate(X Y)'><path d='M0 0h50' fill='none' stroke='black'/><polygon points='50,-4 60,0 50,4'/><circle cx='30' cy='20' r='W'/></g><rect transform='translate(X Y)' x='61' y='-9' width='30' height='20'/>",
                    "<g stroke='black' fill='none'><use href='#stroke' x='X' y='Y'/><use href='#stroke' transform='translate(X Y)' x='60'/></g>",
                    "<path style='display:inline;fill:none;stroke:black' d='MX,Y h60'/><circle cx='X' cy='Y' r='2' style='display:none'/><path style='display : none' d='M0,0h9'/><polygon style='fill:#000;display:inline' transform='translate(X,Y)' points='60,-4 70,0 60,4'/><rect transform='translate(X Y)' x='71' y='-9' width='30' height='H'/>",
                    "<path d='MX,Y h60' fill='none' stroke='#00f'/><polygon transform='translate(X,Y)' points='60,-4 70,0 60,4' stroke='blue' fill='white'/><rect transform='translate(X Y)' x='71' y='-9' width='30' height='H'/>",
                    "<path d='MX,Y h60' fill='none' stroke='#00f'/><polygon transform='translate(X,Y)' points='60,-4 70,0 60,4' fill='red'/><rect transform='translate(X Y)' x='71' y='-9' width='30' height='H'/>",
                    "<path transform='translate(X,Y)' d='M0 0l20 0l0 20' stroke='none'/><text x='X' y='Y'>beside</text>",
                    "<rect x='X' y='Y' width='90' height='60' fill='#eee'/><path transform='translate(X,Y)' d='M2 2h9v9z'/><use href='#words' x='X' y='Y'/>",
                    "<circle cx='X' cy='Y' r='9'/><use href='#words' x='X' y='Y' transform='translate(-15 -10)'/>",
                    "<circle cx='X' cy='Y' r='12'/><text x='X' y='Y' dy='W' text-anchor='middle' font-size='H'>name</text>",
                    "<text transform='translate(X Y) rotate(90)' font-size='12'>name</text><rect transform='translate(X Y)' x='-6' y='-H' width='20' height='W'/>",
                    "<switch><rect x='X' y='Y' width='W' height='H'/><text x='X' y='Y'>else</text></switch>",
                    "<rect x='X' y='Y' width='150' height='80' fill='#eef'/><text x='X' y='Y' dx='10' dy='20'>card</text><path transform='translate(X Y)' d='M10 60c5 9 7 3 11 0c3 3 7-1 9 4c5-1 10-2 13-4c7-1 11 8 W-3' fill='none' stroke='red'/>",
                    "<rect x='X' y='Y' width='30' height='30' fill='#eef'/><path transform='translate(X Y)' d='M30 15c15-30 25 30 40 0c15-30 25 30 W 0' fill='none' stroke='red'/><text transform='translate(X Y)' x='50' y='2' font-size='9'>way</text><rect transform='translate(X Y)' x='70' width='W' height='30'/>",
                    "<path transform='translate(X Y)' d='M0 0c15-30 25 30 40 0c15-30 25 30 40 0' fill='none' stroke='red'/><path transform='translate(X Y)' d='M78-4l10 4l-10 4z' fill='red'/><text transform='translate(X Y)' x='20' y='-14' font-size='9'>way</text>",
                    "<g transform='translate(X Y)'><path d='M0 0h40' fill='none' stroke='black'/></g><g transform='translate(X Y)'><polygon points='40,-4 50,0 40,4'/></g><rect transform='translate(X Y)' x='51' y='-9' width='W' height='20'/>",
                    "<path transform='translate(X Y)' d='M0 0h12' fill='none' stroke='black'/><g fill='white' stroke='black'><g><path transform='translate(X Y)' d='M12-5l9 5-9 5-9-5z'/></g></g><rect transform='translate(X Y)' x='22' y='-9' width='W' height='20'/>",
                    "<g><circle transform='translate(X Y)' r='12'/></g><g/><g><text transform='translate(X Y)' y='W' text-anchor='middle'>name</text></g>",
                    "<rect transform='translate(X Y)' width='28' height='38' fill='none'/><path transform='translate(X Y)' d='M0 0h28v38h-28z' fill='#d50'/><g><text transform='translate(X Y)' x='31' y='22' font-size='12'>icon</text></g>",
                    "<rect transform='translate(X Y)' width='28' height='38' fill='none'/><path transform='translate(X Y)' d='M0 0h28v38h-28z' fill='#d50'/><text transform='translate(X Y)' x='31' y='22' font-size='12'>icon</text>",
                    "<rect transform='translate(X Y)' width='28' height='38' fill='none'/><path transform='translate(X Y)' d='M0 0h28v38h-28z' fill='#d50'/><g><switch><foreignObject transform='translate(X Y)' x='30' y='12' width='30' height='14' requiredExtensions='urn:none'><p xmlns='http://www.w3.org/1999/xhtml'>html</p></foreignObject><text transform='translate(X Y)' x='31' y='22' font-size='12'>icon</text></switch></g>",
                    "<path transform='translate(X Y)' d='M0 0h40' fill='none' stroke='black'/><g><switch><g requiredExtensions='urn:none'><rect width='9' height='9'/></g><path transform='translate(X Y)' d='M40-4l10 4l-10 4z'/></switch></g><g><rect transform='translate(X Y)' x='51' y='-9' width='W' height='20'/><rect width='9' height='9' display='none'/></g>",
                    "<g><path transform='translate(X Y)' d='M0 0h40' fill='none' stroke='black' display='none'/><path transform='translate(X Y)' d='M40-4l10 4l-10 4z'/></g><path transform='translate(X Y)' d='M0 0h40' fill='none' stroke='black'/><rect transform='translate(X Y)' x='51' y='-9' width='W' height='20'/>",
                    "<path transform='translate(X Y)' d='M0 40V0H100V40' fill='white' stroke='black'/><path transform='translate(X Y)' d='M0 40V120H100V40' fill='none' stroke='black'/><path transform='translate(X Y)' d='M0 40H100' stroke='black'/><text transform='translate(X Y)' x='50' y='22' text-anchor='middle'>lane</text><rect transform='translate(X Y)' x='20' y='60' width='50' height='30'/>",
                    "<g><g transform='translate(X Y)'><circle r='4' cx='6' cy='4' fill='white' stroke='black'/><path d='M6 8V16' stroke='black'/><path d='M2 12H10' stroke='black'/><path d='M2 20L6 16L10 20' fill='none' stroke='black'/></g><g transform='translate(X Y)'><text x='6' y='34' text-anchor='middle' font-size='H'>actor</text></g></g>",
};

static void add_part(GString *out)
{
    double large = g_test_rand_double() < 0.1 ? 6 : 1;
    g_autoptr(GString) part =
        g_string_new(parts[g_test_rand_int_range(0, (gint32)G_N_ELEMENTS(parts))]);
    const struct {
        const char *name;
        double most;
    } values[] = {{"X", SIDE}, {"Y", SIDE}, {"W", 90 * large}, {"H", 40 * large}};
    for (gsize i = 0; i < G_N_ELEMENTS(values); i++) {
        char number[G_ASCII_DTOSTR_BUF_SIZE];
        g_ascii_formatd(number, sizeof number, "%.2f", g_test_rand_double_range(1, values[i].most));
        g_string_replace(part, values[i].name, number, 0);
    }
    g_string_append(out, part->str);
}

static SvgDocument *random_drawing(void)
{
    g_autoptr(GString) out =
        g_string_new("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 600 600'>"
                     "<defs><rect id='original' width='30' height='20'/><path id='stroke' "
                     "d='M0 0h50'/><text id='words' x='9' y='30'>cloned</text></defs>");
    gint32 n = g_test_rand_int_range(2, 60);
    if (g_test_rand_int_range(0, 3) == 0) {
        g_string_append(out, "<rect width='600' height='600' fill='#eee'/>");
    }
    for (gint32 i = 0; i < n; i++) {
        gboolean group = g_test_rand_int_range(0, 4) == 0;
        g_string_append(out, group ? "<g>" : "");
        for (gint32 k = group ? g_test_rand_int_range(1, 5) : 1; k > 0; k--) {
            add_part(out);
        }
        g_string_append(out, group ? "</g>" : "");
    }
    g_string_append(out, "</svg>");
    return svg_document_parse(out->str, out->len, "random.svg", NULL);
}

/* All letters of a text are where they may be before a font is asked. */
static SvgWanted check_reach(const SvgNode *node, const SvgContext *parent, gpointer data)
{
    SvgDocument *doc = data;
    SvgBox begins, reach;
    double height;
    if (svg_node_tag(node) == SVG_TAG_TEXT &&
        svg_node_quick_bounds(doc, node, parent, &begins, NULL) == SVG_QUICK_BOUNDS_TEXT &&
        svg_text_extent(doc, node, parent, begins, &reach, &height)) {
        SvgBox box = svg_node_box(doc, (SvgNode *)node);
        if (!svg_box_is_empty(box) && !svg_box_contains(reach, box)) {
            g_error("a text is in %g %g %g %g, and may only be in %g %g %g %g", box.x, box.y, box.w,
                    box.h, reach.x, reach.y, reach.w, reach.h);
        }
    }
    return SVG_UNWANTED;
}

static void ignore_bounds(SvgNode *node, const SvgBounds *bounds, const SvgStyle *style,
                          SvgMatrix matrix, const SvgTrail *trail, gpointer data)
{
    (void)node, (void)bounds, (void)style, (void)matrix, (void)trail, (void)data;
}

static void check_reaches(SvgDocument *doc)
{
    if (!svg_quick_bounds_are_unknown(doc)) {
        svg_document_wanted_bounds(doc, NULL, check_reach, NULL, ignore_bounds, doc);
    }
}

static void test_random(void)
{
    SameAttachments count = {0};
    for (guint i = 0, n = test_setting("TEST_RUNS", ROUNDS); i < n; i++) {
        g_autoptr(SvgDocument) doc = random_drawing();
        g_assert_nonnull(doc);
        same_attachments(doc, 1, &count);
        check_reaches(doc);
    }
    g_test_message("%u elements, %u with attachments, %u unclear; ends at %u, maybe at %u",
                   count.shapes, count.with, count.unclear, count.with_ends, count.ends);
    g_assert_cmpuint(count.wrong, ==, 0);
    g_assert_cmpuint(count.unclear, <, 3 * count.shapes / 4);
}

/* --- what random drawings hardly have --------------------------------------------------------- */

#define WIRE    "fill='none' stroke='#00f'"
#define WINDING "M70 50c15-30 25 30 40 0c15-30 25 30 40 0c15-30 25 30 40 0"
#define BOXES                                                \
    "<rect x='60' y='46' width='22' height='8' fill='red'/>" \
    "<rect x='84' y='46' width='22' height='8' fill='red'/>"

/* In each, something ends at "to", or goes with "to", which what is near must not deny. */
static const struct {
    const char *name, *parts;
} cases[] = {
    {"boxes as the heads of a grouped line",
     "<g><path d='M10 50h50' " WIRE "/>" BOXES
     "</g><rect id='to' x='108' y='20' width='60' height='60'/>"},
    {"the same in a group of its own beside an outline",
     "<g><rect x='10' y='150' width='90' height='60'/><g><path d='M10 50h50' " WIRE "/>" BOXES
     "</g></g><rect id='to' x='108' y='20' width='60' height='60'/>"},
    {"two heads of the line's colour",
     "<path d='M10 50h70' " WIRE "/><polygon points='80,42 104,50 80,58' fill='blue'/>"
     "<polygon points='104,42 128,50 104,58' fill='blue'/>"
     "<rect id='to' x='129' y='20' width='60' height='60'/>"},
    {"hidden things between a line and its heads",
     "<path d='M10 50h70' " WIRE "/><path d='M0 0h9v9z' style='display:none'/>"
     "<path d='M0 0h9v9z' style='display : none'/><path d='M0 0h9v9z' display='none'/>"
     "<polygon points='80,42 104,50 80,58' fill='blue'/>"
     "<polygon points='104,42 128,50 104,58' style='display:inline;fill:blue'/>"
     "<rect id='to' x='129' y='20' width='60' height='60'/>"},
    {"an icon on an outline with words",
     "<circle cx='500' cy='500' r='9'/>"
     "<rect x='10' y='10' width='400' height='300' fill='#eee'/><text x='30' y='40'>words</text>"
     "<path id='to' d='M350 250h10' " WIRE "/><path d='M360 248l4 2l-4 2z' fill='blue'/>"},
    {"a figure with words below",
     "<circle id='to' cx='100' cy='100' r='12'/><text x='85' y='130' font-size='12'>name</text>"},
    {"a figure of two parts with words below",
     "<circle id='to' cx='100' cy='70' r='8'/><path d='M90 78h20l4 30h-28z'/>"
     "<text x='85' y='124' font-size='12'>name</text>"},
    {"a figure with decoration, and words before it",
     "<text x='60' y='68' font-size='12'>an actor</text><rect id='to' x='70' y='72' width='30' "
     "height='40'/><circle cx='78' cy='90' r='3' fill='red'/>"},
    {"a figure with two lines of words before it",
     "<text x='60' y='54' font-size='12'>first one</text><text x='60' y='68' font-size='12'>then "
     "two</text><rect id='to' x='70' y='72' width='30' height='40'/>"},
    {"long words that end beside a short arrow",
     "<marker id='m' orient='auto' markerWidth='4' markerHeight='4'><path d='M0 0l4 2l-4 2z'/>"
     "</marker><path id='to' d='M600 150Q588 210 600 270' " WIRE " marker-end='url(#m)'/>"
     "<text x='8' y='214' font-size='16' font-family='monospace'>words that go on and on, and on again, until"
     " they are at it.</text>"},
    {"words on an area on an arrow",
     "<path id='to' d='M100 190h200' " WIRE "/><path d='M296 186l8 4l-8 4z' fill='blue'/>"
     "<rect x='180' y='180' width='40' height='20' fill='white'/>"
     "<text x='200' y='194' font-size='12' text-anchor='middle'>words</text>"},
    {"a figure with words that run down from inside it",
     "<rect id='to' x='100' y='100' width='20' height='20'/>"
     "<text transform='translate(106 116) rotate(90)' font-size='12'>name</text>"},
    {"words on a winding line between two boxes",
     "<rect x='10' y='20' width='60' height='60' fill='#eee'/><rect x='190' y='20' width='60' "
     "height='60' fill='#eee'/><path id='to' d='" WINDING "' " WIRE "/>"
     "<text x='110' y='30' font-size='12'>words</text>"},
    {"words on a winding line from a box to words",
     "<rect x='10' y='20' width='60' height='60' fill='#eee'/><text x='196' y='54' "
     "font-size='12'>far away</text><path id='to' d='" WINDING "' " WIRE "/>"
     "<text x='110' y='30' font-size='12'>words</text>"},
    {"words on a winding line with a head",
     "<path id='to' d='" WINDING "' " WIRE "/><path d='M186 44l14 6l-14 6z' fill='blue'/>"
     "<text x='110' y='30' font-size='12'>words</text>"},
    {"a figure with a clone of words below",
     "<defs><text id='name' font-size='12'>name</text></defs>"
     "<circle id='to' cx='100' cy='100' r='12'/><use href='#name' x='85' y='130'/>"},
};

static gboolean is_part(GHashTable *all, SvgNode *node)
{
    GHashTableIter iter;
    gpointer list;
    g_hash_table_iter_init(&iter, all);
    while (g_hash_table_iter_next(&iter, NULL, &list)) {
        if (g_ptr_array_find(list, node, NULL)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Nothing wrong, and something to be wrong about. */
static void test_cases(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        SameAttachments count = {0};
        g_autofree char *text = g_strdup_printf(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 600 600'>%s</svg>",
            cases[i].parts);
        g_autoptr(SvgDocument) doc = svg_document_parse(text, strlen(text), cases[i].name, NULL);
        g_autoptr(GHashTable) all = svg_attachments_all(doc, NULL), ends = svg_ends_all(doc);
        SvgNode *to = svg_document_find(doc, "to");
        g_test_message("%s", cases[i].name);
        g_assert_true(g_hash_table_contains(ends, to) || g_hash_table_contains(all, to) ||
                      is_part(all, to));
        same_attachments(doc, 1, &count);
        g_assert_cmpuint(count.wrong, ==, 0);
    }
}

/* --- other people's --------------------------------------------------------------------------- */

static void try_file(const char *file, guint32 seed, GRand *rand)
{
    SameAttachments count = {0};
    g_autoptr(SvgDocument) doc = svg_document_load(file, NULL);
    (void)seed, (void)rand;
    if (doc) {
        same_attachments(doc, STEP, &count);
        check_reaches(doc);
        g_assert_cmpuint(count.wrong, ==, 0);
    }
}

static void test_folder(gconstpointer folder)
{
    test_random_files(folder, FILES, try_file);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/attachments/cases", test_cases);
    g_test_add_func("/attachments/random", test_random);
    g_test_add_data_func("/attachments/inkscape-tutorials", "/usr/share/inkscape/tutorials",
                         test_folder);
    g_test_add_data_func("/attachments/openclipart",
                         "/usr/share/openclipart/svg/computer/icons/flat-theme", test_folder);
    int result = g_test_run();
    svg_cleanup();
    return result;
}
