/* Lines that come and go: what each fairy does. */
#include "live.h"

#include "cells.h"
#include "interrupt.h"
#include "print.h"

#include <fairy/todos.h>

#include <sys/ioctl.h>

#include <string.h>
#include <unistd.h>

enum {
    USUAL_WIDTH = 80,
    USUAL_HEIGHT = 24,
    MOST_NAME = 16,
    POSE_CELLS = 10,
    MOST_TASK = 20,
    ECHO_CELLS = 3,   /* stay free for what a terminal says of Ctrl-C, without a line more */
    LEAST_DOING = 20, /* what it does needs so much room; else its task and pose are left out */
};

typedef struct {
    char *id, *name; /* `name` NULL = it isn't known */
    char *task;      /* id; NULL = none */
    char *doing;
    FairyPose pose;
    guint requests;
    double usd; /* of what was answered */
    gboolean unknown;
    guint todos, done;
} Row;

struct _CliLive {
    GPtrArray *rows; /* in the order in which they came */
    char *shown;     /* as it was drawn; NULL = nothing is there */
};

gboolean cli_live_is_able(void)
{
    const char *term = g_getenv("TERM");
    return isatty(STDERR_FILENO) && term != NULL && strcmp(term, "dumb") != 0;
}

static void free_row(gpointer data)
{
    Row *row = data;
    g_free(row->id);
    g_free(row->name);
    g_free(row->task);
    g_free(row->doing);
    g_free(row);
}

static void show(CliLive *live);

/* The program was stopped for a while: its lines were taken back. */
static void on_resume(gpointer data)
{
    CliLive *live = data;
    if (live->shown != NULL) {
        show(live);
    }
}

CliLive *cli_live_new(void)
{
    if (!cli_live_is_able()) {
        return NULL;
    }
    CliLive *live = g_new0(CliLive, 1);
    live->rows = g_ptr_array_new_with_free_func(free_row);
    cli_interrupt_on_resume(on_resume, live);
    return live;
}

void cli_live_free(CliLive *live)
{
    if (live != NULL) {
        cli_live_clear(live);
        cli_interrupt_on_resume(NULL, NULL);
        g_ptr_array_unref(live->rows);
        g_free(live);
    }
}

void cli_live_clear(CliLive *live)
{
    if (live != NULL && live->shown != NULL) {
        cli_print_rows(NULL, 0);
        g_clear_pointer(&live->shown, g_free);
    }
}

/* --- how it looks ----------------------------------------------------------------------------- */

static struct winsize size_of_terminal(void)
{
    struct winsize size = {0};
    gboolean known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0;
    return (struct winsize){.ws_col = known && size.ws_col > 1 ? size.ws_col : USUAL_WIDTH,
                            .ws_row = known && size.ws_row > 1 ? size.ws_row : USUAL_HEIGHT};
}

static void add_cost(GString *out, const Row *row)
{
    if (row->usd > 0) {
        g_string_append_printf(out, "  %s$%.4f", row->unknown ? "at most " : "", row->usd);
    }
}

/* Of one fairy by itself. */
static char *line_of(const Row *row, guint room)
{
    g_autoptr(GString) tail = g_string_new(NULL);
    if (row->todos > 0) {
        g_string_append_printf(tail, "  [%u of %u done]", row->done, row->todos);
    }
    add_cost(tail, row);
    g_autofree char *what =
        row->name != NULL ? g_strdup_printf("%s: %s", row->name, row->doing) : NULL;
    g_autofree char *end = cli_cells_fit(tail->str, room / 2, FALSE);
    g_autofree char *start =
        cli_cells_fit(what != NULL ? what : row->doing, room - cli_cells(end), FALSE);
    return g_strconcat(start, end, NULL);
}

/* Widths of the columns that all rows have, with what is between them. */
typedef struct {
    guint name, pose, task, doing, tail;
} Columns;

