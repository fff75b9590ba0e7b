/* Runs that can be resumed, as they are told: how they ended, and how far they were. */
#include <fairy/checkpoint.h>
#include <fairy/clock.h>

char *fairy_checkpoint_how(const FairyCheckpoint *run)
{
    g_autoptr(GDateTime) date = g_date_time_new_from_unix_local(run->time / G_USEC_PER_SEC);
    g_autofree char *when = date ? g_date_time_format(date, "%Y-%m-%d %H:%M") : NULL;
    const char *how = run->why ? run->why : run->alive ? "at work" : "killed";
    return g_strdup_printf("%s, %s", how, when ? when : "");
}

static const cJSON *part(const cJSON *json, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(json, name);
}

static void put_text(cJSON *json, const char *name, const char *text)
{
    if (text) {
        cJSON_AddStringToObject(json, name, text);
    }
}

/* Those of these members that are texts. */
static cJSON *copy_texts(const cJSON *from, const char *const *names)
{
    cJSON *json = cJSON_CreateObject();
    for (; *names; names++) {
        put_text(json, *names, cJSON_GetStringValue(part(from, *names)));
    }
    return json;
}

/* --- who was at it ---------------------------------------------------------------------------- */

/* One by itself is kept as it is, several with their names. */
static void add_fairies(cJSON *json, const FairyCheckpoint *run)
{
    static const char *const names[] = {"id", "name", NULL};
    const cJSON *members = part(run->life, "fairies"), *member;
    cJSON *list = cJSON_AddArrayToObject(json, "fairies");
    cJSON_ArrayForEach(member, members)
    {
        cJSON *fairy = copy_texts(member, names);
        put_text(fairy, "mode", cJSON_GetStringValue(part(part(member, "kept"), "mode")));
        cJSON_AddItemToArray(list, fairy);
    }
    if (!members && run->life) {
        cJSON *fairy = cJSON_CreateObject();
        cJSON_AddStringToObject(fairy, "id", "fairy");
        put_text(fairy, "mode", cJSON_GetStringValue(part(run->life, "mode")));
        cJSON_AddItemToArray(list, fairy);
    }
}

static void add_tasks(cJSON *json, const FairyCheckpoint *run)
{
    static const char *const names[] = {"id", "title", "fairy", "state", NULL};
    const cJSON *task;
    cJSON *list = cJSON_AddArrayToObject(json, "tasks");
    cJSON_ArrayForEach(task, part(part(run->life, "projects"), "tasks"))
    {
        cJSON_AddItemToArray(list, copy_texts(task, names));
    }
}

/* --- all of it -------------------------------------------------------------------------------- */

guint fairy_checkpoint_n_done(const FairyCheckpoint *run)
{
    return (guint)cJSON_GetArraySize(part(run->done, "entries"));
}

cJSON *fairy_checkpoint_json(const FairyCheckpoint *run)
{
    cJSON *json = cJSON_CreateObject();
    g_autofree char *time = fairy_date_format(run->time);
    put_text(json, "asked", run->asked);
    put_text(json, "reads", run->reads);
    put_text(json, "writes", run->writes);
    put_text(json, "session", run->session);
    put_text(json, "time", time);
    put_text(json, "why", run->why);
    if (run->alive) {
        cJSON_AddNumberToObject(json, "pid", (double)run->alive);
    }
    put_text(json, "words", run->words);
    put_text(json, "model", run->model);
    cJSON_AddNumberToObject(json, "unwritten", fairy_checkpoint_n_done(run));
    add_fairies(json, run);
    add_tasks(json, run);
    return json;
}
