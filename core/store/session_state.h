/* The state of a session as it is stored. Private to core/store. */
#pragma once

#include "store/db.h"

#include <fairy/session.h>

/* Makes an empty session, without document, name and memory. Free with fairy_session_free(). */
FairySession *fairy_session_new(void);
/* Returns the number of the last item in its memory; 0 = none. */
guint fairy_session_last(const FairySession *session);
/* Returns the state as JSON text. Free with g_free(). */
char *fairy_session_print_state(const FairySession *session);
/* Reads the state from such text. Returns FALSE with FAIRY_ERROR_JOURNAL if it isn't a JSON object;
 * invalid members are as in a new session. */
gboolean fairy_session_read_state(FairySession *session, const char *text, GError **error);

/* --- how its drawing was (session_former.c); `id` is the session's row --- */

/* Reads it, if it is kept. */
void fairy_session_read_former(FairyDb *db, FairySession *session, gint64 id);
gboolean fairy_session_has_former(FairyDb *db, gint64 id);
/* Stores it in place of that of `kept`, which is how the session is stored. */
gboolean fairy_session_write_former(FairyDb *db, const FairySession *session,
                                    const FairySession *kept, gint64 id, GError **error);
