/* What clip paths, masks and filters make of a visual box. */
#include "geometry/walk.h"

#include <string.h>

/* How far a Gaussian blur reaches, in standard deviations: there its opacity is below 0.3 %. */
#define BLUR_REACH 2.4
/* Clip paths on clip paths. */
#define MAX_CLIP_CHAIN 16

typedef struct {
    SvgDocument *doc;
    SvgNode *node;
    const SvgNode *use;
    const SvgContext *self;
    SvgBounds *bounds;
} Effect;

static SvgUserBox as_user(SvgBox box)
{
    return (SvgUserBox){box.x, box.y, box.w, box.h};
}

static gboolean is_relative(const SvgNode *node, const char *attr, gboolean unless_given)
{
    const char *units = svg_node_attr(node, attr);

    return units ? g_str_equal(units, "objectBoundingBox") : unless_given;
}

/* The space of fractions of the element's geometric box. FALSE when the box has no area. */
static gboolean box_space(const Effect *effect, SvgMatrix *out)
{
    SvgBox box =
        svg_local_bounds(effect->doc, effect->node, effect->use, effect->self, effect->bounds)
            .geometric;

    *out = (SvgMatrix){box.w, 0, 0, box.h, box.x, box.y};
    return box.w > 0 && box.h > 0;
}

/* The context in which a clip path's or mask's children stand. */
static gboolean content_context(const Effect *effect, const SvgReference *reference,
                                gboolean relative, SvgContext *out)
{
    SvgMatrix space;

    *out = *effect->self;
    if (relative) {
        if (!box_space(effect, &space)) {
            return FALSE;
        }
        out->matrix = svg_matrix_multiply(out->matrix, space);
        out->viewport.width = out->viewport.height = 1;
    }
    out->style = reference->style;
    return TRUE;
}

static void cut(SvgBounds *bounds, SvgBox by)
{
    bounds->visual = svg_box_intersection(bounds->visual, by);
}

/* --- clip-path: CSS Masking 1 §6 -------------------------------------------------------------- */

/* What the clip path shows, in document space. FALSE when that can't be told. */
static gboolean clip_box(const Effect *effect, SvgReference *reference, SvgBox *out)
{
    gboolean relative = is_relative(reference->node, "clipPathUnits", FALSE);
    SvgContext content;
    SvgBounds shape = SVG_BOUNDS_EMPTY;

    if (content_context(effect, reference, relative, &content)) {
        svg_context_transform(effect->doc, reference->node, &content);
        content.clipping = TRUE;
        if (!svg_reference_bounds(effect->doc, reference, &content, &shape)) {
            return FALSE;
        }
    }
    *out = shape.visual;
    return TRUE;
}

/* A clip path may be clipped itself, in the space of who it clips. */
static void clip(const Effect *effect)
{
    const char *id = effect->self->style.clip_path;

    for (guint i = 0; id && i < MAX_CLIP_CHAIN; i++) {
        SvgReference *reference =
            svg_reference_of(effect->doc, effect->self, id, SVG_TAG_CLIP_PATH);
        SvgBox box;

        if (!reference || !clip_box(effect, reference, &box)) {
            return;
        }
        cut(effect->bounds, box);
        id = reference->style.clip_path;
    }
}

/* --- mask: CSS Masking 1 §7 ------------------------------------------------------------------- */

/* The box x, y, width and height of a mask or filter region, in document space. */
static SvgBox region(const Effect *effect, const SvgNode *node, const char *units)
{
    gboolean relative = is_relative(node, units, TRUE);
    SvgLengthContext unit = {1, 1, effect->self->viewport.font_size};
    SvgMatrix m = effect->self->matrix, space;
    SvgUserBox area = {-0.1, -0.1, 1.2, 1.2};
    const SvgLengthContext *viewport = relative ? &unit : &effect->self->viewport;

    if (!relative) {
        area = (SvgUserBox){-0.1 * viewport->width, -0.1 * viewport->height, 1.2 * viewport->width,
                            1.2 * viewport->height};
    } else if (!box_space(effect, &space)) {
        return SVG_BOX_EMPTY;
    } else {
        m = svg_matrix_multiply(m, space);
    }
    area.x = svg_node_coordinate(node, SVG_ATTR_X, SVG_AXIS_X, viewport, area.x);
    area.y = svg_node_coordinate(node, SVG_ATTR_Y, SVG_AXIS_Y, viewport, area.y);
    area.w = svg_node_coordinate(node, SVG_ATTR_WIDTH, SVG_AXIS_X, viewport, area.w);
    area.h = svg_node_coordinate(node, SVG_ATTR_HEIGHT, SVG_AXIS_Y, viewport, area.h);
    return svg_matrix_box_to_document(m, area);
}

