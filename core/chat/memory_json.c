/* A memory as JSON, and back: what comes back is believed no more than any other file. */
#include "chat/memory_priv.h"

#include <fairy/limits.h>

#include <math.h>
#include <string.h>

#define MOST_BYTES \
    (3 * (gsize)FAIRY_MAX_STRING_BYTES) /* of a text: what was no UTF-8 became longer */

typedef struct {
    const char *name;
    gsize offset;
} Member;

/* The texts of an item, … */
static const Member texts[] = {
    {"from", G_STRUCT_OFFSET(FairyMemoryItem, from)},
    {"text", G_STRUCT_OFFSET(FairyMemoryItem, text)},
    {"quoted", G_STRUCT_OFFSET(FairyMemoryItem, quoted)},
    {"words", G_STRUCT_OFFSET(FairyMemoryItem, words)},
    {"type", G_STRUCT_OFFSET(FairyMemoryItem, type)},
    {"detail", G_STRUCT_OFFSET(FairyMemoryItem, detail)},
};

/* … and what of it is JSON. */
static const Member values[] = {
    {"action", G_STRUCT_OFFSET(FairyMemoryItem, action)},
    {"data", G_STRUCT_OFFSET(FairyMemoryItem, data)},
    {"sums", G_STRUCT_OFFSET(FairyMemoryItem, sums)},
};

/* --- writing ---------------------------------------------------------------------------------- */

static void write_strings(cJSON *json, const char *name, char *const *strings)
{
    cJSON *list = cJSON_AddArrayToObject(json, name);
    for (; *strings; strings++) {
        cJSON_AddItemToArray(list, cJSON_CreateString(*strings));
    }
}

/* What a person says is mostly what the model is told. */
static gboolean is_said_already(const FairyMemoryItem *item, const char *text)
{
    return text == item->words && item->kind == FAIRY_MEMORY_PROMPT &&
           item->source == FAIRY_SOURCE_USER && g_str_equal(text, item->text);
}

cJSON *fairy_memory_item_json(const FairyMemoryItem *item)
{
    cJSON *json = cJSON_CreateObject();
    g_autofree char *time = fairy_date_format(item->time);
    cJSON_AddNumberToObject(json, "number", item->number);
    cJSON_AddStringToObject(json, "time", time);
    cJSON_AddStringToObject(json, "kind", fairy_memory_kind_names[item->kind]);
    cJSON_AddStringToObject(json, "level", fairy_level_name(item->scope.level));
    if (item->scope.id) {
        cJSON_AddStringToObject(json, "id", item->scope.id);
    }
    if (item->kind == FAIRY_MEMORY_PROMPT) {
        cJSON_AddStringToObject(json, "source", fairy_source_names[item->source]);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        const char *text = G_STRUCT_MEMBER(const char *, item, texts[i].offset);
        if (text && !is_said_already(item, text)) {
            cJSON_AddStringToObject(json, texts[i].name, text);
        }
    }
    for (gsize i = 0; i < G_N_ELEMENTS(values); i++) {
        const cJSON *value = G_STRUCT_MEMBER(const cJSON *, item, values[i].offset);
        if (value) {
            cJSON_AddItemToObject(json, values[i].name, cJSON_Duplicate(value, TRUE));
        }
    }
    if (item->kind == FAIRY_MEMORY_ACTION) {
        cJSON_AddStringToObject(json, "outcome", fairy_status_name(item->status));
    }
    if (item->made) {
        write_strings(json, "made", item->made);
    }
    if (item->until) {
        cJSON_AddNumberToObject(json, "until", item->until);
    }
    return json;
}

cJSON *fairy_memory_json(const FairyMemory *memory)
{
    cJSON *list = cJSON_CreateArray();
    for (guint i = 0; i < memory->items->len; i++) {
        cJSON_AddItemToArray(list, fairy_memory_item_json(memory->items->pdata[i]));
    }
    return list;
}

/* --- reading ---------------------------------------------------------------------------------- */

static gboolean fail(GError **error, const char *why)
{
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_JOURNAL,
                "what was said before can't be read: an item %s", why);
    return FALSE;
}

static const char *text_of(const cJSON *json, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, name));
}

/* A whole number of at least 0 and at most `most`; -1 for none, -2 for another. */
static gint64 number_of(const cJSON *json, const char *name, double most)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, name);
    double value = cJSON_IsNumber(item) ? item->valuedouble : -2;
    return !item ? -1 : value >= 0 && value <= most && floor(value) == value ? (gint64)value : -2;
}

/* Which of the names; -1 for none. */
static int choice_of(const cJSON *json, const char *name, const char *(*name_of)(guint), guint n)
{
    const char *value = text_of(json, name);
    for (guint i = 0; value && i < n; i++) {
        if (g_str_equal(name_of(i), value)) {
            return (int)i;
        }
    }
    return -1;
}

static const char *kind_name(guint i)
{
    return fairy_memory_kind_names[i];
}

static const char *source_name(guint i)
{
    return fairy_source_names[i];
}

static const char *level_name(guint i)
{
    return fairy_level_name((FairyLevel)i);
}

static const char *status_name(guint i)
{
    return fairy_status_name((FairyStatus)i);
}

