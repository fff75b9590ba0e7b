"""What a screen reader is told of a program's window: a line "ROLE<tab>STATES<tab>NAME" for each control, from the bus.

Run with the pid of the program. With --hear SECONDS also what is announced in that time, as "announcement<tab><tab>TEXT"."""
import sys

import gi
gi.require_version('Atspi', '2.0')
from gi.repository import Atspi, GLib  # noqa: E402

STATES = {Atspi.StateType.FOCUSABLE: 'focusable', Atspi.StateType.FOCUSED: 'focused', Atspi.StateType.SENSITIVE: 'sensitive'}


def walk(node, depth=0):
    if node is None or depth > 30:
        return
    states = node.get_state_set()
    if depth and not states.contains(Atspi.StateType.VISIBLE):
        return
    said = ','.join(name for state, name in STATES.items() if states.contains(state))
    print(f'{node.get_role_name()}\t{said}\t{node.get_name()}')
    for i in range(node.get_child_count()):
        walk(node.get_child_at_index(i), depth + 1)


def find(pid):
    desktop = Atspi.get_desktop(0)
    for i in range(desktop.get_child_count()):
        program = desktop.get_child_at_index(i)
        if program is not None and program.get_process_id() == pid:
            return program
    return None


def hear(seconds):
    listener = Atspi.EventListener.new(lambda event: print(f'announcement\t\t{event.any_data}', flush=True))
    listener.register('object:announcement')
    print('listening\t\t', flush=True)
    loop = GLib.MainLoop()
    GLib.timeout_add(int(seconds * 1000), loop.quit)
    loop.run()


if __name__ == '__main__':
    if len(sys.argv) > 2:
        hear(float(sys.argv[3]))
    else:
        walk(find(int(sys.argv[1])))
