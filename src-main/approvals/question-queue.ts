import type { Question } from '#contract';
import { AppError } from '#core/app-error';
import { onAbort } from '#core/async/abort';
import { Emitter } from '#core/async/emitter';
import { LiveValue } from '#core/async/streams';
import type { ApprovalAnswer } from '#tools';

interface WaitingQuestion {
  readonly question: Question;
  readonly answer: (decision: ApprovalAnswer) => void;
  readonly withdraw: (reason: unknown) => void;
}

/**
 * Queue of questions that wait for a person, oldest first. A question leaves it once: answered, withdrawn, or with the
 * queue.
 */
export class QuestionQueue implements Disposable {
  readonly questions = new LiveValue<readonly Question[]>([]);
  readonly #waiting = new Map<string, WaitingQuestion>();
  readonly #asked: Emitter<Question>;
  #isDisposed = false;

  constructor(onError: (error: unknown) => void) {
    this.#asked = new Emitter(onError);
  }

  /** Every question at the moment it begins to wait. */
  get onAsked() {
    return this.#asked.subscribe;
  }

  /** Rejects with the signal's reason when withdrawn by it, with an AppError CANCELLED if the queue ends. */
  async ask(question: Question, signal: AbortSignal): Promise<ApprovalAnswer> {
    signal.throwIfAborted();
    if (this.#isDisposed) throw closingError();
    if (this.#waiting.has(question.id)) throw new Error(`Question ${question.id} was asked twice`);
    using _ = onAbort(signal, (reason) => this.#withdraw(question.id, reason));
    return await new Promise<ApprovalAnswer>((resolve, reject) => {
      this.#waiting.set(question.id, { question, answer: resolve, withdraw: reject });
      this.#announce();
      this.#asked.emit(question);
    });
  }

  /** @throws AppError NOT_FOUND once answered or withdrawn */
  get(id: string): Question {
    return this.#find(id).question;
  }

  /** @throws AppError NOT_FOUND once answered or withdrawn */
  answer(id: string, decision: ApprovalAnswer): void {
    const { answer } = this.#find(id);
    this.#waiting.delete(id);
    this.#announce();
    answer(decision);
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    for (const id of [...this.#waiting.keys()]) this.#withdraw(id, closingError());
  }

  #withdraw(id: string, reason: unknown): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    this.#announce();
    waiting.withdraw(reason);
  }

  #find(id: string): WaitingQuestion {
    const waiting = this.#waiting.get(id);
    if (waiting) return waiting;
    throw new AppError('NOT_FOUND', 'This question has been answered or withdrawn', {
      where: id,
      advice: 'Look at the conversation for what became of it',
    });
  }

  #announce(): void {
    this.questions.set([...this.#waiting.values()].map(({ question }) => question));
  }
}

function closingError(): AppError {
  return new AppError('CANCELLED', 'Sigma Shell is closing');
}
