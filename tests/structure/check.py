#!/usr/bin/env python3
"""Whether the code keeps to its floors and its measure: check.py BUILD (a folder that cmake has built).

Floors. A file depends on another where its object uses a symbol that the other's defines (nm), and where it includes the
other's header. The folders must sort: no folder may depend on one that depends on it, by whatever way; files may stand in circles of
FILE_CIRCLE at most. What nm can't see are function pointers: each that a header of core
declares has a line in callbacks.txt, which says why the call is allowed to go upwards.

Measure. No function is longer than LONGEST lines, nine of ten have NINTH at most; no .c file has more than FILE lines, but for
those that large.txt lists, which may not grow; no line of prose, in comments or Markdown, is wider than WIDTH (core/prompt/text/
has no prose of ours: it is sent to models as it stands).

A line for each thing that is wrong; exit 1 if there is any."""
import collections
import graphlib
import os
import pathlib
import re
import subprocess
import sys

LONGEST, NINTH, FILE, WIDTH, FILE_CIRCLE = 60, 21, 500, 120, 5
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
wrong = []


def complain(text):
    wrong.append(text)


def listed(name):
    """The lines of a list beside this file: first word → the rest."""
    lines = (HERE / name).read_text(encoding='utf-8').splitlines()
    return dict(line.split(None, 1) for line in lines if line.strip() and not line.startswith('#'))


