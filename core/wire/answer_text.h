/* The text of an answer, put together of the strings in its events. Private to core/model. */
#pragma once

#include "wire/dialect.h"

typedef struct _FairyAnswerText FairyAnswerText;

/* `prefill` comes before the first text; NULL = nothing does. What is told has none of `secrets`,
 * which may be NULL. */
FairyAnswerText *fairy_answer_text_new(const FairyAnswerFuncs *funcs, gpointer data,
                                       const char *prefill, const FairySecrets *secrets);
void fairy_answer_text_free(FairyAnswerText *text);
/* More of it: UTF-8, in which halves of a character beyond U+FFFF may stand, as fairy_event_parse()
 * leaves them. Two halves in two pieces are put together; one alone becomes U+FFFD. What stands
 * between <think> and </think> at the beginning is thinking. */
void fairy_answer_text_feed(FairyAnswerText *text, const char *piece, gsize len);
/* It thinks, and nobody sees what. */
void fairy_answer_text_think(FairyAnswerText *text);
/* Counts what was written and isn't told. */
void fairy_answer_text_count(FairyAnswerText *text, const char *piece, gsize len);
/* Nothing comes any more: what was held back is told. */
void fairy_answer_text_end(FairyAnswerText *text);
/* Something other than blanks was told. */
gboolean fairy_answer_text_any(const FairyAnswerText *text);
/* About how many tokens came, with what was only counted, by fairy_tokens(). */
guint64 fairy_answer_text_tokens(const FairyAnswerText *text);
