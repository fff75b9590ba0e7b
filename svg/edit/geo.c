/* The outlines of geo kinds and notes. */
#include "edit/build.h"
#include "edit/property.h"
#include "geometry/parts.h"
#include "shape/scene.h"

#include <math.h>
#include <string.h>

#define OWN 1e-4 /* of its longer side: by how much a path of ours may be off */

/* How much of a template keeps its proportions: the ends of an axis are laid out in squares of the
 * box's shorter side, so that the head of a long arrow isn't stretched. */
typedef enum {
    STRETCHED,
    ENDS_X = 1 << 0,
    ENDS_Y = 1 << 1,
    ENDS = ENDS_X | ENDS_Y,
    INNER_SQUARE = 1 << 2 /* what is drawn inside the outline lies in a square in the middle */
} Layout;

/* Path data in a box of 1 × 1, filling it. Inner lines come after the outline, and run the same way
 * round, so that a fill has no holes. The regular ones are stretched. */
static const struct {
    SvgKind kind;
    Layout layout;
    const char *d;
} templates[] = {
    {SVG_KIND_TRIANGLE, STRETCHED, "M.5,0 L1,1 0,1Z"},
    {SVG_KIND_DIAMOND, STRETCHED, "M.5,0 L1,.5 .5,1 0,.5Z"},
    {SVG_KIND_PENTAGON, STRETCHED, "M.5,0 L1,.381966 .809017,1 .190983,1 0,.381966Z"},
    {SVG_KIND_HEXAGON, STRETCHED, "M.25,0 L.75,0 1,.5 .75,1 .25,1 0,.5Z"},
    {SVG_KIND_OCTAGON, STRETCHED,
     "M.292893,0 L.707107,0 1,.292893 1,.707107 .707107,1 .292893,1 0,.707107 0,.292893Z"},
    {SVG_KIND_STAR, STRETCHED,
     "M.5,0 L.618034,.381966 1,.381966 .690983,.618034 .809017,1 .5,.763932 .190983,1 "
     ".309017,.618034 0,.381966 .381966,.381966Z"},
    {SVG_KIND_PARALLELOGRAM_RIGHT, STRETCHED, "M.25,0 L1,0 .75,1 0,1Z"},
    {SVG_KIND_PARALLELOGRAM_LEFT, STRETCHED, "M0,0 L.75,0 1,1 .25,1Z"},
    {SVG_KIND_TRAPEZOID, STRETCHED, "M.25,0 L.75,0 1,1 0,1Z"},
    {SVG_KIND_FAT_ARROW_RIGHT, ENDS_X, "M0,.25 L.55,.25 .55,0 1,.5 .55,1 .55,.75 0,.75Z"},
    {SVG_KIND_FAT_ARROW_LEFT, ENDS_X, "M1,.25 L1,.75 .45,.75 .45,1 0,.5 .45,0 .45,.25Z"},
    {SVG_KIND_FAT_ARROW_UP, ENDS_Y, "M.5,0 L1,.45 .75,.45 .75,1 .25,1 .25,.45 0,.45Z"},
    {SVG_KIND_FAT_ARROW_DOWN, ENDS_Y, "M.5,1 L0,.55 .25,.55 .25,0 .75,0 .75,.55 1,.55Z"},
    {SVG_KIND_CLOUD, STRETCHED,
     "M.2009741,.8165606 A.1858974,.2521739 0 0 1 .09682501,.3438757 A.198718,.2695652 0 0 1 "
     ".4192399,.111494 A.2179487,.2956522 0 0 1 .8043178,.2438278 A.1858974,.2521739 0 0 1 "
     ".884535,.7290257 A.1794872,.2434783 0 0 1 .5560495,.8573316 A.1923077,.2608696 0 0 1 "
     ".2009741,.8165606Z"},
    {SVG_KIND_HEART, STRETCHED,
     "M.5,.2 C.54,.08 .63,0 .74,0 C.89,0 1,.12 1,.29 C1,.56 .7,.76 .5,1 C.3,.76 0,.56 0,.29 C0,.12 "
     ".11,0 .26,0 C.37,0 .46,.08 .5,.2Z"},
    {SVG_KIND_CYLINDER, ENDS_Y,
     "M0,.12 A.5,.12 0 0 1 1,.12 L1,.88 A.5,.12 0 0 1 0,.88Z M1,.12 A.5,.12 0 0 1 0,.12"},
    {SVG_KIND_X_BOX, STRETCHED, "M0,0 L1,0 1,1 0,1Z M0,0 L1,1 M1,0 L0,1"},
    {SVG_KIND_CHECK_BOX, INNER_SQUARE, "M0,0 L1,0 1,1 0,1Z M.78,.28 L.45,.72 .24,.52"},
    {SVG_KIND_NOTE, ENDS, "M0,0 L1,0 1,.8 .8,1 0,1Z M.8,1 L.8,.8 1,.8"},
};

