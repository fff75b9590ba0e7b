/* Whether words near a line may be its caption, told by what lies near it. Private to svg/shape. */
#pragma once

#include "shape/reach.h"
#include "shape/scene.h"

typedef struct {
    SvgDocument *doc;
    SvgTouch touch;
    SvgEntry line;
    SvgBox near;     /* it, and a bit around it */
    gboolean words;  /* some may be beside it */
    gboolean met[2]; /* its start and its end may be at something, as long as nobody looked */
} SvgCaptionNear;

/* `line` as it is by itself, in `near`. */
void svg_caption_near_begin(SvgCaptionNear *search, SvgDocument *doc, const SvgEntry *line,
                            SvgBox near);
/* To be called for every element of the drawing but the line that isn't a container. `parent` is
 * the context it stands in. `wordless`: it is neither words nor a clone of some. */
void svg_caption_near_look(SvgCaptionNear *search, const SvgNode *node, const SvgContext *parent,
                           gboolean wordless);
/* When words were found: has all looked at again, this time also at what the ends of the line are
 * at. FALSE when that can't tell. */
gboolean svg_caption_near_look_at_ends(SvgCaptionNear *search);
/* Afterwards: FALSE when it has no caption, unless a head is found for it. */
gboolean svg_caption_near_any(const SvgCaptionNear *search);
