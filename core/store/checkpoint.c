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

/* The latest of the drawing stay, those that aren't too old, and the latest of all that have room
 * together; this one in any case, as its time is the last. */
static gboolean prune(FairyDb *db, const char *asked, GError **error)
{
    gint64 oldest = g_get_real_time() - (gint64)FAIRY_MAX_CHECKPOINT_DAYS * G_TIME_SPAN_DAY;
    return fairy_db_run(db, error,
                        "DELETE FROM unfinished WHERE asked = ? AND id NOT IN"
                        " (SELECT id FROM unfinished WHERE asked = ? ORDER BY time DESC LIMIT ?)",
                        "ssi", asked, asked, (gint64)FAIRY_MAX_CHECKPOINTS) &&
           fairy_db_run(db, error, "DELETE FROM unfinished WHERE time < ?", "i", oldest) &&
           fairy_db_run(db, error,
                        "DELETE FROM unfinished WHERE id IN (SELECT id FROM (SELECT id,"
                        " sum(size) OVER (ORDER BY time DESC, id DESC) AS size"
                        " FROM unfinished) WHERE size > ?)",
                        "i", (gint64)FAIRY_MAX_CHECKPOINTS_BYTES);
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
                        " (asked, session, reads, writes, time, pid, size, state)"
                        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                        "ssssiiis", asked, run->session, reads, writes, g_get_real_time(),
                        run->why ? (gint64)0 : (gint64)getpid(), (gint64)strlen(state), state) &&
           prune(db, asked, error);
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

gboolean fairy_checkpoint_drop_output(FairyDb *db, const char *path, const char *session,
                                      GError **error)
{
    return fairy_db_run(db, error, "DELETE FROM unfinished WHERE session = ? AND writes = ?", "ss",
                        session, path);
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

static void free_checkpoint(gpointer run)
{
    fairy_checkpoint_free(run);
}

/* The latest of each output and session; NULL = of any. The latest first. */
static GPtrArray *list(const char *path, const char *output, const char *session, GError **error)
{
    g_autoptr(GPtrArray) runs = g_ptr_array_new_with_free_func(free_checkpoint);
    g_autoptr(FairyDb) db = NULL;
    g_autoptr(GError) local = NULL;
    if (!fairy_db_open(FALSE, &db, error)) {
        return NULL;
    }
    g_autoptr(FairyRows) rows =
        db ? fairy_db_query(db, &local,
                            "SELECT asked, session, reads, writes, max(time), pid, state"
                            " FROM unfinished WHERE (?1 IS NULL OR ?1 IN (asked, writes))"
                            " AND (?2 IS NULL OR writes = ?2) AND (?3 IS NULL OR session = ?3)"
                            " GROUP BY writes, session ORDER BY 5 DESC",
                            "sss", path, output, session)
           : NULL;
    while (rows && fairy_rows_next(rows, &local)) {
        g_ptr_array_add(runs, read_row(rows));
    }
    if (local) {
        g_propagate_error(error, g_steal_pointer(&local));
        return NULL;
    }
    return g_steal_pointer(&runs);
}

/* A file that is gone may still be named. */
static char *known_path(const char *path)
{
    char *canonical = fairy_canonical_path(path);
    return canonical ? canonical : g_canonicalize_filename(path, NULL);
}

GPtrArray *fairy_checkpoints_list(const char *path, const char *session, GError **error)
{
    g_autofree char *known = path ? known_path(path) : NULL;
    return list(known, NULL, session, error);
}

static void fail_to_choose(const GPtrArray *runs, const char *path, GError **error)
{
    g_autoptr(GString) names = g_string_new(NULL);
    for (guint i = 0; i < runs->len; i++) {
        const FairyCheckpoint *run = runs->pdata[i];
        g_autofree char *shown = g_filename_display_name(run->writes);
        g_autofree char *how = fairy_checkpoint_how(run);
        g_string_append_printf(names, "%s%s (%s)", i ? ", " : "", shown, how);
    }
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                "%s: %u runs can be gone on with, which write %s; say which with -o", path,
                runs->len, names->str);
}

static void fail_to_find(const char *path, const char *output, GError **error)
{
    g_autofree char *to = output ? g_strconcat(" to ", output, NULL) : g_strdup("");
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_JOURNAL,
                "%s: there is nothing to resume%s: its last run has ended by itself, or none is "
                "kept",
                path, to);
}

FairyCheckpoint *fairy_checkpoint_find(const char *path, const char *output, const char *session,
                                       GError **error)
{
    g_autofree char *canonical = fairy_canonical_path(path);
    g_autofree char *writes = output ? known_path(output) : NULL;
    g_autoptr(GPtrArray) runs = canonical ? list(canonical, writes, session, error)
                                          : g_ptr_array_new_with_free_func(free_checkpoint);
    FairyCheckpoint *run = NULL;
    if (!runs) {
        return NULL;
    }
    if (runs->len > 1) {
        fail_to_choose(runs, path, error);
    } else if (runs->len == 0 || !((const FairyCheckpoint *)runs->pdata[0])->words) {
        fail_to_find(path, output, error);
    } else {
        run = g_ptr_array_steal_index(runs, 0);
    }
    return run;
}
