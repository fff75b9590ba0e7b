/* What can go wrong between us and a model, and what to do about it. */
#pragma once

#include <glib.h>

typedef enum {
    FAIRY_API_ERROR_NONE,
    FAIRY_API_ERROR_KEY,       /* no key, or a wrong one */
    FAIRY_API_ERROR_DENIED,    /* not allowed, or not in this country */
    FAIRY_API_ERROR_MODEL,     /* there is no such model */
    FAIRY_API_ERROR_QUOTA,     /* no credit left: waiting doesn't help */
    FAIRY_API_ERROR_PARAMETER, /* a parameter we can leave out */
    FAIRY_API_ERROR_REQUEST,   /* the request is wrong in another way */
    FAIRY_API_ERROR_TOO_LARGE,
    FAIRY_API_ERROR_RATE_LIMIT,  /* asked too often */
    FAIRY_API_ERROR_OVERLOADED,  /* the provider has too much to do */
    FAIRY_API_ERROR_SERVER,      /* 5xx */
    FAIRY_API_ERROR_UNREACHABLE, /* no connection */
    FAIRY_API_ERROR_UNTRUSTED,   /* a certificate that isn't good */
    FAIRY_API_ERROR_TRUNCATED,   /* the answer ended before its end */
    FAIRY_API_ERROR_STALLED,     /* nothing came for too long */
    FAIRY_API_ERROR_NOT_API,     /* what answers isn't the API: HTML, another format */
    FAIRY_API_ERROR_LARGE,       /* the answer is larger than we take */
    FAIRY_API_ERROR_REFUSED,     /* the model won't */
    FAIRY_API_ERROR_FILTERED,    /* the provider's filter stopped it */
    FAIRY_API_ERROR_LENGTH,      /* the answer hit the limit on its length */
    FAIRY_API_ERROR_EMPTY,       /* a whole answer with nothing in it */
    FAIRY_API_ERROR_COUNT,
} FairyApiErrorKind;

typedef struct {
    FairyApiErrorKind kind;
    int status;     /* HTTP; 0 when it came to none */
    gint64 wait_ms; /* what the server said to wait; -1 = nothing */
    int again;      /* what it said of asking again: 1 = do, -1 = don't, 0 = nothing */
    guint drop;     /* FAIRY_API_ERROR_PARAMETER: FAIRY_DROP_* of the profile */
    char *message;  /* a line for the user: what, and what to do; no key in it */
} FairyApiError;

void fairy_api_error_clear(FairyApiError *api_error);
/* Whether asking again may help when nothing of the answer was used. */
gboolean fairy_api_error_may_pass(const FairyApiError *api_error);
/* The server did nothing but say when to ask again: who does so then has lost nothing but time. */
gboolean fairy_api_error_is_wait(const FairyApiError *api_error);
/* "key", "rate", …: for events and logs. Static. */
const char *fairy_api_error_name(FairyApiErrorKind kind);
