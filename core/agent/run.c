/* A run of a fairy: it begins, asks its model as often as is decided, and ends; and what is said to
 * it and done with it meanwhile. */
#include "agent/agent_priv.h"

#include <fairy/limits.h>

static void schedule_request(FairyAgent *agent, gboolean repeats, gint64 wait_ms);

/* --- its end ---------------------------------------------------------------------------------- */

static void drop_source(GSource **source)
{
    if (*source) {
        g_source_destroy(*source);
        g_clear_pointer(source, g_source_unref);
    }
}

static void set_running(FairyAgent *agent, gboolean running)
{
    FairyBudget *budget = agent->options.budget;
    gboolean other = agent->running != running;
    agent->running = running;
    if (budget && other) {
        (running ? fairy_budget_begin_run : fairy_budget_end_run)(budget);
    }
}

gboolean fairy_agent_drop_run(FairyAgent *agent)
{
    guint64 token = ++agent->token;
    drop_source(&agent->next);
    agent->pending = FAIRY_MODE_NONE;
    if (agent->options.budget) {
        fairy_budget_forget(agent->options.budget, agent);
    }
    fairy_agent_drop_prompt(agent);
    fairy_agent_drop_request(agent);
    return token == agent->token;
}

/* What was asked for is done: that it couldn't be looked over takes nothing of it. */
static void forgive(FairyAgent *agent, GError **why)
{
    if (*why) {
        fairy_agent_warn(agent, "what was made wasn't looked over again: %s", (*why)->message);
        g_clear_error(why);
    }
}

/* Whatever waits to be read; takes `error`. */
static void end(FairyAgent *agent, GError *error)
{
    g_autoptr(GError) why = error;
    if (!agent->running || !fairy_agent_drop_run(agent)) {
        return;
    }
    guint64 token = agent->token;
    if (agent->optional && !g_error_matches(why, FAIRY_ERROR, FAIRY_ERROR_CANCELLED)) {
        forgive(agent, &why);
    }
    if (token != agent->token) {
        return;
    }
    cJSON *kept = why ? fairy_agent_snapshot(agent) : NULL;
    drop_source(&agent->limits);
    set_running(agent, FALSE);
    const FairyMode *mode = fairy_mode(agent->mode);
    if (mode->active && mode->stopped != FAIRY_MODE_NONE) {
        fairy_agent_set_mode(agent, mode->stopped);
    }
    if (agent->running) {
        cJSON_Delete(kept);
        return; /* another has begun */
    }
    agent->kept = kept;
    fairy_agent_emit(agent, (FairyEvent){.kind = FAIRY_EVENT_REST, .error = why});
}

/* What was said when it was about to rest is read all the same; takes `error`, with which it isn't.
 */
static void finish(FairyAgent *agent, GError *error)
{
    gboolean done = !error;
    end(agent, error);
    if (done) {
        fairy_agent_wake(agent);
    }
}

/* --- a request -------------------------------------------------------------------------------- */

/* The answer before is history; what it wants to look at is looked at. */
static void turn_over(FairyAgent *agent)
{
    SvgBox view =
        agent->executor && !agent->fresh ? fairy_executor_view(agent->executor) : SVG_BOX_EMPTY;
    if (agent->fresh) {
        g_array_set_size(agent->areas, agent->later ? agent->areas->len : 0);
        fairy_agent_new_executor(agent);
    } else {
        fairy_agent_look_at_areas(agent);
        fairy_executor_next(agent->executor, agent->repeats);
    }
    agent->fresh = FALSE;
    fairy_agent_look_at(agent, fairy_agent_bound_view(agent, view));
}

/* Whether it may ask now; its mode is then one that can, and can answer who asks. */
static gboolean enter_asked_mode(FairyAgent *agent)
{
    gboolean plans = agent->options.plans && fairy_model_capabilities(agent->model)->prompt;
    fairy_agent_set_mode(
        agent, fairy_decide_asked_mode(agent->mode, fairy_agent_has_user_input(agent), plans));
    return fairy_mode(agent->mode)->active;
}

