/* SIGINT, and the signals of writes that fail. */
#include "interrupt.h"

#include "exits.h"

#include <signal.h>
#include <unistd.h>

static volatile int interrupted; /* written by the handler alone */

static void leave(G_GNUC_UNUSED int signal_number)
{
    _exit(CLI_EXIT_INTERRUPTED);
}

static void note(G_GNUC_UNUSED int signal_number)
{
    interrupted = 1;
}

void cli_interrupt_init(void)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    struct sigaction end = {.sa_handler = leave};
    sigaction(SIGPIPE, &ignore, NULL);
    sigaction(SIGXFSZ, &ignore, NULL);
    sigaction(SIGINT, &end, NULL);
}

volatile int *cli_interrupt_watch(void)
{
    struct sigaction watch = {.sa_handler = note, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &watch, NULL);
    return &interrupted;
}
