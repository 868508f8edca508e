import { mayHoldCredentials } from '#core/secrets/sensitive-paths';
import type { Analysis } from '#shell-analysis';
import type { AskRuleName } from './built-in.ts';
import { type CheckedPlace, checksOf } from './decide/checks.ts';
import type { LineFindings } from './decide/decide.ts';
import type { CommandFacts, DiskFacts, TierFinding } from './decide/facts.ts';
import { workingFolders } from './decide/folders.ts';
import { LastDecision } from './decide/last-decision.ts';
import { isNowhere, writtenPaths } from './decide/targets.ts';
import { diskNow, leadsTo } from './disk.ts';
import { scriptsIn } from './look-at-scripts.ts';
import { globsIn, wordsIn } from './look-at-words.ts';
import { normalPath } from './normal-path.ts';
import { type LineProof, PROVEN, unprovenRead } from './proof.ts';
import { CredentialSearches } from './read-only/credentials-below.ts';
import type { DiskAccess } from './read-only/path-judge.ts';
import { proveReadOnly } from './read-only/prove.ts';
import { findingsBefore, keepFindings } from './recent-findings.ts';
import { targetFolders, withEffectsIn } from './target-folders.ts';
import { TracedDisk } from './traced-disk.ts';

/** Paths of one line that are followed; a line with more is asked about. */
const MAX_PATHS = 1000;

const TOO_MANY: TierFinding = {
  part: undefined,
  rule: 'too many paths' satisfies AskRuleName,
  why: 'It names more paths than are followed',
};

/** Looks at the disk for what the text of a line does not say. */
export async function lookAtCommand(textAnalysis: Analysis, place: CheckedPlace): Promise<LineFindings> {
  const present = diskNow();
  const before = findingsBefore(textAnalysis, place, present);
  if (before !== undefined) return before;
  const folders = workingFolders(textAnalysis, place.cwd);
  const disk = new TracedDisk(present);
  const targets = targetFolders(textAnalysis, folders, disk);
  const analysis = withEffectsIn(targets, textAnalysis, folders);
  const paths = pathsIn(analysis, folders);
  const places = [place.workspace, ...folders.flatMap((here) => here ?? [])];
  const links = linksIn(new Set([...paths, ...wordsIn(analysis, folders), ...places]), disk);
  const globs = globsIn(analysis, folders, { workspace: place.workspace, disk });
  const searches = new CredentialSearches(place.workspace);
  const proven = await proveReadOnly(analysis, place, disk, searches);
  const proof = proofOf(analysis, proven);
  const followed = new Map<string, string | undefined>(Object.entries(links));
  const follow = (path: string) => {
    if (followed.has(path) || followed.size >= MAX_PATHS) return followed.get(path);
    const real = disk.realpath(path);
    followed.set(path, real);
    if (real !== undefined && real !== normalPath(path)) links[path] = real;
    return real;
  };
  const scripts = scriptsIn(analysis, folders, disk);
  const diskFacts = { proof, links, targetFolders: targets, absent: absentSecrets(paths, disk), globs, scripts };
  const findings = checkCommand({ analysis, folders, diskFacts }, paths, place, follow);
  if (proven.looksFurther) return { ...findings, searches };
  const kept = { ...findings, last: new LastDecision() };
  keepFindings({ analysis: textAnalysis, place, trace: disk.trace, findings: kept });
  return kept;
}

/** The same as `lookAtCommand`, but from what was found before, without the disk. */
export function lookedBefore(textAnalysis: Analysis, place: CheckedPlace, diskFacts: DiskFacts): LineFindings {
  const folders = workingFolders(textAnalysis, place.cwd);
  const analysis = withEffectsIn(diskFacts.targetFolders, textAnalysis, folders);
  const follow = (path: string) => (Object.hasOwn(diskFacts.links, path) ? diskFacts.links[path] : undefined);
  return checkCommand({ analysis, diskFacts, folders }, pathsIn(analysis, folders), place, follow);
}

function checkCommand(
  facts: CommandFacts,
  paths: ReadonlySet<string>,
  place: CheckedPlace,
  follow: (path: string) => string | undefined,
): LineFindings {
  const checks = checksOf(facts, place, follow);
  return { facts, checks: paths.size > MAX_PATHS ? { ...checks, asks: [...checks.asks, TOO_MANY] } : checks };
}

/**
 * Adapts the proof to single parts: a command run by a wrapper was judged together with it, so that alone it is not
 * proven.
 */
function proofOf({ parts }: Analysis, proof: LineProof): LineProof {
  if (proof.line.isProven) return { line: PROVEN, parts: parts.map(() => PROVEN) };
  const ofParts = proof.parts.map((one, index) => {
    if (!one.isProven) return one;
    return parts[index]?.wrappers.length === 0 ? one : unprovenRead('another program runs it');
  });
  return { line: proof.line, parts: ofParts };
}

/** Collects the paths of the line's effects, absolute and as written. */
function pathsIn({ effects }: Analysis, folders: CommandFacts['folders']): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const effect of effects) {
    const { kind, target, part } = effect;
    if (kind === 'send' || isNowhere(effect)) continue;
    for (const path of writtenPaths(target, folders[part]) ?? []) paths.add(path);
    if (paths.size > MAX_PATHS) break;
  }
  return paths;
}

/** Paths that may hold credentials, where nothing is yet; undefined if there are none. */
function absentSecrets(paths: ReadonlySet<string>, disk: DiskAccess): string[] | undefined {
  const absent = [...paths].map(normalPath).filter((path) => mayHoldCredentials(path) && !disk.realpath(path));
  return absent.length === 0 ? undefined : absent;
}

function linksIn(paths: ReadonlySet<string>, disk: DiskAccess): Record<string, string> {
  const links: (readonly [string, string])[] = [];
  for (const path of paths) {
    const real = leadsTo(path, disk);
    if (real !== normalPath(path)) links.push([path, real]);
  }
  return Object.fromEntries(links);
}
