/* Projects as JSON, and back: what comes back is believed no more than what a model says. */
#include "base/quote.h"
#include "project/project_priv.h"

#include <fairy/limits.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_EXACT 9e15 /* that a double holds exactly */

/* --- writing ---------------------------------------------------------------------------------- */

static void put(cJSON *json, const char *name, const char *text)
{
    if (text && *text) {
        cJSON_AddStringToObject(json, name, text);
    }
}

static void put_count(cJSON *json, const char *name, guint64 count)
{
    if (count) {
        cJSON_AddNumberToObject(json, name, (double)count);
    }
}

static void project_json(cJSON *json, gconstpointer data)
{
    const FairyProject *project = data;
    put(json, "id", project->id);
    put(json, "state", fairy_project_state_names[project->state]);
    put(json, "title", project->title);
    put(json, "description", project->description);
    put(json, "color", project->color);
    put(json, "plan", project->plan);
    put(json, "asked", project->asked);
    put(json, "reason", project->reason);
    cJSON *members = cJSON_AddArrayToObject(json, "members");
    for (guint i = 0; i < project->members->len; i++) {
        const FairyMember *member = project->members->pdata[i];
        cJSON *item = cJSON_CreateObject();
        put(item, "fairy", member->fairy);
        put(item, "role", fairy_member_role_names[member->role]);
        cJSON_AddItemToArray(members, item);
    }
}

static int compare(gconstpointer a, gconstpointer b)
{
    return g_strcmp0(*(const char *const *)a, *(const char *const *)b);
}

static void put_after(cJSON *json, const FairyTask *task)
{
    if (task->after->len > 0) {
        cJSON_AddItemToObject(json, "after",
                              cJSON_CreateStringArray((const char *const *)task->after->pdata,
                                                      (int)task->after->len));
    }
}

/* In an order of their own, so that the same projects are the same text. */
static void put_claims(cJSON *json, const FairyTask *task)
{
    guint n = g_hash_table_size(task->claims);
    g_autofree gpointer *ids = g_hash_table_get_keys_as_array(task->claims, NULL);
    if (n == 0) {
        return;
    }
    qsort(ids, n, sizeof *ids, compare);
    cJSON_AddItemToObject(json, "claims",
                          cJSON_CreateStringArray((const char *const *)ids, (int)n));
}

static void put_refused(cJSON *json, const FairyTask *task)
{
    if (task->refused->len) {
        cJSON_AddItemToObject(json, "refused",
                              cJSON_CreateStringArray((const char *const *)task->refused->pdata,
                                                      (int)task->refused->len));
        put_count(json, "nRefused", task->n_refused);
    }
}

static void task_json(cJSON *json, gconstpointer data)
{
    const FairyTask *task = data;
    put(json, "id", task->id);
    put(json, "state", fairy_task_state_names[task->state]);
    put(json, "fairy", task->fairy);
    put(json, "project", task->project);
    put(json, "title", task->title);
    put(json, "text", task->text);
    cJSON_AddNumberToObject(json, "x", task->box.x);
    cJSON_AddNumberToObject(json, "y", task->box.y);
    cJSON_AddNumberToObject(json, "w", task->box.w);
    cJSON_AddNumberToObject(json, "h", task->box.h);
    put(json, "page", task->page);
    put_after(json, task);
    put(json, "reason", task->reason);
    put_count(json, "begun", task->n_begun);
    put_claims(json, task);
    put_count(json, "edited", task->edited);
    put_refused(json, task);
}

static void wait_json(cJSON *json, gconstpointer data)
{
    const FairyWait *wait = data;
    put(json, "fairy", wait->fairy);
    put(json, "until", fairy_wait_until_names[wait->until]);
    cJSON *tasks = cJSON_AddArrayToObject(json, "tasks");
    for (guint i = 0; i < wait->tasks->len; i++) {
        cJSON_AddItemToArray(tasks, cJSON_CreateString(wait->tasks->pdata[i]));
    }
    if (wait->deadline) {
        cJSON_AddNumberToObject(json, "deadline", (double)wait->deadline);
    }
    put_count(json, "since", wait->since);
}

static void add_list(cJSON *json, const char *name, const GPtrArray *items,
                     void (*fill)(cJSON *json, gconstpointer item))
{
    cJSON *list = cJSON_AddArrayToObject(json, name);
    for (guint i = 0; i < items->len; i++) {
        cJSON *item = cJSON_CreateObject();
        fill(item, items->pdata[i]);
        cJSON_AddItemToArray(list, item);
    }
}

cJSON *fairy_projects_json(const FairyProjects *projects)
{
    cJSON *json = cJSON_CreateObject();
    add_list(json, "projects", projects->projects, project_json);
    add_list(json, "tasks", projects->tasks, task_json);
    add_list(json, "waits", projects->waits, wait_json);
    return json;
}

