/* A PNG that several processes compress, each its rows: compressing takes as long as drawing. */
#pragma once

#include <cairo.h>
#include <glib.h>

/* The compressed rows of one band, in memory that is shared with whatever is forked. */
typedef struct _PngPiece PngPiece;

/* Room for `rows` rows of `width` px. It stays until the end of the process. NULL when there is no
 * memory. */
PngPiece *png_piece_new(int width, int rows);
/* Compresses the rows of an opaque surface (CAIRO_FORMAT_RGB24). `last`: no piece follows this one.
 * FALSE when there is no memory. */
gboolean png_piece_fill(PngPiece *piece, cairo_surface_t *rows, gboolean last);
/* The picture that the pieces make, from the top down: PNG, 8 bit, RGB (RFC 2083). The caller's. */
GByteArray *png_join(PngPiece *const *pieces, int n, int width, int height);
