/* "Not before": where a server said to wait, nobody asks it with the same key before its time, and
 * then one asks after the other. For one main context. Private to core/. */
#pragma once

#include <fairy/clock.h>

/* The gates of all servers and keys. */
typedef struct _FairyGates FairyGates;
/* Somebody who wants to ask one of them, for one request. */
typedef struct _FairyTicket FairyTicket;

/* Called from the main context when it is one's turn, never from inside a call of ours. May free
 * the ticket, and make others. */
typedef void (*FairyTicketFunc)(gpointer data);

/* For the thread-default main context. Time is what `clock` says, which may run faster or slower
 * than the machine's: it is looked at whenever the context goes round. */
FairyGates *fairy_gates_new(FairyClockFunc clock, gpointer clock_data);
/* After its tickets. Takes NULL. */
void fairy_gates_free(FairyGates *gates);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyGates, fairy_gates_free)

/* For the gate `name` ("provider", then the key), of which a digest is kept. Where it is open and
 * nobody stands in line it is the ticket's turn at once, and `func` isn't called for that. */
FairyTicket *fairy_ticket_new(FairyGates *gates, const char *name, FairyTicketFunc func,
                              gpointer data);
/* Its turn has come: the request may be sent. */
gboolean fairy_ticket_may_go(const FairyTicket *ticket);
/* How long the gate is closed at least; 0 = it is open, and others may be first. */
gint64 fairy_ticket_wait_ms(const FairyTicket *ticket);
/* The answer has begun and looks as if the server said to wait: nobody goes until that is known,
 * for a second at most. */
void fairy_ticket_doubt(FairyTicket *ticket);
/* The server said to wait, counted from when that began to show. Nobody goes for so long, and a
 * tenth of it at most, so that programs don't come back together; longer, where it said so before
 * and refused who waited. The ticket is in line again, where it was. */
void fairy_ticket_refuse(FairyTicket *ticket, gint64 ms);
/* The server answers: the next may go. Who doesn't hear within a second lets the next go, too. */
void fairy_ticket_pass(FairyTicket *ticket);
/* The same, for one who leaves. Takes NULL. */
void fairy_ticket_free(FairyTicket *ticket);
