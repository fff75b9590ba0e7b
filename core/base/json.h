/* JSON text, written straight into a string: for answers with very many parts. Private to core/. */
#pragma once

#include <glib.h>

/* Each writes one value, or a member of an object with its name and a comma where one is needed. */
void fairy_json_string(GString *out, const char *text);
/* A string of which at most `most` bytes are told, and behind them how many characters more there
 * are: "…(+42)"; 0 = all. */
void fairy_json_text(GString *out, const char *text, gsize most);
/* The shortest of 15 or 17 digits that is the number; null for what isn't finite. */
void fairy_json_number(GString *out, double value);
/* ,"name": — without the comma at the start of an object. `name` needs no escaping. */
void fairy_json_name(GString *out, const char *name);
void fairy_json_add_string(GString *out, const char *name, const char *text);
void fairy_json_add_text(GString *out, const char *name, const char *text, gsize most);
void fairy_json_add_number(GString *out, const char *name, double value);
