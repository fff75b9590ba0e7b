/* What a recording may contain: no header that may be secret, no picture unless asked for. Private
 * to core/. */
#pragma once

#include <cjson/cJSON.h>

#include <glib.h>

/* Returns whether a header ("name: value") may be recorded: only names that never carry a secret.
 */
gboolean fairy_header_is_kept(const char *header);
/* Returns the URL without user name and password, and without unknown members of its query. Free
 * with g_free(). */
char *fairy_url_kept(const char *url);

/* A picture in the body of a request: a base64 string, with or without "data:". */
typedef struct {
    cJSON *item;
    char *text; /* the string as it was */
} FairyPicture;

/* Replaces every picture in `body` by an empty string, and returns them (FairyPicture) in the order
 * of the body, which must outlive them. Free with g_ptr_array_unref(). */
GPtrArray *fairy_pictures_take(cJSON *body);
/* Puts the pictures back, with `whole` as they were, else as "picture, 1234 bytes, sha256 …". */
void fairy_pictures_put(const GPtrArray *pictures, gboolean whole);
/* Returns the SHA-256 of the JSON (else the text) without its pictures, which is the same for two
 * requests that ask the same. Free with g_free(). */
char *fairy_body_digest(const char *body);
/* Returns the same digest of a body whose pictures were taken. Free with g_free(). */
char *fairy_taken_digest(const cJSON *body);
