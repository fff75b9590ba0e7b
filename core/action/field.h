/* Fields in words. */
#pragma once

#include <fairy/action.h>

/* What a field is for, and the limit of a number; of a colour also the names there are. The
 * caller's. */
char *fairy_field_doc(const FairyField *field);
