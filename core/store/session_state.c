/* What a session goes on with, and what is new in it, as JSON. */
#include "store/session_state.h"

#include <fairy/limits.h>

#include <math.h>
#include <string.h>

gboolean fairy_session_check_name(const char *name, GError **error)
{
    gboolean good =
        *name && strlen(name) <= FAIRY_MAX_SESSION_NAME && g_utf8_validate(name, -1, NULL);
    for (const char *at = name; good && *at; at = g_utf8_next_char(at)) {
        good = !g_unichar_iscntrl(g_utf8_get_char(at));
    }
    if (!good) {
        g_set_error(
            error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
            "that is no name for a session; one has 1 to %d bytes, on one line, e.g. review",
            FAIRY_MAX_SESSION_NAME);
    }
    return good;
}

FairySession *fairy_session_new(void)
{
    FairySession *session = g_new0(FairySession, 1);
    session->view = SVG_BOX_EMPTY;
    session->todos = fairy_todos_new();
    session->mode = FAIRY_MODE_IDLING;
    return session;
}

void fairy_session_free(FairySession *session)
{
    if (session) {
        g_free(session->document);
        g_free(session->name);
        fairy_todos_free(session->todos);
        cJSON_Delete(session->contexts);
        g_free(session->model);
        g_free(session->digest);
        g_clear_pointer(&session->former, g_bytes_unref);
        g_free(session->from);
        fairy_memory_free(session->memory);
        g_free(session);
    }
}

/* --- writing ---------------------------------------------------------------------------------- */

static void put_text(cJSON *json, const char *name, const char *text)
{
    if (text) {
        cJSON_AddStringToObject(json, name, text);
    }
}

static void put_view(cJSON *json, SvgBox view)
{
    if (!svg_box_is_empty(view)) {
        cJSON *box = cJSON_AddObjectToObject(json, "view");
        cJSON_AddNumberToObject(box, "x", view.x);
        cJSON_AddNumberToObject(box, "y", view.y);
        cJSON_AddNumberToObject(box, "w", view.w);
        cJSON_AddNumberToObject(box, "h", view.h);
    }
}

static void put_space(cJSON *json, const FairySession *session)
{
    cJSON *origin = cJSON_AddObjectToObject(json, "origin");
    cJSON_AddNumberToObject(origin, "x", session->origin.x);
    cJSON_AddNumberToObject(origin, "y", session->origin.y);
    if (session->step > 0) {
        cJSON_AddNumberToObject(json, "step", session->step);
    }
}

static void put_spent(cJSON *json, const FairySession *session)
{
    cJSON_AddNumberToObject(json, "requests", (double)session->n_requests);
    cJSON_AddItemToObject(json, "usage", fairy_usage_json(&session->usage));
    cJSON_AddNumberToObject(json, "usd", session->cost.usd);
    if (session->cost.unknown) {
        cJSON_AddTrueToObject(json, "priceUnknown");
    }
}

static void put_state(cJSON *json, const FairySession *session)
{
    put_text(json, "model", session->model);
    cJSON_AddStringToObject(json, "mode", fairy_mode(session->mode)->name);
    put_space(json, session);
    put_view(json, session->view);
    put_text(json, "digest", session->digest);
    put_text(json, "from", session->from);
    g_autofree char *seed = g_strdup_printf("%" G_GUINT64_FORMAT, session->seed);
    cJSON_AddStringToObject(json, "seed", seed); /* not every reader has whole numbers as large */
    if (fairy_todos_items(session->todos)->len) {
        cJSON_AddItemToObject(json, "todos", fairy_todos_json(session->todos));
    }
    if (session->contexts) {
        cJSON_AddItemToObject(json, "contexts", cJSON_Duplicate(session->contexts, TRUE));
    }
    put_spent(json, session);
}

char *fairy_session_print_state(const FairySession *session)
{
    cJSON *json = cJSON_CreateObject();
    put_state(json, session);
    char *text = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    return text;
}

cJSON *fairy_session_json(const FairySession *session)
{
    cJSON *json = cJSON_CreateObject();
    g_autofree char *begun = fairy_date_format(session->begun),
                    *used = fairy_date_format(session->used);
    g_autofree char *path = session->document ? g_filename_display_name(session->document) : NULL;
    put_text(json, "document", path);
    cJSON_AddStringToObject(json, "name", session->name);
    cJSON_AddStringToObject(json, "begun", begun);
    cJSON_AddStringToObject(json, "used", used);
    cJSON_AddNumberToObject(json, "runs", session->n_runs);
    cJSON_AddNumberToObject(json, "items", session->n_items);
    cJSON_AddNumberToObject(json, "dropped", session->n_dropped);
    put_state(json, session);
    if (session->memory) {
        cJSON_AddItemToObject(json, "chat", fairy_memory_json(session->memory));
    }
    return json;
}

