/* Whether what this layer stands on is there and works. */
#pragma once

#include <glib.h>

typedef enum {
    SVG_HEALTH_GOOD,
    SVG_HEALTH_WARNING, /* something is slower, or less than it could be */
    SVG_HEALTH_BAD,     /* something can't be done at all */
} SvgHealth;

/* One thing that was looked at. */
typedef struct {
    SvgHealth health;
    const char *what;  /* "libxml2" */
    const char *found; /* "2.9.14", or what is wrong */
    const char *fix;   /* what to do, a clause; NULL where nothing need be done */
} SvgHealthItem;

/* `item` and what it points to are borrowed. */
typedef void (*SvgHealthFunc)(const SvgHealthItem *item, gpointer data);

/* Loads and tries everything: the parser, what measures text, the fonts, and the programs that draw
 * pictures and arrange shapes, by doing so. May take some seconds when something is broken. */
void svg_health(SvgHealthFunc func, gpointer data);
