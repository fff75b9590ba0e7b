/* Reads the characters of a <text>, their styles and the positions that x, y, dx and dy give them.
 */
#include "geometry/text_runs.h"

#include <svg/limits.h>

#include <string.h>

#define WHITE       " \t\n\r"
#define LINE_FACTOR 1.25 /* what Inkscape takes for line-height: normal */

typedef struct {
    SvgNode *node;
    SvgNode *next; /* child to read */
    SvgStyle style;
    guint start; /* characters before it */
} Frame;

typedef struct {
    SvgTextRuns *runs;
    SvgDocument *doc;
    const SvgContext *context;
    GArray *stack; /* Frame */
} Reader;

double svg_text_line_height(const SvgStyle *style)
{
    return style->line_height > 0 ? style->line_height : LINE_FACTOR * style->font_size;
}

SvgBox svg_text_frame_box(SvgDocument *doc, SvgNode *shape, const SvgContext *context)
{
    SvgContext self = *context;

    if (!shape || !(svg_tag_flags(svg_node_tag(shape)) & SVG_TAG_IS_SHAPE)) {
        return SVG_BOX_EMPTY;
    }
    svg_style_of(doc, shape, &self.style);
    self.matrix = svg_node_transform(shape, &self.style);
    return svg_leaf_bounds(doc, shape, &self).geometric;
}

/* --- characters ------------------------------------------------------------------------------- */

static void append_collapsed(SvgTextRuns *runs, const char *text)
{
    while (*text) {
        gsize white = strspn(text, WHITE), word = strcspn(text + white, WHITE);

        if (white && !runs->after_space) {
            g_string_append_c(runs->text, ' ');
            runs->after_space = runs->trim = TRUE;
        }
        if (word) {
            g_string_append_len(runs->text, text + white, (gssize)word);
            runs->after_space = runs->trim = FALSE;
        }
        text += white + word;
    }
}

static void append_preserved(SvgTextRuns *runs, const char *text)
{
    gsize from = runs->text->len;

    g_string_append(runs->text, text);
    g_strdelimit(runs->text->str + from, "\t\n\r", ' ');
    runs->after_space = runs->trim = FALSE;
}

static void append(SvgTextRuns *runs, const char *text, const SvgStyle *style)
{
    SvgTextRun run = {.from = runs->text->len, .first = runs->n_chars};

    if (!text || !*text || run.from + strlen(text) > SVG_MAX_TEXT_BYTES) {
        return;
    }
    if (style->preserve_space) {
        append_preserved(runs, text);
    } else {
        append_collapsed(runs, text);
    }
    run.to = runs->text->len;
    if (run.to > run.from) {
        run.style = *style;
        runs->n_chars += (guint)g_utf8_strlen(runs->text->str + run.from, -1);
        g_array_append_val(runs->runs, run);
    }
}

/* White space at the end isn't drawn. */
static void trim_end(SvgTextRuns *runs)
{
    SvgTextRun *last;

    if (!runs->trim || runs->runs->len == 0) {
        return;
    }
    last = &g_array_index(runs->runs, SvgTextRun, runs->runs->len - 1);
    g_string_truncate(runs->text, runs->text->len - 1);
    runs->n_chars--;
    if (--last->to == last->from) {
        g_array_set_size(runs->runs, runs->runs->len - 1);
    }
}

/* --- positions -------------------------------------------------------------------------------- */

static void add_place(SvgTextRuns *runs, guint at, SvgPlaceKind kind, double value)
{
    SvgTextPlace place = {at, kind, value};

    g_array_append_val(runs->places, place);
}

/* Gives the element's characters the values of one list, as far as both go. */
static void add_list(Reader *reader, const Frame *frame, const char *list, SvgPlaceKind kind)
{
    SvgLengthContext viewport = reader->context->viewport;
    SvgAxis axis = kind == SVG_PLACE_X || kind == SVG_PLACE_DX ? SVG_AXIS_X : SVG_AXIS_Y;

    viewport.font_size = frame->style.font_size;
    for (guint at = frame->start; at < reader->runs->n_chars; at++) {
        gsize len;
        g_autofree char *token = NULL;
        double value;

        list += strspn(list, WHITE ",");
        len = strcspn(list, WHITE ",");
        token = g_strndup(list, len);
        if (!len || !svg_length_parse(token, &viewport, axis, &value)) {
            return;
        }
        add_place(reader->runs, at, kind, value);
        list += len;
    }
}

