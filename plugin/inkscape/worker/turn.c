/* A turn's job: words in, events out. */
#include "turn.h"

#include <fairy/job.h>
#include <fairy/session.h>

#include <sys/eventfd.h>

#include <string.h>
#include <unistd.h>

struct _Turn {
    Drawing *drawing;
    void (*over)(Drawing *drawing, gpointer data);
    gpointer over_data;
    FairyJob *job;
    FairySettings *settings;
    FairyRoster *roster;
    char *words, *model, *session; /* what the job borrows */
    GBytes *bytes;
    char **selected;
    int stops; /* a descriptor that becomes readable when it is to stop */
    volatile int stopped;
    gboolean at_work;
    gboolean unkept; /* a kill would lose what was done: what comes waits */
    GQueue waits;    /* Shown */
    guint counts[3]; /* outcomes, by FairyStatus */
    guint n_actions, n_requests;
    FairyUsage usage;
    FairyCost cost;
};

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

static void show(Turn *turn, cJSON *event, gboolean kept)
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
    show(turn, event, TRUE);
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
        cJSON_AddNumberToObject(json, "action", turn->n_actions++);
        turn->counts[event->outcome->status]++;
    }
    show(turn, json, is_kept(event->kind));
    if (event->kind == FAIRY_EVENT_ANSWERED) {
        count_answer(turn, event);
    }
}

static void on_warning(const char *line, gpointer data)
{
    cJSON *event = new_event("warning");
    cJSON_AddStringToObject(event, "message", line);
    show(data, event, TRUE);
}

/* --- its end ---------------------------------------------------------------------------------- */

static gboolean on_drawing(SvgDocument *doc, gpointer data, GError **error)
{
    Turn *turn = data;
    (void)error;
    g_bytes_unref(turn->drawing->bytes);
    turn->drawing->bytes = svg_document_print_utf8(doc);
    return TRUE;
}

static void show_end(Turn *turn, const char *end, const GError *error)
{
    cJSON *event = new_event("end");
    cJSON_AddStringToObject(event, "end", end);
    for (guint i = 0; i < G_N_ELEMENTS(turn->counts); i++) {
        cJSON_AddNumberToObject(event, fairy_status_name((FairyStatus)i), turn->counts[i]);
    }
    if (error != NULL) {
        cJSON_AddStringToObject(event, "error", error->message);
    }
    on_kept(TRUE, turn);
    show(turn, event, TRUE);
}

static void on_finished(G_GNUC_UNUSED FairyJob *job, const FairyJobEnding *ending, gpointer data)
{
    Turn *turn = data;
    show_end(turn, fairy_job_end_name(ending->end), ending->error);
    turn->at_work = FALSE;
    drawing_show_state(turn->drawing, NULL);
    if (turn->over != NULL) {
        turn->over(turn->drawing, turn->over_data);
    }
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

static void show_begin(Turn *turn, guint n_fairies)
{
    cJSON *event = new_event("turn");
    cJSON_AddNumberToObject(event, "turn", ++turn->drawing->n_turns);
    cJSON_AddStringToObject(event, "words", turn->words != NULL ? turn->words : "");
    cJSON_AddItemToObject(event, "fairies", company_of(turn, n_fairies));
    drawing_begin_turn(turn->drawing);
    drawing_show_state(turn->drawing, NULL);
    show(turn, event, TRUE);
}

/* Where the drawing can't be read the job says so. */
static SvgBox view_of(const Turn *turn, Scope scope)
{
    gsize len = 0;
    const char *text = g_bytes_get_data(turn->bytes, &len);
    g_autoptr(SvgDocument) doc =
        scope != SCOPE_PAGE ? svg_document_parse(text, len, turn->drawing->name, NULL) : NULL;
    return doc != NULL ? menu_view(&turn->drawing->menu, svg_document_page(doc),
                                   svg_document_px_per_unit(doc))
                       : SVG_BOX_EMPTY;
}

static gboolean make_job(Turn *turn, const TurnAsk *ask, GError **error)
{
    Drawing *drawing = turn->drawing;
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
        .max_cost = ask->max_cost >= 0 ? ask->max_cost : FAIRY_JOB_AS_SET,
        .fairies = ask->fairies,
        .select = (const char *const *)turn->selected,
        .select_known = TRUE,
        .view = view_of(turn, ask->scope),
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

Turn *turn_new(Drawing *drawing, const TurnAsk *ask, void (*over)(Drawing *drawing, gpointer data),
               gpointer data, GError **error)
{
    static char *nothing[] = {NULL};
    Turn *turn = g_new0(Turn, 1);
    *turn = (Turn){
        .drawing = drawing,
        .over = over,
        .over_data = data,
        .words = g_strdup(ask->words),
        .model = g_strdup(ask->model),
        .session = g_strdup(ask->session),
        .bytes = g_bytes_ref(drawing->bytes),
        .selected = g_strdupv(ask->scope == SCOPE_SELECTION ? drawing->menu.selected : nothing),
        .stops = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK),
        .waits = G_QUEUE_INIT,
    };
    turn->settings = fairy_settings_load(error);
    turn->roster = turn->settings != NULL ? fairy_roster_load(error) : NULL;
    if (turn->roster == NULL || !make_job(turn, ask, error)) {
        turn_free(turn);
        return NULL;
    }
    turn->at_work = TRUE;
    turn_free(drawing->turn);
    drawing->turn = turn;
    show_begin(turn, MAX(ask->fairies, 1));
    fairy_job_start(turn->job, on_finished, turn);
    return turn;
}

void turn_free(Turn *turn)
{
    if (turn == NULL) {
        return;
    }
    fairy_job_free(turn->job);
    fairy_roster_free(turn->roster);
    fairy_settings_free(turn->settings);
    g_queue_clear_full(&turn->waits, free_shown);
    g_bytes_unref(turn->bytes);
    g_strfreev(turn->selected);
    g_free(turn->words);
    g_free(turn->model);
    g_free(turn->session);
    close(turn->stops);
    g_free(turn);
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

gboolean turn_tell(Turn *turn, const char *fairy, const char *words, GError **error)
{
    g_autofree char *note = NULL;
    if (!fairy_job_say(turn->job, fairy, words, &note, error)) {
        return FALSE;
    }
    cJSON *event = new_event("told");
    cJSON_AddStringToObject(event, "words", words);
    if (note != NULL) {
        cJSON_AddStringToObject(event, "note", note);
    }
    show(turn, event, TRUE);
    return TRUE;
}
