/* Entries that wait to be written, as JSON, and done again. */
#include "store/stored_entry.h"

#include <string.h>

void fairy_stored_entry_clear(FairyStoredEntry *entry)
{
    char **const texts[] = {&entry->author, &entry->type,   &entry->outcome,
                            &entry->detail, &entry->action, &entry->changes};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_clear_pointer(texts[i], g_free);
    }
    g_clear_pointer(&entry->patch, g_bytes_unref);
}

static void put(cJSON *json, const char *name, const char *text)
{
    if (text) {
        cJSON_AddStringToObject(json, name, text);
    }
}

cJSON *fairy_stored_entry_json(const FairyStoredEntry *entry)
{
    gsize len;
    const guchar *bytes = g_bytes_get_data(entry->patch, &len);
    g_autofree char *patch = g_base64_encode(bytes, len);
    cJSON *json = cJSON_CreateObject();
    put(json, "type", entry->type);
    put(json, "outcome", entry->outcome);
    put(json, "detail", entry->detail);
    put(json, "action", entry->action);
    put(json, "author", entry->author);
    put(json, "changes", entry->changes);
    put(json, "patch", patch);
    return json;
}

static const char *text_of(const cJSON *json, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, name));
}

static gboolean fail(GError **error)
{
    g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_JOURNAL,
                        "what the run had finished is damaged in the journal");
    return FALSE;
}

gboolean fairy_stored_entry_read(const cJSON *json, FairyStoredEntry *entry, GError **error)
{
    const char *patch = text_of(json, "patch");
    *entry = (FairyStoredEntry){.type = g_strdup(text_of(json, "type")),
                                .outcome = g_strdup(text_of(json, "outcome")),
                                .detail = g_strdup(text_of(json, "detail")),
                                .action = g_strdup(text_of(json, "action")),
                                .author = g_strdup(text_of(json, "author")),
                                .changes = g_strdup(text_of(json, "changes"))};
    if (!entry->type || !entry->outcome || !entry->author || !entry->changes || !patch) {
        fairy_stored_entry_clear(entry);
        return fail(error);
    }
    gsize len = 0;
    guchar *bytes = g_base64_decode(patch, &len);
    entry->patch = g_bytes_new_take(bytes, len);
    return TRUE;
}

/* --- doing it again --------------------------------------------------------------------------- */

static gboolean walk(const cJSON *entries, GString *text, GError **error)
{
    const cJSON *json;
    cJSON_ArrayForEach(json, entries)
    {
        g_auto(FairyStoredEntry) entry = {0};
        if (!fairy_stored_entry_read(json, &entry, error)) {
            return FALSE;
        }
        if (fairy_patch_apply(entry.patch, FALSE, TRUE, text, NULL) != FAIRY_PATCH_APPLIED) {
            return fail(error);
        }
    }
    return TRUE;
}

SvgDocument *fairy_journal_writer_replay(SvgDocument *doc, const cJSON *json, GError **error)
{
    const char *after = text_of(json, "after");
    g_autoptr(GBytes) bytes = svg_document_print_utf8(doc);
    g_autoptr(GString) text =
        g_string_new_len(g_bytes_get_data(bytes, NULL), (gssize)g_bytes_get_size(bytes));
    if (!walk(cJSON_GetObjectItemCaseSensitive(json, "entries"), text, error)) {
        return NULL;
    }
    g_autoptr(GBytes) out = g_string_free_to_bytes(g_steal_pointer(&text));
    g_autoptr(SvgDocument) other = svg_document_with_text(doc, out, error);
    g_autofree char *digest = other ? svg_document_digest(other) : NULL;
    if (other && (!after || strcmp(after, digest) != 0)) {
        fail(error);
        return NULL;
    }
    return other && svg_document_keeps_locks(doc, other, error) ? g_steal_pointer(&other) : NULL;
}
