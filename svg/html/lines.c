/* CSS 2.1 §9.4.2, §10.8: white space, breaks, baselines. */
#include "html/lines.h"

#include "geometry/text.h"

#include <svg/limits.h>

#include <math.h>
#include <string.h>

#define BOX_TEXT      "\xEF\xBF\xBC"
#define TOLERANCE     0.05 /* px: as wide as asked for is wide enough */
#define LONGEST_PIECE 256  /* characters of a word that may be broken anywhere */
#define X_HEIGHT      0.5  /* of the size of letters, about */

typedef struct {
    gsize from, to; /* bytes of the text */
    guint style;
    int box; /* -1: words */
} Run;

void svg_html_lines_init(SvgHtmlLines *lines)
{
    *lines = (SvgHtmlLines){
        .text = g_string_new(NULL),
        .runs = g_array_new(FALSE, FALSE, sizeof(Run)),
        .styles = g_array_new(FALSE, FALSE, sizeof(SvgHtmlStyle)),
        .boxes = g_array_new(FALSE, FALSE, sizeof(SvgHtmlItem)),
        .space = TRUE,
    };
}

void svg_html_lines_clear(SvgHtmlLines *lines)
{
    g_string_free(lines->text, TRUE);
    g_array_unref(lines->runs);
    g_array_unref(lines->styles);
    g_array_unref(lines->boxes);
}

static void empty(SvgHtmlLines *lines)
{
    g_string_truncate(lines->text, 0);
    g_array_set_size(lines->runs, 0);
    g_array_set_size(lines->styles, 0);
    g_array_set_size(lines->boxes, 0);
    lines->space = TRUE;
}

gboolean svg_html_lines_are_empty(const SvgHtmlLines *lines)
{
    return lines->text->len == 0;
}

/* --- adding ----------------------------------------------------------------------------------- */

static void add_run(SvgHtmlLines *lines, gsize from, const SvgHtmlStyle *style, int box)
{
    if (lines->text->len > from) {
        Run run = {from, lines->text->len, lines->styles->len, box};
        g_array_append_val(lines->runs, run);
        g_array_append_val(lines->styles, *style);
    }
}

static char *in_case(const char *text, SvgHtmlCase letters)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    if (letters == SVG_HTML_UPPER) {
        return g_utf8_strup(valid, -1);
    }
    if (letters == SVG_HTML_LOWER) {
        return g_utf8_strdown(valid, -1);
    }
    if (letters == SVG_HTML_AS_IS) {
        return g_steal_pointer(&valid);
    }
    GString *out = g_string_new(NULL);
    gboolean begins = TRUE;
    for (const char *at = valid; *at; at = g_utf8_next_char(at)) {
        gunichar c = g_utf8_get_char(at);
        g_string_append_unichar(out, begins ? g_unichar_totitle(c) : c);
        begins = !g_unichar_isalnum(c);
    }
    return g_string_free(out, FALSE);
}

static void add_white(SvgHtmlLines *lines, char c, const SvgHtmlStyle *style)
{
    gboolean feed = c == '\n' && style->feeds;
    if (!style->collapse || feed) {
        g_string_append_c(lines->text, feed ? '\n' : ' ');
        lines->space = feed && style->collapse;
    } else if (!lines->space) {
        g_string_append_c(lines->text, ' ');
        lines->space = TRUE;
    }
}

void svg_html_lines_add_text(SvgHtmlLines *lines, const char *text, const SvgHtmlStyle *style)
{
    g_autofree char *shown = in_case(text, style->letters);
    gsize from = lines->text->len;
    for (const char *at = shown; *at; at++) {
        gboolean begins = ((guchar)*at & 0xc0) != 0x80;
        if (begins && lines->text->len >= SVG_MAX_TEXT_BYTES) {
            break;
        }
        if (strchr(" \t\n\r\f", *at)) {
            add_white(lines, *at, style);
        } else {
            g_string_append_c(lines->text, *at);
            lines->space = FALSE;
        }
    }
    add_run(lines, from, style, -1);
}

