/* Whether to ask again after something went wrong. Pure. Private to core/. */
#pragma once

#include <fairy/api_error.h>

typedef enum {
    FAIRY_NEXT_STOP,     /* it can't be mended by asking */
    FAIRY_NEXT_AGAIN,    /* the same once more: nothing of the answer was used */
    FAIRY_NEXT_CONTINUE, /* another request, that goes on after the actions that were done */
} FairyNext;

/* Of one run. */
typedef struct {
    guint most;       /* failures in a row, without an action between them, that are borne */
    guint first_ms;   /* the first wait is at most that, each later one twice as long */
    guint failures;   /* so far, in a row */
    gint64 waited_ms; /* so far, in all */
} FairyRetry;

/* What to do after `fault`, when `n_actions` of this answer were done; *wait_ms is how long to wait
 * before. `random` is between 0 and 1, so that many fairies don't come back together. Counts. */
FairyNext fairy_retry_next(FairyRetry *retry, const FairyApiError *api_error, guint n_actions,
                           double random, gint64 *wait_ms);
