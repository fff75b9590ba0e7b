/* Patches: what an action did to the bytes, packed, and applied in both directions. Private to
 * core/store. */
#pragma once

#include <svg/journal.h>

/* A patch that is being packed. Initialize with zeros. */
typedef struct {
    GByteArray *bytes;
    gsize end; /* end of the bytes that the last replacement replaced */
} FairyPacker;

/* Adds a replacement, in the order of an SvgTrace. */
void fairy_packer_add(FairyPacker *packer, const SvgReplacement *at);
/* Returns the patch, and resets the packer. Free with g_bytes_unref(). */
GBytes *fairy_packer_take(FairyPacker *packer);

typedef enum {
    FAIRY_PATCH_APPLIED,
    FAIRY_PATCH_MISSING,   /* some of the bytes aren't there */
    FAIRY_PATCH_AMBIGUOUS, /* some of the bytes are in more than one place */
    FAIRY_PATCH_DAMAGED,   /* it isn't a valid patch */
} FairyPatchResult;

/* Applies the patch to `text`, or with `back` reverts it. `exact` says that `text` is known to be
 * the one that it was made for; else its bytes are searched, together with those around them, and
 * must be found exactly once. If it can't be applied `text` stays as it was, and *excerpt (may be
 * NULL) becomes one line with some of the bytes that were searched; free with g_free(). */
FairyPatchResult fairy_patch_apply(GBytes *patch, gboolean back, gboolean exact, GString *text,
                                   char **excerpt);
