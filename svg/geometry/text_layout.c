/* Lays the characters of a <text> out (SVG 1.1 §10): chunks, anchors, lines. */
#include "geometry/text_layout.h"

#include "geometry/text_path.h"
#include "geometry/text_shape.h"

#include <math.h>
#include <string.h>

typedef struct {
    SvgDocument *doc;
    const SvgTextRuns *runs;
    const SvgContext *context;
    GArray *placed;    /* SvgTextPlaced, of this chunk */
    SvgBounds *bounds; /* of each run, in document space; no stroke yet */
    gboolean upright;  /* axis-parallel boxes stay so */
    guint next_place, next_line;
    SvgUserPoint pen;
    SvgUserPoint chunk; /* where it began */
    double line_x, line_y;
    SvgTextAnchor anchor;
    int line_anchor; /* as SvgTextLine.anchor */
    gboolean vertical, rtl;
    int path;
    double slack; /* at the end of the chunk, which isn't anchored */
    guint n_chunks;
    gboolean differs;        /* the other rules would anchor a chunk elsewhere */
    double spacing, stretch; /* to come to textLength */
    gboolean fitted;         /* to textLength */
    double gap;              /* added to each space of the line */
    gboolean hangs;          /* what comes takes no room */
} Layout;

/* What the places at one character say; NAN where nothing. */
typedef struct {
    double value[SVG_PLACE_COUNT];
} Places;

static double or_zero(double value)
{
    return isnan(value) ? 0 : value;
}

/* --- the end of a chunk ----------------------------------------------------------------------- */

static double chunk_length(const Layout *layout)
{
    return layout->vertical ? layout->pen.y - layout->chunk.y : layout->pen.x - layout->chunk.x;
}

static double anchor_shift(const Layout *layout)
{
    double length = chunk_length(layout) - layout->slack;
    SvgTextAnchor anchor = layout->anchor;

    if (anchor == SVG_TEXT_MIDDLE) {
        return -length / 2;
    }
    return (anchor == SVG_TEXT_END) != layout->rtl ? -length : 0;
}

static SvgBox box_in_document(SvgMatrix matrix, SvgUserBox box)
{
    return box.w < 0 ? SVG_BOX_EMPTY : svg_matrix_box_to_document(matrix, box);
}

static void put(Layout *layout, const SvgTextPlaced *placed, SvgMatrix matrix)
{
    SvgBounds *sum = &layout->bounds[placed->run];

    sum->geometric = svg_box_union(sum->geometric, box_in_document(matrix, placed->em));
    sum->visual = svg_box_union(sum->visual, box_in_document(matrix, placed->ink));
}

static void put_straight(Layout *layout, SvgTextPlaced *placed, double shift)
{
    double dx = layout->vertical ? 0 : shift, dy = layout->vertical ? shift : 0;
    SvgMatrix matrix = layout->context->matrix;

    if (placed->rotate != 0) {
        matrix = svg_matrix_multiply(
            matrix, svg_matrix_rotation(placed->rotate, placed->pen.x + dx, placed->pen.y + dy));
    }
    placed->em.x += dx;
    placed->em.y += dy;
    placed->ink.x += dx;
    placed->ink.y += dy;
    put(layout, placed, matrix);
}

/* Each glyph stands on the point of the path that its middle comes to: SVG 1.1 §10.13.3. */
static void put_along(Layout *layout, const SvgTextPlaced *placed, const SvgTextTrack *track,
                      double shift)
{
    double middle = placed->advance / 2;
    double at = track->offset + placed->pen.x - layout->chunk.x + shift + middle;
    SvgMatrix there;

    if (svg_text_track_matrix(track, at, &there)) {
        there = svg_matrix_multiply(
            there, svg_matrix_translation(-placed->pen.x - middle, -layout->chunk.y));
        if (placed->rotate != 0) {
            there = svg_matrix_multiply(
                there, svg_matrix_rotation(placed->rotate, placed->pen.x, placed->pen.y));
        }
        put(layout, placed, svg_matrix_multiply(layout->context->matrix, there));
    }
}

static void end_chunk(Layout *layout)
{
    double shift = anchor_shift(layout);
    gboolean is_anchored = layout->anchor != SVG_TEXT_START || layout->rtl;
    g_autoptr(SvgTextTrack) track = NULL;

    if (layout->path >= 0 && layout->placed->len) {
        track = svg_text_track_new(layout->doc,
                                   &g_array_index(layout->runs->paths, SvgTextPath, layout->path),
                                   layout->context);
    }
    layout->differs = layout->differs || (is_anchored && (layout->slack != 0 || layout->fitted));
    for (guint i = 0; i < layout->placed->len; i++) {
        SvgTextPlaced *placed = &g_array_index(layout->placed, SvgTextPlaced, i);

        if (track) {
            put_along(layout, placed, track, shift);
        } else if (layout->path < 0) {
            put_straight(layout, placed, shift);
        }
    }
    g_array_set_size(layout->placed, 0);
}

