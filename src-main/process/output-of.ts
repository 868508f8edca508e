import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Program } from './death-signal.ts';

const run = promisify(execFile);

export interface BriefRun {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Ends the program when it aborts. */
  readonly signal: AbortSignal;
  /** Most that it may print. */
  readonly maxBytes: number;
}

/** Runs a short program of ours and returns its output; undefined if it fails, is ended or prints more than it may. */
export async function outputOf(
  { file, args }: Program,
  { cwd, environment, signal, maxBytes }: BriefRun,
): Promise<string | undefined> {
  try {
    const limits = { signal, maxBuffer: maxBytes, killSignal: 'SIGKILL' } as const;
    return (await run(file, [...args], { cwd, env: { ...environment }, ...limits })).stdout;
  } catch {
    return undefined;
  }
}
