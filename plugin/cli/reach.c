/* A run of another process, from a command line. */
#include "reach.h"

#include "print.h"

typedef struct {
    GMainLoop *loop;
    const char *said; /* before the fairy's name; NULL = nothing */
    int code;
} Waiting;

static GMainLoop *waits; /* NULL = nobody */

FairyReachOptions cli_reach_options(const CliOptions *options, FairyReachKind what)
{
    return (FairyReachOptions){.what = what,
                               .path = options->operands[0],
                               .session = options->session,
                               .fairy = options->fairy};
}

static void on_done(const FairyReachRun *run, const GError *error, gpointer data)
{
    Waiting *waiting = data;
    if (error != NULL) {
        waiting->code = cli_print_error(error);
    } else if (waiting->said != NULL) {
        cli_print_line(stderr, "%s %s%s%s", waiting->said, run->fairy != NULL ? run->fairy : "it",
                       run->note != NULL ? ": " : "", run->note != NULL ? run->note : "");
    }
    g_main_loop_quit(waiting->loop);
}

int cli_reach(FairyReachOptions *options, const char *done)
{
    Waiting waiting = {.loop = g_main_loop_new(NULL, FALSE), .said = done};
    options->done = on_done;
    options->done_data = &waiting;
    waits = waiting.loop;
    FairyReach *reach = fairy_reach_start(options);
    g_main_loop_run(waiting.loop);
    waits = NULL;
    fairy_reach_free(reach);
    g_main_loop_unref(waiting.loop);
    return waiting.code;
}

void cli_reach_leave(void)
{
    if (waits != NULL) {
        g_main_loop_quit(waits);
    }
}
