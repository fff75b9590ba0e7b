/* What an action's apply() may ask of the executor. Private to core/. */
#pragma once

#include "net/sites.h"

#include <fairy/executor.h>

SvgDocument *fairy_executor_document(FairyExecutor *executor);
FairyCoords *fairy_executor_coords(FairyExecutor *executor);
/* Returns the ids of what the person has selected, NULL-terminated; NULL = nobody knows. Borrowed.
 */
const char *const *fairy_executor_these(const FairyExecutor *executor);
/* Returns the projects to work on, borrowed; NULL = there are none. */
const FairyProjectContext *fairy_executor_project(FairyExecutor *executor);
/* Returns the edit of the action, which the first call begins: an action that never asks for it
 * changes nothing. Borrowed. */
SvgEdit *fairy_executor_edit(FairyExecutor *executor);
/* Begins an edit, which changes only what `at` (may be NULL) lets it. */
SvgEdit *fairy_edit_new(SvgDocument *doc, const char *author, const FairyCoords *coords,
                        const FairyProjectContext *at);
/* Takes out of `ids` (char *) what the edit kept as it was: the action didn't change that. */
void fairy_edit_drop_kept(SvgEdit *edit, GPtrArray *ids);
/* Returns the action that is being carried out. */
const FairyAction *fairy_executor_action(FairyExecutor *executor);
/* Says that the action creates or changes this shape. */
void fairy_executor_touch(FairyExecutor *executor, const char *id);
/* Returns the id for a new shape for which the model wished this one, and notes if it is another.
 * If the action succeeds, later actions of the run mean the new shape by `wish`. Free with
 * g_free(). Returns NULL if `wish` is NULL. */
char *fairy_executor_new_id(FairyExecutor *executor, const char *wish);
/* Adds a clause about what is done otherwise than asked: the outcome is "adjusted". */
void fairy_executor_note(FairyExecutor *executor, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* Adds a clause of what an action that is done as asked has to say: the detail of its outcome,
 * behind the notes where it changed the drawing. */
void fairy_executor_say(FairyExecutor *executor, const char *text);
/* Sets the data of the outcome, and takes ownership of `data`. */
void fairy_executor_set_data(FairyExecutor *executor, cJSON *data);

/* Returns the actions that may be used, NULL-terminated; borrowed. */
const FairyAction *const *fairy_executor_usable(const FairyExecutor *executor);

/* An action calls one of the following at most; it has an effect only if the action isn't refused.
 * They return FALSE with FAIRY_ERROR_ACTION if the reply has asked for too much. */

/* Returns whether the reply may ask for one more; an action whose answer is much work checks that
 * first. */
gboolean fairy_executor_may_follow_up(FairyExecutor *executor, GError **error);
/* Asks for another request. Takes ownership of `message`, which quotes nothing, and of `quoted`,
 * one line of the untrusted text that it speaks of; both may be NULL. `bounds` is in document
 * space. */
gboolean fairy_executor_ask_follow_up(FairyExecutor *executor, FairyFollowUpKind kind,
                                      SvgBox bounds, char *message, char *quoted, GError **error);
/* Sets the data as fairy_executor_set_data() does, and asks for another request to read it. As text
 * it has at most FAIRY_MAX_DATA_BYTES. */
gboolean fairy_executor_return_data(FairyExecutor *executor, cJSON *data, GError **error);
/* Returns whether the next request shows the to-do list and the shapes that look-closer touched
 * (FairyExecutorOptions.shows), so that the action needn't return them. */
gboolean fairy_executor_shows(FairyExecutor *executor);
/* Does the same with the result of a look-up on `site`, for which the outcome waits. Returns FALSE
 * with an error also if look-ups are switched off, or can't begin. */
gboolean fairy_executor_look_up(FairyExecutor *executor, const FairySite *site, const char *what,
                                GError **error);
