/** Files that a line shows without naming them: credentials below a folder, and what links in there lead to. */
import { optionsOf, PROGRAMS, readFind, type SimpleCommand, type Span } from '#shell-analysis';
import { effectsOfPart } from '../decide/by-part.ts';
import type { CommandFacts } from '../decide/facts.ts';
import { effectPaths, isWithin } from '../decide/targets.ts';
import { programOf } from '../program-of.ts';
import { CredentialSearches } from '../read-only/credentials-below.ts';
import { namesBefore } from '../read-only/found-names.ts';
import type { TreeRead } from '../read-only/path-judge.ts';
import type { TreeManner } from '../read-only/tree-manner.ts';
import { treesGiven } from './given-trees.ts';
import { mayBecomeOption } from './loose-words.ts';
import { mannerBelow, showsFiles } from './read-below.ts';

interface TreeLook {
  readonly facts: CommandFacts;
  readonly workspace: string;
  /** Searches that were made for the line before. */
  readonly searches?: CredentialSearches | undefined;
  /** Whether a person allows the part. */
  readonly isAllowed: (index: number) => boolean;
}

/** Explains which parts show what lies below folders of the workspace, a sentence each; none of a line that is proven to read. */
export async function treeReasons(look: TreeLook): Promise<string[]> {
  const { facts, workspace, isAllowed, searches = new CredentialSearches(workspace) } = look;
  const { analysis, diskFacts } = facts;
  if (diskFacts.proof.line.isProven) return [];
  const reasons: string[] = [];
  for (const [index, part] of analysis.parts.entries()) {
    const all = isAllowed(index) ? [] : treesRead(index, part, facts);
    const trees = all.filter(({ folder }) => isWithin(workspace, folder));
    const why = trees.length === 0 ? undefined : await searches.problem(trees);
    if (why !== undefined) reasons.push(`${part.program} reads files that are not named: ${why}`);
  }
  return [...new Set(reasons)];
}

/** Folders that a part goes through, or has another part read, and how. */
function treesRead(index: number, part: SimpleCommand, facts: CommandFacts): readonly TreeRead[] {
  const own = foldersRead(index, facts);
  const manners = mannersOf(index, part, facts);
  const isOpen = mayBecomeOption(index, facts.analysis);
  const folders = isOpen ? [...own, ...(facts.folders[index] ?? [])] : own;
  const trees = [...manners, ...(isOpen ? [{ isFollowing: true }] : [])];
  return [
    ...folders.flatMap((folder) => trees.map((manner) => ({ ...manner, folder }))),
    ...treesGiven(index, facts, own),
  ];
}

/** Absolute paths of what a part reads, folders among them. */
function foldersRead(index: number, facts: CommandFacts): readonly string[] {
  const read = effectsOfPart(facts.analysis, index).filter(({ kind }) => kind === 'read');
  return [...new Set(read.flatMap((effect) => effectPaths(effect, facts) ?? []))];
}

/** Ways in which a part reads folders; none if it reads none. */
function mannersOf(index: number, part: SimpleCommand, { analysis }: CommandFacts): readonly TreeManner[] {
  if (programOf(part) === 'find') return mannersOfFind(part, analysis.parts.slice(index + 1));
  return [mannerBelow(part)].flatMap((manner) => manner ?? []);
}

/** Reads the names that `find` gives to programs which print the files, and where it follows links. */
function mannersOfFind(find: SimpleCommand, after: readonly SimpleCommand[]): readonly TreeManner[] {
  const { manners, steps } = readFind(find.words.slice(1), optionsOf(PROGRAMS.get('find') ?? {}));
  const isFollowing =
    manners.some(({ literal }) => literal === '-L') || steps.some(({ word }) => word.literal === '-follow');
  const ofRuns = steps.flatMap((step, at) => {
    const [first] = step.type === 'run' ? step.command : [];
    const last = step.type === 'run' ? step.command.at(-1) : undefined;
    if (first === undefined || last === undefined) return [];
    const span = { start: first.span.start, end: last.span.end };
    const given = after.filter((part) => isWithinSpan(part.span, span) && part.words.some(isPlace));
    return mannersGiven(given, namesBefore(steps, at), !isFollowing);
  });
  return [...ofRuns, ...(isFollowing ? [{ isFollowing, showsNames: true }] : [])];
}

const isWithinSpan = (inner: Span, outer: Span): boolean => inner.start >= outer.start && inner.end <= outer.end;

const isPlace = ({ text }: { readonly text: string }): boolean => text.includes('{}');

/** Ways in which parts read the files whose names they are given; what goes through folders reads more than those. */
function mannersGiven(
  parts: readonly SimpleCommand[],
  names: readonly string[] | undefined,
  opensNames: boolean,
): readonly TreeManner[] {
  return parts
    .filter(showsFiles)
    .map((part) => (mannerBelow(part) ? { isFollowing: true } : { isFollowing: true, names, opensNames }));
}
