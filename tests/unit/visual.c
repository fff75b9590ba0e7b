/* Visual boxes: expectations by hand from SVG 2 §13.5 (strokes), §13.7 (markers), §8.10 (bounding
 * boxes), CSS Masking 1 and CSS Transforms 1. */
#include "common/drawing.h"
#include "geometry/bounds.h"
#include "geometry/trace.h"

#include <math.h>
#include <string.h>
#include <time.h>

#define XMLNS "xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'"
#define S     "fill='none' stroke='red' stroke-width='10' "
#define THIN  "fill='none' stroke='red' stroke-width='2' "

static SvgBounds bounds_of(SvgDocument *doc, const char *id)
{
    SvgNode *node = svg_document_find(doc, id);

    g_assert_nonnull(node);
    return svg_node_bounds(doc, node);
}

static void assert_box(SvgBox box, const double *e)
{
    if (e[2] < 0) {
        g_assert_true(svg_box_is_empty(box));
        return;
    }
    if (!(fabs(box.x - e[0]) < 1e-5 && fabs(box.y - e[1]) < 1e-5 && fabs(box.w - e[2]) < 1e-5 &&
          fabs(box.h - e[3]) < 1e-5)) {
        g_error("box is %.9g %.9g %.9g %.9g, expected %.9g %.9g %.9g %.9g", box.x, box.y, box.w,
                box.h, e[0], e[1], e[2], e[3]);
    }
}

typedef struct {
    const char *name, *body; /* the element has the id "e" */
    double box[4];           /* the visual one; w < 0: empty */
} Case;

