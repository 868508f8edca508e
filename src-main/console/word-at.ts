/** The word at the cursor of a line that is being typed. */
export interface WordAtCursor {
  /** Start of the word, including its opening quote, in UTF-16 units. */
  readonly from: number;
  /** Typed part of the word, without quotes and escapes. */
  readonly text: string;
  /** Quote of the word: additions must be quoted alike. */
  readonly quote: '' | "'" | '"';
  /** Whether it names the program: first of its command, after assignments. */
  readonly isCommand: boolean;
  /** Words of the same command before it. */
  readonly before: readonly string[];
  /** The name of a variable that the cursor is in, and where its `$` is. */
  readonly variable: { readonly name: string; readonly from: number; readonly isBraced: boolean } | undefined;
}

/** Longest name completed, in UTF-16 units; nobody types longer ones. */
const LONGEST_NAME = 1000;

interface WordScan {
  from: number;
  text: string;
  quote: '' | "'" | '"';
  /** The whole word stands in the quote it began with. */
  opening: '' | "'" | '"';
  isIn: boolean;
  before: string[];
}

/** Reads the line up to the cursor; unlike the parser it forgives everything. */
export function wordAt(line: string, cursor: number): WordAtCursor {
  const text = line.slice(0, cursor);
  const scan: WordScan = { from: 0, text: '', quote: '', opening: '', isIn: false, before: [] };
  for (let at = 0; at < text.length; at++) at += scanStep(scan, text, at);
  if (!scan.isIn) scan.from = text.length;
  const isCommand = scan.before.every((word) => /^[A-Za-z_]\w*=/.test(word));
  return {
    from: scan.from,
    text: scan.text,
    quote: scan.quote === '' ? '' : scan.opening,
    isCommand,
    before: scan.before,
    variable: scan.quote === "'" ? undefined : variableAt(text),
  };
}

/** Takes one character; the answer is how many more it took. */
function scanStep(scan: WordScan, text: string, at: number): number {
  const character = text[at] ?? '';
  if (scan.quote !== '') return insideQuote(scan, text, at);
  if (/[ \t\n|;&<>()]/.test(character)) {
    endWord(scan, /[|;&()\n]/.test(character));
    return 0;
  }
  begin(scan, at);
  if (character === "'" || character === '"') {
    if (scan.text === '' && scan.from === at) scan.opening = character;
    scan.quote = character;
    return 0;
  }
  if (character !== '\\') {
    scan.text += character;
    return 0;
  }
  scan.text += text[at + 1] ?? '';
  return 1;
}

function insideQuote(scan: WordScan, text: string, at: number): number {
  const character = text[at] ?? '';
  const next = text[at + 1] ?? '';
  if (character === scan.quote) {
    scan.quote = '';
    return 0;
  }
  const isEscape = scan.quote === '"' && character === '\\' && next !== '' && '"$`\\'.includes(next);
  scan.text += isEscape ? next : character;
  return isEscape ? 1 : 0;
}

function begin(scan: WordScan, at: number): void {
  if (scan.isIn) return;
  scan.isIn = true;
  scan.from = at;
}

function endWord(scan: WordScan, isNewCommand: boolean): void {
  if (scan.isIn) scan.before.push(scan.text);
  if (isNewCommand) scan.before = [];
  scan.text = '';
  scan.opening = '';
  scan.isIn = false;
}

function variableAt(text: string): WordAtCursor['variable'] {
  const start = Math.max(0, text.length - LONGEST_NAME);
  const match = /(?<!\\)\$(\{?)(\w*)$/.exec(text.slice(start));
  return match ? { name: match[2] ?? '', from: start + match.index, isBraced: match[1] === '{' } : undefined;
}
