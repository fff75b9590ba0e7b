/* What a fairy remembers: items, in the order in which they came. */
#include "base/quote.h"
#include "chat/memory_priv.h"

#include <fairy/limits.h>

#include <string.h>

const char *const fairy_memory_kind_names[] = {
    [FAIRY_MEMORY_PROMPT] = "prompt",   [FAIRY_MEMORY_ACTION] = "action",
    [FAIRY_MEMORY_TEXT] = "text",       [FAIRY_MEMORY_TRANSITION] = "transition",
    [FAIRY_MEMORY_SUMMARY] = "summary", NULL,
};

const char *const fairy_source_names[] = {
    [FAIRY_SOURCE_USER] = "user",
    [FAIRY_SOURCE_SELF] = "self",
    [FAIRY_SOURCE_OTHER] = "other",
    NULL,
};

/* --- items ------------------------------------------------------------------------------------ */

static FairyScope own_scope(FairyMemory *memory, FairyScope scope)
{
    return (FairyScope){scope.level, scope.level == FAIRY_LEVEL_FAIRY
                                         ? NULL
                                         : g_string_chunk_insert_const(memory->ids, scope.id)};
}

gboolean fairy_scope_equal(FairyScope a, FairyScope b)
{
    return a.level == b.level && g_strcmp0(a.id, b.id) == 0;
}

gboolean fairy_memory_is_user_role(const FairyMemoryItem *item)
{
    return item->kind != FAIRY_MEMORY_ACTION && item->kind != FAIRY_MEMORY_TEXT;
}

gboolean fairy_memory_is_digest(const FairyMemoryItem *item)
{
    return item->kind == FAIRY_MEMORY_SUMMARY && item->until > 0;
}

gboolean fairy_memory_has_result(const FairyMemoryItem *item)
{
    return item->status != FAIRY_OK || item->detail;
}

char *fairy_memory_action_text(const FairyMemoryItem *item)
{
    return item->action ? cJSON_PrintUnformatted(item->action) : g_strdup("{}");
}

FairyMemoryItem *fairy_memory_item_new(FairyMemory *memory, FairyMemoryKind kind, FairyScope scope)
{
    guint n = memory->items->len;
    FairyMemoryItem *item = g_new0(FairyMemoryItem, 1);
    item->number = n ? ((FairyMemoryItem *)memory->items->pdata[n - 1])->number + 1 : 1;
    item->time = memory->clock(memory->data);
    item->kind = kind;
    item->scope = own_scope(memory, scope);
    return item;
}

void fairy_memory_item_free(FairyMemoryItem *item)
{
    if (item) {
        g_free(item->text);
        g_free(item->quoted);
        g_free(item->words);
        g_free(item->from);
        g_free(item->type);
        cJSON_Delete(item->action);
        g_free(item->detail);
        cJSON_Delete(item->data);
        cJSON_Delete(item->sums);
        g_strfreev(item->made);
        g_free(item);
    }
}

void fairy_memory_append(FairyMemory *memory, FairyMemoryItem *item)
{
    g_ptr_array_add(memory->items, item);
    if (fairy_memory_is_user_role(item)) {
        g_clear_pointer(&memory->said, fairy_prompt_free);
    }
}

static void free_item(gpointer item)
{
    fairy_memory_item_free(item);
}

FairyMemory *fairy_memory_new(FairyClockFunc clock, gpointer data)
{
    FairyMemory *memory = g_new0(FairyMemory, 1);
    memory->clock = clock ? clock : fairy_clock_real;
    memory->data = data;
    memory->items = g_ptr_array_new_with_free_func(free_item);
    memory->ids = g_string_chunk_new(256);
    memory->budget = FAIRY_HISTORY_TOKENS;
    memory->text = g_string_new(NULL);
    return memory;
}

void fairy_memory_free(FairyMemory *memory)
{
    if (memory) {
        g_ptr_array_unref(memory->items);
        g_string_chunk_free(memory->ids);
        g_string_free(memory->text, TRUE);
        fairy_prompt_free(memory->said);
        g_free(memory->words);
        cJSON_Delete(memory->answers);
        g_free(memory);
    }
}

const GPtrArray *fairy_memory_items(const FairyMemory *memory)
{
    return memory->items;
}

void fairy_memory_set_scope(FairyMemory *memory, FairyScope scope)
{
    memory->scope = own_scope(memory, scope);
    g_clear_pointer(&memory->said, fairy_prompt_free);
}

FairyScope fairy_memory_scope(const FairyMemory *memory)
{
    return memory->scope;
}

void fairy_memory_set_budget(FairyMemory *memory, gsize tokens)
{
    memory->budget = tokens;
}

void fairy_memory_shift(FairyMemory *memory, guint from, guint by)
{
    for (guint i = 0; i < memory->items->len; i++) {
        FairyMemoryItem *item = memory->items->pdata[i];
        item->number += item->number >= from ? by : 0;
        item->until += item->until > 0 && item->until >= from ? by : 0;
    }
}

