/* Ways around things: the shortest one on the lines that go along their boxes. What is in the way
 * of a way that was found is added, and it is looked for anew, so that only what matters is looked
 * at, however much there is in the drawing. */
#include "edit/route.h"

#include "edit/build.h"
#include "edit/style_defaults.h"
#include "index/index.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_BOXES  18 /* that a way is looked for around; the two shapes are among them */
#define MOST_ROUNDS 5  /* in which it is looked for with some room beside the boxes */
#define COORDINATES (2 * MOST_BOXES + 6)
#define STATES      (COORDINATES * COORDINATES * 4)
#define BEND        3.0  /* font sizes: what a corner costs, against the length */
#define BEND_OFF    0.01 /* for each unit that it is off the middle between the shapes */
#define BESIDE      0.25 /* font sizes: what is nearer to a way is in it */
#define SLACK       0.01 /* of the room around a box: a way along its edge is free */

/* Right, down, left, up: as seen on screen. */
static const int dx[] = {1, 0, -1, 0}, dy[] = {0, 1, 0, -1};

typedef struct {
    double cost;
    guint state;
} Open;

typedef struct {
    const SvgInWay *way;
    SvgBox boxes[MOST_BOXES]; /* the two shapes, then what is in the way */
    guint n_boxes;
    SvgSides sides;
    double room, lead,
        bend; /* beside each box; the stretch right at a shape; what a corner costs */
    SvgPoint middle;
    double x[COORDINATES], y[COORDINATES];
    guint nx, ny;
    SvgPoint leads[2][4];
    gboolean usable[2][4];
    guint8 blocked[2][COORDINATES * COORDINATES]; /* to the right, down */
    double cost[STATES];
    guint16 before[STATES];
    GArray *open; /* Open: a heap */
} Search;

/* --- what is free ----------------------------------------------------------------------------- */

static SvgBox box_around(SvgPoint a, SvgPoint b)
{
    return (SvgBox){MIN(a.x, b.x), MIN(a.y, b.y), fabs(a.x - b.x), fabs(a.y - b.y)};
}

static gboolean cuts(SvgPoint a, SvgPoint b, SvgBox box, double room)
{
    double inner = room * (1 - SLACK);
    return MAX(a.x, b.x) > box.x - inner && MIN(a.x, b.x) < box.x + box.w + inner &&
           MAX(a.y, b.y) > box.y - inner && MIN(a.y, b.y) < box.y + box.h + inner;
}

