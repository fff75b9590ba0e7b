/* Words in place of words, each where it stands. */
#include "shape/words.h"

#include "document/copy.h"
#include "document/run.h"
#include "edit/build.h"
#include "edit/edit_priv.h"
#include "edit/embedded.h"
#include "edit/follow.h"

#include <string.h>

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

/* The texts that carry the words of a shape: itself or what is in it, else its label. */
static GPtrArray *texts_of(SvgEdit *edit, SvgNode *node)
{
    GPtrArray *texts = g_ptr_array_new();
    for (SvgNode *at = node; at; at = svg_node_walk(node, at, FALSE)) {
        if (svg_words_are_in(at)) {
            g_ptr_array_add(texts, at);
        }
    }
    g_autoptr(GPtrArray) labels = texts->len ? g_ptr_array_new() : svg_node_labels(edit, node);
    for (guint i = 0; i < labels->len; i++) {
        if (svg_words_are_in(labels->pdata[i])) {
            g_ptr_array_add(texts, labels->pdata[i]);
        }
    }
    return texts;
}

typedef struct {
    SvgNode *holder; /* the text, or what the title is about */
    SvgNode *text;   /* NULL: there is none */
    guint piece;     /* of the holder */
    char *other;     /* the words of the last piece that was looked at; NULL if there is none */
} Piece;

static gboolean is_it(Piece *found, SvgWordsKind kind, const char *from)
{
    SvgNode *text = svg_words_find(found->holder, kind, found->piece);
    char *words = text ? svg_words_collapse(text->text) : NULL;
    found->text = words && g_str_equal(words, from) ? text : NULL;
    g_free(found->other);
    found->other = words;
    return found->text != NULL;
}

/* The piece with that number, or any. */
static void find_piece(SvgEdit *edit, SvgNode *node, SvgWordsKind kind, guint piece,
                       const char *from, Piece *found)
{
    g_autoptr(GPtrArray) texts = kind == SVG_WORDS_TEXT ? texts_of(edit, node) : g_ptr_array_new();
    guint counted = 0;
    if (kind != SVG_WORDS_TEXT) {
        g_ptr_array_add(texts, node);
    }
    for (guint i = 0; i < texts->len; i++) {
        found->holder = texts->pdata[i];
        guint pieces = svg_words_count(found->holder, kind);
        for (found->piece = 0; found->piece < pieces; found->piece++, counted++) {
            if ((piece == SVG_ANY_PIECE || piece == counted) && is_it(found, kind, from)) {
                return;
            }
        }
    }
}

static void tell_missing(const Piece *found, const char *id, SvgWordsKind kind, const char *from,
                         GError **error)
{
    const char *what = svg_words_kind_name(kind);
    if (found->other) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_NOT_FOUND,
                    "the words of \"%.80s\" (%s) are \"%.80s\" there, not \"%.80s\"", id, what,
                    found->other, from);
    } else {
        g_set_error(error, SVG_ERROR, SVG_ERROR_NOT_FOUND,
                    "\"%.80s\" has no such words (%s) that stand by themselves between two tags",
                    id, what);
    }
}

/* "Amazon CloudWat…" stands in for "Amazon CloudWatch". */
static gboolean is_cut(const char *text, const char *words)
{
    static const char *const marks[] = {"...", "…"};
    for (gsize i = 0; i < G_N_ELEMENTS(marks); i++) {
        if (g_str_has_suffix(text, marks[i])) {
            gsize len = strlen(text) - strlen(marks[i]);
            return len > 0 && strncmp(text, words, len) == 0;
        }
    }
    return FALSE;
}

/* What says `words` in the other half, or stands in for them. */
static SvgNode *find_half(SvgNode *half, const char *words)
{
    SvgNode *same = svg_words_saying(half, words);
    SvgNode *only =
        svg_words_count(half, SVG_WORDS_TEXT) == 1 ? svg_words_find(half, SVG_WORDS_TEXT, 0) : NULL;
    g_autofree char *text = only && !same ? svg_words_collapse(only->text) : NULL;
    return text && is_cut(text, words) ? only : same;
}

/* Browsers show HTML in place of a text that is beside it in a <switch>: both say the same. */
static void write_other_half(SvgEdit *edit, SvgNode *node, const char *from, const char *to)
{
    SvgNode *half = svg_words_beside_html(node);
    SvgNode *at = half ? find_half(half, from) : NULL;
    if (at && svg_locks_allow_change(edit->doc, half, NULL)) {
        svg_run_replace(edit->doc, at, to);
        if (!svg_node_is(half, SVG_TAG_IS_HTML)) {
            svg_text_free_letters(edit->doc, half, at->parent);
        }
        svg_edit_touched(edit, half);
    } else if (half && svg_node_is(half, SVG_TAG_IS_HTML)) {
        svg_edit_remark(edit,
                        "%s is HTML that browsers show in place of these words, and says what it "
                        "said; label writes both",
                        svg_node_id(edit->doc, half));
    }
}

static gboolean write_piece(SvgEdit *edit, const Piece *found, SvgWordsKind kind, const char *to,
                            const char *language, GError **error)
{
    SvgNode *node = found->holder, *at = found->text;
    if (!may_be_written(edit, node, to, language, error)) {
        return FALSE;
    }
    at = language ? find_there(edit, node, kind, found->piece, at, language) : at;
    g_autofree char *words = kind == SVG_WORDS_DESC ? g_strdup(to) : svg_words_collapse(to);
    svg_run_replace(edit->doc, at, words);
    gboolean text = kind == SVG_WORDS_TEXT && svg_node_is(node, SVG_TAG_IS_TEXT_BLOCK);
    if (kind == SVG_WORDS_TEXT && !language) {
        write_other_half(edit, node, found->other, words);
    }
    if (text) {
        SvgNode *written = language ? svg_words_variant(node, language) : node;
        svg_text_free_letters(edit->doc, written, at->parent);
        svg_embedded_check(edit, written);
    }
    svg_edit_touched(edit, node);
    return TRUE;
}

/* As they are listed, piece after piece. */
static gboolean are_all_words(SvgEdit *edit, const char *id, const char *wanted)
{
    g_autoptr(SvgShape) shape = svg_document_shape(edit->doc, id, NULL);
    g_autofree char *words = shape && shape->text ? svg_words_collapse(shape->text) : NULL;
    return g_strcmp0(words, wanted) == 0;
}

gboolean svg_edit_replace_words(SvgEdit *edit, const char *id, SvgWordsKind kind, guint piece,
                                const char *from, const char *to, const char *language,
                                GError **error)
{
    Piece found = {.holder = NULL};
    g_autofree char *wanted = svg_words_collapse(from);
    SvgNode *node = svg_document_find(edit->doc, id);
    if (node) {
        find_piece(edit, node, kind, piece, wanted, &found);
    }
    gboolean whole = node && !found.text && kind == SVG_WORDS_TEXT && piece == SVG_ANY_PIECE &&
                     !language && are_all_words(edit, id, wanted);
    gboolean good = whole ? svg_edit_label(edit, id, to, error)
                          : found.text && write_piece(edit, &found, kind, to, language, error);
    if (!found.text && !whole) {
        tell_missing(&found, id, kind, wanted, error);
    }
    g_free(found.other);
    return good;
}
