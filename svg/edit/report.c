/* What an edit says it did: what was changed, and the note. */
#include "edit/edit_priv.h"
#include "edit/found.h"

SvgDocument *svg_edit_document(SvgEdit *edit)
{
    return edit->doc;
}

const char *svg_edit_note(SvgEdit *edit)
{
    return edit->note->len ? edit->note->str : NULL;
}

void svg_edit_remark(SvgEdit *edit, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (edit->note->len) {
        g_string_append(edit->note, "; ");
    }
    g_string_append_vprintf(edit->note, format, args);
    va_end(args);
}

gboolean svg_edit_has_kept(const SvgEdit *edit, const char *id)
{
    return g_hash_table_contains(edit->kept, id);
}

void svg_edit_tell_kept(SvgEdit *edit, const char *how, const GPtrArray *ids, guint most)
{
    g_autoptr(GString) list = g_string_new(NULL);
    guint n = 0;
    for (guint i = 0; i < ids->len; i++) {
        const char *id = ids->pdata[i];
        if (g_hash_table_add(edit->kept, g_strdup(id)) && n++ < most) {
            g_string_append_printf(list, "%s%s", list->len ? ", " : "", id);
        }
    }
    if (n > most) {
        g_string_append_printf(list, " and %u more", n - most);
    }
    if (n) {
        svg_edit_remark(edit, "%s: %s", how, list->str);
    }
}

void svg_edit_keep_locked(SvgEdit *edit, GPtrArray *nodes)
{
    g_autoptr(GPtrArray) kept = g_ptr_array_new();
    guint n = 0;
    for (guint i = 0; i < nodes->len; i++) {
        SvgNode *node = nodes->pdata[i];
        if (svg_locks_allow_change(edit->doc, node, NULL)) {
            nodes->pdata[n++] = node;
        } else {
            g_ptr_array_add(kept, (gpointer)svg_node_id(edit->doc, node));
        }
    }
    g_ptr_array_set_size(nodes, (gint)n);
    svg_edit_tell_kept(edit, "kept locked", kept, G_MAXUINT);
}

static void report(SvgEdit *edit, GPtrArray *list, const char *id)
{
    GHashTable *known = list == edit->added ? edit->known_added : edit->known_changed;
    if (list == edit->removed || g_hash_table_add(known, (gpointer)id)) {
        g_ptr_array_add(list, (gpointer)id);
    }
}

void svg_edit_changed(SvgEdit *edit, SvgNode *node)
{
    const char *id = svg_node_id(edit->doc, node);
    if (!svg_node_attr(node, "id")) {
        svg_splice_attr(edit->doc, node, "id", id);
    }
    svg_edit_touched(edit, node);
}

void svg_edit_touched(SvgEdit *edit, SvgNode *node)
{
    report(edit, edit->changed, svg_node_id(edit->doc, node));
}

void svg_edit_added(SvgEdit *edit, SvgNode *node)
{
    GHashTable *fresh = svg_follow_of(edit->doc)->fresh;
    g_hash_table_insert(fresh, node, GUINT_TO_POINTER(g_hash_table_size(fresh) + 1));
    report(edit, edit->added, svg_node_id(edit->doc, node));
}

void svg_edit_removed(SvgEdit *edit, SvgNode *node)
{
    report(edit, edit->removed, svg_node_id(edit->doc, node));
}
