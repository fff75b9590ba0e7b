/* The definitions named in actions.def. */
#pragma once

#include <fairy/action.h>

#define FAIRY_ACTION(id) extern const FairyAction fairy_action_##id;
#include "action/actions.def"
#undef FAIRY_ACTION
