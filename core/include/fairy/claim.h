/* Claims: only one process at a time writes a file. */
#pragma once

#include <fairy/error.h>
#include <svg/file.h>

/* A claim: the right to write a file, which only one process has at a time. It is a lock on the
 * file itself, or on its folder while there is no file, and leaves nothing behind. */
typedef struct _FairyClaim FairyClaim;

/* Claims a file, and waits up to FAIRY_MAX_WAIT_MS for other processes. What can't be locked (a
 * pipe, some network file systems) is claimed all the same. Free with fairy_claim_free(). Returns
 * NULL with FAIRY_ERROR_BUSY. */
FairyClaim *fairy_claim_new(const char *path, GError **error);
/* Returns whether the file is as it was when it was claimed; if not, a program that knows no claims
 * has changed it: FALSE with SVG_ERROR_CHANGED. */
gboolean fairy_claim_check(const FairyClaim *claim, GError **error);
/* Returns the state of the file when it was claimed, for svg_document_save_over(), which compares
 * it in the moment of writing. Borrowed from the claim. */
const SvgFileState *fairy_claim_state(const FairyClaim *claim);
/* Releases the claim. Accepts NULL. */
void fairy_claim_free(FairyClaim *claim);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyClaim, fairy_claim_free)
