/* Claims: only one process at a time writes a file. */
#pragma once

#include <fairy/error.h>
#include <svg/file.h>

/* A claim: the right to write a file, which only one process has at a time. It is a lock on the
 * file itself; the one that takes its place is locked by its saving (svg_saving_free()), and both
 * are freed together when others may come. A file that isn't there yet is claimed by a lock on a
 * file of our own, in fairies/claims under g_get_user_state_dir(), which goes with the claim: other
 * files in its folder can be claimed meanwhile. */
typedef struct _FairyClaim FairyClaim;

/* Claims a file. It blocks for up to FAIRY_MAX_WAIT_MS while another process has it, and for up to
 * 20 ms more if the file was written in this moment; it is for commands that have nothing else to
 * do. What can't be locked (a pipe, some network file systems) is claimed all the same. Free with
 * fairy_claim_free(). Returns NULL with FAIRY_ERROR_BUSY. */
FairyClaim *fairy_claim_new(const char *path, GError **error);

/* A claim that the main context waits for, so that nothing blocks. */
typedef struct _FairyClaiming FairyClaiming;
/* Called once. `claim` belongs to the callee; it is NULL with `error`, which is borrowed. */
typedef void (*FairyClaimFunc)(FairyClaim *claim, const GError *error, gpointer data);
/* Starts to claim a file, as fairy_claim_new() does. `func` is called from the thread-default main
 * context, never from inside this call. The result is freed before that; until then
 * fairy_claiming_free() ends the waiting, and `func` isn't called. */
FairyClaiming *fairy_claim_start(const char *path, FairyClaimFunc func, gpointer data);
/* Takes NULL. */
void fairy_claiming_free(FairyClaiming *claiming);

/* Returns whether the file is as it was when it was claimed; if not, a program that knows no claims
 * has changed it: FALSE with SVG_ERROR_CHANGED. */
gboolean fairy_claim_check(const FairyClaim *claim, GError **error);
/* Returns the state of the file when it was claimed, for svg_document_save_over(), which compares
 * it in the moment of writing. Borrowed from the claim. */
const SvgFileState *fairy_claim_state(const FairyClaim *claim);
/* Releases the claim. Accepts NULL. */
void fairy_claim_free(FairyClaim *claim);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyClaim, fairy_claim_free)
