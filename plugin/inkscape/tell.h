/* A line for the worker's desk, from programs that don't stay. */
#pragma once

/* Sends the worker whose socket is in `folder` a request, a JSON object without its newline. The
 * descriptor on which it answers; -1 if no worker is there, or it doesn't take it. Waits at most
 * half a second. */
int tell_worker(const char *folder, const char *request);
/* What is answered on `fd`; the caller's. Empty if nothing is within so many milliseconds: the
 * worker is busy. NULL if it left, maybe before it read the request, or `fd` is -1. Closes `fd`. */
char *tell_answer(int fd, int ms);
