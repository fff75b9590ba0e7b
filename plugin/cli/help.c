/* Help for a terminal. */
#include "help.h"

#include <string.h>

enum { WIDTH = 80, OPTION_COLUMN = 24 };

/* Adds `text` wrapped at words, each line after the first `indent` columns in. The cursor stands at
 * column `column`. */
static void add_wrapped(GString *out, const char *text, glong column, int indent)
{
    g_auto(GStrv) words = g_strsplit(text, " ", -1);
    gboolean fresh = TRUE;
    for (char **word = words; *word != NULL; word++) {
        glong width = g_utf8_strlen(*word, -1);
        if (!fresh && column + 1 + width > WIDTH) {
            g_string_append_printf(out, "\n%*s", indent, "");
            column = indent;
            fresh = TRUE;
        }
        if (!fresh) {
            g_string_append_c(out, ' ');
        }
        g_string_append(out, *word);
        column += width + !fresh;
        fresh = FALSE;
    }
    g_string_append_c(out, '\n');
}

char *cli_option_spelling(const CliOptionInfo *option)
{
    g_autofree char *letter = option->letter ? g_strdup_printf("-%c, ", option->letter) : NULL;
    return g_strdup_printf("%s--%s%s%s", letter ? letter : "", option->name,
                           option->argument ? " " : "", option->argument ? option->argument : "");
}

/* What to write, and what it is for, in two columns. */
static void add_row(GString *out, const char *name, const char *text)
{
    glong column = 2 + g_utf8_strlen(name, -1);
    gboolean fits = column < OPTION_COLUMN;
    g_string_append_printf(out, "  %s%s%*s", name, fits ? "" : "\n",
                           fits ? (int)(OPTION_COLUMN - column) : OPTION_COLUMN, "");
    add_wrapped(out, text, OPTION_COLUMN, OPTION_COLUMN);
}

static void add_options(GString *out, guint command)
{
    CliOptionInfo option;
    g_string_append(out, "\nOptions:\n");
    for (guint i = 0; cli_option_info(i, &option); i++) {
        if (!(option.commands & command)) {
            continue;
        }
        g_autofree char *spelling = cli_option_spelling(&option);
        add_row(out, spelling, option.help);
    }
}

char *cli_command_help(const CliCommand *command)
{
    GString *out = g_string_new(NULL);
    g_string_append_printf(out, "Usage: fairy %s [OPTION]… %s\n\n", command->name,
                           command->operands);
    add_wrapped(out, command->manual, 0, 0);
    add_options(out, command->bit);
    g_string_append(out, "\nExamples:\n");
    g_auto(GStrv) lines = g_strsplit(command->examples, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        g_string_append_printf(out, "  %s\n", *line);
    }
    return g_string_free(out, FALSE);
}

char *cli_help(void)
{
    GString *out = g_string_new("Usage: fairy COMMAND [OPTION]… [OPERAND]…\n\n"
                                "Fairies live in an SVG drawing and edit it.\n\nCommands:\n");
    for (const CliCommand *command = cli_commands; command->name != NULL; command++) {
        g_autofree char *usage = g_strdup_printf("%s %s", command->name, command->operands);
        add_row(out, usage, command->summary);
    }
    g_string_append(out,
                    "\n\"fairy COMMAND --help\" explains one; \"man fairy\" has it all.\n"
                    "FILE is an .svg or .svgz; \"-\" is standard input.\n\n"
                    "Exit codes: 0 done, 1 bad input or I/O, 2 usage, 3 some actions refused or\n"
                    "lint found something, 4 model failed, 5 a budget ran out, 130 interrupted.\n");
    return g_string_free(out, FALSE);
}
