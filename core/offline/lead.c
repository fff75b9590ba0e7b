/* What a leader does next: it begins the project, sends others to their tasks in their order,
 * awaits them, and ends it. */
#include "offline/lead.h"

#include "base/quote.h"

#include <fairy/limits.h>

struct _FairyLead {
    GHashTable *shares; /* id of a task → set of ids that it is to change; empty for one that goes
                           on with what another planned */
};

/* A task, as far as sending somebody to it goes. */
typedef struct {
    const char *id, *fairy;
    FairyTaskState state;
    gboolean awaited;
} Job;

FairyLead *fairy_lead_new(void)
{
    FairyLead *lead = g_new0(FairyLead, 1);
    lead->shares =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_hash_table_unref);
    return lead;
}

void fairy_lead_free(FairyLead *lead)
{
    if (lead) {
        g_hash_table_unref(lead->shares);
        g_free(lead);
    }
}

gboolean fairy_lead_is_due(const FairyProjects *projects, const char *fairy)
{
    const FairyProject *project = projects ? fairy_projects_of(projects, fairy) : NULL;
    return project && g_str_equal(fairy_project_leader(project), fairy) &&
           !fairy_projects_task_of(projects, fairy);
}

static gboolean is_command(const FairyScenery *at, const char *words, SvgBox area)
{
    g_autoptr(FairyPlan) plan = fairy_scenery_read(at, words, area);
    return plan->done->len > 0;
}

char *fairy_lead_task_words(const FairyScenery *at, const FairyProjects *projects,
                            const FairyTask *task)
{
    const FairyProject *project =
        task->project ? fairy_projects_find(projects, task->project) : NULL;
    const char *asked = !project ? "" : *project->asked ? project->asked : project->title;
    g_autofree char *both = g_strconcat(asked, " ", task->text, NULL);
    const char *const ways[] = {task->text, both, asked};
    for (gsize i = 0; i < G_N_ELEMENTS(ways); i++) {
        if (is_command(at, ways[i], task->box)) {
            return g_strdup(ways[i]);
        }
    }
    return g_strdup(task->text);
}

/* --- actions ---------------------------------------------------------------------------------- */

static cJSON *add(cJSON *actions, const char *type)
{
    cJSON *action = cJSON_CreateObject();
    cJSON_AddStringToObject(action, "_type", type);
    cJSON_AddItemToArray(actions, action);
    return action;
}

static void add_with(cJSON *actions, const char *type, const char *name, const char *words)
{
    cJSON_AddStringToObject(add(actions, type), name, words);
}

static char *print(cJSON *actions)
{
    cJSON *reply = cJSON_CreateObject();
    cJSON_AddItemToObject(reply, "actions", actions);
    char *text = cJSON_PrintUnformatted(reply);
    char *copy = g_strdup(text);
    cJSON_free(text);
    cJSON_Delete(reply);
    return copy;
}

/* --- who does what ---------------------------------------------------------------------------- */

/* Ids of those who do tasks, borrowed; the leader of a pair is the last of them. */
static GPtrArray *workers_of(const FairyProject *project)
{
    GPtrArray *workers = g_ptr_array_new();
    for (guint i = 0; i < project->members->len; i++) {
        const FairyMember *member = project->members->pdata[i];
        if (member->role == FAIRY_MEMBER_DRONE) {
            g_ptr_array_add(workers, member->fairy);
        }
    }
    const FairyMember *leader = project->members->pdata[0];
    if (leader->role == FAIRY_MEMBER_DUO_ORCHESTRATOR) {
        g_ptr_array_add(workers, leader->fairy);
    }
    return workers;
}

