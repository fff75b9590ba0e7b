/* fairy config: what is set, and setting it. */
#include "commands.h"
#include "editor.h"
#include "print.h"
#include "secret.h"

#include <fairy/settings.h>

#include <string.h>
#include <unistd.h>

/* --- showing ---------------------------------------------------------------------------------- */

static const char *const origins[] = {
    [FAIRY_SETTING_UNSET] = "unset",
    [FAIRY_SETTING_DEFAULT] = "default",
    [FAIRY_SETTING_FILE] = "file",
    [FAIRY_SETTING_ENVIRONMENT] = "environment",
};

/* "offline (default)", "set (environment OPENAI_API_KEY)"; the caller's. */
static char *shown(const FairySetting *setting)
{
    if (setting->info == NULL) {
        return g_strdup_printf("unknown, so it has no effect (line %u)", setting->line);
    }
    if (setting->origin == FAIRY_SETTING_UNSET) {
        return g_strdup("not set");
    }
    g_autofree char *wrong =
        setting->wrong ? g_strconcat(", but it takes ", setting->info->takes, NULL) : NULL;
    return g_strdup_printf("%s (%s%s%s)%s", setting->value != NULL ? setting->value : "set",
                           origins[setting->origin], setting->variable != NULL ? " " : "",
                           setting->variable != NULL ? setting->variable : "",
                           wrong != NULL ? wrong : "");
}

static cJSON *to_json(const FairySetting *setting)
{
    cJSON *json = cJSON_CreateObject();
    gboolean set = setting->origin != FAIRY_SETTING_UNSET;
    cJSON_AddStringToObject(json, "name", setting->name);
    if (setting->info == NULL) {
        cJSON_AddFalseToObject(json, "known");
    } else if (setting->value != NULL) {
        cJSON_AddStringToObject(json, "value", setting->value);
    } else {
        cJSON_AddBoolToObject(json, "set", set);
    }
    cJSON_AddStringToObject(json, "origin", origins[setting->origin]);
    if (setting->variable != NULL) {
        cJSON_AddStringToObject(json, "variable", setting->variable);
    }
    if (setting->line > 0) {
        cJSON_AddNumberToObject(json, "line", setting->line);
    }
    if (setting->info != NULL && setting->wrong) {
        cJSON_AddStringToObject(json, "takes", setting->info->takes);
    }
    return json;
}

static void print_list(const GPtrArray *list)
{
    gsize width = 0;
    for (guint i = 0; i < list->len; i++) {
        width = MAX(width, strlen(((const FairySetting *)list->pdata[i])->name));
    }
    for (guint i = 0; i < list->len; i++) {
        const FairySetting *setting = list->pdata[i];
        g_autofree char *value = shown(setting);
        cli_print_line(stdout, "%-*s  %s", (int)MIN(width, 40), setting->name, value);
    }
}

static int list(const CliOptions *options, G_GNUC_UNUSED char **names)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(FairySettings) settings = fairy_settings_load(&error);
    if (settings == NULL) {
        return cli_print_error(error);
    }
    g_autoptr(GPtrArray) all = fairy_settings_list(settings);
    for (guint i = 0; options->json && i < all->len; i++) {
        cli_print_json(stdout, to_json(all->pdata[i]));
    }
    if (!options->json) {
        print_list(all);
    }
    return CLI_EXIT_DONE;
}

static int get(const CliOptions *options, char **names)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(FairySettings) settings = fairy_settings_load(&error);
    g_autoptr(FairySetting) setting =
        settings != NULL ? fairy_settings_look(settings, names[0], &error) : NULL;
    if (setting == NULL) {
        return cli_print_error(error);
    }
    if (options->json) {
        cli_print_json(stdout, to_json(setting));
    } else if (setting->value != NULL) {
        cli_print_result(setting->value);
    } else if (setting->origin != FAIRY_SETTING_UNSET) {
        g_autofree char *text = shown(setting);
        cli_print_line(stdout, "%s", text);
    } else {
        return cli_print_failure(CLI_EXIT_INPUT, "%s isn't set", setting->name);
    }
    return setting->origin != FAIRY_SETTING_UNSET ? CLI_EXIT_DONE : CLI_EXIT_INPUT;
}

static int tell_path(const CliOptions *options, G_GNUC_UNUSED char **names)
{
    if (options->json) {
        cJSON *json = cJSON_CreateObject();
        cJSON_AddStringToObject(json, "path", fairy_settings_path());
        cli_print_json(stdout, json);
    } else {
        cli_print_result(fairy_settings_path());
    }
    return CLI_EXIT_DONE;
}

/* --- changing --------------------------------------------------------------------------------- */

/* A key that is set goes before the command that would get it. */
static void note_key(const FairySettings *settings, const char *command)
{
    g_autofree char *name = g_strndup(command, strlen(command) - strlen("-command"));
    g_autoptr(FairySetting) key = fairy_settings_look(settings, name, NULL);
    if (key != NULL && key->origin != FAIRY_SETTING_UNSET) {
        cli_print_failure(CLI_EXIT_DONE, "%s is set (%s), and goes before it", name,
                          key->variable != NULL ? key->variable : "file");
    }
}

