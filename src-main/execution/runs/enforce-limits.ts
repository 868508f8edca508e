import type { RunLimits } from '#contract';
import { onAbort } from '#core/async/abort';
import type { Subscribe } from '#core/async/emitter';
import type { LimitedProgramWatch } from './limiter.ts';
import { RunTimer } from './run-timer.ts';
import type { StopOnce } from './stop-once.ts';

export interface EnforcementOptions {
  /** Limits that apply when it starts. */
  readonly limits: RunLimits;
  /** All of its limits again, whenever one was raised while it runs. */
  readonly onRaised?: Subscribe<RunLimits> | undefined;
  readonly signal: AbortSignal;
}

interface LimitedRun {
  readonly stop: StopOnce;
  readonly watch: LimitedProgramWatch;
  /** Collector of its output. */
  readonly output: { maxBytes: number };
}

/** Holds a run to its limits until disposed of: the time, the person's stop, and limits that are raised. */
export function enforceLimits(
  { limits, signal, onRaised }: EnforcementOptions,
  { stop, output, watch }: LimitedRun,
): Disposable {
  const timer = new RunTimer(limits.timeoutMs, () => stop.because('timeout'));
  const stopping = onAbort(signal, () => stop.because('abort'));
  const unsubscribe = onRaised?.((raised) => {
    timer.set(raised.timeoutMs);
    output.maxBytes = raised.maxOutputBytes;
    watch.raise(raised);
  });
  return {
    [Symbol.dispose]: () => {
      unsubscribe?.();
      timer[Symbol.dispose]();
      stopping[Symbol.dispose]();
      watch.stop();
    },
  };
}
