/* A fairy's life: its mode, what was said to it, when it runs and when it rests. */
#include "agent/agent_priv.h"

#include <fairy/limits.h>

#define POLL_MS 20 /* how often `interrupted`, the deadline and look-ups are looked at */

/* --- telling ---------------------------------------------------------------------------------- */

void fairy_agent_emit(FairyAgent *agent, FairyEvent event)
{
    event.request = agent->n_requests;
    event.mode = agent->mode;
    event.agent = agent;
    if (agent->options.on_event) {
        agent->options.on_event(&event, agent->options.data);
    }
}

void fairy_agent_warn(FairyAgent *agent, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *message = g_strdup_vprintf(format, args);
    va_end(args);
    fairy_agent_emit(agent, (FairyEvent){.kind = FAIRY_EVENT_WARNING, .message = message});
}

void fairy_agent_emit_todos(FairyAgent *agent)
{
    guint version = fairy_todos_version(agent->todos);
    if (version != agent->todos_told) {
        agent->todos_told = version;
        fairy_agent_emit(agent, (FairyEvent){.kind = FAIRY_EVENT_TODOS, .todos = agent->todos});
    }
}

static void on_model_warning(const char *message, gpointer data)
{
    fairy_agent_emit(data, (FairyEvent){.kind = FAIRY_EVENT_WARNING, .message = message});
}

/* --- modes ------------------------------------------------------------------------------------ */

void fairy_agent_apply(FairyAgent *agent, guint effects)
{
    if (effects & FAIRY_EFFECT_STOP_WAITING) {
        fairy_projects_stop_waiting(agent->projects, agent->name);
    }
    if (effects & (FAIRY_EFFECT_CLEAR_TODOS | FAIRY_EFFECT_DROP_DONE)) {
        fairy_todos_clear(agent->todos, !(effects & FAIRY_EFFECT_CLEAR_TODOS));
    }
    if (effects & FAIRY_EFFECT_FORGET_EDITS) {
        agent->seen = svg_document_version(agent->doc);
    }
    if (effects & FAIRY_EFFECT_FORGET_CREATED) {
        g_hash_table_remove_all(agent->created);
        g_hash_table_remove_all(agent->faults);
        agent->n_lints = 0;
    }
    fairy_agent_emit_todos(agent);
}

void fairy_agent_set_scope(FairyAgent *agent)
{
    const FairyTask *task = fairy_projects_task_of(agent->projects, agent->name);
    const FairyProject *project = fairy_projects_of(agent->projects, agent->name);
    const char *const ids[FAIRY_LEVEL_COUNT] = {
        [FAIRY_LEVEL_PROJECT] = project ? project->id : NULL,
        [FAIRY_LEVEL_TASK] = task ? task->id : NULL,
    };
    FairyLevel level = fairy_mode(agent->mode)->level;
    level = ids[level] ? level : FAIRY_LEVEL_FAIRY;
    fairy_memory_set_scope(agent->memory, (FairyScope){.level = level, .id = ids[level]});
}

/* The new mode holds before anybody hears of it. */
void fairy_agent_set_mode(FairyAgent *agent, FairyModeId mode)
{
    guint effects = fairy_mode_effects(agent->mode, mode);
    if (agent->mode == mode) {
        return;
    }
    agent->mode = mode;
    g_clear_pointer(&agent->kept, cJSON_Delete);
    if (fairy_mode(mode)->level != FAIRY_LEVEL_TASK) {
        fairy_agent_leave_task(agent);
    }
    fairy_agent_set_scope(agent);
    fairy_agent_apply(agent, effects);
    fairy_agent_emit(agent, (FairyEvent){.kind = FAIRY_EVENT_MODE});
    if (effects & FAIRY_EFFECT_APPEAR) {
        fairy_agent_appear(agent);
    }
    fairy_agent_pose(agent, fairy_mode(mode)->pose);
}

gboolean fairy_agent_enter_pending_mode(FairyAgent *agent)
{
    guint64 token = agent->token;
    FairyModeId next = agent->pending;
    agent->pending = FAIRY_MODE_NONE;
    if (next != FAIRY_MODE_NONE) {
        fairy_agent_set_mode(agent, next);
    }
    return token == agent->token;
}

