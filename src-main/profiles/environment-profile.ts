import { freeName } from './choose.ts';
import type { ConfigFile } from './files/config-file.ts';
import type { ResolvedProfile } from './profile.ts';
import { resolveProfile } from './resolve.ts';

/** A server named by variables (`SIGMA_BASE_URL`, `SIGMA_MODEL`, `SIGMA_API_KEY`), for this start. */
export interface EnvironmentServer {
  readonly baseUrl: string;
  readonly model?: string | undefined;
  readonly key?: string | undefined;
  /** `sigma console` keeps to the files if there are any profiles in them. */
  readonly givesWayToFiles?: boolean;
}

/** The profile that the variables make, under a name that hides none of the files'. */
export function environmentProfile(
  server: EnvironmentServer | undefined,
  files: readonly ConfigFile[],
): ResolvedProfile | undefined {
  const written = files.flatMap(({ profiles }) => profiles);
  if (server === undefined || (server.givesWayToFiles && written.length > 0)) return undefined;
  const { baseUrl, model, key } = server;
  const text = { baseurl: baseUrl, ...(model ? { model } : {}), ...(key ? { key } : {}) };
  const raw = {
    name: freeName('environment', written),
    scope: 'global',
    path: 'SIGMA_BASE_URL',
    text,
    lineOf: () => ({}),
    problems: [],
  } as const;
  const { path: _, ...resolved } = resolveProfile(raw);
  // Its name differs with the files' profiles, and so with the folder.
  return { ...resolved, id: raw.path, file: 'environment' };
}
