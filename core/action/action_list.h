/* Declarations of all actions, by the list in actions.def. Private to core/action. */
#pragma once

#include <fairy/action.h>

#define FAIRY_ACTION(id) extern const FairyAction fairy_action_##id;
#include "action/actions.def"
#undef FAIRY_ACTION
