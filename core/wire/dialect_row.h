/* A row of the table of dialects, and helpers for writing requests and reading responses. Private
 * to core/. */
#pragma once

#include "wire/answer.h"
#include "wire/dialect.h"

typedef struct {
    const char *path;   /* appended to the base URL; with a %s for the model's name if `named` */
    gboolean named;     /* the path contains the model's name */
    gboolean lines;     /* the response is one JSON value for each line, not an event stream */
    gboolean stop_ends; /* it is complete if it ends after the model said why it stopped */
    const char *accept; /* media type of the response */
    const char *const *headers; /* further headers, "name: value", NULL-terminated; may be NULL */
    /* Adds the members of a request's body; `max_output` is never more than the profile's. */
    void (*write)(cJSON *body, const FairyProfile *profile, const FairyPrompt *prompt,
                  guint max_output);
    /* Reads one event of a response, or a whole response that wasn't streamed. */
    void (*read)(FairyAnswer *answer, const cJSON *event);
    /* The members whose strings `read` takes as pieces of texts, NULL-terminated. */
    const char *const *text_members;
} FairyDialect;

extern const FairyDialect fairy_dialect_anthropic, fairy_dialect_openai, fairy_dialect_gemini,
    fairy_dialect_ollama;
const FairyDialect *fairy_dialect(FairyDialectKind kind);

/* --- requests */

/* Returns the messages as they are sent: FairyMessage with borrowed content parts, in which
 * neighbours of one role are merged and empty parts are left out. In each, parts that stay the same
 * come first, then the others; among both, pictures first, which are left out if the model reads
 * none. Free with g_ptr_array_unref(). */
GPtrArray *fairy_dialect_messages(const FairyProfile *profile, const FairyPrompt *prompt);

/* The beginning of the reply, for models that accept a prefill and have no schema. */
#define FAIRY_PREFILL "{\"actions\":["
gboolean fairy_dialect_prefills(const FairyProfile *profile);

/* Returns the thinking budget in tokens for a word such as "low"; -1 = as the model sees fit. */
gint64 fairy_dialect_thinking_tokens(const char *thinking);

/* Returns all texts of the content parts, with an empty line between them. Free with g_free(). */
char *fairy_content_parts_text(const GPtrArray *parts);
/* Returns a picture as base64. Free with g_free(). */
char *fairy_content_part_base64(const FairyContentPart *part);

/* --- responses */

/* Does what fairy_answer_new() does in that dialect, which must be the profile's. */
FairyAnswer *fairy_answer_new_in(const FairyDialect *dialect, const FairyProfile *profile,
                                 const FairyAnswerFuncs *funcs, gpointer data);

static inline const cJSON *fairy_item(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

/* Returns the string of a member, borrowed; NULL if there is none, or if it is empty. */
static inline const char *fairy_item_text(const cJSON *object, const char *name)
{
    const char *text = cJSON_GetStringValue(fairy_item(object, name));
    return text && *text ? text : NULL;
}
