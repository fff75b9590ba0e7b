/* The commands: one row each, from which `fairy --help`, the manual page and dispatch come. */
#pragma once

#include "options.h"

typedef struct {
    const char *name;
    guint bit;            /* CLI_*: which options it takes */
    const char *operands; /* "FILE PROMPT" */
    guint min, max;       /* how many operands */
    const char *summary;  /* one line */
    const char *manual;   /* a paragraph or more */
    const char *examples; /* lines a shell takes */
    /* Returns an exit code; has printed what there is to say. */
    int (*run)(const CliOptions *options);
} CliCommand;

/* NULL-named row ends it; static. */
extern const CliCommand cli_commands[];
const CliCommand *cli_command_find(const char *name);

int cli_ask(const CliOptions *options);
int cli_tell(const CliOptions *options);
int cli_stop(const CliOptions *options);
int cli_join(const CliOptions *options);
int cli_leave(const CliOptions *options);
int cli_lead(const CliOptions *options);
int cli_watch(const CliOptions *options);
int cli_apply(const CliOptions *options);
int cli_layout(const CliOptions *options);
int cli_batch(const CliOptions *options);
int cli_po(const CliOptions *options);
int cli_see(const CliOptions *options);
int cli_query(const CliOptions *options);
int cli_lint(const CliOptions *options);
int cli_log(const CliOptions *options);
int cli_undo(const CliOptions *options);
int cli_redo(const CliOptions *options);
int cli_show(const CliOptions *options);
int cli_actions(const CliOptions *options);
int cli_config(const CliOptions *options);
int cli_models(const CliOptions *options);
int cli_fairies(const CliOptions *options);
int cli_sessions(const CliOptions *options);
int cli_doctor(const CliOptions *options);
int cli_install_inkscape(const CliOptions *options);
