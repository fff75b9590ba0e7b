/* Bytes in and out: files, gzip, encodings. Private to svg/document. */
#pragma once

#include <svg/error.h>

#include <glib.h>

typedef struct {
    char *text; /* the bytes as read, then UTF-8 with the byte order mark if there was one; ended by
                   a NUL; the caller's, also after an error */
    gsize len;
    char *encoding; /* what it was written in; NULL = UTF-8; the caller's */
    gboolean gzipped;
    GBytes *packed; /* as it was read, if it was gzipped and could be unpacked; else NULL; the
                       caller's */
} SvgInput;

/* Reads a whole file, "-" = standard input, into an empty `out`. SVG_ERROR_IO, SVG_ERROR_TOO_LARGE
 * beyond SVG_MAX_BYTES. */
gboolean svg_input_read(const char *path, SvgInput *out, GError **error);
/* Unpacks and decodes what was read. `name` stands in messages. */
gboolean svg_input_decode(SvgInput *in, const char *name, GError **error);
/* The other way round. SVG_ERROR_INVALID when a character doesn't exist in `encoding`. */
GBytes *svg_input_encode(GBytes *text, const char *encoding, gboolean gzip, GError **error);
/* The line (from 1) that `offset` lies in. */
guint svg_line_at(const char *text, gsize offset);
