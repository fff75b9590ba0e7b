/* A run of bytes in somebody else's memory. Private to svg/. */
#pragma once

#include <glib.h>

/* Not NUL-terminated. */
typedef struct {
    const char *at;
    gsize len;
} SvgSlice;
