/* Reads the characters of a <text>, their styles and the positions that x, y, dx, dy and rotate
 * give them. */
#include "geometry/text_runs.h"

#include "geometry/text_shape.h"
#include "style/apply.h"

#include <svg/limits.h>

#include <math.h>
#include <string.h>

#define WHITE       " \t\n\r"
#define LINE_FACTOR 1.25 /* what Inkscape takes for line-height: normal */

typedef struct {
    SvgNode *node;
    SvgNode *next; /* child to read */
    SvgStyle style;
    guint start; /* characters before it */
    int span;
    double shift;
    int path;
    gboolean positions; /* its x and y count */
} Frame;

typedef struct {
    SvgTextRuns *runs;
    SvgDocument *doc;
    const SvgContext *context;
    GArray *stack; /* Frame */
} Reader;

double svg_text_line_height(const SvgStyle *style)
{
    return style->line_height >= 0 ? style->line_height : LINE_FACTOR * style->font_size;
}

void svg_text_line_box(const SvgStyle *style, double *ascent, double *descent)
{
    SvgFontMetrics metrics;
    double leading = (svg_text_line_height(style) - style->font_size) / 2;

    svg_text_font_metrics(style, &metrics);
    *ascent = metrics.em_ascent * style->font_size + leading;
    *descent = (1 - metrics.em_ascent) * style->font_size + leading;
}

/* --- characters ------------------------------------------------------------------------------- */

/* SVG 2 §11.7.1: across elements, and a line feed is a space. */
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

static gboolean is_blank(const char *text)
{
    return text[strspn(text, WHITE)] == '\0';
}

/* The neighbour that Inkscape sees: not a text node of white space. */
static gboolean has_neighbour(const SvgNode *node, gboolean after)
{
    const SvgNode *at = node->parent ? node->parent->first : NULL;
    gboolean found = FALSE;

    if (after) {
        at = node->next;
    }
    for (; at && at != node && !found; at = at->next) {
        found = at->name || (at->text && !is_blank(at->text));
    }
    return found;
}

static void append_as_inkscape(SvgTextRuns *runs, const SvgNode *node, const char *text)
{
    gboolean space = FALSE, any = FALSE;

    if (is_blank(text)) {
        return;
    }
    for (const char *at = text; *at;) {
        gsize word = strcspn(at, WHITE);

        if (word) {
            if (space && (any || (node && has_neighbour(node, FALSE)))) {
                g_string_append_c(runs->text, ' ');
            }
            g_string_append_len(runs->text, at, (gssize)word);
            any = TRUE;
            space = FALSE;
            at += word;
        }
        for (; *at && strchr(WHITE, *at); at++) {
            space = space || *at == ' ' || *at == '\t';
        }
    }
    if (space && node && has_neighbour(node, TRUE)) {
        g_string_append_c(runs->text, ' ');
    }
}

static void append_preserved(SvgTextRuns *runs, const char *text)
{
    gsize from = runs->text->len;

    g_string_append(runs->text, text);
    g_strdelimit(runs->text->str + from, "\t\n\r", ' ');
    runs->after_space = runs->trim = FALSE;
}

static void grow_line(SvgTextRuns *runs, const SvgStyle *style)
{
    SvgTextLine *line = &g_array_index(runs->lines, SvgTextLine, runs->lines->len - 1);
    double ascent, descent;

    svg_text_line_box(style, &ascent, &descent);
    line->ascent = MAX(line->ascent, ascent);
    line->descent = MAX(line->descent, descent);
}

