import type { MissedPolicy } from '../../src-main/contract/index.ts';
import { readTimes, ScheduleTimes } from '../../src-main/schedules/times/schedule-times.ts';
import { type Case, comparing } from './compare-cases.ts';
import type { Suite } from './run-suite.ts';

interface Input {
  readonly cron: string;
  readonly timezone: string;
  readonly after?: string;
  readonly count?: number;
  readonly lastRun?: string | null;
  readonly now?: string;
  readonly policy?: MissedPolicy;
  readonly max?: number;
}

/** Suite about when a pattern runs in its zone, and what it missed; keys that a case does not name are not compared. */
export const scheduleTimes: Suite = (cases, say) =>
  answering(Array.isArray(cases) ? (cases as readonly Case[]).map(onlyWanted) : cases, say);

const answering = comparing((given) => {
  const { cron, timezone, after, count, lastRun, now, policy = 'skip', max } = given as Input;
  const times = readTimes(cron, timezone);
  if (!(times instanceof ScheduleTimes)) return { error: times.part };
  if (after !== undefined) return times.next(Date.parse(after), count ?? 1).map(written);
  const last = lastRun === null || lastRun === undefined ? undefined : Date.parse(lastRun);
  const { missed, due } = times.missed({ lastRun: last, now: Date.parse(now ?? ''), policy, max });
  return { missed: missed.map(written), due: due.map(written) };
});

const onlyWanted = ({ name, input, expected, recommended = expected }: Case): Case => ({
  name,
  input,
  expected,
  recommended,
});

const written = (instant: number) => new Date(instant).toISOString();
