#!/usr/bin/env python3
"""Whether remedies.txt is so: remedies.py FOLDER-OF-TEST-PROGRAMS.

Every number is there once, and the test that it names is in the program, or the script in replay/."""
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
LAST = 73


def rows():
    for line in (HERE / 'remedies.txt').read_text(encoding='utf-8').splitlines():
        if line and not line.startswith('#'):
            number, kind, where = line.split(None, 2)
            yield int(number), kind, where


def tests(folder, program):
    if program == 'replay':
        return ['/runtime/' + path.stem for path in (HERE / 'replay').glob('*.txt')]
    return subprocess.run([folder / f'test-{program}', '-l'], stdout=subprocess.PIPE, text=True,
                          check=True).stdout.split()


def fault(folder, number, kind, where):
    if kind not in ('fairy', 'projects', 'none'):
        return f'{kind} is none of fairy, projects, none'
    if ' ' in where:
        return None if kind == 'none' else 'it concerns fairies, and has no test'
    if not any(re.match(f'/runtime/{number}-', path) for path in tests(folder, where)):
        return f'{where} has no test /runtime/{number}-…'
    return None


def main():
    folder, wrong = pathlib.Path(sys.argv[1]), []
    if [number for number, _, _ in rows()] != list(range(1, LAST + 1)):
        wrong.append(f'the numbers are 1 to {LAST}, each once, in order')
    for row in rows():
        found = fault(folder, *row)
        wrong += [f'{row[0]}: {found}'] if found else []
    print('\n'.join(wrong) or f'{LAST} remedies')
    sys.exit(bool(wrong))


if __name__ == '__main__':
    main()
