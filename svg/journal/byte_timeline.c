/* All states between two depths as one list of slots: in each state a slot holds a run of bytes, or
 * nothing. Only nodes that were written to have slots of their own. */
#include "journal/byte_timeline.h"

#include "document/document_priv.h"

enum { BEFORE, OPEN, TAIL, CLOSE, N_PARTS };

static const gsize parts[N_PARTS] = {offsetof(SvgNode, before), offsetof(SvgNode, open),
                                     offsetof(SvgNode, tail), offsetof(SvgNode, close)};

/* A node's slots; all 0 when it has no place. Most nodes are written to in their start tags alone,
 * and have no more than one. */
typedef struct {
    guint at[N_PARTS];
    gboolean whole; /* it has all */
} Places;

typedef struct {
    SvgByteTimeline *timeline;
    SvgDocument *doc;
    GArray *places; /* Places, of the nodes that were written to */
    guint32 mark;   /* that the first of these nodes carries; the others those after it */
    gboolean first; /* the first state is being laid out */
    gsize room;     /* bytes that may still be written */
    gboolean full;
} Builder;

static SvgSlot *slot_at(const Builder *builder, guint i)
{
    return &g_array_index(builder->timeline->slots, SvgSlot, i);
}

static void write_slot(Builder *builder, guint slot, SvgSlice text)
{
    SvgWrite write = {slot, (guint)text.len, text.at};
    gsize size = slot_at(builder, slot)->now.len + text.len;
    if (size > builder->room) {
        builder->full = TRUE;
        return;
    }
    builder->room -= size;
    g_array_append_val(builder->timeline->writes, write);
    slot_at(builder, slot)->now = text;
}

/* A slot after `after`. */
static guint add_slot(Builder *builder, guint after, SvgSlice text, gboolean constant)
{
    guint place = builder->timeline->slots->len;
    SvgSlot slot = {.next = slot_at(builder, after)->next, .constant = constant};
    g_array_append_val(builder->timeline->slots, slot);
    slot_at(builder, after)->next = place;
    if (builder->first) {
        slot_at(builder, place)->first = slot_at(builder, place)->now = text;
    } else {
        write_slot(builder, place, text);
    }
    return place;
}

/* Bytes of a node that was never written to: they join the slot before when they follow it in
 * memory, too. */
static guint add_constant(Builder *builder, guint after, SvgSlice text)
{
    SvgSlot *last = slot_at(builder, after);
    if (!text.len) {
        return after;
    }
    if (!last->constant || !last->now.len || last->now.at + last->now.len != text.at ||
        (!builder->first && after + 1 != builder->timeline->slots->len)) {
        return add_slot(builder, after, text, TRUE);
    }
    last->now.len += text.len;
    builder->room -= builder->first ? 0 : MIN(builder->room, text.len);
    if (builder->first) {
        last->first = last->now;
    } else {
        g_array_index(builder->timeline->writes, SvgWrite, builder->timeline->writes->len - 1).len =
            (guint)last->now.len;
    }
    return after;
}

static Places *places_of(const Builder *builder, const SvgNode *node)
{
    return node->seen >= builder->mark
               ? &g_array_index(builder->places, Places, node->seen - builder->mark)
               : NULL;
}

static guint lay_part(Builder *builder, guint after, const SvgNode *node, guint part)
{
    SvgSlice text = G_STRUCT_MEMBER(SvgSlice, node, parts[part]);
    Places *own = places_of(builder, node);
    if (!own || (part != OPEN && !own->whole)) {
        return add_constant(builder, after, text);
    }
    return own->at[part] = add_slot(builder, after, text, FALSE);
}

/* Gives slots to the subtree. Returns the last; no recursion, files nest deep. */
static guint lay(Builder *builder, guint after, const SvgNode *top)
{
    const SvgNode *node = top;
    while (!builder->full) {
        gboolean whole = !node->stirred;
        if (whole) {
            after = add_constant(builder, after, svg_node_as_read(node, TRUE));
        } else {
            after = lay_part(builder, after, node, BEFORE);
            after = lay_part(builder, after, node, OPEN);
            if (node->first) {
                node = node->first;
                continue;
            }
        }
        for (;; whole = FALSE) {
            if (!whole) {
                after = lay_part(builder, after, node, TAIL);
                after = lay_part(builder, after, node, CLOSE);
            }
            if (node == top) {
                return after;
            }
            if (node->next) {
                node = node->next;
                break;
            }
            node = node->parent;
        }
    }
    return after;
}

/* --- from one state to the next --------------------------------------------------------------- */

static gboolean is_attached(const Builder *builder, const SvgNode *node)
{
    while (node->parent) {
        node = node->parent;
    }
    return node == builder->doc->root;
}

static gboolean has_no_place(const Builder *builder, const SvgNode *node)
{
    const Places *own = places_of(builder, node);
    return own && !own->at[OPEN];
}

static void empty(Builder *builder, guint slot)
{
    if (slot_at(builder, slot)->now.len) {
        write_slot(builder, slot, (SvgSlice){"", 0});
    }
}

/* The subtree leaves its slots. What was in it, but isn't any more, leaves its own when it moved,
 * and stays where it is when the element around it was unwrapped. */
