/* Ways with right angles from layer to layer, as Graphviz's curves go: each line has its own place
 * at its shapes and its own track between two layers. */
#include "layout/plan.h"

#include <math.h>

#define PITCH 0.25 /* of nodes' size: how far apart lines are that end at one side, at most; */
#define CLEAR 0.1  /* how near a line passes a node at least; */
#define LEVEL 0.02 /* and what is no step; */
#define EASY  0.25 /* nor is this worth one, past a layer */
#define STEPS 16   /* of one curve */

typedef struct {
    double from, to;
} Span;

/* A line that is laid, from the layer that comes first. */
typedef struct {
    SvgTie *tie;
    guint items[2], layers[2];
    gboolean back;   /* Graphviz's way goes from the later layer to the earlier */
    double order[2]; /* beside others at its shapes */
    double ports[2]; /* where it leaves and meets its shapes, across the layers */
    gboolean alone[2];
    GArray *at;     /* double of each layer between: where it passes; and */
    GArray *tracks; /* double of each gap: where it changes over */
} Line;

/* What changes over in a gap. */
typedef struct {
    guint line;
    double from, to, score;
    guint track;
    gboolean placed;
} Step;

/* Of what lines join: each such part has layers of its own. */
typedef struct {
    const SvgPlan *plan;
    const guint *parts; /* of each item */
    guint part;
    gboolean down; /* layers are rows */
    GArray *layers, *lines;
} Squares;

/* --- along and across ------------------------------------------------------------------------- */

static Span along(const Squares *s, SvgBox box)
{
    return s->down ? (Span){box.y, box.y + box.h} : (Span){box.x, box.x + box.w};
}

static Span across(const Squares *s, SvgBox box)
{
    return s->down ? (Span){box.x, box.x + box.w} : (Span){box.y, box.y + box.h};
}

static SvgPoint point(const Squares *s, double across, double along)
{
    return s->down ? (SvgPoint){across, along} : (SvgPoint){along, across};
}

static double middle(Span span)
{
    return (span.from + span.to) / 2;
}

static Line *line_at(const Squares *s, guint i)
{
    return &g_array_index(s->lines, Line, i);
}

static Span layer_at(const Squares *s, guint i)
{
    return g_array_index(s->layers, Span, i);
}

/* --- layers ----------------------------------------------------------------------------------- */

static gint by_start(gconstpointer a, gconstpointer b)
{
    double x = ((const Span *)a)->from, y = ((const Span *)b)->from;
    return (x > y) - (x < y);
}

static void find_layers(Squares *s)
{
    g_autoptr(GArray) spans = g_array_new(FALSE, FALSE, sizeof(Span));
    for (guint i = 0; i < s->plan->items->len; i++) {
        const SvgItem *item = svg_plan_item(s->plan, i);
        Span span = along(s, item->to);
        if (item->role == SVG_ROLE_NODE && s->parts[i] == s->part) {
            g_array_append_val(spans, span);
        }
    }
    g_array_sort(spans, by_start);
    for (guint i = 0; i < spans->len; i++) {
        Span span = g_array_index(spans, Span, i);
        Span *last = s->layers->len ? &g_array_index(s->layers, Span, s->layers->len - 1) : NULL;
        if (last && span.from < last->to) {
            last->to = MAX(last->to, span.to);
        } else {
            g_array_append_val(s->layers, span);
        }
    }
}

/* That of a node; of a frame the first in it for what comes, the last for what goes. */
static guint layer_of(const Squares *s, guint item, gboolean last)
{
    const SvgItem *of = svg_plan_item(s->plan, item);
    Span span = along(s, of->to);
    gboolean frame = of->role == SVG_ROLE_FRAME;
    double at = !frame ? middle(span) : last ? span.to : span.from;
    guint i = 0;
    while (i + 1 < s->layers->len && layer_at(s, i).to < at &&
           !(frame && last && layer_at(s, i + 1).to > at)) {
        i++;
    }
    return i;
}

/* The gap behind that layer, without what frames take of it that end or begin there. */
static Span gap_behind(const Squares *s, guint layer)
{
    Span gap = {layer_at(s, layer).to, layer_at(s, layer + 1).from}, free = gap;
    for (guint i = 0; i < s->plan->items->len; i++) {
        const SvgItem *item = svg_plan_item(s->plan, i);
        Span span = along(s, item->to);
        gboolean frame = item->role == SVG_ROLE_FRAME;
        free.from =
            frame && span.to > gap.from && span.to < gap.to ? MAX(free.from, span.to) : free.from;
        free.to =
            frame && span.from > gap.from && span.from < gap.to ? MIN(free.to, span.from) : free.to;
    }
    return free.from < free.to ? free : gap;
}

