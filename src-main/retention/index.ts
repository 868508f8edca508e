/** What lies in the data folder and nothing refers to, and how it is removed. */
export { createRetention, type RetentionFeature } from './create-retention.ts';
export type { BranchesPort, ImagesPort, RetentionOptions } from './ports.ts';
