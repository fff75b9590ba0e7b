/* Entries that wait to be written, as JSON, and done again. */
#include "store/stored_entry.h"

#include <string.h>

/* Its texts. */
static const struct {
    const char *name; /* in JSON */
    gsize offset;
    gboolean needed;
} texts[] = {
    {"type", G_STRUCT_OFFSET(FairyStoredEntry, type), TRUE},
    {"outcome", G_STRUCT_OFFSET(FairyStoredEntry, outcome), TRUE},
    {"detail", G_STRUCT_OFFSET(FairyStoredEntry, detail), FALSE},
    {"action", G_STRUCT_OFFSET(FairyStoredEntry, action), FALSE},
    {"author", G_STRUCT_OFFSET(FairyStoredEntry, author), TRUE},
    {"name", G_STRUCT_OFFSET(FairyStoredEntry, name), FALSE},
    {"task", G_STRUCT_OFFSET(FairyStoredEntry, task), FALSE},
    {"changes", G_STRUCT_OFFSET(FairyStoredEntry, changes), TRUE},
};

static char **text_at(const FairyStoredEntry *entry, gsize i)
{
    return G_STRUCT_MEMBER_P(entry, texts[i].offset);
}

void fairy_stored_entry_clear(FairyStoredEntry *entry)
{
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_clear_pointer(text_at(entry, i), g_free);
    }
    g_clear_pointer(&entry->patch, g_bytes_unref);
}

/* --- in a spool ------------------------------------------------------------------------------- */

void fairy_stored_entry_put(const FairyStoredEntry *entry, FairySpool *spool)
{
    gsize len;
    gconstpointer patch = g_bytes_get_data(entry->patch, &len);
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        const char *text = *text_at(entry, i);
        fairy_spool_put(spool, text, text ? strlen(text) : 0);
    }
    fairy_spool_put(spool, patch ? patch : "", len);
}

gboolean fairy_stored_entry_take(FairyStoredEntry *entry, FairySpool *spool)
{
    gboolean failed = FALSE;
    gsize len = 0;
    *entry = (FairyStoredEntry){0};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        *text_at(entry, i) = fairy_spool_take(spool, &len, &failed);
    }
    char *patch = fairy_spool_take(spool, &len, &failed);
    entry->patch = g_bytes_new_take(patch, patch ? len : 0);
    return !failed;
}

/* --- as JSON ---------------------------------------------------------------------------------- */

cJSON *fairy_stored_entry_json(const FairyStoredEntry *entry)
{
    gsize len;
    const guchar *bytes = g_bytes_get_data(entry->patch, &len);
    g_autofree char *patch = g_base64_encode(bytes, len);
    cJSON *json = cJSON_CreateObject();
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        if (*text_at(entry, i)) {
            cJSON_AddStringToObject(json, texts[i].name, *text_at(entry, i));
        }
    }
    cJSON_AddStringToObject(json, "patch", patch);
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
    gboolean whole = patch != NULL;
    *entry = (FairyStoredEntry){0};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        *text_at(entry, i) = g_strdup(text_of(json, texts[i].name));
        whole = whole && (*text_at(entry, i) || !texts[i].needed);
    }
    if (!whole) {
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
