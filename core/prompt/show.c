/* A prompt as text, for people. */
#include <fairy/compose.h>
#include <fairy/tokens.h>

#include <string.h>

typedef struct {
    GString *out;
    gsize tokens; /* of all texts */
} Show;

static void show_text(Show *show, const char *who, const FairyContentPart *part)
{
    gsize tokens = fairy_tokens(part->text, strlen(part->text));
    show->tokens += tokens;
    g_string_append_printf(show->out, "=== %s: %s (about %" G_GSIZE_FORMAT " tokens)%s\n%s%s\n",
                           who, part->name, tokens,
                           part->stable ? " | the same up to here in the next request" : "",
                           part->text, g_str_has_suffix(part->text, "\n") ? "" : "\n");
}

static void show_parts(Show *show, const char *who, const GPtrArray *parts)
{
    for (guint i = 0; i < parts->len; i++) {
        const FairyContentPart *part = parts->pdata[i];
        if (part->text) {
            show_text(show, who, part);
        } else {
            g_string_append_printf(show->out,
                                   "=== %s: %s\n%s, %d x %d px, %" G_GSIZE_FORMAT " bytes\n\n", who,
                                   part->name, part->media_type, part->width, part->height,
                                   g_bytes_get_size(part->image));
        }
    }
}

char *fairy_prompt_show(const FairyPrompt *prompt)
{
    Show show = {.out = g_string_new(NULL)};
    show_parts(&show, "system", prompt->system);
    for (guint i = 0; i < prompt->messages->len; i++) {
        const FairyMessage *message = prompt->messages->pdata[i];
        show_parts(&show, message->role == FAIRY_ROLE_USER ? "user" : "assistant",
                   message->content);
    }
    g_string_append_printf(show.out, "=== texts in all: about %" G_GSIZE_FORMAT " tokens\n",
                           show.tokens);
    return g_string_free(show.out, FALSE);
}
