/* Results as lines of JSON, and as a page: the template with the same lines in it. Pictures are the
 * drawings themselves, by paths from the folder of results, as <img>, in which no script runs. */
#include "batch/report.h"

#include "batch/output.h"

#include <fairy/escape.h>

#include <string.h>

static const char page[] =
#include "batch_report.inc"
    ;

/* --- addresses of pictures -------------------------------------------------------------------- */

/* Both from the root. */
static char *path_from(const char *folder, const char *path)
{
    g_auto(GStrv) from = g_strsplit(folder, "/", -1), to = g_strsplit(path, "/", -1);
    GString *out = g_string_new(NULL);
    guint n = 0;
    while (from[n] && to[n] && strcmp(from[n], to[n]) == 0) {
        n++;
    }
    for (char **part = from + n; *part; part++) {
        g_string_append(out, **part ? "../" : "");
    }
    for (char **part = to + n; *part; part++) {
        g_string_append_printf(out, "%s%s", *part, part[1] ? "/" : "");
    }
    return g_string_free(out, FALSE);
}

static char *address_of(const char *folder, const char *path)
{
    g_autofree char *whole = g_canonicalize_filename(path, NULL);
    g_autofree char *from_there = path_from(folder, whole);
    g_autofree char *address = g_uri_escape_string(from_there, "/", FALSE);
    return g_strconcat("./", address, NULL);
}

/* --- rows ------------------------------------------------------------------------------------- */

static void add_address(cJSON *json, const char *name, const char *folder, const char *path)
{
    g_autofree char *address = address_of(folder, path);
    cJSON_AddStringToObject(json, name, address);
}

static cJSON *row_of(const FairyBatch *batch, guint i, const char *folder)
{
    const FairyBatchItem *item = batch->items->pdata[i];
    const FairyBatchFile file = fairy_batch_item_file(item);
    cJSON *json = fairy_batch_file_json(&file);
    if (folder && file.before) {
        add_address(json, "input", folder, item->absolute);
    }
    if (folder && file.after && file.output) {
        add_address(json, "result", folder, file.output);
        cJSON *boxes = item->boxes ? cJSON_Parse(item->boxes) : NULL;
        if (boxes) {
            cJSON_AddItemToObject(json, "boxes", boxes);
        }
    }
    return json;
}

static void add_row(GString *text, const FairyBatch *batch, guint i, const char *folder)
{
    cJSON *json = row_of(batch, i, folder);
    g_autofree char *line = fairy_json_print(json);
    cJSON_Delete(json);
    g_string_append(text, line);
}

/* Takes the text: of many drawings it is large. */
static gboolean put(const char *path, GString *text, GError **error)
{
    g_autoptr(GBytes) bytes = g_string_free_to_bytes(text);
    return fairy_batch_put(path, bytes, TRUE, error);
}

static gboolean write_lines(const FairyBatch *batch, GError **error)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < fairy_batch_n_files(batch); i++) {
        add_row(text, batch, i, NULL);
        g_string_append_c(text, '\n');
    }
    return put(batch->results, text, error);
}

/* --- the page --------------------------------------------------------------------------------- */

static GString *data_of(const FairyBatch *batch, const char *folder)
{
    cJSON *about = cJSON_CreateObject();
    cJSON_AddStringToObject(about, "words", fairy_batch_words(batch));
    cJSON_AddStringToObject(about, "model", batch->model ? batch->model : "");
    cJSON_AddNumberToObject(about, "tokens", (double)batch->totals.tokens);
    cJSON_AddNumberToObject(about, "usd", batch->totals.usd);
    g_autofree char *run = g_utf8_make_valid(batch->options.out, -1);
    cJSON_AddStringToObject(about, "run", run);
    g_autofree char *head = fairy_json_print(about);
    cJSON_Delete(about);
    GString *text = g_string_new(head);
    g_string_truncate(text, text->len - 1);
    g_string_append(text, ",\"files\":[");
    for (guint i = 0; i < fairy_batch_n_files(batch); i++) {
        g_string_append(text, i > 0 ? ",\n" : "");
        add_row(text, batch, i, folder);
    }
    g_string_append(text, "]}");
    g_string_replace(text, "<", "\\u003c", 0); /* nothing in it ends the script */
    return text;
}

static char *page_beside(const char *results)
{
    g_autofree char *folder = g_path_get_dirname(results), *name = g_path_get_basename(results);
    const char *part = name + strlen("results"); /* "-2-of-8.jsonl" */
    g_autofree char *page_name =
        g_strdup_printf("report%.*s.html", (int)(strlen(part) - strlen(".jsonl")), part);
    return g_build_filename(folder, page_name, NULL);
}

static gboolean write_page(const FairyBatch *batch, GError **error)
{
    g_autofree char *folder = g_canonicalize_filename(batch->options.out, NULL);
    g_autofree char *path = page_beside(batch->results);
    GString *text = data_of(batch, folder);
    const char *place = strstr(page, "{{DATA}}");
    g_string_prepend_len(text, page, place - page);
    g_string_append(text, place + strlen("{{DATA}}"));
    return put(path, text, error);
}

gboolean fairy_batch_report(const FairyBatch *batch, GError **error)
{
    return write_lines(batch, error) && write_page(batch, error);
}
