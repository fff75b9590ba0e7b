/* What a fairy would be sent: as `ask` would begin, with what was said before. */
#include "see_prompt.h"

#include "context.h"
#include "print.h"
#include "talk.h"

#include <fairy/compose.h>
#include <fairy/fence.h>
#include <fairy/picture.h>

#include <string.h>

enum { MOST_OTHERS = 64 };

/* A fairy at the drawing, and what is around it. */
typedef struct {
    CliEdit edit;
    FairyAgentOptions options; /* as a conversation has it */
    FairyMemory *memory;       /* NULL: that of the options */
    FairyProjects *projects;   /* NULL = none */
    const char *fairy;         /* its id */
    GArray *others;            /* FairyPeer */
    FairyCharacter character;
    GPtrArray *names; /* of all */
} Sight;

static void sight_clear(Sight *sight)
{
    fairy_session_free(sight->edit.session);
    g_free(sight->edit.output);
    fairy_memory_free(sight->memory);
    fairy_projects_free(sight->projects);
    g_array_unref(sight->others);
    g_ptr_array_unref(sight->names);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Sight, sight_clear)

/* --- projects --------------------------------------------------------------------------------- */

static FairyProjects *read_projects(const char *path, GError **error)
{
    g_autofree char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, error)) {
        return NULL;
    }
    cJSON *json = cJSON_Parse(text);
    FairyProjects *projects = fairy_projects_from_json(json, NULL, NULL, error);
    cJSON_Delete(json);
    if (projects == NULL) {
        g_prefix_error(error, "%s: ", path);
    }
    return projects;
}

static FairyModeId mode_of(const FairyProjects *projects, const FairyMember *member)
{
    const FairyTask *task = fairy_projects_task_of(projects, member->fairy);
    switch (member->role) {
    case FAIRY_MEMBER_ORCHESTRATOR:
        return FAIRY_MODE_ORCHESTRATING_ACTIVE;
    case FAIRY_MEMBER_DUO_ORCHESTRATOR:
        return task != NULL ? FAIRY_MODE_WORKING_ORCHESTRATOR : FAIRY_MODE_DUO_ORCHESTRATING_ACTIVE;
    case FAIRY_MEMBER_DRONE:
        break;
    }
    return task != NULL ? FAIRY_MODE_WORKING_DRONE : FAIRY_MODE_STANDING_BY;
}

/* Who is in that mode, in a project or at tasks of its own; NULL when nobody is. */
static const char *find_fairy(const FairyProjects *projects, FairyModeId mode)
{
    const GPtrArray *list = fairy_projects_list(projects), *tasks = fairy_projects_tasks(projects);
    for (guint i = 0; i < list->len; i++) {
        const FairyProject *project = list->pdata[i];
        for (guint k = 0; !fairy_project_is_over(project) && k < project->members->len; k++) {
            const FairyMember *member = project->members->pdata[k];
            if (mode_of(projects, member) == mode) {
                return member->fairy;
            }
        }
    }
    for (guint i = 0; i < tasks->len; i++) {
        const FairyTask *task = tasks->pdata[i];
        gboolean at = task->state == FAIRY_TASK_IN_PROGRESS;
        if (task->project == NULL && mode == (at ? FAIRY_MODE_WORKING_SOLO : FAIRY_MODE_SOLOING)) {
            return task->fairy;
        }
    }
    return NULL;
}

static void add_other(Sight *sight, const FairyMember *member)
{
    const FairyTask *task = fairy_projects_task_of(sight->projects, member->fairy);
    FairyCharacter character = fairy_character(sight->options.seed, member->fairy,
                                               (const char *const *)sight->names->pdata);
    FairyPeer other = {.id = member->fairy,
                       .name = character.name,
                       .mode = mode_of(sight->projects, member),
                       .box = task != NULL ? task->box : SVG_BOX_EMPTY,
                       .at = task != NULL ? task->title : NULL};
    g_array_append_val(sight->others, other);
    g_ptr_array_insert(sight->names, 0, (gpointer)character.name);
}

static gboolean join_project(Sight *sight, const FairyMode *mode, FairyModeId id, const char *path,
                             GError **error)
{
    sight->projects = read_projects(path, error);
    if (sight->projects == NULL) {
        return FALSE;
    }
    const char *fairy = find_fairy(sight->projects, id);
    if (fairy == NULL) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "nobody in %s is in the mode %s; name another --mode, or other projects", path,
                    mode->name);
        return FALSE;
    }
    sight->fairy = fairy;
    const FairyTask *task = fairy_projects_task_of(sight->projects, fairy);
    const FairyProject *project = fairy_projects_of(sight->projects, fairy);
    if (task != NULL && svg_box_is_empty(sight->options.view)) {
        sight->options.view = task->box;
    }
    for (guint i = 0; project != NULL && i < project->members->len && i < MOST_OTHERS; i++) {
        const FairyMember *member = project->members->pdata[i];
        if (strcmp(member->fairy, fairy) != 0) {
            add_other(sight, member);
        }
    }
    return TRUE;
}

