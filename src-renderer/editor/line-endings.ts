/** Line endings and byte order mark of a text that passes through an editor, which knows LF alone. */

const BOM = '\uFEFF';

/** Returns a text as editors give it back: each end of a line is LF, a lone CR, too, and no byte order mark stands before it. */
export function asEditorText(text: string): string {
  return withoutMark(text).replaceAll(/\r\n?/g, '\n');
}

/**
 * Gives an edited text the endings and the mark that `before` has: the lines before and behind the edit keep their own, and new ones
 * get those that most lines have. A text that was not edited comes back as it was.
 */
export function fromEditorText(edited: string, before: string): string {
  const mark = before.startsWith(BOM) ? BOM : '';
  if (!before.includes('\r')) return mark + edited;
  const own = linesOf(withoutMark(before));
  const lines = edited.split('\n');
  const [ahead, behind] = commonEnds(
    own.map(({ content }) => content),
    lines,
  );
  const usual = usualEnding(own);
  const endingOf = (at: number): string => {
    const fromEnd = lines.length - at;
    if (fromEnd === 1) return '';
    const place = fromEnd <= behind ? own.length - fromEnd : at;
    return (at < ahead || fromEnd <= behind ? own[place]?.ending : undefined) || usual;
  };
  const text = lines.map((content, at) => {
    const ending = endingOf(at);
    // A lone CR before an empty line that ends with LF would be read as one CRLF.
    const joins = ending === '\r' && lines[at + 1] === '' && endingOf(at + 1) === '\n';
    return content + (joins ? usual : ending);
  });
  return mark + text.join('');
}

interface TextLine {
  readonly content: string;
  /** LF, CRLF, a lone CR, or nothing behind the last line. */
  readonly ending: string;
}

function linesOf(text: string): TextLine[] {
  const parts = text.split(/(\r\n|\r|\n)/);
  return parts.flatMap((content, at) => (at % 2 === 0 ? [{ content, ending: parts[at + 1] ?? '' }] : []));
}

/** Counts the lines that both begin with, and those that both end with. */
function commonEnds(own: readonly string[], lines: readonly string[]): [ahead: number, behind: number] {
  const most = Math.min(own.length, lines.length);
  let ahead = 0;
  while (ahead < most && own[ahead] === lines[ahead]) ahead += 1;
  let behind = 0;
  while (behind < most - ahead && own.at(-1 - behind) === lines.at(-1 - behind)) behind += 1;
  return [ahead, behind];
}

function usualEnding(lines: readonly TextLine[]): string {
  const count = (wanted: string) => lines.filter(({ ending }) => ending === wanted).length;
  const [crlf, lf] = [count('\r\n'), count('\n')];
  if (crlf + lf === 0) return '\r';
  return crlf > lf ? '\r\n' : '\n';
}

const withoutMark = (text: string) => (text.startsWith(BOM) ? text.slice(1) : text);
