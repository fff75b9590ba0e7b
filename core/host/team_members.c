/* Fairies that join a team that is at work, leave it, or lead it in another's place. */
#include "base/quote.h"
#include "host/team_priv.h"

#include <fairy/limits.h>

#include <string.h>

static gboolean refuse(GError **error, const char *why)
{
    g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_USAGE, why);
    return FALSE;
}

static gboolean is_team(const FairyTeam *team, GError **error)
{
    return team->members->len > 1 ||
           refuse(error,
                  "a fairy works here by itself; \"fairy ask\" with --fairies 2 or more sends "
                  "several, which others can join");
}

/* `quoted` is about a fairy, or NULL. */
static void tell_leader(FairyTeam *team, const char *text, const char *quoted)
{
    FairyTeamMember *leader = fairy_team_leader(team);
    if (leader) {
        fairy_agent_post(leader->agent, &(FairyInput){.text = text,
                                                      .quoted = quoted,
                                                      .source = FAIRY_SOURCE_SELF,
                                                      .lapses = TRUE,
                                                      .view = SVG_BOX_EMPTY});
    }
}

/* As the model is told who is who. */
static char *who_words(const FairyAgent *agent)
{
    g_autofree char *id = fairy_quote(fairy_agent_name(agent)),
                    *name = fairy_quote(fairy_agent_character(agent)->name);
    return g_strdup_printf("fairy %s: %s", id, name);
}

/* --- joining ---------------------------------------------------------------------------------- */

static gboolean is_called(const FairyAgent *agent, const char *name)
{
    return g_ascii_strcasecmp(fairy_agent_name(agent), name) == 0 ||
           g_ascii_strcasecmp(fairy_agent_character(agent)->name, name) == 0;
}

static gboolean can_be_called(const FairyTeam *team, const char *name, GError **error)
{
    g_autofree char *line = fairy_one_line(name), *quoted = fairy_quote(name);
    if (!*name || strcmp(line, name) != 0 || strlen(name) > FAIRY_MAX_FAIRY_NAME) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                    "a fairy can't be called %s; a name is one line of %d bytes at most", quoted,
                    FAIRY_MAX_FAIRY_NAME);
        return FALSE;
    }
    for (guint i = 0; i < team->agents->len; i++) {
        if (is_called(team->agents->pdata[i], name)) {
            g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                        "a fairy called %s is here already; choose another name", quoted);
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean is_under_way(const FairyTeam *team, GError **error)
{
    const FairyProject *project = fairy_projects_list(team->projects)->pdata[0];
    return !fairy_project_is_over(project) ||
           refuse(error,
                  "the project is over; what is asked next can have as many fairies as you say");
}

/* What was begun is undone where the fairy can't be made. */
static void drop_last(FairyTeam *team)
{
    const FairyTeamMember *last = team->members->pdata[team->members->len - 1];
    fairy_projects_leave(team->projects, last->id, NULL, NULL);
    g_ptr_array_remove_index(team->members, team->members->len - 1);
}

gboolean fairy_team_join(FairyTeam *team, const char *called, FairyAgent **agent, GError **error)
{
    if (!is_team(team, error) || !is_under_way(team, error) ||
        (called && !can_be_called(team, called, error))) {
        return FALSE;
    }
    const char *project = ((const FairyProject *)fairy_projects_list(team->projects)->pdata[0])->id;
    FairyTeamMember *member = fairy_team_add_member(team);
    member->called = g_strdup(called);
    if (!fairy_projects_join(team->projects, project, member->id, error)) {
        g_ptr_array_remove_index(team->members, team->members->len - 1);
        return FALSE;
    }
    if (!fairy_team_add_agent(team, member, error)) {
        drop_last(team);
        return FALSE;
    }
    *agent = member->agent;
    g_autofree char *who = who_words(member->agent);
    tell_leader(team,
                "The person has another fairy join your project; it can be given tasks:", who);
    fairy_team_deal_budget(team);
    fairy_team_ask_supervisor(team);
    return TRUE;
}

/* --- leaving ---------------------------------------------------------------------------------- */

gboolean fairy_team_leave(FairyTeam *team, FairyAgent *agent, GError **error)
{
    FairyTeamMember *member = fairy_team_member_of(team, agent);
    if (!is_team(team, error) ||
        !fairy_projects_leave(team->projects, member->id, "its fairy left the project", error)) {
        return FALSE;
    }
    g_autofree char *who = who_words(agent);
    FairyTeamMember *leader = fairy_team_leader(team);
    if (leader) {
        fairy_agent_hand_over(agent, leader->agent);
    }
    fairy_team_remove(team, agent);
    tell_leader(team,
                "The person has a fairy leave your project. What it was at is to do again, and its "
                "other tasks are for those who stay:",
                who);
    fairy_team_deal_budget(team);
    return TRUE;
}

/* --- leading ---------------------------------------------------------------------------------- */

static FairyModeId mode_of(const FairyTeam *team, const FairyTeamMember *member)
{
    const FairyProject *project = fairy_projects_of(team->projects, member->id);
    return fairy_mode_of_member(team->projects, fairy_project_member(project, member->id));
}

/* Whatever ended its last run, it begins anew. */
static void set_to_lead(FairyTeam *team, FairyTeamMember *member)
{
    member->end = FAIRY_RUN_NONE;
    member->n_failed = member->n_woken = 0;
    g_clear_error(&member->error);
    fairy_agent_interrupt(
        member->agent, mode_of(team, member),
        &(FairyInput){.text = "The person has you lead the project from now on. What was said and "
                              "done above, the fairy said and did that led it before, and does "
                              "tasks now; how far it is, is told below. Nobody waits for tasks any "
                              "more: await those that are being done.",
                      .source = FAIRY_SOURCE_SELF,
                      .lapses = TRUE,
                      .view = SVG_BOX_EMPTY});
}

gboolean fairy_team_lead(FairyTeam *team, FairyAgent *agent, GError **error)
{
    FairyTeamMember *before = fairy_team_leader(team), *member = fairy_team_member_of(team, agent);
    if (!is_team(team, error) || !fairy_projects_hand_over(team->projects, member->id, error)) {
        return FALSE;
    }
    if (before) {
        fairy_agent_inherit(before->agent, agent);
        fairy_agent_hand_over(before->agent, agent);
        fairy_agent_interrupt(before->agent, mode_of(team, before), NULL);
    }
    set_to_lead(team, member);
    fairy_team_deal_budget(team);
    fairy_team_ask_supervisor(team);
    return TRUE;
}

guint fairy_team_size(const FairyTeam *team)
{
    return team->members->len;
}
