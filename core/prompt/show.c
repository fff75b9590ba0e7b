/* A prompt as text, for people. */
#include <fairy/compose.h>
#include <fairy/tokens.h>

#include <string.h>

static void show_piece(GString *out, const char *who, const FairyPiece *piece)
{
    if (piece->text) {
        g_string_append_printf(out, "=== %s: %s (about %" G_GSIZE_FORMAT " tokens)%s\n%s%s\n", who,
                               piece->name, fairy_tokens(piece->text, strlen(piece->text)),
                               piece->stable ? " | the same up to here in the next request" : "",
                               piece->text, g_str_has_suffix(piece->text, "\n") ? "" : "\n");
    } else {
        g_string_append_printf(out, "=== %s: %s\n%s, %d x %d px, %" G_GSIZE_FORMAT " bytes\n\n",
                               who, piece->name, piece->media_type, piece->width, piece->height,
                               g_bytes_get_size(piece->image));
    }
}

static void show_pieces(GString *out, const char *who, const GPtrArray *pieces)
{
    for (guint i = 0; i < pieces->len; i++) {
        show_piece(out, who, pieces->pdata[i]);
    }
}

char *fairy_prompt_show(const FairyPrompt *prompt)
{
    GString *out = g_string_new(NULL);
    show_pieces(out, "system", prompt->system);
    for (guint i = 0; i < prompt->speeches->len; i++) {
        const FairySpeech *speech = prompt->speeches->pdata[i];
        show_pieces(out, speech->role == FAIRY_ROLE_USER ? "user" : "assistant", speech->pieces);
    }
    return g_string_free(out, FALSE);
}
