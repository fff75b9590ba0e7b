/* Words about shapes that aren't drawn: what is read to those who can't see them. */
#include "edit/edit_priv.h"
#include "edit/follow.h"

#include <string.h>

static SvgNode *find_child(const SvgNode *node, SvgTag tag)
{
    SvgNode *child = svg_node_first_element(node);
    while (child && svg_node_tag(child) != tag) {
        child = svg_node_next_element(child);
    }
    return child;
}

static void remove_all(SvgEdit *edit, const SvgNode *node, SvgTag tag)
{
    SvgNode *child;
    while ((child = find_child(node, tag))) {
        svg_splice_remove(edit->doc, child);
    }
}

/* librsvg draws the first child of a <switch> that may be drawn, and nothing when that is words. */
static SvgNode *place_in(const SvgNode *node, SvgNode *after)
{
    if (svg_node_tag(node) == SVG_TAG_SWITCH) {
        return NULL;
    }
    return after ? svg_node_next_element(after) : svg_node_first_element(node);
}

/* NULL changes nothing; what is there keeps its place, and its other languages. */
static void set_child(SvgEdit *edit, SvgNode *node, SvgTag tag, const char *text, SvgNode *after)
{
    SvgNode *child = find_child(node, tag);
    if (!text) {
        return;
    }
    if (!text[strspn(text, " \t\r\n")]) {
        remove_all(edit, node, tag);
        return;
    }
    if (!child) {
        child = svg_splice_new(edit->doc, svg_tag_name(tag));
        svg_splice_insert(edit->doc, node, child, place_in(node, after));
    }
    svg_splice_text(edit->doc, child, text);
}

static gboolean may_describe(SvgEdit *edit, SvgNode *node, GError **error)
{
    for (SvgNode *child = svg_node_first_element(node); child;
         child = svg_node_next_element(child)) {
        if (svg_node_is(child, SVG_TAG_IS_REMARK) &&
            !svg_locks_allow_delete(edit->doc, child, error)) {
            return FALSE;
        }
    }
    return svg_locks_allow_children(edit->doc, node, error);
}

static gboolean is_in_scope(SvgEdit *edit, const char *id, SvgNode *node, GError **error)
{
    return id ? svg_scope_allows(edit, node, error)
              : svg_scope_allows_all(edit, "these words are about the whole drawing", error);
}

gboolean svg_edit_describe(SvgEdit *edit, const char *id, const char *title, const char *desc,
                           GError **error)
{
    if ((title && !svg_check_text(title, error)) || (desc && !svg_check_text(desc, error))) {
        return FALSE;
    }
    SvgNode *node = id ? svg_edit_find(edit, id, error) : edit->doc->root;
    if (!node || !may_describe(edit, node, error) || !is_in_scope(edit, id, node, error)) {
        return FALSE;
    }
    set_child(edit, node, SVG_TAG_TITLE, title, NULL);
    set_child(edit, node, SVG_TAG_DESC, desc, find_child(node, SVG_TAG_TITLE));
    if (id) {
        svg_edit_changed(edit, node);
    }
    return TRUE;
}

/* --- how it is taken -------------------------------------------------------------------------- */

/* The ids stand in one page with those of other drawings, where each has to be another. */
static const char *give_id(SvgEdit *edit, SvgNode *child, const char *digest)
{
    if (!svg_node_attr(child, "id")) {
        g_autofree char *wish =
            g_strdup_printf("%s-%.8s", svg_tag_name(svg_node_tag(child)), digest);
        g_autofree char *id = svg_document_unique_id(edit->doc, wish);
        svg_splice_attr(edit->doc, child, "id", id);
    }
    return svg_node_attr(child, "id");
}

static gboolean set_label(SvgEdit *edit, SvgNode *node, GError **error)
{
    SvgNode *title = find_child(node, SVG_TAG_TITLE), *desc = find_child(node, SVG_TAG_DESC);
    if (!title) {
        g_set_error_literal(error, SVG_ERROR, SVG_ERROR_INVALID,
                            "there is no title that it could be labelled by; describe it first");
        return FALSE;
    }
    g_autofree char *name = svg_node_text(title), *words = desc ? svg_node_text(desc) : NULL;
    g_autofree char *all = g_strconcat(name, "\n", words, NULL);
    g_autofree char *digest = g_compute_checksum_for_string(G_CHECKSUM_SHA256, all, -1);
    g_autofree char *ids = g_strdup(give_id(edit, title, digest));
    g_autofree char *both =
        desc ? g_strconcat(ids, " ", give_id(edit, desc, digest), NULL) : g_strdup(ids);
    svg_splice_attr(edit->doc, node, "aria-labelledby", both);
    return TRUE;
}

/* "" is none. */
static void set_attr(SvgEdit *edit, SvgNode *node, const char *name, const char *value)
{
    if (value && g_strcmp0(svg_node_attr(node, name), *value ? value : NULL) != 0) {
        svg_splice_attr(edit->doc, node, name, *value ? value : NULL);
    }
}

/* Letters, digits, "-": roles are words with blanks between, languages one. */
static gboolean check_words(const char *what, const char *words, const char *more, GError **error)
{
    for (const char *c = words; c && *c; c++) {
        if (!g_ascii_isalnum(*c) && !strchr(more, *c)) {
            g_autofree char *shown = svg_name_shown(words);
            g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "\"%s\" is no %s", shown, what);
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean may_set(SvgEdit *edit, const char *id, SvgNode *node, GError **error)
{
    return id ? svg_edit_allows(edit, node, error)
              : svg_locks_allow_children(edit->doc, node, error) &&
                    is_in_scope(edit, NULL, node, error);
}

gboolean svg_edit_set_access(SvgEdit *edit, const char *id, const SvgAccess *access, GError **error)
{
    SvgNode *node = id ? svg_edit_find(edit, id, error) : edit->doc->root;
    if (!node || !check_words("role, such as \"img\"", access->role, "- ", error) ||
        !check_words("language, such as \"en\" or \"pt-BR\"", access->language, "-", error) ||
        !may_set(edit, id, node, error) || (access->labelled && !set_label(edit, node, error))) {
        return FALSE;
    }
    set_attr(edit, node, "role", access->role);
    set_attr(edit, node, "lang", access->language);
    if (svg_node_attr(node, "xml:lang")) {
        set_attr(edit, node, "xml:lang", access->language);
    }
    if (access->audible != SVG_AUDIBLE_AS_IS) {
        set_attr(edit, node, "aria-hidden", access->audible == SVG_AUDIBLE_NO ? "true" : "");
    }
    if (id) {
        svg_edit_changed(edit, node);
    }
    return TRUE;
}
