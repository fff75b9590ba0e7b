/* Orders and answers as JSON. */
#include "order.h"

#include <gio/gio.h>

enum { MAX_BYTES = 1 << 20 };

static const char *const kinds[] = {"push", "whole", "look"};

void order_free(Order *order)
{
    if (order != NULL) {
        g_free(order->id);
        g_free(order->path);
        g_strfreev(order->selected);
        g_free(order);
    }
}

cJSON *order_read_json(const char *folder, const char *name)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_autofree char *text = NULL;
    gsize len = 0;
    if (!g_file_get_contents(path, &text, &len, NULL) || len > MAX_BYTES) {
        return NULL;
    }
    return cJSON_ParseWithLength(text, len);
}

gboolean order_write_json(const cJSON *json, const char *folder, const char *name, GError **error)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    char *text = cJSON_PrintUnformatted(json);
    gboolean done =
        g_file_set_contents_full(path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, error);
    cJSON_free(text);
    return done;
}

GStrv order_strings(const cJSON *array)
{
    if (!cJSON_IsArray(array)) {
        return NULL;
    }
    g_autoptr(GStrvBuilder) strings = g_strv_builder_new();
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, array)
    {
        if (cJSON_IsString(item)) {
            g_strv_builder_add(strings, item->valuestring);
        }
    }
    return g_strv_builder_end(strings);
}

static int kind_of(const char *name)
{
    for (guint i = 0; name != NULL && i < G_N_ELEMENTS(kinds); i++) {
        if (g_str_equal(kinds[i], name)) {
            return (int)i;
        }
    }
    return -1;
}

Order *order_read(const char *folder)
{
    cJSON *json = order_read_json(folder, ORDER_FILE);
    int kind = kind_of(cJSON_GetStringValue(cJSON_GetObjectItem(json, "do")));
    const char *id = cJSON_GetStringValue(cJSON_GetObjectItem(json, "id"));
    const cJSON *pgid = cJSON_GetObjectItem(json, "pgid");
    Order *order = NULL;
    if (kind >= 0 && id != NULL) {
        order = g_new0(Order, 1);
        order->kind = (OrderKind)kind;
        order->id = g_strdup(id);
        order->pgid = cJSON_IsNumber(pgid) ? pgid->valueint : 0;
        order->path = g_strdup(cJSON_GetStringValue(cJSON_GetObjectItem(json, "path")));
        order->sure = cJSON_IsTrue(cJSON_GetObjectItem(json, "sure"));
        order->keep = cJSON_IsTrue(cJSON_GetObjectItem(json, "keep"));
        order->selected = order_strings(cJSON_GetObjectItem(json, "selected"));
    }
    cJSON_Delete(json);
    return order;
}

gboolean order_write(const Order *order, const char *folder, GError **error)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "do", kinds[order->kind]);
    cJSON_AddStringToObject(json, "id", order->id);
    cJSON_AddNumberToObject(json, "pgid", order->pgid);
    if (order->path != NULL) {
        cJSON_AddStringToObject(json, "path", order->path);
    }
    cJSON_AddBoolToObject(json, "sure", order->sure);
    cJSON_AddBoolToObject(json, "keep", order->keep);
    if (order->selected != NULL) {
        int n = (int)g_strv_length(order->selected);
        cJSON_AddItemToObject(json, "selected",
                              cJSON_CreateStringArray((const char *const *)order->selected, n));
    }
    gboolean done = order_write_json(json, folder, ORDER_FILE, error);
    cJSON_Delete(json);
    return done;
}
