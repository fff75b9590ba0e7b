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
    guint start;   /* characters before it */
    int span;
    double shift;
    int path;
    gboolean positions; /* its x and y count */
    gboolean on_path;
} Frame;

typedef struct {
    SvgTextRuns *runs;
    SvgDocument *doc;
    const SvgContext *context;
    GArray *stack; /* Frame */
} Reader;

const SvgStyle *svg_text_style(const SvgTextRuns *runs, int span)
{
    return span == SVG_TEXT_NO_SPAN ? runs->style
                                    : &g_array_index(runs->spans, SvgTextSpan, span).style;
}

guint svg_text_run_end(const SvgTextRuns *runs, guint index)
{
    return index + 1 < runs->runs->len ? g_array_index(runs->runs, SvgTextRun, index + 1).first
                                       : runs->n_chars;
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

/* White space at the ends, line feeds and what is nothing but white space: there rules differ. */
static gboolean is_clean(const SvgTextRuns *runs, const char *text)
{
    if (is_blank(text)) {
        return runs->n_chars == 0;
    }
    return !strchr(WHITE, *text) && !strchr(WHITE, text[strlen(text) - 1]) && !strchr(text, '\n');
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
    if (strpbrk(text, "\t\n\r")) {
        g_strdelimit(runs->text->str + from, "\t\n\r", ' ');
    }
    runs->after_space = runs->trim = FALSE;
}

/* Line feeds are a space between two characters, and nothing at the ends. */
static void append_lines_as_inkscape(SvgTextRuns *runs, const SvgNode *node, const char *text)
{
    gboolean space = FALSE, any = node && node->parent->first != node;

    for (const char *at = text; *at;) {
        gsize len = strcspn(at, "\n\r"), from = runs->text->len;

        if (len) {
            g_string_append_len(runs->text, space && any ? " " : "", -1);
            g_string_append_len(runs->text, at, (gssize)len);
            g_strdelimit(runs->text->str + from, "\t", ' ');
            any = TRUE;
            space = FALSE;
            at += len;
        }
        for (; *at && strchr("\n\r", *at); at++) {
            space = space || *at == '\n';
        }
    }
    if (space && any && node && node->next) {
        g_string_append_c(runs->text, ' ');
    }
}

/* `node` is the text node, or NULL when the text comes from elsewhere. */
static void append(Reader *reader, const SvgNode *node, const char *text, const Frame *frame)
{
    SvgTextRuns *runs = reader->runs;
    SvgTextRun run = {.from = runs->text->len, .first = runs->n_chars};

    if (!text || !*text || run.from + strlen(text) > SVG_MAX_TEXT_BYTES) {
        return;
    }
    if (svg_text_style(runs, frame->span)->preserve_space) {
        if (runs->rules == SVG_TEXT_INKSCAPE && strchr(text, '\n')) {
            runs->differs = TRUE;
            append_lines_as_inkscape(runs, node, text);
        } else {
            append_preserved(runs, text);
        }
    } else if (runs->rules == SVG_TEXT_INKSCAPE) {
        runs->differs = runs->differs || !is_clean(runs, text);
        append_as_inkscape(runs, node, text);
    } else {
        append_collapsed(runs, text);
    }
    run.to = runs->text->len;
    if (run.to > run.from) {
        run.span = frame->span;
        run.shift = frame->shift;
        run.path = frame->path;
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

/* One value of a list, and *list behind it. FALSE at its end, or at what isn't a value. */
static gboolean next_value(const char **list, const SvgLengthContext *viewport, SvgPlaceKind kind,
                           double *value)
{
    SvgAxis axis = kind == SVG_PLACE_X || kind == SVG_PLACE_DX || kind == SVG_PLACE_CLAIMED_X
                       ? SVG_AXIS_X
                       : SVG_AXIS_Y;
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

    viewport.font_size = svg_text_style(reader->runs, frame->span)->font_size;
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
    static const struct {
        gboolean is_list;
        SvgPlaceKind kind, claimed;
    } kinds[SVG_ATTR_COUNT] = {
        [SVG_ATTR_X] = {TRUE, SVG_PLACE_X, SVG_PLACE_CLAIMED_X},
        [SVG_ATTR_Y] = {TRUE, SVG_PLACE_Y, SVG_PLACE_CLAIMED_Y},
        [SVG_ATTR_DX] = {TRUE, SVG_PLACE_DX, SVG_PLACE_DX},
        [SVG_ATTR_DY] = {TRUE, SVG_PLACE_DY, SVG_PLACE_DY},
        [SVG_ATTR_ROTATE] = {TRUE, SVG_PLACE_ROTATE, SVG_PLACE_ROTATE},
    };

    if (reader->runs->n_chars == frame->start) {
        return;
    }
    for (guint i = 0; i < frame->node->n_attrs; i++) {
        guint attr = frame->node->attrs[i].name->attr;

        if (kinds[attr].is_list &&
            !(frame->on_path && (attr == SVG_ATTR_X || attr == SVG_ATTR_Y))) {
            add_list(reader, frame, frame->node->attrs[i].value,
                     frame->positions ? kinds[attr].kind : kinds[attr].claimed);
        }
    }
}

static int compare_places(gconstpointer a, gconstpointer b)
{
    guint x = ((const SvgTextPlace *)a)->at, y = ((const SvgTextPlace *)b)->at;

    return (x > y) - (x < y);
}

/* --- lines ------------------------------------------------------------------------------------ */

/* The line box of a style: its font's em box, and half of the leading on each side. */
static void grow_by(SvgTextLine *line, const SvgStyle *style)
{
    double height = style->line_height >= 0 ? style->line_height : LINE_FACTOR * style->font_size;
    double leading = (height - style->font_size) / 2;
    SvgFontMetrics metrics;

    svg_text_font_metrics(style, &metrics);
    line->ascent = MAX(line->ascent, metrics.em_ascent * style->font_size + leading);
    line->descent = MAX(line->descent, (1 - metrics.em_ascent) * style->font_size + leading);
}

void svg_text_line_grow(const SvgTextRuns *runs, guint first, guint end, SvgTextLine *line)
{
    line->ascent = line->descent = -G_MAXDOUBLE;
    grow_by(line, runs->style);
    if (line->span != SVG_TEXT_NO_SPAN) {
        grow_by(line, svg_text_style(runs, line->span));
    }
    for (guint i = 0; i < runs->runs->len; i++) {
        const SvgTextRun *run = &g_array_index(runs->runs, SvgTextRun, i);

        if (run->first < end && svg_text_run_end(runs, i) > first) {
            grow_by(line, svg_text_style(runs, run->span));
        }
    }
}

/* One line alone is where its text is. */
static void find_line_boxes(SvgTextRuns *runs)
{
    for (guint i = 0; i < runs->lines->len; i++) {
        SvgTextLine *line = &g_array_index(runs->lines, SvgTextLine, i);
        guint end = i + 1 < runs->lines->len ? line[1].first : runs->n_chars;

        svg_text_line_grow(runs, line->first, end, line);
    }
}

/* Lines are counted from the first that says that it is one. */
static void open_line(SvgTextRuns *runs, const Frame *frame)
{
    SvgTextLine line = {.span = SVG_TEXT_NO_SPAN, .x = NAN, .y = NAN, .anchor = -1};

    if (runs->lines->len == 0 && runs->n_chars > 0) {
        g_array_append_val(runs->lines, line);
    }
    line.first = runs->n_chars;
    line.span = frame->span;
    g_array_append_val(runs->lines, line);
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
    const char *role = svg_node_value(node, SVG_ATTR_ROLE);
    SvgTag tag = svg_node_tag(node);

    return tag == SVG_TAG_FLOW_PARA || (role && strcmp(role, "line") == 0 && stands_alone(node));
}

/* More positions than one are given to characters, even by Inkscape. */
static gboolean positions_count(const SvgTextRuns *runs, const SvgNode *node)
{
    return runs->rules == SVG_TEXT_STANDARD ||
           !svg_list_is_single(svg_node_value(node, SVG_ATTR_X)) ||
           !svg_list_is_single(svg_node_value(node, SVG_ATTR_Y));
}

/* --- elements --------------------------------------------------------------------------------- */

static Frame *open_element(Reader *reader, SvgNode *node, const Frame *parent)
{
    SvgTextRuns *runs = reader->runs;
    Frame frame = {.node = node,
                   .next = node->first,
                   .start = runs->n_chars,
                   .span = SVG_TEXT_NO_SPAN,
                   .path = -1,
                   .positions = TRUE,
                   .on_path = svg_node_tag(node) == SVG_TAG_TEXT_PATH};

    if (parent) {
        frame.span = (int)runs->spans->len - 1;
        frame.path = parent->path;
        frame.shift = parent->shift + svg_text_style(runs, frame.span)->baseline_shift;
        if (is_line(node)) {
            frame.positions = positions_count(runs, node);
            open_line(runs, &frame);
        }
    }
    g_array_append_val(reader->stack, frame);
    return &g_array_index(reader->stack, Frame, reader->stack->len - 1);
}

static void open_path(Reader *reader, SvgNode *node, Frame *frame)
{
    const char *href = svg_node_href(node), *offset = svg_node_attr(node, "startOffset");
    SvgTextPath path = {.part = -1};
    SvgNode *shape = href ? svg_document_ref(reader->doc, href) : NULL;

    if (shape && svg_node_is(shape, SVG_TAG_IS_SHAPE)) {
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

static void read_reference(Reader *reader, SvgNode *node, const Frame *parent)
{
    const char *href = svg_node_href(node);
    SvgNode *target = href ? svg_document_ref(reader->doc, href) : NULL;
    g_autofree char *text = target ? svg_node_text(target) : NULL;
    Frame *frame = open_element(reader, node, parent);

    frame->next = NULL;
    append(reader, NULL, text, frame);
}

static gboolean is_span(SvgTag tag)
{
    return (svg_tag_flags(tag) & SVG_TAG_IS_TEXT_PART) || tag == SVG_TAG_A;
}

/* FALSE when it isn't displayed. */
static gboolean add_span(Reader *reader, SvgNode *node, const Frame *parent)
{
    SvgTextSpan span = {.node = node, .parent = parent->span};

    svg_style_compute(reader->doc, node, svg_text_style(reader->runs, parent->span), &span.style);
    if (span.style.displayed) {
        g_array_append_val(reader->runs->spans, span);
    }
    return span.style.displayed;
}

static void read_child(Reader *reader, SvgNode *child, const Frame *parent)
{
    SvgTag tag = svg_node_tag(child);

    if (!child->name) {
        append(reader, child, child->text, parent);
        return;
    }
    if (!is_span(tag) || !add_span(reader, child, parent)) {
        return;
    }
    if (tag == SVG_TAG_TREF) {
        read_reference(reader, child, parent);
    } else if (tag == SVG_TAG_TEXT_PATH) {
        open_path(reader, child, open_element(reader, child, parent));
    } else {
        open_element(reader, child, parent);
    }
}

/* A copy that may be changed. */
static SvgStyle *own_style(SvgTextRuns *runs)
{
    if (runs->style != &runs->own_style) {
        runs->own_style = *runs->style;
        runs->own_style.serial = 0;
        runs->style = &runs->own_style;
    }
    return &runs->own_style;
}

/* Without a font, browsers and librsvg take "Times New Roman", Inkscape its own. */
static void read_family(SvgTextRuns *runs)
{
    if (runs->rules == SVG_TEXT_INKSCAPE && !runs->style->font_family) {
        own_style(runs)->font_family = "sans-serif";
        runs->differs = TRUE;
    }
}

/* What line-height was before there was one, for Inkscape. */
static void read_spacing(SvgTextRuns *runs, const SvgNode *text)
{
    const char *spacing = svg_node_value(text, SVG_ATTR_LINESPACING);
    double factor;

    if (spacing && runs->style->line_height < 0 && svg_style_fraction(spacing, &factor) &&
        factor >= 0) {
        SvgStyle *style = own_style(runs);

        style->line_height = factor * style->font_size;
        style->line_height_factor = factor;
    }
}

static void step(Reader *reader)
{
    Frame *top = &g_array_index(reader->stack, Frame, reader->stack->len - 1);
    Frame frame = *top; /* which moves when the stack grows */

    if (frame.next) {
        top->next = frame.next->next;
        read_child(reader, frame.next, &frame);
    } else {
        close_element(reader, &frame);
        g_array_set_size(reader->stack, reader->stack->len - 1);
    }
}

/* --- memory ----------------------------------------------------------------------------------- */

void svg_text_runs_init(SvgTextRuns *runs)
{
    *runs = (SvgTextRuns){
        .text = g_string_new(NULL),
        .runs = g_array_new(FALSE, FALSE, sizeof(SvgTextRun)),
        .places = g_array_new(FALSE, FALSE, sizeof(SvgTextPlace)),
        .spans = g_array_new(FALSE, FALSE, sizeof(SvgTextSpan)),
        .lines = g_array_new(FALSE, FALSE, sizeof(SvgTextLine)),
        .paths = g_array_new(FALSE, FALSE, sizeof(SvgTextPath)),
        .stack = g_array_new(FALSE, FALSE, sizeof(Frame)),
    };
}

void svg_text_runs_clear(SvgTextRuns *runs)
{
    g_string_free(runs->text, TRUE);
    g_array_unref(runs->runs);
    g_array_unref(runs->places);
    g_array_unref(runs->spans);
    g_array_unref(runs->lines);
    g_array_unref(runs->paths);
    g_array_unref(runs->stack);
}

/* As new, but for the memory. */
static void empty(SvgTextRuns *runs)
{
    g_string_truncate(runs->text, 0);
    g_array_set_size(runs->runs, 0);
    g_array_set_size(runs->places, 0);
    g_array_set_size(runs->spans, 0);
    g_array_set_size(runs->lines, 0);
    g_array_set_size(runs->paths, 0);
    g_array_set_size(runs->stack, 0);
    runs->n_chars = 0;
    runs->differs = runs->wrapped = runs->trim = FALSE;
    runs->after_space = TRUE;
}

void svg_text_runs_read(SvgTextRuns *runs, SvgDocument *doc, SvgNode *text,
                        const SvgContext *context, SvgTextRules rules)
{
    Reader reader = {runs, doc, context, runs->stack};

    empty(runs);
    runs->rules = rules;
    runs->style = &context->style;
    read_family(runs);
    read_spacing(runs, text);
    open_element(&reader, text, NULL);
    while (runs->stack->len) {
        step(&reader);
    }
    trim_end(runs);
    if (runs->places->len > 1) {
        g_array_sort(runs->places, compare_places); /* stable */
    }
    if (runs->lines->len > 1) {
        find_line_boxes(runs);
    }
}
