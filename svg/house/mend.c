/* What a drawing departs in, mended step by step; telling it is mending it and taking that back. */
#include "house/mend.h"

#include <string.h>

void svg_mending_tell(SvgMending *mending, SvgNode *node, SvgLintType type, const char *format, ...)
{
    va_list args;
    SvgLint *lint = g_new0(SvgLint, 1);
    va_start(args, format);
    lint->type = type;
    lint->message = g_strdup_vprintf(format, args);
    va_end(args);
    lint->ids = g_new0(char *, 2);
    lint->ids[0] = g_strdup(svg_node_id(mending->doc, node));
    g_ptr_array_add(mending->found, lint);
    svg_edit_touched(mending->edit, node);
}

/* --- who -------------------------------------------------------------------------------------- */

gboolean svg_mending_may(const SvgMending *mending, SvgNode *node)
{
    return !mending->locks || (svg_locks_allow_change(mending->doc, node, NULL) &&
                               svg_locks_allow_looks(mending->doc, node, NULL));
}

/* Elements of SVG, and of HTML in it; what editors keep for themselves isn't painted. */
static gboolean is_drawn_with(const SvgNode *node)
{
    const char *colon = node->name ? strchr(node->name->str, ':') : "";
    return node->name && (!colon || node->name->str[0] == '?');
}

SvgNode *svg_mending_next(const SvgMending *mending, SvgNode *at)
{
    gboolean skip = FALSE;
    SvgNode *root = mending->doc->root, *node = at ? at : root;
    for (node = at ? svg_node_walk(root, node, FALSE) : root; node;
         node = svg_node_walk(root, node, skip)) {
        skip = node->name && (g_hash_table_contains(mending->apart, node) ||
                              svg_node_tag(node) == SVG_TAG_METADATA);
        if (!skip && is_drawn_with(node) && !node->foreign) {
            return node;
        }
    }
    return NULL;
}

gboolean svg_node_has_words(const SvgNode *node)
{
    guint flags = svg_tag_flags(svg_node_tag(node));
    for (const SvgNode *at = (flags & SVG_TAG_IS_TEXT) ? node->first : NULL; at; at = at->next) {
        if (!at->name && at->text[strspn(at->text, " \t\r\n")]) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean svg_mending_is_leaf(const SvgMending *mending, const SvgNode *node)
{
    gboolean draws = svg_node_is(node, SVG_TAG_IS_SHAPE) || svg_node_has_words(node) ||
                     svg_node_tag(node) == SVG_TAG_TEXT;
    for (const SvgNode *at = node; draws && at; at = at->parent) {
        draws = svg_node_tag(at) != SVG_TAG_SYMBOL && !g_hash_table_contains(mending->shared, at);
    }
    return draws;
}

/* --- what is apart ---------------------------------------------------------------------------- */

/* With what it takes its stops from. */
static void put_apart(SvgMending *mending, const char *server)
{
    SvgNode *node = svg_document_owner(mending->doc, server);
    while (node && g_hash_table_add(mending->apart, node)) {
        node = svg_document_ref(mending->doc, svg_node_href(node));
    }
}

/* The colours of a mask are no colours, but how much of something is seen. */
static void put_paints_apart(SvgMending *mending, SvgNode *mask)
{
    for (SvgNode *at = mask; at; at = svg_node_walk(mask, at, FALSE)) {
        SvgStyle style;
        if (at->name) {
            svg_style_of(mending->doc, at, &style);
            const char *servers[] = {style.fill.server, style.stroke.server};
            for (gsize i = 0; i < G_N_ELEMENTS(servers); i++) {
                if (servers[i]) {
                    put_apart(mending, servers[i]);
                }
            }
        }
    }
}

static void look_around(SvgMending *mending)
{
    SvgNode *root = mending->doc->root;
    for (SvgNode *at = root; at; at = svg_node_walk(root, at, FALSE)) {
        SvgTag tag = svg_node_tag(at);
        mending->locks |= at->name && svg_node_has_lock(at);
        if (tag == SVG_TAG_MASK || tag == SVG_TAG_CLIP_PATH) {
            g_hash_table_add(mending->apart, at);
            put_paints_apart(mending, at);
        }
        SvgNode *shown =
            tag == SVG_TAG_USE ? svg_document_ref(mending->doc, svg_node_href(at)) : NULL;
        if (shown) {
            g_hash_table_add(mending->shared, shown);
        }
    }
}

/* --- the verb --------------------------------------------------------------------------------- */

static void mend(SvgEdit *edit, const SvgHouse *house, GPtrArray *found)
{
    SvgMending mending = {.edit = edit,
                          .doc = edit->doc,
                          .house = house,
                          .found = found,
                          .apart = g_hash_table_new(NULL, NULL),
                          .shared = g_hash_table_new(NULL, NULL)};
    look_around(&mending);
    svg_mend_declared(&mending);
    svg_mend_computed(&mending);
    svg_mend_lengths(&mending);
    svg_mend_contrast(&mending);
    g_hash_table_unref(mending.apart);
    g_hash_table_unref(mending.shared);
}

gboolean svg_edit_house(SvgEdit *edit, const SvgHouse *house, GError **error)
{
    g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func((GDestroyNotify)svg_lint_free);
    if (!svg_scope_allows_all(edit, "a house style is for the whole drawing", error)) {
        return FALSE;
    }
    mend(edit, house, found);
    return TRUE;
}

GPtrArray *svg_document_house_lints(SvgDocument *doc, const SvgHouse *house)
{
    GPtrArray *found = g_ptr_array_new_with_free_func((GDestroyNotify)svg_lint_free);
    SvgEdit *edit = svg_edit_begin(doc, "lint");
    mend(edit, house, found);
    svg_edit_abort(edit);
    return found;
}