/* --- where Graphviz has it -------------------------------------------------------------------- */

static SvgPoint on_curve(const SvgPoint p[4], double t)
{
    double u = 1 - t, a = u * u * u, b = 3 * u * u * t, c = 3 * u * t * t, d = t * t * t;
    return (SvgPoint){a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
                      a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y};
}

/* Where the way passes there; NAN where it doesn't. */
static double passes(const Squares *s, const GArray *way, double at)
{
    const SvgPoint *p = (const SvgPoint *)(gconstpointer)way->data;
    SvgPoint before = p[0];
    for (guint i = 0; i + 3 < way->len; i += 3) {
        for (guint k = 1; k <= STEPS; k++) {
            SvgPoint now = on_curve(p + i, k / (double)STEPS);
            double a = s->down ? before.y : before.x, b = s->down ? now.y : now.x;
            double x = s->down ? before.x : before.y, y = s->down ? now.x : now.y;
            if (a != b && (a - at) * (b - at) <= 0) {
                return x + (y - x) * (at - a) / (b - a);
            }
            before = now;
        }
    }
    return NAN;
}

static gboolean is_clear(const Squares *s, guint layer, double at)
{
    double room = CLEAR * s->plan->size;
    Span in = layer_at(s, layer);
    for (guint i = 0; i < s->plan->items->len; i++) {
        const SvgItem *item = svg_plan_item(s->plan, i);
        Span span = across(s, item->to), its = along(s, item->to);
        if (item->role == SVG_ROLE_NODE && at > span.from - room && at < span.to + room &&
            its.from < in.to && its.to > in.from) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Where it passes the layers between; FALSE where a shape is there by now. */
static gboolean find_passes(const Squares *s, Line *line)
{
    double before = line->ports[0];
    for (guint i = line->layers[0] + 1; i < line->layers[1]; i++) {
        double at = passes(s, line->tie->way, middle(layer_at(s, i)));
        gboolean easy = fabs(at - before) < EASY * s->plan->size && is_clear(s, i, before);
        at = easy ? before : at;
        if (isnan(at) || !is_clear(s, i, at)) {
            return FALSE;
        }
        g_array_append_val(line->at, at);
        before = at;
    }
    return TRUE;
}

/* FALSE for what isn't known to go from layer to layer. */
static gboolean read_ends(const Squares *s, Line *line)
{
    const SvgTie *tie = line->tie;
    guint ends[2] = {tie->turned ? tie->to : tie->from, tie->turned ? tie->from : tie->to};
    if (!tie->way || tie->way->len < 4 || tie->ends[0] != tie->from || tie->ends[1] != tie->to ||
        !svg_item_is_block(svg_plan_item(s->plan, ends[0])) ||
        !svg_item_is_block(svg_plan_item(s->plan, ends[1]))) {
        return FALSE;
    }
    line->back = layer_of(s, ends[0], FALSE) > layer_of(s, ends[1], FALSE);
    for (guint i = 0; i < 2; i++) {
        line->items[i] = ends[line->back ? 1 - i : i];
        line->layers[i] = layer_of(s, line->items[i], i == 0);
    }
    return line->layers[0] < line->layers[1];
}

static void add_line(Squares *s, SvgTie *tie)
{
    Line line = {.tie = tie};
    if (!read_ends(s, &line)) {
        return;
    }
    for (guint i = 0; i < 2; i++) {
        const GArray *way = tie->way;
        SvgPoint end = g_array_index(way, SvgPoint, i != (guint)line.back ? way->len - 1 : 0);
        double at = passes(s, way, middle(gap_behind(s, line.layers[i] - i)));
        line.ports[i] = s->down ? end.x : end.y;
        line.order[i] = isnan(at) ? line.ports[i] : at;
    }
    line.at = g_array_new(FALSE, FALSE, sizeof(double));
    line.tracks = g_array_new(FALSE, FALSE, sizeof(double));
    g_array_append_val(s->lines, line);
}

/* --- places at shapes ------------------------------------------------------------------------- */

typedef struct {
    double at, next;
    guint line;
} Port;

static gint by_place(gconstpointer a, gconstpointer b)
{
    const Port *x = a, *y = b;
    if (x->at != y->at) {
        return x->at > y->at ? 1 : -1;
    }
    return (x->next > y->next) - (x->next < y->next);
}

/* Those that leave (0) or meet (1) the item, side by side in the order in which Graphviz has them.
 */
static void spread(const Squares *s, guint item, guint end)
{
    g_autoptr(GArray) ports = g_array_new(FALSE, FALSE, sizeof(Port));
    for (guint i = 0; i < s->lines->len; i++) {
        const Line *line = line_at(s, i);
        Port port = {line->order[end], line->order[1 - end], i};
        if (line->items[end] == item) {
            g_array_append_val(ports, port);
        }
    }
    g_array_sort(ports, by_place);
    Span side = across(s, svg_item_body(svg_plan_item(s->plan, item)));
    double pitch = MIN((side.to - side.from) / (ports->len + 1), PITCH * s->plan->size);
    for (guint i = 0; i < ports->len; i++) {
        Line *line = line_at(s, g_array_index(ports, Port, i).line);
        line->ports[end] = middle(side) + pitch * (i - (ports->len - 1) / 2.0);
        line->alone[end] = ports->len == 1;
    }
}

/* What is alone at a shape meets it where the line goes straight on, if it can. */
static void straighten(const Squares *s, Line *line)
{
    for (guint end = 0; end < 2; end++) {
        Span side = across(s, svg_item_body(svg_plan_item(s->plan, line->items[end])));
        double other = line->ports[1 - end], room = CLEAR * s->plan->size;
        if (line->alone[end] && other > side.from + room && other < side.to - room) {
            line->ports[end] = other;
            return;
        }
    }
}

static void spread_all(const Squares *s)
{
    for (guint i = 0; i < s->plan->items->len; i++) {
        if (svg_item_is_block(svg_plan_item(s->plan, i))) {
            spread(s, i, 0);
            spread(s, i, 1);
        }
    }
    for (guint i = 0; i < s->lines->len; i++) {
        straighten(s, line_at(s, i));
    }
}

/* --- tracks ----------------------------------------------------------------------------------- */

static gboolean covers(const Step *step, double at, double hair)
{
    return at > MIN(step->from, step->to) - hair && at < MAX(step->from, step->to) + hair;
}

/* How many more crossings there are with `a` before `b` than after it. */
static double cost(const Step *a, const Step *b, double hair)
{
    return covers(b, a->to, hair) + covers(a, b->from, hair) - covers(a, b->to, hair) -
           covers(b, a->from, hair);
}

static gboolean lie_over(const Step *a, const Step *b, double hair)
{
    return MIN(a->from, a->to) - hair < MAX(b->from, b->to) &&
           MIN(b->from, b->to) - hair < MAX(a->from, a->to);
}

static void place_step(GArray *steps, Step *step, double hair)
{
    step->placed = TRUE;
    step->track = 0;
    for (guint i = 0; i < steps->len; i++) {
        Step *other = &g_array_index(steps, Step, i);
        if (other->placed && other != step && lie_over(other, step, hair)) {
            step->track = MAX(step->track, other->track + 1);
        }
        other->score -= other->placed ? 0 : cost(other, step, hair);
    }
}

/* NULL where all are placed. */
static Step *next_step(GArray *steps)
{
    Step *best = NULL;
    for (guint i = 0; i < steps->len; i++) {
        Step *step = &g_array_index(steps, Step, i);
        best = !step->placed && (!best || step->score < best->score) ? step : best;
    }
    return best;
}

/* One after the other that which is crossed least by what comes later; how many tracks that takes.
 */
static guint place_steps(GArray *steps, double hair)
{
    guint n = 0;
    for (guint i = 0; i < steps->len; i++) {
        Step *step = &g_array_index(steps, Step, i);
        for (guint k = 0; k < steps->len; k++) {
            step->score += k == i ? 0 : cost(step, &g_array_index(steps, Step, k), hair);
        }
    }
    for (Step *best = next_step(steps); best; best = next_step(steps)) {
        place_step(steps, best, hair);
        n = MAX(n, best->track + 1);
    }
    return n;
}

/* Where the line is before (0) and after (1) the gap behind that layer. */
static double place_at(const Line *line, guint layer, guint side)
{
    guint first = line->layers[0], last = line->layers[1] - 1;
    if (side == 0) {
        return layer == first ? line->ports[0] : g_array_index(line->at, double, layer - first - 1);
    }
    return layer == last ? line->ports[1] : g_array_index(line->at, double, layer - first);
}

static void find_tracks(const Squares *s, guint layer)
{
    g_autoptr(GArray) steps = g_array_new(FALSE, FALSE, sizeof(Step));
    double hair = LEVEL * s->plan->size;
    Span gap = gap_behind(s, layer);
    for (guint i = 0; i < s->lines->len; i++) {
        const Line *line = line_at(s, i);
        if (layer >= line->layers[0] && layer < line->layers[1]) {
            Step step = {
                .line = i, .from = place_at(line, layer, 0), .to = place_at(line, layer, 1)};
            g_array_append_val(steps, step);
        }
    }
    guint n = place_steps(steps, hair);
    for (guint i = 0; i < steps->len; i++) {
        const Step *step = &g_array_index(steps, Step, i);
        double at = gap.from + (gap.to - gap.from) * (step->track + 1) / (n + 1);
        g_array_append_val(line_at(s, step->line)->tracks, at);
    }
}

/* --- the ways --------------------------------------------------------------------------------- */

static void add_corner(GArray *corners, SvgPoint at)
{
    g_array_append_val(corners, at);
}

static void write_way(const Squares *s, Line *line)
{
    GArray *corners = g_array_new(FALSE, FALSE, sizeof(SvgPoint));
    guint first = line->layers[0];
    double start = along(s, svg_plan_item(s->plan, line->items[0])->to).to;
    double end = along(s, svg_plan_item(s->plan, line->items[1])->to).from;
    add_corner(corners, point(s, line->ports[0], start));
    for (guint i = 0; i < line->tracks->len; i++) {
        double a = place_at(line, first + i, 0), b = place_at(line, first + i, 1);
        double at = g_array_index(line->tracks, double, i);
        if (a != b) {
            add_corner(corners, point(s, a, at));
            add_corner(corners, point(s, b, at));
        }
    }
    add_corner(corners, point(s, line->ports[1], end));
    for (guint i = 0; line->back && i < corners->len / 2; i++) {
        SvgPoint *a = &g_array_index(corners, SvgPoint, i);
        SvgPoint *b = &g_array_index(corners, SvgPoint, corners->len - 1 - i);
        SvgPoint kept = *a;
        *a = *b;
        *b = kept;
    }
    line->tie->corners = corners;
}

static void drop_blocked(Squares *s)
{
    for (guint i = s->lines->len; i-- > 0;) {
        Line *line = line_at(s, i);
        if (!find_passes(s, line)) {
            g_array_unref(line->at);
            g_array_unref(line->tracks);
            g_array_remove_index(s->lines, i);
        }
    }
}

static void square_part(Squares *s)
{
    s->layers = g_array_new(FALSE, FALSE, sizeof(Span));
    s->lines = g_array_new(FALSE, FALSE, sizeof(Line));
    find_layers(s);
    for (guint i = 0; i < s->plan->ties->len; i++) {
        SvgTie *tie = svg_plan_tie(s->plan, i);
        if (s->parts[tie->from] == s->part) {
            add_line(s, tie);
        }
    }
    spread_all(s);
    drop_blocked(s);
    for (guint i = 0; i + 1 < s->layers->len; i++) {
        find_tracks(s, i);
    }
    for (guint i = 0; i < s->lines->len; i++) {
        write_way(s, line_at(s, i));
        g_array_unref(line_at(s, i)->at);
        g_array_unref(line_at(s, i)->tracks);
    }
    g_array_unref(s->layers);
    g_array_unref(s->lines);
}

/* Each is named by its first item. */
static guint *find_parts(const SvgPlan *plan)
{
    guint *parts = g_new(guint, plan->items->len);
    for (guint i = 0; i < plan->items->len; i++) {
        parts[i] = i;
    }
    for (guint i = 0; i < plan->ties->len; i++) {
        const SvgTie *tie = svg_plan_tie(plan, i);
        guint a = MIN(parts[tie->from], parts[tie->to]), b = MAX(parts[tie->from], parts[tie->to]);
        for (guint k = 0; a != b && k < plan->items->len; k++) {
            parts[k] = parts[k] == b ? a : parts[k];
        }
    }
    return parts;
}

void svg_plan_square(SvgPlan *plan)
{
    guint *parts = find_parts(plan);
    Squares s = {
        .plan = plan, .parts = parts, .down = plan->way == SVG_WAY_DOWN || plan->way == SVG_WAY_UP};
    for (guint i = 0; i < plan->items->len; i++) {
        s.part = i;
        if (parts[i] == i && svg_plan_item(plan, i)->ended) {
            square_part(&s);
        }
    }
    g_free(parts);
}
