/* The table of modes: what each may do, and what changing from one to another does. */
#include <fairy/mode.h>

#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name;
    FairyLevel level;
    gboolean active;
    const char *pose;
    const char *asked, *stopped, *waiting; /* NULL: it stays */
} Row;

static const Row rows[] = {
    {"sleeping", FAIRY_LEVEL_FAIRY, FALSE, "sleeping", NULL, NULL, NULL},
    {"idling", FAIRY_LEVEL_FAIRY, FALSE, "idle", "one-shotting", NULL, NULL},
    {"one-shotting", FAIRY_LEVEL_FAIRY, TRUE, "active", NULL, "one-shotting-pausing", NULL},
    {"one-shotting-pausing", FAIRY_LEVEL_FAIRY, FALSE, "idle", "one-shotting", NULL, NULL},
    {"soloing", FAIRY_LEVEL_FAIRY, TRUE, "active", NULL, "idling", NULL},
    {"working-solo", FAIRY_LEVEL_TASK, TRUE, "active", NULL, "idling", NULL},
    {"standing-by", FAIRY_LEVEL_PROJECT, FALSE, "active", NULL, NULL, NULL},
    {"working-drone", FAIRY_LEVEL_TASK, TRUE, "active", NULL, "standing-by", NULL},
    {"orchestrating-active", FAIRY_LEVEL_PROJECT, TRUE, "active", NULL, "orchestrating-waiting",
     "orchestrating-waiting"},
    {"orchestrating-waiting", FAIRY_LEVEL_PROJECT, FALSE, "waiting", "orchestrating-active", NULL,
     NULL},
    {"duo-orchestrating-active", FAIRY_LEVEL_PROJECT, TRUE, "active", NULL,
     "duo-orchestrating-waiting", "duo-orchestrating-waiting"},
    {"duo-orchestrating-waiting", FAIRY_LEVEL_PROJECT, FALSE, "waiting", "duo-orchestrating-active",
     NULL, NULL},
    {"working-orchestrator", FAIRY_LEVEL_TASK, TRUE, "active", NULL, "duo-orchestrating-waiting",
     NULL},
};

static const char *name_of(FairyModeId id)
{
    return id == FAIRY_MODE_NONE ? NULL : fairy_mode(id)->name;
}

static FairyModeId find(const char *name)
{
    FairyModeId id = FAIRY_MODE_NONE;
    g_assert_true(fairy_mode_find(name, &id));
    return id;
}

static void test_row(gconstpointer data)
{
    const Row *row = data;
    const FairyMode *mode = fairy_mode(find(row->name));
    g_assert_cmpint(mode->level, ==, row->level);
    g_assert_cmpint(mode->active, ==, row->active);
    g_assert_cmpstr(fairy_pose_name(mode->pose), ==, row->pose);
    g_assert_cmpstr(name_of(mode->asked), ==, row->asked);
    g_assert_cmpstr(name_of(mode->stopped), ==, row->stopped);
    g_assert_cmpstr(name_of(mode->waiting), ==, row->waiting);
    g_assert_cmpint(mode->parts != NULL, ==, mode->active);
    g_assert_cmpint(fairy_mode_actions(find(row->name))[0] != NULL, ==, mode->active);
    g_assert_cmpint(mode->end != FAIRY_END_NOTHING, ==, mode->active);
}

/* Whoever is asked can then ask its model, and whoever is stopped doesn't. */
static void test_ways(void)
{
    g_assert_cmpint(G_N_ELEMENTS(rows), ==, FAIRY_MODE_COUNT - 1);
    for (guint i = FAIRY_MODE_NONE + 1; i < FAIRY_MODE_COUNT; i++) {
        const FairyMode *mode = fairy_mode((FairyModeId)i);
        g_assert_true(mode->asked == FAIRY_MODE_NONE || fairy_mode(mode->asked)->active);
        g_assert_true(mode->stopped == FAIRY_MODE_NONE || !fairy_mode(mode->stopped)->active);
        g_assert_true(!mode->active || mode->stopped != FAIRY_MODE_NONE);
    }
}

