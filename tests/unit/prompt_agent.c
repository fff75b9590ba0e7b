/* What an agent has told its model of itself, of others, of what was pointed at and looked up; and
 * the figure that people see. The model is at the end of a wire. */
#include "common/answers.h"
#include "common/recordings.h"
#include "common/server.h"

#include <fairy/agent.h>
#include <fairy/character.h>

#include <string.h>

static const char drawing[] =
    "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='300' viewBox='0 0 400 300'>\n"
    "<rect id='a' x='20' y='20' width='100' height='40' fill='none' stroke='black'/>\n"
    "<rect id='b' x='200' y='30' width='100' height='40' fill='none' stroke='black'/>\n"
    "</svg>\n";

#define REPLY(actions) "{\"actions\":[" actions "]}"
#define LOOK(id)       "{\"_type\":\"look-closer\",\"shapeIds\":[\"" id "\"]}"
#define COUNT          "{\"_type\":\"count\",\"expression\":\"boxes\"}"
#define MESSAGE        "{\"_type\":\"message\",\"text\":\"ok\"}"
#define MOVE_BOTH      "{\"_type\":\"offset\",\"shapeIds\":[\"a\",\"b\"],\"offsetX\":10,\"offsetY\":0}"
#define REVIEW         "{\"_type\":\"review\",\"x\":0,\"y\":0,\"w\":300,\"h\":200}"
#define ELSEWHERE      "{\"_type\":\"set-view\",\"x\":0,\"y\":0,\"w\":100,\"h\":80}"

typedef struct {
    const char *drawing; /* NULL = the boxes */
    TestServer *server;
    FairySettings *settings;
    SvgDocument *doc;
    FairyAgent *agent;
    GString *figure; /* "fairy Hazel|move 200,150|gesture poof 400|pose active|…" */
} Scene;

static void on_event(const FairyEvent *event, gpointer data)
{
    GString *figure = ((Scene *)data)->figure;
    if (event->kind == FAIRY_EVENT_FAIRY) {
        g_string_append_printf(figure, "fairy %s %s|", event->fairy, event->character->name);
    } else if (event->kind == FAIRY_EVENT_MOVE) {
        g_string_append_printf(figure, "move %g,%g|", event->at.x, event->at.y);
    } else if (event->kind == FAIRY_EVENT_GESTURE) {
        g_string_append_printf(figure, "gesture %s %d|", fairy_pose_name(event->pose),
                               (int)event->ms);
    } else if (event->kind == FAIRY_EVENT_POSE) {
        g_string_append_printf(figure, "pose %s|", fairy_pose_name(event->pose));
    }
}

static void scene_open(Scene *scene, const char *const *replies, FairyAgentOptions options)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) script = g_string_new(NULL);
    for (; replies && *replies; replies++) {
        test_answer_add(script, *replies, "pieces 100\n");
    }
    scene->server = test_server_new(script->str, 0, &error);
    g_assert_no_error(error);
    g_setenv("ANTHROPIC_BASE_URL", test_server_base(scene->server), TRUE);
    g_setenv("ANTHROPIC_API_KEY", "sk-ant-secret", TRUE);
    scene->settings = fairy_settings_load(&error);
    g_assert_no_error(error);
    const char *text = scene->drawing ? scene->drawing : drawing;
    scene->doc = svg_document_parse(text, strlen(text), "test.svg", NULL);
    scene->figure = g_string_new(NULL);
    options.model = options.model ? options.model : "anthropic/claude-sonnet-5-5";
    options.context.settings = scene->settings;
    options.on_event = on_event;
    options.data = scene;
    options.lint_rounds = options.lint_rounds ? options.lint_rounds : -1;
    scene->agent = fairy_agent_new(scene->doc, &options, &error);
    g_assert_no_error(error);
}

static void scene_close(Scene *scene)
{
    fairy_agent_free(scene->agent);
    svg_document_free(scene->doc);
    fairy_settings_free(scene->settings);
    test_server_free(scene->server);
    g_string_free(scene->figure, TRUE);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Scene, scene_close)