static gboolean is_awaited(const FairyLeadFacts *facts, const char *task)
{
    const GPtrArray *waits = fairy_projects_waits(facts->projects);
    for (guint i = 0; i < waits->len; i++) {
        const FairyWait *wait = waits->pdata[i];
        if (g_str_equal(wait->fairy, facts->fairy) &&
            g_ptr_array_find_with_equal_func(wait->tasks, task, g_str_equal, NULL)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Job: the tasks of the project that there are. */
static GArray *jobs_of(const FairyLeadFacts *facts, const FairyProject *project)
{
    const GPtrArray *tasks = fairy_projects_tasks(facts->projects);
    GArray *jobs = g_array_new(FALSE, FALSE, sizeof(Job));
    for (guint i = 0; i < tasks->len; i++) {
        const FairyTask *task = tasks->pdata[i];
        if (g_strcmp0(task->project, project->id) == 0) {
            Job job = {task->id, task->fairy, task->state, is_awaited(facts, task->id)};
            g_array_append_val(jobs, job);
        }
    }
    return jobs;
}

static gboolean is_open(const Job *job)
{
    return job->state < FAIRY_TASK_DONE;
}

/* The first task of that fairy that can be begun; NULL where it is at one, or none is left. */
static const Job *next_of(const GArray *jobs, const char *fairy)
{
    const Job *next = NULL;
    for (guint i = 0; i < jobs->len; i++) {
        const Job *job = &g_array_index(jobs, Job, i);
        gboolean mine = g_str_equal(job->fairy, fairy);
        if (mine && job->state == FAIRY_TASK_IN_PROGRESS) {
            return NULL;
        }
        next = mine && job->state == FAIRY_TASK_READY && !next ? job : next;
    }
    return next;
}

/* A wait comes before what it is for, so that this can't be over by then; a task of one's own last.
 */
static void send(const FairyLeadFacts *facts, const GPtrArray *workers, const GArray *jobs,
                 cJSON *actions)
{
    cJSON *wait = cJSON_CreateArray(), *sent = cJSON_CreateArray(), *own = cJSON_CreateArray();
    for (guint i = 0; i < jobs->len; i++) {
        const Job *job = &g_array_index(jobs, Job, i);
        gboolean others = !g_str_equal(job->fairy, facts->fairy);
        gboolean at_work = job->state == FAIRY_TASK_IN_PROGRESS || next_of(jobs, job->fairy) == job;
        if (is_open(job) && others && at_work && !job->awaited) {
            cJSON_AddItemToArray(wait, cJSON_CreateString(job->id));
        }
    }
    for (guint i = 0; i < workers->len; i++) {
        const Job *job = next_of(jobs, workers->pdata[i]);
        if (job && g_str_equal(job->fairy, facts->fairy)) {
            add_with(own, "start-task", "taskId", job->id);
        } else if (job) {
            cJSON *action = add(sent, "direct-to-start-project-task");
            cJSON_AddStringToObject(action, "otherFairyId", job->fairy);
            cJSON_AddStringToObject(action, "taskId", job->id);
        }
    }
    if (cJSON_GetArraySize(wait) > 0) {
        cJSON_AddItemToObject(add(actions, "await-tasks-completion"), "taskIds", wait);
    } else {
        cJSON_Delete(wait);
    }
    for (cJSON *one; (one = cJSON_DetachItemFromArray(sent, 0));) {
        cJSON_AddItemToArray(actions, one);
    }
    for (cJSON *one; (one = cJSON_DetachItemFromArray(own, 0));) {
        cJSON_AddItemToArray(actions, one);
    }
    cJSON_Delete(sent);
    cJSON_Delete(own);
}

/* --- the beginning ---------------------------------------------------------------------------- */

/* What one fairy would say of it at the end. */
static char *sentences_of(const FairyPlan *plan)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; i < plan->claims->len; i++) {
        g_string_append_printf(out, "%s%s", out->len ? " " : "",
                               g_array_index(plan->claims, FairyStatement, i).text);
    }
    return fairy_text_head(out->str, FAIRY_MAX_PLAN_BYTES);
}

static void begin_project(const FairyPlan *plan, const char *words, cJSON *actions)
{
    g_autofree char *line = fairy_one_line(words);
    g_autofree char *name = fairy_text_head(line, FAIRY_MAX_TITLE);
    g_autofree char *sentences = sentences_of(plan);
    cJSON *action = add(actions, "start-project");
    cJSON_AddStringToObject(action, "projectName", name);
    cJSON_AddStringToObject(action, "projectDescription", words);
    cJSON_AddStringToObject(action, "projectColor", fairy_project_colors[0]);
    cJSON_AddStringToObject(action, "projectPlan", sentences);
}

static void add_task(const FairyScenery *at, const FairyShare *share, const char *fairy,
                     cJSON *actions)
{
    cJSON *action = add(actions, "create-project-task");
    cJSON_AddStringToObject(action, "taskId", share->id);
    cJSON_AddStringToObject(action, "title", share->title);
    cJSON_AddStringToObject(action, "text", share->words);
    cJSON_AddStringToObject(action, "assignedTo", fairy);
    cJSON_AddNumberToObject(action, "x", (share->area.x - at->origin.x) / at->step);
    cJSON_AddNumberToObject(action, "y", (share->area.y - at->origin.y) / at->step);
    cJSON_AddNumberToObject(action, "w", share->area.w / at->step);
    cJSON_AddNumberToObject(action, "h", share->area.h / at->step);
}

/* A task each, one fairy after the other. */
static void plan_tasks(FairyLead *lead, const FairyLeadFacts *facts, const FairyProject *project,
                       const FairyPlan *plan, cJSON *actions)
{
    g_autoptr(GPtrArray) workers = workers_of(project);
    g_autoptr(GPtrArray) shares = fairy_shares(&facts->at, plan, project->asked, workers->len);
    g_autoptr(GArray) jobs = g_array_new(FALSE, FALSE, sizeof(Job));
    for (guint i = 0; i < shares->len; i++) {
        FairyShare *share = shares->pdata[i];
        const char *fairy = workers->pdata[i % workers->len];
        Job job = {.id = share->id, .fairy = fairy, .state = FAIRY_TASK_READY};
        g_array_append_val(jobs, job);
        add_task(&facts->at, share, fairy, actions);
        g_hash_table_insert(lead->shares, g_strdup(share->id), g_hash_table_ref(share->ids));
    }
    send(facts, workers, jobs, actions);
}

/* What one fairy by itself would answer, and that is all. */
static void give_up(FairyPlan *plan, const FairyProject *project, cJSON *actions)
{
    g_autofree char *text = fairy_plan_reply(plan, NULL);
    cJSON *reply = cJSON_Parse(text), *said = cJSON_GetObjectItemCaseSensitive(reply, "actions");
    for (cJSON *one; (one = cJSON_DetachItemFromArray(said, 0));) {
        cJSON_AddItemToArray(actions, one);
    }
    cJSON_Delete(reply);
    if (project->state == FAIRY_PROJECT_NEW) {
        add_with(actions, "abort-project", "reason",
                 plan->refused->len ? (const char *)plan->refused->pdata[0]
                                    : "nothing has to be changed for it");
    } else {
        add(actions, "end-project");
    }
}

static void begin(FairyLead *lead, const FairyLeadFacts *facts, const FairyProject *project,
                  cJSON *actions)
{
    g_autoptr(FairyPlan) plan = fairy_scenery_read(&facts->at, project->asked, SVG_BOX_EMPTY);
    if (cJSON_GetArraySize(plan->actions) == 0) {
        give_up(plan, project, actions);
        return;
    }
    for (guint i = 0; i < plan->refused->len; i++) {
        add_with(actions, "unknown", "why", plan->refused->pdata[i]);
    }
    if (project->state == FAIRY_PROJECT_NEW) {
        begin_project(plan, project->asked, actions);
    }
    plan_tasks(lead, facts, project, plan, actions);
}

/* --- the end ---------------------------------------------------------------------------------- */

static const char *name_of(const FairyLeadFacts *facts, const char *fairy)
{
    for (guint i = 0; facts->names && facts->names[i]; i += 2) {
        if (g_str_equal(facts->names[i], fairy)) {
            return facts->names[i + 1];
        }
    }
    return fairy;
}

/* What the person called a task may be anything. */
static char *title_of(const FairyLead *lead, const FairyTask *task)
{
    return g_hash_table_contains(lead->shares, task->id) ? g_strdup(task->title)
                                                         : fairy_quote(task->title);
}

/* "column 1", "column 1 and column 3" */
static char *join(const GPtrArray *titles)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < titles->len; i++) {
        const char *joint = i == 0 ? "" : i + 1 == titles->len ? " and " : ", ";
        g_string_append_printf(out, "%s%s", joint, (const char *)titles->pdata[i]);
    }
    return g_string_free(out, FALSE);
}

