/* Reads the command line by one table. */
#include "options.h"

#include "option_modes.h"
#include "option_values.h"

#include <fairy/limits.h>

#include <string.h>

typedef struct {
    CliOptionInfo info;
    gsize offset; /* of a gboolean, a file name or a list of words in CliOptions */
    GOptionArg type;
    GOptionArgFunc read; /* for G_OPTION_ARG_CALLBACK */
} Row;

#define MEMBER(name)    G_STRUCT_OFFSET(CliOptions, name)
#define FLAG(name)      MEMBER(name), G_OPTION_ARG_NONE, NULL
#define FILE_NAME(name) MEMBER(name), G_OPTION_ARG_FILENAME, NULL
#define WORDS(name)     MEMBER(name), G_OPTION_ARG_FILENAME_ARRAY, NULL
#define CALL(read)      0, G_OPTION_ARG_CALLBACK, read

/* Words are read as file names, because GLib would convert strings from the locale's encoding. */
static const Row rows[] = {
    {{"output", 'o', CLI_EDITS, "OUT",
      "write the drawing to OUT; \"-\" is standard output (default: NAME.fairy.svg beside FILE, if something changed)"},
     FILE_NAME(output)},
    {{"output", 'o', CLI_PO, "OUT",
      "write the template to OUT; \"-\" is standard output (default: messages.pot)"},
     FILE_NAME(output)},
    {{"style", 0, CLI_LINT, "FILE",
      "look for what departs from the house style in FILE, and for nothing else"},
     FILE_NAME(style)},
    {{"ignore", 0, CLI_LINT, "KIND[,KIND...]",
      "tell nothing of findings of this kind, as \"near-miss\"; can be given again"},
     CALL(cli_read_ignored)},
    {{"glossary", 0, CLI_PO, "FILE",
      "terms and their translations, as a PO file: words that it has are left out"},
     FILE_NAME(glossary)},
    {{"arrangement", 0, CLI_LAYOUT, "NAME",
      "layered, tree, radial, force, or tidy, which moves little (default: layered)"},
     FILE_NAME(arrangement)},
    {{"direction", 0, CLI_LAYOUT, "WAY",
      "down, right, up or left: where arrows point in layers and trees (default: as most do)"},
     FILE_NAME(direction)},
    {{"gap", 0, CLI_LAYOUT, "LENGTH", "between shapes beside each other, in user units"},
     FILE_NAME(gap)},
    {{"route", 0, CLI_LAYOUT, "NAME",
      "straight or orthogonal: how arrows go (default: as most do)"},
     FILE_NAME(route)},
    {{"force", 0, CLI_EDITS, NULL, "replace NAME.fairy.svg, whoever wrote it"}, FLAG(force)},
    {{"in-place", 'i', CLI_EDITS, NULL, "write it back to FILE, if it changed"}, FLAG(in_place)},
    {{"view", 0, CLI_ASK | CLI_SEE | CLI_LINT, "X,Y,W,H",
      "look at this part of the drawing (default: the page; of lint: everything)"},
     CALL(cli_read_view)},
    {{"select", 0, CLI_ASK | CLI_SEE, "ID", "a shape that is selected; can be given again"},
     WORDS(select)},
    {{"select", 0, CLI_QUERY, "EXPRESSION",
      "also the shapes of which it is true, like 'kind=arrow & !touches(db)'; numbers are in user "
      "units; can be given again"},
     WORDS(select)},
    {{"context", 0, CLI_ASK | CLI_SEE, "WHERE",
      "what is meant by \"here\" and \"this\": shapes (ID[,ID...]), a point (X,Y) or an area "
      "(X,Y,W,H); can be given again"},
     WORDS(context)},
    {{"origin", 0, CLI_ASK | CLI_APPLY | CLI_SEE, "X,Y",
      "the point from which coordinates are counted (default: 0,0)"},
     CALL(cli_read_origin)},
    {{"model", 0, CLI_ASK | CLI_BATCH, "NAME",
      "who answers: PROVIDER/NAME, offline, or replay:FILE (default: the setting \"model\", else "
      "offline)"},
     FILE_NAME(model)},
    {{"record", 0, CLI_ASK, "FILE", "keep what is asked and answered in FILE, for replay:FILE"},
     FILE_NAME(record)},
    {{"record-pictures", 0, CLI_ASK, NULL, "keep pictures in it, too; else only their digests"},
     FLAG(record_pictures)},
    {{"frames", 0, CLI_ASK, "DIR",
      "draw the page, or the --view, to DIR/0001.png and so on: after each action that changed "
      "something, and at the end; several fairies are shown where they are"},
     FILE_NAME(frames)},
    {{"size", 0, CLI_ASK, "N",
      "of --frames: px of the longer side (default: " G_STRINGIFY(FAIRY_FRAME_SIDE) ")"},
     CALL(cli_read_size)},
    {{"out", 0, CLI_BATCH, "DIR",
      "write the drawings below DIR, which is made; each keeps its place"},
     FILE_NAME(out)},
    {{"in-place", 'i', CLI_BATCH, NULL, "write each back to its file, if it changed"},
     FLAG(in_place)},
    {{"check", 0, CLI_BATCH, NULL, "write nothing; end with 3 if a drawing would change"},
     FLAG(check)},
    {{"dry-run", 0, CLI_BATCH, NULL,
      "ask and write nothing; estimate tokens and money of each drawing"},
     FLAG(dry_run)},
    {{"actions", 0, CLI_BATCH, "FILE",
      "carry out this reply (as of \"fairy apply\") on each, without a model"},
     FILE_NAME(actions)},
    {{"csv", 0, CLI_BATCH, "ROWS",
      "of --actions: a table with a row for each drawing, named in its column \"file\"; \"${COLUMN}\" in a "
      "string of the reply is the row's"},
     FILE_NAME(csv)},
    {{"suffix", 0, CLI_BATCH, "TEXT",
      "of --out: put TEXT before the ending of each name: with \".de\" flow.svg becomes flow.de.svg"},
     FILE_NAME(suffix)},
    {{"job", 0, CLI_BATCH, "NAME",
      "do this annotation job, in place of PROMPT: one of \"--job list\", or a file NAME.ini; without a "
      "server's --model by its offline half, which needs none"},
     FILE_NAME(job)},
    {{"with", 0, CLI_BATCH, "NAME=VALUE",
      "an option of the job (\"--job NAME\" alone lists them); can be given again"},
     WORDS(with)},
    {{"only-missing", 0, CLI_BATCH, NULL,
      "of a job: leave what people wrote, and drawings that are as the job wants them"},
     FLAG(only_missing)},
    {{"jobs", 0, CLI_BATCH, "N",
      "work at N drawings at a time (default: 8; where no server is asked as many as threads, or 4 times that with --out)"},
     CALL(cli_read_count)},
    {{"threads", 0, CLI_BATCH, "N", "of so many threads (default: as many as processors)"},
     CALL(cli_read_count)},
    {{"sample", 0, CLI_BATCH, "N", "do N of them, always the same ones; --resume does the others"},
     CALL(cli_read_count)},
    {{"changed-since", 0, CLI_BATCH, "REV",
      "only drawings that git says changed since the revision REV, committed or not, and new ones"},
     FILE_NAME(changed_since)},
    {{"resume", 0, CLI_BATCH, NULL,
      "go on with the run that was stopped, or killed, or was a sample; begin it if there is none"},
     FLAG(resume)},
    {{"retry-failed", 0, CLI_BATCH, NULL, "with --resume: do again what failed"},
     FLAG(retry_failed)},
    {{"shard", 0, CLI_BATCH, "I/N",
      "do part I of N, by the drawings' content (with -i: by their paths)"},
     CALL(cli_read_shard)},
    {{"rate", 0, CLI_BATCH, "N[,TOKENS]",
      "send at most N requests a minute, and so many tokens, read and written; 0 = no limit"},
     CALL(cli_read_rate)},
    {{"no-picture", 0, CLI_BATCH, NULL, "send shapes as text alone"}, FLAG(no_picture)},
    {{"max-cost", 0, CLI_BATCH, "USD",
      "spend at most so many US dollars in all (default: " G_STRINGIFY(
          FAIRY_DEFAULT_USD) "; or none)"},
     CALL(cli_read_max_cost)},
    {{"max-requests", 0, CLI_ASK | CLI_BATCH, "N",
      "ask the model at most N times (default: " G_STRINGIFY(
          FAIRY_DEFAULT_REQUESTS) " for each fairy; or none)"},
     CALL(cli_read_max_requests)},
    {{"max-tokens", 0, CLI_ASK | CLI_BATCH, "N",
      "read and write at most N tokens (default: " G_STRINGIFY(
          FAIRY_DEFAULT_TOKENS) " for each fairy; or none)"},
     CALL(cli_read_run_tokens)},
    {{"max-cost", 0, CLI_ASK, "USD",
      "spend at most so many US dollars (default: " G_STRINGIFY(FAIRY_DEFAULT_USD) "; or none)"},
     CALL(cli_read_max_cost)},
    {{"timeout", 0, CLI_ASK | CLI_BATCH, "S",
      "give up a drawing after S seconds; what was finished is written (default: " G_STRINGIFY(
          FAIRY_DEFAULT_TIME_S) ")"},
     CALL(cli_read_timeout)},
    {{"mode", 0, CLI_ASK, "MODE",
      "one-shot: do it at once; solo: plan tasks first, and do one after the other (\"offline\" does "
      "it at once); duo, team: several fairies at the same time, of which one leads "
      "(default: auto, which is one-shot)"},
     CALL(cli_read_way)},
    {{"fairies", 0, CLI_ASK, "N",
      "how many fairies are at it, with the one that leads: 2 are a duo, more a team (default of "
      "--mode team: 3)"},
     CALL(cli_read_fairies)},
    {{"area", 0, CLI_ASK, "X,Y,W,H=WORDS",
      "a task for one of the fairies, which changes only what lies there; can be given again"},
     WORDS(area)},
    {{"lint-rounds", 0, CLI_ASK | CLI_BATCH, "N",
      "where measuring finds faults in what was made, ask the model to mend them at most N times "
      "(default: " G_STRINGIFY(FAIRY_MAX_LINT_ROUNDS) ")"},
     CALL(cli_read_lint_rounds)},
    {{"no-web", 0, CLI_ASK | CLI_APPLY | CLI_BATCH, NULL,
      "look nothing up outside: refuse actions that would"},
     FLAG(no_web)},
    {{"detail", 0, CLI_SEE, "LEVEL",
      "blurry: place, size and text of each shape; simple: all of it (default: blurry)"},
     CALL(cli_read_detail)},
    {{"lines", 0, CLI_SEE, NULL,
      "a line for each shape in place of JSON, as prompts have it: a third of the tokens; it is a "
      "rectangle where no kind is told"},
     FLAG(lines)},
    {{"prompt", 0, CLI_SEE, NULL,
      "all that a model is sent when it is asked PROMPT, piece by piece, in place of JSON"},
     FLAG(prompt)},
    {{"mode", 0, CLI_SEE, "MODE",
      "of --prompt: what a fairy in this mode would send (default: one-shotting)"},
     CALL(cli_read_mode)},
    {{"projects", 0, CLI_SEE, "FILE",
      "of --prompt: the tasks and projects that fairies are at, as JSON; the prompt is that of one who "
      "is in MODE in them"},
     FILE_NAME(projects)},
    {{"max-tokens", 0, CLI_SEE, "N",
      "say it in about N tokens: list the nearest and largest shapes, and count the others "
      "(default: 0, no limit)"},
     CALL(cli_read_max_tokens)},
    {{"screenshot", 0, CLI_SEE, "OUT", "also draw the view to OUT, a .png or .jpg"},
     CALL(cli_read_picture)},
    {{"outlines", 0, CLI_SEE, "OUT", "draw the view to OUT, with what is read of it laid over"},
     CALL(cli_read_picture)},
    {{"overlay", 0, CLI_SEE, "OUT",
      "draw the view to OUT, with what fairies made, and of a run that is at work on FILE where they "
      "and their tasks are"},
     CALL(cli_read_picture)},
    {{"size", 0, CLI_SEE, "N", "px of the picture's longer side (default: the drawing's own size)"},
     CALL(cli_read_size)},
    {{"schema", 0, CLI_ACTIONS, NULL, "print the JSON schema of NAME, or of a whole reply"},
     FLAG(schema)},
    {{"dialect", 0, CLI_ACTIONS, "NAME",
      "plain, with all that is known, or compact, as providers are sent it (default: plain)"},
     CALL(cli_read_dialect)},
    {{"markdown", 0, CLI_ACTIONS, NULL, "print the manual of NAME, or of all, as Markdown"},
     FLAG(markdown)},
    {{"geometric", 0, CLI_QUERY, NULL,
      "boxes of the fill alone, without stroke, markers and clipping; of text the em boxes"},
     FLAG(geometric)},
    {{"query-all", 'S', CLI_QUERY, NULL, "every element (as without ID)"}, FLAG(query_all)},
    {{"query-id", 'I', CLI_QUERY, "ID[,ID...]", "the same as ID; can be given again"},
     WORDS(query_id)},
    {{"query-x", 'X', CLI_QUERY, NULL,
      "print x alone, of several elements with commas between; without ID, of the whole drawing"},
     FLAG(query_x)},
    {{"query-y", 'Y', CLI_QUERY, NULL, "likewise y"}, FLAG(query_y)},
    {{"query-width", 'W', CLI_QUERY, NULL, "likewise the width"}, FLAG(query_width)},
    {{"query-height", 'H', CLI_QUERY, NULL, "likewise the height"}, FLAG(query_height)},
    {{"json", 0, CLI_QUERY, NULL, "a line of JSON per element: id, type, x, y, w, h"}, FLAG(json)},
    {{"json", 0, CLI_LINT, NULL,
      "a line of JSON per FILE: its lints, with type, shapeIds, message, fix, line and column"},
     FLAG(json)},
    {{"format", 0, CLI_LINT, "FORMAT",
      "how findings are told: text, json, or as CI systems read them: sarif, junit, github "
      "(default: text)"},
     CALL(cli_read_format)},
    {{"format", 0, CLI_BATCH, "FORMAT", "of --check: text, json, sarif, junit or github"},
     CALL(cli_read_format)},
    {{"json", 0, CLI_EDITS | CLI_WATCH, NULL,
      "report in JSON: a line per action, then one with the output"},
     FLAG(json)},
    {{"events", 0, CLI_EDITS | CLI_WATCH, NULL, "report in JSON lines that have an \"event\" each"},
     FLAG(events)},
    {{"session", 0, CLI_ASK | CLI_SEE, "NAME",
      "go on with what was said of the drawing under NAME (default: default)"},
     FILE_NAME(session)},
    {{"resume", 0, CLI_ASK, NULL,
      "go on with the last run about FILE that didn't end by itself; PROMPT may be left out"},
     FLAG(resume)},
    {{"session", 0, CLI_SESSIONS, "NAME", "which of the drawing's sessions (default: default)"},
     FILE_NAME(session)},
    {{"json", 0, CLI_FAIRIES, NULL, "a line of JSON per fairy: name, awake, words"}, FLAG(json)},
    {{"json", 0, CLI_SESSIONS, NULL, "a line of JSON per session"}, FLAG(json)},
    {{"no-session", 0, CLI_SEE, NULL, "of --prompt: as if nothing had been said so far"},
     FLAG(no_session)},
    {{"no-session", 0, CLI_EDITS, NULL,
      "keep nothing of this run but the drawing: it can't be undone later"},
     FLAG(no_session)},
    {{"fairy", 0, CLI_TELL | CLI_STOP, "NAME", "the fairy of this name, where several are at work"},
     FILE_NAME(fairy)},
    {{"fairy", 0, CLI_JOIN, "NAME", "the name that it is to have (default: one that is free)"},
     FILE_NAME(fairy)},
    {{"fairy", 0, CLI_LEAVE | CLI_LEAD, "NAME", "the fairy of this name, or with this id"},
     FILE_NAME(fairy)},
    {{"session", 0, CLI_REACHES, "NAME", "the run in this session, where several are at work"},
     FILE_NAME(session)},
    {{"quiet", 'q', CLI_TELL | CLI_STOP | CLI_MEMBERS, NULL, "don't say who heard it"},
     FLAG(quiet)},
    {{"turn", 0, CLI_UNDO, NULL, "undo what is left of the latest run"}, FLAG(turn)},
    {{"turn", 0, CLI_REDO, NULL, "redo what was undone of the next run"}, FLAG(turn)},
    {{"to", 0, CLI_UNDO, "ID", "undo everything after entry ID; 0: everything"}, CALL(cli_read_to)},
    {{"output", 'o', CLI_SHOW, "PICTURE",
      "draw what changed, before and after side by side, to PICTURE, a .png or .jpg"},
     CALL(cli_read_picture)},
    {{"size", 0, CLI_SHOW, "N", "px of the picture's longer side (default: 1200)"},
     CALL(cli_read_size)},
    {{"json", 0, CLI_LOG | CLI_SHOW, NULL, "a line of JSON per entry"}, FLAG(json)},
    {{"json", 0, CLI_STEPS, NULL, "report in JSON: a line per entry"}, FLAG(json)},
    {{"check", 0, CLI_MODELS, NULL,
      "ask every PROVIDER, or all that are set up, over the network which models it has"},
     FLAG(check)},
    {{"json", 0, CLI_CONFIG, NULL, "a line of JSON per setting"}, FLAG(json)},
    {{"json", 0, CLI_MODELS, NULL, "a line of JSON per provider"}, FLAG(json)},
    {{"json", 0, CLI_DOCTOR, NULL, "a line of JSON per thing looked at"}, FLAG(json)},
    {{"profile", 0, CLI_INSTALL_INKSCAPE, "DIR",
      "only this profile, the folder that \"inkscape --user-data-directory\" prints"},
     FILE_NAME(profile)},
    {{"uninstall", 0, CLI_INSTALL_INKSCAPE, NULL, "take the extension and its key away again"},
     FLAG(uninstall)},
    {{"json", 0, CLI_BATCH, NULL, "report in JSON: a line per drawing, then one with the totals"},
     FLAG(json)},
    {{"quiet", 'q', CLI_BATCH, NULL, "don't report drawings"}, FLAG(quiet)},
    {{"verbose", 'v', CLI_BATCH, NULL,
      "also report, on a terminal, those that came to a good end, and those that were done before"},
     FLAG(verbose)},
    {{"quiet", 'q', CLI_EDITS, NULL, "don't report actions"}, FLAG(quiet)},
    {{"quiet", 'q', CLI_STEPS, NULL, "don't report entries"}, FLAG(quiet)},
    {{"verbose", 'v', CLI_EDITS, NULL,
      "say what is read and written, how long it took, and what became worse"},
     FLAG(verbose)},
    {{"help", 'h', CLI_ALL, NULL, "print this and exit"}, FLAG(help)},
    {{"version", 0, CLI_ALL, NULL, "print the version and exit"}, FLAG(version)},
};

