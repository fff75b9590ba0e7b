/* gzip, in and out. */
#include "packing.h"

#include <svg/gzip.h>

GBytes *cli_pack_for(GBytes *bytes, const char *path, GError **error)
{
    g_autofree char *lower = g_ascii_strdown(path, -1);
    gboolean packed = svg_gzip_is_packed(bytes);
    if (!packed && (g_str_has_suffix(lower, ".svgz") || g_str_has_suffix(lower, ".gz"))) {
        return svg_gzip_pack(bytes);
    }
    if (packed && g_str_has_suffix(lower, ".svg")) {
        return svg_gzip_unpack(bytes, path, error);
    }
    return g_bytes_ref(bytes);
}
