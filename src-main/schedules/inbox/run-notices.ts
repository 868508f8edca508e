import type { RunEnd } from '../engine/run-end-record.ts';
import type { SchedulesOptions } from '../options.ts';

const ENDS = { failed: 'failed', 'over-budget': 'was ended at its budget', interrupted: 'was interrupted' };

/** Notices about runs, for a person who is not looking at Schedules. */
export class RunNotices {
  readonly #notify: SchedulesOptions['notify'];
  /** Callbacks that remove the notice of a waiting run. */
  readonly #waiting = new Map<string, () => void>();

  constructor(notify: SchedulesOptions['notify']) {
    this.#notify = notify;
  }

  tellWaiting(run: string, name = 'A task', question = 'It asks something'): void {
    this.#waiting.set(run, this.#notify('info', `${name} waits for you`, question));
  }

  /** Removes the notice of a run that no longer waits. */
  remove(run: string): void {
    this.#waiting.get(run)?.();
    this.#waiting.delete(run);
  }

  tellUnrecorded(name = 'a task', problem: string): void {
    this.#notify('warning', `The end of ${name} could not be recorded`, problem);
  }

  /** Tells an end that is not as it should be. */
  tellEnded(name: string, { run, state, line }: RunEnd): void {
    this.remove(run);
    if (state === 'failed' || state === 'over-budget') this.tellEnd(name, state, line);
  }

  tellEnd(name: string, state: keyof typeof ENDS, line: string): void {
    this.#notify('warning', `${name} ${ENDS[state]}`, line || 'The inbox of Schedules says more');
  }
}
