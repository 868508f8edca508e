import { messageOf } from '#core/app-error';
import type { App } from '../create-app.ts';

export interface UncaughtHandlers {
  /** Called with an uncaught error; the process ends afterwards. */
  readonly onCrash: (error: unknown) => void;
  /** Called with an unhandled rejection; the process continues. */
  readonly onStray: (error: unknown) => void;
}

/** Creates the reports of uncaught errors, for a host with a terminal to print them on. */
export function uncaughtReports(app: Pick<App, 'fatal' | 'log'>): UncaughtHandlers {
  return {
    onCrash: (error) => {
      app.fatal('app.crashed', error);
      process.stderr.write(`Sigma Shell has ended after an error: ${messageOf(error)}\nThe app log says more.\n`);
    },
    onStray: (error) => app.log.error('app.rejection', { error }),
  };
}

/**
 * Handles uncaught errors in a host that ends by itself, where Node would end it at the first stray rejection; returns
 * a function that stops this.
 */
export function catchUncaught({ onCrash, onStray }: UncaughtHandlers): () => void {
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
