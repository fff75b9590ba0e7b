/* Random lives of fairies that are asked, interrupted, stopped, sent into other modes, failed by
 * their model, killed and taken up again, and let go at any point, while a person edits the
 * drawing. After each step of the main loop the drawing is as the last whole action or edit left
 * it, and after a kill as it was when it was kept; in the end nobody is stuck, and everything that
 * was said was read once, or waits to be.
 *
 * TEST_SEED repeats a run; TEST_RUNS says how many lives. */
#include "common/recordings.h"

#include <fairy/agent.h>
#include <fairy/session.h>
#include <svg/edit.h>

#include <glib/gstdio.h>

#include <stdio.h>
#include <string.h>

#define RUNS       250 /* lives */
#define RECORDINGS 25  /* that models answer from */
#define ANSWERS    24  /* of each */
#define MOST_STEPS 20000

static const char drawing[] =
    "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='300' viewBox='0 0 400 300'>\n"
    "<rect id='a' x='20' y='20' width='100' height='40' fill='none' stroke='black'/>\n"
    "<rect id='b' x='200' y='30' width='100' height='40' fill='none' stroke='black'/>\n"
    "</svg>\n";

/* What models do: work, plan, look, nonsense. */
static const char *const actions[] = {
    "{\"_type\":\"move\",\"shapeId\":\"a\",\"x\":%u,\"y\":12}",
    "{\"_type\":\"offset\",\"shapeIds\":[\"b\"],\"dx\":%u,\"dy\":-3}",
    "{\"_type\":\"create\",\"shape\":{\"_type\":\"rectangle\",\"shapeId\":\"n%u\",\"x\":20,\"y\":90,"
    "\"w\":60,\"h\":30,\"text\":\"Gr\xc3\xbc\xc3\x9f\x65\"}}",
    "{\"_type\":\"create\",\"shape\":{\"_type\":\"text\",\"x\":38%u,\"y\":90,\"text\":\"beyond\"}}",
    "{\"_type\":\"delete\",\"shapeId\":\"n%u\"}",
    "{\"_type\":\"update-todo\",\"id\":\"t%u\",\"text\":\"this\",\"status\":\"todo\"}",
    "{\"_type\":\"update-todo\",\"id\":\"t%u\",\"text\":\"that\",\"status\":\"done\"}",
    "{\"_type\":\"delete-todos\",\"ids\":[\"t%u\"]}",
    "{\"_type\":\"review\",\"x\":%u,\"y\":0,\"w\":100,\"h\":100}",
    "{\"_type\":\"set-view\",\"x\":%u,\"y\":0,\"w\":100,\"h\":100}",
    "{\"_type\":\"look-closer\",\"shapeIds\":[\"n%u\",\"a\"]}",
    "{\"_type\":\"create-task\",\"taskId\":\"k%u\",\"title\":\"T\",\"text\":\"Do.\",\"x\":0,\"y\":0,"
    "\"w\":200,\"h\":200}",
    "{\"_type\":\"start-task\",\"taskId\":\"k%u\"}",
    "{\"_type\":\"mark-task-done\",\"intent\":\"%u\"}",
    "{\"_type\":\"message\",\"text\":\"hm %u\"}",
    "{\"_type\":\"nonsense\",\"n\":%u}",
};

typedef struct {
    GRand *rand;
    char *recordings[RECORDINGS];
    SvgDocument *doc;
    FairyAgent *agent;
    char *state;  /* of the drawing, after the last whole change */
    guint n_said; /* words that are looked for in the end */
    guint depth;  /* of calls from within events */
    guint in_event;
    guint n_rests, n_actions, n_errors, n_kills;
    /* For who is killed. */
    char *path;
    FairySession *session;
    FairyJournalWriter *record; /* of what isn't in the file */
    struct {
        char *state; /* of the drawing then; NULL: nothing is kept */
        guint n_said;
    } kept;
} World;

static guint below(World *w, guint n)
{
    return n ? (guint)g_rand_int_range(w->rand, 0, (gint32)n) : 0;
}

