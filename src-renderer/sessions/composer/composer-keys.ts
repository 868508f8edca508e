/** Meaning of a key in the composer. */
export type ComposerKey =
  | 'submit'
  | 'stop'
  | 'abandon'
  | 'cycle'
  | 'complete'
  | 'permission'
  | 'older'
  | 'newer'
  | 'search'
  | 'toggle-tab'
  | 'list-next'
  | 'list-previous'
  | 'list-accept'
  | 'list-close';

export interface ComposerSituation {
  readonly isEmpty: boolean;
  /** Whether there is something that this mode can stop. */
  readonly isRunning: boolean;
  readonly isListOpen: boolean;
  readonly tabMovesFocus: boolean;
  /** Whether text is selected; then Ctrl+C copies. */
  readonly hasSelection: boolean;
}

export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'>;

const LIST_KEYS: Readonly<Record<string, ComposerKey>> = {
  ArrowDown: 'list-next',
  ArrowUp: 'list-previous',
  Enter: 'list-accept',
  Tab: 'list-accept',
  Escape: 'list-close',
};

/** Determines the meaning of a key; `undefined` if it belongs to the field, or to the app. */
export function composerKey(press: KeyPress, situation: ComposerSituation): ComposerKey | undefined {
  if (press.isComposing || press.metaKey || press.altKey) return undefined;
  if (press.ctrlKey) return press.shiftKey ? undefined : withControl(press.key.toLowerCase(), situation);
  if (situation.isListOpen && !press.shiftKey && LIST_KEYS[press.key]) return LIST_KEYS[press.key];
  if (press.shiftKey) return press.key === 'Tab' && !situation.tabMovesFocus ? 'permission' : undefined;
  return plainKeyAction(press.key, situation);
}

function withControl(key: string, { isEmpty, isRunning, hasSelection }: ComposerSituation): ComposerKey | undefined {
  if (key === 'r') return 'search';
  if (key === 'm') return 'toggle-tab';
  if (key !== 'c' || hasSelection) return undefined;
  if (!isEmpty) return 'abandon';
  return isRunning ? 'stop' : undefined;
}

function plainKeyAction(
  key: string,
  { isEmpty, isRunning, tabMovesFocus }: ComposerSituation,
): ComposerKey | undefined {
  switch (key) {
    case 'Enter':
      return 'submit';
    case 'Escape':
      return isRunning ? 'stop' : undefined;
    case 'Tab':
      if (tabMovesFocus) return undefined;
      return isEmpty ? 'cycle' : 'complete';
    case 'ArrowUp':
      return 'older';
    case 'ArrowDown':
      return 'newer';
    default:
      return undefined;
  }
}
