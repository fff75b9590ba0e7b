/* All states between two depths as one list of slots: in each state a slot holds a run of bytes, or
 * nothing. Only nodes that were written to have slots of their own. */
#include "journal/weave.h"

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
    SvgWeave *weave;
    SvgDocument *doc;
    GArray *places; /* Places, of the nodes that were written to */
    guint32 mark;   /* that the first of these nodes carries; the others those after it */
    gboolean first; /* the first state is being laid out */
    gsize room;     /* bytes that may still be written */
    gboolean full;
} Weaver;

static SvgSlot *slot_at(const Weaver *weaver, guint i)
{
    return &g_array_index(weaver->weave->slots, SvgSlot, i);
}

static void write_slot(Weaver *weaver, guint slot, SvgSlice text)
{
    SvgWrite write = {slot, (guint)text.len, text.at};
    gsize size = slot_at(weaver, slot)->now.len + text.len;
    if (size > weaver->room) {
        weaver->full = TRUE;
        return;
    }
    weaver->room -= size;
    g_array_append_val(weaver->weave->writes, write);
    slot_at(weaver, slot)->now = text;
}

/* A slot after `after`. */
static guint add_slot(Weaver *weaver, guint after, SvgSlice text, gboolean constant)
{
    guint place = weaver->weave->slots->len;
    SvgSlot slot = {.next = slot_at(weaver, after)->next, .constant = constant};
    g_array_append_val(weaver->weave->slots, slot);
    slot_at(weaver, after)->next = place;
    if (weaver->first) {
        slot_at(weaver, place)->first = slot_at(weaver, place)->now = text;
    } else {
        write_slot(weaver, place, text);
    }
    return place;
}

/* Bytes of a node that was never written to: they join the slot before when they follow it in
 * memory, too. */
static guint add_constant(Weaver *weaver, guint after, SvgSlice text)
{
    SvgSlot *last = slot_at(weaver, after);
    if (!text.len) {
        return after;
    }
    if (!last->constant || !last->now.len || last->now.at + last->now.len != text.at ||
        (!weaver->first && after + 1 != weaver->weave->slots->len)) {
        return add_slot(weaver, after, text, TRUE);
    }
    last->now.len += text.len;
    weaver->room -= weaver->first ? 0 : MIN(weaver->room, text.len);
    if (weaver->first) {
        last->first = last->now;
    } else {
        g_array_index(weaver->weave->writes, SvgWrite, weaver->weave->writes->len - 1).len =
            (guint)last->now.len;
    }
    return after;
}

static Places *places_of(const Weaver *weaver, const SvgNode *node)
{
    return node->seen >= weaver->mark
               ? &g_array_index(weaver->places, Places, node->seen - weaver->mark)
               : NULL;
}

static guint lay_part(Weaver *weaver, guint after, const SvgNode *node, guint part)
{
    SvgSlice text = G_STRUCT_MEMBER(SvgSlice, node, parts[part]);
    Places *own = places_of(weaver, node);
    if (!own || (part != OPEN && !own->whole)) {
        return add_constant(weaver, after, text);
    }
    return own->at[part] = add_slot(weaver, after, text, FALSE);
}