/* --- where characters go ---------------------------------------------------------------------- */

static void begin_chunk(Layout *layout, const SvgTextRun *run, gboolean begins_line)
{
    const SvgStyle *style = svg_text_style(layout->runs, run->span);
    SvgTextAnchor anchor =
        layout->line_anchor >= 0 ? (SvgTextAnchor)layout->line_anchor : style->text_anchor;

    if (begins_line || layout->runs->rules == SVG_TEXT_STANDARD) {
        layout->anchor = anchor;
    }
    layout->differs = layout->differs || layout->anchor != anchor;
    layout->chunk = layout->pen;
    layout->vertical = style->vertical;
    layout->rtl = style->rtl;
    layout->path = run->path;
    layout->slack = 0;
    layout->n_chunks++;
}

/* The places of character `at`, of each kind the first. */
static Places take_places(Layout *layout, guint at)
{
    const GArray *all = layout->runs->places;
    Places places;

    for (guint kind = 0; kind < SVG_PLACE_COUNT; kind++) {
        places.value[kind] = NAN;
    }

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

/* Goes to the line that begins with character `at`. Whether one does. */
static gboolean take_lines(Layout *layout, guint at)
{
    const GArray *lines = layout->runs->lines;
    guint first = layout->next_line;

    for (; layout->next_line < lines->len; layout->next_line++) {
        const SvgTextLine *line = &g_array_index(lines, SvgTextLine, layout->next_line);

        if (line->first > at) {
            break;
        }
        if (layout->next_line > 0) {
            layout->line_y += line[-1].descent + line->ascent;
        }
        layout->line_y = isnan(line->y) ? layout->line_y : line->y;
        layout->pen.x = isnan(line->x) ? layout->line_x : line->x;
        layout->pen.y = layout->line_y;
        layout->gap = line->gap;
        layout->line_anchor = line->anchor;
    }
    return layout->next_line > first && (first > 0 || at == 0);
}

/* What a line says of its place makes no difference if it stands there anyway. */
static gboolean is_elsewhere(const Places *places, SvgUserPoint pen)
{
    const double close = 1e-3;
    double x = places->value[SVG_PLACE_CLAIMED_X], y = places->value[SVG_PLACE_CLAIMED_Y];

    return (!isnan(x) && fabs(x - pen.x) > close) || (!isnan(y) && fabs(y - pen.y) > close);
}

/* Moves the pen to where character `at` goes, in a new chunk if the position is absolute. Its
 * angle.
 */
static double place(Layout *layout, guint at, const SvgTextRun *run)
{
    Places places = take_places(layout, at);
    double x = places.value[SVG_PLACE_X], y = places.value[SVG_PLACE_Y];
    gboolean begins_line = FALSE, on_path = run->path >= 0;

    if (at == 0 || (on_path ? run->path != layout->path : !isnan(x) || !isnan(y)) ||
        (layout->next_line < layout->runs->lines->len &&
         g_array_index(layout->runs->lines, SvgTextLine, layout->next_line).first <= at)) {
        end_chunk(layout);
        begins_line = take_lines(layout, at) || at == 0;
        if (!on_path) {
            layout->pen.x = isnan(x) ? layout->pen.x : x;
            layout->pen.y = isnan(y) ? layout->pen.y : y;
        }
        if (at == 0) {
            layout->line_x = layout->pen.x;
        }
        layout->differs = layout->differs || is_elsewhere(&places, layout->pen);
        layout->line_y = begins_line ? layout->pen.y : layout->line_y;
        begin_chunk(layout, run, begins_line);
    }
    layout->hangs = !isnan(places.value[SVG_PLACE_HANG]);
    layout->pen.x += or_zero(places.value[SVG_PLACE_DX]);
    layout->pen.y += or_zero(places.value[SVG_PLACE_DY]);
    return or_zero(places.value[SVG_PLACE_ROTATE]);
}

static const SvgStyle *style_of_run(const SvgTextRuns *runs, guint index)
{
    return svg_text_style(runs, g_array_index(runs->runs, SvgTextRun, index).span);
}

/* --- glyphs ----------------------------------------------------------------------------------- */

static SvgUserBox ink_box(SvgUserPoint at, SvgInk ink, double x_scale, double y_scale)
{
    if (ink.left > ink.right) {
        return (SvgUserBox){0, 0, -1, -1};
    }
    return (SvgUserBox){at.x + ink.left * x_scale, at.y + ink.top * y_scale,
                        (ink.right - ink.left) * x_scale, (ink.bottom - ink.top) * y_scale};
}

/* Lines that go down show letters on their side, with the middle of the em box on the line. */
static void place_sideways(const Layout *layout, const SvgTextRun *run, double size,
                           const SvgFontMetrics *metrics, SvgInk ink, SvgTextPlaced *out)
{
    double height = (metrics->ascent + metrics->descent) * size;
    SvgUserPoint base = {layout->pen.x - (metrics->em_ascent - 0.5) * size + run->shift,
                         layout->pen.y};
    SvgInk turned = {-ink.bottom, ink.left, -ink.top, ink.right};

    if (ink.left > ink.right) {
        turned = ink;
    }
    out->em = (SvgUserBox){layout->pen.x - height / 2, base.y, height, out->advance};
    out->ink = ink_box(base, turned, size, size * layout->stretch);
}

static void place_glyphs(Layout *layout, guint run_index, const SvgFontMetrics *metrics, SvgInk ink,
                         double advance, double rotate)
{
    const SvgTextRun *run = &g_array_index(layout->runs->runs, SvgTextRun, run_index);
    const SvgStyle *style = svg_text_style(layout->runs, run->span);
    double size = style->font_size;
    SvgTextPlaced placed = {run_index, layout->pen,    advance,
                            rotate,    {0, 0, -1, -1}, {0, 0, -1, -1}};

    if (layout->vertical) {
        place_sideways(layout, run, size, metrics, ink, &placed);
    } else {
        placed.pen.y += svg_baseline_drop(style, metrics, layout->runs->rules) * size - run->shift;
        placed.em = (SvgUserBox){placed.pen.x, placed.pen.y - metrics->ascent * size, advance,
                                 (metrics->ascent + metrics->descent) * size};
        placed.ink = ink_box(placed.pen, ink, size * layout->stretch, size);
    }
    if (size <= 0 || advance < 0 || layout->hangs) {
        placed.em.w = -1;
    }
    g_array_append_val(layout->placed, placed);
    *(layout->vertical ? &layout->pen.y : &layout->pen.x) += advance;
}

static gboolean ends_cluster(const SvgTextShape *shape, guint glyph)
{
    const SvgGlyph *at = &shape->glyphs[glyph];

    return (glyph + 1 == shape->n_glyphs || at[1].at != at->at) &&
           !g_unichar_iszerowidth(g_utf8_get_char(shape->text + at->at));
}

/* Letter and word spacing behind a cluster that begins with `c` (CSS 2.1 §16.4). */
static double spacing_behind(const Layout *layout, const SvgStyle *style, char c)
{
    return style->letter_spacing + (c == ' ' ? style->word_spacing + layout->gap : 0);
}

static gboolean is_simple(const Layout *layout, const SvgStyle *style, double rotate)
{
    return layout->upright && rotate == 0 && !layout->vertical && layout->path < 0 &&
           style->letter_spacing == 0 && style->word_spacing == 0 && layout->spacing == 0 &&
           layout->gap == 0;
}

/* What Inkscape doesn't count when it anchors a chunk. */
static double slack_behind(const Layout *layout, const SvgTextShape *shape, const SvgStyle *style)
{
    const SvgGlyph *last = shape->n_glyphs ? &shape->glyphs[shape->n_glyphs - 1] : NULL;
    double slack = style->letter_spacing;

    if (layout->runs->rules == SVG_TEXT_STANDARD || !last) {
        return 0;
    }
    if (shape->text[last->at] == ' ') {
        slack += last->advance * style->font_size;
    }
    return slack;
}

/* Glyph by glyph. */
static void lay_glyphs(Layout *layout, guint run_index, const SvgTextShape *shape, double rotate)
{
    const SvgStyle *style = style_of_run(layout->runs, run_index);
    double scale = style->font_size * layout->stretch;
    double *pen = layout->vertical ? &layout->pen.y : &layout->pen.x;

    for (guint i = 0; i < shape->n_glyphs; i++) {
        const SvgGlyph *glyph = &shape->glyphs[i];
        gboolean ends = ends_cluster(shape, i);
        double behind = ends ? spacing_behind(layout, style, shape->text[glyph->at]) : 0;

        place_glyphs(layout, run_index, &shape->metrics, glyph->ink,
                     glyph->advance * scale + behind, rotate);
        *pen += ends ? layout->spacing : 0;
    }
}

static void lay_piece(Layout *layout, guint run_index, const SvgTextShape *shape, double rotate)
{
    const SvgStyle *style = style_of_run(layout->runs, run_index);

    layout->differs = layout->differs || style->dominant_baseline != SVG_BASELINE_ALPHABETIC ||
                      style->alignment_baseline != SVG_BASELINE_ALPHABETIC;
    if (is_simple(layout, style, rotate)) {
        place_glyphs(layout, run_index, &shape->metrics, shape->ink,
                     shape->advance * style->font_size * layout->stretch, 0);
    } else {
        lay_glyphs(layout, run_index, shape, rotate);
    }
    layout->slack = slack_behind(layout, shape, style);
}

/* --- the whole -------------------------------------------------------------------------------- */

/* Characters up to the next one that has a position of its own. */
static guint piece_length(const Layout *layout, guint at, guint run_end)
{
    const GArray *places = layout->runs->places, *lines = layout->runs->lines;
    guint end = run_end;

    if (layout->next_place < places->len) {
        end = MIN(end, g_array_index(places, SvgTextPlace, layout->next_place).at);
    }
    if (layout->next_line < lines->len) {
        end = MIN(end, g_array_index(lines, SvgTextLine, layout->next_line).first);
    }
    return MAX(end, at + 1) - at;
}

static void lay_run(Layout *layout, guint index)
{
    const SvgTextRun *run = &g_array_index(layout->runs->runs, SvgTextRun, index);
    guint end = svg_text_run_end(layout->runs, index);
    const char *start = layout->runs->text->str + run->from, *text = start;
    const SvgStyle *style = style_of_run(layout->runs, index);
    /* Wrapping has measured it already. */
    g_autoptr(SvgTextShape) whole =
        layout->runs->wrapped ? svg_text_shape(start, run->to - run->from, style) : NULL;

    for (guint at = run->first; at < end;) {
        double rotate = place(layout, at, run);
        guint length = piece_length(layout, at, end);
        const char *stop = g_utf8_offset_to_pointer(text, length);
        gsize len = (gsize)(stop - text);
        g_autoptr(SvgTextShape) shape =
            whole ? svg_text_shape_part(whole, (gsize)(text - start), len, style)
                  : svg_text_shape(text, len, style);

        lay_piece(layout, index, shape, rotate);
        text = stop;
        at += length;
    }
}

static void lay_all(Layout *layout)
{
    for (guint i = 0; i < layout->runs->runs->len; i++) {
        layout->bounds[i] = SVG_BOUNDS_EMPTY;
    }
    layout->next_place = layout->next_line = layout->n_chunks = 0;
    layout->pen = layout->chunk = (SvgUserPoint){0, 0};
    layout->path = -1;
    layout->line_anchor = -1;
    layout->slack = layout->gap = 0;
    for (guint i = 0; i < layout->runs->runs->len; i++) {
        lay_run(layout, i);
    }
}

/* textLength (SVG 1.1 §10.5) on a text of one chunk: as long as it says, by space between letters
 * or by stretched letters. */
static void fit_length(Layout *layout, const SvgNode *text)
{
    double wanted =
        svg_node_coordinate(text, SVG_ATTR_TEXT_LENGTH, SVG_AXIS_X, &layout->context->viewport, -1);
    const char *adjust;
    double length = chunk_length(layout);

    if (wanted <= 0 || layout->n_chunks != 1 || length <= 0) {
        return;
    }
    adjust = svg_node_attr(text, "lengthAdjust");
    g_array_set_size(layout->placed, 0);
    layout->fitted = TRUE;
    if (adjust && strcmp(adjust, "spacingAndGlyphs") == 0) {
        layout->stretch = wanted / length;
    } else if (layout->runs->n_chars > 1) {
        layout->spacing = (wanted - length) / (layout->runs->n_chars - 1);
    }
    lay_all(layout);
    /* Inkscape counts the space behind the last letter here. */
    layout->slack = layout->runs->rules == SVG_TEXT_STANDARD ? chunk_length(layout) - wanted : 0;
}

gboolean svg_text_lay_out(const SvgTextRuns *runs, SvgDocument *doc, const SvgNode *text,
                          const SvgContext *context, GArray *placed, GArray *bounds)
{
    SvgMatrix m = context->matrix;
    Layout layout = {
        .doc = doc,
        .runs = runs,
        .context = context,
        .placed = placed,
        .upright = (m.b == 0 && m.c == 0) || (m.a == 0 && m.d == 0),
        .stretch = 1,
    };

    g_array_set_size(placed, 0);
    g_array_set_size(bounds, runs->runs->len);
    layout.bounds = (SvgBounds *)bounds->data;
    lay_all(&layout);
    fit_length(&layout, text);
    end_chunk(&layout);
    return layout.differs;
}
