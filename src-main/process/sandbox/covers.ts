import type { SandboxOptions } from './options.ts';
import { isBelow, realPlace } from './real-place.ts';

/** Private, and whatever of others is there, sockets of services above all, is not seen. */
const SCRATCH = ['/tmp', '/var/tmp'];
const RUNTIME = ['/run', '/var/run'];
/** Programs that some systems keep there. */
const IN_RUNTIME = ['/run/current-system', '/run/booted-system', '/run/wrappers'];
/** Folders to which `/etc/resolv.conf` often leads: without it no host name is resolved. */
const RESOLVERS = ['/run/systemd/resolve', '/run/resolvconf', '/run/NetworkManager/resolv.conf'];

const DEFAULT_MEMORY_BYTES = 256 * 1024 * 1024;

interface Cover {
  readonly path: string;
  readonly kind: 'scratch' | 'hidden' | 'file' | 'read-only' | 'replaced' | 'layer';
  /** File or folder that takes the place of a `replaced` or `layer` cover. */
  readonly by?: string | undefined;
}

/** The options of bubblewrap for what is laid over the machine, outermost first; the workspace shines through. */
export function coversOf(options: SandboxOptions): string[] {
  return new Covers(options).args();
}

class Covers {
  readonly #options: SandboxOptions;
  readonly #all = new Map<string, Cover>();
  /** Places in hidden folders that are seen all the same. */
  readonly #shiningThrough: readonly string[];

  constructor(options: SandboxOptions) {
    this.#options = options;
    const through = options.strength === 'network' ? [...IN_RUNTIME, ...RESOLVERS] : IN_RUNTIME;
    this.#shiningThrough = through.filter((path) => realPlace(path));
    for (const path of [...SCRATCH, ...RUNTIME]) this.#folder(path, SCRATCH.includes(path) ? 'scratch' : 'hidden');
    for (const path of options.hide) this.#hide(path);
    for (const [path, by] of options.replaced ?? []) this.#protect(path, 'replaced', by);
    if (options.strength !== 'read-only') this.#restrict(options);
  }

  args(): string[] {
    const { workspace, strength } = this.#options;
    const sorted = [...this.#all.values()].sort((one, other) => one.path.length - other.path.length);
    const isInside = ({ path }: Cover) => isBelow(path, workspace);
    const outside = sorted.filter((cover) => !isInside(cover) && !this.#isUnderAnother(cover));
    const isCovered = outside.some(({ path }) => isBelow(workspace, path));
    const inside = sorted.filter((cover) => isInside(cover) && !this.#isInHidden(cover));
    return [
      ...outside.flatMap((cover) => this.#over(cover)),
      ...this.#shiningThrough.flatMap((path) => ['--ro-bind', path, path]),
      ...this.#workspaceBind(isCovered, strength !== 'read-only'),
      ...inside.flatMap((cover) => this.#over(cover)),
      ...[...outside, ...inside]
        .filter((cover) => this.#isOnTheWay(cover))
        .flatMap(({ path }) => ['--remount-ro', path]),
    ];
  }

  #folder(path: string, kind: 'scratch' | 'hidden'): void {
    const found = realPlace(path);
    if (found?.isFolder && !this.#all.has(found.path)) this.#all.set(found.path, { path: found.path, kind });
  }

  #hide(path: string): void {
    const found = realPlace(path);
    if (!found || found.path === this.#options.workspace || this.#all.has(found.path)) return;
    this.#all.set(found.path, { path: found.path, kind: found.isFolder ? 'hidden' : 'file' });
  }

  /** Folders that are something else by now, or protected, are not opened. */
  #open(path: string): void {
    if (realPlace(path)?.path !== path || this.#all.has(path) || isBelow(path, this.#options.workspace)) return;
    if (path === this.#options.workspace || isBelow(this.#options.workspace, path)) return;
    this.#all.set(path, { path, kind: 'layer', by: path });
  }

  /** Protects a path; a hidden one stays hidden. */
  #protect(path: string, kind: 'read-only' | 'replaced' | 'layer', by?: string): void {
    const found = realPlace(path);
    // A link that leads out of the workspace leads to what cannot be written anyway.
    if (!found || !isBelow(found.path, this.#options.workspace) || this.#all.has(found.path)) return;
    this.#all.set(found.path, { path: found.path, kind, by });
  }

  #restrict({ readOnly = [], layers = new Map(), caches }: SandboxOptions): void {
    for (const path of readOnly) this.#protect(path, 'read-only');
    for (const [path, by] of layers) this.#protect(path, 'layer', by);
    for (const path of caches?.paths ?? []) this.#open(path);
  }

  #workspaceBind(isCovered: boolean, isWritable: boolean): string[] {
    const { workspace } = this.#options;
    if (isWritable) return ['--bind', workspace, workspace];
    return isCovered ? ['--ro-bind', workspace, workspace] : [];
  }

  /** Hidden folders can be passed through only where the workspace lies below. */
  #over(cover: Cover): string[] {
    const { path, kind, by } = cover;
    const { temp, empty } = this.#options;
    switch (kind) {
      case 'file':
        return ['--ro-bind', empty ?? '/dev/null', path];
      case 'replaced':
        return ['--ro-bind', by ?? '/dev/null', path];
      case 'layer':
        return ['--bind', by ?? path, path];
      case 'read-only':
        return ['--ro-bind', path, path];
      case 'scratch':
        return temp === undefined
          ? ['--perms', '1777', ...this.#size, '--tmpfs', path]
          : ['--bind', `${temp}${path}`, path];
      case 'hidden':
        return this.#isOnTheWay(cover)
          ? ['--perms', '0755', '--tmpfs', path]
          : // At once: what bubblewrap does to a mount takes the longer the more there are.
            ['--perms', '0000', '--tmpfs', path, '--remount-ro', path];
    }
  }

  /** Whether something below a hidden folder is seen, which is mounted in it before it is closed to writing. */
  #isOnTheWay({ path, kind }: Cover): boolean {
    return (
      kind === 'hidden' && [this.#options.workspace, ...this.#shiningThrough].some((inside) => isBelow(inside, path))
    );
  }

  get #size(): string[] {
    return ['--size', String(Math.max(1, Math.floor(this.#options.memoryBytes ?? DEFAULT_MEMORY_BYTES)))];
  }

  #isUnderAnother({ path }: Cover): boolean {
    return [...this.#all.values()].some(({ path: over, kind }) => kind !== 'layer' && isBelow(path, over));
  }

  #isInHidden({ path }: Cover): boolean {
    return [...this.#all.values()].some(
      ({ kind, path: over }) => kind === 'hidden' && isBelow(path, over) && isBelow(over, this.#options.workspace),
    );
  }
}
