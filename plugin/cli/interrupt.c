/* SIGINT and SIGTERM, and the signals of writes that fail. */
#include "interrupt.h"

#include "exits.h"
#include "live.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

/* Written by the handlers, in whichever thread. */
static volatile int interrupted;
static volatile sig_atomic_t over;
/* Read by them. */
static volatile sig_atomic_t held, terminal, tells;

static void put(const char *text, gsize len)
{
    G_GNUC_UNUSED gssize n = write(STDERR_FILENO, text, len);
}

#define PUT(text) put(text, sizeof(text) - 1)

static void leave(G_GNUC_UNUSED int signal_number)
{
    _exit(CLI_EXIT_INTERRUPTED);
}

static void end(void)
{
    if (terminal) {
        PUT(CLI_LIVE_CLEAR);
    }
    _exit(CLI_EXIT_INTERRUPTED);
}

static void note(int signal_number)
{
    int before = errno; /* whatever is interrupted may be about to read it */
    over = interrupted;
    interrupted = 1;
    if (over && !held) {
        end();
    }
    if (!over && tells && signal_number == SIGINT) {
        PUT(CLI_LIVE_CLEAR "fairy: finishing; press Ctrl-C again to stop at once\n");
    }
    errno = before;
}

void cli_interrupt_init(void)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    struct sigaction end_at_once = {.sa_handler = leave};
    sigaction(SIGPIPE, &ignore, NULL);
    sigaction(SIGXFSZ, &ignore, NULL);
    sigaction(SIGINT, &end_at_once, NULL);
}

volatile int *cli_interrupt_flag(void)
{
    return &interrupted;
}

void cli_interrupt_watch(void)
{
    struct sigaction watch = {.sa_handler = note};
    terminal = cli_live_is_able();
    sigaction(SIGINT, &watch, NULL);
    sigaction(SIGTERM, &watch, NULL);
}

void cli_interrupt_tell(void)
{
    tells = terminal;
}

void cli_interrupt_hold(void)
{
    held = 1;
}

void cli_interrupt_release(void)
{
    held = 0;
    if (over) {
        end();
    }
}
