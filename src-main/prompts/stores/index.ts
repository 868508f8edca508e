/** Storage of records: a folder of files, Redis; and the variables of the app itself. */
export { type ChosenStore, createPromptStore } from './chosen-store.ts';
export { openFolderStore } from './folder-store.ts';
export { openRedisStore } from './open-redis-store.ts';
export * from './own/index.ts';
export type { RedisStoreOptions } from './redis-store.ts';
export { transferRecords } from './transfer.ts';
