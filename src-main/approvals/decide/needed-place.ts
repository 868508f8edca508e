import type { RunPlace } from '#contract';
import { mayHoldCredentials, whyProtected } from '#core/secrets/sensitive-paths';
import { isLoopbackHost } from '#core/servers/loopback';
import { type DoubtCode, type Effect, PROGRAMS, type SimpleCommand } from '#shell-analysis';
import type { AskRuleName } from '../built-in.ts';
import { gitWords } from '../git-words.ts';
import { programOf } from '../program-of.ts';
import { effectsOfPart } from './by-part.ts';
import type { CommandFacts } from './facts.ts';
import { effectPaths, isChange, isWithin, mayBeOutside } from './targets.ts';

/** Order of the places, from the narrowest. */
const WIDTH: Readonly<Record<RunPlace, number>> = { 'read-only': 0, workspace: 1, network: 2, none: 3 };

export const widest = (places: readonly RunPlace[]): RunPlace =>
  places.reduce((one, other) => (WIDTH[other] > WIDTH[one] ? other : one), 'read-only');

export const isWider = (one: RunPlace, other: RunPlace): boolean => WIDTH[one] > WIDTH[other];

const CREDENTIALS = 'credentials' satisfies AskRuleName;
/** Questions that are always asked, and cannot be avoided by the box. */
const ONLY_OUTSIDE: ReadonlySet<string> = new Set<AskRuleName>([
  'outside the workspace',
  'other rights',
  CREDENTIALS,
  'files of Sigma Shell',
]);

/**
 * Determines the place in which a part has to run to do what its text says; an unknown program has to make do with the
 * box.
 */
export function neededBy(index: number, facts: CommandFacts, workspace: string, findings: readonly string[]): RunPlace {
  if (findings.some((rule) => ONLY_OUTSIDE.has(rule) && !(rule === CREDENTIALS && makesSecrets(index, facts))))
    return 'none';
  const part = facts.analysis.parts[index];
  return widest([neededByEffects(index, facts, workspace), part === undefined ? 'workspace' : neededByProgram(part)]);
}

/** Whether a part makes what may hold credentials where nothing is yet, which the box does not hide, and names no other. */
function makesSecrets(index: number, facts: CommandFacts): boolean {
  const { absent = [], replaced } = facts.diskFacts;
  if (absent.length === 0 || replaced?.part === index) return false;
  const isNew = (effect: Effect, path: string) => isChange(effect) && absent.includes(path);
  const secrets = effectsOfPart(facts.analysis, index).flatMap((effect) =>
    (effectPaths(effect, facts) ?? []).filter(mayHoldCredentials).map((path) => isNew(effect, path)),
  );
  return secrets.length > 0 && !secrets.includes(false);
}

/**
 * The same as `neededBy`, but for a line about which nobody is asked: what sees the machine's processes, or reaches what
 * listens on it, does with those of the box.
 */
export function neededUnasked(index: number, facts: CommandFacts, workspace: string): RunPlace {
  const part = facts.analysis.parts[index];
  const byProgram = part === undefined || showsBox(part) || mayStay(part) ? 'workspace' : neededByProgram(part);
  const byEffects = neededByEffects(index, facts, workspace);
  return widest([byProgram, byEffects === 'network' && reachesOwnLoopback(index, facts) ? 'workspace' : byEffects]);
}

/** Whether all that a part sends goes to this machine, which in the box is the box. */
function reachesOwnLoopback(index: number, { analysis }: CommandFacts): boolean {
  const sent = effectsOfPart(analysis, index).filter(({ kind }) => kind === 'send');
  return sent.length > 0 && sent.every(({ target }) => target !== undefined && isLoopbackHost(target));
}

function neededByEffects(index: number, facts: CommandFacts, workspace: string): RunPlace {
  const folders = facts.folders[index];
  if (folders?.some((folder) => !isWithin(workspace, folder))) return 'none';
  const effects = effectsOfPart(facts.analysis, index);
  const leaves = (one: Effect) =>
    isChange(one) &&
    one.target !== undefined &&
    mayBeOutside(one, facts, workspace) &&
    !isInPrivateTemp(one, facts, workspace);
  if (effects.some(leaves)) return 'none';
  return effects.some(({ kind }) => kind === 'send') ? 'network' : 'workspace';
}

