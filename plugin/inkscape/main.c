/* fairies-inkscape: what Inkscape runs for Extensions > Fairies. Each entry has a verb, in a hidden
 * parameter: most tell the worker, which does the rest; the courier writes into the document; the
 * one with a dialog has no verb, and does all here.
 *
 * Inkscape waits, frozen, until this ends. It takes what is on standard output as the new document,
 * anything on standard error as a reason for a modal box, and ignores the exit status; so words go
 * to a log file and a desktop notification, and the document is printed only if it changed. */
#include "courier.h"
#include "dialog.h"
#include "notify.h"
#include "poke.h"
#include "streams.h"

#include <svg/document.h>

#include <stdio.h>
#include <string.h>

/* --- the others ------------------------------------------------------------------------------- */

static void run_apply(int argc, char **argv, int out)
{
    if (poke_and_wait("apply", argc, argv, NULL)) {
        courier_run(argc, argv, out);
    }
}

static void run_poke(const char *verb, int argc, char **argv)
{
    g_autoptr(GError) error = NULL;
    if (!poke_worker(verb, argc, argv, &error)) {
        streams_log("%s: %s", dialog_document_name(), error->message);
        notify_show(error->message);
    }
}

static const char *find_verb(int argc, char **argv)
{
    for (int i = 1; i < argc - 1; i++) {
        if (g_str_has_prefix(argv[i], "--verb=")) {
            return argv[i] + strlen("--verb=");
        }
    }
    return NULL;
}

static void run(int argc, char **argv, int out)
{
    const char *verb = find_verb(argc, argv);
    if (verb == NULL) {
        dialog_run(argc, argv, out);
    } else if (g_str_equal(verb, "courier")) {
        courier_run(argc, argv, out);
    } else if (g_str_equal(verb, "apply")) {
        run_apply(argc, argv, out);
    } else {
        run_poke(verb, argc, argv);
    }
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        puts("fairies-inkscape " FAIRIES_VERSION); /* asked by a person or by "fairy doctor" */
        return 0;
    }
    run(argc, argv, streams_capture());
    svg_cleanup();
    return 0;
}
