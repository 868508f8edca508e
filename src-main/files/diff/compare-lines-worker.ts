/** Compares texts line by line in a thread of its own. */
import { answerInThread } from '#core/threads/answer-in-thread';
import { diffLines, type LineDiff } from './line-diff.ts';
import { splitLines } from './text.ts';

export interface LinesQuestion {
  readonly oldText: string;
  readonly newText: string;
  readonly timeoutMs: number;
  readonly maxRuns: number;
}

answerInThread<LinesQuestion, LineDiff>(({ oldText, newText, ...limits }) =>
  diffLines(splitLines(oldText), splitLines(newText), limits),
);
