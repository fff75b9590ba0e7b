/* Looking things up outside: a few fixed sites over https, small answers, reduced to the fields
 * that were asked for. What comes back is data and never an instruction. */
#pragma once

#include <glib.h>

typedef struct {
    /* "http://127.0.0.1:8080": asked in place of every site, for tests. On this machine only; NULL
     * for the sites themselves. */
    const char *base;
    guint timeout_ms; /* for the whole of a look-up; 0 = FAIRY_WEB_TIMEOUT_MS */
} FairyWeb;
