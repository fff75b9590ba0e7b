/* What is sent of other fairies and their work when all of it says one thing: `corpus-injection`
 * reads texts, a JSON string a line, and prints for each the requests of a team by four wires, a
 * line each: {"case":…,"wire":…,"body":…}. injection.py looks at them. */
#include "base/quote.h"
#include "model/recording_form.h"
#include "wire/dialect.h"

#include <fairy/compose.h>
#include <fairy/executor.h>
#include <fairy/fence.h>
#include <fairy/limits.h>
#include <fairy/memory.h>

#include <stdio.h>
#include <string.h>

#define MAX_LINE 200000

static const char *const models[] = {"anthropic/claude-sonnet-5-5", "openai/gpt-6-luna",
                                     "gemini/gemini-flash-latest", "ollama/qwen3"};
static const char boxes[] =
    "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='300'><rect id='a' width='90' "
    "height='40'/><text id='t' x='9' y='99'>words</text></svg>";

/* Of one text. */
typedef struct {
    const char *text;
    SvgDocument *doc;
    FairyCoords *coords;
    FairyProjects *projects;
    FairyTodos *todos;
    FairyMemory *memory;
} Team;

/* --- a team that says nothing else ------------------------------------------------------------ */

static void plan(Team *team, const char *fairy, const char *id)
{
    g_autofree char *title = fairy_text_head(team->text, FAIRY_MAX_TITLE);
    FairyTaskPlan task = {id, title, team->text, {0, 0, 400, 300}, NULL, NULL};
    g_assert_true(fairy_projects_add_task(team->projects, "lead", fairy, &task, NULL));
}

static void make_project(Team *team)
{
    static const char *const fairies[] = {"lead", "one", "two", NULL};
    g_autofree char *title = fairy_text_head(team->text, FAIRY_MAX_TITLE);
    FairyProjectPlan begun = {title, team->text, "red", team->text};
    g_assert_true(fairy_projects_add(team->projects, "p", fairies, NULL));
    fairy_projects_add_input(team->projects, "lead", "draw a flow");
    g_assert_true(fairy_projects_begin(team->projects, "lead", &begun, NULL));
    plan(team, "one", "first");
    plan(team, "two", "second");
    plan(team, "two", "third");
    g_assert_true(fairy_projects_start_task_of(team->projects, "lead", "one", "first", NULL, NULL));
    fairy_projects_set_state(team->projects, "third", FAIRY_TASK_FAILED, team->text);
}

static void add_action(Team *team, FairyStatus status, cJSON *data)
{
    g_autofree char *type = g_strdup("count"), *detail = g_strdup(team->text);
    cJSON *action = cJSON_Parse("{\"_type\":\"count\"}");
    fairy_memory_add_action(
        team->memory,
        &(FairyOutcome){
            .type = type, .action = action, .status = status, .detail = detail, .data = data});
    cJSON_Delete(action);
}

/* What was said and done, and what ended. */
static void remember(Team *team)
{
    FairyMemory *memory = team->memory;
    cJSON *data = cJSON_CreateString(team->text);
    fairy_memory_add_prompt(memory, FAIRY_SOURCE_USER, NULL, "draw a flow", NULL, NULL);
    add_action(team, FAIRY_OK, data);
    add_action(team, FAIRY_REFUSED, NULL);
    fairy_memory_add_prompt(memory, FAIRY_SOURCE_OTHER, team->text, team->text, NULL, NULL);
    add_action(team, FAIRY_ADJUSTED, data);
    fairy_memory_end_task(memory, fairy_projects_task(team->projects, "third"));
    fairy_memory_end_project(memory, team->projects, fairy_projects_find(team->projects, "p"),
                             "lead");
    fairy_memory_add_prompt(memory, FAIRY_SOURCE_SELF, NULL, "Go on.", team->text, NULL);
    cJSON_Delete(data);
}