/* Says it, and waits until the fairy rests. */
static void ask(Scene *scene, const char *words)
{
    gint64 end = g_get_monotonic_time() + 20 * G_TIME_SPAN_SECOND;
    fairy_agent_post(scene->agent, &(FairyInput){.text = words, .view = SVG_BOX_EMPTY});
    while (fairy_agent_is_running(scene->agent) && g_get_monotonic_time() < end) {
        g_main_context_iteration(NULL, TRUE);
    }
    g_assert_false(fairy_agent_is_running(scene->agent));
}

/* The texts of the user's message with that number from the end (0: the request itself), in the nth
 * request; the caller's. */
static char *told(Scene *scene, guint n, int from_end)
{
    gsize len;
    GString *text = g_string_new(NULL);
    const char *bytes = g_bytes_get_data(test_server_request(scene->server, n)->body, &len);
    cJSON *body = cJSON_ParseWithLength(bytes, len);
    const cJSON *messages = cJSON_GetObjectItem(body, "messages"), *piece;
    const cJSON *message =
        cJSON_GetArrayItem(messages, cJSON_GetArraySize(messages) - 1 - 2 * from_end);
    cJSON_ArrayForEach(piece, cJSON_GetObjectItem(message, "content"))
    {
        const char *words = cJSON_GetStringValue(cJSON_GetObjectItem(piece, "text"));
        g_string_append(text, words ? words : "");
    }
    cJSON_Delete(body);
    return g_string_free(text, FALSE);
}

static void has(const char *text, const char *part)
{
    g_test_message("%s", text);
    g_assert_nonnull(strstr(text, part));
}

/* --- who it is -------------------------------------------------------------------------------- */

static void test_character(void)
{
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) suns = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint64 seed = 0; seed < 1000; seed++) {
        FairyCharacter first = fairy_character(seed, "fairy", NULL);
        FairyCharacter again = fairy_character(seed, "fairy", NULL);
        g_assert_true(first.name == again.name && first.sign.sun == again.sign.sun &&
                      first.sign.moon == again.sign.moon && first.sign.rising == again.sign.rising);
        g_hash_table_add(names, (gpointer)first.name);
        g_hash_table_add(suns, (gpointer)first.sign.sun);
    }
    g_assert_cmpuint(g_hash_table_size(names), >=, 40);
    g_assert_cmpuint(g_hash_table_size(suns), ==, 12);
    /* Of a number that doesn't fit a machine's word by chance: the same everywhere. */
    g_assert_cmpstr(fairy_character(G_MAXUINT64, "fairy", NULL).name, !=, NULL);
    g_assert_cmpuint(fairy_character_seed("/a.svg", "default"), ==,
                     fairy_character_seed("/a.svg", "default"));
    g_assert_cmpuint(fairy_character_seed("/a.svg", "default"), !=,
                     fairy_character_seed("/a.svg", "other"));
    g_assert_cmpuint(fairy_character_seed(NULL, "default"), !=,
                     fairy_character_seed("/a.svg", "default"));
}

/* As many as there are names, and then one more. */
static void test_names_apart(void)
{
    g_autoptr(GPtrArray) taken = g_ptr_array_new();
    g_ptr_array_add(taken, NULL);
    const char *name = NULL;
    for (;;) {
        name = fairy_character(7, "fairy", (const char *const *)taken->pdata).name;
        if (g_strv_contains((const char *const *)taken->pdata, name)) {
            break;
        }
        g_ptr_array_insert(taken, 0, (gpointer)name);
        g_assert_cmpuint(taken->len, <, 1000);
    }
    g_assert_cmpuint(taken->len, >, 40);
}

