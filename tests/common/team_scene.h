/* Several fairies at a drawing, in one project. Each one's model is at the end of a wire, and a
 * script says what it answers. */
#pragma once

#include "common/scene.h"
#include "host/team.h"

/* Whose request it is: words that only that fairy's requests have. */
#define TEST_LEADER "you: fairy \\\""
#define TEST_SECOND "you: fairy-2 "
#define TEST_THIRD  "you: fairy-3 "

/* --- actions ---------------------------------------------------------------------------------- */

#define TEST_BEGIN_IN(color)                                                               \
    "{\"_type\":\"start-project\",\"projectName\":\"Boxes\",\"projectDescription\":\"d\"," \
    "\"projectColor\":\"" color "\",\"projectPlan\":\"p\"}"
#define TEST_BEGIN TEST_BEGIN_IN("red")
#define TEST_END   "{\"_type\":\"end-project\"}"
#define TEST_ABORT "{\"_type\":\"abort-project\",\"reason\":\"r\"}"
/* A task that comes after those whose ids are listed; and one that comes after none. */
#define TEST_TASK_AFTER(id, fairy, x, y, w, h, after)                                         \
    "{\"_type\":\"create-project-task\",\"taskId\":\"" id "\",\"title\":\"Task " id           \
    "\",\"text\":\"Do it.\",\"assignedTo\":\"" fairy "\",\"x\":" #x ",\"y\":" #y ",\"w\":" #w \
    ",\"h\":" #h ",\"after\":[" after "]}"
#define TEST_TASK(id, fairy, x, y, w, h) TEST_TASK_AFTER(id, fairy, x, y, w, h, "")
#define TEST_DROP(id)                    "{\"_type\":\"delete-project-task\",\"taskId\":\"" id "\",\"reason\":\"r\"}"
#define TEST_DIRECT(id, fairy)                                                                    \
    "{\"_type\":\"direct-to-start-project-task\",\"otherFairyId\":\"" fairy "\",\"taskId\":\"" id \
    "\"}"
/* Of ids in quotes: for each of them, for all of them. */
#define TEST_AWAIT(ids) "{\"_type\":\"await-tasks-completion\",\"taskIds\":[" ids "]}"
#define TEST_AWAIT_ALL(ids) \
    "{\"_type\":\"await-tasks-completion\",\"until\":\"all\",\"taskIds\":[" ids "]}"
#define TEST_OFFSET(id, dx) \
    "{\"_type\":\"offset\",\"shapeIds\":[\"" id "\"],\"offsetX\":" #dx ",\"offsetY\":0}"
/* A new box, below the two of test_boxes. */
#define TEST_BOX(id, at)                                                                        \
    "{\"_type\":\"create\",\"shape\":{\"shapeId\":\"" id "\",\"type\":\"rectangle\",\"x\":" #at \
    ",\"y\":200,\"w\":80,\"h\":40,\"text\":\"" id "\"}}"
#define TEST_THINK(words) "{\"_type\":\"think\",\"text\":\"" words "\"}"

/* Beginnings of projects: the left part, with the box "a", is fairy-2's task "t1"; the right part,
 * with "b", fairy-3's "t2". They are sent there and awaited. */
#define TEST_TASK_LEFT  TEST_TASK("t1", "fairy-2", 0, 0, 160, 300)
#define TEST_TASK_RIGHT TEST_TASK("t2", "fairy-3", 160, 0, 240, 300)
#define TEST_PLAN_ONE \
    TEST_BEGIN "," TEST_TASK_LEFT "," TEST_DIRECT("t1", "fairy-2") "," TEST_AWAIT("\"t1\"")
#define TEST_PLAN_TWO                                                  \
    TEST_BEGIN "," TEST_TASK_LEFT "," TEST_TASK_RIGHT "," TEST_DIRECT( \
        "t1", "fairy-2") "," TEST_DIRECT("t2", "fairy-3") "," TEST_AWAIT("\"t1\",\"t2\"")

