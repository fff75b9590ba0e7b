/* JSON written straight into a string, for results with very many parts (RFC 8259). Private to
 * core/. */
#pragma once

#include <glib.h>

/* Each function appends one value, or one member of an object with its name, and a comma where one
 * is needed. */
void fairy_json_string(GString *out, const char *text);
/* Appends a string cut to `most` bytes, followed, if something was cut, by the number of characters
 * that are missing: "…(+42)". 0 = all of it. */
void fairy_json_text(GString *out, const char *text, gsize most);
/* Appends a number with 15 digits, or with 17 if it needs them; null if it isn't finite. */
void fairy_json_number(GString *out, double value);
/* Appends ,"name": — without the comma at the start of an object. `name` must need no escaping. */
void fairy_json_name(GString *out, const char *name);
void fairy_json_add_string(GString *out, const char *name, const char *text);
void fairy_json_add_text(GString *out, const char *name, const char *text, gsize most);
void fairy_json_add_number(GString *out, const char *name, double value);
