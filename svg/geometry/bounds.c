/* The boxes of elements and of all that is in them: one walk with a stack of its own, which follows
 * <use> and ends on cycles and bombs. */
#include "geometry/parts.h"

#include <svg/limits.h>

#define MAX_STACK (4 * SVG_MAX_DEPTH)

/* A container, or a <use>, that is being walked. */
typedef struct {
    SvgNode *node;
    SvgNode *next;    /* child to visit */
    gboolean only;    /* `next` is the only one: the target of a <use>, the choice of a <switch> */
    gboolean shown;   /* stands in the document; FALSE within what a <use> shows */
    SvgMatrix matrix; /* of `node` itself */
    SvgContext content;
    SvgBounds bounds; /* so far */
} Frame;

typedef struct {
    SvgDocument *doc;
    GArray *stack; /* Frame */
    guint instances;
    SvgBoundsFunc func; /* may be NULL */
    gpointer data;
    SvgBounds bounds; /* of the top */
} Walk;

static Frame *top_frame(Walk *walk)
{
    return walk->stack->len ? &g_array_index(walk->stack, Frame, walk->stack->len - 1) : NULL;
}

/* `node` is done: its box counts for what it is in. */
static void finish(Walk *walk, SvgNode *node, SvgBounds bounds, const SvgContext *self,
                   gboolean shown)
{
    Frame *parent = top_frame(walk);
    SvgBounds *sum = parent ? &parent->bounds : &walk->bounds;

    *sum = svg_bounds_union(*sum, bounds);
    if (shown && walk->func) {
        walk->func(node, &bounds, &self->style, self->matrix, walk->data);
    }
}

static gboolean is_on_stack(Walk *walk, const SvgNode *node)
{
    for (guint i = 0; i < walk->stack->len; i++) {
        if (g_array_index(walk->stack, Frame, i).node == node) {
            return TRUE;
        }
    }
    return FALSE;
}

/* What a <use> shows; NULL when it refers to nothing that can be drawn, or to what it is in. */
static SvgNode *use_target(Walk *walk, const SvgNode *use)
{
    const char *href = svg_node_href(use);
    SvgNode *target = href ? svg_document_ref(walk->doc, href) : NULL;

    if (!target || svg_node_contains(target, use) || is_on_stack(walk, target)) {
        return NULL;
    }
    return target;
}

static SvgNode *first_child(Walk *walk, SvgNode *node, gboolean *only)
{
    SvgTag tag = svg_node_tag(node);

    *only = tag == SVG_TAG_USE || tag == SVG_TAG_SWITCH;
    switch (tag) {
    case SVG_TAG_USE:
        return use_target(walk, node);
    case SVG_TAG_SWITCH:
        return svg_switch_choice(node);
    default:
        return svg_node_first_element(node);
    }
}

/* Starts on a container. FALSE when it draws nothing. */
static gboolean push(Walk *walk, SvgNode *node, const SvgContext *self, const SvgNode *use,
                     gboolean shown)
{
    SvgContext content;
    SvgNode *next;
    gboolean only;
    Frame *frame;

    if (walk->stack->len >= MAX_STACK ||
        !svg_context_content(walk->doc, node, self, use, &content) ||
        !svg_matrix_is_finite(content.matrix)) {
        return FALSE;
    }
    next = first_child(walk, node, &only);
    g_array_set_size(walk->stack, walk->stack->len + 1);
    frame = top_frame(walk);
    frame->node = node;
    frame->next = next;
    frame->only = only;
    frame->shown = shown;
    frame->matrix = self->matrix;
    frame->content = content;
    frame->bounds = SVG_BOUNDS_EMPTY;
    return TRUE;
}

static gboolean is_drawn(const SvgNode *node, gboolean instanced)
{
    SvgTag tag = svg_node_tag(node);

    if (!(svg_tag_flags(tag) & SVG_TAG_IS_RENDERED) && !(instanced && tag == SVG_TAG_SYMBOL)) {
        return FALSE;
    }
    return svg_node_passes_conditions(node);
}

static void visit(Walk *walk, SvgNode *node, const SvgContext *parent, const SvgNode *use,
                  gboolean shown)
{
    SvgTag tag = svg_node_tag(node);
    SvgContext self;
    SvgBounds bounds = SVG_BOUNDS_EMPTY;

    if (!is_drawn(node, use != NULL) || (!shown && ++walk->instances > SVG_MAX_USE_INSTANCES)) {
        return;
    }
    svg_context_self(walk->doc, node, parent, &self);
    if (!self.style.displayed) {
        return;
    }
    if (svg_matrix_is_finite(self.matrix)) {
        if ((svg_tag_flags(tag) & SVG_TAG_IS_CONTAINER) || tag == SVG_TAG_USE ||
            tag == SVG_TAG_SYMBOL) {
            if (push(walk, node, &self, use, shown)) {
                return;
            }
        } else {
            bounds = svg_leaf_bounds(walk->doc, node, &self);
        }
    }
    finish(walk, node, bounds, &self, shown);
}

/* One step: the next child of the top frame, or the frame's end. */
static void step(Walk *walk)
{
    Frame *frame = top_frame(walk);
    SvgNode *child = frame->next;
    gboolean is_use = svg_node_tag(frame->node) == SVG_TAG_USE;

    if (child) {
        SvgContext parent = frame->content;

        frame->next = frame->only ? NULL : svg_node_next_element(child);
        visit(walk, child, &parent, is_use ? frame->node : NULL, frame->shown && !is_use);
    } else {
        Frame done = *frame;

        done.content.matrix = done.matrix;
        g_array_set_size(walk->stack, walk->stack->len - 1);
        finish(walk, done.node, done.bounds, &done.content, done.shown);
    }
}

static SvgBounds run(SvgDocument *doc, SvgNode *node, const SvgContext *parent, SvgBoundsFunc func,
                     gpointer data)
{
    Walk walk = {doc, g_array_new(FALSE, FALSE, sizeof(Frame)), 0, func, data, SVG_BOUNDS_EMPTY};

    visit(&walk, node, parent, NULL, TRUE);
    while (walk.stack->len) {
        step(&walk);
    }
    g_array_unref(walk.stack);
    return walk.bounds;
}

SvgBounds svg_node_bounds(SvgDocument *doc, SvgNode *node)
{
    SvgContext parent;

    if (!svg_node_is_rendered(doc, node)) {
        return SVG_BOUNDS_EMPTY;
    }
    if (node->parent) {
        svg_context_of_children(doc, node->parent, &parent);
    } else {
        svg_context_initial(&parent);
    }
    return run(doc, node, &parent, NULL, NULL);
}

void svg_document_each_bounds(SvgDocument *doc, SvgBoundsFunc func, gpointer data)
{
    SvgContext parent;

    svg_context_initial(&parent);
    run(doc, svg_document_root(doc), &parent, func, data);
}

SvgBox svg_node_box(SvgDocument *doc, SvgNode *node)
{
    return svg_node_bounds(doc, node).geometric;
}
