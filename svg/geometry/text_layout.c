/* Lays a <text> out (SVG 1.1 §10): chunks, anchors, lines; and says what box that takes. */
#include "geometry/text.h"
#include "geometry/text_runs.h"

#include <math.h>
#include <string.h>

/* Characters that are anchored together. */
typedef struct {
    SvgBox box;
    double x, y; /* where it began */
    SvgTextAnchor anchor;
    gboolean vertical;
} Chunk;

typedef struct {
    const SvgTextRuns *runs;
    guint next_place;
    double x, y;   /* pen */
    double line_x; /* where lines begin */
    Chunk chunk;
    guint n_chunks;
    SvgBox box;
} Layout;

/* What the places at one character say; NAN where nothing. */
typedef struct {
    double value[SVG_PLACE_COUNT];
} Places;

static double or_zero(double value)
{
    return isnan(value) ? 0 : value;
}

static double anchor_shift(SvgTextAnchor anchor, double length)
{
    return anchor == SVG_TEXT_MIDDLE ? -length / 2 : anchor == SVG_TEXT_END ? -length : 0;
}

static void end_chunk(Layout *layout)
{
    Chunk *chunk = &layout->chunk;
    double shift;

    if (svg_box_is_empty(chunk->box)) {
        return;
    }
    if (chunk->vertical) {
        shift = anchor_shift(chunk->anchor, layout->y - chunk->y);
        chunk->box.y += shift;
    } else {
        shift = anchor_shift(chunk->anchor, layout->x - chunk->x);
        chunk->box.x += shift;
    }
    layout->box = svg_box_union(layout->box, chunk->box);
    chunk->box = SVG_BOX_EMPTY;
}

static void begin_chunk(Layout *layout, const SvgStyle *style)
{
    layout->chunk =
        (Chunk){SVG_BOX_EMPTY, layout->x, layout->y, style->text_anchor, style->vertical};
    layout->n_chunks++;
}

/* The places of character `at`, of each kind the first. */
static Places take_places(Layout *layout, guint at)
{
    const GArray *all = layout->runs->places;
    Places places = {{NAN, NAN, NAN, NAN, NAN}};

    for (; layout->next_place < all->len; layout->next_place++) {
        const SvgTextPlace *place = &g_array_index(all, SvgTextPlace, layout->next_place);

        if (place->at > at) {
            break;
        }
        if (isnan(places.value[place->kind])) {
            places.value[place->kind] = place->value;
        }
    }
    return places;
}

/* Moves the pen to where character `at` goes, in a new chunk if the position is absolute. */
static void place(Layout *layout, guint at, const SvgStyle *style)
{
    Places places = take_places(layout, at);
    double x = places.value[SVG_PLACE_X], y = places.value[SVG_PLACE_Y];
    double line = places.value[SVG_PLACE_LINE];
    gboolean absolute = at == 0 || !isnan(x) || !isnan(y) || !isnan(line);

    if (absolute) {
        end_chunk(layout);
    }
    if (!isnan(line)) {
        layout->y += line;
        x = isnan(x) ? layout->line_x : x;
    }
    layout->x = isnan(x) ? layout->x : x;
    layout->y = isnan(y) ? layout->y : y;
    if (at == 0) {
        layout->line_x = layout->x;
    }
    layout->x += or_zero(places.value[SVG_PLACE_DX]);
    layout->y += or_zero(places.value[SVG_PLACE_DY]);
    if (absolute) {
        begin_chunk(layout, style);
    }
}

static void add_piece(Layout *layout, const char *text, gsize len, const SvgStyle *style)
{
    g_autofree char *piece = g_strndup(text, len);
    SvgTextExtents extents;
    double height;
    SvgBox box;

    svg_text_measure(piece, style, &extents);
    height = extents.ascent + extents.descent;
    if (layout->chunk.vertical) {
        box = (SvgBox){layout->x - height / 2, layout->y, height, extents.width};
        layout->y += extents.width;
    } else {
        box = (SvgBox){layout->x, layout->y - extents.ascent, extents.width, height};
        layout->x += extents.width;
    }
    if (style->font_size > 0) {
        layout->chunk.box = svg_box_union(layout->chunk.box, box);
    }
}

/* Characters up to the next one that has a position of its own. */
static guint piece_length(const Layout *layout, guint at, guint run_end)
{
    const GArray *all = layout->runs->places;

    if (layout->next_place >= all->len) {
        return run_end - at;
    }
    return MIN(g_array_index(all, SvgTextPlace, layout->next_place).at, run_end) - at;
}

static void lay_run(Layout *layout, const SvgTextRun *run, guint run_end)
{
    const char *text = layout->runs->text->str + run->from;

    for (guint at = run->first; at < run_end;) {
        const char *end;
        guint length;

        place(layout, at, &run->style);
        length = piece_length(layout, at, run_end);
        end = g_utf8_offset_to_pointer(text, length);
        add_piece(layout, text, (gsize)(end - text), &run->style);
        text = end;
        at += length;
    }
}

/* textLength (SVG 1.1 §10.5) on a text of one chunk: as long as it says. */
static void apply_text_length(Layout *layout, const SvgNode *text, const SvgContext *context)
{
    double length = svg_node_length(text, "textLength", SVG_AXIS_X, &context->viewport, -1);

    if (length > 0 && layout->n_chunks == 1 && !layout->chunk.vertical &&
        !svg_box_is_empty(layout->chunk.box)) {
        layout->x = layout->chunk.x + length;
        layout->chunk.box.w = length;
    }
}

