/* Finds the words of a drawing, piece by piece. */
#include "shape/words.h"

#include "document/document_priv.h"
#include "document/run.h"
#include "lock/locks.h"
#include "shape/content.h"

static const struct {
    const char *name;
    SvgTag tag;
} kinds[SVG_WORDS_KINDS] = {
    [SVG_WORDS_TEXT] = {"text", SVG_TAG_TEXT},
    [SVG_WORDS_TITLE] = {"title", SVG_TAG_TITLE},
    [SVG_WORDS_DESC] = {"desc", SVG_TAG_DESC},
};

const char *svg_words_kind_name(SvgWordsKind kind)
{
    return kind < SVG_WORDS_KINDS ? kinds[kind].name : NULL;
}

static void words_free(gpointer data)
{
    SvgWords *words = data;
    g_free(words->id);
    g_free(words->text);
    g_free(words->whole);
    g_free(words->there);
    g_free(words);
}

char *svg_words_collapse(const char *text)
{
    GString *out = g_string_new(NULL);
    for (gboolean gap = FALSE; *text; text++) {
        gboolean blank = strchr(" \t\r\n", *text) != NULL;
        if (!blank && gap && out->len) {
            g_string_append_c(out, ' ');
        }
        if (!blank) {
            g_string_append_c(out, *text);
        }
        gap = blank;
    }
    return g_string_free(out, FALSE);
}

static gboolean is_blank(const char *text)
{
    return !text[strspn(text, " \t\r\n")];
}

static gboolean is_remark(const SvgNode *node)
{
    return svg_node_is(node, SVG_TAG_IS_REMARK);
}

static const char *language_of(const SvgNode *node)
{
    const char *own = svg_node_attr(node, "lang");
    return own ? own : svg_node_attr(node, "xml:lang");
}

/* --- pieces ----------------------------------------------------------------------------------- */

gboolean svg_words_are_in(const SvgNode *node)
{
    return svg_node_is(node, SVG_TAG_IS_TEXT_BLOCK | SVG_TAG_IS_HTML);
}

/* Nothing in it is shown. */
static gboolean is_silent(const SvgNode *node)
{
    const char *name = node->name->str, *colon = strrchr(name, ':');
    name = colon ? colon + 1 : name;
    return is_remark(node) || g_str_equal(name, "style") || g_str_equal(name, "script");
}

/* The next text node with words after `at` (NULL: the first) in a text or in HTML. */
static SvgNode *next_piece(SvgNode *text, SvgNode *at)
{
    gboolean skip = FALSE;
    SvgNode *node = at ? at : text;
    while ((node = svg_node_walk(text, node, skip))) {
        skip = node->name && is_silent(node);
        if (!node->name && !is_blank(node->text)) {
            return node;
        }
    }
    return NULL;
}

/* The first words of a <title> or <desc>. */
static SvgNode *words_of(const SvgNode *remark)
{
    SvgNode *only = remark->first;
    return only && !only->next && !only->name && !is_blank(only->text) ? only : NULL;
}

static SvgNode *next_remark(const SvgNode *node, SvgWordsKind kind, const SvgNode *at)
{
    SvgNode *child = at ? svg_node_next_element(at) : svg_node_first_element(node);
    while (child && (svg_node_tag(child) != kinds[kind].tag || language_of(child))) {
        child = svg_node_next_element(child);
    }
    return child;
}

guint svg_words_count(SvgNode *node, SvgWordsKind kind)
{
    SvgNode *at = NULL;
    guint n = 0;
    while ((at = kind == SVG_WORDS_TEXT ? next_piece(node, at) : next_remark(node, kind, at))) {
        n++;
    }
    return n;
}

SvgNode *svg_words_find(SvgNode *node, SvgWordsKind kind, guint piece)
{
    SvgNode *at = NULL;
    guint i = 0;
    do {
        at = kind == SVG_WORDS_TEXT ? next_piece(node, at) : next_remark(node, kind, at);
    } while (at && i++ < piece);
    at = at && kind != SVG_WORDS_TEXT ? words_of(at) : at;
    return at && svg_run_is_plain(at) ? at : NULL;
}

/* --- languages -------------------------------------------------------------------------------- */

SvgNode *svg_words_variant(SvgNode *text, const char *language)
{
    gboolean chosen = text->parent && svg_node_tag(text->parent) == SVG_TAG_SWITCH;
    SvgNode *node = chosen ? svg_node_first_element(text->parent) : NULL;
    while (node && (svg_node_tag(node) != svg_node_tag(text) ||
                    g_strcmp0(svg_node_attr(node, "systemLanguage"), language) != 0)) {
        node = svg_node_next_element(node);
    }
    return node;
}

SvgNode *svg_words_remark(const SvgNode *node, SvgWordsKind kind, const char *language)
{
    SvgNode *child = svg_node_first_element(node);
    while (child && (svg_node_tag(child) != kinds[kind].tag ||
                     g_strcmp0(language_of(child), language) != 0)) {
        child = svg_node_next_element(child);
    }
    return child;
}

static char *words_there(SvgNode *node, SvgWordsKind kind, guint piece, const char *language)
{
    SvgNode *remark = kind == SVG_WORDS_TEXT ? NULL : svg_words_remark(node, kind, language);
    SvgNode *variant = kind == SVG_WORDS_TEXT ? svg_words_variant(node, language) : NULL;
    SvgNode *text = variant  ? svg_words_find(variant, kind, piece)
                    : remark ? words_of(remark)
                             : NULL;
    return text ? svg_words_collapse(text->text) : NULL;
}

