/* The capabilities of a model, as far as they are known. */
#pragma once

#include <glib.h>

typedef struct {
    gboolean prompt;                /* it reads FairyRequest.prompt */
    gboolean images;                /* it reads pictures in it */
    guint image_edge, image_tokens; /* its server scales pictures down to this longer side in px
                                       and this many tokens; 0 = no limit */
    guint max_output;               /* limit of its output tokens; 0 = unknown */
    gboolean instant;               /* a retry needs no wait, as in a replay */
    const char *provider, *model;   /* for the price; NULL = it costs nothing */
    gboolean recorded;              /* it replays a recording, whose values are: */
    const char *asked;              /* the name of the model that was asked; NULL = none was */
    GDateTime *time;                /* the time in the next request; NULL = none; borrowed */
    const char *mark;               /* the mark of its fences; NULL = none; borrowed */
    guint64 seed;                   /* of the fairy's character */
} FairyCapabilities;