static void note_what_counts(const char *name)
{
    g_autoptr(FairySettings) settings = fairy_settings_load(NULL);
    g_autoptr(FairySetting) setting =
        settings != NULL ? fairy_settings_look(settings, name, NULL) : NULL;
    if (setting != NULL && setting->variable != NULL) {
        cli_print_failure(CLI_EXIT_DONE, "the environment variable %s is set, and goes before it",
                          setting->variable);
    } else if (setting != NULL && setting->origin == FAIRY_SETTING_FILE &&
               g_str_has_suffix(name, ".key-command")) {
        note_key(settings, name);
    }
}

/* Takes it out where `value` is NULL. */
static int change(const char *name, const char *value)
{
    g_autoptr(GError) error = NULL;
    if (!fairy_settings_change(name, value, &error)) {
        return cli_print_error(error);
    }
    note_what_counts(name);
    return CLI_EXIT_DONE;
}

static int set(G_GNUC_UNUSED const CliOptions *options, char **names)
{
    g_autoptr(GError) error = NULL;
    const char *name = names[0], *value = names[1];
    const FairySettingInfo *info = fairy_setting_find(name);
    if (info != NULL && value != NULL && fairy_setting_hides(info, value)) {
        return cli_print_failure(CLI_EXIT_USAGE,
                                 "others can see what stands on a command line, and it holds a "
                                 "key or a password; run \"fairy config set %s\" and type it there",
                                 name);
    }
    if (info == NULL || value != NULL) {
        return change(name, value != NULL ? value : "");
    }
    g_autofree char *prompt = g_strconcat(name, ": ", NULL);
    char *typed = cli_secret_read(prompt, &error);
    int code = typed != NULL ? change(name, typed) : cli_print_error(error);
    fairy_wipe(typed);
    return code;
}

static int unset(G_GNUC_UNUSED const CliOptions *options, char **names)
{
    return change(names[0], NULL);
}

/* Whether the person wants to go on with what they wrote. */
static gboolean edit_again(const GError *error)
{
    char answer[16];
    cli_print_error(error);
    if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO)) {
        return FALSE;
    }
    cli_print_prompt("Edit it again? If not, nothing is changed. [Y/n] ");
    return fgets(answer, sizeof answer, stdin) != NULL && strchr("nN", answer[0]) == NULL;
}

static char *edit_text(const char *text, gpointer checked, GError **error)
{
    g_autofree char *folder = g_path_get_dirname(fairy_settings_path());
    char *edited = cli_editor_run(text, folder, "config.ini", error);
    for (;;) {
        g_autoptr(GError) wrong = NULL;
        if (edited == NULL || fairy_settings_check(edited, &wrong)) {
            return edited;
        }
        if (!edit_again(wrong)) {
            *(gboolean *)checked = FALSE;
            fairy_wipe(edited);
            return g_strdup(text);
        }
        char *next = cli_editor_run(edited, folder, "config.ini", error);
        fairy_wipe(edited);
        edited = next;
    }
}

static int edit(G_GNUC_UNUSED const CliOptions *options, G_GNUC_UNUSED char **names)
{
    g_autoptr(GError) error = NULL;
    gboolean checked = TRUE;
    if (!fairy_settings_edit(edit_text, &checked, &error)) {
        return cli_print_error(error);
    }
    return checked ? CLI_EXIT_DONE : CLI_EXIT_INPUT;
}

/* --- the words -------------------------------------------------------------------------------- */

static const struct {
    const char *word;
    guint min, max; /* names and values behind it */
    const char *takes;
    int (*run)(const CliOptions *options, char **names);
} verbs[] = {
    {"list", 0, 0, "nothing", list},    {"get", 1, 1, "NAME", get},
    {"set", 1, 2, "NAME [VALUE]", set}, {"unset", 1, 1, "NAME", unset},
    {"edit", 0, 0, "nothing", edit},    {"path", 0, 0, "nothing", tell_path},
};

int cli_config(const CliOptions *options)
{
    char **names = options->operands;
    guint n = g_strv_length(names);
    for (gsize i = 0; n > 0 && i < G_N_ELEMENTS(verbs); i++) {
        if (strcmp(verbs[i].word, names[0]) != 0) {
            continue;
        }
        if (n - 1 >= verbs[i].min && n - 1 <= verbs[i].max) {
            return verbs[i].run(options, names + 1);
        }
        return cli_print_failure(CLI_EXIT_USAGE,
                                 "config %s takes %s; \"fairy config --help\" tells", names[0],
                                 verbs[i].takes);
    }
    if (n > 2) {
        return cli_print_failure(CLI_EXIT_USAGE,
                                 "config takes NAME and VALUE; %u were given; \"fairy config "
                                 "--help\" tells how",
                                 n);
    }
    return n == 0 ? list(options, names) : n == 1 ? get(options, names) : set(options, names);
}
