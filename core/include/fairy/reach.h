/* Reaching a run of another process: its fairies are told something, join and leave, it is stopped
 * or watched. Runs that can be reached are jobs with FairyJobOptions.control; core/host/README.md
 * has the protocol.
 *
 * A run is found by the drawing that it reads and by the one that it writes. Where several runs fit
 * `path`, those that write it are meant; if several are left, nothing is done, and the error names
 * them. */
#pragma once

#include <fairy/error.h>

#include <cjson/cJSON.h>

typedef struct _FairyReach FairyReach;

typedef enum {
    FAIRY_REACH_TELL,
    FAIRY_REACH_STOP,
    FAIRY_REACH_WATCH,
    FAIRY_REACH_JOIN,  /* another fairy joins those that are at work */
    FAIRY_REACH_LEAVE, /* a fairy leaves them */
    FAIRY_REACH_LEAD,  /* a fairy leads them */
} FairyReachKind;

/* What a run says of itself. Borrowed. */
typedef struct {
    const char *writes; /* path of its output; NULL = it writes none */
    const char *fairy;  /* name of the fairy that was meant, else of its first; may be NULL */
    const char *note;   /* what there is to say of that, a clause; NULL = nothing */
} FairyReachRun;

/* What is asked of which run. All of it is borrowed until the end. */
typedef struct {
    FairyReachKind what;
    const char *path;    /* the drawing */
    const char *output;  /* only a run that writes this file, and reads `path` or is asked to go on
                            with this file; NULL = any */
    const char *session; /* only a run in this session; NULL = any */
    const char *fairy; /* id or name of the fairy that is meant; NULL = whoever is there. JOIN: the
                          name that it is to have; NULL = any. LEAVE and LEAD need it */
    const char *words; /* TELL */
    /* WATCH: a line of the run: {"event":…} as in `fairy ask --events`. */
    void (*event)(const cJSON *event, gpointer data);
    /* Called once. With TELL the words are in the fairy's mailbox, with STOP the run knows that it
     * is to stop, with WATCH it is over, with JOIN, LEAVE and LEAD it is done. `error` (borrowed;
     * NULL = done) is FAIRY_ERROR_CONTROL if no run is at work on the drawing, if it refused or
     * didn't answer, and FAIRY_ERROR_USAGE if it isn't clear which is meant. `run` is NULL if none
     * was found. The callee may free the FairyReach. */
    void (*done)(const FairyReachRun *run, const GError *error, gpointer data);
    gpointer data, done_data; /* of `event`, and of `done` */
} FairyReachOptions;

/* Returns whether a run may be at work on the drawing, without asking it. */
gboolean fairy_reach_may_be(const FairyReachOptions *options);
/* Begins, in the thread-default main context; nothing is called before this returns. Free with
 * fairy_reach_free(), also after the end. */
FairyReach *fairy_reach_start(const FairyReachOptions *options);
/* Leaves the run alone. If it was being told something, it may have been. Accepts NULL. */
void fairy_reach_free(FairyReach *reach);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyReach, fairy_reach_free)
/* Returns whether the request was sent, so that it may have been done. */
gboolean fairy_reach_has_asked(const FairyReach *reach);