static gboolean is_free(const Search *search, SvgPoint a, SvgPoint b, guint except)
{
    for (guint i = 0; i < search->n_boxes; i++) {
        if (i != except && cuts(a, b, search->boxes[i], search->room)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* What is in the way of one stretch, of which the first ones are put into `out`; how many. */
static guint find_on(const SvgInWay *way, SvgPoint a, SvgPoint b, double room, SvgBox *out,
                     guint most)
{
    SvgDocument *doc = way->edit->doc;
    double inner = room * (1 - 2 * SLACK);
    SvgBox area = svg_box_grown(box_around(a, b), inner, inner);
    g_autoptr(GPtrArray) near = svg_index_touching(doc, area);
    guint n = 0;
    for (guint i = 0; i < near->len && n < most; i++) {
        const SvgBounds *bounds = svg_index_bounds(doc, near->pdata[i]);
        if (bounds && svg_box_touches(bounds->geometric, area) &&
            svg_is_in_way(way, near->pdata[i], bounds->geometric)) {
            out[n++] = bounds->geometric;
        }
    }
    return n;
}

gboolean svg_route_is_free(const SvgInWay *way, const SvgPoint *points, guint n)
{
    double room = BESIDE * svg_style_defaults_of(way->edit)->font_size;
    SvgBox found;
    for (guint i = 1; i < n; i++) {
        if (find_on(way, points[i - 1], points[i], room, &found, 1) > 0) {
            return FALSE;
        }
    }
    return TRUE;
}

/* --- the lines to go along -------------------------------------------------------------------- */

static int by_value(gconstpointer a, gconstpointer b)
{
    double p = *(const double *)a, q = *(const double *)b;
    return (p > q) - (p < q);
}

static guint sort_out(double *values, guint n)
{
    guint kept = 0;
    qsort(values, n, sizeof *values, by_value);
    for (guint i = 0; i < n; i++) {
        if (kept == 0 || values[i] > values[kept - 1]) {
            values[kept++] = values[i];
        }
    }
    return kept;
}

static gboolean is_meant(const Search *search, guint which, guint side)
{
    SvgPoint out = svg_side_out(search->sides.at[which]);
    return !search->sides.said[which] || (out.x == dx[side] && out.y == dy[side]);
}

/* Out of the middle of each side. */
static void set_leads(Search *search)
{
    for (guint i = 0; i < 2; i++) {
        SvgBox box = search->boxes[i];
        SvgPoint middle = svg_box_center(box);
        for (guint side = 0; side < 4; side++) {
            SvgPoint port = {middle.x + dx[side] * box.w / 2, middle.y + dy[side] * box.h / 2};
            SvgPoint lead = {port.x + dx[side] * search->lead, port.y + dy[side] * search->lead};
            search->leads[i][side] = lead;
            search->usable[i][side] = is_meant(search, i, side) && is_free(search, port, lead, i);
        }
    }
}

/* Where the leads end, exactly: a way begins and ends there. */
static void set_lines_of_leads(Search *search)
{
    for (guint i = 0; i < 2; i++) {
        for (guint side = 0; side < 4; side++) {
            SvgPoint lead = search->leads[i][side];
            if (dx[side] != 0) {
                search->x[2 * i + (dx[side] > 0)] = lead.x;
            } else {
                search->y[2 * i + (dy[side] > 0)] = lead.y;
            }
        }
    }
}

static void set_lines(Search *search)
{
    set_lines_of_leads(search);
    for (gsize i = 2; i < search->n_boxes; i++) {
        SvgBox box = search->boxes[i];
        search->x[2 * i] = box.x - search->room;
        search->x[2 * i + 1] = box.x + box.w + search->room;
        search->y[2 * i] = box.y - search->room;
        search->y[2 * i + 1] = box.y + box.h + search->room;
    }
    guint n = 2 * search->n_boxes;
    for (guint i = 0; i < 2; i++) {
        SvgPoint middle = svg_box_center(search->boxes[i]);
        search->x[n] = middle.x;
        search->y[n++] = middle.y;
    }
    search->x[n] = search->middle.x;
    search->y[n++] = search->middle.y;
    search->nx = sort_out(search->x, n);
    search->ny = sort_out(search->y, n);
}

static SvgPoint at_node(const Search *search, guint node)
{
    return (SvgPoint){search->x[node % COORDINATES], search->y[node / COORDINATES]};
}

static void set_blocked(Search *search)
{
    for (guint j = 0; j < search->ny; j++) {
        for (guint i = 0; i < search->nx; i++) {
            guint node = j * COORDINATES + i;
            SvgPoint at = at_node(search, node), right = at, down = at;
            right.x = i + 1 < search->nx ? search->x[i + 1] : at.x;
            down.y = j + 1 < search->ny ? search->y[j + 1] : at.y;
            search->blocked[0][node] = right.x == at.x || !is_free(search, at, right, G_MAXUINT);
            search->blocked[1][node] = down.y == at.y || !is_free(search, at, down, G_MAXUINT);
        }
    }
}

static gboolean find_node(const Search *search, SvgPoint p, guint *node)
{
    const double *x = bsearch(&p.x, search->x, search->nx, sizeof *search->x, by_value);
    const double *y = bsearch(&p.y, search->y, search->ny, sizeof *search->y, by_value);
    *node = x && y ? (guint)(y - search->y) * COORDINATES + (guint)(x - search->x) : 0;
    return x && y;
}

/* --- the shortest way ------------------------------------------------------------------------- */

static void push(Search *search, double cost, guint state, guint before)
{
    if (cost >= search->cost[state]) {
        return;
    }
    search->cost[state] = cost;
    search->before[state] = (guint16)before;
    Open new = {cost, state};
    g_array_append_val(search->open, new);
    Open *heap = &g_array_index(search->open, Open, 0);
    for (guint i = search->open->len - 1; i > 0 && heap[(i - 1) / 2].cost > heap[i].cost;
         i = (i - 1) / 2) {
        Open other = heap[i];
        heap[i] = heap[(i - 1) / 2];
        heap[(i - 1) / 2] = other;
    }
}

static Open pop(Search *search)
{
    Open *heap = &g_array_index(search->open, Open, 0), first = heap[0];
    guint n = search->open->len - 1;
    heap[0] = heap[n];
    for (guint i = 0, next; (next = 2 * i + 1) < n; i = next) {
        next += next + 1 < n && heap[next + 1].cost < heap[next].cost;
        if (heap[i].cost <= heap[next].cost) {
            break;
        }
        Open other = heap[i];
        heap[i] = heap[next];
        heap[next] = other;
    }
    g_array_set_size(search->open, n);
    return first;
}

static double bend_at(const Search *search, SvgPoint at)
{
    return search->bend + BEND_OFF * hypot(at.x - search->middle.x, at.y - search->middle.y);
}

static void step(Search *search, Open from, guint way)
{
    guint node = from.state / 4, was = from.state % 4;
    guint back = way == 2 ? node - 1 : way == 3 ? node - COORDINATES : node;
    gboolean edge = (way == 2 && node % COORDINATES == 0) || (way == 3 && node < COORDINATES);
    if (edge || (way + 2) % 4 == was || search->blocked[way % 2][back]) {
        return;
    }
    guint next = (guint)((int)node + dx[way] + dy[way] * COORDINATES);
    SvgPoint a = at_node(search, node), b = at_node(search, next);
    double turn = way != was ? bend_at(search, a) : 0;
    push(search, from.cost + fabs(a.x - b.x) + fabs(a.y - b.y) + turn, next * 4 + way, from.state);
}

/* What it costs to go on from there into the second shape; INFINITY where that isn't at the state.
 */
static double arrival(const Search *search, guint state, guint *side)
{
    SvgPoint at = at_node(search, state / 4);
    double least = INFINITY;
    for (guint i = 0; i < 4; i++) {
        SvgPoint lead = search->leads[1][i];
        if (search->usable[1][i] && lead.x == at.x && lead.y == at.y && state % 4 != i) {
            double cost = state % 4 == (i + 2) % 4 ? 0 : bend_at(search, at);
            *side = cost < least ? i : *side;
            least = MIN(least, cost);
        }
    }
    return least;
}

static void start(Search *search)
{
    for (guint i = 0; i < STATES; i++) {
        search->cost[i] = INFINITY;
    }
    for (guint side = 0; side < 4; side++) {
        guint node;
        if (search->usable[0][side] && find_node(search, search->leads[0][side], &node)) {
            push(search, search->lead, node * 4 + side, node * 4 + side);
        }
    }
}

/* The state in which the cheapest way arrives; G_MAXUINT when there is none. */
static guint find_cheapest(Search *search)
{
    guint best = G_MAXUINT, side = 0;
    double least = INFINITY;
    g_array_set_size(search->open, 0);
    start(search);
    while (search->open->len > 0) {
        Open open = pop(search);
        if (open.cost >= least) {
            break;
        }
        double end = open.cost > search->cost[open.state]
                         ? INFINITY
                         : open.cost + arrival(search, open.state, &side);
        best = end < least ? open.state : best;
        least = MIN(least, end);
        for (guint way = 0; way < 4 && open.cost <= search->cost[open.state]; way++) {
            step(search, open, way);
        }
    }
    return best;
}

/* --- its corners ------------------------------------------------------------------------------ */

static gboolean is_between(SvgPoint a, SvgPoint b, SvgPoint c)
{
    return (a.x == b.x && b.x == c.x) || (a.y == b.y && b.y == c.y);
}

/* FALSE when there are too many. */
static gboolean put(SvgPoint points[SVG_ROUTE_POINTS], guint *n, SvgPoint at)
{
    if (*n > 1 && is_between(points[*n - 2], points[*n - 1], at)) {
        points[*n - 1] = at;
        return TRUE;
    }
    if (*n == SVG_ROUTE_POINTS) {
        return FALSE;
    }
    points[(*n)++] = at;
    return TRUE;
}

/* From middle to middle; 0 when it has too many corners. */
static guint trace_back(const Search *search, guint state, SvgPoint points[SVG_ROUTE_POINTS])
{
    guint n = 0;
    gboolean fits = put(points, &n, svg_box_center(search->boxes[1]));
    for (gboolean first = FALSE; fits && !first; state = search->before[state]) {
        fits = put(points, &n, at_node(search, state / 4));
        first = search->before[state] == state;
    }
    fits = fits && put(points, &n, svg_box_center(search->boxes[0]));
    for (guint i = 0; i < n / 2; i++) {
        SvgPoint other = points[i];
        points[i] = points[n - 1 - i];
        points[n - 1 - i] = other;
    }
    return fits ? n : 0;
}

/* --- rounds ----------------------------------------------------------------------------------- */

static gboolean is_known(const Search *search, SvgBox box)
{
    for (guint i = 0; i < search->n_boxes; i++) {
        SvgBox known = search->boxes[i];
        if (known.x == box.x && known.y == box.y && known.w == box.w && known.h == box.h) {
            return TRUE;
        }
    }
    return FALSE;
}

static void add_box(Search *search, SvgBox box)
{
    if (!is_known(search, box)) {
        search->boxes[search->n_boxes++] = box;
    }
}

/* Adds what is in the way of that; -1 when it is too much, else how many. */
static int add_crossed(Search *search, const SvgPoint *points, guint n)
{
    guint before = search->n_boxes;
    SvgBox found[MOST_BOXES];
    for (guint i = 1; i < n; i++) {
        guint n_found = find_on(search->way, points[i - 1], points[i], search->room, found,
                                G_N_ELEMENTS(found));
        for (guint k = 0; k < n_found; k++) {
            if (!is_known(search, found[k]) && search->n_boxes == MOST_BOXES) {
                return -1;
            }
            add_box(search, found[k]);
        }
    }
    return (int)(search->n_boxes - before);
}

static guint find_with_room(Search *search, double room, SvgPoint points[SVG_ROUTE_POINTS])
{
    search->room = room;
    search->n_boxes = 2;
    for (guint round = 0; round < MOST_ROUNDS; round++) {
        set_leads(search);
        set_lines(search);
        set_blocked(search);
        guint end = find_cheapest(search);
        guint n = end != G_MAXUINT ? trace_back(search, end, points) : 0;
        int added = n > 0 ? add_crossed(search, points, n) : -1;
        if (added <= 0) {
            return added == 0 ? n : 0;
        }
    }
    return 0;
}

/* Nothing but the two shapes is in the way. */
static guint find_through(Search *search, SvgPoint points[SVG_ROUTE_POINTS])
{
    search->room = 0;
    search->n_boxes = 2;
    set_leads(search);
    set_lines(search);
    set_blocked(search);
    guint end = find_cheapest(search);
    return end != G_MAXUINT ? trace_back(search, end, points) : 0;
}

static SvgPoint port_of(const Search *search, guint which)
{
    SvgBox box = search->boxes[which];
    SvgPoint at = svg_box_center(box), out = svg_side_out(search->sides.at[which]);
    double share = search->sides.said[which] ? 0.5 : 0;
    return (SvgPoint){at.x + share * out.x * box.w, at.y + share * out.y * box.h};
}

/* Sides that face each other share the room between them: the stretch across is half way. */
static void set_sides(Search *search, SvgSides sides)
{
    search->sides = sides;
    SvgPoint a = port_of(search, 0), b = port_of(search, 1);
    SvgPoint out = svg_side_out(sides.at[0]), in = svg_side_out(sides.at[1]);
    gboolean facing = sides.said[0] && sides.said[1] && out.x == -in.x && out.y == -in.y;
    double apart = facing ? out.x * (b.x - a.x) + out.y * (b.y - a.y) : 0;
    search->middle = (SvgPoint){(a.x + b.x) / 2, (a.y + b.y) / 2};
    if (apart > 0) {
        search->lead = MIN(search->lead, apart / 2);
    }
}

guint svg_route_around(const SvgInWay *way, SvgNode *const shapes[2], SvgSides sides,
                       SvgPoint points[SVG_ROUTE_POINTS])
{
    static const double rooms[] = {1, 0.5, BESIDE};
    double size = svg_style_defaults_of(way->edit)->font_size;
    Search *search = g_new(Search, 1);
    guint n = 0;
    search->way = way;
    search->lead = size;
    search->bend = BEND * size;
    search->boxes[0] = way->ends[0];
    search->boxes[1] = way->ends[1];
    set_sides(search, sides);
    search->open = g_array_new(FALSE, FALSE, sizeof(Open));
    for (guint i = 0; i < G_N_ELEMENTS(rooms) && n == 0; i++) {
        n = find_with_room(search, rooms[i] * size, points);
    }
    n = n == 0 && svg_sides_any(sides) ? find_through(search, points) : n;
    g_array_unref(search->open);
    g_free(search);
    if (n > 1) {
        points[0] = svg_leave_point(way->edit, shapes[0], points[1]);
        points[n - 1] = svg_leave_point(way->edit, shapes[1], points[n - 2]);
    }
    return n;
}
