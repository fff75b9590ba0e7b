/* A profile: what is known of one model at one provider, from rows, from the settings, and from
 * what its server has refused. Private to core/. */
#pragma once

#include "provider/provider_row.h"
#include "wire/secrets.h"

#include <fairy/capabilities.h>
#include <fairy/provider.h>
#include <fairy/settings.h>

/* Parameters that can be left out of a request if a server refuses them. */
enum {
    FAIRY_DROP_THINKING = 1 << 0,
    FAIRY_DROP_EFFORT = 1 << 1,
    FAIRY_DROP_FORMAT = 1 << 2, /* structured output: from schema to object to prompt */
    FAIRY_DROP_STREAM_OPTIONS = 1 << 3,
    FAIRY_DROP_MAX_TOKENS_NAME =
        1 << 4, /* max_tokens instead of max_completion_tokens, or the reverse */
    FAIRY_DROP_CACHE = 1 << 5,
    FAIRY_DROP_IMAGES = 1 << 6,
};

typedef struct {
    const FairyProvider *provider;
    char *model;                    /* the provider's name for it */
    char *base;                     /* base URL without a slash at its end; may have a query */
    guint max_output;               /* limit of output tokens; 0 = unknown, and not sent */
    gboolean images;                /* it reads pictures */
    guint image_edge, image_tokens; /* the server scales pictures down to these: px of the longer
                                       side, tokens; 0 = no limit */
    gboolean prefill;               /* it accepts a prefill: the beginning of the reply */
    gboolean cache;                 /* it accepts cache breakpoints */
    /* How much it thinks, which each dialect says in its own way: "disabled", "minimal", "low",
     * "medium", "high", "adaptive", "between_tools"; NULL = nothing is sent. */
    char *thinking;
    gboolean budget; /* thinking is told in tokens */
    char *effort;    /* "low", …; NULL = nothing */
    FairyJsonMode json;
    guint quirks;          /* FAIRY_QUIRK_* of the provider's row */
    guint dropped;         /* FAIRY_DROP_* of what the server has refused */
    FairySecrets *secrets; /* secrets to cover in responses; NULL = none */
} FairyProfile;

/* Makes the profile of "PROVIDER/NAME". `settings` may be NULL; else base-url, max-output,
 * thinking, effort and json of the provider override the rows. Free with fairy_profile_free().
 * Returns NULL with FAIRY_ERROR_USAGE for an unknown provider, a missing name, or a missing or
 * invalid URL. */
FairyProfile *fairy_profile_new(const char *name, const FairySettings *settings, GError **error);
void fairy_profile_free(FairyProfile *profile);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyProfile, fairy_profile_free)
/* Returns the model's capabilities, as far as they are known by now. Strings are borrowed from the
 * profile. */
FairyCapabilities fairy_profile_capabilities(const FairyProfile *profile);
/* Returns the FAIRY_DROP_* that are sent and can be left out. */
guint fairy_profile_droppable(const FairyProfile *profile);
/* Leaves these out from now on. Returns FALSE if none of them was sent: a retry would change
 * nothing. */
gboolean fairy_profile_drop(FairyProfile *profile, guint drop);