/* --- reading ---------------------------------------------------------------------------------- */

static gboolean fail(GError **error, const char *what, const char *id, const char *why)
{
    g_autofree char *quoted = id ? fairy_quote(id) : NULL;
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_JOURNAL,
                "the projects that were kept can't be read: %s%s%s %s", what, quoted ? " " : "",
                quoted ? quoted : "", why);
    return FALSE;
}

static const char *text_of(const cJSON *json, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, name));
}

/* Which of the names; -1 for none. */
static int choice_of(const cJSON *json, const char *name, const char *const *choices)
{
    const char *value = text_of(json, name);
    for (int i = 0; value && choices[i]; i++) {
        if (g_str_equal(choices[i], value)) {
            return i;
        }
    }
    return -1;
}

static double number_of(const cJSON *json, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, name);
    return cJSON_IsNumber(item) ? item->valuedouble : NAN;
}

/* 0 for what is none. */
static guint64 count_of(const cJSON *json, const char *name, double most)
{
    double value = number_of(json, name);
    return value >= 1 ? (guint64)MIN(value, most) : 0;
}

static gboolean is_name(const char *text)
{
    return text && *text && strlen(text) <= FAIRY_MAX_TITLE;
}

/* The ids of members in their order, ended by NULL; NULL when they aren't any. Their strings are
 * the JSON's. */
static GPtrArray *members_of(const cJSON *json)
{
    g_autoptr(GPtrArray) fairies = g_ptr_array_new();
    const cJSON *item;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(json, "members"))
    {
        const char *fairy = text_of(item, "fairy");
        if (!is_name(fairy) || fairies->len == FAIRY_MAX_MEMBERS ||
            (choice_of(item, "role", fairy_member_role_names) == FAIRY_MEMBER_DRONE) !=
                (fairies->len > 0) ||
            g_ptr_array_find_with_equal_func(fairies, fairy, g_str_equal, NULL)) {
            return NULL;
        }
        g_ptr_array_add(fairies, (gpointer)fairy);
    }
    gboolean any = fairies->len > 0;
    g_ptr_array_add(fairies, NULL);
    return any ? g_steal_pointer(&fairies) : NULL;
}

/* Two that are under way share no fairy, and no colour. */
static gboolean is_apart(const FairyProjects *projects, const FairyProject *project)
{
    for (guint i = 0; i < projects->projects->len; i++) {
        const FairyProject *other = projects->projects->pdata[i];
        if (g_str_equal(other->id, project->id)) {
            return FALSE;
        }
        gboolean both = !fairy_project_is_over(other) && !fairy_project_is_over(project);
        if (both && project->color && g_strcmp0(other->color, project->color) == 0) {
            return FALSE;
        }
        for (guint k = 0; both && k < project->members->len; k++) {
            const FairyMember *member = project->members->pdata[k];
            if (fairy_project_member(other, member->fairy)) {
                return FALSE;
            }
        }
    }
    return TRUE;
}

/* A project that has begun has a name and a colour; one that hasn't has neither. */
static gboolean read_plan(FairyProject *project, const cJSON *json, GError **error)
{
    const char *description = text_of(json, "description"), *plan = text_of(json, "plan");
    FairyProjectPlan all = {text_of(json, "title"), description ? description : "",
                            text_of(json, "color"), plan ? plan : ""};
    if (project->state == FAIRY_PROJECT_NEW || project->state == FAIRY_PROJECT_ABORTED ||
        (project->state == FAIRY_PROJECT_CANCELLED && !all.title)) {
        return (!all.title && !all.color) ||
               fail(error, "project", project->id, "hasn't begun, and has a name or a colour");
    }
    g_autoptr(GError) why = NULL;
    if (!all.title || !all.color || !g_strv_contains(fairy_project_colors, all.color)) {
        return fail(error, "project", project->id, "needs a name and a colour");
    }
    if (!fairy_project_plan_check(&all, &why)) {
        return fail(error, "project", project->id, why->message);
    }
    fairy_project_set_plan(project, &all);
    return TRUE;
}

