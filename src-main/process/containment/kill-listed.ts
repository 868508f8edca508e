/** A process to be killed; `group` where its whole process group is of the tree and can be signalled as one. */
export interface KillTarget {
  readonly pid: number;
  readonly group?: number | undefined;
}

const DEADLINE_MS = 10_000;

/**
 * Kills what `list` finds until it finds nothing: all of it is stopped first, and only when nothing runs that could start
 * another is it killed. The kernel lets no process of a group fork while the group is being signalled.
 */
export async function killListed(list: () => Promise<readonly KillTarget[]>): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  const stopped = new Set<number>();
  for (let pass = 0; performance.now() < deadline; pass++) {
    const found = await list();
    if (found.length === 0) return;
    const fresh = found.filter(({ pid }) => !stopped.has(pid));
    if (fresh.length > 0 && pass % 50 !== 49) {
      signal(fresh, 'SIGSTOP');
      for (const { pid } of fresh) stopped.add(pid);
      continue;
    }
    signal(found, 'SIGKILL');
    stopped.clear();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function signal(found: readonly KillTarget[], name: 'SIGSTOP' | 'SIGKILL'): void {
  const groups = new Set(found.flatMap(({ group }) => group ?? []));
  for (const target of [...[...groups].map((group) => -group), ...found.map(({ pid }) => pid)]) {
    try {
      process.kill(target, name);
    } catch {
      // Gone already.
    }
  }
}
