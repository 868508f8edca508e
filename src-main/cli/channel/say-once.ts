import type { SessionSocketClient, Speaker } from '#channels';
import type { TurnProgress } from '#contract';

export interface SingleMessage {
  readonly socket: SessionSocketClient;
  readonly speaker: Speaker;
  readonly message: string;
  readonly streams: boolean;
}

/** Says one thing and prints the answer; 1 if there is none. @throws AppError if the session is not there */
export async function sayOnce({ socket, speaker, message, streams }: SingleMessage): Promise<number> {
  const leave = new AbortController();
  // What was asked for goes on unless it is stopped.
  const onInterrupt = () => void socket.stop(speaker).catch(() => leave.abort());
  process.on('SIGINT', onInterrupt);
  const answer = new PrintedAnswer(streams);
  try {
    for await (const one of socket.turn(message, speaker, leave.signal)) answer.take(one);
  } finally {
    process.off('SIGINT', onInterrupt);
  }
  return answer.end();
}

/** An answer on standard output, and what else is to be known on standard error. */
class PrintedAnswer {
  readonly #streams: boolean;
  #last: TurnProgress | undefined;
  /** Text printed since the last call. */
  #round = '';

  constructor(streams: boolean) {
    this.#streams = streams;
  }

  take(one: TurnProgress): void {
    this.#last = one;
    if (one.kind === 'text' && this.#streams) {
      process.stdout.write(one.text);
      this.#round += one.text;
    } else if (one.kind === 'returned') {
      if (this.#round !== '') process.stdout.write('\n');
      this.#round = '';
    } else if (one.kind === 'asked') process.stderr.write(`Waits for an answer: ${one.title} (${one.why})\n`);
  }

  /** The exit code. */
  end(): number {
    const last = this.#last;
    if (last?.kind !== 'ended') {
      const why = last?.kind === 'withdrawn' ? `The message was taken back: ${last.reason}` : 'There was no answer';
      process.stderr.write(`${why}\n`);
      return 1;
    }
    const rest = last.text.startsWith(this.#round) ? last.text.slice(this.#round.length) : last.text;
    if (this.#round + rest !== '') process.stdout.write(`${rest}\n`);
    if (last.outcome === 'done') return 0;
    process.stderr.write(`${last.error ?? `The turn was ${last.outcome}`}\n`);
    return 1;
  }
}
