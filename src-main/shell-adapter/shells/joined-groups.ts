import type { WatchedGroup } from '#execution';
import type { ContainedGroup, TreeUsage } from '#process/containment/model';

/** Several groups held against one set of limits; what one used that is gone stays counted. */
export class JoinedGroups implements WatchedGroup {
  readonly #groups = new Map<ContainedGroup, TreeUsage | undefined>();
  #most: number | undefined;
  #mostMemory: number | undefined;
  #goneCpuMs = 0;
  #goneRefused = 0;

  get hasRunOut(): boolean {
    return [...this.#groups.keys()].some((group) => group.hasRunOut);
  }

  get isLimited(): boolean {
    return [...this.#groups.keys()].every((group) => group.isLimited);
  }

  get programs(): number {
    return this.#groups.size;
  }

  add(group: ContainedGroup): void {
    this.#groups.set(group, undefined);
    if (this.#mostMemory !== undefined) group.limitMemory(this.#mostMemory);
    if (this.#most !== undefined) void group.limitProcesses(this.#most).catch(() => {});
  }

  remove(group: ContainedGroup): void {
    const last = this.#groups.get(group);
    this.#goneCpuMs += last?.cpuMs ?? 0;
    this.#goneRefused += last?.refused ?? 0;
    this.#groups.delete(group);
  }

  async pids(): Promise<readonly number[]> {
    return (await Promise.all([...this.#groups.keys()].map((group) => group.pids()))).flat();
  }

  async usage(isStorm?: boolean): Promise<TreeUsage | undefined> {
    const groups = [...this.#groups.keys()];
    const all = await Promise.all(groups.map((group) => group.usage(isStorm)));
    // One that was removed while it was measured is counted among those that are gone.
    const present = groups.flatMap((group, index) => (this.#groups.has(group) ? [{ group, usage: all[index] }] : []));
    for (const { group, usage } of present) if (usage) this.#groups.set(group, usage);
    const known = present.flatMap(({ usage }) => usage ?? []);
    if (known.length === 0) return undefined;
    const sum = (of: (usage: TreeUsage) => number) => known.reduce((total, usage) => total + of(usage), 0);
    return {
      cpuMs: sum(({ cpuMs }) => cpuMs) + this.#goneCpuMs,
      memoryBytes: sum(({ memoryBytes }) => memoryBytes),
      processes: sum(({ processes }) => processes),
      refused: sum(({ refused }) => refused) + this.#goneRefused,
    };
  }

  limitMemory(bytes: number | undefined): void {
    this.#mostMemory = bytes;
    for (const group of this.#groups.keys()) group.limitMemory(bytes);
  }

  async pause(): Promise<void> {
    await Promise.all([...this.#groups.keys()].map((group) => group.pause()));
  }

  goOn(): void {
    for (const group of this.#groups.keys()) group.goOn();
  }

  async limitProcesses(most: number | undefined): Promise<void> {
    this.#most = most;
    await Promise.all([...this.#groups.keys()].map((group) => group.limitProcesses(most)));
  }
}
