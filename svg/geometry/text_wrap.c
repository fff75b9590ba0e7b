/* Cuts text into lines that fit a width or the boxes of shapes. */
#include "geometry/text_wrap.h"

#include "geometry/text.h"
#include "geometry/text_shape.h"

#include <math.h>
#include <string.h>

typedef struct {
    SvgTextRuns *runs;
    const SvgContext *context;
    GArray *frames;   /* SvgUserBox */
    gboolean endless; /* the only frame has no lower end, and its y is the first baseline */
    SvgTextAnchor anchor;
    gboolean justify;
    double *advances; /* of each character */
    char *chars;      /* the first byte of each */
    gboolean *breaks; /* before each, and behind the last */
    GArray *hard;     /* SvgTextLine: where paragraphs begin */
    guint frame;
    double y; /* below the lines so far */
} Wrap;

/* --- what there is to fit --------------------------------------------------------------------- */

static void measure_run(Wrap *wrap, const SvgTextRun *run)
{
    const char *text = wrap->runs->text->str + run->from;
    gsize len = run->to - run->from;
    const SvgStyle *style = svg_text_style(wrap->runs, run->span);
    g_autoptr(SvgTextShape) shape = svg_text_shape(text, len, style);
    double *at_byte = g_new0(double, len);
    guint index = run->first;

    for (guint i = 0; i < shape->n_glyphs; i++) {
        at_byte[shape->glyphs[i].at] += shape->glyphs[i].advance * style->font_size;
    }
    for (const char *at = text; at < text + len; at = g_utf8_next_char(at)) {
        wrap->chars[index] = *at;
        wrap->advances[index++] =
            at_byte[at - text] + style->letter_spacing + (*at == ' ' ? style->word_spacing : 0);
    }
    g_free(at_byte);
}

/* The end of the line that begins at `from`; *width without the spaces at its end. At least one
 * word. */
static guint fit_line(const Wrap *wrap, guint from, guint end, double room, double *width)
{
    double total = 0, visible = 0;
    guint fits = from;

    for (guint at = from; at < end; at++) {
        total += wrap->advances[at];
        visible = wrap->chars[at] == ' ' ? visible : total;
        if (visible > room && fits > from) {
            return fits;
        }
        if (wrap->breaks[at + 1] || at + 1 == end) {
            fits = at + 1;
            *width = visible;
        }
    }
    return end;
}

/* --- lines ------------------------------------------------------------------------------------ */

/* The frame that a line of that height fits in; FALSE when none is left. */
static gboolean find_room(Wrap *wrap, const SvgTextLine *line)
{
    while (wrap->frame < wrap->frames->len && !wrap->endless) {
        const SvgUserBox *frame = &g_array_index(wrap->frames, SvgUserBox, wrap->frame);

        if (wrap->y + line->ascent + line->descent <= frame->y + frame->h) {
            return TRUE;
        }
        if (++wrap->frame < wrap->frames->len) {
            wrap->y = frame[1].y;
        }
    }
    return wrap->endless;
}

static guint count_spaces(const Wrap *wrap, guint from, guint end)
{
    guint n = 0;

    for (guint at = from; at < end; at++) {
        n += wrap->chars[at] == ' ';
    }
    return n;
}

static void add_line(Wrap *wrap, guint from, guint end, double width, SvgTextLine line)
{
    const SvgUserBox *frame = &g_array_index(wrap->frames, SvgUserBox, wrap->frame);
    const double part[] = {[SVG_TEXT_START] = 0, [SVG_TEXT_MIDDLE] = 0.5, [SVG_TEXT_END] = 1};
    SvgTextPlace hang = {.at = end, .kind = SVG_PLACE_HANG, .value = 1};
    guint spaces;

    while (hang.at > from && wrap->chars[hang.at - 1] == ' ') {
        hang.at--;
    }
    spaces = count_spaces(wrap, from, hang.at);
    line.first = from;
    line.x = frame->x + (wrap->endless ? 0 : frame->w * part[wrap->anchor]);
    line.y = wrap->y + (wrap->endless ? 0 : line.ascent);
    line.anchor = (int)wrap->anchor;
    if (wrap->justify && end < wrap->runs->n_chars && spaces) {
        line.gap = MAX(frame->w - width, 0) / spaces;
    }
    g_array_append_val(wrap->runs->lines, line);
    if (hang.at < end) {
        g_array_append_val(wrap->runs->places, hang);
    }
}

