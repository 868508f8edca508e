import type { CleanupStack } from '#core/async/cleanup-stack';
import type { Logger } from '#core/logger';
import { FileLimits, type Limiter, watchLimits } from '#execution';
import type { ContainmentPort } from '#process/containment/model';

export interface CommandLimiterOptions {
  readonly environment: Readonly<Record<string, string>>;
  readonly cleanup: CleanupStack;
  readonly log: Logger;
  readonly checkMs: () => number;
  readonly notCounted: readonly string[];
}

/** Holds the commands of our own agent. It may see the person's processes, so no namespace of its own; opened by the first command. */
export function commandLimiter({ environment, cleanup, log, checkMs, notCounted }: CommandLimiterOptions): Limiter {
  let opened: Promise<ContainmentPort> | undefined;
  const open = async () => {
    const { openContainment } = await import('#process/containment/open-containment');
    return await openContainment({ environment, allowNamespace: false, log });
  };
  cleanup.add(async () => {
    const containment = await opened?.catch(() => undefined);
    await containment?.[Symbol.asyncDispose]();
  });
  return {
    containment: () => {
      opened ??= open().catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
    watch: watchLimits,
    checkMs,
    notCounted,
    fileLimits: new FileLimits(),
  };
}
