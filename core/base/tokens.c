/* Guesses how a tokenizer cuts text: at the ends of words, runs of signs and every three digits.
 * The weights are a fit; README.md says to what. */
#include <fairy/tokens.h>

#include <string.h>

typedef enum { LETTER, DIGIT, SPACE, SIGN, ESCAPE, OTHER } Class;

/* Hundredths of a token. */
enum {
    WORD = 82,
    USUAL_LETTERS = 5,
    LATER_LETTER = 21,
    DIGITS = 105, /* up to three */
    SIGNS = 105,
    USUAL_SIGNS = 3,
    LATER_SIGN = 47,
    ESCAPED = 157, /* JSON's \n */
    BLANKS = 60,   /* more than the one space that a word has before it */
    USUAL_BLANKS = 48,
    LATER_BLANK = 6,
    LATER_LINE = 50, /* one that has blanks alone */
    BLANK_BEFORE_DIGIT = 80,
    TWO_BYTES = 31,
    THREE_BYTES = 58,
    FOUR_BYTES = 257,
};

static Class class_of(guchar c)
{
    return c >= 0x80            ? OTHER
           : g_ascii_isalpha(c) ? LETTER
           : g_ascii_isdigit(c) ? DIGIT
           : g_ascii_isspace(c) ? SPACE
                                : SIGN;
}

/* "shapeId" is two words, and so is "SVGPath": one begins at a capital before small letters. */
static gsize word_end(const char *text, gsize len)
{
    gsize n = 1;
    gboolean capitals = g_ascii_isupper(text[0]);
    while (n < len && g_ascii_isalpha(text[n])) {
        gboolean upper = g_ascii_isupper(text[n]);
        if (upper && (!capitals || (n + 1 < len && g_ascii_islower(text[n + 1])))) {
            break;
        }
        capitals = upper;
        n++;
    }
    return n;
}

static gboolean is_escape(const char *text, gsize len)
{
    return len > 1 && text[0] == '\\' && strchr("nt\"", text[1]) && text[1] != '\0';
}

static gsize run_end(const char *text, gsize len, Class class)
{
    gsize n = 1;
    while (n < len && class_of((guchar)text[n]) == class && !is_escape(text + n, len - n)) {
        n++;
    }
    return n;
}

/* Of a character by its first byte; the bytes that follow it cost nothing. */
static gsize other_cost(const char *text, gsize len)
{
    gsize cost = 0;
    for (gsize i = 0; i < len; i++) {
        guchar c = (guchar)text[i];
        cost += c >= 0xf0 ? FOUR_BYTES : c >= 0xe0 ? THREE_BYTES : c >= 0xc0 ? TWO_BYTES : 0;
    }
    return cost;
}

/* Indents are a token; a model that writes nothing but blanks pays for them. */
static gsize blanks_cost(const char *text, gsize len)
{
    gsize cost = BLANKS + LATER_BLANK * (len > USUAL_BLANKS ? len - USUAL_BLANKS : 0);
    for (gsize i = 1; i < len; i++) {
        cost += text[i] == '\n' && text[i - 1] != '\n' && text[i - 1] != '\r' ? LATER_LINE : 0;
    }
    return cost;
}

static gsize blank_cost(const char *text, gsize len, gsize rest)
{
    if (len > 1 || text[0] != ' ') {
        return blanks_cost(text, len);
    }
    return rest > 1 && g_ascii_isdigit(text[1]) ? BLANK_BEFORE_DIGIT : 0;
}

/* Of the first `len` bytes; `rest` is how many there are. */
static gsize run_cost(const char *text, gsize len, gsize rest, Class class)
{
    switch (class) {
    case LETTER:
        return WORD + LATER_LETTER * (len > USUAL_LETTERS ? len - USUAL_LETTERS : 0);
    case DIGIT:
        return DIGITS * ((len + 2) / 3);
    case SPACE:
        return blank_cost(text, len, rest);
    case SIGN:
        return SIGNS + LATER_SIGN * (len > USUAL_SIGNS ? len - USUAL_SIGNS : 0);
    case ESCAPE:
        return ESCAPED;
    case OTHER:
        break;
    }
    return other_cost(text, len);
}

gsize fairy_tokens(const char *text, gsize len)
{
    gsize cost = 0;
    for (gsize at = 0, n; at < len; at += n) {
        const char *from = text + at;
        Class class = is_escape(from, len - at) ? ESCAPE : class_of((guchar)*from);
        n = class == ESCAPE   ? 2
            : class == LETTER ? word_end(from, len - at)
                              : run_end(from, len - at, class);
        cost += run_cost(from, n, len - at, class);
    }
    return (cost + 99) / 100;
}

/* --- at the least ----------------------------------------------------------------------------- */

static gboolean in_word(char c)
{
    return (guchar)c >= 0x80 || g_ascii_isalpha(c);
}

/* "shapeId" is two. */
static gsize words_in(const char *text, gsize len)
{
    gsize n = 1;
    for (gsize i = 1; i < len; i++) {
        n += g_ascii_isupper(text[i]) && g_ascii_islower(text[i - 1]);
    }
    return n;
}

/* The one blank or sign before a word goes with it, and the one blank before signs. Hundredths. */
static gsize least_of(const char *text, gsize len, gsize rest, Class class)
{
    const char *next = len < rest ? text + len : "";
    switch (class) {
    case DIGIT:
        return 100 * ((len + 2) / 3);
    case SPACE:
        return len > 1 || text[0] != ' ' || g_ascii_isdigit(*next) ? 100 : 0;
    case SIGN:
        return len > 1 || !in_word(*next) ? run_cost(text, len, rest, SIGN) : 0;
    default:
        return 100 * words_in(text, len);
    }
}

gsize fairy_tokens_least(const char *text, gsize len)
{
    gsize cost = 0;
    for (gsize at = 0, n; at < len; at += n) {
        const char *from = text + at;
        Class class = in_word(*from) ? LETTER : class_of((guchar)*from);
        n = 1;
        while (at + n < len && (in_word(from[n]) ? LETTER : class_of((guchar)from[n])) == class) {
            n++;
        }
        cost += least_of(from, n, len - at, class);
    }
    return cost / 100;
}
