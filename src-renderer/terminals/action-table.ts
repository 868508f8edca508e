import type { ActionTable } from '../state/action-table.ts';
import { isMac } from '../state/chord.ts';

const group = 'Terminals';
const inTerminal = { group, where: 'in-terminals' } as const;

/** Actions on terminals, apart from the shells of this machine. */
export const terminalActions = {
  'terminal.new': { title: 'New terminal', group, keys: 'Mod+Shift+T' },
  'terminal.screen-reader': { title: 'Screen reader mode', group },
  'terminal.tab-moves-focus': { ...inTerminal, title: 'Tab moves the focus out of terminals', keys: 'Mod+Shift+M' },
  'terminal.copy': { ...inTerminal, title: 'Copy the selection', keys: 'Mod+C' },
  'terminal.paste': { title: 'Paste', group },
  'terminal.find': { title: 'Find in the terminal', group, keys: isMac ? 'Mod+F' : 'Mod+Shift+F Mod+F' },
  'terminal.clear': { ...inTerminal, title: 'Clear the terminal', keys: 'Mod+K' },
  'terminal.split-right': { title: 'Split right', group, keys: 'Mod+Shift+D' },
  'terminal.split-down': { title: 'Split down', group, keys: 'Mod+Shift+E' },
  'terminal.rename': { title: 'Rename the terminal', group },
  'terminal.restart': { title: 'Restart the shell that has ended', group },
  'terminal.close': { ...inTerminal, title: 'Close the terminal', keys: 'Mod+Shift+X' },
  'terminal.next-pane': { ...inTerminal, title: 'Go to the next pane', keys: 'Mod+Shift+ArrowRight' },
  'terminal.previous-pane': {
    ...inTerminal,
    title: 'Go to the previous pane',
    keys: 'Mod+Shift+ArrowLeft',
  },
  'terminal.next-tab': { ...inTerminal, title: 'Go to the next terminal tab', keys: 'Mod+Shift+PageDown' },
  'terminal.previous-tab': {
    ...inTerminal,
    title: 'Go to the previous terminal tab',
    keys: 'Mod+Shift+PageUp',
  },
  'terminal.leave': { ...inTerminal, title: 'Leave the terminal for its tab', keys: 'Mod+Shift+ArrowUp' },
} as const satisfies ActionTable;
