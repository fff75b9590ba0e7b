/* Ctrl-C. */
#pragma once

/* From now on SIGINT ends the program with CLI_EXIT_INTERRUPTED; a write to a closed pipe, or
 * beyond the size a file may have, fails instead of killing. */
void cli_interrupt_init(void);
/* From now on the first SIGINT sets the flag that is returned, so that the run can end in order; a
 * second one kills. */
volatile int *cli_interrupt_watch(void);
