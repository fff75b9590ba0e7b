/* What is shown of a memory, and the words in which a model is told of it. */
#include "base/json.h"
#include "chat/memory_priv.h"

#include <fairy/fence.h>
#include <fairy/limits.h>

/* Speeches, as they come to be. */
typedef struct {
    FairyPrompt *said;
    GString *words;   /* of the user's turn: paragraphs */
    GString *actions; /* of the answer: JSON objects with commas between */
    GString *results; /* of them what isn't plainly done, or says more: a line each, … */
    guint n_untold;   /* but for so many */
    cJSON *answers;   /* to them: a list of JSON objects; NULL = none */
    GString *text;    /* of an answer without actions */
    guint n_actions;
} Speaker;

/* --- what is shown ---------------------------------------------------------------------------- */

const FairyMemoryItem *fairy_memory_digest(const FairyMemory *memory, FairyScope scope)
{
    for (guint i = memory->items->len; i > 0; i--) {
        const FairyMemoryItem *item = memory->items->pdata[i - 1];
        if (fairy_memory_is_digest(item) && fairy_scope_equal(item->scope, scope)) {
            return item;
        }
    }
    return NULL;
}

GPtrArray *fairy_memory_shown(const FairyMemory *memory, FairyScope scope)
{
    GPtrArray *shown = g_ptr_array_new();
    const FairyMemoryItem *digest = fairy_memory_digest(memory, scope);
    if (digest) {
        g_ptr_array_add(shown, (gpointer)digest);
    }
    for (guint i = 0; i < memory->items->len; i++) {
        FairyMemoryItem *item = memory->items->pdata[i];
        if ((!digest || item->number > digest->until) && !fairy_memory_is_digest(item) &&
            fairy_scope_equal(item->scope, scope)) {
            g_ptr_array_add(shown, item);
        }
    }
    return shown;
}

/* --- the words -------------------------------------------------------------------------------- */

static void add_speech(Speaker *speaker, FairyRole role, const char *name, char *text)
{
    fairy_message_add_text(fairy_prompt_add_message(speaker->said, role), name, text);
}

/* A fence ends its line. */
static void begin_paragraph(GString *words)
{
    if (words->len > 0) {
        g_string_append(words, words->str[words->len - 1] == '\n' ? "\n" : "\n\n");
    }
}

/* A line each. */
static void append_answers(GString *words, const cJSON *answers)
{
    g_autoptr(GString) lines = g_string_new(FAIRY_DATA_HEADING ":\n");
    const cJSON *answer;
    cJSON_ArrayForEach(answer, answers)
    {
        g_autofree char *line = cJSON_PrintUnformatted(answer);
        g_string_append_printf(lines, "%s\n", line);
    }
    fairy_fence(words, NULL, lines->str);
}

/* What was answered is data: in the request that it was for it stands in a place of its own, and
 * from then on behind the words. */
static void add_user(Speaker *speaker)
{
    if (speaker->answers) {
        begin_paragraph(speaker->words);
        append_answers(speaker->words, speaker->answers);
        g_clear_pointer(&speaker->answers, cJSON_Delete);
    }
    add_speech(speaker, FAIRY_ROLE_USER, "words", g_strdup(speaker->words->str));
    g_string_truncate(speaker->words, 0);
}

static void add_answer(Speaker *speaker)
{
    if (speaker->n_actions == 0 && speaker->text->len == 0) {
        return;
    }
    char *answer = speaker->n_actions ? g_strdup_printf("{\"actions\":[%s]}", speaker->actions->str)
                                      : g_strdup(speaker->text->str);
    add_speech(speaker, FAIRY_ROLE_ASSISTANT, "answer", answer);
    g_string_truncate(speaker->actions, 0);
    g_string_truncate(speaker->text, 0);
    speaker->n_actions = 0;
}

static gboolean is_from(const FairyMemoryItem *item, FairySource source)
{
    return item->kind == FAIRY_MEMORY_PROMPT && item->source == source;
}

/* Lines that others wrote, on lines of their own. */
static void append_quoted(GString *words, const char *quoted)
{
    g_string_append(words, g_str_has_suffix(words->str, "\n") ? "" : "\n");
    fairy_fence(words, NULL, quoted);
}

static void append_other(GString *words, const FairyMemoryItem *item)
{
    g_autoptr(GString) said = g_string_new(NULL);
    fairy_json_string(said, item->from ? item->from : "");
    g_string_append(said, ": ");
    fairy_json_string(said, item->text);
    append_quoted(words, said->str);
}

/* What became of the actions is a part of what is automatic. */
static void append_results(Speaker *speaker)
{
    if (speaker->n_untold > 0) {
        g_string_append_printf(speaker->results, "- and %u more\n", speaker->n_untold);
        speaker->n_untold = 0;
    }
    g_string_append(speaker->words, FAIRY_MEMORY_AUTOMATIC "What became of it:");
    append_quoted(speaker->words, speaker->results->str);
    g_string_truncate(speaker->results, 0);
}

