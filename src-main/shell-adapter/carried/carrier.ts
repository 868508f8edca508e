import { randomBytes } from 'node:crypto';
import type { ShellReport } from '../shells/process/shell-program.ts';
import { changeState, quotedBytes } from './change-state.ts';
import type { CarriedShellState, StateChange } from './shell-state.ts';
import { readState, tellState } from './tell-state.ts';

/** A shell between two commands. */
export interface CarryingShell {
  runBetween(text: string): Promise<{ readonly stdout: Buffer }>;
  last: Pick<ShellReport, 'exitCode' | 'hasAliases'>;
  readonly cwd: string;
}

/** Reads the state of the shell; `undefined` if it does not answer. */
export async function readShellState(shell: CarryingShell): Promise<CarriedShellState | undefined> {
  const token = randomBytes(16).toString('hex');
  const { stdout } = await shell.runBetween(tellState(token));
  return withAliases(readState(stdout, token), shell);
}

export interface CarriedState {
  readonly change: StateChange;
  /** State of the shell before. */
  readonly from: CarriedShellState;
  /** Folder to change to; the present one by default. */
  readonly cwd?: string | undefined;
  /** Functions are read with extended patterns: they are not of a shell that is trusted less. */
  readonly isTrusted: boolean;
}

/** Makes a change in a shell, and answers what it holds then; `undefined` if it does not tell. */
export async function changeShell(
  shell: CarryingShell,
  { change, from, cwd, isTrusted }: CarriedState,
): Promise<CarriedShellState | undefined> {
  const token = randomBytes(16).toString('hex');
  const extglob = change.shopts.get('extglob') ?? from.shopts.has('extglob');
  const move = cwd === undefined || cwd === shell.cwd ? [] : [`\\builtin cd -- ${quotedText(cwd)} || \\builtin :`];
  const text = [...move, changeState(change, extglob, isTrusted), tellState(token)].join('\n');
  const { stdout } = await shell.runBetween(text);
  const hasAliases = change.shopts.get('expand_aliases') ?? shell.last.hasAliases;
  shell.last = { ...shell.last, hasAliases };
  return withAliases(readState(stdout, token), shell);
}

const quotedText = (text: string): string => quotedBytes(Buffer.from(text, 'utf8').toString('latin1'));

/** The option is off while text of ours runs. */
function withAliases(state: CarriedShellState | undefined, { last }: CarryingShell): CarriedShellState | undefined {
  if (!state) return undefined;
  const shopts = new Set(state.shopts);
  if (last.hasAliases) shopts.add('expand_aliases');
  else shopts.delete('expand_aliases');
  return { ...state, shopts };
}
