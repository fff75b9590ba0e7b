/* Packs and unpacks gzip by zlib. */
#include <svg/gzip.h>
#include <svg/limits.h>

#include <zlib.h>

#define CHUNK        ((gsize)256 * 1024)
#define WINDOW_BITS  15
#define GZIP_FORMAT  16 /* added to the window's bits: a gzip header and trailer */
#define MEMORY_LEVEL 8

gboolean svg_gzip_is_packed(GBytes *bytes)
{
    gsize len = 0;
    const guint8 *data = g_bytes_get_data(bytes, &len);
    return len > 2 && data[0] == 0x1f && data[1] == 0x8b;
}

/* zlib counts in unsigned int. */
static void feed(z_stream *stream, const guint8 *end)
{
    if (stream->avail_in == 0) {
        stream->avail_in = (uInt)MIN((gsize)(end - stream->next_in), CHUNK);
    }
}

static GBytes *pack(GBytes *bytes, int level)
{
    gsize len = 0;
    z_stream stream = {.next_in = (Bytef *)g_bytes_get_data(bytes, &len)};
    const guint8 *end = stream.next_in + len;
    g_autofree guint8 *chunk = g_malloc(CHUNK);
    g_autoptr(GByteArray) out = g_byte_array_new();
    if (deflateInit2(&stream, level, Z_DEFLATED, WINDOW_BITS + GZIP_FORMAT, MEMORY_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
        g_error("zlib has no memory");
    }
    for (int state = Z_OK; state != Z_STREAM_END;) {
        feed(&stream, end);
        stream.next_out = chunk;
        stream.avail_out = (uInt)CHUNK;
        state = deflate(&stream, stream.next_in + stream.avail_in == end ? Z_FINISH : Z_NO_FLUSH);
        g_byte_array_append(out, chunk, (guint)CHUNK - stream.avail_out);
    }
    deflateEnd(&stream);
    return g_byte_array_free_to_bytes(g_steal_pointer(&out));
}

GBytes *svg_gzip_pack(GBytes *bytes)
{
    return pack(bytes, Z_DEFAULT_COMPRESSION);
}

GBytes *svg_gzip_pack_quickly(GBytes *bytes)
{
    return pack(bytes, Z_BEST_SPEED);
}

/* One member, from stream->next_in on. */
static gboolean unpack_member(z_stream *stream, const guint8 *end, GByteArray *out,
                              const char *name, GError **error)
{
    g_autofree guint8 *chunk = g_malloc(CHUNK);
    for (int state = Z_OK; state != Z_STREAM_END;) {
        feed(stream, end);
        stream->next_out = chunk;
        stream->avail_out = (uInt)CHUNK;
        state = inflate(stream, Z_NO_FLUSH);
        g_byte_array_append(out, chunk, (guint)CHUNK - stream->avail_out);
        if (state != Z_OK && state != Z_STREAM_END) {
            g_set_error(error, SVG_ERROR, SVG_ERROR_IO, "%s: can't be unpacked: %s", name,
                        state == Z_BUF_ERROR ? "it is cut off" : "its compressed data is damaged");
            return FALSE;
        }
        if (out->len > SVG_MAX_BYTES) {
            g_set_error(error, SVG_ERROR, SVG_ERROR_TOO_LARGE, "%s: larger than the limit of %u MB",
                        name, SVG_MAX_BYTES >> 20);
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean is_padding(const guint8 *at, const guint8 *end)
{
    while (at < end && *at == 0) {
        at++;
    }
    return at == end;
}

GBytes *svg_gzip_unpack(GBytes *packed, const char *name, GError **error)
{
    gsize len = 0;
    z_stream stream = {.next_in = (Bytef *)g_bytes_get_data(packed, &len)};
    const guint8 *end = stream.next_in + len;
    g_autoptr(GByteArray) out = g_byte_array_new();
    gboolean ok = TRUE;
    if (inflateInit2(&stream, WINDOW_BITS + GZIP_FORMAT) != Z_OK) {
        g_error("zlib has no memory");
    }
    do {
        ok = inflateReset(&stream) == Z_OK && unpack_member(&stream, end, out, name, error);
    } while (ok && !is_padding(stream.next_in, end));
    inflateEnd(&stream);
    return ok ? g_byte_array_free_to_bytes(g_steal_pointer(&out)) : NULL;
}
