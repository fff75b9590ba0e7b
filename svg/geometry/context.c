/* What an element inherits where it stands: matrix, style and viewport. */
#include "geometry/walk.h"

void svg_context_initial(SvgContext *out)
{
    out->matrix = SVG_MATRIX_IDENTITY;
    svg_style_initial(&out->style);
    out->viewport =
        (SvgLengthContext){SVG_DEFAULT_WIDTH, SVG_DEFAULT_HEIGHT, out->style.font_size, 0};
    out->question = NULL;
    out->clipping = FALSE;
}

/* --- transforms ------------------------------------------------------------------------------- */

/* What lengths and percentages of the transform refer to (CSS Transforms 1 §6). */
static SvgUserBox transform_box(SvgDocument *doc, const SvgNode *node, const SvgContext *self)
{
    SvgUserBox view = {0, 0, self->viewport.width, self->viewport.height};
    SvgBounds bounds;
    SvgBox box;

    if (self->style.transform_box == SVG_TRANSFORM_VIEW_BOX) {
        return view;
    }
    bounds = svg_local_bounds(doc, (SvgNode *)node, NULL, self, NULL);
    box = self->style.transform_box == SVG_TRANSFORM_FILL_BOX ? bounds.geometric : bounds.visual;
    return svg_box_is_empty(box) ? (SvgUserBox){0, 0, 0, 0}
                                 : (SvgUserBox){box.x, box.y, box.w, box.h};
}

/* `m` with its origin moved to where transform-origin says. */
static SvgMatrix about_origin(SvgMatrix m, const SvgStyle *style, SvgUserBox box,
                              const SvgLengthContext *sizes)
{
    SvgUserPoint origin = {0, 0};

    if (style->transform_origin) {
        svg_transform_origin_parse(style->transform_origin, sizes, &origin);
    } else if (style->transform_box == SVG_TRANSFORM_VIEW_BOX) {
        return m;
    }
    origin.x += box.x;
    origin.y += box.y;
    m = svg_matrix_multiply(m, svg_matrix_translation(-origin.x, -origin.y));
    return svg_matrix_multiply(svg_matrix_translation(origin.x, origin.y), m);
}

static SvgMatrix node_transform(SvgDocument *doc, const SvgNode *node, const SvgContext *self)
{
    SvgMatrix m = SVG_MATRIX_IDENTITY;
    SvgLengthContext sizes;
    SvgUserBox box;

    if (!self->style.transform && !svg_node_value(node, SVG_ATTR_TRANSFORM)) {
        return m;
    }
    box = transform_box(doc, node, self);
    sizes = (SvgLengthContext){box.w, box.h, self->style.font_size, self->viewport.root_font_size};
    return svg_transform_read(node, &self->style, &sizes, &m)
               ? about_origin(m, &self->style, box, &sizes)
               : m;
}

/* --- the root --------------------------------------------------------------------------------- */

/* The root's transform works on the outside of its viewBox (SVG 2 §8.5), but document space is the
 * inside: the transform is carried over. */
static SvgMatrix root_matrix(SvgDocument *doc, const SvgNode *root, const SvgContext *self)
{
    SvgMatrix transform = node_transform(doc, root, self), fit, inverse;
    gboolean shifts = transform.e != 0 || transform.f != 0;

    if (svg_matrix_is_translation(transform) && !shifts) {
        return transform;
    }
    fit = svg_document_px_matrix(doc);
    if (!svg_matrix_invert(fit, &inverse)) {
        return transform;
    }
    return svg_matrix_multiply(inverse, svg_matrix_multiply(transform, fit));
}

/* --- one step down ---------------------------------------------------------------------------- */

void svg_context_transform(SvgDocument *doc, const SvgNode *node, SvgContext *self)
{
    SvgMatrix own = node == svg_document_root(doc) ? root_matrix(doc, node, self)
                                                   : node_transform(doc, node, self);

    self->matrix = svg_matrix_multiply(self->matrix, own);
}

void svg_context_self(SvgDocument *doc, const SvgNode *node, const SvgContext *parent,
                      SvgContext *self)
{
    svg_style_compute(doc, node, &parent->style, &self->style);
    self->matrix = parent->matrix;
    self->viewport = parent->viewport;
    self->viewport.font_size = self->style.font_size;
    if (node == svg_document_root(doc)) {
        self->viewport.root_font_size = self->style.font_size;
    }
    self->question = parent->question;
    self->clipping = parent->clipping;
    svg_context_transform(doc, node, self);
}

