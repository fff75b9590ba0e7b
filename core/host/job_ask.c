/* A fairy at a job. */
#include "host/areas.h"
#include "host/job_priv.h"
#include "host/pointed.h"

#include <fairy/discovery.h>

static const FairyWeb sites = {0};

/* --- what it is done with --------------------------------------------------------------------- */

/* A limit: what was said, else the settings. */
static double limit_of(const FairyJob *job, double given, const char *setting)
{
    double number = -1;
    if (given != FAIRY_JOB_AS_SET) {
        return given;
    }
    return job->options.settings && fairy_settings_number(job->options.settings, setting, &number)
               ? number
               : -1;
}

/* What nobody said is meant for one fairy; several, whom the person asked for, ask more often.
 * Money isn't: a bill doesn't grow by itself. */
static double limit_for_all(const FairyJob *job, gint64 given, const char *setting)
{
    const FairySettings *settings = job->options.settings;
    g_autoptr(FairySetting) set = settings ? fairy_settings_look(settings, setting, NULL) : NULL;
    gboolean unsaid = given == FAIRY_JOB_AS_SET && set && set->origin == FAIRY_SETTING_DEFAULT;
    double limit = limit_of(job, (double)given, setting);
    return unsaid && limit > 0 ? limit * MAX(job->options.fairies, 1) : limit;
}

static char *setting_of(const FairyJob *job, const char *name)
{
    return job->options.settings ? fairy_settings_get(job->options.settings, name) : NULL;
}

static guint timeout_of(const FairyJob *job)
{
    double seconds = limit_of(job, FAIRY_JOB_AS_SET, "timeout");
    return job->options.timeout_ms ? job->options.timeout_ms
           : seconds > 0           ? (guint)(seconds * 1000)
                                   : 0;
}

void fairy_job_find_means(FairyJob *job)
{
    const FairyJobOptions *options = &job->options;
    const FairyBudgetLimits limits = {
        .requests = (gint64)limit_for_all(job, options->max_requests, "max-requests"),
        .tokens = (gint64)limit_for_all(job, options->max_tokens, "max-tokens"),
        .usd = limit_of(job, options->max_cost, "max-cost"),
        .time_ms = -1,
    };
    g_autofree char *set = setting_of(job, "model"), *web = setting_of(job, "web");
    const char *model = options->model ? options->model : set;
    job->model = g_strdup(model ? model : "offline");
    job->web = g_strcmp0(web, "off") != 0;
    job->budget = fairy_budget_new(&limits, NULL, NULL);
    fairy_budget_set_purse(job->budget, options->purse);
    job->timeout_ms = timeout_of(job);
}

/* Selected things that are no shapes of ours (a guide, a hidden object) may be left out. */
static gboolean find_selected(FairyJob *job, GError **error)
{
    const FairyJobOptions *options = &job->options;
    job->chosen = g_ptr_array_new();
    for (const char *const *id = options->select; id && *id; id++) {
        if (!options->select_known || svg_document_has_id(job->doc, *id)) {
            g_ptr_array_add(job->chosen, (gpointer)*id);
        }
    }
    g_ptr_array_add(job->chosen, NULL);
    return options->select_known ||
           fairy_check_shapes(job->doc, (const char *const *)job->chosen->pdata, error);
}

/* What was pointed at in the run that is gone on with, and is there still. */
static void drop_gone(FairyJob *job)
{
    guint n = 0;
    for (char **word = job->contexts; word && *word; word++) {
        g_autoptr(GArray) item =
            fairy_pointed_read(job->doc, (const char *const[]){*word, NULL}, NULL);
        char *there = g_steal_pointer(word);
        if (item) {
            job->contexts[n++] = there;
        } else {
            g_free(there);
        }
    }
}

gboolean fairy_job_find_pointed(FairyJob *job, GError **error)
{
    drop_gone(job);
    job->pointed = fairy_pointed_read(job->doc, job->options.context, error);
    return job->pointed && find_selected(job, error);
}

/* --- a run ------------------------------------------------------------------------------------ */

static FairyJobEnd end_of(const FairyJob *job, const GError *error)
{
    gboolean refused = job->n_open > 0 || (job->team && fairy_team_has_refusals(job->team));
    return error ? fairy_job_end_of(error) : refused ? FAIRY_JOB_REFUSED : FAIRY_JOB_DONE;
}

/* What is kept of the run says that it wasn't done. */
static void end_run(FairyJob *job, GError *error)
{
    FairyJobEnd end = end_of(job, error);
    const char *why = fairy_job_word(end);
    fairy_job_note_spent(job);
    if (job->record) {
        fairy_journal_writer_end(job->record, why);
    }
    fairy_recording_ended(job->recording, why);
    if (job->n_open > 0 && !error) {
        fairy_job_warn(job, "the fairy gave up; %u of the things it had to do %s open", job->n_open,
                       job->n_open == 1 ? "is" : "are");
    }
    fairy_job_over(job, end, error);
}

/* All have come to rest. */
static void on_rest(const GError *error, gpointer data)
{
    FairyJob *job = data;
    if (job->options.fairies > 1) { /* one by itself has put its list away by now */
        job->n_open = fairy_team_n_open(job->team);
    }
    gboolean late =
        !error && fairy_job_is_interrupted(job); /* who stopped it was told that it does */
    end_run(job, error ? g_error_copy(error) : late ? fairy_job_interruption() : NULL);
}

