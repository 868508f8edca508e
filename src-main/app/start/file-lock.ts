import { randomBytes } from 'node:crypto';
import { link, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { systemCodeOf } from '#core/app-error';
import { type ProcessIdentity, processIdentity, processState } from './process-identity.ts';

/** Data of a lock file about its holder. */
export interface LockHolder extends ProcessIdentity {
  readonly nonce: string;
  /** Socket on which the holder listens for second starts. */
  readonly socket: string;
}

export interface FileLock {
  readonly kind: 'held';
  release(): Promise<void>;
}

export interface ForeignLock {
  readonly kind: 'elsewhere';
  readonly holder: LockHolder;
}

export interface LockRequest {
  readonly path: string;
  readonly socket: string;
  /** Decides where a process number alone cannot; `true` when the holder answers. */
  readonly answers: (holder: LockHolder) => Promise<boolean>;
  /** One look at whether a holder that seems dead is there all the same: the processes of another container have no number here. */
  readonly isListening?: (holder: LockHolder) => Promise<boolean>;
}

/**
 * Takes the lock file at `path`, or says who holds it.
 *
 * A lock whose holder has died is taken over by whoever first locks `<path>.<its nonce>`, in the same way: only that one
 * may replace it, and looks again before doing so. However many start at once, one of them holds the lock afterwards.
 */
export async function acquireLock(request: LockRequest): Promise<FileLock | ForeignLock> {
  const own: LockHolder = {
    ...processIdentity(process.pid),
    nonce: randomBytes(8).toString('hex'),
    socket: request.socket,
  };
  const candidate = `${request.path}.candidate-${own.nonce}`;
  try {
    await writeFile(candidate, JSON.stringify(own), { mode: 0o600, flag: 'wx' });
    for (;;) {
      const result = await attempt(request, candidate);
      if (result) return result;
      await delay(5);
    }
  } finally {
    await removeIfThere(candidate);
  }
}

/** Finds the living process that holds the lock at `path`, without taking the lock. */
export async function livingHolder(request: LockRequest): Promise<LockHolder | undefined> {
  const holder = await holderIn(request.path);
  return typeof holder === 'object' && (await isAlive(holder, request)) ? holder : undefined;
}

async function attempt(request: LockRequest, candidate: string): Promise<FileLock | ForeignLock | undefined> {
  const { path } = request;
  const held: FileLock = { kind: 'held', release: () => removeIfThere(path) };
  if (await appear(candidate, path)) return held;
  const holder = await holderIn(path);
  if (holder === 'gone' || holder === 'unwritten') return undefined;
  if (holder !== 'broken' && (await isAlive(holder, request))) return { kind: 'elsewhere', holder };

  const nonce = holder === 'broken' ? 'broken' : holder.nonce;
  const claim = await acquireLock({ ...request, path: `${path}.${nonce}` });
  if (claim.kind === 'elsewhere') return undefined;
  try {
    const now = await holderIn(path);
    const isUnchanged = now === holder || (typeof now === 'object' && now.nonce === nonce);
    if (!isUnchanged) return undefined;
    await rename(candidate, path);
    return held;
  } finally {
    await claim.release();
  }
}

async function isAlive(holder: LockHolder, { answers, isListening }: LockRequest): Promise<boolean> {
  const state = processState(holder);
  if (state === 'dead') return (await isListening?.(holder)) ?? false;
  return state === 'unknown' ? answers(holder) : true;
}

/** Error codes of file systems without hard links: FAT and exFAT, some networks' and containers'. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Makes `path` appear with all that is in `candidate`; false if it is there already. */
async function appear(candidate: string, path: string): Promise<boolean> {
  try {
    await link(candidate, path).catch(async (error: unknown) => {
      if (!NO_LINKS.includes(systemCodeOf(error) ?? '')) throw error;
      // Second best: whoever comes between its making and its writing finds it empty.
      await writeFile(path, await readFile(candidate), { mode: 0o600, flag: 'wx' });
    });
    return true;
  } catch (error) {
    if (systemCodeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Time after which an empty lock without links means that its maker has died, in milliseconds. */
const UNWRITTEN_MS = 2000;

/** A lock has all its text, or has just been made, or was damaged from outside. */
async function holderIn(path: string): Promise<LockHolder | 'gone' | 'unwritten' | 'broken'> {
  try {
    const text = await readFile(path, 'utf8');
    if (text !== '') return parseHolder(text) ?? 'broken';
    const age = Date.now() - (await stat(path)).mtimeMs;
    return Math.abs(age) < UNWRITTEN_MS ? 'unwritten' : 'broken';
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return 'gone';
    throw error;
  }
}

function parseHolder(text: string): LockHolder | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isHolder(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isHolder(value: unknown): value is LockHolder {
  if (typeof value !== 'object' || value === null) return false;
  const { pid, nonce, socket } = value as Partial<LockHolder>;
  return Number.isInteger(pid) && typeof nonce === 'string' && /^[\w-]+$/.test(nonce) && typeof socket === 'string';
}

async function removeIfThere(path: string): Promise<void> {
  await unlink(path).catch((error: unknown) => {
    if (systemCodeOf(error) !== 'ENOENT') throw error;
  });
}
