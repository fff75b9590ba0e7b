/* SIGINT and SIGTERM, and the signals of writes that fail. */
#include "interrupt.h"

#include "exits.h"
#include "live.h"

#include <glib-unix.h>

#include <errno.h>
#include <signal.h>
#include <unistd.h>

/* Written by the handlers, in whichever thread. */
static volatile int interrupted;
static volatile sig_atomic_t over;
/* Read by them. */
static volatile sig_atomic_t held, terminal, tells;
/* Written to by them, once, and never read from: its first end is readable from then on. */
static int wakes[2] = {-1, -1};

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
    if (!over) {
        G_GNUC_UNUSED gssize n = write(wakes[1], "", 1);
    }
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

/* The pipe stays readable: once is enough to make the loop look at `interrupted`. */
static gboolean wake(G_GNUC_UNUSED gint fd, G_GNUC_UNUSED GIOCondition condition,
                     G_GNUC_UNUSED gpointer data)
{
    return G_SOURCE_REMOVE;
}

/* Who waits in the default main context without an agent is woken, too. */
static void open_pipe(void)
{
    if (wakes[0] < 0 && g_unix_open_pipe(wakes, FD_CLOEXEC, NULL)) {
        g_unix_fd_add_full(G_PRIORITY_HIGH, wakes[0], G_IO_IN, wake, NULL, NULL);
    }
}

int cli_interrupt_fd(void)
{
    open_pipe();
    return MAX(wakes[0], 0);
}

volatile int *cli_interrupt_flag(void)
{
    return &interrupted;
}

void cli_interrupt_watch(void)
{
    open_pipe();
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
