/* Reads where a text may be off its attributes and its fonts' sizes. */
#include "shape/quick_text.h"

#include "geometry/parts.h"
#include "shape/movers.h"
#include "shape/scene.h"
#include "shape/unit.h"

#include <math.h>
#include <string.h>

#define BASELINE_TO_MIDDLE 1.5  /* ems */
#define WIDEST             4    /* ems for each byte of a text: more than any font has, */
#define WIDEST_ASCII       2    /* or of what a typewriter has */
#define HIGHEST            3    /* ems: a line */
#define MAX_POINTS_BYTES   4096 /* of a list of coordinates in a text that is looked at */

/* The box of the places that lines begin at, in the text's user space, and how far all shifts
 * together can move one. */
typedef struct {
    double from[2], to[2];
    double shift[2];
} Begins;

static void add_place(Begins *begins, guint axis, double at)
{
    begins->from[axis] = MIN(begins->from[axis], at);
    begins->to[axis] = MAX(begins->to[axis], at);
}

static void add_shift(Begins *begins, guint axis, double by)
{
    begins->shift[axis] += fabs(by);
}

/* Hands each number of a list to `add`. FALSE for anything else in it. */
static gboolean add_each(Begins *begins, guint axis, const char *list,
                         void (*add)(Begins *begins, guint axis, double value))
{
    double at;

    if (strlen(list) > MAX_POINTS_BYTES) {
        return FALSE;
    }
    svg_skip_space(&list);
    while (*list) {
        if (!svg_number_read(&list, &at) || (*list && !strchr(", \t\r\n", *list))) {
            return FALSE;
        }
        add(begins, axis, at);
        svg_skip_comma(&list);
    }
    return TRUE;
}

/* Whether the first letter is in a <tspan> that says where: then the text's own place isn't used.
 */
static gboolean is_placed_inside(const SvgNode *text, const char *axis)
{
    const SvgNode *at = text->first;
    const char *words = at && !at->name ? at->text : NULL;

    while (words && g_ascii_isspace(*words)) {
        words++;
    }
    at = words && !*words ? at->next : at;
    return at && svg_node_tag(at) == SVG_TAG_TSPAN && svg_node_attr(at, axis);
}

/* FALSE for what moves glyphs by other means. */
static gboolean read_places(const SvgNode *node, Begins *begins)
{
    for (guint i = 0; i < node->n_attrs; i++) {
        const char *name = node->attrs[i].name->str;
        gboolean is_y = name[0] == 'y', place = (name[0] == 'x' || is_y) && !name[1];
        gboolean shift = name[0] == 'd' && (name[1] == 'x' || name[1] == 'y') && !name[2];

        if (svg_is_mover(node, &node->attrs[i]) ||
            (place && !add_each(begins, is_y, node->attrs[i].value, add_place)) ||
            (shift && !add_each(begins, name[1] == 'y', node->attrs[i].value, add_shift))) {
            return FALSE;
        }
    }
    return TRUE;
}

/* A text that says nowhere where it is begins at 0. */
static void add_default(Begins *begins, const SvgNode *text)
{
    static const char *const axes[] = {"x", "y"};

    for (guint axis = 0; axis < G_N_ELEMENTS(axes); axis++) {
        if (!svg_node_attr(text, axes[axis]) && !is_placed_inside(text, axes[axis])) {
            add_place(begins, axis, 0);
        }
    }
}

static gboolean is_framed(const SvgNode *text)
{
    const char *property = svg_property_name(SVG_PROPERTY_SHAPE_INSIDE);
    const char *style = svg_node_attr(text, "style");

    return svg_node_attr(text, property) || (style && strstr(style, property));
}

/* Lines of a text that is set into a shape begin anywhere in its box, or where the text says.
 * FALSE when there is no such shape. */
static gboolean read_frame(SvgDocument *doc, const SvgNode *text, const SvgContext *parent,
                           Begins *begins)
{
    gboolean placed = begins->from[0] <= begins->to[0] || begins->from[1] <= begins->to[1];
    SvgContext self;
    SvgNode *shape;
    SvgBox box;

    svg_context_self(doc, text, parent, &self);
    shape = self.style.shape_inside ? svg_document_find(doc, self.style.shape_inside) : NULL;
    if (!shape || !svg_node_is(shape, SVG_TAG_IS_SHAPE)) {
        return FALSE;
    }
    svg_style_of(doc, shape, &self.style);
    self.matrix = svg_node_transform(shape, &self.style);
    box = svg_leaf_bounds(doc, shape, &self, NULL).geometric;
    if (placed) {
        add_default(begins, text);
    }
    add_place(begins, 0, box.x);
    add_place(begins, 0, box.x + box.w);
    add_place(begins, 1, box.y);
    add_place(begins, 1, box.y + box.h);
    return !svg_box_is_empty(box);
}

static SvgBox box_of(const Begins *begins, SvgMatrix matrix)
{
    double dx = begins->shift[0], dy = begins->shift[1];

    return svg_matrix_box_to_document(matrix,
                                      (SvgUserBox){begins->from[0] - dx, begins->from[1] - dy,
                                                   begins->to[0] - begins->from[0] + 2 * dx,
                                                   begins->to[1] - begins->from[1] + 2 * dy});
}