/* Inner elements close first, so that their values come before those of outer ones. */
static void close_element(Reader *reader, const Frame *frame)
{
    static const char *const lists[] = {"x", "y", "dx", "dy"};
    const char *role = svg_node_attr(frame->node, "sodipodi:role");

    if (reader->runs->n_chars == frame->start) {
        return;
    }
    for (guint kind = 0; kind < G_N_ELEMENTS(lists); kind++) {
        const char *list = svg_node_attr(frame->node, lists[kind]);

        if (list) {
            add_list(reader, frame, list, (SvgPlaceKind)kind);
        }
    }
    if (role && strcmp(role, "line") == 0 && reader->runs->n_lines++ > 0 &&
        !svg_node_attr(frame->node, "y")) {
        add_place(reader->runs, frame->start, SVG_PLACE_LINE, svg_text_line_height(&frame->style));
    }
}

static int compare_places(gconstpointer a, gconstpointer b)
{
    guint x = ((const SvgTextPlace *)a)->at, y = ((const SvgTextPlace *)b)->at;

    return (x > y) - (x < y);
}

/* --- elements --------------------------------------------------------------------------------- */

static void open_element(Reader *reader, SvgNode *node, const SvgStyle *style)
{
    Frame frame = {
        .node = node, .next = node->first, .style = *style, .start = reader->runs->n_chars};

    g_array_append_val(reader->stack, frame);
}

static gboolean has_characters(SvgNode *node)
{
    for (SvgNode *at = node; at; at = svg_node_walk(node, at, FALSE)) {
        if (!at->name && at->text && at->text[strspn(at->text, WHITE)]) {
            return TRUE;
        }
    }
    return FALSE;
}

static void read_path(Reader *reader, SvgNode *node)
{
    const char *href = svg_node_href(node);
    SvgNode *path = href ? svg_document_ref(reader->doc, href) : NULL;

    if (path && has_characters(node)) {
        reader->runs->path = svg_box_union(reader->runs->path,
                                           svg_text_frame_box(reader->doc, path, reader->context));
    }
}

static void read_reference(Reader *reader, SvgNode *node, const SvgStyle *style)
{
    const char *href = svg_node_href(node);
    SvgNode *target = href ? svg_document_ref(reader->doc, href) : NULL;
    g_autofree char *text = target ? svg_node_text(target) : NULL;

    append(reader->runs, text, style);
}

static void read_child(Reader *reader, SvgNode *child, const SvgStyle *parent)
{
    SvgTag tag = svg_node_tag(child);
    SvgStyle style;

    if (!child->name) {
        append(reader->runs, child->text, parent);
        return;
    }
    if (tag != SVG_TAG_TSPAN && tag != SVG_TAG_A && tag != SVG_TAG_TEXT_PATH &&
        tag != SVG_TAG_TREF) {
        return;
    }
    svg_style_compute(reader->doc, child, parent, &style);
    if (!style.displayed) {
        return;
    }
    if (tag == SVG_TAG_TEXT_PATH) {
        read_path(reader, child);
    } else if (tag == SVG_TAG_TREF) {
        read_reference(reader, child, &style);
    } else {
        open_element(reader, child, &style);
    }
}

static void step(Reader *reader)
{
    Frame *frame = &g_array_index(reader->stack, Frame, reader->stack->len - 1);
    SvgNode *child = frame->next;

    if (child) {
        SvgStyle style = frame->style;

        frame->next = child->next;
        read_child(reader, child, &style);
    } else {
        close_element(reader, frame);
        g_array_set_size(reader->stack, reader->stack->len - 1);
    }
}

void svg_text_runs_init(SvgTextRuns *runs, SvgDocument *doc, SvgNode *text,
                        const SvgContext *context)
{
    Reader reader = {runs, doc, context, g_array_new(FALSE, FALSE, sizeof(Frame))};

    *runs = (SvgTextRuns){
        .text = g_string_new(NULL),
        .runs = g_array_new(FALSE, FALSE, sizeof(SvgTextRun)),
        .places = g_array_new(FALSE, FALSE, sizeof(SvgTextPlace)),
        .after_space = TRUE,
        .path = SVG_BOX_EMPTY,
    };
    open_element(&reader, text, &context->style);
    while (reader.stack->len) {
        step(&reader);
    }
    g_array_unref(reader.stack);
    trim_end(runs);
    g_array_sort(runs->places, compare_places); /* stable */
}

void svg_text_runs_clear(SvgTextRuns *runs)
{
    g_string_free(runs->text, TRUE);
    g_array_unref(runs->runs);
    g_array_unref(runs->places);
}
