/* Tells the person something, outside the document. */
#pragma once

/* Shows `text` as a desktop notification, if a session bus is running. Never starts a bus, never
 * takes longer than 300 ms, and is silent when there is none. */
void notify_show(const char *text);
