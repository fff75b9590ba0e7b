/* Keeps what is shown within its budget: the oldest gives way to one summary. */
#include "chat/counts.h"
#include "chat/memory_priv.h"

#include <fairy/limits.h>
#include <fairy/tokens.h>

#include <string.h>

#define AROUND 12 /* tokens */
#define FENCE  10 /* of one around what is quoted */

static gsize tokens_of(const char *text)
{
    return text ? fairy_tokens(text, strlen(text)) : 0;
}

/* Of what became of an action: as much as is told. */
static gsize detail_tokens(const FairyMemoryItem *item)
{
    return item->detail
               ? fairy_tokens(item->detail, strnlen(item->detail, FAIRY_SHOWN_DETAIL_BYTES))
               : 0;
}

/* With what stands around it: a line about what became of an action, an answer's brackets. */
static gsize item_tokens(const FairyMemoryItem *item)
{
    if (item->kind != FAIRY_MEMORY_ACTION) {
        gsize quoted = item->quoted ? tokens_of(item->quoted) + FENCE : 0;
        return tokens_of(item->text) + quoted + AROUND;
    }
    gsize lines = fairy_memory_has_result(item) + (item->data != NULL);
    g_autofree char *action = fairy_memory_action_text(item);
    g_autofree char *data = item->data ? cJSON_PrintUnformatted(item->data) : NULL;
    return tokens_of(action) + 1 + detail_tokens(item) + tokens_of(data) +
           lines * (tokens_of(item->type) + AROUND + FENCE);
}

/* The start of the run of items that ends before `end`: words, or an answer. */
static guint run_start(const GPtrArray *shown, guint end, gboolean told)
{
    while (end > 0 && fairy_memory_is_user_role(shown->pdata[end - 1]) == told) {
        end--;
    }
    return end;
}

/* The person's latest words; the end if there are none. */
static guint latest_words(const GPtrArray *shown)
{
    for (guint i = shown->len; i > 0; i--) {
        const FairyMemoryItem *item = shown->pdata[i - 1];
        if (item->kind == FAIRY_MEMORY_PROMPT && item->source == FAIRY_SOURCE_USER) {
            return i - 1;
        }
    }
    return shown->len;
}

/* How many from the start may be summarised: none since the person's latest words, and none of the
 * last answer, what became of which is about to be told, and of what it answers. */
static guint n_old(const GPtrArray *shown)
{
    guint now = run_start(shown, shown->len, TRUE);
    guint answer = run_start(shown, now, FALSE);
    return MIN(latest_words(shown), run_start(shown, answer, TRUE));
}

/* Whether an exchange begins here: words after an answer. */
static gboolean begins(const GPtrArray *shown, guint i)
{
    return i > 0 && fairy_memory_is_user_role(shown->pdata[i]) &&
           !fairy_memory_is_user_role(shown->pdata[i - 1]);
}

/* The sums of what the digest before stood for, and of what came after it. */
static void count_up_to(FairyActionCounts *tally, const FairyMemory *memory, guint until)
{
    const FairyMemoryItem *before = fairy_memory_digest(memory, memory->scope);
    if (before) {
        fairy_action_counts_add_json(tally, before->sums);
    }
    for (guint i = 0; i < memory->items->len; i++) {
        const FairyMemoryItem *item = memory->items->pdata[i];
        if (item->number <= until && (!before || item->number > before->until) &&
            fairy_scope_equal(item->scope, memory->scope)) {
            fairy_action_counts_add(tally, item);
        }
    }
}

static void add_digest(FairyMemory *memory, guint until)
{
    g_auto(FairyActionCounts) tally;
    fairy_action_counts_init(&tally);
    count_up_to(&tally, memory, until);
    gsize most = MIN(memory->budget, FAIRY_MAX_SUMMARY_BYTES);
    FairyMemoryItem *item = fairy_memory_item_new(memory, FAIRY_MEMORY_SUMMARY, memory->scope);
    item->text = g_strdup("What was said and done before this is left out:");
    item->quoted = fairy_action_counts_text(&tally, TRUE, most);
    item->until = until;
    item->sums = fairy_action_counts_json(&tally);
    fairy_memory_append(memory, item);
}

void fairy_memory_fit(FairyMemory *memory)
{
    g_autoptr(GPtrArray) shown = fairy_memory_shown(memory, memory->scope);
    gsize left = 0;
    for (guint i = 0; i < shown->len; i++) {
        left += item_tokens(shown->pdata[i]);
    }
    if (left <= memory->budget) {
        return;
    }
    guint n = 0, most = n_old(shown);
    for (; n < most && (left > memory->budget / 2 || !begins(shown, n)); n++) {
        left -= item_tokens(shown->pdata[n]);
    }
    const FairyMemoryItem *last = n ? shown->pdata[n - 1] : NULL;
    if (last && !fairy_memory_is_digest(last)) {
        add_digest(memory, last->number);
    }
}
