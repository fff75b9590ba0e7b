/* A turn's job: words in, events out. */
#include "picture.h"
#include "turn_priv.h"

#include <fairy/session.h>

#include <sys/eventfd.h>

#include <string.h>
#include <unistd.h>

/* --- what is shown ---------------------------------------------------------------------------- */

typedef struct {
    cJSON *event;
    gboolean kept;
} Shown;

static void free_shown(gpointer data)
{
    Shown *shown = data;
    cJSON_Delete(shown->event);
    g_free(shown);
}

void turn_show(Turn *turn, cJSON *event, gboolean kept)
{
    if (turn->unkept) {
        Shown *shown = g_new(Shown, 1);
        *shown = (Shown){event, kept};
        g_queue_push_tail(&turn->waits, shown);
    } else {
        drawing_show(turn->drawing, event, kept);
    }
}

static void on_kept(gboolean kept, gpointer data)
{
    Turn *turn = data;
    turn->unkept = !kept;
    while (kept && !g_queue_is_empty(&turn->waits)) {
        Shown *shown = g_queue_pop_head(&turn->waits);
        drawing_show(turn->drawing, g_steal_pointer(&shown->event), shown->kept);
        free_shown(shown);
    }
}

static void show_spent(Turn *turn)
{
    cJSON *event = new_event("spent");
    cJSON_AddNumberToObject(event, "cost", turn->cost.usd);
    cJSON_AddNumberToObject(event, "tokens", (double)fairy_usage_tokens(&turn->usage));
    cJSON_AddNumberToObject(event, "requests", turn->n_requests);
    turn_show(turn, event, TRUE);
}

static void count_answer(Turn *turn, const FairyEvent *event)
{
    if (event->usage != NULL) {
        fairy_usage_add(&turn->usage, event->usage);
    }
    turn->cost.usd += event->cost.usd;
    turn->n_requests++;
    show_spent(turn);
}

/* What tells how things are, for who comes later: not what is being written. */
static gboolean is_kept(FairyEventKind kind)
{
    return kind == FAIRY_EVENT_FAIRY || kind == FAIRY_EVENT_ACTION || kind == FAIRY_EVENT_WARNING;
}

static void on_event(const FairyEvent *event, gpointer data)
{
    Turn *turn = data;
    if (event->kind == FAIRY_EVENT_REST) {
        return; /* "end" tells of it */
    }
    cJSON *json = fairy_event_json(event);
    if (event->kind == FAIRY_EVENT_ACTION) {
        const SvgChange *change = event->outcome->change;
        guint version = change != NULL ? change->version : 0;
        cJSON_AddNumberToObject(json, "action", turn->versions->len);
        g_array_append_val(turn->versions, version);
        turn->counts[event->outcome->status]++;
    }
    turn_show(turn, json, is_kept(event->kind));
    if (event->kind == FAIRY_EVENT_ANSWERED) {
        count_answer(turn, event);
    } else if (event->kind == FAIRY_EVENT_ACTION && event->outcome->wrote) {
        turn_changed(turn);
    }
}

void turn_warn(Turn *turn, const char *line)
{
    cJSON *event = new_event("warning");
    cJSON_AddStringToObject(event, "message", line);
    turn_show(turn, event, TRUE);
}

static void on_warning(const char *line, gpointer data)
{
    turn_warn(data, line);
}

/* --- its end ---------------------------------------------------------------------------------- */

static gboolean on_drawing(SvgDocument *doc, gpointer data, GError **error)
{
    Turn *turn = data;
    g_autoptr(GBytes) bytes = svg_document_print_utf8(doc);
    (void)error;
    drawing_set_bytes(turn->drawing, bytes);
    return TRUE;
}

/* That it was stopped is what its end says already. */
static const char *why_of(const Turn *turn)
{
    gboolean stopped = g_error_matches(turn->error, FAIRY_ERROR, FAIRY_ERROR_CANCELLED);
    return turn->lost != NULL                ? turn->lost
           : turn->error != NULL && !stopped ? turn->error->message
                                             : NULL;
}

