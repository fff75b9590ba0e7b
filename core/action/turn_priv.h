/* What a definition's apply() may ask of its turn. */
#pragma once

#include <fairy/turn.h>

SvgDocument *fairy_turn_document(FairyTurn *turn);
FairyCoords *fairy_turn_coords(FairyTurn *turn);
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
