/* Whether words near a line may be its caption, told by what lies near it. Private to svg/shape. */
#pragma once

#include "shape/reach.h"
#include "shape/scene.h"

typedef struct {
    SvgDocument *doc;
    SvgEntry line;
    SvgBox near;     /* it, and a bit around it */
    gboolean words;  /* some may be beside it */
    gboolean met[2]; /* its start and its end may be at something */
} SvgCaptionNear;

/* `line` as it is by itself, in `near`. */
void svg_caption_near_begin(SvgCaptionNear *search, SvgDocument *doc, const SvgEntry *line,
                            SvgBox near);
/* To be called for every element of the drawing but the line that isn't a container. `parent` is
 * the context it stands in. `wordless`: it is neither words nor a clone of some. */
void svg_caption_near_look(SvgCaptionNear *search, const SvgNode *node, const SvgContext *parent,
                           gboolean wordless);
/* Afterwards: FALSE when it has no caption, unless a head is found for it. */
gboolean svg_caption_near_any(const SvgCaptionNear *search);
