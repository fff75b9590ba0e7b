/* What a model can take, as far as that is known. */
#pragma once

#include <glib.h>

/* What a model takes. */
typedef struct {
    gboolean prompt;                /* reads FairyRequest.prompt */
    gboolean images;                /* in it */
    guint image_edge, image_tokens; /* larger pictures lose detail; 0 = no limit */
    guint max_output;               /* tokens of an answer; 0 = not known */
    gboolean instant;             /* what goes wrong passes at once: there is nothing to wait for */
    const char *provider, *model; /* for the price; NULL = it costs nothing */
    gboolean recorded;            /* it answers as it once did, to requests that tell: */
    GDateTime *time;              /* this time, the next of them; NULL = none. The model's */
    const char *mark;             /* this mark of their fences; likewise */
    guint64 seed;                 /* the fairy of this number */
} FairyCapabilities;