static const Case cases[] = {
    /* --- strokes --- */
    {"stroke/none", "<rect id='e' width='20' height='10' stroke-width='4'/>", {0, 0, 20, 10}},
    {"stroke/zero",
     "<rect id='e' width='20' height='10' stroke='red' stroke-width='0'/>",
     {0, 0, 20, 10}},
    {"stroke/transparent",
     "<rect id='e' width='20' height='10' stroke='red' stroke-opacity='0'/>",
     {-0.5, -0.5, 21, 11}},
    {"stroke/rect", "<rect id='e' " S "width='20' height='10'/>", {-5, -5, 30, 20}},
    {"stroke/rect-turned",
     "<rect id='e' " S "width='10' height='10' transform='rotate(90)'/>",
     {-15, -5, 20, 20}},
    {"stroke/rect-bevel",
     "<rect id='e' " S "width='10' height='10' stroke-linejoin='bevel' transform='rotate(45)'/>",
     {-10.6066017, -3.5355339, 21.2132034, 21.2132034}},
    {"stroke/rect-low-limit",
     "<rect id='e' " S "width='10' height='10' stroke-miterlimit='1.41' transform='rotate(45)'/>",
     {-10.6066017, -3.5355339, 21.2132034, 21.2132034}},
    {"stroke/rect-round",
     "<rect id='e' " S "width='10' height='10' stroke-linejoin='round' transform='rotate(45)'/>",
     {-12.0710678, -5, 24.1421356, 24.1421356}},
    {"stroke/rect-rounded",
     "<rect id='e' " S "width='20' height='20' rx='10' transform='rotate(45 10 10)'/>",
     {-5, -5, 30, 30}},
    {"stroke/rect-half-rounded",
     "<rect id='e' " S "width='20' height='20' rx='10' ry='0'/>",
     {-5, -5, 30, 30}},
    {"stroke/circle", "<circle id='e' " S "r='20' transform='scale(2,1)'/>", {-50, -25, 100, 50}},
    {"stroke/butt", "<path id='e' " S "d='M10 10H50'/>", {10, 5, 40, 10}},
    {"stroke/square", "<path id='e' " S "d='M10 10H50' stroke-linecap='square'/>", {5, 5, 50, 10}},
    {"stroke/round", "<path id='e' " S "d='M10 10H50' stroke-linecap='round'/>", {5, 5, 50, 10}},
    {"stroke/dashes",
     "<path id='e' " S "d='M10 10H50' stroke-dasharray='3 1000'/>",
     {10, 5, 40, 10}},
    {"stroke/square-slanted", /* half a width ahead is (3,4), aside (-4,3) */
     "<line id='e' " S "x2='30' y2='40' stroke-linecap='square'/>",
     {-7, -7, 44, 54}},
    {"stroke/butt-slanted", "<line id='e' " S "x2='30' y2='40'/>", {-4, -3, 38, 46}},
    /* An apex of 60°: the miter is half a width / sin 30° long. */
    {"stroke/miter",
     "<polyline id='e' " THIN "points='-10,17.320508 0,0 10,17.320508'/>",
     {-10.8660254, -2, 21.7320508, 19.820508}},
    {"stroke/miter-limit",
     "<polyline id='e' " THIN "stroke-miterlimit='1.9' points='-10,17.320508 0,0 10,17.320508'/>",
     {-10.8660254, -0.5, 21.7320508, 18.320508}},
    {"stroke/miter-round",
     "<polyline id='e' " THIN "stroke-linejoin='round' points='-10,17.320508 0,0 10,17.320508'/>",
     {-10.8660254, -1, 21.7320508, 18.820508}},
    {"stroke/miter-turned", /* a skewed pen: the tip is mapped */
     "<polyline id='e' " THIN "points='-10,17.320508 0,0 10,17.320508' transform='scale(1,2)'/>",
     {-10.8660254, -4, 21.7320508, 39.641016}},
    {"stroke/back", /* turning by 180° has no miter */
     "<path id='e' " THIN "d='M0 0H10H5'/>",
     {0, -1, 10, 2}},
    {"stroke/close", /* the corner where a closed path begins is joined */
     "<path id='e' " THIN "d='M0 0L10 17.320508H-10z'/>",
     {-11.7320508, -2, 23.4641016, 20.320508}},
    {"stroke/open",
     "<path id='e' " THIN "d='M0 0L10 17.320508H-10L0 0'/>",
     {-11.7320508, -0.5, 23.4641016, 18.820508}},
    {"stroke/dot-round",
     "<path id='e' " S "d='M50 50h0' stroke-linecap='round'/>",
     {45, 45, 10, 10}},
    {"stroke/dot-closed",
     "<path id='e' " S "d='M50 50z' stroke-linecap='square'/>",
     {45, 45, 10, 10}},
    {"stroke/dot-butt", "<path id='e' " S "d='M50 50h0'/>", {50, 50, 0, 0}},
    {"stroke/dot-move", "<path id='e' " S "d='M50 50' stroke-linecap='round'/>", {50, 50, 0, 0}},
    {"stroke/dot-beside",
     "<path id='e' " S "d='M50 50z M80 50H90' stroke-linecap='round'/>",
     {45, 45, 50, 10}},
    {"stroke/cubic", "<path id='e' " S "d='M0 0C0 40 40 40 40 0'/>", {-5, 0, 50, 35}},
    {"stroke/quad", "<path id='e' " S "d='M0 0Q0 20 20 20'/>", {-5, 0, 25, 25}},
    {"stroke/arc", "<path id='e' " THIN "d='M-5 0A5 5 0 0 1 5 0'/>", {-6, -6, 12, 6}},
    {"stroke/arc-tight", /* the pen reaches over the centre: 1 − 5 below it */
     "<path id='e' " S "d='M-1 0A1 1 0 0 1 1 0'/>",
     {-6, -6, 12, 10}},
    {"stroke/scaled", "<path id='e' " S "d='M0 0H10' transform='scale(2,3)'/>", {0, -15, 20, 30}},
    {"stroke/fixed",
     "<path id='e' " S "d='M0 0H10' transform='scale(2,3)' vector-effect='non-scaling-stroke'/>",
     {0, -5, 20, 10}},
    {"stroke/fixed-rect",
     "<rect id='e' " S "width='10' height='10' transform='scale(2,3)' "
     "style='vector-effect:non-scaling-stroke'/>",
     {-5, -5, 30, 40}},
    {"stroke/fixed-circle",
     "<circle id='e' " S "r='10' transform='scale(2,3)' vector-effect='non-scaling-stroke'/>",
     {-25, -35, 50, 70}},
    {"stroke/use",
     "<defs><path id='d' d='M0 0H10'/></defs><use id='e' " S "href='#d' x='5'/>",
     {5, -5, 10, 10}},
    {"stroke/group", "<g id='e' " S "><path d='M0 0H10'/></g>", {0, -5, 10, 10}},
    {"stroke/hidden", "<path id='e' " S "visibility='hidden' d='M0 0H10'/>", {0, -5, 10, 10}},

    /* --- markers --- */
    {"marker/end", /* turned by 90°: its tip goes down */
     "<marker id='m' overflow='visible' markerUnits='userSpaceOnUse' orient='auto'>"
     "<path d='M0 -3L6 0L0 3z'/></marker>"
     "<line id='e' y2='80' stroke='red' stroke-width='2' marker-end='url(#m)'/>",
     {-3, 0, 6, 86}},
    {"marker/start-reverse",
     "<marker id='m' overflow='visible' markerUnits='userSpaceOnUse' orient='auto-start-reverse'>"
     "<path d='M0 -3L6 0L0 3z'/></marker><line id='e' x2='50' marker-start='url(#m)'/>",
     {-6, -3, 56, 6}},
    {"marker/start-auto",
     "<marker id='m' overflow='visible' markerUnits='userSpaceOnUse' orient='auto'>"
     "<path d='M0 -3L6 0L0 3z'/></marker><line id='e' x2='50' marker-start='url(#m)'/>",
     {0, -3, 50, 6}},
    {"marker/angle",
     "<marker id='m' overflow='visible' markerUnits='userSpaceOnUse' orient='-90'>"
     "<path d='M0 -3L6 0L0 3z'/></marker><line id='e' x2='50' marker-end='url(#m)'/>",
     {0, -6, 53, 6}},
    {"marker/scaled", /* by the stroke width, which needn't be painted */
     "<marker id='m' overflow='visible'><rect x='-1' y='-2' width='3' height='4'/></marker>"
     "<line id='e' x2='50' stroke-width='5' marker-end='url(#m)'/>",
     {0, -10, 60, 20}},
    {"marker/no-width",
     "<marker id='m' overflow='visible'><rect x='-1' y='-2' width='3' height='4'/></marker>"
     "<line id='e' x2='50' stroke-width='0' marker-end='url(#m)'/>",
     {0, 0, 50, 0}},
    {"marker/overflow", /* its tile is 3 × 3 */
     "<marker id='m'><rect x='-5' y='-5' width='10' height='10'/></marker>"
     "<path id='e' d='M50 50H60' marker-end='url(#m)'/>",
     {50, 50, 13, 3}},
    {"marker/view-box",
     "<marker id='m' viewBox='0 0 10 10' refX='5' refY='5' markerWidth='5' markerHeight='5'>"
     "<rect width='10' height='10'/></marker><path id='e' d='M50 50H60' marker-start='url(#m)'/>",
     {47.5, 47.5, 12.5, 5}},
    {"marker/ref-words",
     "<marker id='m' viewBox='0 0 10 10' refX='right' refY='center' markerWidth='5' "
     "markerHeight='5'><rect width='10' height='10'/></marker>"
     "<path id='e' d='M50 50H60' marker-start='url(#m)'/>",
     {45, 47.5, 15, 5}},
    {"marker/mid", /* half way between right and down: 45° */
     "<marker id='m' overflow='visible' orient='auto'><path d='M0 0L0 -8L1 0z'/></marker>"
     "<path id='e' fill='none' d='M0 0H10V10' marker-mid='url(#m)'/>",
     {0, -5.6568542, 15.6568542, 15.6568542}},
    {"marker/mid-none",
     "<marker id='m' overflow='visible'><circle r='9'/></marker>"
     "<path id='e' d='M0 0H10' marker-mid='url(#m)'/>",
     {0, 0, 10, 0}},
    {"marker/closed", /* where it begins and ends, half way between up and right */
     "<marker id='m' overflow='visible' orient='auto'><path d='M0 0L0 -8L1 0z'/></marker>"
     "<path id='e' d='M0 0H10V10H0z' marker-start='url(#m)'/>",
     {-5.6568542, -5.6568542, 15.6568542, 15.6568542}},
    {"marker/no-direction",
     "<marker id='m' overflow='visible' orient='auto'><rect width='2' height='1'/></marker>"
     "<path id='e' d='M5 5' marker-start='url(#m)'/>",
     {5, 5, 2, 1}},
    {"marker/all-content",
     "<marker id='m' overflow='visible'><g><rect x='-1' width='1' height='1'/></g>"
     "<circle cy='4' r='1' stroke='red' stroke-width='2'/></marker>"
     "<line id='e' x2='50' marker-start='url(#m)'/>",
     {-2, 0, 52, 6}},
    {"marker/own-style", /* the content inherits from the marker, not from the line */
     "<marker id='m' overflow='visible' markerUnits='userSpaceOnUse'><path d='M0 0H9'/></marker>"
     "<line id='e' x2='5' " S "marker-end='url(#m)'/>",
     {0, -5, 14, 10}},
    {"marker/rect",
     "<marker id='m' overflow='visible'><circle r='9'/></marker>"
     "<rect id='e' width='5' height='5' marker-start='url(#m)'/>",
     {0, 0, 5, 5}},
    {"marker/missing", "<line id='e' x2='5' marker-end='url(#no)'/>", {0, 0, 5, 0}},
    {"marker/cycle",
     "<marker id='m' overflow='visible'><line x2='9' marker-end='url(#m)'/></marker>"
     "<line id='e' x2='5' marker-end='url(#m)'/>",
     {0, 0, 14, 0}},
    {"marker/hidden-definition",
     "<g display='none'><marker id='m' overflow='visible'><path d='M0 0H9'/></marker></g>"
     "<line id='e' x2='5' marker-end='url(#m)'/>",
     {0, 0, 14, 0}},

    /* --- clip paths and masks --- */
    {"clip/cut",
     "<clipPath id='c'><rect x='10' y='20' width='5' height='50' stroke='red' "
     "stroke-width='9'/></clipPath><rect id='e' clip-path='url(#c)' width='40' "
     "height='40'/>",
     {10, 20, 5, 20}},
    {"clip/user-space",
     "<clipPath id='c'><rect width='5' height='5'/></clipPath>"
     "<rect id='e' clip-path='url(#c)' width='40' height='40' "
     "transform='translate(7,8) scale(2)'/>",
     {7, 8, 10, 10}},
    {"clip/box-units",
     "<clipPath id='c' clipPathUnits='objectBoundingBox'><rect x='.1' y='.5' width='.2' "
     "height='.5'/></clipPath><rect id='e' clip-path='url(#c)' x='10' y='20' width='40' "
     "height='40' transform='rotate(90)'/>",
     {-60, 14, 20, 8}},
    {"clip/transform",
     "<clipPath id='c' transform='translate(3,0)'><rect width='5' height='5'/>"
     "</clipPath><rect id='e' clip-path='url(#c)' width='40' height='40'/>",
     {3, 0, 5, 5}},
    {"clip/of-clip",
     "<clipPath id='d'><rect x='2' width='99' height='3'/></clipPath>"
     "<clipPath id='c' clip-path='url(#d)'><rect width='5' height='5'/></clipPath>"
     "<rect id='e' clip-path='url(#c)' width='40' height='40'/>",
     {2, 0, 3, 3}},
    {"clip/of-child",
     "<clipPath id='d'><rect x='2' width='99' height='3'/></clipPath><clipPath "
     "id='c'><rect clip-path='url(#d)' width='5' height='5'/></clipPath>"
     "<rect id='e' clip-path='url(#c)' width='40' height='40'/>",
     {2, 0, 3, 3}},
    {"clip/use",
     "<defs><circle id='o' r='4'/></defs><clipPath id='c'><use href='#o' x='4' y='9'/>"
     "</clipPath><rect id='e' clip-path='url(#c)' width='40' height='40'/>",
     {0, 5, 8, 8}},
    {"clip/group",
     "<clipPath id='c'><rect width='5' height='5'/></clipPath><g id='e' "
     "clip-path='url(#c)'><rect x='3' width='40' height='40'/></g>",
     {3, 0, 2, 5}},
    {"clip/child-only",
     "<clipPath id='c'><rect width='5' height='5'/></clipPath><g id='e'><rect "
     "clip-path='url(#c)' width='40' height='40'/></g>",
     {0, 0, 5, 5}},
    {"clip/empty",
     "<clipPath id='c'/><rect id='e' clip-path='url(#c)' width='4' height='4'/>",
     {0, 0, -1, -1}},
    {"clip/apart",
     "<clipPath id='c'><rect x='50' width='5' height='5'/></clipPath><rect id='e' "
     "clip-path='url(#c)' width='4' height='4'/>",
     {0, 0, -1, -1}},
    {"clip/missing", "<rect id='e' clip-path='url(#c)' width='4' height='4'/>", {0, 0, 4, 4}},
    {"clip/other-kind",
     "<g id='c'/><rect id='e' clip-path='url(#c)' width='4' height='4'/>",
     {0, 0, 4, 4}},
    {"clip/cycle",
     "<clipPath id='c' clip-path='url(#c)'><rect width='3' height='3' "
     "clip-path='url(#c)'/></clipPath><rect id='e' clip-path='url(#c)' width='4' "
     "height='4'/>",
     {0, 0, 3, 3}},
    {"clip/definition-hidden",
     "<g display='none'><clipPath id='c'><rect width='3' height='3'/>"
     "</clipPath></g><rect id='e' clip-path='url(#c)' width='4' "
     "height='4'/>",
     {0, 0, 3, 3}},
    {"mask/content",
     "<mask id='c'><rect x='1' width='2' height='2' stroke='red' "
     "stroke-width='1'/></mask><rect id='e' mask='url(#c)' width='4' height='4'/>",
     {0.5, 0, 3, 2.5}},
    {"mask/region",
     "<mask id='c' x='0' y='.5' width='.25' height='1'><rect width='99' "
     "height='99'/></mask><rect id='e' mask='url(#c)' width='4' height='4'/>",
     {0, 2, 1, 2}},
    {"mask/user-region",
     "<mask id='c' maskUnits='userSpaceOnUse' x='1' y='1' width='1' "
     "height='2'><rect width='99' height='99'/></mask>"
     "<rect id='e' mask='url(#c)' width='4' height='4'/>",
     {1, 1, 1, 2}},
    {"mask/box-content",
     "<mask id='c' maskContentUnits='objectBoundingBox'><rect width='.5' "
     "height='1'/></mask><rect id='e' mask='url(#c)' width='4' height='4'/>",
     {0, 0, 2, 4}},

    /* --- filters: a blur reaches 2.4 deviations --- */
    {"filter/blur",
     "<filter id='f'><feGaussianBlur stdDeviation='2'/></filter>"
     "<rect id='e' filter='url(#f)' width='20' height='10'/>",
     {-4.8, -4.8, 29.6, 19.6}},
    {"filter/blur-stroke",
     "<filter id='f'><feGaussianBlur stdDeviation='2 1'/></filter>"
     "<rect id='e' filter='url(#f)' " S "width='20' height='10'/>",
     {-9.8, -7.4, 39.6, 24.8}},
    {"filter/turned",
     "<filter id='f'><feGaussianBlur stdDeviation='1 0'/></filter>"
     "<rect id='e' filter='url(#f)' width='20' height='10' "
     "transform='rotate(90)'/>",
     {-10, -2.4, 10, 24.8}},
    {"filter/slanted", /* the region is a box in user space: 14.8 wide, 10 high */
     "<filter id='f'><feGaussianBlur stdDeviation='1 0'/></filter><g id='e' filter='url(#f)' "
     "transform='rotate(45)'><rect width='10' height='10'/></g>",
     {-8.76812409, -1.69705627, 17.53624818, 17.53624818}},
    {"filter/offset",
     "<filter id='f'><feOffset dx='5' dy='-3'/></filter>"
     "<rect id='e' filter='url(#f)' width='20' height='10'/>",
     {0, -3, 25, 13}},
    {"filter/shadow",
     "<filter id='f'><feDropShadow dx='9' stdDeviation='1'/></filter>"
     "<rect id='e' filter='url(#f)' width='20' height='10'/>",
     {-2.4, -2.4, 33.8, 14.8}},
    {"filter/dilate",
     "<filter id='f'><feMorphology operator='dilate' radius='2'/></filter>"
     "<rect id='e' filter='url(#f)' width='20' height='10'/>",
     {-2, -2, 24, 14}},
    {"filter/user-region",
     "<filter id='f' filterUnits='userSpaceOnUse' x='1' y='2' width='3' "
     "height='4'><feGaussianBlur stdDeviation='2'/></filter>"
     "<rect id='e' filter='url(#f)' width='20' height='10'/>",
     {1, 2, 3, 4}},
    {"filter/empty",
     "<filter id='f'/><rect id='e' filter='url(#f)' width='20' height='10'/>",
     {0, 0, 20, 10}},
    {"filter/missing", "<rect id='e' filter='url(#f)' width='20' height='10'/>", {0, 0, 20, 10}},
    {"filter/shared", /* the wider one needs 24 % on each side, so both have it */
     "<filter id='f'><feGaussianBlur stdDeviation='1 0'/></filter>"
     "<rect width='10' height='10' filter='url(#f)'/>"
     "<rect id='e' filter='url(#f)' width='100' height='10'/>",
     {-24, 0, 148, 10}},
    {"filter/then-clip",
     "<filter id='f'><feGaussianBlur stdDeviation='2'/></filter><clipPath "
     "id='c'><rect x='-1' y='-1' width='9' height='9'/></clipPath><rect id='e' "
     "filter='url(#f)' clip-path='url(#c)' width='20' height='10'/>",
     {-1, -1, 9, 9}},

    /* --- viewports --- */
    {"viewport/svg",
     "<svg id='e' x='5' y='5' width='10' height='10'><rect width='50' height='3'/>"
     "</svg>",
     {5, 5, 10, 3}},
    {"viewport/svg-visible",
     "<svg id='e' x='5' y='5' width='10' height='10' overflow='visible'><rect width='50' "
     "height='3'/></svg>",
     {5, 5, 50, 3}},
    {"viewport/symbol",
     "<symbol id='s' viewBox='0 0 10 10'><circle r='9'/></symbol>"
     "<use id='e' href='#s' x='1' width='20' height='20'/>",
     {1, 0, 18, 18}},
    {"viewport/root", "<rect id='e' x='-50' width='999' height='9'/>", {-50, 0, 999, 9}},
};

