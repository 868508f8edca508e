import { Redis } from 'ioredis';
import { SILENCE_MS } from './liveness-monitor.ts';
import type { RedisAddress } from './redis-address.ts';

/** Longest whole reply, however slowly it comes, in milliseconds. */
const COMMAND_MS = 60_000;
/** Longest wait before it is tried again, in milliseconds. */
const MAX_RETRY_MS = 1000;

/** A client in the first database, not connected yet, which goes on trying and repeats nothing by itself. */
export function redisClient(address: RedisAddress, password: string | undefined): Redis {
  return new Redis({
    ...address,
    // Where the client selects a database that is not there, it goes on in the first one.
    db: 0,
    ...(password === undefined ? {} : { password: password }),
    protocol: 2,
    connectionName: 'sigma-shell',
    disableClientInfo: true,
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_MS,
    connectTimeout: 2 * SILENCE_MS,
    disconnectTimeout: 50,
    maxLoadingRetryTime: 500,
    keepAlive: 10_000,
    // Many clients of a server that comes back shall not all come at once.
    retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 10), MAX_RETRY_MS) * (0.5 + Math.random() / 2),
  });
}