/* What was said until now is this request's. */
static void read_inputs(FairyAgent *agent)
{
    if (fairy_agent_take_inputs(agent)) {
        agent->counts.corrections = 0;
        g_ptr_array_set_size(agent->closer, 0);
        fairy_agent_apply(agent, fairy_mode(agent->mode)->asked_by_user);
    }
    g_clear_pointer(&agent->prompt, fairy_prompt_free);
}

/* Others have given back what they didn't use: the same request, once more. */
static void on_released(gpointer data)
{
    FairyAgent *agent = data;
    agent->again = TRUE;
    schedule_request(agent, agent->repeats, 0);
}

/* Also TRUE where it waits for others, without having set anything aside. */
static gboolean reserve_or_wait(FairyAgent *agent, GError **error)
{
    if (fairy_agent_reserve(agent, error)) {
        return TRUE;
    }
    if (!fairy_budget_await(agent->options.budget, on_released, agent)) {
        return FALSE;
    }
    g_clear_error(error);
    fairy_agent_pose(agent, FAIRY_POSE_WAITING);
    return TRUE;
}

/* A FairyPreparedFunc: the last steps, from when the prompt is there. */
static void pay_and_send(FairyAgent *agent, GError *error)
{
    if (error || !reserve_or_wait(agent, &error)) {
        finish(agent, error);
    } else if (agent->reserved || !agent->options.budget || !agent->prompt) {
        fairy_agent_send(agent);
    }
}

/* The steps of a request. Each is heard of, and who hears may take over: then the token is another.
 */
static gboolean on_next(gpointer data)
{
    FairyAgent *agent = data;
    g_clear_pointer(&agent->next, g_source_unref);
    guint64 token = agent->token;
    gboolean again = agent->again;
    agent->again = FALSE;
    if (fairy_agent_has_to_end(agent)) {
        finish(agent, fairy_agent_limit_error(agent));
        return G_SOURCE_REMOVE;
    }
    turn_over(agent);
    gboolean active = token == agent->token && enter_asked_mode(agent);
    if (token == agent->token && !active) {
        finish(agent, NULL);
    }
    if (token == agent->token && !again) {
        read_inputs(agent);
    }
    if (token == agent->token) {
        fairy_agent_tell_price(agent);
    }
    if (token == agent->token) {
        fairy_agent_prepare_prompt(agent, pay_and_send);
    }
    return G_SOURCE_REMOVE;
}

/* Another request after that time, with all that was said until then. Nothing is freed before, so
 * that it can be called from within an event. */
static void schedule_request(FairyAgent *agent, gboolean repeats, gint64 wait_ms)
{
    drop_source(&agent->next);
    agent->repeats = repeats;
    agent->next = fairy_course_wait(agent->options.context.course, FAIRY_MOMENT_READ, agent->name,
                                    (guint)MAX(wait_ms, 0), on_next, agent);
}

/* --- after an answer: what was decided is carried out ----------------------------------------- */

/* How the answer ended; FALSE: it hasn't, or what it asked from outside is awaited, which belongs
 * to what is told of it. */
static gboolean has_ended(FairyAgent *agent, FairyAnswerEnd *answer)
{
    if (fairy_agent_has_to_end(agent)) {
        *answer = FAIRY_ANSWER_STOPPED;
        return TRUE;
    }
    *answer = agent->spent                                    ? FAIRY_ANSWER_STOPPED
              : agent->unread                                 ? FAIRY_ANSWER_UNREAD
              : agent->api_error.kind != FAIRY_API_ERROR_NONE ? FAIRY_ANSWER_FAULT
                                                              : FAIRY_ANSWER_WHOLE;
    return agent->replied && fairy_executor_n_pending(agent->executor) == 0;
}

/* In a replay it is said as it was: others are told of it, too. */
static const char *asked_name(const FairyAgent *agent)
{
    const char *asked = fairy_model_capabilities(agent->model)->asked;
    return asked ? asked : fairy_model_name(agent->model);
}

