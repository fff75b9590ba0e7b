/* When there is something to push: looks, decides, has the courier go, reads what Inkscape has
 * then. */
#include "../alike.h"
#include "pace.h"
#include "push_priv.h"

#include <glib/gstdio.h>
#include <sys/stat.h>

#include <unistd.h>

enum { MAX_FAILURES = 5, AGAIN_MS = 500, OTHER_MS = 1000 };

/* --- its life --------------------------------------------------------------------------------- */

static void push_unref(Push *push)
{
    if (--push->refs > 0) {
        return;
    }
    editor_unref(push->o.editor);
    g_free(push->path);
    g_free(push->name);
    g_free(push->folder);
    g_strfreev(push->selected);
    g_strfreev(push->chosen);
    g_clear_pointer(&push->base, g_bytes_unref);
    g_clear_pointer(&push->now, g_bytes_unref);
    g_clear_pointer(&push->first, g_bytes_unref);
    g_clear_pointer(&push->ours, g_bytes_unref);
    g_free(push->why);
    g_free(push);
}

Push *push_hold(Push *push)
{
    push->refs++;
    return push;
}

gboolean push_back(Push *push)
{
    if (push->dead || push->over) {
        push_unref(push);
        return FALSE;
    }
    push->refs--; /* its owner's is left */
    return TRUE;
}

void push_read(Push *push, GBytes *now, GBytes *base)
{
    g_bytes_ref(now);
    g_bytes_unref(push->now);
    g_bytes_unref(push->base);
    push->now = now;
    push->base = base;
}

static void fall_silent(Push *push)
{
    g_clear_handle_id(&push->timer, g_source_remove);
    g_clear_handle_id(&push->watch, g_bus_unwatch_name);
    g_clear_pointer(&push->input, input_free);
}

void push_free(Push *push)
{
    if (push != NULL) {
        push->dead = TRUE;
        fall_silent(push);
        push_unref(push);
    }
}

void push_over(Push *push, const GError *error)
{
    push->over = TRUE;
    fall_silent(push);
    if (push->o.over != NULL) {
        push->o.over(error, push->o.data);
    }
}

static void on_vanished(G_GNUC_UNUSED GDBusConnection *bus, G_GNUC_UNUSED const char *name,
                        gpointer data)
{
    g_autoptr(GError) error =
        g_error_new_literal(G_IO_ERROR, G_IO_ERROR_CLOSED, "Inkscape is gone");
    push_over(data, error);
}

gint64 push_saved(const Push *push)
{
    GStatBuf info;
    return push->path != NULL && g_stat(push->path, &info) == 0
               ? (gint64)info.st_mtim.tv_sec * G_USEC_PER_SEC + info.st_mtim.tv_nsec / 1000
               : 0;
}

Push *push_new(const PushOptions *options)
{
    Push *push = g_new0(Push, 1);
    push->refs = 1;
    push->o = *options;
    push->o.path = push->path = g_strdup(options->path);
    push->o.name = push->name = g_strdup(options->name);
    push->o.folder = push->folder = g_strdup(options->folder);
    editor_ref(options->editor);
    push->base = g_bytes_ref(options->start);
    push->now = g_bytes_ref(options->start);
    push->saved = push_saved(push);
    push->input = input_new(editor_display(options->editor), editor_owner(options->editor));
    push->watch = g_bus_watch_name_on_connection(
        editor_bus(options->editor), editor_owner(options->editor), G_BUS_NAME_WATCHER_FLAGS_NONE,
        NULL, on_vanished, push, NULL);
    return push;
}

gboolean push_is_elsewhere(Push *push)
{
    push->hands = input_read(push->input);
    return push->hands.window > 0 && push->o.window > 0 && push->hands.window != push->o.window;
}

char *push_order_id(const Push *push)
{
    return g_strdup_printf("%" G_GINT64_FORMAT "-%u", g_get_real_time(), push->n_changed);
}

char *push_read_path(const Push *push)
{
    return g_strdup_printf("%s/courier-read-%d-%u.svg", push->folder, editor_pid(push->o.editor),
                           push->o.window);
}

int push_group(const Push *push)
{
    return MAX(0, getpgid((pid_t)editor_pid(push->o.editor)));
}

/* --- what is held ----------------------------------------------------------------------------- */

static guint waiting(const Push *push)
{
    return push->n_changed - push->n_pushed;
}

