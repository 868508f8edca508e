import type { PathView } from './disk-view.ts';
import type { PlannedPath } from './plan-paths.ts';

/** Steps needed to bring one path into the wanted state. */
export interface PathWork extends PlannedPath {
  /** `make` also replaces what is there; `metadata` keeps the file and sets permissions, owner, times, attributes. */
  readonly action: 'make' | 'remove' | 'metadata';
  /** Path of the new file or link until it takes its name. */
  readonly temporary?: string;
  /** Path of a temporary that this is to be another name of. */
  readonly linkTo?: string;
  /** A file with the same bytes and metadata that is removed: this is to be its new name. */
  readonly movedFrom?: PathView;
  /** Path to which what is there steps aside while a folder and something else change places. */
  readonly aside?: string;
}
