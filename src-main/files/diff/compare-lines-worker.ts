/** Compares texts line by line in a thread of its own. */
import { answerQuestions } from '#core/threads/answer-questions';
import { diffLines, type LineDiff } from './line-diff.ts';
import { splitLines } from './text.ts';

export interface LinesQuestion {
  readonly oldText: string;
  readonly newText: string;
  readonly timeoutMs: number;
  readonly maxRuns: number;
}

answerQuestions<LinesQuestion, LineDiff>(({ oldText, newText, ...limits }) =>
  diffLines(splitLines(oldText), splitLines(newText), limits),
);
