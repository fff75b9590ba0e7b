/* Counts what was asked for and done; the sums stay small however much that was. */
#include "chat/counts.h"

#include "base/quote.h"
#include "chat/memory_priv.h"

#include <fairy/limits.h>

#include <string.h>

#define MOST_KEPT  64  /* texts of a kind, and names of actions */
#define MOST_NAMES 12  /* of actions that are told; the rest are counted */
#define MOST_WORDS 120 /* characters of a request, and of a summary in a summary */
#define OTHERS     "others"

/* --- counting --------------------------------------------------------------------------------- */

void fairy_action_counts_init(FairyActionCounts *tally)
{
    *tally = (FairyActionCounts){
        .types = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
        .asked.last = g_ptr_array_new_with_free_func(g_free),
        .ended.last = g_ptr_array_new_with_free_func(g_free),
        .made.last = g_ptr_array_new_with_free_func(g_free),
    };
}

void fairy_action_counts_clear(FairyActionCounts *tally)
{
    g_clear_pointer(&tally->types, g_hash_table_unref);
    g_clear_pointer(&tally->asked.last, g_ptr_array_unref);
    g_clear_pointer(&tally->ended.last, g_ptr_array_unref);
    g_clear_pointer(&tally->made.last, g_ptr_array_unref);
}

/* Takes the text. */
static void keep(FairyLast *list, char *text)
{
    list->n++;
    if (list->last->len == MOST_KEPT) {
        g_ptr_array_remove_index(list->last, 0);
    }
    g_ptr_array_add(list->last, text);
}

static void count_type(FairyActionCounts *tally, const char *type, guint more)
{
    g_autofree char *shown = fairy_text_head(type, FAIRY_MAX_TASK_ID);
    g_autofree char *name = fairy_one_line(shown);
    guint n = GPOINTER_TO_UINT(g_hash_table_lookup(tally->types, name));
    gboolean fits = n > 0 || g_hash_table_size(tally->types) < MOST_KEPT;
    const char *under = fits ? name : OTHERS;
    n = GPOINTER_TO_UINT(g_hash_table_lookup(tally->types, under));
    g_hash_table_insert(tally->types, g_strdup(under), GUINT_TO_POINTER(n + more));
}

static void add_action(FairyActionCounts *tally, const FairyMemoryItem *item)
{
    count_type(tally, item->type, 1);
    tally->n_actions++;
    tally->n_refused += item->status == FAIRY_REFUSED;
    for (guint i = 0; item->made && item->made[i]; i++) {
        g_autofree char *id = fairy_text_head(item->made[i], MOST_WORDS);
        keep(&tally->made, fairy_one_line(id));
    }
}

void fairy_action_counts_add(FairyActionCounts *tally, const FairyMemoryItem *item)
{
    if (item->kind == FAIRY_MEMORY_ACTION) {
        add_action(tally, item);
    } else if (item->kind == FAIRY_MEMORY_PROMPT) {
        tally->n_requests++;
        if (item->source == FAIRY_SOURCE_USER) {
            keep(&tally->asked, fairy_quote_most(item->text, MOST_WORDS));
        }
    } else if (item->kind == FAIRY_MEMORY_SUMMARY && !fairy_memory_is_digest(item)) {
        keep(&tally->ended, fairy_quote_most(item->quoted ? item->quoted : item->text, MOST_WORDS));
    }
}

/* --- in words --------------------------------------------------------------------------------- */

static gint most_first(gconstpointer a, gconstpointer b, gpointer counts)
{
    guint n = GPOINTER_TO_UINT(g_hash_table_lookup(counts, a));
    guint m = GPOINTER_TO_UINT(g_hash_table_lookup(counts, b));
    return n != m ? (n < m ? 1 : -1) : strcmp(a, b);
}

/* The names, those that come most often first. Free with g_list_free(). */
static GList *sorted_types(const FairyActionCounts *tally)
{
    return g_list_sort_with_data(g_hash_table_get_keys(tally->types), most_first, tally->types);
}

/* " (create 40, move 47)" */
static void append_types(GString *out, const FairyActionCounts *tally)
{
    g_autoptr(GList) names = sorted_types(tally);
    guint n = 0, rest = 0;
    for (const GList *at = names; at; at = at->next) {
        guint times = GPOINTER_TO_UINT(g_hash_table_lookup(tally->types, at->data));
        if (n < MOST_NAMES && !g_str_equal(at->data, OTHERS)) {
            g_string_append_printf(out, "%s%s %u", n++ ? ", " : " (", (char *)at->data, times);
        } else {
            rest += times;
        }
    }
    if (rest) {
        g_string_append_printf(out, "%s" OTHERS " %u", n++ ? ", " : " (", rest);
    }
    g_string_append(out, n ? ")" : "");
}