gboolean cli_option_info(guint index, CliOptionInfo *info)
{
    if (index >= G_N_ELEMENTS(rows)) {
        return FALSE;
    }
    *info = rows[index].info;
    return TRUE;
}

static GOptionEntry entry_of(const Row *row, CliOptions *options)
{
    GOptionEntry entry = {row->info.name, row->info.letter,  0, row->type, NULL,
                          row->info.help, row->info.argument};
    if (row->type == G_OPTION_ARG_CALLBACK) {
        entry.arg_data = (gpointer)row->read;
    } else {
        entry.arg_data = (char *)options + row->offset;
    }
    return entry;
}

static gboolean check_text(char *const *words, GError **error)
{
    for (; words != NULL && *words != NULL; words++) {
        if (!g_utf8_validate(*words, -1, NULL)) {
            g_autofree char *shown = g_utf8_make_valid(*words, -1);
            g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                        "\"%s\" isn't UTF-8; ids are", shown);
            return FALSE;
        }
    }
    return TRUE;
}

gboolean cli_options_parse(CliOptions *options, guint command, char **argv, GError **error)
{
    *options = (CliOptions){.view = SVG_BOX_EMPTY,
                            .to = G_MAXUINT,
                            .max_requests = CLI_UNSET,
                            .run_tokens = CLI_UNSET,
                            .max_cost = CLI_UNSET};
    GOptionEntry entries[G_N_ELEMENTS(rows) + 2] = {{0}};
    guint n = 0;
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (rows[i].info.commands & command) {
            entries[n++] = entry_of(&rows[i], options);
        }
    }
    entries[n] = (GOptionEntry){G_OPTION_REMAINING, 0,    0,   G_OPTION_ARG_FILENAME_ARRAY,
                                &options->operands, NULL, NULL};
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    GOptionGroup *group = g_option_group_new("fairy", "", "", options, NULL);
    g_option_group_add_entries(group, entries);
    g_option_context_set_main_group(context, group);
    g_option_context_set_help_enabled(context, FALSE);
    g_auto(GStrv) copy = g_strdupv(argv);
    if (!g_option_context_parse_strv(context, &copy, error)) {
        return FALSE;
    }
    if (options->operands == NULL) {
        options->operands = g_new0(char *, 1);
    }
    return check_text(options->select, error) && check_text(options->context, error) &&
           check_text(options->query_id, error) && check_text(options->area, error) &&
           cli_check_team(options, error);
}

void cli_options_clear(CliOptions *options)
{
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        gpointer *member = G_STRUCT_MEMBER_P(options, rows[i].offset);
        if (rows[i].type == G_OPTION_ARG_FILENAME) {
            g_clear_pointer(member, g_free);
        } else if (rows[i].type == G_OPTION_ARG_FILENAME_ARRAY) {
            g_clear_pointer((char ***)member, g_strfreev);
        }
    }
    g_free(options->screenshot);
    g_free(options->outlines);
    g_free(options->overlay);
    g_strfreev(options->operands);
    *options = (CliOptions){.view = SVG_BOX_EMPTY};
}
