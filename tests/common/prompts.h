/* A conversation as fairies have them, with all kinds of parts. */
#pragma once

#include <fairy/prompt.h>

/* System: "Rules.", "Mode." (both stable). The user: "First." (stable); the assistant: an empty
 * list of actions (stable); the user: "Shapes.", a picture of 3 bytes, "Do it.". Any offered action
 * may answer. The caller's. */
FairyPrompt *test_prompt_new(void);
