import type { Change, TurnChanges } from '#contract';
import { lastName } from '../ui/last-name.ts';

/** Title such as `Make the greeting friendlier`; without a known cause, how the changes were found. */
export function turnTitle({ source, title }: Pick<TurnChanges, 'source' | 'title'>): string {
  if (source === 'found') return 'Found changed';
  return title === '' ? 'Untitled' : title;
}

export type ChangedFileKind = keyof TurnChanges['counts'];

/** Words for a file's change, with a sign and a word, so that it does not depend on colour or sign alone. */
export const KINDS: Readonly<Record<ChangedFileKind, { readonly sign: string; readonly word: string }>> = {
  created: { sign: '+', word: 'added' },
  modified: { sign: '±', word: 'changed' },
  deleted: { sign: '−', word: 'deleted' },
  rejected: { sign: '×', word: 'rejected' },
};

export function changedFileKind({ state, change }: Pick<Change, 'state' | 'change'>): ChangedFileKind {
  return state === 'rejected' ? 'rejected' : change;
}

/** Counts such as `+1 added`, for each kind there is. */
export function turnCounts({
  counts,
}: Pick<TurnChanges, 'counts'>): readonly { kind: ChangedFileKind; text: string }[] {
  return (Object.keys(KINDS) as ChangedFileKind[])
    .filter((kind) => counts[kind] > 0)
    .map((kind) => ({ kind, text: `${KINDS[kind].sign}${counts[kind]} ${KINDS[kind].word}` }));
}

export function fileCount({ counts }: Pick<TurnChanges, 'counts'>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Files that were written or deleted. */
export function writtenCount({ counts }: Pick<TurnChanges, 'counts'>): number {
  return counts.created + counts.modified + counts.deleted;
}

const MAKERS: Readonly<Record<string, string>> = {
  tool: 'file tool',
  command: 'command',
  program: 'program',
  client: 'client',
  unknown: 'unknown',
};

/** Names the origin of a change, such as `command` or `program weather`. */
export function makerWords(origin: string, name?: string): string {
  const maker = MAKERS[origin] ?? origin;
  if (name === undefined) return maker;
  if (origin === 'unknown') return `unknown, perhaps ${name.split(', ').map(programName).join(', ')}`;
  return `${maker} ${origin === 'program' ? programName(name) : name}`;
}

/** The short name of a program that is recorded by its command line, such as `tools.py`; of an MCP server its own name. */
function programName(title: string): string {
  const server = /^([^\s:/]+): /.exec(title)?.[1];
  if (server !== undefined) return server;
  const [program = '', ...words] = (title.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", ''));
  const script = program === 'js' ? words.join(' ') : words.find((word) => /^[^-].*\.\w{1,4}$/.test(word));
  return lastName(script ?? program) || title;
}

/** Describes the origins, such as `2 by file tool, 1 by command`; for a single one the number is omitted. */
export function makersWords({ by }: Pick<TurnChanges, 'by'>): string {
  const words = by.map(({ origin, name, files }) => ({ text: makerWords(origin, name), files }));
  if (words.length === 1) return `by ${words[0]?.text}`;
  return words.map(({ text, files }) => `${files} by ${text}`).join(', ');
}

export const TURN_STATES = {
  applied: undefined,
  partly: 'partly undone',
  undone: 'undone',
  rejected: 'rejected',
} as const;
