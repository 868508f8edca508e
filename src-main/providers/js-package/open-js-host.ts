import { AppError } from '#core/app-error';
import { onAbort } from '#core/async/abort';
import { Emitter, type Subscribe } from '#core/async/emitter';
import { FromJsHost, type ToJsHost } from '#core/threads/js-messages';
import type { StartNode } from '#process/node-program';
import { readPaced } from '#process/paced-pipe';
import type { Exit } from '#process/process-group';
import type { OpenContext } from '#tools';

export interface JsPackageHostOptions {
  readonly startNode: StartNode;
  readonly module: string;
  /** Folder of the package; the process starts there. */
  readonly folder: string;
  readonly context: OpenContext;
}

/** A process that describes or serves a package, with its messages checked. */
export interface JsPackageHost extends AsyncDisposable {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  readonly onMessage: Subscribe<FromJsHost>;
  /** Text of its standard output and error, which belong to the package. */
  readonly onText: Subscribe<string>;
  send(message: ToJsHost): void;
  /** Sends and waits for one type of answer. @throws AppError if it fails, ends or takes too long; it is ended then. */
  ask<T extends FromJsHost['type']>(
    message: ToJsHost,
    answer: T,
    withinMs: number,
  ): Promise<Extract<FromJsHost, { type: T }>>;
  end(graceMs?: number): Promise<void>;
}

/** Time between SIGTERM and SIGKILL for one that never became ready, in milliseconds. */
const UNREADY_GRACE_MS = 1000;

export async function openJsPackageHost(options: JsPackageHostOptions, signal: AbortSignal): Promise<JsPackageHost> {
  signal.throwIfAborted();
  const { startNode, module, folder, context } = options;
  const environment = { ...context.environment, PHISHELL: '1' };
  const program = await startNode({ module, cwd: folder, environment });
  const messages = new Emitter<FromJsHost>();
  const text = new Emitter<string>();
  let lastWords = '';
  for (const pipe of [program.stdout, program.stderr]) {
    readPaced(pipe, (piece) => {
      lastWords = (lastWords + piece).slice(-2000);
      text.emit(piece);
    });
  }
  program.onMessage((message) => {
    const known = FromJsHost.safeParse(message);
    if (known.success) messages.emit(known.data);
  });

  const ask: JsPackageHost['ask'] = async (message, answer, withinMs) => {
    const stopListening: (() => void)[] = [];
    try {
      return await new Promise((resolve, reject) => {
        const fail = (code: 'UNAVAILABLE' | 'TIMEOUT' | 'CANCELLED' | 'INVALID_INPUT', reason: string) => {
          const words = lastWords.trim().split('\n').slice(-5).join('\n');
          reject(new AppError(code, reason, { where: folder, advice: words && `Its last words: ${words}` }));
        };
        const timer = setTimeout(() => fail('TIMEOUT', `It was not ready within ${withinMs / 1000} s`), withinMs);
        const stopped = onAbort(signal, () => fail('CANCELLED', 'The attach was stopped'));
        stopListening.push(
          () => clearTimeout(timer),
          () => stopped[Symbol.dispose](),
          messages.subscribe((one) => {
            if (one.type === answer) resolve(one as Extract<FromJsHost, { type: typeof answer }>);
            else if (one.type === 'failed') fail('INVALID_INPUT', one.message);
          }),
        );
        void program.exited.then(async ({ exitCode, signal: by }) => {
          // Its last words may still be on their way.
          await new Promise((done) => setTimeout(done, 50));
          fail(
            'UNAVAILABLE',
            `It ended before it was ready (${exitCode === undefined ? by : `exit code ${exitCode}`})`,
          );
        });
        program.send(message);
      });
    } catch (error) {
      await program.end(UNREADY_GRACE_MS);
      throw error;
    } finally {
      for (const stop of stopListening) stop();
    }
  };
  return {
    pid: program.pid,
    exited: program.exited,
    onMessage: messages.subscribe,
    onText: text.subscribe,
    send: (message) => program.send(message),
    ask,
    end: (graceMs) => program.end(graceMs),
    [Symbol.asyncDispose]: () => program.end(UNREADY_GRACE_MS),
  };
}
