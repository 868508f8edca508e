const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface EndOptions {
  /** Undoes everything that was started. */
  readonly dispose: () => Promise<void>;
  /** Called with what nobody caught, before the process ends. */
  readonly onCrash: (error: unknown) => void;
  /** Called with a rejection that nobody waited for; the app goes on. */
  readonly onStray: (error: unknown) => void;
  readonly exit?: (exitCode: number) => void;
}

/**
 * Ends the process cleanly, once, whoever asks first; returns the asking. The first signal disposes, a second one exits
 * at once. What nobody caught is reported and ends it too, with exit code 1.
 */
export function endOnce(options: EndOptions): (exitCode?: number) => void {
  const { dispose, onCrash, onStray, exit = process.exit } = options;
  let isEnding = false;
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
      if (isEnding) exit(1);
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
