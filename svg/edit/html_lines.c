/* A line more or less in HTML: between line breaks, or a block of its own. */
#include "document/copy.h"
#include "document/names.h"
#include "edit/build.h"
#include "edit/html.h"
#include "edit/line_words.h"
#include "shape/content.h"

#include <string.h>

/* What of the HTML says one line. */
typedef struct {
    SvgNode *host;         /* the element around all words */
    SvgNode *first, *last; /* siblings, or one; text nodes or elements */
} HtmlLine;

static gboolean fail(SvgEdit *edit, SvgNode *html, GError **error)
{
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                "the lines of the HTML in \"%s\" lie across its elements, so none can be put in or "
                "taken out; label writes all the words anew",
                svg_node_id(edit->doc, html));
    return FALSE;
}

static const SvgWordRun *run_at(const GArray *runs, guint i)
{
    return &g_array_index(runs, SvgWordRun, i);
}

/* All words in it are of that line. */
static gboolean is_of_line(SvgNode *node, const GArray *runs, guint line)
{
    for (guint i = 0; i < runs->len; i++) {
        if (svg_node_contains(node, run_at(runs, i)->text) && run_at(runs, i)->line != line) {
            return FALSE;
        }
    }
    return TRUE;
}

/* The largest around the text node that is of its line alone, below what is around all. */
static SvgNode *largest(SvgNode *host, SvgNode *run, const GArray *runs, guint line)
{
    SvgNode *at = run;
    while (at->parent && at->parent != host && is_of_line(at->parent, runs, line)) {
        at = at->parent;
    }
    return at;
}

static gboolean find_line(SvgNode *html, guint line, HtmlLine *out)
{
    g_autoptr(GArray) runs = svg_content_runs(html);
    *out = (HtmlLine){.host = svg_html_host(html)};
    for (guint i = 0; out->host && i < runs->len; i++) {
        SvgNode *run = run_at(runs, i)->text;
        if (run_at(runs, i)->line == line) {
            SvgNode *top = largest(out->host, run, runs, line);
            out->first = out->first ? out->first : top;
            out->last = top;
        }
    }
    return out->first && out->first->parent == out->last->parent;
}

static gboolean is_named(const SvgNode *node, const char *name)
{
    const char *own = node && node->name ? node->name->str : "";
    const char *colon = strrchr(own, ':');
    return g_str_equal(colon ? colon + 1 : own, name);
}

static gboolean is_block(const SvgNode *node)
{
    static const char *const names[] = {"p", "div", "li", "pre"};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        if (is_named(node, names[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A copy says its namespace, which what it stands in has said already. */
static void drop_namespaces(SvgEdit *edit, SvgNode *copy)
{
    for (SvgNode *at = copy; at; at = svg_node_walk(copy, at, FALSE)) {
        const char *own = at->name ? svg_node_attr(at, "xmlns") : NULL;
        if (own && g_strcmp0(own, svg_namespace_in_scope(at->parent, "")) == 0) {
            svg_splice_attr(edit->doc, at, "xmlns", NULL);
        }
    }
}

/* An element like that, whose words are those alone. */
static SvgNode *copy_with(SvgEdit *edit, SvgNode *like, SvgNode *next, const char *words)
{
    SvgDocument *doc = edit->doc;
    SvgNode *copy = svg_copy_element(doc, like, svg_copy_without_id, NULL);
    svg_splice_insert(doc, like->parent, copy, next);
    svg_copy_content(doc, copy, like, svg_copy_without_id, NULL);
    drop_namespaces(edit, copy);
    g_autoptr(GPtrArray) runs = svg_line_runs(copy, 0);
    if (runs->len > 0) {
        svg_line_set_words(edit, copy, 0, words);
    } else {
        svg_splice_text(doc, copy, words);
    }
    return copy;
}

static gboolean is_words(const SvgNode *node)
{
    return node && !node->name && node->text[strspn(node->text, " \t\r\n")];
}

/* Characters can't have anything put beside them: they get an element. */
static SvgNode *wrap(SvgEdit *edit, SvgNode *run)
{
    g_autofree char *words = g_strstrip(g_strdup(run->text));
    SvgNode *span = svg_splice_new(edit->doc, "span");
    SvgNode *next = svg_node_next_element(run);
    svg_splice_insert(edit->doc, run->parent, span, next);
    svg_splice_text(edit->doc, span, words);
    svg_line_clear_run(edit, run);
    return span;
}

/* The elements at its ends; FALSE where something that isn't of it stands right beside. Elements of
 * a prefix would need it for new ones, too. */
static gboolean make_elements(SvgEdit *edit, HtmlLine *at)
{
    gboolean one = at->first == at->last;
    gboolean bare = !at->first->name || !at->last->name;
    if ((at->first->name && is_words(at->first->prev)) ||
        (at->last->name && is_words(at->last->next)) ||
        ((bare || !is_block(at->first)) && !g_str_has_prefix(at->host->name->str, "?:"))) {
        return FALSE;
    }
    at->first = at->first->name ? at->first : wrap(edit, at->first);
    at->last = one ? at->first : at->last->name ? at->last : wrap(edit, at->last);
    return TRUE;
}

gboolean svg_html_insert_line(SvgEdit *edit, SvgNode *html, guint line, gboolean before,
                              const char *words, GError **error)
{
    HtmlLine at;
    if (!find_line(html, line, &at) || !make_elements(edit, &at)) {
        return fail(edit, html, error);
    }
    SvgNode *next = before ? at.first : svg_node_next_element(at.last);
    gboolean block = at.first == at.last && is_block(at.first);
    if (!block && !before) {
        svg_splice_insert(edit->doc, at.first->parent, svg_splice_new(edit->doc, "br"), next);
    }
    copy_with(edit, at.last, next, words);
    if (!block && before) {
        svg_splice_insert(edit->doc, at.first->parent, svg_splice_new(edit->doc, "br"), next);
    }
    return TRUE;
}

static SvgNode *break_beside(SvgNode *node, gboolean behind)
{
    SvgNode *at = behind ? node->next : node->prev;
    while (at && !at->name && !is_words(at)) {
        at = behind ? at->next : at->prev;
    }
    return is_named(at, "br") ? at : NULL;
}

/* Characters are emptied, elements go. */
static void take_out(SvgEdit *edit, SvgNode *html, const HtmlLine *at, guint line)
{
    g_autoptr(GPtrArray) runs = svg_line_runs(html, line);
    g_autoptr(GPtrArray) elements = g_ptr_array_new();
    for (SvgNode *node = at->first; node; node = node == at->last ? NULL : node->next) {
        if (node->name) {
            g_ptr_array_add(elements, node);
        }
    }
    for (guint i = 0; i < runs->len; i++) {
        SvgNode *run = runs->pdata[i];
        if (run->parent == at->first->parent) {
            svg_line_clear_run(edit, run);
        }
    }
    for (guint i = 0; i < elements->len; i++) {
        svg_splice_remove(edit->doc, elements->pdata[i]);
    }
}

gboolean svg_html_remove_line(SvgEdit *edit, SvgNode *html, guint line, GError **error)
{
    HtmlLine at;
    if (!find_line(html, line, &at)) {
        return fail(edit, html, error);
    }
    SvgNode *gap = break_beside(at.last, TRUE);
    gap = gap ? gap : break_beside(at.first, FALSE);
    take_out(edit, html, &at, line);
    if (gap) {
        svg_splice_remove(edit->doc, gap);
    }
    return TRUE;
}
