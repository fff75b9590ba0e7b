/* The list of results and the page to judge them by. Private to core/batch. */
#pragma once

#include "batch/batch_priv.h"

/* Writes batch->results, and report.html beside it. Returns FALSE with an error. */
gboolean fairy_batch_report(const FairyBatch *batch, GError **error);