typedef struct {
    const char *from, *to;
    guint effects;
} Change;

#define GOES_IDLE \
    (FAIRY_EFFECT_STOP_WAITING | FAIRY_EFFECT_CLEAR_TODOS | FAIRY_EFFECT_FORGET_REMINDERS)

static const Change changes[] = {
    {"sleeping", "idling", FAIRY_EFFECT_APPEAR | GOES_IDLE},
    {"idling", "one-shotting", FAIRY_EFFECT_FORGET_CREATED},
    {"one-shotting-pausing", "one-shotting", 0},
    {"one-shotting", "one-shotting", 0},
    {"one-shotting", "one-shotting-pausing", 0},
    {"one-shotting", "idling", GOES_IDLE},
    {"one-shotting", "orchestrating-active", FAIRY_EFFECT_CLEAR_TODOS},
    {"idling", "soloing", 0},
    {"soloing", "working-solo", FAIRY_EFFECT_FORGET_EDITS | FAIRY_EFFECT_DROP_DONE},
    {"working-solo", "soloing", FAIRY_EFFECT_FORGET_EDITS | FAIRY_EFFECT_DROP_DONE},
    {"standing-by", "working-drone", FAIRY_EFFECT_FORGET_EDITS | FAIRY_EFFECT_CLEAR_TODOS},
    {"working-drone", "standing-by",
     FAIRY_EFFECT_FORGET_EDITS | FAIRY_EFFECT_CLEAR_TODOS | FAIRY_EFFECT_FORGET_REMINDERS},
    {"working-drone", "working-drone", 0},
    {"orchestrating-active", "orchestrating-waiting", 0},
    {"orchestrating-waiting", "orchestrating-active", 0},
    {"duo-orchestrating-active", "working-orchestrator",
     FAIRY_EFFECT_FORGET_EDITS | FAIRY_EFFECT_CLEAR_TODOS},
    {"working-orchestrator", "duo-orchestrating-active",
     FAIRY_EFFECT_FORGET_EDITS | FAIRY_EFFECT_CLEAR_TODOS},
    {"orchestrating-waiting", "idling", GOES_IDLE},
};

static void test_change(gconstpointer data)
{
    const Change *change = data;
    g_assert_cmphex(fairy_mode_effects(find(change->from), find(change->to)), ==, change->effects);
}

/* --- hooks ------------------------------------------------------------------------------------ */

/* A cell of the table of hooks in the runtime reference, §1.4, in words. Others than there: what
 * others changed is told until an answer to it came (§10, 60), so that only tasks begin without;
 * who is stopped rests in every mode (2), and answers a person where it can talk (47). */
typedef struct {
    const char *mode, *hook, *does;
} Hook;

static const Hook hooks[] = {
    {"idling", "enter", "stop-waiting clear-todos; from sleeping: appear"},
    {"idling", "start", "one-shotting"},
    {"one-shotting", "enter", "; from idling: forget-created"},
    {"one-shotting", "exit", "; not to one-shotting-pausing: clear-todos"},
    {"one-shotting", "start", "; by the person: forget-created"},
    {"one-shotting", "end", "one-shot"},
    {"one-shotting", "cancel", "one-shotting-pausing"},
    {"one-shotting-pausing", "start", "one-shotting"},
    {"soloing", "end", "solo"},
    {"soloing", "cancel", "idling"},
    {"working-solo", "enter", "drop-done forget-edits"},
    {"working-solo", "exit", "drop-done forget-edits"},
    {"working-solo", "start", "; by the person: soloing"},
    {"working-solo", "end", "work"},
    {"working-solo", "cancel", "idling"},
    {"working-drone", "enter", "clear-todos forget-edits"},
    {"working-drone", "exit", "clear-todos forget-edits"},
    {"working-drone", "end", "work"},
    {"working-drone", "cancel", "standing-by"},
    {"orchestrating-active", "end", "lead"},
    {"orchestrating-active", "cancel", "orchestrating-waiting"},
    {"orchestrating-waiting", "start", "orchestrating-active"},
    {"duo-orchestrating-active", "end", "lead"},
    {"duo-orchestrating-active", "cancel", "duo-orchestrating-waiting"},
    {"duo-orchestrating-waiting", "start", "duo-orchestrating-active"},
    {"working-orchestrator", "enter", "clear-todos forget-edits"},
    {"working-orchestrator", "exit", "clear-todos forget-edits"},
    {"working-orchestrator", "start", "; by the person: duo-orchestrating-active"},
    {"working-orchestrator", "end", "work"},
    {"working-orchestrator", "cancel", "duo-orchestrating-waiting"},
};

