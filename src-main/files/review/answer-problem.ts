import type { AcceptedChange } from '#contract';
import { acceptanceProblem } from '../diff/acceptance.ts';
import { hunksOf, type ProposedChange } from './proposal.ts';

/** Explains why an answer cannot be about what was shown: hunks or lines that do not exist. `undefined` if it can. */
export function answerProblem(
  shown: Pick<ProposedChange, 'sides' | 'before'>,
  { comments = [], ...acceptance }: Omit<AcceptedChange, 'revision'>,
): string | undefined {
  const problem = acceptanceProblem(hunksOf(shown), acceptance);
  if (problem !== undefined || comments.length === 0) return problem;
  if (shown.sides.kind !== 'text') return 'There are no lines to comment on';
  const { oldLines, newLines } = shown.sides.diff;
  const wrong = comments.find(({ side, line }) => line > Math.max(1, (side === 'old' ? oldLines : newLines).length));
  return wrong && `The ${wrong.side} text has no line ${wrong.line} to comment on`;
}
