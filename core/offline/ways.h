/* A clause may be done in several ways; which of them does no harm is tried out by who runs the
 * plan. Private to core/. */
#pragma once

#include "offline/offline.h"

/* A plan as it stands between two clauses. */
typedef struct _FairyPlanMark FairyPlanMark;

FairyPlanMark *fairy_plan_mark(const FairyPlan *plan);
void fairy_plan_mark_free(FairyPlanMark *mark);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyPlanMark, fairy_plan_mark_free)
/* Forgets what was planned since; takes `shapes`, the drawing's as they are. */
void fairy_plan_return(FairyPlan *plan, const FairyPlanMark *mark, GPtrArray *shapes);
/* Leaves out the clause that ends at token `pos`, as that would make the drawing worse: `harm` says
 * how. */
void fairy_plan_leave_out(FairyPlan *plan, guint pos, const char *harm);
/* Whether any of the actions that aren't written yet can do harm: it changes where something is, or
 * more than its looks. */
gboolean fairy_plan_may_harm(const FairyPlan *plan);
/* {"actions":[…]} of those. The caller's. */
char *fairy_plan_unwritten(const FairyPlan *plan);
/* Of what became worse (SvgWorse) and wasn't meant: "A" lies on "B", …; NULL where nothing did. The
 * caller's. */
char *fairy_plan_tell_worse(const FairyPlan *plan, const GPtrArray *worse);
/* Any of it is damage that wasn't meant. */
gboolean fairy_plan_is_damaged(const FairyPlan *plan, const GPtrArray *worse);
/* Says it of what is planned since: the clause is done though. */
void fairy_plan_admit(FairyPlan *plan, const FairyPlanMark *mark, const char *harm);
/* Where things reach beyond the page: adds an action that makes it larger, and says so. FALSE where
 * none does, or the drawing has several pages. */
gboolean fairy_plan_grow_page(FairyPlan *plan, const GPtrArray *worse);
