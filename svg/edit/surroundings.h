/* What is drawn near a line, which words beside it keep off. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

typedef enum {
    SVG_NEAR_UNREAD,
    SVG_NEAR_UNSEEN,
    SVG_NEAR_HEAD, /* a closed part of the line itself */
    SVG_NEAR_WAY,  /* another line or arrow */
    SVG_NEAR_WORDS,
    SVG_NEAR_OUTLINE, /* anything else */
} SvgNearKind;

/* One thing. Only its box is known until svg_near_read(). */
typedef struct {
    SvgNode *node;
    SvgNearKind kind;
    SvgBox box;      /* geometric */
    GArray *track;   /* SvgTrackPoint (shape/track.h), of ways and outlines */
    SvgPaint stroke; /* of a way */
} SvgNear;

typedef struct {
    SvgDocument *doc;
    GArray *own; /* SvgTrackPoint: the line's own way, as it is drawn; of several lines that
                    are one, of all of them */
    SvgBox own_box;
    SvgPaint stroke;   /* its own */
    GHashTable *parts; /* SvgNode: the line, and what belongs to it */
    GArray *things;    /* SvgNear */
} SvgSurroundings;

/* Only what is told of the line itself. */
void svg_surroundings_read_own(SvgEdit *edit, SvgNode *line, SvgSurroundings *out);
/* With the things; its own words are none of them. `reach` is how far around it is looked. */
void svg_surroundings_read(SvgEdit *edit, SvgNode *line, double reach, SvgSurroundings *out);
void svg_surroundings_clear(SvgSurroundings *surroundings);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SvgSurroundings, svg_surroundings_clear)
/* Finds out what the thing is. */
void svg_near_read(const SvgSurroundings *surroundings, SvgNear *thing);