/* Where an <svg> or <symbol> that isn't the root puts its content, in its own user space. */
static SvgUserBox inner_viewport(const SvgNode *node, const SvgLengthContext *viewport,
                                 const SvgNode *use)
{
    SvgUserBox box = {
        svg_node_coordinate(node, SVG_ATTR_X, SVG_AXIS_X, viewport, 0),
        svg_node_coordinate(node, SVG_ATTR_Y, SVG_AXIS_Y, viewport, 0),
        svg_node_coordinate(node, SVG_ATTR_WIDTH, SVG_AXIS_X, viewport, viewport->width),
        svg_node_coordinate(node, SVG_ATTR_HEIGHT, SVG_AXIS_Y, viewport, viewport->height),
    };

    if (use) {
        box.w = svg_node_coordinate(use, SVG_ATTR_WIDTH, SVG_AXIS_X, viewport, box.w);
        box.h = svg_node_coordinate(use, SVG_ATTR_HEIGHT, SVG_AXIS_Y, viewport, box.h);
    }
    return box;
}

static gboolean enter_viewport(const SvgNode *node, const SvgContext *self, const SvgNode *use,
                               SvgContext *out)
{
    SvgUserBox place = inner_viewport(node, &self->viewport, use), view;
    const char *text = svg_node_attr(node, "viewBox");
    SvgMatrix m;

    if (!(place.w > 0) || !(place.h > 0)) {
        return FALSE;
    }
    if (text && svg_view_box_parse(text, &view)) {
        m = svg_view_box_fit(view, place, svg_node_attr(node, "preserveAspectRatio"));
        out->viewport.width = view.w;
        out->viewport.height = view.h;
    } else {
        m = svg_matrix_translation(place.x, place.y);
        out->viewport.width = place.w;
        out->viewport.height = place.h;
    }
    out->matrix = svg_matrix_multiply(self->matrix, m);
    return TRUE;
}

static gboolean is_inner_viewport(SvgDocument *doc, const SvgNode *node, const SvgNode *use)
{
    SvgTag tag = svg_node_tag(node);

    return (tag == SVG_TAG_SVG && (node != svg_document_root(doc) || use)) ||
           (tag == SVG_TAG_SYMBOL && use);
}

SvgBox svg_context_clip(SvgDocument *doc, const SvgNode *node, const SvgContext *self,
                        const SvgNode *use)
{
    if (self->style.overflow_visible || !is_inner_viewport(doc, node, use)) {
        return SVG_BOX_EMPTY;
    }
    return svg_matrix_box_to_document(self->matrix, inner_viewport(node, &self->viewport, use));
}

gboolean svg_context_content(SvgDocument *doc, const SvgNode *node, const SvgContext *self,
                             const SvgNode *use, SvgContext *out)
{
    SvgTag tag = svg_node_tag(node);

    *out = *self;
    if (node == svg_document_root(doc) && !use) {
        svg_root_viewport(node, &out->viewport);
        return TRUE;
    }
    if (is_inner_viewport(doc, node, use)) {
        return enter_viewport(node, self, use, out);
    }
    if (tag == SVG_TAG_USE) {
        SvgMatrix shift = svg_matrix_translation(
            svg_node_coordinate(node, SVG_ATTR_X, SVG_AXIS_X, &self->viewport, 0),
            svg_node_coordinate(node, SVG_ATTR_Y, SVG_AXIS_Y, &self->viewport, 0));

        out->matrix = svg_matrix_multiply(self->matrix, shift);
    }
    return TRUE;
}

void svg_context_enter(SvgDocument *doc, const SvgNode *node, const SvgContext *parent,
                       SvgContext *out)
{
    SvgContext self;

    svg_context_self(doc, node, parent, &self);
    svg_context_content(doc, node, &self, NULL, out);
}

/* --- from the root down to an element --------------------------------------------------------- */

