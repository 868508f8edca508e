import type { SessionLedger } from '#ledger';
import type { SessionIndex } from './session-index.ts';
import { titleFrom } from './title.ts';

/** Names a session without a name of its own after its first message. */
export async function nameAfterMessage(index: SessionIndex, ledger: SessionLedger, text: string): Promise<void> {
  const { session } = ledger;
  const { messages } = await index.summary(session);
  const name = titleFrom(text);
  if ((await index.isNamed(session)) || messages > 1 || name === undefined) return;
  await ledger.append('session.renamed', { title: name });
}
