/* The inside of a JSON string (RFC 8259 §7), byte by byte: escapes, surrogates and UTF-8 become
 * valid UTF-8. Private to core/stream. */
#pragma once

#include <glib.h>

typedef enum {
    FAIRY_TEXT_MORE,    /* the string goes on */
    FAIRY_TEXT_CLOSED,  /* its closing quote was read */
    FAIRY_TEXT_CONTROL, /* a control character that may not stand in a string */
    FAIRY_TEXT_HEX,     /* no hexadecimal digit where one must follow "\u" */
    FAIRY_TEXT_LONG,    /* longer than FAIRY_MAX_STRING_BYTES */
} FairyTextResult;

typedef enum { FAIRY_TEXT_PLAIN, FAIRY_TEXT_ESCAPE, FAIRY_TEXT_UNICODE } FairyTextMode;

typedef struct {
    GString *out;           /* complete characters only: valid UTF-8 without U+0000 */
    FairyTextResult result; /* of the last push */
    FairyTextMode mode;
    guint code, n_digits;   /* of an escape "\uXXXX" */
    gunichar high;          /* a high surrogate that waits for its low half; 0 if none */
    char sequence[4];       /* the UTF-8 sequence so far */
    guint8 have, need;      /* how many of its bytes were read, and how many must follow */
    guint8 lowest, highest; /* the range of its next byte */
} FairyText;

void fairy_text_init(FairyText *text);
void fairy_text_finish(FairyText *text);
/* Begins a string, behind its opening quote. */
void fairy_text_start(FairyText *text);
/* Reads up to `len` (> 0) bytes, and returns how many. It stops behind the byte that gives another
 * result than FAIRY_TEXT_MORE. */
gsize fairy_text_push(FairyText *text, const char *bytes, gsize len);
/* Returns the complete text. Free with cJSON_free(). A long one isn't copied, which relies on GLib
 * and cJSON both using malloc(). */
char *fairy_text_take(FairyText *text);
