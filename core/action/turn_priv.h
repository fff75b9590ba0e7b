/* What a definition's apply() may ask of its turn. */
#pragma once

#include "net/sites.h"

#include <fairy/turn.h>

SvgDocument *fairy_turn_document(FairyTurn *turn);
FairyCoords *fairy_turn_coords(FairyTurn *turn);
/* NULL where there are no tasks and projects. */
const FairyTurnProject *fairy_turn_project(FairyTurn *turn);
/* The edit of the action being applied; begun at the first call, so that an action that never asks
 * changes nothing. */
SvgEdit *fairy_turn_edit(FairyTurn *turn);
/* The name of the action being applied. */
const char *fairy_turn_action(FairyTurn *turn);
/* The action makes or changes this shape. */
void fairy_turn_touch(FairyTurn *turn, const char *id);
/* The id that a new shape gets for the one that was wished for, noted where it is another. From
 * then on this reply means the new shape when it says `wish`, if the action succeeds. The caller's;
 * NULL for NULL. */
char *fairy_turn_new_id(FairyTurn *turn, const char *wish);
/* A clause about what is done other than it was asked. */
void fairy_turn_note(FairyTurn *turn, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* What an action without effect on the drawing tells: the detail of its outcome. */
void fairy_turn_say(FairyTurn *turn, const char *text);
/* The data of its outcome. Takes `data`. */
void fairy_turn_set_data(FairyTurn *turn, cJSON *data);

/* One of these at most per action; they count only if the action isn't refused. FALSE when the
 * reply asks for too much, which an answer that is much work should ask for first. */

gboolean fairy_turn_may_ask(FairyTurn *turn, GError **error);
/* Another request is needed. Takes `message`, which quotes nothing, and `quoted`, the line with
 * what it speaks of; both may be NULL. */
gboolean fairy_turn_follow(FairyTurn *turn, FairyFollowUpKind kind, SvgBox bounds, char *message,
                           char *quoted, GError **error);
/* fairy_turn_set_data(), and another request to read it. Takes `data`, which is no longer than
 * FAIRY_MAX_DATA_BYTES as text. */
gboolean fairy_turn_answer(FairyTurn *turn, cJSON *data, GError **error);
/* The list, and of the shapes that were touched what is looked closer at, is shown by who runs the
 * fairy. */
gboolean fairy_turn_shows(FairyTurn *turn);
/* The same, when it has come from outside: the action's outcome waits for it. FALSE also when
 * looking things up is switched off, or can't begin. */
gboolean fairy_turn_look_up(FairyTurn *turn, const FairySite *site, const char *what,
                            GError **error);
