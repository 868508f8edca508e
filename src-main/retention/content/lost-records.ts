import { messageOf } from '#core/app-error';
import type { RetentionOptions } from '../ports.ts';

/** Sentences about incomplete records, whose missing part may refer to anything. */
export async function lostRecords(ledger: Pick<RetentionOptions['ledger'], 'sessions' | 'session'>): Promise<string[]> {
  const lost: string[] = [];
  for (const id of await ledger.sessions()) {
    try {
      const { cut, problem } = await (await ledger.session(id)).checkAnchor();
      if (cut) lost.push(`The record of the session ${id} has lost events, and it is not known what they referred to`);
      else if (problem !== undefined) lost.push(`The count of the session ${id} ${problem}`);
    } catch (error) {
      lost.push(`The record of the session ${id} cannot be checked: ${messageOf(error)}`);
    }
  }
  return lost;
}
