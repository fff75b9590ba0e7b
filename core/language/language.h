/* Words of plain English: a text as tokens, a cursor that reads them, and the vocabulary for shapes
 * and colours. The reader of plain commands and the expressions of the action count share it.
 * Private to core/. */
#pragma once

#include <svg/shape.h>

#include <glib.h>

/* --- tokens (lex.c) --------------------------------------------------------------------------- */

typedef enum {
    FAIRY_TOKEN_WORD,   /* `text` in lower case */
    FAIRY_TOKEN_NUMBER, /* `value`, `suffix` */
    FAIRY_TOKEN_NAME,   /* a quoted name, or a shape's label; `text` as written */
    FAIRY_TOKEN_ID,     /* #id; `text` without the # */
    FAIRY_TOKEN_COMMA,
    FAIRY_TOKEN_ARROW, /* -> or → */
    FAIRY_TOKEN_STOP,  /* the end of a sentence or line */
    FAIRY_TOKEN_SIGN,  /* one of the characters that the caller asked for */
} FairyTokenType;

typedef struct {
    FairyTokenType type;
    char *text;
    gsize start, end; /* byte offsets in the text */
    double value;
    char suffix; /* of a number: '%', 'x' (times), 'd' (degrees), or 0 */
    gboolean quoted;
} FairyToken;

/* Cuts `prompt`, which must be valid UTF-8, into tokens (FairyToken). Free with g_array_unref(). */
GArray *fairy_lex(const char *prompt);
/* Does the same, and makes each of the ASCII characters `signs` outside of quotes a
 * FAIRY_TOKEN_SIGN; "-" only between blanks. */
GArray *fairy_lex_signs(const char *prompt, const char *signs);
/* Returns the text in lower case, with single spaces, trimmed, and without . ! ? at its end. `len`
 * is in bytes, -1 = up to the NUL. Free with g_free(). */
char *fairy_fold(const char *text, gssize len);

/* A range of tokens that is read from the left. All is borrowed. */
typedef struct {
    const char *source;
    const FairyToken *tokens;
    guint pos, end;
} FairyCursor;

gboolean fairy_cursor_at_end(const FairyCursor *c);
/* Returns the token `ahead` places after the next one; NULL beyond the end. */
const FairyToken *fairy_cursor_peek(const FairyCursor *c, guint ahead);
/* Returns the word there; "" if it is no word. */
const char *fairy_cursor_word(const FairyCursor *c, guint ahead);
/* Steps over `phrase` (words with single spaces) if it comes next, and returns whether it did. */
gboolean fairy_cursor_accept(FairyCursor *c, const char *phrase);
/* Steps over the first of the phrases, NULL-terminated, that comes next. Returns its index, or -1.
 */
int fairy_cursor_accept_any(FairyCursor *c, const char *const *phrases);
/* Steps over all phrases of the list that come next, in any order. */
void fairy_cursor_skip(FairyCursor *c, const char *const *phrases);
/* Reads a number in digits or words ("twelve"). */
gboolean fairy_cursor_number(FairyCursor *c, double *value);
/* Reads two numbers with ",", "x", "by" or nothing between them; "x=" and "y=" are allowed. */
gboolean fairy_cursor_pair(FairyCursor *c, double *x, double *y);
/* Returns the text from here up to token `to` (not included) as it was written; of a single quoted
 * token, what is in the quotes. Free with g_free(). */
char *fairy_cursor_raw(const FairyCursor *c, guint to);

/* --- vocabulary (words.c) --------------------------------------------------------------------- */

typedef struct {
    const char *word; /* singular */
    guint kinds;      /* 1 << SvgKind */
    guint wider;      /* kinds to take if there is no shape of `kinds` */
    guint flags;
} FairyNoun;

enum {
    FAIRY_NOUN_MASS = 1 << 0, /* "the text" may be several */
    FAIRY_NOUN_LAYER = 1 << 1,
    FAIRY_NOUN_ANY = 1 << 2,  /* any kind of shape */
    FAIRY_NOUN_EVEN = 1 << 3, /* as wide as high */
    FAIRY_NOUN_ALL = 1 << 4,  /* "everything" */
    FAIRY_NOUN_TEXT = 1 << 5, /* only those with a label, if any has one */
};
#define FAIRY_KIND_BIT(kind) (1u << (kind))

/* Returns the noun; NULL if the word names no kind of shape. *plural (may be NULL) tells "boxes"
 * from "box". */
const FairyNoun *fairy_noun_find(const char *word, gboolean *plural);
/* Steps over a colour of one or two words, or "#rrggbb". Returns what the field `color` of an
 * action takes, a palette name or CSS; free with g_free(). Returns NULL if there is none. */
char *fairy_words_color(FairyCursor *c);
/* Returns whether the word can't be part of an unquoted name ("to", "below", "with"). */
gboolean fairy_words_is_stop(const char *word);
/* Returns 1 for "first" or "1st", and so on, −1 for "last", 0 for any other word. */
int fairy_words_ordinal(const char *word);
/* Returns the number, 0 to 20, that a word names; −1 for any other word. */
int fairy_words_number(const char *word);
/* Adds every word of the vocabulary to a set of strings. */
void fairy_words_add_all(GHashTable *words);
/* Returns whether CSS has a colour of that name. */
gboolean fairy_words_is_css(const char *word);
gboolean fairy_words_in(const char *word, const char *const *list);

/* --- shapes by these words (keep.c) ----------------------------------------------------------- */

/* Keep the shapes of a kind, or of a colour as people name it: by the narrowest sense of the word
 * that any shape has. They take the array of borrowed shapes, and return the same or another one;
 * free with g_ptr_array_unref(). */
GPtrArray *fairy_shapes_keep_noun(GPtrArray *shapes, const FairyNoun *noun);
/* `color` as fairy_words_color() gives it. */
GPtrArray *fairy_shapes_keep_color(GPtrArray *shapes, const char *color);
