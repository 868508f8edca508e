import { buffer } from 'node:stream/consumers';
import type { Program } from '#process/death-signal';
import { startGroup } from '#process/group';

export interface DefinitionsOptions {
  /** The bash that the functions are for. */
  readonly bash: string;
  readonly path: string;
  /** Puts it where it can change nothing. */
  readonly sandbox: (program: Program, cwd: string) => Program;
}

/** Longest text that is looked at, and all of them together, in bytes. */
const MAX_BYTES = 60_000;
const MAX_TOGETHER = 1_000_000;

const PRINT = `for _sigma_n; do \\builtin printf '%s\\0' "$_sigma_n"; \\builtin declare -f -- "$_sigma_n"; \\builtin printf '\\0'; done`;

/**
 * Texts that are nothing but the definition of a function, as bash prints them, by name; what is anything else is left out. Bash
 * takes functions from its environment without running anything, and refuses what goes on behind one; what it prints of them
 * must be read back as the same. Names must be none of bash's own.
 *
 * @param bodies from the brace on, by name; bytes, one a character
 */
export async function plainDefinitions(
  bodies: ReadonlyMap<string, string>,
  options: DefinitionsOptions,
): Promise<ReadonlyMap<string, string>> {
  const first = await printedDefinitions(bodies, options);
  const bodiesAgain = new Map([...first].flatMap(([name, text]) => entryIfDefined(name, functionBody(name, text))));
  const second = await printedDefinitions(bodiesAgain, options);
  return new Map([...first].filter(([name, text]) => second.get(name) === text));
}

/** The text of a function from its brace on; `undefined` for what `declare -f` does not print. */
export function functionBody(name: string, text: string): string | undefined {
  const head = `${name} () \n`;
  return text.startsWith(`${head}{`) ? text.slice(head.length) : undefined;
}

/** Entry of a map of functions; none for a function that has no body. */
export const entryIfDefined = (name: string, body: string | undefined): [string, string][] =>
  body === undefined ? [] : [[name, body]];

async function printedDefinitions(bodies: ReadonlyMap<string, string>, { bash, path, sandbox }: DefinitionsOptions) {
  const variables = Object.fromEntries(
    [...bodies].flatMap(([name, body]) => {
      const value = asText(`() ${body}`);
      return value === undefined || body.length > MAX_BYTES ? [] : [[`BASH_FUNC_${name}%%`, value]];
    }),
  );
  const bytes = Object.values(variables).reduce((sum, { length }) => sum + length, 0);
  const found = new Map<string, string>();
  if (bytes === 0 || bytes > MAX_TOGETHER) return found;
  await using group = await startGroup({
    ...sandbox({ file: bash, args: ['--noprofile', '--norc', '-c', PRINT, 'bash', ...bodies.keys()] }, '/'),
    cwd: '/',
    environment: { ...variables, PATH: path, LC_ALL: 'C.UTF-8' },
    diesWithHost: true,
  });
  group.stderr.resume();
  const [told] = await Promise.all([buffer(group.stdout), group.exited]);
  const fields = told.toString('latin1').split('\0');
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [name = '', text = ''] = fields.slice(at, at + 2);
    if (text !== '') found.set(name, text);
  }
  return found;
}

/** Variables are given as text; bytes that are none cannot be. */
function asText(bytes: string): string | undefined {
  const buffered = Buffer.from(bytes, 'latin1');
  const text = buffered.toString('utf8');
  return Buffer.from(text, 'utf8').equals(buffered) && !text.includes('\0') ? text : undefined;
}
