/* gzip (RFC 1952), whole files in memory: drawings come as .svgz too. */
#pragma once

#include <svg/error.h>

/* By the first bytes. */
gboolean svg_gzip_is_packed(GBytes *bytes);
/* The caller's. */
GBytes *svg_gzip_pack(GBytes *bytes);
/* The same in a third of the time, some tenth larger. */
GBytes *svg_gzip_pack_quickly(GBytes *bytes);
/* All members of the file, one behind the other; zeros that pad its end are passed over. `name` is
 * for messages. The caller's. NULL when the data is damaged or cut off (SVG_ERROR_IO), or unpacks
 * to more than SVG_MAX_BYTES (SVG_ERROR_TOO_LARGE). */
GBytes *svg_gzip_unpack(GBytes *packed, const char *name, GError **error);
