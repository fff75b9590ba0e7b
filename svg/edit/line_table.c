/* Labels whose rows are written in columns, or divided from each other, as those of tables are. */
#include "edit/lines_priv.h"
#include "shape/content.h"
#include "shape/scene.h"

#include <math.h>
#include <string.h>

#define WHOLE        0.995 /* of a divider's width: what is as long */
#define IN_LINE_PX   1.5   /* from the edges of two columns that are one */
#define LEAST_FIELDS 2     /* below the name of a record */
#define ALIKE        0.2 /* of its height: by how much a row's compartment differs from the next */

static SvgNode *text_of(const SvgLines *lines, const SvgRow *row, guint column)
{
    return lines->texts->pdata[row->first + column];
}

/* NAN for a row that is gone. */
static double middle_of(const SvgLines *lines, guint i)
{
    const SvgRow *row = svg_lines_row(lines, i);
    for (guint k = 0; k < row->n; k++) {
        SvgNode *text = text_of(lines, row, k);
        if (text) {
            return svg_box_center(svg_lines_box(lines, text)).y;
        }
    }
    return NAN;
}

/* --- what is a table -------------------------------------------------------------------------- */

/* The compartment that the row has for itself; empty where it has none. */
static SvgBox own_room(const SvgLines *lines, guint i)
{
    double at = middle_of(lines, i);
    SvgBox room = isnan(at) ? SVG_BOX_EMPTY : svg_enlarge_compartment(lines->enlarge, at);
    for (guint k = 0; room.h > 0 && k < lines->rows->len; k++) {
        double y = middle_of(lines, k);
        if (k != i && y > room.y && y < room.y + room.h) {
            return SVG_BOX_EMPTY;
        }
    }
    return room.h > 0 ? room : SVG_BOX_EMPTY;
}

static gboolean is_like(const SvgLines *lines, SvgBox room, guint k)
{
    SvgBox other = k < lines->rows->len ? own_room(lines, k) : SVG_BOX_EMPTY;
    return other.h > 0 && fabs(other.h - room.h) <= ALIKE * room.h;
}

/* It, and the one before or behind it. */
static gboolean has_own_room(const SvgLines *lines, guint i)
{
    SvgBox room = own_room(lines, i);
    return room.h > 0 && (is_like(lines, room, i + 1) || (i > 0 && is_like(lines, room, i - 1)));
}

static gboolean is_in_line(const SvgLines *lines, const SvgRow *a, const SvgRow *b)
{
    SvgBox left = svg_lines_box(lines, text_of(lines, a, 1)),
           right = svg_lines_box(lines, text_of(lines, b, 1));
    double px = IN_LINE_PX * svg_px(lines->edit->doc);
    return fabs(left.x - right.x) <= px || fabs(left.x + left.w - right.x - right.w) <= px;
}

