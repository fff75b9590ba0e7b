/* Reads the words of text elements, line by line. */
#include "shape/content.h"

#include <svg/limits.h>

#include <string.h>

#define WHITE " \t\n\r"

typedef struct {
    GString *out;
    const char *y;  /* as last written */
    gboolean space; /* white space waits for the next word */
    guint breaks;   /* line ends wait for the next word */
    guint line;     /* that of the last word */
    GArray *runs;   /* SvgWordRun; NULL: nobody asks */
} Words;

static const char *local_name(const SvgNode *node)
{
    const char *colon = strrchr(node->name->str, ':');

    return colon ? colon + 1 : node->name->str;
}

static void add_break(Words *words)
{
    words->breaks++;
    words->space = FALSE;
}

static void note_run(Words *words, SvgNode *node)
{
    SvgWordRun *last = words->runs && words->runs->len
                           ? &g_array_index(words->runs, SvgWordRun, words->runs->len - 1)
                           : NULL;

    if (words->runs && (!last || last->text != node)) {
        SvgWordRun run = {node, words->line};
        g_array_append_val(words->runs, run);
    }
}

static void add_text(Words *words, SvgNode *node)
{
    const char *text = node->text ? node->text : "";

    while (*text && words->out->len < SVG_MAX_TEXT_BYTES) {
        gsize white = strspn(text, WHITE), word = strcspn(text + white, WHITE);

        words->space |= white > 0;
        if (word) {
            gboolean first = words->out->len == 0;

            for (guint i = 0; !first && i < MIN(words->breaks, 2); i++) {
                g_string_append_c(words->out, '\n');
                words->line++;
            }
            if (!first && words->space && words->breaks == 0) {
                g_string_append_c(words->out, ' ');
            }
            g_string_append_len(words->out, text + white, (gssize)word);
            words->space = FALSE;
            words->breaks = 0;
            note_run(words, node);
        }
        text += white + word;
    }
}

/* A <tspan> begins a line when it is one for Inkscape, or when it goes back or down by itself. */
static void enter_tspan(Words *words, const SvgNode *node)
{
    const char *role = svg_node_attr(node, "sodipodi:role");
    const char *x = svg_node_attr(node, "x"), *y = svg_node_attr(node, "y");
    gboolean down = y ? g_strcmp0(y, words->y) != 0 : x && svg_node_attr(node, "dy");

    if (down || (role && strcmp(role, "line") == 0)) {
        add_break(words);
    } else if (x) {
        words->space = TRUE;
    }
    words->y = y ? y : words->y;
}

static gboolean is_block(const SvgNode *node)
{
    static const char *const blocks[] = {"br", "p",   "div",      "li",      "tr",
                                         "h1", "h2",  "h3",       "h4",      "h5",
                                         "h6", "pre", "flowPara", "flowDiv", NULL};

    return node && node->name && svg_node_tag(node) != SVG_TAG_TSPAN &&
           g_strv_contains(blocks, local_name(node));
}

/* Whether the content of `node` is read. */
static gboolean enter(Words *words, const SvgNode *node)
{
    static const char *const skipped[] = {"title", "desc",       "style",    "script",
                                          "head",  "flowRegion", "metadata", NULL};

    if (svg_node_tag(node) == SVG_TAG_TSPAN) {
        enter_tspan(words, node);
        return TRUE;
    }
    return !g_strv_contains(skipped, local_name(node));
}

static char *read_words(SvgNode *top, GArray *runs)
{
    Words words = {.out = g_string_new(NULL), .y = svg_node_attr(top, "y"), .runs = runs};
    gboolean skip = FALSE;

    for (SvgNode *at = top; at; at = svg_node_walk(top, at, skip)) {
        skip = FALSE;
        if (at != top && words.breaks == 0 && (is_block(at) || is_block(at->prev))) {
            add_break(&words);
        }
        if (!at->name) {
            add_text(&words, at);
        } else if (at != top) {
            skip = !enter(&words, at);
        }
    }
    if (words.out->len == 0) {
        g_string_free(words.out, TRUE);
        return NULL;
    }
    return g_string_free(words.out, FALSE);
}

SvgNode *svg_content_original(const SvgNode *node)
{
    if (!node->parent || svg_node_tag(node->parent) != SVG_TAG_SWITCH) {
        return NULL;
    }
    for (SvgNode *at = node->prev; at; at = at->prev) {
        if (svg_node_tag(at) == SVG_TAG_FOREIGN_OBJECT) {
            return at;
        }
    }
    return NULL;
}

char *svg_content_read(SvgNode *node)
{
    SvgNode *original = svg_content_original(node);
    char *text = original ? read_words(original, NULL) : NULL;

    return text ? text : read_words(node, NULL);
}

GArray *svg_content_runs(SvgNode *node)
{
    GArray *runs = g_array_new(FALSE, FALSE, sizeof(SvgWordRun));

    g_free(read_words(node, runs));
    return runs;
}

SvgNode *svg_content_child(const SvgNode *node, SvgTag tag)
{
    SvgNode *child = svg_node_first_element(node);

    while (child && svg_node_tag(child) != tag) {
        child = svg_node_next_element(child);
    }
    return child;
}

char *svg_content_name(const SvgNode *node)
{
    const char *label = svg_node_attr(node, "inkscape:label");
    SvgNode *title = svg_content_child(node, SVG_TAG_TITLE);

    if (label && *label) {
        return g_strdup(label);
    }
    return title ? read_words(title, NULL) : NULL;
}

SvgNode *svg_content_first(SvgNode *text)
{
    SvgNode *first = text;

    for (SvgNode *at = text; at; at = svg_node_first_element(at)) {
        first = at;
    }
    return first;
}