/* Its ancestors, the root first, and itself last. */
static GPtrArray *path_to(const SvgNode *node)
{
    GPtrArray *path = g_ptr_array_new();

    for (; node; node = node->parent) {
        g_ptr_array_add(path, (gpointer)node);
    }
    for (guint i = 0, j = path->len - 1; i < j; i++, j--) {
        gpointer swap = path->pdata[i];

        path->pdata[i] = path->pdata[j];
        path->pdata[j] = swap;
    }
    return path;
}

/* The context that `node` stands in. */
static void context_above(SvgDocument *doc, const SvgNode *node, SvgContext *out)
{
    g_autoptr(GPtrArray) path = path_to(node);

    svg_context_initial(out);
    for (guint i = 0; i + 1 < path->len; i++) {
        SvgContext parent = *out;

        svg_context_enter(doc, path->pdata[i], &parent, out);
    }
}

gboolean svg_context_of_children(SvgDocument *doc, const SvgNode *node, SvgContext *out)
{
    SvgContext parent;
    SvgMatrix inverse;

    context_above(doc, node, &parent);
    svg_context_enter(doc, node, &parent, out);
    return svg_matrix_invert(out->matrix, &inverse);
}

SvgMatrix svg_node_parent_matrix(SvgDocument *doc, const SvgNode *node)
{
    SvgContext parent;

    context_above(doc, node, &parent);
    return parent.matrix;
}

SvgMatrix svg_node_matrix(SvgDocument *doc, const SvgNode *node)
{
    SvgContext parent, self;

    context_above(doc, node, &parent);
    svg_context_self(doc, node, &parent, &self);
    return self.matrix;
}

/* --- what is drawn ---------------------------------------------------------------------------- */

static gboolean language_matches(const char *list)
{
    g_auto(GStrv) tags = g_strsplit(list, ",", -1);

    for (char **tag = tags; *tag; tag++) {
        const char *t = g_strstrip(*tag);

        if (g_ascii_strncasecmp(t, "en", 2) == 0 && (t[2] == '\0' || t[2] == '-')) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean svg_node_passes_conditions(const SvgNode *node)
{
    for (guint i = 0; i < node->n_attrs; i++) {
        guint8 attr = node->attrs[i].name->attr;

        if (attr == SVG_ATTR_REQUIRED_EXTENSIONS) {
            return FALSE;
        }
        if (attr == SVG_ATTR_SYSTEM_LANGUAGE && !language_matches(node->attrs[i].value)) {
            return FALSE;
        }
    }
    return TRUE;
}

SvgNode *svg_switch_choice(const SvgNode *node)
{
    for (SvgNode *child = svg_node_first_element(node); child;
         child = svg_node_next_element(child)) {
        SvgTag tag = svg_node_tag(child);

        if (!(svg_tag_flags(tag) & SVG_TAG_IS_RENDERED) || !svg_node_passes_conditions(child)) {
            continue;
        }
        if (tag != SVG_TAG_FOREIGN_OBJECT || !svg_node_attr(child, "requiredFeatures")) {
            return child;
        }
    }
    return NULL;
}

/* All that can be said without the style. */
static gboolean may_be_rendered(SvgDocument *doc, const SvgNode *node)
{
    for (; node; node = node->parent) {
        const SvgNode *parent = node->parent;

        if (!svg_node_is(node, SVG_TAG_IS_RENDERED) || !svg_node_passes_conditions(node)) {
            return FALSE;
        }
        if (!parent) {
            return node == svg_document_root(doc);
        }
        if (!svg_node_is(parent, SVG_TAG_IS_CONTAINER) ||
            (svg_node_tag(parent) == SVG_TAG_SWITCH && svg_switch_choice(parent) != node)) {
            return FALSE;
        }
    }
    return FALSE;
}

gboolean svg_node_is_displayed(SvgDocument *doc, const SvgNode *node)
{
    gboolean may_hide = svg_style_in_sheets(doc, SVG_PROPERTY_DISPLAY);
    SvgStyle style;

    for (const SvgNode *at = node; at && !may_hide; at = at->parent) {
        may_hide = svg_style_may_hide(at);
    }
    if (!may_hide) {
        return TRUE;
    }
    svg_style_of(doc, node, &style);
    return style.displayed;
}

gboolean svg_node_is_rendered(SvgDocument *doc, const SvgNode *node)
{
    return may_be_rendered(doc, node) && svg_node_is_displayed(doc, node);
}
