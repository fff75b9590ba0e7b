/* Reading the document for an ask: by the courier, which sees selection and view, where its coming
 * harms nothing; else by export. */
#include "../alike.h"
#include "push_priv.h"

typedef struct {
    Push *push;
    PushLookFunc func;
    gpointer data;
} Looking;

static void looking_end(Looking *looking, GBytes *bytes, const char *const *selected,
                        const SvgBox *view, const GError *error)
{
    looking->func(bytes, selected, view, error, looking->data);
    push_free(looking->push);
    g_free(looking);
}

static gboolean is_meant(const Push *push, GBytes *bytes)
{
    return alike_is_same(g_bytes_get_data(push->now, NULL), g_bytes_get_data(bytes, NULL));
}

static void on_exported(GBytes *bytes, const GError *error, gpointer data)
{
    Looking *looking = data;
    const SvgBox nowhere = SVG_BOX_EMPTY;
    if (bytes != NULL && !push_is_elsewhere(looking->push) && is_meant(looking->push, bytes)) {
        looking_end(looking, bytes, NULL, &nowhere, NULL);
        return;
    }
    g_autoptr(GError) other = g_error_new(
        G_IO_ERROR, G_IO_ERROR_BUSY, "another document is in front: bring %s to the front",
        looking->push->name != NULL ? looking->push->name : "the drawing");
    looking_end(looking, NULL, NULL, &nowhere, error != NULL ? error : other);
}

static void export(Looking *looking)
{
    g_autofree char *path = push_read_path(looking->push);
    editor_export(looking->push->o.editor, path, on_exported, looking);
}

static void on_courier(Push *push, const cJSON *answer, GBytes *live)
{
    Looking *looking = push->o.data;
    if (!trip_did(answer, "looked") || live == NULL || push_is_elsewhere(push) ||
        !is_meant(push, live)) {
        export(looking);
        return;
    }
    g_auto(GStrv) ids = order_strings(cJSON_GetObjectItem(answer, "ids"));
    const SvgBox view = trip_view(answer);
    looking_end(looking, live, (const char *const *)ids, &view, NULL);
}

static void on_look(const EditorFacts *facts, const GError *error, gpointer data)
{
    Looking *looking = data;
    Push *push = looking->push;
    const SvgBox nowhere = SVG_BOX_EMPTY;
    if (facts == NULL) {
        looking_end(looking, NULL, NULL, &nowhere, error);
        return;
    }
    g_autofree char *id = push_order_id(push);
    const Order order = {
        .kind = ORDER_LOOK, .id = id, .pgid = push_group(push), .path = push->path, .keep = TRUE};
    g_auto(PaceAnswer) answer = push_pace(push, facts);
    if (answer.act != PACE_PUSH || !trip_start(push, &order, push->now, on_courier)) {
        export(looking);
    }
}

void push_look(const PushOptions *where, PushLookFunc func, gpointer data)
{
    Looking *looking = g_new(Looking, 1);
    const PushOptions options = {
        .editor = where->editor,
        .window = where->window,
        .path = where->path,
        .name = where->name,
        .folder = where->folder,
        .start = where->start,
        .data = looking,
    };
    *looking = (Looking){push_new(&options), func, data};
    g_clear_handle_id(&looking->push->watch, g_bus_unwatch_name); /* the next call will tell */
    editor_look(where->editor, where->window, on_look, looking);
}
