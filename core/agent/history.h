/* What was said in a run: the person's words, the fairy's actions, what became of them. Private to
 * core/. */
#pragma once

#include <fairy/prompt.h>
#include <fairy/turn.h>

typedef struct _FairyHistory FairyHistory;

/* `words` are the person's. */
FairyHistory *fairy_history_new(const char *words);
/* Takes NULL. */
void fairy_history_free(FairyHistory *history);

/* An action of the answer that is being given. */
void fairy_history_add(FairyHistory *history, const FairyOutcome *outcome);
/* Text of an answer that couldn't be read as actions. */
void fairy_history_add_text(FairyHistory *history, const char *text, gsize len);
/* How many actions this answer has. */
guint fairy_history_actions(const FairyHistory *history);
/* The answer is over, and another is asked for: what became of its actions, and `why`, are the next
 * words. */
void fairy_history_next(FairyHistory *history, const char *why);

/* FairySpeech, all but the last words; the history's. */
const GPtrArray *fairy_history_speeches(const FairyHistory *history);
/* Those of the next request; the history's. */
const char *fairy_history_words(const FairyHistory *history);
