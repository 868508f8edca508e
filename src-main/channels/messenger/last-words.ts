import { raceAbort } from '#core/async/abort';
import type { IncomingEvent, Messenger } from './messenger.ts';

/** Longest that the end of a channel waits to say it, in milliseconds. */
const TELL_MS = 2000;

/**
 * Tells a person that what they sent was not taken, because the channel ended. Answers whether it was said in time. Never
 * rejects.
 */
export async function tellNotTaken(event: IncomingEvent, send: Messenger['send']): Promise<boolean> {
  const telling =
    event.kind === 'press'
      ? event.reply('It was not answered, because the channel ended.')
      : send(event.chat, { text: 'Your message was not taken, because the channel ended: send it again later.' });
  return await isSaidInTime(telling);
}

/** Tells a person where the answer is that they wait for, because the channel ended. Answers whether it was said in time. Never rejects. */
export async function tellAnswerElsewhere(chat: string, send: Messenger['send']): Promise<boolean> {
  const text = 'The channel ended before the answer was here: look for it in Sigma Shell.';
  return await isSaidInTime(send(chat, { text }));
}

async function isSaidInTime(telling: Promise<unknown>): Promise<boolean> {
  const told = telling.then(
    () => true,
    () => false,
  );
  return await raceAbort(told, AbortSignal.timeout(TELL_MS), () => false);
}
