/* The text of a response, put together from the strings in its events. Private to core/wire. */
#pragma once

#include "wire/dialect.h"

typedef struct _FairyAnswerText FairyAnswerText;

/* Makes a text. `prefill` comes before the first text; NULL = nothing does. `secrets` (may be NULL)
 * are covered in what the functions get. Free with fairy_answer_text_free(). */
FairyAnswerText *fairy_answer_text_new(const FairyAnswerFuncs *funcs, gpointer data,
                                       const char *prefill, const FairySecrets *secrets);
void fairy_answer_text_free(FairyAnswerText *text);
/* Adds a piece: UTF-8, in which halves of surrogate pairs may stand as fairy_event_parse() leaves
 * them. Two halves in two pieces are put together; a lone one becomes U+FFFD. Text between <think>
 * and </think> at the beginning is thinking. */
void fairy_answer_text_feed(FairyAnswerText *text, const char *piece, gsize len);
/* Reports thinking whose text isn't visible. */
void fairy_answer_text_think(FairyAnswerText *text);
/* Counts text that isn't part of the reply. */
void fairy_answer_text_count(FairyAnswerText *text, const char *piece, gsize len);
/* Says that the text is over: what was held back is passed on. */
void fairy_answer_text_end(FairyAnswerText *text);
/* Returns whether anything but white space was passed on. */
gboolean fairy_answer_text_any(const FairyAnswerText *text);
/* Returns about how many tokens came, with those that were only counted, by fairy_tokens() and
 * fairy_tokens_least(). */
guint64 fairy_answer_text_tokens(const FairyAnswerText *text);
