/* One hash for whoever needs one that is quick on long keys. Private to svg/. */
#pragma once

#include <glib.h>

/* Eight bytes at a time; not for secrets. Keys that fall together for one seed don't for another.
 */
guint64 svg_hash(gconstpointer bytes, gsize len, guint64 seed);
