/* The limits of the canvas layer. Each is quoted in the message of the error it causes. */
#pragma once

#define SVG_MAX_BYTES            (512u << 20) /* of a document, after decompression */
#define SVG_MAX_DEPTH            512          /* nested elements */
#define SVG_MAX_ELEMENTS         4000000      /* in a document */
#define SVG_MAX_NESTED_ENTITIES  10000        /* references to an <!ENTITY> inside another */
#define SVG_MAX_ENTITY_BYTES     (16u << 20)  /* text produced by <!ENTITY> references */
#define SVG_MAX_USE_INSTANCES    500000       /* elements visited through <use>, as librsvg */
#define SVG_MAX_REFERENCE_VISITS 500000     /* elements visited in markers, clip paths and masks */
#define SVG_MAX_COORDINATE       1e9        /* of anything an edit is given, in user units */
#define SVG_QUICK_BOUNDS_PAGES   1000       /* how far from its page things may be put … */
#define SVG_LEAST_REACH          1e5        /* … but at least so far, in user units */
#define SVG_MAX_DASHES           10000      /* of a line that an edit writes */
#define SVG_MAX_TEXT_BYTES       (1u << 20) /* of a label or a text */
#define SVG_MAX_PEN_POINTS       10000      /* of one stroke */
#define SVG_MAX_MARKUP_BYTES     (256u << 10) /* of markup that shapes are made from */
#define SVG_MAX_MARKUP_ELEMENTS  10000        /* drawn with it, its clones counted */
#define SVG_MAX_MARKUP_CLONES    16           /* clones of clones in it */
#define SVG_MAX_PIXELS           8000         /* of a picture's longer side */
#define SVG_MAX_SEGMENTS         4000000      /* of one path; what is behind counts as an error */
#define SVG_MAX_LAYOUT_SECONDS   15           /* that arranging a graph may take */
