/* A drawing: its lines, its fairies, what was said. */
#include "model_priv.h"

#include <fairy/character.h>

#include <string.h>

/* --- lines ------------------------------------------------------------------------------------ */

WinLine *win_line_new(WinLineKind kind, const char *text)
{
    WinLine *line = g_new0(WinLine, 1);
    line->kind = kind;
    line->text = win_shown(text ? text : "");
    line->action = -1;
    return line;
}

void win_line_free(gpointer data)
{
    WinLine *line = data;
    g_free(line->who);
    g_free(line->color);
    g_free(line->icon);
    g_free(line->text);
    g_free(line->detail);
    g_free(line);
}

/* The oldest go by tenths, so that it is rare. */
static void make_room(WinModel *model, WinDrawing *drawing)
{
    if (drawing->lines->len < WIN_MAX_LINES) {
        return;
    }
    g_ptr_array_remove_range(drawing->lines, 0, WIN_MAX_LINES / 10);
    if (model->funcs.dropped) {
        model->funcs.dropped(drawing, WIN_MAX_LINES / 10, model->data);
    }
}

void win_model_add(WinModel *model, WinDrawing *drawing, WinLine *line)
{
    make_room(model, drawing);
    g_ptr_array_add(drawing->lines, line);
    if (model->funcs.line) {
        model->funcs.line(drawing, drawing->lines->len - 1, model->data);
    }
}

const WinLine *win_drawing_line(const WinDrawing *drawing, guint index)
{
    return index < drawing->lines->len ? g_ptr_array_index(drawing->lines, index) : NULL;
}

gboolean win_line_can_decide(const WinDrawing *drawing, const WinLine *line)
{
    return line->kind == WIN_LINE_ACTION && line->edits && line->turn &&
           line->turn == drawing->turn && line->decision == WIN_UNDECIDED && !drawing->closed;
}

gboolean win_drawing_can_decide(const WinDrawing *drawing)
{
    gboolean open = drawing->state == WIN_READY && !drawing->settled;
    for (guint i = 0; open && i < drawing->lines->len; i++) {
        if (win_line_can_decide(drawing, g_ptr_array_index(drawing->lines, i))) {
            return TRUE;
        }
    }
    return FALSE;
}

/* --- fairies ---------------------------------------------------------------------------------- */

static void free_fairy(gpointer data)
{
    WinFairy *fairy = data;
    g_free(fairy->id);
    g_free(fairy->name);
    g_free(fairy->color);
    g_free(fairy->pose);
    g_free(fairy->task);
    g_free(fairy->writing);
    g_free(fairy);
}

WinFairy *win_drawing_fairy(WinDrawing *drawing, const char *id)
{
    for (guint i = 0; id && i < drawing->fairies->len; i++) {
        WinFairy *fairy = g_ptr_array_index(drawing->fairies, i);
        if (strcmp(fairy->id, id) == 0) {
            return fairy;
        }
    }
    if (!id || drawing->fairies->len >= WIN_MAX_FAIRIES) {
        return NULL;
    }
    WinFairy *fairy = g_new0(WinFairy, 1);
    fairy->id = g_strdup(id);
    fairy->name = win_shown_line(id);
    fairy->color = g_strdup(fairy_character_color(id));
    g_ptr_array_add(drawing->fairies, fairy);
    return fairy;
}

/* --- the drawing ------------------------------------------------------------------------------ */

WinDrawing *win_drawing_new(guint number)
{
    WinDrawing *drawing = g_new0(WinDrawing, 1);
    drawing->number = number;
    drawing->name = g_strdup("a new drawing");
    drawing->scope = g_strdup("view");
    drawing->model = g_strdup("offline");
    drawing->models = g_new0(char *, 1);
    drawing->lines = g_ptr_array_new_with_free_func(win_line_free);
    drawing->fairies = g_ptr_array_new_with_free_func(free_fairy);
    drawing->former = g_ptr_array_new_with_free_func(g_free);
    return drawing;
}

void win_drawing_free(gpointer data)
{
    WinDrawing *drawing = data;
    g_free(drawing->name);
    g_free(drawing->path);
    g_free(drawing->session);
    g_free(drawing->scope);
    g_free(drawing->model);
    g_free(drawing->hold);
    g_free(drawing->pictures[WIN_BEFORE]);
    g_free(drawing->pictures[WIN_AFTER]);
    g_strfreev(drawing->models);
    g_ptr_array_unref(drawing->lines);
    g_ptr_array_unref(drawing->fairies);
    g_ptr_array_unref(drawing->former);
    g_free(drawing);
}

void win_drawing_said(WinDrawing *drawing, const char *words)
{
    GPtrArray *former = drawing->former;
    if (former->len && strcmp(g_ptr_array_index(former, former->len - 1), words) == 0) {
        return;
    }
    if (former->len >= WIN_MAX_FORMER) {
        g_ptr_array_remove_index(former, 0);
    }
    g_ptr_array_add(former, g_utf8_make_valid(words, -1));
}
