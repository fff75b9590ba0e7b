/* Reads the command line by one table. */
#include "options.h"

#include "option_modes.h"

#include <fairy/limits.h>
#include <svg/limits.h>

#include <math.h>
#include <string.h>

typedef struct {
    CliOptionInfo info;
    gsize offset; /* of a gboolean, a file name or a list of words in CliOptions */
    GOptionArg type;
    GOptionArgFunc read; /* for G_OPTION_ARG_CALLBACK */
} Row;

/* `n` finite numbers with commas between them. */
static gboolean read_numbers(const char *name, const char *text, double *numbers, guint n,
                             const char *example, GError **error)
{
    const char *p = text;
    for (guint i = 0; i < n; i++) {
        char *end = NULL;
        numbers[i] = g_ascii_strtod(p, &end);
        if (end == p || !isfinite(numbers[i]) || *end != (i + 1 < n ? ',' : '\0')) {
            g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                        "\"%s\" is no value for %s; it takes numbers like %s", text, name, example);
            return FALSE;
        }
        p = end + 1;
    }
    return TRUE;
}

static gboolean read_view(const char *name, const char *text, gpointer data, GError **error)
{
    double n[4];
    if (!read_numbers(name, text, n, 4, "0,0,400,300", error)) {
        return FALSE;
    }
    if (n[2] <= 0 || n[3] <= 0) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "the view %s has no area; width and height must be more than 0", text);
        return FALSE;
    }
    ((CliOptions *)data)->view = (SvgBox){n[0], n[1], n[2], n[3]};
    return TRUE;
}

static gboolean read_origin(const char *name, const char *text, gpointer data, GError **error)
{
    double n[2];
    if (!read_numbers(name, text, n, 2, "100,50", error)) {
        return FALSE;
    }
    ((CliOptions *)data)->origin = (SvgPoint){n[0], n[1]};
    ((CliOptions *)data)->has_origin = TRUE;
    return TRUE;
}

static gboolean read_timeout(const char *name, const char *text, gpointer data, GError **error)
{
    double seconds;
    if (!read_numbers(name, text, &seconds, 1, "30", error)) {
        return FALSE;
    }
    if (seconds < 0.001 || seconds > 86400) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "a timeout of %s seconds can't be used; it goes from 0.001 to 86400", text);
        return FALSE;
    }
    ((CliOptions *)data)->timeout_ms = (guint)(seconds * 1000);
    return TRUE;
}

static gboolean read_size(G_GNUC_UNUSED const char *name, const char *text, gpointer data,
                          GError **error)
{
    guint64 size = 0;
    if (!g_ascii_string_to_unsigned(text, 10, 1, SVG_MAX_PIXELS, &size, NULL)) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "\"%s\" is no size for a picture; it is a whole number from 1 to %d", text,
                    SVG_MAX_PIXELS);
        return FALSE;
    }
    ((CliOptions *)data)->size = (guint)size;
    return TRUE;
}

static gboolean read_max_tokens(G_GNUC_UNUSED const char *name, const char *text, gpointer data,
                                GError **error)
{
    guint64 tokens = 0;
    if (!g_ascii_string_to_unsigned(text, 10, 0, G_MAXINT, &tokens, NULL)) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "\"%s\" is no number of tokens; it is a whole number, and 0 for no limit",
                    text);
        return FALSE;
    }
    ((CliOptions *)data)->max_tokens = (guint)tokens;
    return TRUE;
}

/* A limit on a run. */
static gboolean read_limit(const char *name, const char *text, gint64 *limit, GError **error)
{
    guint64 number = 0;
    if (g_str_equal(text, "none")) {
        *limit = CLI_NO_LIMIT;
        return TRUE;
    }
    if (!g_ascii_string_to_unsigned(text, 10, 1, G_MAXINT64, &number, NULL)) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "\"%s\" is no value for %s; it is a whole number from 1, or none", text, name);
        return FALSE;
    }
    *limit = (gint64)number;
    return TRUE;
}

static gboolean read_lint_rounds(G_GNUC_UNUSED const char *name, const char *text, gpointer data,
                                 GError **error)
{
    guint64 rounds = 0;
    if (!g_ascii_string_to_unsigned(text, 10, 0, 100, &rounds, NULL)) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "\"%s\" is no number of rounds; it is a whole number from 0 to 100", text);
        return FALSE;
    }
    ((CliOptions *)data)->lint_rounds = rounds == 0 ? -1 : (int)rounds;
    return TRUE;
}