static void test_case(gconstpointer data)
{
    const Case *c = data;
    g_autoptr(SvgDocument) doc = test_parse_body(c->body);

    assert_box(bounds_of(doc, "e").visual, c->box);
}

/* --- both boxes together ---------------------------------------------------------------------- */

static void test_geometric_stays(void)
{
    g_autoptr(SvgDocument) doc = test_parse_body(
        "<clipPath id='c'><rect width='2' height='2'/></clipPath><filter id='f'>"
        "<feGaussianBlur stdDeviation='9'/></filter><marker id='m' overflow='visible'><circle "
        "r='9'/></marker><path id='e' " S "d='M0 0H10V10' clip-path='url(#c)' "
        "filter='url(#f)' marker-end='url(#m)'/>");

    assert_box(bounds_of(doc, "e").geometric, (double[]){0, 0, 10, 10});
    assert_box(bounds_of(doc, "e").visual, (double[]){0, 0, 2, 2});
}

static void test_fixed_in_view_box(void)
{
    const char *text = "<svg " XMLNS " width='200' height='100' viewBox='0 0 20 10'><path id='e' " S
                       "d='M0 5H10' vector-effect='non-scaling-stroke'/></svg>";
    g_autoptr(SvgDocument) doc = svg_document_parse(text, strlen(text), "test", NULL);
    SvgMatrix px = svg_document_px_matrix(doc);

    assert_box(bounds_of(doc, "e").visual, (double[]){0, 4.5, 10, 1}); /* 10 px are one unit */
    g_assert_cmpfloat(px.a, ==, 10);
    g_assert_cmpfloat(px.d, ==, 10);
}

