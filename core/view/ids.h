/* Ids as a model is told them, and as it says them. Private to core/. */
#pragma once

#include <svg/document.h>

/* The id; of one of more than FAIRY_SHOWN_NAME_BYTES bytes the beginning, "…" and what tells it
 * from others. The caller's. */
char *fairy_id_shown(const char *id);
/* The same as a JSON string, and as a member of an object if there is an id. */
void fairy_json_id(GString *out, const char *id);
void fairy_json_add_id(GString *out, const char *name, const char *id);
/* The id in the drawing that is told as `said`, when it is too long to be told whole; NULL for
 * another. The document's. */
const char *fairy_id_meant(SvgDocument *doc, const char *said);
