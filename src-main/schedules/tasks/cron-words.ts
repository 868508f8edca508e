import { plainCron } from '../times/cron-pattern.ts';

/** Says a pattern as a sentence; undefined if it has no words. */
export type CronWords = (cron: string) => string | undefined;

/** Loads the words, which takes a moment. */
export async function loadCronWords(): Promise<CronWords> {
  const { default: cronstrue } = await import('cronstrue');
  return (cron) => {
    try {
      return cronstrue.toString(plainCron(cron), { use24HourTimeFormat: true, verbose: false });
    } catch {
      return undefined;
    }
  };
}