/* `node` is the text node, or NULL when the text comes from elsewhere. */
static void append(Reader *reader, const SvgNode *node, const char *text, const Frame *frame)
{
    SvgTextRuns *runs = reader->runs;
    SvgTextRun run = {.from = runs->text->len, .first = runs->n_chars};

    if (!text || !*text || run.from + strlen(text) > SVG_MAX_TEXT_BYTES) {
        return;
    }
    if (frame->style.preserve_space) {
        append_preserved(runs, text);
    } else if (runs->rules == SVG_TEXT_INKSCAPE) {
        runs->differs = runs->differs || strchr(text, '\n') || frame->span != SVG_TEXT_NO_SPAN ||
                        node != frame->node->first || node->next;
        append_as_inkscape(runs, node, text);
    } else {
        append_collapsed(runs, text);
    }
    run.to = runs->text->len;
    if (run.to > run.from) {
        run.style = frame->style;
        run.span = frame->span;
        run.shift = frame->shift;
        run.path = frame->path;
        runs->n_chars += (guint)g_utf8_strlen(runs->text->str + run.from, -1);
        g_array_append_val(runs->runs, run);
        if (runs->lines->len) {
            grow_line(runs, &frame->style);
        }
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

/* One value of a list, and *list behind it. FALSE at its end, or at what isn't a value. */
static gboolean next_value(const char **list, const SvgLengthContext *viewport, SvgPlaceKind kind,
                           double *value)
{
    SvgAxis axis = kind == SVG_PLACE_X || kind == SVG_PLACE_DX ? SVG_AXIS_X : SVG_AXIS_Y;
    char token[64];
    gsize len;

    *list += strspn(*list, WHITE ",");
    len = strcspn(*list, WHITE ",");
    if (!len || len >= sizeof token) {
        return FALSE;
    }
    memcpy(token, *list, len);
    token[len] = '\0';
    *list += len;
    return kind == SVG_PLACE_ROTATE ? svg_number_parse(token, value)
                                    : svg_length_parse(token, viewport, axis, value);
}

/* Gives the element's characters the values of one list, as far as both go; the last angle goes on
 * to the end (SVG 1.1 §10.5). */
static void add_list(Reader *reader, const Frame *frame, const char *list, SvgPlaceKind kind)
{
    SvgLengthContext viewport = reader->context->viewport;
    gboolean relative = kind == SVG_PLACE_DX || kind == SVG_PLACE_DY;
    SvgTextPlace place = {.kind = kind};

    viewport.font_size = frame->style.font_size;
    for (guint at = frame->start; at < reader->runs->n_chars; at++) {
        if (!next_value(&list, &viewport, kind, &place.value) &&
            (kind != SVG_PLACE_ROTATE || at == frame->start)) {
            return;
        }
        place.at = at;
        if (!relative || place.value != 0) {
            g_array_append_val(reader->runs->places, place);
        }
    }
}

/* Inner elements close first, so that their values come before those of outer ones. */
static void close_element(Reader *reader, const Frame *frame)
{
    static const char *const lists[] = {"x", "y", "dx", "dy", "rotate"};

    if (reader->runs->n_chars == frame->start) {
        return;
    }
    for (guint kind = frame->positions ? 0 : SVG_PLACE_DX; kind < G_N_ELEMENTS(lists); kind++) {
        const char *list = svg_node_attr(frame->node, lists[kind]);

        if (list) {
            add_list(reader, frame, list, (SvgPlaceKind)kind);
        }
    }
}

static int compare_places(gconstpointer a, gconstpointer b)
{
    guint x = ((const SvgTextPlace *)a)->at, y = ((const SvgTextPlace *)b)->at;

    return (x > y) - (x < y);
}

/* --- lines ------------------------------------------------------------------------------------ */

static void begin_line(Reader *reader)
{
    SvgTextLine line = {.first = reader->runs->n_chars, .x = NAN, .y = NAN, .anchor = -1};

    svg_text_line_box(&g_array_index(reader->stack, Frame, 0).style, &line.ascent, &line.descent);
    g_array_append_val(reader->runs->lines, line);
}

/* Lines are counted from the first that says that it is one. */
static void open_line(Reader *reader, const Frame *frame)
{
    SvgTextRuns *runs = reader->runs;

    if (runs->lines->len == 0 && runs->n_chars > 0) {
        begin_line(reader);
        g_array_index(runs->lines, SvgTextLine, 0).first = 0;
        for (guint i = 0; i < runs->runs->len; i++) {
            grow_line(runs, &g_array_index(runs->runs, SvgTextRun, i).style);
        }
    }
    begin_line(reader);
    grow_line(runs, &frame->style);
}

/* The first, or behind another element: a tspan behind characters is none, to Inkscape. */
static gboolean stands_alone(const SvgNode *node)
{
    const SvgNode *before = NULL;

    for (const SvgNode *at = node->parent->first; at != node; at = at->next) {
        before = at->name || (at->text && !is_blank(at->text)) ? at : before;
    }
    return !before || before->name;
}

static gboolean is_line(const SvgNode *node)
{
    const char *role = svg_node_attr(node, "sodipodi:role");
    SvgTag tag = svg_node_tag(node);

    return tag == SVG_TAG_FLOW_PARA || (role && strcmp(role, "line") == 0 && stands_alone(node));
}

/* One position, or none: more are given to characters, even by Inkscape. */
static gboolean is_single(const char *list)
{
    if (!list) {
        return TRUE;
    }
    list += strspn(list, WHITE ",");
    list += strcspn(list, WHITE ",");
    return list[strspn(list, WHITE ",")] == '\0';
}

static gboolean positions_count(const SvgTextRuns *runs, const SvgNode *node)
{
    return runs->rules == SVG_TEXT_STANDARD || !is_single(svg_node_attr(node, "x")) ||
           !is_single(svg_node_attr(node, "y"));
}

/* --- elements --------------------------------------------------------------------------------- */

static Frame *open_element(Reader *reader, SvgNode *node, const SvgStyle *style,
                           const Frame *parent)
{
    Frame frame = {.node = node,
                   .next = node->first,
                   .style = *style,
                   .start = reader->runs->n_chars,
                   .span = SVG_TEXT_NO_SPAN,
                   .path = parent ? parent->path : -1,
                   .shift = parent ? parent->shift + style->baseline_shift : 0,
                   .positions = svg_node_tag(node) != SVG_TAG_TEXT_PATH};

    if (parent) {
        SvgTextSpan span = {node, parent->span, *style};

        frame.span = (int)reader->runs->spans->len;
        g_array_append_val(reader->runs->spans, span);
    }
    if (parent && is_line(node)) {
        frame.positions = positions_count(reader->runs, node);
        reader->runs->differs = TRUE;
        open_line(reader, &frame);
    }
    g_array_append_val(reader->stack, frame);
    return &g_array_index(reader->stack, Frame, reader->stack->len - 1);
}

static void open_path(Reader *reader, SvgNode *node, Frame *frame)
{
    const char *href = svg_node_href(node), *offset = svg_node_attr(node, "startOffset");
    SvgTextPath path = {.part = -1};
    SvgNode *shape = href ? svg_document_ref(reader->doc, href) : NULL;

    if (shape && (svg_tag_flags(svg_node_tag(shape)) & SVG_TAG_IS_SHAPE)) {
        path.shape = shape;
    }
    if (offset && svg_length_is_percent(offset)) {
        path.part = g_ascii_strtod(offset, NULL) / 100;
    } else if (offset) {
        svg_length_parse(offset, &reader->context->viewport, SVG_AXIS_OTHER, &path.offset);
    }
    frame->path = (int)reader->runs->paths->len;
    g_array_append_val(reader->runs->paths, path);
}

static void read_reference(Reader *reader, SvgNode *node, const SvgStyle *style,
                           const Frame *parent)
{
    const char *href = svg_node_href(node);
    SvgNode *target = href ? svg_document_ref(reader->doc, href) : NULL;
    g_autofree char *text = target ? svg_node_text(target) : NULL;
    Frame *frame = open_element(reader, node, style, parent);

    frame->next = NULL;
    append(reader, NULL, text, frame);
}

static gboolean is_span(SvgTag tag)
{
    return tag == SVG_TAG_TSPAN || tag == SVG_TAG_A || tag == SVG_TAG_TEXT_PATH ||
           tag == SVG_TAG_TREF || tag == SVG_TAG_FLOW_PARA || tag == SVG_TAG_FLOW_SPAN;
}

static void read_child(Reader *reader, SvgNode *child, const Frame *parent)
{
    SvgTag tag = svg_node_tag(child);
    SvgStyle style;

    if (!child->name) {
        append(reader, child, child->text, parent);
        return;
    }
    if (!is_span(tag)) {
        return;
    }
    svg_style_compute(reader->doc, child, &parent->style, &style);
    if (!style.displayed) {
        return;
    }
    if (tag == SVG_TAG_TREF) {
        read_reference(reader, child, &style, parent);
    } else if (tag == SVG_TAG_TEXT_PATH) {
        open_path(reader, child, open_element(reader, child, &style, parent));
    } else {
        open_element(reader, child, &style, parent);
    }
}

/* What line-height was before there was one, for Inkscape. */
static void read_spacing(const SvgNode *text, SvgStyle *style)
{
    const char *spacing = svg_node_attr(text, "sodipodi:linespacing");
    double factor;

    if (spacing && style->line_height < 0 && svg_style_fraction(spacing, &factor) && factor >= 0) {
        style->line_height = factor * style->font_size;
        style->line_height_factor = factor;
    }
}

static void step(Reader *reader)
{
    Frame *frame = &g_array_index(reader->stack, Frame, reader->stack->len - 1);
    SvgNode *child = frame->next;

    if (child && child->name) {
        Frame parent = *frame; /* which moves when the stack grows */

        frame->next = child->next;
        read_child(reader, child, &parent);
    } else if (child) {
        frame->next = child->next;
        read_child(reader, child, frame);
    } else {
        close_element(reader, frame);
        g_array_set_size(reader->stack, reader->stack->len - 1);
    }
}

void svg_text_runs_init(SvgTextRuns *runs, SvgDocument *doc, SvgNode *text,
                        const SvgContext *context, SvgTextRules rules)
{
    Reader reader = {runs, doc, context, g_array_new(FALSE, FALSE, sizeof(Frame))};

    *runs = (SvgTextRuns){
        .rules = rules,
        .text = g_string_new(NULL),
        .runs = g_array_new(FALSE, FALSE, sizeof(SvgTextRun)),
        .places = g_array_new(FALSE, FALSE, sizeof(SvgTextPlace)),
        .spans = g_array_new(FALSE, FALSE, sizeof(SvgTextSpan)),
        .lines = g_array_new(FALSE, FALSE, sizeof(SvgTextLine)),
        .paths = g_array_new(FALSE, FALSE, sizeof(SvgTextPath)),
        .after_space = TRUE,
    };
    read_spacing(text, &open_element(&reader, text, &context->style, NULL)->style);
    while (reader.stack->len) {
        step(&reader);
    }
    g_array_unref(reader.stack);
    trim_end(runs);
    if (runs->places->len > 1) {
        g_array_sort(runs->places, compare_places); /* stable */
    }
}

void svg_text_runs_clear(SvgTextRuns *runs)
{
    g_string_free(runs->text, TRUE);
    g_array_unref(runs->runs);
    g_array_unref(runs->places);
    g_array_unref(runs->spans);
    g_array_unref(runs->lines);
    g_array_unref(runs->paths);
}