/* Lines for the characters of a paragraph; where they end, which is before `end` when there is no
 * room. */
static guint wrap_paragraph(Wrap *wrap, guint from, guint end)
{
    double descent = NAN;

    while (from < end) {
        double room = g_array_index(wrap->frames, SvgUserBox, wrap->frame).w, width = 0;
        guint stop = fit_line(wrap, from, end, room, &width);
        SvgTextLine line = {.span = SVG_TEXT_NO_SPAN, .anchor = -1};

        svg_text_line_grow(wrap->runs, from, stop, &line);
        if (!find_room(wrap, &line)) {
            return from;
        }
        if (wrap->endless && wrap->runs->lines->len) {
            wrap->y += line.ascent;
        }
        add_line(wrap, from, stop, width, line);
        descent = line.descent;
        wrap->y += wrap->endless ? descent : line.ascent + descent;
        from = stop;
    }
    return end;
}

/* An empty paragraph takes a line, too. */
static void skip_line(Wrap *wrap, SvgTextLine *line)
{
    svg_text_line_grow(wrap->runs, line->first, line->first, line);
    wrap->y += line->ascent + line->descent;
}

static void cut_off(SvgTextRuns *runs, guint n_chars)
{
    runs->n_chars = n_chars;
    while (runs->runs->len) {
        SvgTextRun *last = &g_array_index(runs->runs, SvgTextRun, runs->runs->len - 1);

        if (last->first < n_chars) {
            const char *text = runs->text->str;

            last->to = (gsize)(g_utf8_offset_to_pointer(text + last->from,
                                                        (glong)(n_chars - last->first)) -
                               text);
            return;
        }
        g_array_set_size(runs->runs, runs->runs->len - 1);
    }
}

static void wrap_all(Wrap *wrap)
{
    SvgTextRuns *runs = wrap->runs;
    guint n_hard = MAX(wrap->hard->len, 1), done = 0;

    runs->wrapped = TRUE;
    wrap->advances = g_new0(double, runs->n_chars);
    wrap->chars = g_malloc0(runs->n_chars);
    wrap->breaks = g_new0(gboolean, runs->n_chars + 1);
    svg_text_breaks(runs->text->str, runs->text->len, wrap->breaks);
    for (guint i = 0; i < runs->runs->len; i++) {
        measure_run(wrap, &g_array_index(runs->runs, SvgTextRun, i));
    }
    for (guint i = 0; i < n_hard; i++) {
        guint end = i + 1 < wrap->hard->len ? g_array_index(wrap->hard, SvgTextLine, i + 1).first
                                            : runs->n_chars;

        if (end == done && wrap->hard->len) {
            skip_line(wrap, &g_array_index(wrap->hard, SvgTextLine, i));
            continue;
        }
        done = wrap_paragraph(wrap, done, end);
        if (done < end) {
            break;
        }
    }
    cut_off(runs, done);
    g_free(wrap->advances);
    g_free(wrap->chars);
    g_free(wrap->breaks);
}

/* --- frames ----------------------------------------------------------------------------------- */

/* Of a shape, in the text's user space, through the shape's own transform. */
static void add_frame(Wrap *wrap, SvgDocument *doc, SvgNode *shape)
{
    SvgContext self = *wrap->context;
    SvgUserBox frame;
    SvgBox box;

    if (!shape || !svg_node_is(shape, SVG_TAG_IS_SHAPE)) {
        return;
    }
    svg_style_of(doc, shape, &self.style);
    self.matrix = svg_node_transform(shape, &self.style);
    box = svg_leaf_bounds(doc, shape, &self, NULL).geometric;
    frame = (SvgUserBox){box.x, box.y, box.w, box.h};
    if (!svg_box_is_empty(box)) {
        g_array_append_val(wrap->frames, frame);
    }
}