static gsize template_of(SvgKind kind)
{
    gsize row = 0;
    while (row < G_N_ELEMENTS(templates) && templates[row].kind != kind) {
        row++;
    }
    return row;
}

const char *svg_outline_tag(SvgKind kind)
{
    return template_of(kind) < G_N_ELEMENTS(templates) ? "path"
           : kind == SVG_KIND_ELLIPSE                  ? "ellipse"
                                                       : "rect";
}

gboolean svg_outline_has_inner_lines(SvgKind kind)
{
    gsize row = template_of(kind);
    return row < G_N_ELEMENTS(templates) && strchr(templates[row].d, 'Z')[1] != '\0';
}

/* --- laying a template out -------------------------------------------------------------------- */

typedef struct {
    SvgBox box;
    Layout layout;
    double square; /* the box's shorter side */
    SvgMatrix to_written;
} Sheet;

static double on_axis(double at, double from, double size, double end)
{
    return at < 0.5 ? from + at * end : at > 0.5 ? from + size - (1 - at) * end : from + size / 2;
}

static SvgUserPoint lay(const Sheet *sheet, SvgUserPoint at)
{
    double w = sheet->layout & ENDS_X ? sheet->square : sheet->box.w;
    double h = sheet->layout & ENDS_Y ? sheet->square : sheet->box.h;
    SvgPoint p = {on_axis(at.x, sheet->box.x, sheet->box.w, w),
                  on_axis(at.y, sheet->box.y, sheet->box.h, h)};
    return svg_matrix_to_user(sheet->to_written, p);
}

static void append_numbers(GString *d, const SvgUserPoint *points, guint n)
{
    for (guint i = 0; i < n; i++) {
        char x[SVG_NUMBER_SIZE], y[SVG_NUMBER_SIZE];
        g_string_append_printf(d, " %s,%s", svg_number_print(points[i].x, x),
                               svg_number_print(points[i].y, y));
    }
}

static void append_arc(GString *d, const Sheet *sheet, const SvgSegment *arc)
{
    double rx = arc->arc_u.x * (sheet->layout & ENDS_X ? sheet->square : sheet->box.w);
    double ry = arc->arc_v.y * (sheet->layout & ENDS_Y ? sheet->square : sheet->box.h);
    char x[SVG_NUMBER_SIZE], y[SVG_NUMBER_SIZE];
    g_string_append_printf(d, " %s %s 0 %d %d", svg_number_print(rx, x), svg_number_print(ry, y),
                           fabs(arc->arc_sweep) > G_PI, arc->arc_sweep > 0);
}

static void append_segment(GString *d, const Sheet *sheet, const SvgSegment *segment,
                           SvgSegKind before)
{
    static const struct {
        char letter;
        guint n;
    } kinds[] = {[SVG_SEG_MOVE] = {'M', 1},  [SVG_SEG_LINE] = {'L', 1}, [SVG_SEG_QUAD] = {'Q', 2},
                 [SVG_SEG_CUBIC] = {'C', 3}, [SVG_SEG_ARC] = {'A', 1},  [SVG_SEG_CLOSE] = {'Z', 0}};
    SvgUserPoint points[3];
    guint n = kinds[segment->kind].n;
    if (segment->kind != before) {
        g_string_append_printf(d, "%s%c", d->len ? " " : "", kinds[segment->kind].letter);
    }
    for (guint i = 0; i < n; i++) {
        points[i] = lay(sheet, segment->p[i]);
    }
    if (segment->kind == SVG_SEG_ARC) {
        append_arc(d, sheet, segment);
    }
    append_numbers(d, points, n);
}

/* The caller's. */
static char *path_of(gsize row, SvgBox box, SvgMatrix to_written)
{
    g_autoptr(GArray) segments = svg_path_parse(templates[row].d, NULL);
    Sheet sheet = {box, templates[row].layout, MIN(box.w, box.h), to_written};
    SvgSegKind before = SVG_SEG_CLOSE;
    GString *d = g_string_new(NULL);
    for (guint i = 0; i < segments->len; i++) {
        const SvgSegment *segment = &g_array_index(segments, SvgSegment, i);
        gboolean inner = d->len && segment->kind == SVG_SEG_MOVE;
        if (inner && sheet.layout & INNER_SQUARE) {
            SvgPoint center = svg_box_center(box);
            sheet.box = (SvgBox){center.x - sheet.square / 2, center.y - sheet.square / 2,
                                 sheet.square, sheet.square};
        }
        append_segment(d, &sheet, segment, before);
        before = segment->kind;
    }
    return g_string_free(d, FALSE);
}

static void build_path(SvgEdit *edit, SvgNode *node, gsize row, SvgBox box, SvgMatrix to_written)
{
    g_autofree char *d = path_of(row, box, to_written);
    svg_splice_attr(edit->doc, node, "d", d);
}

