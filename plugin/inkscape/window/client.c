/* The connection to the worker. */
#include "client.h"

#include <fairy/escape.h>
#include <fairy/lines.h>
#include <fairy/runtime.h>

enum { AGAIN_MS = 500, FLUSH_MS = 500 };

struct _WinClient {
    WinClientFuncs funcs;
    gpointer data;
    char *path;
    FairyLines *lines; /* NULL = there is no connection */
    GHashTable *asked; /* id of a request → its tag */
    guint last_id;
    guint again; /* source of the next attempt */
    guint attempts;
};

static void begin(WinClient *client);

static gboolean on_again(gpointer data)
{
    WinClient *client = data;
    client->again = 0;
    begin(client);
    return G_SOURCE_REMOVE;
}

static void drop_connection(WinClient *client)
{
    g_clear_pointer(&client->lines, fairy_lines_free);
    g_hash_table_remove_all(client->asked);
}

static void lose(WinClient *client)
{
    drop_connection(client);
    if (!client->again) {
        client->again = g_timeout_add(AGAIN_MS, on_again, client);
    }
    client->funcs.lost(client->attempts++, client->data);
}

/* --- what comes ------------------------------------------------------------------------------- */

static void take_answer(WinClient *client, const cJSON *json)
{
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(json, "id");
    const char *why = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "error"));
    gpointer tag;
    if (cJSON_IsNumber(id) &&
        g_hash_table_steal_extended(client->asked, GUINT_TO_POINTER(id->valueint), NULL, &tag)) {
        if (why) {
            client->funcs.refused(GPOINTER_TO_UINT(tag), why, client->data);
        }
    }
}

static gboolean on_line(G_GNUC_UNUSED FairyLines *lines, const char *line, gpointer data)
{
    WinClient *client = data;
    cJSON *json = cJSON_Parse(line);
    if (cJSON_IsString(cJSON_GetObjectItemCaseSensitive(json, "event"))) {
        client->funcs.event(json, client->data);
    } else if (json) {
        take_answer(client, json);
    }
    cJSON_Delete(json);
    return TRUE;
}

static void on_broken(G_GNUC_UNUSED FairyLines *lines, G_GNUC_UNUSED const char *why, gpointer data)
{
    lose(data);
}

static void on_ended(G_GNUC_UNUSED FairyLines *lines, G_GNUC_UNUSED gpointer data)
{
}

/* --- what is asked ---------------------------------------------------------------------------- */

void win_client_ask(WinClient *client, cJSON *request, guint tag)
{
    guint id = ++client->last_id;
    cJSON_AddNumberToObject(request, "id", id);
    g_autofree char *line = fairy_json_print(request);
    cJSON_Delete(request);
    if (client->lines && fairy_lines_put(client->lines, line)) {
        g_hash_table_insert(client->asked, GUINT_TO_POINTER(id), GUINT_TO_POINTER(tag));
    } else {
        client->funcs.refused(tag, "The worker isn't there; it is tried again.", client->data);
    }
}

void win_client_flush(WinClient *client)
{
    if (client->lines) {
        fairy_lines_flush(client->lines, FLUSH_MS);
    }
}

/* --- the connection --------------------------------------------------------------------------- */

static void attach(WinClient *client)
{
    cJSON *request = cJSON_CreateObject();
    cJSON_AddStringToObject(request, "do", "attach");
    client->attempts = 0;
    client->funcs.connected(client->data);
    win_client_ask(client, request, 0);
}

static void begin(WinClient *client)
{
    static const FairyLinesFuncs funcs = {WIN_MAX_LINE_BYTES, on_line, on_broken, on_ended};
    int fd = fairy_runtime_connect(client->path);
    if (fd < 0) {
        lose(client);
        return;
    }
    client->lines = fairy_lines_new(fd, &funcs, client);
    attach(client);
}

WinClient *win_client_new(const char *path, const WinClientFuncs *funcs, gpointer data)
{
    WinClient *client = g_new0(WinClient, 1);
    client->funcs = *funcs;
    client->data = data;
    client->path = g_strdup(path);
    client->asked = g_hash_table_new(NULL, NULL);
    client->again = g_idle_add(on_again, client);
    return client;
}

void win_client_free(WinClient *client)
{
    if (!client) {
        return;
    }
    g_clear_handle_id(&client->again, g_source_remove);
    drop_connection(client);
    g_hash_table_unref(client->asked);
    g_free(client->path);
    g_free(client);
}
