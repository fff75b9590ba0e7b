/* What is at a shape is found once and kept, so that it can be moved again and again. A line that
 * is drawn to it later has to be found, too. */
#include "edit/arrived.h"

#include "edit/connect.h"
#include "edit/found.h"
#include "shape/scene.h"

/* Bit 0: the end where its outline begins; bit 1: the other one. */
static void know(GHashTable *known, const SvgNode *line, guint which)
{
    guint bits = GPOINTER_TO_UINT(g_hash_table_lookup(known, line));
    g_hash_table_insert(known, (gpointer)line, GUINT_TO_POINTER(bits | (1u << which)));
}

/* What goes with a shape, as its dividers do, is no line by itself. */
static void know_parts(GHashTable *known, const SvgFollow *follow)
{
    GHashTableIter each;
    gpointer list;
    g_hash_table_iter_init(&each, follow->lists);
    while (g_hash_table_iter_next(&each, NULL, &list)) {
        for (guint i = 0; list && i < ((GPtrArray *)list)->len; i++) {
            know(known, ((GPtrArray *)list)->pdata[i], 0);
            know(known, ((GPtrArray *)list)->pdata[i], 1);
        }
    }
}

/* SvgNode * of a line → which of its ends are known to be at a shape. */
static GHashTable *known_ends(const SvgFollow *follow)
{
    GHashTable *known = g_hash_table_new(NULL, NULL);
    GHashTableIter each;
    gpointer ends;
    g_hash_table_iter_init(&each, follow->ends);
    while (g_hash_table_iter_next(&each, NULL, &ends)) {
        const GArray *list = ends ? ((SvgEnds *)ends)->list : NULL;
        for (guint i = 0; list && i < list->len; i++) {
            const SvgLineEnd *end = &g_array_index(list, SvgLineEnd, i);
            know(known, end->line, end->first ? 0 : 1);
            if (end->link) {
                know(known, end->line, end->first ? 1 : 0);
                know(known, end->link, end->link_end);
            }
        }
    }
    know_parts(known, follow);
    return known;
}

static gboolean is_line(SvgEdit *edit, SvgNode *node, SvgPoint ends[2])
{
    if (!svg_node_is(node, SVG_TAG_IS_SHAPE) || !svg_line_ends(edit->doc, node, ends) ||
        (ends[0].x == ends[1].x && ends[0].y == ends[1].y)) {
        return FALSE;
    }
    SvgEntry entry = svg_entry_read(edit->doc, node, svg_node_box(edit->doc, node));
    return svg_entry_is_stroke(&entry);
}

typedef struct {
    const SvgNode *line;
    guint which;
    SvgPoint at;
} FreeEnd;

/* Those that no attribute says the shape of. */
static void add_free_ends(SvgEdit *edit, SvgNode *line, GArray *found)
{
    SvgPoint ends[2];
    gboolean is = is_line(edit, line, ends);
    for (guint i = 0; is && i < 2; i++) {
        FreeEnd end = {line, i, ends[i]};
        if (!svg_connector_end(edit->doc, line, i)) {
            g_array_append_val(found, end);
        }
    }
}

static void add_all(SvgEdit *edit, const GPtrArray *ids, GArray *found)
{
    for (guint i = 0; i < ids->len; i++) {
        SvgNode *top = svg_document_find(edit->doc, ids->pdata[i]);
        for (SvgNode *at = top; at; at = svg_node_walk(top, at, FALSE)) {
            if (at->name) {
                add_free_ends(edit, at, found);
            }
        }
    }
}

/* Where those are that are at nothing that is known. */
static GArray *new_points(const SvgFollow *follow, const GArray *ends)
{
    GArray *points = g_array_new(FALSE, FALSE, sizeof(SvgPoint));
    g_autoptr(GHashTable) known = ends->len ? known_ends(follow) : NULL;
    for (guint i = 0; i < ends->len; i++) {
        const FreeEnd *end = &g_array_index(ends, FreeEnd, i);
        guint bits = GPOINTER_TO_UINT(g_hash_table_lookup(known, end->line));
        if (!(bits & (1u << end->which))) {
            g_array_append_val(points, end->at);
        }
    }
    return points;
}

static gboolean is_near(SvgBox box, const GArray *points, double reach)
{
    for (guint i = 0; i < points->len; i++) {
        if (svg_box_distance(box, g_array_index(points, SvgPoint, i)) <= reach) {
            return TRUE;
        }
    }
    return FALSE;
}

static void forget_near(SvgEdit *edit, SvgFollow *follow, const GArray *points)
{
    double reach = svg_touch_reach(svg_touch_of(edit->doc));
    GHashTableIter each;
    gpointer shape;
    g_hash_table_iter_init(&each, follow->ends);
    while (g_hash_table_iter_next(&each, &shape, NULL)) {
        if (svg_node_contains(edit->doc->root, shape) &&
            is_near(svg_node_box(edit->doc, shape), points, reach)) {
            g_hash_table_iter_remove(&each);
        }
    }
    follow->ends_complete = FALSE;
}

void svg_arrived_note(SvgEdit *edit)
{
    SvgFollow *follow = svg_follow_of(edit->doc);
    if (g_hash_table_size(follow->ends) == 0 && !follow->ends_complete) {
        return;
    }
    g_autoptr(GArray) ends = g_array_new(FALSE, FALSE, sizeof(FreeEnd));
    add_all(edit, edit->added, ends);
    add_all(edit, edit->changed, ends);
    g_autoptr(GArray) points = new_points(follow, ends);
    if (points->len) {
        forget_near(edit, follow, points);
    }
}
