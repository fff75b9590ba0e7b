/* A prompt as text, for people. */
#include <fairy/compose.h>
#include <fairy/tokens.h>

#include <string.h>

typedef struct {
    GString *out;
    gsize tokens; /* of all texts */
} Show;

static void show_text(Show *show, const char *who, const FairyPiece *piece)
{
    gsize tokens = fairy_tokens(piece->text, strlen(piece->text));
    show->tokens += tokens;
    g_string_append_printf(show->out, "=== %s: %s (about %" G_GSIZE_FORMAT " tokens)%s\n%s%s\n",
                           who, piece->name, tokens,
                           piece->stable ? " | the same up to here in the next request" : "",
                           piece->text, g_str_has_suffix(piece->text, "\n") ? "" : "\n");
}

static void show_pieces(Show *show, const char *who, const GPtrArray *pieces)
{
    for (guint i = 0; i < pieces->len; i++) {
        const FairyPiece *piece = pieces->pdata[i];
        if (piece->text) {
            show_text(show, who, piece);
        } else {
            g_string_append_printf(show->out,
                                   "=== %s: %s\n%s, %d x %d px, %" G_GSIZE_FORMAT " bytes\n\n", who,
                                   piece->name, piece->media_type, piece->width, piece->height,
                                   g_bytes_get_size(piece->image));
        }
    }
}

char *fairy_prompt_show(const FairyPrompt *prompt)
{
    Show show = {.out = g_string_new(NULL)};
    show_pieces(&show, "system", prompt->system);
    for (guint i = 0; i < prompt->speeches->len; i++) {
        const FairySpeech *speech = prompt->speeches->pdata[i];
        show_pieces(&show, speech->role == FAIRY_ROLE_USER ? "user" : "assistant", speech->pieces);
    }
    g_string_append_printf(show.out, "=== texts in all: about %" G_GSIZE_FORMAT " tokens\n",
                           show.tokens);
    return g_string_free(show.out, FALSE);
}