/* What the task was to change and didn't, as far as it is still there. */
static GPtrArray *left_by(const FairyLead *lead, const FairyLeadFacts *facts, const FairyTask *task)
{
    GPtrArray *left = g_ptr_array_new_with_free_func((GDestroyNotify)svg_shape_free);
    GHashTable *wanted = g_hash_table_lookup(lead->shares, task->id);
    GHashTableIter iter;
    gpointer id = NULL;
    if (wanted) {
        g_hash_table_iter_init(&iter, wanted);
    }
    while (wanted && g_hash_table_iter_next(&iter, &id, NULL)) {
        SvgShape *shape = g_hash_table_contains(task->claims, id)
                              ? NULL
                              : svg_document_shape(facts->at.doc, id, NULL);
        if (shape) {
            g_ptr_array_add(left, shape);
        }
    }
    return left;
}

/* "Pip did column 1 and column 3; Mote did column 2." */
static void say_who(const FairyLead *lead, const FairyLeadFacts *facts, const FairyProject *project,
                    GString *out)
{
    g_autoptr(GPtrArray) workers = workers_of(project);
    const GPtrArray *tasks = fairy_projects_tasks(facts->projects);
    const char *joint = out->len ? " " : "";
    for (guint i = 0; i < workers->len; i++) {
        g_autoptr(GPtrArray) titles = g_ptr_array_new_with_free_func(g_free);
        for (guint k = 0; k < tasks->len; k++) {
            const FairyTask *task = tasks->pdata[k];
            if (task->state == FAIRY_TASK_DONE && g_strcmp0(task->project, project->id) == 0 &&
                g_str_equal(task->fairy, workers->pdata[i])) {
                g_ptr_array_add(titles, title_of(lead, task));
            }
        }
        g_autofree char *all = join(titles);
        if (titles->len) {
            g_string_append_printf(out, "%s%s did %s", joint, name_of(facts, workers->pdata[i]),
                                   all);
            joint = "; ";
        }
    }
    g_string_append(out, g_str_equal(joint, "; ") ? "." : "");
}

