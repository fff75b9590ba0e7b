/* The table of kinds of API errors. Private to core/. */
#pragma once

#include <fairy/api_error.h>

/* Returns the line for the person, in which {title}, {model}, {base}, {name}, {key}, {when},
 * {reach} and {get} have to be filled in; static. */
const char *fairy_api_error_template(FairyApiErrorKind kind);
