/* The boxes of elements and of all that is in them: one walk with a stack of its own, which follows
 * <use> and ends on cycles and bombs. */
#include "geometry/known_bounds.h"
#include "geometry/text.h"
#include "geometry/walk.h"

#include <svg/limits.h>

#define MAX_STACK (4 * SVG_MAX_DEPTH)

#define NO_SLOT G_MAXUINT

/* An element, and how it stands where the walk met it. */
typedef struct {
    SvgNode *node;
    const SvgNode *use; /* that shows it, if one does */
    gboolean shown;     /* stands in the document; FALSE within what a <use> shows */
    gboolean counts;    /* is drawn: its box counts for what it is in */
    gboolean known;     /* its bounds come from the index, whole */
    guint slot;         /* in `items`, or NO_SLOT */
} Place;

/* A container, or a <use>, that is being walked. */
typedef struct {
    Place at;
    SvgNode *next;    /* child to visit */
    SvgNode *choice;  /* the child of a <switch> that is drawn; NULL: all are */
    gboolean only;    /* `next` is the only one: the target of a <use>, the choice of a <switch> */
    SvgMatrix matrix; /* of the node itself */
    SvgLengthContext viewport;
    SvgContext content;
    SvgBounds bounds; /* so far */
    SvgBox clip;      /* what a viewport shows of it; empty: all */
} Frame;

typedef struct {
    SvgDocument *doc;
    GPtrArray *stack; /* Frame; those from `depth` on are spare */
    guint depth;
    SvgQuestion *question;
    gboolean nested;      /* within another walk */
    gboolean geometric;   /* as in a clip path, nothing is stroked */
    SvgKnownFunc known;   /* tells the bounds of what stands in the document; may be NULL */
    SvgWantedFunc wanted; /* may be NULL: all are */
    gboolean ended;       /* it said that it has enough */
    SvgBoundsFunc func;   /* may be NULL */
    gpointer data;
    const SvgBox *area; /* as SvgTrail.area */
    GArray *items;      /* SvgItemBounds; NULL: only what is drawn is walked */
    SvgBounds bounds;   /* of the top */
} Walk;

static Frame *top_frame(Walk *walk)
{
    return walk->depth > 0 ? g_ptr_array_index(walk->stack, walk->depth - 1) : NULL;
}

static Frame *new_frame(Walk *walk)
{
    if (walk->depth == walk->stack->len) {
        g_ptr_array_add(walk->stack, g_new(Frame, 1));
    }
    return g_ptr_array_index(walk->stack, walk->depth++);
}

/* The element is done: its box counts for what it is in. */
static void finish(Walk *walk, const Place *at, SvgBounds bounds, const SvgContext *self,
                   const SvgTrail *trail)
{
    Frame *parent = top_frame(walk);
    SvgBounds *sum = parent ? &parent->bounds : &walk->bounds;

    if (!at->known) {
        svg_effects_apply(walk->doc, at->node, at->use, self, &bounds);
    }
    if (at->counts) {
        *sum = svg_bounds_union(*sum, bounds);
    }
    if (at->slot != NO_SLOT) {
        g_array_index(walk->items, SvgItemBounds, at->slot).bounds = bounds;
    }
    if (at->shown && walk->func) {
        walk->func(at->node, &bounds, &self->style, self->matrix, trail, walk->data);
    }
}