/* --- what models answer ----------------------------------------------------------------------- */

static char *some_reply(World *w)
{
    GString *reply = g_string_new("{\"actions\":[");
    for (guint i = 0, n = below(w, 6); i < n; i++) {
        const char *action = actions[below(w, G_N_ELEMENTS(actions))];
        g_auto(GStrv) halves = g_strsplit(action, "%u", 2);
        g_string_append_printf(reply, "%s%s%u%s", i ? "," : "", halves[0], below(w, 4), halves[1]);
    }
    g_string_append(reply, "]}");
    if (below(w, 8) == 0) {
        g_string_truncate(reply, below(w, (guint)reply->len));
        g_autofree char *valid = g_utf8_make_valid(reply->str, -1);
        g_string_assign(reply, valid);
    }
    return g_string_free(reply, FALSE);
}

static void record_line(FairyRecording *recording, guint number, const char *text, gboolean last)
{
    cJSON *line = cJSON_CreateObject(), *message = cJSON_AddObjectToObject(line, "message");
    cJSON_AddStringToObject(message, "role", "assistant");
    cJSON_AddStringToObject(message, "content", text);
    cJSON_AddBoolToObject(line, "done", last);
    if (last) {
        cJSON_AddStringToObject(line, "done_reason", "stop");
        cJSON_AddNumberToObject(line, "prompt_eval_count", 10);
        cJSON_AddNumberToObject(line, "eval_count", 10);
    }
    g_autofree char *json = cJSON_PrintUnformatted(line);
    g_autofree char *bytes = g_strconcat(json, "\n", NULL);
    fairy_recording_bytes(recording, number, bytes, strlen(bytes));
    cJSON_Delete(line);
}

static void record_answer(World *w, FairyRecording *recording, const FairyProfile *profile)
{
    static const char *const headers[] = {"content-type: application/x-ndjson", NULL};
    FairyRecordingRequest request = {.model = "ollama/m",
                                     .profile = profile,
                                     .method = "POST",
                                     .url = "/api/chat",
                                     .body = "{}"};
    guint number = fairy_recording_request(recording, &request);
    gboolean fails = below(w, 12) == 0;
    g_autofree char *reply = some_reply(w);
    fairy_recording_head(recording, number, fails && below(w, 2) ? 500 : 200, headers);
    for (const char *p = reply; *p;) {
        const char *end = p;
        for (guint n = 1 + below(w, 20); n > 0 && *end; n--) {
            end = g_utf8_next_char(end);
        }
        g_autofree char *piece = g_strndup(p, (gsize)(end - p));
        record_line(recording, number, piece, FALSE);
        p = end;
    }
    if (!fails) {
        record_line(recording, number, "", TRUE);
    }
    fairy_recording_end(recording, number, &(FairyApiError){.wait_ms = -1});
}

static void record(World *w)
{
    FairyProfile profile = {.provider = fairy_provider_find("ollama"),
                            .model = (char *)"m",
                            .base = (char *)"http://127.0.0.1:11434",
                            .json = FAIRY_JSON_OBJECT};
    for (guint i = 0; i < RECORDINGS; i++) {
        g_autofree char *path = test_recording_path();
        FairyRecording *recording = test_record(path, NULL);
        for (guint k = 0; k < ANSWERS; k++) {
            record_answer(w, recording, &profile);
        }
        test_recording_close(recording);
        w->recordings[i] = g_strconcat("replay:", path, NULL);
    }
}

/* --- a life ----------------------------------------------------------------------------------- */

static char *print(SvgDocument *doc)
{
    g_autoptr(GBytes) bytes = svg_document_print(doc, NULL);
    return g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
}

static void note_state(World *w)
{
    g_free(w->state);
    w->state = print(w->doc);
}

static void begin_record(World *w)
{
    fairy_journal_writer_free(w->record);
    w->record = fairy_journal_writer_new(&(FairyJournalWriterInfo){.command = "ask"});
    fairy_journal_writer_begin(w->record, w->doc);
}

