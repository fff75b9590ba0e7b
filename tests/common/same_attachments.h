/* What goes with a shape, and whether lines end at it, asked near it and of the whole drawing. */
#pragma once

#include <svg/document.h>

typedef struct {
    guint shapes;  /* that were asked about */
    guint unclear; /* where only the whole drawing tells */
    guint with;    /* that have attachments, of those that were clear */
    guint ends;    /* that may have ends of lines at them, as far as what is near tells */
    guint with_ends;
    guint wrong;
} SameAttachments;

/* Asks about every `step`-th element, and compares every `step`-th shape, read alone, with the list
 * of all; prints what differs. Adds to *count. */
void same_attachments(SvgDocument *doc, guint step, SameAttachments *count);
