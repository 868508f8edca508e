const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/**
 * A signal to the whole process group also comes by way of the launcher, a moment later, and a terminal that closes may
 * hang up twice: that is the same one.
 */
export const SAME_SIGNAL_MS = 500;

export interface EndOptions {
  /** Undoes everything that was started. */
  readonly dispose: () => Promise<void>;
  /** Called with an uncaught error, before the process ends. */
  readonly onCrash: (error: unknown) => void;
  /** Called with an unhandled rejection; the app continues. */
  readonly onStray: (error: unknown) => void;
  readonly exit?: (exitCode: number) => void;
}

/**
 * Ends the process cleanly, once, whatever requests it first; returns the function that requests it. The first signal
 * disposes, a second one exits at once. An uncaught error is reported and ends it too, with exit code 1.
 */
export function endOnce(options: EndOptions): (exitCode?: number) => void {
  const { dispose, onCrash, onStray, exit = process.exit } = options;
  let isEnding = false;
  let signalledAt: number | undefined;
  const end = (exitCode = 0) => {
    if (isEnding) return;
    isEnding = true;
    dispose().then(
      () => exit(exitCode),
      (error: unknown) => {
        onCrash(error);
        exit(1);
      },
    );
  };
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      const now = performance.now();
      signalledAt ??= now;
      if (now - signalledAt > SAME_SIGNAL_MS) exit(1);
      end();
    });
  }
  process.on('uncaughtException', (error) => {
    onCrash(error);
    if (isEnding) exit(1);
    end(1);
  });
  process.on('unhandledRejection', onStray);
  return end;
}