/* Told of itself, of the time, of what the person looks and points at. */
static void test_told(void)
{
    static const char *const replies[] = {REPLY(MESSAGE), NULL};
    static const char *const both[] = {"a", "b", NULL};
    static const FairyContextItem pointed[] = {
        {.kind = FAIRY_CONTEXT_SHAPES, .shapes = both},
        {.kind = FAIRY_CONTEXT_POINT, .point = {30, 40}},
        {.kind = FAIRY_CONTEXT_AREA, .area = {0, 0, 50, 60}},
    };
    g_auto(Scene) scene = {0};
    scene_open(&scene, replies,
               (FairyAgentOptions){
                   .seed = 7, .view = {0, 0, 320, 240}, .pointed = pointed, .n_pointed = 3});
    g_autoptr(GDateTime) before = g_date_time_new_now_local();
    ask(&scene, "who are you, and what time is it?");
    g_autoptr(GDateTime) after = g_date_time_new_now_local();
    g_autofree char *text = told(&scene, 0, 0);
    const FairyCharacter *who = fairy_agent_character(scene.agent);
    g_autofree char *you = g_strdup_printf("you: fairy \"%s\", sun in %s, moon in %s", who->name,
                                           who->sign.sun, who->sign.moon);
    has(text, you);
    has(text, "the person's view: 0,0,320,240\n");
    has(text, "pointed at:\nshapes a b\npoint 30,40\narea 0,0,50,60\n");
    has(text, "in full:\n{\"shapeId\":\"a\"");
    g_autofree char *first = g_date_time_format(before, ", %Y-%m-%d %H:%M UTC%:z\n");
    g_autofree char *second = g_date_time_format(after, ", %Y-%m-%d %H:%M UTC%:z\n");
    g_assert_true(strstr(text, first) || strstr(text, second));
    g_assert_null(strstr(text, "other fairies"));
    g_assert_cmpstr(who->name, ==, fairy_character(7, "fairy", NULL).name);
}

/* Who has told the person isn't asked to say so again, and may end with nothing. */
static void test_has_spoken(void)
{
    static const char *const replies[] = {REPLY(MESSAGE "," REVIEW), REPLY(""), REPLY(REVIEW),
                                          REPLY(MESSAGE), NULL};
    g_auto(Scene) scene = {0};
    scene_open(&scene, replies, (FairyAgentOptions){.view = SVG_BOX_EMPTY});
    ask(&scene, "do it");
    g_autofree char *spoken = told(&scene, 1, 0);
    has(spoken, "You have told the person already");
    ask(&scene, "and again");
    g_assert_cmpuint(test_server_requests(scene.server), ==, 4);
    g_autofree char *silent = told(&scene, 3, 0);
    has(silent, "When it is done, say so with one message");
}

/* --- others ----------------------------------------------------------------------------------- */

static void test_others(void)
{
    static const char *const replies[] = {REPLY(MESSAGE), REPLY(MESSAGE), NULL};
    g_autoptr(GPtrArray) company = g_ptr_array_new();
    g_auto(Scene) scene = {0};
    scene_open(&scene, replies,
               (FairyAgentOptions){.name = "one", .company = company, .view = SVG_BOX_EMPTY});
    FairyAgentOptions other = {.name = "two", .company = company, .view = {0, 0, 100, 100}};
    FairyAgent *two = fairy_agent_new(scene.doc, &other, NULL);
    const char *name = fairy_agent_character(two)->name;
    g_assert_cmpstr(name, !=, fairy_agent_character(scene.agent)->name);
    g_assert_cmpuint(company->len, ==, 2);
    ask(&scene, "do it");
    g_autofree char *text = told(&scene, 0, 0);
    g_autofree char *line = g_strdup_printf("other fairies:\ntwo \"%s\" idling\n", name);
    has(text, line);
    fairy_agent_free(two);
    g_assert_cmpuint(company->len, ==, 1);
    ask(&scene, "and now?");
    g_autofree char *alone = told(&scene, 1, 0);
    g_assert_null(strstr(alone, "other fairies"));
}

/* Two that look at the same appear apart. */
static void test_places(void)
{
    static const char *const replies[] = {REPLY(MESSAGE), NULL};
    g_autoptr(GPtrArray) company = g_ptr_array_new();
    g_auto(Scene) one = {0};
    g_auto(Scene) two = {0};
    scene_open(&one, replies,
               (FairyAgentOptions){.name = "one", .company = company, .view = SVG_BOX_EMPTY});
    ask(&one, "do it");
    scene_open(&two, replies,
               (FairyAgentOptions){.name = "two", .company = company, .view = SVG_BOX_EMPTY});
    ask(&two, "do it");
    SvgPoint a = fairy_agent_place(one.agent), b = fairy_agent_place(two.agent);
    g_assert_cmpfloat(a.x, ==, 200);
    g_assert_cmpfloat(a.y, ==, 150);
    g_assert_cmpfloat(b.x, >=, a.x + 40);
    g_assert_cmpfloat(b.y, ==, a.y);
}

