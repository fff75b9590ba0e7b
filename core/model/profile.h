/* What is known of one model at one provider: rows, settings over them, and what the server has
 * refused since. Private to core/. */
#pragma once

#include <fairy/provider.h>
#include <fairy/settings.h>

typedef enum { FAIRY_JSON_SCHEMA, FAIRY_JSON_OBJECT, FAIRY_JSON_PROMPT } FairyJsonMode;

/* Parameters that can be left out when a server refuses them. */
enum {
    FAIRY_DROP_SAMPLING = 1 << 0,
    FAIRY_DROP_THINKING = 1 << 1,
    FAIRY_DROP_EFFORT = 1 << 2,
    FAIRY_DROP_FORMAT = 1 << 3, /* structured output: schema, then object, then by prompt */
    FAIRY_DROP_STREAM_OPTIONS = 1 << 4,
    FAIRY_DROP_MAX_TOKENS_NAME = 1 << 5, /* the other of max_tokens and max_completion_tokens */
    FAIRY_DROP_CACHE = 1 << 6,
};

typedef struct {
    const FairyProvider *provider;
    char *model;                    /* as the provider names it */
    char *base;                     /* address, no stroke at its end */
    guint max_output;               /* tokens an answer may have */
    gboolean images;                /* takes pictures */
    guint image_edge, image_tokens; /* larger pictures are made smaller by the server */
    gboolean prefill;               /* the beginning of its answer can be given */
    gboolean cache;                 /* takes marks for its cache */
    const char *thinking; /* "adaptive", "disabled", …: what is sent of it; NULL = nothing */
    const char *effort;   /* "low", …; NULL = nothing */
    FairyJsonMode json;
    guint dropped; /* FAIRY_DROP_* */
} FairyProfile;

/* For "provider/name". `settings` may be NULL: rows only. NULL with FAIRY_ERROR_USAGE for an
 * unknown provider or a name that is missing. */
FairyProfile *fairy_profile_new(const char *name, const FairySettings *settings, GError **error);
void fairy_profile_free(FairyProfile *profile);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyProfile, fairy_profile_free)
