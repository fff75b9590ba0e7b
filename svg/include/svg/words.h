/* The words of a drawing, piece by piece as they are drawn, for whoever translates them.
 *
 * A piece is what stands between two tags: a line of a text, a bold word in it, a title. It is told
 * apart from others by the element, what it is of that, and its place among those. */
#pragma once

#include <svg/document.h>

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
 * like among them. HTML counts as a text; of a text that stands in for HTML in a <switch> there is
 * what both say, which is written in both. `language` ("de", "pt-BR") is that of `there`; NULL: of
 * none. Free with g_ptr_array_unref(). */
GPtrArray *svg_document_words(SvgDocument *doc, const char *language);
