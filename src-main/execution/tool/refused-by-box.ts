/** What programs say when the box keeps them from something. */
const REFUSALS: readonly { readonly text: RegExp; readonly what: 'write' | 'network' }[] = [
  { text: /read-only file system|\bEROFS\b|device or resource busy/i, what: 'write' },
  {
    text: /network is unreachable|could not resolve (host|hostname)|temporary failure in name resolution|name or service not known|\bENETUNREACH\b|\bEAI_AGAIN\b|getaddrinfo \w+|no address associated with hostname|failed to lookup address/i,
    what: 'network',
  },
];

/** Lines that are shown of what was refused. */
const MOST_LINES = 3;
const LINE_LENGTH = 300;

/** What the box refused a command, by what the command says of it: lines of its output, the first few. */
export interface RefusedByBox {
  readonly what: readonly ('write' | 'network')[];
  readonly lines: readonly string[];
}

/** Finds in what a command printed that the box kept it from something; programs have no other way to tell. */
export function refusedByBox(printed: string): RefusedByBox | undefined {
  const found = printed.split('\n').flatMap((line) => {
    const refusal = REFUSALS.find(({ text }) => text.test(line));
    return refusal ? [{ what: refusal.what, line: line.trim().slice(0, LINE_LENGTH) }] : [];
  });
  if (found.length === 0) return undefined;
  const lines = [...new Set(found.map(({ line }) => line))].slice(0, MOST_LINES);
  return { what: [...new Set(found.map(({ what }) => what))], lines };
}

const WORDS = {
  write: 'it can write in the workspace and in /tmp only, and not to files that run code by themselves',
  network: 'it has no network',
} as const;

const BY_BUTTON = 'The person sees this too, and can run it outside the box with one button';

/** What whoever sent the command is told of it. @param wayOut a sentence without its end: how it can run outside */
export function refusalText({ what }: RefusedByBox, wayOut = BY_BUTTON): string {
  const why = what.map((one) => WORDS[one]).join('; ');
  return `The box stopped part of this: ${why}. ${wayOut}; do not try to get around it.`;
}