static void tell_held(Push *push, const char *why)
{
    guint n = why != NULL ? waiting(push) : 0;
    gboolean news = g_strcmp0(why, push->why) != 0 || n != push->waiting;
    g_free(push->why);
    push->why = g_strdup(why);
    push->waiting = n;
    if (news && push->o.held != NULL) {
        push->o.held(why, n, push->o.data);
    }
}

static gboolean on_timer(gpointer data)
{
    Push *push = data;
    push->timer = 0;
    push_tick(push);
    return G_SOURCE_REMOVE;
}

void push_later(Push *push, guint ms)
{
    push->at_work = FALSE;
    if (push->timer == 0 && !push->over) {
        push->timer = g_timeout_add(ms, on_timer, push);
    }
}

/* --- after a push ----------------------------------------------------------------------------- */

static void note_seen(Push *push, const cJSON *answer)
{
    const SvgBox view = trip_view(answer);
    g_strfreev(push->selected);
    push->selected = order_strings(cJSON_GetObjectItem(answer, "ids"));
    if (push->o.seen != NULL && push->selected != NULL) {
        push->o.seen((const char *const *)push->selected, &view, push->o.data);
    }
}

typedef struct {
    Push *push;
    cJSON *merge; /* of the answer; may be NULL */
    gint64 took;  /* us that the courier was away */
    gint64 asked; /* when the document was asked for last */
} Going;

static void going_free(Going *going)
{
    cJSON_Delete(going->merge);
    g_free(going);
}

/* The sentences of a merge; the caller's. */
static GStrv lost_of(const cJSON *merge)
{
    g_autoptr(GStrvBuilder) lost = g_strv_builder_new();
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, cJSON_GetObjectItem(merge, "conflicts"))
    {
        const char *detail = cJSON_GetStringValue(cJSON_GetObjectItem(item, "detail"));
        if (detail != NULL) {
            g_strv_builder_add(lost, detail);
        }
    }
    return g_strv_builder_end(lost);
}

/* What Inkscape has is told, and what the next push begins from. */
static void take(Push *push, GBytes *now, const cJSON *merge)
{
    g_auto(GStrv) lost = lost_of(merge);
    GBytes *base = push->o.taken(push->ours, now, (const char *const *)lost, push->o.data);
    push_read(push, now, base != NULL ? base : g_bytes_ref(now));
}

static void tell_missed(Push *push)
{
    guint n = input_read(push->input).n_pressed - push->n_pressed;
    if (n > 0 && push->o.missed != NULL) {
        push->o.missed(n, push->o.data);
    }
}

static void finish_push(Push *push, GBytes *now, Going *going)
{
    guint n = push->n_going - push->n_pushed;
    push->n_pushed = push->n_going;
    push->n_failures = 0;
    push->last_push = g_get_monotonic_time();
    push->last_ms = (guint)((going->took + push->last_push - going->asked) / 1000);
    push->said = FALSE;
    tell_missed(push);
    take(push, now, going->merge);
    tell_held(push, NULL);
    if (push->o.pushed != NULL) {
        push->o.pushed(n, push->last_ms, push->o.data);
    }
    push_later(push, 0);
}

static void read_back(Going *going);

static gboolean on_read_again(gpointer data)
{
    Going *going = data;
    if (push_back(going->push)) {
        read_back(going);
    } else {
        going_free(going);
    }
    return G_SOURCE_REMOVE;
}

/* Another document may have come to the front since; the courier's answer said that it was ours. */
static void on_read(GBytes *bytes, const GError *error, gpointer data)
{
    Going *going = data;
    Push *push = going->push;
    if (!push_back(push)) {
        going_free(going);
        return;
    }
    if (error != NULL || push_is_elsewhere(push) ||
        !alike_is_same(g_bytes_get_data(push->now, NULL), g_bytes_get_data(bytes, NULL))) {
        push_hold(push);
        g_timeout_add(AGAIN_MS, on_read_again, going);
        return;
    }
    finish_push(push, bytes, going);
    going_free(going);
}

static void read_back(Going *going)
{
    g_autofree char *path = push_read_path(going->push);
    push_hold(going->push);
    going->asked = g_get_monotonic_time();
    editor_export(going->push->o.editor, path, on_read, going);
}

/* --- a push ----------------------------------------------------------------------------------- */

static void fail(Push *push)
{
    if (++push->n_failures < MAX_FAILURES) {
        push_later(push, AGAIN_MS);
        return;
    }
    g_autoptr(GError) error =
        g_error_new(G_IO_ERROR, G_IO_ERROR_FAILED,
                    "what is finished can't be brought into %s: the courier gives no answer",
                    push->name != NULL ? push->name : "the drawing");
    push_over(push, error);
}

