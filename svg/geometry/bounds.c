/* The boxes of elements and of all that is in them: one walk with a stack of its own, which follows
 * <use> and ends on cycles and bombs. */
#include "geometry/parts.h"
#include "geometry/text.h"

#include <svg/limits.h>

#define MAX_STACK (4 * SVG_MAX_DEPTH)

#define NO_SLOT G_MAXUINT

/* A container, or a <use>, that is being walked. */
typedef struct {
    SvgNode *node;
    SvgNode *next;    /* child to visit */
    SvgNode *choice;  /* the child of a <switch> that is drawn; NULL: all are */
    gboolean only;    /* `next` is the only one: the target of a <use>, the choice of a <switch> */
    gboolean shown;   /* stands in the document; FALSE within what a <use> shows */
    gboolean counts;  /* is drawn: its box counts for what it is in */
    guint slot;       /* in `items`, or NO_SLOT */
    SvgMatrix matrix; /* of `node` itself */
    SvgContext content;
    SvgBounds bounds; /* so far */
} Frame;

typedef struct {
    SvgDocument *doc;
    GArray *stack; /* Frame */
    guint instances;
    SvgWantedFunc wanted; /* may be NULL: all are */
    SvgBoundsFunc func;   /* may be NULL */
    gpointer data;
    GArray *items;    /* SvgItemBounds; NULL: only what is drawn is walked */
    SvgBounds bounds; /* of the top */
} Walk;

static Frame *top_frame(Walk *walk)
{
    return walk->stack->len ? &g_array_index(walk->stack, Frame, walk->stack->len - 1) : NULL;
}

