/* What checks find, as people and programs read it: a line each as compilers write it, JSON lines,
 * or the formats of CI: SARIF 2.1.0, JUnit's XML, GitHub's workflow commands. */
#pragma once

#include "options.h"

#include <fairy/finding.h>

typedef struct _CliFindings CliFindings;

/* `name` is the command's; static. Free with cli_findings_free(). */
CliFindings *cli_findings_new(CliFormat format, const char *name);
/* A drawing was looked at: `found` (FairyFinding; NULL = nothing) is in it. `failure` is why it
 * couldn't be read or done; NULL = it could. */
void cli_findings_add(CliFindings *findings, const char *file, const GPtrArray *found,
                      const char *failure);
/* Prints what isn't printed yet. */
void cli_findings_end(CliFindings *findings);
/* Takes NULL. */
void cli_findings_free(CliFindings *findings);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CliFindings, cli_findings_free)
