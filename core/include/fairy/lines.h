/* A connection over which lines go both ways, in a main context, without ever blocking. Runs are
 * told and watched over them, and so is the worker that Inkscape's menu and window talk to. */
#pragma once

#include <glib.h>

typedef struct _FairyLines FairyLines;

typedef struct {
    gsize most; /* bytes of a line that comes, without its end */
    /* A line came, valid UTF-8 without NUL. Returns FALSE if the connection isn't to be used any
     * more, which may be freed already. */
    gboolean (*line)(FairyLines *lines, const char *line, gpointer data);
    /* The other end has left (NULL), or has sent what is no line: `why` is a sentence. The callee
     * frees the connection, or ends it. */
    void (*broken)(FairyLines *lines, const char *why, gpointer data);
    /* All was sent after fairy_lines_end(), or can't be. The callee frees the connection. */
    void (*ended)(FairyLines *lines, gpointer data);
} FairyLinesFuncs;

/* Takes the descriptor, which doesn't block. Works in the thread-default main context. Free with
 * fairy_lines_free(), which closes it. */
FairyLines *fairy_lines_new(int fd, const FairyLinesFuncs *funcs, gpointer data);
void fairy_lines_free(FairyLines *lines);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyLines, fairy_lines_free)

/* Sends a line, given without its end, as soon as the other end takes it. Returns FALSE, sending
 * none of it, if more than FAIRY_MAX_QUEUE_BYTES would wait. */
gboolean fairy_lines_put(FairyLines *lines, const char *line);
/* Forgets what waits to be sent, but for the rest of a line that is begun. */
void fairy_lines_forget(FairyLines *lines);
/* Reads nothing more; calls `ended` when what waits is sent. */
void fairy_lines_end(FairyLines *lines);
/* Sends what waits, for up to `ms`. Blocks. */
void fairy_lines_flush(FairyLines *lines, guint ms);
/* Returns whether the other end is closed. */
gboolean fairy_lines_is_left(const FairyLines *lines);
