/* What clip paths and masks leave of a visual box. */
#include "geometry/walk.h"

#include <string.h>

/* Clip paths on clip paths. */
#define MAX_CLIP_CHAIN 16

gboolean svg_units_are_relative(const SvgNode *node, const char *attr, gboolean unless_given)
{
    const char *units = svg_node_attr(node, attr);

    return units ? g_str_equal(units, "objectBoundingBox") : unless_given;
}

/* The space of fractions of the element's geometric box. FALSE when the box has no area. */
static gboolean box_space(const SvgEffect *effect, SvgMatrix *out)
{
    SvgBox box =
        svg_local_bounds(effect->doc, effect->node, effect->use, effect->self, effect->bounds)
            .geometric;

    *out = (SvgMatrix){box.w, 0, 0, box.h, box.x, box.y};
    return box.w > 0 && box.h > 0;
}

/* The context in which a clip path's or mask's children stand. */
static gboolean content_context(const SvgEffect *effect, const SvgReference *reference,
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
static gboolean clip_box(const SvgEffect *effect, SvgReference *reference, SvgBox *out)
{
    gboolean relative = svg_units_are_relative(reference->node, "clipPathUnits", FALSE);
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
static void clip(const SvgEffect *effect)
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
SvgBox svg_effect_region(const SvgEffect *effect, const SvgNode *node, const char *units)
{
    gboolean relative = svg_units_are_relative(node, units, TRUE);
    SvgLengthContext unit = {1, 1, effect->self->viewport.font_size,
                             effect->self->viewport.root_font_size};
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

static void mask(const SvgEffect *effect)
{
    const SvgContext *self = effect->self;
    SvgReference *reference = svg_reference_of(effect->doc, self, self->style.mask, SVG_TAG_MASK);
    SvgContext content;
    SvgBounds shape;

    if (!reference) {
        return;
    }
    cut(effect->bounds, svg_effect_region(effect, reference->node, "maskUnits"));
    gboolean relative = svg_units_are_relative(reference->node, "maskContentUnits", FALSE);
    if (content_context(effect, reference, relative, &content) &&
        svg_reference_bounds(effect->doc, reference, &content, &shape)) {
        cut(effect->bounds, shape.visual);
    }
}

void svg_effects_apply(SvgDocument *doc, SvgNode *node, const SvgNode *use, const SvgContext *self,
                       SvgBounds *bounds)
{
    SvgEffect effect = {doc, node, use, self, bounds};

    if (self->style.filter && !self->clipping) {
        svg_filter_apply(&effect);
    }
    if (self->style.clip_path) {
        clip(&effect);
    }
    if (self->style.mask && !self->clipping) {
        mask(&effect);
    }
}
