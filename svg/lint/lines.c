/* Lines of one text that lie on each other, as they do where its letters were made larger and the
 * step from line to line wasn't. */
#include "geometry/text.h"
#include "lint/linter.h"

#define COMMON_WIDTH  0.3 /* of the smaller height: two lines that lie on each other */
#define COMMON_HEIGHT 0.34
#define LEAST_WIDTH   1.0 /* of its height: a smaller part is a sign beside a letter */
#define AHEAD         3   /* lines: those that follow so soon are compared with one */
#define SAME          0.1 /* of the size: the same words a bit beside themselves, a shadow */

static gboolean is_shadow(SvgBox a, SvgBox b)
{
    double most = SAME * a.h;

    return ABS(a.w - b.w) < most && ABS(a.x - b.x) < most && ABS(a.y - b.y) < most;
}

static gboolean lie_on_each_other(SvgBox a, SvgBox b)
{
    SvgBox common = svg_box_intersection(a, b);
    double height = MIN(a.h, b.h);

    return a.w >= LEAST_WIDTH * a.h && b.w >= LEAST_WIDTH * b.h &&
           common.w >= COMMON_WIDTH * height && common.h >= COMMON_HEIGHT * height &&
           !is_shadow(a, b);
}

static gboolean has_several(const SvgLinter *linter, guint text)
{
    const SvgNode *first = svg_node_first_element(svg_scene_entry(linter->scene, text)->node);

    return first && svg_node_next_element(first);
}

typedef struct {
    const SvgNode *text;
    GArray *boxes; /* SvgBox */
} Lines;

/* It doesn't go on where what is before it ends. */
static gboolean has_place(const SvgNode *node)
{
    return svg_node_attr(node, "x") || svg_node_attr(node, "y") || svg_node_attr(node, "dy");
}

/* What is in a line is no line. */
static void add_line(SvgNode *node, const SvgBounds *bounds, const SvgStyle *style,
                     SvgMatrix matrix, const SvgTrail *trail, gpointer data)
{
    Lines *lines = data;

    (void)style;
    (void)matrix;
    (void)trail;
    if (node->parent == lines->text && has_place(node) && !svg_box_is_empty(bounds->geometric)) {
        g_array_append_val(lines->boxes, bounds->geometric);
    }
}

static gboolean is_on_next(const GArray *boxes, guint i)
{
    SvgBox box = g_array_index(boxes, SvgBox, i);

    for (guint k = i + 1; k < MIN(boxes->len, i + 1 + AHEAD); k++) {
        if (lie_on_each_other(box, g_array_index(boxes, SvgBox, k))) {
            return TRUE;
        }
    }
    return FALSE;
}

static void report(SvgLinter *linter, guint text)
{
    g_autofree char *words = svg_linter_words(linter, text);

    svg_linter_report(linter, SVG_LINT_OVERLAPPING_LINES, &text, 1,
                      "The lines of the text %s lie on each other.", words);
}

static void check(SvgLinter *linter, guint text, GArray *boxes)
{
    SvgNode *node = svg_scene_entry(linter->scene, text)->node;
    Lines lines = {node, boxes};
    SvgContext inside;

    g_array_set_size(boxes, 0);
    if (!svg_context_of_children(linter->doc, node, &inside)) {
        return;
    }
    svg_text_bounds(linter->doc, node, &inside, add_line, &lines);
    for (guint i = 0; i < boxes->len; i++) {
        if (is_on_next(boxes, i)) {
            report(linter, text);
            return;
        }
    }
}

void svg_lint_overlapping_lines(SvgLinter *linter)
{
    g_autoptr(GArray) boxes = g_array_new(FALSE, FALSE, sizeof(SvgBox));

    for (guint i = 0; i < linter->near->len; i++) {
        guint thing = svg_linter_near(linter, i);

        if (linter->facts[thing].text && svg_linter_counts(linter, thing) &&
            has_several(linter, thing) && svg_linter_is_upright(linter, thing)) {
            check(linter, thing, boxes);
        }
    }
}
