/* What one fairy remembers of a project, for the one that leads it in its place. */
#include "chat/memory_priv.h"

#include <string.h>

/* It was taken over before: the lead went to and fro. */
static gboolean has(const FairyMemory *memory, const FairyMemoryItem *item)
{
    for (guint i = 0; i < memory->items->len; i++) {
        const FairyMemoryItem *own = memory->items->pdata[i];
        if (own->time == item->time && own->kind == item->kind &&
            fairy_scope_equal(own->scope, item->scope) && g_strcmp0(own->text, item->text) == 0 &&
            cJSON_Compare(own->action, item->action, TRUE) == (item->action != NULL)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A summary stands for what isn't taken along: from here on it is as any other. */
static void take(FairyMemory *memory, const FairyMemoryItem *item)
{
    FairyMemoryItem *copy = fairy_memory_item_new(memory, item->kind, item->scope);
    copy->time = item->time;
    copy->text = g_strdup(item->text);
    copy->quoted = g_strdup(item->quoted);
    copy->words = g_strdup(item->words);
    copy->source = item->source;
    copy->from = g_strdup(item->from);
    copy->type = g_strdup(item->type);
    copy->action = cJSON_Duplicate(item->action, TRUE);
    copy->status = item->status;
    copy->detail = g_strdup(item->detail);
    copy->data = cJSON_Duplicate(item->data, TRUE);
    copy->made = g_strdupv(item->made);
    fairy_memory_append(memory, copy);
}

void fairy_memory_take_over(FairyMemory *memory, const FairyMemory *from, FairyScope scope)
{
    g_autoptr(GPtrArray) shown = fairy_memory_shown(from, scope);
    for (guint i = 0; i < shown->len; i++) {
        if (!has(memory, shown->pdata[i])) {
            take(memory, shown->pdata[i]);
        }
    }
    g_clear_pointer(&memory->said, fairy_prompt_free);
}
