/* What parts are written with. */
#include "prompt/part.h"

#include "base/json.h"
#include "view/form.h"

#include <fairy/limits.h>
#include <fairy/memory.h>
#include <fairy/tokens.h>

#include <string.h>

#define MOST_IDS 50 /* in a line */

/* --- values ----------------------------------------------------------------------------------- */

void fairy_part_value(GString *out, const char *heading, const char *value)
{
    const char *begin = value && *value == '\n' ? value + 1 : value;
    if (begin && *begin && !g_str_equal(begin, "[]")) {
        gboolean lines = begin != value || strchr(begin, '\n');
        gboolean ended = g_str_has_suffix(begin, "\n");
        g_string_append_printf(out, "%s:%s%s%s", heading, lines ? "\n" : " ", begin,
                               ended ? "" : "\n");
    }
}

/* [a,b]; the caller's. */
static char *list_of(const GPtrArray *values)
{
    GString *list = g_string_new("[");
    for (guint i = 0; i < values->len; i++) {
        g_string_append_printf(list, "%s%s", i > 0 ? "," : "", (const char *)values->pdata[i]);
    }
    g_string_append_c(list, ']');
    return g_string_free(list, FALSE);
}

void fairy_part_json(GString *out, const char *heading, const GPtrArray *values)
{
    g_autofree char *list = list_of(values);
    if (fairy_tokens(list, strlen(list)) <= FAIRY_PART_TOKENS) {
        fairy_part_value(out, heading, list);
        return;
    }
    FairyPartLines lines = {.out = out, .heading = heading};
    for (guint i = 0; i < values->len; i++) {
        fairy_part_line(&lines, g_strdup(values->pdata[i]));
    }
    fairy_part_lines_end(&lines);
}

/* --- lines ------------------------------------------------------------------------------------ */

/* The first line is told however long it is: what it says is limited by who says it. */
void fairy_part_line(FairyPartLines *lines, char *line)
{
    lines->tokens += fairy_tokens(line, strlen(line)) + 1;
    if (lines->n > 0 && lines->tokens > (lines->most ? lines->most : FAIRY_PART_TOKENS)) {
        lines->left_out++;
    } else {
        g_string_append_printf(lines->out, "%s%s%s\n", lines->n == 0 ? lines->heading : "",
                               lines->n == 0 ? ":\n" : "", line);
        lines->n++;
    }
    g_free(line);
}

void fairy_part_lines_end(FairyPartLines *lines)
{
    if (lines->left_out > 0) {
        g_string_append_printf(lines->out, "and %u more\n", lines->left_out);
    }
}

/* --- words ------------------------------------------------------------------------------------ */

char *fairy_part_quoted(const char *words)
{
    GString *out = g_string_new(NULL);
    fairy_json_string(out, words);
    return g_string_free(out, FALSE);
}

gboolean fairy_part_has_area(SvgBox box)
{
    return box.w > 0 && box.h > 0;
}

char *fairy_part_box(const FairyWriting *writing, SvgBox box)
{
    FairyBox shown = fairy_coords_round_box(writing->options->coords, box);
    const double numbers[] = {shown.x, shown.y, shown.w, shown.h};
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < G_N_ELEMENTS(numbers); i++) {
        g_string_append(out, i > 0 ? "," : "");
        fairy_json_number(out, numbers[i]);
    }
    return g_string_free(out, FALSE);
}

char *fairy_part_ids(const FairyWriting *writing, const char *const *ids)
{
    GString *out = g_string_new(NULL);
    guint n = 0;
    for (; ids && *ids; ids++) {
        if (svg_document_has_id(writing->options->doc, *ids) && n++ < MOST_IDS) {
            g_string_append(out, out->len ? " " : "");
            fairy_form_lines.id(out, *ids);
        }
    }
    if (n > MOST_IDS) {
        g_string_append_printf(out, " and %u more", n - MOST_IDS);
    }
    return g_string_free(out, n == 0);
}

/* The letters of Latin, with their accents, are below U+0250 and from U+1E00 to U+1EFF. */
static gboolean is_foreign_letter(gunichar c)
{
    return g_unichar_isalpha(c) && c >= 0x250 && (c < 0x1E00 || c > 0x1EFF);
}

static gboolean is_automatic(const char *words)
{
    return !words || g_str_has_prefix(words, FAIRY_MEMORY_AUTOMATIC);
}

static const char *words_in(const FairyMessage *message)
{
    gboolean some = message->role == FAIRY_ROLE_USER && message->content->len > 0;
    return some ? ((const FairyContentPart *)message->content->pdata[0])->text : NULL;
}

/* Of this request; of one that goes on by itself, what it goes on with. */
static const char *words_of(const FairyWriting *writing)
{
    const char *words = writing->options->words;
    const GPtrArray *history = writing->options->history;
    for (guint i = history ? history->len : 0; i > 0 && is_automatic(words); i--) {
        words = words_in(history->pdata[i - 1]);
    }
    return words ? words : "";
}

/* What is quoted is a name, or what is to be written: a box "Filter" is no filter. */
#define QUOTED "\"[^\"]*\"(*SKIP)(*FAIL)|“[^”]*”(*SKIP)(*FAIL)|„[^“]*“(*SKIP)(*FAIL)|"

gboolean fairy_part_words_want(const char *words, const char *beginnings)
{
    g_autofree char *pattern = g_strdup_printf(QUOTED "(?<!\\pL)(?:%s)", beginnings);
    return g_regex_match_simple(pattern, words, G_REGEX_CASELESS, 0);
}

gboolean fairy_part_is_said(const FairyMessage *message)
{
    return !is_automatic(words_in(message));
}

gboolean fairy_part_wants(const FairyWriting *writing, const char *beginnings)
{
    return fairy_part_words_want(words_of(writing), beginnings);
}

gboolean fairy_part_may_want(const FairyWriting *writing, const char *beginnings)
{
    for (const char *p = words_of(writing); *p; p = g_utf8_next_char(p)) {
        if (is_foreign_letter(g_utf8_get_char(p))) {
            return TRUE;
        }
    }
    return fairy_part_wants(writing, beginnings);
}
