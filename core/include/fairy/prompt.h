/* What is sent to a model: a conversation as data. What stands first and stays the same from
 * request to request comes first, so that providers' caches hit. */
#pragma once

#include <fairy/action.h>

#define FAIRY_DATA_HEADING "what you looked up" /* over what actions answered */

typedef enum { FAIRY_ROLE_USER, FAIRY_ROLE_ASSISTANT } FairyRole;

/* A piece of text, or a picture. */
typedef struct {
    char *name;             /* which part of the prompt this is: "rules", "shapes"; for people */
    char *text;             /* NULL for a picture; never empty */
    GBytes *image;          /* NULL for a text */
    const char *media_type; /* of the picture: "image/png", "image/jpeg"; static */
    int width, height;      /* of the picture, px */
    gboolean
        stable; /* all up to and with this piece is the same in the next request: worth caching */
} FairyContentPart;

typedef struct {
    FairyRole role;
    GPtrArray *content; /* FairyContentPart; an assistant's are texts */
} FairyMessage;

typedef struct {
    GPtrArray *system;                 /* FairyContentPart, texts */
    GPtrArray *messages;               /* FairyMessage; the first and the last are the user's */
    const FairyAction *const *actions; /* that the reply may hold: its schema; static */
} FairyPrompt;

FairyPrompt *fairy_prompt_new(void);
/* Takes NULL. */
void fairy_prompt_free(FairyPrompt *prompt);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyPrompt, fairy_prompt_free)

/* Puts a text at the end of the system's; takes `text`. */
FairyContentPart *fairy_prompt_add_system(FairyPrompt *prompt, const char *name, char *text);
/* A new speech at the end; the prompt's. */
FairyMessage *fairy_prompt_add_message(FairyPrompt *prompt, FairyRole role);
/* At the end of a speech; takes `text`. */
FairyContentPart *fairy_message_add_text(FairyMessage *message, const char *name, char *text);
/* The same for a picture; keeps a reference. `media_type` is static. */
FairyContentPart *fairy_message_add_image(FairyMessage *message, const char *name, GBytes *image,
                                          const char *media_type, int width, int height);