/* The drawing is in its file. */
static void write_file(World *w)
{
    g_autoptr(GError) error = NULL;
    svg_document_save(w->doc, w->path, &error);
    g_assert_no_error(error);
    begin_record(w);
    g_clear_pointer(&w->kept.state, g_free); /* what is kept isn't of this drawing any more */
}

static void person_edits(World *w)
{
    SvgEdit *edit = svg_edit_begin(w->doc, "user");
    g_autoptr(GError) error = NULL;
    svg_edit_move(edit, "b", (SvgPoint){below(w, 300), below(w, 200)}, SVG_ANCHOR_CENTER, &error);
    svg_change_free(svg_edit_commit(edit, &error));
    g_assert_no_error(error);
    note_state(w);
    write_file(w);
}

static FairyInput words(World *w, char *text, gsize size)
{
    g_snprintf(text, size, "<words %u>", w->n_said++);
    return (FairyInput){.text = text,
                        .source = (FairySource)below(w, 3),
                        .from = "other",
                        .view = below(w, 4) ? SVG_BOX_EMPTY : (SvgBox){10, 10, 100, 80}};
}

/* One of the things that can happen to a fairy from outside. */
static void disturb(World *w, gboolean inside)
{
    char text[32];
    switch (below(w, 6)) {
    case 0: {
        FairyInput input = words(w, text, sizeof text);
        fairy_agent_post(w->agent, &input);
        break;
    }
    case 1: {
        FairyInput input = words(w, text, sizeof text);
        fairy_agent_interrupt(w->agent, FAIRY_MODE_NONE, &input);
        break;
    }
    case 2: {
        FairyModeId mode = (FairyModeId)below(w, FAIRY_MODE_COUNT);
        FairyInput input = words(w, text, sizeof text);
        fairy_agent_interrupt(w->agent, mode, &input);
        break;
    }
    case 3:
        fairy_agent_interrupt(w->agent, (FairyModeId)below(w, FAIRY_MODE_COUNT), NULL);
        break;
    case 4:
        fairy_agent_stop(w->agent);
        break;
    default:
        if (!inside) {
            person_edits(w);
        }
    }
}

/* --- being killed ----------------------------------------------------------------------------- */

static FairyCheckpoint *run_of(World *w)
{
    FairyCheckpoint *run = fairy_checkpoint_new();
    g_autoptr(SvgDocument) file = svg_document_load(w->path, NULL);
    *run = (FairyCheckpoint){.asked = g_strdup(w->path),
                             .reads = g_strdup(w->path),
                             .writes = g_strdup(w->path),
                             .session = g_strdup(FAIRY_SESSION_DEFAULT),
                             .words = g_strdup("words"),
                             .before = svg_document_digest(file),
                             .done = fairy_journal_writer_json(w->record),
                             .chat = fairy_session_new_items(w->session),
                             .life = fairy_agent_snapshot(w->agent)};
    return run;
}

/* Also from within an event, unless that comes before the one of an action that is done. */
static void keep(World *w)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(FairyCheckpoint) run = run_of(w);
    if (!run->done) {
        g_assert_cmpuint(w->depth + w->in_event, >, 0);
        return;
    }
    fairy_checkpoint_save(run, &error);
    g_assert_no_error(error);
    g_free(w->kept.state);
    w->kept.state = g_strdup(w->state);
    w->kept.n_said = w->n_said;
}

/* As a run that ends before it is done: the file has what was finished, the session the rest. */
static void keep_written(World *w)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(FairyCheckpoint) run = run_of(w);
    write_file(w);
    g_clear_pointer(&run->done, cJSON_Delete);
    g_clear_pointer(&run->chat, cJSON_Delete);
    g_free(run->before);
    run->before = svg_document_digest(w->doc);
    run->why = g_strdup("stopped");
    fairy_session_save(w->session, w->path, &(FairyRunCost){0}, run, &error);
    g_assert_no_error(error);
    w->kept.state = g_strdup(w->state);
    w->kept.n_said = w->n_said;
}