void turn_end(Turn *turn)
{
    cJSON *event = new_event("end");
    cJSON_AddStringToObject(event, "end", turn->end);
    for (guint i = 0; i < G_N_ELEMENTS(turn->counts); i++) {
        cJSON_AddNumberToObject(event, fairy_status_name((FairyStatus)i), turn->counts[i]);
    }
    if (why_of(turn) != NULL) {
        cJSON_AddStringToObject(event, "error", why_of(turn));
    }
    on_kept(TRUE, turn);
    turn->at_work = FALSE;
    turn->drawing->waits = FALSE;
    turn_show(turn, event, TRUE);
    drawing_show_state(turn->drawing, NULL);
    turn_picture(turn, "after");
}

static void on_finished(G_GNUC_UNUSED FairyJob *job, const FairyJobEnding *ending, gpointer data)
{
    Turn *turn = data;
    turn->end = g_strdup(fairy_job_end_name(ending->end));
    turn->error = ending->error != NULL ? g_error_copy(ending->error) : NULL;
    turn_settle(turn);
}

/* --- its beginning ---------------------------------------------------------------------------- */

/* Who will come, by the names that they will have. */
static cJSON *company_of(const Turn *turn, guint n)
{
    cJSON *list = cJSON_CreateArray();
    g_autoptr(FairySession) session =
        fairy_session_open(turn->drawing->menu.path, turn->session, FALSE, NULL);
    g_autoptr(GPtrArray) taken = g_ptr_array_new();
    g_ptr_array_add(taken, NULL);
    for (guint i = 0; session != NULL && i < n; i++) {
        g_autofree char *id = i == 0 ? g_strdup("fairy") : g_strdup_printf("fairy-%u", i + 1);
        FairyCharacter fairy = fairy_roster_character(turn->roster, session->seed, id,
                                                      (const char *const *)taken->pdata);
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "fairy", id);
        cJSON_AddStringToObject(item, "name", fairy.name);
        cJSON_AddStringToObject(item, "color", fairy.color);
        cJSON_AddItemToArray(list, item);
        g_ptr_array_insert(taken, (int)i, (gpointer)fairy.name);
    }
    return list;
}

static void show_begin(Turn *turn)
{
    cJSON *event = new_event("turn");
    cJSON_AddNumberToObject(event, "turn", ++turn->drawing->n_turns);
    cJSON_AddStringToObject(event, "words", turn->words != NULL ? turn->words : "");
    cJSON_AddItemToObject(event, "fairies", company_of(turn, turn->fairies));
    drawing_begin_turn(turn->drawing);
    drawing_show_state(turn->drawing, NULL);
    turn_show(turn, event, TRUE);
}

static gboolean make_job(Turn *turn, GError **error)
{
    const Drawing *drawing = turn->drawing;
    const FairyJobOptions options = {
        .command = "inkscape",
        .path = drawing->menu.path,
        .bytes = turn->bytes,
        .name = drawing->name,
        .to = FAIRY_JOB_HANDED,
        .session = turn->session,
        .words = turn->words,
        .resume = turn->words == NULL,
        .settings = turn->settings,
        .roster = turn->roster,
        .model = turn->model,
        .max_requests = FAIRY_JOB_AS_SET,
        .max_tokens = FAIRY_JOB_AS_SET,
        .max_cost = turn->max_cost >= 0 ? turn->max_cost : FAIRY_JOB_AS_SET,
        .fairies = turn->fairies,
        .select = (const char *const *)turn->selected,
        .select_known = TRUE,
        .view = turn->scope != SCOPE_PAGE ? drawing->view : SVG_BOX_EMPTY,
        .interrupted = &turn->stopped,
        .interrupt_fd = turn->stops,
        .control = TRUE,
        .funcs = {.event = on_event,
                  .kept = on_kept,
                  .warn = on_warning,
                  .hint = on_warning,
                  .deliver = on_drawing},
        .data = turn,
    };
    turn->job = fairy_job_new(&options, error);
    return turn->job != NULL;
}

