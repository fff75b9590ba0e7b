/* Help texts, made from the tables. All strings are the caller's. */
#pragma once

#include "commands.h"

/* `fairy --help` */
char *cli_help(void);
/* `fairy COMMAND --help` */
char *cli_command_help(const CliCommand *command);
/* "-o, --output=OUT" */
char *cli_option_spelling(const CliOptionInfo *option);
