/* What can go wrong in the agent layer. Messages are one line, for a person or a model to act on.
 */
#pragma once

#include <glib.h>

#define FAIRY_ERROR (fairy_error_quark())
GQuark fairy_error_quark(void);

typedef enum {
    FAIRY_ERROR_REPLY,     /* the model's reply isn't a list of actions */
    FAIRY_ERROR_ACTION,    /* an action was refused: unknown, or its fields are wrong */
    FAIRY_ERROR_MODEL,     /* the model or the network failed */
    FAIRY_ERROR_BUDGET,    /* a budget ran out */
    FAIRY_ERROR_CANCELLED, /* interrupted */
    FAIRY_ERROR_USAGE,     /* the caller asked for something that doesn't exist, e.g. a model */
    FAIRY_ERROR_JOURNAL,   /* the journal can't be read or written, or what it holds doesn't fit */
    FAIRY_ERROR_BUSY,      /* somebody else is at work on the file */
    FAIRY_ERROR_SETTINGS,  /* the settings can't be read or written, or hold what can't be used */
    FAIRY_ERROR_RECORDING, /* a recording can't be made, or read */
} FairyErrorCode;
