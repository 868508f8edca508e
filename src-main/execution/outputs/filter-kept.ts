import type { FilteredOutput, LedgerEventData } from '#contract';
import { AppError } from '#core/app-error';
import type { Redactor } from '#core/secrets/redact';
import type { Ledger } from '#ledger';
import type { Sandbox } from '../runs/box.ts';
import { provenOutsideEnvironment, readOnlyBoxEnvironment } from '../runs/command-environment.ts';
import { runFilter } from '../runs/run-filter.ts';
import { exitStatus } from '../runs/run-split.ts';
import { findKeptOutput } from './kept-output.ts';

export interface FilterPorts {
  readonly ledger: Pick<Ledger, 'session' | 'content'>;
  /** Explains why a text does not consist of filter programs alone; `undefined` if it does. */
  readonly filterProblem: (filter: string) => string | undefined;
  /** Returns the sandbox for a workspace; `undefined` if none works. */
  readonly sandbox: (workspace: string) => Promise<Sandbox | undefined>;
  readonly environment: Readonly<Record<string, string>>;
  readonly redactor: Redactor;
}

export interface FilterRequest {
  readonly session: string;
  /** Id of a call, or of an event that has an output. */
  readonly id: string;
  readonly filter: string;
  /** Workspace in which it runs; filters name no files. */
  readonly workspace: string;
  readonly signal: AbortSignal;
}

type FilterRecord = Omit<LedgerEventData<'output.filtered'>, 'by'>;

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Runs filter programs on an output that is kept, in the sandbox where one works. Nothing is run again.
 *
 * @throws AppError NOT_FOUND if nothing is kept, INVALID_INPUT for what is no filter, UNAVAILABLE if not all of it can be read,
 * TIMEOUT, CANCELLED
 */
export async function filterKept(
  { ledger, filterProblem, sandbox, environment, redactor }: FilterPorts,
  { session, id, filter, workspace, signal }: FilterRequest,
): Promise<{ readonly shown: FilteredOutput; readonly recorded: FilterRecord }> {
  checkFilter(filterProblem(filter), filter);
  const kept = await findKeptOutput(await ledger.session(session), ledger.content, id);
  if (!kept) throw new AppError('NOT_FOUND', `No output of "${id}" is kept in this session`, { where: id });
  const inside = await sandbox(workspace);
  const ran = await runFilter({
    filter,
    input: kept.open(redactor),
    redactor,
    cwd: workspace,
    environment: inside ? readOnlyBoxEnvironment(environment, workspace) : provenOutsideEnvironment(environment),
    limits: { timeoutMs: TIMEOUT_MS, maxOutputBytes: MAX_BYTES },
    signal,
    sandbox: inside,
    isProven: inside !== undefined,
  });
  if (ran.stopReason === 'timeout') {
    throw new AppError('TIMEOUT', `The filter was stopped after ${TIMEOUT_MS / 1000} s`, { where: filter });
  }
  if (ran.stopReason === 'abort') throw new AppError('CANCELLED', 'The filter was stopped', { where: filter });
  if (ran.unread !== undefined) {
    throw new AppError('UNAVAILABLE', `The kept output cannot be read: ${ran.unread}`, { where: id });
  }
  const exitCode = exitStatus(ran);
  const { bytes, durationMs } = ran;
  const figures = { ...(exitCode !== undefined && { exitCode }), bytes, durationMs, savedMs: kept.durationMs };
  const tooMuch = ran.stopReason === 'output' ? [`Stopped at ${MAX_BYTES} bytes`] : [];
  const problem = [...tooMuch, ran.errorText.trim()].filter((text) => text !== '').join('\n');
  return {
    shown: {
      ...figures,
      text: ran.text,
      isCut: ran.isCut,
      ...(problem && { problem }),
      isSandboxed: inside !== undefined,
    },
    recorded: { ...figures, source: kept.source, filter },
  };
}

export function checkFilter(problem: string | undefined, filter: string): void {
  if (problem === undefined) return;
  throw new AppError('INVALID_INPUT', `"${filter}" is no filter: ${problem}`, {
    where: 'filter',
    advice: 'Use filter programs that read standard input, such as grep FAIL | head -5',
  });
}
