import type { ChannelPerson, SessionSocketClient } from '#channels';
import type { TurnProgress } from '#contract';
import { withHiddenShown } from '#contract/hidden-characters';

interface Output {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

export interface SingleMessage {
  readonly socket: Pick<SessionSocketClient, 'turn' | 'stop'>;
  readonly speaker: ChannelPerson;
  readonly message: string;
  readonly streams: boolean;
  /** Outputs; those of this process unless others are named. */
  readonly stdout?: Output;
  readonly stderr?: Output;
}

/** Says one thing and prints the answer; 1 if there is none. @throws AppError if the session is not there */
export async function sayOnce(saying: SingleMessage): Promise<number> {
  const { socket, speaker, message, streams, stdout = process.stdout, stderr = process.stderr } = saying;
  const leave = new AbortController();
  // What was asked for goes on unless it is stopped.
  const onInterrupt = () => void socket.stop(speaker).catch(() => leave.abort());
  process.on('SIGINT', onInterrupt);
  const answer = new PrintedAnswer(streams, stdout, stderr);
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
  readonly #stdout: Output;
  readonly #stderr: Output;
  #last: TurnProgress | undefined;
  /** Text printed since the last call. */
  #round = '';
  /** Words printed before it, as far back as there were any. */
  #before = '';
  /** A remark behind these words: why they are not whole. */
  #note = '';

  constructor(streams: boolean, stdout: Output, stderr: Output) {
    this.#streams = streams;
    this.#stdout = stdout;
    this.#stderr = stderr;
  }

  take(one: TurnProgress): void {
    this.#last = one;
    if (one.kind === 'text') this.#more(one.text);
    else if (one.kind === 'note') this.#note = one.text;
    else if (one.kind === 'returned') this.#beginRound();
    else if (one.kind === 'asked') this.#remark(`Waits for an answer: ${one.title} (${one.why})`);
  }

  #more(text: string): void {
    this.#note = '';
    if (!this.#streams) return;
    this.#say(text);
    this.#round += text;
  }

  #beginRound(): void {
    this.#note = '';
    if (this.#round === '') return;
    this.#say('\n');
    if (this.#round.trim() !== '') this.#before = this.#round;
    this.#round = '';
  }

  /** The exit code. */
  end(): number {
    const last = this.#last;
    if (last?.kind !== 'ended') {
      const why = last?.kind === 'withdrawn' ? `The message was taken back: ${last.reason}` : 'There was no answer';
      this.#remark(why);
      return 1;
    }
    // Where the last reply had no words, those of an earlier one are the answer.
    const isPrinted = this.#streams && this.#round.trim() === '' && last.text === this.#before;
    const rest = last.text.startsWith(this.#round) ? last.text.slice(this.#round.length) : last.text;
    if (!isPrinted && this.#round + rest !== '') this.#say(`${rest}\n`);
    if (last.outcome === 'done') {
      if (last.cut !== undefined && this.#note !== '') this.#remark(this.#note);
      return 0;
    }
    this.#remark(last.error ?? `The turn was ${last.outcome}`);
    return 1;
  }

  /** Writes text of the model: none of it is a command to a terminal, and a program gets it as it is. */
  #say(text: string): void {
    this.#stdout.write(this.#stdout.isTTY ? withHiddenShown(text) : text);
  }

  #remark(text: string): void {
    this.#stderr.write(`${withHiddenShown(text)}\n`);
  }
}
