/* Words that are too long for their shape. Private to core/po. */
#pragma once

#include <svg/document.h>

#include <cjson/cJSON.h>

typedef struct {
    char *id;         /* of the shape, or of the text that has none */
    char *message;    /* of the lint */
    double size;      /* of its words as they are */
    double font_size; /* with which they aren't any more, in document units; 0 = with none */
    char *text_id;    /* of the one text on it, if that is one piece; else NULL */
    char *words;      /* these, then; else NULL */
} FairyTight;

/* Does the actions that replace words to a copy of the drawing, in place, and returns the shapes
 * (FairyTight) whose words stick out of them then, and didn't before. Free with
 * g_ptr_array_unref(). NULL: none of them could be done. */
GPtrArray *fairy_fit_look(SvgDocument *doc, const cJSON *actions);