/* Changed by a fairy that is called so. */
static void change(Team *team)
{
    FairyExecutorOptions options = {.author = team->text};
    g_autoptr(FairyExecutor) executor = fairy_executor_new(team->doc, fairy_actions(), &options);
    cJSON *string = cJSON_CreateString(team->text);
    char *quoted = cJSON_PrintUnformatted(string);
    g_autofree char *reply = g_strdup_printf(
        "{\"actions\":[{\"_type\":\"label\",\"shapeId\":\"t\",\"text\":%s}]}", quoted);
    g_assert_true(fairy_executor_feed(executor, reply, strlen(reply), NULL));
    g_assert_true(fairy_executor_end(executor, NULL));
    cJSON_free(quoted);
    cJSON_Delete(string);
}

static void team_init(Team *team, const char *text)
{
    *team = (Team){.text = text,
                   .doc = svg_document_parse(boxes, strlen(boxes), "drawing.svg", NULL),
                   .coords = fairy_coords_new((SvgPoint){0, 0}, 1),
                   .projects = fairy_projects_new(NULL, NULL),
                   .todos = fairy_todos_new(),
                   .memory = fairy_memory_new(NULL, NULL)};
    g_autofree char *todo = fairy_text_head(text, FAIRY_MAX_TODO_BYTES);
    make_project(team);
    g_assert_true(fairy_todos_set(team->todos, "todo", NULL, todo, NULL));
    change(team);
    remember(team);
}

static void team_clear(Team *team)
{
    fairy_memory_free(team->memory);
    fairy_todos_free(team->todos);
    fairy_projects_free(team->projects);
    fairy_coords_free(team->coords);
    svg_document_free(team->doc);
}

/* --- what is sent ------------------------------------------------------------------------------
 */

static const struct {
    const char *fairy;
    FairyModeId mode;
} members[] = {
    {"lead", FAIRY_MODE_ORCHESTRATING_ACTIVE},
    {"one", FAIRY_MODE_WORKING_DRONE},
    {"two", FAIRY_MODE_ONE_SHOTTING},
};

static void print(Team *team, guint member, const FairyProfile *profile)
{
    static const FairyCapabilities capabilities = {.prompt = TRUE};
    const FairyPeer other = {
        .id = team->text, .name = team->text, .mode = FAIRY_MODE_WORKING_DRONE, .at = team->text};
    g_autofree char *mark = fairy_fence_mark();
    FairyComposeOptions options = {.mode = members[member].mode,
                                   .doc = team->doc,
                                   .coords = team->coords,
                                   .capabilities = &capabilities,
                                   .author = members[member].fairy,
                                   .fairy = members[member].fairy,
                                   .others = &other,
                                   .n_others = 1,
                                   .projects = team->projects,
                                   .todos = team->todos,
                                   .mark = mark,
                                   .history = fairy_memory_messages(team->memory),
                                   .data = fairy_memory_request_data(team->memory),
                                   .words = fairy_memory_request_text(team->memory)};
    g_autoptr(FairyPrompt) prompt = fairy_prompt_compose(&options, NULL);
    g_autoptr(FairyDialectRequest) request = fairy_dialect_request(profile, prompt, 0);
    printf("{\"case\":\"%s\",\"wire\":\"%s\",\"body\":%s}\n", members[member].fairy,
           fairy_wire_names[profile->provider->dialect], request->body);
}

static void print_all(const char *text)
{
    g_autoptr(FairySettings) settings = fairy_settings_load(NULL);
    Team team;
    team_init(&team, text);
    for (guint i = 0; i < G_N_ELEMENTS(models); i++) {
        g_autoptr(FairyProfile) profile = fairy_profile_new(models[i], settings, NULL);
        for (guint k = 0; k < G_N_ELEMENTS(members); k++) {
            print(&team, k, profile);
        }
    }
    team_clear(&team);
}

int main(void)
{
    static char line[MAX_LINE];
    g_setenv("XDG_CONFIG_HOME", "/nonexistent", TRUE);
    while (fgets(line, sizeof line, stdin)) {
        cJSON *text = cJSON_Parse(line);
        g_assert_true(cJSON_IsString(text));
        print_all(text->valuestring);
        cJSON_Delete(text);
    }
    svg_cleanup();
    return 0;
}
