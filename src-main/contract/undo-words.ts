import type { z } from 'zod';
import type { PathOutcome, TurnOutcome } from './changes.ts';
import type { TurnUndone } from './undo-events.ts';

type TurnUndoneData = z.infer<typeof TurnUndone>;
type Direction = TurnOutcome['direction'];

/** Words for an undo and for a redo. */
export const UNDO_WORDS = {
  undo: { verb: 'Undo', done: 'undone', back: 'restored' },
  redo: { verb: 'Redo', done: 'redone', back: 'changed again' },
} as const satisfies Readonly<Record<Direction, object>>;

/** Such as `3 files`: folders are counted by what is in them. */
export function filesIn(paths: readonly Pick<PathOutcome, 'path'>[]): string {
  const folders = new Set<string>();
  for (const { path } of paths) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return countOf(paths.filter(({ path }) => !folders.has(path)).length);
}

/** Such as `Turn undone: 16 files restored, 2 files left`; `what` is `Turn` or the name of a file. */
export function undoWords(what: string, { direction, paths }: TurnOutcome): string {
  const { done, back } = UNDO_WORDS[direction];
  const restored = paths.filter(({ outcome }) => outcome === 'restored');
  const stays = paths.filter(({ outcome }) => outcome !== 'restored');
  if (restored.length === 0) return `${what} not ${done}: ${filesIn(stays)} left`;
  return `${what} ${done}: ${filesIn(restored)} ${back}${stays.length === 0 ? '' : `, ${filesIn(stays)} left`}`;
}

/** The same of the event; where it names one path alone, that is what was undone. */
export function turnUndoneWords({ direction, paths, restored, left, unknown }: TurnUndoneData): string {
  const stays = left + unknown;
  const only = restored + stays === 1 ? paths[0]?.path.split('/').at(-1) : undefined;
  if (paths.length === restored + stays) return undoWords(only ?? 'Turn', { direction, paths });
  // The event names only some of thousands of paths.
  const { done, back } = UNDO_WORDS[direction];
  return `Turn ${done}: ${countOf(restored)} ${back}${stays === 0 ? '' : `, ${countOf(stays)} left`}`;
}

function countOf(files: number): string {
  return `${files} ${files === 1 ? 'file' : 'files'}`;
}