static const char *const hook_names[] = {"enter", "exit", "start", "end", "cancel"};

static void add_effects(GString *words, guint effects)
{
    static const char *const names[] = {"appear",    "stop-waiting", "clear-todos",
                                        "drop-done", "forget-edits", "forget-created"};
    const char *gap = "";
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        if (effects & 1u << i) {
            g_string_append_printf(words, "%s%s", gap, names[i]);
            gap = " ";
        }
    }
}

static void add_case(GString *words, const char *when, FairyModeId mode, guint effects)
{
    if (effects) {
        g_string_append_printf(words, "; %s%s: ", when, mode ? name_of(mode) : "");
        add_effects(words, effects);
    }
}

static char *hook_words(const FairyMode *mode, const char *hook)
{
    static const char *const ends[] = {"", "one-shot", "solo", "work", "lead"};
    GString *words = g_string_new(NULL);
    if (g_str_equal(hook, "enter")) {
        add_effects(words, mode->enter);
        add_case(words, "from ", mode->enter_from.mode, mode->enter_from.effects);
    } else if (g_str_equal(hook, "exit")) {
        add_effects(words, mode->exit);
        add_case(words, "not to ", mode->exit_unless.mode, mode->exit_unless.effects);
    } else if (g_str_equal(hook, "start")) {
        g_string_append(words, mode->asked ? name_of(mode->asked) : "");
        add_case(words, "by the person", FAIRY_MODE_NONE, mode->asked_by_user);
        g_string_append_printf(words, "%s%s", mode->told ? "; by the person: " : "",
                               mode->told ? name_of(mode->told) : "");
    } else if (g_str_equal(hook, "end")) {
        g_string_append(words, ends[mode->end]);
    } else {
        g_string_append(words, mode->stopped ? name_of(mode->stopped) : "");
    }
    return g_string_free(words, FALSE);
}

static void test_hook(gconstpointer data)
{
    const Hook *hook = data;
    g_autofree char *does = hook_words(fairy_mode(find(hook->mode)), hook->hook);
    g_assert_cmpstr(does, ==, hook->does);
}

