/* Requests as JSON, read and written by one table. */
#include "host/request.h"

#include "base/json.h"

#include <string.h>

static const struct {
    const char *name;
    gboolean has_words, has_fairy;
} kinds[FAIRY_ASKED_COUNT] = {
    [FAIRY_ASKED_TELL] = {"tell", TRUE, FALSE},     [FAIRY_ASKED_STOP] = {"stop", FALSE, FALSE},
    [FAIRY_ASKED_WATCH] = {"watch", FALSE, FALSE},  [FAIRY_ASKED_ADD] = {"add", FALSE, FALSE},
    [FAIRY_ASKED_REMOVE] = {"remove", FALSE, TRUE}, [FAIRY_ASKED_LEAD] = {"lead", FALSE, TRUE},
};

static gboolean find_kind(const char *name, FairyAsked *what)
{
    for (guint i = 0; name && i < FAIRY_ASKED_COUNT; i++) {
        if (strcmp(kinds[i].name, name) == 0) {
            *what = (FairyAsked)i;
            return TRUE;
        }
    }
    return FALSE;
}

/* cJSON would cut a string there, and nobody would notice. */
static gboolean has_nul(const char *line)
{
    for (const char *at = line; (at = strchr(at, '\\')); at += at[1] ? 2 : 1) {
        if (g_str_has_prefix(at, "\\u0000")) {
            return TRUE;
        }
    }
    return FALSE;
}

/* FALSE when it is there and is no string. */
static gboolean take_string(const cJSON *json, const char *name, const char **value)
{
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(json, name);
    *value = cJSON_GetStringValue(member);
    return !member || cJSON_IsNull(member) || *value;
}

static const char *fault_of(FairyRequestLine *request)
{
    const cJSON *json = request->json;
    const char *what = NULL;
    if (!cJSON_IsObject(json)) {
        return "a request is a line with one JSON object, such as {\"do\":\"stop\"}";
    }
    if (!take_string(json, "do", &what) || !find_kind(what, &request->what)) {
        return "\"do\" is none of \"tell\", \"stop\", \"watch\", \"add\", \"remove\" and \"lead\"";
    }
    if (!take_string(json, "fairy", &request->fairy) ||
        (kinds[request->what].has_fairy && !request->fairy)) {
        return "\"fairy\" must be a string, the id or the name of a fairy";
    }
    if (!take_string(json, "words", &request->words) ||
        (kinds[request->what].has_words && !request->words)) {
        return "\"words\" must be a string";
    }
    request->id = cJSON_GetObjectItemCaseSensitive(json, "id");
    return request->id && !cJSON_IsNumber(request->id) ? "\"id\" must be a number" : NULL;
}

gboolean fairy_request_line_read(const char *line, FairyRequestLine *request, GError **error)
{
    *request = (FairyRequestLine){
        .json =
            has_nul(line) ? NULL : cJSON_ParseWithLengthOpts(line, strlen(line) + 1, NULL, TRUE)};
    const char *fault = fault_of(request);
    if (fault) {
        fairy_request_line_clear(request);
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_CONTROL, fault);
    }
    return !fault;
}

void fairy_request_line_clear(FairyRequestLine *request)
{
    cJSON_Delete(request->json);
    *request = (FairyRequestLine){0};
}

char *fairy_request_line(FairyAsked what, const char *fairy, const char *words)
{
    GString *line = g_string_new("{");
    fairy_json_add_string(line, "do", kinds[what].name);
    fairy_json_add_string(line, "fairy", fairy);
    fairy_json_add_string(line, "words", words);
    g_string_append_c(line, '}');
    return g_string_free(line, FALSE);
}
