/* Cuts a prompt into words, numbers, quoted names and sentence ends, and reads them one by one. */
#include "language/language.h"

#include <math.h>
#include <string.h>

typedef struct {
    gunichar open, close;
} QuotePair;

static const QuotePair quote_pairs[] = {
    {'"', '"'},       {'\'', '\''},     {'`', '`'},       {0x201C, 0x201D},
    {0x201E, 0x201C}, {0x2018, 0x2019}, {0x00AB, 0x00BB}, {0x201D, 0x201D},
};

/* Written straight after a number; what they count is the drawing's unit anyway. */
static const struct {
    const char *unit;
    char suffix;
} units[] = {
    {"px", 0},  {"pt", 0},  {"mm", 0},    {"cm", 0},  {"u", 0},
    {"x", 'x'}, {"×", 'x'}, {"deg", 'd'}, {"°", 'd'}, {"%", '%'},
};

static void token_clear(gpointer data)
{
    g_free(((FairyToken *)data)->text);
}

char *fairy_fold(const char *text, gssize len)
{
    g_autofree char *lower = g_utf8_strdown(text, len);
    GString *out = g_string_new(NULL);
    for (const char *p = lower; *p; p = g_utf8_next_char(p)) {
        gunichar ch = g_utf8_get_char(p);
        if (!g_unichar_isspace(ch)) {
            g_string_append_unichar(out, ch);
        } else if (out->len && out->str[out->len - 1] != ' ') {
            g_string_append_c(out, ' ');
        }
    }
    while (out->len && strchr(" .!?", out->str[out->len - 1])) {
        g_string_truncate(out, out->len - 1);
    }
    return g_string_free(out, FALSE);
}

static void add_token(GArray *tokens, FairyTokenType type, const char *source, const char *from,
                      const char *to, char *text)
{
    FairyToken token = {
        .type = type, .text = text, .start = (gsize)(from - source), .end = (gsize)(to - source)};
    g_array_append_val(tokens, token);
}

/* Whether a character can stand inside a word when a letter follows it: "I/O", "log-in", "v1.2". A
 * sign can't, but for "-". */
static gboolean joins(gunichar ch, const char *signs)
{
    return ch < 128 && strchr("-'./&+_", (int)ch) && (ch == '-' || !strchr(signs, (int)ch));
}

static const char *word_end(const char *p, const char *signs)
{
    while (*p) {
        gunichar ch = g_utf8_get_char(p);
        const char *next = g_utf8_next_char(p);
        gboolean in_word =
            g_unichar_isalnum(ch) || g_unichar_ismark(ch) || ch == '_' ||
            ((joins(ch, signs) || ch == 0x2019) && g_unichar_isalnum(g_utf8_get_char(next)));
        if (!in_word) {
            break;
        }
        p = next;
    }
    return p;
}

/* "Login's" is two words: "login" and "'s". */
static const char *read_word(GArray *tokens, const char *source, const char *p, const char *signs)
{
    const char *end = word_end(p, signs);
    const char *owner = end;
    if (end - p > 2 && g_ascii_tolower(end[-1]) == 's') {
        const char *before = g_utf8_prev_char(end - 1);
        gunichar mark = g_utf8_get_char(before);
        owner = before > p && (mark == '\'' || mark == 0x2019) ? before : end;
    }
    add_token(tokens, FAIRY_TOKEN_WORD, source, p, owner, g_utf8_strdown(p, owner - p));
    if (owner < end) {
        add_token(tokens, FAIRY_TOKEN_WORD, source, owner, end, g_strdup("'s"));
    }
    return end;
}

/* The end of a number at `p`, or `p`. */
static const char *number_end(const char *p)
{
    const char *digits = p + (*p == '-' || *p == '+');
    const char *end = digits;
    while (g_ascii_isdigit(*end)) {
        end++;
    }
    if (*end == '.' && g_ascii_isdigit(end[1])) {
        do {
            end++;
        } while (g_ascii_isdigit(*end));
    }
    return end > digits && end - p < 32 ? end : p;
}

/* Where the unit after a number ends; `p` when there is none, NULL when letters make it a word. */
static const char *unit_end(const char *p, char *suffix)
{
    for (gsize i = 0; i < G_N_ELEMENTS(units); i++) {
        gsize len = strlen(units[i].unit);
        gunichar after =
            g_ascii_strncasecmp(p, units[i].unit, len) ? 'a' : g_utf8_get_char(p + len);
        if (!g_unichar_isalnum(after)) {
            *suffix = units[i].suffix;
            return p + len;
        }
    }
    *suffix = 0;
    gboolean by = *p == 'x' || *p == 'X' || g_utf8_get_char(p) == 0x00D7;
    if (by && g_ascii_isdigit(*g_utf8_next_char(p))) {
        return p;
    }
    return g_unichar_isalpha(g_utf8_get_char(p)) || *p == '_' ? NULL : p;
}

