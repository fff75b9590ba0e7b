/* The `fairy` program: finds the command, reads its options, runs it. */
#include "commands.h"
#include "help.h"
#include "interrupt.h"
#include "print.h"

#include <svg/document.h>

#include <locale.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#define KEPT ((int)64 << 20) /* bytes */

static int print_text(char *text)
{
    cli_print_text(stdout, text, -1);
    g_free(text);
    return CLI_EXIT_DONE;
}

static int print_version(void)
{
    cli_print_line(stdout, "fairy " FAIRIES_VERSION);
    return CLI_EXIT_DONE;
}

static int usage_error(const CliCommand *command, const char *message)
{
    return cli_print_failure(CLI_EXIT_USAGE, "%s; \"fairy %s%s--help\" tells how", message,
                             command != NULL ? command->name : "", command != NULL ? " " : "");
}

static int run_command(const CliCommand *command, char **argv)
{
    g_auto(CliOptions) options;
    g_autoptr(GError) error = NULL;
    if (!cli_options_parse(&options, command->bit, argv, &error)) {
        return usage_error(command, error->message);
    }
    if (options.help) {
        return print_text(cli_command_help(command));
    }
    if (options.version) {
        return print_version();
    }
    guint n = g_strv_length(options.operands);
    if (n >= command->min && n <= command->max) {
        return command->run(&options);
    }
    g_autofree char *message = g_strdup_printf("%s takes %s; %u %s given", command->name,
                                               *command->operands ? command->operands : "nothing",
                                               n, n == 1 ? "was" : "were");
    return usage_error(command, message);
}

static int run(char **argv)
{
    const char *name = argv[1];
    if (name == NULL) {
        return usage_error(NULL, "a command is missing");
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        return print_text(cli_help());
    }
    if (strcmp(name, "--version") == 0) {
        return print_version();
    }
    const CliCommand *command = cli_command_find(name);
    if (command != NULL) {
        return run_command(command, argv + 1);
    }
    g_autofree char *message = g_strdup_printf("there is no command \"%s\"", name);
    return usage_error(NULL, message);
}

/* A run is short, and needs again what it frees: to give it back and fault it in anew takes longer
 * than many a command. */
static void keep_freed_memory(void)
{
#ifdef __GLIBC__
    mallopt(M_TRIM_THRESHOLD, KEPT);
    mallopt(M_MMAP_THRESHOLD, KEPT / 16);
#endif
}

int main(G_GNUC_UNUSED int argc, char **argv)
{
    keep_freed_memory();
    setlocale(LC_CTYPE, "");
    cli_print_init();
    cli_interrupt_init();
    int code = run(argv);
    g_autoptr(GError) error = NULL;
    if (!cli_flush(&error) && code == CLI_EXIT_DONE) {
        code = cli_print_error(error);
    }
    svg_cleanup();
    return code;
}
