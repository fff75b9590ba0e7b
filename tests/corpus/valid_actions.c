/* Random actions that can be carried out as far as their tables say, a line each: valid_actions N
 * SEED prints N of every action. They are as the checker leaves them, which repairs what it can. */
#include "common/random_replies.h"

#include <stdio.h>

static cJSON *valid_action(const TestReplies *replies, const FairyAction *action)
{
    for (;;) {
        cJSON *object = test_random_action(replies, action);
        g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
        if (fairy_action_check(action, object, notes, NULL)) {
            return object;
        }
        cJSON_Delete(object);
    }
}

int main(int argc, char **argv)
{
    guint64 n = 0, seed = 0;
    if (argc != 3 || !g_ascii_string_to_unsigned(argv[1], 10, 1, 100000, &n, NULL) ||
        !g_ascii_string_to_unsigned(argv[2], 10, 0, G_MAXUINT32, &seed, NULL)) {
        fprintf(stderr, "usage: valid_actions N SEED\n");
        return 2;
    }
    g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)seed);
    g_autoptr(GPtrArray) ids = g_ptr_array_new();
    g_ptr_array_add(ids, (gpointer) "login");
    g_ptr_array_add(ids, (gpointer) "größe ☃");
    const TestReplies replies = {.rand = rand, .ids = ids};
    for (const FairyAction *const *action = fairy_actions(); *action; action++) {
        guint64 wanted = (*action)->family == FAIRY_FAMILY_INTERNAL ? 0 : n; /* none is offered */
        for (guint64 i = 0; i < wanted; i++) {
            cJSON *object = valid_action(&replies, *action);
            char *text = cJSON_PrintUnformatted(object);
            puts(text);
            cJSON_free(text);
            cJSON_Delete(object);
        }
    }
    return 0;
}
