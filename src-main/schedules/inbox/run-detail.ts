import type { ScheduleRun, ScheduleRunDetail } from '#contract';
import type { TaskRecords, WaitingQuestions } from '../ports.ts';
import { TaskRunFacts } from './run-facts.ts';

/** Collects everything a page shows of a run from the record of its session; parts that were deleted are empty. */
export async function runDetail(
  run: ScheduleRun,
  records: TaskRecords,
  waiting: WaitingQuestions,
): Promise<ScheduleRunDetail> {
  const facts = new TaskRunFacts(run.id);
  if (run.session !== undefined) await readInto(facts, run.session, records);
  const isOpen = run.state === 'running' || run.state === 'waiting';
  const asked = waiting.value.filter(({ session }) => isOpen && session === run.session);
  return {
    ...run,
    answer: facts.answer || (run.state === 'running' ? '' : run.line),
    text: facts.text,
    refusals: facts.refusals,
    questions: asked.map(({ id }) => id),
  };
}

/** Its session may have been deleted. */
async function readInto(facts: TaskRunFacts, session: string, records: TaskRecords): Promise<void> {
  try {
    for await (const event of records.session(session)) facts.take(event);
  } catch {
    // What is known of it stands in the record of the workspace.
  }
}
