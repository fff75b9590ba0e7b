/* Ids as a model is shown them, and as it writes them. Private to core/. */
#pragma once

#include <svg/document.h>

/* Returns the id; if it has more than FAIRY_SHOWN_NAME_BYTES bytes, its beginning, "…" and a
 * digest. Free with g_free(). */
char *fairy_id_shown(const char *id);
/* Append the same as a JSON string, or as a member of an object unless the id is NULL. */
void fairy_json_id(GString *out, const char *id);
void fairy_json_add_id(GString *out, const char *name, const char *id);
/* Returns the long id in the drawing that is shown as `said`, borrowed from the document; NULL if
 * `said` isn't a shortened id. */
const char *fairy_id_meant(SvgDocument *doc, const char *said);
