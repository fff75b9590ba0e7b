/* A fairy goes on from where another was. */
#include "agent/agent_priv.h"

#include <math.h>

static const char cut[] =
    "You were interrupted before this was done. What you had finished is in the drawing, which is "
    "as shown below; what you were writing at that moment is not. Go on with what is left, and do "
    "nothing twice.";

static const cJSON *member(const cJSON *json, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(json, name);
}

static const char *text_of(const cJSON *json, const char *name)
{
    return cJSON_GetStringValue(member(json, name));
}

static double number_of(const cJSON *json, const char *name)
{
    const cJSON *item = member(json, name);
    return cJSON_IsNumber(item) && isfinite(item->valuedouble) ? item->valuedouble : 0;
}

static SvgBox box_of(const cJSON *json)
{
    const cJSON *box = member(json, "view");
    SvgBox view = {number_of(box, "x"), number_of(box, "y"), number_of(box, "w"),
                   number_of(box, "h")};
    return view.w > 0 && view.h > 0 ? view : SVG_BOX_EMPTY;
}

static FairySource source_of(const cJSON *json)
{
    const char *name = text_of(json, "source");
    for (guint i = 0; name && fairy_source_names[i]; i++) {
        if (g_str_equal(fairy_source_names[i], name)) {
            return (FairySource)i;
        }
    }
    return FAIRY_SOURCE_SELF;
}

static void read_mailbox(FairyAgent *agent, const cJSON *list)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, list)
    {
        FairyInput input = {.text = text_of(item, "text"),
                            .quoted = text_of(item, "quoted"),
                            .words = text_of(item, "words"),
                            .source = source_of(item),
                            .from = text_of(item, "from"),
                            .lapses = cJSON_IsTrue(member(item, "lapses")),
                            .view = box_of(item)};
        if (input.text) {
            fairy_agent_enqueue(agent, &input);
        }
    }
}

static void read_created(FairyAgent *agent, const cJSON *list)
{
    const cJSON *id;
    cJSON_ArrayForEach(id, list)
    {
        if (cJSON_IsString(id)) {
            g_hash_table_add(agent->created, g_strdup(id->valuestring));
        }
    }
}

/* At what isn't there any more nobody can go on. */
static FairyModeId read_mode(const FairyAgent *agent, const cJSON *kept)
{
    const char *name = text_of(kept, "mode");
    FairyModeId mode;
    if (!name || !fairy_mode_find(name, &mode)) {
        return FAIRY_MODE_IDLING;
    }
    FairyLevel level = fairy_mode(mode)->level;
    const FairyProject *project = fairy_projects_of(agent->projects, agent->name);
    gboolean there = level == FAIRY_LEVEL_FAIRY ? project == NULL
                     : level == FAIRY_LEVEL_PROJECT
                         ? project != NULL
                         : fairy_projects_task_of(agent->projects, agent->name) != NULL;
    return there ? mode
           : project
               ? fairy_mode_of_member(agent->projects, fairy_project_member(project, agent->name))
               : FAIRY_MODE_IDLING;
}

void fairy_agent_restore(FairyAgent *agent, const cJSON *kept)
{
    const cJSON *projects = member(kept, "projects");
    if (projects && agent->own_projects) {
        FairyProjects *old = agent->own_projects;
        FairyProjects *read =
            fairy_projects_from_json(projects, fairy_agent_on_project_event, agent, NULL);
        agent->own_projects = read ? read : old;
        agent->projects = agent->stand.projects = agent->own_projects;
        fairy_projects_free(read ? old : NULL);
    }
    SvgBox view = box_of(kept);
    agent->view =
        svg_box_is_empty(agent->options.view) && !svg_box_is_empty(view) ? view : agent->view;
    if (member(kept, "todos")) {
        fairy_todos_clear(agent->todos, FALSE);
        fairy_todos_read(agent->todos, member(kept, "todos"));
    }
    read_mailbox(agent, member(kept, "mailbox"));
    read_created(agent, member(kept, "created"));
    agent->mode = read_mode(agent, kept);
    if (g_strcmp0(fairy_mode(agent->mode)->name, text_of(kept, "mode")) != 0) {
        fairy_agent_drop_reminders(agent); /* they are about where it was */
    }
    agent->was_cut = cJSON_IsTrue(member(kept, "running"));
    agent->worked = cJSON_IsTrue(member(kept, "worked"));
    agent->doubted = cJSON_IsTrue(member(kept, "doubted"));
    fairy_agent_set_scope(agent);
    if (fairy_projects_task_of(agent->projects, agent->name)) {
        fairy_agent_note_flaws(agent); /* as it was left, it is where this one begins */
    }
}

void fairy_agent_resume(FairyAgent *agent)
{
    gboolean told = agent->was_cut && fairy_mode(agent->mode)->active &&
                    fairy_model_capabilities(agent->model)->prompt;
    agent->was_cut = FALSE;
    if (told) {
        fairy_agent_remind(agent, SVG_BOX_EMPTY, cut, NULL);
    }
    fairy_agent_wake(agent);
}
