/* Words: a text as tokens, the cursor that reads them, and the vocabulary for shapes and colours.
 * The built-in reader of commands and the expressions of `count` share it. Private to core/. */
#pragma once

#include <svg/shape.h>

#include <glib.h>

/* --- tokens (lex.c) --------------------------------------------------------------------------- */

typedef enum {
    FAIRY_TOKEN_WORD,   /* `text` in lower case */
    FAIRY_TOKEN_NUMBER, /* `value`, `suffix` */
    FAIRY_TOKEN_NAME,   /* quoted, or what a shape is labelled; `text` as written */
    FAIRY_TOKEN_ID,     /* #id; `text` without the # */
    FAIRY_TOKEN_COMMA,
    FAIRY_TOKEN_ARROW, /* -> or → */
    FAIRY_TOKEN_STOP,  /* the end of a sentence or line */
    FAIRY_TOKEN_SIGN,  /* one character of those asked for */
} FairyTokenType;

typedef struct {
    FairyTokenType type;
    char *text;
    gsize start, end; /* bytes in the prompt */
    double value;
    char suffix; /* of a number: '%', 'x' (times), 'd' (degrees), or 0 */
    gboolean quoted;
} FairyToken;

/* The tokens of `prompt`, which must be valid UTF-8. Free with g_array_unref(). */
GArray *fairy_lex(const char *prompt);
/* The same, with each of the ASCII characters `signs`, outside of quotes, a FAIRY_TOKEN_SIGN. */
GArray *fairy_lex_signs(const char *prompt, const char *signs);
/* Lower case, every run of white space one space, none at the ends, nor . ! ? at the end. The
 * caller's. */
char *fairy_fold(const char *text, gssize len);

/* Part of the tokens, read from the left. */
typedef struct {
    const char *source;
    const FairyToken *tokens;
    guint pos, end;
} FairyCursor;

gboolean fairy_cursor_at_end(const FairyCursor *c);
/* The token `ahead` of the next one; NULL beyond the end. */
const FairyToken *fairy_cursor_peek(const FairyCursor *c, guint ahead);
/* The word there, "" when it is no word. */
const char *fairy_cursor_word(const FairyCursor *c, guint ahead);
/* Steps over `phrase` (words with single spaces) if it is next. */
gboolean fairy_cursor_accept(FairyCursor *c, const char *phrase);
/* Steps over one of the phrases, `{"left of", "left", NULL}`: the first that fits. Its index, or
 * -1. */
int fairy_cursor_accept_any(FairyCursor *c, const char *const *phrases);
/* Steps over everything that is in the list, in any order. */
void fairy_cursor_skip(FairyCursor *c, const char *const *phrases);
/* A number in digits or words ("twelve"). */
gboolean fairy_cursor_number(FairyCursor *c, double *value);
/* Two numbers with ",", "x", "by" or nothing between, "x=" and "y=" allowed. */
gboolean fairy_cursor_pair(FairyCursor *c, double *x, double *y);
/* What is written from here to token `to` (not included), as the user wrote it; of one quoted
 * token, what is in the quotes. The caller's. */
char *fairy_cursor_raw(const FairyCursor *c, guint to);

/* --- vocabulary (words.c) --------------------------------------------------------------------- */

typedef struct {
    const char *word; /* singular */
    guint kinds;      /* 1 << SvgKind */
    guint wider;      /* taken when none of `kinds` is there */
    guint flags;
} FairyNoun;

enum {
    FAIRY_NOUN_MASS = 1 << 0, /* "the text" may be several */
    FAIRY_NOUN_LAYER = 1 << 1,
    FAIRY_NOUN_ANY = 1 << 2,  /* any kind of shape */
    FAIRY_NOUN_EVEN = 1 << 3, /* as wide as high */
    FAIRY_NOUN_ALL = 1 << 4,  /* "everything" */
    FAIRY_NOUN_TEXT = 1 << 5, /* those with a label, if any has one */
};
#define FAIRY_KIND_BIT(kind) (1u << (kind))

/* NULL if the word names no kind of shape. *plural (may be NULL) tells "boxes" from "box". */
const FairyNoun *fairy_noun_find(const char *word, gboolean *plural);
/* Steps over a colour of one or two words, "#rrggbb" too. What `color` of an action takes: a
 * palette name or CSS; the caller's. NULL if there is none. */
char *fairy_words_color(FairyCursor *c);
/* Whether the word can't begin or go on an unquoted name ("to", "below", "with"). */
gboolean fairy_words_is_stop(const char *word);
/* 1 for "first" or "1st", −1 for "last"; 0 for any other word. */
int fairy_words_ordinal(const char *word);
/* 0–20; −1 for any other word. */
int fairy_words_number(const char *word);
/* Adds every word of the vocabulary to a set of strings. */
void fairy_words_add_all(GHashTable *words);
/* Whether CSS has a colour of that name. */
gboolean fairy_words_is_css(const char *word);
gboolean fairy_words_in(const char *word, const char *const *list);

/* --- shapes by these words (keep.c) ----------------------------------------------------------- */

/* Those of a kind, or of a colour as people call it: by the narrowest sense of the word in which
 * there are any. Take `shapes`, borrowed ones, and give back the same or another array. */
GPtrArray *fairy_shapes_keep_noun(GPtrArray *shapes, const FairyNoun *noun);
/* `color` as fairy_words_color() gives it. */
GPtrArray *fairy_shapes_keep_color(GPtrArray *shapes, const char *color);