static void on_courier(Push *push, const cJSON *answer, GBytes *live)
{
    if (answer == NULL || trip_did(answer, "failed")) {
        fail(push);
        return;
    }
    if (trip_did(answer, "another")) {
        push->last_other = g_get_monotonic_time();
        push_later(push, 0);
        return;
    }
    note_seen(push, answer);
    if (trip_did(answer, "touched")) {
        push->last_touched = g_get_monotonic_time();
        push_later(push, 0);
        return;
    }
    if (push->first == NULL && live != NULL) {
        push->first = g_bytes_ref(live);
    } else {
        push->theirs |= cJSON_IsTrue(cJSON_GetObjectItem(answer, "theirs"));
    }
    push->n_steps += trip_did(answer, "pushed");
    Going *going = g_new(Going, 1);
    *going = (Going){.push = push,
                     .merge = cJSON_Duplicate(cJSON_GetObjectItem(answer, "merge"), TRUE),
                     .took = g_get_monotonic_time() - push->began};
    read_back(going);
}

static void start_push(Push *push)
{
    g_autofree char *id = push_order_id(push);
    const Order order = {
        .kind = ORDER_PUSH,
        .id = id,
        .pgid = push_group(push),
        .path = push->path,
        .sure = push->hands.window > 0 && push->hands.window == push->o.window,
        .keep = push->first == NULL,
        .selected = push->selected,
    };
    g_clear_pointer(&push->ours, g_bytes_unref);
    push->ours = push->o.snapshot(push->o.data);
    push->n_going = push->n_changed;
    push->began = g_get_monotonic_time();
    push->n_pressed = push->hands.n_pressed;
    if (!trip_start(push, &order, push->ours, on_courier)) {
        push_later(push, PACE_LOOK_MS);
    }
}

/* --- deciding --------------------------------------------------------------------------------- */

static PaceFacts facts_of(const Push *push, const EditorFacts *facts)
{
    const InputFacts *hands = &push->hands;
    gint64 now = g_get_monotonic_time();
    gboolean elsewhere = hands->window > 0 && hands->window != push->o.window;
    gboolean was_other = push->last_other > 0 && now - push->last_other < (gint64)OTHER_MS * 1000;
    return (PaceFacts){
        .now = now,
        .ended = push->ended,
        .said = push->said,
        .busy = facts->busy,
        .other = elsewhere || was_other,
        .name = push->name,
        .tool = facts->tool,
        .redo = facts->redo,
        .button_down = hands->button_down,
        .last_input = hands->last_input,
        .last_touched = push->last_touched,
        .last_push = push->last_push,
        .last_push_ms = push->last_ms,
    };
}

PaceAnswer push_pace(Push *push, const EditorFacts *facts)
{
    push->hands = input_read(push->input);
    const PaceFacts all = facts_of(push, facts);
    return pace_decide(&all);
}

static void decide(Push *push, const EditorFacts *facts)
{
    g_auto(PaceAnswer) answer = push_pace(push, facts);
    if (answer.act == PACE_PUSH) {
        start_push(push);
        return;
    }
    if (answer.act == PACE_HOLD) {
        tell_held(push, answer.why);
    }
    push_later(push, answer.ms);
}

static void on_look(const EditorFacts *facts, const GError *error, gpointer data)
{
    Push *push = data;
    if (!push_back(push)) {
        return;
    }
    if (facts == NULL) {
        push_over(push, error);
    } else if (!facts->there && !facts->busy) {
        g_autoptr(GError) closed = g_error_new(G_IO_ERROR, G_IO_ERROR_CLOSED, "%s was closed",
                                               push->name != NULL ? push->name : "the drawing");
        push_over(push, closed);
    } else {
        decide(push, facts);
    }
}

void push_tick(Push *push)
{
    if (push->at_work || push->over || push->dead) {
        return;
    }
    if (waiting(push) == 0) {
        if (push->ended) {
            push->at_work = TRUE;
            squash_start(push);
        }
        return;
    }
    push->at_work = TRUE;
    editor_look(push->o.editor, push->o.window, on_look, push_hold(push));
}

/* What asks for it may be in the midst of something: never at once. */
static void wake(Push *push)
{
    if (!push->at_work) {
        g_clear_handle_id(&push->timer, g_source_remove);
        push_later(push, 0);
    }
}

void push_changed(Push *push)
{
    push->n_changed++;
    wake(push);
}

void push_now(Push *push)
{
    push->said = waiting(push) > 0;
    wake(push);
}

void push_end(Push *push)
{
    push->ended = TRUE;
    wake(push);
}
