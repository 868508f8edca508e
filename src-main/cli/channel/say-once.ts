import type { SessionSocket, Speaker } from '#channels';
import type { TurnProgress } from '#contract';

export interface SayOnce {
  readonly socket: SessionSocket;
  readonly speaker: Speaker;
  readonly message: string;
  readonly streams: boolean;
}

/** Says one thing and prints the answer; 1 where there is none. @throws AppError where the session is not there */
export async function sayOnce({ socket, speaker, message, streams }: SayOnce): Promise<number> {
  const { stdout, stderr } = process;
  const leave = new AbortController();
  // What was asked for goes on unless it is stopped.
  const onInterrupt = () => void socket.stop(speaker).catch(() => leave.abort());
  process.on('SIGINT', onInterrupt);
  let last: TurnProgress | undefined;
  /** What stands on the last line that was printed. */
  let round = '';
  try {
    for await (const one of socket.turn(message, speaker, leave.signal)) {
      last = one;
      if (one.kind === 'text' && streams) {
        stdout.write(one.text);
        round += one.text;
      } else if (one.kind === 'returned') {
        if (round !== '') stdout.write('\n');
        round = '';
      } else if (one.kind === 'asked') stderr.write(`Waits for an answer: ${one.title} (${one.why})\n`);
    }
  } finally {
    process.off('SIGINT', onInterrupt);
  }
  if (last?.kind !== 'ended') {
    stderr.write(
      `${last?.kind === 'withdrawn' ? `The message was taken back: ${last.reason}` : 'There was no answer'}\n`,
    );
    return 1;
  }
  const rest = last.text.startsWith(round) ? last.text.slice(round.length) : last.text;
  stdout.write(round === '' && rest === '' ? '' : `${rest}\n`);
  if (last.outcome === 'done') return 0;
  stderr.write(`${last.error ?? `The turn was ${last.outcome}`}\n`);
  return 1;
}
