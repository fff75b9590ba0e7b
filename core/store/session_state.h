/* The state of a session as it is stored. Private to core/store. */
#pragma once

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