static gboolean read_project(FairyProjects *projects, const cJSON *json, GError **error)
{
    const char *id = text_of(json, "id"), *reason = text_of(json, "reason"),
               *asked = text_of(json, "asked");
    int state = choice_of(json, "state", fairy_project_state_names);
    g_autoptr(GPtrArray) fairies = members_of(json);
    if (!is_name(id) || state < 0 || !fairies) {
        return fail(error, "project", id,
                    "needs an id, a state, and members with the leader first");
    }
    FairyProject *project = fairy_project_new(id, (const char *const *)fairies->pdata);
    FairyMember *leader = project->members->pdata[0];
    leader->role = (FairyMemberRole)choice_of(
        cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(json, "members"), 0), "role",
        fairy_member_role_names);
    project->state = (FairyProjectState)state;
    project->reason = fairy_text_head(reason, FAIRY_MAX_PLAN_BYTES);
    if (asked) {
        g_free(project->asked);
        project->asked = fairy_text_head(asked, FAIRY_MAX_PLAN_BYTES);
    }
    if (!read_plan(project, json, error) ||
        (!is_apart(projects, project) &&
         !fail(error, "project", id, "has the id, the colour or a member of another"))) {
        fairy_project_free(project);
        return FALSE;
    }
    g_ptr_array_add(projects->projects, project);
    return TRUE;
}

/* Whose it may be. */
static gboolean has_place(const FairyProjects *projects, const FairyTask *task)
{
    const FairyProject *project =
        task->project ? fairy_projects_find(projects, task->project) : NULL;
    if (fairy_task_has_ended(task) || !task->project) {
        return project || !task->project;
    }
    const FairyMember *member = project ? fairy_project_member(project, task->fairy) : NULL;
    return member && project->state == FAIRY_PROJECT_OPEN &&
           member->role != FAIRY_MEMBER_ORCHESTRATOR;
}

static void read_claims(FairyTask *task, const cJSON *list)
{
    const cJSON *id;
    cJSON_ArrayForEach(id, list)
    {
        if (cJSON_IsString(id) && g_hash_table_size(task->claims) < FAIRY_MAX_CLAIMS) {
            g_hash_table_add(task->claims, g_strdup(id->valuestring));
        }
    }
}

static void read_refused(FairyTask *task, const cJSON *json)
{
    const cJSON *why;
    cJSON_ArrayForEach(why, cJSON_GetObjectItemCaseSensitive(json, "refused"))
    {
        if (cJSON_IsString(why) && task->refused->len < FAIRY_MAX_TASK_REFUSALS) {
            g_ptr_array_add(task->refused,
                            fairy_text_head(why->valuestring, FAIRY_MAX_TASK_REFUSAL_BYTES));
        }
    }
    guint n = (guint)count_of(json, "nRefused", G_MAXUINT16);
    task->n_refused = MAX(n, task->refused->len);
}

/* Ids, ended by NULL, whose strings are the JSON's. */
static GPtrArray *after_of(const cJSON *json)
{
    GPtrArray *ids = g_ptr_array_new();
    const cJSON *id;
    cJSON_ArrayForEach(id, cJSON_GetObjectItemCaseSensitive(json, "after"))
    {
        if (cJSON_IsString(id) && ids->len < FAIRY_MAX_TASKS) {
            g_ptr_array_add(ids, id->valuestring);
        }
    }
    g_ptr_array_add(ids, NULL);
    return ids;
}

static gboolean read_task(FairyProjects *projects, const cJSON *json, GError **error)
{
    const char *fairy = text_of(json, "fairy"), *project = text_of(json, "project");
    g_autoptr(GPtrArray) after = after_of(json);
    FairyTaskPlan plan = {
        .id = text_of(json, "id"),
        .title = text_of(json, "title"),
        .text = text_of(json, "text"),
        .box = {number_of(json, "x"), number_of(json, "y"), number_of(json, "w"),
                number_of(json, "h")},
        .page = text_of(json, "page"),
        .after = (const char *const *)after->pdata,
    };
    int state = choice_of(json, "state", fairy_task_state_names);
    if (!plan.id || !plan.title || !is_name(fairy) || state < 0) {
        return fail(error, "task", plan.id, "needs an id, a title, a state and a fairy");
    }
    g_autoptr(GError) why = NULL;
    if (!fairy_task_plan_check(&plan, &why)) {
        return fail(error, "task", plan.id, why->message);
    }
    if (fairy_projects_find_task(projects, plan.id)) {
        return fail(error, "task", plan.id, "is there twice");
    }
    FairyTask *task = fairy_task_new(&plan, project, fairy);
    fairy_task_set_after(task, plan.after);
    task->state = (FairyTaskState)state;
    task->reason = fairy_text_head(text_of(json, "reason"), FAIRY_MAX_PLAN_BYTES);
    task->n_begun = (guint)count_of(json, "begun", G_MAXINT);
    task->edited = count_of(json, "edited", MOST_EXACT);
    projects->n_edits = MAX(projects->n_edits, task->edited);
    read_claims(task, cJSON_GetObjectItemCaseSensitive(json, "claims"));
    read_refused(task, json);
    gboolean busy = state == FAIRY_TASK_IN_PROGRESS && fairy_projects_task_of(projects, fairy);
    if (busy || !has_place(projects, task)) {
        fairy_task_free(task);
        return fail(error, "task", plan.id,
                    busy ? "is the second that its fairy is at" : "is of nobody who could do it");
    }
    g_ptr_array_add(projects->tasks, task);
    return TRUE;
}