static gboolean has_row(const char *mode, const char *hook)
{
    for (guint i = 0; i < G_N_ELEMENTS(hooks); i++) {
        if (g_str_equal(hooks[i].mode, mode) && g_str_equal(hooks[i].hook, hook)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Where the table has nothing, nothing is done. */
static void test_no_hook(void)
{
    for (guint id = FAIRY_MODE_NONE + 1; id < FAIRY_MODE_COUNT; id++) {
        const FairyMode *mode = fairy_mode((FairyModeId)id);
        for (guint i = 0; i < G_N_ELEMENTS(hook_names); i++) {
            if (!has_row(mode->name, hook_names[i])) {
                g_autofree char *does = hook_words(mode, hook_names[i]);
                g_test_message("%s %s", mode->name, hook_names[i]);
                g_assert_cmpstr(does, ==, "");
            }
        }
    }
}

/* --- rights ----------------------------------------------------------------------------------- */

/* What changes the drawing. */
#define CANVAS                                                                       \
    "align bring-to-front callout clear connect create delete describe distribute "  \
    "duplicate grid group insert-between label layout legend move offset pen place " \
    "recolor reconnect resize reverse rotate send-to-back set-attributes set-style " \
    "set-text stack svg swap to-layer ungroup update "

typedef struct {
    const char *mode, *allowed; /* all of them, with blanks between */
} Right;

/* The runtime reference's, §1.3, and what a drawing has besides; who works can look, and plan. */
static const Right rights[] = {
    {"one-shotting", CANVAS
     "add-detail change-page count country-info create-page delete-todos help look-closer message source "
     "random-wikipedia-article resize-page review set-view think update-todo"},
    {"soloing", "count create-task help look-closer message source set-view start-task think"},
    {"working-solo",
     CANVAS "count delete-todos help look-closer mark-task-done source review think update-todo"},
    {"working-drone",
     CANVAS "count delete-todos help look-closer mark-task-done source review think update-todo"},
    {"working-orchestrator",
     CANVAS "count delete-todos help look-closer mark-task-done source review think update-todo"},
    {"orchestrating-active",
     "abort-project await-tasks-completion count create-project-task delete-project-task "
     "direct-to-start-project-task end-project help look-closer message source set-view start-project think "
     "update-project-task"},
    {"duo-orchestrating-active",
     "abort-project await-tasks-completion count create-project-task delete-project-task "
     "direct-to-start-project-task end-project help look-closer message source set-view start-project "
     "start-task think update-project-task"},
    {"sleeping", ""},
    {"idling", ""},
    {"one-shotting-pausing", ""},
    {"standing-by", ""},
    {"orchestrating-waiting", ""},
    {"duo-orchestrating-waiting", ""},
};

static int by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void test_right(gconstpointer data)
{
    const Right *right = data;
    const FairyAction *const *actions = fairy_mode_actions(find(right->mode));
    g_auto(GStrv) wanted = g_strsplit(right->allowed, " ", -1);
    guint n = g_strv_length(wanted);
    qsort(wanted, n, sizeof *wanted, by_name);
    g_autoptr(GString) names = g_string_new(NULL);
    for (guint i = 0; actions[i]; i++) {
        g_string_append_printf(names, "%s%s", i ? " " : "", actions[i]->name);
    }
    g_autofree char *all = g_strjoinv(" ", wanted);
    g_assert_cmpstr(names->str, ==, all);
}

/* Every action somebody can be offered is somebody's. */
static void test_all(void)
{
    const FairyAction *const *all = fairy_actions();
    for (guint i = 0; all[i]; i++) {
        gboolean used =
            all[i]->family == FAIRY_FAMILY_INTERNAL || all[i]->family == FAIRY_FAMILY_ANNOTATION;
        for (guint id = FAIRY_MODE_NONE + 1; id < FAIRY_MODE_COUNT; id++) {
            used = used || fairy_mode_allows((FairyModeId)id, all[i]);
        }
        g_test_message("%s", all[i]->name);
        g_assert_true(used);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *path = g_strdup_printf("/mode/row/%s", rows[i].name);
        g_test_add_data_func(path, &rows[i], test_row);
    }
    for (guint i = 0; i < G_N_ELEMENTS(changes); i++) {
        g_autofree char *path =
            g_strdup_printf("/mode/change/%s/%s", changes[i].from, changes[i].to);
        g_test_add_data_func(path, &changes[i], test_change);
    }
    for (guint i = 0; i < G_N_ELEMENTS(hooks); i++) {
        g_autofree char *path = g_strdup_printf("/mode/hook/%s/%s", hooks[i].mode, hooks[i].hook);
        g_test_add_data_func(path, &hooks[i], test_hook);
    }
    g_test_add_func("/mode/no-hook", test_no_hook);
    for (guint i = 0; i < G_N_ELEMENTS(rights); i++) {
        g_autofree char *path = g_strdup_printf("/mode/right/%s", rights[i].mode);
        g_test_add_data_func(path, &rights[i], test_right);
    }
    g_test_add_func("/mode/ways", test_ways);
    g_test_add_func("/runtime/9-nothing-is-dead", test_all);
    return g_test_run();
}