static gboolean can_be_asked(const FairyAgent *agent)
{
    const FairyMode *mode = fairy_mode(agent->mode);
    return mode->active || mode->asked != FAIRY_MODE_NONE;
}

/* --- the mailbox ------------------------------------------------------------------------------ */

static void free_input(gpointer data)
{
    FairyInput *input = data;
    g_free((char *)input->text);
    g_free((char *)input->words);
    g_free((char *)input->quoted);
    g_free((char *)input->from);
    g_free(input);
}

void fairy_agent_enqueue(FairyAgent *agent, const FairyInput *input)
{
    FairyInput *copy = g_memdup2(input, sizeof *input);
    copy->text = g_strdup(input->text ? input->text : input->words);
    copy->words = g_strdup(input->words);
    copy->quoted = g_strdup(input->quoted);
    copy->from = g_strdup(input->from);
    g_queue_push_tail(&agent->mailbox, copy);
}

void fairy_agent_remind(FairyAgent *agent, SvgBox view, const char *text, const char *quoted)
{
    fairy_agent_enqueue(
        agent,
        &(FairyInput){.text = text, .quoted = quoted, .source = FAIRY_SOURCE_SELF, .view = view});
}

static gint is_user(gconstpointer input, gconstpointer unused)
{
    (void)unused;
    return ((const FairyInput *)input)->source != FAIRY_SOURCE_USER;
}

gboolean fairy_agent_has_user_input(const FairyAgent *agent)
{
    return g_queue_find_custom((GQueue *)&agent->mailbox, NULL, is_user) != NULL;
}

gboolean fairy_agent_take_inputs(FairyAgent *agent)
{
    FairyInput *input;
    gboolean by_user = FALSE;
    SvgBox view = SVG_BOX_EMPTY;
    GString *words = g_string_new(NULL);
    while ((input = g_queue_pop_head(&agent->mailbox))) {
        fairy_memory_add_prompt(agent->memory, input->source, input->from, input->text,
                                input->quoted, input->words);
        g_string_append_printf(words, "%s%s", words->len ? "\n" : "", input->text);
        if (input->source == FAIRY_SOURCE_USER) {
            fairy_projects_hear(agent->projects, agent->name, input->text);
            by_user = TRUE;
        }
        view = svg_box_is_empty(input->view) ? view : input->view;
        free_input(input);
    }
    g_free(agent->words);
    agent->words = g_string_free(words, FALSE);
    fairy_agent_look_at(agent, view);
    return by_user;
}

/* --- running ---------------------------------------------------------------------------------- */

static gboolean on_poll(gpointer data)
{
    FairyAgent *agent = data;
    if (!fairy_agent_check_limits(agent)) {
        fairy_agent_check_answer(agent);
    }
    return G_SOURCE_CONTINUE; /* rest() destroys it */
}

void fairy_agent_new_executor(FairyAgent *agent)
{
    FairyExecutorOptions options = {.on_outcome = fairy_agent_outcome,
                                    .data = agent,
                                    .coords = agent->coords,
                                    .author = agent->name,
                                    .todos = agent->todos,
                                    .web = agent->options.web,
                                    .project = &agent->stand,
                                    .shows = TRUE};
    fairy_executor_free(agent->executor);
    agent->executor = fairy_executor_new(agent->doc, fairy_actions(), &options);
}

static void begin(FairyAgent *agent)
{
    const FairyAgentOptions *options = &agent->options;
    agent->running = TRUE;
    g_clear_pointer(&agent->kept, cJSON_Delete);
    agent->token++;
    agent->n_requests = agent->n_bad = agent->n_idle = agent->n_lints = agent->n_corrections = 0;
    agent->retry = (FairyRetry){
        .most = options->retries ? (guint)MAX(options->retries, 0) : FAIRY_MAX_RETRIES,
        .first_ms = options->first_retry_ms ? options->first_retry_ms : FAIRY_FIRST_RETRY_MS};
    agent->deadline =
        options->timeout_ms ? g_get_monotonic_time() + (gint64)options->timeout_ms * 1000 : 0;
    agent->fresh = TRUE;
    agent->optional = FALSE;
    agent->poll = g_timeout_source_new(POLL_MS);
    g_source_set_priority(agent->poll, G_PRIORITY_HIGH);
    g_source_set_callback(agent->poll, on_poll, agent, NULL);
    g_source_attach(agent->poll, agent->context);
    fairy_agent_schedule_request(agent, FALSE, 0);
    if (!agent->known) {
        fairy_agent_appear(agent); /* last: who hears of it may interrupt */
    }
}

