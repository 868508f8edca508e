import { onAbort } from '#core/async/abort';
import { Deferred } from '#core/async/deferred';
import type { FromAgentHost, ToAgentHost } from '#core/threads/agent-messages';
import type { HostProcess } from './host-process.ts';

export type HostAnswer = Extract<FromAgentHost, { type: 'opened' | 'loaded' | 'result' }>;
type HostRequest = Exclude<ToAgentHost, { type: 'cancel' | 'completed' }>;
type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

/** Error for a request without an answer. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  readonly kind: 'late' | 'stopped' | 'ended';

  constructor(kind: NoAnswerError['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

export interface WaitOptions {
  /** Subject of the request, as a sentence names it. */
  readonly subject: string;
  /** 0: without a limit. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Whether it may continue after it was given up. */
  readonly mayGoOn?: boolean;
  /** Called with the id of the request once it was sent. */
  readonly onSent?: (id: string) => void;
}

/** Time between asking a call to stop and ending a process that does not answer, in milliseconds. */
const STOP_MS = 150;

/** Requests that wait for their answers, side by side; one that does not stop when it is to takes the process along. */
export class HostRequests {
  readonly #process: HostProcess;
  readonly #waiting = new Map<string, Deferred<HostAnswer>>();
  #count = 0;

  constructor(host: HostProcess) {
    this.#process = host;
    host.onMessage((message) => {
      if (message.type === 'importing' || message.type === 'complete') return;
      this.#waiting.get(message.id)?.resolve(message);
      this.#waiting.delete(message.id);
    });
    void host.ended.then(({ reason }) => {
      for (const waiting of this.#waiting.values()) waiting.reject(endedError(reason));
      this.#waiting.clear();
    });
  }

  /** @throws NoAnswer */
  async ask(
    request: WithoutId<HostRequest>,
    { subject, timeoutMs, signal, mayGoOn, onSent }: WaitOptions,
  ): Promise<HostAnswer> {
    if (this.#process.end) throw endedError(this.#process.end.reason);
    if (signal.aborted) throw new NoAnswerError('stopped', `${subject} was stopped before it began.`);
    this.#count += 1;
    const id = String(this.#count);
    const answer = new Deferred<HostAnswer>();
    this.#waiting.set(id, answer);
    const giveUp = (reason: NoAnswerError) => {
      if (!mayGoOn) return this.#giveUp(id, answer, subject, reason);
      this.#waiting.delete(id);
      answer.reject(reason);
    };
    const late = new NoAnswerError('late', `${subject} did not answer within ${timeoutMs / 1000} s.`);
    const timer = timeoutMs > 0 ? setTimeout(() => giveUp(late), timeoutMs) : undefined;
    const stop = () => giveUp(new NoAnswerError('stopped', `${subject} was stopped before it answered.`));
    using _ = onAbort(signal, stop);
    try {
      this.#process.send({ ...request, id } as HostRequest);
      onSent?.(id);
      return await answer.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Asks it to stop; what it says by then is not the answer any more. */
  #giveUp(id: string, answer: Deferred<HostAnswer>, subject: string, reason: NoAnswerError): void {
    if (this.#waiting.get(id) !== answer) return;
    const stopped = new Deferred<HostAnswer>();
    this.#waiting.set(id, stopped);
    this.#process.send({ type: 'cancel', id });
    answer.reject(reason);
    const timer = setTimeout(() => {
      if (!this.#waiting.delete(id)) return;
      const reason = `${subject} did not stop when it was asked to`;
      void this.#process.finish({ state: 'failed', reason, wantsRestart: true }, 0);
    }, STOP_MS);
    const clear = () => clearTimeout(timer);
    stopped.promise.then(clear, clear);
  }
}

const endedError = (reason: string): NoAnswerError =>
  new NoAnswerError('ended', `The process of the workspace's JavaScript tools has ended: ${inSentence(reason)}.`);

const inSentence = (reason: string) => reason.replace(/^(?:It|What)\b/, (word) => word.toLowerCase());
