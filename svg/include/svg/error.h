/* What can go wrong in the canvas layer. Messages are one line, name the offending value, and say
 * what would be right; a message about a file starts with "NAME:LINE: ". */
#pragma once

#include <glib.h>

#define SVG_ERROR (svg_error_quark())
GQuark svg_error_quark(void);

typedef enum {
    SVG_ERROR_IO,        /* a file couldn't be read or written */
    SVG_ERROR_PARSE,     /* the input isn't well-formed XML */
    SVG_ERROR_NOT_SVG,   /* well-formed, but the root element isn't <svg> */
    SVG_ERROR_TOO_LARGE, /* a limit of <svg/limits.h> was reached */
    SVG_ERROR_NOT_FOUND, /* no element has that id */
    SVG_ERROR_LOCKED,    /* the edit would change a locked element */
    SVG_ERROR_INVALID,   /* a value the edit can't use */
    SVG_ERROR_RENDER,    /* no picture could be made */
    SVG_ERROR_LAYOUT,    /* nothing could be arranged */
    SVG_ERROR_CHANGED,   /* something else has written the file meanwhile, or is about to */
    SVG_ERROR_SCOPE,     /* the edit would change what its author has no say over */
} SvgError;
