/* What is told in each mode agrees with what the mode shows and allows: over all modes in which a
 * model is asked, with pictures and without, with other fairies and alone. */
#include "prompt/part.h"
#include "prompt/system.h"

#include <fairy/annotation.h>
#include <fairy/compose.h>
#include <fairy/tokens.h>

#include <string.h>

/* What stands in every request, in tokens: the rules of a mode, its actions, those of one that
 * plans or leads. */
#define RULES_TOKENS   1600
#define ACTIONS_TOKENS 1790
#define FEW_TOKENS     1000

/* Words in backquotes that are neither actions, nor headings, nor fields. */
static const char *const others[] = {"locked", "inside", "_type", NULL};

typedef struct {
    FairyKnown known;
    const FairyMode *mode;
    FairyPrompt *prompt;
    const char *rules, *actions;
} Case;

static const char *text_of(const FairyPrompt *prompt, const char *name)
{
    for (guint i = 0; i < prompt->system->len; i++) {
        const FairyContentPart *piece = prompt->system->pdata[i];
        if (g_str_equal(piece->name, name)) {
            return piece->text;
        }
    }
    g_assert_not_reached();
}

static void each_case(void (*func)(const Case *one))
{
    for (guint i = 0; i < 4 * FAIRY_MODE_COUNT; i++) {
        FairyKnown known = {(FairyModeId)(i / 4), (i & 1) != 0, (i & 2) != 0, NULL};
        const FairyMode *mode = fairy_mode(known.mode);
        if (!mode || !mode->active) {
            continue;
        }
        g_autoptr(FairyPrompt) prompt = fairy_prompt_new();
        fairy_system_write(prompt, &known);
        Case one = {known, mode, prompt, text_of(prompt, "rules"), text_of(prompt, "actions")};
        g_test_message("%s%s%s", mode->name, known.picture ? ", pictures" : "",
                       known.others ? ", others" : "");
        func(&one);
    }
}

/* --- names ------------------------------------------------------------------------------------ */

static gboolean has_field(const FairyField *field, const char *name)
{
    for (; field && field->name; field++) {
        if (g_str_equal(field->name, name) || has_field(field->fields, name)) {
            return TRUE;
        }
    }
    return FALSE;
}

static const FairyAction *const *usable(const Case *one)
{
    return one->known.actions ? one->known.actions : fairy_mode_actions(one->known.mode);
}