static SvgBox positioned_box(const SvgTextRuns *runs, const SvgNode *text,
                             const SvgContext *context)
{
    Layout layout = {.runs = runs, .box = SVG_BOX_EMPTY};

    layout.chunk.box = SVG_BOX_EMPTY;
    for (guint i = 0; i < runs->runs->len; i++) {
        const SvgTextRun *run = &g_array_index(runs->runs, SvgTextRun, i);
        guint end = i + 1 < runs->runs->len ? g_array_index(runs->runs, SvgTextRun, i + 1).first
                                            : runs->n_chars;

        lay_run(&layout, run, end);
    }
    apply_text_length(&layout, text, context);
    end_chunk(&layout);
    return layout.box;
}

/* --- wrapped text ----------------------------------------------------------------------------- */

/* Whether some line but the first says where it is: then the wrapping is already done. */
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

/* Lines of at most `width` from the baseline point (x, y) downwards. */
static SvgBox wrapped_box(const SvgTextRuns *runs, double x, double y, double width)
{
    const SvgStyle *style = &g_array_index(runs->runs, SvgTextRun, 0).style;
    g_auto(GStrv) lines = svg_text_wrap(runs->text->str, style, width);
    SvgBox box = SVG_BOX_EMPTY;

    for (char **line = lines; *line; line++) {
        SvgTextExtents extents;

        svg_text_measure(*line, style, &extents);
        box = svg_box_union(box, (SvgBox){x + anchor_shift(style->text_anchor, extents.width),
                                          y - extents.ascent, extents.width,
                                          extents.ascent + extents.descent});
        y += svg_text_line_height(style);
    }
    return box;
}

/* Where the text begins: its own x and y. */
static double first_place(const SvgTextRuns *runs, SvgPlaceKind kind)
{
    for (guint i = 0; i < runs->places->len; i++) {
        const SvgTextPlace *at = &g_array_index(runs->places, SvgTextPlace, i);

        if (at->at == 0 && at->kind == kind) {
            return at->value;
        }
    }
    return 0;
}

static gboolean wrap_in_shape(const SvgTextRuns *runs, SvgDocument *doc, const SvgContext *context,
                              SvgBox *box)
{
    const SvgStyle *style = &context->style;
    SvgNode *shape = style->shape_inside ? svg_document_find(doc, style->shape_inside) : NULL;
    SvgBox frame = svg_text_frame_box(doc, shape, context);
    SvgTextExtents extents;
    double x;

    if (svg_box_is_empty(frame)) {
        return FALSE;
    }
    svg_text_measure("", &g_array_index(runs->runs, SvgTextRun, 0).style, &extents);
    x = frame.x - anchor_shift(style->text_anchor, frame.w);
    *box = wrapped_box(runs, x, frame.y + extents.ascent, frame.w);
    return TRUE;
}

static gboolean wrap(const SvgTextRuns *runs, SvgDocument *doc, const SvgContext *context,
                     SvgBox *box)
{
    const char *size = context->style.inline_size;
    double width;

    if (is_positioned(runs) || runs->runs->len == 0) {
        return FALSE;
    }
    if (size && svg_length_parse(size, &context->viewport, SVG_AXIS_X, &width) && width > 0) {
        *box = wrapped_box(runs, first_place(runs, SVG_PLACE_X), first_place(runs, SVG_PLACE_Y),
                           width);
        return TRUE;
    }
    return wrap_in_shape(runs, doc, context, box);
}

/* --- flowRoot --------------------------------------------------------------------------------- */

/* A shape of a flowRegion, or what a <use> in it shows. */
static SvgBox region_part(SvgDocument *doc, SvgNode *part, const SvgContext *context)
{
    const char *href;

    if (svg_node_tag(part) == SVG_TAG_USE) {
        href = svg_node_href(part);
        part = href ? svg_document_ref(doc, href) : NULL;
    }
    return svg_text_frame_box(doc, part, context);
}

static gboolean is_blank(const char *text)
{
    return text[strspn(text, " \t\n\r")] == '\0';
}

static SvgBox flow_box(SvgDocument *doc, SvgNode *flow, const SvgContext *context)
{
    g_autofree char *text = svg_node_text(flow);
    SvgBox box = SVG_BOX_EMPTY;

    for (SvgNode *child = svg_node_first_element(flow); child && !is_blank(text);
         child = svg_node_next_element(child)) {
        if (svg_node_tag(child) != SVG_TAG_FLOW_REGION) {
            continue;
        }
        for (SvgNode *part = svg_node_first_element(child); part;
             part = svg_node_next_element(part)) {
            box = svg_box_union(box, region_part(doc, part, context));
        }
    }
    return box;
}

static SvgBounds mapped(SvgBox box, const SvgContext *context)
{
    SvgUserBox user = {box.x, box.y, box.w, box.h};
    SvgBox in_document =
        svg_box_is_empty(box) ? box : svg_matrix_box_to_document(context->matrix, user);

    return (SvgBounds){in_document, in_document};
}

SvgBounds svg_text_bounds(SvgDocument *doc, SvgNode *text, const SvgContext *context)
{
    SvgTextRuns runs;
    SvgBox box;

    if (svg_node_tag(text) == SVG_TAG_FLOW_ROOT) {
        box = flow_box(doc, text, context);
        return mapped(box, context);
    }
    svg_text_runs_init(&runs, doc, text, context);
    if (is_blank(runs.text->str)) {
        box = SVG_BOX_EMPTY;
    } else if (!wrap(&runs, doc, context, &box)) {
        box = positioned_box(&runs, text, context);
    }
    box = svg_box_union(box, runs.path);
    svg_text_runs_clear(&runs);
    return mapped(box, context);
}
