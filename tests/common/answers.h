/* Answers of a model for the scripts of a server (server.h): Anthropic's, as it streams them. */
#pragma once

#include <glib.h>

/* Appends one whose text is `reply`, in pieces of six characters; `steps` are lines of the script
 * for it ("pieces 3\n"). */
void test_answer_add(GString *script, const char *reply, const char *steps);
/* The same, ended after so many pieces by `end` ("hang\n", "cut\n"). */
void test_answer_add_part(GString *script, const char *reply, guint pieces, const char *end);