/* `done` is the frame of what was walked, off the stack by now. */
static void finish(Walk *walk, const Frame *done)
{
    Frame *parent = top_frame(walk);
    SvgBounds *sum = parent ? &parent->bounds : &walk->bounds;

    if (done->counts) {
        *sum = svg_bounds_union(*sum, done->bounds);
    }
    if (done->slot != NO_SLOT) {
        g_array_index(walk->items, SvgItemBounds, done->slot).bounds = done->bounds;
    }
    if (done->shown && walk->func) {
        walk->func(done->node, &done->bounds, &done->content.style, done->matrix, walk->data);
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

static SvgNode *first_child(Walk *walk, Frame *frame)
{
    SvgNode *node = frame->node, *choice;

    switch (svg_node_tag(node)) {
    case SVG_TAG_USE:
        frame->only = TRUE;
        return use_target(walk, node);
    case SVG_TAG_SWITCH:
        choice = svg_switch_choice(node);
        if (walk->items) {
            frame->choice = choice ? choice : node;
            return svg_node_first_element(node);
        }
        frame->only = TRUE;
        return choice;
    default:
        return svg_node_first_element(node);
    }
}

/* Starts on a container, whose own context stands in `frame`. FALSE when it draws nothing. */
static gboolean push(Walk *walk, Frame *frame, const SvgNode *use)
{
    SvgContext content;

    if (walk->stack->len >= MAX_STACK ||
        !svg_context_content(walk->doc, frame->node, &frame->content, use, &content) ||
        !svg_matrix_is_finite(content.matrix)) {
        return FALSE;
    }
    frame->content = content;
    frame->next = first_child(walk, frame);
    g_array_append_val(walk->stack, *frame);
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

/* Only what stands in the document is asked about: a <use> is drawn whole or not at all. */
static gboolean is_wanted(const Walk *walk, const Frame *frame, const SvgContext *parent)
{
    gboolean asked = walk->wanted && frame->shown &&
                     !(svg_tag_flags(svg_node_tag(frame->node)) & SVG_TAG_IS_CONTAINER);

    return !asked || walk->wanted(frame->node, parent, walk->data);
}

/* What an editor lists: also what is in a symbol or marker that stands among the drawing. */
static gboolean is_walked(const Walk *walk, const SvgNode *node, gboolean shown)
{
    SvgTag tag = svg_node_tag(node);

    return walk->items && shown &&
           (svg_tag_flags(tag) & SVG_TAG_IS_RENDERED || tag == SVG_TAG_SYMBOL ||
            tag == SVG_TAG_MARKER);
}

static guint new_slot(Walk *walk, SvgNode *node)
{
    SvgItemBounds item = {node, SVG_BOUNDS_EMPTY};

    if (!(svg_tag_flags(svg_node_tag(node)) & SVG_TAG_IS_RENDERED)) {
        return NO_SLOT;
    }
    g_array_append_val(walk->items, item);
    return walk->items->len - 1;
}

/* A part of a text. */
static void list_part(SvgNode *node, const SvgBounds *bounds, const SvgStyle *style,
                      SvgMatrix matrix, gpointer items)
{
    SvgItemBounds item = {node, *bounds};

    (void)style, (void)matrix;
    g_array_append_val((GArray *)items, item);
}

static gboolean has_content(SvgTag tag)
{
    return svg_tag_flags(tag) & SVG_TAG_IS_CONTAINER || tag == SVG_TAG_USE ||
           tag == SVG_TAG_SYMBOL || tag == SVG_TAG_MARKER;
}

/* `frame` says which element, and how it stands there. */
static void visit(Walk *walk, Frame *frame, const SvgContext *parent, const SvgNode *use)
{
    SvgNode *node = frame->node;
    SvgContext *self = &frame->content;
    gboolean walked = is_walked(walk, node, frame->shown);

    frame->counts = frame->counts && is_drawn(node, use != NULL);
    if ((!frame->counts && !walked) || !is_wanted(walk, frame, parent) ||
        (!frame->shown && ++walk->instances > SVG_MAX_USE_INSTANCES)) {
        return;
    }
    svg_context_self(walk->doc, node, parent, self);
    frame->counts = frame->counts && self->style.displayed;
    if (!frame->counts && !walked) {
        return;
    }
    /* What isn't displayed has a box of its own all the same, and so has what is in it. */
    self->style.displayed = TRUE;
    frame->matrix = self->matrix;
    frame->slot = walked ? new_slot(walk, node) : NO_SLOT;
    if (svg_matrix_is_finite(self->matrix)) {
        if (svg_node_tag(node) == SVG_TAG_TEXT) {
            frame->bounds =
                svg_text_bounds(walk->doc, node, self, walked ? list_part : NULL, walk->items);
        } else if (!has_content(svg_node_tag(node))) {
            frame->bounds = svg_leaf_bounds(walk->doc, node, self);
        } else if (push(walk, frame, use)) {
            return;
        }
    }
    finish(walk, frame);
}

/* One step: the next child of the top frame, or the frame's end. */
static void step(Walk *walk)
{
    Frame *frame = top_frame(walk);
    SvgNode *child = frame->next;

    if (child) {
        gboolean is_use = svg_node_tag(frame->node) == SVG_TAG_USE;
        SvgContext parent = frame->content;
        Frame next = {.node = child,
                      .shown = frame->shown && !is_use,
                      .counts = !frame->choice || frame->choice == child,
                      .bounds = SVG_BOUNDS_EMPTY};

        frame->next = frame->only ? NULL : svg_node_next_element(child);
        visit(walk, &next, &parent, is_use ? frame->node : NULL);
    } else {
        Frame done = *frame;

        g_array_set_size(walk->stack, walk->stack->len - 1);
        finish(walk, &done);
    }
}

static SvgBounds run(Walk *walk, SvgNode *node, const SvgContext *parent)
{
    Frame top = {.node = node, .shown = TRUE, .counts = TRUE, .bounds = SVG_BOUNDS_EMPTY};

    walk->stack = g_array_new(FALSE, FALSE, sizeof(Frame));
    walk->bounds = SVG_BOUNDS_EMPTY;
    visit(walk, &top, parent, NULL);
    while (walk->stack->len) {
        step(walk);
    }
    g_array_unref(walk->stack);
    return walk->bounds;
}

SvgBounds svg_node_each_bounds(SvgDocument *doc, SvgNode *node, SvgBoundsFunc func, gpointer data)
{
    Walk walk = {.doc = doc, .func = func, .data = data};
    SvgContext parent;

    if (!svg_node_is_rendered(doc, node)) {
        return SVG_BOUNDS_EMPTY;
    }
    if (node->parent) {
        svg_context_of_children(doc, node->parent, &parent);
    } else {
        svg_context_initial(&parent);
    }
    return run(&walk, node, &parent);
}

SvgBounds svg_node_bounds(SvgDocument *doc, SvgNode *node)
{
    return svg_node_each_bounds(doc, node, NULL, NULL);
}

void svg_document_each_bounds(SvgDocument *doc, SvgBoundsFunc func, gpointer data)
{
    svg_document_wanted_bounds(doc, NULL, func, data);
}

void svg_document_wanted_bounds(SvgDocument *doc, SvgWantedFunc wanted, SvgBoundsFunc func,
                                gpointer data)
{
    Walk walk = {.doc = doc, .wanted = wanted, .func = func, .data = data};
    SvgContext parent;

    svg_context_initial(&parent);
    run(&walk, svg_document_root(doc), &parent);
}

GArray *svg_document_item_bounds(SvgDocument *doc)
{
    Walk walk = {.doc = doc, .items = g_array_new(FALSE, FALSE, sizeof(SvgItemBounds))};
    SvgContext parent;

    svg_context_initial(&parent);
    run(&walk, svg_document_root(doc), &parent);
    return walk.items;
}

SvgBox svg_node_box(SvgDocument *doc, SvgNode *node)
{
    return svg_node_bounds(doc, node).geometric;
}
