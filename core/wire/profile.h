/* What is known of one model at one provider: rows, settings over them, and what the server has
 * refused since. Private to core/. */
#pragma once

#include "provider/provider_row.h"
#include "wire/secrets.h"

#include <fairy/capabilities.h>
#include <fairy/provider.h>
#include <fairy/settings.h>

/* Parameters that can be left out when a server refuses them. */
enum {
    FAIRY_DROP_THINKING = 1 << 0,
    FAIRY_DROP_EFFORT = 1 << 1,
    FAIRY_DROP_FORMAT = 1 << 2, /* structured output: schema, then object, then by prompt */
    FAIRY_DROP_STREAM_OPTIONS = 1 << 3,
    FAIRY_DROP_MAX_TOKENS_NAME = 1 << 4, /* the other of max_tokens and max_completion_tokens */
    FAIRY_DROP_CACHE = 1 << 5,
    FAIRY_DROP_IMAGES = 1 << 6,
};

typedef struct {
    const FairyProvider *provider;
    char *model;      /* as the provider names it */
    char *base;       /* address, no stroke at its end; may have a query */
    guint max_output; /* tokens an answer may have; 0 = not known, and not told to the server */
    gboolean images;  /* takes pictures */
    guint image_edge, image_tokens; /* larger pictures are made smaller by the server */
    gboolean prefill;               /* the beginning of its answer can be given */
    gboolean cache;                 /* takes marks for its cache */
    /* How it is to think, for each wire to say in its own way: "disabled", "minimal", "low",
     * "medium", "high", "adaptive", "between_tools"; NULL = nothing is sent. */
    char *thinking;
    gboolean budget; /* thinking is told in tokens */
    char *effort;    /* "low", …; NULL = nothing */
    FairyJsonMode json;
    guint quirks;  /* FAIRY_QUIRK_* of the provider's row */
    guint dropped; /* FAIRY_DROP_* that were refused */
    FairySecrets
        *secrets; /* of who asks: nothing that is read of an answer has them; NULL = none */
} FairyProfile;

/* For "provider/name". `settings` may be NULL: rows only. Else what is set for the provider counts:
 * base-url, max-output, thinking, effort, json. NULL with FAIRY_ERROR_USAGE for an unknown
 * provider, a name or an address that is missing, or an address that is none. */
FairyProfile *fairy_profile_new(const char *name, const FairySettings *settings, GError **error);
void fairy_profile_free(FairyProfile *profile);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyProfile, fairy_profile_free)
/* What the model takes, as far as is known by now. Strings are the profile's. */
FairyCapabilities fairy_profile_capabilities(const FairyProfile *profile);
/* Which of FAIRY_DROP_* are sent, and can be left out. */
guint fairy_profile_droppable(const FairyProfile *profile);
/* Leaves them out from now on. FALSE when none of them was sent: asking again would change nothing.
 */
gboolean fairy_profile_drop(FairyProfile *profile, guint drop);
