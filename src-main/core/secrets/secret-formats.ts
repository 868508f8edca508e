/** A format that is a secret wherever it occurs. */
interface SecretFormat {
  readonly pattern: RegExp;
  /** Whether the secret continues as long as its characters do. */
  readonly isOpen?: boolean;
}

/** Provider keys, cloud keys, access tokens. */
const FORMATS: readonly SecretFormat[] = [
  { pattern: /\bsk-[A-Za-z0-9_-]{20,}/g, isOpen: true },
  { pattern: /\bgh[pousr]_[A-Za-z0-9]{30,}/g, isOpen: true },
  { pattern: /\bgithub_pat_[A-Za-z0-9_]{30,}/g, isOpen: true },
  { pattern: /\bglpat-[A-Za-z0-9_-]{20,}/g, isOpen: true },
  { pattern: /\bxox[abprs]-[A-Za-z0-9-]{10,}/g, isOpen: true },
  { pattern: /\bAKIA[0-9A-Z]{16}\b/g },
  { pattern: /\bAIza[0-9A-Za-z_-]{35}\b/g },
];

/** Each format has it, also as JSON. */
const MARK = /sk-|gh[pousr]_|github_pat_|glpat-|xox[abprs]-|AKIA|AIza|-----BEGIN /;
const KEY_BEGIN = /-----BEGIN [A-Z ]*PRIVATE KEY-----/g;
const KEY_END = /-----END [A-Z ]*PRIVATE KEY-----/g;
const KEY_HEADER = /-----BEGIN [A-Z ]{0,64}PRIVATE KEY-----/g;
const HEADER_BEGUN = /-----BEGIN [A-Z ]{0,64}-{0,5}$/;
const TOKEN_AT_END = /[A-Za-z0-9_-]+$/;
/** Most characters of a format before it is recognized. */
const FORMAT_LENGTH = 64;
/** Most characters of a private key. */
const KEY_LENGTH = 32 * 1024;
/** End of a line, also as it stands in JSON, and in JSON within JSON. */
const LINE_END = String.raw`(?:\\+r)?(?:\\+n|\r\n|\r(?!\n)|\n)[ \t]*`;
/** Condition after base64 that it fills its line: a path is no key, though its characters are those of one. */
const FILLED = String.raw`(?=[ \t]*(?:[\r\n\\"'\x60]|$))`;
/** Lines of a private key from its header on, as far as they are there: those that say how it is encrypted, then base64. */
const KEY_BODY = new RegExp(
  [
    String.raw`(?:${LINE_END}(?:[A-Za-z][A-Za-z0-9-]*: [^\r\n\\]*)?)*?`,
    `${LINE_END}[A-Za-z0-9+/=]{16,}${FILLED}(?:${LINE_END}[A-Za-z0-9+/=]{40,}${FILLED})*`,
    `(?:${LINE_END}[A-Za-z0-9+/=]+${FILLED})?`,
  ].join(''),
  'y',
);

/** Position of a secret in a text. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  /** Whether it reaches the end of the text, so that what follows may belong to it. */
  readonly isOpen: boolean;
}

/** Whether a text may hold a secret of a known format; `false` is certain. */
export function mayHoldFormat(text: string): boolean {
  return MARK.test(text);
}

export function formatSpans(text: string): SecretSpan[] {
  if (!MARK.test(text)) return [];
  const spans = FORMATS.flatMap(({ pattern, isOpen = false }) =>
    [...text.matchAll(pattern)].map((match) => {
      const end = match.index + match[0].length;
      return { start: match.index, end, isOpen: isOpen && end === text.length };
    }),
  );
  return [...spans, ...keySpans(text)];
}

/**
 * Private keys, each from a header to the next end, or as far as its lines are there. Where no end follows none follows a later header
 * either: the text is read once.
 */
function keySpans(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  const ends = new RegExp(KEY_END);
  let hasEnd = true;
  for (const { index, 0: header } of text.matchAll(KEY_BEGIN)) {
    if (index < (spans.at(-1)?.end ?? 0)) continue;
    ends.lastIndex = index + header.length;
    hasEnd &&= ends.test(text);
    const end = hasEnd ? ends.lastIndex : bodyEnd(text, index + header.length);
    if (end !== undefined) spans.push({ start: index, end, isOpen: false });
  }
  return spans;
}

/** The end of the lines that follow the header of a key, as of one of which the beginning alone was printed. */
function bodyEnd(text: string, at: number): number | undefined {
  const body = new RegExp(KEY_BODY);
  return body.test(text.slice(at, at + KEY_LENGTH)) ? at + body.lastIndex : undefined;
}

/** The first character from which on the end of `text` may be the beginning of a secret of a known format. */
export function formatBegunAt(text: string): number {
  const from = Math.max(0, text.length - 2 * FORMAT_LENGTH);
  const tail = text.slice(from);
  const token = TOKEN_AT_END.exec(tail.slice(-FORMAT_LENGTH))?.[0].length ?? 0;
  const header = HEADER_BEGUN.exec(tail)?.index;
  return Math.min(text.length - token, header === undefined ? text.length : from + header, keyBegunAt(text));
}

/** The header of a private key whose end is not there yet. */
function keyBegunAt(text: string): number {
  const from = Math.max(0, text.length - KEY_LENGTH);
  const tail = text.slice(from);
  if (!tail.includes('-----BEGIN ')) return text.length;
  const lastEnd = [...tail.matchAll(KEY_END)].at(-1)?.index ?? -1;
  const open = [...tail.matchAll(KEY_HEADER)].find(({ index }) => index > lastEnd);
  return open ? from + open.index : text.length;
}