/* --- the list --------------------------------------------------------------------------------- */

typedef struct {
    SvgDocument *doc;
    const char *language;
    GPtrArray *out;
} Finding;

static SvgWords *add_piece(const Finding *finding, SvgNode *node, SvgWordsKind kind, guint piece,
                           const SvgNode *text)
{
    SvgWords words = {.kind = kind,
                      .id = g_strdup(svg_node_id(finding->doc, node)),
                      .piece = piece,
                      .text = svg_words_collapse(text->text),
                      .there = finding->language ? words_there(node, kind, piece, finding->language)
                                                 : NULL,
                      .line = text->parent->line,
                      .root = node == finding->doc->root};
    g_ptr_array_add(finding->out, g_memdup2(&words, sizeof words));
    return finding->out->pdata[finding->out->len - 1];
}

SvgNode *svg_words_beside_html(SvgNode *node)
{
    SvgTag wanted = svg_node_is(node, SVG_TAG_IS_HTML) ? SVG_TAG_TEXT : SVG_TAG_FOREIGN_OBJECT;
    gboolean chosen = node->parent && svg_node_tag(node->parent) == SVG_TAG_SWITCH;
    SvgNode *other = chosen ? svg_node_first_element(node->parent) : NULL;
    while (other && (svg_node_tag(other) != wanted || svg_node_attr(other, "systemLanguage"))) {
        other = svg_node_next_element(other);
    }
    return other;
}

SvgNode *svg_words_saying(SvgNode *node, const char *words)
{
    SvgNode *found = NULL;
    for (SvgNode *at = NULL; (at = next_piece(node, at));) {
        g_autofree char *own = svg_run_is_plain(at) ? svg_words_collapse(at->text) : NULL;
        if (own && g_str_equal(own, words)) {
            if (found) {
                return NULL;
            }
            found = at;
        }
    }
    return found;
}

/* Of a text beside HTML that browsers show in its place, what that says, too, is written with it;
 * nobody sees the rest. */
static gboolean is_left_out(SvgNode *node, SvgNode *other, const SvgNode *piece)
{
    g_autofree char *words = other ? svg_words_collapse(piece->text) : NULL;
    gboolean both = words && svg_words_saying(node, words) && svg_words_saying(other, words);
    return other && both == svg_node_is(node, SVG_TAG_IS_HTML);
}

static void add_text(const Finding *finding, SvgNode *text)
{
    SvgNode *other = svg_words_beside_html(text);
    g_autofree char *whole = NULL;
    guint piece = 0, first = finding->out->len;
    for (SvgNode *at = NULL; (at = next_piece(text, at)); piece++) {
        if (svg_run_is_plain(at) && !is_left_out(text, other, at)) {
            add_piece(finding, text, SVG_WORDS_TEXT, piece, at);
        }
    }
    for (guint i = first; piece > 1 && i < finding->out->len; i++) {
        SvgWords *words = finding->out->pdata[i];
        whole = whole ? whole : svg_content_read(text);
        words->whole = g_strdup(whole);
    }
}

static void add_remarks(const Finding *finding, SvgNode *node, SvgWordsKind kind)
{
    guint piece = 0;
    for (SvgNode *at = NULL; (at = next_remark(node, kind, at)); piece++) {
        SvgNode *text = words_of(at);
        if (text && svg_run_is_plain(text)) {
            add_piece(finding, node, kind, piece, text);
        }
    }
}

/* Of the choices of a <switch> the first that asks for no language is everybody's. HTML is passed
 * over: not all that draw know it. */
static gboolean is_passed_over(const SvgNode *node)
{
    const SvgNode *parent = node->parent;
    if (!parent || svg_node_tag(parent) != SVG_TAG_SWITCH) {
        return FALSE;
    }
    const SvgNode *at = svg_node_first_element(parent);
    while (at != node &&
           (!svg_node_is(at, SVG_TAG_IS_RENDERED) || svg_node_is(at, SVG_TAG_IS_HTML) ||
            svg_node_attr(at, "systemLanguage"))) {
        at = svg_node_next_element(at);
    }
    return at != node;
}

/* Nothing in it is for everybody, or drawn. */
static gboolean is_apart(const SvgNode *node)
{
    SvgTag tag = svg_node_tag(node);
    return !node->name || is_passed_over(node) || svg_node_attr(node, "systemLanguage") ||
           tag == SVG_TAG_METADATA || tag == SVG_TAG_UNKNOWN ||
           svg_node_is(node, SVG_TAG_IS_ANIMATION) || svg_node_has_lock(node);
}

GPtrArray *svg_document_words(SvgDocument *doc, const char *language)
{
    Finding finding = {doc, language, g_ptr_array_new_with_free_func(words_free)};
    gboolean skip = FALSE;
    for (SvgNode *node = doc->root; node; node = svg_node_walk(doc->root, node, skip)) {
        skip = is_apart(node);
        if (skip || !svg_locks_allow_change(doc, node, NULL)) {
            continue;
        }
        add_remarks(&finding, node, SVG_WORDS_TITLE);
        add_remarks(&finding, node, SVG_WORDS_DESC);
        if (svg_words_are_in(node)) {
            add_text(&finding, node);
        }
        skip = svg_node_is(node, SVG_TAG_IS_HTML);
    }
    return finding.out;
}
