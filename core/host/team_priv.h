/* The state of a team, shared by its files. Private to core/host. */
#pragma once

#include "host/team.h"

#include <fairy/course.h>

typedef struct {
    FairyTeam *team;
    char *id;
    FairyAgent *agent;   /* NULL: it is gone */
    FairyMemory *memory; /* its own; NULL = that of the options, or the agent's */
    FairyRunEnd end;
    GError *error; /* of its last run */
    guint n_failed, n_woken;
    gboolean refused; /* an action of its former runs was */
} FairyTeamMember;

struct _FairyTeam {
    FairyTeamOptions options;
    FairyProjects *projects;
    GPtrArray *members; /* FairyTeamMember, the leader first */
    GPtrArray *agents;  /* FairyAgent: the company */
    GMainContext *context;
    GSource *next;     /* the supervisor is asked; NULL = nothing has happened */
    GSource *deadline; /* the end of a wait; NULL = none has one */
    gboolean interrupted;
    gboolean resting; /* on_rest was called for all that happened so far */
};

/* --- team.c */

/* Says that something has happened: the supervisor is asked soon, from the main context. */
void fairy_team_ask_supervisor(FairyTeam *team);

/* --- team_kept.c */

/* Takes over projects, and what the members remember, from the snapshot of the options. FALSE:
 * there is none, or it is something else; then nothing is changed. */
gboolean fairy_team_restore(FairyTeam *team);
/* Returns what is kept of that member, borrowed from the options; NULL = nothing. */
const cJSON *fairy_team_kept(const FairyTeam *team, const FairyTeamMember *member);

/* --- team_told.c */

/* What is left of the budget is for the tasks that are open, and for who leads. */
void fairy_team_deal_budget(FairyTeam *team);
/* A FairyProjectEventFunc; `data` is the team. */
void fairy_team_on_project_event(const FairyProjectEvent *told, gpointer data);
/* Returns the member with that id, borrowed; NULL if there is none, or it is gone. */
FairyTeamMember *fairy_team_member(const FairyTeam *team, const char *id);

/* --- team_orders.c */

/* Carries out what the supervisor orders, until it orders nothing. */
void fairy_team_follow_orders(FairyTeam *team);
