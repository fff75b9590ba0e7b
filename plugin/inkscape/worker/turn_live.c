/* What is finished goes into the open document while the model writes. */
#include "../alike.h"
#include "turn_priv.h"

#include <fairy/runtime.h>

/* --- before ----------------------------------------------------------------------------------- */

/* Another document may have the focus: then what was known of ours serves, and what was changed
 * since is merged by the first push. */
static void on_read(GBytes *bytes, G_GNUC_UNUSED const GError *error, gpointer data)
{
    Turn *turn = data;
    if (!turn_back(turn)) {
        return;
    }
    if (bytes != NULL &&
        alike_is_same(g_bytes_get_data(turn->bytes, NULL), g_bytes_get_data(bytes, NULL))) {
        drawing_set_bytes(turn->drawing, bytes);
        g_bytes_unref(turn->bytes);
        turn->bytes = g_bytes_ref(turn->drawing->bytes);
    }
    turn_begin(turn);
}

/* Of several windows the one that was used last is read. */
static void on_look(const EditorFacts *facts, G_GNUC_UNUSED const GError *error, gpointer data)
{
    Turn *turn = data;
    const Drawing *drawing = turn->drawing;
    g_autofree char *folder = fairy_runtime_folder(NULL);
    g_autofree char *path = folder != NULL ? g_build_filename(folder, "turn-read.svg", NULL) : NULL;
    if (!turn_back(turn)) {
        return;
    }
    if (facts == NULL || !facts->there || path == NULL) {
        turn_begin(turn);
    } else {
        editor_export(drawing->editor, path, on_read, turn_hold(turn));
    }
}

void turn_read(Turn *turn)
{
    const Drawing *drawing = turn->drawing;
    if (drawing->editor != NULL) {
        editor_look(drawing->editor, drawing->window, on_look, turn_hold(turn));
    } else {
        turn_begin(turn);
    }
}

/* --- meanwhile -------------------------------------------------------------------------------- */

static GBytes *on_snapshot(gpointer data)
{
    const Turn *turn = data;
    return svg_document_print_utf8(fairy_job_document(turn->job));
}

static void on_taken(GBytes *pushed, GBytes *now, const cJSON *conflicts, gpointer data)
{
    Turn *turn = data;
    (void)pushed, (void)conflicts;
    drawing_set_bytes(turn->drawing, now);
}

static void on_seen(const char *const *selected, const SvgBox *view, gpointer data)
{
    const Turn *turn = data;
    drawing_set_seen(turn->drawing, selected, *view);
}

static void on_held(const char *why, guint waiting, gpointer data)
{
    Turn *turn = data;
    cJSON *event = new_event("hold");
    gboolean waits = why != NULL && waiting > 0;
    if (waits) {
        cJSON_AddStringToObject(event, "why", why);
    }
    cJSON_AddNumberToObject(event, "waiting", waits ? waiting : 0);
    turn_show(turn, event, FALSE);
    if (turn->drawing->waits != waits) {
        turn->drawing->waits = waits;
        drawing_show_state(turn->drawing, NULL);
    }
}

static void on_pushed(guint actions, guint ms, gpointer data)
{
    cJSON *event = new_event("pushed");
    cJSON_AddNumberToObject(event, "actions", actions);
    cJSON_AddNumberToObject(event, "ms", ms);
    turn_show(data, event, FALSE);
}

static void on_over(const GError *error, gpointer data)
{
    Turn *turn = data;
    turn->lost = error != NULL ? g_strdup(error->message) : NULL;
    g_clear_pointer(&turn->push, push_free);
    if (turn->end != NULL) {
        turn_end(turn);
    } else { /* the document is gone: nobody would see the rest */
        turn_stop(turn);
    }
}

static void begin_push(Turn *turn)
{
    const Drawing *drawing = turn->drawing;
    g_autofree char *folder = fairy_runtime_folder(NULL);
    const PushOptions options = {
        .editor = drawing->editor,
        .window = drawing->window,
        .path = drawing->menu.path,
        .name = drawing->name,
        .folder = folder,
        .start = turn->bytes,
        .snapshot = on_snapshot,
        .taken = on_taken,
        .seen = on_seen,
        .held = on_held,
        .pushed = on_pushed,
        .over = on_over,
        .data = turn,
    };
    turn->push = folder != NULL ? push_new(&options) : NULL;
}

void turn_changed(Turn *turn)
{
    if (turn->push == NULL && turn->drawing->editor != NULL && turn->lost == NULL) {
        begin_push(turn);
    }
    if (turn->push != NULL) {
        push_changed(turn->push);
    }
}

/* --- after ------------------------------------------------------------------------------------ */

void turn_settle(Turn *turn)
{
    if (turn->push != NULL) {
        push_end(turn->push);
    } else {
        turn_end(turn);
    }
}
