/* Reads the values of options. */
#include "option_values.h"

#include <fairy/limits.h>
#include <svg/limits.h>
#include <svg/lint.h>

#include <math.h>
#include <string.h>

enum { MOST_SHARDS = 100000 };

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

gboolean cli_read_view(const char *name, const char *text, gpointer data, GError **error)
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

gboolean cli_read_origin(const char *name, const char *text, gpointer data, GError **error)
{
    double n[2];
    if (!read_numbers(name, text, n, 2, "100,50", error)) {
        return FALSE;
    }
    ((CliOptions *)data)->origin = (SvgPoint){n[0], n[1]};
    ((CliOptions *)data)->has_origin = TRUE;
    return TRUE;
}

gboolean cli_read_timeout(const char *name, const char *text, gpointer data, GError **error)
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

gboolean cli_read_size(G_GNUC_UNUSED const char *name, const char *text, gpointer data,
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

gboolean cli_read_max_tokens(G_GNUC_UNUSED const char *name, const char *text, gpointer data,
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

gboolean cli_read_lint_rounds(G_GNUC_UNUSED const char *name, const char *text, gpointer data,
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

gboolean cli_read_max_requests(const char *name, const char *text, gpointer data, GError **error)
{
    return read_limit(name, text, &((CliOptions *)data)->max_requests, error);
}

gboolean cli_read_run_tokens(const char *name, const char *text, gpointer data, GError **error)
{
    return read_limit(name, text, &((CliOptions *)data)->run_tokens, error);
}

gboolean cli_read_max_cost(const char *name, const char *text, gpointer data, GError **error)
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

gboolean cli_read_to(G_GNUC_UNUSED const char *name, const char *text, gpointer data,
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

gboolean cli_read_detail(G_GNUC_UNUSED const char *name, const char *text, gpointer data,
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

gboolean cli_read_dialect(G_GNUC_UNUSED const char *name, const char *text, gpointer data,
                          GError **error)
{
    CliOptions *options = data;
    options->schema = TRUE;
    const FairyProvider *provider = fairy_provider_find(text);
    options->compact = strcmp(text, "compact") == 0 || provider != NULL;
    if (provider != NULL && !fairy_provider_takes_schema(provider)) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "%s is sent no schema: its own can't have fields that may be left out", text);
        return FALSE;
    }
    if (!options->compact && strcmp(text, "plain") != 0) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "there is no dialect \"%s\"; it is plain, compact, or a provider's name", text);
        return FALSE;
    }
    return TRUE;
}

gboolean cli_read_picture(const char *name, const char *text, gpointer data, GError **error)
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

static const char *const formats[CLI_FORMATS + 1] = {[CLI_FORMAT_TEXT] = "text",
                                                     [CLI_FORMAT_JSON] = "json",
                                                     [CLI_FORMAT_SARIF] = "sarif",
                                                     [CLI_FORMAT_JUNIT] = "junit",
                                                     [CLI_FORMAT_GITHUB] = "github"};

gboolean cli_read_format(G_GNUC_UNUSED const char *name, const char *text, gpointer data,
                         GError **error)
{
    CliOptions *options = data;
    for (guint i = 0; i < CLI_FORMATS; i++) {
        if (g_str_equal(text, formats[i])) {
            options->format = (CliFormat)i;
            options->json = options->json || i == CLI_FORMAT_JSON;
            return TRUE;
        }
    }
    g_autofree char *list = g_strjoinv(", ", (char **)formats);
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "there is no format \"%s\"; there are %s", text, list);
    return FALSE;
}

/* --- of lint ---------------------------------------------------------------------------------- */

static char *kinds_of_findings(void)
{
    GString *names = g_string_new(svg_lint_name(0));
    for (guint i = 1; i < SVG_LINT_COUNT; i++) {
        g_string_append_printf(names, ", %s", svg_lint_name((SvgLintType)i));
    }
    return g_string_free(names, FALSE);
}

gboolean cli_read_ignored(G_GNUC_UNUSED const char *name, const char *text, gpointer data,
                          GError **error)
{
    CliOptions *options = data;
    g_auto(GStrv) kinds = g_strsplit(text, ",", -1);
    for (char **kind = kinds; *kind != NULL; kind++) {
        SvgLintType type;
        if (!svg_lint_from_name(*kind, &type)) {
            g_autofree char *known = kinds_of_findings();
            g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                        "there is no kind of finding \"%s\"; there are %s", *kind, known);
            return FALSE;
        }
        options->ignored |= 1u << type;
    }
    return TRUE;
}

/* --- of batch --------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    gsize offset; /* of a guint in CliOptions */
    guint most;
} counts[] = {
    {"--jobs", G_STRUCT_OFFSET(CliOptions, jobs), FAIRY_MAX_BATCH_JOBS},
    {"--threads", G_STRUCT_OFFSET(CliOptions, threads), FAIRY_MAX_BATCH_JOBS},
    {"--sample", G_STRUCT_OFFSET(CliOptions, sample), FAIRY_MAX_BATCH_FILES},
};

gboolean cli_read_count(const char *name, const char *text, gpointer data, GError **error)
{
    guint64 n = 0;
    guint row = 0;
    while (row + 1 < G_N_ELEMENTS(counts) && strcmp(counts[row].name, name) != 0) {
        row++;
    }
    if (!g_ascii_string_to_unsigned(text, 10, 1, counts[row].most, &n, NULL)) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "\"%s\" is no value for %s; it is a whole number from 1 to %u", text, name,
                    counts[row].most);
        return FALSE;
    }
    G_STRUCT_MEMBER(guint, data, counts[row].offset) = (guint)n;
    return TRUE;
}

gboolean cli_read_shard(G_GNUC_UNUSED const char *name, const char *text, gpointer data,
                        GError **error)
{
    CliOptions *options = data;
    g_auto(GStrv) parts = g_strsplit(text, "/", 3);
    guint64 shard = 0, shards = 0;
    gboolean two = g_strv_length(parts) == 2;
    if (!two || !g_ascii_string_to_unsigned(parts[1], 10, 1, MOST_SHARDS, &shards, NULL) ||
        !g_ascii_string_to_unsigned(parts[0], 10, 1, shards, &shard, NULL)) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "\"%s\" is no shard; it is one of how many, such as 2/8", text);
        return FALSE;
    }
    options->shard = (guint)shard;
    options->shards = (guint)shards;
    return TRUE;
}

gboolean cli_read_rate(G_GNUC_UNUSED const char *name, const char *text, gpointer data,
                       GError **error)
{
    CliOptions *options = data;
    g_auto(GStrv) parts = g_strsplit(text, ",", 3);
    guint64 numbers[2] = {0};
    guint n = g_strv_length(parts);
    gboolean good = n == 1 || n == 2;
    for (guint i = 0; good && i < n; i++) {
        good = g_ascii_string_to_unsigned(parts[i], 10, 0, G_MAXINT, &numbers[i], NULL);
    }
    if (!good || (numbers[0] == 0 && numbers[1] == 0)) {
        g_set_error(
            error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
            "\"%s\" is no rate; it is requests a minute, such as 60, or requests and tokens, "
            "such as 60,40000 or 0,40000",
            text);
        return FALSE;
    }
    options->rate_requests = (guint)numbers[0];
    options->rate_tokens = (guint)numbers[1];
    return TRUE;
}