static char *tail_of(const Row *row)
{
    GString *out = g_string_new(NULL);
    if (row->requests > 0) {
        g_string_append_printf(out, "  %u asked", row->requests);
    }
    add_cost(out, row);
    return g_string_free(out, FALSE);
}

static const char *name_of(const Row *row)
{
    return row->name != NULL ? row->name : row->id;
}

static const char *pose_of(const Row *row)
{
    return row->pose != FAIRY_POSE_KEEP ? fairy_pose_name(row->pose) : "";
}

static Columns widest(const CliLive *live)
{
    Columns columns = {.pose = POSE_CELLS + 1};
    for (guint i = 0; i < live->rows->len; i++) {
        const Row *row = live->rows->pdata[i];
        g_autofree char *tail = tail_of(row);
        columns.name = MAX(columns.name, cli_cells(name_of(row)) + 1);
        columns.task = MAX(columns.task, row->task != NULL ? cli_cells(row->task) + 1 : 0);
        columns.tail = MAX(columns.tail, cli_cells(tail));
    }
    columns.name = MIN(columns.name, MOST_NAME);
    columns.task = MIN(columns.task, MOST_TASK);
    return columns;
}

/* Where there is little room, who it is and what it does are told alone. */
static Columns columns_of(const CliLive *live, guint room)
{
    Columns columns = widest(live);
    guint *const dear[] = {&columns.tail, &columns.pose, &columns.task};
    for (gsize i = 0; i < G_N_ELEMENTS(dear); i++) {
        guint taken = columns.name + columns.pose + columns.task + columns.tail;
        if (taken + LEAST_DOING > room) {
            *dear[i] = 0;
        }
    }
    columns.name = MIN(columns.name, room);
    columns.doing = room - columns.name - columns.pose - columns.task - columns.tail;
    return columns;
}

static char *row_of_several(const Row *row, const Columns *columns)
{
    g_autofree char *all_tail = tail_of(row);
    g_autofree char *name = cli_cells_fit(name_of(row), columns->name, TRUE);
    g_autofree char *pose = cli_cells_fit(pose_of(row), columns->pose, TRUE);
    g_autofree char *task = cli_cells_fit(row->task != NULL ? row->task : "", columns->task, TRUE);
    g_autofree char *doing = cli_cells_fit(row->doing, columns->doing, TRUE);
    g_autofree char *tail = cli_cells_fit(all_tail, columns->tail, FALSE);
    return g_strchomp(g_strconcat(name, pose, task, doing, tail, NULL));
}

/* As many as the terminal has lines for; the others are counted. */
static GPtrArray *rows_of(const CliLive *live)
{
    struct winsize size = size_of_terminal();
    guint room = MAX(size.ws_col, ECHO_CELLS + 1u) - ECHO_CELLS, n = live->rows->len,
          most = MAX(size.ws_row - 1u, 1);
    GPtrArray *rows = g_ptr_array_new_with_free_func(g_free);
    if (n == 1) {
        g_ptr_array_add(rows, line_of(live->rows->pdata[0], room));
        return rows;
    }
    const Columns columns = columns_of(live, room);
    guint whole = n <= most ? n : most - 1;
    for (guint i = 0; i < whole; i++) {
        g_ptr_array_add(rows, row_of_several(live->rows->pdata[i], &columns));
    }
    if (whole < n) {
        g_autofree char *more = g_strdup_printf("and %u more", n - whole);
        g_ptr_array_add(rows, cli_cells_fit(more, room, FALSE));
    }
    return rows;
}

/* What is there already isn't drawn again. */
static void show(CliLive *live)
{
    g_autoptr(GPtrArray) rows = rows_of(live);
    g_ptr_array_add(rows, NULL);
    g_autofree char *all = g_strjoinv("\n", (char **)rows->pdata);
    if (cli_interrupt_rows() == 0 || g_strcmp0(all, live->shown) != 0) {
        cli_print_rows((const char *const *)rows->pdata, rows->len - 1);
        g_free(live->shown);
        live->shown = g_steal_pointer(&all);
    }
}