static void mask(const Effect *effect)
{
    const SvgContext *self = effect->self;
    SvgReference *reference = svg_reference_of(effect->doc, self, self->style.mask, SVG_TAG_MASK);
    SvgContext content;
    SvgBounds shape;

    if (!reference) {
        return;
    }
    cut(effect->bounds, region(effect, reference->node, "maskUnits"));
    gboolean relative = is_relative(reference->node, "maskContentUnits", FALSE);
    if (content_context(effect, reference, relative, &content) &&
        svg_reference_bounds(effect->doc, reference, &content, &shape)) {
        cut(effect->bounds, shape.visual);
    }
}

/* --- filter: Filter Effects 1 ----------------------------------------------------------------- */

/* One or two numbers; the second is the first when left out. */
static SvgUserPoint read_pair(const SvgNode *node, const char *attr)
{
    const char *text = svg_node_attr(node, attr);
    SvgUserPoint pair = {0, 0};

    if (!text) {
        return pair;
    }
    svg_skip_space(&text);
    if (svg_number_read(&text, &pair.x)) {
        pair.y = pair.x;
        svg_skip_comma(&text);
        svg_number_read(&text, &pair.y);
    }
    return pair;
}

static SvgBox grown(SvgBox box, double dx, double dy)
{
    return (SvgBox){box.x - dx, box.y - dy, MAX(box.w + 2 * dx, 0), MAX(box.h + 2 * dy, 0)};
}

static SvgBox blurred(const SvgNode *primitive, SvgBox box)
{
    SvgUserPoint deviation = read_pair(primitive, "stdDeviation");

    return grown(box, BLUR_REACH * MAX(deviation.x, 0), BLUR_REACH * MAX(deviation.y, 0));
}

static SvgBox offset(const SvgNode *primitive, SvgBox box)
{
    return svg_box_union(
        box, svg_box_offset(box, read_pair(primitive, "dx").x, read_pair(primitive, "dy").x));
}

static SvgBox shadowed(const SvgNode *primitive, SvgBox box)
{
    return svg_box_union(box, offset(primitive, blurred(primitive, box)));
}

static SvgBox dilated(const SvgNode *primitive, SvgBox box)
{
    const char *operator= svg_node_attr(primitive, "operator");
    SvgUserPoint radius = read_pair(primitive, "radius");
    gboolean dilates = operator&& g_str_equal(operator, "dilate");

    return dilates ? grown(box, MAX(radius.x, 0), MAX(radius.y, 0)) : box;
}

static const struct {
    const char *name;
    SvgBox (*grow)(const SvgNode *primitive, SvgBox box);
} PRIMITIVES[] = {
    {"feGaussianBlur", blurred},
    {"feOffset", offset},
    {"feDropShadow", shadowed},
    {"feMorphology", dilated},
};

static SvgBox grow(const SvgNode *primitive, SvgBox box)
{
    for (gsize i = 0; i < G_N_ELEMENTS(PRIMITIVES); i++) {
        if (g_str_equal(primitive->name->str, PRIMITIVES[i].name)) {
            return PRIMITIVES[i].grow(primitive, box);
        }
    }
    return box;
}

/* A filter region in user space is taken as it is. One in fractions of the box is there to hold
 * what the primitives draw, and is widened by editors to do so: what they draw counts. */
static void filter(const Effect *effect)
{
    const SvgContext *self = effect->self;
    const char *id = self->style.filter;
    SvgNode *node = id ? svg_document_find(effect->doc, id) : NULL;
    SvgNode *primitive =
        node && svg_node_tag(node) == SVG_TAG_FILTER ? svg_node_first_element(node) : NULL;
    SvgBox box;

    if (!primitive || svg_box_is_empty(effect->bounds->visual)) {
        return;
    }
    if (!is_relative(node, "filterUnits", TRUE)) {
        effect->bounds->visual = region(effect, node, "filterUnits");
        return;
    }
    box = svg_local_bounds(effect->doc, effect->node, effect->use, self, effect->bounds).visual;
    for (; primitive; primitive = svg_node_next_element(primitive)) {
        box = grow(primitive, box);
    }
    effect->bounds->visual = svg_matrix_box_to_document(self->matrix, as_user(box));
}

void svg_effects_apply(SvgDocument *doc, SvgNode *node, const SvgNode *use, const SvgContext *self,
                       SvgBounds *bounds)
{
    Effect effect = {doc, node, use, self, bounds};

    if (self->style.filter && !self->clipping) {
        filter(&effect);
    }
    if (self->style.clip_path) {
        clip(&effect);
    }
    if (self->style.mask && !self->clipping) {
        mask(&effect);
    }
}
