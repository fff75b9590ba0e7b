/* One request of a run: paid for, sent, read while its answer arrives, and settled. */
#include "agent/agent_priv.h"

#include <fairy/clock.h>
#include <fairy/limits.h>

/* --- the end of a request --------------------------------------------------------------------- */

/* With what was read, where the provider doesn't say. */
static FairyUsage whole_usage(const FairyAgent *agent, const FairyUsage *said)
{
    FairyUsage usage = *said;
    if (usage.estimated) {
        fairy_usage_estimate(&usage, agent->n_input, usage.output);
    }
    return usage;
}

/* What has come of an answer was paid for, whole or not. */
static void settle(FairyAgent *agent, const FairyUsage *said, const FairyApiError *api_error)
{
    FairyUsage usage = whole_usage(agent, said);
    if (agent->reserved) {
        fairy_reservation_settle(g_steal_pointer(&agent->reserved), &usage);
    }
    FairyCost cost = fairy_price_cost(&agent->price, &usage);
    fairy_agent_emit(agent, (FairyEvent){.kind = FAIRY_EVENT_ANSWERED,
                                         .usage = &usage,
                                         .cost = cost,
                                         .api_error = api_error});
}

void fairy_agent_drop_request(FairyAgent *agent)
{
    const FairyUsage *usage = fairy_model_cancel(agent->model);
    if (usage) {
        settle(agent, usage, NULL);
    }
    if (agent->executor) {
        fairy_executor_stop(agent->executor);
    }
    agent->replied = FALSE;
    agent->again = FALSE;
    g_clear_error(&agent->unread);
    g_clear_error(&agent->spent);
}

/* --- sending ---------------------------------------------------------------------------------- */

/* By itself, or by another of its company with the same model. */
static gboolean was_priced(const FairyAgent *agent)
{
    const GPtrArray *company = agent->options.company;
    gboolean told = agent->priced;
    for (guint i = 0; company && i < company->len; i++) {
        const FairyAgent *other = company->pdata[i];
        told =
            told || (other->priced && g_strcmp0(other->options.model, agent->options.model) == 0);
    }
    return told;
}

/* Once; what is set aside, counted and told is then the dearest that is known. */
void fairy_agent_tell_price(FairyAgent *agent)
{
    const FairyCapabilities *capabilities = fairy_model_capabilities(agent->model);
    if (agent->price.known || was_priced(agent)) {
        return;
    }
    agent->priced = TRUE;
    g_autofree char *dearest = fairy_price_text(&agent->price);
    g_autofree char *setting = fairy_price_setting(capabilities->provider, capabilities->model);
    fairy_agent_warn(agent,
                     "what %s costs isn't known, so it is counted as the dearest that is (%s); "
                     "\"fairy config set %s INPUT,OUTPUT\" says it",
                     capabilities->model, dearest, setting);
}

gboolean fairy_agent_reserve(FairyAgent *agent, GError **error)
{
    const FairyCapabilities *capabilities = fairy_model_capabilities(agent->model);
    FairyRequest *request = &agent->request;
    agent->n_input = request->n_input = 0;
    if (!agent->prompt) {
        return TRUE;
    }
    agent->n_input = request->n_input = fairy_prompt_tokens(agent->prompt, capabilities);
    request->max_output =
        capabilities->max_output ? MIN(capabilities->max_output, FAIRY_DEFAULT_OUTPUT_TOKENS) : 0;
    if (agent->options.budget) {
        const FairyTask *task = fairy_projects_task_of(agent->projects, agent->name);
        agent->reserved =
            fairy_budget_reserve(agent->options.budget, task ? task->id : NULL, agent->n_input,
                                 &request->max_output, &agent->price, error);
        return agent->reserved != NULL;
    }
    return TRUE;
}

static const FairyModelFuncs model_funcs;

/* Who is at the drawing: an id and a name of each. */
static void note_names(FairyAgent *agent)
{
    const GPtrArray *company = agent->options.company;
    g_ptr_array_set_size(agent->names, 0);
    for (guint i = 0; company && i < company->len; i++) {
        const FairyAgent *other = company->pdata[i];
        g_ptr_array_add(agent->names, g_strdup(other->name));
        g_ptr_array_add(agent->names, g_strdup(other->character.name));
    }
    g_ptr_array_add(agent->names, NULL);
    agent->request.names = (const char *const *)agent->names->pdata;
}

