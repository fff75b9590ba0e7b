/* Claims: one fairy at a time writes a file. */
#pragma once

#include <fairy/error.h>
#include <svg/file.h>

/* The right to write a file: while it is held, no other fairy writes there. It is a lock on the
 * file itself. A file that isn't there yet is claimed by a lock on one of our own, in
 * fairies/claims under g_get_user_state_dir(), which goes with the claim: what else is in its
 * folder can be claimed by others. */
typedef struct _FairyClaim FairyClaim;

/* This blocks, for at most FAIRY_MAX_WAIT_MS, while others hold it, and up to 20 ms more where the
 * file was written in this moment; then it is NULL with FAIRY_ERROR_BUSY. It is for commands that
 * have nothing else to do. What can't be locked (a pipe, some network folders) is claimed all the
 * same. */
FairyClaim *fairy_claim_new(const char *path, GError **error);

/* The same without blocking: a claim that is waited for by the main context. */
typedef struct _FairyClaiming FairyClaiming;
/* It is called once. The claim is the callee's; NULL with `error`, which is borrowed. */
typedef void (*FairyClaimFunc)(FairyClaim *claim, const GError *error, gpointer data);
/* `func` is called from the thread-default main context, never from inside this call. The result
 * is gone then; until then fairy_claiming_free() ends the waiting, and nothing is called. */
FairyClaiming *fairy_claim_start(const char *path, FairyClaimFunc func, gpointer data);
/* Takes NULL. */
void fairy_claiming_free(FairyClaiming *claiming);

/* FALSE with SVG_ERROR_CHANGED when the file was changed since it was claimed: by a program that
 * knows no claims. */
gboolean fairy_claim_check(const FairyClaim *claim, GError **error);
/* The file as it was claimed, for who writes over it (svg_document_save_over()): between a check
 * and the writing there is time. Lives as long as the claim. */
const SvgFileState *fairy_claim_state(const FairyClaim *claim);
/* Takes NULL. */
void fairy_claim_free(FairyClaim *claim);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyClaim, fairy_claim_free)
