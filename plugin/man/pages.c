/* Builds what is made from the tables: the manual pages' scdoc sources (from FILE.scd, whose lines
 * such as @commands@ it replaces) and the shell's completion.
 * fairy-pages man FILE.scd | fairy-pages bash */
#include "../cli/commands.h"
#include "../cli/help.h"

#include <fairy/action.h>
#include <fairy/settings.h>
#include <svg/lint.h>

#include <stdio.h>
#include <string.h>

/* Text with scdoc's markup characters escaped. */
static char *escape(const char *text)
{
    GString *out = g_string_new(NULL);
    for (; *text != '\0'; text++) {
        if (strchr("*_\\[]<>#.~", *text) != NULL) {
            g_string_append_c(out, '\\');
        }
        g_string_append_c(out, *text);
    }
    return g_string_free(out, FALSE);
}

static void print_option(const CliOptionInfo *option)
{
    g_autofree char *argument = option->argument ? escape(option->argument) : NULL;
    g_autofree char *help = escape(option->help);
    if (option->letter) {
        printf("*-%c*, ", option->letter);
    }
    printf("*--%s*%s%s%s\n\t%s\n\n", option->name, argument ? " _" : "", argument ? argument : "",
           argument ? "_" : "", help);
}

static void print_command(const CliCommand *command)
{
    CliOptionInfo option;
    g_autofree char *manual = escape(command->manual);
    printf("## fairy %s [OPTION]... %s\n\n%s\n\n", command->name, command->operands, manual);
    for (guint i = 0; cli_option_info(i, &option); i++) {
        if (option.commands & command->bit) {
            print_option(&option);
        }
    }
    printf("```\n%s\n```\n\n", command->examples);
}

static void print_commands(void)
{
    for (const CliCommand *command = cli_commands; command->name != NULL; command++) {
        print_command(command);
    }
}

static void print_actions(void)
{
    for (const FairyAction *const *action = fairy_actions(); *action != NULL; action++) {
        g_autofree char *name = escape((*action)->name);
        g_autofree char *summary = escape((*action)->summary);
        printf("*%s*\n\t%s\n\n", name, summary);
    }
}

/* A line of Markdown as the manuals have them: list items, code in text. */
static void print_text_line(const char *line)
{
    gsize depth = strspn(line, " ");
    g_autofree char *escaped = escape(line + depth);
    for (gsize i = 0; i < depth; i += 2) {
        putchar('\t');
    }
    puts(g_strdelimit(escaped, "`", '*'));
}

static void print_manual(const FairyAction *action)
{
    g_autofree char *manual = fairy_action_manual(action, TRUE);
    g_auto(GStrv) lines = g_strsplit(manual, "\n", -1);
    gboolean code = FALSE;
    for (char **line = lines; *line != NULL; line++) {
        gboolean fence = g_str_has_prefix(*line, "```");
        code ^= fence;
        if (fence) {
            puts("```");
        } else if (code || g_str_has_prefix(*line, "## ")) {
            puts(*line);
        } else {
            print_text_line(*line);
        }
    }
}

static void print_manuals(void)
{
    for (const FairyAction *const *action = fairy_actions(); *action != NULL; action++) {
        print_manual(*action);
    }
}

static void print_lints(void)
{
    for (guint type = 0; type < SVG_LINT_COUNT; type++) {
        g_autofree char *name = escape(svg_lint_name(type));
        g_autofree char *says = escape(svg_lint_says(type));
        g_autofree char *fix = escape(svg_lint_fix(type));
        printf("*%s*\n\t%s %s\n\n", name, says, fix);
    }
}

