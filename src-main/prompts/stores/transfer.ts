import type { RecordProblem } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import type { PromptStore } from '../ports.ts';
import { KEY_START, KIND_FOLDERS, recordKindOf } from './key-path.ts';
import type { ReportedStore } from './reported-store.ts';

export interface TransferOptions {
  readonly from: ReportedStore;
  readonly to: PromptStore;
  /** Whether existing records are overwritten; otherwise they are kept. */
  readonly overwrites: boolean;
}

export interface TransferOutcome {
  readonly written: number;
  readonly kept: number;
  /** Records that could not be copied, and why. */
  readonly problems: readonly RecordProblem[];
}

/** Keys read at once: values may be large. */
const BATCH = 50;

/**
 * Copies the records of every kind from one store into another. Nothing is removed, and what is no JSON is left where it is.
 * @throws AppError UNAVAILABLE when a store cannot be reached; what was written until then stays
 */
export async function transferRecords(options: TransferOptions): Promise<TransferOutcome> {
  const outcome = { written: 0, kept: 0, problems: [] as RecordProblem[] };
  for (const folder of Object.keys(KIND_FOLDERS)) {
    const prefix = `${KEY_START}${folder}:`;
    const present = new Set(await options.to.scan(prefix));
    const keys = [...(await options.from.scan(prefix))].sort();
    for (let start = 0; start < keys.length; start += BATCH) {
      await copySome(keys.slice(start, start + BATCH), present, options, outcome);
    }
  }
  return outcome;
}

type TransferCounts = { written: number; kept: number; readonly problems: RecordProblem[] };

async function copySome(
  keys: readonly string[],
  present: ReadonlySet<string>,
  { from, to, overwrites }: TransferOptions,
  outcome: TransferCounts,
): Promise<void> {
  const wanted = keys.filter((key) => overwrites || !present.has(key));
  outcome.kept += keys.length - wanted.length;
  const values = await from.read(wanted);
  const before = overwrites ? await to.read(wanted.filter((key) => present.has(key))) : new Map<string, string>();
  for (const key of wanted) {
    const value = values.get(key);
    const problem = value === undefined ? missingKeyProblem(from, key) : valueProblem(value);
    if (value === undefined || problem !== undefined) outcome.problems.push(recordProblem(key, problem ?? ''));
    else if (before.get(key) === value) outcome.kept++;
    else await copyOne(to, key, value, outcome);
  }
}

async function copyOne(to: PromptStore, key: string, value: string, outcome: TransferCounts): Promise<void> {
  try {
    await to.write(key, value);
    outcome.written++;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (to.state.value.state !== 'ready') {
      const message = `After ${outcome.written} records: ${error.message}`;
      throw new AppError(error.code, message, error.detail, error);
    }
    outcome.problems.push(recordProblem(key, error.message));
  }
}

function missingKeyProblem(from: ReportedStore, key: string): string {
  const known = from.problems.value.find((one) => one.key === key && one.severity === 'error');
  return known?.message ?? 'It is gone by now';
}

function valueProblem(value: string): string | undefined {
  try {
    JSON.parse(value);
    return undefined;
  } catch (error) {
    return `It is no JSON and was not copied: ${messageOf(error)}`;
  }
}

function recordProblem(key: string, message: string): RecordProblem {
  return { kind: recordKindOf(key), key, severity: 'error', message };
}
