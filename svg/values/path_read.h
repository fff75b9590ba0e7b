/* The grammar of path data (SVG 1.1 §8.3.9), one command with one set of arguments at a time: what
 * parsing and rewriting share. Private to geometry/. */
#pragma once

#include "values/values.h"

#define SVG_PATH_MAX_ARGS 7

typedef enum {
    SVG_ARG_X,
    SVG_ARG_Y,
    SVG_ARG_PLAIN, /* radius or angle */
    SVG_ARG_FLAG,  /* one character, 0 or 1 */
} SvgPathArgKind;

typedef struct {
    SvgPathArgKind kind;
    const char *text, *end; /* in the data */
    double value;
} SvgPathArg;

typedef struct {
    const char *at; /* the next byte; after an error, where it is */
    const char
        *start; /* of the command: its letter, or the first argument where that is left out */
    gboolean failed;
    char command; /* upper case; '\0' before the first. Pairs after a moveto read as 'L' */
    gboolean relative;
    gboolean leading; /* the first command of the data */
    guint n_args;
    SvgPathArg args[SVG_PATH_MAX_ARGS];
} SvgPathReader;

/* `d` must outlive the reader. NULL reads as "". */
void svg_path_reader_init(SvgPathReader *reader, const char *d);
/* FALSE at the end of the data and at an error. */
gboolean svg_path_reader_next(SvgPathReader *reader);
