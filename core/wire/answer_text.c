/* From the strings of events to the text of a reply. Each string is whole JSON, but servers cut the
 * text where they like: in a pair of surrogates, in a tag. */
#include "wire/answer_text.h"

#include <fairy/tokens.h>

#include <string.h>

#define COUNTED_BYTES 1024 /* that are counted at a time: of pieces, each would cost a token */

typedef enum { THINK_MAYBE, THINK_IN, THINK_OVER } Think;

struct _FairyAnswerText {
    FairyAnswerFuncs funcs;
    gpointer data;
    const char *prefill;
    FairyRedactor *redactor;
    gunichar half; /* the first of a pair, whose second hasn't come; 0 = none */
    Think think;
    guint matched;   /* bytes of a tag */
    gboolean any;    /* text was told */
    GString *joined; /* a piece, with pairs put together */
    GString *seen;   /* what of it may be told */
    GString *uncounted;
    guint64 tokens;
};

FairyAnswerText *fairy_answer_text_new(const FairyAnswerFuncs *funcs, gpointer data,
                                       const char *prefill, const FairySecrets *secrets)
{
    FairyAnswerText *text = g_new0(FairyAnswerText, 1);
    text->funcs = *funcs;
    text->data = data;
    text->prefill = prefill;
    text->redactor = fairy_redactor_new(secrets, NULL);
    text->joined = g_string_new(NULL);
    text->seen = g_string_new(NULL);
    text->uncounted = g_string_new(NULL);
    return text;
}

void fairy_answer_text_free(FairyAnswerText *text)
{
    if (text) {
        fairy_redactor_free(text->redactor);
        g_string_free(text->joined, TRUE);
        g_string_free(text->seen, TRUE);
        g_string_free(text->uncounted, TRUE);
        g_free(text);
    }
}

gboolean fairy_answer_text_any(const FairyAnswerText *text)
{
    return text->any;
}

/* --- counting --------------------------------------------------------------------------------- */

static gsize tokens_in(const GString *text)
{
    return MAX(fairy_tokens(text->str, text->len), fairy_tokens_least(text->str, text->len));
}

void fairy_answer_text_count(FairyAnswerText *text, const char *piece, gsize len)
{
    g_string_append_len(text->uncounted, piece, (gssize)len);
    if (text->uncounted->len >= COUNTED_BYTES) {
        text->tokens += tokens_in(text->uncounted);
        g_string_truncate(text->uncounted, 0);
    }
}

guint64 fairy_answer_text_tokens(const FairyAnswerText *text)
{
    return text->tokens + tokens_in(text->uncounted);
}

/* --- thinking in tags ------------------------------------------------------------------------- */

static const char opening[] = "<think>", closing[] = "</think>";

static void tell_seen(FairyAnswerText *text)
{
    const GString *seen = text->seen;
    if (seen->len == 0) {
        return;
    }
    if (text->prefill) {
        text->funcs.text(text->prefill, strlen(text->prefill), text->data);
        text->prefill = NULL;
    }
    text->any = text->any || strspn(seen->str, " \t\r\n") < seen->len;
    text->funcs.text(seen->str, seen->len, text->data);
}

static void tell(FairyAnswerText *text, const char *piece, gsize len)
{
    g_string_truncate(text->seen, 0);
    fairy_redactor_feed(text->redactor, piece, len, text->seen);
    tell_seen(text);
}

void fairy_answer_text_think(FairyAnswerText *text)
{
    if (text->funcs.thinking) {
        text->funcs.thinking(text->data);
    }
}

/* Blanks, then the tag or another beginning. Returns how many bytes were read. */
static gsize read_maybe(FairyAnswerText *text, const char *piece, gsize len)
{
    gsize i = 0;
    while (i < len && text->think == THINK_MAYBE) {
        gboolean blank = text->matched == 0 && g_ascii_isspace(piece[i]);
        if (!blank && piece[i] != opening[text->matched]) {
            tell(text, opening, text->matched);
            text->think = THINK_OVER;
        } else if (!blank && ++text->matched == strlen(opening)) {
            text->think = THINK_IN;
            text->matched = 0;
        }
        i += text->think != THINK_OVER;
    }
    return i;
}

static gsize read_thinking(FairyAnswerText *text, const char *piece, gsize len)
{
    gsize i = 0;
    while (i < len && text->think == THINK_IN) {
        text->matched = piece[i] == closing[text->matched] ? text->matched + 1
                        : piece[i] == closing[0]           ? 1
                                                           : 0;
        if (text->matched == strlen(closing)) {
            text->think = THINK_OVER;
            text->matched = 0;
        }
        i++;
    }
    fairy_answer_text_think(text);
    return i;
}

static void sort_out(FairyAnswerText *text, const char *piece, gsize len)
{
    while (len > 0) {
        gsize n = len;
        if (text->think == THINK_MAYBE) {
            n = read_maybe(text, piece, len);
        } else if (text->think == THINK_IN) {
            n = read_thinking(text, piece, len);
        } else {
            tell(text, piece, len);
        }
        piece += n;
        len -= n;
    }
}

/* --- halves of characters --------------------------------------------------------------------- */

/* A surrogate as three bytes, as UTF-8 would have it if it could: U+D800 is ED A0 80. */
static gunichar half_at(const char *piece)
{
    const guchar *bytes = (const guchar *)piece;
    gboolean is_half = bytes[0] == 0xED && bytes[1] >= 0xA0 && bytes[1] <= 0xBF && bytes[2] >= 0x80;
    return is_half ? 0xD000u | (bytes[1] & 0x3Fu) << 6 | (bytes[2] & 0x3Fu) : 0;
}

static void drop_half(FairyAnswerText *text)
{
    if (text->half) {
        g_string_append_unichar(text->joined, 0xFFFD);
        text->half = 0;
    }
}

static void take_half(FairyAnswerText *text, gunichar half)
{
    gboolean second = half >= 0xDC00;
    if (second && text->half) {
        gunichar whole = 0x10000 + ((text->half - 0xD800) << 10) + (half - 0xDC00);
        g_string_append_unichar(text->joined, whole);
        text->half = 0;
        return;
    }
    drop_half(text);
    text->half = half;
    if (second) {
        drop_half(text);
    }
}

static void join(FairyAnswerText *text, const char *piece, gsize len)
{
    const char *end = piece + len;
    g_string_truncate(text->joined, 0);
    while (piece < end) {
        const char *lead = memchr(piece, 0xED, (gsize)(end - piece));
        gunichar half = lead ? half_at(lead) : 0;
        gsize n = (gsize)((lead ? lead : end) - piece) + (lead && !half);
        if (n) {
            drop_half(text);
            g_string_append_len(text->joined, piece, (gssize)n);
        }
        if (half) {
            take_half(text, half);
            n += 3;
        }
        piece += n;
    }
}

/* --- all together ----------------------------------------------------------------------------- */

void fairy_answer_text_feed(FairyAnswerText *text, const char *piece, gsize len)
{
    join(text, piece, len);
    fairy_answer_text_count(text, text->joined->str, text->joined->len);
    sort_out(text, text->joined->str, text->joined->len);
}

void fairy_answer_text_end(FairyAnswerText *text)
{
    g_string_truncate(text->joined, 0);
    drop_half(text);
    sort_out(text, text->joined->str, text->joined->len);
    if (text->think == THINK_MAYBE) {
        tell(text, opening, text->matched);
        text->matched = 0;
    }
    g_string_truncate(text->seen, 0);
    fairy_redactor_end(text->redactor, text->seen);
    tell_seen(text);
}
