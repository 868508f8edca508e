import { AppError } from '#core/app-error';
import { raceAbort } from '#core/async/abort';
import { startGroup } from '#process/group';
import { readPaced } from '#process/paced-pipe';
import type { OpenContext } from '#tools';

/** Longest that an install or a build may take. */
const LIMIT_MS = 5 * 60_000;

export interface ProgramStep {
  /** Description of the step, for a person who waits. */
  readonly title: string;
  readonly argv: readonly [string, ...string[]] | readonly string[];
  readonly cwd: string;
  readonly limitMs?: number;
}

/** Runs one step of preparing a package to its end; its output goes where diagnostics go. @throws AppError that says how it failed */
export async function runProgramStep(
  { title, argv, cwd, limitMs = LIMIT_MS }: ProgramStep,
  { environment, onProgress, onStderr }: OpenContext,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const command = argv.join(' ');
  onProgress(`${title}: ${command}`);
  const [file = '', ...args] = process.platform === 'win32' ? ['cmd.exe', '/d', '/s', '/c', ...argv] : argv;
  await using group = await startGroup({ file, args, cwd, environment });
  let words = '';
  const hear = (text: string) => {
    words = (words + text).slice(-2000);
    onStderr(text);
  };
  readPaced(group.stdout, hear);
  readPaced(group.stderr, hear);
  const closed = Promise.all([group.stdout, group.stderr].map((pipe) => new Promise((end) => pipe.once('close', end))));
  const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  const exit = await raceAbort(group.exited, limit, () => undefined);
  if (signal.aborted) throw new AppError('CANCELLED', `${title} was stopped`);
  if (!exit) throw new AppError('TIMEOUT', `${title} took longer than ${limitMs / 60_000} minutes: ${command}`);
  if (exit.exitCode === 0) return;
  // What it said last is still on its way.
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 250))]);
  const how = exit.exitCode === undefined ? `ended by ${exit.signal ?? 'a signal'}` : `exit code ${exit.exitCode}`;
  throw new AppError('UNAVAILABLE', `${title} failed (${how}): ${command}`, {
    where: cwd,
    advice: words.trim() === '' ? undefined : `Its last words: ${words.trim().split('\n').slice(-8).join('\n')}`,
  });
}