static void print_settings(void)
{
    const FairySettingInfo *info;
    for (guint i = 0; (info = fairy_setting_info(i)) != NULL; i++) {
        g_autofree char *help = escape(info->help), *takes = escape(info->takes);
        gboolean has_model = g_str_has_suffix(info->name, ".");
        printf("*%s%s%s*%s%s%s\n\t%c%s. It takes %s.%s%s\n\n", info->of_provider ? "PROVIDER." : "",
               info->name, has_model ? "MODEL" : "", info->variable != NULL ? " (" : "",
               info->variable != NULL ? info->variable : "", info->variable != NULL ? ")" : "",
               g_ascii_toupper(*help), help + 1, takes, info->fallback != NULL ? " Default: " : "",
               info->fallback != NULL ? info->fallback : "");
    }
}

static void print_providers(void)
{
    const FairyProvider *provider;
    for (guint i = 0; (provider = fairy_provider_info(i)) != NULL; i++) {
        g_autofree char *title = escape(provider->title);
        g_autofree char *base = escape(provider->base != NULL ? provider->base : "yours to set");
        printf("*%s*\n\t%s. Key:", provider->name, title);
        for (gsize k = 0; k < G_N_ELEMENTS(provider->key_envs) && provider->key_envs[k]; k++) {
            printf("%s %s", k > 0 ? " or" : "", provider->key_envs[k]);
        }
        printf("%s. Address: %s%s%s\n\n", provider->keyless ? ", where it wants one" : "", base,
               provider->base_env != NULL ? ", or " : "",
               provider->base_env != NULL ? provider->base_env : "");
    }
}

static const struct {
    const char *line;
    void (*print)(void);
} parts[] = {
    {"@settings@", print_settings}, {"@providers@", print_providers},
    {"@commands@", print_commands}, {"@actions@", print_actions},
    {"@manuals@", print_manuals},   {"@lints@", print_lints},
};

static void print_man_line(const char *line)
{
    for (guint i = 0; i < G_N_ELEMENTS(parts); i++) {
        if (strcmp(parts[i].line, line) == 0) {
            parts[i].print();
            return;
        }
    }
    puts(line);
}

static int print_man(const char *path)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, &error)) {
        fprintf(stderr, "fairy-pages: %s\n", error->message);
        return 1;
    }
    g_auto(GStrv) lines = g_strsplit(g_strchomp(text), "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        print_man_line(*line);
    }
    return 0;
}

static void print_words(const CliCommand *command)
{
    CliOptionInfo option;
    printf("    %s) words=\"", command->name);
    for (guint i = 0; cli_option_info(i, &option); i++) {
        if (option.commands & command->bit) {
            printf("--%s ", option.name);
        }
    }
    printf("\" ;;\n");
}

static int print_bash(void)
{
    puts("# Completion of fairy for bash.\n"
         "_fairy()\n"
         "{\n"
         "  local word=\"${COMP_WORDS[COMP_CWORD]}\" words=\"\"\n"
         "  if [ \"$COMP_CWORD\" -eq 1 ]; then");
    printf("    words=\"");
    for (const CliCommand *command = cli_commands; command->name != NULL; command++) {
        printf("%s ", command->name);
    }
    puts("--help --version\"\n"
         "  else\n"
         "    case \"${COMP_WORDS[1]}\" in");
    for (const CliCommand *command = cli_commands; command->name != NULL; command++) {
        print_words(command);
    }
    puts("    esac\n"
         "    case \"$word\" in -*) ;; *) words=\"\" ;; esac\n"
         "    if [ \"${COMP_WORDS[1]}\" = actions ] && [ -z \"$words\" ]; then\n"
         "      words=\"$(fairy actions 2>/dev/null | sed -n 's/^  \\([^ ]*\\).*/\\1/p')\"\n"
         "    fi\n"
         "  fi\n"
         "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
         "}\n"
         "complete -o default -F _fairy fairy");
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "man") == 0) {
        return print_man(argv[2]);
    }
    if (argc == 2 && strcmp(argv[1], "bash") == 0) {
        return print_bash();
    }
    fputs("usage: fairy-pages man FILE.scd | fairy-pages bash\n", stderr);
    return 2;
}
