/* The options of the command line: one table from which parsing, --help, the manual page and the
 * shell's completion are made. */
#pragma once

#include "exits.h"

#include <fairy/job.h>
#include <svg/geometry.h>

#include <glib.h>

/* Which commands take an option. */
enum {
    CLI_ASK = 1 << 0,
    CLI_APPLY = 1 << 1,
    CLI_SEE = 1 << 2,
    CLI_ACTIONS = 1 << 3,
    CLI_QUERY = 1 << 4,
    CLI_LINT = 1 << 5,
    CLI_LOG = 1 << 6,
    CLI_UNDO = 1 << 7,
    CLI_REDO = 1 << 8,
    CLI_SHOW = 1 << 9,
    CLI_CONFIG = 1 << 10,
    CLI_MODELS = 1 << 11,
    CLI_DOCTOR = 1 << 12,
    CLI_SESSIONS = 1 << 13,
    CLI_TELL = 1 << 14,
    CLI_STOP = 1 << 15,
    CLI_WATCH = 1 << 16,
    CLI_FAIRIES = 1 << 17,
    CLI_JOIN = 1 << 18,
    CLI_LEAVE = 1 << 19,
    CLI_LEAD = 1 << 20,
    CLI_INSTALL_INKSCAPE = 1 << 21,
    CLI_BATCH = 1 << 22,
    CLI_PO = 1 << 23,
    CLI_LAYOUT = 1 << 24,
    CLI_MEMBERS = CLI_JOIN | CLI_LEAVE | CLI_LEAD,
    CLI_REACHES = CLI_TELL | CLI_STOP | CLI_WATCH | CLI_MEMBERS,
    CLI_EDITS = CLI_ASK | CLI_APPLY | CLI_LAYOUT,
    CLI_STEPS = CLI_UNDO | CLI_REDO,
    CLI_TELLS = CLI_CONFIG | CLI_MODELS | CLI_DOCTOR,
    CLI_ALL = CLI_EDITS | CLI_STEPS | CLI_TELLS | CLI_SEE | CLI_ACTIONS | CLI_QUERY | CLI_LINT |
              CLI_LOG | CLI_SHOW | CLI_SESSIONS | CLI_REACHES | CLI_FAIRIES | CLI_INSTALL_INKSCAPE |
              CLI_BATCH | CLI_PO,
};

enum { CLI_NO_LIMIT = -1, CLI_UNSET = FAIRY_JOB_AS_SET };

typedef enum {
    CLI_FORMAT_TEXT,
    CLI_FORMAT_JSON,
    CLI_FORMAT_SARIF,
    CLI_FORMAT_JUNIT,
    CLI_FORMAT_GITHUB,
    CLI_FORMATS
} CliFormat;

typedef struct {
    char *output;      /* -o; NULL = beside the input */
    gboolean in_place; /* -i */
    gboolean force;    /* whatever is at the default output is replaced */
    SvgBox view;       /* document space; empty = the page */
    SvgPoint origin;
    gboolean has_origin; /* it was given */
    CliFormat format;    /* of findings */
    char **select;       /* ids; NULL = none */
    char **context;      /* what was pointed at, as FairyJobOptions takes it; NULL = nothing */
    char *model;         /* NULL = as the settings say */
    char *record;        /* NULL = no recording */
    char *frames;        /* folder of numbered pictures; NULL = none */
    gboolean record_pictures;
    guint timeout_ms;    /* 0 = none */
    gint64 max_requests; /* of a run; CLI_UNSET = as the settings say */
    gint64 run_tokens;   /* likewise */
    double max_cost;     /* likewise, US dollars */
    gboolean json, events, quiet, verbose;
    char *screenshot; /* NULL = no picture */
    char *outlines;   /* the same */
    char *overlay;    /* the same */
    guint size;       /* px; 0 = at the drawing's size */
    gboolean simple;  /* --detail simple */
    gboolean no_web;  /* nothing is looked up outside */
    guint max_tokens; /* 0 = as many as it takes */
    gboolean lines;   /* in place of JSON */
    gboolean prompt;  /* all that a model is sent */
    char *projects;   /* file with those that the fairy is in; NULL = none */
    FairyModeId mode; /* of the fairy that is asked, or whose prompt is shown; NONE = not given */
    guint way;        /* of --mode of ask: the row of a table; 0 = auto */
    guint fairies;    /* at least 1 after parsing */
    char **area;      /* as FairyJobOptions takes them; NULL = none */
    int lint_rounds;  /* as in FairyAgentOptions */
    gboolean schema, markdown;
    gboolean compact; /* the schema as providers are sent it */
    gboolean geometric;
    char **query_id; /* lists of ids, as given; NULL = none */
    gboolean query_all, query_x, query_y, query_width, query_height;
    char *session; /* NULL = the default one */
    gboolean no_session;
    gboolean resume;
    char *fairy;   /* which one, where several are at work; NULL = whoever is there */
    char *profile; /* folder of an Inkscape's; NULL = every one that is found */
    gboolean turn; /* of undo and redo */
    guint to;      /* the same; G_MAXUINT = not given */
    gboolean check, uninstall;
    char *out;                                  /* of batch: folder of the results; NULL = none */
    char *actions;                              /* file of a reply; NULL = none */
    char *changed_since;                        /* a revision; NULL = all drawings */
    guint jobs, threads, sample, shard, shards; /* 0 = not given */
    guint rate_requests, rate_tokens;           /* a minute; 0 = no limit */
    gboolean dry_run, retry_failed, no_picture, only_missing;
    char *csv;      /* of batch: table that fills in `actions`; NULL = none */
    char *job;      /* of batch: an annotation job; NULL = none */
    char **with;    /* its options, "NAME=VALUE"; NULL = none */
    guint ignored;  /* of lint: a bit for each SvgLintType that isn't told */
    char *style;    /* of lint: file of a house style; NULL = none */
    char *suffix;   /* of batch: before the ending of each name; NULL = none */
    char *glossary; /* file of terms and their translations; NULL = none */
    /* of layout: fields of that action, as given; NULL = not given */
    char *arrangement, *direction, *gap, *route;
    gboolean help, version;
    char **operands; /* what is left; never NULL after parsing */
} CliOptions;

typedef struct {
    const char *name;     /* without dashes */
    char letter;          /* 0 = none */
    guint commands;       /* CLI_* */
    const char *argument; /* what to call its value; NULL = it takes none */
    const char *help;     /* a clause */
} CliOptionInfo;

/* Reads `argv` (argv[0] is the command's name) for one of CLI_*. FALSE with G_OPTION_ERROR. */
gboolean cli_options_parse(CliOptions *options, guint command, char **argv, GError **error);
void cli_options_clear(CliOptions *options);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CliOptions, cli_options_clear)

/* Row `index` of the table; FALSE beyond its end. */
gboolean cli_option_info(guint index, CliOptionInfo *info);
