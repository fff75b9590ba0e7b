/* A format of findings. Private to findings*.c. */
#pragma once

#include "findings.h"

struct _CliFindings {
    const char *name;
    const struct CliFindingsFormat *format;
    gpointer state; /* the format's */
};

typedef struct CliFindingsFormat {
    gpointer (*begin)(void); /* makes the state; NULL = there is none */
    void (*add)(CliFindings *findings, const char *file, const GPtrArray *found,
                const char *failure);
    void (*end)(CliFindings *findings); /* NULL = nothing is left to print */
    GDestroyNotify free;                /* of the state */
} CliFindingsFormat;

extern const CliFindingsFormat cli_findings_sarif, cli_findings_junit;

/* The message and what would put it right. The caller's. */
char *cli_finding_text(const FairyFinding *finding);
/* "#a, #b"; "" when it is about the whole drawing. The caller's. */
char *cli_finding_ids(const FairyFinding *finding);
/* Why a file couldn't be read, without "FILE:LINE: " before it; *line is 1 when it isn't said. */
const char *cli_failure_text(const char *file, const char *failure, guint *line);
