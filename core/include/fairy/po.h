/* Catalogues of words and their translations, as GNU gettext writes them (PO files), and the words
 * of drawings in such a catalogue. */
#pragma once

#include <svg/words.h>

#include <cjson/cJSON.h>

typedef struct _FairyPo FairyPo;

/* Reads a catalogue: a path, or "-" for standard input. Files in another charset than UTF-8 are
 * converted, as their header says. Free with fairy_po_free(). Returns NULL with SVG_ERROR_IO, or
 * SVG_ERROR_PARSE with file and line if it isn't one, or says a message twice. */
FairyPo *fairy_po_load(const char *path, GError **error);
/* Reads it from memory; `name` stands in messages. */
FairyPo *fairy_po_parse(const char *text, gsize len, const char *name, GError **error);
/* Makes an empty one. */
FairyPo *fairy_po_new(void);
/* Accepts NULL. */
void fairy_po_free(FairyPo *po);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyPo, fairy_po_free)

/* Returns what its header says of the language ("de"), borrowed; NULL if nothing. */
const char *fairy_po_language(const FairyPo *po);
/* Returns the translation of words in a context (NULL = none), borrowed. NULL if there is none, or
 * it is fuzzy, obsolete or empty. */
const char *fairy_po_find(const FairyPo *po, const char *context, const char *words);
/* Calls `each` for every translation that fairy_po_find() finds, in the order of the file. */
void fairy_po_each(const FairyPo *po,
                   void (*each)(const char *context, const char *words, const char *translation,
                                gpointer data),
                   gpointer data);
/* Adds words to translate; of those that are there already only place and remark are added, each
 * once. `place` is FILE:ID. Both may be NULL. */
void fairy_po_add(FairyPo *po, const char *context, const char *words, const char *place,
                  const char *remark);
/* Returns how many words there are to translate, without its header. */
guint fairy_po_n(const FairyPo *po);
/* Returns the catalogue as a template (POT), in UTF-8. Free with g_free(). */
char *fairy_po_print(const FairyPo *po);

/* --- words of drawings */

/* Whether a translator is to see these words: they have two letters at least, and aren't one
 * identifier, path, address, name in camelCase or number with its unit. */
gboolean fairy_words_are_language(const char *words);
/* Returns the context of a piece, borrowed from it: the whole text that it is a part of, since its
 * translation depends on that; NULL for what stands by itself. */
const char *fairy_words_context(const SvgWords *words);
/* Adds a drawing's words to a template. Those that the glossary (NULL = none) translates by
 * themselves are left out. `path` is the drawing's, for the places. */
void fairy_po_add_drawing(FairyPo *po, SvgDocument *doc, const char *path, const FairyPo *glossary);

/* --- translations into drawings */

/* What is done where words get too long for the shape that they stand in. */
typedef enum {
    FAIRY_FIT_NONE,   /* nothing: lints tell */
    FAIRY_FIT_SHRINK, /* smaller letters, down to half the size */
    FAIRY_FIT_WRAP,   /* broken into lines, where they are one piece; else as SHRINK */
} FairyFit;

typedef struct {
    const FairyPo *po;
    const FairyPo *glossary; /* NULL = none */
    const char *language;    /* "de": the words stay, and get these beside them; NULL = in place */
    FairyFit fit;            /* of words in place */
} FairyTranslation;

/* Returns why words mustn't become these, with what would be right: a term isn't as the glossary
 * has it, or they are no words but a number, a name, an identifier, a path. Free with g_free();
 * NULL = they may. */
char *fairy_po_objection(const FairyPo *glossary, const char *words, const char *translated);
/* Adds actions to the array `actions` that translate the drawing: of words that aren't in the
 * catalogue, neither in their context nor without, nor in the glossary as a whole, none. A
 * translation in which a term of the glossary isn't as that has it isn't used: an action says so
 * (unknown), and so does one for each shape whose words are too long in a language beside others.
 */
void fairy_po_translate(const FairyTranslation *translation, SvgDocument *doc, cJSON *actions);
