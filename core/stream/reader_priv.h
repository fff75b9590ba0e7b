/* The reader's own state, shared by reader.c (the envelope), syntax.c (the automaton) and tree.c
 * (the values). */
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
    cJSON *node; /* NULL: the list of actions, whose elements aren't kept */
    gboolean object;
    guint n;            /* members */
    guint64 names;      /* a bit for each of their names: by it most are known to be new */
    GHashTable *by_key; /* members, once there are many */
} FairyFrame;

struct _FairyReader {
    FairyReaderFuncs funcs;
    gpointer data;
    FairyReaderState state;
    char *problem; /* what is wrong with the byte just read; NULL if nothing */

    /* The envelope. While it is only a guess that the root value is one, its bytes are kept, so
     * that the search can go on after its first. */
    gboolean tentative;
    gboolean listed;     /* the list of actions was opened */
    gsize fed;           /* bytes taken from the caller */
    GString *back;       /* bytes that may be read again, up to the newest */
    gsize pos;           /* of the byte to be read in it; its length: none */
    gsize candidate;     /* of the root's first byte in it */
    gsize reread;        /* bytes read again so far */
    gboolean lost;       /* the root's bytes became too many to be kept */
    char *first_problem; /* why the first guess was wrong */
    guint tag;           /* characters of <think> or </think> matched */
    GPtrArray *early;    /* why the elements so far are no actions, while tentative */

    /* The values. */
    FairyFrame frames[FAIRY_MAX_REPLY_DEPTH];
    guint depth;
    cJSON *root;      /* the root object; owned */
    cJSON *element;   /* of the list; owned */
    cJSON *open_text; /* the string being read, with its text in `text`; NULL if it is a key */
    char *key;        /* of the member being read; cJSON's memory, owned */
    FairyText text;
    FairyNumber number;
    const char *literal; /* what is left of it */

    /* The action. */
    cJSON *action;  /* in `root` or `element` */
    gboolean typed; /* its "_type" is there and a whole string */
    char *flaw;     /* why it can't be used in spite of being JSON */
    guint n_values;
    guint index;
};

/* Reads bytes until it must be told what became of them: at an error, where a guess begins or ends,
 * before the root. Returns how many, at least one. */
gsize fairy_reader_advance(FairyReader *reader, const char *bytes, gsize len);
/* After fairy_text_push(): what became of the string whose newest byte is `last`. */
void fairy_reader_end_string(FairyReader *reader, guchar last);
/* Makes the byte just read an error. */
void fairy_reader_fail(FairyReader *reader, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* tree.c: values that begin and end, in order. */
void fairy_tree_open(FairyReader *reader, gboolean object);
void fairy_tree_close(FairyReader *reader);
gboolean fairy_tree_in_object(const FairyReader *reader);
void fairy_tree_open_text(FairyReader *reader);
void fairy_tree_close_text(FairyReader *reader);
void fairy_tree_close_key(FairyReader *reader);
/* A number, literal: `node` becomes the tree's. */
void fairy_tree_scalar(FairyReader *reader, cJSON *node);
void fairy_tree_number(FairyReader *reader);
/* Back to prose: every value is forgotten. */
void fairy_tree_reset(FairyReader *reader);