void cli_live_show_again(CliLive *live)
{
    if (live != NULL && live->rows->len > 1) {
        show(live);
    }
}

/* --- what happens ----------------------------------------------------------------------------- */

static Row *row_of(CliLive *live, const FairyEvent *event)
{
    const char *id = event->fairy != NULL ? event->fairy : "";
    for (guint i = 0; i < live->rows->len; i++) {
        Row *row = live->rows->pdata[i];
        if (strcmp(row->id, id) == 0) {
            return row;
        }
    }
    Row *row = g_new0(Row, 1);
    row->id = g_strdup(id);
    row->doing = g_strdup("");
    g_ptr_array_add(live->rows, row);
    return row;
}

/* Takes `doing`. */
static void set_doing(Row *row, char *doing)
{
    g_free(row->doing);
    row->doing = doing;
}

static void note_fairy(Row *row, const FairyEvent *event)
{
    g_free(row->name);
    row->name = g_strdup(event->character->name);
}

static void note_request(Row *row, const FairyEvent *event)
{
    row->requests++;
    set_doing(row, event->request > 1 ? g_strdup_printf("asking (%u) …", event->request)
                                      : g_strdup("asking …"));
}

static void note_thinking(Row *row, G_GNUC_UNUSED const FairyEvent *event)
{
    set_doing(row, g_strdup("thinking …"));
}

static void note_partial(Row *row, const FairyEvent *event)
{
    const char *text = event->info->description;
    set_doing(row, g_strdup_printf("%s …", text != NULL && *text != '\0' ? text : event->type));
}

static void note_action(Row *row, const FairyEvent *event)
{
    set_doing(row, g_strdup(event->outcome->type));
}

static void note_answered(Row *row, const FairyEvent *event)
{
    row->unknown = row->unknown || event->cost.unknown;
    row->usd += event->cost.usd;
}

static void note_todos(Row *row, const FairyEvent *event)
{
    row->todos = fairy_todos_items(event->todos)->len;
    row->done = row->todos - fairy_todos_left(event->todos);
}

static void note_pose(Row *row, const FairyEvent *event)
{
    row->pose = event->pose;
}

static void note_wait(Row *row, const FairyEvent *event)
{
    set_doing(row, g_strdup_printf("waiting: %s", event->api_error->message));
}

static void note_rest(Row *row, G_GNUC_UNUSED const FairyEvent *event)
{
    set_doing(row, g_strdup(""));
}

/* What of an event is shown. One fairy's line comes with what it begins; those of several, who may
 * be at different things, with all that is new. */
static const struct {
    void (*note)(Row *, const FairyEvent *);
    gboolean begins;
} shown[FAIRY_EVENT_REST + 1] = {
    [FAIRY_EVENT_FAIRY] = {note_fairy, FALSE},      [FAIRY_EVENT_REQUEST] = {note_request, TRUE},
    [FAIRY_EVENT_THINKING] = {note_thinking, TRUE}, [FAIRY_EVENT_PARTIAL] = {note_partial, TRUE},
    [FAIRY_EVENT_ACTION] = {note_action, FALSE},    [FAIRY_EVENT_ANSWERED] = {note_answered, FALSE},
    [FAIRY_EVENT_TODOS] = {note_todos, FALSE},      [FAIRY_EVENT_POSE] = {note_pose, FALSE},
    [FAIRY_EVENT_WAIT] = {note_wait, FALSE},        [FAIRY_EVENT_REST] = {note_rest, FALSE},
};

void cli_live_event(CliLive *live, const FairyEvent *event)
{
    if (live == NULL || shown[event->kind].note == NULL) {
        return;
    }
    Row *row = row_of(live, event);
    shown[event->kind].note(row, event);
    g_free(row->task);
    row->task = g_strdup(event->task);
    if (shown[event->kind].begins) {
        show(live);
    } else if (live->shown != NULL) {
        cli_live_show_again(live);
    }
}
