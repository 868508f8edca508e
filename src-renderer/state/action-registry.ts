import { type Chord, formatChord, isMac, isPlainControl, parseChord } from './chord.ts';

/** Action of a person: in the palette, and by key. */
export interface Action {
  /** Stable, dotted, such as `view.changes`; settings remap keys by it. */
  readonly id: string;
  readonly title: string;
  /** The heading it stands under in the palette. */
  readonly group: string;
  /** The chord unless remapped, such as `Mod+Shift+P`; several, the first of which is shown, are separated by a space. */
  readonly keys?: string;
  readonly enabled?: boolean;
  /** Keys only: `outside-terminals` leaves them to the terminal that has the focus. */
  readonly where?: 'everywhere' | 'outside-terminals' | 'in-terminals';
  run(): void;
}

type Keymap = Readonly<Record<string, string>>;

/** Every action that is registered now. Of two with one chord, the one registered last is meant. */
export class ActionRegistry {
  readonly #entries = new Map<object, readonly Action[]>();
  readonly #declared = new Map<object, readonly Action[]>();
  readonly #listeners = new Set<() => void>();
  readonly #onMac: boolean;
  #keymap: Keymap = {};
  #list: readonly Action[] | undefined;

  constructor(onMac = isMac) {
    this.#onMac = onMac;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    const entry = () => listener();
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  };

  /** `owner` may set its actions again and again; only a change of what is shown is announced. */
  set(owner: object, actions: readonly Action[]): void {
    const before = this.#entries.get(owner);
    this.#entries.set(owner, actions);
    this.#list = undefined;
    if (before === undefined || !sameShown(before, actions)) this.#announce();
  }

  /** Declares actions that exist until an action with the same id is set. */
  declare(owner: object, actions: readonly Action[]): void {
    this.#declared.set(owner, actions);
    this.#list = undefined;
    this.#announce();
  }

  /** Runs the action as soon as somebody has set it and it is enabled; what it waits for is forgotten after `patienceMs`. */
  runWhenSet(id: string, patienceMs = 10_000): void {
    const look = () => {
      const action = [...this.#entries.values()].flat().findLast((one) => one.id === id && one.enabled !== false);
      if (action === undefined) return;
      stop();
      action.run();
    };
    const unsubscribe = this.subscribe(look);
    const timer = setTimeout(() => stop(), patienceMs);
    const stop = () => {
      clearTimeout(timer);
      unsubscribe();
    };
    look();
  }

  delete(owner: object): void {
    if (!this.#entries.delete(owner) && !this.#declared.delete(owner)) return;
    this.#list = undefined;
    this.#announce();
  }

  setKeymap(keymap: Keymap): void {
    this.#keymap = keymap;
    this.#announce();
  }

  /** Each id once, in the order registered, and then what is only declared. */
  list(): readonly Action[] {
    if (this.#list === undefined) {
      const own = byId(this.#entries.values());
      const declared = [...byId(this.#declared.values()).values()].filter(({ id }) => !own.has(id));
      this.#list = [...own.values(), ...declared];
    }
    return this.#list;
  }

  chordsOf(action: Action): readonly Chord[] {
    const text = this.#keymap[action.id] ?? action.keys ?? '';
    return text.split(' ').flatMap((part) => parseChord(part, this.#onMac) ?? []);
  }

  /** The action's keys as they are to be shown: where plain Ctrl belongs to the shell, with the Shift that they take there. */
  keysOf(action: Action): readonly string[] {
    const takesShift = action.where === 'in-terminals' && !this.#onMac;
    return this.chordsOf(action).map((chord) =>
      formatChord(takesShift && isPlainControl(chord) ? { ...chord, shift: true } : chord, this.#onMac),
    );
  }

  /** Key to show for the action. */
  keyFor(id: string): string | undefined {
    const action = this.list().find((one) => one.id === id);
    return action && this.keysOf(action)[0];
  }

  #announce(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

function byId(actions: Iterable<readonly Action[]>): ReadonlyMap<string, Action> {
  return new Map([...actions].flat().map((action) => [action.id, action]));
}

function sameShown(one: readonly Action[], other: readonly Action[]): boolean {
  return (
    one.length === other.length &&
    one.every((action, index) => {
      const now = other[index];
      return (
        now !== undefined &&
        action.id === now.id &&
        action.title === now.title &&
        action.group === now.group &&
        action.keys === now.keys &&
        action.enabled === now.enabled
      );
    })
  );
}

/** Groups the actions under the headings of the palette, in the order in which the groups first occur. */
export function byGroup(actions: readonly Action[]): readonly (readonly [group: string, actions: readonly Action[]])[] {
  const groups = [...new Set(actions.map(({ group }) => group))];
  return groups.map((group) => [group, actions.filter((action) => action.group === group)]);
}
