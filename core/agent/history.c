/* Keeps a conversation, in the words in which a model is told of it. */
#include "agent/history.h"

#include <fairy/limits.h>

#include <string.h>

struct _FairyHistory {
    FairyPrompt *said;
    char *words;      /* of the request that is being answered */
    GString *actions; /* of its answer: JSON objects with commas between */
    GString *text;    /* of an answer that was none */
    GString *results; /* what isn't plainly done: a line each */
    guint n_actions;
};

FairyHistory *fairy_history_new(const char *words)
{
    FairyHistory *history = g_new0(FairyHistory, 1);
    history->said = fairy_prompt_new();
    history->words = g_strdup(words);
    history->actions = g_string_new(NULL);
    history->text = g_string_new(NULL);
    history->results = g_string_new(NULL);
    return history;
}

void fairy_history_free(FairyHistory *history)
{
    if (history) {
        fairy_prompt_free(history->said);
        g_free(history->words);
        g_string_free(history->actions, TRUE);
        g_string_free(history->text, TRUE);
        g_string_free(history->results, TRUE);
        g_free(history);
    }
}

void fairy_history_add(FairyHistory *history, const FairyOutcome *outcome)
{
    guint n = ++history->n_actions;
    g_string_append_printf(history->actions, "%s%s", history->actions->len ? "," : "",
                           outcome->action ? outcome->action : "{}");
    if (outcome->status != FAIRY_OK) {
        g_string_append_printf(history->results, "- action %u (%s) %s: %s\n", n, outcome->type,
                               fairy_status_name(outcome->status),
                               outcome->detail ? outcome->detail : "");
    }
    if (outcome->data) {
        g_autofree char *data = cJSON_PrintUnformatted(outcome->data);
        g_string_append_printf(history->results, "- action %u (%s) answers: %s\n", n, outcome->type,
                               data);
    }
}

void fairy_history_add_text(FairyHistory *history, const char *text, gsize len)
{
    gsize room = FAIRY_MAX_KEPT_ANSWER - MIN(history->text->len, FAIRY_MAX_KEPT_ANSWER);
    g_string_append_len(history->text, text, (gssize)MIN(len, room));
}

guint fairy_history_actions(const FairyHistory *history)
{
    return history->n_actions;
}

/* What the model said: its actions, or else its text, cut at a whole character. */
static char *answer_of(const FairyHistory *history)
{
    if (history->n_actions > 0) {
        return g_strdup_printf("{\"actions\":[%s]}", history->actions->str);
    }
    return history->text->len ? g_utf8_make_valid(history->text->str, (gssize)history->text->len)
                              : g_strdup("{\"actions\":[]}");
}

void fairy_history_next(FairyHistory *history, const char *why)
{
    FairySpeech *asked = fairy_prompt_speech(history->said, FAIRY_ROLE_USER);
    fairy_speech_text(asked, "words", g_steal_pointer(&history->words));
    FairySpeech *answered = fairy_prompt_speech(history->said, FAIRY_ROLE_ASSISTANT);
    fairy_speech_text(answered, "answer", answer_of(history));
    history->words = g_strdup_printf("%s%s%s", history->results->len ? "What became of it:\n" : "",
                                     history->results->str, why);
    g_string_truncate(history->actions, 0);
    g_string_truncate(history->text, 0);
    g_string_truncate(history->results, 0);
    history->n_actions = 0;
}

const GPtrArray *fairy_history_speeches(const FairyHistory *history)
{
    return history->said->speeches;
}

const char *fairy_history_words(const FairyHistory *history)
{
    return history->words;
}