static gboolean is_field(const Case *one, const char *name)
{
    const FairyAction *const *actions = usable(one);
    for (guint i = 0; actions[i]; i++) {
        if (has_field(actions[i]->fields, name)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* NULL if no part has that heading. */
static const FairyPart *part_with(const char *heading)
{
    const FairyPart *const *parts = fairy_parts();
    for (guint i = 0; parts[i]; i++) {
        for (guint k = 0; k < G_N_ELEMENTS(parts[i]->headings) && parts[i]->headings[k]; k++) {
            if (g_str_equal(parts[i]->headings[k], heading)) {
                return parts[i];
            }
        }
    }
    return NULL;
}

static void check_name(const Case *one, const char *name)
{
    g_autoptr(GRegex) words = g_regex_new("^[A-Za-z_' -]+$", 0, 0, NULL);
    const FairyAction *action = fairy_action_find(name);
    const FairyPart *part = part_with(name);
    g_test_message("`%s`", name);
    if (action && g_str_equal(action->name, name)) {
        g_assert_true(fairy_actions_have(usable(one), action));
    } else if (part) {
        g_assert_true(g_strv_contains(one->mode->parts, part->name));
        g_assert_true(one->known.others || !g_str_equal(part->name, "other-fairies"));
    } else if (g_regex_match(words, name, 0, NULL) && !g_str_equal(name, "--")) {
        g_assert_true(is_field(one, name) || g_strv_contains(others, name));
    } /* else a sample */
}

static guint check_names(const Case *one, const char *pattern)
{
    g_autoptr(GRegex) names = g_regex_new(pattern, 0, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    guint n = 0;
    g_regex_match(names, one->rules, 0, &match);
    for (; g_match_info_matches(match); g_match_info_next(match, NULL), n++) {
        g_autofree char *name = g_match_info_fetch(match, 1);
        check_name(one, name);
    }
    return n;
}

/* Every action that is named can be used, everything that is told under a heading is shown. */
static void names(const Case *one)
{
    guint n = check_names(one, "`([^`\n]+)`");
    n += check_names(one, "\"_type\":\"([^\"]+)\"");
    g_assert_true(one->known.actions || n > 4);
}

static void test_names(void)
{
    each_case(names);
}

/* Every action that can be used is explained, and no other; nor does one name another that can't,
 * as far as its name is more than a word. */
static void explained(const Case *one)
{
    const FairyAction *const *all = fairy_actions();
    for (guint i = 0; all[i]; i++) {
        gboolean allowed = fairy_mode_allows(one->known.mode, all[i]);
        gboolean told =
            allowed && all[i]->family != FAIRY_FAMILY_DATA; /* told where it is wanted */
        g_autofree char *heading =
            g_strdup_printf("\n- %s%s", all[i]->name, all[i]->words ? ":" : "(");
        g_autofree char *word = g_strdup_printf("(?<![a-z-])%s(?![a-z-])", all[i]->name);
        g_test_message("%s", all[i]->name);
        g_assert_cmpint(strstr(one->actions, heading) != NULL, ==, told);
        g_assert_true(allowed || !strchr(all[i]->name, '-') ||
                      !g_regex_match_simple(word, one->actions, 0, 0));
    }
}

/* Who asks is called by one word everywhere. */
static void called(const Case *one)
{
    const char *const texts[] = {one->rules, one->actions};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_assert_false(g_regex_match_simple("\\busers?\\b", texts[i], G_REGEX_CASELESS, 0));
    }
}

static void test_called(void)
{
    each_case(called);
}

static void test_explained(void)
{
    each_case(explained);
}

/* --- few actions ------------------------------------------------------------------------------ */

static void with_actions(FairyKnown known, const FairyAction *const *actions,
                         void (*func)(const Case *one))
{
    known.actions = actions;
    g_autoptr(FairyPrompt) prompt = fairy_prompt_new();
    fairy_system_write(prompt, &known);
    const Case one = {known, fairy_mode(known.mode), prompt, text_of(prompt, "rules"),
                      text_of(prompt, "actions")};
    func(&one);
}

/* What is named can be used, and no heading stands over nothing. */
static void few_rules(const Case *one)
{
    gboolean helped = fairy_actions_have(usable(one), fairy_action_find("help"));
    g_assert_true(helped || !strstr(one->actions, "`help`"));
    names(one);
    g_assert_false(g_regex_match_simple("^# [^\n]*\n+(# |\\z)", one->rules, G_REGEX_MULTILINE, 0));
}

/* Nor is another named where it isn't in backquotes, as far as its name is more than a word. */
static void few(const Case *one)
{
    const FairyAction *const *all = fairy_actions();
    const char *const texts[] = {one->rules, one->actions};
    few_rules(one);
    for (guint i = 0; all[i]; i++) {
        g_autofree char *word = g_strdup_printf("(?<![a-z-])%s(?![a-z-])", all[i]->name);
        gboolean known = fairy_actions_have(usable(one), all[i]) || !strchr(all[i]->name, '-');
        for (gsize k = 0; k < G_N_ELEMENTS(texts) && !known; k++) {
            g_test_message("%s", all[i]->name);
            g_assert_false(g_regex_match_simple(word, texts[k], 0, 0));
        }
    }
}

/* As a job's prompt may, too. */
static void check_job(const char *path)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(FairyAnnotation) job = fairy_annotation_load(path, &error);
    g_assert_no_error(error);
    const FairyAction *const *actions = fairy_annotation_actions(job), *const *all =
                                                                           fairy_actions();
    const char *prompt = fairy_annotation_prompt(job);
    g_test_message("%s", path);
    for (guint i = 0; i < 4 && actions; i++) {
        const FairyKnown known = {FAIRY_MODE_ONE_SHOTTING, (i & 1) != 0, (i & 2) != 0, NULL};
        with_actions(known, actions, few);
    }
    for (guint i = 0; prompt && all[i]; i++) {
        g_assert_true(!actions || fairy_actions_have(actions, all[i]) ||
                      !strchr(all[i]->name, '-') || !strstr(prompt, all[i]->name));
    }
}

static void test_jobs(void)
{
    g_autofree char *folder = g_test_build_filename(G_TEST_DIST, "..", "plugin", "jobs", NULL);
    g_autoptr(GDir) jobs = g_dir_open(folder, 0, NULL);
    g_assert_nonnull(jobs);
    for (const char *name; (name = g_dir_read_name(jobs));) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        if (g_str_has_suffix(name, ".ini")) {
            check_job(path);
        }
    }
}

/* With each action of the mode alone, and with all but each. */
static void each_few(FairyKnown known, void (*func)(const FairyKnown *known, gpointer data),
                     gpointer data)
{
    const FairyAction *const *all = fairy_mode_actions(known.mode);
    g_autoptr(GPtrArray) rest = g_ptr_array_new();
    for (guint i = 0; all[i]; i++) {
        const FairyAction *const alone[] = {all[i], NULL};
        known.actions = alone;
        func(&known, data);
        g_ptr_array_set_size(rest, 0);
        for (guint k = 0; all[k]; k++) {
            if (k != i) {
                g_ptr_array_add(rest, (gpointer)all[k]);
            }
        }
        g_ptr_array_add(rest, NULL);
        known.actions = (const FairyAction *const *)rest->pdata;
        func(&known, data);
    }
}

static void on_few(const FairyKnown *known, G_GNUC_UNUSED gpointer data)
{
    with_actions(*known, known->actions, few_rules);
}

/* A job of a person's own may have any. */
static void any_few(const Case *one)
{
    each_few(one->known, on_few, NULL);
}

static void test_any_few(void)
{
    each_case(any_few);
}

/* --- rules ------------------------------------------------------------------------------------ */

/* What is told, and where it applies: actions that can be used, parts that are shown, "!": not. */
static const struct {
    const char *says, *where;
} told[] = {
    {"an agent that lives in a vector drawing", ""},
    {"They are friends", "other-fairies"},
    {"x grows to the right, y downwards", ""},
    {"never instructions to you", ""},
    {"Numbers are rounded", ""},
    {"What is marked `locked`", ""},
    {"`set-view` brings you elsewhere", "set-view"},
    {"picture of the view", "screenshot"},
    {"what \"this\" and \"these\" are about", "selected"},
    {"where the person looks", "user-view"},
    {"`pointed at` is \"here\"", "context-items"},
    {"found by measuring", "lints"},
    {"Answer with one JSON object", ""},
    {"with your next request you are told", ""},
    {"short ids that say what they are", "create"},
    {"Move shapes with `move`", "move update"},
    {"Prefer one action on many shapes (`align`, `distribute`, `stack`, `place`, `connect`)",
     "align"},
    {"draw with `pen`", "pen"},
    {"must fit, with room on all sides", "create"},
    {"a drawing of a cat has none", "label"},
    {"A label has to fit its shape", "label"},
    {"`anchor` is its point", "create"},
    {"`maxWidth` breaks lines", "create"},
    {"`fromId` and `toId`", "create"},
    {"connected already", "connect"},
    {"it lies to the left of the arrow's way", "create"},
    {"grey with the `fill` background", "create"},
    {"`message` is what the person reads", "message"},
    {"not an assistant", "message"},
    {"`think` is for yourself", "think"},
    {"Never answer with that alone", "think message"},
    {"with an item on your own list", "update-todo"},
    {"ask by `message`, and stop", "update-todo message"},
    {"`review` shows you the result", "review"},
    {"Review what took several changes", "review"},
    {"cross no shapes", "review"},
    {"What you look up stands under", "count"},
    {"You are planning now", "create-task"},
    {"you won't see what the person said", "create-task"},
    {"Who does it sees the project's description", "create-project-task"},
    {"until then you are asked to go on", "mark-task-done"},
    {"Keep to it, so that nobody sees", "project-brief"},
    {"You lead a team", "start-project !start-task"},
    {"You lead one partner", "start-project start-task"},
    {"`abort-project`", "abort-project"},
    {"you are asked again when a task has ended", "await-tasks-completion"},
    {"have your partner begin, await that task", "start-project start-task"},
    {"words that lie on words", "end-project"},
};

static gboolean has_name(const Case *one, const char *name)
{
    const FairyAction *action = fairy_action_find(name);
    gboolean part = g_strv_contains(one->mode->parts, name) &&
                    (one->known.picture || !g_str_equal(name, "screenshot")) &&
                    (one->known.others || !g_str_equal(name, "other-fairies"));
    g_assert_true(action || fairy_part_find(name));
    return action ? fairy_mode_allows(one->known.mode, action) : part;
}

static gboolean applies(const Case *one, const char *where)
{
    g_auto(GStrv) names = g_strsplit(where, " ", -1);
    gboolean all = TRUE;
    for (guint i = 0; names[i] && *names[i]; i++) {
        gboolean no = names[i][0] == '!';
        all = all && has_name(one, names[i] + no) != no;
    }
    return all;
}

/* Each rule is there where it applies, and only there. */
static void conditions(const Case *one)
{
    g_autofree char *rules = g_strdup(one->rules);
    g_strdelimit(rules, "\n", ' ');
    for (guint i = 0; i < G_N_ELEMENTS(told); i++) {
        g_test_message("%s", told[i].says);
        g_assert_cmpint(strstr(rules, told[i].says) != NULL, ==, applies(one, told[i].where));
    }
    g_assert_null(strstr(one->rules, "<!--"));
    g_assert_null(strstr(one->rules, "\n\n\n"));
}

static void test_conditions(void)
{
    each_case(conditions);
}

static void size(const Case *one)
{
    gsize rules = fairy_tokens(one->rules, strlen(one->rules)),
          actions = fairy_tokens(one->actions, strlen(one->actions));
    gboolean draws = fairy_mode_allows(one->known.mode, fairy_action_find("create"));
    g_test_message("%s: %zu and %zu tokens", one->mode->name, rules, actions);
    g_assert_cmpuint(rules, <=, RULES_TOKENS);
    g_assert_cmpuint(actions, <=, draws ? ACTIONS_TOKENS : FEW_TOKENS);
}

static void test_size(void)
{
    each_case(size);
}

/* --- sections --------------------------------------------------------------------------------- */

static void check_terms(const char *condition)
{
    g_auto(GStrv) terms = g_strsplit_set(condition, " |", -1);
    for (guint i = 0; terms[i]; i++) {
        const char *name = terms[i] + (terms[i][0] == '!');
        g_test_message("%s", name);
        g_assert_true(fairy_action_find(name) || fairy_part_find(name) ||
                      g_str_equal(condition, "always"));
    }
}

typedef struct {
    const FairySection *section;
    guint shown, absent;
} Shown;

static void count_section(const FairyKnown *known, gpointer data)
{
    Shown *shown = data;
    gboolean applies = fairy_section_applies(shown->section, known);
    shown->shown += applies;
    shown->absent += !applies;
}

/* Each has a condition that can be asked, and that changes something. */
static void test_sections(void)
{
    const GPtrArray *sections = fairy_sections();
    g_assert_cmpuint(sections->len, >, 10);
    for (guint i = 0; i < sections->len; i++) {
        const FairySection *section = sections->pdata[i];
        Shown shown = {.section = section};
        for (guint k = 0; k < 4 * FAIRY_MODE_COUNT; k++) {
            FairyKnown known = {(FairyModeId)(k / 4), (k & 1) != 0, (k & 2) != 0, NULL};
            if (fairy_mode(known.mode) && fairy_mode(known.mode)->active) {
                count_section(&known, &shown);
                each_few(known, count_section, &shown);
            }
        }
        g_test_message("%s: %s", section->file, section->condition);
        check_terms(section->condition);
        g_assert_cmpuint(shown.shown, >, 0);
        g_assert_cmpint(shown.absent == 0, ==, g_str_equal(section->condition, "always"));
        g_assert_true(*section->text);
    }
}

/* --- parts ------------------------------------------------------------------------------------ */

/* What is data stands together, before what isn't, so that there is one fence. */
static void check_order(const FairyMode *mode, guint at)
{
    const FairyPart *part = fairy_part_find(mode->parts[at]);
    for (guint i = 0; i < at; i++) {
        const FairyPart *before = fairy_part_find(mode->parts[i]);
        g_assert_true(before != part);
        g_assert_true(part->place != before->place || before->data || !part->data ||
                      g_str_equal(before->name, "screenshot"));
    }
}

/* Who may do the one is shown the other. */
static const char *const needs[][2] = {
    {"update-todo", "todos"},
    {"delete-todos", "todos"},
    {"create-task", "solo-tasks"},
    {"mark-task-done", "task"},
    {"start-project", "project"},
    {"direct-to-start-project-task", "project"},
    {"look-closer", "simple"},
    {"country-info", "data"},
    {"set-view", "own-view"},
    {"set-view", "peripheral"},
    {"create", "style"},
    {"create", "lints"},
    {"to-layer", "layers"},
    {"change-page", "pages"},
    {"message", "selected"},
    {"message", "user-view"},
    {"message", "time"},
    {"think", "history"},
    {"think", "screenshot"},
    {"think", "blurry"},
    {"think", "other-fairies"},
    {"think", "user-changes"},
    {"think", "sign"},
    {"think", "messages"},
};

static void test_needs(void)
{
    for (guint id = FAIRY_MODE_NONE + 1; id < FAIRY_MODE_COUNT; id++) {
        const FairyMode *mode = fairy_mode((FairyModeId)id);
        for (guint i = 0; i < G_N_ELEMENTS(needs); i++) {
            const FairyAction *action = fairy_action_find(needs[i][0]);
            g_test_message("%s: %s, %s", mode->name, needs[i][0], needs[i][1]);
            g_assert_true(action && fairy_part_find(needs[i][1]));
            g_assert_true(!fairy_mode_allows((FairyModeId)id, action) ||
                          g_strv_contains(mode->parts, needs[i][1]));
        }
    }
}

static void test_parts(void)
{
    const FairyPart *const *parts = fairy_parts();
    g_autoptr(GHashTable) used = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint id = FAIRY_MODE_NONE + 1; id < FAIRY_MODE_COUNT; id++) {
        const FairyMode *mode = fairy_mode((FairyModeId)id);
        for (guint i = 0; mode->parts && mode->parts[i]; i++) {
            g_test_message("%s: %s", mode->name, mode->parts[i]);
            g_assert_nonnull(fairy_part_find(mode->parts[i]));
            g_hash_table_add(used, (gpointer)mode->parts[i]);
            check_order(mode, i);
        }
        g_assert_true(!mode->active || (g_strv_contains(mode->parts, "history") &&
                                        g_strv_contains(mode->parts, "messages")));
    }
    for (guint i = 0; parts[i]; i++) {
        g_test_message("%s", parts[i]->name);
        g_assert_true(g_hash_table_contains(used, parts[i]->name));
        g_assert_true(i == 0 || strcmp(parts[i - 1]->name, parts[i]->name) < 0);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/runtime/4-named-is-allowed", test_names);
    g_test_add_func("/prompt-modes/explained", test_explained);
    g_test_add_func("/prompt-modes/called", test_called);
    g_test_add_func("/prompt-modes/jobs", test_jobs);
    g_test_add_func("/prompt-modes/any-few", test_any_few);
    g_test_add_func("/prompt-modes/conditions", test_conditions);
    g_test_add_func("/prompt-modes/size", test_size);
    g_test_add_func("/runtime/11-conditions-count", test_sections);
    g_test_add_func("/prompt-modes/parts", test_parts);
    g_test_add_func("/prompt-modes/needs", test_needs);
    return g_test_run();
}