/* The drawing as it was kept, made of the file and of what is kept. */
static void restore_drawing(World *w, const FairyCheckpoint *run)
{
    g_autoptr(GError) error = NULL;
    svg_document_free(w->doc);
    w->doc = svg_document_load(w->path, &error);
    g_assert_no_error(error);
    g_autofree char *digest = svg_document_digest(w->doc);
    g_assert_cmpstr(digest, ==, run->before);
    if (run->done) {
        SvgDocument *redone = fairy_journal_writer_replay(w->doc, run->done, &error);
        g_assert_no_error(error);
        svg_document_free(w->doc);
        w->doc = redone;
    }
    begin_record(w);
    fairy_journal_writer_prepend(w->record, run->done);
    note_state(w);
    g_assert_cmpstr(w->state, ==, w->kept.state);
}

static void new_agent(World *w, const FairyCheckpoint *run);

static void restore(World *w)
{
    g_autoptr(GError) error = NULL;
    fairy_agent_free(w->agent);
    fairy_session_free(w->session);
    g_autoptr(FairyCheckpoint) run =
        fairy_checkpoint_find(w->path, NULL, FAIRY_SESSION_DEFAULT, &error);
    g_assert_no_error(error);
    restore_drawing(w, run);
    w->session = fairy_session_open(w->path, FAIRY_SESSION_DEFAULT, TRUE, &error);
    g_assert_no_error(error);
    fairy_session_add_items(w->session, run->chat, &error);
    g_assert_no_error(error);
    w->n_said = w->kept.n_said;
    w->n_kills++;
    new_agent(w, run);
    fairy_agent_resume(w->agent);
}

static void kill_it(World *w)
{
    if (!w->kept.state || below(w, 2)) {
        (below(w, 3) ? keep : keep_written)(w);
    }
    restore(w);
}

/* --- what happens ----------------------------------------------------------------------------- */

static void on_event(const FairyEvent *event, gpointer data)
{
    World *w = data;
    if (event->kind == FAIRY_EVENT_ACTION) {
        w->n_actions++;
        fairy_journal_writer_add(w->record, event->outcome);
        note_state(w);
    } else if (event->kind == FAIRY_EVENT_REST) {
        w->n_rests++;
        w->n_errors += event->error != NULL;
    }
    if (w->depth == 0 && below(w, 60) == 0) {
        w->depth++;
        disturb(w, TRUE);
        w->depth--;
    } else if (below(w, 150) == 0) {
        w->in_event++;
        keep(w);
        w->in_event--;
    }
}

static void check_drawing(World *w)
{
    g_autofree char *now = print(w->doc);
    g_assert_cmpstr(now, ==, w->state);
}

static void run_on(World *w, guint steps)
{
    for (guint i = 0; i < steps && fairy_agent_is_running(w->agent); i++) {
        g_main_context_iteration(NULL, TRUE);
        check_drawing(w);
    }
}

static void count_words(const World *w, guint *times, const char *text)
{
    guint n;
    if (sscanf(text, "<words %u>", &n) == 1) {
        g_assert_cmpuint(n, <, w->n_said);
        g_assert_cmpuint(++times[n], ==, 1);
    }
}

/* Each of them read once, or still waiting. */
static void check_words(World *w)
{
    const GPtrArray *items = fairy_memory_items(fairy_agent_memory(w->agent));
    g_autofree guint *times = g_new0(guint, w->n_said);
    for (guint i = 0; i < items->len; i++) {
        const FairyMemoryItem *item = items->pdata[i];
        if (item->kind == FAIRY_MEMORY_PROMPT) {
            count_words(w, times, item->text);
        }
    }
    cJSON *kept = fairy_agent_snapshot(w->agent);
    const cJSON *mailbox = cJSON_GetObjectItemCaseSensitive(kept, "mailbox"), *waiting;
    g_assert_cmpint(cJSON_GetArraySize(mailbox), ==, (int)fairy_agent_n_inputs(w->agent));
    cJSON_ArrayForEach(waiting, mailbox)
    {
        count_words(w, times,
                    cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(waiting, "text")));
    }
    cJSON_Delete(kept);
    for (guint n = 0; n < w->n_said; n++) {
        g_assert_cmpuint(times[n], ==, 1);
    }
}

