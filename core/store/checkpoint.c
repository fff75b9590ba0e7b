/* Runs that can be resumed, in the journal's file. */
#include "store/checkpoint.h"

#include "base/claim.h"

#include <fairy/limits.h>

#include <math.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

FairyCheckpoint *fairy_checkpoint_new(void)
{
    return g_new0(FairyCheckpoint, 1);
}

void fairy_checkpoint_free(FairyCheckpoint *run)
{
    if (run) {
        g_free(run->asked);
        g_free(run->reads);
        g_free(run->writes);
        g_free(run->session);
        g_free(run->why);
        g_free(run->words);
        g_free(run->model);
        g_free(run->before);
        cJSON_Delete(run->options);
        cJSON_Delete(run->done);
        cJSON_Delete(run->chat);
        cJSON_Delete(run->life);
        g_free(run);
    }
}

/* --- keeping ---------------------------------------------------------------------------------- */

static void put_text(cJSON *json, const char *name, const char *text)
{
    if (text) {
        cJSON_AddStringToObject(json, name, text);
    }
}

static void put_json(cJSON *json, const char *name, const cJSON *value)
{
    if (value) {
        cJSON_AddItemToObject(json, name, cJSON_Duplicate(value, TRUE));
    }
}

static char *print_state(const FairyCheckpoint *run, gboolean whole)
{
    cJSON *json = cJSON_CreateObject();
    put_text(json, "why", run->why);
    put_text(json, "words", run->words);
    put_text(json, "model", run->model);
    put_json(json, "options", run->options);
    put_text(json, "before", run->before);
    cJSON_AddNumberToObject(json, "x", run->origin.x);
    cJSON_AddNumberToObject(json, "y", run->origin.y);
    cJSON_AddNumberToObject(json, "step", run->step);
    cJSON_AddBoolToObject(json, "over", run->over);
    put_json(json, "done", whole ? run->done : NULL);
    put_json(json, "chat", whole ? run->chat : NULL);
    put_json(json, "life", whole ? run->life : NULL);
    char *text = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    return text;
}

static gboolean prune(FairyDb *db, GError **error)
{
    return fairy_db_run(db, error,
                        "DELETE FROM unfinished WHERE id NOT IN"
                        " (SELECT id FROM unfinished ORDER BY time DESC LIMIT ?)",
                        "i", (gint64)FAIRY_MAX_CHECKPOINTS);
}

gboolean fairy_checkpoint_put(FairyDb *db, const FairyCheckpoint *run, const char *asked,
                              const char *reads, const char *writes, GError **error)
{
    g_autofree char *state = print_state(run, TRUE);
    if (strlen(state) > FAIRY_MAX_CHECKPOINT_BYTES) {
        g_free(state);
        state = print_state(run, FALSE);
    }
    return fairy_db_run(db, error,
                        "INSERT OR REPLACE INTO unfinished"
                        " (asked, session, reads, writes, time, pid, state)"
                        " VALUES (?, ?, ?, ?, ?, ?, ?)",
                        "ssssiis", asked, run->session, reads, writes, g_get_real_time(),
                        run->why ? (gint64)0 : (gint64)getpid(), state) &&
           prune(db, error);
}

gboolean fairy_checkpoint_save(const FairyCheckpoint *run, GError **error)
{
    g_autofree char *asked = fairy_canonical_path(run->asked);
    g_autofree char *reads = fairy_canonical_path(run->reads);
    g_autofree char *writes = fairy_canonical_path(run->writes);
    g_autoptr(FairyDb) db = NULL;
    if (!asked || !reads || !writes) {
        return TRUE;
    }
    if (!fairy_db_open(TRUE, &db, error) || !fairy_db_begin(db, FALSE, error)) {
        return FALSE;
    }
    if (!fairy_checkpoint_put(db, run, asked, reads, writes, error) ||
        !fairy_db_commit(db, error)) {
        fairy_db_rollback(db);
        return FALSE;
    }
    return TRUE;
}

