/* What may stand in a recording: no header that may be secret, no picture unless it is asked for.
 * Private to core/. */
#pragma once

#include <cjson/cJSON.h>

#include <glib.h>

/* Whether a header ("name: value") may be kept. Only names known to carry nothing secret. */
gboolean fairy_header_is_kept(const char *header);
/* The address without a person's name and password, and without what isn't known in its query; the
 * caller's. */
char *fairy_url_kept(const char *url);

/* The pictures of a request's body: strings that are one in base64, with or without "data:". */
typedef struct {
    cJSON *item;
    char *text; /* as it was */
} FairyPicture;

/* Makes every picture in `body` an empty string; FairyPicture, in the order of the body, which
 * must outlive them. */
GPtrArray *fairy_pictures_take(cJSON *body);
/* Puts them back: as they were, or as "picture, 1234 bytes, sha256 …". */
void fairy_pictures_put(const GPtrArray *pictures, gboolean whole);
/* What two requests that ask the same have in common: the SHA-256 of the JSON (else the text)
 * without its pictures; the caller's. */
char *fairy_body_digest(const char *body);
/* Of a body whose pictures are taken. */
char *fairy_taken_digest(const cJSON *body);
