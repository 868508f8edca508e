import { posix } from 'node:path';
import type { Effect } from '#shell-analysis';
import { normalPath } from '../normal-path.ts';
import { withSlashes } from '../rules/match-path.ts';
import type { CommandFacts } from './facts.ts';

/** Targets that keep nothing and give nothing. A dash is no such one: where it is an effect, it is a file of that name. */
const NOWHERE = new Set(['/dev/null', '/dev/stdout', '/dev/stderr', '/dev/stdin', '/dev/tty']);

type NowhereEffect = Pick<Effect, 'target' | 'isOfNode'>;

/** Whether an effect only writes to one of those, or reads it: one that takes its place, or its rights, is another. */
export const isNowhere = ({ target, isOfNode }: NowhereEffect): boolean =>
  target !== undefined && isOfNode !== true && NOWHERE.has(target);

/** Whether an effect writes or deletes something that is kept. */
export const isChange = (effect: NowhereEffect & Pick<Effect, 'kind'>): boolean =>
  (effect.kind === 'write' || effect.kind === 'delete') && !isNowhere(effect);

type TargetContext = Pick<CommandFacts, 'folders'> & { readonly diskFacts: Pick<CommandFacts['diskFacts'], 'links'> };

/** Every absolute path that an effect may be about, as written and where it leads; undefined if it is not known. */
export function effectPaths(
  { target, part }: Pick<Effect, 'target' | 'part'>,
  places: TargetContext,
): string[] | undefined {
  const folders = places.folders[part];
  if (target === undefined || (folders === undefined && !posix.isAbsolute(withSlashes(target)))) return undefined;
  const known = knownPaths(places, folders ?? NO_FOLDERS);
  const before = known.get(target);
  if (before !== undefined) return before;
  const paths = lookedUp(target, folders, places);
  known.set(target, paths);
  return paths;
}

const NO_FOLDERS: readonly string[] = [];

type PathsByTarget = Map<string, string[]>;
/** Paths known for the line that is being decided. */
let last:
  | { readonly diskFacts: TargetContext['diskFacts']; readonly byFolder: Map<readonly string[], PathsByTarget> }
  | undefined;

/** Paths by target that are remembered, since every tier asks for the same few; parts that run in the same folder share the list. */
function knownPaths({ diskFacts }: TargetContext, folders: readonly string[]): PathsByTarget {
  last = last?.diskFacts === diskFacts ? last : { diskFacts, byFolder: new Map() };
  const { byFolder } = last;
  const before = byFolder.get(folders);
  if (before !== undefined) return before;
  const known: PathsByTarget = new Map();
  byFolder.set(folders, known);
  return known;
}

function lookedUp(
  target: string,
  folders: readonly string[] | undefined,
  { diskFacts: { links } }: TargetContext,
): string[] {
  const paths: string[] = [];
  for (const written of writtenPaths(target, folders) ?? []) {
    const plain = normalPath(written);
    paths.push(plain);
    const real = Object.hasOwn(links, written) ? links[written] : undefined;
    if (real !== undefined && real !== plain) paths.push(real);
  }
  return paths;
}

/** Absolute paths of a target, but as written: what `..` means behind a link is the kernel's to say. */
export function writtenPaths(target: string | undefined, folders: readonly string[] | undefined) {
  if (target === undefined) return undefined;
  const slashed = withSlashes(target);
  if (posix.isAbsolute(slashed)) return [slashed];
  return folders?.map((folder) => `${withSlashes(folder)}/${slashed}`);
}

export function isWithin(folder: string, path: string): boolean {
  const outer = withSlashes(folder);
  const inner = withSlashes(path);
  if (!inner.startsWith(outer)) return false;
  return inner.length === outer.length || outer.endsWith('/') || inner[outer.length] === '/';
}

/** Whether any of what an effect may be about lies outside; what is not known may. */
export function mayBeOutside(
  effect: NowhereEffect & Pick<Effect, 'part'>,
  facts: CommandFacts,
  workspace: string,
): boolean {
  if (isNowhere(effect)) return false;
  const paths = effectPaths(effect, facts);
  if (paths === undefined) return true;
  for (const path of paths) if (!isWithin(workspace, path)) return true;
  return false;
}
