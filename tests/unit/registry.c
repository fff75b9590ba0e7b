/* Every action, by the contract of <fairy/action.h>: asks the registry, so that a new action is
 * tested by being there. */
#include "action/names.h"
#include "common/spec.h"

#include <fairy/action.h>
#include <fairy/limits.h>
#include <svg/shape.h>

#include <string.h>

static void test_contract(void)
{
    const FairyAction *const *actions = fairy_actions();
    for (guint i = 0; actions[i]; i++) {
        const FairyAction *a = actions[i];
        g_assert_true(i == 0 || strcmp(actions[i - 1]->name, a->name) < 0);
        g_autofree char *kebab = fairy_name_kebab(a->name);
        g_assert_cmpstr(kebab, ==, a->name);
        g_assert_cmpuint(strlen(a->summary), >, 5);
        g_assert_true(strlen(a->summary) < 70 && !strchr(a->summary, '\n'));
        g_assert_cmpuint(strlen(a->manual), >, strlen(a->summary));
        g_assert_nonnull(a->apply);
        g_assert_nonnull(fairy_family_info(a->family));
        g_assert_nonnull(a->fields);
    }
}

static void check_names_unique(const FairyField *fields)
{
    g_autoptr(GHashTable) names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    guint n = 0;
    for (; fields->name; fields++, n++) {
        g_assert_true(g_hash_table_add(names, g_ascii_strdown(fields->name, -1)));
        for (guint i = 0; fields->aliases && fields->aliases[i]; i++) {
            g_assert_true(g_hash_table_add(names, g_ascii_strdown(fields->aliases[i], -1)));
        }
        g_assert_cmpuint(strlen(fields->doc), >, 3);
        g_assert_true((fields->type == FAIRY_ENUM) == (fields->choices != NULL));
        gboolean objects = fields->type == FAIRY_OBJECT || fields->type == FAIRY_OBJECTS;
        g_assert_true(objects == (fields->fields != NULL));
        if (fields->fields) {
            check_names_unique(fields->fields);
        }
    }
    g_assert_cmpuint(n, <=, 64);
}

static void test_fields(void)
{
    const FairyAction *const *actions = fairy_actions();
    for (guint i = 0; actions[i]; i++) {
        check_names_unique(actions[i]->fields);
    }
}

/* Whether `text` has the word. */
static gboolean has_word(const char *text, const char *word)
{
    g_autofree char *escaped = g_regex_escape_string(word, -1);
    g_autofree char *pattern = g_strdup_printf("(?<![A-Za-z-])%s(?![A-Za-z-])", escaped);
    return g_regex_match_simple(pattern, text, 0, 0);
}

static void check_line(const char *line, const FairyField *fields)
{
    for (; fields->name; fields++) {
        g_test_message("%s", fields->name);
        g_assert_true(has_word(line, fields->name));
        gboolean own = fields->choices && !(fields->flags & FAIRY_FIELD_AS_STYLE);
        for (guint i = 0; own && fields->choices[i]; i++) {
            g_assert_true(has_word(line, fields->choices[i]));
        }
        if (fields->fields) {
            check_line(line, fields->fields);
        }
    }
}

/* What a prompt has of an action names all its fields and their values, whoever wrote it. */
static void test_prompt_lines(void)
{
    const FairyAction *const *actions = fairy_actions();
    g_autofree char *create = fairy_action_prompt_line(fairy_action_find("create"), FALSE);
    for (guint i = 0; actions[i]; i++) {
        g_autofree char *own = fairy_action_prompt_line(actions[i], FALSE);
        g_autofree char *whole = fairy_action_prompt_line(actions[i], TRUE);
        /* update has the fields of create; what it can't become is listed nowhere */
        g_autofree char *line = g_str_equal(actions[i]->name, "update")
                                    ? g_strconcat(own, create, "draw image group unknown", NULL)
                                    : g_strdup(own);
        g_test_message("%s", actions[i]->name);
        if (actions[i]->words) {
            g_assert_nonnull(strstr(own, actions[i]->summary));
            g_assert_false(g_regex_match_simple(actions[i]->words, "", 0, 0));
            check_line(whole, actions[i]->fields);
        } else {
            check_line(line, actions[i]->fields);
        }
    }
}

