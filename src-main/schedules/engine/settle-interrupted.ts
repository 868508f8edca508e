import type { LedgerEventData, ScheduleRun } from '#contract';
import { messageOf } from '#core/app-error';
import type { Logger } from '#core/logger';
import { TaskRunFacts } from '../inbox/run-facts.ts';
import type { RunLog } from '../inbox/run-log.ts';
import type { ChatPort, RunBranches, TaskRecords } from '../ports.ts';
import { endBranch } from './end-branch.ts';
import { type OnUnrecorded, recordRunEnd, runEndRecord } from './run-end-record.ts';

const WHY = 'Sigma Shell ended while it ran; what it did until then stays, and can be undone';
const STATES = { done: 'done', failed: 'failed', refused: 'failed', cancelled: 'interrupted' } as const;

interface SettleOptions {
  readonly log: RunLog;
  readonly chat: ChatPort;
  readonly records: TaskRecords;
  readonly branches: Pick<RunBranches, 'end'>;
  readonly onUnrecorded: OnUnrecorded;
  readonly logger: Logger;
}

/** Tells of the runs that the app did not see to their end, when it starts again. Resolves with those. */
export async function settleInterrupted(settling: SettleOptions): Promise<readonly ScheduleRun[]> {
  const { log, logger } = settling;
  const open = [...log.runs].filter(({ state }) => state === 'running' || state === 'waiting');
  for (const run of open) {
    try {
      await settle(run, settling);
    } catch (error) {
      logger.error('schedules.unsettled', { run: run.id, error: messageOf(error) });
    }
  }
  return open.map(({ id }) => log.run(id)).flatMap((run) => (run?.state === 'interrupted' ? run : []));
}

async function settle(run: ScheduleRun, { log, chat, records, branches, onUnrecorded }: SettleOptions): Promise<void> {
  const facts = new TaskRunFacts(run.id);
  const { session } = run;
  const before = log.before.get(run.id);
  if (session !== undefined) {
    try {
      for await (const event of records.session(session)) facts.take(event);
    } catch {
      // It was deleted; the run is told as it is known.
    }
    // What still waits would run without anybody who follows it.
    if (facts.message !== undefined && facts.turn === undefined) {
      await chat.withdraw(session, facts.message, { by: 'app', reason: WHY }).catch(() => {});
    }
    if (before) await chat.attend(session, before).catch(() => {});
  }
  const id = { workspace: run.workspace, folder: run.folder, run: run.id };
  const ended = await runEndRecord(id, facts, interruptedEnd(facts), { session, records });
  await recordRunEnd(ended, { records, onUnrecorded });
  await endBranch(branches, run.branch?.id, ended);
}

/** A turn may have ended just before the app did. */
function interruptedEnd(facts: TaskRunFacts): Pick<LedgerEventData<'schedule.ended'>, 'state' | 'line'> {
  const state = facts.outcome === undefined ? 'interrupted' : STATES[facts.outcome];
  return state === 'interrupted' ? { state, line: WHY } : { state, line: facts.line };
}