static void begin_job(Turn *turn)
{
    static char *nothing[] = {NULL};
    const Drawing *drawing = turn->drawing;
    turn->bytes = g_bytes_ref(drawing->bytes);
    turn->selected = g_strdupv(turn->scope == SCOPE_SELECTION ? drawing->selected : nothing);
    if (make_job(turn, &turn->error)) {
        turn_picture(turn, "before");
        fairy_job_start(turn->job, on_finished, turn);
        return;
    }
    turn->end = g_strdup(fairy_job_end_name(fairy_job_end_of(turn->error)));
    turn_end(turn);
}

gboolean turn_start(Drawing *drawing, const TurnAsk *ask, GError **error)
{
    Turn *turn = g_new0(Turn, 1);
    *turn = (Turn){
        .refs = 1,
        .drawing = drawing,
        .words = g_strdup(ask->words),
        .model = g_strdup(ask->model),
        .session = g_strdup(drawing->session),
        .scope = drawing->scope,
        .fairies = MAX(ask->fairies, 1),
        .max_cost = ask->max_cost,
        .stops = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK),
        .at_work = TRUE,
        .waits = G_QUEUE_INIT,
        .versions = g_array_new(FALSE, FALSE, sizeof(guint)),
        .rejected = g_array_new(FALSE, FALSE, sizeof(guint)),
    };
    turn->settings = fairy_settings_load(error);
    turn->roster = turn->settings != NULL ? fairy_roster_load(error) : NULL;
    if (turn->roster == NULL) {
        turn_free(turn);
        return FALSE;
    }
    turn_free(drawing->turn);
    drawing->turn = turn;
    show_begin(turn);
    turn_read(turn, begin_job);
    return TRUE;
}

/* --- its life --------------------------------------------------------------------------------- */

Turn *turn_hold(Turn *turn)
{
    turn->refs++;
    return turn;
}

static void unref(Turn *turn)
{
    if (--turn->refs > 0) {
        return;
    }
    fairy_roster_free(turn->roster);
    fairy_settings_free(turn->settings);
    g_queue_clear_full(&turn->waits, free_shown);
    g_clear_pointer(&turn->bytes, g_bytes_unref);
    g_clear_pointer(&turn->without, g_bytes_unref);
    g_clear_pointer(&turn->handed, g_bytes_unref);
    g_clear_pointer(&turn->fetched, g_bytes_unref);
    g_free(turn->order);
    g_array_unref(turn->versions);
    g_array_unref(turn->rejected);
    g_strfreev(turn->selected);
    g_clear_error(&turn->error);
    g_free(turn->words);
    g_free(turn->model);
    g_free(turn->session);
    g_free(turn->lost);
    g_free(turn->end);
    close(turn->stops);
    g_free(turn);
}

gboolean turn_back(Turn *turn)
{
    if (turn->dead) {
        unref(turn);
        return FALSE;
    }
    turn->refs--; /* its owner's is left */
    return TRUE;
}

void turn_free(Turn *turn)
{
    if (turn != NULL) {
        turn->dead = TRUE;
        turn_take_order_away(turn);
        g_clear_pointer(&turn->push, push_free);
        g_clear_pointer(&turn->job, fairy_job_free);
        unref(turn);
    }
}

/* --- while it is at work ---------------------------------------------------------------------- */

gboolean turn_is_at_work(const Turn *turn)
{
    return turn != NULL && turn->at_work;
}

void turn_stop(Turn *turn)
{
    turn->stopped = 1;
    eventfd_write(turn->stops, 1);
}

void turn_show_now(Turn *turn)
{
    if (turn->push != NULL) {
        push_now(turn->push);
    }
}

gboolean turn_tell(Turn *turn, const char *fairy, const char *words, GError **error)
{
    g_autofree char *note = NULL;
    if (turn->job == NULL) {
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_CONTROL,
                            "the drawing is being read; try again in a moment");
        return FALSE;
    }
    if (!fairy_job_say(turn->job, fairy, words, &note, error)) {
        return FALSE;
    }
    cJSON *event = new_event("told");
    cJSON_AddStringToObject(event, "words", words);
    if (note != NULL) {
        cJSON_AddStringToObject(event, "note", note);
    }
    turn_show(turn, event, TRUE);
    return TRUE;
}
