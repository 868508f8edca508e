import type { RedisStoreOptions } from './redis-store.ts';
import type { ReportedStore } from './reported-store.ts';

/** Opens at once, be there a server or not, and goes on trying. @throws AppError INVALID_INPUT for an address that is none */
export async function openRedisStore(options: RedisStoreOptions): Promise<ReportedStore> {
  // The client is loaded where it is used.
  const { connectRedisStore } = await import('./redis-store.ts');
  return connectRedisStore(options);
}
