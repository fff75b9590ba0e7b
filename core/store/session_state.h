/* What a session goes on with, as it is kept. Private to core/store. */
#pragma once

#include <fairy/session.h>

/* As JSON; the caller's. */
char *fairy_session_print_state(const FairySession *session);
/* FALSE with FAIRY_ERROR_JOURNAL when it is no JSON object; what isn't as it was kept is as in a
 * new session. */
gboolean fairy_session_read_state(FairySession *session, const char *text, GError **error);
