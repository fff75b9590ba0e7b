/* Server-sent events: the WHATWG "event stream" rules (HTML standard, 9.2.6), byte by byte. Private
 * to core/. */
#pragma once

#include <fairy/error.h>

typedef struct _FairySse FairySse;

/* An event: `type` is "message" when none was named, `data` valid UTF-8 and NUL-terminated;
 * borrowed. */
typedef void (*FairySseFunc)(const char *type, const char *data, gsize len, gpointer user_data);

FairySse *fairy_sse_new(FairySseFunc func, gpointer user_data);
void fairy_sse_free(FairySse *sse);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairySse, fairy_sse_free)
/* FALSE with FAIRY_ERROR_MODEL for a line or an event beyond FAIRY_MAX_EVENT_BYTES; nothing is read
 * after that. */
gboolean fairy_sse_feed(FairySse *sse, const char *bytes, gsize len, GError **error);
/* Bytes of the event, or of the line, that isn't whole yet. */
gsize fairy_sse_pending(const FairySse *sse);
/* At the end: the data of the unfinished event, and lines that are no field but JSON; NULL when
 * there is nothing. The standard drops them; some servers say there that they are done, or what
 * went wrong. Borrowed. */
const char *fairy_sse_rest(FairySse *sse);
