/* The values of options: each of these is a GOptionArgFunc whose data is CliOptions. */
#pragma once

#include "options.h"

gboolean cli_read_view(const char *name, const char *text, gpointer data, GError **error);
gboolean cli_read_origin(const char *name, const char *text, gpointer data, GError **error);
gboolean cli_read_timeout(const char *name, const char *text, gpointer data, GError **error);
gboolean cli_read_size(const char *name, const char *text, gpointer data, GError **error);
gboolean cli_read_max_tokens(const char *name, const char *text, gpointer data, GError **error);
gboolean cli_read_lint_rounds(const char *name, const char *text, gpointer data, GError **error);
gboolean cli_read_max_requests(const char *name, const char *text, gpointer data, GError **error);
gboolean cli_read_run_tokens(const char *name, const char *text, gpointer data, GError **error);
gboolean cli_read_max_cost(const char *name, const char *text, gpointer data, GError **error);
gboolean cli_read_to(const char *name, const char *text, gpointer data, GError **error);
gboolean cli_read_detail(const char *name, const char *text, gpointer data, GError **error);
gboolean cli_read_dialect(const char *name, const char *text, gpointer data, GError **error);
gboolean cli_read_picture(const char *name, const char *text, gpointer data, GError **error);
gboolean cli_read_ignored(const char *name, const char *text, gpointer data, GError **error);
gboolean cli_read_format(const char *name, const char *text, gpointer data, GError **error);
gboolean cli_read_count(const char *name, const char *text, gpointer data, GError **error);
gboolean cli_read_rate(const char *name, const char *text, gpointer data, GError **error);
gboolean cli_read_shard(const char *name, const char *text, gpointer data, GError **error);
