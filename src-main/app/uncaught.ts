export interface UncaughtOptions {
  /** Told what nobody caught; the process ends after it, with exit code 1. */
  readonly onCrash: (error: unknown) => void;
  /** Told a rejection that nobody waited for; the process goes on. */
  readonly onStray: (error: unknown) => void;
}

/** Takes what nobody caught in a host without a page, where Node would end it at the first stray rejection; returns the giving up. */
export function catchUncaught({ onCrash, onStray }: UncaughtOptions): () => void {
  const onException = (error: unknown) => {
    onCrash(error);
    process.exit(1);
  };
  process.on('uncaughtException', onException);
  process.on('unhandledRejection', onStray);
  return () => {
    process.off('uncaughtException', onException);
    process.off('unhandledRejection', onStray);
  };
}
