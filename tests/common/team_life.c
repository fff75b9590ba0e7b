/* A life of a team, lived and lived again. */
#include "common/team_life.h"

#include "agent/agent_priv.h"
#include "common/recordings.h"

#include <fairy/limits.h>
#include <svg/journal.h>

#include <glib/gstdio.h>

#include <string.h>

#define BEGIN G_GINT64_CONSTANT(1795359600000000)
#define LATER (FAIRY_MAX_TASK_WAIT_MS * 2ll * G_TIME_SPAN_MILLISECOND)

/* --- its way ---------------------------------------------------------------------------------- */

/* How long it thought is told in words. */
static void leave_out_times(cJSON *json)
{
    const cJSON *type = cJSON_GetObjectItemCaseSensitive(json, "type");
    if (g_strcmp0(cJSON_GetStringValue(type), "think") == 0) {
        cJSON_DeleteItemFromObjectCaseSensitive(json, "summary");
    }
}

void test_team_life_note(TestTeamLife *life, const FairyEvent *event, SvgDocument *doc)
{
    if (event->kind == FAIRY_EVENT_PARTIAL) {
        return;
    }
    cJSON *json = fairy_event_json(event);
    leave_out_times(json);
    if (event->kind == FAIRY_EVENT_ACTION) {
        g_autofree char *digest = svg_document_digest(doc);
        cJSON_AddStringToObject(json, "drawing", digest);
    }
    char *line = cJSON_PrintUnformatted(json);
    g_ptr_array_add(life->way, g_strdup(line));
    cJSON_free(line);
    cJSON_Delete(json);
}

char *test_ways_differ(const GPtrArray *way, const GPtrArray *again, gboolean whole)
{
    for (guint i = 0; i < MIN(way->len, again->len); i++) {
        if (!g_str_equal(way->pdata[i], again->pdata[i])) {
            return g_strdup_printf("event %u is another:\n%s\n%s", i, (char *)way->pdata[i],
                                   (char *)again->pdata[i]);
        }
    }
    gboolean same = way->len == again->len || (!whole && again->len > way->len);
    return same ? NULL : g_strdup_printf("there are %u events, and then %u", way->len, again->len);
}

/* --- lived ------------------------------------------------------------------------------------ */

static gint64 clock_of(gpointer data)
{
    return ((const TestTeamLife *)data)->now;
}

/* FairyRecordingFairy, with the names that they will have. */
static GArray *fairies_of(const TestTeamLife *life, guint64 seed, GPtrArray *ids)
{
    GArray *fairies = g_array_new(FALSE, FALSE, sizeof(FairyRecordingFairy));
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (guint i = 0; i < life->n; i++) {
        char *id = fairy_team_id(i);
        g_ptr_array_add(ids, id);
        g_ptr_array_add(names, NULL);
        FairyCharacter character =
            fairy_roster_character(NULL, seed, id, (const char *const *)names->pdata);
        FairyRecordingFairy fairy = {id, character.name};
        names->pdata[i] = (gpointer)character.name;
        g_array_append_val(fairies, fairy);
    }
    return fairies;
}

static void record(TestTeamLife *life)
{
    static const FairyCourseFuncs funcs = {.clock = clock_of};
    FairyRecordingOptions options = test_recording_options;
    g_autoptr(GPtrArray) ids = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GArray) fairies = fairies_of(life, options.seed, ids);
    options.fairies = (const FairyRecordingFairy *)(gpointer)fairies->data;
    options.n_fairies = fairies->len;
    options.no_bodies = TRUE;
    life->path = test_recording_path();
    life->recording = test_record(life->path, &options);
    life->course = fairy_course_new("fake", &funcs, life, NULL);
    fairy_course_record(life->course, life->recording);
}

TestTeamLife *test_team_life_new(const TestTeamLife *how, gboolean recorded)
{
    TestTeamLife *life = g_new0(TestTeamLife, 1);
    *life = (TestTeamLife){.drawing = g_strdup(how->drawing),
                           .kept = how->kept ? cJSON_Duplicate(how->kept, TRUE) : NULL,
                           .memory = how->memory ? cJSON_Duplicate(how->memory, TRUE) : NULL,
                           .words = how->words,
                           .n = how->n,
                           .limits = how->limits,
                           .now = BEGIN,
                           .way = g_ptr_array_new_with_free_func(g_free)};
    if (recorded) {
        record(life);
    }
    return life;
}

void test_team_life_play(TestTeamLife *life, FairyTeam *team, const TestFakeModel *model)
{
    const GPtrArray *agents = fairy_team_agents(team);
    TestFakeModel its = *model;
    its.recording = life->recording;
    for (guint i = 0; i < agents->len; i++) {
        FairyAgent *agent = agents->pdata[i];
        its.fairy = fairy_agent_name(agent);
        fairy_model_free(agent->model);
        agent->model = test_fake_model_new(&its);
    }
}