/* y = x² / 2 from -2 to 2 has the radius of curvature (1 + x²)^1.5. */
static void test_cusps(void)
{
    const SvgSegment parabola = {.kind = SVG_SEG_QUAD, .p = {{0, -2}, {2, 2}}};
    double x = sqrt(cbrt(4) - 1);
    SvgCusps cusps;

    svg_segment_cusps(&parabola, (SvgUserPoint){-2, 2}, 2, &cusps);
    g_assert_cmpuint(cusps.n, ==, 2);
    g_assert_cmpfloat_with_epsilon(cusps.at[0].x, -x, 1e-6);
    g_assert_cmpfloat_with_epsilon(cusps.at[1].x, x, 1e-6);
    g_assert_cmpfloat_with_epsilon(cusps.at[1].y, x * x / 2, 1e-6);
    g_assert_cmpfloat_with_epsilon(cusps.direction[1].y / cusps.direction[1].x, x, 1e-6);
    svg_segment_cusps(&parabola, (SvgUserPoint){-2, 2}, 0.9, &cusps);
    g_assert_cmpuint(cusps.n, ==, 0);
}

/* No point of the stroke that we can find by going along the outline lies outside its box, and the
 * box isn't larger than all of them. */
static void check_along(const SvgUserPoint *p, double half)
{
    g_autofree char *body =
        g_strdup_printf("<path id='e' fill='none' stroke='red' stroke-width='%.9f' "
                        "d='M%.9f %.9fC%.9f %.9f %.9f %.9f %.9f %.9f'/>",
                        2 * half, p[0].x, p[0].y, p[1].x, p[1].y, p[2].x, p[2].y, p[3].x, p[3].y);
    g_autoptr(SvgDocument) doc = test_parse_body(body);
    SvgBox box = bounds_of(doc, "e").visual, seen = SVG_BOX_EMPTY;
    SvgUserPoint last = {0, 0};

    for (int i = 0; i <= 20000; i++) {
        double t = i / 20000.0, u = 1 - t;
        double x = u * u * u * p[0].x + 3 * u * u * t * p[1].x + 3 * u * t * t * p[2].x +
                   t * t * t * p[3].x;
        double y = u * u * u * p[0].y + 3 * u * u * t * p[1].y + 3 * u * t * t * p[2].y +
                   t * t * t * p[3].y;
        double dx =
            u * u * (p[1].x - p[0].x) + 2 * u * t * (p[2].x - p[1].x) + t * t * (p[3].x - p[2].x);
        double dy =
            u * u * (p[1].y - p[0].y) + 2 * u * t * (p[2].y - p[1].y) + t * t * (p[3].y - p[2].y);
        double speed = hypot(dx, dy), nx = half * -dy / speed, ny = half * dx / speed;

        if (i > 0 && hypot(nx - last.x, ny - last.y) > 0.01 * half) {
            return; /* it turns too fast for these steps */
        }
        last = (SvgUserPoint){nx, ny};
        if (speed > 0) {
            seen = svg_box_union(seen,
                                 (SvgBox){x - fabs(nx), y - fabs(ny), 2 * fabs(nx), 2 * fabs(ny)});
        }
    }
    g_test_message("%s", body);
    g_assert_cmpfloat_with_epsilon(box.x, seen.x, 0.05 * half);
    g_assert_cmpfloat_with_epsilon(box.y, seen.y, 0.05 * half);
    g_assert_cmpfloat_with_epsilon(box.x + box.w, seen.x + seen.w, 0.05 * half);
    g_assert_cmpfloat_with_epsilon(box.y + box.h, seen.y + seen.h, 0.05 * half);
}