void svg_html_lines_add_break(SvgHtmlLines *lines, const SvgHtmlStyle *style)
{
    gsize from = lines->text->len;
    g_string_append_c(lines->text, '\n');
    add_run(lines, from, style, -1);
    lines->space = TRUE;
}

void svg_html_lines_add_box(SvgHtmlLines *lines, const SvgHtmlItem *box)
{
    gsize from = lines->text->len;
    g_string_append(lines->text, BOX_TEXT);
    add_run(lines, from, &box->style, (int)lines->boxes->len);
    g_array_append_val(lines->boxes, *box);
    lines->space = FALSE;
}

/* --- measuring -------------------------------------------------------------------------------- */

static const SvgHtmlStyle *style_of(const SvgHtmlLines *lines, const Run *run)
{
    return &g_array_index(lines->styles, SvgHtmlStyle, run->style);
}

static double side(double value)
{
    return isnan(value) ? 0 : value;
}

static double width_of_run(const SvgHtmlLines *lines, const Run *run, gsize from, gsize to)
{
    SvgTextExtents extents;
    if (run->box >= 0) {
        const SvgHtmlItem *box = &g_array_index(lines->boxes, SvgHtmlItem, run->box);
        return box->size.w + side(box->style.margin[SVG_HTML_LEFT]) +
               side(box->style.margin[SVG_HTML_RIGHT]);
    }
    g_autofree char *text = g_strndup(lines->text->str + from, to - from);
    svg_text_measure(text, &style_of(lines, run)->font, &extents);
    return extents.width;
}

