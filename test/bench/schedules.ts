import type { Report } from './run.ts';
import { reportCrons, reportIdle, reportInbox } from './sockets/schedules.ts';

/** Tasks that run by the clock: what waiting costs, how fast their times and their inbox are there. */
export async function run(report: Report, parts: readonly string[]): Promise<void> {
  const isWanted = (part: string) => parts.length === 0 || parts.includes(part);
  if (isWanted('crons')) await reportCrons(report);
  if (isWanted('inbox')) await reportInbox(report);
  if (isWanted('idle')) await reportIdle(report);
}
