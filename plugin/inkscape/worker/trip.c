/* The courier goes with an order, and its answer is read. There is one order at a time. */
#include "push_priv.h"

#include <glib/gstdio.h>

#define COURIER "org.fairies.courier.noprefs"

typedef struct {
    Push *push;
    char *id, *folder;
    TripFunc func;
} Trip;

static gboolean under_way;

static void take_away(const char *folder, const char *name)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_unlink(path);
}

static gboolean put(const char *folder, const char *name, GBytes *bytes, GError **error)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    return g_file_set_contents_full(path, g_bytes_get_data(bytes, NULL),
                                    (gssize)g_bytes_get_size(bytes), G_FILE_SET_CONTENTS_CONSISTENT,
                                    0600, error);
}

static GBytes *read_bytes(const char *folder, const char *name)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    char *text = NULL;
    gsize len = 0;
    return g_file_get_contents(path, &text, &len, NULL) ? g_bytes_new_take(text, len) : NULL;
}

static void trip_free(Trip *trip)
{
    static const char *const files[] = {ORDER_FILE, ANSWER_FILE, WAS_FILE,
                                        BASE_FILE,  OURS_FILE,   LIVE_FILE};
    for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
        take_away(trip->folder, files[i]);
    }
    under_way = FALSE;
    g_free(trip->id);
    g_free(trip->folder);
    g_free(trip);
}

static void on_back(const GError *error, gpointer data)
{
    Trip *trip = data;
    cJSON *answer = error == NULL ? order_read_json(trip->folder, ANSWER_FILE) : NULL;
    const char *id = cJSON_GetStringValue(cJSON_GetObjectItem(answer, "id"));
    if (error != NULL) {
        g_debug("the courier: %s", error->message);
    }
    const cJSON *ours = g_strcmp0(id, trip->id) == 0 ? answer : NULL;
    g_autoptr(GBytes) live = read_bytes(trip->folder, LIVE_FILE);
    Push *push = trip->push;
    TripFunc func = trip->func;
    trip_free(trip);
    if (push_back(push)) {
        func(push, ours, live);
    }
    cJSON_Delete(answer);
}

static gboolean write_all(const Push *push, const Order *order, GBytes *ours)
{
    const char *folder = push->folder;
    GBytes *was = order->kind == ORDER_WHOLE ? push->first : push->now;
    g_autoptr(GError) error = NULL;
    take_away(folder, ANSWER_FILE);
    if (put(folder, WAS_FILE, was, &error) && put(folder, BASE_FILE, push->base, &error) &&
        put(folder, OURS_FILE, ours, &error) && order_write(order, folder, &error)) {
        return TRUE;
    }
    g_warning("%s", error->message);
    return FALSE;
}

gboolean trip_start(Push *push, const Order *order, GBytes *ours, TripFunc func)
{
    if (under_way || !write_all(push, order, ours)) {
        return FALSE;
    }
    under_way = TRUE;
    Trip *trip = g_new(Trip, 1);
    *trip = (Trip){push_hold(push), g_strdup(order->id), g_strdup(push->folder), func};
    editor_activate(push->o.editor, 0, COURIER, on_back, trip);
    return TRUE;
}

gboolean trip_did(const cJSON *answer, const char *what)
{
    return g_strcmp0(cJSON_GetStringValue(cJSON_GetObjectItem(answer, "did")), what) == 0;
}

SvgBox trip_view(const cJSON *answer)
{
    static const char *const names[] = {"x", "y", "w", "h"};
    const cJSON *box = cJSON_GetObjectItem(answer, "view");
    double numbers[] = {0, 0, -1, -1};
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        const cJSON *number = cJSON_GetObjectItem(box, names[i]);
        numbers[i] = cJSON_IsNumber(number) ? number->valuedouble : numbers[i];
    }
    return (SvgBox){numbers[0], numbers[1], numbers[2], numbers[3]};
}