/* A number, or NULL when the characters there are none. */
static const char *read_number(GArray *tokens, const char *source, const char *p)
{
    const char *end = number_end(p);
    char suffix = 0;
    const char *after = end > p ? unit_end(end, &suffix) : NULL;
    if (!after || (*after == '-' && g_ascii_isalpha(after[1]))) {
        return NULL;
    }
    g_autofree char *digits = g_strndup(p, (gsize)(end - p));
    add_token(tokens, FAIRY_TOKEN_NUMBER, source, p, end, g_strdup(digits));
    FairyToken *token = &g_array_index(tokens, FairyToken, tokens->len - 1);
    token->value = g_ascii_strtod(digits, NULL);
    token->suffix = suffix;
    token->end = (gsize)(after - source);
    gunichar by = g_utf8_get_char(after);
    if (after == end && (by == 'x' || by == 'X' || by == 0x00D7) &&
        g_ascii_isdigit(*g_utf8_next_char(after))) {
        const char *next = g_utf8_next_char(after);
        add_token(tokens, FAIRY_TOKEN_WORD, source, after, next, g_strdup("x"));
        return next;
    }
    return after;
}

/* The closing quote for the opening one at `p`; NULL when `p` opens nothing. */
static const char *closing_quote(const char *source, const char *p)
{
    gunichar open = g_utf8_get_char(p);
    for (gsize i = 0; i < G_N_ELEMENTS(quote_pairs); i++) {
        if (quote_pairs[i].open != open) {
            continue;
        }
        gboolean apostrophe = open == '\'' || open == 0x2018;
        if (apostrophe && p > source && g_unichar_isalnum(g_utf8_get_char(g_utf8_prev_char(p)))) {
            return NULL;
        }
        for (const char *q = g_utf8_next_char(p); *q; q = g_utf8_next_char(q)) {
            gunichar after = g_utf8_get_char(g_utf8_next_char(q));
            if (g_utf8_get_char(q) == quote_pairs[i].close &&
                !(apostrophe && g_unichar_isalnum(after))) {
                return q;
            }
        }
        if (quote_pairs[i].open == quote_pairs[i].close && open == '"') {
            return p + strlen(p); /* never closed: to the end */
        }
    }
    return NULL;
}

static const char *read_quoted(GArray *tokens, const char *source, const char *p)
{
    const char *close = closing_quote(source, p);
    if (!close) {
        return NULL;
    }
    const char *inner = g_utf8_next_char(p);
    const char *end = *close ? g_utf8_next_char(close) : close;
    add_token(tokens, FAIRY_TOKEN_NAME, source, p, end, g_strndup(inner, (gsize)(close - inner)));
    g_array_index(tokens, FairyToken, tokens->len - 1).quoted = TRUE;
    return end;
}

static const char *read_id(GArray *tokens, const char *source, const char *p)
{
    const char *end = p + 1;
    while (*end && !g_unichar_isspace(g_utf8_get_char(end)) && !strchr(",;!?()\"", *end)) {
        end = g_utf8_next_char(end);
    }
    while (end > p + 1 && strchr(".:", end[-1])) {
        end--;
    }
    if (end == p + 1) {
        return NULL;
    }
    add_token(tokens, FAIRY_TOKEN_ID, source, p, end, g_strndup(p + 1, (gsize)(end - p - 1)));
    return end;
}

/* "->", "→", "," and the ends of sentences; anything else between words means nothing. */
static const char *read_mark(GArray *tokens, const char *source, const char *p)
{
    const char *next = g_utf8_next_char(p);
    gunichar ch = g_utf8_get_char(p);
    if (ch == 0x2192 || ch == 0x27F6 || g_str_has_prefix(p, "->") || g_str_has_prefix(p, "=>")) {
        next = ch >= 128 ? next : p + 2;
        add_token(tokens, FAIRY_TOKEN_ARROW, source, p, next, g_strdup("->"));
    } else if (ch == ',') {
        add_token(tokens, FAIRY_TOKEN_COMMA, source, p, next, g_strdup(","));
    } else if (ch < 128 && strchr(".;!?\n\r", (int)ch)) {
        add_token(tokens, FAIRY_TOKEN_STOP, source, p, next, g_strdup("."));
    } else if (ch == '&' || ch == '+') {
        add_token(tokens, FAIRY_TOKEN_WORD, source, p, next, g_strdup("and"));
    }
    return next;
}