/* Why the run ends with this answer; the caller's. */
static GError *error_of(FairyAgent *agent)
{
    return fairy_agent_has_to_end(agent) ? fairy_agent_limit_error(agent)
           : agent->spent                ? g_steal_pointer(&agent->spent)
           : agent->unread               ? g_steal_pointer(&agent->unread)
                                         : g_error_new(FAIRY_ERROR, FAIRY_ERROR_MODEL, "%s: %s",
                                                       asked_name(agent), agent->api_error.message);
}

static void give_up(FairyAgent *agent)
{
    const FairyTask *task = fairy_projects_task_of(agent->projects, agent->name);
    fairy_agent_warn(agent,
                     "the model isn't asked again: its last %u answers asked to go on, and changed "
                     "nothing",
                     agent->counts.idle);
    if (task) {
        fairy_projects_set_state(agent->projects, task->id, FAIRY_TASK_FAILED,
                                 "the fairy asked to go on, and changed nothing");
    }
    if (!fairy_projects_of(agent->projects, agent->name)) {
        fairy_agent_set_mode(agent, FAIRY_MODE_IDLING);
    }
    end(agent, NULL);
}

/* FALSE when who heard of it took over. */
static gboolean tell_wait(FairyAgent *agent, gint64 wait_ms)
{
    guint64 token = agent->token;
    fairy_agent_pose(agent, FAIRY_POSE_WAITING);
    if (token == agent->token) {
        fairy_agent_emit(agent, (FairyEvent){.kind = FAIRY_EVENT_WAIT,
                                             .api_error = &agent->api_error,
                                             .wait_ms = wait_ms});
    }
    return token == agent->token;
}

static void ask_again(FairyAgent *agent, const FairyFacts *facts, const FairyDecision *next,
                      const FairyWhy *why)
{
    gboolean fault = facts->answer == FAIRY_ANSWER_FAULT;
    if (!fairy_agent_enter_pending_mode(agent) || (fault && !tell_wait(agent, next->wait_ms))) {
        return;
    }
    if (next->reasons) {
        const char *quoted = why->quoted->len > 0 ? why->quoted->str : NULL;
        fairy_agent_remind(agent, SVG_BOX_EMPTY, why->text->str, quoted);
    }
    g_clear_error(&agent->unread);
    agent->again = next->same;
    schedule_request(agent, next->repeats, next->wait_ms);
}

/* It waits, and goes on from there when it is told something. */
static void look_later(FairyAgent *agent, const FairyWhy *why)
{
    fairy_agent_look_at_areas(agent);
    fairy_agent_put_off(agent, why->text->str, why->quoted->len > 0 ? why->quoted->str : NULL);
    fairy_agent_look_at(agent, fairy_agent_bound_view(agent, fairy_executor_view(agent->executor)));
}

static void carry_out(FairyAgent *agent, const FairyFacts *facts, const FairyDecision *next,
                      const FairyWhy *why)
{
    guint64 token = agent->token;
    agent->counts = next->counts;
    if (facts->answer == FAIRY_ANSWER_WHOLE) {
        agent->optional = next->optional;
    }
    if (next->mode != FAIRY_MODE_NONE) {
        fairy_agent_set_mode(agent, next->mode);
    }
    if (token == agent->token && next->later) {
        look_later(agent, why);
    }
    if (token != agent->token) {
        return;
    }
    if (next->step == FAIRY_STEP_ASK) {
        ask_again(agent, facts, next, why);
    } else if (next->step == FAIRY_STEP_GIVE_UP) {
        give_up(agent);
    } else {
        finish(agent, next->step == FAIRY_STEP_END ? error_of(agent) : NULL);
    }
}

