/* The manuals of actions that are seldom used, and that these words may call for: with these words,
 * and from then on in the history behind them, so that they are told once. */
#include "prompt/part.h"

#define HEADING "Actions that may serve here"

void fairy_part_manuals_for(const FairyWriting *writing, const char *words, GString *out)
{
    const char *heading = HEADING ":\n\n";
    const FairyAction *const *actions = writing->prompt->actions;
    for (guint i = 0; actions[i]; i++) {
        if (actions[i]->words && !g_hash_table_contains(writing->told, actions[i]) &&
            fairy_part_words_want(words, actions[i]->words)) {
            g_autofree char *text = fairy_action_prompt_text(actions[i]);
            g_string_append_printf(out, "%s%s", heading, text);
            heading = "\n";
            g_hash_table_add(writing->told, (gpointer)actions[i]);
        }
    }
}

/* A request that goes on by itself has them in its history. */
static void write_part(const FairyWriting *writing, GString *out)
{
    if (writing->options->words) {
        fairy_part_manuals_for(writing, writing->options->words, out);
    }
}

const FairyPart fairy_part_manuals = {
    .name = "manuals",
    .place = FAIRY_PART_MESSAGE,
    .headings = {HEADING},
    .write = write_part,
};
