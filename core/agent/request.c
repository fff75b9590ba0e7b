/* One request of a run and its answer: written, paid for, sent, read while it arrives, and made
 * once more where that may help. */
#include "agent/agent_priv.h"

#include <fairy/fence.h>
#include <fairy/limits.h>

#define PARTIAL_US 40000 /* between two looks at the action that is being written */

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

gboolean fairy_agent_check_limits(FairyAgent *agent)
{
    GError *why = NULL;
    if (!agent->running) {
        return TRUE;
    }
    if (agent->options.interrupted && *agent->options.interrupted) {
        why = g_error_new_literal(FAIRY_ERROR, FAIRY_ERROR_CANCELLED, "interrupted");
    } else if (agent->deadline && g_get_monotonic_time() >= agent->deadline) {
        why = g_error_new(FAIRY_ERROR, FAIRY_ERROR_BUDGET,
                          "the reply took longer than the time allowed (%.3g s)",
                          agent->options.timeout_ms / 1000.0);
    }
    if (why) {
        fairy_agent_finish(agent, why);
    }
    return !agent->running;
}

/* --- sending ---------------------------------------------------------------------------------- */

/* Whether it may ask now; its mode is then one that can, and can answer who asks. */
static gboolean enter(FairyAgent *agent)
{
    const FairyMode *mode = fairy_mode(agent->mode);
    if (mode->told != FAIRY_MODE_NONE && fairy_agent_has_user_input(agent)) {
        fairy_agent_set_mode(agent, mode->told);
    } else if (mode->asked != FAIRY_MODE_NONE) {
        gboolean plans = mode->asked == FAIRY_MODE_ONE_SHOTTING && agent->options.plans &&
                         fairy_model_capabilities(agent->model)->prompt;
        fairy_agent_set_mode(agent, plans ? FAIRY_MODE_SOLOING : mode->asked);
    }
    return fairy_mode(agent->mode)->active;
}

/* What was said until now is this request's. */
static void read_words(FairyAgent *agent)
{
    if (fairy_agent_take_inputs(agent)) {
        agent->n_corrections = 0;
        g_ptr_array_set_size(agent->closer, 0);
        fairy_agent_apply(agent, fairy_mode(agent->mode)->asked_by_user);
    }
    g_clear_pointer(&agent->prompt, fairy_prompt_free);
}

