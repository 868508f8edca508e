import { realpath } from 'node:fs/promises';
import type { BoxStrength } from '#contract';
import type { Box, OpenBox } from '#execution';
import type { Program } from '#process/death-signal';
import type { SandboxedProgram } from '#process/sandbox/sandboxed-program';
import type { LineDefinitions } from '../../carried/client-lines.ts';
import { AdapterError, type CommandPlace, type RanInBox } from '../model.ts';

/** Path at which a shell in a box sees its pipes and the texts of its commands. */
export const SEEN_AT = '/dev/sigma';

/** The boxes that shells are shut into, and what is known of what may leave them. */
export interface BoxPorts {
  /** Explains why no box works on this machine, as a clause; `undefined` if one does. */
  readonly whyNone: () => Promise<string | undefined>;
  readonly open: OpenBox;
  /** Removes what a session's boxes had for themselves. */
  readonly remove: (session: string) => Promise<void>;
  /** Whether a variable rules which programs run, or what they do. */
  readonly isRuling: (name: string) => boolean;
  /** Finds the definitions in a line, by its text. */
  readonly definitions: (line: string) => Promise<LineDefinitions>;
}

export interface OpenedBox extends Box {
  readonly strength: BoxStrength;
  /** Key of everything that it covers, to be compared with a later one. */
  readonly key: string;
  /** The shell in it, as it is started in the workspace. */
  readonly shell: SandboxedProgram;
}

interface ShellBoxRequest {
  readonly session: string;
  readonly place: CommandPlace;
  readonly workspace: string;
  /** Folder with the pipes of the shell. */
  readonly pipes: string;
  readonly memoryBytes: number | undefined;
  /** Whether there is a limit of the disk. */
  readonly isHeld: boolean;
  /** Program to start in it. */
  readonly program: Program;
}

/** Place of a session's shell, unless something else is asked for. */
export const AT_HOME: CommandPlace = { runs: 'workspace' };

/**
 * Opens the box that a place asks for; `undefined` outside. @throws AdapterError spawn_failed if none works any more
 */
export async function openShellBox({ open }: BoxPorts, asked: ShellBoxRequest): Promise<OpenedBox | undefined> {
  const { session, place, workspace, pipes, memoryBytes, isHeld, program } = asked;
  const { runs, writes, isRewriting } = place;
  if (runs === 'none') return undefined;
  const shown = new Map([[SEEN_AT, pipes]]);
  const root = await realpath(workspace);
  const box = await open({ strength: runs, workspace: root, session, writes, isRewriting, memoryBytes, shown });
  if (!box) throw new AdapterError('spawn_failed', 'The box of the workspace does not work any more');
  const shell = box.sandbox(program, root, isHeld);
  return { ...box, strength: runs, shell, key: shell.args.filter((one) => one !== pipes).join('\0') };
}

/** Describes the box with a result. */
export function ranIn(box: OpenedBox | undefined): { readonly box?: RanInBox } {
  return box ? { box: { strength: box.strength, whyHeld: box.whyHeld } } : {};
}
