/* A conversation to send. */
#include "common/prompts.h"

FairyPrompt *test_prompt_new(void)
{
    FairyPrompt *prompt = fairy_prompt_new();
    g_autoptr(GBytes) picture = g_bytes_new_static("abc", 3);
    prompt->actions = fairy_actions_offered();
    fairy_prompt_add_system(prompt, "rules", g_strdup("Rules."))->stable = TRUE;
    fairy_prompt_add_system(prompt, "mode", g_strdup("Mode."))->stable = TRUE;
    FairyMessage *first = fairy_prompt_add_message(prompt, FAIRY_ROLE_USER);
    fairy_message_add_text(first, "message", g_strdup("First."))->stable = TRUE;
    FairyMessage *answer = fairy_prompt_add_message(prompt, FAIRY_ROLE_ASSISTANT);
    fairy_message_add_text(answer, "actions", g_strdup("{\"actions\":[]}"))->stable = TRUE;
    FairyMessage *last = fairy_prompt_add_message(prompt, FAIRY_ROLE_USER);
    fairy_message_add_text(last, "shapes", g_strdup("Shapes."));
    fairy_message_add_image(last, "screenshot", picture, "image/png", 30, 20);
    fairy_message_add_text(last, "message", g_strdup("Do it."));
    return prompt;
}
