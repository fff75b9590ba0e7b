/* A purse: US dollars that several budgets (<fairy/budget.h>) spend together, also in different
 * threads. Each request takes out of it the most that it can cost before it is sent, and puts back
 * what it didn't cost, so that all together never spend more. */
#pragma once

#include <glib.h>

typedef struct _FairyPurse FairyPurse;

/* Makes a purse with so many US dollars; negative = no limit, and all is only counted. Free with
 * fairy_purse_free(), after every budget that spends of it. */
FairyPurse *fairy_purse_new(double usd);
/* Accepts NULL. */
void fairy_purse_free(FairyPurse *purse);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyPurse, fairy_purse_free)

/* Takes that much out for a request. Returns FALSE, taking nothing, if it isn't there. What costs
 * nothing always is. */
gboolean fairy_purse_take(FairyPurse *purse, double usd);
/* Says that of `taken` only `spent` was needed; or more, where it turned out so. */
void fairy_purse_settle(FairyPurse *purse, double taken, double spent);
/* Returns what was spent so far. */
double fairy_purse_spent(FairyPurse *purse);
/* Returns what is there, neither spent nor taken; G_MAXDOUBLE without a limit. */
double fairy_purse_left(FairyPurse *purse);
/* Returns the limit; negative = none. */
double fairy_purse_limit(const FairyPurse *purse);