/* Once; what is set aside, counted and told is then the dearest that is known. */
static void tell_price(FairyAgent *agent)
{
    const FairyCapabilities *capabilities = fairy_model_capabilities(agent->model);
    if (agent->price.known || agent->priced) {
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

static gboolean reserve(FairyAgent *agent, GError **error)
{
    const FairyCapabilities *capabilities = fairy_model_capabilities(agent->model);
    FairyRequest *request = &agent->request;
    agent->n_input = 0;
    if (!agent->prompt) {
        return TRUE;
    }
    agent->n_input = fairy_prompt_tokens(agent->prompt, capabilities);
    request->max_output =
        capabilities->max_output ? MIN(capabilities->max_output, FAIRY_USUAL_OUTPUT) : 0;
    if (agent->options.budget) {
        agent->reserved = fairy_budget_reserve(agent->options.budget, agent->n_input,
                                               &request->max_output, &agent->price, error);
        return agent->reserved != NULL;
    }
    return TRUE;
}

static const FairyModelFuncs model_funcs;

static void send(FairyAgent *agent)
{
    agent->n_requests++;
    agent->changed = FALSE;
    agent->n_refused = 0;
    g_ptr_array_set_size(agent->results, 0);
    agent->replied = FALSE;
    agent->request.words = agent->words;
    agent->request.view = agent->view;
    agent->request.prompt = agent->prompt;
    agent->request.mark = agent->mark;
    fairy_executor_set_mode(agent->executor, agent->mode);
    guint64 token = agent->token;
    fairy_agent_emit(agent, (FairyEvent){.kind = FAIRY_EVENT_REQUEST});
    if (token == agent->token) {
        fairy_agent_pose(agent, fairy_mode(agent->mode)->pose);
    }
    if (token == agent->token) {
        fairy_model_start(agent->model, &agent->request, &model_funcs, agent);
    }
}

/* The answer before is history; what it wants to look at is looked at. */
static void turn_over(FairyAgent *agent)
{
    SvgBox view =
        agent->executor && !agent->fresh ? fairy_executor_view(agent->executor) : SVG_BOX_EMPTY;
    if (agent->fresh) {
        fairy_agent_new_executor(agent);
    } else {
        fairy_executor_next(agent->executor, agent->repeats);
    }
    agent->fresh = FALSE;
    fairy_agent_look_at(agent, view);
}

static gboolean on_next(gpointer data)
{
    FairyAgent *agent = data;
    g_clear_pointer(&agent->next, g_source_unref);
    guint64 token = agent->token;
    gboolean again = agent->again;
    agent->again = FALSE;
    if (fairy_agent_check_limits(agent)) {
        return G_SOURCE_REMOVE;
    }
    turn_over(agent);
    gboolean active = token == agent->token && enter(agent);
    if (token == agent->token && !active) {
        fairy_agent_finish(agent, NULL);
    }
    if (token == agent->token && !again) {
        read_words(agent);
    }
    if (token == agent->token) {
        tell_price(agent);
    }
    GError *error = NULL;
    if (token == agent->token &&
        !(fairy_agent_compose_prompt(agent, &error) && reserve(agent, &error))) {
        fairy_agent_finish(agent, error);
    }
    if (token == agent->token) {
        send(agent);
    }
    return G_SOURCE_REMOVE;
}

void fairy_agent_drop_source(GSource **source)
{
    if (*source) {
        g_source_destroy(*source);
        g_clear_pointer(source, g_source_unref);
    }
}

void fairy_agent_schedule_request(FairyAgent *agent, gboolean repeats, gint64 wait_ms)
{
    fairy_agent_drop_source(&agent->next);
    agent->repeats = repeats;
    agent->next = wait_ms > 0 ? g_timeout_source_new((guint)wait_ms) : g_idle_source_new();
    g_source_set_callback(agent->next, on_next, agent, NULL);
    g_source_attach(agent->next, agent->context);
}

/* --- after an answer -------------------------------------------------------------------------- */

static GError *api_error_to_gerror(const FairyAgent *agent)
{
    return g_error_new(FAIRY_ERROR, FAIRY_ERROR_MODEL, "%s: %s", fairy_model_name(agent->model),
                       agent->api_error.message);
}

static void after_fault(FairyAgent *agent)
{
    gint64 wait_ms = 0;
    guint n = fairy_memory_actions(agent->memory);
    FairyNext next =
        fairy_retry_next(&agent->retry, &agent->api_error, n, g_random_double(), &wait_ms);
    fairy_memory_end(agent->memory, FALSE);
    wait_ms = fairy_model_capabilities(agent->model)->instant ? 0 : wait_ms;
    if (next == FAIRY_NEXT_STOP) {
        fairy_agent_finish(agent, api_error_to_gerror(agent));
        return;
    }
    guint64 token = agent->token;
    if (!fairy_agent_enter_pending_mode(agent)) {
        return;
    }
    fairy_agent_pose(agent, FAIRY_POSE_WAITING);
    if (token == agent->token) {
        fairy_agent_emit(agent, (FairyEvent){.kind = FAIRY_EVENT_WAIT,
                                             .api_error = &agent->api_error,
                                             .wait_ms = wait_ms});
    }
    if (token != agent->token) {
        return;
    }
    if (next == FAIRY_NEXT_AGAIN) {
        agent->again = TRUE;
    } else {
        g_autofree char *words =
            g_strdup_printf("Your answer was cut off after action %u. The actions up to it are "
                            "done; the drawing below is as they left it. Go on with what is left, "
                            "and don't repeat them.",
                            n);
        fairy_agent_remind(agent, SVG_BOX_EMPTY, words, NULL);
    }
    fairy_agent_schedule_request(agent, TRUE, wait_ms);
}

/* What was finished stays; nothing more is asked. */
static void after_spent(FairyAgent *agent)
{
    fairy_memory_end(agent->memory, FALSE);
    fairy_agent_finish(agent, g_steal_pointer(&agent->spent));
}

/* Taken once as a slip: a model that is told what was wrong mostly does better. */
static void after_unread(FairyAgent *agent)
{
    const FairyCapabilities *capabilities = fairy_model_capabilities(agent->model);
    fairy_memory_end(agent->memory, TRUE);
    if (!capabilities->prompt || ++agent->n_bad >= FAIRY_MAX_BAD_REPLIES) {
        fairy_agent_finish(agent, g_steal_pointer(&agent->unread));
        return;
    }
    if (!fairy_agent_enter_pending_mode(agent)) {
        return;
    }
    g_autofree char *why = fairy_fence_line(agent->unread->message, FAIRY_SHOWN_DETAIL_BYTES);
    fairy_agent_remind(agent, SVG_BOX_EMPTY,
                       "Your answer can't be read. What came before that is done. Answer with one "
                       "JSON object, {\"actions\":[…]}, and nothing around it; go on with what is "
                       "left. What is wrong with it:",
                       why);
    g_clear_error(&agent->unread);
    fairy_agent_schedule_request(agent, FALSE, 0);
}

/* Answers from outside are waited for: they belong to what is told of this answer. */
void fairy_agent_check_answer(FairyAgent *agent)
{
    if (!agent->replied || fairy_executor_n_pending(agent->executor) > 0 ||
        fairy_agent_check_limits(agent)) {
        return;
    }
    agent->replied = FALSE;
    if (agent->spent) {
        after_spent(agent);
    } else if (agent->unread) {
        after_unread(agent);
    } else if (agent->api_error.kind != FAIRY_API_ERROR_NONE) {
        after_fault(agent);
    } else {
        fairy_memory_end(agent->memory, TRUE);
        agent->seen = agent->shown;
        fairy_agent_after_answer(agent);
    }
}

/* --- what the model says ---------------------------------------------------------------------- */

/* Tells of the action that is being written where there is more to show than before. */
static void tell_partial(FairyAgent *agent)
{
    gint64 now = g_get_monotonic_time();
    guint index = 0;
    const cJSON *args =
        agent->options.on_event ? fairy_executor_partial(agent->executor, &index) : NULL;
    gboolean new = index != agent->partial.index || !agent->partial.shown;
    if (!args || (!new &&now - agent->partial.told < PARTIAL_US)) {
        return;
    }
    const FairyAction *action =
        fairy_action_find(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(args, "_type")));
    if (!action) {
        return;
    }
    agent->partial.index = index;
    agent->partial.told = now;
    agent->partial.since = new ? now : agent->partial.since;
    g_auto(FairyInfo) info = {0};
    fairy_action_info(action, args, FALSE, (guint)((now - agent->partial.since) / 1000), &info);
    if (new || g_strcmp0(info.description, agent->partial.shown) != 0) {
        g_free(agent->partial.shown);
        agent->partial.shown = g_strdup(info.description ? info.description : "");
        fairy_agent_emit(agent, (FairyEvent){.kind = FAIRY_EVENT_PARTIAL,
                                             .index = index,
                                             .type = action->name,
                                             .info = &info});
    }
}

static void on_text(const char *text, gsize len, gpointer data)
{
    FairyAgent *agent = data;
    guint64 token = agent->token;
    if (fairy_agent_check_limits(agent)) {
        return;
    }
    fairy_memory_add_text(agent->memory, text, len);
    gboolean fits = fairy_executor_feed(agent->executor, text, len, &agent->unread);
    if (token != agent->token) {
        g_clear_error(&agent->unread);
    } else if (fits) {
        tell_partial(agent);
    } else {
        const FairyUsage *usage = fairy_model_cancel(agent->model);
        if (usage) {
            settle(agent, usage, NULL);
        }
        agent->replied = token == agent->token;
        fairy_agent_check_answer(agent);
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
    if (fairy_agent_check_limits(agent)) {
        return;
    }
    fairy_agent_pose(agent, api_error ? FAIRY_POSE_WAITING : fairy_mode(agent->mode)->pose);
    if (api_error && token == agent->token) {
        fairy_agent_emit(
            agent,
            (FairyEvent){.kind = FAIRY_EVENT_WAIT, .api_error = api_error, .wait_ms = wait_ms});
    }
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
    if (token != agent->token || fairy_agent_check_limits(agent)) {
        return;
    }
    if (whole) {
        fairy_executor_end(agent->executor, &agent->unread);
    }
    agent->replied = TRUE;
    fairy_agent_check_answer(agent);
}

static const FairyModelFuncs model_funcs = {.text = on_text,
                                            .thinking = on_thinking,
                                            .waiting = on_waiting,
                                            .spent = on_spent,
                                            .done = on_done};

/* --- what became of it ------------------------------------------------------------------------ */

static void note_change(FairyAgent *agent, const FairyOutcome *outcome, const FairyAction *action)
{
    gboolean plan =
        action && (action->family == FAIRY_FAMILY_TASK || action->family == FAIRY_FAMILY_PROJECT);
    gboolean done = outcome->status != FAIRY_REFUSED;
    agent->changed = agent->changed || (done && (plan || outcome->change));
    agent->n_refused += !done;
    agent->worked = agent->worked || outcome->change;
    for (guint i = 0; outcome->change && outcome->change->added[i]; i++) {
        g_hash_table_add(agent->created, g_strdup(outcome->change->added[i]));
    }
}

static void note_result(FairyAgent *agent, const FairyOutcome *outcome)
{
    FairyActionResult *result = g_new0(FairyActionResult, 1);
    result->refused = outcome->status == FAIRY_REFUSED;
    result->detail = outcome->status == FAIRY_OK ? NULL : g_strdup(outcome->detail);
    g_ptr_array_add(agent->results, result);
}

/* The action's own event comes last: who hears it knows where the figure stands. */
static void tell_outcome(FairyAgent *agent, const FairyOutcome *outcome, const FairyAction *action)
{
    g_auto(FairyInfo) info = {0};
    if (action && outcome->action) {
        cJSON *args = cJSON_Parse(outcome->action);
        gint64 since = agent->partial.shown ? g_get_monotonic_time() - agent->partial.since : 0;
        fairy_action_info(action, args, TRUE, (guint)(since / 1000), &info);
        cJSON_Delete(args);
        fairy_agent_pose(agent, info.pose);
        fairy_agent_work_at(agent, outcome->shape_ids);
    }
    g_clear_pointer(&agent->partial.shown, g_free);
    fairy_agent_emit(agent, (FairyEvent){.kind = FAIRY_EVENT_ACTION,
                                         .outcome = outcome,
                                         .info = action ? &info : NULL});
    fairy_agent_emit_todos(agent);
}

static gboolean looks_closer(const FairyAgent *agent, const FairyOutcome *outcome)
{
    const GPtrArray *asked = fairy_executor_follow_ups(agent->executor);
    for (guint i = asked->len; i > 0; i--) {
        const FairyFollowUp *one = asked->pdata[i - 1];
        if (one->index == outcome->index) {
            return one->kind == FAIRY_FOLLOW_CLOSER;
        }
    }
    return FALSE;
}

void fairy_agent_outcome(const FairyOutcome *outcome, gpointer data)
{
    FairyAgent *agent = data;
    const FairyAction *action = fairy_action_find(outcome->type);
    fairy_memory_add(agent->memory, outcome);
    if (looks_closer(agent, outcome)) {
        fairy_agent_look_closer(agent, outcome->shape_ids);
    }
    note_change(agent, outcome, action);
    note_result(agent, outcome);
    if (agent->options.on_event) {
        tell_outcome(agent, outcome, action);
    }
}
