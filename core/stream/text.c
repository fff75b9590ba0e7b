/* Strings of a reply: what can't be shown or stored (lone surrogates, U+0000, bytes that aren't
 * UTF-8) becomes U+FFFD, so that everything behind the reader may rely on valid text. */
#include "stream/text.h"

#include <fairy/limits.h>

#define REPLACEMENT 0xFFFD

void fairy_text_init(FairyText *text)
{
    *text = (FairyText){.out = g_string_new(NULL)};
}

void fairy_text_finish(FairyText *text)
{
    g_string_free(text->out, TRUE);
    text->out = NULL;
}

void fairy_text_start(FairyText *text)
{
    g_string_truncate(text->out, 0);
    text->mode = FAIRY_TEXT_PLAIN;
    text->high = 0;
    text->have = text->need = 0;
}

static void flush_surrogate(FairyText *text)
{
    if (text->high) {
        g_string_append_unichar(text->out, REPLACEMENT);
    }
    text->high = 0;
}

/* What follows a lead byte: Unicode 15 table 3-7 without overlong forms and surrogates. */
static const struct {
    guint8 first, last, need, lowest, highest;
} leads[] = {
    {0xC2, 0xDF, 1, 0x80, 0xBF}, {0xE0, 0xE0, 2, 0xA0, 0xBF}, {0xE1, 0xEC, 2, 0x80, 0xBF},
    {0xED, 0xED, 2, 0x80, 0x9F}, {0xEE, 0xEF, 2, 0x80, 0xBF}, {0xF0, 0xF0, 3, 0x90, 0xBF},
    {0xF1, 0xF3, 3, 0x80, 0xBF}, {0xF4, 0xF4, 3, 0x80, 0x8F},
};

static void begin_sequence(FairyText *text, guchar b)
{
    for (guint i = 0; i < G_N_ELEMENTS(leads); i++) {
        if (b >= leads[i].first && b <= leads[i].last) {
            text->sequence[0] = (char)b;
            text->have = 1;
            text->need = leads[i].need;
            text->lowest = leads[i].lowest;
            text->highest = leads[i].highest;
            return;
        }
    }
    g_string_append_unichar(text->out, REPLACEMENT);
}

/* FALSE when `b` doesn't continue the sequence: that much of it is replaced, and `b` stands alone.
 */
static gboolean continue_sequence(FairyText *text, guchar b)
{
    if (b < text->lowest || b > text->highest) {
        text->need = 0;
        g_string_append_unichar(text->out, REPLACEMENT);
        return FALSE;
    }
    text->sequence[text->have++] = (char)b;
    text->lowest = 0x80;
    text->highest = 0xBF;
    if (--text->need == 0) {
        g_string_append_len(text->out, text->sequence, text->have);
    }
    return TRUE;
}

static FairyTextResult push_plain(FairyText *text, guchar b)
{
    if (text->need && continue_sequence(text, b)) {
        return FAIRY_TEXT_MORE;
    }
    if (b == '\\') {
        text->mode = FAIRY_TEXT_ESCAPE;
        return FAIRY_TEXT_MORE;
    }
    flush_surrogate(text);
    if (b == '"') {
        return FAIRY_TEXT_CLOSED;
    }
    if (b < 0x20 && b != '\t' && b != '\n' && b != '\r') {
        return FAIRY_TEXT_CONTROL;
    }
    if (b >= 0x80) {
        begin_sequence(text, b);
    } else {
        g_string_append_c(text->out, (char)b);
    }
    return FAIRY_TEXT_MORE;
}

static FairyTextResult push_escape(FairyText *text, guchar b)
{
    static const char escapes[] = "\"\"\\\\//b\bf\fn\nr\rt\t";
    if (b == 'u') {
        text->mode = FAIRY_TEXT_UNICODE;
        text->code = text->n_digits = 0;
        return FAIRY_TEXT_MORE;
    }
    text->mode = FAIRY_TEXT_PLAIN;
    flush_surrogate(text);
    for (const char *e = escapes; *e; e += 2) {
        if ((guchar)e[0] == b) {
            g_string_append_c(text->out, e[1]);
            return FAIRY_TEXT_MORE;
        }
    }
    return push_plain(text, b);
}

static void end_unicode(FairyText *text, guint code)
{
    gboolean low = code >= 0xDC00 && code <= 0xDFFF;
    if (low && text->high) {
        gunichar c = 0x10000 + ((text->high - 0xD800) << 10) + (code - 0xDC00);
        text->high = 0;
        g_string_append_unichar(text->out, c);
        return;
    }
    flush_surrogate(text);
    if (code >= 0xD800 && code <= 0xDBFF) {
        text->high = code;
    } else {
        g_string_append_unichar(text->out, low || code == 0 ? REPLACEMENT : code);
    }
}

static FairyTextResult push_unicode(FairyText *text, guchar b)
{
    int digit = g_ascii_xdigit_value((char)b);
    if (digit < 0) {
        return FAIRY_TEXT_HEX;
    }
    text->code = text->code * 16 + (guint)digit;
    if (++text->n_digits == 4) {
        text->mode = FAIRY_TEXT_PLAIN;
        end_unicode(text, text->code);
    }
    return FAIRY_TEXT_MORE;
}

static FairyTextResult push_byte(FairyText *text, guchar b)
{
    static FairyTextResult (*const modes[])(FairyText *, guchar) = {
        [FAIRY_TEXT_PLAIN] = push_plain,
        [FAIRY_TEXT_ESCAPE] = push_escape,
        [FAIRY_TEXT_UNICODE] = push_unicode,
    };
    FairyTextResult result = modes[text->mode](text, b);
    return result == FAIRY_TEXT_MORE && text->out->len > FAIRY_MAX_STRING_BYTES ? FAIRY_TEXT_LONG
                                                                                : result;
}

/* How many of the first bytes stand for themselves. The one that goes over the limit is left to
 * push_byte(), so that it is the same one however the bytes were split. */
static gsize plain_run(const FairyText *text, const char *bytes, gsize len)
{
    if (text->mode != FAIRY_TEXT_PLAIN || text->need || text->high) {
        return 0;
    }
    gsize n = 0, room = FAIRY_MAX_STRING_BYTES - text->out->len;
    len = MIN(len, room);
    while (n < len) {
        guchar b = (guchar)bytes[n];
        if (b < 0x20 || b >= 0x80 || b == '"' || b == '\\') {
            break;
        }
        n++;
    }
    return n;
}

FairyTextResult fairy_text_push(FairyText *text, const char *bytes, gsize len, gsize *used)
{
    gsize i = 0;
    FairyTextResult result = FAIRY_TEXT_MORE;
    while (i < len && result == FAIRY_TEXT_MORE) {
        gsize run = plain_run(text, bytes + i, len - i);
        if (run) {
            g_string_append_len(text->out, bytes + i, (gssize)run);
            i += run;
        } else {
            result = push_byte(text, (guchar)bytes[i++]);
        }
    }
    *used = i;
    return result;
}
