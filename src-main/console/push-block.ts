import { AppError } from '#core/app-error';
import { knownEvent } from '#ledger';
import { commandText } from './command-text.ts';
import type { ChatPort } from './ports.ts';
import { type PushedCommand, pushItem } from './push-item.ts';
import type { SessionConsole } from './session-console.ts';

/** Longest time for a summary before the push is given up, in milliseconds. */
const SUMMARY_MS = 120_000;

/** Pushes what an ended command printed, also one that failed. @throws AppError NOT_FOUND, INVALID_INPUT */
export async function pushEndedBlock(console: SessionConsole, block: string, chat: ChatPort): Promise<void> {
  const { line, ...ended } = await endedBlock(console, block);
  const summarise = (whole: string) => chat.summarise(console.session, whole, AbortSignal.timeout(SUMMARY_MS));
  const item = await pushItem({ command: commandText(line), ...ended }, summarise);
  await chat.addPending(console.session, item);
}

async function endedBlock(console: SessionConsole, block: string) {
  let end: Omit<PushedCommand, 'command'> | undefined;
  for await (const any of console.events()) {
    const event = knownEvent(any);
    if (event?.type === 'console.ended' && event.cause === block) {
      const { exitCode, signal, text, isTail } = event.data;
      end = { exitCode, signal, text, isTail };
    }
    if (event?.type !== 'console.started' || event.id !== block) continue;
    if (event.data.how === 'builtin') {
      throw new AppError('INVALID_INPUT', 'The output of a built-in command cannot be pushed to the chat', {
        where: event.data.line,
      });
    }
    if (end) return { line: event.data.line, ...end };
    throw new AppError('CONFLICT', `${event.data.line} has not ended yet`, { advice: 'Wait until it has.' });
  }
  throw new AppError('NOT_FOUND', 'There is no such command in this session', { where: block });
}
