/* A random project of several fairies at work: its team, made, killed and made again, and what is
 * judged at each action. */
#pragma once

#include "common/team_life.h"
#include "common/team_script.h"

/* Of all projects. */
typedef struct {
    guint actions, edits, refused, kills, told, untold, stops, removed, expired, open;
    guint recorded, replayed, twice;
    guint states[FAIRY_PROJECT_CANCELLED + 1], tasks[FAIRY_TASK_STATE_COUNT];
} TestTeamSums;

typedef struct {
    guint32 seed;
    GRand *rand;
    TestTeamSums *sums;
    TestTeamScript script;
    SvgDocument *doc;
    FairyTeam *team;
    FairyMemory *memory; /* of who leads */
    FairyBudget *budget;
    FairyBudgetLimits limits;
    char *state;       /* the drawing as the last action left it */
    GPtrArray *locked; /* the bytes of each element (char *) */
    GHashTable *made;  /* id of a task → set of ids */
    volatile int interrupted;
    gboolean rested, verbose;
    gboolean recorded;
    TestTeamLife *life;
    GPtrArray *way; /* char *: of all lives before */
    GError *why;    /* with which it rests; NULL = none */
    guint n_said;
    GHashTable *gone; /* set of numbers of words that were told to who is gone now */
    struct {
        char *drawing;
        cJSON *team, *memory;
        guint n_said;
    } kept;
} TestTeamProject;

/* Ends the program with a sentence, and how to see it again. */
void test_project_fail(const TestTeamProject *p, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* A number below n, by the project's seed; 0 where n is. */
guint test_project_below(TestTeamProject *p, guint n);
/* The drawing's bytes as they are now. The caller's. */
char *test_project_print(const TestTeamProject *p);
/* Reads such a drawing in place of the one before. */
void test_project_load(TestTeamProject *p, const char *drawing);
/* Makes the team, that has still to be asked `words` (static). */
void test_project_new_team(TestTeamProject *p, const char *words);
/* Frees it at its end; a life that was recorded is replayed first, and has to be the same. */
void test_project_drop_team(TestTeamProject *p);
/* Kills it, and goes on from what was kept then or before. */
void test_project_kill(TestTeamProject *p);
