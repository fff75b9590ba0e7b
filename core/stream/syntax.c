/* The automaton: one function per state. Between tokens it is given one byte, inside of one all
 * there are, of which it reads some or changes state. */
#include "stream/reader_priv.h"

#include <string.h>

static gboolean is_space(guchar b)
{
    return b <= ' ' && (b == ' ' || b == '\n' || b == '\t' || b == '\r');
}

static void expected(FairyReader *reader, const char *what, guchar got)
{
    if (g_ascii_isprint((char)got)) {
        fairy_reader_fail(reader, "expected %s, got '%c'", what, got);
    } else {
        fairy_reader_fail(reader, "expected %s, got byte 0x%02X", what, got);
    }
}

/* Counts how much of `tag` was read; TRUE at its last byte. Only its first byte is a "<". */
static gboolean match_tag(FairyReader *reader, const char *tag, guchar b)
{
    reader->tag = b == (guchar)tag[reader->tag] ? reader->tag + 1 : b == '<';
    if (tag[reader->tag]) {
        return FALSE;
    }
    reader->tag = 0;
    return TRUE;
}

static gsize read_prose(FairyReader *reader, const char *bytes, gsize len)
{
    gsize n = 0;
    while (n < len && !reader->tag && !strchr("{[<", bytes[n])) {
        n++;
    }
    if (n || len == 0) {
        return n;
    }
    if (match_tag(reader, "<think>", (guchar)*bytes)) {
        reader->state = FAIRY_AT_THINKING;
    } else if (*bytes == '{' || *bytes == '[') {
        reader->tentative = TRUE;
        fairy_tree_open(reader, *bytes == '{');
    }
    return 1;
}

static gsize read_thinking(FairyReader *reader, const char *bytes, gsize len)
{
    (void)len;
    if (match_tag(reader, "</think>", (guchar)*bytes)) {
        reader->state = FAIRY_AT_PROSE;
    }
    return 1;
}

static void start_text(FairyReader *reader)
{
    fairy_text_start(&reader->text);
    reader->state = FAIRY_AT_STRING;
}

static void start_literal(FairyReader *reader, const char *literal)
{
    reader->literal = literal;
    reader->state = FAIRY_AT_LITERAL;
}

/* The first byte of a value. FALSE when none starts like this. */
static gboolean start_value(FairyReader *reader, guchar b)
{
    if (b == '{' || b == '[') {
        fairy_tree_open(reader, b == '{');
    } else if (b == '"') {
        start_text(reader);
        fairy_tree_open_text(reader);
    } else if (b == 't' || b == 'f' || b == 'n') {
        start_literal(reader, b == 't' ? "rue" : b == 'f' ? "alse" : "ull");
    } else if (b == '-' || g_ascii_isdigit((char)b)) {
        fairy_number_start(&reader->number);
        fairy_number_push(&reader->number, (const char *)&b, 1);
        reader->state = FAIRY_AT_NUMBER;
    } else {
        return FALSE;
    }
    return TRUE;
}

static void read_value(FairyReader *reader, guchar b)
{
    if (!start_value(reader, b)) {
        expected(reader, "a value after the \":\"", b);
    }
}

static void read_value_or_end(FairyReader *reader, guchar b)
{
    if (b == ']') {
        fairy_tree_close(reader);
    } else if (!start_value(reader, b)) {
        expected(reader, "a value or \"]\" in the list", b);
    }
}

static void read_key_or_end(FairyReader *reader, guchar b)
{
    if (b == '}') {
        fairy_tree_close(reader);
    } else if (b == '"') {
        start_text(reader);
    } else {
        expected(reader, "a name in double quotes or \"}\"", b);
    }
}

static void read_colon(FairyReader *reader, guchar b)
{
    if (b == ':') {
        reader->state = FAIRY_AT_VALUE;
    } else {
        expected(reader, "\":\" after the name", b);
    }
}

static void read_comma_or_end(FairyReader *reader, guchar b)
{
    gboolean object = fairy_tree_in_object(reader);
    if (b == ',') {
        reader->state = object ? FAIRY_AT_KEY_OR_END : FAIRY_AT_VALUE_OR_END;
    } else if (b == (object ? '}' : ']')) {
        fairy_tree_close(reader);
    } else if (object || !start_value(reader, b)) {
        expected(reader,
                 object ? "\",\" or \"}\" after the value" : "\",\" or \"]\" after the value", b);
    }
}