static void on_event(const FairyEvent *event, gpointer data)
{
    FairyJob *job = data;
    if (event->kind == FAIRY_EVENT_ACTION && job->record) {
        fairy_journal_writer_add_by(job->record, event->outcome,
                                    fairy_agent_character(event->agent)->name, event->task);
    } else if (event->kind == FAIRY_EVENT_ANSWERED) {
        job->n_open = fairy_team_n_open(job->team);
    }
    fairy_job_show_frame(job, event);
    fairy_job_keep_event(job, event);
    fairy_job_show_event(job, event);
    if (job->options.funcs.event) {
        job->options.funcs.event(event, job->options.data);
    }
}

static FairyAgentOptions agent_options(FairyJob *job)
{
    const FairyJobOptions *options = &job->options;
    return (FairyAgentOptions){
        .model = job->model,
        .context = {.settings = options->settings, .network = options->network},
        .budget = job->budget,
        .roster = options->roster,
        .selection = (const char *const *)job->chosen->pdata,
        .pointed = (const FairyContextItem *)(gpointer)job->pointed->data,
        .n_pointed = job->pointed->len,
        .view = options->view,
        .origin = options->origin,
        .timeout_ms = job->timeout_ms,
        .patient = options->patient,
        .actions = options->actions,
        .guard = options->guard,
        .no_picture = options->no_picture,
        .plans = options->mode == FAIRY_MODE_SOLOING,
        .lint_rounds = options->lint_rounds,
        .interrupted = options->interrupted,
        .interrupt_fd = options->interrupt_fd,
        .web = job->web && !options->no_web ? &sites : NULL,
    };
}

/* A run that was stopped when all was done is over; else the person has to say what to do. */
static void end_at_once(FairyJob *job)
{
    job->n_open = fairy_team_n_open(job->team);
    end_run(job, job->resumed ? NULL
                              : g_error_new_literal(FAIRY_ERROR, FAIRY_ERROR_USAGE,
                                                    "nothing is left to go on with; say what to "
                                                    "do"));
}

/* Goes on with what was kept, and says the words. */
static void set_to_work(FairyJob *job)
{
    g_autofree char *words = fairy_job_words(job);
    if (!fairy_team_ask(job->team, words)) {
        end_at_once(job);
    }
}

/* --- a provider's name is no model ------------------------------------------------------------ */

static gboolean is_running(const FairyJob *job, const FairyProvider *provider)
{
    const char *const names[] = {provider->name, NULL};
    g_autoptr(GPtrArray) found = fairy_discover(job->options.settings, names, FALSE, NULL);
    const FairyDiscovery *one = found && found->len > 0 ? found->pdata[0] : NULL;
    return one && one->state == FAIRY_DISCOVERY_ANSWERED;
}

/* Takes `error`, and gives what to say in its place. */
static GError *explain(const FairyJob *job, GError *error)
{
    const FairyProvider *provider = fairy_provider_find(job->model);
    if (!provider || !job->options.settings) {
        return error;
    }
    g_error_free(error);
    if (provider->local && !is_running(job, provider)) {
        return g_error_new(FAIRY_ERROR, FAIRY_ERROR_MODEL,
                           "%s doesn't answer; start it, and name one of its models, as in %s/NAME",
                           provider->title, provider->name);
    }
    return g_error_new(FAIRY_ERROR, FAIRY_ERROR_USAGE,
                       "%s is a provider; name one of its models, as in %s/%s; \"fairy models %s\" "
                       "lists them",
                       provider->name, provider->name,
                       provider->example ? provider->example : "NAME", provider->name);
}

/* --- begun ------------------------------------------------------------------------------------ */

static gboolean is_settled(const FairyJob *job, const char *words)
{
    return job->resumed && job->resumed->over && !job->anew && !words;
}

static void ask(FairyJob *job, FairyAgentOptions *options)
{
    GError *error = NULL;
    g_autofree char *words = fairy_job_words(job);
    if (is_settled(job, words)) {
        fairy_job_over(job, FAIRY_JOB_DONE, NULL); /* it only has to be written, or kept */
        return;
    }
    g_autoptr(GPtrArray) areas = fairy_areas_read(job->options.areas, &error);
    const FairyTeamOptions team = {.agent = *options,
                                   .n = MAX(job->options.fairies, 1),
                                   .title = words,
                                   .tasks = areas,
                                   .on_event = on_event,
                                   .on_rest = on_rest,
                                   .data = job};
    job->team = areas ? fairy_team_new(job->doc, &team, &error) : NULL;
    if (job->team) {
        fairy_job_open_control(job, set_to_work);
    } else {
        end_run(job, explain(job, error));
    }
}

void fairy_job_ask(FairyJob *job)
{
    GError *error = NULL;
    if (!fairy_job_find_pointed(job, &error) || !fairy_job_begin_frames(job, &error)) {
        fairy_job_fail(job, error);
        return;
    }
    FairyAgentOptions options = agent_options(job);
    fairy_job_begin_session(job, job->model, &options);
    if (!fairy_job_begin_recording(job, options.seed, &error)) {
        g_clear_pointer(&job->session, fairy_session_free);
        fairy_job_fail(job, error);
        return;
    }
    options.context.recording = job->recording;
    options.context.course = job->course;
    ask(job, &options);
}
