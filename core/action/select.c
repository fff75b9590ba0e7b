/* Expressions in lists of ids, worked out before anything is done. */
#include "action/select.h"

#include "base/quote.h"

#include <fairy/limits.h>
#include <fairy/select.h>

#define NAMED 6 /* ids that are told of those found */

static void tell(FairyExecutor *executor, const GPtrArray *found)
{
    g_autoptr(GString) said = g_string_new(NULL);
    g_string_printf(said, "%u shape%s:", found->len, found->len == 1 ? "" : "s");
    for (guint i = 0; i < MIN(found->len, NAMED); i++) {
        g_autofree char *quoted = fairy_quote(((const SvgShape *)found->pdata[i])->id);
        g_string_append_printf(said, "%s %s", i > 0 ? "," : "", quoted);
    }
    if (found->len > NAMED) {
        g_string_append_printf(said, " and %u more", found->len - NAMED);
    }
    fairy_executor_say(executor, said->str);
}

static GPtrArray *find(FairyExecutor *executor, const FairyField *field, const char *text,
                       GError **error)
{
    const char *name = fairy_executor_action(executor)->name;
    GPtrArray *found =
        fairy_expression_find(fairy_executor_document(executor), fairy_executor_coords(executor),
                              fairy_executor_these(executor), text, error);
    if (!found) {
        g_prefix_error(error, "%s: \"%s\": ", name, field->name);
    } else if (found->len == 0 || found->len > FAIRY_MAX_IDS) {
        g_autofree char *quoted = fairy_quote(text);
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                    found->len == 0 ? "%s: \"%s\": there is no shape of which %s is true"
                                    : "%s: \"%s\": there are too many shapes of which %s is true",
                    name, field->name, quoted);
        g_clear_pointer(&found, g_ptr_array_unref);
    }
    return found;
}

static void add_ids(cJSON *list, GHashTable *seen, const GPtrArray *found)
{
    for (guint i = 0; i < found->len; i++) {
        const char *id = ((const SvgShape *)found->pdata[i])->id;
        if (g_hash_table_add(seen, g_strdup(id))) {
            cJSON_AddItemToArray(list, cJSON_CreateString(id));
        }
    }
}

static gboolean is_expression(FairyExecutor *executor, const cJSON *item)
{
    return fairy_expression_is(item->valuestring) &&
           !svg_document_has_id(fairy_executor_document(executor), item->valuestring);
}

static gboolean has_expression(FairyExecutor *executor, const cJSON *list)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, list)
    {
        if (is_expression(executor, item)) {
            return TRUE;
        }
    }
    return FALSE;
}

static void add_item(cJSON *list, GHashTable *seen, cJSON *item)
{
    if (g_hash_table_add(seen, g_strdup(item->valuestring))) {
        cJSON_AddItemToArray(list, item);
    } else {
        cJSON_Delete(item);
    }
}

/* What was there before goes; what stands in its place is in the same order. What means nothing
 * among others may be an odd id that is gone: it stays, and is left out as such. */
static gboolean resolve(FairyExecutor *executor, const FairyField *field, cJSON *list,
                        GError **error)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    int n = cJSON_GetArraySize(list);
    gboolean alone = n == 1, good = TRUE;
    for (; n > 0; n--) {
        cJSON *item = cJSON_DetachItemFromArray(list, 0);
        gboolean is = is_expression(executor, item);
        g_autoptr(GPtrArray) found =
            is ? find(executor, field, item->valuestring, alone ? error : NULL) : NULL;
        if (found) {
            add_ids(list, seen, found);
            tell(executor, found);
            cJSON_Delete(item);
        } else {
            good = good && !(is && alone);
            add_item(list, seen, item);
        }
    }
    return good;
}

gboolean fairy_select_resolve(FairyExecutor *executor, const FairyField *fields, cJSON *args,
                              GError **error)
{
    for (; fields->name; fields++) {
        cJSON *list = cJSON_GetObjectItemCaseSensitive(args, fields->name);
        gboolean some = fields->type == FAIRY_IDS && has_expression(executor, list);
        if (some && !resolve(executor, fields, list, error)) {
            return FALSE;
        }
    }
    return TRUE;
}
