import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LedgerEventData } from '#contract';
import { messageOf } from '#core/app-error';
import type { Logger } from '#core/logger';
import type { Redactor } from '#core/secrets/redact';
import { whyProtected } from '#core/secrets/sensitive-paths';
import {
  changesSince,
  type InterruptedRun,
  keepRedacted,
  type Ledger,
  type RunJournal,
  type SessionLedger,
  type TreeChanges,
} from '#ledger';
import { endMarked } from '#process/end-marked';
import { TrimmedOutput } from '../runs/trim-output.ts';
import { type CommandRunFacts, readRunFacts } from './run-facts.ts';

export interface RecoveryOptions {
  readonly ledger: Ledger;
  readonly journal: RunJournal;
  readonly redactor: Redactor;
  /** See `watchTree`. */
  readonly excluded: readonly string[];
  /** See `watchTree`. */
  readonly indexFolder?: string;
  /** Folders of ours that hold nothing worth keeping once all is recovered. */
  readonly leftoverFolders: readonly string[];
  readonly log: Logger;
  /** Tells the person. */
  readonly onWarning: (text: string) => void;
  readonly signal: AbortSignal;
}

const INTERRUPTED =
  'Sigma Shell ended while this command ran. This was recorded when it started again: the output is what had come until then';
const CALL_INTERRUPTED = 'Sigma Shell ended during this call. This was recorded when it started again';
/** Paths that are named; the rest are counted. */
const MAX_NAMED = 10;
const SINCE = 'Found when Sigma Shell started again after it had ended during this call; others may have made it since';

/**
 * Recovers after a crash: ends what earlier commands left running, and records what they printed, and what all earlier
 * calls changed, as far as it can still be determined, so that it can be undone. Failures are repeated at the next
 * start. Never throws.
 */
export async function recoverRuns(options: RecoveryOptions): Promise<void> {
  const { journal, log, signal } = options;
  // At once: what comes later is this process's own.
  const leftovers = await Promise.all(options.leftoverFolders.map(pathsIn));
  const runs = await journal.interrupted();
  const left: InterruptedRun[] = [];
  for (const run of runs) {
    if (signal.aborted) return;
    try {
      if (!(await recover(run, options))) left.push(run);
    } catch (error) {
      left.push(run);
      if (!signal.aborted) log.error('command.recovery.failed', { session: run.session, error: messageOf(error) });
    }
  }
  const needed = new Set(left.flatMap((run) => run.spoolPath ?? []));
  await removeSpools(leftovers.flat(), needed);
}

/** Answers whether there is nothing more to do about it. */
async function recover(run: InterruptedRun, options: RecoveryOptions): Promise<boolean> {
  const { ledger, journal, redactor, log, onWarning } = options;
  const processes = run.marker === undefined ? 0 : await endMarked(run.marker);
  // One in the trash may come back.
  if (!(await ledger.sessions()).includes(run.session)) return false;
  const session = await ledger.session(run.session);
  const facts = await readRunFacts(session, run);
  if (facts) {
    const seen = await runChanges(run, options);
    const changes = seen.changes.filter(({ path }) => !facts.changed.has(path));
    // It may have been on its way to be forgotten.
    if (!facts.hasEnded || changes.length > 0 || processes > 0) {
      await append(session, { run, facts, processes, seen: { ...seen, changes } }, { ledger, redactor });
      log.warn('command.recovered', { session: run.session, changes: changes.length, processes });
      onWarning(recoverySummary(run, facts, { changes, processes }));
    }
  } else log.warn('command.recovery.unknown', { session: run.session, call: run.callId });
  await journal.end(run.id);
  if (run.spoolPath !== undefined) await rm(run.spoolPath, { force: true });
  return true;
}

async function runChanges(run: InterruptedRun, options: RecoveryOptions): Promise<TreeChanges> {
  const nothing = { changes: [], alongside: [] };
  if (!run.tree) return { ...nothing, notWatched: ['What it changed is not known: the workspace was not watched'] };
  try {
    const { ledger, journal, redactor, onWarning, leftoverFolders, ...watching } = options;
    return await changesSince({ saved: run.tree, content: ledger.content, ...watching });
  } catch (error) {
    if (options.signal.aborted) throw error;
    return { ...nothing, notWatched: [`What it changed cannot be told: ${messageOf(error)}`] };
  }
}

interface RecoveredRun {
  readonly run: InterruptedRun;
  readonly facts: CommandRunFacts;
  readonly processes: number;
  readonly seen: TreeChanges;
}

type KeepPorts = Pick<RecoveryOptions, 'ledger' | 'redactor'>;

