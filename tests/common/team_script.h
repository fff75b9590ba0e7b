/* What the fairies of a team say in random projects: plans, orders, edits good and bad, and what
 * models do wrong. */
#pragma once

#include "common/fake_model.h"

typedef struct {
    GRand *rand;
    guint n_tasks; /* that were planned: their ids are t0, t1, … */
    guint n_shapes;
    guint n_fairies;
    guint trouble; /* one answer in so many isn't whole; 0 = none */
} TestTeamScript;

/* A TestAnswerFunc; `data` is a TestTeamScript. */
TestAnswer test_team_answer(const FairyRequest *request, gpointer data);
/* A drawing of boxes with words, arrows, groups and locks. The caller's. */
char *test_team_drawing(GRand *rand);
