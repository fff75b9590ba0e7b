/* What a filter makes of a visual box (Filter Effects 1). */
#include "document/refs.h"
#include "geometry/walk.h"

#include <string.h>

/* How far a Gaussian blur reaches, in standard deviations: there its opacity is below 0.3 %. */
#define BLUR_REACH 2.4

/* --- primitives ------------------------------------------------------------------------------- */

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

/* --- regions ---------------------------------------------------------------------------------- */

/* A filter's region in fractions of the geometric box of whoever has it. */
typedef struct {
    SvgUserBox box;
    gboolean known, busy;
} Region;

/* The box of all that the filter draws of an element, in fractions of its geometric box. FALSE when
 * that has no area. */
static gboolean needed_by(const SvgEffect *effect, const SvgNode *filter, SvgUserBox *out)
{
    SvgBounds local =
        svg_local_bounds(effect->doc, effect->node, effect->use, effect->self, effect->bounds);
    SvgBox g = local.geometric, box = local.visual;

    if (!(g.w > 0) || !(g.h > 0) || svg_box_is_empty(box)) {
        return FALSE;
    }
    for (const SvgNode *primitive = svg_node_first_element(filter); primitive;
         primitive = svg_node_next_element(primitive)) {
        box = grow(primitive, box);
    }
    *out = (SvgUserBox){(box.x - g.x) / g.w, (box.y - g.y) / g.h, box.w / g.w, box.h / g.h};
    return TRUE;
}

static void add(SvgUserBox *sum, SvgUserBox box)
{
    double right = MAX(sum->x + sum->w, box.x + box.w),
           bottom = MAX(sum->y + sum->h, box.y + box.h);
    double x = MIN(sum->x, box.x), y = MIN(sum->y, box.y);

    *sum = sum->w < 0 ? box : (SvgUserBox){x, y, right - x, bottom - y};
}

static void add_user(const SvgEffect *effect, SvgNode *user, const SvgNode *filter, SvgUserBox *sum)
{
    SvgContext parent, self;
    SvgEffect other = {.doc = effect->doc, .node = user, .self = &self};
    SvgUserBox box;

    if (!user->parent || !svg_node_is(user, SVG_TAG_IS_RENDERED)) {
        return;
    }
    svg_context_of_children(effect->doc, user->parent, &parent);
    parent.question = effect->self->question;
    svg_context_self(effect->doc, user, &parent, &self);
    if (self.style.filter && self.style.displayed &&
        svg_document_find(effect->doc, self.style.filter) == filter &&
        needed_by(&other, filter, &box)) {
        add(sum, box);
    }
}

/* A filter has one region for all who share it, wide enough for each: so editors keep it, and so it
 * is shown. */
static SvgUserBox shared_region(const SvgEffect *effect, SvgNode *filter, SvgUserBox own)
{
    SvgQuestion *question = effect->self->question;
    Region *region;

    if (!question) {
        return own;
    }
    if (!question->filters) {
        question->filters = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    }
    region = g_hash_table_lookup(question->filters, filter);
    if (!region) {
        region = g_new0(Region, 1);
        region->box = SVG_USER_BOX_EMPTY;
        g_hash_table_insert(question->filters, filter, region);
    }
    if (!region->known && !region->busy) {
        g_autoptr(GPtrArray) users = svg_refs_to_self(effect->doc, filter);

        region->busy = TRUE;
        for (guint i = 0; users->len <= SVG_FILTER_SHARING && i < users->len; i++) {
            add_user(effect, g_ptr_array_index(users, i), filter, &region->box);
        }
        region->known = TRUE;
    }
    add(&own, region->box.w < 0 ? own : region->box);
    return own;
}

/* A filter region in user space is taken as it is. One in fractions of the box is there to hold
 * what the primitives draw, and editors widen it to do so: what they draw counts. */
void svg_filter_apply(const SvgEffect *effect)
{
    const SvgContext *self = effect->self;
    SvgNode *filter = svg_document_find(effect->doc, self->style.filter);
    SvgUserBox region;
    SvgBox g;

    if (!filter || svg_node_tag(filter) != SVG_TAG_FILTER || !svg_node_first_element(filter) ||
        svg_box_is_empty(effect->bounds->visual)) {
        return;
    }
    if (!svg_units_are_relative(filter, "filterUnits", TRUE)) {
        effect->bounds->visual = svg_effect_region(effect, filter, "filterUnits");
        return;
    }
    if (needed_by(effect, filter, &region)) {
        region = shared_region(effect, filter, region);
        g = svg_local_bounds(effect->doc, effect->node, effect->use, self, effect->bounds)
                .geometric;
        effect->bounds->visual = svg_matrix_box_to_document(
            self->matrix, (SvgUserBox){g.x + region.x * g.w, g.y + region.y * g.h, region.w * g.w,
                                       region.h * g.h});
    }
}
