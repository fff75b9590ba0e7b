/* What is finished goes into the open document while the model writes. */
#include "turn_priv.h"

#include <fairy/runtime.h>

enum { FRESH_US = 500000 };

/* --- before ----------------------------------------------------------------------------------- */

typedef struct {
    Turn *turn;
    void (*then)(Turn *turn);
} Reading;

/* Another document may have the focus: then what was known of ours serves, and what was changed
 * since is merged when it is pushed. */
static void on_looked(GBytes *bytes, const char *const *selected, const SvgBox *view,
                      G_GNUC_UNUSED const GError *error, gpointer data)
{
    Reading *reading = data;
    Turn *turn = reading->turn;
    void (*then)(Turn *) = reading->then;
    g_free(reading);
    if (!turn_back(turn)) {
        return;
    }
    if (bytes != NULL) {
        drawing_set_bytes(turn->drawing, bytes);
    }
    if (selected != NULL) {
        drawing_set_seen(turn->drawing, selected, *view);
    }
    then(turn);
}

void turn_read(Turn *turn, void (*then)(Turn *turn))
{
    const Drawing *drawing = turn->drawing;
    g_autofree char *folder = fairy_runtime_folder(NULL);
    gboolean fresh = g_get_monotonic_time() - drawing->read < FRESH_US;
    if (drawing->editor == NULL || folder == NULL || fresh) {
        then(turn);
        return;
    }
    Reading *reading = g_new(Reading, 1);
    *reading = (Reading){turn_hold(turn), then};
    const PushOptions where = {.editor = drawing->editor,
                               .window = drawing->window,
                               .path = drawing->menu.path,
                               .name = drawing->name,
                               .folder = folder,
                               .start = drawing->bytes};
    push_look(&where, on_looked, reading);
}

/* --- meanwhile -------------------------------------------------------------------------------- */

static GBytes *on_snapshot(gpointer data)
{
    const Turn *turn = data;
    return svg_document_print_utf8(fairy_job_document(turn->job));
}

/* What gave way is told to the person, too. */
static GBytes *on_taken(GBytes *pushed, GBytes *now, const char *const *lost, gpointer data)
{
    Turn *turn = data;
    g_autoptr(GError) error = NULL;
    drawing_set_bytes(turn->drawing, now);
    for (guint i = 0; lost[i] != NULL; i++) {
        turn_warn(turn, lost[i]);
    }
    GBytes *base = fairy_job_take(turn->job, pushed, now, lost, &error);
    if (base == NULL) {
        turn_warn(turn, error->message);
    }
    return base;
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

static void on_missed(guint n, gpointer data)
{
    g_autofree char *line =
        g_strdup_printf("%u %s came while the drawing was changed, and may be lost", n,
                        n == 1 ? "key or click" : "keys and clicks");
    turn_warn(data, line);
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

Push *turn_push(Turn *turn, GBytes *start, PushOptions funcs)
{
    const Drawing *drawing = turn->drawing;
    g_autofree char *folder = fairy_runtime_folder(NULL);
    funcs.editor = drawing->editor;
    funcs.window = drawing->window;
    funcs.path = drawing->menu.path;
    funcs.name = drawing->name;
    funcs.folder = folder;
    funcs.start = start;
    funcs.held = on_held;
    funcs.pushed = on_pushed;
    funcs.missed = on_missed;
    funcs.seen = on_seen;
    funcs.data = turn;
    return folder != NULL ? push_new(&funcs) : NULL;
}

static void begin_push(Turn *turn)
{
    const PushOptions funcs = {.snapshot = on_snapshot, .taken = on_taken, .over = on_over};
    turn->push = turn_push(turn, turn->bytes, funcs);
}

void turn_changed(Turn *turn)
{
    if (turn->push == NULL && turn->drawing->editor != NULL && turn->lost == NULL) {
        begin_push(turn);
    }
    if (turn->push != NULL) {
        push_changed(turn->push);
    } else if (turn->drawing->editor == NULL) {
        turn_show_pending(turn, turn->n_pending + 1);
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