/* The first run that ends behind a byte. */
static guint run_at(const SvgHtmlLines *lines, gsize byte)
{
    guint low = 0, high = lines->runs->len;
    while (low < high) {
        guint middle = (low + high) / 2;
        if (g_array_index(lines->runs, Run, middle).to <= byte) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The part of a line that is in a run; FALSE behind the line. */
static gboolean part_of(const SvgHtmlLines *lines, guint index, gsize from, gsize to, Run *out)
{
    if (index >= lines->runs->len) {
        return FALSE;
    }
    *out = g_array_index(lines->runs, Run, index);
    out->from = MAX(out->from, from);
    out->to = MIN(out->to, to);
    return out->from < out->to;
}

static double width_of(const SvgHtmlLines *lines, gsize from, gsize to)
{
    double width = 0;
    Run part;
    for (guint i = run_at(lines, from); part_of(lines, i, from, to, &part); i++) {
        width += width_of_run(lines, &part, part.from, part.to);
    }
    return width;
}

/* --- breaking --------------------------------------------------------------------------------- */

static gboolean can_break_in(const SvgHtmlLines *lines, gsize byte)
{
    const char *text = lines->text->str;
    const Run *behind = &g_array_index(lines->runs, Run, run_at(lines, byte));
    const Run *before = &g_array_index(lines->runs, Run, run_at(lines, byte - 1));
    gboolean feed = text[byte - 1] == '\n';
    return feed || style_of(lines, before)->breaks ||
           (before != behind && style_of(lines, behind)->breaks);
}

/* A word may be broken there, which is measured again and again only up to here. */
static gboolean is_long(const SvgHtmlLines *lines, gsize byte, glong since)
{
    return since >= LONGEST_PIECE &&
           style_of(lines, &g_array_index(lines->runs, Run, run_at(lines, byte)))->anywhere;
}

/* Bytes before which a line may be broken, the end among them. */
static GArray *find_breaks(const SvgHtmlLines *lines)
{
    const GString *text = lines->text;
    glong n = g_utf8_strlen(text->str, (gssize)text->len), since = 0;
    g_autofree gboolean *before = g_new0(gboolean, (gsize)n + 1);
    GArray *out = g_array_new(FALSE, FALSE, sizeof(gsize));
    svg_text_breaks(text->str, text->len, before);
    gsize byte = 0;
    for (glong i = 0; i < n; i++, since++) {
        gboolean feed = byte > 0 && text->str[byte - 1] == '\n';
        if (byte > 0 &&
            (((before[i] || feed) && can_break_in(lines, byte)) || is_long(lines, byte, since))) {
            g_array_append_val(out, byte);
            since = 0;
        }
        byte = (gsize)(g_utf8_next_char(text->str + byte) - text->str);
    }
    g_array_append_val(out, text->len);
    return out;
}

static gboolean is_hanging(const SvgHtmlLines *lines, gsize byte)
{
    char c = lines->text->str[byte];
    const Run *run = &g_array_index(lines->runs, Run, run_at(lines, byte));
    return c == '\n' || (c == ' ' && style_of(lines, run)->collapse);
}

/* Without the white space at its end, which takes no room there. */
static gsize end_of_words(const SvgHtmlLines *lines, gsize from, gsize to)
{
    while (to > from && is_hanging(lines, to - 1)) {
        to--;
    }
    return to;
}

/* As much of a word as fits, one character at least. */
static gsize cut_word(const SvgHtmlLines *lines, gsize from, gsize to, double width)
{
    const char *text = lines->text->str, *start = text + from;
    glong least = 1, most = g_utf8_strlen(start, (gssize)(to - from));
    while (least < most) {
        glong middle = (least + most + 1) / 2;
        gsize end = (gsize)(g_utf8_offset_to_pointer(start, middle) - text);
        if (width_of(lines, from, end) > width + TOLERANCE) {
            most = middle - 1;
        } else {
            least = middle;
        }
    }
    return (gsize)(g_utf8_offset_to_pointer(start, least) - text);
}

typedef struct {
    gsize from, to; /* words */
    gsize next;     /* where the next line begins */
} Line;

/* The line from a byte on; *at is the first break behind it. */
static Line next_line(const SvgHtmlLines *lines, const GArray *breaks, guint *at, gsize from,
                      double width)
{
    const char *text = lines->text->str;
    Line line = {from, from, from};
    double used = 0;
    for (; *at < breaks->len; (*at)++) {
        gsize end = g_array_index(breaks, gsize, *at);
        gsize words = end_of_words(lines, line.next, end);
        double more = width_of(lines, line.next, words);
        if (line.next > from && used + more > width + TOLERANCE) {
            break;
        }
        const Run *run = &g_array_index(lines->runs, Run, run_at(lines, line.next));
        if (line.next == from && more > width + TOLERANCE && style_of(lines, run)->anywhere) {
            gsize cut = cut_word(lines, from, words, width);
            if (cut < words) {
                line.to = line.next = cut;
                return line;
            }
        }
        used += more + width_of(lines, words, end);
        line.to = MAX(words, from);
        line.next = end;
        if (text[end - 1] == '\n') {
            (*at)++;
            break;
        }
    }
    return line;
}

/* --- placing ---------------------------------------------------------------------------------- */

/* How far a line reaches from its baseline. */
typedef struct {
    double above, below, top; /* `top`: of boxes that only have to fit in */
} Reach;

static void reach_out(Reach *reach, double above, double below)
{
    reach->above = MAX(reach->above, above);
    reach->below = MAX(reach->below, below);
}

static void reach_of_letters(Reach *reach, const SvgHtmlStyle *style)
{
    SvgTextExtents extents;
    svg_text_measure("", &style->font, &extents);
    double content = extents.ascent + extents.descent;
    double height = style->font.line_height < 0 ? content : style->font.line_height;
    double above = extents.ascent + (height - content) / 2;
    reach_out(reach, above + style->rise, height - above - style->rise);
}

static double outer_height(const SvgHtmlItem *box)
{
    return box->size.h + side(box->style.margin[SVG_HTML_ABOVE]) +
           side(box->style.margin[SVG_HTML_BELOW]);
}

/* From above its margin to its baseline. */
static double baseline_of(const SvgHtmlItem *box)
{
    double height = outer_height(box);
    if (box->style.vertical == SVG_HTML_MIDDLE) {
        return height / 2 + X_HEIGHT * box->style.font.font_size / 2;
    }
    return isnan(box->size.baseline) ? height
                                     : side(box->style.margin[SVG_HTML_ABOVE]) + box->size.baseline;
}

static gboolean is_at_edge(const SvgHtmlItem *box)
{
    return box->style.vertical == SVG_HTML_TOP || box->style.vertical == SVG_HTML_BOTTOM;
}

static Reach reach_of(const SvgHtmlLines *lines, const Line *line, const SvgHtmlStyle *style)
{
    Reach reach = {-INFINITY, -INFINITY, 0};
    Run part;
    reach_of_letters(&reach, style);
    for (guint i = run_at(lines, line->from); part_of(lines, i, line->from, line->to, &part); i++) {
        if (part.box < 0) {
            reach_of_letters(&reach, style_of(lines, &part));
            continue;
        }
        const SvgHtmlItem *box = &g_array_index(lines->boxes, SvgHtmlItem, part.box);
        if (is_at_edge(box)) {
            reach.top = MAX(reach.top, outer_height(box));
        } else {
            reach_out(&reach, baseline_of(box), outer_height(box) - baseline_of(box));
        }
    }
    reach.below = MAX(reach.below, reach.top - reach.above);
    return reach;
}

static void place_box(SvgHtmlLayout *layout, const SvgHtmlItem *box, double x, double baseline,
                      const Reach *reach)
{
    double top = box->style.vertical == SVG_HTML_TOP ? baseline - reach->above
                 : box->style.vertical == SVG_HTML_BOTTOM
                     ? baseline + reach->below - outer_height(box)
                     : baseline - baseline_of(box);
    svg_html_shift(layout, box->from, box->to, x + side(box->style.margin[SVG_HTML_LEFT]),
                   top + side(box->style.margin[SVG_HTML_ABOVE]));
}

static void place_words(SvgHtmlLayout *layout, const SvgHtmlLines *lines, const Run *part, double x,
                        double baseline, double width)
{
    const SvgHtmlStyle *style = style_of(lines, part);
    SvgTextExtents extents;
    svg_text_measure("", &style->font, &extents);
    double y = baseline - style->rise;
    if (style->behind.alpha > 0) {
        svg_html_fill(layout, x, y - extents.ascent, width, extents.ascent + extents.descent,
                      style->behind);
    }
    svg_html_text(layout, x, y, style,
                  g_strndup(lines->text->str + part->from, part->to - part->from));
}

static double aligned(const SvgHtmlStyle *style, double width, double used)
{
    SvgTextAlign align = style->font.text_align;
    gboolean end = align == SVG_ALIGN_END || (style->font.rtl && align == SVG_ALIGN_START);
    double room = isfinite(width) ? MAX(width - used, 0) : 0;
    return align == SVG_ALIGN_CENTER ? room / 2 : end ? room : 0;
}

static void place_line(SvgHtmlLayout *layout, const SvgHtmlLines *lines, const Line *line, double x,
                       double baseline, const Reach *reach)
{
    Run part;
    for (guint i = run_at(lines, line->from); part_of(lines, i, line->from, line->to, &part); i++) {
        double width = width_of_run(lines, &part, part.from, part.to);
        if (part.box >= 0) {
            place_box(layout, &g_array_index(lines->boxes, SvgHtmlItem, part.box), x, baseline,
                      reach);
        } else {
            place_words(layout, lines, &part, x, baseline, width);
        }
        x += width;
    }
}

SvgHtmlSize svg_html_lines_place(SvgHtmlLines *lines, SvgHtmlLayout *layout,
                                 const SvgHtmlStyle *style, double x, double y, double width)
{
    g_autoptr(GArray) breaks = find_breaks(lines);
    SvgHtmlSize size = {0, 0, NAN};
    guint at = 0;
    for (gsize from = 0; from < lines->text->len;) {
        Line line = next_line(lines, breaks, &at, from, width);
        Reach reach = reach_of(lines, &line, style);
        double used = width_of(lines, line.from, line.to);
        if (layout->mode == SVG_HTML_FINAL) {
            place_line(layout, lines, &line, x + aligned(style, width, used),
                       y + size.h + reach.above, &reach);
        }
        size.baseline = isnan(size.baseline) ? reach.above : size.baseline;
        size.w = MAX(size.w, used);
        size.h += reach.above + reach.below;
        from = line.next;
    }
    empty(lines);
    return size;
}
