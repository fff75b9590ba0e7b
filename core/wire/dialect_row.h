/* One row of the table of wires, and what their requests and answers are made with. Private to
 * core/model. */
#pragma once

#include "wire/answer.h"
#include "wire/dialect.h"

typedef struct {
    const char *path; /* behind the address; with a %s, for the model's name, only where `named` */
    gboolean named;   /* the model is named in the path */
    gboolean lines;   /* the answer is a JSON value a line, not an event stream */
    gboolean stop_ends; /* it is whole when it ends after the model said why it stopped */
    const char *accept; /* what kind of answer */
    const char *const
        *headers; /* "name: value" beside those of all; NULL-terminated; may be NULL */
    /* The members of a request; `max_output` is never more than the profile's. */
    void (*write)(cJSON *body, const FairyProfile *profile, const FairyPrompt *prompt,
                  guint max_output);
    /* One event of an answer, or a whole answer that wasn't streamed. */
    void (*read)(FairyAnswer *answer, const cJSON *event);
    /* The members that `read` takes as pieces of texts, NULL-terminated. */
    const char *const *text_members;
} FairyDialect;

extern const FairyDialect fairy_dialect_anthropic, fairy_dialect_openai, fairy_dialect_gemini,
    fairy_dialect_ollama;
const FairyDialect *fairy_dialect(FairyDialectKind kind);

/* --- requests */

/* The speeches as they are sent, FairyMessage with borrowed pieces: neighbours of one role are one,
 * and what is empty is none. In each stands what stays the same, then the rest; of both the
 * pictures first. Pictures only where the model takes them. */
GPtrArray *fairy_dialect_messages(const FairyProfile *profile, const FairyPrompt *prompt);

/* The beginning of a reply, where it is given: models that take it, and have no schema. */
#define FAIRY_PREFILL "{\"actions\":["
gboolean fairy_dialect_prefills(const FairyProfile *profile);
/* The schema of a reply, as the provider takes it; the caller's. */
cJSON *fairy_dialect_schema(const FairyProfile *profile, const FairyPrompt *prompt);

/* The tokens a word for thinking stands for; -1 = as the model sees fit. */
gint64 fairy_dialect_thinking_tokens(const char *thinking);

/* All texts of `pieces`, with an empty line between; the caller's. */
char *fairy_content_parts_text(const GPtrArray *pieces);
/* A picture as base64; the caller's. */
char *fairy_content_part_base64(const FairyContentPart *piece);

/* --- answers */

/* fairy_answer_new() in that dialect, which must be the profile's. */
FairyAnswer *fairy_answer_new_in(const FairyDialect *dialect, const FairyProfile *profile,
                                 const FairyAnswerFuncs *funcs, gpointer data);

static inline const cJSON *fairy_item(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

/* NULL when there is none, or it is empty. */
static inline const char *fairy_item_text(const cJSON *object, const char *name)
{
    const char *text = cJSON_GetStringValue(fairy_item(object, name));
    return text && *text ? text : NULL;
}
