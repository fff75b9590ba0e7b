/* What a team is at, as it is kept, and a team that goes on from there. */
#include "host/team_priv.h"

#define FAIRIES "fairies"

static const cJSON *part(const cJSON *json, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(json, name);
}

/* --- keeping ---------------------------------------------------------------------------------- */

/* What the first remembers is kept elsewhere: it is the conversation with the person. */
static cJSON *member_json(const FairyTeam *team, const FairyTeamMember *member)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "id", member->id);
    if (member->agent) {
        cJSON_AddStringToObject(json, "name", fairy_agent_character(member->agent)->name);
        cJSON_AddItemToObject(json, "kept", fairy_agent_snapshot(member->agent));
        if (member != team->members->pdata[0]) {
            cJSON_AddItemToObject(json, "memory",
                                  fairy_memory_json(fairy_agent_memory(member->agent)));
        }
    }
    return json;
}

cJSON *fairy_team_snapshot(const FairyTeam *team)
{
    const FairyTeamMember *first = team->members->pdata[0];
    if (team->members->len == 1) {
        return first->agent ? fairy_agent_snapshot(first->agent) : NULL;
    }
    cJSON *json = cJSON_CreateObject();
    cJSON_AddItemToObject(json, "projects", fairy_projects_json(team->projects));
    cJSON *list = cJSON_AddArrayToObject(json, FAIRIES);
    for (guint i = 0; i < team->members->len; i++) {
        cJSON_AddItemToArray(list, member_json(team, team->members->pdata[i]));
    }
    return json;
}

/* --- going on --------------------------------------------------------------------------------- */

static const cJSON *find(const FairyTeam *team, const FairyTeamMember *member)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, part(team->options.agent.kept, FAIRIES))
    {
        if (g_strcmp0(cJSON_GetStringValue(part(item, "id")), member->id) == 0) {
            return item;
        }
    }
    return NULL;
}

const cJSON *fairy_team_kept(const FairyTeam *team, const FairyTeamMember *member)
{
    const cJSON *kept = team->options.agent.kept;
    return part(kept, FAIRIES) ? part(find(team, member), "kept") : kept;
}

/* One that was cut off is at work no more until it is set to it again. */
static void restore_member(const FairyTeam *team, FairyTeamMember *member)
{
    const cJSON *memory = part(find(team, member), "memory");
    member->end = FAIRY_RUN_DONE;
    member->memory = memory ? fairy_memory_from_json(memory, NULL, NULL, NULL) : NULL;
}

gboolean fairy_team_restore(FairyTeam *team)
{
    const cJSON *kept = team->options.agent.kept;
    gboolean same = cJSON_GetArraySize(part(kept, FAIRIES)) == (int)team->members->len;
    FairyProjects *projects =
        same ? fairy_projects_from_json(part(kept, "projects"), fairy_team_on_project_event, team,
                                        NULL)
             : NULL;
    if (!projects) {
        return FALSE;
    }
    fairy_projects_free(team->projects);
    team->projects = projects;
    for (guint i = 0; i < team->members->len; i++) {
        restore_member(team, team->members->pdata[i]);
    }
    return TRUE;
}
