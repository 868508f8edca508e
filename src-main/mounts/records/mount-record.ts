import { isPlainObject } from '#contract/plain-object';

/**
 * Backends for opening an image: `copy` unpacks it, `fuse` and `kernel` mount it, `helper` has the kernel's mount made
 * by the program that runs as root.
 */
export const BACKENDS = ['copy', 'fuse', 'kernel', 'helper'] as const;
export type BackendName = (typeof BACKENDS)[number];

/**
 * Identity of a file, which also shows that it has not been written: decimal text, since the numbers may exceed JSON's.
 * Times in nanoseconds.
 */
export interface FileIdentity {
  readonly dev: string;
  readonly ino: string;
  readonly size: string;
  readonly mtime: string;
  readonly ctime: string;
}

/** One open image. It is on disk before anything is done, and gone when all of it is undone; it never lies in the workspace. */
export interface MountRecord {
  readonly version: 1;
  /** Sixteen hexadecimal digits. */
  readonly id: string;
  /** Real path of the image. */
  readonly image: string;
  readonly identity: FileIdentity;
  /** UUID of the layer that is shown. A snapshot's parent. */
  readonly layer: string;
  readonly tag?: string | undefined;
  /** UUIDs of the layer and those below it, the bottom last. */
  readonly layers: readonly string[];
  readonly backend: BackendName;
  /** Path at which the person wants to see it; absolute. */
  readonly output: string;
  /** Path at which it is visible: `output`, or the target of the link there. */
  readonly place: string;
  /** The helper's name for it. */
  readonly helperId?: string | undefined;
  /** Whether `output` was made for the mount, and goes with it. */
  readonly madeOutput: boolean;
  /** Whether something was mounted at `output`, or was about to be: before that, its content is not ours. */
  readonly mountsOutput?: boolean | undefined;
  /** Whether the `.partial` beside `output` is the copy's own, made or about to be. */
  readonly makesPartial?: boolean | undefined;
  readonly phase: 'mounting' | 'mounted' | 'unmounting';
  /** Times at which mounting began and was complete, in milliseconds. */
  readonly startedAt: number;
  readonly readyAt?: number | undefined;
  /** The process that mounts or unmounts. */
  readonly process: { readonly pid: number; readonly started?: string | undefined };
}

/** The record in a text; nothing if it is none. */
export function parseRecord(text: string): MountRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isMountRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isMountRecord(value: unknown): value is MountRecord {
  if (!isPlainObject(value) || value.version !== 1) return false;
  const { id, image, output, place, backend, phase, layers, layer, process, startedAt } = value;
  const texts = [image, output, place, layer].every((one) => typeof one === 'string');
  return (
    texts &&
    isMountId(id) &&
    BACKENDS.some((name) => name === backend) &&
    ['mounting', 'mounted', 'unmounting'].includes(String(phase)) &&
    Array.isArray(layers) &&
    isPlainObject(process) &&
    typeof process.pid === 'number' &&
    typeof startedAt === 'number'
  );
}

export function isMountId(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{16}$/.test(value);
}
