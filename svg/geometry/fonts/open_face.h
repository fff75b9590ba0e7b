/* Faces of files, each opened once. Private to libfairies-latin. */
#pragma once

#include "geometry/fonts/found.h"

#include <hb.h>

typedef struct _OpenFace OpenFace;

/* NULL when the file isn't a font. Give it back with open_face_unref(). */
OpenFace *open_face_get(const FaceSource *source);
void open_face_unref(OpenFace *face);
hb_font_t *open_face_font(const OpenFace *face);
const SvgFontMetrics *open_face_metrics(const OpenFace *face);
gboolean open_face_has(const OpenFace *face, gunichar c);
/* Of a glyph at its place. */
SvgInk open_face_ink(OpenFace *face, hb_codepoint_t id, const hb_glyph_position_t *place);
