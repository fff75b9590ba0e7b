/* How things are in a run, for who comes to watch: the same events as when it happened. */
#include "host/job_priv.h"

#include <fairy/limits.h>

/* --- who made what ---------------------------------------------------------------------------- */

static void note(FairyJob *job, char *const *ids, const char *fairy)
{
    for (; *ids; ids++) {
        g_hash_table_insert(job->makers, g_strdup(*ids), g_strdup(fairy));
    }
}

void fairy_job_note_made(FairyJob *job, const FairyEvent *event)
{
    const SvgChange *change = event->outcome->change;
    if (!change || !event->fairy || !job->control) {
        return;
    }
    if (!job->makers) {
        job->makers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    }
    note(job, change->added, event->fairy);
    note(job, change->changed, event->fairy);
    for (char *const *id = change->removed; *id; id++) {
        g_hash_table_remove(job->makers, *id);
    }
}

static void add_box(cJSON *json, SvgBox box)
{
    cJSON_AddNumberToObject(json, "x", box.x);
    cJSON_AddNumberToObject(json, "y", box.y);
    cJSON_AddNumberToObject(json, "w", box.w);
    cJSON_AddNumberToObject(json, "h", box.h);
}

static cJSON *new_event(const char *name, const char *fairy)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "event", name);
    cJSON_AddStringToObject(json, "fairy", fairy);
    return json;
}

/* Where they are now, by ids, so that it is the same each time. */
static void add_made(const FairyJob *job, const char *fairy, guint *n, cJSON *list)
{
    g_autoptr(GList) ids = job->makers ? g_hash_table_get_keys(job->makers) : NULL;
    cJSON *json = new_event("made", fairy), *shapes = cJSON_AddArrayToObject(json, "shapes");
    SvgBox box;
    ids = g_list_sort(ids, (GCompareFunc)g_strcmp0);
    for (const GList *id = ids; id && *n < FAIRY_MAX_MADE_TOLD; id = id->next) {
        if (g_str_equal(g_hash_table_lookup(job->makers, id->data), fairy) &&
            svg_document_bounds(job->doc, id->data, &box, NULL)) {
            cJSON *shape = cJSON_CreateObject();
            cJSON_AddStringToObject(shape, "shapeId", id->data);
            add_box(shape, box);
            cJSON_AddItemToArray(shapes, shape);
            ++*n;
        }
    }
    if (shapes->child) {
        cJSON_AddItemToArray(list, json);
    } else {
        cJSON_Delete(json);
    }
}

/* --- fairies and tasks ------------------------------------------------------------------------ */

static void add_fairy(const FairyAgent *agent, cJSON *list)
{
    const FairyTodos *todos = fairy_agent_todos((FairyAgent *)agent);
    FairyEvent events[] = {
        {.kind = FAIRY_EVENT_FAIRY, .character = fairy_agent_character(agent)},
        {.kind = FAIRY_EVENT_MODE, .mode = fairy_agent_mode(agent)},
        {.kind = FAIRY_EVENT_MOVE, .at = fairy_agent_place(agent)},
        {.kind = FAIRY_EVENT_TODOS, .todos = todos},
    };
    const gboolean wanted[] = {TRUE, TRUE, fairy_agent_has_appeared(agent),
                               fairy_todos_items(todos)->len > 0};
    for (gsize i = 0; i < G_N_ELEMENTS(events); i++) {
        events[i].fairy = fairy_agent_name(agent);
        if (wanted[i]) {
            cJSON_AddItemToArray(list, fairy_event_json(&events[i]));
        }
    }
}

static void add_tasks(const FairyProjects *projects, cJSON *list)
{
    const GPtrArray *tasks = fairy_projects_tasks(projects);
    for (guint i = 0; i < tasks->len; i++) {
        const FairyTask *task = tasks->pdata[i];
        if (!fairy_task_has_ended(task)) {
            cJSON *json = new_event("task", task->fairy);
            cJSON_AddStringToObject(json, "task", task->id);
            cJSON_AddStringToObject(json, "title", task->title);
            cJSON_AddStringToObject(json, "state", fairy_task_state_names[task->state]);
            add_box(json, task->box);
            cJSON_AddItemToArray(list, json);
        }
    }
}

cJSON *fairy_job_state(const FairyJob *job)
{
    const GPtrArray *agents = job->team ? fairy_team_agents(job->team) : NULL;
    cJSON *list = cJSON_CreateArray(), *now = cJSON_CreateObject();
    guint n = 0;
    for (guint i = 0; agents && i < agents->len; i++) {
        add_fairy(agents->pdata[i], list);
    }
    if (agents && agents->len > 0) {
        add_tasks(fairy_agent_projects(agents->pdata[0]), list);
    }
    for (guint i = 0; agents && i < agents->len; i++) {
        add_made(job, fairy_agent_name(agents->pdata[i]), &n, list);
    }
    cJSON_AddStringToObject(now, "event", "now");
    cJSON_AddItemToArray(list, now);
    return list;
}
