import { randomBytes } from 'node:crypto';

/** A new session's id: sorted by name, sessions stand in the order they were made. */
export function newSessionId(now: number): string {
  const [date, time] = new Date(now).toISOString().split('T');
  const seconds = time?.slice(0, 8).replaceAll(':', '') ?? '';
  return `${date?.replaceAll('-', '')}-${seconds}-${randomBytes(4).toString('hex')}`;
}
