#!/usr/bin/env python3
"""Whether remedies.txt is so: remedies.py FOLDER-OF-TEST-PROGRAMS.

Every number is there once, and each test that is named is in its program, or the script in replay/ or cli/."""
import functools
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
LAST = 73
# What the reference says of projects, waiting, runs and money concerns several fairies, too: their test is named
# besides. No limit on shapes ends a run (48), and a price is one request's (71).
OF_PROJECTS = {6, *range(14, 22), *range(34, 50), *range(68, 74)} - {48, 71}
KINDS = {'fairy', 'projects'}


def parts():
    """The lines of each part of the file, by its name."""
    found, name = {}, None
    for line in (HERE / 'remedies.txt').read_text(encoding='utf-8').splitlines():
        if line.startswith('[') and line.endswith(']'):
            name = line[1:-1]
            found[name] = []
        elif line and not line.startswith('#'):
            found[name].append(line)
    return found


@functools.cache
def tests(folder, program):
    if program == 'replay':
        return ['/runtime/' + path.stem for path in (HERE / 'replay').glob('*.txt')]
    if program.startswith('cli/'):
        script = (HERE / f'{program}.sh').read_text(encoding='utf-8')
        return re.findall(r'^\s*check "([^"]*)"', script, re.MULTILINE)
    return subprocess.run([folder / f'test-{program}', '-l'], stdout=subprocess.PIPE, text=True,
                          check=True).stdout.split('\n')


def has(folder, program, start):
    return any(test.startswith(start) for test in tests(folder, program))


# --- faults ---------------------------------------------------------------------------------------

def faults_of(folder, number, rest):
    kind, where = rest.split(None, 1)
    if kind == 'none':
        return [] if number not in OF_PROJECTS else ['it concerns projects, and has no test']
    words = rest.split()
    named = dict(zip(words[::2], words[1::2]))
    if len(words) % 2 or not set(named) <= KINDS:
        return ['after the number stand "fairy PROGRAM", "projects PROGRAM" or both; or "none" and why']
    wrong = [f'{program} has no test /runtime/{number}-…' for program in named.values()
             if not has(folder, program, f'/runtime/{number}-')]
    if number in OF_PROJECTS and 'projects' not in named:
        wrong.append('it concerns several fairies, and has no test with them')
    return wrong


def check_faults(folder, lines):
    rows = [line.split(None, 1) for line in lines]
    if [int(number) for number, _ in rows] != list(range(1, LAST + 1)):
        yield f'the numbers are 1 to {LAST}, each once, in order'
    for number, rest in rows:
        for wrong in faults_of(folder, int(number), rest):
            yield f'{number}: {wrong}'


# --- tables, and what was seen to be missing ------------------------------------------------------

def check_tables(folder, lines):
    for line in lines:
        table, rows, program, prefix = line.split()
        for row in range(1, int(rows) + 1):
            if not has(folder, program, f'{prefix}{row:02}-'):
                yield f'{table}, row {row}: {program} has no test {prefix}{row:02}-…'


def check_missing(folder, lines):
    for line in lines:
        what, *places = [part.strip() for part in line.split('|')]
        for place in places or ['']:
            program, _, test = place.partition(' ')
            if not program or not test or test not in tests(folder, program):
                yield f'{what}: {program or "nothing"} has no test "{test}"'


CHECKS = {'faults': check_faults, 'tables': check_tables, 'seen to be missing': check_missing}


def main():
    folder, found = pathlib.Path(sys.argv[1]), parts()
    wrong = [] if list(found) == list(CHECKS) else [f'the parts are {", ".join(CHECKS)}, in order']
    for name, check in CHECKS.items():
        wrong += check(folder, found.get(name, []))
    print('\n'.join(wrong) or ', '.join(f'{len(lines)} of {name}' for name, lines in found.items()))
    sys.exit(bool(wrong))


if __name__ == '__main__':
    main()
