/* The table of kinds of API errors. Private to core/. */
#pragma once

#include <fairy/api_error.h>

/* The line for the user, with {title}, {model}, {base}, {name}, {key}, {when}, {reach} and {get}
 * still to be filled in. Static. */
const char *fairy_api_error_template(FairyApiErrorKind kind);