def tracked(*patterns):
    done = subprocess.run(['git', 'ls-files', '--', *patterns], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return [ROOT / line for line in done.stdout.splitlines() if (ROOT / line).exists()]
    return [path for pattern in patterns for path in ROOT.rglob(pathlib.Path(pattern).name) if 'build' not in path.parts]


# --- who depends on whom ------------------------------------------------------------------------------------------------------


def symbols(build, layer):
    """symbol → the source that defines it, source → symbols it uses."""
    defined, used = {}, collections.defaultdict(set)
    target = re.compile(r'/CMakeFiles/[^/]+\.dir/(.*\.c)\.o$')
    for path in sorted((build / layer).rglob('*.c.o')):
        source = target.search(str(path)).group(1)
        if not (ROOT / layer / source).exists():
            continue  # what was built of a file that is gone
        for line in subprocess.run(['nm', path], capture_output=True, text=True, check=True).stdout.splitlines():
            *_, kind, name = line.split()
            if kind in 'TDBRVW':
                defined[name] = source
            elif kind == 'U':
                used[source].add(name)
    return defined, used


def folder(source):
    return source.split('/')[0]


def homes(layer, defined):
    """public header → its folder: that which defines most of what it declares."""
    out = {}
    for path in (ROOT / layer / 'include').rglob('*.h'):
        text = re.sub(r'/\*.*?\*/', '', path.read_text(encoding='utf-8'), flags=re.S)
        names = [defined[name] for name in re.findall(r'\b(\w+)\s*(?:\(|\[|;)', text) if name in defined]
        if names:
            out[path.name] = collections.Counter(map(folder, names)).most_common(1)[0][0]
    return out


def graph(build, layer):
    """source → sources, and folder → folders: each with an example of why."""
    defined, used = symbols(build, layer)
    if not defined:
        sys.exit(f'check.py: {build} has no objects of {layer}/; build it first')
    files, folders = collections.defaultdict(dict), collections.defaultdict(dict)
    for source, names in used.items():
        for name in names & defined.keys():
            if defined[name] != source:
                files[source].setdefault(defined[name], name)
                if folder(defined[name]) != folder(source):
                    folders[folder(source)].setdefault(folder(defined[name]), f'{source} uses {name}')
    public = homes(layer, defined)
    for path in tracked(f'{layer}/*.c', f'{layer}/*.h'):
        rest = path.relative_to(ROOT / layer).as_posix()
        own = public.get(path.name) if rest.startswith('include/') else folder(rest)
        for kind, name in re.findall(r'^#include (["<])([\w./-]+)[">]', path.read_text(encoding='utf-8'), flags=re.M):
            other = public.get(name.split('/')[-1]) if kind == '<' and name.startswith('fairy/' if layer == 'core' else 'svg/') \
                else folder(name) if kind == '"' and '/' in name and not name.startswith('..') else None
            if own and other and own != other and (ROOT / layer / other).is_dir():
                folders[own].setdefault(other, f'{rest} includes {name}')
    return files, folders


def circles(edges):
    """The sets of two and more that reach one another (Tarjan)."""
    index, low, stack, out = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in edges.get(node, ()):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            found = stack[stack.index(node):]
            del stack[stack.index(node):]
            if len(found) > 1:
                out.append(sorted(found))

    sys.setrecursionlimit(10000)
    for node in sorted(edges):
        if node not in index:
            visit(node)
    return out


def check_layer(build, layer):
    files, folders = graph(build, layer)
    found = circles(folders)
    for circle in found:
        ways = [f'{a} → {b} ({folders[a][b]})' for a in circle for b in circle if b in folders[a]]
        complain(f'{layer}/: {", ".join(circle)} depend on one another: {"; ".join(ways)}')
    if not found:
        order = graphlib.TopologicalSorter({a: list(b) for a, b in folders.items()}).static_order()
        print(f'{layer}/: ' + ' → '.join(order))
    for circle in circles(files):
        if len(circle) > FILE_CIRCLE:
            complain(f'{layer}/: {len(circle)} files call one another in a circle: {", ".join(circle)}')


def check_floors(build):
    for layer in ('svg', 'core'):
        check_layer(build, layer)


def pointers(path):
    """What a header declares by which others are called: typedefs of functions, and structs that have such members."""
    text = re.sub(r'/\*.*?\*/', '', path.read_text(encoding='utf-8'), flags=re.S)
    pointer = r'\(\*(?:const )?(\w+)\)\('
    structs = re.findall(r'^typedef struct \w*\s*\{(.*?)^\} (\w+);', text, flags=re.M | re.S)
    structs += [(body, name) for name, body in re.findall(r'^struct _(\w+) \{(.*?)^\};', text, flags=re.M | re.S)]
    yield from (name for body, name in structs if re.search(pointer, body))
    yield from re.findall(r'^typedef [^{};]*?' + pointer, text, flags=re.M)


def check_callbacks():
    known, found = listed('callbacks.txt'), {name for path in tracked('core/*.h') for name in pointers(path)}
    for name in sorted(found - known.keys()):
        complain(f'{name} is or has a function pointer without a line in callbacks.txt: say who calls whom by it, and why')
    for name in sorted(known.keys() - found):
        complain(f'callbacks.txt has {name}, which no header of core declares')


# --- how long, how wide -------------------------------------------------------------------------------------------------------


def functions(path):
    """(name, lines) of those that are defined, laid out as clang-format does."""
    name, begin = None, 0
    for number, line in enumerate(path.read_text(encoding='utf-8').splitlines(), 1):
        called = re.match(r'[A-Za-z_].*?(\w+)\(', line)
        if called:
            name = called.group(1)
        elif line == '{':
            begin = number
        elif line == '}' and begin:
            yield name, number - begin + 1
            begin = 0


def check_lengths():
    lengths, large = [], {name: int(lines) for name, lines in listed('large.txt').items()}
    for path in tracked('svg/*.c', 'core/*.c', 'plugin/*.c'):
        name = path.relative_to(ROOT).as_posix()
        for function, length in functions(path):
            lengths.append(length)
            if length > LONGEST:
                complain(f'{name}: {function}() has {length} lines; {LONGEST} is the most')
        lines = len(path.read_text(encoding='utf-8').splitlines())
        if lines > large.get(name, FILE):
            complain(f'{name} has {lines} lines; {large.get(name, FILE)} is the most: is it two things?')
        large.pop(name, None)
    for name in large:
        complain(f'large.txt has {name}, which is gone')
    ninth = sorted(lengths)[len(lengths) * 9 // 10]
    if ninth > NINTH:
        complain(f'one function of ten has more than {ninth - 1} lines; {NINTH} is the most')
    print(f'{len(lengths)} functions: the median has {sorted(lengths)[len(lengths) // 2]} lines, the 90th of a hundred {ninth}, '
          f'the longest {max(lengths)}')


def prose(path):
    """(number, line) of what people read as sentences: not code, tables, or what can't be broken."""
    code = False
    for number, line in enumerate(path.read_text(encoding='utf-8').splitlines(), 1):
        if path.suffix == '.md':
            code = code != line.lstrip().startswith('```')
            if not code and not line.lstrip().startswith(('|', '```', '    ')) and ' ' in line.strip():
                yield number, line
        elif re.match(r'\s*(/?\*|//)', line):
            yield number, line


def check_widths():
    for path in tracked('*.md', '*.c', '*.h', '*.def', ':!core/prompt/text'):
        for number, line in prose(path):
            if len(line) > WIDTH:
                complain(f'{path.relative_to(ROOT)}:{number}: {len(line)} characters wide; {WIDTH} is the most')


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    check_floors(pathlib.Path(sys.argv[1]).resolve())
    check_callbacks()
    check_lengths()
    check_widths()
    for line in wrong:
        print(line, file=sys.stderr)
    sys.exit(bool(wrong))


main()
