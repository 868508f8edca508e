import { textStart } from '#contract/text-ends';

/** Messages of programs that the box prevents from something. */
const REFUSALS: readonly { readonly text: RegExp; readonly what: 'write' | 'network' }[] = [
  { text: /read-only file system|\bEROFS\b|device or resource busy/i, what: 'write' },
  {
    text: /network is unreachable|could not resolve (host|hostname)|temporary failure in name resolution|name or service not known|\bENETUNREACH\b|\bEAI_AGAIN\b|getaddrinfo \w+|no address associated with hostname|failed to lookup address|dial tcp: lookup /i,
    what: 'network',
  },
];

/** Lines that are shown of what was refused. */
const MAX_LINES = 3;
const LINE_LENGTH = 300;

type RefusedAccess = 'write' | 'network' | 'processes' | 'loopback';

/** Operations that the box refused a command, with the first few lines that say so. */
export interface RefusedByBox {
  readonly what: readonly RefusedAccess[];
  readonly lines: readonly string[];
}

/** Programs of a command for which the box is the machine, and that do not say so themselves. */
interface InsidePrograms {
  /** Programs that see only the processes of the box. */
  readonly seeing?: readonly string[] | undefined;
  /** Programs that failed, and reach only what listens in the box. */
  readonly reaching?: readonly string[] | undefined;
}

/** Finds in what a command printed that the box kept it from something; programs have no other way to tell. */
export function refusedByBox(
  printed: string,
  { seeing = [], reaching = [] }: InsidePrograms = {},
): RefusedByBox | undefined {
  const found: { readonly what: RefusedAccess; readonly line: string }[] = printed.split('\n').flatMap((line) => {
    const refusal = REFUSALS.find(({ text }) => text.test(line));
    return refusal ? [{ what: refusal.what, line: textStart(line.trim(), LINE_LENGTH) }] : [];
  });
  for (const name of seeing) found.push({ what: 'processes', line: `${name} sees only the processes of the box` });
  for (const name of reaching) found.push({ what: 'loopback', line: `${name} reaches only what listens in the box` });
  if (found.length === 0) return undefined;
  const lines = [...new Set(found.map(({ line }) => line))].slice(0, MAX_LINES);
  return { what: [...new Set(found.map(({ what }) => what))], lines };
}

const WORDS = {
  write: 'it can write in the workspace and in /tmp only, and not to files that run code by themselves',
  network: 'it has no network',
  processes: 'it sees only its own processes',
  loopback: 'its localhost is its own, where nothing of the machine listens',
} as const;

const BY_BUTTON = 'The person sees this too, and can run it outside the box with one button';

/**
 * Explains the refusal to the sender of the command. @param wayOut a sentence without its end: how it can run outside
 */
export function refusalText({ what }: RefusedByBox, wayOut = BY_BUTTON): string {
  const why = what.map((one) => WORDS[one]).join('; ');
  return `The box stopped part of this: ${why}. ${wayOut}; do not try to get around it.`;
}