void fairy_reader_end_string(FairyReader *reader, guchar last)
{
    switch (reader->text.result) {
    case FAIRY_TEXT_MORE:
        break;
    case FAIRY_TEXT_CLOSED:
        reader->open_text ? fairy_tree_close_text(reader) : fairy_tree_close_key(reader);
        break;
    case FAIRY_TEXT_CONTROL:
        expected(reader, "a character (control characters are written \\u00XX)", last);
        break;
    case FAIRY_TEXT_HEX:
        expected(reader, "4 hexadecimal digits after \"\\u\"", last);
        break;
    case FAIRY_TEXT_LONG:
        fairy_reader_fail(reader, "a string is longer than %u bytes", FAIRY_MAX_STRING_BYTES);
        break;
    }
}

static gsize read_string(FairyReader *reader, const char *bytes, gsize len)
{
    gsize n = fairy_text_push(&reader->text, bytes, len);
    if (reader->text.result != FAIRY_TEXT_MORE) {
        fairy_reader_end_string(reader, (guchar)bytes[n - 1]);
    }
    return n;
}

/* The byte behind a number belongs to what follows. */
static gsize read_number(FairyReader *reader, const char *bytes, gsize len)
{
    gsize n = fairy_number_push(&reader->number, bytes, len);
    if (n == len) {
        return n;
    }
    guchar b = (guchar)bytes[n];
    if (fairy_number_is_whole(&reader->number) &&
        (is_space(b) || b == ',' || b == ']' || b == '}')) {
        fairy_tree_number(reader);
    } else {
        expected(reader, "a number to go on or end", b);
    }
    return reader->problem ? n + 1 : n;
}

static gsize read_literal(FairyReader *reader, const char *bytes, gsize len)
{
    gsize n = 0;
    while (n < len && *reader->literal && bytes[n] == *reader->literal) {
        reader->literal++;
        n++;
    }
    if (*reader->literal) {
        if (n < len) {
            expected(reader, "true, false or null", (guchar)bytes[n++]);
        }
        return n;
    }
    /* what is left tells which it was: the byte before the last */
    char before = reader->literal[-2];
    fairy_tree_scalar(reader, before == 'u'   ? cJSON_CreateTrue()
                              : before == 's' ? cJSON_CreateFalse()
                                              : cJSON_CreateNull());
    return n;
}

static gsize skip(FairyReader *reader, const char *bytes, gsize len)
{
    (void)reader;
    (void)bytes;
    return len;
}

static gsize read_between(FairyReader *reader, const char *bytes, gsize len)
{
    static void (*const states[FAIRY_AT_COUNT])(FairyReader *, guchar) = {
        [FAIRY_AT_VALUE] = read_value,
        [FAIRY_AT_VALUE_OR_END] = read_value_or_end,
        [FAIRY_AT_KEY_OR_END] = read_key_or_end,
        [FAIRY_AT_COLON] = read_colon,
        [FAIRY_AT_COMMA_OR_END] = read_comma_or_end,
    };
    gsize n = 0;
    while (n < len && is_space((guchar)bytes[n])) {
        n++;
    }
    if (n < len) {
        states[reader->state](reader, (guchar)bytes[n++]);
    }
    return n;
}

gsize fairy_reader_advance(FairyReader *reader, const char *bytes, gsize len)
{
    static gsize (*const states[FAIRY_AT_COUNT])(FairyReader *, const char *, gsize) = {
        [FAIRY_AT_PROSE] = read_prose,
        [FAIRY_AT_THINKING] = read_thinking,
        [FAIRY_AT_VALUE] = read_between,
        [FAIRY_AT_VALUE_OR_END] = read_between,
        [FAIRY_AT_KEY_OR_END] = read_between,
        [FAIRY_AT_COLON] = read_between,
        [FAIRY_AT_COMMA_OR_END] = read_between,
        [FAIRY_AT_STRING] = read_string,
        [FAIRY_AT_NUMBER] = read_number,
        [FAIRY_AT_LITERAL] = read_literal,
        [FAIRY_AT_REST] = skip,
        [FAIRY_AT_FAILED] = skip,
    };
    gboolean tentative = reader->tentative;
    gsize n = 0;
    do {
        n += states[reader->state](reader, bytes + n, len - n);
    } while (n < len && !reader->problem && reader->tentative == tentative &&
             reader->state >= FAIRY_AT_VALUE);
    return n;
}
