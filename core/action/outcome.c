/* What became of one action. */
#include "action/outcome.h"

#define MOST_NOTES 32 /* that are written out */

const char *fairy_status_name(FairyStatus status)
{
    static const char *const names[] = {
        [FAIRY_OK] = "ok",
        [FAIRY_ADJUSTED] = "adjusted",
        [FAIRY_REFUSED] = "refused",
    };
    return names[status];
}

FairyOutcome *fairy_outcome_new(guint index, const char *type)
{
    FairyOutcome *outcome = g_new0(FairyOutcome, 1);
    outcome->index = index;
    outcome->type = g_strdup(type);
    outcome->shape_ids = g_new0(char *, 1);
    return outcome;
}

void fairy_outcome_set_type(FairyOutcome *outcome, const char *type)
{
    g_free(outcome->type);
    outcome->type = g_strdup(type);
}

void fairy_outcome_free(FairyOutcome *outcome)
{
    g_free(outcome->type);
    g_strfreev(outcome->shape_ids);
    g_free(outcome->detail);
    g_free(outcome->adjusted);
    svg_change_free(outcome->change);
    cJSON_Delete(outcome->data);
    cJSON_Delete(outcome->action);
    g_free(outcome);
}

cJSON *fairy_outcome_json(const FairyOutcome *outcome)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "index", outcome->index);
    cJSON_AddStringToObject(json, "type", outcome->type);
    cJSON_AddStringToObject(json, "outcome", fairy_status_name(outcome->status));
    cJSON *ids = cJSON_AddArrayToObject(json, "shapeIds");
    for (guint i = 0; outcome->shape_ids[i]; i++) {
        cJSON_AddItemToArray(ids, cJSON_CreateString(outcome->shape_ids[i]));
    }
    if (outcome->detail) {
        cJSON_AddStringToObject(json, "detail", outcome->detail);
    }
    if (outcome->data) {
        cJSON_AddItemToObject(json, "data", cJSON_Duplicate(outcome->data, TRUE));
    }
    return json;
}

char *fairy_join_notes(const GPtrArray *notes, guint from)
{
    GString *out = g_string_new(NULL);
    guint end = MIN(notes->len, from + MOST_NOTES);
    for (guint i = from; i < end; i++) {
        g_string_append_printf(out, "%s%s", i > from ? "; " : "", (const char *)notes->pdata[i]);
    }
    if (end < notes->len) {
        g_string_append_printf(out, "; and %u more", notes->len - end);
    }
    return g_string_free(out, FALSE);
}
