import { messageOf } from '#core/app-error';
import { sessionIfThere } from '#ledger';
import type { RetentionOptions } from '../ports.ts';

type CheckedRecords = Pick<RetentionOptions['ledger'], 'sessions' | 'session'>;

/** Sentences about incomplete records, whose missing part may refer to anything. */
export async function lostRecords(ledger: CheckedRecords): Promise<string[]> {
  const lost: string[] = [];
  for (const id of await ledger.sessions()) {
    const problem = await problemOf(id, ledger);
    // One that was deleted in the meantime lies whole in the trash.
    if (problem !== undefined && (await ledger.sessions()).includes(id)) lost.push(problem);
  }
  return lost;
}

async function problemOf(id: string, ledger: CheckedRecords): Promise<string | undefined> {
  try {
    const { cut, problem } = (await (await sessionIfThere(ledger, id))?.checkAnchor()) ?? {};
    if (cut) return `The record of the session ${id} has lost events, and it is not known what they referred to`;
    return problem === undefined ? undefined : `The count of the session ${id} ${problem}`;
  } catch (error) {
    return `The record of the session ${id} cannot be checked: ${messageOf(error)}`;
  }
}