/* Now that all are there: whether one that hasn't begun is ready follows from those before it. */
static gboolean order_tasks(FairyProjects *projects, GError **error)
{
    for (guint i = 0; i < projects->tasks->len; i++) {
        FairyTask *task = projects->tasks->pdata[i];
        gboolean ready = fairy_projects_has_all_before(projects, task);
        gboolean early = task->state == FAIRY_TASK_IN_PROGRESS && !ready;
        if (!fairy_task_has_ended(task) &&
            (early || !fairy_projects_check_kept_after(projects, task))) {
            return fail(error, "task", task->id,
                        early ? "is begun before what it comes after is done"
                              : "comes after what isn't there, or after itself");
        }
        if (FAIRY_TASKS_UNBEGUN & 1u << task->state) {
            task->state = ready ? FAIRY_TASK_READY : FAIRY_TASK_TODO;
        }
    }
    return TRUE;
}

/* Ids of tasks in it, for a wait: of the project that the fairy leads, and at least one open; none
 * ended where the first that ends is enough. */
static GPtrArray *awaited_of(const FairyProjects *projects, const cJSON *json, const char *fairy,
                             int until)
{
    const FairyProject *project = fairy_projects_led(projects, fairy, NULL);
    g_autoptr(GPtrArray) ids = g_ptr_array_new_with_free_func(g_free);
    guint open = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(json, "tasks"))
    {
        const char *id = cJSON_GetStringValue(item);
        const FairyTask *task = id ? fairy_projects_find_task(projects, id) : NULL;
        if (!project || !task || g_strcmp0(task->project, project->id) != 0 ||
            g_str_equal(task->fairy, fairy) ||
            g_ptr_array_find_with_equal_func(ids, id, g_str_equal, NULL)) {
            return NULL;
        }
        open += !fairy_task_has_ended(task);
        g_ptr_array_add(ids, g_strdup(id));
    }
    guint least = until == FAIRY_WAIT_ANY ? ids->len : 1;
    return open >= MAX(least, 1) ? g_steal_pointer(&ids) : NULL;
}

static gboolean read_wait(FairyProjects *projects, const cJSON *json, GError **error)
{
    const char *fairy = text_of(json, "fairy");
    int until = choice_of(json, "until", fairy_wait_until_names);
    const cJSON *deadline = cJSON_GetObjectItemCaseSensitive(json, "deadline");
    double when = deadline ? number_of(json, "deadline") : 0;
    if (!is_name(fairy) || until <= FAIRY_WAIT_EACH || until == FAIRY_WAIT_NONE ||
        !(when >= 0 && when <= MOST_EXACT)) {
        return fail(error, "the wait of", fairy, "needs a fairy, and \"until\" any or all");
    }
    GPtrArray *tasks = awaited_of(projects, json, fairy, until);
    if (!tasks) {
        return fail(error, "the wait of", fairy,
                    "isn't for tasks of its own project of which some are open");
    }
    FairyWait *wait =
        fairy_projects_add_wait(projects, fairy, tasks, (FairyWaitUntil)until, (gint64)when);
    wait->since = count_of(json, "since", (double)projects->n_edits);
    return TRUE;
}

static gboolean read_list(FairyProjects *projects, const cJSON *json, const char *name, int most,
                          gboolean (*read)(FairyProjects *, const cJSON *, GError **),
                          GError **error)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(json, name), *item;
    if (list && (!cJSON_IsArray(list) || cJSON_GetArraySize(list) > most)) {
        return fail(error, "the list", name, "is none, or too long");
    }
    cJSON_ArrayForEach(item, list)
    {
        if (!read(projects, item, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

FairyProjects *fairy_projects_from_json(const cJSON *json, FairyProjectEventFunc func,
                                        gpointer data, GError **error)
{
    g_autoptr(FairyProjects) projects = fairy_projects_new(func, data);
    if (!cJSON_IsObject(json)) {
        fail(error, "they", NULL, "aren't an object");
        return NULL;
    }
    if (!read_list(projects, json, "projects", FAIRY_MAX_PROJECTS, read_project, error) ||
        !read_list(projects, json, "tasks", FAIRY_MAX_TASKS, read_task, error) ||
        !order_tasks(projects, error) ||
        !read_list(projects, json, "waits", FAIRY_MAX_WAITS, read_wait, error)) {
        return NULL;
    }
    return g_steal_pointer(&projects);
}
