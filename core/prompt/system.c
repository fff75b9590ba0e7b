/* The standing text: what of the files in text/ applies, and the actions. */
#include "prompt/system.h"

#include <string.h>

#define OPEN   "<!-- "
#define CLOSE  " -->\n"
#define ALWAYS "always"

static const struct {
    const char *name, *text;
} files[] = {
#include "prompt_texts.inc"
};

/* --- sections --------------------------------------------------------------------------------- */

/* The one that `text` begins with, which has a condition or none; what is behind it. */
static const char *read_section(GPtrArray *sections, const char *file, const char *text)
{
    FairySection *section = g_new0(FairySection, 1);
    if (g_str_has_prefix(text, OPEN)) {
        const char *begin = text + strlen(OPEN), *close = strstr(begin, CLOSE);
        g_assert(close); /* a line that isn't finished */
        section->condition = g_strndup(begin, (gsize)(close - begin));
        text = close + strlen(CLOSE);
    } else {
        section->condition = g_strdup(ALWAYS);
    }
    const char *end = strstr(text, "\n" OPEN);
    end = end ? end + 1 : text + strlen(text);
    section->file = file;
    section->text = g_strndup(text, (gsize)(end - text));
    g_ptr_array_add(sections, section);
    return end;
}

const GPtrArray *fairy_sections(void)
{
    static GPtrArray *sections;
    if (g_once_init_enter(&sections)) {
        GPtrArray *read = g_ptr_array_new();
        for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
            for (const char *at = files[i].text; *at;) {
                at = read_section(read, files[i].name, at);
            }
        }
        g_once_init_leave(&sections, read);
    }
    return sections;
}

/* --- conditions ------------------------------------------------------------------------------- */

static gboolean has_part(const FairyKnown *known, const char *name)
{
    gboolean missing = (!known->picture && g_str_equal(name, "screenshot")) ||
                       (!known->others && g_str_equal(name, "other-fairies"));
    return !missing && g_strv_contains(fairy_mode(known->mode)->parts, name);
}

static const FairyAction *const *actions_of(const FairyKnown *known)
{
    return known->actions ? known->actions : fairy_mode_actions(known->mode);
}

static gboolean has(const FairyKnown *known, const char *name)
{
    const FairyAction *action = fairy_action_find(name);
    return action ? fairy_actions_have(actions_of(known), action)
                  : has_part(known, name) || g_str_equal(name, ALWAYS);
}

static gboolean holds(const FairyKnown *known, const char *term)
{
    gboolean no = *term == '!', any = FALSE;
    g_auto(GStrv) names = g_strsplit(term + no, "|", -1);
    for (guint i = 0; names[i] && !any; i++) {
        any = has(known, names[i]);
    }
    return any != no;
}

gboolean fairy_section_applies(const FairySection *section, const FairyKnown *known)
{
    g_auto(GStrv) terms = g_strsplit(section->condition, " ", -1);
    gboolean all = TRUE;
    for (guint i = 0; terms[i] && all; i++) {
        all = holds(known, terms[i]);
    }
    return all;
}

/* --- lines ------------------------------------------------------------------------------------ */

/* Whether every action that the line names can be used. */
static gboolean names_usable(const FairyKnown *known, const char *line)
{
    g_autoptr(GRegex) names = g_regex_new("(?:`|\"_type\":\")([a-z-]+)[`\"]", 0, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    for (g_regex_match(names, line, 0, &match); g_match_info_matches(match);
         g_match_info_next(match, NULL)) {
        g_autofree char *name = g_match_info_fetch(match, 1);
        const FairyAction *action = fairy_action_find(name);
        if (action && g_str_equal(action->name, name) &&
            !fairy_actions_have(actions_of(known), action)) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean is_heading(const char *line)
{
    return g_str_has_prefix(line, "# ");
}

/* Whether nothing stands under the heading `lines` begins with. */
static gboolean is_bare(char **lines)
{
    guint i = 1;
    while (lines[i] && !*lines[i]) {
        i++;
    }
    return !lines[i] || is_heading(lines[i]);
}

/* Without lines that name what can't be used, and headings over nothing. */
static char *usable_lines(const FairyKnown *known, const char *text)
{
    g_auto(GStrv) all = g_strsplit(text, "\n", -1);
    g_autoptr(GPtrArray) kept = g_ptr_array_new();
    for (char **line = all; *line; line++) {
        if (names_usable(known, *line)) {
            g_ptr_array_add(kept, *line);
        }
    }
    g_ptr_array_add(kept, NULL);
    g_autoptr(GStrvBuilder) lines = g_strv_builder_new();
    for (char **line = (char **)kept->pdata; *line; line++) {
        if (is_heading(*line) && is_bare(line)) {
            for (; line[1] && !*line[1]; line++) {
            }
        } else {
            g_strv_builder_add(lines, *line);
        }
    }
    g_auto(GStrv) whole = g_strv_builder_end(lines);
    return g_strjoinv("\n", whole);
}

/* --- all of it -------------------------------------------------------------------------------- */

static char *rules_for(const FairyKnown *known)
{
    g_autoptr(GString) rules = g_string_new(NULL);
    const GPtrArray *sections = fairy_sections();
    for (guint i = 0; i < sections->len; i++) {
        const FairySection *section = sections->pdata[i];
        if (fairy_section_applies(section, known)) {
            gboolean heading = *section->text == '#' && rules->len > 0;
            g_string_append_printf(rules, "%s%s", heading ? "\n" : "", section->text);
        }
    }
    return usable_lines(known, rules->str);
}

/* Those that are used often, or the others: these with their fields, too, where nobody could ask
 * for them. What is outside is told only where it is wanted. */
static void append_lines(GString *list, const FairyAction *const *actions, gboolean rare)
{
    gboolean helped = fairy_actions_have(actions, fairy_action_find("help"));
    const char *heading = !rare
                              ? "A field with \"?\" can be left out; \"|\" is between its values.\n"
                          : helped ? "\nSeldom used; `help` tells their fields:\n"
                                   : "\n";
    for (guint i = 0; actions[i]; i++) {
        if ((actions[i]->words != NULL) == rare && actions[i]->family != FAIRY_FAMILY_DATA) {
            g_autofree char *line = fairy_action_prompt_line(actions[i], !helped);
            g_string_append_printf(list, "%s%s", heading ? heading : "", line);
            heading = NULL;
        }
    }
}

void fairy_system_write(FairyPrompt *prompt, const FairyKnown *known)
{
    const FairyAction *const *actions = actions_of(known);
    GString *list = g_string_new("# Actions\n\n");
    append_lines(list, actions, FALSE);
    append_lines(list, actions, TRUE);
    fairy_prompt_add_system(prompt, "rules", rules_for(known));
    fairy_prompt_add_system(prompt, "actions", g_string_free(list, FALSE))->stable = TRUE;
}
