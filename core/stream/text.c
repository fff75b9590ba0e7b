/* Strings of a reply: what can't be shown or stored (lone surrogates, U+0000, bytes that aren't
 * UTF-8) becomes U+FFFD, so that everything behind the reader may rely on valid text. */
#include "stream/text.h"

#include <fairy/limits.h>

#include <cjson/cJSON.h>

#include <string.h>

#define REPLACEMENT 0xFFFD
#define LONG_TEXT   4096 /* bytes from which on one is given away, not copied */
#define STRIDE      64   /* bytes read at once: again, where they aren't UTF-8 */

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

/* What "\b" stands for; 0 if it is more than one byte or none. */
static char unescape(guchar b)
{
    static const char meanings[256] = {['"'] = '"',  ['\\'] = '\\', ['/'] = '/',  ['b'] = '\b',
                                       ['f'] = '\f', ['n'] = '\n',  ['r'] = '\r', ['t'] = '\t'};
    return meanings[b];
}

static FairyTextResult push_escape(FairyText *text, guchar b)
{
    if (b == 'u') {
        text->mode = FAIRY_TEXT_UNICODE;
        text->code = text->n_digits = 0;
        return FAIRY_TEXT_MORE;
    }
    text->mode = FAIRY_TEXT_PLAIN;
    flush_surrogate(text);
    if (unescape(b)) {
        g_string_append_c(text->out, unescape(b));
        return FAIRY_TEXT_MORE;
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

/* --- runs: many bytes at once ----------------------------------------------------------------- */

#define EACH(byte) (G_GUINT64_CONSTANT(0x0101010101010101) * (byte))

/* The first is the lowest. */
static guint64 copy_eight(char *to, const char *bytes)
{
    guint64 eight;
    memcpy(&eight, bytes, sizeof eight);
    memcpy(to, &eight, sizeof eight);
    return GUINT64_FROM_LE(eight);
}

static guint64 copy_four(char *to, const char *bytes)
{
    guint32 four;
    memcpy(&four, bytes, sizeof four);
    memcpy(to, &four, sizeof four);
    return GUINT32_FROM_LE(four);
}

/* Marks, by its highest bit, the first of eight bytes that is a control character, a quote or a
 * backslash; what follows it may be marked for nothing. Where a byte is less than what is
 * subtracted, the borrow sets that bit (H. S. Warren, Hacker's Delight, 6-1). */
static guint64 mark_special(guint64 eight)
{
    guint64 quote = (eight ^ EACH('"')) - EACH(1), backslash = (eight ^ EACH('\\')) - EACH(1);
    return ((eight - EACH(0x20)) | quote | backslash) & ~eight & EACH(0x80);
}

static gsize find_mark(guint64 marks)
{
    return (gsize)__builtin_ctzll(marks) / 8;
}

/* These two copy bytes up to the first special one, and return how many; all they have seen goes
 * into `all`. This one has fewer than 4. */
static gsize copy_bytes(char *to, const char *bytes, gsize len, guint64 *all)
{
    gsize n = 0;
    for (; n < len && (guchar)bytes[n] >= 0x20 && bytes[n] != '"' && bytes[n] != '\\'; n++) {
        to[n] = bytes[n];
        *all |= (guchar)bytes[n];
    }
    return n;
}

/* 4 to 15: some are copied twice, so that no branch depends on how many there are. The length of a
 * piece can't be foreseen, and guessing it wrong would take longer than all the rest. */
static gsize copy_few(char *to, const char *bytes, gsize len, guint64 *all)
{
    gsize second = len / 8 * 4, last = len - 4, third = last - second;
    guint64 front = copy_four(to, bytes) | copy_four(to + second, bytes + second) << 32;
    guint64 back = copy_four(to + third, bytes + third) | copy_four(to + last, bytes + last) << 32;
    *all |= front | back;
    guint64 marks = mark_special(front);
    if (marks) {
        return find_mark(marks);
    }
    marks = mark_special(back);
    return marks ? third + find_mark(marks) : len;
}

/* Apart from the others, which seldom need it, and would have its stack to guard. */
static G_GNUC_NO_INLINE gsize count_valid(const char *bytes, gsize len)
{
    const char *end;
    g_utf8_validate_len(bytes, len, &end);
    return (gsize)(end - bytes);
}

/* Copies bytes up to the first that is special, or isn't part of a whole character, and returns how
 * many. */
static gsize copy_plain(char *to, const char *bytes, gsize len)
{
    gsize n = 0;
    guint64 all = 0, marks = 0;
    for (; len - n >= 16 && !marks; n += marks ? find_mark(marks) : 8) {
        guint64 eight = copy_eight(to + n, bytes + n);
        marks = mark_special(eight);
        all |= eight;
    }
    if (!marks) {
        n += len - n < 4 ? copy_bytes(to + n, bytes + n, len - n, &all)
                         : copy_few(to + n, bytes + n, len - n, &all);
    }
    return all & EACH(0x80) ? count_valid(bytes, n) : n;
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

/* Takes plain bytes and short escapes, and returns how many bytes. What goes over the limit is left
 * to push_byte(), so that it is the same byte however they were split. */
static gsize push_run(FairyText *text, const char *bytes, gsize len)
{
    if (text->mode != FAIRY_TEXT_PLAIN || text->need || text->high) {
        return 0;
    }
    len = MIN(MIN(len, STRIDE), FAIRY_MAX_STRING_BYTES - text->out->len);
    char *to = make_room(text->out, len);
    gsize n = copy_plain(to, bytes, len), shorter = 0;
    while (len - n >= 2 && bytes[n] == '\\' && unescape((guchar)bytes[n + 1])) {
        to[n - shorter] = unescape((guchar)bytes[n + 1]);
        n += 2;
        shorter++;
        n += copy_plain(to + n - shorter, bytes + n, len - n);
    }
    to[n - shorter] = '\0';
    text->out->len += n - shorter;
    return n;
}

gsize fairy_text_push(FairyText *text, const char *bytes, gsize len)
{
    gsize n = 0;
    text->result = FAIRY_TEXT_MORE;
    while (text->result == FAIRY_TEXT_MORE && (n += push_run(text, bytes + n, len - n)) < len) {
        text->result = push_byte(text, (guchar)bytes[n++]);
    }
    return n;
}

char *fairy_text_take(FairyText *text)
{
    if (text->out->len < LONG_TEXT) {
        char *copy = cJSON_malloc(text->out->len + 1);
        if (!copy) {
            g_error("out of memory for a string of a reply");
        }
        return memcpy(copy, text->out->str, text->out->len + 1);
    }
    char *taken = g_string_free(text->out, FALSE);
    text->out = g_string_new(NULL);
    return taken;
}
