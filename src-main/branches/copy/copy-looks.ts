import { AppError } from '#core/app-error';
import { onAbort } from '#core/async/abort';
import { type WorkerThread, workerThread } from '#core/threads/worker-thread';
import type { CopyFindings, LookAnswer, LookQuestion, MadeCopy } from './look-messages.ts';

/** Longest that one look may take, in milliseconds: a workspace may have millions of files. */
const LIMIT_MS = 60 * 60_000;

/** The looks at one workspace before and after it is copied, in a thread that is ended with them. */
export class CopyLooks implements AsyncDisposable {
  readonly #thread: WorkerThread<LookQuestion, LookAnswer>;
  readonly #signal: AbortSignal | undefined;
  readonly #listening: Disposable;

  constructor(signal?: AbortSignal) {
    this.#thread = workerThread({
      bundle: 'branch-worker',
      source: 'branches/copy/branch-worker.ts',
      idleMs: undefined,
    });
    this.#signal = signal;
    this.#listening = onAbort(signal, () => void this.#thread[Symbol.asyncDispose]());
  }

  /** Answers how many bytes the files of the workspace have. @throws AppError UNAVAILABLE; the signal's reason */
  async before(workspace: string): Promise<number> {
    const answer = await this.#ask({ look: 'before', workspace });
    return answer.look === 'before' ? answer.bytes : 0;
  }

  /** @throws AppError UNAVAILABLE; the signal's reason */
  async after(copy: MadeCopy): Promise<CopyFindings> {
    const answer = await this.#ask({ look: 'after', ...copy });
    if (answer.look === 'after') return answer;
    throw cannotMakeBranch('the thread for it answered something else');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listening[Symbol.dispose]();
    await this.#thread[Symbol.asyncDispose]();
  }

  async #ask(question: LookQuestion): Promise<LookAnswer> {
    this.#signal?.throwIfAborted();
    const answer = await this.#thread.ask(question, LIMIT_MS);
    this.#signal?.throwIfAborted();
    if (answer === undefined) throw cannotMakeBranch('the thread for it ended');
    if (answer.look === 'failed') throw cannotMakeBranch(answer.message);
    return answer;
  }
}

const cannotMakeBranch = (why: string) => new AppError('UNAVAILABLE', `The branch cannot be made: ${why}`);