/* An answer in place of a reply: nothing comes. */
#define TEST_ANSWER_SILENCE "answer POST /v1/messages\nsilence\n"

/* --- a scene ---------------------------------------------------------------------------------- */

typedef struct _TestTeam TestTeam;

/* Zeroed, with its first members as they are to be; it gets replies, and begins. */
struct _TestTeam {
    FairyEventKind when; /* at the first such event of `whose`, `then` is done */
    const char *whose;
    void (*then)(TestTeam *scene);
    const cJSON *kept;   /* a team that is gone on with; borrowed */
    FairyMemory *memory; /* the first one's; borrowed; NULL = it remembers nothing */
    FairyBudget *budget; /* the scene's; NULL = no limits */

    GString *script;
    TestServer *server;
    FairySettings *settings;
    SvgDocument *doc;
    FairyTeam *team;
    GString *way;   /* "fairy:start-project:ok fairy-2:offset:ok@t1 ": actions, with their tasks */
    GString *modes; /* "fairy:orchestrating-active ": who came into which */
    GString *asked; /* the same of requests */
    guint n_rests;
    GError *error; /* of the last rest */
};

/* Nobody's settings, and no pictures. Runs the tests that `add` adds; what main() returns. */
int test_team_run(int argc, char **argv, void (*add)(void));

/* What the model of a fairy (NULL = of any) says next, or, for what begins with "answer ", such
 * lines of a script. The last is said again and again. */
void test_team_add(TestTeam *scene, const char *who, const char *reply);
/* Only the reply's beginning, which ends within its last action; then nothing more comes. */
void test_team_add_part(TestTeam *scene, const char *who, const char *reply);
/* The fairies are there. */
void test_team_begin(TestTeam *scene, guint n);
/* Says something to who leads. */
void test_team_say(TestTeam *scene, const char *words);
/* Until all have come to rest; they must. */
void test_team_rest(TestTeam *scene);
/* All three: "move both boxes". */
void test_team_ask(TestTeam *scene, guint n);
void test_team_clear(TestTeam *scene);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(TestTeam, test_team_clear)

/* What is due here happens, or else a moment passes, as what is waited for happens in the server's
 * threads, which wake nobody, or never. */
void test_team_look_on(void);
/* Until these words are in `way`; they must come. */
void test_team_until(TestTeam *scene, const char *words);
/* Until who leads rests, and the server was asked for fairy-2 once, n times. */
void test_team_until_at_work(TestTeam *scene);
void test_team_until_at_work_again(TestTeam *scene, guint n);

/* --- how it is then --------------------------------------------------------------------------- */

/* The fairy, which must be there. */
FairyAgent *test_team_fairy(const TestTeam *scene, const char *id);
/* Stops fairy-2, as the person does. */
void test_team_stop_second(TestTeam *scene);
const FairyProject *test_team_project(const TestTeam *scene);
FairyProjectState test_team_project_state(const TestTeam *scene);
/* "ready", "done", …; "none": there is no such task. */
const char *test_team_task_state(const TestTeam *scene, const char *id);
/* Of the fairy at this index. */
const char *test_team_mode(const TestTeam *scene, guint i);
void test_team_assert_idle(const TestTeam *scene);
/* Whether these steps of `way` came, one right after the other: where all are of one fairy, among
 * its own. */
gboolean test_team_went(const TestTeam *scene, const char *words);
/* "orchestrating-active ": those of `list`, which is `modes` or `asked`, that are a fairy's. The
 * caller's. */
char *test_team_only(const GString *list, const char *fairy);
/* The words of a fairy's nth request, from 0: its last message. It is waited for. The caller's. */
char *test_team_words(TestTeam *scene, const char *who, guint nth);
/* How many requests of a fairy had these words. */
guint test_team_times_told(const TestTeam *scene, const char *who, const char *words);
/* How often the first request of a fairy at a task has them. */
guint test_team_times_in_first(const TestTeam *scene, const char *who, const char *words);
