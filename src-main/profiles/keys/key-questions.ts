import { randomUUID } from 'node:crypto';
import type { KeyRequest } from '#contract';
import { NO_KEY } from '#contract/profile-presets';
import { AppError } from '#core/app-error';
import { onAbort } from '#core/async/abort';
import { LiveValue } from '#core/async/streams';
import { refuseOddKey } from './odd-key.ts';

/** Key that was given; `undefined` for none. Empty, if the old key was refused, to try it again. */
type GivenKey = string | undefined;
export type KeyQuestion = Omit<KeyRequest, 'id'>;

export interface OpenKeyQuestion {
  /** Never fails; nothing, where it was withdrawn. */
  readonly answer: Promise<GivenKey>;
  /** Says something else while it is open. */
  revise(question: KeyQuestion): void;
}

/** The keys that are waited for; every front of the app shows the same ones, and the first answer counts. */
export class KeyQuestions {
  readonly open = new LiveValue<readonly KeyRequest[]>([]);
  readonly #answers = new Map<string, (given: GivenKey) => void>();

  /** Withdrawn when `signal` aborts. */
  ask(question: KeyQuestion, signal: AbortSignal): OpenKeyQuestion {
    const id = randomUUID();
    if (signal.aborted) return { answer: Promise.resolve(undefined), revise: () => {} };
    const answer = new Promise<GivenKey>((resolve) => {
      const settle = (given: GivenKey) => {
        withdrawing[Symbol.dispose]();
        this.#answers.delete(id);
        this.open.update((open) => open.filter((one) => one.id !== id));
        resolve(given);
      };
      const withdrawing = onAbort(signal, () => settle(undefined));
      this.#answers.set(id, settle);
      this.open.update((open) => [...open, { ...question, id }]);
    });
    return { answer, revise: (revised) => this.#revise({ ...revised, id }) };
  }

  /** @throws AppError NOT_FOUND, INVALID_INPUT */
  answer(id: string, key: string): void {
    const question = this.open.value.find((one) => one.id === id);
    if (!question) throw gone();
    const given = key.trim();
    if (given === '' && !question.isRefused) throw new AppError('INVALID_INPUT', 'The key is empty', { where: 'key' });
    refuseOddKey(given);
    this.#answers.get(id)?.(given);
  }

  /** Goes on without a key. @throws AppError NOT_FOUND */
  withoutKey(id: string): void {
    const settle = this.#answers.get(id);
    if (!settle) throw gone();
    settle(NO_KEY);
  }

  /** @throws AppError NOT_FOUND */
  decline(id: string): void {
    const settle = this.#answers.get(id);
    if (!settle) throw gone();
    settle(undefined);
  }

  #revise(revised: KeyRequest): void {
    const before = this.open.value.find(({ id }) => id === revised.id);
    if (before === undefined || JSON.stringify(before) === JSON.stringify(revised)) return;
    this.open.update((open) => open.map((one) => (one.id === revised.id ? revised : one)));
  }

  /** Answers all of them with nothing. */
  close(): void {
    for (const settle of [...this.#answers.values()]) settle(undefined);
  }
}

function gone(): AppError {
  return new AppError('NOT_FOUND', 'This key is no longer asked for');
}
