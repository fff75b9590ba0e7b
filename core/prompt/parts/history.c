/* What was said before, as it was said then. */
#include "prompt/part.h"

static void write_part(const FairyWriting *writing, GString *out)
{
    (void)out;
    const GPtrArray *history = writing->options->history;
    for (guint i = 0; history && i < history->len; i++) {
        const FairySpeech *old = history->pdata[i];
        FairySpeech *speech = fairy_prompt_speech(writing->prompt, old->role);
        for (guint k = 0; k < old->pieces->len; k++) {
            const FairyPiece *piece = old->pieces->pdata[k];
            fairy_speech_text(speech, piece->name, g_strdup(piece->text));
        }
        if (speech->pieces->len > 0) {
            FairyPiece *last = speech->pieces->pdata[speech->pieces->len - 1];
            last->stable = TRUE;
        }
    }
}

const FairyPart fairy_part_history = {
    .name = "history",
    .place = FAIRY_PART_HISTORY,
    .write = write_part,
};