static void test_along(void)
{
    for (int i = 0; i < 200; i++) {
        SvgUserPoint p[4];

        for (guint k = 0; k < G_N_ELEMENTS(p); k++) {
            p[k] =
                (SvgUserPoint){g_test_rand_double_range(0, 100), g_test_rand_double_range(0, 100)};
        }
        check_along(p, g_test_rand_double_range(0.5, 40));
    }
}

/* --- transforms ------------------------------------------------------------------------------- */

static const Case turned[] = {
    {"view-box",
     "<rect id='e' width='10' height='20' style='transform:rotate(180deg)'/>",
     {-10, -20, 10, 20}},
    {"origin",
     "<rect id='e' width='10' height='20' style='transform:rotate(180deg);"
     "transform-origin:10px 20px'/>",
     {10, 20, 10, 20}},
    {"origin-percent", /* of the viewport, 200 × 100 */
     "<rect id='e' width='10' height='20' style='transform:rotate(180deg);"
     "transform-origin:50% 50%'/>",
     {190, 80, 10, 20}},
    {"origin-words",
     "<rect id='e' width='10' height='20' style='transform:rotate(180deg);"
     "transform-origin:bottom right'/>",
     {390, 180, 10, 20}},
    {"origin-one",
     "<rect id='e' width='10' height='20' style='transform:scale(-1);"
     "transform-origin:left'/>",
     {-10, 80, 10, 20}},
    {"origin-attribute",
     "<rect id='e' width='10' height='20' transform='rotate(180)' "
     "transform-origin='10 20'/>",
     {10, 20, 10, 20}},
    {"fill-box",
     "<rect id='e' x='30' y='40' width='10' height='20' "
     "style='transform:scale(2);transform-box:fill-box;transform-origin:center'/>",
     {25, 30, 20, 40}},
    {"fill-box-group",
     "<g id='e' style='transform:scale(2);transform-box:fill-box;"
     "transform-origin:100% 100%'><rect x='30' y='40' width='10' height='20'/>"
     "</g>",
     {20, 20, 20, 40}},
    {"stroke-box",
     "<rect id='e' x='30' y='40' width='10' height='20' stroke='red' "
     "stroke-width='4' style='transform:scale(2);transform-box:stroke-box;"
     "transform-origin:0 0'/>",
     {32, 42, 20, 40}},
    {"percent",
     "<rect id='e' width='10' height='20' style='transform:translate(50%,10%)'/>",
     {100, 10, 10, 20}},
    {"percent-y",
     "<rect id='e' width='10' height='20' style='transform:translateY(10%)'/>",
     {0, 10, 10, 20}},
    {"percent-box",
     "<rect id='e' width='10' height='20' style='transform:translate(50%,10%);"
     "transform-box:fill-box'/>",
     {5, 2, 10, 20}},
    {"units",
     "<rect id='e' width='10' height='20' style='font-size:8px;"
     "transform:translate(1in,2em)'/>",
     {96, 16, 10, 20}},
    {"attribute-has-no-percent",
     "<rect id='e' width='10' height='20' transform='translate(50%)'/>",
     {0, 0, 10, 20}},
};

