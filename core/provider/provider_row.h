/* One row of providers.def: what others may know of a provider, and how it differs from the wire it
 * speaks. Private to core/model. */
#pragma once

#include <fairy/action.h>
#include <fairy/provider.h>

typedef enum { FAIRY_JSON_SCHEMA, FAIRY_JSON_OBJECT, FAIRY_JSON_PROMPT } FairyJsonMode;

enum {
    FAIRY_QUIRK_COMPLETION_TOKENS = 1 << 0, /* max_completion_tokens instead of max_tokens */
    FAIRY_QUIRK_USAGE = 1 << 1,             /* counts tokens when stream_options asks for it */
    FAIRY_QUIRK_OBFUSCATION = 1 << 2,       /* pads its chunks unless told not to */
    FAIRY_QUIRK_EFFORT = 1 << 3,            /* reasoning_effort */
    FAIRY_QUIRK_NO_OBJECT = 1 << 4,         /* a schema, but not JSON of any form */
    FAIRY_QUIRK_CACHE = 1 << 5,             /* cache_control, for models that need it */
    FAIRY_QUIRK_NO_IMAGES = 1 << 6,
    FAIRY_QUIRK_DETAIL = 1 << 7, /* looks at pictures roughly unless told not to */
};

typedef struct {
    FairyProvider info;
    FairyJsonMode json;        /* the most it takes */
    FairySchemaProfile schema; /* of its schemas */
    guint quirks;              /* FAIRY_QUIRK_* */
    guint max_output;          /* tokens it is asked for at most; 0 = it isn't told */
    /* Of the user's address, when it has none; `query` only where the path is another. May be NULL.
     */
    const char *path, *query;
    const char *get; /* the command that gets a model; may be NULL */
} FairyProviderRow;

const FairyProviderRow *fairy_provider_row(const FairyProvider *provider);
