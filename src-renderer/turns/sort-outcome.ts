import type { PathOutcome, TurnUndoOutcome } from '#contract';

export interface SortedOutcome {
  readonly restored: readonly PathOutcome[];
  /** Paths that stay as they are, and those whose outcome is unknown. */
  readonly stays: readonly PathOutcome[];
}

/** Leaves out folders that stay only because of their content. */
export function withoutFilled(paths: readonly PathOutcome[]): readonly PathOutcome[] {
  const folders = new Set<string>();
  for (const { path } of paths) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
      folders.add(path.slice(0, end));
  }
  return paths.filter(({ path, canConfirm }) => canConfirm || !folders.has(path));
}

export function sortOutcome({ paths }: Pick<TurnUndoOutcome, 'paths'>): SortedOutcome {
  return {
    restored: paths.filter(({ outcome }) => outcome === 'restored'),
    stays: paths.filter(({ outcome }) => outcome !== 'restored'),
  };
}
