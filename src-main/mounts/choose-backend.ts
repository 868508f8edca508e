import type { Backend } from './backends/backend.ts';
import { MountError } from './mount-error.ts';
import type { CheckedImage } from './mount-ports.ts';
import type { BackendName } from './records/mount-record.ts';

/** Backends that a person can request; `kernel` uses the helper if they are not root. */
export const WANTED_BACKENDS = ['copy', 'fuse', 'kernel'] as const;
export type WantedBackend = (typeof WANTED_BACKENDS)[number];

export type Backends = Readonly<Record<BackendName, Backend>>;

export interface ChosenBackend {
  readonly backend: Backend;
  /** Ways that were not taken, and why; sentences. */
  readonly passedOver: readonly string[];
}

/**
 * The ways to try, the first that serves: as root the kernel, then FUSE, then a copy; else FUSE, then a copy. The helper asks
 * for a password, so it is only taken when it is asked for.
 */
export async function chooseBackend(
  backends: Backends,
  {
    image,
    wanted,
    isRoot,
  }: { readonly image: CheckedImage; readonly wanted: WantedBackend | undefined; readonly isRoot: boolean },
): Promise<ChosenBackend> {
  if (wanted !== undefined) {
    const backend = backends[wanted === 'kernel' && !isRoot ? 'helper' : wanted];
    const why = await backend.refusal(image);
    if (why !== undefined) throw new MountError('backend', `The image cannot be opened by ${wanted}: ${why}`);
    return { backend, passedOver: [] };
  }
  const passedOver: string[] = [];
  for (const backend of [...(isRoot ? [backends.kernel] : []), backends.fuse]) {
    const why = await backend.refusal(image);
    if (why === undefined) return { backend, passedOver };
    passedOver.push(`${backend.name}: ${why}`);
  }
  return { backend: backends.copy, passedOver };
}
