import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Process group in which a program cannot harm the machine that runs the test: even root's forks are limited. */
export interface CappedGroup extends AsyncDisposable {
  /** `bash -c` of the text, inside. */
  args(text: string): string[];
}

/** A control group of version 1 that has at most so many tasks; `undefined` if none can be made. */
export function cappedGroup(most: number): CappedGroup | undefined {
  const folder = `/sys/fs/cgroup/pids/test-${crypto.randomUUID()}`;
  try {
    mkdirSync(folder);
    writeFileSync(`${folder}/pids.max`, String(most));
  } catch {
    return undefined;
  }
  return {
    args: (text) => ['--norc', '-c', `echo $$ >${folder}/cgroup.procs && eval "$1"`, 'bash', text],
    [Symbol.asyncDispose]: async () => {
      for (let pass = 0; pass < 100; pass++) {
        try {
          rmdirSync(folder);
          return;
        } catch {
          await delay(50);
        }
      }
    },
  };
}
