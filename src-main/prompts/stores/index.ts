/** Storage of records: a folder of files, Redis; and the variables of the app itself. */

export * from './app-variables/index.ts';
export { openFolderStore } from './folder-store.ts';
export { openRedisStore } from './open-redis-store.ts';
export type { RedisStoreOptions } from './redis-store.ts';
export { createPromptStore, type SwitchableStore } from './switchable-store.ts';
export { transferRecords } from './transfer.ts';
