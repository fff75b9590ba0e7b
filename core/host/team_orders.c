/* The hand that carries out what the supervisor orders. */
#include "host/team_priv.h"

static void expire(FairyTeam *team, const FairyOrder *order)
{
    (void)order;
    fairy_projects_expire(team->projects, fairy_course_now(team->options.agent.context.course));
}

static void remove_member(FairyTeam *team, const FairyOrder *order)
{
    g_autofree char *fairy = g_strdup(order->fairy);
    fairy_projects_remove_fairy(team->projects, fairy, order->reason);
}

static void set_state(FairyTeam *team, const FairyOrder *order, FairyTaskState state)
{
    g_autofree char *task = g_strdup(order->task), *reason = g_strdup(order->reason);
    fairy_projects_set_state(team->projects, task, state, reason);
}

static void requeue(FairyTeam *team, const FairyOrder *order)
{
    set_state(team, order, FAIRY_TASK_READY);
}

static void fail(FairyTeam *team, const FairyOrder *order)
{
    set_state(team, order, FAIRY_TASK_FAILED);
}

static void call_off(FairyTeam *team, const FairyOrder *order)
{
    set_state(team, order, FAIRY_TASK_CANCELLED);
}

static void cancel(FairyTeam *team, const FairyOrder *order)
{
    g_autofree char *project = g_strdup(order->project), *reason = g_strdup(order->reason);
    fairy_projects_cancel(team->projects, project, reason);
}

static void dismiss(FairyTeam *team, const FairyOrder *order)
{
    fairy_agent_interrupt(fairy_team_member(team, order->fairy)->agent, FAIRY_MODE_IDLING, NULL);
}

static void wake(FairyTeam *team, const FairyOrder *order)
{
    FairyTeamMember *leader = fairy_team_member(team, order->fairy);
    leader->n_woken++;
    fairy_agent_post(
        leader->agent,
        &(FairyInput){.text = "Nobody is at work, and the project isn't over. Send somebody to a "
                              "task, change the plan, or end the project.",
                      .source = FAIRY_SOURCE_SELF,
                      .lapses = TRUE,
                      .view = SVG_BOX_EMPTY});
}

static void carry_out(FairyTeam *team, const FairyOrder *order)
{
    static void (*const ways[])(FairyTeam *, const FairyOrder *) = {
        [FAIRY_ORDER_EXPIRE] = expire,     [FAIRY_ORDER_REMOVE] = remove_member,
        [FAIRY_ORDER_REQUEUE] = requeue,   [FAIRY_ORDER_FAIL] = fail,
        [FAIRY_ORDER_CALL_OFF] = call_off, [FAIRY_ORDER_CANCEL] = cancel,
        [FAIRY_ORDER_DISMISS] = dismiss,   [FAIRY_ORDER_WAKE] = wake,
    };
    ways[order->kind](team, order);
}

/* FairyMemberFacts, whose strings are the members'; the caller's. */
static GArray *facts_of(const FairyTeam *team)
{
    GArray *all = g_array_new(FALSE, FALSE, sizeof(FairyMemberFacts));
    for (guint i = 0; i < team->members->len; i++) {
        const FairyTeamMember *member = team->members->pdata[i];
        if (member->agent) {
            FairyModeId mode = fairy_agent_mode(member->agent);
            FairyMemberFacts facts = {.fairy = member->id,
                                      .running = fairy_agent_is_running(member->agent),
                                      .in_team = fairy_mode_is_team(mode),
                                      .end = member->end,
                                      .why = member->error ? member->error->message : NULL,
                                      .n_failed = member->n_failed,
                                      .n_woken = member->n_woken};
            g_array_append_val(all, facts);
        }
    }
    return all;
}

static FairyOrder next_order(const FairyTeam *team, GArray **facts)
{
    g_clear_pointer(facts, g_array_unref);
    *facts = facts_of(team);
    return fairy_supervise(
        &(FairySupervision){.projects = team->projects,
                            .members = (const FairyMemberFacts *)(gpointer)(*facts)->data,
                            .n_members = (*facts)->len,
                            .now = fairy_course_now(team->options.agent.context.course)});
}

void fairy_team_follow_orders(FairyTeam *team)
{
    g_autoptr(GArray) facts = NULL;
    for (FairyOrder order = next_order(team, &facts); order.kind != FAIRY_ORDER_NOTHING;
         order = next_order(team, &facts)) {
        carry_out(team, &order);
    }
}
