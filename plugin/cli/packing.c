/* gzip, in and out. */
#include "packing.h"

#include <gio/gio.h>

static gboolean is_packed(GBytes *bytes)
{
    gsize len = 0;
    const guint8 *p = g_bytes_get_data(bytes, &len);
    return len > 2 && p[0] == 0x1f && p[1] == 0x8b;
}

static GBytes *convert(GBytes *bytes, GConverter *converter, GError **error)
{
    g_autoptr(GOutputStream) memory = g_memory_output_stream_new_resizable();
    g_autoptr(GOutputStream) out = g_converter_output_stream_new(memory, converter);
    gsize len = 0;
    const void *data = g_bytes_get_data(bytes, &len);
    if (!g_output_stream_write_all(out, data, len, NULL, NULL, error) ||
        !g_output_stream_close(out, NULL, error)) {
        return NULL;
    }
    return g_memory_output_stream_steal_as_bytes(G_MEMORY_OUTPUT_STREAM(memory));
}

GBytes *cli_pack_for(GBytes *bytes, const char *path, GError **error)
{
    g_autofree char *lower = g_ascii_strdown(path, -1);
    gboolean packed = is_packed(bytes);
    if (!packed && (g_str_has_suffix(lower, ".svgz") || g_str_has_suffix(lower, ".gz"))) {
        g_autoptr(GZlibCompressor) packer =
            g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1);
        return convert(bytes, G_CONVERTER(packer), error);
    }
    if (packed && g_str_has_suffix(lower, ".svg")) {
        g_autoptr(GZlibDecompressor) unpacker =
            g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP);
        return convert(bytes, G_CONVERTER(unpacker), error);
    }
    return g_bytes_ref(bytes);
}