SvgQuickBounds svg_text_quick_bounds(SvgDocument *doc, const SvgNode *node,
                                     const SvgContext *parent, SvgMatrix matrix, SvgBox *box)
{
    Begins begins = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}, {0, 0}};
    SvgNode *top = (SvgNode *)node, *at = top;

    do {
        SvgTag tag = svg_node_tag(at);

        if (at->name && ((tag != SVG_TAG_TEXT && tag != SVG_TAG_TSPAN && tag != SVG_TAG_TITLE) ||
                         !read_places(at, &begins))) {
            return SVG_QUICK_BOUNDS_UNKNOWN;
        }
        at = svg_node_walk(top, at, FALSE);
    } while (at);
    if (!is_framed(node)) {
        add_default(&begins, node);
    } else if (!read_frame(doc, node, parent, &begins)) {
        return SVG_QUICK_BOUNDS_UNKNOWN;
    }
    *box = box_of(&begins, matrix);
    return SVG_QUICK_BOUNDS_TEXT;
}

/* Of a text and all its parts: the largest. */
typedef struct {
    double size;    /* user units */
    double spacing; /* between letters and words */
    gboolean vertical;
} Font;

static void read_font(SvgDocument *doc, SvgNode *node, const SvgStyle *parent, Font *font)
{
    SvgStyle style;

    svg_style_compute(doc, node, parent, &style);
    font->size = MAX(font->size, style.font_size);
    font->spacing = MAX(font->spacing, fabs(style.letter_spacing) + fabs(style.word_spacing));
    font->vertical |= style.vertical;
    for (SvgNode *child = svg_node_first_element(node); child;
         child = svg_node_next_element(child)) {
        read_font(doc, child, &style, font);
    }
}

static guint count_numbers(const char *list)
{
    guint n = 0;
    double at;

    svg_skip_space(&list);
    while (svg_number_read(&list, &at)) {
        svg_skip_comma(&list);
        n++;
    }
    return n;
}

/* Whether a letter that can be seen stands at every place: spaces, numbers that no letter is left
 * for, and places that are shifted, tell nothing of where the text is. */
static gboolean has_letter_at_each_place(SvgNode *text)
{
    for (SvgNode *at = text; at; at = svg_node_walk(text, at, FALSE)) {
        const char *places = at->name ? svg_node_attr(at, "x") : NULL;
        const char *letters = places && at->first && !at->first->name ? at->first->text : "";

        if (at->name && (svg_node_attr(at, "dx") || svg_node_attr(at, "dy"))) {
            return FALSE;
        }
        if (places && (strpbrk(letters, " \t\r\n") ||
                       (guint)g_utf8_strlen(letters, -1) < count_numbers(places))) {
            return FALSE;
        }
    }
    return TRUE;
}

SvgBox svg_text_middle(SvgDocument *doc, const SvgNode *text, const SvgContext *parent,
                       SvgBox begins, SvgBox outline)
{
    Font font = {0, 0, FALSE};
    SvgMatrix m = parent->matrix;
    double far, dx, dy;

    read_font(doc, (SvgNode *)text, &parent->style, &font);
    svg_node_quick_matrix(text, parent, &m);
    far = BASELINE_TO_MIDDLE * font.size * hypot(hypot(m.a, m.b), hypot(m.c, m.d));
    if (begins.w - 2 * far > outline.w / SVG_MOSTLY_INSIDE && !is_framed(text) &&
        has_letter_at_each_place((SvgNode *)text)) {
        return SVG_BOX_EMPTY;
    }
    dx = far + outline.w / SVG_MOSTLY_INSIDE;
    dy = m.b == 0 && m.c == 0 && !font.vertical ? far : far + outline.h / SVG_MOSTLY_INSIDE;
    return (SvgBox){begins.x - dx, begins.y - dy, begins.w + 2 * dx, begins.h + 2 * dy};
}

/* One letter's where each begins at a place of its own on its line: no letter has more than its
 * bytes. */
static double most_ems_of_run(const SvgNode *run, const char *axis)
{
    const char *places = run == run->parent->first ? svg_node_attr(run->parent, axis) : NULL;
    double ems = 0;

    if (places && strlen(run->text) <= count_numbers(places)) {
        return WIDEST;
    }
    for (const char *c = run->text; *c; c++) {
        ems += g_ascii_isprint(*c) ? WIDEST_ASCII : WIDEST;
    }
    return ems;
}

/* How far its letters may go on from the places that are told, in ems. FALSE when that is set. */
static gboolean most_ems(SvgNode *text, const char *axis, double *out)
{
    *out = 0;
    for (SvgNode *at = text; at; at = svg_node_walk(text, at, FALSE)) {
        if (at->name && svg_node_attr(at, "textLength")) {
            return FALSE;
        }
        *out += at->name ? 0 : most_ems_of_run(at, axis);
    }
    return TRUE;
}

gboolean svg_text_extent(SvgDocument *doc, const SvgNode *text, const SvgContext *parent,
                         SvgBox begins, SvgBox *out, double *height)
{
    Font font = {0, 0, FALSE};
    SvgMatrix m = parent->matrix;
    double ems, far[2];

    read_font(doc, (SvgNode *)text, &parent->style, &font);
    if (!most_ems((SvgNode *)text, font.vertical ? "y" : "x", &ems)) {
        return FALSE;
    }
    svg_node_quick_matrix(text, parent, &m);
    far[font.vertical] = ems * (font.size + font.spacing);
    far[!font.vertical] = HIGHEST * font.size;
    *out = svg_box_grown(begins, fabs(m.a) * far[0] + fabs(m.c) * far[1],
                         fabs(m.b) * far[0] + fabs(m.d) * far[1]);
    *height = m.b == 0 && m.c == 0 && !font.vertical ? begins.h + fabs(m.d) * far[1] : out->h;
    return TRUE;
}
