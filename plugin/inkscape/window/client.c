/* The connection to the worker. */
#include "client.h"

#include <gio/gunixsocketaddress.h>

#include <string.h>

enum { AGAIN_MS = 500, FLUSH_US = 500000 };

struct _WinClient {
    WinClientFuncs funcs;
    gpointer data;
    char *path;
    GCancellable *cancellable; /* of all that is under way */
    GSocketConnection *connection;
    GByteArray *input; /* the beginning of a line */
    GString *output;   /* what isn't written yet */
    gboolean writing;  /* some of it is being written */
    GHashTable *asked; /* id of a request → its tag */
    guint last_id;
    guint again; /* source of the next attempt */
    guint attempts;
    guint8 buffer[16384];
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
    g_cancellable_cancel(client->cancellable);
    g_clear_object(&client->cancellable);
    g_clear_object(&client->connection);
    g_byte_array_set_size(client->input, 0);
    g_string_truncate(client->output, 0);
    g_hash_table_remove_all(client->asked);
    client->writing = FALSE;
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

static void take_line(WinClient *client, const char *line, gsize len)
{
    g_autofree char *text = g_strndup(line, len);
    cJSON *json = g_utf8_validate(text, -1, NULL) ? cJSON_Parse(text) : NULL;
    if (cJSON_IsString(cJSON_GetObjectItemCaseSensitive(json, "event"))) {
        client->funcs.event(json, client->data);
    } else if (json) {
        take_answer(client, json);
    }
    cJSON_Delete(json);
}

/* FALSE: a line is too long. */
static gboolean take_lines(WinClient *client)
{
    GByteArray *input = client->input;
    gsize begin_at = 0;
    for (;;) {
        const guint8 *from = input->data + begin_at;
        const guint8 *end =
            begin_at < input->len ? memchr(from, '\n', input->len - begin_at) : NULL;
        if (!end) {
            break;
        }
        take_line(client, (const char *)from, (gsize)(end - from));
        begin_at += (gsize)(end - from) + 1;
    }
    if (begin_at) {
        g_byte_array_remove_range(input, 0, (guint)begin_at);
    }
    return input->len <= WIN_MAX_LINE_BYTES;
}

static void read_more(WinClient *client);

static void on_read(GObject *source, GAsyncResult *result, gpointer data)
{
    g_autoptr(GError) error = NULL;
    gssize n = g_input_stream_read_finish(G_INPUT_STREAM(source), result, &error);
    if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
        return; /* the client may be gone */
    }
    WinClient *client = data;
    if (n > 0) {
        g_byte_array_append(client->input, client->buffer, (guint)n);
    }
    if (n <= 0 || !take_lines(client)) {
        lose(client);
    } else {
        read_more(client);
    }
}

static void read_more(WinClient *client)
{
    GInputStream *stream = g_io_stream_get_input_stream(G_IO_STREAM(client->connection));
    g_input_stream_read_async(stream, client->buffer, sizeof client->buffer, G_PRIORITY_DEFAULT,
                              client->cancellable, on_read, client);
}

/* --- what is asked ---------------------------------------------------------------------------- */

static void write_more(WinClient *client);

static void on_written(GObject *source, GAsyncResult *result, gpointer data)
{
    g_autoptr(GError) error = NULL;
    gssize n = g_output_stream_write_finish(G_OUTPUT_STREAM(source), result, &error);
    if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
        return; /* the client may be gone */
    }
    WinClient *client = data;
    client->writing = FALSE;
    if (n < 0) {
        lose(client);
        return;
    }
    g_string_erase(client->output, 0, n);
    write_more(client);
}

/* The text is copied, as it can grow meanwhile. */
static void write_more(WinClient *client)
{
    if (client->writing || client->output->len == 0) {
        return;
    }
    GOutputStream *stream = g_io_stream_get_output_stream(G_IO_STREAM(client->connection));
    char *text = g_strndup(client->output->str, client->output->len);
    g_object_set_data_full(G_OBJECT(stream), "text", text, g_free);
    client->writing = TRUE;
    g_output_stream_write_async(stream, text, client->output->len, G_PRIORITY_DEFAULT,
                                client->cancellable, on_written, client);
}

void win_client_ask(WinClient *client, cJSON *request, guint tag)
{
    if (!client->connection) {
        cJSON_Delete(request);
        client->funcs.refused(tag, "The worker isn't there; it is tried again.", client->data);
        return;
    }
    guint id = ++client->last_id;
    cJSON_AddNumberToObject(request, "id", id);
    g_hash_table_insert(client->asked, GUINT_TO_POINTER(id), GUINT_TO_POINTER(tag));
    char *line = cJSON_PrintUnformatted(request);
    g_string_append_printf(client->output, "%s\n", line);
    cJSON_free(line);
    cJSON_Delete(request);
    write_more(client);
}

void win_client_flush(WinClient *client)
{
    gint64 until = g_get_monotonic_time() + FLUSH_US;
    while (client->output->len && g_get_monotonic_time() < until) {
        g_main_context_iteration(NULL, FALSE);
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
    read_more(client);
}

static void on_connected(GObject *source, GAsyncResult *result, gpointer data)
{
    g_autoptr(GError) error = NULL;
    GSocketConnection *connection =
        g_socket_client_connect_finish(G_SOCKET_CLIENT(source), result, &error);
    if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
        return; /* the client may be gone */
    }
    WinClient *client = data;
    client->connection = connection;
    if (connection) {
        attach(client);
    } else {
        lose(client);
    }
}

static void begin(WinClient *client)
{
    g_autoptr(GSocketClient) socket = g_socket_client_new();
    g_autoptr(GSocketAddress) address = g_unix_socket_address_new(client->path);
    client->cancellable = g_cancellable_new();
    g_socket_client_connect_async(socket, G_SOCKET_CONNECTABLE(address), client->cancellable,
                                  on_connected, client);
}

WinClient *win_client_new(const char *path, const WinClientFuncs *funcs, gpointer data)
{
    WinClient *client = g_new0(WinClient, 1);
    client->funcs = *funcs;
    client->data = data;
    client->path = g_strdup(path);
    client->input = g_byte_array_new();
    client->output = g_string_new(NULL);
    client->asked = g_hash_table_new(NULL, NULL);
    begin(client);
    return client;
}

void win_client_free(WinClient *client)
{
    if (!client) {
        return;
    }
    g_clear_handle_id(&client->again, g_source_remove);
    drop_connection(client);
    g_byte_array_unref(client->input);
    g_string_free(client->output, TRUE);
    g_hash_table_unref(client->asked);
    g_free(client->path);
    g_free(client);
}
