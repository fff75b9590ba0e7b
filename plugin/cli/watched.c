/* Reads events. What is borrowed from their JSON is so until the next. */
#include "watched.h"

#include <string.h>

static const char *string_of(const cJSON *json, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, name));
}

static double number_of(const cJSON *json, const char *name)
{
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(json, name);
    return cJSON_IsNumber(number) ? number->valuedouble : 0;
}

static guint count_of(const cJSON *json, const char *name)
{
    return (guint)CLAMP(number_of(json, name), 0, G_MAXINT);
}

static gboolean find_kind(const char *name, FairyEventKind *kind)
{
    for (guint i = 0; name != NULL && i <= FAIRY_EVENT_REST; i++) {
        if (strcmp(fairy_event_name((FairyEventKind)i), name) == 0) {
            *kind = (FairyEventKind)i;
            return TRUE;
        }
    }
    return FALSE;
}

static void read_character(CliWatched *watched, const cJSON *json)
{
    const char *name = string_of(json, "name");
    g_free(watched->name);
    watched->name = g_strdup(name != NULL ? name : "the fairy");
    watched->character.name = watched->name;
    watched->event.character = &watched->character;
}

static void read_partial(CliWatched *watched, const cJSON *json)
{
    const char *type = string_of(json, "type");
    watched->info.description = (char *)string_of(json, "description");
    watched->event.info = &watched->info;
    watched->event.type = type != NULL ? type : "";
}

static char **read_ids(const cJSON *list)
{
    GPtrArray *ids = g_ptr_array_new();
    const cJSON *id;
    cJSON_ArrayForEach(id, list)
    {
        if (cJSON_IsString(id)) {
            g_ptr_array_add(ids, g_strdup(id->valuestring));
        }
    }
    g_ptr_array_add(ids, NULL);
    return (char **)g_ptr_array_free(ids, FALSE);
}

static void read_outcome(CliWatched *watched, const cJSON *json)
{
    FairyOutcome *outcome = &watched->outcome;
    const char *type = string_of(json, "type"), *status = string_of(json, "outcome");
    *outcome =
        (FairyOutcome){.index = count_of(json, "index"),
                       .type = (char *)(type != NULL ? type : "unknown"),
                       .status = FAIRY_REFUSED,
                       .shape_ids = read_ids(cJSON_GetObjectItemCaseSensitive(json, "shapeIds")),
                       .detail = (char *)string_of(json, "detail")};
    for (guint i = FAIRY_OK; i < FAIRY_REFUSED; i++) {
        if (g_strcmp0(status, fairy_status_name((FairyStatus)i)) == 0) {
            outcome->status = (FairyStatus)i;
        }
    }
    watched->event.outcome = outcome;
}

static void read_todos(CliWatched *watched, const cJSON *json)
{
    watched->todos = fairy_todos_new();
    fairy_todos_read(watched->todos, cJSON_GetObjectItemCaseSensitive(json, "todos"));
    watched->event.todos = watched->todos;
}

static void read_cost(CliWatched *watched, const cJSON *json)
{
    watched->event.cost.usd = number_of(json, "cost");
    watched->event.cost.unknown =
        cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "priceUnknown"));
}

static void read_wait(CliWatched *watched, const cJSON *json)
{
    const char *message = string_of(json, "message");
    watched->api_error.message = (char *)(message != NULL ? message : "the model failed");
    watched->event.api_error = &watched->api_error;
    watched->event.wait_ms = count_of(json, "waitMs");
}

static void read_warning(CliWatched *watched, const cJSON *json)
{
    const char *message = string_of(json, "message");
    watched->event.message = message != NULL ? message : "";
}

static void read_pose(CliWatched *watched, const cJSON *json)
{
    const char *name = string_of(json, "pose");
    for (guint i = FAIRY_POSE_KEEP + 1; name != NULL && i <= FAIRY_POSE_POOF; i++) {
        if (strcmp(fairy_pose_name((FairyPose)i), name) == 0) {
            watched->event.pose = (FairyPose)i;
        }
    }
}

static void (*const readers[FAIRY_EVENT_REST + 1])(CliWatched *, const cJSON *) = {
    [FAIRY_EVENT_FAIRY] = read_character, [FAIRY_EVENT_PARTIAL] = read_partial,
    [FAIRY_EVENT_ACTION] = read_outcome,  [FAIRY_EVENT_TODOS] = read_todos,
    [FAIRY_EVENT_ANSWERED] = read_cost,   [FAIRY_EVENT_WAIT] = read_wait,
    [FAIRY_EVENT_WARNING] = read_warning, [FAIRY_EVENT_POSE] = read_pose,
};

static void forget(CliWatched *watched)
{
    g_strfreev(watched->outcome.shape_ids);
    fairy_todos_free(watched->todos);
    watched->outcome.shape_ids = NULL;
    watched->todos = NULL;
}

gboolean cli_watched_read(CliWatched *watched, const cJSON *json)
{
    FairyEventKind kind;
    if (!find_kind(string_of(json, "event"), &kind)) {
        return FALSE;
    }
    forget(watched);
    watched->event = (FairyEvent){.kind = kind,
                                  .fairy = string_of(json, "fairy"),
                                  .task = string_of(json, "task"),
                                  .request = count_of(json, "request")};
    if (readers[kind] != NULL) {
        readers[kind](watched, json);
    }
    return TRUE;
}

void cli_watched_clear(CliWatched *watched)
{
    forget(watched);
    g_clear_pointer(&watched->name, g_free);
}