void fairy_agent_send(FairyAgent *agent)
{
    agent->n_requests++;
    agent->changed = FALSE;
    agent->n_refused = 0;
    agent->awaits = FALSE;
    g_ptr_array_set_size(agent->results, 0);
    agent->replied = FALSE;
    note_names(agent);
    agent->request.words = agent->words;
    agent->request.number = agent->n_requests;
    agent->request.view = agent->view;
    agent->request.prompt = agent->prompt;
    agent->request.mark = agent->mark;
    agent->stand.deadline = fairy_course_now(agent->options.context.course) +
                            (gint64)FAIRY_MAX_TASK_WAIT_MS * G_TIME_SPAN_MILLISECOND;
    fairy_executor_allow(agent->executor,
                         agent->options.actions ? agent->options.actions
                                                : fairy_mode_actions(agent->mode),
                         fairy_mode(agent->mode)->name);
    guint64 token = agent->token;
    fairy_agent_emit(agent, (FairyEvent){.kind = FAIRY_EVENT_REQUEST});
    if (token == agent->token) {
        fairy_agent_pose(agent, fairy_mode(agent->mode)->pose);
    }
    if (token == agent->token) {
        fairy_agent_hold_time(agent, FALSE);
        fairy_model_start(agent->model, &agent->request, &model_funcs, agent);
    }
}

/* --- what the model says ---------------------------------------------------------------------- */

static void on_text(const char *text, gsize len, gpointer data)
{
    FairyAgent *agent = data;
    guint64 token = agent->token;
    if (fairy_agent_has_to_end(agent)) {
        agent->on_progress(agent);
        return;
    }
    fairy_memory_add_text(agent->memory, text, len);
    gboolean fits = fairy_executor_feed(agent->executor, text, len, &agent->unread);
    if (token != agent->token) {
        g_clear_error(&agent->unread);
    } else if (fits) {
        fairy_agent_tell_partial(agent);
    } else {
        const FairyUsage *usage = fairy_model_cancel(agent->model);
        if (usage) {
            settle(agent, usage, NULL);
        }
        if (token == agent->token) {
            agent->replied = TRUE;
            agent->on_progress(agent);
        }
    }
}

static void on_thinking(gpointer data)
{
    FairyAgent *agent = data;
    guint64 token = agent->token;
    fairy_agent_pose(agent, FAIRY_POSE_THINKING);
    if (token == agent->token) {
        fairy_agent_emit(agent, (FairyEvent){.kind = FAIRY_EVENT_THINKING});
    }
}

/* The server's wait, and its end. */
static void on_waiting(const FairyApiError *api_error, gint64 wait_ms, gpointer data)
{
    FairyAgent *agent = data;
    guint64 token = agent->token;
    fairy_agent_hold_time(agent, api_error != NULL);
    if (fairy_agent_has_to_end(agent)) {
        agent->on_progress(agent);
        return;
    }
    fairy_agent_pose(agent, api_error ? FAIRY_POSE_WAITING : fairy_mode(agent->mode)->pose);
    if (api_error && token == agent->token) {
        fairy_agent_emit(
            agent,
            (FairyEvent){.kind = FAIRY_EVENT_WAIT, .api_error = api_error, .wait_ms = wait_ms});
    }
}

static void on_lined(gboolean in_line, gpointer data)
{
    fairy_agent_hold_time(data, in_line);
}

static gboolean on_spent(const FairyUsage *so_far, gpointer data)
{
    FairyAgent *agent = data;
    FairyUsage usage = whole_usage(agent, so_far);
    return !agent->reserved || fairy_reservation_count(agent->reserved, &usage, &agent->spent);
}

static void on_done(const FairyApiError *api_error, const FairyUsage *usage, gpointer data)
{
    FairyAgent *agent = data;
    guint64 token = agent->token;
    gboolean whole = api_error->kind == FAIRY_API_ERROR_NONE && !agent->spent;
    fairy_api_error_clear(&agent->api_error);
    agent->api_error = *api_error;
    agent->api_error.message = g_strdup(api_error->message);
    settle(agent, usage, whole || agent->spent ? NULL : &agent->api_error);
    if (token != agent->token) {
        return;
    }
    if (whole && !fairy_agent_has_to_end(agent)) {
        fairy_executor_end(agent->executor, &agent->unread);
    }
    agent->replied = TRUE;
    agent->on_progress(agent);
}

static const FairyModelFuncs model_funcs = {.text = on_text,
                                            .thinking = on_thinking,
                                            .waiting = on_waiting,
                                            .lined = on_lined,
                                            .spent = on_spent,
                                            .done = on_done};