/* --- reading ---------------------------------------------------------------------------------- */

static const cJSON *item_of(const cJSON *json, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(json, name);
}

/* A finite number; 0 for none. */
static double number_of(const cJSON *json, const char *name)
{
    const cJSON *item = item_of(json, name);
    return cJSON_IsNumber(item) && isfinite(item->valuedouble) ? item->valuedouble : 0;
}

static guint64 count_of(const cJSON *json, const char *name)
{
    double value = number_of(json, name);
    return value >= 0 && value < 1e18 ? (guint64)value : 0;
}

static void read_usage(FairySession *session, const cJSON *json)
{
    const cJSON *usage = item_of(json, "usage");
    session->n_requests = count_of(json, "requests");
    session->usage = (FairyUsage){
        .input = count_of(usage, "input"),
        .cache_read = count_of(usage, "cacheRead"),
        .cache_write = count_of(usage, "cacheWrite"),
        .output = count_of(usage, "output"),
        .thinking = count_of(usage, "thinking"),
        .estimated = cJSON_IsTrue(item_of(usage, "estimated")),
    };
    session->cost = (FairyCost){.usd = MAX(number_of(json, "usd"), 0),
                                .unknown = cJSON_IsTrue(item_of(json, "priceUnknown"))};
}

static void read_view(FairySession *session, const cJSON *json)
{
    const cJSON *box = item_of(json, "view");
    SvgBox view = {number_of(box, "x"), number_of(box, "y"), number_of(box, "w"),
                   number_of(box, "h")};
    session->view = view.w > 0 && view.h > 0 ? view : SVG_BOX_EMPTY;
}

gboolean fairy_session_read_state(FairySession *session, const char *text, GError **error)
{
    cJSON *json = text ? cJSON_Parse(text) : NULL;
    if (!cJSON_IsObject(json)) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_JOURNAL,
                    "the session \"%s\" can't be read: its state is no JSON object", session->name);
        cJSON_Delete(json);
        return FALSE;
    }
    const cJSON *origin = item_of(json, "origin"), *contexts = item_of(json, "contexts");
    const char *mode = cJSON_GetStringValue(item_of(json, "mode"));
    session->origin = (SvgPoint){number_of(origin, "x"), number_of(origin, "y")};
    session->step = MAX(number_of(json, "step"), 0);
    session->model = g_strdup(cJSON_GetStringValue(item_of(json, "model")));
    session->digest = g_strdup(cJSON_GetStringValue(item_of(json, "digest")));
    session->from = g_strdup(cJSON_GetStringValue(item_of(json, "from")));
    session->contexts = cJSON_IsArray(contexts) ? cJSON_Duplicate(contexts, TRUE) : NULL;
    const char *seed = cJSON_GetStringValue(item_of(json, "seed"));
    if (!seed || !g_ascii_string_to_unsigned(seed, 10, 0, G_MAXUINT64, &session->seed, NULL)) {
        session->seed = fairy_character_seed(session->document, session->name);
    }
    if (!mode || !fairy_mode_find(mode, &session->mode)) {
        session->mode = FAIRY_MODE_IDLING;
    }
    read_view(session, json);
    fairy_todos_read(session->todos, item_of(json, "todos"));
    read_usage(session, json);
    cJSON_Delete(json);
    return TRUE;
}

/* --- what is new ------------------------------------------------------------------------------ */

cJSON *fairy_session_new_items(const FairySession *session)
{
    cJSON *list = cJSON_CreateArray();
    const GPtrArray *items = fairy_memory_items(session->memory);
    for (guint i = 0; i < items->len; i++) {
        const FairyMemoryItem *item = items->pdata[i];
        if (item->number > session->last) {
            cJSON_AddItemToArray(list, fairy_memory_item_json(item));
        }
    }
    return list;
}

/* A number that counts items, moved on with them. */
static void move_on(cJSON *item, const char *name, double first, double by)
{
    cJSON *number = cJSON_GetObjectItemCaseSensitive(item, name);
    if (cJSON_IsNumber(number) && number->valuedouble >= first) {
        cJSON_SetNumberValue(number, number->valuedouble + by);
    }
}

gboolean fairy_session_add_items(FairySession *session, const cJSON *news, GError **error)
{
    const cJSON *json;
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(cJSON_GetArrayItem(news, 0), "number");
    double first = cJSON_IsNumber(number) ? number->valuedouble : 0;
    double by = MAX(fairy_session_last(session) + 1 - first, 0);
    cJSON_ArrayForEach(json, news)
    {
        cJSON *item = cJSON_Duplicate(json, TRUE);
        move_on(item, "number", first, by);
        move_on(item, "until", first, by);
        gboolean good = fairy_memory_read(session->memory, item, error);
        cJSON_Delete(item);
        if (!good) {
            return FALSE;
        }
    }
    return TRUE;
}
