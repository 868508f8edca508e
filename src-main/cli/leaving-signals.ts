import { SAME_SIGNAL_MS } from '#app/start/end-once';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface LeavingSignals {
  /** Settles at the first signal by which a person wants the end now. */
  readonly insisted: Promise<void>;
  /** Says that the app ends in order from now on: Ctrl+C is told so, and cuts that short when it is pressed once more. */
  beginEnd(): void;
}

/** Hears the signals of a console that was left, to the end of the process, which one that is not heard would end at once. */
export function hearLeavingSignals(stderr: { write(text: string): unknown }): LeavingSignals {
  const leftAt = performance.now();
  let interruptedAt: number | undefined;
  let isEnding = false;
  const interrupt = (now: number) => {
    // A signal to the whole process group also comes by way of the launcher, a moment later.
    if (interruptedAt !== undefined && now - interruptedAt > SAME_SIGNAL_MS) process.exit(130);
    const isFirst = interruptedAt === undefined;
    if (isFirst && isEnding) stderr.write('Sigma Shell is ending. Ctrl+C once more ends it at once.\n');
    interruptedAt ??= now;
  };
  const insisted = new Promise<void>((resolve) => {
    const onSignal = (signal: NodeJS.Signals) => {
      const now = performance.now();
      if (signal === 'SIGINT') interrupt(now);
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
