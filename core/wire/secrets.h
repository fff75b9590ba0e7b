/* Secrets in text that arrives in pieces: found however they are written, and covered. Private to
 * core/. */
#pragma once

#include <glib.h>

/* A set of secrets. */
typedef struct _FairySecrets FairySecrets;

FairySecrets *fairy_secrets_new(void);
/* Wipes and frees them. Accepts NULL. */
void fairy_secrets_free(FairySecrets *secrets);
/* Adds a secret; one of less than FAIRY_MIN_SECRET_BYTES is ignored. It is searched as it is, in
 * hexadecimal, and in base64 (both alphabets) at any place in another text; each of them in upper
 * or lower case, with anything but printable ASCII between its characters, behind escapes of JSON,
 * of JSON in JSON, and of URLs. */
void fairy_secrets_add(FairySecrets *secrets, const char *secret);
/* Overwrites each secret in `text` by as many "*". `secrets` may be NULL. */
void fairy_secrets_cover(const FairySecrets *secrets, char *text, gsize len);

/* Covers secrets in a stream. */
typedef struct _FairyRedactor FairyRedactor;

/* Makes a redactor for what `secrets` has by now; NULL = everything passes. `pieces` (static,
 * NULL-terminated; may be NULL) are members of JSON values in the stream whose strings, one after
 * the other, are a text of their own, in which a secret may be split. Free with
 * fairy_redactor_free(). */
FairyRedactor *fairy_redactor_new(const FairySecrets *secrets, const char *const *pieces);
/* Accepts NULL. */
void fairy_redactor_free(FairyRedactor *redactor);
/* Appends to `out` what is certain by now: all but what may be the beginning of a secret. The
 * output is as long as the input, and is cut between characters. */
void fairy_redactor_feed(FairyRedactor *redactor, const char *bytes, gsize len, GString *out);
/* Says that the stream is over, and appends the rest. */
void fairy_redactor_end(FairyRedactor *redactor, GString *out);