static gboolean is_on_stack(Walk *walk, const SvgNode *node)
{
    for (guint i = 0; i < walk->depth; i++) {
        if (((Frame *)g_ptr_array_index(walk->stack, i))->at.node == node) {
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

/* An editor lists all children of a <switch>. */
static SvgNode *first_child(Walk *walk, SvgNode *node, Frame *frame)
{
    SvgNode *choice;

    frame->choice = NULL;
    frame->only = FALSE;
    switch (svg_node_tag(node)) {
    case SVG_TAG_USE:
        frame->only = TRUE;
        return use_target(walk, node);
    case SVG_TAG_SWITCH:
        choice = svg_switch_choice(node);
        frame->only = !walk->items;
        frame->choice = choice ? choice : node;
        return walk->items ? svg_node_first_element(node) : choice;
    default:
        return svg_node_first_element(node);
    }
}

/* Starts on a container. FALSE when it draws nothing. */
static gboolean push(Walk *walk, const Place *at, const SvgContext *self)
{
    Frame *frame;

    if (walk->depth >= MAX_STACK) {
        return FALSE;
    }
    frame = new_frame(walk);
    walk->depth--; /* the node isn't on the stack for its own target */
    if (!svg_context_content(walk->doc, at->node, self, at->use, &frame->content) ||
        !svg_matrix_is_finite(frame->content.matrix)) {
        return FALSE;
    }
    frame->next = first_child(walk, at->node, frame);
    walk->depth++;
    frame->at = *at;
    frame->matrix = self->matrix;
    frame->viewport = self->viewport;
    frame->bounds = SVG_BOUNDS_EMPTY;
    frame->clip = svg_context_clip(walk->doc, at->node, self, at->use);
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

static gboolean is_container(const SvgNode *node)
{
    return svg_node_is(node, SVG_TAG_IS_CONTAINER);
}

/* Only what stands in the document is asked about: a <use> is drawn whole or not at all. */
static gboolean is_wanted(Walk *walk, const Place *at, const SvgContext *parent)
{
    gboolean asked = walk->wanted && at->shown && !is_container(at->node);
    SvgWanted wanted = asked ? walk->wanted(at->node, parent, walk->data) : SVG_WANTED;

    walk->ended = wanted == SVG_ENOUGH;
    return wanted == SVG_WANTED;
}

/* What an editor lists: also what is in a symbol or marker that stands among the drawing. */
static gboolean is_listed(const Walk *walk, const Place *at)
{
    SvgTag tag = svg_node_tag(at->node);

    return walk->items && at->shown &&
           (svg_tag_flags(tag) & SVG_TAG_IS_RENDERED || tag == SVG_TAG_SYMBOL ||
            tag == SVG_TAG_MARKER);
}

static guint new_slot(Walk *walk, SvgNode *node)
{
    SvgItemBounds item = {node, SVG_BOUNDS_EMPTY};

    if (!svg_node_is(node, SVG_TAG_IS_RENDERED)) {
        return NO_SLOT;
    }
    g_array_append_val(walk->items, item);
    return walk->items->len - 1;
}

/* A part of a text. */
static void list_part(SvgNode *node, const SvgBounds *bounds, const SvgStyle *style,
                      SvgMatrix matrix, const SvgTrail *trail, gpointer data)
{
    GArray *items = data;
    SvgItemBounds item = {node, *bounds};

    (void)style, (void)matrix, (void)trail;
    g_array_append_val(items, item);
}

static gboolean has_content(SvgTag tag)
{
    return (svg_tag_flags(tag) & SVG_TAG_IS_CONTAINER) || tag == SVG_TAG_USE ||
           tag == SVG_TAG_SYMBOL || tag == SVG_TAG_MARKER;
}

/* Parts of a listed text are listed behind it. */
static SvgBounds leaf_bounds(Walk *walk, const Place *at, const SvgContext *self, SvgTrail *trail)
{
    SvgBounds bounds;

    if (svg_node_tag(at->node) == SVG_TAG_TEXT && is_listed(walk, at)) {
        return svg_text_bounds(walk->doc, at->node, self, list_part, walk->items);
    }
    bounds = svg_leaf_bounds(walk->doc, at->node, self, trail);
    svg_markers_add(walk->doc, at->node, self, walk->area, &bounds);
    return bounds;
}

/* `self` is done with, but for its children. */
static void enter(Walk *walk, Place *at, const SvgContext *self)
{
    SvgBounds bounds = SVG_BOUNDS_EMPTY;
    SvgTrail trail;
    const SvgBounds *known = walk->known && at->shown && !is_container(at->node)
                                 ? walk->known(walk->doc, at->node)
                                 : NULL;

    trail.n_parts = 0;
    trail.area = walk->area;
    if (known) {
        at->known = TRUE;
        bounds = *known;
    } else if (svg_matrix_is_finite(self->matrix)) {
        if (!has_content(svg_node_tag(at->node))) {
            bounds = leaf_bounds(walk, at, self, walk->func ? &trail : NULL);
        } else if (push(walk, at, self)) {
            return;
        }
    }
    finish(walk, at, bounds, self, trail.n_parts ? &trail : NULL);
}

/* Counts what doesn't stand in the document. */
static gboolean is_too_much(Walk *walk, gboolean shown)
{
    if (walk->nested) {
        return ++walk->question->visits > SVG_MAX_REFERENCE_VISITS;
    }
    return !shown && ++walk->question->instances > SVG_MAX_USE_INSTANCES;
}

static void visit(Walk *walk, Place *at, const SvgContext *parent)
{
    SvgContext self;
    gboolean listed = is_listed(walk, at);

    at->counts = at->counts && is_drawn(at->node, at->use != NULL);
    if ((!at->counts && !listed) || !is_wanted(walk, at, parent) || is_too_much(walk, at->shown)) {
        return;
    }
    svg_context_self(walk->doc, at->node, parent, &self);
    at->counts = at->counts && self.style.displayed;
    if (!at->counts && !listed) {
        return;
    }
    /* What isn't displayed has a box of its own all the same, and so has what is in it; but text
     * that says so itself isn't laid out. */
    if (!self.style.displayed) {
        if (svg_node_tag(at->node) == SVG_TAG_TEXT) {
            return;
        }
        self.style.displayed = TRUE;
        self.style.serial = 0;
    }
    at->slot = listed ? new_slot(walk, at->node) : NO_SLOT;
    enter(walk, at, &self);
}

static void pop(Walk *walk, Frame *frame)
{
    SvgBounds bounds = frame->bounds;

    walk->depth--;
    frame->content.matrix = frame->matrix;
    frame->content.viewport = frame->viewport;
    if (!svg_box_is_empty(frame->clip)) {
        bounds.visual = svg_box_intersection(bounds.visual, frame->clip);
    }
    finish(walk, &frame->at, bounds, &frame->content, NULL);
}

/* One step: the next child of the top frame, or the frame's end. */
static void step(Walk *walk)
{
    Frame *frame = top_frame(walk);
    SvgNode *child = frame->next;
    gboolean is_use = svg_node_tag(frame->at.node) == SVG_TAG_USE;

    if (child) {
        Place at = {.node = child,
                    .use = is_use ? frame->at.node : NULL,
                    .shown = frame->at.shown && !is_use,
                    .counts = !frame->choice || frame->choice == child};

        frame->next = frame->only ? NULL : svg_node_next_element(child);
        visit(walk, &at, &frame->content);
    } else {
        pop(walk, frame);
    }
}

static Walk new_walk(SvgDocument *doc, const SvgContext *context)
{
    return (Walk){.doc = doc,
                  .stack = g_ptr_array_new_with_free_func(g_free),
                  .question = context->question,
                  .bounds = SVG_BOUNDS_EMPTY};
}

/* --- walks within a walk ---------------------------------------------------------------------- */

#define MAX_NESTED_WALKS 4

static void question_clear(SvgQuestion *question)
{
    g_clear_pointer(&question->references, g_hash_table_unref);
    g_clear_pointer(&question->filters, g_hash_table_unref);
}

static gboolean question_enter(const SvgContext *context)
{
    SvgQuestion *question = context->question;

    if (!question || question->depth >= MAX_NESTED_WALKS ||
        question->visits > SVG_MAX_REFERENCE_VISITS) {
        return FALSE;
    }
    question->depth++;
    return TRUE;
}

static void question_leave(const SvgContext *context)
{
    context->question->depth--;
}

static void free_reference(gpointer data)
{
    SvgReference *reference = data;

    g_free(reference->prepared);
    g_free(reference);
}

SvgReference *svg_reference_of(SvgDocument *doc, const SvgContext *context, const char *id,
                               SvgTag tag)
{
    SvgNode *node = id ? svg_document_find(doc, id) : NULL;
    SvgReference *reference;

    if (!node || svg_node_tag(node) != tag || !context->question) {
        return NULL;
    }
    if (!context->question->references) {
        context->question->references = g_hash_table_new_full(NULL, NULL, NULL, free_reference);
    }
    reference = g_hash_table_lookup(context->question->references, node);
    if (!reference) {
        reference = g_new0(SvgReference, 1);
        reference->node = node;
        svg_style_of(doc, node, &reference->style);
        reference->style.displayed = TRUE;
        g_hash_table_insert(context->question->references, node, reference);
    }
    return reference->busy ? NULL : reference;
}

static gboolean same_place(const SvgContext *a, const SvgContext *b)
{
    const SvgMatrix *m = &a->matrix, *n = &b->matrix;

    return m->a == n->a && m->b == n->b && m->c == n->c && m->d == n->d && m->e == n->e &&
           m->f == n->f && a->viewport.width == b->viewport.width &&
           a->viewport.height == b->viewport.height;
}

/* What the children of `node` draw, in a walk of its own. `content` is the context they stand in.
 * FALSE when a limit is reached. */
static gboolean walk_children(SvgDocument *doc, SvgNode *node, const SvgContext *content,
                              SvgBounds *out)
{
    if (!svg_matrix_is_finite(content->matrix) || !question_enter(content)) {
        return FALSE;
    }
    Walk walk = new_walk(doc, content);
    Frame *frame = new_frame(&walk);

    walk.nested = TRUE;
    *frame = (Frame){.at = {.node = node},
                     .content = *content,
                     .bounds = SVG_BOUNDS_EMPTY,
                     .clip = SVG_BOX_EMPTY};
    frame->next = first_child(&walk, node, frame);
    while (frame->next || walk.depth > 1) {
        step(&walk);
    }
    *out = frame->bounds;
    g_ptr_array_unref(walk.stack);
    question_leave(content);
    return content->question->visits <= SVG_MAX_REFERENCE_VISITS;
}

gboolean svg_reference_bounds(SvgDocument *doc, SvgReference *reference, const SvgContext *content,
                              SvgBounds *out)
{
    SvgContext own = *content;
    gboolean complete;

    if (reference->known && same_place(&reference->place, content)) {
        *out = reference->content;
        return TRUE;
    }
    own.style = reference->style;
    reference->busy = TRUE;
    complete = walk_children(doc, reference->node, &own, out);
    reference->busy = FALSE;
    reference->known = complete;
    reference->place = *content;
    reference->content = *out;
    return complete;
}

static SvgBounds unmapped(const SvgBounds *bounds, SvgMatrix inverse)
{
    const SvgBox *g = &bounds->geometric, *v = &bounds->visual;

    return (SvgBounds){
        svg_matrix_box_to_document(inverse, (SvgUserBox){g->x, g->y, g->w, g->h}),
        svg_matrix_box_to_document(inverse, (SvgUserBox){v->x, v->y, v->w, v->h}),
    };
}

static SvgBounds walk_local(SvgDocument *doc, SvgNode *node, const SvgNode *use,
                            const SvgContext *local)
{
    SvgBounds bounds = SVG_BOUNDS_EMPTY;
    SvgContext content;

    if (!has_content(svg_node_tag(node))) {
        bounds = svg_leaf_bounds(doc, node, local, NULL);
        svg_markers_add(doc, node, local, NULL, &bounds);
    } else if (svg_context_content(doc, node, local, use, &content)) {
        walk_children(doc, node, &content, &bounds);
    }
    return bounds;
}

SvgBounds svg_local_bounds(SvgDocument *doc, SvgNode *node, const SvgNode *use,
                           const SvgContext *self, const SvgBounds *bounds)
{
    SvgQuestion question = {0};
    SvgMatrix inverse;
    SvgContext local;

    if (bounds && self->matrix.b == 0 && self->matrix.c == 0 &&
        svg_matrix_invert(self->matrix, &inverse)) {
        return unmapped(bounds, inverse);
    }
    local = *self;
    local.matrix = SVG_MATRIX_IDENTITY;
    if (local.question) {
        return walk_local(doc, node, use, &local);
    }
    local.question = &question;
    SvgBounds found = walk_local(doc, node, use, &local);
    question_clear(&question);
    return found;
}

/* --- questions -------------------------------------------------------------------------------- */

/* `walk` says what is asked; `parent` is the context that `node` stands in. */
static SvgBounds ask(Walk *walk, SvgNode *node, SvgContext *parent)
{
    SvgQuestion question = {0};
    Place top = {.node = node, .shown = TRUE, .counts = TRUE};
    parent->question = walk->question = &question;
    walk->stack = g_ptr_array_new_with_free_func(g_free);
    walk->bounds = SVG_BOUNDS_EMPTY;
    visit(walk, &top, parent);
    while (walk->depth > 0 && !walk->ended) {
        step(walk);
    }
    g_ptr_array_unref(walk->stack);
    question_clear(&question);
    parent->question = walk->question = NULL;
    return walk->bounds;
}

static SvgBounds ask_all(Walk *walk)
{
    SvgContext parent;
    svg_context_initial(&parent);
    parent.clipping = walk->geometric;
    return ask(walk, svg_document_root(walk->doc), &parent);
}

SvgBounds svg_node_each_bounds(SvgDocument *doc, SvgNode *node, SvgBoundsFunc func, gpointer data)
{
    Walk walk = {.doc = doc, .func = func, .data = data};
    SvgBounds bounds = SVG_BOUNDS_EMPTY;
    SvgContext parent;
    if (!svg_node_is_rendered(doc, node)) {
        return bounds;
    }
    if (!node->parent) {
        bounds = ask_all(&walk);
    } else {
        svg_context_of_children(doc, node->parent, &parent);
        bounds = ask(&walk, node, &parent);
    }
    svg_bounds_note(doc, node, &bounds);
    return bounds;
}

SvgBounds svg_node_bounds(SvgDocument *doc, SvgNode *node)
{
    const SvgBounds *known = svg_bounds_noted(doc, node);
    return known ? *known : svg_node_each_bounds(doc, node, NULL, NULL);
}

SvgBox svg_node_box(SvgDocument *doc, SvgNode *node)
{
    return svg_node_bounds(doc, node).geometric;
}

void svg_document_each_bounds(SvgDocument *doc, SvgBoundsFunc func, gpointer data)
{
    svg_document_each_bounds_for(doc, NULL, func, data);
}

void svg_document_each_bounds_for(SvgDocument *doc, const SvgBox *area, SvgBoundsFunc func,
                                  gpointer data)
{
    Walk walk = {.doc = doc, .func = func, .data = data, .area = area};
    ask_all(&walk);
}

void svg_document_wanted_bounds(SvgDocument *doc, SvgNode *top, SvgWantedFunc wanted,
                                SvgKnownFunc known, SvgBoundsFunc func, gpointer data)
{
    SvgContext parent;
    Walk walk = {.doc = doc,
                 .geometric = TRUE,
                 .known = known,
                 .wanted = wanted,
                 .func = func,
                 .data = data};

    if (!top || !top->parent) {
        ask_all(&walk);
    } else if (svg_node_is_rendered(doc, top) &&
               svg_context_of_children(doc, top->parent, &parent)) {
        parent.clipping = TRUE;
        ask(&walk, top, &parent);
    }
}

GArray *svg_document_item_bounds(SvgDocument *doc)
{
    Walk walk = {.doc = doc, .items = g_array_new(FALSE, FALSE, sizeof(SvgItemBounds))};
    ask_all(&walk);
    return walk.items;
}
