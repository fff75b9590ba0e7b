/* The office: the worker's drawings, and what is asked of them at its desk. */
#pragma once

#include <fairy/error.h>

#include <cjson/cJSON.h>

typedef struct _Office Office;

/* Opens, in the thread-default main context. `gone` is called once, when nobody has been there for
 * `idle_s` seconds and nothing is at work, or after office_close(). Free with office_free(). NULL
 * with FAIRY_ERROR_BUSY if another worker is at the desk, or with another error. */
Office *office_new(guint idle_s, void (*gone)(gpointer data), gpointer data, GError **error);
/* Takes NULL. */
void office_free(Office *office);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Office, office_free)
/* Does what came by another way than the desk: {"do":"menu",…}. */
gboolean office_do(Office *office, const cJSON *request, GError **error);
/* Stops all that is at work, keeps what was finished, and then calls `gone`. */
void office_close(Office *office);
