/* Which exit code an error has. */
#include "exits.h"

#include <fairy/error.h>
#include <svg/error.h>

static const int fairy_exits[] = {
    [FAIRY_ERROR_REPLY] = CLI_EXIT_MODEL,           [FAIRY_ERROR_ACTION] = CLI_EXIT_REFUSED,
    [FAIRY_ERROR_MODEL] = CLI_EXIT_MODEL,           [FAIRY_ERROR_BUDGET] = CLI_EXIT_BUDGET,
    [FAIRY_ERROR_CANCELLED] = CLI_EXIT_INTERRUPTED, [FAIRY_ERROR_USAGE] = CLI_EXIT_USAGE,
    [FAIRY_ERROR_JOURNAL] = CLI_EXIT_INPUT,         [FAIRY_ERROR_BUSY] = CLI_EXIT_INPUT,
    [FAIRY_ERROR_SETTINGS] = CLI_EXIT_INPUT,        [FAIRY_ERROR_RECORDING] = CLI_EXIT_INPUT,
};

int cli_exit_code(const GError *error)
{
    if (error == NULL) {
        return CLI_EXIT_DONE;
    }
    if (error->domain == G_OPTION_ERROR) {
        return CLI_EXIT_USAGE;
    }
    if (error->domain == FAIRY_ERROR && (guint)error->code < G_N_ELEMENTS(fairy_exits)) {
        return fairy_exits[error->code];
    }
    return CLI_EXIT_INPUT;
}

const char *cli_exit_word(int code)
{
    return code == CLI_EXIT_DONE || code == CLI_EXIT_REFUSED ? NULL
           : code == CLI_EXIT_BUDGET                         ? "budget"
           : code == CLI_EXIT_INTERRUPTED                    ? "interrupted"
                                                             : "failed";
}

gboolean cli_exit_writes(int code)
{
    return code == CLI_EXIT_DONE || code == CLI_EXIT_REFUSED || code == CLI_EXIT_BUDGET;
}
