/* The line that comes and goes. */
#include "live.h"

#include "print.h"

#include <fairy/escape.h>
#include <fairy/todos.h>

#include <sys/ioctl.h>

#include <string.h>
#include <unistd.h>

enum { USUAL_WIDTH = 80 };

struct _CliLive {
    gboolean shown;
    char *doing;
    guint todos, done;
    double usd; /* of what was answered */
    gboolean unknown;
};

gboolean cli_live_is_able(void)
{
    const char *term = g_getenv("TERM");
    return isatty(STDERR_FILENO) && term != NULL && strcmp(term, "dumb") != 0;
}

CliLive *cli_live_new(void)
{
    return cli_live_is_able() ? g_new0(CliLive, 1) : NULL;
}

void cli_live_free(CliLive *live)
{
    cli_live_clear(live);
    if (live != NULL) {
        g_free(live->doing);
        g_free(live);
    }
}

void cli_live_clear(CliLive *live)
{
    if (live != NULL && live->shown) {
        cli_print_clear();
        live->shown = FALSE;
    }
}

static guint width(void)
{
    struct winsize size = {0};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col
                                                                           : USUAL_WIDTH;
}

/* As much of `text` as goes into `cells`, as it is shown; the caller's. */
static char *fit(const char *text, guint cells)
{
    g_autofree char *line = fairy_escape_line(text);
    GString *out = g_string_new(NULL);
    for (const char *p = line; *p != '\0'; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        guint wide = g_unichar_iswide(c) ? 2 : g_unichar_iszerowidth(c) ? 0 : 1;
        if (wide > cells) {
            break;
        }
        cells -= wide;
        g_string_append_unichar(out, c);
    }
    return g_string_free(out, FALSE);
}

static void show(CliLive *live)
{
    g_autoptr(GString) tail = g_string_new(NULL);
    if (live->todos > 0) {
        g_string_append_printf(tail, "  [%u of %u done]", live->done, live->todos);
    }
    if (live->usd > 0) {
        g_string_append_printf(tail, "  %s$%.4f", live->unknown ? "at most " : "", live->usd);
    }
    guint room = width() - 1;
    g_autofree char *end = fit(tail->str, room / 2);
    g_autofree char *text = fit(live->doing, room - (guint)strlen(end));
    g_autofree char *line = g_strconcat(text, end, NULL);
    cli_print_clear();
    cli_print_prompt(line);
    live->shown = TRUE;
}

/* Takes `text`. */
static void doing(CliLive *live, const FairyEvent *event, char *text)
{
    const char *name = event->agent != NULL ? fairy_agent_character(event->agent)->name : NULL;
    g_free(live->doing);
    live->doing = name != NULL ? g_strdup_printf("%s: %s", name, text) : g_strdup(text);
    g_free(text);
    show(live);
}

static void count(CliLive *live, const FairyTodos *todos)
{
    live->todos = fairy_todos_items(todos)->len;
    live->done = live->todos - fairy_todos_left(todos);
}

void cli_live_event(CliLive *live, const FairyEvent *event)
{
    if (live == NULL) {
        return;
    }
    if (event->kind == FAIRY_EVENT_REQUEST) {
        doing(live, event,
              event->request > 1 ? g_strdup_printf("asking (%u) …", event->request)
                                 : g_strdup("asking …"));
    } else if (event->kind == FAIRY_EVENT_THINKING) {
        doing(live, event, g_strdup("thinking …"));
    } else if (event->kind == FAIRY_EVENT_PARTIAL) {
        const char *text = event->info->description;
        doing(live, event,
              g_strdup_printf("%s …", text != NULL && *text != '\0' ? text : event->type));
    } else if (event->kind == FAIRY_EVENT_ANSWERED) {
        live->unknown = live->unknown || event->cost.unknown;
        live->usd += event->cost.usd;
    } else if (event->kind == FAIRY_EVENT_TODOS) {
        count(live, event->todos);
    }
}