/* --- what happens ----------------------------------------------------------------------------- */

static char *words_of(const char *text)
{
    g_autofree char *head = fairy_text_head(text, FAIRY_MAX_STRING_BYTES);
    return head ? g_utf8_make_valid(head, -1) : NULL;
}

void fairy_memory_add_prompt(FairyMemory *memory, FairySource source, const char *from,
                             const char *text, const char *quoted, const char *words)
{
    fairy_memory_end_reply(memory, FALSE);
    FairyMemoryItem *item = fairy_memory_item_new(memory, FAIRY_MEMORY_PROMPT, memory->scope);
    item->source = source;
    item->from = source == FAIRY_SOURCE_OTHER ? g_strdup(from) : NULL;
    item->text = words_of(text);
    item->quoted = words_of(quoted);
    item->words = words_of(words);
    fairy_memory_append(memory, item);
    fairy_memory_fit(memory);
}

/* Whether its text is no longer than that. */
static gboolean fits(const cJSON *json, gsize most)
{
    g_autofree char *text = cJSON_PrintUnformatted(json);
    return text && strlen(text) <= most;
}

/* One that is too long is kept as its name. */
static cJSON *action_of(const FairyOutcome *outcome)
{
    if (!outcome->action || fits(outcome->action, FAIRY_MAX_KEPT_ACTION)) {
        return cJSON_Duplicate(outcome->action, TRUE);
    }
    cJSON *named = cJSON_CreateObject();
    cJSON_AddStringToObject(named, "_type", outcome->type);
    return named;
}

/* Longer than any model could read: it is told that, and can ask for less. */
static cJSON *data_of(const FairyOutcome *outcome)
{
    return !outcome->data || fits(outcome->data, FAIRY_MAX_STRING_BYTES)
               ? cJSON_Duplicate(outcome->data, TRUE)
               : cJSON_CreateString("the answer is too long to be told");
}

void fairy_memory_add_action(FairyMemory *memory, const FairyOutcome *outcome)
{
    FairyMemoryItem *item = fairy_memory_item_new(memory, FAIRY_MEMORY_ACTION, memory->scope);
    item->type = g_strdup(outcome->type);
    item->action = action_of(outcome);
    item->status = outcome->status;
    gboolean plain = outcome->status == FAIRY_OK && !outcome->change;
    item->detail = plain ? NULL : fairy_text_head(outcome->detail, FAIRY_MAX_KEPT_WORDS);
    item->data = data_of(outcome);
    if (outcome->change && outcome->change->added && outcome->change->added[0]) {
        item->made = g_strdupv(outcome->change->added);
    }
    fairy_memory_append(memory, item);
    memory->n_actions++;
}

void fairy_memory_add_text(FairyMemory *memory, const char *text, gsize len)
{
    gsize room = FAIRY_MAX_KEPT_ANSWER - MIN(memory->text->len, FAIRY_MAX_KEPT_ANSWER);
    g_string_append_len(memory->text, text, (gssize)MIN(len, room));
}

guint fairy_memory_n_actions(const FairyMemory *memory)
{
    return memory->n_actions;
}

void fairy_memory_end_reply(FairyMemory *memory, gboolean whole)
{
    if (whole && memory->n_actions == 0) {
        FairyMemoryItem *item = fairy_memory_item_new(memory, FAIRY_MEMORY_TEXT, memory->scope);
        item->text = memory->text->len
                         ? g_utf8_make_valid(memory->text->str, (gssize)memory->text->len)
                         : g_strdup("{\"actions\":[]}");
        fairy_memory_append(memory, item);
    }
    g_string_truncate(memory->text, 0);
    memory->n_actions = 0;
}

void fairy_memory_continue(FairyMemory *memory, const char *why)
{
    fairy_memory_end_reply(memory, TRUE);
    fairy_memory_add_prompt(memory, FAIRY_SOURCE_SELF, NULL, why, NULL, NULL);
}

/* --- for people ------------------------------------------------------------------------------- */

char *fairy_memory_item_text(const FairyMemoryItem *item)
{
    const char *quoted = item->words ? NULL : item->quoted;
    return g_strconcat(item->words ? item->words : item->text, quoted ? "\n" : "",
                       quoted ? quoted : "", NULL);
}

char *fairy_memory_item_text_line(const FairyMemoryItem *item)
{
    if (item->kind != FAIRY_MEMORY_ACTION) {
        g_autofree char *told = fairy_memory_item_text(item);
        return fairy_one_line(told);
    }
    const FairyAction *action = fairy_action_find(item->type);
    g_auto(FairyInfo) info = {0};
    if (action && item->action) {
        fairy_action_info(action, item->action, TRUE, 0, &info);
    }
    return fairy_one_line(info.description && *info.description ? info.description : item->type);
}