static gboolean is_in_columns(const SvgLines *lines, guint i)
{
    const SvgRow *row = svg_lines_row(lines, i);
    for (guint k = 0; row->n > 1 && k < lines->rows->len; k++) {
        const SvgRow *other = svg_lines_row(lines, k);
        if (k != i && other->n > 1 && is_in_line(lines, row, other)) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean svg_lines_in_table(const SvgLines *lines, guint i)
{
    return lines->tables[i];
}

/* Of columns each has a side of its own. */
static void set_sides(SvgLines *lines, const SvgRow *row)
{
    for (guint i = 0; i < row->n; i++) {
        g_autoptr(GPtrArray) alone = g_ptr_array_new();
        g_ptr_array_add(alone, text_of(lines, row, i));
        g_hash_table_insert(lines->sides, text_of(lines, row, i),
                            GUINT_TO_POINTER(svg_lines_side(lines->edit, alone)));
    }
}

/* --- records ---------------------------------------------------------------------------------- */

static SvgBox only_box(const SvgLines *lines, guint i)
{
    return svg_lines_box(lines, text_of(lines, svg_lines_row(lines, i), 0));
}

/* They begin at the same place, or have their middle in common. */
static gboolean stand_alike(const SvgLines *lines, guint i, guint k)
{
    double px = IN_LINE_PX * svg_px(lines->edit->doc);
    SvgBox a = only_box(lines, i), b = only_box(lines, k);
    return fabs(a.x - b.x) <= px || fabs(svg_box_center(a).x - svg_box_center(b).x) <= px;
}

/* Each line has a compartment for itself, and all but the name's are as high. A class has three,
 * and may have one member and one method: then they stand otherwise than its name. */
static gboolean is_record(const SvgLines *lines)
{
    guint n = lines->rows->len;
    if (n < LEAST_FIELDS + 1 || svg_enlarge_compartments(lines->enlarge) != n) {
        return FALSE;
    }
    SvgBox room = own_room(lines, n - 1);
    gboolean record = room.h > 0;
    for (guint i = 0; i < n && record; i++) {
        const SvgRow *row = svg_lines_row(lines, i);
        record = row->line == 0 && row->n == 1 && own_room(lines, i).h > 0 &&
                 (i == 0 || is_like(lines, room, i)) &&
                 (n > LEAST_FIELDS + 1 || stand_alike(lines, 0, i));
    }
    return record;
}

/* A class has compartments for its members, and may have one of each: without columns it is no
 * table. */
gboolean *svg_lines_find_tables(SvgLines *lines)
{
    guint n = lines->rows->len;
    gboolean any = FALSE, record = is_record(lines), *tables = g_new0(gboolean, n + 1);
    for (guint i = 0; i < n; i++) {
        tables[i] = svg_lines_row(lines, i)->line == 0 && is_in_columns(lines, i);
        any |= tables[i];
        if (tables[i]) {
            set_sides(lines, svg_lines_row(lines, i));
        }
    }
    for (guint i = 0; (any || record) && i < n; i++) {
        tables[i] |= svg_lines_row(lines, i)->line == 0 && has_own_room(lines, i);
    }
    return tables;
}

/* --- words in columns ------------------------------------------------------------------------- */

static guint count_words(const char *text)
{
    guint n = 0;
    for (const char *at = text; at && *at; at += strcspn(at, " ")) {
        at += strspn(at, " ");
        n += *at != '\0';
    }
    return n;
}

/* The next `n` words of a text; NULL when there are none. */
static char *take_words(const char **at, guint n)
{
    *at += strspn(*at, " ");
    const char *start = *at, *end = start;
    for (guint i = 0; i < n && **at; i++) {
        *at += strspn(*at, " ");
        *at += strcspn(*at, " ");
        end = *at;
    }
    return end > start ? g_strndup(start, (gsize)(end - start)) : NULL;
}

/* What each column of the row says of `words`, NULL where it is left empty: as many words as it
 * has, or one where there are fewer. NULL when there are others. */
static GPtrArray *split_words(const SvgLines *lines, const SvgRow *row, const char *words)
{
    guint has = count_words(row->words), n = count_words(words);
    if (n != has && n > row->n && row->n > 1) {
        return NULL;
    }
    GPtrArray *out = g_ptr_array_new_with_free_func(g_free);
    if (row->n == 1) {
        g_ptr_array_add(out, g_strdup(words));
        return out;
    }
    for (guint column = 0; column < row->n; column++) {
        g_autofree char *own = svg_content_read(text_of(lines, row, column));
        g_ptr_array_add(out, take_words(&words, n == has ? count_words(own) : 1));
    }
    return out;
}

/* --- a row that is there ---------------------------------------------------------------------- */

static gboolean erase_text(SvgLines *lines, guint i, GError **error)
{
    SvgNode *text = lines->texts->pdata[i];
    lines->texts->pdata[i] = NULL;
    return svg_lines_erase(lines, text, error);
}

/* The words of texts side by side: those that are the same at their ends stay, the others' are
 * said by the first of them. */
static gboolean spread_words(SvgLines *lines, const SvgRow *row, GError **error)
{
    guint first = row->first, last = row->first + row->n;
    g_autofree char *left = g_strdup(row->to);
    char *at = left;
    for (; first + 1 < last; first++) {
        g_autofree char *words = svg_content_read(lines->texts->pdata[first]);
        if (!words || !g_str_has_prefix(at, words) || at[strlen(words)] != ' ') {
            break;
        }
        at += strlen(words) + 1;
    }
    for (; first + 1 < last; last--) {
        g_autofree char *words = svg_content_read(lines->texts->pdata[last - 1]);
        gsize n = strlen(at), own = words ? strlen(words) : 0;
        if (!own || !g_str_has_suffix(at, words) || n <= own || at[n - own - 1] != ' ') {
            break;
        }
        at[n - own - 1] = '\0';
    }
    char *to[] = {at, NULL};
    for (guint i = last; i-- > first + 1;) {
        if (!erase_text(lines, i, error)) {
            return FALSE;
        }
    }
    return svg_lines_set_text(lines, lines->texts->pdata[first], to, error);
}

static gboolean set_column(SvgLines *lines, guint i, char *words, GError **error)
{
    g_autofree char *own = svg_content_read(lines->texts->pdata[i]);
    char *to[] = {words, NULL};
    if (!words) {
        return erase_text(lines, i, error);
    }
    return g_strcmp0(own, words) == 0 ||
           svg_lines_set_text(lines, lines->texts->pdata[i], to, error);
}

gboolean svg_lines_set_row(SvgLines *lines, guint i, GError **error)
{
    const SvgRow *row = svg_lines_row(lines, i);
    g_autoptr(GPtrArray) columns =
        svg_lines_in_table(lines, i) ? split_words(lines, row, row->to) : NULL;
    for (guint k = 0; columns && k < columns->len; k++) {
        if (!set_column(lines, row->first + k, columns->pdata[k], error)) {
            return FALSE;
        }
    }
    return columns || spread_words(lines, row, error);
}

/* What divides the row from the next, or the last from the one before; that, too, where what is
 * below is shorter, as it is the lower edge of a box with round corners. */
static SvgNode *divider_of(const SvgLines *lines, SvgBox room)
{
    SvgNode *below = svg_enlarge_divider(lines->enlarge, room.y + room.h, TRUE);
    SvgNode *above = svg_enlarge_divider(lines->enlarge, room.y, FALSE);
    gboolean edge =
        below && above && svg_lines_box(lines, below).w < WHOLE * svg_lines_box(lines, above).w;
    return below && !edge ? below : above;
}

gboolean svg_lines_remove_row(SvgLines *lines, guint i, GError **error)
{
    const SvgRow *row = svg_lines_row(lines, i);
    double y = middle_of(lines, i), step = svg_lines_step(lines, row->first);
    SvgBox room = has_own_room(lines, i) ? own_room(lines, i) : SVG_BOX_EMPTY;
    SvgNode *divider = room.h > 0 ? divider_of(lines, room) : NULL;
    SvgNode *bullet =
        svg_enlarge_bullet(lines->enlarge, svg_lines_box(lines, text_of(lines, row, 0)));
    for (guint k = row->n; k-- > 0;) {
        if (!erase_text(lines, row->first + k, error)) {
            return FALSE;
        }
    }
    if (bullet && !svg_lines_erase(lines, bullet, error)) {
        return FALSE;
    }
    if (!divider) {
        return svg_lines_open(lines, y + step / 4, -step, error);
    }
    double pitch = room.h + svg_lines_box(lines, divider).h;
    svg_edit_remark(lines->edit, "%s was made smaller by a row",
                    svg_node_id(lines->edit->doc, lines->shape));
    return svg_lines_erase(lines, divider, error) &&
           svg_enlarge_down(lines->enlarge, y, -pitch, error);
}

/* --- new rows --------------------------------------------------------------------------------- */

static gboolean is_whole(const SvgLines *lines, const SvgRow *row)
{
    guint column = 0;
    while (column < row->n && text_of(lines, row, column)) {
        column++;
    }
    return column == row->n;
}

/* How well the row will do for so many words: 0 best, the nearer the better; G_MAXUINT: not. */
static guint cost_of_model(const SvgLines *lines, guint i, guint k, guint n_words)
{
    const SvgRow *row = svg_lines_row(lines, k);
    guint away = k < i ? i - k : k - i, far = lines->rows->len;
    if (!svg_lines_in_table(lines, k) || !is_whole(lines, row)) {
        return G_MAXUINT;
    }
    return count_words(row->words) == n_words ? away
           : n_words <= row->n || row->n == 1 ? far + away
                                              : G_MAXUINT;
}

/* The row that the new one is written like; -1 when there is none whose columns it could have. */
static int model_for(const SvgLines *lines, guint i, const char *words)
{
    guint least = G_MAXUINT, n_words = count_words(words);
    int model = -1;
    for (guint k = 0; k < lines->rows->len; k++) {
        guint cost = cost_of_model(lines, i, k, n_words);
        if (cost < least) {
            least = cost;
            model = (int)k;
        }
    }
    return model;
}

/* Makes the place for one before or behind the row: as high as the row with its divider. */
static gboolean open_row(SvgLines *lines, guint i, gboolean before, double *step, GError **error)
{
    SvgBox room = has_own_room(lines, i) ? own_room(lines, i) : SVG_BOX_EMPTY;
    double y = middle_of(lines, i);
    SvgNode *divider = room.h > 0 ? divider_of(lines, room) : NULL;
    if (!divider) {
        *step = svg_lines_step(lines, svg_lines_row(lines, i)->first);
        return svg_lines_open(lines, before ? y - *step / 4 : y + *step / 4, *step, error);
    }
    SvgBox box = svg_lines_box(lines, divider);
    gboolean moves = before || svg_box_center(box).y > y;
    *step = room.h + box.h;
    double from = before ? room.y + room.h / 8 : y + room.h / 4;
    lines->grown = lines->fit != SVG_FIT_NONE;
    return (lines->grown ? svg_enlarge_down(lines->enlarge, from, *step, error)
                         : svg_enlarge_shift(lines->enlarge, from, INFINITY, *step, error)) &&
           svg_lines_copy(lines, divider, divider, moves ? -*step : *step, error);
}

static gboolean fail_columns(const SvgLines *lines, guint i, const char *words, GError **error)
{
    guint most = 0;
    for (guint k = 0; k < lines->rows->len; k++) {
        const SvgRow *row = svg_lines_row(lines, k);
        most =
            svg_lines_in_table(lines, k) ? MAX(most, MAX(row->n, count_words(row->words))) : most;
    }
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                "the line \"%s\" can't be written in columns as \"%s\" is, as no line there has as "
                "many words; give it %u at most",
                words, svg_lines_row(lines, i)->words, most);
    return FALSE;
}

static gboolean add_row(SvgLines *lines, guint i, gboolean before, const char *words,
                        GError **error)
{
    int found = model_for(lines, i, words);
    guint model = found >= 0 ? (guint)found : i;
    g_autoptr(GPtrArray) columns =
        found >= 0 ? split_words(lines, svg_lines_row(lines, model), words) : NULL;
    if (!columns) {
        return fail_columns(lines, i, words, error);
    }
    double step = 0;
    if (!open_row(lines, i, before, &step, error)) {
        return FALSE;
    }
    const SvgRow *row = svg_lines_row(lines, i);
    double by = middle_of(lines, i) + (before ? -step : step) - middle_of(lines, model);
    guint at = before ? row->first : row->first + row->n;
    SvgNode *first = text_of(lines, svg_lines_row(lines, model), 0);
    SvgNode *bullet = svg_enlarge_bullet(lines->enlarge, svg_lines_box(lines, first));
    if (bullet && !svg_lines_copy(lines, bullet, bullet, by, error)) {
        return FALSE;
    }
    for (guint k = 0; k < columns->len; k++) {
        SvgNode *text = text_of(lines, svg_lines_row(lines, model), k);
        if (columns->pdata[k] &&
            !svg_lines_write_copy(lines, text, by, columns->pdata[k], at++, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

gboolean svg_lines_add_rows(SvgLines *lines, guint i, GError **error)
{
    const SvgRow *row = svg_lines_row(lines, i);
    for (guint k = row->after->len; k-- > 0;) {
        if (!add_row(lines, i, FALSE, row->after->pdata[k], error)) {
            return FALSE;
        }
    }
    for (guint k = 0; k < row->ahead->len; k++) {
        if (!add_row(lines, i, TRUE, row->ahead->pdata[k], error)) {
            return FALSE;
        }
    }
    return TRUE;
}
