import { RecurringValues } from '#core/memory/recurring-values';
import { workerThread } from '#core/threads/worker-thread';
import { analyse, analyseAtEase, unknownAnalysis } from './analyse.ts';
import { beyondLimits, ENDED_AFTER, MAX_AT_ONCE, MAX_BYTES, TIME_LIMIT } from './limits.ts';
import type { Analysis } from './model.ts';

/** Worker thread that stays: a long line should not have to wait for it. */
const thread = workerThread<string, Analysis>({
  bundle: 'analyse-worker',
  source: 'shell-analysis/analyse-worker.ts',
  idleMs: undefined,
});

/** Delay of the warm-up after the first line, so that it does not slow down a short-lived process, in milliseconds. */
const WARM_UP_MS = 500;
let isWarming = false;

/**
 * Analyses of the latest lines and of those that come again, by the line and its length: nothing else has a part in one. The
 * policy, the card's proposals and the run ask for the same line, and so does an agent that repeats its commands.
 */
const known = new RecurringValues<string, Analysis>({ mostValues: 64, mostUnits: 128 * 1024 });

/**
 * Analyses lines up to 64 kB as `analyse` does: long and tangled ones in a thread, for a limited time. While the thread
 * is starting, which the first line causes, lines that `analyse` accepts are analysed at once, and longer ones are
 * unknown. Never rejects.
 */
export async function analyseSafely(line: string): Promise<Analysis> {
  if (line.length <= MAX_AT_ONCE) {
    warmUp();
    const before = known.get(line);
    if (before !== undefined) return before;
    const found = analyseAtEase(line);
    if (found !== undefined) {
      known.add(line, found, line.length);
      return found;
    }
  }
  const limit = beyondLimits(line, MAX_BYTES);
  if (limit !== undefined) return unknownAnalysis(line, limit);
  if (!thread.isReady()) {
    void thread.start();
    if (line.length <= MAX_AT_ONCE) return analyse(line);
  }
  return (await within(TIME_LIMIT, thread.ask(line, ENDED_AFTER))) ?? unknownAnalysis(line, 'too-slow');
}

function warmUp(): void {
  if (isWarming) return;
  isWarming = true;
  setTimeout(() => void thread.start(), WARM_UP_MS).unref();
}

/** Starts what looks into long lines, and waits for it. */
export async function analysisIsReady(): Promise<boolean> {
  return await thread.start();
}

/** Waits for the answer for a limited time, including the time in the queue. */
async function within<T>(limitMs: number, answer: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, limitMs, undefined);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
