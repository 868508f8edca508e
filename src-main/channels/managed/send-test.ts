import { messageOf } from '#core/app-error';
import { type Messenger, ServiceFailure } from '../messenger/messenger.ts';

const TEST_TEXT = 'This is a test from Sigma Shell: messages of this channel arrive here.';

/** Sends a test to each of these people, also where others cannot be reached. @throws Error that names those, and why; ServiceFailure */
export async function sendTest(messenger: Messenger, people: readonly string[]): Promise<void> {
  const missed: string[] = [];
  for (const person of people) {
    try {
      await messenger.send(messenger.chatOf(person), { text: TEST_TEXT });
    } catch (error) {
      // The token and the way to the service are the same for all; without an answer each would take its time.
      if (error instanceof ServiceFailure && (error.kind === 'credentials' || error.kind === 'network')) throw error;
      missed.push(`${person} (${messageOf(error)})`);
    }
  }
  if (missed.length > 0) throw new Error(`The test did not reach ${missed.join(', ')}`);
}
