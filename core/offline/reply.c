/* The reply of the plain-command reader: its actions, and then what came of them. */
#include "offline/offline.h"

#include <fairy/executor.h>

#include <string.h>

#define MAX_DETAILS 3 /* told of one clause */

static char *print(cJSON *action)
{
    char *text = cJSON_PrintUnformatted(action);
    char *copy = g_strdup(text);
    cJSON_free(text);
    return copy;
}

static void add_action(FairyPlan *plan, const cJSON *action, GString *out)
{
    g_autofree char *text = print((cJSON *)action);
    g_string_append_printf(out, "%s%s", plan->n_written ? "," : "{\"actions\":[", text);
    plan->n_written++;
}

static void add_words(FairyPlan *plan, const char *type, const char *name, const char *words,
                      GString *out)
{
    cJSON *action = cJSON_CreateObject();
    cJSON_AddStringToObject(action, "_type", type);
    cJSON_AddStringToObject(action, name, words);
    add_action(plan, action, out);
    cJSON_Delete(action);
}

char *fairy_plan_write(FairyPlan *plan)
{
    GString *out = g_string_new(NULL);
    for (const cJSON *action = cJSON_GetArrayItem(plan->actions, (int)plan->n_written); action;
         action = action->next) {
        add_action(plan, action, out);
    }
    return g_string_free(out, FALSE);
}

/* --- what came of it -------------------------------------------------------------------------- */

static const FairyActionResult *result_of(const GPtrArray *results, guint i)
{
    static const FairyActionResult done = {0};
    return results && i < results->len ? results->pdata[i] : &done;
}

gboolean fairy_plan_strayed(FairyPlan *plan, const GPtrArray *results)
{
    gboolean strayed = plan->unforeseen && results && plan->n_heard < results->len;
    plan->unforeseen = plan->unforeseen && !strayed;
    for (; results && plan->n_heard < results->len; plan->n_heard++) {
        const FairyActionResult *result = results->pdata[plan->n_heard];
        strayed = strayed || result->refused || result->detail;
    }
    return strayed;
}

/* What is otherwise than it was asked for: " (kept locked: a)", or a line for each of several; the
 * caller's. */
static char *join_details(const FairyStatement *claim, const GPtrArray *results)
{
    g_autoptr(GPtrArray) details = g_ptr_array_new();
    for (guint i = claim->first; i < claim->end; i++) {
        const char *detail = result_of(results, i)->detail;
        if (detail && !g_ptr_array_find_with_equal_func(details, detail, g_str_equal, NULL)) {
            g_ptr_array_add(details, (gpointer)detail);
        }
    }
    GString *out = g_string_new(NULL);
    if (details->len == 1) {
        g_string_append_printf(out, " (%s)", (const char *)details->pdata[0]);
    }
    for (guint i = 0; details->len > 1 && i < MIN(details->len, MAX_DETAILS); i++) {
        g_string_append_printf(out, "%s\n- %s", i ? "" : ":", (const char *)details->pdata[i]);
    }
    if (details->len > MAX_DETAILS) {
        g_string_append_printf(out, "\n- and %u more", details->len - MAX_DETAILS);
    }
    return g_string_free(out, FALSE);
}

/* A sentence that was planned is said where all of it was done. Of refused actions is told by who
 * runs them. */
static void tell(const FairyStatement *claim, const GPtrArray *results, GString *out)
{
    guint n = claim->end - claim->first, done = 0;
    for (guint i = claim->first; i < claim->end; i++) {
        done += !result_of(results, i)->refused;
    }
    if (n && !done) {
        return;
    }
    g_string_append(out, !out->len ? "" : strchr(out->str, '\n') ? "\n" : " ");
    if (done < n) {
        g_string_append_printf(out, "Of \"%s\" I did %u of %u steps.", claim->clause, done, n);
        return;
    }
    g_autofree char *details = join_details(claim, results);
    gsize text = strlen(claim->text);
    gboolean dot = *details && claim->text[text - 1] == '.';
    g_string_append_len(out, claim->text, (gssize)(text - dot));
    g_string_append_printf(out, "%s%s", details, dot && *details == ' ' ? "." : "");
}

char *fairy_plan_close(FairyPlan *plan, const GPtrArray *results)
{
    GString *out = g_string_new(NULL);
    g_autoptr(GString) said = g_string_new(NULL);
    for (guint i = 0; i < plan->claims->len; i++) {
        tell(&g_array_index(plan->claims, FairyStatement, i), results, said);
    }
    for (guint i = 0; i < plan->refused->len; i++) {
        add_words(plan, "unknown", "why", plan->refused->pdata[i], out);
    }
    if (said->len) {
        add_words(plan, "message", "text", said->str, out);
    } else if (!plan->n_written) {
        add_words(plan, "message", "text", "There was nothing to do.", out);
    }
    g_string_append(out, "]}");
    return g_string_free(out, FALSE);
}

/* Something was done, or nothing had to be, or was left out because it does damage: who is asked
 * again would say the same. */
static gboolean has_served(const FairyPlan *plan, const GPtrArray *results)
{
    guint n = (guint)cJSON_GetArraySize(plan->actions);
    for (guint i = 0; i < n; i++) {
        if (!result_of(results, i)->refused) {
            return TRUE;
        }
    }
    return n == 0 && (plan->refused->len == 0 || plan->left_out);
}

char *fairy_plan_close_task(FairyPlan *plan, const GPtrArray *results)
{
    GString *out = g_string_new(NULL);
    gboolean served = has_served(plan, results);
    for (guint i = 0; i < plan->refused->len; i++) {
        add_words(plan, "unknown", "why", plan->refused->pdata[i], out);
    }
    if (served) {
        cJSON *done = cJSON_CreateObject();
        cJSON_AddStringToObject(done, "_type", "mark-task-done");
        add_action(plan, done, out);
        cJSON_Delete(done);
    }
    g_string_append(out, "]}");
    return g_string_free(out, FALSE);
}

char *fairy_plan_reply(FairyPlan *plan, const GPtrArray *results)
{
    g_autofree char *actions = fairy_plan_write(plan);
    g_autofree char *rest = fairy_plan_close(plan, results);
    return g_strconcat(actions, rest, NULL);
}
