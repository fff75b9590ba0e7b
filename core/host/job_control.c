/* A job that is reached from other processes while its fairies are at work. */
#include "host/job_priv.h"

#include <fairy/limits.h>

#include <unistd.h>

enum { SESSION_DIGITS = 8 };

/* --- who is meant ----------------------------------------------------------------------------- */

/* The fairies at the job, one by one; NULL behind the last. */
static FairyAgent *fairy_at(const FairyJob *job, guint n)
{
    const GPtrArray *agents = job->team ? fairy_team_agents(job->team) : NULL;
    return agents && n < agents->len ? agents->pdata[n] : NULL;
}

static const char *name_of(const FairyAgent *agent)
{
    return fairy_agent_character(agent)->name;
}

static gboolean is_called(const FairyAgent *agent, const char *name)
{
    return g_ascii_strcasecmp(fairy_agent_name(agent), name) == 0 ||
           g_ascii_strcasecmp(name_of(agent), name) == 0;
}

static char *names_of_all(const FairyJob *job)
{
    GString *names = g_string_new(NULL);
    for (guint i = 0; fairy_at(job, i); i++) {
        g_string_append_printf(names, "%s%s", i ? ", " : "", name_of(fairy_at(job, i)));
    }
    return g_string_free(names, FALSE);
}

/* NULL: who leads. */
static FairyAgent *find_fairy(const FairyJob *job, const char *name, GError **error)
{
    FairyAgent *leader = fairy_team_find(job->team, NULL);
    if (!name && leader) {
        return leader;
    }
    for (guint i = 0; name && fairy_at(job, i); i++) {
        if (is_called(fairy_at(job, i), name)) {
            return fairy_at(job, i);
        }
    }
    g_autofree char *names = names_of_all(job);
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_CONTROL,
                "no fairy called \"%.100s\" is at work here; there is %s", name ? name : "", names);
    return NULL;
}

/* --- what is asked ---------------------------------------------------------------------------- */

static gboolean refuse(GError **error, const char *why)
{
    g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_CONTROL, why);
    return FALSE;
}

/* Whoever ends doesn't read what it is told. */
static gboolean is_at_work(const FairyJob *job, GError **error)
{
    if (fairy_job_is_interrupted(job)) {
        return refuse(error, "the run is being stopped");
    }
    if (job->next || !job->team || !fairy_team_is_at_work(job->team)) {
        return refuse(error, "the run is ending; ask again when it has ended");
    }
    return TRUE;
}

static void show(FairyJob *job, const char *event, const FairyAgent *agent, const char *words)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "event", event);
    cJSON_AddStringToObject(json, "fairy", fairy_agent_name(agent));
    cJSON_AddStringToObject(json, "words", words);
    fairy_job_show_kept(job, json);
    if (job->options.funcs.hint) {
        g_autofree char *line = g_strdup_printf("%s was told: %s", name_of(agent), words);
        job->options.funcs.hint(line, job->options.data);
    }
}

void fairy_job_tell(FairyJob *job, FairyAgent *agent, const char *words)
{
    show(job, "told", agent, words);
    fairy_team_tell(job->team, agent, words);
}

static void say_who(cJSON *answer, const FairyAgent *agent, const char *note)
{
    cJSON_AddStringToObject(answer, "fairy", fairy_agent_name(agent));
    cJSON_AddStringToObject(answer, "name", name_of(agent));
    if (note) {
        cJSON_AddStringToObject(answer, "note", note);
    }
}

static gboolean on_tell(const char *fairy, const char *words, cJSON *answer, gpointer data,
                        GError **error)
{
    FairyJob *job = data;
    FairyAgent *agent = is_at_work(job, error) ? find_fairy(job, fairy, error) : NULL;
    if (!agent) {
        return FALSE;
    }
    if (fairy_agent_n_inputs(agent) >= FAIRY_MAX_TOLD) {
        return refuse(error, "the fairy hasn't read yet what it was told before; try again");
    }
    fairy_job_tell(job, agent, words);
    fairy_job_keep_told(job);
    say_who(answer, agent,
            fairy_agent_is_running(agent)
                ? NULL
                : "it stands by, and reads this with its next task, or when the project is over");
    return TRUE;
}

