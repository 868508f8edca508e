/** Line endings of text that passes through something that knows only LF: a model, an editor. Pure. */
import { diffLines } from './line-diff.ts';
import { BOM, dominantEndingOf, lineEndingOf, toCrlf, withoutBom } from './text.ts';

interface Line {
  readonly content: string;
  /** LF, CRLF, a lone CR, or nothing at the end of the text. */
  readonly terminator: string;
}

/** Editors break lines at a lone CR too, so that here it is a terminator like the others. */
function editorLines(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const match of text.matchAll(/\r\n|\r|\n/g)) {
    lines.push({ content: text.slice(start, match.index), terminator: match[0] });
    start = match.index + match[0].length;
  }
  if (start < text.length) lines.push({ content: text.slice(start), terminator: '' });
  return lines;
}

/**
 * `edited` with the terminators it had before an editor made them all LF: a line unchanged against `base` keeps the one it
 * has there, else the one it has in `original`, and a new line gets the one most lines of `base` have. A byte order mark
 * of `base` stays. Text that was not edited comes back byte for byte.
 */
export function restoreEndings(edited: string, base: string, original = ''): string {
  if (!base.includes('\r') && !original.includes('\r')) {
    const plain = withoutBom(edited).replaceAll(/\r\n?/g, '\n');
    return base.startsWith(BOM) || edited.startsWith(BOM) ? BOM + plain : plain;
  }
  const lines = editorLines(withoutBom(edited));
  const terminators = matchedTerminators(lines, editorLines(withoutBom(base)));
  const older = matchedTerminators(lines, editorLines(withoutBom(original)));
  const usual = dominantEndingOf(base.includes('\n') ? base : original) === 'crlf' ? '\r\n' : '\n';
  const endings = lines.map(
    ({ terminator }, index) => terminator && (terminators.get(index) || older.get(index) || usual),
  );
  const restored = lines.map(({ content }, index) => {
    // A lone CR before an empty line that ends with LF would read as one CRLF.
    const joins = endings[index] === '\r' && lines[index + 1]?.content === '' && endings[index + 1] === '\n';
    return content + (joins ? usual : endings[index]);
  });
  const mark = base.startsWith(BOM) || edited.startsWith(BOM) ? BOM : '';
  return mark + restored.join('');
}

/** Finds, for each line of `lines` that is still a line of `base`, the terminator it has there. */
function matchedTerminators(lines: readonly Line[], base: readonly Line[]): Map<number, string> {
  const terminators = new Map<number, string>();
  const contents = (from: readonly Line[]) => from.map(({ content }) => content);
  let baseAt = 0;
  let at = 0;
  const match = (until: number) => {
    for (; at < until; at += 1, baseAt += 1) terminators.set(at, base[baseAt]?.terminator ?? '');
  };
  for (const run of diffLines(contents(base), contents(lines)).runs) {
    match(run.newStart);
    at = run.newEnd;
    baseAt = run.oldEnd;
  }
  match(lines.length);
  return terminators;
}

export interface AdaptedText {
  readonly text: string;
  /** Notes about adjustments, for the person. */
  readonly notes: readonly string[];
}

/**
 * Adapts a model's text for a whole file to the file's own line endings and byte order mark, if it has them throughout.
 */
export function adaptToFile(proposed: string, present: string): AdaptedText {
  const notes: string[] = [];
  let text = proposed;
  if (lineEndingOf(present) === 'crlf' && lineEndingOf(text) === 'lf') {
    text = toCrlf(text);
    notes.push('The file has CRLF line endings; the proposed text came with LF and was converted');
  }
  if (present.startsWith(BOM) && !text.startsWith(BOM)) {
    text = BOM + text;
    notes.push('The file starts with a byte order mark, which was kept');
  }
  return { text, notes };
}
