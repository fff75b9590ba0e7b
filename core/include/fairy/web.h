/* Settings for the actions that look something up on the web: a GET over https to one of a few
 * fixed sites, whose small answer is reduced to a fixed set of fields. The answer is data for the
 * model, and is fenced like all untrusted text. */
#pragma once

#include <glib.h>

typedef struct {
    /* "http://127.0.0.1:8080": a server on this machine that is asked in place of every site, for
     * tests. NULL = the sites themselves. */
    const char *base;
    guint timeout_ms; /* for a whole look-up, in ms; 0 = FAIRY_WEB_TIMEOUT_MS */
} FairyWeb;
