/* The manuals of actions that are seldom used, and that these words may call for. */
#include "prompt/part.h"

#define HEADING "Actions that may serve here"

static gboolean is_called_for(const FairyWriting *writing, const FairyAction *action)
{
    return action->words && fairy_part_wants(writing, action->words);
}

static void write_part(const FairyWriting *writing, GString *out)
{
    const char *heading = HEADING ":\n\n";
    const FairyAction *const *actions = writing->prompt->actions;
    for (guint i = 0; actions[i]; i++) {
        if (is_called_for(writing, actions[i])) {
            g_autofree char *text = fairy_action_prompt_text(actions[i]);
            g_string_append_printf(out, "%s%s", heading, text);
            heading = "\n";
        }
    }
}

const FairyPart fairy_part_manuals = {
    .name = "manuals",
    .place = FAIRY_PART_MESSAGE,
    .headings = {HEADING},
    .write = write_part,
};
