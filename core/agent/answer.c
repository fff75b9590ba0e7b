/* The actions of an answer: what is told and kept of each. */
#include "agent/agent_priv.h"

#define AWAIT      "await-tasks-completion"
#define PARTIAL_US 40000 /* between two looks at the action that is being written */

/* --- being written ---------------------------------------------------------------------------- */

/* Remembers what is to be shown of it. FALSE: that is what was. */
static gboolean is_news(FairyAgent *agent, const FairyInfo *info, const cJSON *args,
                        const FairyAction *action)
{
    const char *description = info->description ? info->description : "";
    FairyGhost ghost;
    fairy_ghost_read(action, args, agent->coords, &ghost);
    gboolean same = g_strcmp0(description, agent->partial.shown) == 0 &&
                    fairy_ghost_equal(&ghost, &agent->partial.ghost);
    g_free(agent->partial.shown);
    fairy_ghost_clear(&agent->partial.ghost);
    agent->partial.shown = g_strdup(description);
    agent->partial.ghost = ghost;
    return !same;
}

static const FairyGhost *ghost_of(const FairyAgent *agent)
{
    return agent->partial.ghost.kind != FAIRY_GHOST_NONE ? &agent->partial.ghost : NULL;
}

/* Tells of the action that is being written where there is more to show than before. */
void fairy_agent_tell_partial(FairyAgent *agent)
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
    if (is_news(agent, &info, args, action) || new) {
        fairy_agent_emit(agent, (FairyEvent){.kind = FAIRY_EVENT_PARTIAL,
                                             .index = index,
                                             .type = action->name,
                                             .ghost = ghost_of(agent),
                                             .info = &info});
    }
}

/* --- done or refused -------------------------------------------------------------------------- */

/* Of what is done for a task; who leads is told when it ends. How a fairy sees to its task isn't.
 */
static void note_refusal(FairyAgent *agent, const FairyOutcome *outcome, const FairyAction *action)
{
    gboolean plan =
        action && (action->family == FAIRY_FAMILY_TASK || action->family == FAIRY_FAMILY_PROJECT);
    if (outcome->status == FAIRY_REFUSED && !outcome->unchanged && !plan && outcome->detail) {
        gboolean named = g_str_has_prefix(outcome->detail, outcome->type);
        g_autofree char *why = g_strdup_printf("%s%s%s", named ? "" : outcome->type,
                                               named ? "" : ": ", outcome->detail);
        fairy_projects_note_refusal(agent->projects, agent->name, why);
    }
}

static void add_all(GHashTable *set, char *const *ids)
{
    for (; *ids; ids++) {
        g_hash_table_add(set, g_strdup(*ids));
    }
}

static void note_change(FairyAgent *agent, const FairyOutcome *outcome, const FairyAction *action)
{
    gboolean plan =
        action && (action->family == FAIRY_FAMILY_TASK || action->family == FAIRY_FAMILY_PROJECT);
    gboolean done = outcome->status != FAIRY_REFUSED;
    agent->changed = agent->changed || (done && (plan || outcome->change));
    agent->n_refused += !done && !outcome->unchanged; /* else it would be asked again for nothing */
    agent->awaits = agent->awaits || (done && action && g_str_equal(action->name, AWAIT));
    agent->worked = agent->worked || outcome->change;
    if (outcome->change) {
        const char *const *ids = (const char *const *)outcome->shape_ids;
        fairy_projects_claim(agent->projects, agent->name, ids);
    }
    if (outcome->change) {
        add_all(agent->created, outcome->change->added);
        add_all(agent->touched, outcome->change->added);
        add_all(agent->touched, outcome->change->changed);
        add_all(agent->touched, outcome->shape_ids);
    }
}

static void note_result(FairyAgent *agent, const FairyOutcome *outcome)
{
    FairyActionResult *result = g_new0(FairyActionResult, 1);
    result->refused = outcome->status == FAIRY_REFUSED;
    const char *adjusted = outcome->wrote ? outcome->adjusted : outcome->detail;
    result->detail = g_strdup(result->refused                     ? outcome->detail
                              : outcome->status == FAIRY_ADJUSTED ? adjusted
                                                                  : NULL);
    g_ptr_array_add(agent->results, result);
}

/* The action's own event comes last: who hears it knows where the figure stands. */
static void tell_outcome(FairyAgent *agent, const FairyOutcome *outcome, const FairyAction *action)
{
    g_auto(FairyInfo) info = {0};
    if (action && outcome->action) {
        gint64 since = agent->partial.shown ? g_get_monotonic_time() - agent->partial.since : 0;
        fairy_action_info(action, outcome->action, TRUE, (guint)(since / 1000), &info);
        fairy_agent_pose(agent, info.pose);
        fairy_agent_work_at(agent, outcome->shape_ids);
    }
    g_clear_pointer(&agent->partial.shown, g_free);
    fairy_ghost_clear(&agent->partial.ghost);
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

static void on_outcome(const FairyOutcome *outcome, gpointer data)
{
    FairyAgent *agent = data;
    const FairyAction *action = fairy_action_find(outcome->type);
    fairy_memory_add_action(agent->memory, outcome);
    if (looks_closer(agent, outcome)) {
        fairy_agent_look_closer(agent, outcome->shape_ids);
    }
    note_change(agent, outcome, action);
    note_refusal(agent, outcome, action);
    note_result(agent, outcome);
    if (agent->options.on_event) {
        tell_outcome(agent, outcome, action);
    }
}

static void on_all_told(gpointer data)
{
    FairyAgent *agent = data;
    if (agent->running) {
        agent->on_progress(agent);
    }
}

void fairy_agent_new_executor(FairyAgent *agent)
{
    FairyExecutorOptions options = {.on_outcome = on_outcome,
                                    .on_all_told = on_all_told,
                                    .data = agent,
                                    .coords = agent->coords,
                                    .author = agent->name,
                                    .todos = agent->todos,
                                    .web = agent->options.web,
                                    .project = &agent->stand,
                                    .guard = agent->options.guard,
                                    .these = agent->options.selection,
                                    .shows = TRUE};
    fairy_executor_free(agent->executor);
    agent->executor = fairy_executor_new(agent->doc, fairy_actions(), &options);
}
