/* A fairy at a drawing, and all that happens to it. Its model is at the end of a wire, or a
 * recording. */
#pragma once

#include "common/answers.h"
#include "common/server.h"

#include <fairy/agent.h>

/* 400 × 300, with the boxes "a" at 20,20 and "b" at 200,30, each 100 × 40. */
extern const char test_boxes[];

#define TEST_REPLY(actions) "{\"actions\":[" actions "]}"
#define TEST_MOVE(id, x)    "{\"_type\":\"move\",\"shapeId\":\"" id "\",\"x\":" #x ",\"y\":100}"
#define TEST_TODO(id, state) \
    "{\"_type\":\"update-todo\",\"id\":\"" id "\",\"text\":\"t\",\"status\":\"" state "\"}"
#define TEST_MESSAGE "{\"_type\":\"message\",\"text\":\"Done.\"}"
/* The task is to move b. */
#define TEST_PLAN(id)                                                                           \
    "{\"_type\":\"create-task\",\"taskId\":\"" id "\",\"title\":\"Move\",\"text\":\"Move b.\"," \
    "\"x\":0,\"y\":0,\"w\":400,\"h\":300}"
#define TEST_START(id) "{\"_type\":\"start-task\",\"taskId\":\"" id "\"}"
#define TEST_DONE      "{\"_type\":\"mark-task-done\"}"
/* An answer in place of a reply, for a script. */
#define TEST_ANSWER_401                                                                          \
    "answer POST /v1/messages\nstatus 401 Unauthorized\nheader content-type: application/json\n" \
    "body {\"type\":\"error\",\"error\":{\"type\":\"authentication_error\",\"message\":\"no\"}}\n"

typedef struct _TestScene TestScene;

struct _TestScene {
    /* When this event comes for the nth time (0: never), `then` is done. */
    FairyEventKind when;
    guint nth;
    void (*then)(TestScene *scene);
    const char *drawing; /* NULL = test_boxes */

    TestServer *server; /* NULL when a recording answers */
    FairySettings *settings;
    SvgDocument *doc;
    FairyAgent *agent;
    GString *way;    /* "one-shotting request move:ok idling rest " */
    GString *faults; /* a line for each: what became of actions, messages of warnings and errors */
};

/* Settings in which Anthropic's models are at the server. */
FairySettings *test_settings_for(TestServer *server);
/* Of `options` model and view may be left out; `script` is the server's, NULL: there is none. */
void test_scene_open(TestScene *scene, const char *script, FairyAgentOptions options);
/* The same with replies, one to a request, the last again and again; ended by NULL. What begins
 * with "answer " is no reply, but such lines of a script. */
void test_scene_begin(TestScene *scene, FairyAgentOptions options, ...) G_GNUC_NULL_TERMINATED;
void test_scene_close(TestScene *scene);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(TestScene, test_scene_close)

/* By the person. */
void test_say(TestScene *scene, const char *words);
/* Until it rests; it must. */
void test_rest(TestScene *scene);
/* Both. */
void test_ask(TestScene *scene, const char *words);
double test_x(TestScene *scene, const char *id);
/* The drawing's bytes; the caller's. */
char *test_print(TestScene *scene);
/* Whether the nth request, from 0, has the words; and only its last message. */
gboolean test_was_asked(TestScene *scene, guint n, const char *words);
gboolean test_was_told(TestScene *scene, guint n, const char *words);
/* The texts of a request's last message, a line each. The caller's. */
char *test_request_words(const TestRequest *request);
