/* Replies that nobody would write: every action with random values, a part of them hostile. */
#pragma once

#include <fairy/action.h>

typedef struct {
    GRand *rand;
    GPtrArray *ids; /* that a field may name (const char *); not empty */
    guint hostile;  /* one action in so many has hostile values all over; 0 = none */
} TestReplies;

/* An object of the action, with or without its optional fields; one in many has odd values. Free
 * with cJSON_Delete(). */
cJSON *test_random_action(const TestReplies *replies, const FairyAction *action);
/* A reply of `n` actions with prose around it. `ends` (may be NULL) gets the reply's length up to
 * the end of each action. The caller's. */
char *test_random_reply(const TestReplies *replies, guint n, gsize *ends);
