/* Strings of a reply: what can't be shown or stored (lone surrogates, U+0000, bytes that aren't
 * UTF-8) becomes U+FFFD, so that everything behind the reader may rely on valid text. */
#include "stream/text.h"

#include <fairy/limits.h>

#include <string.h>

#define REPLACEMENT 0xFFFD
#define STRIDE      256 /* bytes for which room is made at once */

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
    text->out->len = 0;
    text->out->str[0] = '\0';
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
typedef struct {
    guint8 first, last, need, lowest, highest;
} Lead;

static const Lead *find_lead(guchar b)
{
    static const Lead leads[] = {
        {0xC2, 0xDF, 1, 0x80, 0xBF}, {0xE1, 0xEC, 2, 0x80, 0xBF}, {0xE0, 0xE0, 2, 0xA0, 0xBF},
        {0xED, 0xED, 2, 0x80, 0x9F}, {0xEE, 0xEF, 2, 0x80, 0xBF}, {0xF0, 0xF0, 3, 0x90, 0xBF},
        {0xF1, 0xF3, 3, 0x80, 0xBF}, {0xF4, 0xF4, 3, 0x80, 0x8F},
    };
    for (guint i = 0; i < G_N_ELEMENTS(leads); i++) {
        if (b >= leads[i].first && b <= leads[i].last) {
            return &leads[i];
        }
    }
    return NULL;
}

static void begin_sequence(FairyText *text, guchar b)
{
    const Lead *lead = find_lead(b);
    if (!lead) {
        g_string_append_unichar(text->out, REPLACEMENT);
        return;
    }
    text->sequence[0] = (char)b;
    text->have = 1;
    text->need = lead->need;
    text->lowest = lead->lowest;
    text->highest = lead->highest;
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

/* Where `n` more bytes of the text go. */
static char *make_room(GString *out, gsize n)
{
    gsize len = out->len;
    if (out->allocated_len - len <= n) {
        g_string_set_size(out, len + n);
        out->len = len;
    }
    return out->str + len;
}

#define EACH(byte) (G_GUINT64_CONSTANT(0x0101010101010101) * (byte))

/* The first is the lowest. */
static guint64 load_eight(const char *bytes)
{
    guint64 eight;
    memcpy(&eight, bytes, sizeof eight);
    return GUINT64_FROM_LE(eight);
}

static guint64 load_four(const char *bytes)
{
    guint32 four;
    memcpy(&four, bytes, sizeof four);
    return GUINT32_FROM_LE(four);
}

/* 1 to 7, and quotes behind them. Some are loaded twice: to the same place. */
static guint64 load_few(const char *bytes, gsize len)
{
    guint64 few = EACH('"') << 8 * len;
    if (len >= 4) {
        return few | load_four(bytes) | load_four(bytes + len - 4) << 8 * (len - 4);
    }
    return few | (guchar)bytes[0] | (guint64)(guchar)bytes[len / 2] << 8 * (len / 2) |
           (guint64)(guchar)bytes[len - 1] << 8 * (len - 1);
}

/* How many of eight bytes come before one that doesn't stand for itself: a control character, a
 * quote, a backslash, what isn't ASCII. Where a byte is less than what is subtracted, the borrow
 * sets its highest bit (H. S. Warren, Hacker's Delight, 6-1). */
static gsize count_plain(guint64 eight)
{
    guint64 quote = (eight ^ EACH('"')) - EACH(1), backslash = (eight ^ EACH('\\')) - EACH(1);
    guint64 other = ((eight - EACH(0x20)) | quote | backslash | eight) & EACH(0x80);
    return other ? (gsize)__builtin_ctzll(other) / 8 : 8;
}

/* Copies bytes up to the first that doesn't stand for itself, and returns how many. Up to eight
 * more are written behind them. */
static gsize copy_plain(char *to, const char *bytes, gsize len)
{
    gsize n = 0, plain = 8;
    while (plain == 8 && n < len) {
        guint64 eight = len - n < 8 ? load_few(bytes + n, len - n) : load_eight(bytes + n);
        guint64 written = GUINT64_TO_LE(eight);
        memcpy(to + n, &written, sizeof written);
        n += plain = count_plain(eight);
    }
    return n;
}

/* Copies the UTF-8 sequence at the start, and returns its length: 0 when it isn't one, or not yet
 * whole. */
static gsize copy_sequence(char *to, const char *bytes, gsize len)
{
    const Lead *lead = len && (guchar)*bytes >= 0x80 ? find_lead((guchar)*bytes) : NULL;
    if (!lead || lead->need >= len || (guchar)bytes[1] < lead->lowest ||
        (guchar)bytes[1] > lead->highest) {
        return 0;
    }
    to[0] = bytes[0];
    for (gsize i = 1; i <= lead->need; i++) {
        if (((guchar)bytes[i] & 0xC0) != 0x80) {
            return 0;
        }
        to[i] = bytes[i];
    }
    return lead->need + 1u;
}

/* Takes the first characters that stand for themselves and are whole, and returns how many bytes.
 * What goes over the limit is left to push_byte(), so that it is the same byte however they were
 * split. */
static gsize push_run(FairyText *text, const char *bytes, gsize len)
{
    if (text->mode != FAIRY_TEXT_PLAIN || text->need || text->high) {
        return 0;
    }
    gsize n = 0, more;
    len = MIN(MIN(len, STRIDE), FAIRY_MAX_STRING_BYTES - text->out->len);
    char *to = make_room(text->out, len + 8);
    do {
        n += copy_plain(to + n, bytes + n, len - n);
        more = copy_sequence(to + n, bytes + n, len - n);
        n += more;
    } while (more);
    to[n] = '\0';
    text->out->len += n;
    return n;
}

gsize fairy_text_push(FairyText *text, const char *bytes, gsize len)
{
    gsize n = 0;
    text->result = FAIRY_TEXT_MORE;
    while (n < len && text->result == FAIRY_TEXT_MORE) {
        n += push_run(text, bytes + n, len - n);
        if (n < len) {
            text->result = push_byte(text, (guchar)bytes[n++]);
        }
    }
    return n;
}