/* The shapes of the flowRegions, and what a <use> among them shows. */
static void add_regions(Wrap *wrap, SvgDocument *doc, SvgNode *flow)
{
    for (SvgNode *child = svg_node_first_element(flow); child;
         child = svg_node_next_element(child)) {
        if (svg_node_tag(child) != SVG_TAG_FLOW_REGION) {
            continue;
        }
        for (SvgNode *part = svg_node_first_element(child); part;
             part = svg_node_next_element(part)) {
            const char *href = svg_node_tag(part) == SVG_TAG_USE ? svg_node_href(part) : NULL;

            add_frame(wrap, doc, href ? svg_document_ref(doc, href) : part);
        }
    }
}

static void add_column(Wrap *wrap, const SvgNode *text)
{
    const SvgLengthContext *viewport = &wrap->context->viewport;
    SvgUserBox frame = {svg_node_length(text, "x", SVG_AXIS_X, viewport, 0),
                        svg_node_length(text, "y", SVG_AXIS_Y, viewport, 0), 0, 0};
    const char *size = wrap->context->style.inline_size;

    if (size && svg_length_parse(size, viewport, SVG_AXIS_X, &frame.w) && frame.w > 0) {
        g_array_append_val(wrap->frames, frame);
        wrap->endless = TRUE;
    }
}

static void find_frames(Wrap *wrap, SvgDocument *doc, SvgNode *text)
{
    const SvgStyle *style = &wrap->context->style;
    static const SvgTextAnchor anchors[] = {[SVG_ALIGN_START] = SVG_TEXT_START,
                                            [SVG_ALIGN_CENTER] = SVG_TEXT_MIDDLE,
                                            [SVG_ALIGN_END] = SVG_TEXT_END,
                                            [SVG_ALIGN_JUSTIFY] = SVG_TEXT_START};

    if (svg_node_tag(text) == SVG_TAG_FLOW_ROOT) {
        add_regions(wrap, doc, text);
    } else if (style->shape_inside) {
        add_frame(wrap, doc, svg_document_find(doc, style->shape_inside));
    }
    wrap->anchor = anchors[style->text_align];
    wrap->justify = style->text_align == SVG_ALIGN_JUSTIFY;
    if (wrap->frames->len == 0) {
        add_column(wrap, text);
        wrap->anchor = style->text_anchor;
    }
}

/* Whether some character but the first says where it is: then the wrapping is already done. */
static gboolean is_positioned(const SvgTextRuns *runs)
{
    for (guint i = 0; i < runs->places->len; i++) {
        const SvgTextPlace *at = &g_array_index(runs->places, SvgTextPlace, i);

        if (at->at > 0 && (at->kind == SVG_PLACE_X || at->kind == SVG_PLACE_Y)) {
            return TRUE;
        }
    }
    return FALSE;
}

void svg_text_wrap_runs(SvgTextRuns *runs, SvgDocument *doc, SvgNode *text,
                        const SvgContext *context)
{
    const SvgStyle *style = &context->style;
    gboolean is_flow = svg_node_tag(text) == SVG_TAG_FLOW_ROOT;
    Wrap wrap = {.runs = runs, .context = context};

    if ((!style->shape_inside && !style->inline_size && !is_flow) || style->vertical) {
        return;
    }
    runs->differs = TRUE;
    if (runs->rules == SVG_TEXT_STANDARD && is_positioned(runs)) {
        return;
    }
    wrap.frames = g_array_new(FALSE, FALSE, sizeof(SvgUserBox));
    find_frames(&wrap, doc, text);
    if (wrap.frames->len) {
        wrap.hard = runs->lines;
        wrap.y = g_array_index(wrap.frames, SvgUserBox, 0).y;
        runs->lines = g_array_new(FALSE, FALSE, sizeof(SvgTextLine));
        g_array_set_size(runs->places, 0);
        wrap_all(&wrap);
        g_array_unref(wrap.hard);
    } else if (is_flow) {
        cut_off(runs, 0);
    }
    g_array_unref(wrap.frames);
}
