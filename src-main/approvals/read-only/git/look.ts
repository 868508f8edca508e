/** Conditions that repositories must meet before git runs in them unasked, and what their configuration names. */

import { join } from 'node:path';
import { realOrSame } from '#core/files/real-path';
import { holdsLogin } from '#core/secrets/git-logins';
import { mayHoldCredentials } from '#core/secrets/sensitive-paths';
import type { GitUse } from '../path-judge.ts';
import { type GitSetting, isReplaceable } from './config-text.ts';
import { type GitPlace, type Repository, type ResultOrReason, repositoriesFrom, repositoryAt } from './repository.ts';
import { trackedIn } from './tracked.ts';

export interface GitDiskFacts {
  /** Settings of all working trees, submodules among them. */
  readonly tops: readonly string[];
  readonly settings: readonly GitSetting[];
}

/** Repositories that are looked into, submodules among them. */
const MAX_REPOSITORIES = 200;

/** Explains why a use is not proven to only read what it may, or returns what git would find. */
export async function lookAtGit(uses: readonly GitUse[], at: GitPlace): Promise<ResultOrReason<GitDiskFacts>> {
  const place = { ...at, workspace: await realOrSame(at.workspace) };
  const found = new Map<string, Repository>();
  for (const use of uses) {
    const read = await repositoriesFrom(use.folder, place);
    if ('why' in read) return read;
    if (use.needsRepository && read.repositories.length === 0) return { why: 'there is no repository' };
    for (const repository of read.repositories) {
      const why = await whyNot(repository, use, { place, found });
      if (why !== undefined) return { why };
    }
  }
  const all = [...found.values()];
  return { tops: all.map(({ top }) => top), settings: all.flatMap(({ settings }) => settings) };
}

interface LookResult {
  readonly place: GitPlace;
  readonly found: Map<string, Repository>;
}

/** Checks the repository, and those in its working tree if git looks at them as well. */
async function whyNot(repository: Repository, use: GitUse, { place, found }: LookResult): Promise<string | undefined> {
  const waiting = [repository];
  const looked = new Set<string>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (looked.has(next.top)) continue;
    looked.add(next.top);
    found.set(next.top, next);
    if (found.size > MAX_REPOSITORIES) return `there are more than ${MAX_REPOSITORIES} repositories`;
    const inside = whyNotShown(next, use) ?? (await repositoriesIn(next, use, place));
    if (typeof inside === 'string') return inside;
    waiting.push(...inside);
  }
  return undefined;
}

function whyNotShown({ settings }: Repository, { shows }: GitUse): string | undefined {
  if (!settings.every(isReplaceable)) return "the name of a driver in git's configuration is too strange";
  return shows === 'addresses' && showsLogin(settings)
    ? 'an address of the repository holds a password or a token'
    : undefined;
}

async function repositoriesIn(
  { top, gitFolder, settings }: Repository,
  { shows }: GitUse,
  place: GitPlace,
): Promise<readonly Repository[] | string> {
  if (shows !== 'contents' && shows !== 'tree') return [];
  const tracked = await trackedIn(gitFolder, hashBytesOf(settings));
  if (tracked === undefined) return "git's index cannot be read";
  const credential = tracked.names.find((name) => mayHoldCredentials(join(top, name)));
  if (credential !== undefined && shows === 'contents') return `'${credential}' is tracked and may hold credentials`;
  const found: Repository[] = [];
  for (const name of tracked.repositories) {
    const inner = await repositoryAt(join(top, name), place);
    if (inner !== undefined && 'why' in inner) return inner.why;
    if (inner !== undefined) found.push(inner);
  }
  return found;
}

/**
 * Whether settings contain credentials; they are written as lines of a configuration for the check, since those are
 * recognised.
 */
const showsLogin = (settings: readonly GitSetting[]): boolean =>
  settings.some(({ key, value, name }) => holdsLogin(`${key} = ${value ?? ''}\n${name ?? ''}`));

const hashBytesOf = (settings: readonly GitSetting[]): 20 | 32 =>
  settings.some(({ section, key, value }) => section === 'extensions' && key === 'objectformat' && value === 'sha256')
    ? 32
    : 20;