static void new_agent(World *w, const FairyCheckpoint *run)
{
    g_autoptr(GError) error = NULL;
    FairyAgentOptions options = {.model = w->recordings[below(w, RECORDINGS)],
                                 .plans = below(w, 2) == 0,
                                 .view = SVG_BOX_EMPTY,
                                 .memory = w->session->memory,
                                 .todos = w->session->todos,
                                 .kept = run ? run->life : NULL,
                                 .on_event = on_event,
                                 .data = w};
    w->agent = fairy_agent_new(w->doc, &options, &error);
    g_assert_no_error(error);
}

static void begin_life(World *w)
{
    w->doc = svg_document_parse(drawing, strlen(drawing), w->path, NULL);
    w->session = fairy_session_open(w->path, FAIRY_SESSION_DEFAULT, TRUE, NULL);
    w->n_said = 0;
    note_state(w);
    write_file(w);
    new_agent(w, NULL);
}

static void end_life(World *w)
{
    fairy_agent_free(w->agent);
    check_drawing(w);
    fairy_session_free(w->session);
    fairy_session_delete(w->path, FAIRY_SESSION_DEFAULT, NULL);
    g_clear_pointer(&w->record, fairy_journal_writer_free);
    svg_document_free(w->doc);
}

static void live(World *w)
{
    begin_life(w);
    char text[32];
    FairyInput first = words(w, text, sizeof text);
    fairy_agent_post(w->agent, &first);
    for (guint n = below(w, 5); n > 0; n--) {
        run_on(w, below(w, 60));
        if (below(w, 4)) {
            disturb(w, FALSE);
        } else {
            kill_it(w);
        }
        check_drawing(w);
    }
    if (below(w, 4) > 0) { /* else it is let go as it is */
        run_on(w, MOST_STEPS);
        g_assert_false(fairy_agent_is_running(w->agent));
    }
    check_words(w);
    end_life(w);
}

static void test_lives(void)
{
    const char *seed = g_getenv("TEST_SEED"), *runs = g_getenv("TEST_RUNS");
    guint32 number = seed ? (guint32)g_ascii_strtoull(seed, NULL, 10) : g_random_int();
    guint n = runs ? (guint)g_ascii_strtoull(runs, NULL, 10) : RUNS;
    g_test_message("TEST_SEED=%u", number);
    World w = {.rand = g_rand_new_with_seed(number)};
    w.path = g_build_filename(g_getenv("XDG_STATE_HOME"), "lives.svg", NULL);
    record(&w);
    for (guint i = 0; i < n; i++) {
        live(&w);
    }
    g_test_message("%u lives: %u actions, %u rests, %u of them with an error, %u kills", n,
                   w.n_actions, w.n_rests, w.n_errors, w.n_kills);
    g_assert_cmpuint(w.n_actions, >, n / 2);
    g_assert_cmpuint(w.n_errors, >, 0);
    g_assert_cmpuint(w.n_kills, >, n / 10);
    for (guint i = 0; i < RECORDINGS; i++) {
        g_free(w.recordings[i]);
    }
    g_unlink(w.path);
    g_free(w.path);
    g_free(w.kept.state);
    g_free(w.state);
    g_rand_free(w.rand);
}

static void remove_folder(const char *folder)
{
    static const char *const files[] = {"journal.db", "journal.db-wal", "journal.db-shm", ""};
    for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *path = g_build_filename(folder, "fairies", files[i], NULL);
        g_remove(path);
    }
    g_rmdir(folder);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_autofree char *folder = g_dir_make_tmp("fairy-lives-XXXXXX", NULL);
    g_setenv("XDG_STATE_HOME", folder, TRUE);
    test_recordings_begin();
    g_test_add_func("/interrupts/lives", test_lives);
    int failed = g_test_run();
    remove_folder(folder);
    svg_cleanup();
    return failed;
}
