import type { ConfigFile, RawProfile } from './files/config-file.ts';

export interface MergedProfiles {
  /** The global file's order, then what only the local one has. */
  readonly profiles: readonly RawProfile[];
  readonly default: { readonly name: string; readonly path: string; readonly line?: number } | undefined;
}

/**
 * Merges both files. A local profile takes the place of the global one of its name whole: no key of the other leaks in. A local default
 * wins; without one the global default stays, even where the local file has its profile again.
 */
export function mergeFiles(global: ConfigFile, local: ConfigFile | undefined): MergedProfiles {
  const profiles = new Map<string, RawProfile>();
  for (const profile of [...global.profiles, ...(local?.profiles ?? [])]) profiles.set(profile.name, profile);
  const file = local?.default === undefined ? global : local;
  const chosen = file.default === undefined ? undefined : { ...file.default, path: file.path };
  return { profiles: [...profiles.values()], default: chosen };
}