/* The words of an item, but for who says them. */
static void append_words(GString *words, const FairyMemoryItem *item)
{
    if (is_from(item, FAIRY_SOURCE_OTHER)) {
        g_string_append(words, "Another fairy says:");
        append_other(words, item);
    } else {
        g_string_append(words, item->text);
    }
    if (item->quoted) {
        append_quoted(words, item->quoted);
    }
}

/* A paragraph of the user's turn. */
static void tell(Speaker *speaker, const FairyMemoryItem *item)
{
    add_answer(speaker);
    GString *words = speaker->words;
    gboolean head = speaker->results->len > 0, person = is_from(item, FAIRY_SOURCE_USER);
    begin_paragraph(words);
    if (head) {
        append_results(speaker);
        g_string_append(words, person ? "\n" : "");
    }
    g_string_append(words, head || person ? "" : FAIRY_MEMORY_AUTOMATIC);
    append_words(words, item);
}

/* What isn't plainly done, or has more to say. */
static void add_result(Speaker *speaker, const FairyMemoryItem *item)
{
    if (speaker->results->len > FAIRY_SHOWN_DETAILS_BYTES) {
        speaker->n_untold++;
        return;
    }
    g_autofree char *type = fairy_fence_line(item->type, FAIRY_SHOWN_NAME_BYTES);
    g_autofree char *detail =
        fairy_fence_line(item->detail ? item->detail : "", FAIRY_SHOWN_DETAIL_BYTES);
    g_string_append_printf(speaker->results, "- action %u (%s) %s: %s\n", speaker->n_actions, type,
                           fairy_status_name(item->status), detail);
}

/* The item's data is lent: items are never taken out of a memory. */
static void add_data(Speaker *speaker, const FairyMemoryItem *item)
{
    cJSON *answer = cJSON_CreateObject();
    cJSON_AddNumberToObject(answer, "action", speaker->n_actions);
    cJSON_AddStringToObject(answer, "type", item->type);
    cJSON_AddItemReferenceToObject(answer, "answer", item->data);
    speaker->answers = speaker->answers ? speaker->answers : cJSON_CreateArray();
    cJSON_AddItemToArray(speaker->answers, answer);
}

static void add_action(Speaker *speaker, const FairyMemoryItem *item)
{
    guint n = ++speaker->n_actions;
    g_autofree char *action = fairy_memory_action_text(item);
    g_string_append_printf(speaker->actions, "%s%s", n > 1 ? "," : "", action);
    if (fairy_memory_has_result(item)) {
        add_result(speaker, item);
    }
    if (item->data) {
        add_data(speaker, item);
    }
}

static void answer(Speaker *speaker, const FairyMemoryItem *item)
{
    if (speaker->words->len) {
        add_user(speaker);
    } else if (speaker->said->messages->len == 0 && speaker->n_actions == 0 &&
               speaker->text->len == 0) {
        /* A conversation begins with the user. */
        add_speech(speaker, FAIRY_ROLE_USER, "words",
                   g_strdup(FAIRY_MEMORY_AUTOMATIC "This is what you did first."));
    }
    if (item->kind == FAIRY_MEMORY_ACTION) {
        add_action(speaker, item);
    } else {
        g_string_append(speaker->text, item->text);
    }
}

/* How many of them come before the answer that is under way. */
static guint n_settled(const GPtrArray *shown)
{
    guint n = shown->len;
    while (n > 0 && !fairy_memory_is_user_role(shown->pdata[n - 1])) {
        n--;
    }
    return n;
}

static void render(FairyMemory *memory)
{
    if (memory->said) {
        return;
    }
    Speaker speaker = {.said = fairy_prompt_new(),
                       .words = g_string_new(NULL),
                       .actions = g_string_new(NULL),
                       .results = g_string_new(NULL),
                       .text = g_string_new(NULL)};
    g_autoptr(GPtrArray) shown = fairy_memory_shown(memory, memory->scope);
    guint n = n_settled(shown);
    for (guint i = 0; i < n; i++) {
        const FairyMemoryItem *item = shown->pdata[i];
        (fairy_memory_is_user_role(item) ? tell : answer)(&speaker, item);
    }
    g_string_free(speaker.actions, TRUE);
    g_string_free(speaker.results, TRUE);
    g_string_free(speaker.text, TRUE);
    g_free(memory->words);
    cJSON_Delete(memory->answers);
    memory->words = g_string_free(speaker.words, FALSE);
    memory->answers = speaker.answers;
    memory->said = speaker.said;
}

const GPtrArray *fairy_memory_messages(FairyMemory *memory)
{
    render(memory);
    return memory->said->messages;
}

const char *fairy_memory_request_text(FairyMemory *memory)
{
    render(memory);
    return memory->words;
}

const cJSON *fairy_memory_request_data(FairyMemory *memory)
{
    render(memory);
    return memory->answers;
}
