import type { PathOutcome, TurnUndoOutcome } from '../changes.ts';
import type { GitHead, SessionRewound } from '../events/rewind-events.ts';
import type { TurnUndone } from '../events/undo-events.ts';
import type * as z from '../schema/zod.ts';

type TurnUndoneData = z.infer<typeof TurnUndone>;
type SessionRewoundData = z.infer<typeof SessionRewound>;
type Direction = TurnUndoOutcome['direction'];

/** Words for an undo and for a redo. */
export const UNDO_WORDS = {
  undo: { verb: 'Undo', done: 'undone', back: 'restored' },
  redo: { verb: 'Redo', done: 'redone', back: 'changed again' },
} as const satisfies Readonly<Record<Direction, object>>;

/** Describes the number of files, such as `3 files`: folders are represented by their content. */
export function filesIn(paths: readonly Pick<PathOutcome, 'path'>[]): string {
  const folders = new Set<string>();
  for (const { path } of paths) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return fileCount(paths.filter(({ path }) => !folders.has(path)).length);
}

/**
 * Describes the outcome, such as `Turn undone: 16 files restored, 2 files left`; `what` is `Turn` or the name of a
 * file.
 */
export function undoWords(what: string, { direction, paths }: TurnUndoOutcome): string {
  const { done, back } = UNDO_WORDS[direction];
  const restored = paths.filter(({ outcome }) => outcome === 'restored');
  const stays = paths.filter(({ outcome }) => outcome !== 'restored');
  if (restored.length === 0) return `${what} not ${done}: ${filesIn(stays)} left`;
  return `${what} ${done}: ${filesIn(restored)} ${back}${stays.length === 0 ? '' : `, ${filesIn(stays)} left`}`;
}

/** Words for the event of an undo; where it names one path alone, that is what was undone. */
export function turnUndoneWords({ direction, paths, restored, left, unknown }: TurnUndoneData): string {
  const stays = left + unknown;
  const only = restored + stays === 1 ? paths[0]?.path.split('/').at(-1) : undefined;
  if (paths.length === restored + stays) return undoWords(only ?? 'Turn', { direction, paths });
  // The event names only some of thousands of paths.
  const { done, back } = UNDO_WORDS[direction];
  return `Turn ${done}: ${fileCount(restored)} ${back}${stays === 0 ? '' : `, ${fileCount(stays)} left`}`;
}

/** Describes a rewind, such as `Rewound to before “Make it friendlier”: 3 files restored, 1 file left`. */
export function rewoundWords(data: SessionRewoundData): string {
  const { direction, title, withFiles, headMoved } = data;
  const what =
    direction === 'undo'
      ? `Rewound to before “${title}”`
      : `Redone: what came after “${title}” is part of the conversation again`;
  const files = withFiles ? `: ${fileWords(data)}` : ', files left as they are';
  return `${what}${files}${headMoved ? `. ${headWords(headMoved)}` : ''}`;
}

function fileWords({ direction, paths, restored, left, unknown }: SessionRewoundData): string {
  const stays = left + unknown;
  const { back } = UNDO_WORDS[direction];
  if (restored + stays === 0) return 'no files to restore';
  const isWhole = paths.length === restored + stays;
  const count = (wanted: boolean, known: number) =>
    isWhole ? filesIn(paths.filter(({ outcome }) => (outcome === 'restored') === wanted)) : fileCount(known);
  const parts = [
    ...(restored > 0 ? [`${count(true, restored)} ${back}`] : []),
    ...(stays > 0 ? [`${count(false, stays)} left`] : []),
  ];
  return parts.join(', ');
}

/** Says that git's HEAD stays where it is now. */
export function headWords({ from, to }: { readonly from: GitHead; readonly to: GitHead }): string {
  return `HEAD of the repository moved from ${headName(from)} to ${headName(to)} and stays there`;
}

function headName({ ref, commit }: GitHead): string {
  const branch = ref?.replace(/^refs\/heads\//, '');
  const short = commit?.slice(0, 8);
  return [branch, short].filter((part) => part !== undefined).join(' at ') || 'an unknown place';
}

function fileCount(files: number): string {
  return `${files} ${files === 1 ? 'file' : 'files'}`;
}
