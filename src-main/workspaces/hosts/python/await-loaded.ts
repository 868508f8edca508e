import { AppError } from '#core/app-error';
import { onAbort } from '#core/async/abort';
import type { PythonProcess } from './python-process.ts';
import type { LoadAnswer, ToPython } from './wire.ts';

interface LoadLimits {
  /** Time that one file may take, in milliseconds. */
  readonly importMs: number;
  readonly signal: AbortSignal;
}

type LoadMessage = Extract<ToPython, { op: 'load' }>;

/** Sends what is to be loaded and waits for its answer; a file that takes too long ends the process. @throws AppError TIMEOUT naming the file, UNAVAILABLE */
export async function awaitLoaded(
  process: PythonProcess,
  { importMs, signal }: LoadLimits,
  message: LoadMessage,
): Promise<readonly LoadAnswer[]> {
  let timer: NodeJS.Timeout | undefined;
  let file: string | undefined;
  const offs: (() => void)[] = [];
  try {
    return await new Promise((resolve, reject) => {
      const late = () => {
        const message = `${file ?? 'It'} was not loaded within ${importMs / 1000} s`;
        reject(new AppError('TIMEOUT', message, { ...(file !== undefined && { where: file }) }));
        process.over('failed', message);
      };
      const wait = () => {
        clearTimeout(timer);
        timer = setTimeout(late, importMs);
      };
      const stopped = onAbort(signal, reject);
      offs.push(
        () => stopped[Symbol.dispose](),
        process.onMessage((one) => {
          if (one.op === 'loading') {
            file = one.file;
            wait();
          }
          if (one.op === 'loaded' && one.id === message.id) resolve(one.files);
        }),
      );
      void process.ended.then(({ reason }) => {
        const detail = { ...(file !== undefined && { where: file }), advice: process.lastWords };
        reject(new AppError('UNAVAILABLE', `${reason} while ${file ?? 'its files'} was loaded`, detail));
      });
      wait();
      process.send(message);
    });
  } finally {
    clearTimeout(timer);
    for (const off of offs) off();
  }
}