static gboolean read_max_requests(const char *name, const char *text, gpointer data, GError **error)
{
    return read_limit(name, text, &((CliOptions *)data)->max_requests, error);
}

static gboolean read_run_tokens(const char *name, const char *text, gpointer data, GError **error)
{
    return read_limit(name, text, &((CliOptions *)data)->run_tokens, error);
}

static gboolean read_max_cost(const char *name, const char *text, gpointer data, GError **error)
{
    double usd = CLI_NO_LIMIT;
    if (!g_str_equal(text, "none") && !read_numbers(name, text, &usd, 1, "0.50, or none", error)) {
        return FALSE;
    }
    if (!g_str_equal(text, "none") && usd < 0) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "a cost of %s can't be; it is US dollars, or none for no limit", text);
        return FALSE;
    }
    ((CliOptions *)data)->max_cost = usd;
    return TRUE;
}

static gboolean read_to(G_GNUC_UNUSED const char *name, const char *text, gpointer data,
                        GError **error)
{
    guint64 id = 0;
    if (!g_ascii_string_to_unsigned(text, 10, 0, G_MAXUINT - 1, &id, NULL)) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "\"%s\" is no entry; it is a number of \"fairy log\", or 0 for the start",
                    text);
        return FALSE;
    }
    ((CliOptions *)data)->to = (guint)id;
    return TRUE;
}

static gboolean read_detail(G_GNUC_UNUSED const char *name, const char *text, gpointer data,
                            GError **error)
{
    ((CliOptions *)data)->simple = g_str_equal(text, "simple");
    if (g_str_equal(text, "simple") || g_str_equal(text, "blurry")) {
        return TRUE;
    }
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "there is no detail \"%s\"; it is blurry or simple", text);
    return FALSE;
}

static gboolean read_dialect(G_GNUC_UNUSED const char *name, const char *text, gpointer data,
                             GError **error)
{
    CliOptions *options = data;
    options->schema = TRUE;
    if (fairy_schema_profile_find(text, &options->dialect)) {
        return TRUE;
    }
    const char *names[FAIRY_SCHEMA_COUNT + 1] = {NULL};
    for (guint i = 0; i < FAIRY_SCHEMA_COUNT; i++) {
        names[i] = fairy_schema_profile_name((FairySchemaProfile)i);
    }
    g_autofree char *list = g_strjoinv(", ", (char **)names);
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "there is no dialect \"%s\"; there are %s", text, list);
    return FALSE;
}