/* Here is one fairy, which has just come to the drawing. */
static void say_what_lacks(const FairyMode *mode)
{
    static const char *const parts[][2] = {
        {"project", "a project"},
        {"project-brief", "a project"},
        {"solo-tasks", "tasks"},
        {"task", "a task"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(parts); i++) {
        if (g_strv_contains(mode->parts, parts[i][0])) {
            cli_print_failure(CLI_EXIT_DONE,
                              "in the mode %s there would be %s, too; --projects FILE has it",
                              mode->name, parts[i][1]);
            return;
        }
    }
}

/* --- a conversation --------------------------------------------------------------------------- */

/* As `ask` goes on with it; the words are the last. */
static void go_on(Sight *sight, const CliOptions *given)
{
    const char *words = given->operands[1];
    cli_talk_begin(&sight->edit, "a model that reads", &sight->options);
    if (sight->options.memory == NULL) {
        sight->memory = fairy_memory_new(NULL, NULL);
        sight->options.memory = sight->memory;
    }
    if (words != NULL) {
        fairy_memory_add_prompt(sight->options.memory, FAIRY_SOURCE_USER, NULL, words, NULL, words);
    }
}

static FairyPrompt *compose(const Sight *sight, SvgDocument *doc, const CliOptions *given,
                            const GArray *context, GError **error)
{
    static const FairyCapabilities capabilities = {.prompt = TRUE, .images = TRUE};
    const FairyAgentOptions *options = &sight->options;
    double step = options->step > 0 ? options->step : fairy_coords_step_for(svg_document_page(doc));
    g_autoptr(FairyCoords) coords = fairy_coords_new(options->origin, step);
    g_autoptr(GDateTime) now = g_date_time_new_now_local();
    g_autofree char *mark = fairy_fence_mark();
    FairyComposeOptions all = {
        .mode = given->mode,
        .doc = doc,
        .coords = coords,
        .capabilities = &capabilities,
        .view = options->view,
        .user_view = given->view,
        .selection = (const char *const *)given->select,
        .context = (const FairyContextItem *)(gpointer)context->data,
        .n_context = context->len,
        .fairy = sight->fairy,
        .character = &sight->character,
        .others = (const FairyPeer *)(gpointer)sight->others->data,
        .n_others = sight->others->len,
        .projects = sight->projects,
        .todos = options->todos,
        .time = now,
        .mark = mark,
        .history = fairy_memory_messages(options->memory),
        .data = fairy_memory_answers(options->memory),
        .words = fairy_memory_words(options->memory),
        .max_tokens = given->max_tokens,
    };
    g_autoptr(FairyPicture) picture = fairy_picture_draw(&all);
    all.picture = picture;
    return fairy_compose(&all, error);
}

static gboolean look(Sight *sight, const CliOptions *given, const FairyMode *mode, FairyModeId id,
                     GError **error)
{
    g_ptr_array_add(sight->names, NULL);
    go_on(sight, given);
    if (given->projects != NULL && !join_project(sight, mode, id, given->projects, error)) {
        return FALSE;
    }
    sight->character = fairy_character(sight->options.seed, sight->fairy,
                                       (const char *const *)sight->names->pdata);
    return TRUE;
}

gboolean cli_see_prompt(SvgDocument *doc, const CliOptions *options, GError **error)
{
    FairyModeId id = options->mode != FAIRY_MODE_NONE ? options->mode : FAIRY_MODE_ONE_SHOTTING;
    const FairyMode *mode = fairy_mode(id);
    g_autoptr(GArray) context = cli_context_read(doc, options->context, error);
    if (context == NULL || !cli_check_selection(doc, options->select, error)) {
        return FALSE;
    }
    g_auto(Sight) sight = {
        .edit = {.options = options,
                 .file = options->operands[0],
                 .output = cli_default_output(options->operands[0]),
                 .doc = doc},
        .options = {.origin = options->origin, .view = options->view},
        .fairy = "fairy",
        .others = g_array_new(FALSE, FALSE, sizeof(FairyPeer)),
        .names = g_ptr_array_new(),
    };
    g_autoptr(FairyPrompt) prompt = look(&sight, options, mode, id, error)
                                        ? compose(&sight, doc, options, context, error)
                                        : NULL;
    if (prompt == NULL) {
        return FALSE;
    }
    if (options->projects == NULL) {
        say_what_lacks(mode);
    }
    g_autofree char *text = fairy_prompt_show(prompt);
    cli_print_text(stdout, text, -1);
    return cli_flush(error);
}
