import { messageOf } from '#core/app-error';
import type { App } from './create-app.ts';

export interface Uncaught {
  /** Called with an uncaught error; the process ends afterwards. */
  readonly onCrash: (error: unknown) => void;
  /** Called with an unhandled rejection; the process continues. */
  readonly onStray: (error: unknown) => void;
}

/** Reports of what nobody caught, for a host that has a terminal to tell it on. */
export function uncaughtReports(app: Pick<App, 'fatal' | 'log'>): Uncaught {
  return {
    onCrash: (error) => {
      app.fatal('app.crashed', error);
      process.stderr.write(`Sigma Shell has ended after an error: ${messageOf(error)}\nThe app log says more.\n`);
    },
    onStray: (error) => app.log.error('app.rejection', { error }),
  };
}

/** Takes what nobody caught in a host that ends by itself, where Node would end it at the first stray rejection; returns the giving up. */
export function catchUncaught({ onCrash, onStray }: Uncaught): () => void {
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
