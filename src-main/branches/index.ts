/** Branches: copies of workspaces that sessions work in, compared side by side and taken piece by piece. */
export type { BranchFiles } from './compare/branch-files.ts';
export type { WantedChange } from './compare/wanted-change.ts';
export { type BranchesFeature, createBranches } from './create-branches.ts';
export type { BranchesOptions, TakeRequest } from './ports.ts';