static void test_turned(gconstpointer data)
{
    const Case *c = data;
    g_autoptr(SvgDocument) doc = test_parse_body(c->body);

    assert_box(bounds_of(doc, "e").geometric, c->box);
}

/* --- limits ----------------------------------------------------------------------------------- */

static void assert_quick(SvgDocument *doc, const char *id)
{
    clock_t start = clock();

    g_assert_false(svg_box_is_empty(bounds_of(doc, id).visual));
    g_assert_cmpint((clock() - start) / CLOCKS_PER_SEC, <, 20); /* of the processor, sanitized */
}

static void test_many_vertices(void)
{
    g_autoptr(GString) body =
        g_string_new("<marker id='m' overflow='visible' orient='auto'><g><path d='M0 0L3 1L0 3z'/>"
                     "<circle r='1'/></g></marker><path id='e' marker-mid='url(#m)' d='M0 0");
    for (int i = 0; i < 100000; i++) {
        g_string_append_printf(body, "L%d %d", i, i % 2 ? i : -i); /* grows with each */
    }
    g_string_append(body, "'/>");
    g_autoptr(SvgDocument) doc = test_parse_body(body->str);

    assert_quick(doc, "e");
}

/* Each clip path clips ten times by the one before. */
static void test_clip_bomb(void)
{
    g_autoptr(GString) body =
        g_string_new("<clipPath id='c0'><rect width='9' height='9'/></clipPath>");
    for (int i = 1; i <= 30; i++) {
        g_string_append_printf(body, "<clipPath id='c%d'>", i);
        for (int k = 0; k < 10; k++) {
            g_string_append_printf(body,
                                   "<rect width='9' height='9' transform='rotate(%d)' "
                                   "clip-path='url(#c%d)'/>",
                                   k, i - 1);
        }
        g_string_append(body, "</clipPath>");
    }
    g_string_append(body, "<rect id='e' width='4' height='4' clip-path='url(#c30)'/>");
    g_autoptr(SvgDocument) doc = test_parse_body(body->str);

    assert_quick(doc, "e");
}