void test_team_life_close(TestTeamLife *life)
{
    if (life->recording) {
        fairy_course_record(life->course, NULL);
        test_recording_close(g_steal_pointer(&life->recording));
    }
}

void test_team_life_free(TestTeamLife *life)
{
    test_team_life_close(life);
    fairy_course_free(life->course);
    cJSON_Delete(life->kept);
    cJSON_Delete(life->memory);
    g_clear_pointer(&life->way, g_ptr_array_unref);
    g_free(life->drawing);
    if (life->path) {
        g_remove(life->path);
    }
    g_free(life->path);
    g_free(life);
}

void test_team_life_expire(TestTeamLife *life, FairyTeam *team)
{
    life->now += LATER;
    if (team->deadline) {
        g_source_set_ready_time(team->deadline, 0);
    }
}

/* --- and lived again -------------------------------------------------------------------------- */

typedef struct {
    TestTeamLife *life; /* the second */
    SvgDocument *doc;
    FairyTeam *team;
    FairyMemory *memory;
    FairyBudget *budget;
    gboolean rested;
    char *warning;
} Again;

static void on_event(const FairyEvent *event, gpointer data)
{
    const Again *again = data;
    test_team_life_note(again->life, event, again->doc);
}

static void on_rest(const GError *error, gpointer data)
{
    (void)error;
    ((Again *)data)->rested = TRUE;
}

static FairyAgent *fairy_of(gpointer data, const char *id)
{
    const Again *again = data;
    return again->team ? fairy_team_find(again->team, id) : NULL;
}

static void on_told(const char *fairy, const char *words, gpointer data)
{
    fairy_team_tell(((Again *)data)->team, fairy_of(data, fairy), words);
}

static void on_stopped(const char *fairy, gpointer data)
{
    fairy_team_stop(((Again *)data)->team, fairy_of(data, fairy));
}

static void on_limited(const char *fairy, const GError *why, gpointer data)
{
    fairy_agent_limit(fairy_of(data, fairy), why);
}

static gint64 clock_again(gpointer data)
{
    return ((const Again *)data)->life->now;
}

static void on_warning(const char *message, gpointer data)
{
    Again *again = data;
    g_free(again->warning);
    again->warning = g_strdup(message);
}

static FairyMemory *memory_of(const cJSON *kept)
{
    g_autoptr(GError) error = NULL;
    FairyMemory *memory =
        kept ? fairy_memory_from_json(kept, NULL, NULL, &error) : fairy_memory_new(NULL, NULL);
    g_assert_no_error(error);
    return memory;
}

static void begin_again(Again *again, const char *model)
{
    static const FairyCourseFuncs funcs = {.told = on_told,
                                           .stopped = on_stopped,
                                           .limited = on_limited,
                                           .warn = on_warning,
                                           .clock = clock_again};
    g_autoptr(GError) error = NULL;
    TestTeamLife *life = again->life;
    again->doc = svg_document_parse(life->drawing, strlen(life->drawing), "teams.svg", &error);
    g_assert_no_error(error);
    again->memory = memory_of(life->memory);
    again->budget = fairy_budget_new(&life->limits, NULL, NULL);
    life->course = fairy_course_new(model, &funcs, again, &error);
    g_assert_no_error(error);
    FairyTeamOptions options = {.agent = {.model = model,
                                          .context = {.course = life->course},
                                          .budget = again->budget,
                                          .memory = again->memory,
                                          .view = SVG_BOX_EMPTY,
                                          .kept = life->kept},
                                .n = life->n,
                                .on_event = on_event,
                                .on_rest = on_rest,
                                .data = again};
    again->team = fairy_team_new(again->doc, &options, &error);
    g_assert_no_error(error);
    again->rested = !fairy_team_ask(again->team, life->words);
}

static void end_again(Again *again)
{
    fairy_team_free(again->team);
    fairy_budget_free(again->budget);
    fairy_memory_free(again->memory);
    svg_document_free(again->doc);
    test_team_life_free(again->life);
    g_free(again->warning);
}

/* Behind the cut nothing is known any more. */
static gboolean has_come_to_end(const Again *again, const TestTeamLife *life, gboolean whole)
{
    return again->rested || (!whole && again->life->way->len >= life->way->len);
}

char *test_team_life_again(const TestTeamLife *life, gboolean whole)
{
    g_autofree char *model = g_strconcat("replay+strict:", life->path, NULL);
    Again again = {.life = test_team_life_new(life, FALSE)};
    begin_again(&again, model);
    while (!has_come_to_end(&again, life, whole) && g_main_context_iteration(NULL, FALSE)) {
    }
    char *differs = test_ways_differ(life->way, again.life->way, whole);
    if (differs && again.warning) {
        char *said = g_strdup_printf("%s (%s)", differs, again.warning);
        g_free(differs);
        differs = said;
    }
    end_again(&again);
    return differs;
}
