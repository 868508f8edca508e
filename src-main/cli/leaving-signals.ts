import { SAME_SIGNAL_MS } from '#app/start/end-once';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

export interface LeavingSignals {
  /** Settles at the first signal by which a person wants the end now. */
  readonly insisted: Promise<void>;
  /** Says that the app ends in order from now on: SIGINT and SIGTERM are told so, and cut that short the second time. */
  beginEnd(): void;
}

/** Hears the signals of a console that was left, to the end of the process, which one that is not heard would end at once. */
export function hearLeavingSignals(stderr: { write(text: string): unknown }): LeavingSignals {
  const leftAt = performance.now();
  let insistedAt: number | undefined;
  let isEnding = false;
  const insist = (signal: keyof typeof EXIT_CODES, now: number) => {
    // A signal to the whole process group also comes by way of the launcher, a moment later.
    if (insistedAt !== undefined && now - insistedAt > SAME_SIGNAL_MS) process.exit(EXIT_CODES[signal]);
    const isFirst = insistedAt === undefined;
    if (isFirst && isEnding) stderr.write('Sigma Shell is ending. Ctrl+C once more ends it at once.\n');
    insistedAt ??= now;
  };
  const insisted = new Promise<void>((resolve) => {
    const onSignal = (signal: NodeJS.Signals) => {
      const now = performance.now();
      if (signal === 'SIGINT' || signal === 'SIGTERM') insist(signal, now);
      // A terminal that closes hangs up more than once; the other signals mean what they say.
      if (signal !== 'SIGHUP' || now - leftAt > SAME_SIGNAL_MS) resolve();
    };
    for (const signal of SIGNALS) process.on(signal, onSignal);
  });
  return {
    insisted,
    beginEnd: () => {
      isEnding = true;
    },
  };
}
