/* Ids that were taken, and what the shapes that wished for them are named. */
#pragma once

#include "action/executor_priv.h"

typedef struct _FairyRenames FairyRenames; /* of one reply */

FairyRenames *fairy_renames_new(void);
void fairy_renames_free(FairyRenames *renames);
/* What fairy_executor_new_id() promises. */
char *fairy_renames_new_id(FairyRenames *renames, FairyExecutor *executor, const char *wish);
/* The action that wished is over: its id counts when it was `made`. */
void fairy_renames_settle(FairyRenames *renames, gboolean made);
/* Where checked `args` name an id that was wished for, they get that of the shape that was made,
 * with a note; where they name one as fairy_id_shown() has it, the whole of it. One that is gone
 * again means nothing. */
void fairy_renames_resolve(FairyRenames *renames, FairyExecutor *executor, const FairyField *fields,
                           cJSON *args);
