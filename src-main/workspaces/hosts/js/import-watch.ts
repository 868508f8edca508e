import { AppError } from '#core/app-error';
import type { HostProcess } from './host-process.ts';

/** Time added to an import's own limit, in milliseconds: a process that answers by then is not blocked. */
const MORE_MS = 1000;

/** Ends a process in which the import of a file blocks everything, and knows the file. */
export class ImportWatch implements Disposable {
  /** The last file whose import began, relative to the workspace. */
  file: string | undefined;
  readonly #stop: () => void;
  #timer: NodeJS.Timeout | undefined;
  #isLate = false;

  constructor(host: HostProcess, importMs: number) {
    this.#stop = host.onMessage((message) => {
      if (message.type !== 'importing') return;
      this.file = message.file;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        this.#isLate = true;
        const reason = `the import of ${message.file} did not end within ${importMs / 1000} s`;
        void host.finish({ state: 'failed', reason, wantsRestart: true }, 0);
      }, importMs + MORE_MS);
    });
  }

  /** The error of the load, with the file that was imported when it came. */
  failure(error: AppError): AppError {
    const { code, message, detail } = error;
    if (this.file === undefined || code === 'CANCELLED') return error;
    const said = `While ${this.file} was imported: ${message}`;
    return new AppError(this.#isLate ? 'TIMEOUT' : code, said, { ...detail, where: this.file });
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#stop();
  }
}
