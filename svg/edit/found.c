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

SvgFollow *svg_follow_of(SvgDocument *doc)
{
    if (!doc->follow) {
        doc->follow = g_new0(SvgFollow, 1);
        doc->follow->lists =
            g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref);
        doc->follow->settled = g_hash_table_new(NULL, NULL);
        doc->follow->gaps = g_hash_table_new_full(NULL, NULL, NULL, g_free);
        doc->follow->ends = g_hash_table_new_full(NULL, NULL, NULL, ends_free);
    }
    return doc->follow;
}

void svg_follow_forget(SvgDocument *doc)
{
    SvgFollow *follow = g_steal_pointer(&doc->follow);
    if (follow) {
        g_hash_table_unref(follow->lists);
        g_hash_table_unref(follow->settled);
        g_hash_table_unref(follow->ends);
        g_hash_table_unref(follow->gaps);
        g_free(follow);
    }
}
