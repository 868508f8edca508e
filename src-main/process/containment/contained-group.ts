import { GRACE_MS } from '../group.ts';
import { OwnedChild } from '../owned-child.ts';
import { signalAll } from '../tree.ts';
import { limitFilesOf } from './file-limit.ts';
import { killListed } from './kill-listed.ts';
import type { LaunchedProgram } from './launcher.ts';
import type { ContainedGroup, TreeUsage } from './model.ts';
import { type NamespacePids, namespacePids } from './namespace.ts';
import type { ProcessContainer } from './process-container.ts';
import { StoppedProcesses } from './stopped-processes.ts';

export interface ContainedOptions {
  readonly graceMs?: number | undefined;
  readonly processes?: number | undefined;
  /** Called when it is gone, with its whole tree. */
  readonly onEnded: (released: Promise<void>) => void;
}

export class GroupInContainer extends OwnedChild implements ContainedGroup {
  readonly programs = 1;
  readonly #container: ProcessContainer;
  #pids: NamespacePids;
  readonly #onEnded: (released: Promise<void>) => void;
  readonly #stopped = new StoppedProcesses();
  #most: number | undefined;

  constructor(
    { child, container, marker, pids }: LaunchedProgram,
    { graceMs = GRACE_MS, processes, onEnded }: ContainedOptions,
  ) {
    super(child, marker, graceMs);
    this.#container = container;
    this.#pids = pids;
    this.#onEnded = onEnded;
    this.#limit(processes);
  }

  get isLimited(): boolean {
    return this.#container.canLimit;
  }

  async pids(): Promise<readonly number[]> {
    return (await this.#container.pids()).filter((pid) => !this.#pids.around.has(pid));
  }

  async strays(): Promise<readonly number[]> {
    return (await this.#container.strays?.()) ?? [];
  }

  async usage(isStorm = false): Promise<TreeUsage | undefined> {
    if (isStorm) this.#signalGroup('SIGSTOP');
    const measured = await this.#container.measure(this.#pids.around).catch((error: unknown) => {
      if (isStorm) this.#signalGroup('SIGCONT');
      throw error;
    });
    const isOver = measured !== undefined && measured.pids.length > (this.#most ?? Number.POSITIVE_INFINITY);
    if (isStorm && !isOver && !this.#stopped.areStopped) this.#signalGroup('SIGCONT');
    if (!measured) return undefined;
    const { cpuMs, memoryBytes, refused, pids } = measured;
    return { cpuMs, memoryBytes, processes: pids.length, refused };
  }

  limitProcesses(most: number | undefined): Promise<void> {
    this.#limit(most);
    if (!this.isLimited) this.#signalGroup('SIGCONT');
    return Promise.resolve();
  }

  limitMemory(bytes: number | undefined): void {
    this.#container.limitMemory?.(bytes);
  }

  async limitFiles(bytes: number | undefined): Promise<void> {
    await limitFilesOf(await this.pids(), bytes);
  }

  pause(): Promise<void> {
    return this.#stopped.stop(() => this.pids());
  }

  goOn(): void {
    this.#stopped.goOn();
  }

  get hasRunOut(): boolean {
    return this.#container.hasRunOut?.() ?? false;
  }

  programPid(): Promise<number | undefined> {
    return Promise.resolve(this.hasExited() ? undefined : this.#pids.program);
  }

  async enterSandbox(): Promise<void> {
    const { program, around } = this.#pids;
    if (program === undefined) return;
    const inside = await namespacePids(program);
    this.#pids = {
      around: new Set([...around, ...inside.around]),
      program: inside.program,
      first: this.#pids.first ?? inside.first,
    };
    this.#limit(this.#most);
  }

  async endOthers(graceMs = this.graceMs): Promise<void> {
    const others = async () => (await this.pids()).filter((pid) => pid !== this.#pids.program);
    const deadline = performance.now() + graceMs;
    let left = await others();
    if (left.length === 0) return;
    if (graceMs > 0) askToEnd(left);
    for (let wait = 5; left.length > 0 && performance.now() < deadline; wait = Math.min(wait * 1.5, 100)) {
      await pause(Math.min(wait, deadline - performance.now()));
      left = await others();
    }
    if (left.length === 0) return;
    this.#container.limit(0, 0);
    try {
      await killListed(async () => (await others()).map((pid) => ({ pid })));
    } finally {
      this.#limit(this.#most);
    }
  }

  async endHeld(): Promise<boolean> {
    this.deadline = performance.now();
    if (this.#container.killHeld) await this.#container.killHeld();
    else this.#signalGroup('SIGKILL');
    await this.#pids.first?.killed();
    await this.exited;
    return this.#pids.first !== undefined;
  }

  #signalGroup(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
    if (!this.hasExited() && process.platform !== 'win32') signalAll([-this.pid], signal);
  }

  #limit(most: number | undefined): void {
    this.#most = most;
    this.#container.limit(most, this.#pids.around.size);
  }

  protected async endTree(): Promise<void> {
    const isGone = async () => this.hasExited() && (await this.#container.pids()).length === 0;
    // Looking first would take the longest when it matters most.
    if (performance.now() < this.deadline && !(await isGone())) {
      askToEnd(await this.pids());
      for (let wait = 2; !(await isGone()) && performance.now() < this.deadline; wait = Math.min(wait * 1.5, 100)) {
        await pause(Math.min(wait, Math.max(0, this.deadline - performance.now())));
      }
    }
    // Also when all of it seems to be gone: something may have got out.
    await this.#container.kill(this.#pids.around);
    await this.#pids.first?.killed();
    await this.exited;
  }

  protected override released(): void {
    this.#onEnded(this.#container.release());
  }
}

/** One that was stopped takes notice only when it goes on. */
function askToEnd(pids: readonly number[]): void {
  signalAll(pids, 'SIGTERM');
  signalAll(pids, 'SIGCONT');
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
