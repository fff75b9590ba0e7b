/* Prompts as data. */
#include <fairy/prompt.h>

static void piece_free(gpointer data)
{
    FairyPiece *piece = data;
    g_free(piece->name);
    g_free(piece->text);
    g_clear_pointer(&piece->image, g_bytes_unref);
    g_free(piece);
}

static void speech_free(gpointer data)
{
    FairySpeech *speech = data;
    g_ptr_array_unref(speech->pieces);
    g_free(speech);
}

FairyPrompt *fairy_prompt_new(void)
{
    FairyPrompt *prompt = g_new0(FairyPrompt, 1);
    prompt->system = g_ptr_array_new_with_free_func(piece_free);
    prompt->speeches = g_ptr_array_new_with_free_func(speech_free);
    return prompt;
}

void fairy_prompt_free(FairyPrompt *prompt)
{
    if (prompt) {
        g_ptr_array_unref(prompt->system);
        g_ptr_array_unref(prompt->speeches);
        g_free(prompt);
    }
}

static FairyPiece *add_piece(GPtrArray *pieces, const char *name)
{
    FairyPiece *piece = g_new0(FairyPiece, 1);
    piece->name = g_strdup(name);
    g_ptr_array_add(pieces, piece);
    return piece;
}

static FairyPiece *add_text(GPtrArray *pieces, const char *name, char *text)
{
    FairyPiece *piece = add_piece(pieces, name);
    piece->text = text;
    return piece;
}

FairyPiece *fairy_prompt_system(FairyPrompt *prompt, const char *name, char *text)
{
    return add_text(prompt->system, name, text);
}

FairySpeech *fairy_prompt_speech(FairyPrompt *prompt, FairyRole role)
{
    FairySpeech *speech = g_new0(FairySpeech, 1);
    speech->role = role;
    speech->pieces = g_ptr_array_new_with_free_func(piece_free);
    g_ptr_array_add(prompt->speeches, speech);
    return speech;
}

FairyPiece *fairy_speech_text(FairySpeech *speech, const char *name, char *text)
{
    return add_text(speech->pieces, name, text);
}

FairyPiece *fairy_speech_image(FairySpeech *speech, const char *name, GBytes *image,
                               const char *media_type, int width, int height)
{
    FairyPiece *piece = add_piece(speech->pieces, name);
    piece->image = g_bytes_ref(image);
    piece->media_type = media_type;
    piece->width = width;
    piece->height = height;
    return piece;
}
