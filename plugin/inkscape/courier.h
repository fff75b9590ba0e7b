/* The courier: what Inkscape runs, hidden, when the worker asks it to. It alone writes into an open
 * document: it reads what is there now, merges what fairies finished into that, and prints it.
 * Without an order, as when the person repeats the previous extension, it does nothing. */
#pragma once

/* `argv` is Inkscape's, whose last is the document's file. The drawing goes to the descriptor
 * `out`, only if it differs from what is there. What was done goes into the answer's file
 * (order.h). */
void courier_run(int argc, char **argv, int out);
