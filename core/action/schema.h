/* What both forms of JSON Schema are made with. Private to core/action. */
#pragma once

#include <fairy/action.h>

/* Returns the field's type as JSON Schema names it: "string", "number" … */
const char *fairy_schema_type(const FairyField *field);
/* Makes a list of these texts (NULL-terminated). Free with cJSON_Delete(). */
cJSON *fairy_schema_strings(const char *const *texts);
/* Makes the schema of {"actions":[…]} whose items are `action`, which it takes. Free with
 * cJSON_Delete(). */
cJSON *fairy_schema_envelope(cJSON *action);
