/* What a definition's apply() may ask of its turn. */
#pragma once

#include "net/sites.h"

#include <fairy/executor.h>

SvgDocument *fairy_executor_document(FairyExecutor *executor);
FairyCoords *fairy_executor_coords(FairyExecutor *executor);
/* NULL where there are no tasks and projects. */
const FairyProjectContext *fairy_executor_project(FairyExecutor *executor);
/* The edit of the action being applied; begun at the first call, so that an action that never asks
 * changes nothing. */
SvgEdit *fairy_executor_edit(FairyExecutor *executor);
/* The action being applied. */
const FairyAction *fairy_executor_action(FairyExecutor *executor);
/* The action makes or changes this shape. */
void fairy_executor_touch(FairyExecutor *executor, const char *id);
/* The id that a new shape gets for the one that was wished for, noted where it is another. From
 * then on this reply means the new shape when it says `wish`, if the action succeeds. The caller's;
 * NULL for NULL. */
char *fairy_executor_new_id(FairyExecutor *executor, const char *wish);
/* A clause about what is done other than it was asked. */
void fairy_executor_note(FairyExecutor *executor, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* What an action without effect on the drawing tells: the detail of its outcome. */
void fairy_executor_say(FairyExecutor *executor, const char *text);
/* The data of its outcome. Takes `data`. */
void fairy_executor_set_data(FairyExecutor *executor, cJSON *data);

/* One of these at most per action; they count only if the action isn't refused. FALSE when the
 * reply asks for too much, which an answer that is much work should ask for first. */

gboolean fairy_executor_may_ask(FairyExecutor *executor, GError **error);
/* Another request is needed. Takes `message`, which quotes nothing, and `quoted`, the line with
 * what it speaks of; both may be NULL. */
gboolean fairy_executor_follow(FairyExecutor *executor, FairyFollowUpKind kind, SvgBox bounds,
                               char *message, char *quoted, GError **error);
/* fairy_executor_set_data(), and another request to read it. Takes `data`, which is no longer than
 * FAIRY_MAX_DATA_BYTES as text. */
gboolean fairy_executor_answer(FairyExecutor *executor, cJSON *data, GError **error);
/* The list, and of the shapes that were touched what is looked closer at, is shown by who runs the
 * fairy. */
gboolean fairy_executor_shows(FairyExecutor *executor);
/* The same, when it has come from outside: the action's outcome waits for it. FALSE also when
 * looking things up is switched off, or can't begin. */
gboolean fairy_executor_look_up(FairyExecutor *executor, const FairySite *site, const char *what,
                                GError **error);
