/**
 * Effect of a key while the focus is in the diff region: section 3 of the product description. `next`, `previous`,
 * `accept` and `reject` are about hunks, or about lines once the lines of a hunk were entered.
 */
export type ReviewCommand =
  | 'next'
  | 'previous'
  | 'enter-lines'
  | 'toggle'
  | 'comment'
  | 'next-file'
  | 'previous-file'
  | 'accept'
  | 'reject'
  | 'edit'
  | 'note'
  | 'leave';

const COMMANDS: Readonly<Record<string, ReviewCommand>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  ' ': 'toggle',
  l: 'enter-lines',
  c: 'comment',
  ArrowRight: 'next-file',
  ArrowLeft: 'previous-file',
  Enter: 'accept',
  x: 'reject',
  e: 'edit',
  n: 'note',
  Escape: 'leave',
};

interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly repeat?: boolean;
}

/**
 * The command of a key pressed on `target`, or undefined if the key belongs to what has the focus: text fields and
 * the editable side keep all, buttons keep Enter, toolbars keep the arrows. A key held down decides nothing twice.
 */
export function reviewCommand(pressed: PressedKey, target: Element): ReviewCommand | undefined {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey || pressed.shiftKey) return undefined;
  if (isTypingPlace(target)) return undefined;
  const command = COMMANDS[pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key];
  if (command === undefined || isTakenBy(target, pressed.key)) return undefined;
  const decides = command === 'accept' || command === 'reject' || command === 'toggle';
  return decides && pressed.repeat === true ? undefined : command;
}

/** A place to type: a field, Monaco's find bar, or its side that can be edited (`data-editable` is set on its container). */
export function isTypingPlace(target: Element): boolean {
  if (target.closest('.find-widget') !== null) return true;
  const isInMonacoText = target.closest('.monaco-editor') !== null && target.closest('.editor-widget') === null;
  if (isInMonacoText) return target.closest('[data-editable] .editor.modified') !== null;
  return target.closest('input, textarea, select, [contenteditable="true"]') !== null;
}

function isTakenBy(target: Element, key: string): boolean {
  if (key === 'Enter' || key === ' ')
    return target.closest('button, a, summary, [role="button"], [role="menuitem"]') !== null;
  return key.startsWith('Arrow') && target.closest('[role="toolbar"], [role="menu"], [role="radiogroup"]') !== null;
}
