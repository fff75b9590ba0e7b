/* Running a program with limits on its time and its output. Private to svg/. */
#pragma once

#include <glib.h>

typedef enum {
    SVG_PROCESS_EXITED,   /* `code` is its status */
    SVG_PROCESS_SIGNALED, /* `code` is the signal */
    SVG_PROCESS_TIMED_OUT,
    SVG_PROCESS_FLOODED, /* more than max_output bytes */
    SVG_PROCESS_LOST,    /* who made it for us is gone, and it, too: no fault of its own */
} SvgProcessEnd;

typedef struct {
    const char *const *argv; /* argv[0] is a path, never looked up */
    const char *const *environment;
    gsize max_output;      /* bytes on its standard output */
    guint timeout_ms;      /* from start to end */
    const gint *cancelled; /* atomic: non-zero, it has no more time; NULL = never */
} SvgProcess;

typedef struct {
    SvgProcessEnd end;
    int code;
    GBytes *output;
    char *message; /* the last line of standard error, fit to print; "" if there is none */
} SvgProcessResult;

/* One that was started. */
typedef struct _SvgRun SvgRun;

/* NULL, with an error of G_SPAWN_ERROR or G_FILE_ERROR, when it couldn't be started. Must be given
 * to one of the two below. Safe in any thread, as they are. */
SvgRun *svg_run_start(const SvgProcess *process, GError **error);
/* As a copy that another process makes of itself, which listens at the other end of `socket` as
 * protocol.h says; argv[0] and `environment` are its own. NULL when it doesn't, or not soon. */
SvgRun *svg_run_start_copy(const SvgProcess *process, int socket);
/* Writes `input` to its standard input and waits for its end, whatever that is; one that breaks a
 * limit is killed. Frees `run`. Signals no other process, changes no signal handler, and reads
 * whatever it writes, so neither side can wait for the other for ever. */
void svg_run_finish(SvgRun *run, GBytes *input, SvgProcessResult *result);
/* Kills it instead. */
void svg_run_cancel(SvgRun *run);
/* Kills a process of ours that nobody has waited for, and waits for it. */
void svg_process_kill(GPid pid);
void svg_process_result_clear(SvgProcessResult *result);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SvgProcessResult, svg_process_result_clear)
