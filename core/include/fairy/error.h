/* The GError domain of core/. Every message is one line that a person or a model can act on: it
 * says what was wrong and what would be right. */
#pragma once

#include <glib.h>

#define FAIRY_ERROR (fairy_error_quark())
GQuark fairy_error_quark(void);

typedef enum {
    FAIRY_ERROR_REPLY,     /* the model's reply isn't a list of actions */
    FAIRY_ERROR_ACTION,    /* an action was refused: it is unknown, or its fields are wrong */
    FAIRY_ERROR_UNCHANGED, /* an action was refused, as what it asks for is so already */
    FAIRY_ERROR_DOUBT,     /* an action was put in question once, and can be said again */
    FAIRY_ERROR_MODEL,     /* the model or the network failed */
    FAIRY_ERROR_BUDGET,    /* a budget is used up */
    FAIRY_ERROR_CANCELLED, /* the person interrupted the run */
    FAIRY_ERROR_USAGE,     /* the caller named something that doesn't exist, e.g. a model */
    FAIRY_ERROR_JOURNAL,   /* the journal can't be read or written, or its content doesn't fit */
    FAIRY_ERROR_BUSY,      /* another process is writing the file */
    FAIRY_ERROR_SETTINGS,  /* the settings can't be read or written, or hold an invalid value */
    FAIRY_ERROR_RECORDING, /* a recording can't be written or read */
    FAIRY_ERROR_CONTROL,   /* no run can be reached, or it refused what it was asked */
} FairyErrorCode;
