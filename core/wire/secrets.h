/* Secrets in text that comes in pieces: found however they are written, and covered. Private to
 * core/. */
#pragma once

#include <glib.h>

/* What is to be seen nowhere. */
typedef struct _FairySecrets FairySecrets;

FairySecrets *fairy_secrets_new(void);
/* Wipes them. Takes NULL. */
void fairy_secrets_free(FairySecrets *secrets);
/* Text of less than FAIRY_MIN_SECRET_BYTES is none. It is looked for as it is, in hexadecimal, and
 * in base64 (both alphabets) wherever in another text it stands; each of them in capitals or small
 * letters, with anything but ASCII's signs between its own, behind escapes of JSON, of JSON in
 * JSON, and of URLs. */
void fairy_secrets_add(FairySecrets *secrets, const char *secret);
/* Puts as many "*" in the place of each. `secrets` may be NULL: there are none. */
void fairy_secrets_cover(const FairySecrets *secrets, char *text, gsize len);

/* The same for a stream. */
typedef struct _FairyRedactor FairyRedactor;

/* For what `secrets` has by now; NULL: all passes. `pieces` (static, NULL-terminated; may be NULL)
 * are members of JSON values in the stream whose strings, one after the other, are a text of their
 * own: a secret may be cut there. */
FairyRedactor *fairy_redactor_new(const FairySecrets *secrets, const char *const *pieces);
/* Takes NULL. */
void fairy_redactor_free(FairyRedactor *redactor);
/* Adds to `out` what is sure by now: all but what may be the beginning of a secret. What comes out
 * is as long as what went in, and cut between characters. */
void fairy_redactor_feed(FairyRedactor *redactor, const char *bytes, gsize len, GString *out);
/* Nothing comes any more: the rest. */
void fairy_redactor_end(FairyRedactor *redactor, GString *out);
