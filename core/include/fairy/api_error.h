/* Errors of a model's API: what went wrong between this program and the server, and whether a retry
 * makes sense. */
#pragma once

#include <glib.h>

typedef enum {
    FAIRY_API_ERROR_NONE,
    FAIRY_API_ERROR_KEY,         /* the API key is missing or wrong */
    FAIRY_API_ERROR_DENIED,      /* the account or the country has no permission */
    FAIRY_API_ERROR_MODEL,       /* the server has no such model */
    FAIRY_API_ERROR_QUOTA,       /* the account has no credit left: waiting doesn't help */
    FAIRY_API_ERROR_PARAMETER,   /* the server refuses a parameter that can be left out */
    FAIRY_API_ERROR_REQUEST,     /* the request is invalid in another way */
    FAIRY_API_ERROR_TOO_LARGE,   /* the request is too large */
    FAIRY_API_ERROR_RATE_LIMIT,  /* the client sent too many requests or tokens */
    FAIRY_API_ERROR_OVERLOADED,  /* the provider is overloaded */
    FAIRY_API_ERROR_SERVER,      /* another HTTP status of 500 or above */
    FAIRY_API_ERROR_UNREACHABLE, /* no connection could be made */
    FAIRY_API_ERROR_UNTRUSTED,   /* the server's TLS certificate isn't valid */
    FAIRY_API_ERROR_TRUNCATED,   /* the response ended early */
    FAIRY_API_ERROR_STALLED,     /* no byte arrived for too long */
    FAIRY_API_ERROR_NOT_API,     /* something else answers at this URL: HTML, another format */
    FAIRY_API_ERROR_LARGE,       /* the response exceeds FAIRY_MAX_HTTP_BYTES or another limit */
    FAIRY_API_ERROR_REFUSED,     /* the model refused */
    FAIRY_API_ERROR_FILTERED,    /* the provider's content filter stopped the response */
    FAIRY_API_ERROR_LENGTH,      /* the response reached its limit of tokens */
    FAIRY_API_ERROR_EMPTY,       /* the response is complete and has no text */
    FAIRY_API_ERROR_COUNT,
} FairyApiErrorKind;

typedef struct {
    FairyApiErrorKind kind;
    int status;     /* HTTP status; 0 if there was no response */
    gint64 wait_ms; /* how long the server asks to wait, in ms (RFC 9110 §10.2.3, or as the body
                       says); -1 = it doesn't say */
    int again;      /* whether the server says that a retry helps: 1 = yes, -1 = no, 0 = it doesn't
                       say */
    guint drop;     /* FAIRY_API_ERROR_PARAMETER: which parameters to leave out, FAIRY_DROP_* of
                       the profile (private to core/) */
    char *message;  /* one line for the person: what was wrong and what to do; never holds the key;
                       owned, NULL for FAIRY_API_ERROR_NONE */
} FairyApiError;

/* Frees what `api_error` owns, and sets it to FAIRY_API_ERROR_NONE. */
void fairy_api_error_clear(FairyApiError *api_error);
/* Returns whether the same request may succeed later, provided that nothing of the response was
 * used: as the server says (`again`), else by the kind of error. */
gboolean fairy_api_error_may_pass(const FairyApiError *api_error);
/* Returns whether the server did nothing but say when to ask again: a status of 400 or more, busy,
 * and a time to wait (model-apis.md 5.6). Who asks then has lost nothing but time. */
gboolean fairy_api_error_is_wait(const FairyApiError *api_error);
/* Returns the name of the kind for events and logs: "key", "rate", …; static. NULL for
 * FAIRY_API_ERROR_COUNT. */
const char *fairy_api_error_name(FairyApiErrorKind kind);
