import type { CgroupFiles } from './cgroup-files.ts';

/** Positions of this process in the hierarchies of control groups, as absolute paths. */
export interface CgroupPlaces {
  /** Absolute path by controller, for cgroup version 1. */
  readonly v1: ReadonlyMap<string, string>;
  readonly v2: string | undefined;
  /** Path of the own group within the hierarchy of cgroup version 2. */
  readonly ownV2: string | undefined;
}

/** Reads from /proc where hierarchies are mounted and which group of each this process is in. */
export function cgroupPlaces(files: CgroupFiles): CgroupPlaces {
  const mounts = mountsIn(files.read('/proc/self/mountinfo') ?? '');
  const lines = (files.read('/proc/self/cgroup') ?? '').split('\n').flatMap((line) => {
    const [, controllers, path] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    return controllers === undefined || path === undefined ? [] : [{ controllers: controllers.split(','), path }];
  });
  const v1 = lines.flatMap(({ controllers, path }) =>
    controllers.map((controller) => [controller, placeOfController(mounts, controller, path)] as const),
  );
  const ownV2 = lines.find(({ controllers: [first] }) => first === '')?.path;
  const unified = mounts.find(({ type }) => type === 'cgroup2');
  return {
    v1: new Map(v1.flatMap(([name, place]) => (name === '' || place === undefined ? [] : [[name, place]]))),
    v2: ownV2 === undefined ? undefined : pathInMount(unified, ownV2),
    ownV2,
  };
}

function placeOfController(mounts: readonly CgroupMount[], controller: string, path: string): string | undefined {
  const mount = mounts.find(({ type, options }) => type === 'cgroup' && options.includes(controller));
  return pathInMount(mount, path);
}

interface CgroupMount {
  readonly type: string;
  /** Path within the hierarchy that is visible at `point`. */
  readonly root: string;
  readonly point: string;
  readonly options: readonly string[];
}

/** `id parent dev root point options … - type source options` (proc(5)); blanks in paths are octal. */
function mountsIn(text: string): CgroupMount[] {
  return text.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ');
    const [, , , root, point] = before.split(' ').map(withoutOctal);
    const [type, , options] = after.split(' ');
    if (root === undefined || point === undefined || (type !== 'cgroup' && type !== 'cgroup2')) return [];
    return [{ type, root, point, options: (options ?? '').split(',') }];
  });
}

const withoutOctal = (text: string) =>
  text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));

/** A group outside of what is mounted cannot be reached. */
function pathInMount(mount: CgroupMount | undefined, path: string): string | undefined {
  if (!mount) return undefined;
  const { root, point } = mount;
  if (root === '/') return path === '/' ? point : `${point}${path}`;
  if (path === root) return point;
  return path.startsWith(`${root}/`) ? `${point}${path.slice(root.length)}` : undefined;
}