/* --- looking ---------------------------------------------------------------------------------- */

/* What it looked closer at is shown as it is, in each request until the person says something new,
 * or it has looked closer at other things twice. */
static void test_closer(void)
{
    static const char *const replies[] = {
        REPLY(LOOK("a")), REPLY(MOVE_BOTH "," LOOK("b") "," LOOK("gone")),
        REPLY(LOOK("b")), REPLY(MESSAGE),
        REPLY(MESSAGE),   NULL};
    g_auto(Scene) scene = {0};
    scene_open(&scene, replies, (FairyAgentOptions){.view = SVG_BOX_EMPTY});
    ask(&scene, "do it");
    g_autofree char *first = told(&scene, 0, 0), *second = told(&scene, 1, 0),
                    *third = told(&scene, 2, 0), *fourth = told(&scene, 3, 0);
    g_assert_null(strstr(first, "in full"));
    has(second, "in full:\n{\"shapeId\":\"a\",\"type\":\"rectangle\",\"x\":20,");
    has(second, "shown with this, under \"in full\"");
    g_assert_null(strstr(second, "answers"));
    has(third, "in full:\n{\"shapeId\":\"b\",\"type\":\"rectangle\",\"x\":210,");
    has(third, "\n{\"shapeId\":\"a\",\"type\":\"rectangle\",\"x\":30,");
    has(third, "action 3 (look-closer) refused");
    has(fourth, "in full:\n{\"shapeId\":\"b\",\"type\":\"rectangle\",\"x\":210,");
    g_assert_null(strstr(fourth, "\n{\"shapeId\":\"a\""));
    ask(&scene, "thanks");
    g_autofree char *last = told(&scene, 4, 0);
    g_assert_null(strstr(last, "in full:"));
}

/* What it counted is data in the request that it counted for, and then a part of what was said. */
static void test_answers(void)
{
    static const char *const replies[] = {REPLY(COUNT), REPLY(COUNT), REPLY(MESSAGE), NULL};
    g_auto(Scene) scene = {0};
    scene_open(&scene, replies, (FairyAgentOptions){.view = SVG_BOX_EMPTY});
    ask(&scene, "do it");
    g_autofree char *first = told(&scene, 0, 0), *second = told(&scene, 1, 0),
                    *third = told(&scene, 2, 0), *later = told(&scene, 2, 1);
    const char *answer = ">\nwhat you looked up:\n{\"action\":1,\"type\":\"count\",\"answer\":"
                         "{\"count\":2,";
    g_assert_null(strstr(first, "what you looked up"));
    has(second, answer);
    g_assert_true(g_str_has_suffix(second, "ask for nothing more."));
    has(third, answer);
    has(later, answer);
    g_assert_true(g_str_has_suffix(later, "</data>\n"));
    g_assert_true(strstr(later, "ask for nothing more.") < strstr(later, answer));
}

/* --- what changes --------------------------------------------------------------------------------
 */

/* By somebody else, while it does something else. */
static void edit(SvgDocument *doc, const char *author, const char *reply)
{
    FairyExecutorOptions options = {.author = author};
    g_autoptr(FairyExecutor) executor = fairy_executor_new(doc, fairy_actions(), &options);
    g_assert_true(fairy_executor_feed(executor, reply, strlen(reply), NULL));
    g_assert_true(fairy_executor_end(executor, NULL));
    g_assert_false(fairy_executor_has_refusals(executor));
}