/* Gives slots to the subtree. Returns the last; no recursion, files nest deep. */
static guint lay(Weaver *weaver, guint after, const SvgNode *top)
{
    const SvgNode *node = top;
    while (!weaver->full) {
        gboolean whole = !node->stirred;
        if (whole) {
            after = add_constant(weaver, after, svg_node_as_read(node, TRUE));
        } else {
            after = lay_part(weaver, after, node, BEFORE);
            after = lay_part(weaver, after, node, OPEN);
            if (node->first) {
                node = node->first;
                continue;
            }
        }
        for (;; whole = FALSE) {
            if (!whole) {
                after = lay_part(weaver, after, node, TAIL);
                after = lay_part(weaver, after, node, CLOSE);
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

static gboolean is_attached(const Weaver *weaver, const SvgNode *node)
{
    while (node->parent) {
        node = node->parent;
    }
    return node == weaver->doc->root;
}

static gboolean has_no_place(const Weaver *weaver, const SvgNode *node)
{
    const Places *own = places_of(weaver, node);
    return own && !own->at[OPEN];
}

static void empty(Weaver *weaver, guint slot)
{
    if (slot_at(weaver, slot)->now.len) {
        write_slot(weaver, slot, (SvgSlice){"", 0});
    }
}

/* The subtree leaves its slots. What was in it, but isn't any more, leaves its own when it moved,
 * and stays where it is when the element around it was unwrapped. */
static void clear(Weaver *weaver, const SvgNode *node)
{
    Places *own = places_of(weaver, node);
    if (!own->at[OPEN]) {
        return;
    }
    if (node->first) {
        for (guint i = own->at[BEFORE]; i != own->at[CLOSE]; i = slot_at(weaver, i)->next) {
            empty(weaver, i);
        }
    }
    for (guint part = 0; part < N_PARTS; part++) {
        empty(weaver, own->at[part]);
    }
    *own = (Places){.whole = TRUE};
}

/* The slots of a subtree that came in: those of the outermost node around it that has none yet, and
 * of such siblings before that. */
static void place(Weaver *weaver, const SvgNode *node)
{
    const SvgNode *top = node;
    for (const SvgNode *at = node; at; at = at->parent) {
        top = has_no_place(weaver, at) ? at : top;
    }
    const SvgNode *from = top;
    while (from->prev && has_no_place(weaver, from->prev)) {
        from = from->prev;
    }
    const SvgNode *neighbour = from->prev ? from->prev : from->parent;
    const Places *beside = neighbour ? places_of(weaver, neighbour) : NULL;
    g_return_if_fail(beside);
    guint after = beside->at[from->prev ? CLOSE : OPEN];
    for (;; from = from->next) {
        after = lay(weaver, after, from);
        if (from == top || weaver->full) {
            return;
        }
    }
}

/* The document has been brought to the state after `log`. */
static void follow(Weaver *weaver, const SvgLog *log)
{
    for (guint i = 0; i < log->n_moved; i++) {
        clear(weaver, log->moved[i]);
    }
    for (guint i = 0; i < log->n_moved && !weaver->full; i++) {
        const SvgNode *node = log->moved[i];
        if (has_no_place(weaver, node) && is_attached(weaver, node)) {
            place(weaver, node);
        }
    }
    SvgLogEntry entry;
    for (gsize *at = NULL; !weaver->full && svg_log_next(log, &at, &entry);) {
        const SvgNode *node = entry.node;
        const Places *own = is_attached(weaver, node) ? places_of(weaver, node) : NULL;
        for (guint part = 0; own && part < N_PARTS; part++) {
            if (!own->at[part]) {
                continue;
            }
            SvgSlice text = G_STRUCT_MEMBER(SvgSlice, node, parts[part]);
            SvgSlice now = slot_at(weaver, own->at[part])->now;
            if (text.at != now.at || text.len != now.len) {
                write_slot(weaver, own->at[part], text);
            }
        }
    }
    g_array_append_val(weaver->weave->ends, weaver->weave->writes->len);
}

/* Where something moved, also those beside it, and what came back to where it was, are whole. */
static void mark_nodes(Weaver *weaver, const SvgLog *log)
{
    SvgLogEntry entry;
    for (gsize *at = NULL; svg_log_next(log, &at, &entry);) {
        SvgNode *node = entry.node;
        if (node->seen < weaver->mark) {
            node->seen = svg_document_next_mark(weaver->doc);
            g_array_set_size(weaver->places, node->seen - weaver->mark + 1);
        }
        if (!svg_log_is_tag(&entry) || log->n_moved > 0) {
            places_of(weaver, node)->whole = TRUE;
        }
    }
}

/* Memory for about as much as there will be: arrays that double leave holes. */
static SvgWeave *weave_new(guint n_nodes, guint n_writes, guint n_commits)
{
    SvgWeave *weave = g_new0(SvgWeave, 1);
    weave->slots = g_array_sized_new(FALSE, TRUE, sizeof(SvgSlot), 2 * n_nodes + 2);
    weave->writes = g_array_sized_new(FALSE, FALSE, sizeof(SvgWrite), n_writes);
    weave->ends = g_array_sized_new(FALSE, FALSE, sizeof(guint), n_commits);
    g_array_set_size(weave->slots, 1);
    return weave;
}

static void weave_states(Weaver *weaver, guint from, guint to)
{
    SvgDocument *doc = weaver->doc;
    guint n = 0;
    for (guint i = doc->done->len; i > from; i--) {
        SvgLog *log = doc->done->pdata[i - 1];
        mark_nodes(weaver, log);
        svg_log_swap(doc, log, FALSE);
        n += log->n_nodes;
    }
    weaver->weave = weave_new(weaver->places->len, n, to - from);
    weaver->first = TRUE;
    add_constant(weaver, lay(weaver, 0, doc->root), doc->epilog);
    weaver->first = FALSE;
    for (guint i = from; i < doc->done->len; i++) {
        svg_log_swap(doc, doc->done->pdata[i], TRUE);
        if (i < to && !weaver->full) {
            follow(weaver, doc->done->pdata[i]);
        }
    }
}

SvgWeave *svg_weave_new(SvgDocument *doc, guint from, guint to, gsize max_bytes)
{
    Weaver weaver = {.doc = doc, .room = max_bytes};
    weaver.places = g_array_new(FALSE, TRUE, sizeof(Places));
    weaver.mark = svg_document_next_mark(doc) + 1;
    weave_states(&weaver, from, to);
    g_array_unref(weaver.places);
    if (weaver.full) {
        g_clear_pointer(&weaver.weave, svg_weave_free);
    }
    return weaver.weave;
}

void svg_weave_free(SvgWeave *weave)
{
    if (!weave) {
        return;
    }
    g_array_unref(weave->slots);
    g_array_unref(weave->writes);
    g_array_unref(weave->ends);
    g_free(weave);
}
