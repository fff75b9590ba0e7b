/* The words of a drawing, piece by piece as they are drawn, for whoever translates them.
 *
 * A piece is what stands between two tags: a line of a text, a bold word in it, a title. It is told
 * apart from others by the element, what it is of that, and its place among those. */
#pragma once

#include <svg/edit.h>

typedef enum { SVG_WORDS_TEXT, SVG_WORDS_TITLE, SVG_WORDS_DESC, SVG_WORDS_KINDS } SvgWordsKind;

typedef struct {
    SvgWordsKind kind;
    char *id;      /* of the text, or of what the title or description is about */
    guint piece;   /* from 0, among the pieces of that kind of it */
    char *text;    /* white space collapsed, none at its ends */
    char *whole;   /* of a piece that is only a part of a text: all of it, lines joined by "\n" */
    char *there;   /* the words that stand there for readers of the language; NULL if none */
    guint line;    /* in the file, from 1; 0 for what was made since it was read */
    gboolean root; /* it is about the whole drawing */
} SvgWords;

/* "text", "title" or "desc"; static. NULL for SVG_WORDS_KINDS. */
const char *svg_words_kind_name(SvgWordsKind kind);
/* All pieces (SvgWords) that may be changed, in the document's order: not what is locked, nor what
 * is for readers of some language alone (systemLanguage, lang), nor words with a comment or the
 * like among them. `language` ("de", "pt-BR") is that of `there`; NULL: of none. Free with
 * g_ptr_array_unref(). */
GPtrArray *svg_document_words(SvgDocument *doc, const char *language);

#define SVG_ANY_PIECE G_MAXUINT /* the first with these words */

/* Writes `to` in place of a piece of words, which is to be `from`, give or take white space. `id`
 * may be that of a shape, whose label is meant, or of a group with texts. All other bytes stay, but
 * for what was made to fit the old words: of places letter by letter the first counts, and a
 * textLength goes. With `language` the words stay, and `to` is for those who read that: a copy of
 * the text beside it in a <switch>, or a title or description with that language.
 * SVG_ERROR_NOT_FOUND when there is no such piece, or it is something else. */
gboolean svg_edit_replace_words(SvgEdit *edit, const char *id, SvgWordsKind kind, guint piece,
                                const char *from, const char *to, const char *language,
                                GError **error);