/* What others changed is told once; its list as long as there is something on it. */
static void test_changes(void)
{
    static const char *const replies[] = {
        REPLY(MOVE_BOTH ",{\"_type\":\"update-todo\",\"id\":\"t\",\"text\":\"Join them\"}"),
        REPLY("{\"_type\":\"update-todo\",\"id\":\"t\",\"status\":\"done\"}"), REPLY(MESSAGE),
        NULL};
    g_auto(Scene) scene = {0};
    scene_open(&scene, replies, (FairyAgentOptions){.view = SVG_BOX_EMPTY});
    ask(&scene, "do it");
    g_autofree char *second = told(&scene, 1, 0);
    has(second, "your list of things to do: [{\"id\":\"t\",\"status\":\"todo\"");
    g_assert_null(strstr(second, "changed by others"));
    g_assert_null(strstr(second, "what you looked up")); /* the list is there as it is */
    edit(scene.doc, "user", REPLY("{\"_type\":\"delete\",\"shapeId\":\"b\"}"));
    edit(scene.doc, "two", REPLY("{\"_type\":\"move\",\"shapeId\":\"a\",\"x\":0,\"y\":0}"));
    ask(&scene, "and now?");
    g_autofree char *third = told(&scene, 2, 0);
    has(third, "changed by others since you last looked:\nthe person removed {\"shapeId\":\"b\"");
    has(third, "\n\"two\" updated {\"shapeId\":\"a\"");
    ask(&scene, "and now?");
    g_autofree char *last = told(&scene, 3, 0);
    g_assert_null(strstr(last, "changed by others"));
}

/* --- faults ----------------------------------------------------------------------------------- */

/* A font that isn't installed here is the drawing's own: nothing to mend, neither in what is there
 * nor in new words, which get it. */
static void test_fonts(void)
{
    static const char *const replies[] = {
        REPLY("{\"_type\":\"label\",\"shapeId\":\"a\",\"text\":\"One\"},{\"_type\":\"create\","
              "\"shape\":{\"_type\":\"rectangle\",\"shapeId\":\"n\",\"x\":20,\"y\":200,\"w\":"
              "200,\"h\":60,\"text\":\"Two\"}}"),
        REPLY(MESSAGE), NULL};
    g_auto(Scene) scene = {
        .drawing =
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 400 300'>\n"
            "<rect id='a' x='20' y='20' width='200' height='60' fill='none' stroke='black'/>\n"
            "<text id='t' x='20' y='140' font-family='Nowhere Sans' font-size='16'>Words</text>\n"
            "</svg>\n"};
    scene_open(&scene, replies, (FairyAgentOptions){.view = SVG_BOX_EMPTY, .lint_rounds = 2});
    ask(&scene, "do it");
    g_autofree char *text = told(&scene, 0, 0);
    has(text, "in \"Nowhere Sans\"");
    g_assert_null(strstr(text, "missing-font"));
    g_assert_null(strstr(text, "possible faults"));
    g_assert_cmpuint(test_server_requests(scene.server), ==, 1);
    g_autoptr(GBytes) bytes = svg_document_print(scene.doc, NULL);
    g_autofree char *drawn = g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
    g_auto(GStrv) fonts = g_strsplit(drawn, "Nowhere Sans", -1);
    g_assert_cmpuint(g_strv_length(fonts), >, 2); /* the new words have it, too */
}

/* --- the figure ------------------------------------------------------------------------------- */

/* It says who it is, comes, stands at what it works on, and flies to what it looks at. */
static void test_figure(void)
{
    static const char *const replies[] = {REPLY(MOVE_BOTH "," ELSEWHERE), REPLY(MESSAGE), NULL};
    g_auto(Scene) scene = {0};
    scene_open(&scene, replies, (FairyAgentOptions){.view = SVG_BOX_EMPTY});
    ask(&scene, "do it");
    g_autofree char *whole = g_strdup_printf(
        "fairy fairy %s|move 200,150|gesture poof 400|pose active|pose working|move 170,45|pose "
        "active|gesture soaring 400|move 50,40|pose waiting|pose idle|",
        fairy_agent_character(scene.agent)->name);
    g_assert_cmpstr(scene.figure->str, ==, whole);
    /* It is known by then. */
    g_string_truncate(scene.figure, 0);
    ask(&scene, "again");
    g_assert_true(g_str_has_prefix(scene.figure->str, "pose active|"));
}

/* --- replayed --------------------------------------------------------------------------------- */

static const char then[] = "2020-01-02T03:04:05+05";

