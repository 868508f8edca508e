/**
 * State of a shell that is carried to another one: the output of `declare`, `shopt`, `set`, `alias` and `umask`. Bytes,
 * one per character.
 */
export interface CarriedShellState {
  /** Four octal digits at most. */
  readonly umask: string;
  /** Names of the options of `set -o` that are on. */
  readonly options: ReadonlySet<string>;
  /** Names of the options of `shopt` that are on. */
  readonly shopts: ReadonlySet<string>;
  readonly variables: ReadonlyMap<string, ShellVariable>;
  readonly functions: ReadonlyMap<string, ShellFunction>;
  readonly aliases: ReadonlyMap<string, string>;
}

export interface ShellVariable {
  readonly kind: 'text' | 'list' | 'map';
  readonly isExported: boolean;
  /** Values by key; a plain text has the key `0`. Empty if the variable is declared without a value. */
  readonly values: ReadonlyMap<string, string>;
}

export interface ShellFunction {
  /** Output of `declare -f` for it. */
  readonly text: string;
  readonly isExported: boolean;
}

/** Change from one state to another; `undefined` removes. */
export interface StateChange {
  readonly umask: string | undefined;
  readonly options: ReadonlyMap<string, boolean>;
  readonly shopts: ReadonlyMap<string, boolean>;
  readonly variables: ReadonlyMap<string, ShellVariable | undefined>;
  readonly functions: ReadonlyMap<string, ShellFunction | undefined>;
  readonly aliases: ReadonlyMap<string, string | undefined>;
}

export function changeBetween(from: CarriedShellState, to: CarriedShellState): StateChange {
  return {
    umask: from.umask === to.umask ? undefined : to.umask,
    options: switchedNames(from.options, to.options),
    shopts: switchedNames(from.shopts, to.shopts),
    variables: changedEntries(from.variables, to.variables, isSameVariable),
    functions: changedEntries(
      from.functions,
      to.functions,
      (one, other) => one.text === other.text && one.isExported === other.isExported,
    ),
    aliases: changedEntries(from.aliases, to.aliases, (one, other) => one === other),
  };
}

export function isUnchanged({ umask, options, shopts, variables, functions, aliases }: StateChange): boolean {
  return umask === undefined && [options, shopts, variables, functions, aliases].every(({ size }) => size === 0);
}

/** Names of variables and functions that a change was to make and that are not so. */
export function unappliedNames({ variables, functions }: StateChange, state: CarriedShellState): string[] {
  const isSet = (name: string, wanted: ShellVariable | undefined) => {
    const found = state.variables.get(name);
    return wanted && found ? isSameVariable(wanted, found) : wanted === found;
  };
  return [
    ...[...variables].flatMap(([name, wanted]) => (isSet(name, wanted) ? [] : [name])),
    ...[...functions].flatMap(([name, wanted]) => (wanted?.text === state.functions.get(name)?.text ? [] : [name])),
  ];
}

function switchedNames(from: ReadonlySet<string>, to: ReadonlySet<string>): Map<string, boolean> {
  const names = new Set([...from, ...to]);
  return new Map([...names].flatMap((name) => (from.has(name) === to.has(name) ? [] : [[name, to.has(name)]])));
}

function changedEntries<T>(
  from: ReadonlyMap<string, T>,
  to: ReadonlyMap<string, T>,
  isSame: (one: T, other: T) => boolean,
): Map<string, T | undefined> {
  const found = new Map<string, T | undefined>();
  for (const name of from.keys()) if (!to.has(name)) found.set(name, undefined);
  for (const [name, value] of to) {
    const before = from.get(name);
    if (before === undefined || !isSame(before, value)) found.set(name, value);
  }
  return found;
}

export function isSameVariable(one: ShellVariable, other: ShellVariable): boolean {
  return (
    one.kind === other.kind &&
    one.isExported === other.isExported &&
    one.values.size === other.values.size &&
    [...one.values].every(([key, value]) => other.values.get(key) === value)
  );
}
