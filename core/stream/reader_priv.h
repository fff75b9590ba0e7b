/* The reader's own state, shared by reader.c (the envelope), syntax.c (the automaton) and tree.c
 * (the values). Private to core/stream. */
#pragma once

#include "stream/number.h"
#include "stream/text.h"

#include <fairy/reader.h>

typedef enum {
    FAIRY_AT_PROSE,        /* before the root value */
    FAIRY_AT_THINKING,     /* inside <think>…</think> */
    FAIRY_AT_VALUE,        /* a value must follow */
    FAIRY_AT_VALUE_OR_END, /* after "[" or "," in an array */
    FAIRY_AT_KEY_OR_END,   /* after "{" or "," in an object */
    FAIRY_AT_COLON,
    FAIRY_AT_COMMA_OR_END, /* after a value */
    FAIRY_AT_STRING,       /* inside one */
    FAIRY_AT_NUMBER,
    FAIRY_AT_LITERAL,
    FAIRY_AT_REST,   /* after the root value: all is ignored */
    FAIRY_AT_FAILED, /* `problem` says why */
    FAIRY_AT_COUNT,
} FairyReaderState;

/* An open container. */
typedef struct {
    cJSON *node; /* NULL = the list of actions, whose elements aren't kept */
    gboolean object;
    guint n;            /* members */
    guint64 names;      /* a Bloom filter of their names: most names are known to be new by it */
    GHashTable *by_key; /* members, once there are many */
} FairyFrame;

struct _FairyReader {
    FairyReaderFuncs funcs;
    gpointer data;
    FairyReaderState state;
    char *problem; /* what is wrong with the byte just read; NULL if nothing */

    /* The envelope. While it is only a guess that the reply starts here, its bytes are kept, so
     * that the search can go on behind its first one. */
    gboolean tentative;
    gboolean listed;     /* the list of actions was opened */
    gsize fed;           /* bytes taken from the caller */
    GString *back;       /* bytes that may be read again, up to the newest */
    gsize pos;           /* position in `back` of the next byte to read again; its length = none */
    gsize candidate;     /* position in `back` of the root value's first byte */
    gsize reread;        /* bytes read again so far */
    gboolean lost;       /* there were too many bytes of the root value to keep */
    char *first_problem; /* why the first guess was wrong */
    guint tag;           /* characters of <think> or </think> matched */
    GPtrArray *early;    /* while tentative: why elements so far aren't actions, char * */

    /* The values. */
    FairyFrame frames[FAIRY_MAX_REPLY_DEPTH];
    guint depth;
    cJSON *root;      /* the root object; owned */
    cJSON *element;   /* the present element of the list; owned */
    cJSON *open_text; /* the string being read, with its text in `text`; NULL if it is a key */
    char *key;        /* name of the member that is being read: from cJSON_malloc(), owned, unless
                       * it is one of those that tree.c has for good */
    FairyText text;
    FairyNumber number;
    const char *literal; /* the rest of true, false or null that must follow */

    /* The action. */
    cJSON *action;  /* in `root` or `element` */
    gboolean typed; /* its "_type" is there, and is a complete string */
    char *flaw;     /* why it can't be used although it is valid JSON */
    guint n_values;
    guint index;
};

/* Reads bytes up to a point at which the caller has to decide: an error, the begin or end of a
 * guess, any byte before the root value. Returns how many, at least one. */
gsize fairy_reader_advance(FairyReader *reader, const char *bytes, gsize len);
/* Handles the result of fairy_text_push(), whose last byte was `last`. */
void fairy_reader_end_string(FairyReader *reader, guchar last);
/* Makes the byte that was just read an error; the first message counts. */
void fairy_reader_fail(FairyReader *reader, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* tree.c: values begin and end, in the order of the text. */
void fairy_tree_open(FairyReader *reader, gboolean object);
void fairy_tree_close(FairyReader *reader);
gboolean fairy_tree_in_object(const FairyReader *reader);
void fairy_tree_open_text(FairyReader *reader);
void fairy_tree_close_text(FairyReader *reader);
void fairy_tree_close_key(FairyReader *reader);
/* Adds a number or literal; the tree takes ownership of `node`. */
void fairy_tree_scalar(FairyReader *reader, cJSON *node);
void fairy_tree_number(FairyReader *reader);
/* Drops all values: back to prose. */
void fairy_tree_reset(FairyReader *reader);
