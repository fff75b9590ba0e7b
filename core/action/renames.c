/* A model that made "box" goes on to say "box" before it can read that it was named "box-1". */
#include "action/renames.h"

#include "base/quote.h"
#include "view/ids.h"

struct _FairyRenames {
    GHashTable *given;  /* ids that were wished for → the new shapes' */
    char *wish, *named; /* of the action being applied; NULL where they are the same */
};

FairyRenames *fairy_renames_new(void)
{
    FairyRenames *renames = g_new0(FairyRenames, 1);
    renames->given = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    return renames;
}

void fairy_renames_free(FairyRenames *renames)
{
    fairy_renames_settle(renames, FALSE);
    g_hash_table_unref(renames->given);
    g_free(renames);
}

char *fairy_renames_new_id(FairyRenames *renames, FairyExecutor *executor, const char *wish)
{
    SvgDocument *doc = fairy_executor_document(executor);
    char *id = wish ? svg_document_unique_id(doc, wish) : NULL;
    if (!id || g_str_equal(id, wish)) {
        return id;
    }
    g_autofree char *wished = fairy_quote(wish), *quoted = fairy_quote(id);
    fairy_executor_note(executor, "the id %s %s; the new shape is %s", wished,
                        svg_document_has_id(doc, wish) ? "was taken" : "can't be used", quoted);
    fairy_renames_settle(renames, FALSE);
    renames->wish = g_strdup(wish);
    renames->named = g_strdup(id);
    return id;
}

void fairy_renames_settle(FairyRenames *renames, gboolean made)
{
    char *wish = g_steal_pointer(&renames->wish), *named = g_steal_pointer(&renames->named);
    if (made && wish) {
        g_hash_table_insert(renames->given, wish, named);
    } else {
        g_free(wish);
        g_free(named);
    }
}

/* One that was told in short. */
static void resolve_told(FairyExecutor *executor, cJSON *item)
{
    const char *said = cJSON_GetStringValue(item);
    const char *meant = said ? fairy_id_meant(fairy_executor_document(executor), said) : NULL;
    if (meant) {
        cJSON_SetValuestring(item, meant);
    }
}

static void resolve(FairyRenames *renames, FairyExecutor *executor, cJSON *item)
{
    resolve_told(executor, item);
    const char *id = cJSON_GetStringValue(item);
    const char *now = id ? g_hash_table_lookup(renames->given, id) : NULL;
    if (!now || !svg_document_has_id(fairy_executor_document(executor), now)) {
        return;
    }
    g_autofree char *said = fairy_quote(id), *meant = fairy_quote(now);
    fairy_executor_note(executor, "%s was taken as %s, the shape this reply made", said, meant);
    cJSON_SetValuestring(item, now);
}

/* Recurses over our tables only, which nest once. */
void fairy_renames_resolve(FairyRenames *renames, FairyExecutor *executor, const FairyField *fields,
                           cJSON *args)
{
    for (; fields->name; fields++) {
        cJSON *item = cJSON_GetObjectItemCaseSensitive(args, fields->name), *id;
        if (!item) {
            continue;
        }
        if (fields->type == FAIRY_ID) {
            resolve(renames, executor, item);
        } else if (fields->type == FAIRY_OBJECT) {
            fairy_renames_resolve(renames, executor, fields->fields, item);
        } else if (fields->type == FAIRY_OBJECTS) {
            cJSON_ArrayForEach(id, item)
            {
                fairy_renames_resolve(renames, executor, fields->fields, id);
            }
        } else if (fields->type == FAIRY_IDS) {
            cJSON_ArrayForEach(id, item)
            {
                resolve(renames, executor, id);
            }
        }
    }
}
