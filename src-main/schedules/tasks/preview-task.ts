import type { TaskSource } from '../ports.ts';
import { loadCronWords } from './cron-words.ts';
import { timesOf } from './plans.ts';

/** Times at which a task would run. */
export interface TaskPreview {
  /** Schedule in words. */
  readonly cronWords: string | undefined;
  /** Next times in order, in Unix milliseconds. */
  readonly nextRuns: readonly number[];
  /** Reason why it cannot run, as a sentence. */
  readonly problem: string | undefined;
}

/** Says when a task that is not known would run next, so many times, counted from an instant. */
export async function previewTask(
  task: Pick<TaskSource, 'settings' | 'lines' | 'problem'>,
  now: number,
  runs: number,
): Promise<TaskPreview> {
  const { times, problem } = timesOf(task, now);
  const { cron } = task.settings;
  const words = times && cron !== undefined ? (await loadCronWords())(cron) : undefined;
  return { cronWords: words, nextRuns: times?.next(now, runs) ?? [], problem };
}
