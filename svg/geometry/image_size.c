/* How large the picture in a data: URI is, from the first bytes of a PNG or JPEG. */
#include "geometry/parts.h"

#include <string.h>

/* Enough for the metadata that cameras put before a JPEG's size. */
#define HEAD_BYTES ((gsize)256 * 1024)

/* The first decoded bytes of the URI; NULL when it isn't base64 data. */
static GByteArray *decode_head(const char *href)
{
    const char *data = href ? strchr(href, ',') : NULL;
    GByteArray *bytes;
    gsize len;
    gint state = 0;
    guint save = 0;

    if (!data || g_ascii_strncasecmp(href, "data:", 5) != 0 ||
        !g_strrstr_len(href, data - href, ";base64")) {
        return NULL;
    }
    len = strnlen(data + 1, HEAD_BYTES);
    bytes = g_byte_array_new();
    g_byte_array_set_size(bytes, (guint)(len / 4 * 3 + 3));
    len = g_base64_decode_step(data + 1, len, bytes->data, &state, &save);
    g_byte_array_set_size(bytes, (guint)len);
    return bytes;
}

static guint be16(const guint8 *at)
{
    return (guint)at[0] << 8 | at[1];
}

static gboolean png_size(const GByteArray *b, double *width, double *height)
{
    if (b->len < 24 || memcmp(b->data, "\x89PNG\r\n\x1a\n", 8) != 0 ||
        memcmp(b->data + 12, "IHDR", 4) != 0) {
        return FALSE;
    }
    *width = be16(b->data + 16) * 65536.0 + be16(b->data + 18);
    *height = be16(b->data + 20) * 65536.0 + be16(b->data + 22);
    return TRUE;
}

/* SOF0–SOF15, but not DHT, JPG, DAC, which share the range. */
static gboolean is_frame_header(guint8 marker)
{
    return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
}

static gboolean jpeg_size(const GByteArray *b, double *width, double *height)
{
    gsize at = 2;

    if (b->len < 4 || b->data[0] != 0xff || b->data[1] != 0xd8) {
        return FALSE;
    }
    while (at + 9 <= b->len && b->data[at] == 0xff) {
        if (b->data[at + 1] == 0xff) {
            at++;
            continue;
        }
        if (is_frame_header(b->data[at + 1])) {
            *height = be16(b->data + at + 5);
            *width = be16(b->data + at + 7);
            return TRUE;
        }
        at += 2 + be16(b->data + at + 2);
    }
    return FALSE;
}

gboolean svg_image_natural_size(const char *href, double *width, double *height)
{
    g_autoptr(GByteArray) bytes = decode_head(href);

    return bytes && (png_size(bytes, width, height) || jpeg_size(bytes, width, height)) &&
           *width > 0 && *height > 0;
}
