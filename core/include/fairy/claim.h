/* Claims: one fairy at a time writes a file. */
#pragma once

#include <fairy/error.h>
#include <svg/file.h>

/* The right to write a file: while it is held, no other fairy writes there. It is a lock on the
 * file itself, or on its folder while there is no file, and leaves nothing behind. */
typedef struct _FairyClaim FairyClaim;

/* Waits for others at most FAIRY_MAX_WAIT_MS; then NULL with FAIRY_ERROR_BUSY. What can't be locked
 * (a pipe, some network folders) is claimed all the same. */
FairyClaim *fairy_claim_new(const char *path, GError **error);
/* FALSE with SVG_ERROR_CHANGED when the file was changed since it was claimed: by a program that
 * knows no claims. */
gboolean fairy_claim_check(const FairyClaim *claim, GError **error);
/* The file as it was claimed, for who writes over it (svg_document_save_over()): between a check
 * and the writing there is time. Lives as long as the claim. */
const SvgFileState *fairy_claim_state(const FairyClaim *claim);
/* Takes NULL. */
void fairy_claim_free(FairyClaim *claim);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyClaim, fairy_claim_free)