static gboolean read_scope(const cJSON *json, FairyScope *scope, GError **error)
{
    int level = choice_of(json, "level", level_name, FAIRY_LEVEL_COUNT);
    scope->level = (FairyLevel)level;
    scope->id = text_of(json, "id");
    gboolean named = scope->id && *scope->id && strlen(scope->id) <= FAIRY_MAX_TITLE;
    return (level >= 0 && (level == FAIRY_LEVEL_FAIRY ? !scope->id : named)) ||
           fail(error, "needs a level, and an id unless it is the fairy's");
}

static gboolean check_text(const char *text, GError **error)
{
    return (text && strlen(text) <= MOST_BYTES) ||
           fail(error, "has a text that is none, or too long");
}

static gboolean read_texts(FairyMemoryItem *item, const cJSON *json, GError **error)
{
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        const cJSON *value = cJSON_GetObjectItemCaseSensitive(json, texts[i].name);
        const char *text = cJSON_GetStringValue(value);
        if (value && !check_text(text, error)) {
            return FALSE;
        }
        G_STRUCT_MEMBER(char *, item, texts[i].offset) = g_strdup(text);
    }
    return TRUE;
}

static gboolean read_values(FairyMemoryItem *item, const cJSON *json, GError **error)
{
    for (gsize i = 0; i < G_N_ELEMENTS(values); i++) {
        const cJSON *value = cJSON_GetObjectItemCaseSensitive(json, values[i].name);
        g_autofree char *text = value ? cJSON_PrintUnformatted(value) : NULL;
        if (value && !check_text(text, error)) {
            return FALSE;
        }
        G_STRUCT_MEMBER(cJSON *, item, values[i].offset) = cJSON_Duplicate(value, TRUE);
    }
    return TRUE;
}

static gboolean read_made(FairyMemoryItem *item, const cJSON *json, GError **error)
{
    g_autoptr(GStrvBuilder) made = g_strv_builder_new();
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(json, "made"), *id;
    cJSON_ArrayForEach(id, list)
    {
        if (!cJSON_IsString(id)) {
            return fail(error, "made shapes whose ids aren't texts");
        }
        g_strv_builder_add(made, id->valuestring);
    }
    item->made = list ? g_strv_builder_end(made) : NULL;
    return TRUE;
}

/* What the kinds need. */
static gboolean check(const FairyMemoryItem *item, const cJSON *json, GError **error)
{
    gboolean action = item->kind == FAIRY_MEMORY_ACTION;
    if (action) {
        const cJSON *value = cJSON_GetObjectItemCaseSensitive(json, "action");
        return (item->type && (!value || cJSON_IsObject(value))) ||
               fail(error, "is an action without a type, or is none");
    }
    return (item->text && *item->text && !item->action && !item->data && !item->made) ||
           fail(error, "needs a text, and nothing that only actions have");
}

static gboolean read_kind(FairyMemoryItem *item, const cJSON *json, GError **error)
{
    gboolean prompt = item->kind == FAIRY_MEMORY_PROMPT;
    int source = prompt ? choice_of(json, "source", source_name, FAIRY_SOURCE_OTHER + 1) : 0;
    int status = item->kind == FAIRY_MEMORY_ACTION
                     ? choice_of(json, "outcome", status_name, FAIRY_REFUSED + 1)
                     : 0;
    gint64 until = number_of(json, "until", item->number - 1);
    item->source = (FairySource)source;
    item->status = (FairyStatus)status;
    item->until = until > 0 ? (guint)until : 0;
    if (source < 0 || status < 0) {
        return fail(error, "needs who said it, or what became of it");
    }
    if (prompt && source == FAIRY_SOURCE_USER && !item->words) {
        item->words = g_strdup(item->text);
    }
    return (until == -1 || (until > 0 && item->kind == FAIRY_MEMORY_SUMMARY)) ||
           fail(error, "stands for items that don't come before it");
}

gboolean fairy_memory_read(FairyMemory *memory, const cJSON *json, GError **error)
{
    FairyScope scope;
    int kind = choice_of(json, "kind", kind_name, FAIRY_MEMORY_KIND_COUNT);
    gint64 number = number_of(json, "number", G_MAXUINT / 2), time = 0;
    const char *date = text_of(json, "time");
    if (kind < 0 || !date || !fairy_date_parse(date, &time)) {
        return fail(error, "needs a kind and a time");
    }
    if (!read_scope(json, &scope, error)) {
        return FALSE;
    }
    FairyMemoryItem *item = fairy_memory_item_new(memory, (FairyMemoryKind)kind, scope);
    gboolean later = number >= (gint64)item->number;
    item->number = later ? (guint)number : item->number;
    item->time = time;
    if ((!later && !fail(error, "has no number, or one that isn't larger than those before")) ||
        !read_texts(item, json, error) || !read_values(item, json, error) ||
        !read_made(item, json, error) || !read_kind(item, json, error) ||
        !check(item, json, error)) {
        fairy_memory_item_free(item);
        return FALSE;
    }
    fairy_memory_append(memory, item);
    return TRUE;
}

FairyMemory *fairy_memory_from_json(const cJSON *json, FairyClockFunc clock, gpointer data,
                                    GError **error)
{
    g_autoptr(FairyMemory) memory = fairy_memory_new(clock, data);
    const cJSON *item;
    if (!cJSON_IsArray(json)) {
        fail(error, "is no list");
        return NULL;
    }
    cJSON_ArrayForEach(item, json)
    {
        if (!fairy_memory_read(memory, item, error)) {
            return NULL;
        }
    }
    return g_steal_pointer(&memory);
}