/* What isn't as it was to be. */
static void say_missing(const FairyLead *lead, const FairyLeadFacts *facts,
                        const FairyProject *project, GString *out)
{
    const GPtrArray *tasks = fairy_projects_tasks(facts->projects);
    for (guint i = 0; i < tasks->len; i++) {
        const FairyTask *task = tasks->pdata[i];
        gboolean ours = g_strcmp0(task->project, project->id) == 0;
        g_autoptr(GPtrArray) left = left_by(lead, facts, task);
        g_autofree char *title = title_of(lead, task);
        if (ours && task->state != FAIRY_TASK_DONE) {
            gboolean why = task->reason && *task->reason;
            g_string_append_printf(out, " Not done: %s (%s%s%s).", title,
                                   fairy_task_state_names[task->state], why ? ": " : "",
                                   why ? task->reason : "");
        } else if (ours && left->len) {
            g_autofree char *titles = fairy_plan_titles(left);
            g_string_append_printf(out, " In %s %s %s as before.", title, titles,
                                   left->len == 1 ? "is" : "are");
        }
    }
}

/* Whether all that was planned is known and was done. */
static gboolean is_complete(const FairyLead *lead, const FairyLeadFacts *facts, const GArray *jobs)
{
    gboolean complete = jobs->len > 0;
    for (guint i = 0; complete && i < jobs->len; i++) {
        const FairyTask *task =
            fairy_projects_task(facts->projects, g_array_index(jobs, Job, i).id);
        g_autoptr(GPtrArray) left = left_by(lead, facts, task);
        complete = task->state == FAIRY_TASK_DONE && left->len == 0 &&
                   g_hash_table_contains(lead->shares, task->id);
    }
    return complete;
}

static void finish(const FairyLead *lead, const FairyLeadFacts *facts, const FairyProject *project,
                   const GArray *jobs, cJSON *actions)
{
    g_autoptr(GString) out = g_string_new(is_complete(lead, facts, jobs) ? project->plan : NULL);
    say_who(lead, facts, project, out);
    say_missing(lead, facts, project, out);
    if (out->len) {
        add_with(actions, "message", "text", out->str + (out->str[0] == ' '));
    }
    add(actions, "end-project");
}

char *fairy_lead_reply(FairyLead *lead, const FairyLeadFacts *facts)
{
    const FairyProject *project = fairy_projects_of(facts->projects, facts->fairy);
    cJSON *actions = cJSON_CreateArray();
    g_autoptr(GArray) jobs = jobs_of(facts, project);
    gboolean open = FALSE;
    for (guint i = 0; i < jobs->len; i++) {
        open = open || is_open(&g_array_index(jobs, Job, i));
    }
    if (!jobs->len) {
        begin(lead, facts, project, actions);
    } else if (open) {
        g_autoptr(GPtrArray) workers = workers_of(project);
        send(facts, workers, jobs, actions);
    } else {
        finish(lead, facts, project, jobs, actions);
    }
    return print(actions);
}