/* Else it belongs to a word or a number. */
static gboolean stands_alone(const char *source, const char *p)
{
    return (p == source || g_ascii_isspace(p[-1])) && (!p[1] || g_ascii_isspace(p[1]));
}

GArray *fairy_lex_signs(const char *prompt, const char *signs)
{
    GArray *tokens = g_array_new(FALSE, FALSE, sizeof(FairyToken));
    g_array_set_clear_func(tokens, token_clear);
    const char *p = prompt;
    while (*p) {
        gunichar ch = g_utf8_get_char(p);
        const char *next = NULL;
        if (ch < 128 && strchr(signs, (int)ch) && (ch != '-' || stands_alone(prompt, p))) {
            add_token(tokens, FAIRY_TOKEN_SIGN, prompt, p, p + 1, g_strndup(p, 1));
            next = p + 1;
        } else if (ch == '#') {
            next = read_id(tokens, prompt, p);
        } else if (g_ascii_isdigit((char)(ch < 128 ? ch : 0)) ||
                   ((ch == '-' || ch == '+') && g_ascii_isdigit(p[1]))) {
            next = read_number(tokens, prompt, p);
        } else {
            next = read_quoted(tokens, prompt, p);
        }
        if (!next && g_unichar_isalnum(ch)) {
            next = read_word(tokens, prompt, p, signs);
        }
        p = next ? next : read_mark(tokens, prompt, p);
    }
    return tokens;
}

GArray *fairy_lex(const char *prompt)
{
    return fairy_lex_signs(prompt, "");
}

gboolean fairy_cursor_at_end(const FairyCursor *c)
{
    return c->pos >= c->end;
}

const FairyToken *fairy_cursor_peek(const FairyCursor *c, guint ahead)
{
    return ahead < c->end && c->pos < c->end - ahead ? &c->tokens[c->pos + ahead] : NULL;
}

const char *fairy_cursor_word(const FairyCursor *c, guint ahead)
{
    const FairyToken *token = fairy_cursor_peek(c, ahead);
    return token && token->type == FAIRY_TOKEN_WORD ? token->text : "";
}

gboolean fairy_cursor_accept(FairyCursor *c, const char *phrase)
{
    guint n = 0;
    for (const char *word = phrase; *word; n++) {
        gsize len = strcspn(word, " ");
        const char *have = fairy_cursor_word(c, n);
        if (strlen(have) != len || strncmp(have, word, len) != 0) {
            return FALSE;
        }
        word += len + (word[len] == ' ');
    }
    c->pos += n;
    return n > 0;
}

int fairy_cursor_accept_any(FairyCursor *c, const char *const *phrases)
{
    for (int i = 0; phrases[i]; i++) {
        if (fairy_cursor_accept(c, phrases[i])) {
            return i;
        }
    }
    return -1;
}

void fairy_cursor_skip(FairyCursor *c, const char *const *phrases)
{
    while (fairy_cursor_accept_any(c, phrases) >= 0) {
    }
}

gboolean fairy_cursor_number(FairyCursor *c, double *value)
{
    static const char *const units_after[] = {"px",     "pixels", "pixel", "units", "unit",
                                              "points", "mm",     "cm",    NULL};
    const FairyToken *token = fairy_cursor_peek(c, 0);
    if (token && token->type == FAIRY_TOKEN_NUMBER) {
        *value = token->value;
    } else {
        int number = fairy_words_number(fairy_cursor_word(c, 0));
        if (number < 0) {
            return FALSE;
        }
        *value = number;
    }
    c->pos++;
    fairy_cursor_accept_any(c, units_after);
    return isfinite(*value);
}

gboolean fairy_cursor_pair(FairyCursor *c, double *x, double *y)
{
    static const char *const between[] = {"x", "by", "y", "and", NULL};
    FairyCursor try = *c;
    fairy_cursor_accept(&try, "x");
    if (!fairy_cursor_number(&try, x)) {
        return FALSE;
    }
    const FairyToken *token = fairy_cursor_peek(&try, 0);
    try.pos += token && token->type == FAIRY_TOKEN_COMMA;
    fairy_cursor_skip(&try, between);
    if (!fairy_cursor_number(&try, y)) {
        return FALSE;
    }
    *c = try;
    return TRUE;
}

char *fairy_cursor_raw(const FairyCursor *c, guint to)
{
    if (c->pos >= to) {
        return g_strdup("");
    }
    if (to == c->pos + 1 && c->tokens[c->pos].quoted) {
        return g_strdup(c->tokens[c->pos].text);
    }
    gsize start = c->tokens[c->pos].start;
    return g_strstrip(g_strndup(c->source + start, c->tokens[to - 1].end - start));
}