static void test_find(void)
{
    static const char *const names[][2] = {
        {"move", "move"},
        {"bring-to-front", "bring-to-front"},
        {"bringToFront", "bring-to-front"},
        {"BRING_TO_FRONT", "bring-to-front"},
        {"Send To Back", "send-to-back"},
        {" Move ", "move"},
        {"remove", "delete"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        const FairyAction *action = fairy_action_find(names[i][0]);
        g_assert_nonnull(action);
        g_assert_cmpstr(action->name, ==, names[i][1]);
    }
    g_assert_null(fairy_action_find("mve"));
    g_assert_null(fairy_action_find(""));
    g_assert_null(fairy_action_find(NULL));
    const FairyAction *const *actions = fairy_actions();
    for (guint i = 0; actions[i]; i++) {
        g_assert_true(fairy_action_find(actions[i]->name) == actions[i]);
        for (guint k = 0; actions[i]->aliases && actions[i]->aliases[k]; k++) {
            g_assert_true(fairy_action_find(actions[i]->aliases[k]) == actions[i]);
        }
    }
}

/* The names of two systems that models may know. An action that isn't there can't have any. */
static void test_other_systems(void)
{
    static const char *const names[][2] = {
        {"bringToFront", "bring-to-front"},
        {"sendToBack", "send-to-back"},
        {"setMyView", "set-view"},
        {"fly-to-bounds", "set-view"},
        {"update-todo-list", "update-todo"},
        {"upsert-personal-todo-item", "update-todo"},
        {"delete-personal-todo-items", "delete-todos"},
        {"countryInfo", "country-info"},
        {"getInspiration", "random-wikipedia-article"},
        {"message", "message"},
        {"think", "think"},
        {"review", "review"},
        {"add-detail", "add-detail"},
        {"create", "create"},
        {"update", "update"},
        {"delete", "delete"},
        {"label", "label"},
        {"move", "move"},
        {"offset", "offset"},
        {"place", "place"},
        {"rotate", "rotate"},
        {"resize", "resize"},
        {"align", "align"},
        {"distribute", "distribute"},
        {"stack", "stack"},
        {"pen", "pen"},
        {"clear", "clear"},
        {"count", "count"},
        {"create-page", "create-page"},
        {"change-page", "change-page"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        const FairyAction *action = fairy_action_find(names[i][1]);
        if (!action) {
            g_test_message("%s isn't there", names[i][1]);
        } else if (fairy_action_find(names[i][0]) != action) {
            g_test_message("\"%s\" isn't read as %s", names[i][0], names[i][1]);
            g_test_fail();
        }
    }
}

static void test_examples(void)
{
    const FairyAction *const *actions = fairy_actions();
    for (guint i = 0; actions[i]; i++) {
        cJSON *args = cJSON_Parse(actions[i]->example);
        g_assert_nonnull(args);
        g_assert_true(fairy_action_find(cJSON_GetStringValue(cJSON_GetObjectItem(args, "_type"))) ==
                      actions[i]);
        g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
        g_autoptr(GError) error = NULL;
        fairy_action_check(actions[i], args, notes, &error);
        g_assert_no_error(error);
        g_assert_cmpuint(notes->len, ==, 0);
        char *after = cJSON_PrintUnformatted(args);
        g_assert_cmpstr(after, ==, actions[i]->example);
        cJSON_free(after);
        cJSON_Delete(args);
    }
}

static void check_manual(const FairyField *fields, const char *text)
{
    for (; fields->name; fields++) {
        g_assert_nonnull(strstr(text, fields->name));
        for (guint i = 0; fields->choices && fields->choices[i]; i++) {
            g_assert_nonnull(strstr(text, fields->choices[i]));
        }
        if (fields->fields) {
            check_manual(fields->fields, text);
        }
    }
}

static void test_manuals(void)
{
    const FairyAction *const *actions = fairy_actions();
    for (guint i = 0; actions[i]; i++) {
        for (guint markdown = 0; markdown < 2; markdown++) {
            g_autofree char *manual = fairy_action_manual(actions[i], (gboolean)markdown);
            check_manual(actions[i]->fields, manual);
            g_assert_nonnull(strstr(manual, actions[i]->example));
            g_assert_nonnull(strstr(manual, actions[i]->summary));
        }
        g_autofree char *text = fairy_action_manual(actions[i], FALSE);
        g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
        for (guint k = 0; lines[k]; k++) {
            g_assert_true(strlen(lines[k]) <= 78 || strstr(lines[k], "_type\""));
        }
    }
}

/* --- what a chat shows ------------------------------------------------------------------------ */

static char *describe(const char *name, const char *args, gboolean complete)
{
    g_auto(FairyInfo) info = {0};
    cJSON *json = cJSON_Parse(args);
    fairy_action_info(fairy_action_find(name), json, complete, 0, &info);
    cJSON_Delete(json);
    return g_steal_pointer(&info.description);
}

static void test_info_rows(void)
{
    const FairyAction *const *actions = fairy_actions();
    for (guint i = 0; actions[i]; i++) {
        const FairyAction *a = actions[i];
        if (!a->doing || !a->done || (!a->icon && !a->describe) || !fairy_pose_name(a->pose)) {
            g_test_message("%s needs an icon or a function that describes it, a pose, and the "
                           "words while and after",
                           a->name);
            g_test_fail();
            continue;
        }
        g_autofree char *after = describe(a->name, a->example, TRUE);
        g_assert_true(a->describe || strstr(a->example, after) || g_str_has_prefix(after, a->done));
        for (guint complete = 0; complete < 2; complete++) {
            g_autofree char *early = describe(a->name, "{}", (gboolean)complete);
            g_autofree char *odd =
                describe(a->name,
                         "{\"intent\":1,\"text\":[],\"shape\":5,\"update\":{\"shapeId\":{}},"
                         "\"shapeIds\":[[]],\"shapeId\":true}",
                         (gboolean)complete);
            g_assert_true(a->describe || (g_str_equal(early, complete ? a->done : a->doing) &&
                                          g_str_equal(odd, early)));
        }
    }
}

static void test_info(void)
{
    static const struct {
        const char *name, *args;
        gboolean complete;
        const char *wanted;
    } cases[] = {
        {"align", "{\"intent\":\"Tidy the row\"}", FALSE, "Tidy the row"},
        {"align", "{\"intent\":\"\",\"shapeIds\":[\"a\",\"b\"]}", FALSE, "Aligning"},
        {"align", "{\"shapeIds\":[\"a\",\"b\"]}", TRUE, "Aligned 2 shapes"},
        {"align", "{\"shapeIds\":[\"a\"]}", TRUE, "Aligned a"},
        {"move", "{\"shapeId\":\"login\"}", TRUE, "Moved login"},
        {"create", "{\"shape\":{\"shapeId\":\"box\"}}", TRUE, "Created box"},
        {"create", "{\"shape\":{\"_type\":\"star\"}}", TRUE, "Created"},
        {"update", "{\"update\":{\"shapeId\":\"box\"}}", TRUE, "Updated box"},
        {"message", "{\"text\":\"Hel\"}", FALSE, "Hel"},
        {"message", "{}", FALSE, NULL},
        {"create-task", "{\"title\":\"Leg", FALSE, "Planning a task"},
        {"create-task", "{\"title\":\"Legend\",\"text\":\"Explain\"}", FALSE,
         "Planning a task: Legend\n\nExplain"},
        {"create-project-task", "{\"title\":\"Legend\",\"text\":\"Explain\"}", TRUE,
         "Planned a task: Legend"},
        {"start-project", "{\"projectName\":\"Map\",\"projectPlan\":\"First\"}", FALSE,
         "Planning a project: Map\n\nFirst"},
        {"start-project", "{\"projectName\":\"Map\",\"projectPlan\":\"First\"}", TRUE,
         "Planned a project: Map"},
        {"delete-project-task", "{\"taskId\":\"map\",\"reason\":\"No need\"}", TRUE,
         "Removed a task: map\n\nNo need"},
        {"direct-to-start-project-task", "{\"otherFairyId\":\"fairy-2\"}", FALSE, "Asking fairy-2"},
        {"direct-to-start-project-task", "{\"otherFairyId\":\"fairy-2\",\"taskId\":\"map\"}", TRUE,
         "Asked fairy-2: map"},
        {"await-tasks-completion", "{\"taskIds\":[\"map\"]}", TRUE, "Waiting for 1 task"},
        {"await-tasks-completion", "{\"taskIds\":[\"map\",\"key\"]}", TRUE, "Waiting for 2 tasks"},
        {"end-project", "{}", TRUE, "Ended the project"},
        {"abort-project", "{\"reason\":\"Which?\"}", FALSE, "Giving up the project: Which?"},
        {"think", "{}", FALSE, "Thinking"},
        {"think", "{\"text\":\"\"}", TRUE, NULL},
        {"think", "{\"text\":\"So\"}", TRUE, "So"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *got = describe(cases[i].name, cases[i].args, cases[i].complete);
        g_assert_cmpstr(got, ==, cases[i].wanted);
    }
    g_auto(FairyInfo) info = {0};
    fairy_action_info(fairy_action_find("move"), NULL, TRUE, 0, &info);
    g_assert_cmpstr(info.description, ==, "Moved");
    g_assert_cmpstr(fairy_icon_name(info.icon), ==, "cursor");
    g_assert_cmpstr(fairy_pose_name(info.pose), ==, "working");
    g_assert_true(info.can_group);
    g_assert_null(info.summary);
}

static void test_info_thought(void)
{
    static const struct {
        guint ms;
        const char *summary;
    } cases[] = {
        {999, "Thought for less than a second"},
        {1999, "Thought for 1 second"},
        {61000, "Thought for 61 seconds"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_auto(FairyInfo) info = {0};
        fairy_action_info(fairy_action_find("think"), NULL, TRUE, cases[i].ms, &info);
        g_assert_cmpstr(info.summary, ==, cases[i].summary);
    }
    g_auto(FairyInfo) info = {0};
    fairy_action_info(fairy_action_find("message"), NULL, TRUE, 0, &info);
    g_assert_false(info.can_group);
    g_assert_null(fairy_icon_name(info.icon));
}

/* --- specifications --------------------------------------------------------------------------- */

#define LEAST_APPLIED 3
#define LEAST_REFUSED 2

/* The runner, tests/spec/run.c, runs them whole and in pieces. */
static void test_specs(void)
{
    const FairyAction *const *actions = fairy_actions();
    for (guint i = 0; actions[i]; i++) {
        g_autofree char *file = g_strconcat(actions[i]->name, ".txt", NULL);
        g_autofree char *path = g_test_build_filename(G_TEST_DIST, "spec", file, NULL);
        g_autoptr(GError) error = NULL;
        g_autoptr(Spec) spec = spec_read(path, &error);
        if (!spec) {
            g_test_message("%s needs a specification: %s", actions[i]->name, error->message);
            g_test_fail();
            continue;
        }
        guint refused = 0;
        for (guint k = 0; k < spec->cases->len; k++) {
            refused += spec_case_is_refusal(spec->cases->pdata[k]);
        }
        g_assert_cmpstr(spec->name, ==, actions[i]->name);
        g_assert_true(spec->prose && strlen(spec->prose) > 40);
        if (refused < LEAST_REFUSED || spec->cases->len - refused < LEAST_APPLIED) {
            g_test_message("%s: %u cases that apply and %u that are refused; %d and %d are needed",
                           path, spec->cases->len - refused, refused, LEAST_APPLIED, LEAST_REFUSED);
            g_test_fail();
        }
    }
}

static void test_colors_told(void)
{
    g_autofree char *manual = fairy_action_manual(fairy_action_find("create"), TRUE);
    const char *const *names = svg_palette_names();
    for (guint i = 0; names[i]; i++) {
        g_assert_nonnull(strstr(manual, names[i]));
    }
}

static void test_near(void)
{
    g_assert_true(fairy_name_is_near("move", "mvoe"));
    g_assert_true(fairy_name_is_near("distribute", "distribut"));
    g_assert_true(fairy_name_is_near("align", "allign"));
    g_assert_false(fairy_name_is_near("move", "place"));
    g_assert_false(fairy_name_is_near("x", "y"));
    g_autofree char *huge = g_strnfill(100000, 'x');
    g_assert_false(fairy_name_is_near(huge, huge));
    g_assert_true(fairy_name_same("shapeId", "shape_id"));
    g_assert_true(fairy_name_same("Shape-ID", "shapeid"));
    g_assert_false(fairy_name_same("shapeId", "shapeIds"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/registry/contract", test_contract);
    g_test_add_func("/registry/fields", test_fields);
    g_test_add_func("/registry/prompt lines", test_prompt_lines);
    g_test_add_func("/registry/find", test_find);
    g_test_add_func("/registry/other-systems", test_other_systems);
    g_test_add_func("/registry/examples", test_examples);
    g_test_add_func("/registry/manuals", test_manuals);
    g_test_add_func("/registry/info/rows", test_info_rows);
    g_test_add_func("/registry/info/words", test_info);
    g_test_add_func("/registry/info/thought", test_info_thought);
    g_test_add_func("/registry/specs", test_specs);
    g_test_add_func("/registry/colors", test_colors_told);
    g_test_add_func("/registry/near", test_near);
    return g_test_run();
}