/** Whether all that an effect may be about lies in the workspace, or in `/tmp`, which is the session's own in the box. */
export function isInPrivateTemp(effect: Effect, facts: CommandFacts, workspace: string): boolean {
  const paths = effectPaths(effect, facts) ?? [];
  return paths.length > 0 && paths.every((path) => isWithin(workspace, path) || TEMP.test(path));
}

const TEMP = /^\/(var\/)?tmp\/./;

function neededByProgram(part: SimpleCommand): RunPlace {
  const needs = needsOf(part);
  if (needs === undefined) return 'workspace';
  if (needs.isOutside) return 'none';
  const git = gitWords(part);
  const verb = git ? git.verb : firstWord(part);
  if (isAmong(verb, needs.withKeys)) return 'none';
  const loads = verb === undefined ? needs.loadsByItself : isAmong(verb, needs.loading);
  return loads ? 'network' : 'workspace';
}

const firstWord = (part: SimpleCommand): string | undefined =>
  part.words.slice(1).find(({ literal }) => literal !== undefined && !literal.startsWith('-'))?.literal;

const isAmong = (verb: string | undefined, verbs: string | undefined): boolean =>
  verb !== undefined && verbs?.split(' ').includes(verb) === true;

const mayStay = (part: SimpleCommand): boolean => isAmong(firstWord(part), needsOf(part)?.mayStay);

/** Whether in the box the program sees only the box's processes, none of the machine's. */
const showsBox = (part: SimpleCommand): boolean => needsOf(part)?.showsBox === true;

/** Programs of a line that see the box alone where it runs in there, each once. */
export const showingBox = (parts: readonly SimpleCommand[]): string[] => namesOf(parts.filter(showsBox));

/** Programs of a line that reach only what listens in the box where it runs in there without the network, each once. */
export const reachingBox = (facts: CommandFacts): string[] =>
  namesOf(facts.analysis.parts.filter((_, index) => reachesOwnLoopback(index, facts)));

const namesOf = (parts: readonly SimpleCommand[]): string[] => [...new Set(parts.map((part) => programOf(part) ?? ''))];

const needsOf = (part: SimpleCommand) => PROGRAMS.get(programOf(part) ?? '')?.needs;

/** Protected files of the workspace that the line says it changes; absolute, each once. */
export function protectedWrites(facts: CommandFacts, workspace: string): string[] {
  const paths = facts.analysis.effects
    .filter(isChange)
    .flatMap((effect) => effectPaths(effect, facts) ?? [])
    .filter((path) => isWithin(workspace, path) && whyProtected(path, workspace) !== undefined);
  return [...new Set(paths)].slice(0, MAX_WRITES);
}

const MAX_WRITES = 100;

/** Protected files that the package managers of a line change; absolute, each once. */
export function packageWrites({ analysis, folders }: CommandFacts, workspace: string): string[] {
  const paths = analysis.parts.flatMap((part, index) => {
    const files = needsOf(part)?.changes ?? [];
    if (neededByProgram(part) !== 'network') return [];
    return (folders[index] ?? []).flatMap((folder) => files.map((file) => `${folder}/${file}`));
  });
  return [...new Set(paths)].filter((path) => isWithin(workspace, path)).slice(0, MAX_WRITES);
}

/** Sub-commands that leave the tracked files as they are; of others, aliases among them, it is not sure. */
const KEEPS_FILES = new Set(
  `add annotate archive blame branch bundle cat-file check-attr check-ignore cherry commit commit-tree config count-objects describe diff diff-files
  diff-index diff-tree fetch for-each-ref format-patch fsck gc grep hash-object help log ls-files ls-remote ls-tree maintenance merge-base name-rev
  notes pack-refs prune push range-diff reflog remote repack rev-list rev-parse shortlog show show-branch show-ref status symbolic-ref tag update-index
  update-ref var version whatchanged write-tree`.split(/\s+/),
);

/** Whether a part may put other versions of tracked files in their place. */
export function isRewriting(part: SimpleCommand): boolean {
  const git = gitWords(part);
  if (git === undefined) return false;
  return git.verb === undefined ? git.isOpen || part.wrappers.length > 0 : !KEEPS_FILES.has(git.verb);
}

/** Doubts that the box does not settle: the line was not read to its end, so a question may be missing. */
const NOT_READ: ReadonlySet<DoubtCode> = new Set<DoubtCode>([
  'too-long',
  'too-long-at-once',
  'too-deep',
  'too-many-words',
  'too-many-parts',
  'too-tangled',
  'too-slow',
  'unreadable',
  'incomplete',
]);

export const isOfReading = (code: DoubtCode): boolean => NOT_READ.has(code);
