import type { CgroupFiles } from '../../src-main/process/containment/cgroup-files.ts';

interface FakeGroup {
  readonly files: Map<string, string>;
  processes: number[];
}

export interface FakeCgroupsOptions {
  /** Path at which version 2 is mounted. */
  readonly root: string;
  /** Our group within it. */
  readonly own: string;
  /** Groups that may be written, with all that is below them. */
  readonly owned: readonly string[];
  /** Processes that are in our group. */
  readonly inside: readonly number[];
}

/** Control groups of version 2 in memory, with the kernel's rules that matter: who may write, and no processes beside children. */
export class FakeCgroups implements CgroupFiles {
  readonly killed: number[] = [];
  readonly #options: FakeCgroupsOptions;
  readonly #groups = new Map<string, FakeGroup>();
  #hasKill = true;
  #controllers = 'cpu pids';

  constructor(options: FakeCgroupsOptions) {
    this.#options = options;
    this.makeGroup(`${options.root}${options.own}`, options.inside);
  }

  withoutKill(): this {
    this.#hasKill = false;
    return this;
  }

  withoutPids(): this {
    this.#controllers = 'cpu';
    return this;
  }

  makeGroup(path: string, processes: readonly number[]): void {
    this.#groups.set(path, { files: new Map([['cgroup.subtree_control', '']]), processes: [...processes] });
  }

  processesIn(path: string): readonly number[] {
    return this.#groups.get(path)?.processes ?? [];
  }

  read(path: string): string | undefined {
    const { root, own } = this.#options;
    if (path === '/proc/self/mountinfo') return `31 23 0:28 / ${root} rw - cgroup2 cgroup2 rw\n`;
    if (path === '/proc/self/cgroup') return `0::${own}\n`;
    const [folder, name] = this.#split(path);
    const group = this.#groups.get(folder);
    if (!group) return undefined;
    if (name === 'cgroup.procs') return group.processes.map((pid) => `${pid}\n`).join('');
    if (name === 'cgroup.controllers') return `${this.#controllers}\n`;
    if (name === 'cgroup.events') return 'populated 1\n';
    if (name === 'cpu.stat') return 'usage_usec 1500\nuser_usec 1000\n';
    if (name === 'pids.current') return `${group.processes.length}\n`;
    return group.files.get(name);
  }

  isThere(path: string): boolean {
    return this.#groups.has(path);
  }

  write(path: string, text: string): void {
    const [folder, name] = this.#split(path);
    const group = this.#groups.get(folder);
    if (!group || (name === 'cgroup.kill' && !this.#hasKill)) throw failure('ENOENT');
    this.#mustOwn(folder);
    if (name === 'cgroup.procs') this.#move(Number(text), group);
    else if (name === 'cgroup.kill') this.killed.push(...group.processes.splice(0));
    else if (name === 'cgroup.subtree_control') {
      if (group.processes.length > 0) throw failure('EBUSY');
      group.files.set(name, text.replace('+', ''));
    } else group.files.set(name, text);
  }

  makeFolder(path: string): void {
    const [parent] = this.#split(path);
    if (!this.#groups.has(parent)) throw failure('ENOENT');
    this.#mustOwn(parent);
    if (this.#groups.has(path)) throw failure('EEXIST');
    this.makeGroup(path, []);
    if (this.#groups.get(parent)?.files.get('cgroup.subtree_control') === 'pids') {
      this.#groups.get(path)?.files.set('pids.max', 'max');
    }
  }

  removeFolder(path: string): void {
    const group = this.#groups.get(path);
    if (!group) throw failure('ENOENT');
    if (group.processes.length > 0 || this.folders(path).length > 0) throw failure('EBUSY');
    this.#groups.delete(path);
  }

  folders(path: string): readonly string[] {
    return [...this.#groups.keys()].filter((one) => this.#split(one)[0] === path).map((one) => this.#split(one)[1]);
  }

  #move(pid: number, to: FakeGroup): void {
    for (const group of this.#groups.values()) group.processes = group.processes.filter((one) => one !== pid);
    to.processes.push(pid);
  }

  #mustOwn(folder: string): void {
    if (!this.#options.owned.some((owned) => folder === owned || folder.startsWith(`${owned}/`)))
      throw failure('EACCES');
  }

  #split(path: string): [string, string] {
    const at = path.lastIndexOf('/');
    return [path.slice(0, at), path.slice(at + 1)];
  }
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}
