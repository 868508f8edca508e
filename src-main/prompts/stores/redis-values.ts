/** Requests to Redis in pieces, so that other commands do not wait long behind one of them. */
import type { Redis } from 'ioredis';
import type { RecordProblem } from '#contract';
import { AppError } from '#core/app-error';
import { recordKindOf } from './key-path.ts';
import { MAX_VALUE_BYTES } from './record-file.ts';

/** Most keys of one prefix. */
const MAX_KEYS = 100_000;
/** Keys looked at in one step of a scan, and asked about in one pipeline. */
const STEP = 500;
/** Values of one reply, in bytes; a single larger one is asked for alone. */
const REPLY_BYTES = 262_144;

export interface ReadValues {
  readonly values: Map<string, string>;
  readonly problems: readonly RecordProblem[];
}

/** @throws what Redis says; AppError LIMIT_EXCEEDED */
export async function scanKeys(redis: Redis, prefix: string): Promise<readonly string[]> {
  const pattern = `${prefix.replace(/[\\*?[\]]/g, '\\$&')}*`;
  const keys = new Set<string>();
  let cursor = '0';
  do {
    const [next, found] = await redis.scan(cursor, 'MATCH', pattern, 'COUNT', STEP);
    for (const key of found) keys.add(key);
    if (keys.size > MAX_KEYS) {
      throw new AppError('LIMIT_EXCEEDED', `Redis has more than ${MAX_KEYS} keys that begin with ${prefix}`);
    }
    cursor = next;
  } while (cursor !== '0');
  return [...keys];
}

/** @throws what Redis says */
export async function readKeys(redis: Redis, keys: readonly string[]): Promise<ReadValues> {
  const values = new Map<string, string>();
  const problems: RecordProblem[] = [];
  for (let start = 0; start < keys.length; start += STEP) {
    const { sizes, wrong } = await valueSizes(redis, keys.slice(start, start + STEP));
    problems.push(...wrong);
    for (const some of portions(sizes)) {
      const found = await redis.mget(...some);
      some.forEach((key, index) => {
        const value = found[index];
        if (typeof value === 'string') values.set(key, value);
      });
    }
  }
  return { values, problems };
}

async function valueSizes(redis: Redis, keys: readonly string[]) {
  const sizes = new Map<string, number>();
  const wrong: RecordProblem[] = [];
  const pipeline = redis.pipeline();
  for (const key of keys) pipeline.strlen(key);
  const results = (await pipeline.exec()) ?? [];
  for (const [index, [error, length]] of results.entries()) {
    const key = keys[index] ?? '';
    const size = Number(length);
    // Only a key of another type, and one that the user may not read, is the record's own problem.
    if (error && !/^(?:WRONGTYPE|NOPERM)/.test(error.message)) throw error;
    if (error) wrong.push(recordProblem(key, redisProblem(error)));
    else if (size > MAX_VALUE_BYTES)
      wrong.push(recordProblem(key, `Its value has ${size} bytes; ${MAX_VALUE_BYTES} are read`));
    else sizes.set(key, size);
  }
  return { sizes, wrong };
}

function redisProblem({ message }: Error): string {
  if (message.startsWith('NOPERM')) return 'The user of Redis may not read it';
  return 'It is a list, a hash or another structure of Redis; a record is a string with JSON in it';
}

function recordProblem(key: string, message: string): RecordProblem {
  return { kind: recordKindOf(key), key, severity: 'error', message };
}

/** Keys whose values fit into one reply. An empty value and one that is not there have the same size. */
function* portions(sizes: ReadonlyMap<string, number>): Generator<readonly string[]> {
  let some: string[] = [];
  let bytes = 0;
  for (const [key, size] of sizes) {
    if (some.length > 0 && bytes + size > REPLY_BYTES) {
      yield some;
      some = [];
      bytes = 0;
    }
    some.push(key);
    bytes += size;
  }
  if (some.length > 0) yield some;
}
