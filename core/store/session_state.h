/* What a session goes on with, as it is kept. Private to core/store. */
#pragma once

#include <fairy/session.h>

/* Of nothing; neither document nor name nor memory. */
FairySession *fairy_session_new(void);
/* Number of its last item; 0 = none. */
guint fairy_session_last(const FairySession *session);
/* As JSON; the caller's. */
char *fairy_session_print_state(const FairySession *session);
/* FALSE with FAIRY_ERROR_JOURNAL when it is no JSON object; what isn't as it was kept is as in a
 * new session. */
gboolean fairy_session_read_state(FairySession *session, const char *text, GError **error);
