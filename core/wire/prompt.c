/* Prompts as data. */
#include <fairy/prompt.h>

static void part_free(gpointer data)
{
    FairyContentPart *part = data;
    g_free(part->name);
    g_free(part->text);
    g_clear_pointer(&part->image, g_bytes_unref);
    g_free(part);
}

static void speech_free(gpointer data)
{
    FairyMessage *message = data;
    g_ptr_array_unref(message->content);
    g_free(message);
}

FairyPrompt *fairy_prompt_new(void)
{
    FairyPrompt *prompt = g_new0(FairyPrompt, 1);
    prompt->system = g_ptr_array_new_with_free_func(part_free);
    prompt->messages = g_ptr_array_new_with_free_func(speech_free);
    return prompt;
}

void fairy_prompt_free(FairyPrompt *prompt)
{
    if (prompt) {
        g_ptr_array_unref(prompt->system);
        g_ptr_array_unref(prompt->messages);
        g_free(prompt);
    }
}

static FairyContentPart *add_part(GPtrArray *parts, const char *name)
{
    FairyContentPart *part = g_new0(FairyContentPart, 1);
    part->name = g_strdup(name);
    g_ptr_array_add(parts, part);
    return part;
}

static FairyContentPart *add_text(GPtrArray *parts, const char *name, char *text)
{
    FairyContentPart *part = add_part(parts, name);
    part->text = text;
    return part;
}

FairyContentPart *fairy_prompt_add_system(FairyPrompt *prompt, const char *name, char *text)
{
    return add_text(prompt->system, name, text);
}

FairyMessage *fairy_prompt_add_message(FairyPrompt *prompt, FairyRole role)
{
    FairyMessage *message = g_new0(FairyMessage, 1);
    message->role = role;
    message->content = g_ptr_array_new_with_free_func(part_free);
    g_ptr_array_add(prompt->messages, message);
    return message;
}

FairyContentPart *fairy_message_add_text(FairyMessage *message, const char *name, char *text)
{
    return add_text(message->content, name, text);
}

FairyContentPart *fairy_message_add_image(FairyMessage *message, const char *name, GBytes *image,
                                          const char *media_type, int width, int height)
{
    FairyContentPart *part = add_part(message->content, name);
    part->image = g_bytes_ref(image);
    part->media_type = media_type;
    part->width = width;
    part->height = height;
    return part;
}
