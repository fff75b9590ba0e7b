/* Words of a line that has spans: only those pieces are written in which old and new words differ.
 */
#include "edit/spans.h"

#include "document/run.h"
#include "shape/words.h"

#include <string.h>

#define WHITE " \t\r\n"

/* A piece between two tags. */
typedef struct {
    SvgNode *text;
    gsize start, end; /* of its words in those of the line */
} Span;

typedef struct {
    GArray *spans;  /* Span */
    GString *words; /* of the line, white space collapsed */
    gboolean plain; /* all can be written piece by piece */
} Line;

static void add_span(Line *line, SvgNode *text)
{
    g_autofree char *words = svg_words_collapse(text->text);
    gboolean blank = !*words;
    if (line->words->len && (blank || strchr(WHITE, text->text[0])) &&
        line->words->str[line->words->len - 1] != ' ') {
        g_string_append_c(line->words, ' ');
    }
    if (!blank) {
        Span span = {text, line->words->len, line->words->len + strlen(words)};
        g_string_append(line->words, words);
        g_array_append_val(line->spans, span);
        line->plain &= svg_run_is_plain(text);
        if (strchr(WHITE, text->text[strlen(text->text) - 1])) {
            g_string_append_c(line->words, ' ');
        }
    }
}

/* What has a place of its own would stay there. */
static gboolean is_placed(const SvgNode *node)
{
    return svg_node_attr(node, "x") || svg_node_attr(node, "y") ||
           svg_node_tag(node) == SVG_TAG_TEXT_PATH;
}

/* From one text node to another; NULL: from the first, to the last. */
static void read_part(SvgNode *top, const SvgNode *first, const SvgNode *last, Line *line)
{
    gboolean skip = FALSE, in = !first, over = FALSE;
    *line = (Line){g_array_new(FALSE, FALSE, sizeof(Span)), g_string_new(NULL), TRUE};
    for (SvgNode *at = top; at && !over; at = svg_node_walk(top, at, skip)) {
        in |= at == first;
        over = last && at == last;
        skip = at->name && svg_node_is(at, SVG_TAG_IS_REMARK);
        if (in && !at->name && at->text && *at->text) {
            add_span(line, at);
        }
        line->plain &= !in || !at->name || at == top || skip || !is_placed(at);
    }
    while (line->words->len && line->words->str[line->words->len - 1] == ' ') {
        g_string_truncate(line->words, line->words->len - 1);
    }
}

static void read_line(SvgNode *top, Line *line)
{
    read_part(top, NULL, NULL, line);
}

static void line_clear(Line *line)
{
    g_array_unref(line->spans);
    g_string_free(line->words, TRUE);
}

char *svg_spans_read(SvgNode *line)
{
    Line read;
    read_line(line, &read);
    g_autofree char *words = g_strdup(read.words->str);
    line_clear(&read);
    return g_steal_pointer(&words);
}

static const Span *span_at(const Line *line, guint i)
{
    return &g_array_index(line->spans, Span, i);
}

/* Between words, or between spans. */
static gboolean is_border(const Line *line, gsize at)
{
    const char *words = line->words->str;
    gboolean border = at == 0 || at == line->words->len || words[at] == ' ' || words[at - 1] == ' ';
    for (guint i = 0; !border && i < line->spans->len; i++) {
        border = span_at(line, i)->start == at;
    }
    return border;
}

/* What differs: [from, to) of the old words, and of the new ones up to `left` before their end. */
static void find_change(const Line *line, const char *new, gsize *from, gsize *left)
{
    const char *old = line->words->str;
    gsize n = line->words->len, m = strlen(new), least = MIN(n, m), start = 0, end = 0;
    while (start < least && old[start] == new[start]) {
        start++;
    }
    while (start > 0 && !is_border(line, start)) {
        start--;
    }
    while (end < least - start && old[n - 1 - end] == new[m - 1 - end]) {
        end++;
    }
    while (end > 0 && !is_border(line, n - end)) {
        end--;
    }
    *from = start;
    *left = end;
}

/* The first span that the change touches; of what is only put in, the one before it. */
static guint first_span(const Line *line, gsize from, gsize to)
{
    guint before = 0;
    for (guint i = 0; i < line->spans->len; i++) {
        const Span *span = span_at(line, i);
        if (span->start < to && span->end > from) {
            return i;
        }
        before = span->end <= from ? i : before;
    }
    return before;
}

static void write_spans(SvgEdit *edit, const Line *line, const char *new, gsize from, gsize left)
{
    gsize to = line->words->len - left, middle = strlen(new) - left - from;
    guint first = first_span(line, from, to);
    for (guint i = first; i < line->spans->len; i++) {
        const Span *span = span_at(line, i);
        g_autoptr(GString) words = g_string_new(NULL);
        if (i > first && span->start >= to) {
            break;
        }
        if (i == first) {
            gsize kept = CLAMP(from, span->start, MAX(span->end, from)) - span->start;
            g_string_append_len(words, line->words->str + span->start, (gssize)kept);
            g_string_append_len(words, new + from, (gssize)middle);
        }
        if (span->end > to && to >= span->start) {
            g_string_append_len(words, line->words->str + to, (gssize)(span->end - to));
        }
        svg_run_replace(edit->doc, span->text, words->str);
    }
}

/* FALSE where nothing of the words stays. */
static gboolean replace_in(SvgEdit *edit, const Line *old, const char *words)
{
    gsize from = 0, left = 0;
    g_autofree char *new = svg_words_collapse(words);
    if (old->spans->len > 1 && old->plain && *new) {
        find_change(old, new, &from, &left);
    }
    gboolean some = from + left > 0;
    if (some) {
        write_spans(edit, old, new, from, left);
    }
    return some;
}

gboolean svg_spans_replace(SvgEdit *edit, SvgNode *line, const char *words)
{
    Line old;
    read_line(line, &old);
    gboolean some = replace_in(edit, &old, words);
    line_clear(&old);
    return some;
}

/* --- some of a text --------------------------------------------------------------------------- */

gboolean svg_spans_replace_from(SvgEdit *edit, SvgNode *top, const SvgNode *first,
                                const SvgNode *last, const char *words)
{
    Line old;
    read_part(top, first, last, &old);
    gboolean some = replace_in(edit, &old, words);
    line_clear(&old);
    return some;
}

char *svg_spans_with(SvgNode *top, const GPtrArray *runs, guint span, const char *words)
{
    Line line;
    g_autofree char *new = svg_words_collapse(words);
    GString *out = g_string_new(NULL);
    read_part(top, runs->pdata[0], runs->pdata[runs->len - 1], &line);
    const Span *at = span < line.spans->len ? span_at(&line, span) : NULL;
    g_string_append_len(out, line.words->str, at ? (gssize)at->start : -1);
    g_string_append(out, at ? new : "");
    g_string_append(out, at ? line.words->str + at->end : "");
    line_clear(&line);
    g_autofree char *said = g_string_free(out, FALSE);
    return svg_words_collapse(said);
}