static void clear(Builder *builder, const SvgNode *node)
{
    Places *own = places_of(builder, node);
    if (!own->at[OPEN]) {
        return;
    }
    if (node->first) {
        for (guint i = own->at[BEFORE]; i != own->at[CLOSE]; i = slot_at(builder, i)->next) {
            empty(builder, i);
        }
    }
    for (guint part = 0; part < N_PARTS; part++) {
        empty(builder, own->at[part]);
    }
    *own = (Places){.whole = TRUE};
}

/* The slots of a subtree that came in: those of the outermost node around it that has none yet, and
 * of such siblings before that. */
static void place(Builder *builder, const SvgNode *node)
{
    const SvgNode *top = node;
    for (const SvgNode *at = node; at; at = at->parent) {
        top = has_no_place(builder, at) ? at : top;
    }
    const SvgNode *from = top;
    while (from->prev && has_no_place(builder, from->prev)) {
        from = from->prev;
    }
    const SvgNode *neighbour = from->prev ? from->prev : from->parent;
    const Places *beside = neighbour ? places_of(builder, neighbour) : NULL;
    g_return_if_fail(beside);
    guint after = beside->at[from->prev ? CLOSE : OPEN];
    for (;; from = from->next) {
        after = lay(builder, after, from);
        if (from == top || builder->full) {
            return;
        }
    }
}

/* The document has been brought to the state after `log`. */
static void follow(Builder *builder, const SvgLog *log)
{
    for (guint i = 0; i < log->n_moved; i++) {
        clear(builder, log->moved[i]);
    }
    for (guint i = 0; i < log->n_moved && !builder->full; i++) {
        const SvgNode *node = log->moved[i];
        if (has_no_place(builder, node) && is_attached(builder, node)) {
            place(builder, node);
        }
    }
    SvgLogEntry entry;
    for (gsize *at = NULL; !builder->full && svg_log_next(log, &at, &entry);) {
        const SvgNode *node = entry.node;
        const Places *own = is_attached(builder, node) ? places_of(builder, node) : NULL;
        for (guint part = 0; own && part < N_PARTS; part++) {
            if (!own->at[part]) {
                continue;
            }
            SvgSlice text = G_STRUCT_MEMBER(SvgSlice, node, parts[part]);
            SvgSlice now = slot_at(builder, own->at[part])->now;
            if (text.at != now.at || text.len != now.len) {
                write_slot(builder, own->at[part], text);
            }
        }
    }
    g_array_append_val(builder->timeline->ends, builder->timeline->writes->len);
}

/* Where something moved, also those beside it, and what came back to where it was, are whole. */
static void mark_nodes(Builder *builder, const SvgLog *log)
{
    SvgLogEntry entry;
    for (gsize *at = NULL; svg_log_next(log, &at, &entry);) {
        SvgNode *node = entry.node;
        if (node->seen < builder->mark) {
            node->seen = svg_document_next_mark(builder->doc);
            g_array_set_size(builder->places, node->seen - builder->mark + 1);
        }
        if (!svg_log_is_tag(&entry) || log->n_moved > 0) {
            places_of(builder, node)->whole = TRUE;
        }
    }
}

/* Memory for about as much as there will be: arrays that double leave holes. */
static SvgByteTimeline *timeline_new(guint n_nodes, guint n_writes, guint n_commits)
{
    SvgByteTimeline *timeline = g_new0(SvgByteTimeline, 1);
    timeline->slots = g_array_sized_new(FALSE, TRUE, sizeof(SvgSlot), 2 * n_nodes + 2);
    timeline->writes = g_array_sized_new(FALSE, FALSE, sizeof(SvgWrite), n_writes);
    timeline->ends = g_array_sized_new(FALSE, FALSE, sizeof(guint), n_commits);
    g_array_set_size(timeline->slots, 1);
    return timeline;
}

static void write_states(Builder *builder, guint from, guint to)
{
    SvgDocument *doc = builder->doc;
    guint n = 0;
    for (guint i = doc->done->len; i > from; i--) {
        SvgLog *log = doc->done->pdata[i - 1];
        mark_nodes(builder, log);
        svg_log_swap(doc, log, FALSE);
        n += log->n_nodes;
    }
    builder->timeline = timeline_new(builder->places->len, n, to - from);
    builder->first = TRUE;
    add_constant(builder, lay(builder, 0, doc->root), doc->epilog);
    builder->first = FALSE;
    for (guint i = from; i < doc->done->len; i++) {
        svg_log_swap(doc, doc->done->pdata[i], TRUE);
        if (i < to && !builder->full) {
            follow(builder, doc->done->pdata[i]);
        }
    }
}

SvgByteTimeline *svg_byte_timeline_new(SvgDocument *doc, guint from, guint to, gsize max_bytes)
{
    Builder builder = {.doc = doc, .room = max_bytes};
    builder.places = g_array_new(FALSE, TRUE, sizeof(Places));
    builder.mark = svg_document_next_mark(doc) + 1;
    write_states(&builder, from, to);
    g_array_unref(builder.places);
    if (builder.full) {
        g_clear_pointer(&builder.timeline, svg_byte_timeline_free);
    }
    return builder.timeline;
}

void svg_byte_timeline_free(SvgByteTimeline *timeline)
{
    if (!timeline) {
        return;
    }
    g_array_unref(timeline->slots);
    g_array_unref(timeline->writes);
    g_array_unref(timeline->ends);
    g_free(timeline);
}
