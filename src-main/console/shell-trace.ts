import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { ShellTrace } from './shell-script.ts';

export interface ShellEnd {
  readonly cwd: string | undefined;
  /** Variables that the line itself set or changed. */
  readonly variables: Readonly<Record<string, string>>;
  /** Names of variables that the line took away. */
  readonly unset: readonly string[];
}

/** The shell's own, and the terminal's: no choice of the person. */
const NOT_TAKEN = /^(_|SHLVL|PWD|OLDPWD|TERM|COLORTERM|TERM_PROGRAM|COLUMNS|LINES|BASH_FUNC_.*|sigma_status)$/;
/** Age above which a trace belongs to no running command, in milliseconds. */
const OLD_MS = 7 * 24 * 3600 * 1000;
/** Size above which a file is not a person's set of variables, in bytes. */
const MAX_BYTES = 1_000_000;

/** Two empty files that only we can read: a shell writes its variables into them. */
export async function openShellTrace(folder: string): Promise<ShellTrace> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeOld(folder);
  const name = join(folder, `shell-${randomUUID()}`);
  const trace = { before: `${name}.before`, after: `${name}.after` };
  await Promise.all([trace.before, trace.after].map((path) => writeFile(path, '', { mode: 0o600, flag: 'wx' })));
  return trace;
}

/** Left by hosts that did not live to read them. */
async function removeOld(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /^shell-.*\.(before|after)$/.test(name));
  for (const name of names) {
    const state = await stat(join(folder, name)).catch(() => undefined);
    if (state && Date.now() - state.mtimeMs > OLD_MS) await rm(join(folder, name), { force: true });
  }
}

/** Reads and removes a shell's trace; empty if it was killed or replaced itself. */
export async function closeShellTrace(trace: ShellTrace): Promise<ShellEnd> {
  const [before, after] = await Promise.all(
    [trace.before, trace.after].map((path) => readFile(path, 'utf8').catch(() => '')),
  );
  await Promise.all([trace.before, trace.after].map((path) => rm(path, { force: true })));
  if (!before || !after || after.length > MAX_BYTES) return { cwd: undefined, variables: {}, unset: [] };
  const cwd = after.slice(0, after.indexOf('\0'));
  const old = variablesIn(before);
  const told = variablesIn(after.slice(cwd.length + 1));
  const changed = [...told].filter(([name, value]) => !NOT_TAKEN.test(name) && old.get(name) !== value);
  // A line that lost its PATH, or the room on the disk, tells of none or of some.
  const isWhole = told.size > 0 && after.endsWith('\0');
  const unset = isWhole ? [...old.keys()].filter((name) => !NOT_TAKEN.test(name) && !told.has(name)) : [];
  return { cwd: isAbsolute(cwd) ? cwd : undefined, variables: Object.fromEntries(changed), unset };
}

function variablesIn(text: string): ReadonlyMap<string, string> {
  const entries = text.split('\0').flatMap((entry): [string, string][] => {
    const at = entry.indexOf('=');
    return at > 0 ? [[entry.slice(0, at), entry.slice(at + 1)]] : [];
  });
  return new Map(entries);
}