static gboolean is_same_path(const char *a, const char *b, double within)
{
    g_autoptr(GArray) one = a ? svg_path_parse(a, NULL) : NULL, other = svg_path_parse(b, NULL);
    gboolean same = one && one->len == other->len;
    for (guint i = 0; same && i < one->len; i++) {
        const SvgSegment *p = &g_array_index(one, SvgSegment, i);
        const SvgSegment *q = &g_array_index(other, SvgSegment, i);
        SvgUserPoint at = svg_segment_end(p), to = svg_segment_end(q);
        same = p->kind == q->kind && fabs(at.x - to.x) <= within && fabs(at.y - to.y) <= within;
    }
    return same;
}

gboolean svg_outline_refit(SvgEdit *edit, SvgNode *node, SvgBox to)
{
    gboolean path = svg_node_tag(node) == SVG_TAG_PATH;
    gsize row = path ? template_of(svg_node_kind(edit, node)) : G_N_ELEMENTS(templates);
    SvgMatrix inverse;
    if (row == G_N_ELEMENTS(templates) || !templates[row].layout ||
        !svg_matrix_invert(svg_node_matrix(edit->doc, node), &inverse)) {
        return FALSE;
    }
    SvgBox box = svg_node_box(edit->doc, node);
    g_autofree char *now = path_of(row, box, inverse);
    if (!is_same_path(svg_node_attr(node, "d"), now, OWN * MAX(box.w, box.h))) {
        return FALSE;
    }
    build_path(edit, node, row, to, inverse);
    return TRUE;
}

typedef struct {
    const char *name;
    double value;
} Number;

static void set_numbers(SvgEdit *edit, SvgNode *node, const Number *numbers, guint n)
{
    for (guint i = 0; i < n; i++) {
        svg_splice_number(edit->doc, node, numbers[i].name, numbers[i].value);
    }
}

void svg_build_outline(SvgEdit *edit, SvgNode *node, SvgKind kind, SvgBox box, SvgMatrix to_written)
{
    const char *tag = svg_outline_tag(kind);
    SvgUserPoint at = svg_matrix_to_user(to_written, (SvgPoint){box.x, box.y});
    if (g_str_equal(tag, "path")) {
        build_path(edit, node, template_of(kind), box, to_written);
    } else if (g_str_equal(tag, "ellipse")) {
        Number numbers[] = {{"cx", at.x + box.w / 2},
                            {"cy", at.y + box.h / 2},
                            {"rx", box.w / 2},
                            {"ry", box.h / 2}};
        set_numbers(edit, node, numbers, G_N_ELEMENTS(numbers));
    } else {
        Number numbers[] = {{"x", at.x},
                            {"y", at.y},
                            {"width", box.w},
                            {"height", box.h},
                            {"rx", MIN(box.w, box.h) / 2}};
        set_numbers(edit, node, numbers, kind == SVG_KIND_PILL ? 5 : 4);
    }
}

gboolean svg_build_corners(SvgEdit *edit, SvgNode *rect, double radius)
{
    SvgLengthContext viewport = svg_element_viewport(edit->doc, rect);
    double w = svg_node_coordinate(rect, SVG_ATTR_WIDTH, SVG_AXIS_X, &viewport, 0),
           h = svg_node_coordinate(rect, SVG_ATTR_HEIGHT, SVG_AXIS_Y, &viewport, 0);
    double most = MIN(w, h) / 2;
    svg_splice_attr(edit->doc, rect, "ry", NULL);
    if (radius > 0) {
        svg_splice_number(edit->doc, rect, "rx", MIN(radius, most));
    } else {
        svg_splice_attr(edit->doc, rect, "rx", NULL);
    }
    return radius <= most;
}

/* --- another size ----------------------------------------------------------------------------- */

SvgCorner svg_corner_of(SvgEdit *edit, const SvgNode *node)
{
    SvgLengthContext viewport = svg_element_viewport(edit->doc, node);
    SvgRoundedBox rect;
    gboolean round = svg_node_tag(node) == SVG_TAG_RECT && svg_rect_read(node, &viewport, &rect) &&
                     rect.rx > 0 && fabs(rect.rx - rect.ry) <= OWN * rect.rx;
    if (!round) {
        return (SvgCorner){0, FALSE};
    }
    double most = MIN(rect.box.w, rect.box.h) / 2;
    return (SvgCorner){rect.rx * svg_node_scale_factor(edit->doc, node),
                       rect.rx >= most * (1 - OWN)};
}

void svg_corner_keep(SvgEdit *edit, SvgNode *node, SvgCorner corner)
{
    if (corner.radius > 0 && svg_node_tag(node) == SVG_TAG_RECT) {
        svg_build_corners(edit, node,
                          corner.full ? G_MAXDOUBLE
                                      : corner.radius / svg_node_scale_factor(edit->doc, node));
    }
}
