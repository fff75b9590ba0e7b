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
/* Lines of ours on the terminal, the cursor in the last: taken back by them, too. */
static volatile sig_atomic_t rows;
/* They are being written; what a handler had to leave until then. */
static volatile sig_atomic_t writing, late_word, late_stop;
/* Written to by them, once, and never read from: its first end is readable from then on. */
static int wakes[2] = {-1, -1};
/* Written to when the program goes on after it was stopped. */
static int goes_on[2] = {-1, -1};

static struct {
    void (*func)(gpointer data);
    gpointer data;
} on_resume; /* the main thread's */

static void put(const char *text, gsize len)
{
    G_GNUC_UNUSED gssize n = write(STDERR_FILENO, text, len);
}

#define PUT(text) put(text, sizeof(text) - 1)

static void take_back(void)
{
    if (rows > 0) {
        PUT(CLI_ROW_CLEAR);
    }
    for (; rows > 1; rows--) {
        PUT(CLI_ROW_UP CLI_ROW_CLEAR);
    }
    rows = 0;
}

static void say_finishing(void)
{
    late_word = writing;
    if (!writing) {
        take_back();
        PUT("fairy: finishing; press Ctrl-C again to stop at once\n");
    }
}

static void end(void)
{
    take_back();
    if (terminal) {
        PUT(CLI_ROW_CLEAR); /* what it says of Ctrl-C */
    }
    _exit(CLI_EXIT_INTERRUPTED);
}

static void leave(G_GNUC_UNUSED int signal_number)
{
    end();
}

static void note(int signal_number)
{
    int before = errno; /* whatever is interrupted may be about to read it */
    over = interrupted;
    g_atomic_int_set(&interrupted, 1);
    if (!over) {
        G_GNUC_UNUSED gssize n = write(wakes[1], "", 1);
    }
    if (over && !held) {
        end();
    }
    if (!over && tells && signal_number == SIGINT) {
        say_finishing();
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

/* --- lines on the terminal -------------------------------------------------------------------- */

void cli_interrupt_begin_rows(void)
{
    writing = 1;
}

void cli_interrupt_end_rows(guint n)
{
    rows = (sig_atomic_t)n;
    writing = 0;
    if (late_word) {
        say_finishing();
    }
    if (late_stop) {
        late_stop = 0;
        raise(SIGTSTP);
    }
}

guint cli_interrupt_rows(void)
{
    return (guint)rows;
}

static void watch_stop(void);

/* The program is stopped as ever, only later. */
static void stop(int signal_number)
{
    static const struct sigaction usual = {.sa_handler = SIG_DFL};
    int before = errno;
    sigset_t set;
    late_stop = writing;
    if (writing) {
        return;
    }
    take_back();
    sigemptyset(&set);
    sigaddset(&set, signal_number);
    sigaction(signal_number, &usual, NULL);
    raise(signal_number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL); /* it is stopped here */
    watch_stop();
    G_GNUC_UNUSED gssize n = write(goes_on[1], "", 1);
    errno = before;
}

static void watch_stop(void)
{
    static const struct sigaction watch = {.sa_handler = stop, .sa_flags = SA_RESTART};
    sigaction(SIGTSTP, &watch, NULL);
}

static gboolean on_goes_on(gint fd, G_GNUC_UNUSED GIOCondition condition,
                           G_GNUC_UNUSED gpointer data)
{
    char byte;
    if (read(fd, &byte, 1) == 1 && on_resume.func != NULL) {
        on_resume.func(on_resume.data);
    }
    return G_SOURCE_CONTINUE;
}

void cli_interrupt_on_resume(void (*func)(gpointer data), gpointer data)
{
    struct sigaction now;
    on_resume.func = func;
    on_resume.data = data;
    if (goes_on[0] >= 0 || sigaction(SIGTSTP, NULL, &now) != 0 || now.sa_handler == SIG_IGN ||
        !g_unix_open_pipe(goes_on, FD_CLOEXEC, NULL)) {
        return;
    }
    g_unix_fd_add(goes_on[0], G_IO_IN, on_goes_on, NULL);
    watch_stop();
}
