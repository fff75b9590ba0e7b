/* What was said before, as it was said then. */
#include "prompt/part.h"

static void add_manuals(const FairyWriting *writing, const FairyMessage *old, FairyMessage *message)
{
    g_autoptr(GString) text = g_string_new(NULL);
    if (old->content->len > 0 && fairy_part_is_said(old)) {
        fairy_part_manuals_for(writing, ((const FairyContentPart *)old->content->pdata[0])->text,
                               text);
    }
    if (text->len > 0) {
        fairy_message_add_text(message, "manuals", g_strdup(text->str));
    }
}

static void write_part(const FairyWriting *writing, GString *out)
{
    (void)out;
    const GPtrArray *history = writing->options->history;
    for (guint i = 0; history && i < history->len; i++) {
        const FairyMessage *old = history->pdata[i];
        FairyMessage *message = fairy_prompt_add_message(writing->prompt, old->role);
        for (guint k = 0; k < old->content->len; k++) {
            const FairyContentPart *part = old->content->pdata[k];
            fairy_message_add_text(message, part->name, g_strdup(part->text));
        }
        add_manuals(writing, old, message);
        if (message->content->len > 0) {
            FairyContentPart *last = message->content->pdata[message->content->len - 1];
            last->stable = TRUE;
        }
    }
}

const FairyPart fairy_part_history = {
    .name = "history",
    .place = FAIRY_PART_HISTORY,
    .write = write_part,
};
