/* What an action did to the bytes, as it is kept: packed, and applied in both directions. Private
 * to core/store. */
#pragma once

#include <svg/journal.h>

/* A patch in the making; begin with zeros. */
typedef struct {
    GByteArray *bytes;
    gsize end; /* of what the last one replaced */
} FairyPacker;

/* One more, as an SvgTrace tells them. */
void fairy_packer_add(FairyPacker *packer, const SvgReplacement *at);
/* The patch, the caller's; the packer is as it was at the beginning. */
GBytes *fairy_packer_take(FairyPacker *packer);

typedef enum {
    FAIRY_PATCH_APPLIED,
    FAIRY_PATCH_MISSING,   /* some bytes aren't there */
    FAIRY_PATCH_AMBIGUOUS, /* some could be more than one place */
    FAIRY_PATCH_DAMAGED,   /* it is no patch */
} FairyPatchResult;

/* Does it to `text`, or takes it back. `exact`: the text is known to be the one it was made for;
 * else its bytes are looked for, together with those around them, and must be there once. When it
 * isn't applied, `text` is as it was, and *excerpt (the caller's; may be NULL) is some of what was
 * looked for, in one line. */
FairyPatchResult fairy_patch_apply(GBytes *patch, gboolean back, gboolean exact, GString *text,
                                   char **excerpt);
