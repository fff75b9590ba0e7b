/* A life of a team: from when it is made, anew or of what was kept, to its end or to a kill. What
 * happens in it is noted; a life that is recorded is lived again by the recording. */
#pragma once

#include "common/fake_model.h"
#include "host/team_priv.h"

typedef struct {
    char *drawing;        /* at its beginning */
    cJSON *kept, *memory; /* of the life before; NULL = there was none */
    const char *words;    /* that it is asked; static, NULL = it goes on */
    guint n;              /* fairies */
    FairyBudgetLimits limits;
    char *path; /* of its recording; NULL = it isn't recorded */
    FairyRecording *recording;
    FairyCourse *course; /* NULL likewise */
    gint64 now;          /* its clock, µs since 1970 */
    GPtrArray *way;      /* char *: all that was told, but what comes as it suits the clock */
} TestTeamLife;

/* Begins one. What it has is copied but `words`. With `recorded`, `course` and `recording` are for
 * the context of its fairies. Free with test_team_life_free(), after the team. */
TestTeamLife *test_team_life_new(const TestTeamLife *how, gboolean recorded);
void test_team_life_free(TestTeamLife *life);
/* Has the fairies of a team that was just made ask such models; `fairy` and `recording` are set. */
void test_team_life_play(TestTeamLife *life, FairyTeam *team, const TestFakeModel *model);
/* Notes an event; with an action, what the drawing is then. */
void test_team_life_note(TestTeamLife *life, const FairyEvent *event, SvgDocument *doc);
/* Lets so much time pass that the waits of the team are over. Recorded ones only. */
void test_team_life_expire(TestTeamLife *life, FairyTeam *team);
/* Ends the recording. */
void test_team_life_close(TestTeamLife *life);
/* Lives it again by its recording, up to where it was cut, or to its end (`whole`). Returns a
 * sentence about the first thing that is otherwise; NULL: there is none. The caller's. */
char *test_team_life_again(const TestTeamLife *life, gboolean whole);
/* Returns a sentence about the first thing in which the ways differ; NULL: there is none. With
 * `whole` FALSE the second may go on where the first ends. The caller's. */
char *test_ways_differ(const GPtrArray *way, const GPtrArray *again, gboolean whole);