/* Groups in groups, each turned, filtered, and about its own centre. */
static void test_deep_effects(void)
{
    g_autoptr(GString) body =
        g_string_new("<filter id='f'><feGaussianBlur stdDeviation='1'/></filter><g id='e'>");
    for (int i = 0; i < 200; i++) {
        g_string_append(body, "<g transform='rotate(5)' filter='url(#f)' "
                              "style='transform-box:fill-box;transform-origin:center'>");
    }
    g_string_append(body, "<rect width='9' height='9'/>");
    for (int i = 0; i < 201; i++) {
        g_string_append(body, "</g>");
    }
    g_autoptr(SvgDocument) doc = test_parse_body(body->str);

    assert_quick(doc, "e");
}

static void test_cycles(void)
{
    g_autoptr(SvgDocument) doc = test_parse_body(
        "<mask id='a'><rect width='9' height='9' mask='url(#b)'/></mask>"
        "<mask id='b'><rect width='9' height='9' mask='url(#a)'/></mask>"
        "<filter id='f'><feOffset dx='1'/></filter>"
        "<g id='e' mask='url(#a)' filter='url(#f)'><g filter='url(#f)'><rect width='5' "
        "height='5' filter='url(#f)'/></g></g>");

    assert_quick(doc, "e");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *path = g_strconcat("/visual/", cases[i].name, NULL);
        g_test_add_data_func(path, &cases[i], test_case);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(turned); i++) {
        g_autofree char *path = g_strconcat("/visual/transform/", turned[i].name, NULL);
        g_test_add_data_func(path, &turned[i], test_turned);
    }
    g_test_add_func("/visual/geometric-stays", test_geometric_stays);
    g_test_add_func("/visual/fixed-in-view-box", test_fixed_in_view_box);
    g_test_add_func("/visual/cusps", test_cusps);
    g_test_add_func("/visual/along", test_along);
    g_test_add_func("/visual/many-vertices", test_many_vertices);
    g_test_add_func("/visual/clip-bomb", test_clip_bomb);
    g_test_add_func("/visual/deep-effects", test_deep_effects);
    g_test_add_func("/visual/cycles", test_cycles);
    int result = g_test_run();
    svg_cleanup();
    return result;
}
