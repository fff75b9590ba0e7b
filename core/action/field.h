/* Fields as text, for schemas and manuals. Private to core/action. */
#pragma once

#include <fairy/action.h>

/* Returns the field's purpose with the limit of a number, or the names of the palette's colours.
 * Free with g_free(). */
char *fairy_field_doc(const FairyField *field);
