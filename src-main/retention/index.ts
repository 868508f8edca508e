/** Unreferenced data in the data folder, and its removal. */
export { createRetention, type RetentionFeature } from './create-retention.ts';
export type { BranchesPort, ImagesPort, RetentionOptions } from './ports.ts';
