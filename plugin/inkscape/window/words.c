/* Sentences and markup. */
#include "words.h"

#include <stdio.h>
#include <string.h>

/* --- sentences -------------------------------------------------------------------------------- */

char *win_scope_text(const WinDrawing *drawing, const char *scope)
{
    if (g_strcmp0(scope, "page") == 0) {
        return g_strdup_printf("the page of %s", drawing->name);
    }
    if (g_strcmp0(scope, "selection") == 0 && drawing->n_selected) {
        return g_strdup_printf("%u selected in %s", drawing->n_selected, drawing->name);
    }
    if (g_strcmp0(scope, "selection") == 0) {
        return g_strdup_printf("nothing selected in %s", drawing->name);
    }
    return g_strdup_printf("the view of %s", drawing->name);
}

/* With a comma at each thousand. */
static char *grouped(double number)
{
    g_autofree char *digits = g_strdup_printf("%.0f", CLAMP(number, 0, 1e15));
    GString *out = g_string_new(NULL);
    gsize len = strlen(digits);
    for (gsize i = 0; i < len; i++) {
        if (i && (len - i) % 3 == 0) {
            g_string_append_c(out, ',');
        }
        g_string_append_c(out, digits[i]);
    }
    return g_string_free(out, FALSE);
}

char *win_cost_text(const WinDrawing *drawing)
{
    if (drawing->tokens == 0 && drawing->cost == 0) {
        return g_strdup("");
    }
    char cost[G_ASCII_DTOSTR_BUF_SIZE];
    g_autofree char *tokens = grouped(drawing->tokens);
    return g_strdup_printf("%s$%s, %s tokens, %u request%s",
                           drawing->cost_unknown ? "at most " : "",
                           g_ascii_formatd(cost, sizeof cost, "%.4f", drawing->cost), tokens,
                           drawing->requests, drawing->requests == 1 ? "" : "s");
}

char *win_hold_text(const WinDrawing *drawing)
{
    if (!drawing->hold) {
        return NULL;
    }
    return g_strdup_printf("%u change%s not in the drawing yet: %s.", drawing->waiting,
                           drawing->waiting == 1 ? " is" : "s are", drawing->hold);
}

char *win_fairy_text(const WinFairy *fairy)
{
    GString *out = g_string_new(NULL);
    if (fairy->task) {
        g_string_append_printf(out, "%s: ", fairy->task);
    }
    g_string_append(out, fairy->writing ? fairy->writing : fairy->at_work ? "at work" : "done");
    if (fairy->todo) {
        g_string_append_printf(out, " (%u of %u done)", fairy->done, fairy->todo);
    }
    return g_string_free(out, FALSE);
}

char *win_line_text(const WinLine *line)
{
    static const char *const outcomes[] = {
        [WIN_OK] = "", [WIN_ADJUSTED] = "Adjusted. ", [WIN_REFUSED] = "Refused. "};
    static const char *const decisions[] = {
        [WIN_UNDECIDED] = "", [WIN_ACCEPTED] = " Accepted.", [WIN_REJECTED] = " Rejected."};
    const char *outcome = line->kind == WIN_LINE_ACTION ? outcomes[line->outcome] : "";
    gboolean marked = line->kind == WIN_LINE_ACTION || line->kind == WIN_LINE_ANSWER;
    g_autofree char *text = marked ? win_plain(line->text) : g_strdup(line->text);
    return g_strdup_printf("%s%s%s%s%s%s%s", line->who ? line->who : "", line->who ? ": " : "",
                           outcome, text, line->detail ? ": " : "",
                           line->detail ? line->detail : "", decisions[line->decision]);
}

/* --- markup ----------------------------------------------------------------------------------- */

static const struct {
    const char *mark, *tag;
} marks[] = {{"**", "b"}, {"`", "tt"}, {"*", "i"}};

/* The end of what a mark begins: in the same line, with something in it that no blank surrounds. */
static const char *closing(const char *inside, const char *mark)
{
    const char *line = inside + strcspn(inside, "\n");
    const char *end = strstr(inside, mark);
    gboolean found =
        end && end < line && end > inside && !g_ascii_isspace(*inside) && !g_ascii_isspace(end[-1]);
    return found ? end : NULL;
}

static void append_text(GString *out, const char *text, gsize len, gboolean plain)
{
    g_autofree char *escaped =
        plain ? g_strndup(text, len) : g_markup_escape_text(text, (gssize)len);
    g_string_append(out, escaped);
}

static void append_tag(GString *out, const char *slash, const char *tag, gboolean plain)
{
    if (!plain) {
        g_string_append_printf(out, "<%s%s>", slash, tag);
    }
}

/* Appends what a mark begins at `at`, and returns what is behind it; NULL if none does. */
static const char *append_marked(GString *out, const char *at, gboolean plain)
{
    for (guint i = 0; i < G_N_ELEMENTS(marks); i++) {
        gsize len = strlen(marks[i].mark);
        const char *end =
            strncmp(at, marks[i].mark, len) == 0 ? closing(at + len, marks[i].mark) : NULL;
        if (end) {
            append_tag(out, "", marks[i].tag, plain);
            append_text(out, at + len, (gsize)(end - at) - len, plain);
            append_tag(out, "/", marks[i].tag, plain);
            return end + len;
        }
    }
    return NULL;
}

static char *render(const char *markdown, gboolean plain)
{
    GString *out = g_string_new(NULL);
    const char *at = markdown;
    while (*at) {
        gsize words = strcspn(at, "*`");
        append_text(out, at, words, plain);
        at += words;
        const char *behind = *at ? append_marked(out, at, plain) : NULL;
        if (behind) {
            at = behind;
        } else if (*at) {
            g_string_append_c(out, *at++);
        }
    }
    return g_string_free(out, FALSE);
}

char *win_markup(const char *markdown)
{
    return render(markdown, FALSE);
}

char *win_plain(const char *markdown)
{
    return render(markdown, TRUE);
}

/* --- words for one fairy ---------------------------------------------------------------------- */

const WinFairy *win_words_for(const WinDrawing *drawing, const char *words, const char **rest)
{
    *rest = words;
    for (guint i = 0; i < drawing->fairies->len; i++) {
        const WinFairy *fairy = g_ptr_array_index(drawing->fairies, i);
        gsize len = strlen(fairy->name);
        if (g_ascii_strncasecmp(words, fairy->name, len) == 0 &&
            (words[len] == ':' || words[len] == ',')) {
            const char *begin = words + len + 1;
            *rest = begin + strspn(begin, " \t\n");
            return **rest ? fairy : NULL;
        }
    }
    return NULL;
}

/* --- colours ---------------------------------------------------------------------------------- */

char *win_color_on_dark(const char *color)
{
    guint64 rgb = 0;
    if (strlen(color) != 7 || !g_ascii_string_to_unsigned(color + 1, 16, 0, 0xffffff, &rgb, NULL)) {
        return g_strdup(color);
    }
    guint r = (guint)(rgb >> 16), g = (guint)(rgb >> 8) & 0xff, b = (guint)rgb & 0xff;
    return g_strdup_printf("#%02x%02x%02x", r + (255 - r) * 45 / 100, g + (255 - g) * 45 / 100,
                           b + (255 - b) * 45 / 100);
}
