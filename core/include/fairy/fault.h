/* What can go wrong between us and a model, and what to do about it. */
#pragma once

#include <glib.h>

typedef enum {
    FAIRY_FAULT_NONE,
    FAIRY_FAULT_KEY,       /* no key, or a wrong one */
    FAIRY_FAULT_DENIED,    /* not allowed, or not in this country */
    FAIRY_FAULT_MODEL,     /* there is no such model */
    FAIRY_FAULT_QUOTA,     /* no credit left: waiting doesn't help */
    FAIRY_FAULT_PARAMETER, /* a parameter we can leave out */
    FAIRY_FAULT_REQUEST,   /* the request is wrong in another way */
    FAIRY_FAULT_TOO_LARGE,
    FAIRY_FAULT_RATE,       /* asked too often */
    FAIRY_FAULT_OVERLOADED, /* the provider has too much to do */
    FAIRY_FAULT_SERVER,     /* 5xx */
    FAIRY_FAULT_UNREACHED,  /* no connection */
    FAIRY_FAULT_UNTRUSTED,  /* a certificate that isn't good */
    FAIRY_FAULT_CUT,        /* the answer ended before its end */
    FAIRY_FAULT_STALLED,    /* nothing came for too long */
    FAIRY_FAULT_NOT_API,    /* what answers isn't the API: HTML, another format */
    FAIRY_FAULT_LARGE,      /* the answer is larger than we take */
    FAIRY_FAULT_REFUSED,    /* the model won't */
    FAIRY_FAULT_FILTERED,   /* the provider's filter stopped it */
    FAIRY_FAULT_LENGTH,     /* the answer hit the limit on its length */
    FAIRY_FAULT_EMPTY,      /* a whole answer with nothing in it */
    FAIRY_FAULT_COUNT,
} FairyFaultKind;

typedef struct {
    FairyFaultKind kind;
    int status;     /* HTTP; 0 when it came to none */
    gint64 wait_ms; /* what the server said to wait; -1 = nothing */
    int again;      /* what it said of asking again: 1 = do, -1 = don't, 0 = nothing */
    guint drop;     /* FAIRY_FAULT_PARAMETER: FAIRY_DROP_* of the profile */
    char *message;  /* a line for the user: what, and what to do; no key in it */
} FairyFault;

void fairy_fault_clear(FairyFault *fault);
/* Whether asking again may help when nothing of the answer was used. */
gboolean fairy_fault_may_pass(const FairyFault *fault);
/* "key", "rate", …: for events and logs. Static. */
const char *fairy_fault_name(FairyFaultKind kind);
