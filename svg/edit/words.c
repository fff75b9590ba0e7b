/* Words in place of words, each where it stands. */
#include "shape/words.h"

#include "document/copy.h"
#include "document/run.h"
#include "edit/build.h"
#include "edit/edit_priv.h"
#include "edit/follow.h"

#include <string.h>

/* --- what was made to fit the old words ------------------------------------------------------- */

static void keep_first(SvgDocument *doc, SvgNode *node, const char *name)
{
    const char *list = svg_node_attr_len(node, name, strlen(name));
    const char *start = list ? list + strspn(list, " \t\r\n,") : "";
    gsize len = strcspn(start, " \t\r\n,");
    if (start[len] && start[len + strspn(start + len, " \t\r\n,")]) {
        g_autofree char *first = g_strndup(start, len);
        svg_splice_attr(doc, node, name, first);
    }
}

static void free_letters(SvgDocument *doc, const SvgNode *text, SvgNode *holder)
{
    static const char *const lists[] = {"x", "y", "dx", "dy", "rotate"};
    for (SvgNode *node = holder; node; node = node == text ? NULL : node->parent) {
        for (gsize i = 0; i < G_N_ELEMENTS(lists); i++) {
            keep_first(doc, node, lists[i]);
        }
        svg_splice_attr(doc, node, "textLength", NULL);
        svg_splice_attr(doc, node, "lengthAdjust", NULL);
    }
}

/* --- for readers of a language ---------------------------------------------------------------- */

/* No two elements have one id. */
static char *copied(const SvgAttr *attr, G_GNUC_UNUSED gpointer data)
{
    return g_str_equal(attr->name->str, "id") ? NULL : g_strdup(attr->value);
}

static SvgNode *new_variant(SvgEdit *edit, SvgNode *text, const char *language)
{
    SvgDocument *doc = edit->doc;
    SvgNode *copy = svg_copy_element(doc, text, copied, NULL);
    if (svg_node_tag(text->parent) != SVG_TAG_SWITCH) {
        SvgNode *choice = svg_splice_new(doc, "switch");
        svg_splice_insert(doc, text->parent, choice, text);
        svg_splice_move(doc, text, choice, NULL);
    }
    svg_splice_insert(doc, text->parent, copy, text);
    svg_copy_content(doc, copy, text, copied, NULL);
    g_autofree char *wish = g_strdup_printf("%s-%s", svg_node_id(doc, text), language);
    g_autofree char *id = svg_document_unique_id(doc, wish);
    svg_splice_attr(doc, copy, "id", id);
    svg_splice_attr(doc, copy, "systemLanguage", language);
    svg_edit_added(edit, copy);
    return copy;
}

/* The one for everybody stands first: whoever reads no languages shows that. */
static SvgNode *new_remark(SvgEdit *edit, SvgNode *remark, const char *language)
{
    SvgNode *copy = svg_copy_element(edit->doc, remark, copied, NULL);
    svg_splice_insert(edit->doc, remark->parent, copy, svg_node_next_element(remark));
    svg_splice_text(edit->doc, copy, remark->first->text);
    svg_splice_attr(edit->doc, copy, "xml:lang", language);
    return copy;
}

/* The piece that stands for `at` in that language; made if there is none. */
static SvgNode *find_there(SvgEdit *edit, SvgNode *node, SvgWordsKind kind, guint piece,
                           SvgNode *at, const char *language)
{
    if (kind != SVG_WORDS_TEXT) {
        SvgNode *remark = svg_words_remark(node, kind, language);
        return (remark ? remark : new_remark(edit, at->parent, language))->first;
    }
    SvgNode *variant = svg_words_variant(node, language);
    return svg_words_find(variant ? variant : new_variant(edit, node, language), kind, piece);
}

/* --- the verb --------------------------------------------------------------------------------- */

static gboolean is_language(const char *text)
{
    gsize len = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-");
    return len && !text[len] && len < 36 && g_ascii_isalpha(*text);
}

static gboolean may_be_written(SvgEdit *edit, SvgNode *node, const char *to, const char *language,
                               GError **error)
{
    if (language && !is_language(language)) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "\"%.40s\" is no language; write it as \"de\" or \"pt-BR\"", language);
        return FALSE;
    }
    if (!to[strspn(to, " \t\r\n")]) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "words can't be replaced by none");
        return FALSE;
    }
    return svg_check_text(to, error) && svg_locks_allow_change(edit->doc, node, error) &&
           (node == edit->doc->root
                ? svg_scope_allows_all(edit, "these words are about the whole drawing", error)
                : svg_scope_allows(edit, node, error));
}

static SvgNode *find_piece(SvgEdit *edit, const char *id, SvgWordsKind kind, guint piece,
                           const char *from, SvgNode **node, GError **error)
{
    *node = svg_document_find(edit->doc, id);
    SvgNode *at = *node ? svg_words_find(*node, kind, piece) : NULL;
    g_autofree char *now = at ? svg_words_collapse(at->text) : NULL;
    g_autofree char *wanted = svg_words_collapse(from);
    if (now && g_str_equal(now, wanted)) {
        return at;
    }
    const char *what = svg_words_kind_name(kind);
    if (now) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_NOT_FOUND,
                    "the words of \"%.80s\" (%s, piece %u) are \"%.80s\", not \"%.80s\"", id, what,
                    piece, now, wanted);
    } else {
        g_set_error(
            error, SVG_ERROR, SVG_ERROR_NOT_FOUND,
            "\"%.80s\" has no words (%s, piece %u) that stand by themselves between two tags", id,
            what, piece);
    }
    return NULL;
}

gboolean svg_edit_replace_words(SvgEdit *edit, const char *id, SvgWordsKind kind, guint piece,
                                const char *from, const char *to, const char *language,
                                GError **error)
{
    SvgNode *node;
    SvgNode *at = find_piece(edit, id, kind, piece, from, &node, error);
    if (!at || !may_be_written(edit, node, to, language, error)) {
        return FALSE;
    }
    at = language ? find_there(edit, node, kind, piece, at, language) : at;
    g_autofree char *words = kind == SVG_WORDS_DESC ? g_strdup(to) : svg_words_collapse(to);
    svg_run_replace(edit->doc, at, words);
    if (kind == SVG_WORDS_TEXT) {
        SvgNode *text = language ? svg_words_variant(node, language) : node;
        free_letters(edit->doc, text, at->parent);
    }
    svg_edit_touched(edit, node);
    return TRUE;
}