async function append(session: SessionLedger, { run, facts, processes, seen }: RecoveredRun, keeping: KeepPorts) {
  const { called, hasEnded } = facts;
  const { callId, origin, by } = run;
  const links = { cause: called.id, turn: called.turn };
  if (!hasEnded && origin === 'program') await session.append('call.watched', callEndOf(run, seen), links);
  else if (!hasEnded) await session.append('command.ran', await commandEndOf(run, { facts, seen, ...keeping }), links);
  const made = { callId, origin, ...(by !== undefined && { by: [by] }), shared: SINCE };
  const changes = seen.changes.map((change) => ({ ...change, ...made }) as const);
  await Promise.all(changes.map((change) => session.append('file.changed', change, links)));
  const message = recoverySummary(run, facts, { changes, processes });
  await session.append('error.raised', { message }, links);
}

function callEndOf({ callId, tool, by }: InterruptedRun, { changes, notWatched }: TreeChanges) {
  return {
    callId,
    tool,
    changes: changes.length,
    notWatched: [...notWatched],
    interrupted: CALL_INTERRUPTED,
    ...(by !== undefined && { by }),
  };
}

async function commandEndOf(
  run: InterruptedRun,
  { facts, seen, ...keeping }: Pick<RecoveredRun, 'facts' | 'seen'> & KeepPorts,
): Promise<LedgerEventData<'command.ran'>> {
  const { command, cwd, shell } = facts;
  return {
    command,
    cwd,
    ...(shell !== undefined && { shell }),
    // A shell's limits are its adapter's; what they were is not known any more.
    limits: run.limits ?? { timeoutMs: 0, maxOutputBytes: 0 },
    ...(await recoverOutput(run, keeping)),
    stopReason: 'closed',
    notWatched: [...seen.notWatched],
    interrupted: INTERRUPTED,
  };
}

interface RunRemains {
  readonly changes: TreeChanges['changes'];
  readonly processes: number;
}

function recoverySummary(
  { origin, by }: InterruptedRun,
  { command, hasEnded }: CommandRunFacts,
  { changes, processes }: RunRemains,
) {
  const call = by === undefined ? command : `${command} (${by})`;
  const running = origin === 'program' ? 'a tool was called' : 'a command ran';
  const all = origin === 'program' ? 'a tool' : 'a command';
  return [
    hasEnded
      ? `Sigma Shell ended before all that ${all} had changed was recorded: ${call}`
      : `Sigma Shell ended while ${running}, which was interrupted: ${call}`,
    ...(processes > 0
      ? [`What it had started and still ran was ended (${plural(processes, 'process', 'processes')})`]
      : []),
    changes.length > 0
      ? `Changed since it began: ${plural(changes.length, 'file or folder', 'files and folders')}, which Undo can put back`
      : 'No watched file has changed since it began',
    ...protectedAmong(changes),
  ].join('. ');
}

/**
 * Describes changes of protected files. After a command they would be held back; here they stay, since a person may
 * have made them while the app was down.
 */
function protectedAmong(changes: TreeChanges['changes']): string[] {
  const found = changes.map(({ path }) => path).filter((path) => whyItRuns(path) !== undefined);
  if (found.length === 0) return [];
  const more = found.length > MAX_NAMED ? ` and ${found.length - MAX_NAMED} more` : '';
  const names = found.slice(0, MAX_NAMED).join(', ');
  return [
    `Look at these before anything runs them, as they run code by themselves or say what is run: ${names}${more}`,
  ];
}

/**
 * Explains why a path runs code. Without a workspace credentials are not considered, which a boxed command cannot have
 * written.
 */
const whyItRuns = (path: string) => whyProtected(path, path);

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

type RecoveredOutput = Pick<LedgerEventData<'command.ran'>, 'output' | 'outputBytes' | 'spool' | 'durationMs'>;

/** Its secrets were blanked as it was written, unless an earlier version wrote it. */
async function recoverOutput(
  { spoolPath, startedAt }: InterruptedRun,
  { ledger, redactor }: KeepPorts,
): Promise<RecoveredOutput> {
  const stats = spoolPath === undefined ? undefined : await stat(spoolPath).catch(() => undefined);
  if (!stats || spoolPath === undefined) return { output: '', outputBytes: 0, durationMs: 0 };
  const trimmed = new TrimmedOutput();
  const clean = redactor.textStream();
  for await (const text of createReadStream(spoolPath, 'utf8')) trimmed.add(clean.push(String(text)));
  trimmed.add(clean.end());
  const { hash, size } = await keepRedacted(spoolPath, ledger.content, redactor);
  return {
    output: trimmed.text(),
    outputBytes: stats.size,
    spool: { hash, bytes: size, complete: false, ...(clean.blanked > 0 && { redacted: clean.blanked }) },
    durationMs: Math.max(0, Math.round(stats.mtimeMs - startedAt)),
  };
}

async function pathsIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).map((name) => join(folder, name));
}

async function removeSpools(paths: readonly string[], needed: ReadonlySet<string>): Promise<void> {
  for (const path of paths) {
    if (!needed.has(path)) await rm(path, { force: true }).catch(() => {});
  }
}
