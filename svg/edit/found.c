/* What was found to go with shapes: the memory of it. */
#include "edit/found.h"

static void ends_free(gpointer data)
{
    SvgEnds *ends = data;
    if (ends) {
        g_array_unref(ends->list);
        g_free(ends);
    }
}

static SvgFollow *follow_new(void)
{
    SvgFollow *follow = g_new0(SvgFollow, 1);
    follow->lists = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref);
    follow->settled = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    follow->gaps = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    follow->ends = g_hash_table_new_full(NULL, NULL, NULL, ends_free);
    follow->fresh = g_hash_table_new(NULL, NULL);
    return follow;
}

static void follow_free(gpointer kept)
{
    SvgFollow *follow = kept;
    g_hash_table_unref(follow->lists);
    g_hash_table_unref(follow->settled);
    g_hash_table_unref(follow->ends);
    g_hash_table_unref(follow->gaps);
    g_clear_pointer(&follow->figures, g_hash_table_unref);
    g_hash_table_unref(follow->fresh);
    g_free(follow);
}

/* After an undo or a redo, what goes with a shape was found in a state that is gone, among shapes
 * that were asked about in it. */
static const SvgKeeper keeper = {.free = follow_free, .forget = SVG_FORGET_UNDONE};

SvgFollow *svg_follow_of(SvgDocument *doc)
{
    SvgFollow *follow = svg_kept(doc, &keeper);
    return follow ? follow : svg_keep(doc, &keeper, follow_new());
}

SvgLineEnd *svg_follow_find_end(SvgDocument *doc, SvgEndFunc func, const SvgNode *line, guint which)
{
    GHashTableIter each;
    gpointer ends;
    g_hash_table_iter_init(&each, svg_follow_of(doc)->ends);
    while (g_hash_table_iter_next(&each, NULL, &ends)) {
        const GArray *list = ends ? ((SvgEnds *)ends)->list : NULL;
        for (guint i = 0; list && i < list->len; i++) {
            SvgLineEnd *end = &g_array_index(list, SvgLineEnd, i);
            if (func(end, line, which)) {
                return end;
            }
        }
    }
    return NULL;
}
