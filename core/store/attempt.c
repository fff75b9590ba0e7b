/* What is tried until the journal isn't busy, by a source. */
#include "store/db.h"

#include <fairy/journal.h>
#include <fairy/limits.h>

#define POLL_MS 10

struct _FairyJournalAttempt {
    FairyJournalAttemptFunc func;
    FairyJournalAttemptedFunc done;
    gpointer data;
    gint64 end; /* µs, monotonic */
    GSource *source;
};

gboolean fairy_journal_try(FairyJournalAttemptFunc func, gpointer data, GError **error)
{
    fairy_db_set_patient(FALSE);
    gboolean done = func(data, error);
    fairy_db_set_patient(TRUE);
    return done;
}

static gboolean on_time(gpointer data)
{
    FairyJournalAttempt *attempt = data;
    g_autoptr(GError) error = NULL;
    fairy_journal_try(attempt->func, attempt->data, &error);
    gboolean busy = g_error_matches(error, FAIRY_ERROR, FAIRY_ERROR_BUSY);
    if (busy && g_get_monotonic_time() < attempt->end) {
        return G_SOURCE_CONTINUE;
    }
    FairyJournalAttemptedFunc done = attempt->done;
    gpointer done_data = attempt->data;
    fairy_journal_attempt_free(attempt);
    done(error, done_data);
    return G_SOURCE_REMOVE;
}

FairyJournalAttempt *fairy_journal_attempt_start(FairyJournalAttemptFunc func,
                                                 FairyJournalAttemptedFunc done, gpointer data,
                                                 int priority)
{
    FairyJournalAttempt *attempt = g_new(FairyJournalAttempt, 1);
    *attempt = (FairyJournalAttempt){.func = func,
                                     .done = done,
                                     .data = data,
                                     .end = g_get_monotonic_time() + FAIRY_MAX_DATABASE_MS * 1000ll,
                                     .source = g_timeout_source_new(POLL_MS)};
    g_source_set_ready_time(attempt->source, 0); /* at once, and then each time */
    g_source_set_priority(attempt->source, priority);
    g_source_set_callback(attempt->source, on_time, attempt, NULL);
    g_source_attach(attempt->source, g_main_context_get_thread_default());
    return attempt;
}

void fairy_journal_attempt_free(FairyJournalAttempt *attempt)
{
    if (attempt) {
        g_source_destroy(attempt->source);
        g_source_unref(attempt->source);
        g_free(attempt);
    }
}
