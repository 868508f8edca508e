import type { Base } from '../copy/base.ts';

/** A branch's files, and what they began as. */
export interface BranchFiles {
  readonly id: string;
  /** Branches that began as the same copy of a workspace have one. */
  readonly set: string;
  readonly workspace: string;
  readonly folder: string;
  /** Time at which the branch was copied. */
  readonly createdAt: number;
  readonly base: Base;
}
