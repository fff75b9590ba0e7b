/* How a session's drawing was, as others may change it. */
#include "store/session_state.h"

void fairy_session_set_former(FairySession *session, GBytes *former)
{
    g_clear_pointer(&session->former, g_bytes_unref);
    session->former = former;
    session->former_stored = FALSE;
}

void fairy_session_read_former(FairyDb *db, FairySession *session, gint64 id)
{
    g_autoptr(FairyRows) rows =
        fairy_db_query(db, NULL, "SELECT former FROM sessions WHERE id = ?", "i", id);
    fairy_session_set_former(session,
                             rows && fairy_rows_next(rows, NULL) ? fairy_rows_blob(rows, 0) : NULL);
    session->former_stored = session->keeps_former = TRUE;
}

gboolean fairy_session_has_former(FairyDb *db, gint64 id)
{
    return fairy_db_number(db, 0, "SELECT former IS NOT NULL FROM sessions WHERE id = ?", "i", id);
}

/* As long as the drawing is as it was there, so is what is kept of it. */
gboolean fairy_session_write_former(FairyDb *db, const FairySession *session,
                                    const FairySession *kept, gint64 id, GError **error)
{
    gboolean same = g_strcmp0(session->digest, kept->digest) == 0;
    return (same && (session->former_stored || !session->former)) ||
           fairy_db_run(db, error, "UPDATE sessions SET former = ? WHERE id = ?", "bi",
                        session->former, id);
}
