/* The fairies at a drawing: one, or the members of a project. They are made together, share a
 * budget, and are supervised: whatever becomes of one of them, the others go on, or all come to
 * rest. Private to core/. */
#pragma once

#include "host/supervise.h"

#include <fairy/agent.h>

typedef struct _FairyTeam FairyTeam;

typedef struct {
    /* What all have in common. `name`, `mode`, `company`, `projects`, `on_event` and `data` are the
     * team's to set; `memory` and `todos` are the first one's; `kept` is
     * fairy_team_snapshot() of a team that this one continues, of as many fairies. */
    FairyAgentOptions agent;
    guint n;                 /* how many: 1 = a fairy by itself, whose `mode` counts, 2 = a pair, 3
                                and more = a leader and others; FAIRY_MAX_MEMBERS at most */
    const GPtrArray *tasks;  /* FairyTaskPlan: areas of work that the person gave. With any the
                                project begins by itself, and its leader only has them done. Borrowed
                                for the call; may be NULL */
    const char *title;       /* of that project: the person's words; may be NULL */
    FairyEventFunc on_event; /* of any of them; may be NULL */
    void (*on_rest)(const GError *error, gpointer data); /* called when all have come to rest, from
                                the main context; it may free the team. `error` is why they didn't
                                finish, borrowed; NULL = nothing is left to do */
    gpointer data;                                       /* of both */
} FairyTeamOptions;

/* Makes the fairies. `doc` and what is borrowed must outlive them. Free with fairy_team_free().
 * Returns NULL with the errors of fairy_agent_new(), or FAIRY_ERROR_USAGE for a number of fairies
 * that can't be. */
FairyTeam *fairy_team_new(SvgDocument *doc, const FairyTeamOptions *options, GError **error);
/* Ends all runs without an event. Accepts NULL. */
void fairy_team_free(FairyTeam *team);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyTeam, fairy_team_free)

/* Returns what another team needs, as `kept` of its options, to go on where this one is: as
 * fairy_agent_snapshot(), of all of them, with what the others than the first remember. Free with
 * cJSON_Delete(). */
cJSON *fairy_team_snapshot(const FairyTeam *team);

/* Says the person's words (NULL = none) to the one who leads, and continues what was kept. Returns
 * FALSE if nobody has anything to do: then on_rest isn't called. */
gboolean fairy_team_ask(FairyTeam *team, const char *words);
/* Returns the member with that id, or whose character has that name; NULL = there is none, or it is
 * gone. With `name` NULL, who leads. Borrowed. */
FairyAgent *fairy_team_find(FairyTeam *team, const char *name);
/* Tells one of them something on the person's behalf: what it is writing is dropped. */
void fairy_team_tell(FairyTeam *team, FairyAgent *agent, const char *words);
/* Stops one of them on the person's behalf: its task is called off; with who leads, the project. */
void fairy_team_stop(FairyTeam *team, FairyAgent *agent);
/* Says that one of them is gone, and frees it: its tasks are lost. Not from within one of its
 * events. */
void fairy_team_remove(FairyTeam *team, FairyAgent *agent);

/* Returns the id of the fairy at this index, from 0: "fairy", "fairy-2", … Free with g_free(). */
char *fairy_team_id(guint index);
/* Returns whether any of them awaits something that comes by itself (fairy_agent_is_awaiting()). */
gboolean fairy_team_is_awaiting(const FairyTeam *team);
/* Returns whether any of them is running. */
gboolean fairy_team_is_at_work(const FairyTeam *team);
/* Returns all fairies that are there (FairyAgent), the leader first. Borrowed. */
const GPtrArray *fairy_team_agents(const FairyTeam *team);
/* Returns their projects. Borrowed. */
FairyProjects *fairy_team_projects(const FairyTeam *team);
/* Returns how much is left to do: as fairy_agent_n_open(), and tasks of the project that are open,
 * or ended otherwise than done or dropped. */
guint fairy_team_n_open(const FairyTeam *team);
/* Returns whether any action was refused. */
gboolean fairy_team_has_refusals(const FairyTeam *team);