void fairy_agent_wake(FairyAgent *agent)
{
    if (!agent->running && !g_queue_is_empty(&agent->mailbox) && can_be_asked(agent)) {
        begin(agent);
    }
}

/* FALSE when somebody who heard of it took over: then all is as that one wants it. */
static gboolean drop_run(FairyAgent *agent)
{
    guint64 token = ++agent->token;
    fairy_agent_drop_source(&agent->next);
    agent->pending = FAIRY_MODE_NONE;
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

void fairy_agent_end(FairyAgent *agent, GError *error)
{
    g_autoptr(GError) why = error;
    if (!agent->running || !drop_run(agent)) {
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
    fairy_agent_drop_source(&agent->poll);
    agent->running = FALSE;
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

/* What was said when it was about to rest is read all the same. */
void fairy_agent_finish(FairyAgent *agent, GError *error)
{
    gboolean done = !error;
    fairy_agent_end(agent, error);
    if (done) {
        fairy_agent_wake(agent);
    }
}

void fairy_agent_say(FairyAgent *agent, const FairyInput *input)
{
    fairy_agent_enqueue(agent, input);
    fairy_agent_wake(agent);
}

/* Where it is, words are kept, and it can go on from. */
static void take_up(FairyAgent *agent)
{
    if (!agent->running) {
        fairy_agent_wake(agent);
    } else if (!g_queue_is_empty(&agent->mailbox) && can_be_asked(agent)) {
        agent->n_idle = 0;
        agent->optional = FALSE;
        fairy_agent_schedule_request(agent, FALSE, 0);
    } else {
        fairy_agent_finish(agent, NULL);
    }
}

void fairy_agent_interrupt(FairyAgent *agent, FairyModeId mode, const FairyInput *input)
{
    mode = mode != FAIRY_MODE_NONE ? mode : agent->pending;
    if (input) {
        fairy_agent_enqueue(agent, input);
    }
    if (!drop_run(agent)) {
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
    if (!drop_run(agent)) {
        return;
    }
    guint64 token = agent->token;
    if (stopped != FAIRY_MODE_NONE) {
        fairy_agent_set_mode(agent, stopped);
    }
    if (token == agent->token) {
        fairy_agent_end(agent, NULL);
    }
}

/* --- a fairy ---------------------------------------------------------------------------------- */

void fairy_agent_on_project_event(const FairyProjectEvent *told, gpointer data)
{
    fairy_agent_project_event(data, told);
}

static gboolean check_selection(SvgDocument *doc, const char *const *ids, GError **error)
{
    for (; ids && *ids; ids++) {
        if (svg_document_has_id(doc, *ids)) {
            continue;
        }
        /* Asked for the message, which names ids that look alike. */
        g_autoptr(GError) unknown = NULL;
        svg_shape_free(svg_document_shape(doc, *ids, &unknown));
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE, "the selection: %s", unknown->message);
        return FALSE;
    }
    return TRUE;
}

static gboolean new_model(FairyAgent *agent, GError **error)
{
    const FairyAgentOptions *options = &agent->options;
    FairyModelContext context = options->context;
    context.interrupted = options->interrupted;
    context.warn = on_model_warning;
    context.data = agent;
    agent->model = fairy_model_new(options->model ? options->model : "offline", &context, error);
    if (!agent->model) {
        return FALSE;
    }
    const FairyCapabilities *capabilities = fairy_model_capabilities(agent->model);
    return fairy_price_look(context.settings, capabilities->provider, capabilities->model,
                            &agent->price, error);
}

static void free_result(gpointer data)
{
    FairyActionResult *result = data;
    g_free((char *)result->detail);
    g_free(result);
}

static void init(FairyAgent *agent)
{
    const FairyAgentOptions *options = &agent->options;
    SvgBox page = svg_document_page(agent->doc);
    double step = options->step > 0 ? options->step : fairy_coords_step_for(page);
    agent->context = g_main_context_ref_thread_default();
    agent->name = g_strdup(options->name ? options->name : "fairy");
    agent->coords = fairy_coords_new(options->origin, step);
    agent->own_todos = options->todos ? NULL : fairy_todos_new();
    agent->todos = options->todos ? options->todos : agent->own_todos;
    agent->own_projects =
        options->projects ? NULL : fairy_projects_new(fairy_agent_on_project_event, agent);
    agent->projects = options->projects ? options->projects : agent->own_projects;
    agent->own_memory = options->memory ? NULL : fairy_memory_new(NULL, NULL);
    agent->memory = options->memory ? options->memory : agent->own_memory;
    agent->stand = (FairyProjectContext){.projects = agent->projects,
                                         .fairy = agent->name,
                                         .may_end = fairy_agent_may_end_task,
                                         .data = agent};
    agent->mode = options->mode != FAIRY_MODE_NONE ? options->mode : FAIRY_MODE_IDLING;
    agent->view = svg_box_is_empty(options->view) ? page : options->view;
    agent->seen = svg_document_version(agent->doc);
    agent->created = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    agent->faults = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    agent->closer = g_ptr_array_new_with_free_func(g_free);
    agent->api_error.wait_ms = -1;
    agent->results = g_ptr_array_new_with_free_func(free_result);
    agent->request = (FairyRequest){.doc = agent->doc,
                                    .selection = options->selection,
                                    .origin = options->origin,
                                    .step = step,
                                    .results = agent->results};
    if (options->kept) {
        fairy_agent_restore(agent, options->kept);
    }
}

FairyAgent *fairy_agent_new(SvgDocument *doc, const FairyAgentOptions *options, GError **error)
{
    static const FairyAgentOptions plain = {.view = {0, 0, -1, -1}};
    options = options ? options : &plain;
    if (!check_selection(doc, options->selection, error)) {
        return NULL;
    }
    g_autoptr(FairyAgent) agent = g_new0(FairyAgent, 1);
    agent->doc = doc;
    agent->options = *options;
    init(agent);
    if (!new_model(agent, error)) {
        return NULL;
    }
    fairy_agent_assign_character(agent);
    return g_steal_pointer(&agent);
}

void fairy_agent_free(FairyAgent *agent)
{
    if (!agent) {
        return;
    }
    agent->options.on_event = NULL;
    if (agent->options.company) {
        g_ptr_array_remove(agent->options.company, agent);
    }
    if (agent->model) { /* else it was never whole */
        drop_run(agent);
    }
    fairy_agent_drop_source(&agent->poll);
    fairy_model_free(agent->model);
    fairy_executor_free(agent->executor);
    fairy_memory_free(agent->own_memory);
    fairy_prompt_free(agent->prompt);
    fairy_api_error_clear(&agent->api_error);
    g_clear_error(&agent->unread);
    g_clear_error(&agent->spent);
    g_queue_clear_full(&agent->mailbox, free_input);
    cJSON_Delete(agent->kept);
    fairy_projects_free(agent->own_projects);
    fairy_todos_free(agent->own_todos);
    fairy_coords_free(agent->coords);
    g_hash_table_unref(agent->created);
    g_hash_table_unref(agent->faults);
    g_ptr_array_unref(agent->closer);
    g_ptr_array_unref(agent->results);
    g_clear_pointer(&agent->request.time, g_date_time_unref);
    g_free(agent->mark);
    g_main_context_unref(agent->context);
    g_free(agent->partial.shown);
    g_free(agent->words);
    g_free(agent->name);
    g_free(agent);
}

FairyModeId fairy_agent_mode(const FairyAgent *agent)
{
    return agent->mode;
}

gboolean fairy_agent_is_running(const FairyAgent *agent)
{
    return agent->running;
}

guint fairy_agent_n_inputs(const FairyAgent *agent)
{
    return g_queue_get_length((GQueue *)&agent->mailbox);
}

FairyTodos *fairy_agent_todos(const FairyAgent *agent)
{
    return agent->todos;
}

FairyMemory *fairy_agent_memory(const FairyAgent *agent)
{
    return agent->memory;
}

FairyExecutor *fairy_agent_executor(const FairyAgent *agent)
{
    return agent->executor;
}

FairyExecutor *fairy_agent_take_executor(FairyAgent *agent)
{
    return agent->running ? NULL : g_steal_pointer(&agent->executor);
}