/* Writes the recording anew with another time. */
static void set_time(const char *path, const char *to)
{
    g_autofree char *text = test_contents(path);
    g_autoptr(GRegex) time = g_regex_new("\"time\":\"[^\"]*\",\"mark\"", 0, 0, NULL);
    g_autofree char *with = g_strdup_printf("\"time\":\"%s\",\"mark\"", then);
    g_autofree char *changed = g_regex_replace_literal(time, text, -1, 0, with, 0, NULL);
    g_assert_cmpstr(changed, !=, text);
    g_assert_true(g_file_set_contents(to, changed, -1, NULL));
}

/* A replay tells the time that was, and has the fairy that was, whatever is asked for now; recorded
 * anew it is still so. */
static void test_replayed(void)
{
    static const char *const replies[] = {REPLY(COUNT), REPLY(MESSAGE), NULL};
    g_autofree char *first = test_recording_path(), *changed = test_recording_path(),
                    *again = test_recording_path(), *name = g_strconcat("replay:", changed, NULL),
                    *model = g_strconcat("replay+strict:", first, NULL);
    FairyRecording *recording =
        test_record(first, &(FairyRecordingOptions){.seed = 123456789012345678u});
    g_auto(Scene) scene = {0};
    scene_open(
        &scene, replies,
        (FairyAgentOptions){.seed = 5, .context = {.recording = recording}, .view = SVG_BOX_EMPTY});
    ask(&scene, "what time is it?");
    test_recording_close(recording);
    g_auto(Scene) strict = {0};
    scene_open(&strict, NULL, (FairyAgentOptions){.model = model, .view = SVG_BOX_EMPTY});
    ask(&strict, "what time is it?");
    g_assert_cmpuint(fairy_agent_executor(strict.agent)
                         ? fairy_executor_n_outcomes(fairy_agent_executor(strict.agent))
                         : 0,
                     ==, 2);
    g_assert_cmpstr(fairy_agent_character(strict.agent)->name, ==,
                    fairy_character(123456789012345678u, "fairy", NULL).name);
    set_time(first, changed);
    guint64 seed = 0;
    g_assert_true(fairy_replay_seed(name, &seed));
    g_assert_cmpuint(seed, ==, 123456789012345678u);
    recording = test_record(again, &(FairyRecordingOptions){.seed = seed});
    g_auto(Scene) replayed = {0};
    scene_open(
        &replayed, NULL,
        (FairyAgentOptions){
            .model = name, .seed = 6, .context = {.recording = recording}, .view = SVG_BOX_EMPTY});
    ask(&replayed, "what time is it?");
    test_recording_close(recording);
    g_autofree char *text = test_contents(again);
    g_auto(GStrv) told_then = g_strsplit(text, "time: Thursday, 2020-01-02 03:04 UTC+05:00", -1);
    g_auto(GStrv) noted = g_strsplit(text, "\"time\":\"2020-01-02T03:04:05+05\"", -1);
    g_assert_cmpuint(g_strv_length(told_then), ==, 3);
    g_assert_cmpuint(g_strv_length(noted), ==, 3);
    g_assert_false(fairy_replay_seed("offline", &seed));
    g_assert_false(fairy_replay_seed("replay:/nowhere/there", &seed));
}

int main(int argc, char **argv)
{
    g_autofree char *nowhere = NULL;
    g_test_init(&argc, &argv, NULL);
    test_recordings_begin();
    nowhere = test_recording_path();
    g_setenv("XDG_CONFIG_HOME", nowhere, TRUE);
    g_test_add_func("/prompt-agent/character", test_character);
    g_test_add_func("/prompt-agent/names-apart", test_names_apart);
    g_test_add_func("/prompt-agent/told", test_told);
    g_test_add_func("/prompt-agent/has-spoken", test_has_spoken);
    g_test_add_func("/prompt-agent/others", test_others);
    g_test_add_func("/prompt-agent/places", test_places);
    g_test_add_func("/prompt-agent/closer", test_closer);
    g_test_add_func("/prompt-agent/answers", test_answers);
    g_test_add_func("/prompt-agent/changes", test_changes);
    g_test_add_func("/prompt-agent/fonts", test_fonts);
    g_test_add_func("/prompt-agent/figure", test_figure);
    g_test_add_func("/prompt-agent/replayed", test_replayed);
    int failed = g_test_run();
    svg_cleanup();
    return failed;
}
