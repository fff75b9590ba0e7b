/* The standing instructions: the files of text/, each where it applies, and the actions. */
#include "prompt/system.h"

#include <string.h>

static const struct {
    const char *name, *text;
} texts[] = {
#include "prompt_texts.inc"
};

typedef struct {
    const char *name;       /* of the file, without its ending */
    const char *actions[3]; /* applies when one of these can be used; none: always */
    gboolean picture;       /* only with a picture */
} Section;

static const Section sections[] = {
    {.name = "10-intro"},
    {.name = "20-reply"},
    {.name = "30-seeing"},
    {.name = "31-picture", .picture = TRUE},
    {.name = "40-changing", .actions = {"update", "move", "create"}},
    {.name = "41-creating", .actions = {"create"}},
    {.name = "42-arrows", .actions = {"create", "connect"}},
    {.name = "43-colours", .actions = {"create", "update", "set-style"}},
    {.name = "50-talking", .actions = {"message"}},
    {.name = "51-thinking", .actions = {"think"}},
    {.name = "60-going-on", .actions = {"review", "look-closer"}},
};

static gboolean has(const FairyAction *const *actions, const char *name)
{
    for (guint i = 0; actions[i]; i++) {
        if (g_str_equal(actions[i]->name, name)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean applies(const Section *section, const FairyAction *const *actions, gboolean picture)
{
    gboolean useful = section->actions[0] == NULL;
    for (guint i = 0; i < G_N_ELEMENTS(section->actions) && section->actions[i]; i++) {
        useful = useful || has(actions, section->actions[i]);
    }
    return useful && (picture || !section->picture);
}

static const char *text_of(const char *name)
{
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        if (g_str_equal(texts[i].name, name)) {
            return texts[i].text;
        }
    }
    g_assert_not_reached(); /* a section without its file */
}

static void append_file(GString *out, const char *name)
{
    const char *text = text_of(name);
    g_string_append(out, *text == '#' && out->len ? "\n" : "");
    g_string_append(out, text);
}

void fairy_system_write(FairyPrompt *prompt, const FairyAction *const *actions, gboolean picture)
{
    GString *rules = g_string_new(NULL);
    for (guint i = 0; i < G_N_ELEMENTS(sections); i++) {
        if (applies(&sections[i], actions, picture)) {
            append_file(rules, sections[i].name);
        }
    }
    fairy_prompt_system(prompt, "rules", g_string_free(rules, FALSE));
    GString *list = g_string_new("# Actions\n\nA field with \"?\" can be left out.\n");
    for (guint i = 0; actions[i]; i++) {
        g_autofree char *brief = fairy_action_brief(actions[i]);
        g_string_append_printf(list, "\n%s", brief);
    }
    fairy_prompt_system(prompt, "actions", g_string_free(list, FALSE))->stable = TRUE;
}
