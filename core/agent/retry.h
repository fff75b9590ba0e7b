/* Retries: whether a request is sent again after an API error, and after which wait. Pure: no I/O,
 * no clock. Private to core/. */
#pragma once

#include <fairy/api_error.h>

typedef enum {
    FAIRY_NEXT_STOP,     /* no retry can help */
    FAIRY_NEXT_AGAIN,    /* send the same request again: nothing of the response was used */
    FAIRY_NEXT_CONTINUE, /* send another request, which continues after the finished actions */
} FairyNext;

/* The state of one run. */
typedef struct {
    guint most;       /* limit of retries in a row, without a finished action between */
    guint first_ms;   /* ms of the first wait at most; each later one may be twice as long */
    guint failures;   /* failures in a row so far */
    gint64 waited_ms; /* ms waited in this run so far */
} FairyRetry;

/* Returns what to do after `api_error`, if `n_actions` actions of the response were carried out,
 * and counts it. *wait_ms becomes the wait in ms before that: as the server says, else growing, and
 * randomized by `random` (0 to 1), so that many fairies don't come back at the same time. */
FairyNext fairy_retry_next(FairyRetry *retry, const FairyApiError *api_error, guint n_actions,
                           double random, gint64 *wait_ms);
