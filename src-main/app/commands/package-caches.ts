import { isAbsolute, join } from 'node:path';
import { realOrSameAtOnce } from '#core/files/real-path';

interface PackageCache {
  readonly variable: string;
  /** Path in a home folder. */
  readonly place: string;
  /** Path in the private `/tmp`, used if no layer covers the one in the home folder. */
  readonly instead: string;
}

/** Caches that a variable names. A home cannot be written in the box. */
const CACHES: readonly PackageCache[] = [
  { variable: 'npm_config_cache', place: '.npm', instead: 'npm' },
  { variable: 'COREPACK_HOME', place: '.cache/node/corepack', instead: 'corepack' },
  { variable: 'PIP_CACHE_DIR', place: '.cache/pip', instead: 'pip' },
  { variable: 'UV_CACHE_DIR', place: '.cache/uv', instead: 'uv' },
  { variable: 'GOCACHE', place: '.cache/go-build', instead: 'go-build' },
];

/**
 * Variables by which package managers find a cache that they can write to.
 *
 * @param layered real paths of folders that can be written in a layer
 * @param temp the private `/tmp`, as it is seen in the box
 */
export function cacheVariables(layered: readonly string[], { home, temp }: { home: string; temp: string }) {
  const at = ({ place, instead }: PackageCache): string => {
    const path = join(home, place);
    const isLayered = layered.length > 0 && layered.includes(realOrSameAtOnce(path));
    return isLayered ? path : `${temp}/.cache/${instead}`;
  };
  const named = CACHES.map((cache) => [cache.variable, at(cache)] as const);
  return { XDG_CACHE_HOME: `${temp}/.cache`, ...Object.fromEntries(named) };
}

/** Folders of the setting `box.package_caches`, absolute. */
export function cacheFolders(names: readonly string[], home: string): string[] {
  return names.map((name) => (name.startsWith('~/') ? join(home, name.slice(2)) : name)).filter(isAbsolute);
}