/* As many of the latest as there is room for, in their order. */
static void append_last(GString *out, const char *heading, const FairyLast *list, gsize room)
{
    guint first = list->last->len;
    for (gsize used = 0; first > 0; first--) {
        used += strlen(list->last->pdata[first - 1]) + 2;
        if (used > room) {
            break;
        }
    }
    if (first == list->last->len) {
        return;
    }
    guint before = list->n - (list->last->len - first);
    g_string_append_printf(out, " %s", heading);
    if (before > 0) {
        g_string_append_printf(out, " (and %u before)", before);
    }
    for (guint i = first; i < list->last->len; i++) {
        g_string_append_printf(out, "%s%s", i > first ? ", " : ": ", (char *)list->last->pdata[i]);
    }
    g_string_append_c(out, '.');
}

char *fairy_action_counts_text(const FairyActionCounts *tally, gboolean asked, gsize most)
{
    GString *out = g_string_new(NULL);
    if (asked) {
        g_string_append_printf(out, "%u request%s, ", tally->n_requests,
                               tally->n_requests == 1 ? "" : "s");
    }
    g_string_append_printf(out, "%u action%s", tally->n_actions, tally->n_actions == 1 ? "" : "s");
    append_types(out, tally);
    if (tally->n_refused) {
        g_string_append_printf(out, ", %u of them refused", tally->n_refused);
    }
    g_string_append_c(out, '.');
    if (asked) {
        append_last(out, "The person asked", &tally->asked, most / 2);
        append_last(out, "What ended", &tally->ended, most / 4);
    }
    append_last(out, "Shapes made", &tally->made, most / 8);
    return g_string_free(out, FALSE);
}

/* --- kept ------------------------------------------------------------------------------------- */

typedef struct {
    const char *name;
    gsize offset;
} Member;

static const Member numbers[] = {
    {"requests", G_STRUCT_OFFSET(FairyActionCounts, n_requests)},
    {"actions", G_STRUCT_OFFSET(FairyActionCounts, n_actions)},
    {"refused", G_STRUCT_OFFSET(FairyActionCounts, n_refused)},
};

static const Member lists[] = {
    {"asked", G_STRUCT_OFFSET(FairyActionCounts, asked)},
    {"ended", G_STRUCT_OFFSET(FairyActionCounts, ended)},
    {"made", G_STRUCT_OFFSET(FairyActionCounts, made)},
};

static cJSON *last_json(const FairyLast *list)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "n", list->n);
    cJSON *last = cJSON_AddArrayToObject(json, "last");
    for (guint i = 0; i < list->last->len; i++) {
        cJSON_AddItemToArray(last, cJSON_CreateString(list->last->pdata[i]));
    }
    return json;
}

cJSON *fairy_action_counts_json(const FairyActionCounts *tally)
{
    cJSON *json = cJSON_CreateObject();
    for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++) {
        cJSON_AddNumberToObject(json, numbers[i].name,
                                G_STRUCT_MEMBER(guint, tally, numbers[i].offset));
    }
    g_autoptr(GList) names = sorted_types(tally);
    cJSON *types = cJSON_AddObjectToObject(json, "types");
    for (const GList *at = names; at; at = at->next) {
        cJSON_AddNumberToObject(types, at->data,
                                GPOINTER_TO_UINT(g_hash_table_lookup(tally->types, at->data)));
    }
    for (gsize i = 0; i < G_N_ELEMENTS(lists); i++) {
        cJSON_AddItemToObject(json, lists[i].name,
                              last_json(G_STRUCT_MEMBER_P(tally, lists[i].offset)));
    }
    return json;
}

/* 0 for what is no number. */
static guint number_of(const cJSON *item)
{
    double value = cJSON_IsNumber(item) ? item->valuedouble : 0;
    return value > 0 && value < G_MAXINT ? (guint)value : 0;
}

static void add_last(FairyLast *list, const cJSON *json)
{
    guint n = list->n + number_of(cJSON_GetObjectItemCaseSensitive(json, "n"));
    const cJSON *text;
    cJSON_ArrayForEach(text, cJSON_GetObjectItemCaseSensitive(json, "last"))
    {
        if (cJSON_IsString(text)) {
            keep(list, fairy_text_head(text->valuestring, 4 * (gsize)MOST_WORDS + 8));
        }
    }
    list->n = MAX(n, list->last->len);
}

void fairy_action_counts_add_json(FairyActionCounts *tally, const cJSON *json)
{
    const cJSON *type;
    for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++) {
        G_STRUCT_MEMBER(guint, tally, numbers[i].offset) +=
            number_of(cJSON_GetObjectItemCaseSensitive(json, numbers[i].name));
    }
    cJSON_ArrayForEach(type, cJSON_GetObjectItemCaseSensitive(json, "types"))
    {
        if (type->string && number_of(type) > 0) {
            count_type(tally, type->string, number_of(type));
        }
    }
    for (gsize i = 0; i < G_N_ELEMENTS(lists); i++) {
        add_last(G_STRUCT_MEMBER_P(tally, lists[i].offset),
                 cJSON_GetObjectItemCaseSensitive(json, lists[i].name));
    }
}
