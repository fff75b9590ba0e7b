/* Fields in words. */
#pragma once

#include <fairy/action.h>

/* What a field is for; of a colour also the names there are. The caller's. */
char *fairy_field_doc(const FairyField *field);
