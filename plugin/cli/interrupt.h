/* Being interrupted: by Ctrl-C (SIGINT), or by who ends programs (SIGTERM). */
#pragma once

#include <glib.h>

/* What takes back the line of a terminal where the cursor is, and what goes to the one above. */
#define CLI_ROW_CLEAR "\r\033[K"
#define CLI_ROW_UP    "\033[A"

/* Once, before anything is begun: an interruption ends the program, and a write that fails is an
 * error and no signal. */
void cli_interrupt_init(void);
/* Becomes non-zero with an interruption that is noted. */
volatile int *cli_interrupt_flag(void);
/* From now on the first interruption is noted. The second ends the
 * program at once, with CLI_EXIT_INTERRUPTED. */
void cli_interrupt_watch(void);
/* The descriptor that becomes readable with the first interruption that is noted, and stays so: for
 * FairyAgentOptions.interrupt_fd. 0 = there is none. */
int cli_interrupt_fd(void);
/* The first Ctrl-C tells on a terminal that another one ends the program at once. */
void cli_interrupt_tell(void);
/* Between these the program doesn't end: what is being written is written, and nothing of it is
 * left lying about. */
void cli_interrupt_hold(void);
void cli_interrupt_release(void);
/* Lines of ours are being written to the terminal: what is interrupted meanwhile waits for that. */
void cli_interrupt_begin_rows(void);
/* So many are there now, and the cursor is in the last: whatever ends or stops the program takes
 * them back. */
void cli_interrupt_end_rows(guint n);
/* How many are. */
guint cli_interrupt_rows(void);
/* From now on the lines are also taken back when the program is stopped (Ctrl-Z); `func` is called
 * from the default main context when it goes on. NULL: nobody wants to know any more. */
void cli_interrupt_on_resume(void (*func)(gpointer data), gpointer data);
