/* The menu entry with Inkscape's own dialog, for where no window of ours can open, and for scripts:
 * the reader of plain commands, at once. */
#pragma once

/* Does what `argv`, which is Inkscape's, asks. The drawing goes to the descriptor `out`, which is
 * closed, if it changed; what the person should know becomes a notification, and each outcome a
 * line in the file that $FAIRIES_OUTCOMES names. */
void dialog_run(int argc, char **argv, int out);
/* What the drawing is called in the log; borrowed from the environment, or static. */
const char *dialog_document_name(void);
