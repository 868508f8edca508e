/**
 * Text between the words of a line, read once more and independently of the parser: only blanks, operators and keywords
 * that start nothing else. Text that is neither a word nor one of these is unaccounted for, and proves nothing.
 */
import type { Analysis, Redirection, SimpleCommand } from '#shell-analysis';

interface TextRange {
  readonly start: number;
  readonly end: number;
  readonly isRedirection: boolean;
}

/** A question about a file or a text. */
const QUESTION = /(?:! +)?-[edfhLrswxzn] +(?![-/])(?!\S*\.\.)[A-Za-z0-9_./-]+/.source;

const BETWEEN = new RegExp(
  [
    /[ \t\n]+|(?<=[ \t\n])\\\n|&&|\|\||\|&|;|\||[(){}!]|(?<=^|[\s;(){}|&])#[^\n]*/,
    /(?<=^|[\s;(){}|&])(?:if|then|elif|else|fi|time|do|done)(?=$|[\s;(){}|&])/,
    /(?<=^|[\s;(){}|&])for[ \t]+[a-z][a-z0-9_]*[ \t]+in(?=[ \t])/,
    new RegExp(`\\[\\[ +${QUESTION}(?: +(?:&&|\\|\\|) +${QUESTION})* +\\]\\]`),
  ]
    .map(({ source }) => source)
    .join('|'),
  'y',
);

export function whyUnaccounted({ line, parts, loops }: Analysis): string | undefined {
  const inLoops = loops.flatMap(({ words }) => words).map(({ span }) => ({ ...span, isRedirection: false }));
  const pieces = parts
    .filter(({ wrappers }) => wrappers.length === 0)
    .flatMap((part) => textRanges(part, line))
    .concat(inLoops)
    .toSorted((one, other) => one.start - other.start);
  let at = 0;
  for (const piece of [...pieces, { start: line.length, end: line.length, isRedirection: true }]) {
    if (piece.start < at) return 'words of the line overlap';
    const isGlued = piece.start === at && at > 0 && !piece.isRedirection;
    if (isGlued || !isBetween(line, at, piece.start))
      return 'part of the line is neither a word nor an operator that is known';
    at = piece.end;
  }
  return undefined;
}

/** Whether what stands between two parts lets the second run only after the first went well, in the same place. */
export const isAndOnly = (between: string): boolean => /^[ \t]*(?:&&|\|)\s*$/.test(between);

function textRanges({ words, redirections, assignments }: SimpleCommand, line: string): TextRange[] {
  return [
    ...words.map(({ span }) => ({ ...span, isRedirection: false })),
    ...assignments.map(({ span }) => ({ ...span, isRedirection: false })),
    ...redirections.flatMap((one) => [{ ...one.span, isRedirection: true }, ...hereDocumentBody(one, line)]),
  ];
}

/** A here-document's body begins on the line after its operator. */
function hereDocumentBody({ operator, span, here }: Redirection, line: string): TextRange[] {
  if (operator !== '<<' || here === undefined) return [];
  const start = line.indexOf('\n', span.end) + 1;
  const delimiter = line
    .slice(span.start, span.end)
    .replace(/^\d*<<[ \t]*/, '')
    .replaceAll(/['"\\]/g, '');
  if (start === 0 || !line.startsWith(`${here.text}${delimiter}`, start)) return [];
  return [{ start, end: start + here.text.length + delimiter.length, isRedirection: true }];
}

function isBetween(line: string, from: number, to: number): boolean {
  let at = from;
  while (at < to) {
    BETWEEN.lastIndex = at;
    const found = BETWEEN.exec(line);
    if (found === null || found[0] === '') return false;
    at += found[0].length;
  }
  return at === to;
}