gboolean fairy_checkpoint_drop(FairyDb *db, const char *path, const char *session, guint *n,
                               GError **error)
{
    if (n) {
        *n = (guint)fairy_db_number(
            db, 0, "SELECT count(*) FROM unfinished WHERE session = ? AND ? IN (asked, writes)",
            "ss", session, path);
    }
    return fairy_db_run(db, error,
                        "DELETE FROM unfinished WHERE session = ? AND ? IN (asked, writes)", "ss",
                        session, path);
}

/* --- finding ---------------------------------------------------------------------------------- */

static char *program_of(gint64 pid)
{
    g_autofree char *link = g_strdup_printf("/proc/%" G_GINT64_FORMAT "/exe", pid);
    return g_file_read_link(link, NULL);
}

/* Another program may have its number by now. */
static gboolean is_alive(gint64 pid)
{
    g_autofree char *its = pid > 0 ? program_of(pid) : NULL, *ours = program_of(getpid());
    return its && g_strcmp0(its, ours) == 0 && kill((pid_t)pid, 0) == 0;
}

static const cJSON *member(const cJSON *json, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(json, name);
}

static char *text_of(const cJSON *json, const char *name)
{
    return g_strdup(cJSON_GetStringValue(member(json, name)));
}

static double number_of(const cJSON *json, const char *name)
{
    const cJSON *item = member(json, name);
    return cJSON_IsNumber(item) && isfinite(item->valuedouble) ? item->valuedouble : 0;
}

static cJSON *json_of(const cJSON *json, const char *name)
{
    const cJSON *item = member(json, name);
    return item ? cJSON_Duplicate(item, TRUE) : NULL;
}

static FairyCheckpoint *read_row(FairyRows *rows)
{
    FairyCheckpoint *run = fairy_checkpoint_new();
    g_autofree char *state = fairy_rows_text(rows, 6);
    cJSON *json = state ? cJSON_Parse(state) : NULL;
    gint64 pid = fairy_rows_number(rows, 5);
    *run = (FairyCheckpoint){
        .asked = fairy_rows_text(rows, 0),
        .session = fairy_rows_text(rows, 1),
        .reads = fairy_rows_text(rows, 2),
        .writes = fairy_rows_text(rows, 3),
        .time = fairy_rows_number(rows, 4),
        .alive = is_alive(pid) ? pid : 0,
        .why = text_of(json, "why"),
        .words = text_of(json, "words"),
        .model = text_of(json, "model"),
        .options = json_of(json, "options"),
        .before = text_of(json, "before"),
        .origin = {number_of(json, "x"), number_of(json, "y")},
        .step = MAX(number_of(json, "step"), 0),
        .done = json_of(json, "done"),
        .chat = json_of(json, "chat"),
        .life = json_of(json, "life"),
        .over = cJSON_IsTrue(member(json, "over")),
    };
    cJSON_Delete(json);
    return run;
}

static FairyCheckpoint *find(const char *path, const char *session, GError **error)
{
    g_autoptr(FairyDb) db = NULL;
    if (!fairy_db_open(FALSE, &db, error) || !db) {
        return NULL;
    }
    g_autoptr(FairyRows) rows =
        fairy_db_query(db, error,
                       "SELECT asked, session, reads, writes, time, pid, state FROM unfinished"
                       " WHERE session = ? AND ? IN (asked, writes) ORDER BY time DESC LIMIT 1",
                       "ss", session, path);
    return rows && fairy_rows_next(rows, error) ? read_row(rows) : NULL;
}

FairyCheckpoint *fairy_checkpoint_find(const char *path, const char *session, GError **error)
{
    g_autofree char *canonical = fairy_canonical_path(path);
    g_autoptr(GError) local = NULL;
    FairyCheckpoint *run = canonical ? find(canonical, session, &local) : NULL;
    if (run && run->words) {
        return run;
    }
    fairy_checkpoint_free(run);
    if (local) {
        g_propagate_error(error, g_steal_pointer(&local));
    } else {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_JOURNAL,
                    "%s: there is nothing to resume: its last run has ended by itself, or none is "
                    "kept",
                    path);
    }
    return NULL;
}
