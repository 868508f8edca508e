import type { ShellFunction, ShellVariable, StateChange } from './shell-state.ts';

/** A value that bash reads as these bytes, whatever they are: no character in it means anything. */
export function quotedBytes(bytes: string): string {
  const escaped = bytes.replaceAll(
    /[^A-Za-z0-9_./:=@%+,-]/g,
    (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
  return `$'${escaped}'`;
}

/** Options that cannot be changed in a running shell, are our own doing, or would end it. */
const NOT_SET = new Set(
  `expand_aliases extdebug interactive_comments login_shell restricted_shell interactive posix history histexpand monitor noexec
  onecmd privileged emacs vi notify ignoreeof`.split(/\s+/),
);

/**
 * Text for bash that makes a change in a shell, in ASCII. Names must have been looked at; functions are text that is run, so
 * those of a shell that is trusted less must be nothing but a definition (`definitions.ts`).
 *
 * @param extglob whether the shell has that option in the end; functions are read with or without it, as `isExtended` says
 */
export function changeState(change: StateChange, extglob: boolean, isExtended: boolean): string {
  const functions = [...change.functions].map(([name, made]) => functionLine(name, made));
  const settable = (all: ReadonlyMap<string, boolean>) => [...all].filter(([name]) => !NOT_SET.has(name));
  const lines = [
    ...[...change.variables].flatMap(([name, variable]) => variableLines(name, variable)),
    ...(functions.length === 0 ? [] : [shopt('extglob', isExtended), ...functions, shopt('extglob', extglob)]),
    ...[...change.aliases].map(([name, value]) =>
      value === undefined
        ? `\\builtin unalias -- ${quotedBytes(name)}`
        : `\\builtin alias -- ${quotedBytes(name)}=${quotedBytes(value)}`,
    ),
    ...(change.umask === undefined ? [] : [`\\builtin umask ${change.umask}`]),
    ...settable(change.shopts).map(([name, isOn]) => shopt(name, isOn)),
    ...settable(change.options).map(([name, isOn]) => `\\builtin set ${isOn ? '-' : '+'}o ${name}`),
  ];
  return `{ ${[...lines, '\\builtin :'].join('\n')}; } || \\builtin :`;
}

const shopt = (name: string, isOn: boolean) => `\\builtin shopt -${isOn ? 's' : 'u'} ${name}`;

function functionLine(name: string, made: ShellFunction | undefined): string {
  if (made === undefined) return `\\builtin unset -f ${quotedBytes(name)}`;
  const exporting = made.isExported ? ` && \\builtin declare -fx ${quotedBytes(name)}` : '';
  return `\\builtin eval ${quotedBytes(made.text)}${exporting}`;
}

function variableLines(name: string, variable: ShellVariable | undefined): string[] {
  const unset = `\\builtin unset -v ${name}`;
  if (variable === undefined) return [unset];
  const { kind, isExported, values } = variable;
  const flags = `-${`${KINDS[kind]}${isExported ? 'x' : ''}` || '-'}`;
  if (values.size === 0) return [unset, `\\builtin declare ${flags} ${name}`];
  if (kind === 'text') return [unset, `\\builtin declare ${flags} ${name}=${quotedBytes(values.get('0') ?? '')}`];
  const words = [...values].map(([key, value]) =>
    kind === 'map' ? `${quotedBytes(key)} ${quotedBytes(value)}` : `[${Number(key)}]=${quotedBytes(value)}`,
  );
  return [unset, `\\builtin declare ${flags} ${name}`, `${name}=(${words.join(' ')})`];
}

const KINDS = { text: '', list: 'a', map: 'A' } as const;
