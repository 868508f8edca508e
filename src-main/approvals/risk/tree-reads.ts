/** Files that a line shows without naming them: credentials below a folder, and what links in there lead to. */
import {
  argumentSyntaxOf,
  has,
  optionsOf,
  PROGRAMS,
  readFind,
  readWords,
  type SimpleCommand,
  type Span,
} from '#shell-analysis';
import { effectsOfPart } from '../decide/by-part.ts';
import type { CommandFacts } from '../decide/facts.ts';
import { effectPaths, isWithin } from '../decide/targets.ts';
import { programOf } from '../program-of.ts';
import { credentialsBelow } from '../read-only/credentials-below.ts';
import { namesBefore } from '../read-only/found-names.ts';
import { mayShowHidden } from '../read-only/hidden-patterns.ts';
import type { TreeRead } from '../read-only/path-judge.ts';

type Manner = Omit<TreeRead, 'folder'>;

interface TreeLook {
  readonly facts: CommandFacts;
  readonly workspace: string;
  /** Whether a person allows the part. */
  readonly isAllowed: (index: number) => boolean;
}

/** Explains which parts show what lies below folders of the workspace, a sentence each; none of a line that is proven to read. */
export async function treeReasons({ facts, workspace, isAllowed }: TreeLook): Promise<string[]> {
  const { analysis, diskFacts } = facts;
  if (diskFacts.proof.line.isProven) return [];
  const reasons: string[] = [];
  for (const [index, part] of analysis.parts.entries()) {
    const manners = isAllowed(index) ? [] : mannersOf(index, facts);
    const folders = manners.length === 0 ? [] : foldersRead(index, facts, workspace);
    const trees = folders.flatMap((folder) => manners.map((manner) => ({ ...manner, folder })));
    const why = trees.length === 0 ? undefined : await credentialsBelow(trees, workspace);
    if (why !== undefined) reasons.push(`${part.program} reads files that are not named: ${why}`);
  }
  return [...new Set(reasons)];
}

/** Absolute paths of the folders in the workspace that a part goes through. */
function foldersRead(index: number, facts: CommandFacts, workspace: string): readonly string[] {
  const paths = effectsOfPart(facts.analysis, index)
    .filter(({ kind, isRecursive }) => kind === 'read' && isRecursive)
    .flatMap((effect) => effectPaths(effect, facts) ?? []);
  return [...new Set(paths)].filter((path) => isWithin(workspace, path));
}

/** Ways in which a part reads the contents of folders; none if it reads none. */
function mannersOf(index: number, { analysis }: CommandFacts): readonly Manner[] {
  const part = analysis.parts[index];
  if (part === undefined) return [];
  if (programOf(part) === 'find') return mannersOfFind(part, analysis.parts.slice(index + 1));
  const below = belowOf(part);
  if (below === undefined) return [];
  const { isFollowing, names, hiddenOnlyBy } = below;
  return [{ isFollowing, names, ...(hiddenOnlyBy && { skipsHidden: !hiddenOnlyBy.some(mayShowHidden) }) }];
}

/** How a program such as `grep -r` goes through folders; undefined if it does not. */
function belowOf(part: SimpleCommand) {
  const known = PROGRAMS.get(programOf(part) ?? '');
  const how = known?.readsOnly;
  if (known === undefined || how === undefined || how === true) return undefined;
  const read = readWords(part.words.slice(1), optionsOf(known), argumentSyntaxOf(known));
  return has(read, '--help', '--version') ? undefined : how.below?.(read);
}

/** Reads the names that `find` gives to programs which print the files, itself or by `xargs`. */
function mannersOfFind(find: SimpleCommand, after: readonly SimpleCommand[]): readonly Manner[] {
  const { steps } = readFind(find.words.slice(1), optionsOf(PROGRAMS.get('find') ?? {}));
  const ofRuns = steps.flatMap((step, at) => {
    const [first] = step.type === 'run' ? step.command : [];
    const last = step.type === 'run' ? step.command.at(-1) : undefined;
    if (first === undefined || last === undefined) return [];
    const span = { start: first.span.start, end: last.span.end };
    const given = after.filter((part) => isWithinSpan(part.span, span) && part.words.some(isPlace));
    return mannersGiven(given, namesBefore(steps, at));
  });
  const ofPipe = after.filter(({ statement, wrappers }) => statement === find.statement && wrappers.includes('xargs'));
  return [...ofRuns, ...mannersGiven(ofPipe, namesBefore(steps, steps.length))];
}

const isWithinSpan = (inner: Span, outer: Span): boolean => inner.start >= outer.start && inner.end <= outer.end;

const isPlace = ({ text }: { readonly text: string }): boolean => text.includes('{}');

/** Ways in which parts read the files whose names they are given; what goes through folders reads more than those. */
function mannersGiven(parts: readonly SimpleCommand[], names: readonly string[] | undefined): readonly Manner[] {
  const isReading = (part: SimpleCommand): boolean =>
    /\b(?:read|input)\b/.test(PROGRAMS.get(programOf(part) ?? '')?.operands ?? '');
  return parts
    .filter(isReading)
    .map((part) => ({ isFollowing: true, names: belowOf(part) === undefined ? names : undefined }));
}
