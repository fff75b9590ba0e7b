/* A fairy is made and freed, and tells who asks how it is. */
#include "agent/agent_priv.h"

/* --- being made ------------------------------------------------------------------------------- */

static void on_model_warning(const char *message, gpointer data)
{
    fairy_agent_emit(data, (FairyEvent){.kind = FAIRY_EVENT_WARNING, .message = message});
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
    context.fairy = agent->name;
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
    double step = options->step > 0 ? options->step : fairy_coords_step_of(agent->doc);
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
                                         .scope = fairy_agent_scope,
                                         .data = agent};
    agent->mode = options->mode != FAIRY_MODE_NONE ? options->mode : FAIRY_MODE_IDLING;
    agent->view = svg_box_is_empty(options->view) ? svg_document_page(agent->doc) : options->view;
    agent->seen = svg_document_version(agent->doc);
    agent->created = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    agent->touched = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    agent->faults = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    agent->areas = g_array_new(FALSE, FALSE, sizeof(SvgBox));
    agent->closer = g_ptr_array_new_with_free_func(g_free);
    agent->names = g_ptr_array_new_with_free_func(g_free);
    agent->api_error.wait_ms = -1;
    agent->results = g_ptr_array_new_with_free_func(free_result);
    agent->request = (FairyRequest){.doc = agent->doc,
                                    .selection = options->selection,
                                    .origin = options->origin,
                                    .step = step,
                                    .results = agent->results,
                                    .projects = options->projects,
                                    .fairy = agent->name};
    if (options->kept) {
        fairy_agent_restore(agent, options->kept);
    } else {
        fairy_agent_set_scope(agent);
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
    agent->since = svg_document_version(doc);
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
        fairy_agent_drop_run(agent);
    }
    if (agent->running && agent->options.budget) {
        fairy_budget_end_run(agent->options.budget);
    }
    if (agent->limits) {
        g_source_destroy(agent->limits);
        g_source_unref(agent->limits);
    }
    fairy_model_free(agent->model);
    fairy_executor_free(agent->executor);
    fairy_memory_free(agent->own_memory);
    fairy_prompt_free(agent->prompt);
    fairy_api_error_clear(&agent->api_error);
    g_clear_error(&agent->unread);
    g_clear_error(&agent->spent);
    g_clear_error(&agent->limited);
    g_queue_clear_full(&agent->mailbox, fairy_agent_free_input);
    g_clear_pointer(&agent->later, fairy_agent_free_input);
    cJSON_Delete(agent->kept);
    g_clear_pointer(&agent->flaws, g_hash_table_unref);
    fairy_projects_free(agent->own_projects);
    fairy_todos_free(agent->own_todos);
    fairy_coords_free(agent->coords);
    g_hash_table_unref(agent->created);
    g_hash_table_unref(agent->touched);
    g_hash_table_unref(agent->faults);
    g_array_unref(agent->areas);
    g_ptr_array_unref(agent->closer);
    g_ptr_array_unref(agent->names);
    g_ptr_array_unref(agent->results);
    g_clear_pointer(&agent->request.time, g_date_time_unref);
    g_free(agent->mark);
    g_main_context_unref(agent->context);
    g_free(agent->partial.shown);
    fairy_ghost_clear(&agent->partial.ghost);
    g_free(agent->words);
    g_free(agent->called);
    g_free(agent->name);
    g_free(agent);
}

/* --- how it is -------------------------------------------------------------------------------- */

const char *fairy_agent_name(const FairyAgent *agent)
{
    return agent->name;
}

FairyModeId fairy_agent_mode(const FairyAgent *agent)
{
    return agent->mode;
}

gboolean fairy_agent_is_running(const FairyAgent *agent)
{
    return agent->running;
}

gboolean fairy_agent_is_awaiting(const FairyAgent *agent)
{
    return agent->painting ||
           (agent->running && agent->executor && fairy_executor_n_pending(agent->executor) > 0);
}

guint fairy_agent_n_inputs(const FairyAgent *agent)
{
    return g_queue_get_length((GQueue *)&agent->mailbox);
}

FairyTodos *fairy_agent_todos(const FairyAgent *agent)
{
    return agent->todos;
}

const FairyProjects *fairy_agent_projects(const FairyAgent *agent)
{
    return agent->projects;
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
