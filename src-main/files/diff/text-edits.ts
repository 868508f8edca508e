/** Replacing pieces of a text that are named by what they say. Pure. */
import { ToolError } from '#tools';
import { restoreEndings } from './line-endings.ts';
import { lineContent, lineEndingOf, splitLines } from './text.ts';

export interface TextEdit {
  readonly oldText: string;
  readonly newText: string;
}

/** Place at which an edit applies, in UTF-16 units. */
interface EditRange {
  readonly number: number;
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

/** Most matches that are counted: beyond that the answer would be the same. */
const MAX_MATCHES = 1000;
const SHOWN_LINES = 5;

/**
 * Makes all edits at once; each `oldText` is looked for in the text as it was. Where it does not occur as it is, it is
 * looked for as if both had LF endings; lines of the replacement that are not new then keep the endings they had.
 *
 * @throws ToolError saying which edit, how often it matches and where, when one does not match exactly once or two overlap.
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const normal = normalise(text);
  const places = edits.map((edit, index) => editRange(text, normal, edit, index + 1));
  places.sort((a, b) => a.start - b.start || a.number - b.number);
  const pieces: string[] = [];
  let at = 0;
  let last: EditRange | undefined;
  for (const place of places) {
    if (last && place.start < last.end) {
      const [one, other] = [last.number, place.number].sort((a, b) => a - b);
      throw new ToolError(`edits ${one} and ${other} overlap in the file; merge them into one edit`);
    }
    pieces.push(text.slice(at, place.start), place.newText);
    at = place.end;
    last = place;
  }
  return pieces.join('') + text.slice(at);
}

interface NormalizedText {
  readonly text: string;
  /** Positions in `text` after which the original has one CR more. */
  readonly dropped: readonly number[];
}

function normalise(text: string): NormalizedText {
  const dropped: number[] = [];
  const lf = text.replaceAll('\r\n', (_, at: number) => {
    dropped.push(at - dropped.length);
    return '\n';
  });
  return { text: lf, dropped };
}

function editRange(text: string, normal: NormalizedText, edit: TextEdit, number: number): EditRange {
  const exact = matchesOf(text, edit.oldText);
  const [start = 0] = exact;
  if (exact.length === 1 && !splitsEnding(text, start)) {
    const end = start + edit.oldText.length;
    const isPlain = edit.newText.includes('\r') || lineEndingOf(text) !== 'crlf';
    return { number, start, end, newText: isPlain ? edit.newText : edit.newText.replaceAll('\n', '\r\n') };
  }
  if (exact.length > 1) throw new ToolError(severalMatches(text, exact, number));
  const wanted = edit.oldText.replaceAll('\r\n', '\n');
  const loose = matchesOf(normal.text, wanted);
  if (loose.length > 1) throw new ToolError(severalMatches(normal.text, loose, number));
  if (loose[0] === undefined) throw new ToolError(noMatch(normal.text, wanted, number));
  const from = originalOffset(normal, loose[0]);
  const to = originalOffset(normal, loose[0] + wanted.length);
  return { number, start: from, end: to, newText: restoreEndings(edit.newText, text.slice(from, to), text) };
}

/** Whether the position lies within a CRLF: an `oldText` that begins with LF means all of that ending. */
function splitsEnding(text: string, at: number): boolean {
  return text[at] === '\n' && text[at - 1] === '\r';
}

function originalOffset({ dropped }: NormalizedText, offset: number): number {
  let low = 0;
  let high = dropped.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((dropped[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return offset + low;
}

/** Finds the positions of `wanted`, including overlapping ones. */
function matchesOf(text: string, wanted: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1 && found.length < MAX_MATCHES; at = text.indexOf(wanted, at + 1)) {
    found.push(at);
  }
  return found;
}

function severalMatches(text: string, matches: readonly number[], number: number): string {
  const count = matches.length >= MAX_MATCHES ? `${MAX_MATCHES} times or more` : `${matches.length} times`;
  const lines = matches.slice(0, SHOWN_LINES).map((at) => lineAt(text, at));
  const more = matches.length > SHOWN_LINES ? ', …' : '';
  return `edit ${number}: its oldText occurs ${count}, at lines ${lines.join(', ')}${more}; add lines around it until it occurs once`;
}

function noMatch(text: string, wanted: string, number: number): string {
  const nearest = nearestLine(text, wanted);
  const hint = nearest ? `. ${nearest}` : '';
  return `edit ${number}: its oldText does not occur in the file; read the file and copy the text exactly${hint}`;
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** The number of the most similar line, not its text: the person has not been asked whether the model may read it. */
function nearestLine(text: string, wanted: string): string | undefined {
  const first = splitLines(wanted)
    .map(lineContent)
    .find((line) => line.trim() !== '');
  if (first === undefined) return undefined;
  const lines = splitLines(text).slice(0, MAX_COMPARED_LINES).map(lineContent);
  const exact = lines.indexOf(first);
  if (exact !== -1) return `Line ${exact + 1} is its first line; what follows differs`;
  const squeezed = squeeze(first);
  const blank = lines.findIndex((line) => squeeze(line) === squeezed);
  if (blank !== -1) return `Line ${blank + 1} differs from its first line in white space alone`;
  const scores = lines.map((line) => similarity(line, first));
  const best = scores.reduce((top, score, index) => (score > (scores[top] ?? 0) ? index : top), 0);
  return (scores[best] ?? 0) >= SIMILAR ? `The nearest line is ${best + 1}` : undefined;
}

const MAX_COMPARED_LINES = 20_000;
/** Share of words two lines have in common, from which they count as similar. */
const SIMILAR = 0.5;

const squeeze = (line: string) => line.replaceAll(/\s+/g, '');

function similarity(one: string, other: string): number {
  const a = new Set(one.match(/\w+/g));
  const b = new Set(other.match(/\w+/g));
  if (a.size === 0 || b.size === 0) return 0;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return (2 * shared) / (a.size + b.size);
}
