/* New shapes whose wished id was taken, and the ids that they got instead: later actions of the
 * run may refer to a shape by the id that was wished for. Private to core/action. */
#pragma once

#include "action/executor_priv.h"

typedef struct _FairyRenames FairyRenames; /* of one executor */

FairyRenames *fairy_renames_new(void);
void fairy_renames_free(FairyRenames *renames);
/* Does what fairy_executor_new_id() says. */
char *fairy_renames_new_id(FairyRenames *renames, FairyExecutor *executor, const char *wish);
/* Says that the action which wished for ids is over. They count if it succeeded (`made`). */
void fairy_renames_settle(FairyRenames *renames, gboolean made);
/* Replaces ids in checked `args`: a wished id by that of the shape that was created for it, with a
 * note, and an id that fairy_id_shown() shortened by the full one. A shape that is gone again is
 * not meant. */
void fairy_renames_resolve(FairyRenames *renames, FairyExecutor *executor, const FairyField *fields,
                           cJSON *args);
