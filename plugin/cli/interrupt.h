/* Being interrupted: by Ctrl-C (SIGINT), or by who ends programs (SIGTERM). */
#pragma once

#include <glib.h>

/* Once, before anything is begun: an interruption ends the program, and a write that fails is an
 * error and no signal. */
void cli_interrupt_init(void);
/* Becomes non-zero with an interruption that is noted. */
volatile int *cli_interrupt_flag(void);
/* From now on the first interruption is noted. The second ends the
 * program at once, with CLI_EXIT_INTERRUPTED and the terminal's line cleared. */
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
