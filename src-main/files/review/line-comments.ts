/** Comments of the person on single lines, as the model receives them. */
import type { AcceptedChange } from '#contract';
import { textStart } from '#contract/text-ends';
import { lineContent } from '../diff/text.ts';
import type { ProposedChange } from './proposal.ts';

type Comments = NonNullable<AcceptedChange['comments']>;

const MAX_QUOTED = 200;

/** Formats the comments for the model; `undefined` if there are none. */
export function commentsText(
  { sides, target }: Pick<ProposedChange, 'sides' | 'target'>,
  comments: Comments = [],
): string | undefined {
  if (comments.length === 0) return undefined;
  const told = [...comments]
    .sort((a, b) => a.line - b.line)
    .map(({ side, line, text }) => {
      const lines = sides.kind === 'text' ? sides.diff[side === 'old' ? 'oldLines' : 'newLines'] : [];
      const about = side === 'old' ? `line ${line} of the file as it was` : `line ${line} of the proposed text`;
      return `- ${about} (${quotedLine(lineContent(lines[line - 1] ?? ''))}): ${text}`;
    });
  return [`The person's comments on ${target.path}:`, ...told].join('\n');
}

export function withComments(content: string, comments: string | undefined): string {
  return comments === undefined ? content : `${content}\n${comments}`;
}

function quotedLine(line: string): string {
  return JSON.stringify(line.length > MAX_QUOTED ? `${textStart(line, MAX_QUOTED)}…` : line);
}
