/* A model in this process, for tests that need thousands of answers: what it says, how slowly, and
 * how that ends is up to who made it. */
#pragma once

#include <fairy/model.h>

typedef struct {
    char *text;              /* of the reply, valid UTF-8; the model's from then on */
    guint piece;             /* about so many bytes are said at a time; at least 1 */
    guint latency;           /* turns of the main loop before each piece, at most */
    FairyApiErrorKind fault; /* NONE: the reply is whole */
} TestAnswer;

/* Called for each request, when its answer begins. */
typedef TestAnswer (*TestAnswerFunc)(const FairyRequest *request, gpointer data);

/* It reads prompts, retries need no wait, and 10 tokens are read of each request. `rand` is
 * borrowed. */
FairyModel *test_fake_model_new(TestAnswerFunc func, GRand *rand, gpointer data);
