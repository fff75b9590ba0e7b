/* A model in this process, for tests that need thousands of answers: what it says, how slowly, and
 * how that ends is up to who made it. Its answers are those of a server, event by event, so that
 * they can be recorded and replayed. */
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

typedef struct {
    TestAnswerFunc func;
    gpointer data;             /* of func */
    GRand *rand;               /* borrowed */
    const char *fairy;         /* id of who asks it, borrowed */
    FairyRecording *recording; /* borrowed; NULL = it isn't recorded */
} TestFakeModel;

/* It reads prompts without pictures, costs nothing, and retries need no wait. Its requests have
 * always the same time, mark and seed. */
FairyModel *test_fake_model_new(const TestFakeModel *how);