static void decide(FairyAgent *agent, FairyAnswerEnd answer)
{
    g_autoptr(GString) text = g_string_new(NULL), quoted = g_string_new(NULL);
    FairyWhy why = {text, quoted};
    FairyFacts facts = fairy_agent_facts(agent, answer);
    FairyDecision next = fairy_decide(&facts);
    if (next.step == FAIRY_STEP_REVIEW) {
        facts.n_faults = (gint)fairy_agent_add_lints(agent, quoted);
        next = fairy_decide(&facts);
    }
    fairy_agent_add_reasons(agent, &facts, next.later ? FAIRY_REASON_ASKED : next.reasons, &why);
    carry_out(agent, &facts, &next, &why);
}

/* Something has come of the answer, or has ended it from outside. */
static void on_progress(FairyAgent *agent)
{
    FairyAnswerEnd answer;
    if (!has_ended(agent, &answer)) {
        return;
    }
    gboolean whole = answer == FAIRY_ANSWER_WHOLE;
    agent->replied = FALSE;
    fairy_memory_end_reply(agent->memory, whole || answer == FAIRY_ANSWER_UNREAD);
    agent->seen = whole ? agent->shown : agent->seen;
    if (!whole || fairy_agent_enter_pending_mode(agent)) {
        decide(agent, answer);
    }
}

/* --- its beginning ---------------------------------------------------------------------------- */

static void begin(FairyAgent *agent)
{
    const FairyAgentOptions *options = &agent->options;
    set_running(agent, TRUE);
    g_clear_pointer(&agent->kept, cJSON_Delete);
    agent->token++;
    agent->n_requests = agent->n_lints = agent->looked_in = 0;
    agent->counts = (FairyCounts){
        .retry = {.most = options->retries ? (guint)MAX(options->retries, 0) : FAIRY_MAX_RETRIES,
                  .first_ms =
                      options->first_retry_ms ? options->first_retry_ms : FAIRY_FIRST_RETRY_MS}};
    agent->fresh = TRUE;
    agent->optional = FALSE;
    agent->on_progress = on_progress;
    fairy_agent_watch_limits(agent);
    schedule_request(agent, FALSE, 0);
    if (!agent->known) {
        fairy_agent_appear(agent); /* last: who hears of it may interrupt */
    }
}

static gboolean can_be_asked(const FairyAgent *agent)
{
    const FairyMode *mode = fairy_mode(agent->mode);
    return mode->active || mode->asked != FAIRY_MODE_NONE;
}

void fairy_agent_wake(FairyAgent *agent)
{
    if (!agent->running && !g_queue_is_empty(&agent->mailbox) && can_be_asked(agent)) {
        begin(agent);
    }
}

void fairy_agent_post(FairyAgent *agent, const FairyInput *input)
{
    fairy_agent_enqueue(agent, input);
    fairy_agent_wake(agent);
}

/* --- interruptions ---------------------------------------------------------------------------- */

/* Where it is, words are kept, and it can go on from. */
static void take_up(FairyAgent *agent)
{
    if (!agent->running) {
        fairy_agent_wake(agent);
    } else if (!g_queue_is_empty(&agent->mailbox) && can_be_asked(agent)) {
        agent->counts.idle = 0;
        agent->optional = FALSE;
        schedule_request(agent, FALSE, 0);
    } else {
        finish(agent, NULL);
    }
}

void fairy_agent_interrupt(FairyAgent *agent, FairyModeId mode, const FairyInput *input)
{
    mode = mode != FAIRY_MODE_NONE ? mode : agent->pending;
    if (input) {
        fairy_agent_enqueue(agent, input);
    }
    if (!fairy_agent_drop_run(agent)) {
        return;
    }
    guint64 token = agent->token;
    if (mode != FAIRY_MODE_NONE) {
        fairy_agent_set_mode(agent, mode);
    }
    if (token == agent->token) {
        take_up(agent);
    }
}

void fairy_agent_stop(FairyAgent *agent)
{
    FairyModeId stopped = fairy_mode(agent->mode)->stopped;
    if (!fairy_agent_drop_run(agent)) {
        return;
    }
    guint64 token = agent->token;
    if (stopped != FAIRY_MODE_NONE) {
        fairy_agent_set_mode(agent, stopped);
    }
    if (token == agent->token) {
        end(agent, NULL);
    }
}
