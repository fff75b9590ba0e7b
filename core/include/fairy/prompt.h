/* A prompt: the conversation that one request sends to a model, as data. What stays the same from
 * request to request stands first, so that providers' prompt caches hit. */
#pragma once

#include <fairy/action.h>

#define FAIRY_DATA_HEADING "what you looked up" /* heading over the data that actions returned */

typedef enum { FAIRY_ROLE_USER, FAIRY_ROLE_ASSISTANT } FairyRole;

/* A text or a picture in a message. */
typedef struct {
    char *name;             /* the part of the prompt it is, for people: "rules", "shapes" */
    char *text;             /* never empty; NULL for a picture */
    GBytes *image;          /* NULL for a text */
    const char *media_type; /* of the picture: "image/png" or "image/jpeg"; static */
    int width, height;      /* of the picture, in px */
    gboolean
        stable; /* the next request begins with all up to here: a place for a cache breakpoint */
} FairyContentPart;

typedef struct {
    FairyRole role;
    GPtrArray *content; /* FairyContentPart, in order; the assistant's are texts */
} FairyMessage;

typedef struct {
    GPtrArray *system;   /* FairyContentPart, texts: the system prompt */
    GPtrArray *messages; /* FairyMessage; the first and the last are the user's */
    /* Those that the reply may hold, NULL-terminated; static, or of who had it composed. */
    const FairyAction *const *actions;
} FairyPrompt;

/* Makes an empty prompt. Free with fairy_prompt_free(). */
FairyPrompt *fairy_prompt_new(void);
/* Frees the prompt and all in it. Accepts NULL. */
void fairy_prompt_free(FairyPrompt *prompt);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyPrompt, fairy_prompt_free)

/* Appends a text to the system prompt and takes ownership of `text`. The result belongs to the
 * prompt. */
FairyContentPart *fairy_prompt_add_system(FairyPrompt *prompt, const char *name, char *text);
/* Appends an empty message. It belongs to the prompt. */
FairyMessage *fairy_prompt_add_message(FairyPrompt *prompt, FairyRole role);
/* Appends a text to a message and takes ownership of `text`. The result belongs to the message. */
FairyContentPart *fairy_message_add_text(FairyMessage *message, const char *name, char *text);
/* Appends a picture to a message and keeps a reference to `image`. `media_type` must be static;
 * width and height are in px. The result belongs to the message. */
FairyContentPart *fairy_message_add_image(FairyMessage *message, const char *name, GBytes *image,
                                          const char *media_type, int width, int height);
