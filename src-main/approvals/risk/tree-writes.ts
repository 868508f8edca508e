/** Writes behind links that lie in a folder: a copy or an unpacked file is put where a link of its name leads. */
import { realpath } from 'node:fs/promises';
import { isFolder, realOrSameAtOnce } from '#core/files/real-path';
import type { SimpleCommand } from '#shell-analysis';
import { effectsOfPart } from '../decide/by-part.ts';
import type { CommandFacts } from '../decide/facts.ts';
import { effectPaths, isWithin } from '../decide/targets.ts';
import { normalPath } from '../normal-path.ts';
import { hasWord, programOf } from '../program-of.ts';
import { whyReadBehind } from './copied-links.ts';
import { LinkSearch } from './link-search.ts';

interface WriteLook {
  readonly facts: CommandFacts;
  readonly workspace: string;
  /** Whether a person allows the part. */
  readonly isAllowed: (index: number) => boolean;
}

/** Explains which parts may write or read outside the workspace, behind links in the folders that they fill. */
export async function filledReasons({ facts, workspace, isAllowed }: WriteLook): Promise<string[]> {
  const reasons: string[] = [];
  const search = new LinkSearch();
  const root = realOrSameAtOnce(workspace);
  for (const [index, part] of facts.analysis.parts.entries()) {
    if (isAllowed(index)) continue;
    const read = await whyReadBehind(index, facts, search);
    if (read !== undefined) reasons.push(read);
    if (!fillsFolders(part)) continue;
    const look = { root, search, isReplacing: replacesFiles(part) };
    const why = await linkOutOf(foldersFilled(index, facts, workspace), look);
    if (why !== undefined) reasons.push(`${part.program} may write elsewhere: ${why}`);
  }
  return [...new Set(reasons)];
}

/** Whether a program follows links in the folder that it puts files in; rsync does so only when it is told to. */
function fillsFolders(part: SimpleCommand): boolean {
  const name = programOf(part) ?? '';
  if (CHANGING.has(name)) return hasWord(part, /^-[A-Za-z]*[HL]/);
  return name === 'rsync' ? hasWord(part, /^-[A-Za-z]*K|^--keep-dirlinks$/) : FILLING.has(name);
}

const FILLING = new Set(['cp', 'tar', 'unzip']);
/** Programs that change what all links below a folder lead to, with such an option. */
const CHANGING = new Set(['chown', 'chgrp', 'setfacl']);

/**
 * Whether a program takes a link away that stands where it puts a file, and goes only through links to folders: what a virtual
 * environment has of links to programs is not written.
 */
function replacesFiles(part: SimpleCommand): boolean {
  const name = programOf(part);
  return name === 'unzip' || (name === 'tar' && !hasWord(part, FOLLOWS));
}

const FOLLOWS = /^-[A-Za-z]*h|^--(?:overwrite|dereference)$/;

/** Absolute paths of the folders in the workspace that a part fills; of a copy into a folder, the copy's own where all copies have a name. */
function foldersFilled(index: number, facts: CommandFacts, workspace: string): readonly string[] {
  const paths = effectsOfPart(facts.analysis, index)
    .filter(({ kind, isRecursive }) => kind === 'write' && isRecursive)
    .flatMap((effect) => effectPaths(effect, facts) ?? [])
    .map(normalPath)
    .filter((path) => isWithin(workspace, path));
  const part = facts.analysis.parts[index];
  const isNamed = part !== undefined && programOf(part) === 'cp' && !hasWord(part, /(?:^|\/)\.\/?$/);
  const all = [...new Set(paths)];
  return isNamed ? all.filter((path) => !all.some((one) => one !== path && isWithin(path, one))) : all;
}

/** Explains that a link below the folders leads out of the workspace, or returns nothing. */
async function linkOutOf(
  folders: readonly string[],
  { root, search, isReplacing }: LinkLook,
): Promise<string | undefined> {
  const found = await search.firstBelow(folders, async (path) => {
    const real = await realpath(path).catch(() => undefined);
    if (real === undefined || isWithin(root, real)) return false;
    return !isReplacing || (await isFolder(real));
  });
  if (found === undefined) return undefined;
  return 'path' in found
    ? `${found.path} leads out of the workspace`
    : `${found.tooLarge} is too large to be sure where links in it lead`;
}

interface LinkLook {
  readonly root: string;
  readonly search: LinkSearch;
  /** Whether links to files are replaced, so that those to folders alone matter. */
  readonly isReplacing: boolean;
}
