/* The pieces are those of one deflate stream: where one was flushed, another can follow (RFC 1950,
 * RFC 1951). */
#include "png.h"

#include "picture.h"

#include <string.h>
#include <zlib.h>

/* Of a drawing, with its even areas, more effort makes files 10 to 20 % smaller and takes four
 * times as long; filtering rows makes most larger. */
#define LEVEL  2
#define MEMORY 9 /* the most that zlib may use */

#define BYTES_PER_PIXEL 3
#define ZLIB_HEADER     "\x78\x5e" /* deflate, a window of 32 KB, little effort */

struct _PngPiece {
    gsize room, len;
    gsize rows_len; /* before it was compressed */
    uLong adler;    /* of that */
    guint8 data[];
};

static gsize row_bytes(int width)
{
    return 1 + (gsize)width * BYTES_PER_PIXEL;
}

PngPiece *png_piece_new(int width, int rows)
{
    gsize len = row_bytes(width) * (gsize)rows;
    gsize room = len + len / 8 + 4096; /* more than deflateBound(), whatever the memory */
    PngPiece *piece = picture_shared_memory(sizeof *piece + room);
    if (piece) {
        *piece = (PngPiece){.room = room};
    }
    return piece;
}

/* One row of the file: its filter, which is none, and R G B. cairo's pixels are 0x00RRGGBB, in the
 * machine's order. */
static void read_row(const guint32 *pixels, int width, guint8 *out)
{
    *out++ = 0;
    for (int x = 0; x < width; x++) {
        *out++ = (guint8)(pixels[x] >> 16);
        *out++ = (guint8)(pixels[x] >> 8);
        *out++ = (guint8)pixels[x];
    }
}

gboolean png_piece_fill(PngPiece *piece, cairo_surface_t *rows, gboolean last)
{
    z_stream z = {.next_out = piece->data, .avail_out = (uInt)piece->room};
    if (deflateInit2(&z, LEVEL, Z_DEFLATED, -MAX_WBITS, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK) {
        return FALSE;
    }
    int width = cairo_image_surface_get_width(rows), height = cairo_image_surface_get_height(rows);
    const unsigned char *pixels = cairo_image_surface_get_data(rows);
    gsize len = row_bytes(width), stride = (gsize)cairo_image_surface_get_stride(rows);
    guint8 *row = g_malloc(len);
    piece->adler = adler32(0, NULL, 0);
    for (int y = 0; y < height; y++) {
        read_row((const guint32 *)(pixels + (gsize)y * stride), width, row);
        piece->adler = adler32(piece->adler, row, (uInt)len);
        z.next_in = row;
        z.avail_in = (uInt)len;
        int flush = y + 1 < height ? Z_NO_FLUSH : last ? Z_FINISH : Z_SYNC_FLUSH;
        deflate(&z, flush);
    }
    piece->len = z.total_out;
    piece->rows_len = len * (gsize)height;
    g_free(row);
    deflateEnd(&z);
    return z.avail_out > 0; /* else something may still wait for room */
}

static void append_number(GByteArray *out, guint32 number)
{
    guint32 bytes = GUINT32_TO_BE(number);
    g_byte_array_append(out, (const guint8 *)&bytes, sizeof bytes);
}

static void append_chunk(GByteArray *out, const char *type, const void *data, gsize len)
{
    append_number(out, (guint32)len);
    guint from = out->len;
    g_byte_array_append(out, (const guint8 *)type, 4);
    g_byte_array_append(out, data, (guint)len);
    append_number(out, (guint32)crc32(0, out->data + from, out->len - from));
}

static void append_header(GByteArray *out, int width, int height)
{
    struct {
        guint32 width, height;
        guint8 depth, color, compression, filter, interlace;
    } header = {GUINT32_TO_BE((guint32)width), GUINT32_TO_BE((guint32)height), 8, 2, 0, 0, 0};
    append_chunk(out, "IHDR", &header, 13);
}

GByteArray *png_join(PngPiece *const *pieces, int n, int width, int height)
{
    GByteArray *out = g_byte_array_new();
    uLong adler = adler32(0, NULL, 0);
    g_byte_array_append(out, (const guint8 *)"\x89PNG\r\n\x1a\n", 8);
    append_header(out, width, height);
    append_chunk(out, "IDAT", ZLIB_HEADER, strlen(ZLIB_HEADER));
    for (int i = 0; i < n; i++) {
        append_chunk(out, "IDAT", pieces[i]->data, pieces[i]->len);
        adler = adler32_combine(adler, pieces[i]->adler, (z_off_t)pieces[i]->rows_len);
    }
    guint32 check = GUINT32_TO_BE((guint32)adler);
    append_chunk(out, "IDAT", &check, sizeof check);
    append_chunk(out, "IEND", "", 0);
    return out;
}