gboolean fairy_job_say(FairyJob *job, const char *fairy, const char *words, char **note,
                       GError **error)
{
    cJSON *answer = cJSON_CreateObject();
    gboolean said = *words ? on_tell(fairy, words, answer, job, error)
                           : refuse(error, "the words are empty; say what should change");
    if (said && note) {
        *note = g_strdup(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(answer, "note")));
    }
    cJSON_Delete(answer);
    return said;
}

/* --- who is there ----------------------------------------------------------------------------- */

typedef struct {
    const char *event; /* {"event":…} for who watches */
    const char *done;  /* what the person is told: "Hazel" before it */
    const char *note;  /* what who asked is told */
} Change;

static const Change changes[FAIRY_ASKED_COUNT] = {
    [FAIRY_ASKED_ADD] = {"joined", "joins", "it does what who leads gives it to do"},
    [FAIRY_ASKED_REMOVE] = {"left", "leaves", "what it was at is done by another"},
    [FAIRY_ASKED_LEAD] = {"leads", "leads from now on",
                          "what you say without --fairy is for it now"},
};

static void show_change(FairyJob *job, const Change *change, const char *fairy, const char *name)
{
    cJSON *json = cJSON_CreateObject();
    g_autofree char *line = g_strdup_printf("%s %s", name, change->done);
    cJSON_AddStringToObject(json, "event", change->event);
    cJSON_AddStringToObject(json, "fairy", fairy);
    cJSON_AddStringToObject(json, "name", name);
    cJSON_AddStringToObject(json, "message", line);
    fairy_control_show(job->control, json);
    if (job->options.funcs.hint) {
        job->options.funcs.hint(line, job->options.data);
    }
}

/* Another run that goes on with this one has as many. */
static void keep_size(FairyJob *job)
{
    job->options.fairies = fairy_team_size(job->team);
    if (job->left) {
        cJSON_Delete(job->left->options);
        job->left->options = fairy_job_options_json(job);
        fairy_job_keep_told(job);
    }
}

/* `agent` is NULL for one that is to join. */
static gboolean change_team(FairyJob *job, FairyAsked what, const char *called, FairyAgent **agent,
                            GError **error)
{
    return what == FAIRY_ASKED_ADD      ? fairy_team_join(job->team, called, agent, error)
           : what == FAIRY_ASKED_REMOVE ? fairy_team_leave(job->team, *agent, error)
                                        : fairy_team_lead(job->team, *agent, error);
}

static gboolean on_change(FairyAsked what, const char *fairy, cJSON *answer, gpointer data,
                          GError **error)
{
    FairyJob *job = data;
    FairyAgent *agent = NULL;
    if (job->course) {
        return refuse(error, "a run that is recorded, or a recording, keeps its fairies");
    }
    if (!is_at_work(job, error) ||
        (what != FAIRY_ASKED_ADD && !(agent = find_fairy(job, fairy, error)))) {
        return FALSE;
    }
    if (agent) { /* before it may be gone */
        say_who(answer, agent, changes[what].note);
    }
    if (!change_team(job, what, fairy, &agent, error)) {
        return FALSE;
    }
    if (what == FAIRY_ASKED_ADD) {
        say_who(answer, agent, changes[what].note);
    }
    show_change(job, &changes[what],
                cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(answer, "fairy")),
                cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(answer, "name")));
    keep_size(job);
    return TRUE;
}

/* All of them: as an interruption at the terminal; one after it counts as the second. */
static gboolean on_stop(const char *fairy, gpointer data, GError **error)
{
    FairyJob *job = data;
    FairyAgent *agent = is_at_work(job, error) ? find_fairy(job, fairy, error) : NULL;
    if (!agent) {
        return FALSE;
    }
    if (fairy && fairy_at(job, 1)) {
        fairy_team_stop(job->team, agent);
    } else {
        g_atomic_int_set(job->options.interrupted, 1);
    }
    return TRUE;
}

/* --- what is told ----------------------------------------------------------------------------- */

static void add_path(cJSON *json, const char *name, const char *path)
{
    g_autofree char *whole = path ? g_canonicalize_filename(path, NULL) : NULL;
    g_autofree char *shown = whole ? g_utf8_make_valid(whole, -1) : NULL;
    if (shown) {
        cJSON_AddStringToObject(json, name, shown);
    }
}

static const char *reads(const FairyJob *job)
{
    return g_strcmp0(job->file, "-") == 0 ? NULL : job->file;
}

