/* A conversation to send. */
#include "common/prompts.h"

FairyPrompt *test_prompt_new(void)
{
    FairyPrompt *prompt = fairy_prompt_new();
    g_autoptr(GBytes) picture = g_bytes_new_static("abc", 3);
    prompt->actions = fairy_actions_offered();
    fairy_prompt_system(prompt, "rules", g_strdup("Rules."))->stable = TRUE;
    fairy_prompt_system(prompt, "mode", g_strdup("Mode."))->stable = TRUE;
    FairySpeech *first = fairy_prompt_speech(prompt, FAIRY_ROLE_USER);
    fairy_speech_text(first, "message", g_strdup("First."))->stable = TRUE;
    FairySpeech *answer = fairy_prompt_speech(prompt, FAIRY_ROLE_ASSISTANT);
    fairy_speech_text(answer, "actions", g_strdup("{\"actions\":[]}"))->stable = TRUE;
    FairySpeech *last = fairy_prompt_speech(prompt, FAIRY_ROLE_USER);
    fairy_speech_text(last, "shapes", g_strdup("Shapes."));
    fairy_speech_image(last, "screenshot", picture, "image/png", 30, 20);
    fairy_speech_text(last, "message", g_strdup("Do it."));
    return prompt;
}