static gboolean read_picture(const char *name, const char *text, gpointer data, GError **error)
{
    CliOptions *options = data;
    char **path = strcmp(name, "--outlines") == 0  ? &options->outlines
                  : strcmp(name, "--overlay") == 0 ? &options->overlay
                                                   : &options->screenshot;
    g_autofree char *lower = g_ascii_strdown(text, -1);
    if (!g_str_has_suffix(lower, ".png") && !g_str_has_suffix(lower, ".jpg") &&
        !g_str_has_suffix(lower, ".jpeg")) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "can't tell the picture's format from \"%s\"; end it in .png or .jpg", text);
        return FALSE;
    }
    g_free(*path);
    *path = g_strdup(text);
    return TRUE;
}

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
    {{"force", 0, CLI_EDITS, NULL, "replace NAME.fairy.svg, whoever wrote it"}, FLAG(force)},
    {{"in-place", 'i', CLI_EDITS, NULL, "write it back to FILE, if it changed"}, FLAG(in_place)},
    {{"view", 0, CLI_ASK | CLI_SEE | CLI_LINT, "X,Y,W,H",
      "look at this part of the drawing (default: the page; of lint: everything)"},
     CALL(read_view)},
    {{"select", 0, CLI_ASK | CLI_SEE, "ID", "a shape that is selected; can be given again"},
     WORDS(select)},
    {{"context", 0, CLI_ASK | CLI_SEE, "WHERE",
      "what is meant by \"here\" and \"this\": shapes (ID[,ID...]), a point (X,Y) or an area "
      "(X,Y,W,H); can be given again"},
     WORDS(context)},
    {{"origin", 0, CLI_EDITS | CLI_SEE, "X,Y",
      "the point from which coordinates are counted (default: 0,0)"},
     CALL(read_origin)},
    {{"model", 0, CLI_ASK, "NAME",
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
     CALL(read_size)},
    {{"max-requests", 0, CLI_ASK, "N",
      "ask the model at most N times (default: " G_STRINGIFY(
          FAIRY_DEFAULT_REQUESTS) " for each fairy; or none)"},
     CALL(read_max_requests)},
    {{"max-tokens", 0, CLI_ASK, "N",
      "read and write at most N tokens (default: " G_STRINGIFY(
          FAIRY_DEFAULT_TOKENS) " for each fairy; or none)"},
     CALL(read_run_tokens)},
    {{"max-cost", 0, CLI_ASK, "USD",
      "spend at most so many US dollars (default: " G_STRINGIFY(FAIRY_DEFAULT_USD) "; or none)"},
     CALL(read_max_cost)},
    {{"timeout", 0, CLI_ASK, "S",
      "give up after S seconds; what was finished is written (default: " G_STRINGIFY(
          FAIRY_DEFAULT_TIME_S) ")"},
     CALL(read_timeout)},
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
    {{"lint-rounds", 0, CLI_ASK, "N",
      "where measuring finds faults in what was made, ask the model to mend them at most N times "
      "(default: " G_STRINGIFY(FAIRY_MAX_LINT_ROUNDS) ")"},
     CALL(read_lint_rounds)},
    {{"no-web", 0, CLI_EDITS, NULL, "look nothing up outside: refuse actions that would"},
     FLAG(no_web)},
    {{"detail", 0, CLI_SEE, "LEVEL",
      "blurry: place, size and text of each shape; simple: all of it (default: blurry)"},
     CALL(read_detail)},
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
     CALL(read_max_tokens)},
    {{"screenshot", 0, CLI_SEE, "OUT", "also draw the view to OUT, a .png or .jpg"},
     CALL(read_picture)},
    {{"outlines", 0, CLI_SEE, "OUT", "draw the view to OUT, with what is read of it laid over"},
     CALL(read_picture)},
    {{"overlay", 0, CLI_SEE, "OUT",
      "draw the view to OUT, with what fairies made, and of a run that is at work on FILE where they "
      "and their tasks are"},
     CALL(read_picture)},
    {{"size", 0, CLI_SEE, "N", "px of the picture's longer side (default: the drawing's own size)"},
     CALL(read_size)},
    {{"schema", 0, CLI_ACTIONS, NULL, "print the JSON schema of NAME, or of a whole reply"},
     FLAG(schema)},
    {{"dialect", 0, CLI_ACTIONS, "NAME",
      "the schema as a provider takes it: plain, anthropic, openai or gemini (default: plain)"},
     CALL(read_dialect)},
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
      "a line of JSON per FILE: its lints, with type, shapeIds, message and fix"},
     FLAG(json)},
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
    {{"to", 0, CLI_UNDO, "ID", "undo everything after entry ID; 0: everything"}, CALL(read_to)},
    {{"output", 'o', CLI_SHOW, "PICTURE",
      "draw what changed, before and after side by side, to PICTURE, a .png or .jpg"},
     CALL(read_picture)},
    {{"size", 0, CLI_SHOW, "N", "px of the picture's longer side (default: 1200)"},
     CALL(read_size)},
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
    {{"quiet", 'q', CLI_EDITS, NULL, "don't report actions"}, FLAG(quiet)},
    {{"quiet", 'q', CLI_STEPS, NULL, "don't report entries"}, FLAG(quiet)},
    {{"verbose", 'v', CLI_EDITS, NULL, "say what is read and written, and how long it took"},
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
    g_free(options->output);
    g_strfreev(options->select);
    g_strfreev(options->context);
    g_strfreev(options->area);
    g_strfreev(options->query_id);
    g_free(options->model);
    g_free(options->record);
    g_free(options->frames);
    g_free(options->session);
    g_free(options->fairy);
    g_free(options->profile);
    g_free(options->projects);
    g_free(options->screenshot);
    g_free(options->outlines);
    g_free(options->overlay);
    g_strfreev(options->operands);
    *options = (CliOptions){.view = SVG_BOX_EMPTY};
}