static cJSON *greeting(gpointer data)
{
    FairyJob *job = data;
    const char *session = fairy_job_session_name(job);
    cJSON *json = cJSON_CreateObject(), *fairies = NULL;
    cJSON_AddNumberToObject(json, "fairy-control", 1);
    add_path(json, "reads", reads(job));
    add_path(json, "writes", job->output);
    if (session) {
        cJSON_AddStringToObject(json, "session", session);
    }
    fairies = cJSON_AddArrayToObject(json, "fairies");
    for (guint i = 0; fairy_at(job, i); i++) {
        cJSON *fairy = cJSON_CreateObject();
        cJSON_AddStringToObject(fairy, "id", fairy_agent_name(fairy_at(job, i)));
        cJSON_AddStringToObject(fairy, "name", name_of(fairy_at(job, i)));
        cJSON_AddItemToArray(fairies, fairy);
    }
    return json;
}

static cJSON *state(gpointer data)
{
    return fairy_job_state(data);
}

void fairy_job_show_event(FairyJob *job, const FairyEvent *event)
{
    if (event->kind == FAIRY_EVENT_ACTION) {
        job->counts_of[event->outcome->status]++;
        fairy_job_note_made(job, event);
    }
    if (job->control && event->kind != FAIRY_EVENT_REST && fairy_control_is_watched(job->control)) {
        fairy_job_show_kept(job, fairy_event_json(event));
    }
}

/* --- from when to when ------------------------------------------------------------------------ */

static FairyControl *open_as(FairyJob *job, const char *rest, GError **error)
{
    static const FairyControlFuncs funcs = {greeting, on_tell, on_change, on_stop, state};
    FairyRunPlace place = fairy_run_place(reads(job), job->output);
    return fairy_control_new(&place, rest, &funcs, job, error);
}

static void opened(FairyJob *job, const GError *error)
{
    void (*step)(FairyJob *) = job->opened;
    if (error) {
        fairy_job_warn(job, "the fairy can't be told anything while it is at work: %s",
                       error->message);
    }
    job->opened = NULL;
    step(job);
}

/* Beside one that is at work on the same, and isn't told what this one is. */
static void open_beside(FairyJob *job)
{
    static gint last;
    g_autoptr(GError) error = NULL;
    g_autofree char *rest = g_strdup_printf("%d-%d", (int)getpid(), g_atomic_int_add(&last, 1));
    job->control = open_as(job, rest, &error);
    opened(job, error);
}

/* Of runs that are begun at the same time, one has the name; the others tell it their words. */
static void open_first(FairyJob *job, const char *session)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *digest = g_compute_checksum_for_string(G_CHECKSUM_SHA256, session, -1);
    g_autofree char *rest = g_strndup(digest, SESSION_DIGITS);
    job->control = open_as(job, rest, &error);
    if (g_error_matches(error, FAIRY_ERROR, FAIRY_ERROR_BUSY)) {
        fairy_job_tell_other(job, open_beside);
    } else {
        opened(job, error);
    }
}

void fairy_job_open_control(FairyJob *job, void (*step)(FairyJob *job))
{
    FairyRunPlace place = fairy_run_place(reads(job), job->output);
    const char *session = fairy_job_session_name(job);
    job->opened = step;
    if (!job->options.control || !fairy_job_listens(job->model) ||
        !fairy_run_place_is_known(&place)) {
        opened(job, NULL);
    } else if (session) {
        open_first(job, session);
    } else {
        open_beside(job);
    }
}

void fairy_job_hide_control(FairyJob *job)
{
    if (job->control) {
        fairy_control_hide(job->control);
    }
}

static cJSON *end_json(const FairyJob *job)
{
    const FairyJobEnding *ending = &job->ending;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "event", "end");
    cJSON_AddStringToObject(json, "end", fairy_job_end_name(ending->end));
    for (guint i = 0; i < G_N_ELEMENTS(job->counts_of); i++) {
        cJSON_AddNumberToObject(json, fairy_status_name((FairyStatus)i), job->counts_of[i]);
    }
    add_path(json, "output", ending->written ? ending->path : NULL);
    if (ending->error) {
        cJSON_AddStringToObject(json, "error", ending->error->message);
    }
    return json;
}

void fairy_job_close_control(FairyJob *job)
{
    if (job->control) {
        fairy_control_show(job->control, end_json(job));
        g_clear_pointer(&job->control, fairy_control_free);
    }
}
