/* Sums of what was read. Private to svg/document; see svg_document_digest(). */
#pragma once

#include <glib.h>

typedef struct _SvgSums SvgSums;

/* Takes NULL; waits for whoever still adds up. */
void svg_sums_free(SvgSums *sums);
