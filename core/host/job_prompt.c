/* What a fairy would be sent: as a job would begin, with what was said before. */
#include "host/job_priv.h"

#include <fairy/fence.h>
#include <fairy/picture.h>

#include <string.h>

enum { MOST_OTHERS = 64 };

/* A fairy at the drawing, and what is around it. */
typedef struct {
    FairyJob *job;
    FairyAgentOptions options; /* as a conversation has it */
    FairyMemory *memory;       /* NULL: that of the options */
    const FairyProjects *projects;
    FairyModeId mode;
    const char *fairy; /* its id */
    GArray *others;    /* FairyPeer */
    FairyCharacter character;
    GPtrArray *names; /* of all, ended by NULL */
} Sight;

static void sight_clear(Sight *sight)
{
    sight->job->doc = NULL; /* the caller's */
    fairy_job_free(sight->job);
    fairy_memory_free(sight->memory);
    g_array_unref(sight->others);
    g_ptr_array_unref(sight->names);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Sight, sight_clear)

static void add_other(Sight *sight, const FairyMember *member)
{
    const FairyTask *task = fairy_projects_task_of(sight->projects, member->fairy);
    FairyCharacter character =
        fairy_roster_character(sight->job->options.roster, sight->options.seed, member->fairy,
                               (const char *const *)sight->names->pdata);
    FairyPeer other = {.id = member->fairy,
                       .name = character.name,
                       .mode = fairy_mode_of_member(sight->projects, member),
                       .box = task ? task->box : SVG_BOX_EMPTY,
                       .at = task ? task->title : NULL};
    g_array_append_val(sight->others, other);
    g_ptr_array_insert(sight->names, 0, (gpointer)character.name);
}

static void add_others(Sight *sight)
{
    const FairyProject *project = fairy_projects_of(sight->projects, sight->fairy);
    for (guint i = 0; project && i < project->members->len && i < MOST_OTHERS; i++) {
        const FairyMember *member = project->members->pdata[i];
        if (strcmp(member->fairy, sight->fairy) != 0) {
            add_other(sight, member);
        }
    }
}

static gboolean join_project(Sight *sight, GError **error)
{
    sight->fairy = fairy_mode_find_fairy(sight->projects, sight->mode);
    if (!sight->fairy) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                    "nobody is in the mode %s; name another --mode, or other projects",
                    fairy_mode(sight->mode)->name);
        return FALSE;
    }
    const FairyTask *task = fairy_projects_task_of(sight->projects, sight->fairy);
    if (task && svg_box_is_empty(sight->options.view)) {
        sight->options.view = fairy_prompt_task_view(sight->job->doc, task->box);
    }
    add_others(sight);
    return TRUE;
}

/* As a job goes on with it; the words are the last. */
static void go_on(Sight *sight)
{
    const char *words = sight->job->words;
    fairy_job_begin_session(sight->job, "a model that reads", &sight->options);
    if (!sight->options.memory) {
        sight->memory = fairy_memory_new(NULL, NULL);
        sight->options.memory = sight->memory;
    }
    if (words) {
        fairy_memory_add_prompt(sight->options.memory, FAIRY_SOURCE_USER, NULL, words, NULL, words);
    }
}

static FairyPrompt *compose(const Sight *sight, guint max_tokens, GError **error)
{
    const FairyAgentOptions *options = &sight->options;
    const FairyJob *job = sight->job;
    const FairyCapabilities capabilities = {.prompt = TRUE, .images = !job->options.no_picture};
    double step = options->step > 0 ? options->step : fairy_coords_step_of(job->doc);
    g_autoptr(FairyCoords) coords = fairy_coords_new(options->origin, step);
    g_autoptr(GDateTime) now = g_date_time_new_now_local();
    g_autofree char *mark = fairy_fence_mark();
    FairyComposeOptions all = {
        .mode = job->options.mode,
        .actions = job->options.actions,
        .doc = job->doc,
        .coords = coords,
        .capabilities = &capabilities,
        .view = options->view,
        .user_view = job->options.view,
        .selection = (const char *const *)job->chosen->pdata,
        .context = (const FairyContextItem *)(gpointer)job->pointed->data,
        .n_context = job->pointed->len,
        .fairy = sight->fairy,
        .character = &sight->character,
        .standing = fairy_roster_words(job->options.roster, sight->fairy),
        .others = (const FairyPeer *)(gpointer)sight->others->data,
        .n_others = sight->others->len,
        .projects = sight->projects,
        .todos = options->todos,
        .time = now,
        .mark = mark,
        .history = fairy_memory_messages(options->memory),
        .data = fairy_memory_request_data(options->memory),
        .words = fairy_memory_request_text(options->memory),
        .max_tokens = max_tokens,
    };
    g_autoptr(FairyPicture) picture = fairy_picture_draw(&all);
    all.picture = picture;
    return fairy_prompt_compose(&all, error);
}

static gboolean look(Sight *sight, GError **error)
{
    g_ptr_array_add(sight->names, NULL);
    go_on(sight);
    if (sight->projects && !join_project(sight, error)) {
        return FALSE;
    }
    sight->character =
        fairy_roster_character(sight->job->options.roster, sight->options.seed, sight->fairy,
                               (const char *const *)sight->names->pdata);
    return TRUE;
}

FairyPrompt *fairy_job_prompt(const FairyJobOptions *options, SvgDocument *doc,
                              FairyProjects *projects, guint max_tokens, GError **error)
{
    FairyJob *job = fairy_job_new(options, error);
    if (!job) {
        return NULL;
    }
    g_auto(Sight) sight = {
        .job = job,
        .options = {.origin = options->origin, .view = options->view},
        .projects = projects,
        .mode = options->mode != FAIRY_MODE_NONE ? options->mode : FAIRY_MODE_ONE_SHOTTING,
        .fairy = "fairy",
        .others = g_array_new(FALSE, FALSE, sizeof(FairyPeer)),
        .names = g_ptr_array_new(),
    };
    job->doc = doc;
    job->looks = TRUE;
    return fairy_job_find_pointed(job, error) && look(&sight, error)
               ? compose(&sight, max_tokens, error)
               : NULL;
}
