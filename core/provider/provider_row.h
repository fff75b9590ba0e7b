/* A row of providers.def: the public part, and how the provider differs from the dialect that it
 * speaks. Private to core/. */
#pragma once

#include <fairy/provider.h>

typedef enum { FAIRY_JSON_SCHEMA, FAIRY_JSON_OBJECT, FAIRY_JSON_PROMPT } FairyJsonMode;

enum {
    FAIRY_QUIRK_COMPLETION_TOKENS = 1 << 0, /* max_completion_tokens instead of max_tokens */
    FAIRY_QUIRK_USAGE = 1 << 1,             /* reports usage if stream_options asks for it */
    FAIRY_QUIRK_OBFUSCATION = 1 << 2,       /* pads its chunks unless a parameter forbids it */
    FAIRY_QUIRK_EFFORT = 1 << 3,            /* reasoning_effort */
    FAIRY_QUIRK_NO_OBJECT = 1 << 4,         /* takes a schema, but not "any JSON object" */
    FAIRY_QUIRK_CACHE = 1 << 5,             /* cache_control, for models that need it */
    FAIRY_QUIRK_NO_IMAGES = 1 << 6,
    FAIRY_QUIRK_DETAIL = 1 << 7, /* reads pictures in low detail unless asked for more */
};

typedef struct {
    FairyProvider info;
    FairyJsonMode json; /* how its answer is held to JSON: the most that it accepts of our schema,
                           where fields may be left out */
    guint quirks;       /* FAIRY_QUIRK_* */
    guint max_output;   /* output tokens it is asked for by default; 0 = the request doesn't say */
    /* The path of the person's URL if it has none, and a query if the path isn't another one. May
     * be NULL. */
    const char *path, *query;
    const char *get; /* the shell command that downloads a model; may be NULL */
} FairyProviderRow;

/* Returns the static row of a provider; NULL if it is none of providers.def. */
const FairyProviderRow *fairy_provider_row(const FairyProvider *provider);
