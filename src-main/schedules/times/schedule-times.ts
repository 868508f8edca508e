import { CronProblem } from './cron-field.ts';
import { type CronPattern, parseCron } from './cron-pattern.ts';
import { type MissedQuestion, type MissedTimes, missedRuns } from './missed.ts';
import { runsAfter } from './runs.ts';
import { TimeZone } from './time-zone.ts';

/** Reason why a schedule cannot be used: the part, and what is wrong as a sentence. */
export interface ScheduleProblem {
  readonly part: 'cron' | 'timezone';
  readonly message: string;
}

/** Times at which a task runs: a pattern in a time zone. */
export class ScheduleTimes {
  readonly #pattern: CronPattern;
  readonly #zone: TimeZone;

  constructor(pattern: CronPattern, zone: TimeZone) {
    this.#pattern = pattern;
    this.#zone = zone;
  }

  /** The next runs after this instant; fewer, or none, where it does not run so often. */
  next(after: number, count: number): readonly number[] {
    const runs: number[] = [];
    if (count <= 0) return runs;
    for (const run of runsAfter(this.#pattern, this.#zone, after)) {
      runs.push(run);
      if (runs.length >= count) break;
    }
    return runs;
  }

  missed(question: MissedQuestion): MissedTimes {
    return missedRuns(this.#pattern, this.#zone, question);
  }
}

/** Reads when a task runs; the machine's own zone if none is named. */
export function readTimes(cron: string, timezone?: string): ScheduleTimes | ScheduleProblem {
  const zone = TimeZone.find(timezone ?? localZone());
  try {
    const pattern = parseCron(cron);
    if (zone) return new ScheduleTimes(pattern, zone);
  } catch (error) {
    if (error instanceof CronProblem) return { part: 'cron', message: error.message };
    throw error;
  }
  return {
    part: 'timezone',
    message: `"${timezone}" is no name of the tz database; write one such as Europe/Berlin or UTC`,
  };
}

function localZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  // A machine may name a zone that is none, or none at all.
  return timeZone !== undefined && TimeZone.find(timeZone) ? timeZone : 'UTC';
}
