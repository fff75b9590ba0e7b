/* What a fairy is at, as it is kept. */
#include "agent/agent_priv.h"

static void put_text(cJSON *json, const char *name, const char *text)
{
    if (text) {
        cJSON_AddStringToObject(json, name, text);
    }
}

static void put_box(cJSON *json, SvgBox box)
{
    if (!svg_box_is_empty(box)) {
        cJSON *view = cJSON_AddObjectToObject(json, "view");
        cJSON_AddNumberToObject(view, "x", box.x);
        cJSON_AddNumberToObject(view, "y", box.y);
        cJSON_AddNumberToObject(view, "w", box.w);
        cJSON_AddNumberToObject(view, "h", box.h);
    }
}

static void put_mailbox(cJSON *json, const FairyAgent *agent)
{
    cJSON *list = cJSON_AddArrayToObject(json, "mailbox");
    for (const GList *at = agent->mailbox.head; at; at = at->next) {
        const FairyInput *input = at->data;
        cJSON *item = cJSON_CreateObject();
        put_text(item, "text", input->text);
        put_text(item, "quoted", input->quoted);
        put_text(item, "words", input->words);
        put_text(item, "source", fairy_source_names[input->source]);
        put_text(item, "from", input->from);
        if (input->lapses) {
            cJSON_AddTrueToObject(item, "lapses");
        }
        put_box(item, input->view);
        cJSON_AddItemToArray(list, item);
    }
}

static int compare(gconstpointer a, gconstpointer b)
{
    return g_strcmp0(*(const char *const *)a, *(const char *const *)b);
}

static void put_created(cJSON *json, const FairyAgent *agent)
{
    g_autofree gpointer *ids = g_hash_table_get_keys_as_array(agent->created, NULL);
    guint n = g_hash_table_size(agent->created);
    qsort(ids, n, sizeof *ids, compare);
    cJSON *list = cJSON_AddArrayToObject(json, "created");
    for (guint i = 0; i < n; i++) {
        cJSON_AddItemToArray(list, cJSON_CreateString(ids[i]));
    }
}

cJSON *fairy_agent_snapshot(const FairyAgent *agent)
{
    if (!agent->running && agent->kept) {
        cJSON *then = cJSON_Duplicate(agent->kept, TRUE);
        cJSON_DeleteItemFromObject(then, "mailbox");
        put_mailbox(then, agent);
        return then;
    }
    cJSON *json = cJSON_CreateObject();
    FairyModeId mode = agent->pending != FAIRY_MODE_NONE ? agent->pending : agent->mode;
    put_text(json, "mode", fairy_mode(mode)->name);
    put_box(json, agent->view);
    cJSON_AddItemToObject(json, "todos", fairy_todos_json(agent->todos));
    put_mailbox(json, agent);
    put_created(json, agent);
    if (agent->own_projects) {
        cJSON_AddItemToObject(json, "projects", fairy_projects_json(agent->own_projects));
    }
    cJSON_AddBoolToObject(json, "running", agent->running);
    cJSON_AddBoolToObject(json, "worked", agent->worked);
    cJSON_AddBoolToObject(json, "doubted", agent->doubted);
    return json;
}
