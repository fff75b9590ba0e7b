/* Whether what a document tells of its commits, to be kept, leads from state to state. */
#pragma once

#include <svg/journal.h>

/* Asks for the commits from undo depth `from` to `to`, one after the other and all together, and
 * does what is told to the texts: `states` (GBytes) has one for each depth. FALSE when a state
 * isn't the next one, after a message; all else about the replacements is asserted. */
gboolean test_traced(SvgDocument *doc, GPtrArray *states, guint from, guint to);
