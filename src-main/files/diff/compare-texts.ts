import { type WorkerThread, workerThread } from '#core/threads/worker-thread';
import type { LinesQuestion } from './compare-lines-worker.ts';
import { diffTexts, hunksBetween, type TextDiff } from './hunks.ts';
import { DEFAULT_LIMITS, diffCoarsely, type LineDiff } from './line-diff.ts';

/** Texts are compared without holding up the host: short ones at once, others in a thread, within a second. */
export interface TextComparer extends AsyncDisposable {
  compare(oldText: string, newText: string): Promise<TextDiff>;
}

/** UTF-16 units of both texts together up to which comparing them takes a few milliseconds at most. */
const SHORT_TEXTS = 40_000;
const SHORT_MS = 15;
export interface ComparerOptions {
  readonly thread?: Pick<WorkerThread<LinesQuestion, LineDiff>, 'ask' | typeof Symbol.asyncDispose>;
  /** The thread itself stops here with what it has. */
  readonly stopsMs?: number;
  /** One that does not is ended here. */
  readonly limitMs?: number;
}

export function textComparer(options: ComparerOptions = {}): TextComparer {
  const { thread = lineThread(), stopsMs = 750, limitMs = 1000 } = options;
  return {
    compare: async (oldText, newText) => {
      if (oldText.length + newText.length <= SHORT_TEXTS) {
        const diff = diffTexts(oldText, newText, { ...DEFAULT_LIMITS, timeoutMs: SHORT_MS });
        if (diff.coarse === undefined) return diff;
      }
      const { maxRuns } = DEFAULT_LIMITS;
      const found = await thread.ask({ oldText, newText, timeoutMs: stopsMs, maxRuns }, limitMs);
      return hunksBetween(oldText, newText, (oldLines, newLines) => found ?? diffCoarsely(oldLines, newLines));
    },
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  };
}

function lineThread(): WorkerThread<LinesQuestion, LineDiff> {
  return workerThread({ bundle: 'compare-lines-worker', source: 'files/diff/compare-lines-worker.ts' });
}
